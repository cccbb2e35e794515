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
	d := Doc{Lang: string(l), Say: sentences(l), Me: string(g.Name), Board: h.show(l, g.Name), Clock: h.clockDoc(l, g)}
	for _, other := range []lang.Lang{lang.English, lang.Portuguese} {
		if other != l {
			d.Langs = append(d.Langs, Option{Line: string(other), Text: tongues[other]})
		}
	}
	if h.bye {
		d.Clock = nil
		d.Bye = l.Say(lang.T("The laptop has closed the table. It comes back by itself if the game goes on."))
	}
	if h.scene.Read != nil && h.scene.Begun {
		d.More = append(d.More, Option{Line: "why", Text: l.Say(lang.T("Every point and its reason"))})
	}
	if h.scene.Read != nil && (g.Name != "" || board) {
		d.More = append(d.More, Option{Line: "rules", Text: l.Say(lang.T("Rules"))})
	}
	if !board && g.Name == "" {
		d.New, d.Join, d.More = len(h.scene.Table.Players) == 0 || h.scene.Begun, h.free(), nil
		d.Board, d.Clock = Board{Game: d.Board.Game}, nil
		return d
	}
	h.tell(&d, g, board, l)
	if board || g.Keeps {
		d.Code = h.code()
	}
	if !h.bye {
		h.ask(&d, g, l)
	}
	return d
}

var tongues = map[lang.Lang]string{lang.English: "English", lang.Portuguese: "Português"}

// show returns the board as somebody sees it.
func (h *Hub) show(l lang.Lang, me setup.Name) Board {
	if h.scene.Board == nil {
		return Board{Game: l.Say(h.scene.Name)}
	}
	b, made := h.board[l]
	if !made {
		b = h.scene.Board(l)
		h.board[l] = b
	}
	b.Rows = slices.Clone(b.Rows)
	for i := range b.Rows {
		b.Rows[i].Me = h.isMe(b.Rows[i].Name, me)
	}
	return b
}

// isMe reports whether a row is somebody's, or that of their team.
func (h *Hub) isMe(row string, me setup.Name) bool {
	return row == string(me) || owns(h.scene.Table, me, ask.Question{Who: row})
}

// free returns the names at the table that have no phone.
func (h *Hub) free() (names []string) {
	for _, n := range h.scene.Table.Players {
		if h.lobby.by(n) == nil {
			names = append(names, string(n))
		}
	}
	return names
}

