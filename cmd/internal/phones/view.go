package phones

import (
	"slices"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// view returns what a phone shows. Nothing else decides who sees what; the board is the view of a guest without a name.
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
	d := Doc{Lang: string(l), Say: sentences(l), Me: string(v.Name), Board: v.standings(), Clock: v.watch()}
	for _, other := range []lang.Lang{lang.English, lang.Portuguese} {
		if other != l {
			d.Langs = append(d.Langs, Option{Line: string(other), Text: tongues[other]})
		}
	}
	if v.bye {
		d.Clock = nil
		d.Bye = l.Say(lang.T("The laptop has closed the table. It comes back by itself if the game goes on."))
	}
	if v.scene.Read != nil && len(d.Board.Told) > 0 {
		d.More = append(d.More, Option{Line: "why", Text: l.Say(lang.T("Every point and its reason"))})
	}
	if v.scene.Read != nil && (v.Name != "" || v.board) {
		d.More = append(d.More, Option{Line: "rules", Text: l.Say(lang.T("Rules"))})
	}
	if !v.board && v.Name == "" {
		d.New, d.Join, d.More = len(v.scene.Table.Players) == 0 || v.scene.Begun, v.free(), nil
		d.Board, d.Clock = Board{Game: d.Board.Game}, nil
		return d
	}
	v.tell(&d)
	if v.board || v.Keeps {
		d.Code = v.code()
	}
	if !v.bye {
		v.ask(&d)
	}
	return d
}

var tongues = map[lang.Lang]string{lang.English: "English", lang.Portuguese: "Português"}

