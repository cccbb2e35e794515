package phones

import (
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/page"
	"github.com/tablemate/tablemate/cmd/internal/reach"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// view returns a phone's document. Nothing else decides which person sees which fact; the board is the view of a guest without
// a name.
func (h *Hub) view(g guest, board bool, l lang.Lang) Doc {
	h.mu.Lock()
	defer h.mu.Unlock()
	if board {
		g = guest{}
	}
	return viewer{h, g, board, l}.doc()
}

// A viewer is somebody who looks at the table, while the hub is locked.
type viewer struct {
	*Hub
	guest
	board bool
	l     lang.Lang
}

func (v viewer) doc() Doc {
	l := v.l
	d := Doc{Lang: string(l), Say: page.Words(l), Me: string(v.Name), Clock: v.watch()}
	v.standings(&d)
	for _, other := range []lang.Lang{lang.English, lang.Portuguese} {
		if other != l {
			d.Langs = append(d.Langs, Option{Line: string(other), Text: tongues[other]})
		}
	}
	if v.bye {
		d.Clock = nil
		d.Bye = l.Say(lang.T("The laptop has closed the table. It comes back by itself if the game goes on."))
	}
	if v.scene.Read != nil && v.scene.Shown != "" && !v.fresh() && !v.scene.Held { // totals follow from it
		d.More = append(d.More, Option{Line: "why", Text: l.Say(lang.T("Every point and its reason"))})
	}
	if v.scene.Read != nil && (v.Name != "" || v.board) {
		d.More = append(d.More, Option{Line: "rules", Text: l.Say(lang.T("Rules"))})
	}
	if !v.board && v.Name == "" {
		d.Join, d.More = v.free(), nil
		d.Board, d.Clock = Board{Game: d.Board.Game}, nil
		return d
	}
	d.Marks = v.marks()
	v.tell(&d)
	if v.board || v.Keeps {
		d.Code = v.code()
	}
	if !v.bye {
		v.questions(&d)
	}
	return d
}

var tongues = map[lang.Lang]string{lang.English: "English", lang.Portuguese: "Português"}

// standings adds how the game stands as somebody sees it: their row, or that of their team, is theirs. A reveal comes before
// the order and the totals that follow from it.
func (v viewer) standings(d *Doc) {
	if v.scene.Board == nil {
		d.Board = Board{Game: v.l.Say(v.scene.Name)}
		return
	}
	b, made := v.boards[v.l]
	if !made {
		b = v.scene.Board(v.l)
		v.boards[v.l] = b
	}
	rows := v.rows(b.Rows)
	if len(b.Told) > 0 && !v.reveal.gone && !b.Over {
		d.Reveal = &Reveal{No: v.scene.Shown, Told: b.Told, Tiles: b.Tiles, Takes: v.scene.takes().Milliseconds(), Fresh: v.fresh()}
		for _, r := range rows {
			if r.Me {
				d.Reveal.Gain, d.Reveal.Why = r.Gain, r.Why
			}
			if r.Me && r.Gain == "" && b.Paid {
				d.Reveal.Gain = "+0"
			}
		}
	}
	switch b.Rows = rows; {
	case v.scene.Aloud:
		b.Rows, b.Where = nil, ""
	case v.fresh() || v.scene.Held:
		b.Rows, b.Where = v.rows(b.Was), ""
	case d.Reveal != nil:
		follow(b.Rows, b.Was)
	}
	if v.posted != nil && v.posted.Asked[0].Ends {
		b.Where = ""
	}
	d.Board = b
	for _, f := range v.fixes {
		mine := f.Row == string(v.Name) || owns(v.scene.Table, v.Name, ask.Question{Who: f.Row})
		if mine && v.board == (f.Row == "") && !f.Say.Empty() { // the board's rows and name are none
			d.Corrected = append(d.Corrected, v.l.Say(f.Say))
		}
	}
}

// follow adds to rows where they were before the last turn, and with how many points.
func follow(rows, was []Row) {
	for i, r := range rows {
		if at := slices.IndexFunc(was, func(old Row) bool { return old.Name == r.Name }); at >= 0 {
			rows[i].Was, rows[i].Had = at+1, was[at].Points
		}
	}
}

// fresh reports whether the last turn is just being told.
func (v viewer) fresh() bool { return v.config.Now().Before(v.reveal.until) }

// rows returns the rows of the standings: somebody's own is marked, and people who are away.
func (v viewer) rows(all []Row) []Row {
	all = slices.Clone(all)
	for i, r := range all {
		all[i].Me = r.Name == string(v.Name) || owns(v.scene.Table, v.Name, ask.Question{Who: r.Name})
		all[i].Away = slices.Contains(v.scene.Away, setup.Name(r.Name))
	}
	return all
}

// free returns the names at the table that no phone holds.
func (v viewer) free() (names []string) {
	for _, n := range v.scene.names() {
		if g := v.lobby.by(n); g == nil || !v.lobby.holds(g) {
			names = append(names, string(n))
		}
	}
	return names
}

// tell adds all that a phone is told besides questions.
func (v viewer) tell(d *Doc) {
	s, l := v.scene, v.l
	if !s.Begun {
		d.Here = v.here()
	}
	switch {
	case v.board:
	case len(s.Table.Players) == 0 && len(s.Named) > 0 && !slices.Contains(s.Named, v.Name):
		d.Hello = l.All([]lang.Text{lang.T("Welcome, {name}!").With("name", v.Name),
			lang.T("You are not among those who play: {names}. Tell the laptop, or join in once the game has begun.").With("names", lang.Names(s.Named))})
	case len(s.Table.Players) == 0:
		d.Hello = l.All([]lang.Text{lang.T("Welcome, {name}!").With("name", v.Name), lang.T("The table says who plays, and then it begins.")})
	case slices.Contains(s.Away, v.Name):
		d.Hello = []string{l.Say(lang.T("You are away: the game goes on without you until the laptop takes you back."))}
	case !seated(s.Table, v.Name) && !s.Shut.Empty():
		d.Hello = l.All([]lang.Text{lang.T("Welcome, {name}!").With("name", v.Name), lang.T("You are not in this game: {why}").With("why", s.Shut)})
	case !seated(s.Table, v.Name):
		d.Hello = l.All([]lang.Text{lang.T("Welcome, {name}!").With("name", v.Name), lang.T("You are not in this game yet: the laptop can take you in.")})
	case !s.Begun:
		d.Hello = []string{l.Say(lang.T("Welcome, {name}! You play {game}.").With("name", v.Name, "game", s.Name))}
	}
	if s.Card != nil && v.Name != "" {
		d.Card = s.Card(v.Name, l)
	}
	if !d.Board.Over {
		return
	}
	d.Again = v.again()
	for _, r := range d.Board.Rows {
		if r.Me {
			d.You, d.Total, d.Best, d.Often = ended(l, r, d.Board.Rows), r.Total, r.Best, r.Often
		}
	}
	if d.Board.Link != "" && v.Name != "" {
		d.More = append(d.More, Option{Text: l.Say(lang.T("Keep it in BG Stats")), Href: d.Board.Link})
	}
}

// marks returns the color and letter of everybody: as the game has them, before it begins as phones came.
func (v viewer) marks() map[string]Mark {
	if v.scene.Marks != nil || v.config.Marks == nil {
		return v.scene.Marks
	}
	var names []string
	for _, one := range v.here() {
		names = append(names, one.Name)
	}
	return v.config.Marks(names)
}

// places say how it ended for somebody.
var places = []lang.Text{
	{}, lang.T("You came first"), lang.T("You came second"), lang.T("You came third"), lang.T("You came fourth"), lang.T("You came fifth"),
}

func ended(l lang.Lang, r Row, all []Row) string {
	var with []string
	for _, other := range all {
		if other.Won && other.Name != r.Name {
			with = append(with, other.Name)
		}
	}
	switch {
	case r.Won && len(with) == 1:
		return l.Say(lang.T("You and {name} share the victory").With("name", with[0]))
	case r.Won && len(with) > 0:
		return l.Say(lang.T("You win, and so do others: {names}").With("names", lang.Names(with)))
	case r.Won:
		return l.Say(lang.T("You win!"))
	case r.Rank == 0:
		return l.Say(lang.T("You left before the end, and are not ranked."))
	case r.Rank < len(places):
		return l.Say(places[r.Rank])
	}
	return l.Say(lang.T("You came in place {n}").With("n", r.Rank))
}

// here returns the people at the table: as it sits, before that as phones came.
func (v viewer) here() (all []Person) {
	now := v.config.Now()
	for _, n := range v.scene.Table.Players {
		p := v.lobby.by(n)
		all = append(all, Person{Name: string(n), In: p != nil, Gone: p.asleep(now) || slices.Contains(v.scene.Away, n)})
	}
	for _, g := range v.lobby.named() {
		if !seated(v.scene.Table, g.Name) {
			all = append(all, Person{Name: string(g.Name), In: true, Gone: g.asleep(now)})
		}
	}
	return all
}

// asleep reports whether a phone has not been heard of for a while.
func (g *guest) asleep(now time.Time) bool {
	return g != nil && g.polls == 0 && now.Sub(g.seen) > dozes
}

const dozes = 45 * time.Second

// code returns where phones come in, as long as somebody has none.
func (v viewer) code() *Code {
	if !v.missing() || v.bye {
		return nil
	}
	return &Code{Image: "code.png?" + v.lobby.Word[:4], Address: reach.URL(v.lobby.Host, v.lobby.Word)}
}

// questions adds what is asked, of this phone and of others.
func (v viewer) questions(d *Doc) {
	v.leads(d)
	p := v.posted
	d.Waits = p != nil && p.waits
	if p == nil || isWatch(p.Asked[0]) {
		d.Now = v.l.Say(v.aside)
		return
	}
	for i, q := range p.Asked {
		if f := v.mine(p, i, q, d.Lead != nil && v.aside.Empty()); f != nil {
			d.Mine = append(d.Mine, f)
		}
	}
	if p.retractable(v.Name) {
		d.Mine = append(d.Mine, &Form{Token: p.token, Kind: "pick", Text: v.l.Say(p.Retract.Text), Keys: []Option{{Line: string(ask.Back), Text: v.l.Say(p.Retract.Back)}}})
	}
	// After the end the laptop asks about the next game, and Again has a sentence for that.
	if d.Board.Over && v.aside.Empty() {
		return
	}
	v.others(d, p)
}

// leads adds the laptop's question and its menu, for the scorekeeper.
func (v viewer) leads(d *Doc) {
	if !v.Keeps || v.lead == nil {
		return
	}
	d.Wants = v.lead.token
	if v.scene.Menu != nil {
		d.Menu = v.scene.Menu(v.l)
	}
	if w, is := v.lead.Asked[0].Shape.(ask.Watch); is && w.Limit > 0 { // the clock is on every phone
		return
	}
	d.Lead = lead(v.l, v.lead.token, v.lead.Group)
	d.Lead.Fold = v.aside.Empty() && v.everybodyAnswers()
	if v.posted != nil && !v.posted.waits {
		d.Lead.Of = v.posted.token
	}
}

// everybodyAnswers reports whether those who are still asked have a phone each.
func (v viewer) everybodyAnswers() bool {
	p := v.posted
	if p == nil || p.waits || p.Sum > 0 {
		return false
	}
	return !slices.ContainsFunc(p.Asked, func(q ask.Question) bool {
		return !q.In && !slices.ContainsFunc(v.lobby.named(), func(g *guest) bool { return owns(v.scene.Table, g.Name, q) })
	})
}

// mine returns a question as somebody's own, or nil. leads: their phone keeps the score, and asks it so.
func (v viewer) mine(p *PostedGroup, i int, q ask.Question, leads bool) *Form {
	l := v.l
	switch {
	case p.Told || p.Sum > 0:
		return nil
	case owns(v.scene.Table, v.Name, q):
		f := form(l, q, orElse(q.Own, orElse(q.Text, p.Text)))
		f.Token, f.Notes, f.Grid, f.Final = p.tokens[i], l.All(p.Notes), q.Final, q.Final
		f.Keys = options(l, personal(q.Keys, v.Name, false))
		// A number that looks otherwise would show neighbors whose card it is.
		if q.Secret {
			f.Barred = nil
		}
		if !q.Back.Empty() {
			f.Keys = append(f.Keys, Option{Line: string(ask.Back), Text: l.Say(q.Back)})
		}
		if p.Fault != nil {
			f.Fault = fault.Aloud(l, p.Fault)
		}
		if f.In {
			// It is shown only while a finger holds it.
			f.Suggest = ""
			switch _, line, _ := strings.Cut(p.sent[i].line, "\n"); {
			case p.sent[i].by == v.Name:
				f.Said = line
			case p.sent[i].line == "" && q.Who == string(v.Name): // it came before the program began again
				f.Said = q.Suggest
			}
		}
		return f
	case selfie(v.Name, q) && !leads:
		me := Option{Line: string(v.Name), Text: l.Say(q.Own)}
		return &Form{Token: p.tokens[i], Kind: "pick", Text: l.Say(orElse(q.Text, p.Text)), Options: []Option{me}, Notes: l.All(p.Notes)}
	}
	return nil
}

// personal returns the options that somebody has on their phone, in their own words. keeps: they keep the score.
func personal(all []ask.Option, n setup.Name, keeps bool) (own []ask.Option) {
	for _, o := range all {
		if (!o.Table || keeps) && (o.By == nil || slices.Contains(o.By, string(n))) {
			o.Text = orElse(o.Own, o.Text)
			own = append(own, o)
		}
	}
	return own
}

// others adds the other people who are asked, and their question.
func (v viewer) others(d *Doc, p *PostedGroup) {
	l := v.l
	if len(d.Mine) == 0 && !p.Told {
		d.Notes = l.All(p.Notes)
		// The keys of the last question before a game say all that the table is about to agree on.
		if len(v.scene.Table.Players) == 0 {
			for _, k := range p.Asked[0].Keys {
				d.Notes = append(d.Notes, l.Say(k.Text))
			}
		}
	}
	if p.About.Face != "" && v.aside.Empty() {
		d.About = &Tile{Face: p.About.Face, Of: p.About.Of}
	}
	open := max(0, slices.IndexFunc(p.Asked, func(q ask.Question) bool { return !q.In }))
	q := p.Asked[open]
	switch {
	case !v.aside.Empty():
		d.Now = l.Say(v.aside)
	case len(d.Mine) > 0 && !d.Mine[0].In:
	case !q.Rest.Empty():
		d.Now = l.Say(q.Rest)
	case q.Plus: // everybody has answered for themselves
		d.Now = l.Say(p.Text) + " " + l.Say(lang.T("At the laptop: {what}").With("what", q.Text))
	case !q.Secret:
		say := orElse(q.Text, p.Text)
		if len(p.Asked) > 1 {
			say = orElse(p.Text, q.Text)
		}
		if d.Now = l.Say(say); !v.byPhone(p) {
			d.Now = l.Say(lang.T("At the laptop: {what}").With("what", say))
		}
	}
	if p.Sum > 0 {
		return
	}
	for _, q := range p.Asked {
		if q.Who != "" && !slices.ContainsFunc(d.Asked, func(one Person) bool { return one.Name == q.Who }) {
			d.Asked = append(d.Asked, Person{Name: q.Who, In: q.In, Gone: v.away(q.Who)})
		}
	}
}

// byPhone reports whether somebody may answer on their own phone.
func (v viewer) byPhone(p *PostedGroup) bool {
	return p.Sum == 0 && slices.ContainsFunc(p.Asked, func(q ask.Question) bool {
		return slices.ContainsFunc(v.lobby.named(), func(g *guest) bool { return owns(v.scene.Table, g.Name, q) || selfie(g.Name, q) })
	})
}

// away reports whether somebody who is asked has a phone that has not been heard of for a while.
func (v viewer) away(who string) bool {
	return v.lobby.by(setup.Name(who)).asleep(v.config.Now())
}

// watch returns the clock as a phone shows it. Beside another question it only says how much time is left.
func (v viewer) watch() *ClockDoc {
	if v.clock == nil {
		return nil
	}
	left := v.clock.left(v.config.Now())
	c := &ClockDoc{Runs: v.clock.Runs, Left: left.Milliseconds(), Whole: max(v.clock.Whole, left).Milliseconds()}
	if c.Runs {
		c.ends = v.clock.ends().UnixMilli()
	}
	p := v.posted
	asked := p != nil && !p.waits && isWatch(p.Asked[0])
	switch {
	case c.Runs, left == 0:
	case asked:
		c.Still = v.l.Say(v.starter())
	default:
		c.Still = v.l.Say(lang.T("The clock stands still meanwhile."))
	}
	if asked {
		v.stops(c, p, left)
	}
	return c
}

// stops adds the ways to end a clock. Options that are the table's to choose are on the scorekeeper's phone, which also starts
// and stops it. When time is up nobody stops it any more.
func (v viewer) stops(c *ClockDoc, p *PostedGroup, left time.Duration) {
	q, l := p.Asked[0], v.l
	c.Token, c.Text, c.Notes = p.tokens[0], l.Say(orElse(q.Text, p.Text)), l.All(p.Notes)
	switch {
	case left == 0 && v.Keeps:
		c.Winds = []Option{{Line: WindMore, Text: l.Say(lang.T("+30 seconds"))}}
		c.Options = []Option{{Text: l.Say(lang.T("Time is up: go on")), Line: ""}}
	case left > 0 && seated(v.scene.Table, v.Name):
		for _, o := range options(l, personal(q.Shape.(ask.Watch).Options, v.Name, v.Keeps)) {
			o.Final = true
			c.Options = append(c.Options, o)
		}
		if v.Keeps {
			c.Winds = v.winds(c.Runs)
		}
	}
}

// starter says which people start a clock that stands still.
func (v viewer) starter() lang.Text {
	var keepers []string
	for _, g := range v.lobby.named() {
		if g.Keeps {
			keepers = append(keepers, string(g.Name))
		}
	}
	if len(keepers) == 0 {
		return lang.T("The clock stands still. The laptop starts it.")
	}
	return lang.N("The clock stands still. {names} starts it, or the laptop.", "The clock stands still. {names} start it, or the laptop.").
		With("n", len(keepers), "names", lang.Names(keepers))
}

// winds are the buttons of the scorekeeper's phone for a clock.
func (v viewer) winds(runs bool) []Option {
	first := Option{Line: WindStart, Text: v.l.Say(lang.T("Start the clock"))}
	if runs {
		first = Option{Line: WindPause, Text: v.l.Say(lang.T("Pause"))}
	}
	return []Option{first, {Line: WindLess, Text: v.l.Say(lang.T("−30 seconds"))}, {Line: WindMore, Text: v.l.Say(lang.T("+30 seconds"))}}
}

// missing reports whether somebody at the table has no phone here yet.
func (v viewer) missing() bool {
	return len(v.scene.Table.Players) == 0 || slices.ContainsFunc(v.scene.Table.Players, func(n setup.Name) bool { return v.lobby.by(n) == nil })
}