// tell adds what is told to a phone besides questions.
func (h *Hub) tell(d *Doc, g guest, board bool, l lang.Lang) {
	s := h.scene
	if !s.Begun || board {
		d.Here = h.here()
	}
	switch {
	case board:
	case len(s.Table.Players) == 0:
		d.Hello = l.All([]lang.Text{lang.T("Welcome, {name}!").With("name", g.Name), lang.T("The table says who plays, and then it begins.")})
	case !slices.Contains(s.Table.Players, g.Name):
		d.Hello = l.All([]lang.Text{lang.T("Welcome, {name}!").With("name", g.Name), lang.T("The laptop asks whether you join in.")})
	case !s.Begun:
		d.Hello = []string{l.Say(lang.T("Welcome, {name}! You play {game}.").With("name", g.Name, "game", s.Name))}
	}
	if s.Card != nil && g.Name != "" {
		d.Card = s.Card(g.Name, l)
	}
	if !d.Board.Over {
		return
	}
	for _, r := range d.Board.Rows {
		if r.Me {
			d.You, d.Total = ended(l, r), r.Total
		}
	}
	if d.Board.Link != "" && g.Name != "" {
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
func (h *Hub) here() (all []Person) {
	now := h.config.Now()
	for _, n := range h.scene.Table.Players {
		p := h.lobby.by(n)
		all = append(all, Person{Name: string(n), In: p != nil, Gone: p.asleep(now) || slices.Contains(h.scene.Away, n)})
	}
	for _, g := range h.lobby.guests {
		if g.Name != "" && !slices.Contains(h.scene.Table.Players, g.Name) {
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
func (h *Hub) code() *Code {
	if h.config.Host == "" || !h.missing() || h.bye {
		return nil
	}
	return &Code{Image: "code.png?" + h.lobby.Word[:4], Address: h.address()}
}

func (h *Hub) address() string { return "http://" + h.config.Host + "/" + h.lobby.Word }

// ask adds what is asked, of this phone and of others.
func (h *Hub) ask(d *Doc, g guest, l lang.Lang) {
	if g.Keeps && h.lead != nil {
		if w, is := h.lead.Asked[0].Shape.(ask.Watch); !is || w.Limit == 0 {
			d.Lead = lead(l, h.lead.no, h.lead.Group)
			if h.asked != nil && !h.asked.waits {
				d.Lead.Of = h.asked.no
			}
		}
		d.Keeps = true
		if h.scene.Menu != nil {
			d.Menu = h.scene.Menu(l)
		}
	}
	a := h.asked
	if a == nil || isWatch(a.Asked[0]) {
		return
	}
	for i, q := range a.Asked {
		switch {
		case a.Told || a.Sum > 0:
		case owns(h.scene.Table, g.Name, q):
			f := form(l, q, orElse(q.Own, orElse(q.Text, a.Text)))
			f.No, f.Quiet, f.Suggest, f.Notes, f.Grid = a.nos[i], a.Quiet, "", l.All(a.Notes), q.Final
			f.Final = q.Final
			d.Mine = append(d.Mine, f)
		case selfie(g.Name, q) && d.Lead == nil:
			me := Option{Line: string(g.Name), Text: l.Say(q.Own)}
			d.Mine = append(d.Mine, &Form{No: a.nos[i], Kind: "pick", Text: l.Say(orElse(q.Text, a.Text)), Options: []Option{me}, Notes: l.All(a.Notes)})
		}
	}
	h.others(d, a, l)
}

// others adds who else is asked, and what.
func (h *Hub) others(d *Doc, a *asked, l lang.Lang) {
	if len(d.Mine) == 0 && !a.Told {
		d.Notes = l.All(a.Notes)
	}
	open := slices.IndexFunc(a.Asked, func(q ask.Question) bool { return !q.In })
	if a.Quiet || open < 0 {
		open = 0
	}
	switch q := a.Asked[open]; {
	case a.Told:
		d.Now = l.Say(lang.T("Something earlier is put right."))
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
		if q.Who == "" || a.Quiet || a.Told || slices.ContainsFunc(d.Asked, func(p Person) bool { return p.Name == q.Who }) {
			continue
		}
		d.Asked = append(d.Asked, Person{Name: q.Who, In: q.In, Gone: h.away(q.Who)})
	}
}

// away reports whether somebody who is asked has a phone that has not been heard of for a while.
func (h *Hub) away(who string) bool {
	return h.lobby.by(setup.Name(who)).asleep(h.config.Now())
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
	"lost":     lang.T("No connection to the laptop. It is tried again and again."),
	"later":    lang.T("Not sent yet: it is tried again."),
	"gone":     lang.T("That is not asked any more."),
	"sure":     lang.T("Sure?"),
	"hold":     lang.T("Hold to see your card"),
	"holdown":  lang.T("Hold to see your answer"),
	"places":   lang.T("Strike out where it cannot be"),
	"handover": lang.T("Answer here"),
	"up":       lang.T("Time is up"),
}

// clockDoc returns the clock as a phone shows it. What the table alone decides is for whoever keeps the score.
func (h *Hub) clockDoc(l lang.Lang, g guest) *ClockDoc {
	a := h.asked
	if a == nil || h.clock == nil || !isWatch(a.Asked[0]) {
		return nil
	}
	q := a.Asked[0]
	w := q.Shape.(ask.Watch)
	c := &ClockDoc{No: a.nos[0], Text: l.Say(orElse(q.Text, a.Text)), Notes: l.All(a.Notes), Runs: h.clock.Runs, Left: h.clock.Left.Milliseconds()}
	if c.Runs {
		c.ends = h.clock.ends().UnixMilli()
		c.Left = max(0, c.ends-h.config.Now().UnixMilli())
	}
	if !seated(h.scene.Table, g.Name) {
		return c
	}
	for i, o := range options(l, w.Options) {
		if g.Keeps || !w.Options[i].Table {
			o.Final = true
			c.Options = append(c.Options, o)
		}
	}
	return c
}
