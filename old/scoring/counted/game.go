package counted

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

var (
	fixedAll    = lang.Msg("counted.fixed", "Categories are counted at the end, once for everybody who began: enter 0 for anyone who has gone. To play with other people, begin another game.")
	fixedNumber = lang.Msg("counted.fixed-number", "This game counts by how many people began. To play with other people, begin another game.")
	fixedNobody = lang.Msg("counted.fixed-nobody", "The entry of a round does not say who played it. To play with other people, begin another game.")
	whoDeals    = lang.Msg("counted.who-deals", "Who deals first?")
	onward      = lang.Msg("counted.onward", "Again, and {name} deals first")
	allReady    = lang.Msg("counted.all-ready", "Everything is ready.")
)

// Events lists the kinds of events in a counted game.
var Events = slices.Concat(scoring.Kinds(Round{}, Category{}, Person{}, Start{}, Counting{}, Won{}), scoring.Late(Running{}, Asked{}))

// Game returns the game that a file describes.
func (f *File) Game() scoring.Game {
	g := scoring.Game{
		ID: f.ID, Name: f.Name, MinPlayers: f.Players.Lo, MaxPlayers: f.Players.Hi,
		Texts: Texts, Handbook: book{f}, Views: []scoring.View{scoring.Summary, scoring.Chart},
		New:    f.Begin,
		Events: Events,
		Fixed:  f.Fixed, Reseat: Reseat, Read: f.read,
	}
	if f.Deals {
		g.First, g.Onward = whoDeals, onward
	}
	if f.Setup != nil {
		g.Options = []setup.Option{setup.Checklist}
		g.Setup = setup.Laying{Lay: f.lay, Walk: f.walk}
	}
	return scoring.Define[State](g)
}

// Fixed returns why nobody may come or go. People may, between two rounds, if nothing depends on how many they are.
func (f *File) Fixed(setup.Table) lang.Text {
	switch {
	case !f.Counts():
	case f.EachRound == nil:
		return fixedAll
	case f.varies():
		return fixedNumber
	case !slices.ContainsFunc(f.EachRound, Field.names):
		return fixedNobody
	}
	return lang.Text{}
}

// varies reports whether any count depends on the number of people.
func (f *File) varies() bool {
	varies := f.Start.Varies() || f.Ends.N.Varies()
	for _, field := range slices.Concat(f.EachRound, f.AtEnd) {
		varies = varies || field.Sum.Varies() || field.Most.Varies() || field.Least.Varies()
	}
	return varies
}

// steps returns the checklist for a table.
func (f *File) steps(t setup.Table) (all []setup.Step) {
	people := len(t.Players)
	for _, l := range f.Setup {
		if people < l.For.Lo || people > l.For.Hi {
			continue
		}
		if n, there := l.N[people]; there {
			l.Do = l.Do.With("n", n)
		}
		all = append(all, setup.Step{Text: l.Do})
	}
	return all
}

// lay returns what a table lays out.
func (f *File) lay(t setup.Table, _ ask.Asker) (setup.Layout, error) {
	facts := struct {
		Players int `json:"players"`
	}{len(t.Players)}
	return setup.Layout{Facts: facts, Steps: f.steps(t)}, nil
}

// walk shows the checklist to a table that is about to play.
func (f *File) walk(a ask.Asker, t setup.Table) error {
	return setup.Walk(a, t, "counted.", f.steps(t), allReady)
}

// Reseat returns an event for people in other seats. People who are new count as away in earlier rounds.
func Reseat(e scoring.Event, _, now setup.Table, to []int) scoring.Event {
	w := scoring.Seating{To: to, Seats: len(now.Players)}
	rows := func(rows [][]int) [][]int {
		rows = scoring.BySeat(w, rows, nil)
		for i, row := range rows {
			rows[i] = slices.Clone(row)
		}
		return rows
	}
	switch e := e.(type) {
	case Round:
		told := slices.Clone(e.Told)
		for i := range told {
			told[i] = rows(told[i])
		}
		return Round{scoring.BySeat(w, e.Points, 0), w.Away(e.Away), told}
	case Category:
		return Category{e.Category, scoring.BySeat(w, e.Points, 0), rows(e.Told)}
	case Person:
		return Person{w.Seat(e.Seat), slices.Clone(e.Points)}
	case Start:
		e.Seat = w.Seat(e.Seat)
		return e
	case Running:
		return Running{w.Still(e.In), w.Still(e.Out)} // people who are gone are dropped
	case Asked:
		return Asked{e.Tie, rows(e.Told)}
	case Won:
		return Won{w.Still(e.Winners)}
	}
	return e
}
