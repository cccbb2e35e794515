package play

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/handbook"
	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// reveal gives phones and the board the game as it stands, and the window the colors of the people. At the end of the game
// they learn nothing before the laptop shows the result.
func (a *audience) reveal() {
	e, b := a.ev, a.ev.room.shared
	if marks := results.Marks(e.game.State()); marks != nil {
		e.room.Keys.Paint(marks.Painter(e.room.Print.Few))
	}
	if b == nil {
		return
	}
	g, now := e.game.Game(), e.game.State()
	s := phones.Scene{Name: g.Name, Menu: a.words()}
	if now == nil {
		b.Hub.Show(s)
		return
	}
	f := scoring.FrameOf(now)
	s.Table, s.Away, s.Begun = f.Table, f.Away, len(e.game.Items()) > 1 || e.game.Begun()
	s.Shut = fixed(e)
	v := e.view(e.end.told == e.game.Mark() && !e.end.aloud)
	v.book = e.book
	s.Board, s.Read, s.Held, s.Over = v.board, v.read, v.held, v.over || e.end.told > 0 && v.held
	s.Aloud = e.end.aloud
	s.New, a.happened = a.happened, false
	if !v.last.Empty() {
		s.Shown, s.Lines = fmt.Sprint(e.game.Head().ID, " ", v.mark), len(v.last.Parts())
		s.Past = !s.New && (e.game.Begun() || e.game.Items()[len(e.game.Items())-1].ID != v.mark)
		chosen := slices.ContainsFunc(v.tiles, func(t scoring.Tile) bool { return len(t.On) > 0 })
		s.Tiles, s.Brief = len(v.tiles) > 0, parts(now) > known || !chosen // with nobody's chips on them tiles are soon read
	}
	s.Marks = marked(results.Marks(now))
	if deals, does := now.(dealer); does {
		no := a.deal()
		s.Card = func(n setup.Name, l lang.Lang) *phones.CardDoc { return card(deals, n, no, l) }
	}
	b.Hub.Show(s)
}

// known is after how many turns a reveal is shorter: everybody knows how it goes.
const known = 9

// Marked returns the color and letter of people, as phones show them, in the order in which they came.
func Marked(names []string) map[string]phones.Mark { return marked(report.MarksOf(names)) }

func marked(all report.Marks) map[string]phones.Mark {
	out := map[string]phones.Mark{}
	for _, m := range all {
		out[m.Name] = phones.Mark{Letter: m.Letter, Color: m.Color, Ink: m.Ink}
	}
	return out
}

// words returns the menu for the phone that keeps the score.
func (a *audience) words() func(lang.Lang) []phones.Option {
	type word struct {
		id        string
		text, why lang.Text
	}
	var all []word
	for _, c := range commands() {
		if c.key != commands()[0].key {
			all = append(all, word{"?" + c.word, c.line(a.ev), c.bar(a.ev)})
		}
	}
	return func(l lang.Lang) (menu []phones.Option) {
		for _, w := range all {
			menu = append(menu, phones.Option{Line: w.id, Text: l.Say(w.text), Why: l.Say(w.why)})
		}
		return menu
	}
}

// A dealer is a state that deals cards to phones.
type dealer interface {
	Card(setup.Name) (text lang.Text, dealt bool) // the text of somebody's card
	Places() []lang.Text                          // that a card may name
}

// card returns the card that was dealt to somebody.
func card(d dealer, n setup.Name, no string, l lang.Lang) *phones.CardDoc {
	text, dealt := d.Card(n)
	if !dealt {
		return nil
	}
	c := &phones.CardDoc{Deal: no, Text: l.Say(text), Places: l.All(d.Places())}
	slices.SortFunc(c.Places, func(a, b string) int { return strings.Compare(lang.Plain(a), lang.Plain(b)) })
	return c
}

// deal returns a name for the cards that are dealt now; the next deal has another one.
func (a *audience) deal() string {
	return fmt.Sprint(a.ev.game.Head().ID, " ", parts(a.ev.game.State()))
}

