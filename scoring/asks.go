package scoring

import (
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// What a state may say besides the necessary. A Frame has the usual answer to each of these, and a state has it from its Frame
// unless it has a method of its own; the compiler checks that such a method fits.
type maySay interface {
	// Where returns how far the game is, in a few words: the turn, the round and what lies open in it. It is not
	// asked before the first turn, nor once the game is over.
	Where() lang.Text
	// OnTable returns what lies open for everybody to see, a line each: how many gems each person holds, a penalty
	// that is in force, who may still accuse. It returns nothing that only some may know.
	OnTable() []lang.Text
	// Rest returns what Tell leaves out of an event, in a few words, to be said when it was corrected.
	Rest(Event) lang.Text
	// Turned returns what an event that comes next turns over, a line each, to be said one after the other in place
	// of Tell: who voted for whom, and then what came of it. Usually nil: Tell says it all.
	Turned(Event) []lang.Text
	// TakesPictures reports whether the game asks people for pictures.
	TakesPictures() bool
	// Pictures returns the ids of the pictures that people gave, by seat, "" for a person who gave none; nil if nobody did.
	Pictures() []string
	// Count returns what the Tallies of the game count, by seat; a count that is missing is 0.
	Count() []Count
	// Between reports that nothing is under way, no round and no auction. Usually every event stands for itself.
	Between() bool
	// BeginsNext returns the seat that begins the next game at this table, whether its person is there or not.
	// Usually the one to the left of the seat that began.
	BeginsNext() int
	// Ending returns the event by which the table ends the game here: usually Stop, or one after which the game asks for
	// what its result needs and the table knows. why says why it cannot be ended just now; empty if it can.
	Ending() (e Event, why lang.Text)
	// Joining returns the question what a person begins with who sat down late at a seat, and the event that each of
	// its options says. Usually there are no options: latecomers begin with nothing.
	Joining(seat int) (h ask.Head, pick ask.Pick, options []Event)
	// Columns returns what the game counts besides seats, by name, in the order of its events' lists (the
	// categories of a pad). Usually nil.
	Columns() []string
}

// The usual answers, as maySay has them.

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

// What a state may do with itself: a Frame has no answer to these, since it does not know the state that it is in.
type (
	// stops is a game that the table's word ends in another way than any.
	stops interface{ Stop() State }
	// goesOn is a game in which a sheet may say that the table is still at it, whatever the rules say.
	goesOn interface{ GoOn() State }
	// comesAndGoes is a game in which something follows from who is away from now on, or that refuses it just now.
	comesAndGoes interface{ Here(Here) (State, error) }
	// reopens is a game in which something was settled before the first question of an event.
	reopens interface{ Before(Event) State }
)

// Before returns the state before an event that happened already, as it is asked about once more: what was
// settled before the first question stands, be it by chance or by turns (who told the story, who dealt, which
// category it was), whatever was corrected before it since. e is nil where something forgotten is put in: that
// happened without the program, and nothing is drawn for it. A game without such things has nothing to say to it.
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

// NextFirst returns the seat that begins the next game at a table where this one came to s: of those who
// are still there, the one whose turn to begin it is.
func NextFirst(s State) int {
	f := s.frame()
	return NextPresent(len(f.Table.Players), f.Away, s.BeginsNext())
}

// Whole asks for what an option of Joining still lacks: the number that a table says.
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
