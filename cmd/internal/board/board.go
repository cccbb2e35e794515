// Package board makes the view of a game that phones and the board show: its rows, its last turn, all reasons, and rules to
// read. It asks nothing, and changes nothing.
package board

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/handbook"
	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)

// A View is a game as it stands. Nothing in it changes: phones look at it at any time.
type View struct {
	Last  lang.Text      // the last sentence told
	Tiles []scoring.Tile // the same, as it lay on the table
	Mark  session.ItemID // the item that it tells of
	Over  bool
	Held  bool                                // it is over, and the laptop has not said so yet
	Book  func() (*handbook.Reference, error) // the rules to read

	g      scoring.Game
	before scoring.State // the state before the last event; nil: nothing was told yet
	now    scoring.State
	was    scoring.State // how the game stands for those who have not been told yet
	paid   bool          // the last event paid points
	link   string
}

// Of returns a view of a game. Its last turn is the last event that paid points or turned something over. told says that the
// laptop has shown the result of a game that is over.
func Of(game *session.Session, told bool) View {
	v := View{g: game.Game(), now: game.State()}
	items := game.Items()
	v.Over = !v.g.Waits(v.now)
	after := v.now
	for _, it := range slices.Backward(items) {
		before := game.Before(it.ID)
		_, opens := it.Event.(scoring.Opener)
		if before != nil && (opens || parts(after) > parts(before)) {
			v.before, v.was, v.Last, v.Mark = before, before, v.g.Tell(before, it.Event), it.ID
			v.Tiles = v.g.Reveal(before, it.Event)
			v.paid = parts(after) > parts(before)
			break
		}
		after = before
	}
	switch last := len(items) - 1; {
	case v.Over && told:
		v.link = results.BGStats(v.g, v.now, game.Head().ID, items[last].At)
	case v.Over && last > 0:
		v.Over, v.Held, v.was = false, true, game.Before(items[last].ID)
	}
	return v
}

// Board returns the board in a language.
func (v View) Board(l lang.Lang) phones.Board {
	b := phones.Board{Game: l.Say(v.g.Name), Over: v.Over, Link: v.link, Paid: v.paid, Where: results.Missing(l, v.g, v.now)}
	if v.Over {
		b.Where = results.Outcome(l, v.g, v.now)
	}
	b.Rows, b.Mark = v.rows(results.Board(l, v.g, v.before, v.now)), v.g.Result(v.now).Mark
	if v.Over {
		b.Chart, b.Most = results.Chart(l, v.g, v.now), results.Told(l, v.g, v.now)
	}
	if v.was != nil {
		b.Was = v.rows(results.Board(l, v.g, nil, v.was))
	}
	if v.before != nil {
		b.Told = l.All(v.Last.Parts()) // one after the other
	}
	for _, t := range v.Tiles {
		tile := phones.Tile{Face: l.Say(t.Face), Of: string(t.Of), Note: l.Say(t.Note), Last: t.Last, Late: t.Late}
		for _, row := range t.On {
			tile.On = append(tile.On, string(row))
		}
		b.Tiles = append(b.Tiles, tile)
	}
	return b
}

func (v View) rows(all []results.Standing) (rows []phones.Row) {
	for _, r := range all {
		rows = append(rows, phones.Row{
			Rank: r.Rank, Name: string(r.Row), Points: r.Points, Gain: r.Gain, Why: r.Why, Won: v.Over && r.Won, Total: r.Total, Best: r.Best, Often: r.Often})
	}
	return rows
}

// Read returns something to read for a phone: the reasons of all points, or the parts of the rules that some words find.
func (v View) Read(what string, l lang.Lang) (it phones.Reading) {
	p, now := report.Printer{Plain: true, Lang: l}, v.now
	if v.Held {
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
	book, err := v.Book()
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

// A Dealer is a state that deals cards to phones.
type Dealer interface {
	Card(setup.Name) (text lang.Text, dealt bool) // the text of somebody's card
	Places() []lang.Text                          // that a card may name
}

// Card returns the card that was dealt to somebody, or nil. no is the name of the deal.
func Card(d Dealer, n setup.Name, no string, l lang.Lang) *phones.CardDoc {
	text, dealt := d.Card(n)
	if !dealt {
		return nil
	}
	c := &phones.CardDoc{Deal: no, Text: l.Say(text), Places: l.All(d.Places())}
	slices.SortFunc(c.Places, func(a, b string) int { return strings.Compare(lang.Plain(a), lang.Plain(b)) })
	return c
}

// Marked returns the color and letter of people, as phones show them, in the order in which they came.
func Marked(names []string) map[string]phones.Mark { return Marks(report.MarksOf(names)) }

// Marks returns the color and letter of people as phones show them.
func Marks(all report.Marks) map[string]phones.Mark {
	out := map[string]phones.Mark{}
	for _, m := range all {
		out[m.Name] = phones.Mark{Letter: m.Letter, Color: m.Color, Ink: m.Ink}
	}
	return out
}

// parts returns how many pieces of a game have paid.
func parts(st scoring.State) int { return len(scoring.FrameOf(st).Parts) }