// standings returns how the game stands as somebody sees it: their row, or that of their team, is theirs.
func (v viewer) standings() Board {
	if v.scene.Board == nil {
		return Board{Game: v.l.Say(v.scene.Name)}
	}
	b, made := v.boards[v.l]
	if !made {
		b = v.scene.Board(v.l)
		v.boards[v.l] = b
	}
	b.Rows = slices.Clone(b.Rows)
	for i, r := range b.Rows {
		b.Rows[i].Me = r.Name == string(v.Name) || owns(v.scene.Table, v.Name, ask.Question{Who: r.Name})
	}
	return b
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

// tell adds what is told to a phone besides questions.
func (v viewer) tell(d *Doc) {
	s, l := v.scene, v.l
	if !s.Begun {
		d.Here = v.here()
	}
	switch {
	case v.board:
	case len(s.Table.Players) == 0:
		d.Hello = l.All([]lang.Text{lang.T("Welcome, {name}!").With("name", v.Name), lang.T("The table says who plays, and then it begins.")})
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
	for _, r := range d.Board.Rows {
		if r.Me {
			d.You, d.Total = ended(l, r), r.Total
		}
	}
	if d.Board.Link != "" && v.Name != "" {
		d.More = append(d.More, Option{Text: l.Say(lang.T("Keep it in BG Stats")), Href: d.Board.Link})
	}
}

// places say how it ended for somebody.
var places = []lang.Text{
	{}, lang.T("You came first"), lang.T("You came second"), lang.T("You came third"), lang.T("You came fourth"), lang.T("You came fifth"),
}

func ended(l lang.Lang, r Row) string {
	switch {
	case r.Won:
		return l.Say(lang.T("You win!"))
	case r.Rank > 0 && r.Rank < len(places):
		return l.Say(places[r.Rank])
	}
	return l.Say(lang.T("You came in place {n}").With("n", r.Rank))
}

// here returns who is at the table: as it sits, before that as phones came.
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
	return &Code{Image: "code.png?" + v.lobby.Word[:4], Address: v.lobby.address()}
}

// ask adds what is asked, of this phone and of others.
func (v viewer) ask(d *Doc) {
	l := v.l
	if v.Keeps && v.lead != nil {
		if w, is := v.lead.Asked[0].Shape.(ask.Watch); !is || w.Limit == 0 {
			d.Lead = lead(l, v.lead.no, v.lead.Group)
			if v.laid != nil && !v.laid.waits {
				d.Lead.Of = v.laid.no
			}
		}
		if v.scene.Menu != nil {
			d.Menu = v.scene.Menu(l)
		}
	}
	a := v.laid
	if a == nil || isWatch(a.Asked[0]) {
		return
	}
	for i, q := range a.Asked {
		switch {
		case a.Told || a.Sum > 0:
		case owns(v.scene.Table, v.Name, q):
			f := form(l, q, orElse(q.Own, orElse(q.Text, a.Text)))
			f.No, f.Suggest, f.Notes, f.Grid = a.nos[i], "", l.All(a.Notes), q.Final
			f.Final, f.Keys = q.Final, options(l, personal(q.Keys, v.Name, false))
			d.Mine = append(d.Mine, f)
		case selfie(v.Name, q) && d.Lead == nil:
			me := Option{Line: string(v.Name), Text: l.Say(q.Own)}
			d.Mine = append(d.Mine, &Form{No: a.nos[i], Kind: "pick", Text: l.Say(orElse(q.Text, a.Text)), Options: []Option{me}, Notes: l.All(a.Notes)})
		}
	}
	v.others(d, a)
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

// others adds who else is asked, and what.
func (v viewer) others(d *Doc, a *laid) {
	l := v.l
	if len(d.Mine) == 0 && !a.Told {
		d.Notes = l.All(a.Notes)
	}
	open := slices.IndexFunc(a.Asked, func(q ask.Question) bool { return !q.In })
	if open < 0 {
		open = 0
	}
	switch q := a.Asked[open]; {
	case a.Told:
		d.Now = l.Say(lang.T("Something earlier is being corrected."))
	case len(d.Mine) > 0 && !d.Mine[0].In:
	case !q.Rest.Empty():
		d.Now = l.Say(q.Rest)
	case !q.Secret:
		d.Now = l.Say(orElse(q.Text, a.Text))
		if len(a.Asked) > 1 {
			d.Now = l.Say(orElse(a.Text, q.Text))
		}
	}
	for _, q := range a.Asked {
		if q.Who == "" || a.Told || slices.ContainsFunc(d.Asked, func(p Person) bool { return p.Name == q.Who }) {
			continue
		}
		d.Asked = append(d.Asked, Person{Name: q.Who, In: q.In, Gone: v.away(q.Who)})
	}
}

// away reports whether somebody who is asked has a phone that has not been heard of for a while.
func (v viewer) away(who string) bool {
	return v.lobby.by(setup.Name(who)).asleep(v.config.Now())
}

// sentences returns what the page says by itself.
func sentences(l lang.Lang) map[string]string {
	out := map[string]string{}
	for word, t := range words {
		out[word] = l.Say(t)
	}
	return out
}

var words = map[string]lang.Text{
	"who":      lang.T("Who are you?"),
	"nonames":  lang.T("Everybody at the table has a phone."),
	"new":      lang.T("Another name"),
	"send":     lang.T("Send"),
	"none":     lang.T("Nothing"),
	"change":   lang.T("Change it"),
	"in":       lang.T("✓ In"),
	"back":     lang.T("Back"),
	"menu":     lang.T("Menu"),
	"close":    lang.T("Close"),
	"more":     lang.T("More"),
	"notme":    lang.T("This is not my name"),
	"here":     lang.T("At the table"),
	"lost":     lang.T("No connection to the laptop. It is tried again and again. If the laptop is in another network now, scan the code on it: its menu shows it, ? f"),
	"later":    lang.T("Not sent yet: it is tried again."),
	"gone":     lang.T("Too late: that is not asked any more."),
	"sure":     lang.T("Sure?"),
	"hold":     lang.T("Hold to see your card"),
	"holdown":  lang.T("Hold to see your answer"),
	"places":   lang.T("Strike out where it cannot be"),
	"handover": lang.T("Answer here"),
	"up":       lang.T("Time is up"),
}

// watch returns the clock as a phone shows it. What the table alone decides is for whoever keeps the score.
func (v viewer) watch() *ClockDoc {
	a := v.laid
	if a == nil || v.clock == nil || !isWatch(a.Asked[0]) {
		return nil
	}
	q := a.Asked[0]
	w := q.Shape.(ask.Watch)
	c := &ClockDoc{No: a.nos[0], Text: v.l.Say(orElse(q.Text, a.Text)), Notes: v.l.All(a.Notes), Runs: v.clock.Runs, Left: v.clock.Left.Milliseconds()}
	if c.Runs {
		c.ends = v.clock.ends().UnixMilli()
	}
	if c.Left = v.clock.left(v.config.Now()).Milliseconds(); c.Left == 0 || !seated(v.scene.Table, v.Name) {
		return c
	}
	c.Options = options(v.l, personal(w.Options, v.Name, v.Keeps))
	for i := range c.Options {
		c.Options[i].Final = true
	}
	return c
}