// handOut shows their card at the laptop to those who have no phone here: once a round, and after resume once more.
func (a *audience) handOut() error {
	deals, does := a.ev.game.State().(dealer)
	if !does || a.dealt == a.deal() {
		return nil
	}
	b, laptop := a.ev.room.shared, *a.ev.room
	laptop.shared = nil // the card is no other phone's business
	for _, n := range a.ev.game.Table().Players {
		c := card(deals, n, "", a.ev.room.Lang)
		if c == nil {
			continue
		}
		a.dealt = a.deal()
		if b != nil && b.Hub.Knows(n) {
			continue
		}
		if b != nil {
			b.Hub.Rest()
		}
		page := setup.Confirm(lang.T("hide it again"))
		_, err := laptop.ask(ask.Question{Who: string(n), Secret: true, Text: lang.Literal(c.Text), Shape: page}, nil)
		if err == ask.Back { // they have looked
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// A view is a game as it stands, for phones. Nothing in it changes: requests look at it at any time.
type view struct {
	g      scoring.Game
	before scoring.State // the state before the last event; nil: nothing was told yet
	now    scoring.State
	was    scoring.State  // how the game stands for those who have not been told yet
	last   lang.Text      // the last sentence told
	tiles  []scoring.Tile // the same, as it lay on the table
	mark   session.ItemID // the item that it tells of
	paid   bool           // it paid points
	over   bool
	held   bool // it is over, and the laptop has not said so yet
	link   string
	book   func() (*handbook.Reference, error)
}

// view finds what was told last: it paid points, or turned something over. told says that the laptop has shown the result of
// a game that is over.
func (e *Evening) view(told bool) view {
	v := view{g: e.game.Game(), now: e.game.State()}
	items := e.game.Items()
	v.over = !v.g.Waits(v.now)
	after := v.now
	for _, it := range slices.Backward(items) {
		before := e.game.Before(it.ID)
		_, opens := it.Event.(scoring.Opener)
		if before != nil && (opens || parts(after) > parts(before)) {
			v.before, v.was, v.last, v.mark = before, before, v.g.Tell(before, it.Event), it.ID
			v.tiles = v.g.Reveal(before, it.Event)
			v.paid = parts(after) > parts(before)
			break
		}
		after = before
	}
	switch last := len(items) - 1; {
	case v.over && told:
		v.link = results.BGStats(v.g, v.now, e.game.Head().ID, items[last].At)
	case v.over && last > 0:
		v.over, v.held, v.was = false, true, e.game.Before(items[last].ID)
	}
	return v
}

func (v view) board(l lang.Lang) phones.Board {
	b := phones.Board{Game: l.Say(v.g.Name), Over: v.over, Link: v.link, Paid: v.paid, Where: results.Missing(l, v.g, v.now)}
	if v.over {
		b.Where = results.Outcome(l, v.g, v.now)
	}
	b.Rows, b.Mark = v.rows(results.Board(l, v.g, v.before, v.now)), v.g.Result(v.now).Mark
	if v.over {
		b.Chart, b.Most = results.Chart(l, v.g, v.now), results.Told(l, v.g, v.now)
	}
	if v.was != nil {
		b.Was = v.rows(results.Board(l, v.g, nil, v.was))
	}
	if v.before != nil {
		b.Told = l.All(v.last.Parts()) // one after the other
	}
	for _, t := range v.tiles {
		tile := phones.Tile{Face: l.Say(t.Face), Of: string(t.Of), Note: l.Say(t.Note), Last: t.Last}
		for _, row := range t.On {
			tile.On = append(tile.On, string(row))
		}
		b.Tiles = append(b.Tiles, tile)
	}
	return b
}

func (v view) rows(all []results.Standing) (rows []phones.Row) {
	for _, r := range all {
		rows = append(rows, phones.Row{
			Rank: r.Rank, Name: string(r.Row), Points: r.Points, Gain: r.Gain, Why: r.Why, Won: v.over && r.Won, Total: r.Total, Best: r.Best, Often: r.Often})
	}
	return rows
}

// read returns something to read for a phone: the reasons of all points, or the parts of the rules that some words find.
func (v view) read(what string, l lang.Lang) (it phones.Reading) {
	p, now := report.Printer{Plain: true, Lang: l}, v.now
	if v.held {
		now = v.was
	}
	const rules = "rules"
	what, words, _ := strings.Cut(what, " ")
	switch {
	case what == "why":
		return phones.Reading{Title: l.Say(lang.T("Every point and its reason")), Text: p.Text(results.Why(l, v.g, now))}
	case what != rules:
		return it
	}
	book, err := v.book()
	if err != nil { // a game without a reference
		return it
	}
	it = phones.Reading{Title: l.Say(v.g.Name), Find: rules}
	found := book.Entries(l, now, words)
	it.Text = p.Text(handbook.Doc(found))
	for _, e := range found {
		it.Parts = append(it.Parts, phones.Reading{Title: e.Title, Text: p.Text(handbook.Text(e))})
	}
	return it
}
