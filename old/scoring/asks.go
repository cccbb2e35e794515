package scoring

import (
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// maySay lists what a state may tell beyond the essentials. The Frame has a default for each, which a method of
// the state overrides; the compiler checks that its signature fits.
type maySay interface {
	// Where returns how far the game is, in a few words: the turn, the round and what is open in it. It is not
	// called before the first turn, nor once the game is over.
	Where() lang.Text
	// OnTable returns what everybody can see just now, a line each: gems in hand, a penalty in force, who may
	// still accuse. It reveals nothing that only some may know.
	OnTable() []lang.Text
	// Rest returns what Tell leaves out of an event, in a few words, for the report of a correction.
	Rest(Event) lang.Text
	// Turned returns what the next event reveals, a line each, to be read out one after the other in place of
	// Tell: each vote, and then what came of it. Nil if Tell says it all.
	Turned(Event) []lang.Text
	// TakesPictures reports whether the game asks people for pictures.
	TakesPictures() bool
	// Pictures returns the ids of people's pictures by seat, "" for a person without one; nil if there are none.
	Pictures() []string
	// Count returns the counts for the game's Tallies, by seat. A missing count is 0.
	Count() []Count
	// Between reports whether nothing is under way: no round, no auction. By default it is true after every event.
	Between() bool
	// BeginsNext returns the seat that begins the next game at this table, even if its person is away. By
	// default it is the one to the left of the seat that began.
	BeginsNext() int
	// Ending returns the event by which the table ends the game here: Stop, or one after which the game asks
	// for what its result needs. why says why the table cannot end it just now; empty if it can.
	Ending() (e Event, why lang.Text)
	// Joining returns the question what a person who sat down late begins with, and the event for each of its
	// options. Without options latecomers begin with nothing.
	Joining(seat int) (h ask.Head, pick ask.Pick, options []Event)
	// Columns returns the names of what the game counts besides seats, in the order of its events' lists (the
	// categories of a pad).
	Columns() []string
}

// The defaults.

func (f Frame) Where() (where lang.Text)                            { return where }
func (f Frame) OnTable() []lang.Text                                { return nil }
func (f Frame) Rest(Event) (rest lang.Text)                         { return rest }
func (f Frame) Turned(Event) []lang.Text                            { return nil }
func (f Frame) TakesPictures() bool                                 { return false }
func (f Frame) Pictures() []string                                  { return nil }
func (f Frame) Count() []Count                                      { return Counts(len(f.Table.Players)) }
func (f Frame) Between() bool                                       { return true }
func (f Frame) BeginsNext() int                                     { return f.Table.First + 1 }
func (f Frame) Ending() (e Event, why lang.Text)                    { return Stop{}, why }
func (f Frame) Joining(int) (h ask.Head, pick ask.Pick, es []Event) { return h, pick, nil }
func (f Frame) Columns() []string                                   { return nil }

// Abilities that have no default: a Frame does not know the state around it.
type (
	// stops is a game with its own way to end at the table's word.
	stops interface{ Stop() State }
	// goesOn is a game in which a sheet may say that it is still going, whatever the rules say.
	goesOn interface{ GoOn() State }
	// comesAndGoes is a game that reacts to a change of who is away, or refuses it just now.
	comesAndGoes interface{ Here(Here) (State, error) }
	// reopens is a game that settles something before the first question about an event.
	reopens interface{ Before(Event) State }
)

// Before returns the state for asking once more about an event that has happened. What was settled before
// its first question, by chance or by turns (who told the story, who dealt, which category it was), stays
// as it was, whatever has been corrected before it since. e is nil when a forgotten event is put in: that
// one happened without the program, so nothing is drawn for it.
func Before(s State, e Event) State {
	if s, says := s.(reopens); says {
		return s.Before(e)
	}
	return s
}

// Where returns how far the game is, in a few words. Empty once it is over, unless a tie waits.
func (g Game) Where(s State) (where lang.Text) {
	switch {
	case IsOver(s) && s.Result().Needs == "":
	case g.settingUp(s):
		where = SettingUp
	default:
		where = s.Where()
	}
	return where
}

// NextFirst returns the seat that begins the next game at a table where this one came to s: the seat whose
// turn it is, or the next one to its left whose person is there.
func NextFirst(s State) int {
	f := s.frame()
	return NextPresent(len(f.Table.Players), f.Away, s.BeginsNext())
}

// Whole asks for what an option of Joining still needs: a number that the table says.
func Whole(e Event, a ask.Asker) (Event, error) {
	if e, lacks := e.(interface {
		Whole(ask.Asker) (Event, error)
	}); lacks {
		return e.Whole(a)
	}
	return e, nil
}

// Away returns the seats that are away from now on, ascending.
func Away(s State) []int { return Ascending(s.frame().Away) }
