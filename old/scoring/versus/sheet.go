package versus

import (
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/internal/sheet"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/versus"
)

func read(o *sheet.Object, t *setup.Table) (events []scoring.Located) {
	for i, it := range o.Get("events").List(0, sheet.MaxInt) {
		e := it.Object()
		events = append(events, scoring.Located{Event: readEvent(e, t.Players), At: []string{"events", fault.Index(i)}})
		e.Done()
	}
	return events
}

func readEvent(o *sheet.Object, names []string) scoring.Event {
	switch o.Get("type").OneOf(Slap{}.Kind(), WrongSlap{}.Kind(), Amulet{}.Kind()) {
	case Slap{}.Kind():
		return Slap{
			By: scoring.Seat(o.Get("by"), names), Gives: scoring.Seat(o.Get("gives"), names),
			Out: scoring.Seats(o, "out", names),
		}
	case WrongSlap{}.Kind():
		return WrongSlap{
			By:      scoring.Seat(o.Get("by"), names),
			Penalty: Penalty(o.Get("penalty").OneOf(string(HandBehindBack), string(EyeClosed), string(CardsForEveryone), string(TwoInARow))),
		}
	}
	return Amulet{}
}

// The game's own part of a sheet, with the keys in the contract's order.
type (
	written struct {
		Events []writtenEvent `json:"events"`
		Setup  *writtenSetup  `json:"setup,omitempty"`
	}
	writtenEvent struct {
		Type    string   `json:"type"`
		By      string   `json:"by,omitempty"`
		Gives   string   `json:"gives,omitempty"`
		Out     []string `json:"out,omitempty"`
		Penalty Penalty  `json:"penalty,omitempty"`
	}
	writtenSetup struct {
		Dealer    string `json:"dealer"`
		CardsEach []int  `json:"cards_each"`
	}
)

// Write fills the game's own part of a sheet. The dealer and the deal are in it only if the table was laid with
// the program.
func (s State) Write(func(lang.Text) string) any {
	t := s.Table
	w := written{Events: []writtenEvent{}}
	if !t.Played() {
		w.Setup = &writtenSetup{t.Players[t.First], lay.Lay(t).CardsEach}
	}
	for _, e := range s.events.All() {
		line := writtenEvent{Type: e.Kind()}
		switch e := e.(type) {
		case Slap:
			line.By, line.Gives = t.Players[e.By], t.Players[e.Gives]
			line.Out = setup.Named(t.Players, e.Out)
		case WrongSlap:
			line.By, line.Penalty = t.Players[e.By], e.Penalty
		}
		w.Events = append(w.Events, line)
	}
	return w
}
