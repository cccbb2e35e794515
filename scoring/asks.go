package scoring

import (
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// What a game's state may say of itself besides the necessary, and what holds where it does not. This is the one
// place where a state is asked whether it does.

type (
	// stops is a game that the table's word ends in another way than any.
	stops interface{ Stop() State }
	// goesOn is a game in which a sheet may say that the table is still at it, whatever the rules say.
	goesOn interface{ GoOn() State }
	// comesAndGoes is a game in which something follows from who is away from now on, or that refuses it just now.
	comesAndGoes interface{ Here(Here) (State, error) }
)

// Rest returns what Tell leaves out of an event, in a few words, to be said where that was
// corrected; empty: nothing.
func (g Game) Rest(s State, e Event) (rest lang.Text) {
	if s, says := s.(interface{ Rest(Event) lang.Text }); says {
		rest = s.Rest(e)
	}
	return rest
}

// Where returns how far the game is, in a few words: the turn, the round and what lies
// open in it. Empty once it is over, unless a tie waits.
func (g Game) Where(s State) (where lang.Text) {
	own, says := s.(interface{ Where() lang.Text })
	switch {
	case IsOver(s) && s.Result().Needs == "":
	case g.settingUp(s):
		where = SettingUp
	case says:
		where = own.Where()
	}
	return where
}

// OnTable returns what lies open for everybody to see just now, a line each: who holds how many,
// a penalty that is in force, who may still accuse. Nothing that only some may know.
func (g Game) OnTable(s State) (lines []lang.Text) {
	if s, says := s.(interface{ OnTable() []lang.Text }); says {
		lines = s.OnTable()
	}
	return lines
}

// Turned returns what an event that comes next turns over, a line each, to be said one after the other in place of Tell: who
// voted for whom, and then what came of it. Nil where Tell says it all.
func (g Game) Turned(s State, e Event) (lines []lang.Text) {
	if s, says := s.(interface{ Turned(Event) []lang.Text }); says {
		lines = s.Turned(e)
	}
	return lines
}

// Pictures returns the ids of the pictures that people gave, by seat, "" for who gave none; nil
// where nobody did.
func (g Game) Pictures(s State) (ids []string) {
	if s, says := s.(interface{ Pictures() []string }); says {
		ids = s.Pictures()
	}
	return ids
}

// TakesPictures reports whether people are asked for pictures in a game.
func TakesPictures(s State) bool {
	_, takes := s.(interface{ Pictures() []string })
	return takes
}

// Count returns the counts of a game, of what its Tallies are, by seat; a count that is missing is 0.
func (g Game) Count(s State) []Count {
	if s, says := s.(interface{ Count() []Count }); says {
		return s.Count()
	}
	return Counts(len(s.frame().Table.Players))
}

// Between reports that nothing is under way: no round, no auction. Where a game says nothing to it every event
// stands for itself.
func (g Game) Between(s State) bool {
	if s, says := s.(interface{ Between() bool }); says {
		return s.Between()
	}
	return true
}

// NextFirst returns the seat that begins the next game at a table where this one came to s: of those who
// are still there, the one whose turn to begin it is; where the game says nothing, the one to the left of who began.
func (g Game) NextFirst(s State) int {
	f := s.frame()
	next := f.Table.First + 1
	if s, says := s.(interface{ BeginsNext() int }); says {
		next = s.BeginsNext()
	}
	return NextPresent(len(f.Table.Players), f.Away, next)
}

// Before returns the state before an event that happened already, as it is asked about once more: what was
// settled before the first question stands, be it by chance or by turns (who told the story, who dealt, which
// category it was), whatever was corrected before it since. e is nil where something forgotten is put in: that
// happened without the program, and nothing is drawn for it. A game without such things has nothing to say to it.
func Before(s State, e Event) State {
	if s, says := s.(interface{ Before(Event) State }); says {
		return s.Before(e)
	}
	return s
}

// Ending returns the event by which a table ends a game here: Stop, or one after which a game asks for what its
// result needs and the table knows. why is why it cannot be ended just now; empty where it can.
func Ending(s State) (e Event, why lang.Text) {
	if s, says := s.(interface{ Ending() (Event, lang.Text) }); says {
		return s.Ending()
	}
	return Stop{}, why
}

// Joining returns the question what somebody begins with who sat down late at a seat of a game under way, and the
// event that each of its options says; no options where the game has nothing to ask: they begin with nothing.
func Joining(s State, seat int) (h ask.Head, pick ask.Pick, options []Event) {
	if s, says := s.(interface {
		Joining(int) (ask.Head, ask.Pick, []Event)
	}); says {
		return s.Joining(seat)
	}
	return h, pick, nil
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

// Columns returns what a game counts besides seats, by name, in the order of its events' lists (the
// categories of a pad); nil where a game has no such thing.
func Columns(s State) []string {
	if s, says := s.(interface{ Columns() []string }); says {
		return s.Columns()
	}
	return nil
}
