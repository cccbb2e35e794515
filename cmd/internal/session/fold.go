package session

import (
	"slices"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A timeline holds the moments to which the lines of a game led. Only reading and writing its file adds to it.
type timeline struct {
	head    Head
	game    scoring.Game
	moments []*moment       // after each line: the first is that of the head
	states  []scoring.State // before each item of the last moment, and after all
}

// begin returns the timeline of a game that has only its head.
func begin(head Head, game scoring.Game, at time.Time) timeline {
	first := &moment{line: 1, by: Line{At: at}, mark: 1, itemsSince: 1, drafts: map[string]draft{}}
	return timeline{head, game, []*moment{first}, []scoring.State{nil}}
}

// Head returns the first line of the game's file.
func (tl *timeline) Head() Head { return tl.head }

// Game returns the game that is played.
func (tl *timeline) Game() scoring.Game { return tl.game }

// Items returns the events of the game as it stands. The first is the table, once that agreed.
func (tl *timeline) Items() []Item { return tl.last().items }

// State returns the game as it stands; nil as long as the table has not agreed.
func (tl *timeline) State() scoring.State { return tl.states[len(tl.states)-1] }

// Before returns the game before an item; nil before the table, and if there is no such item.
func (tl *timeline) Before(id ItemID) scoring.State {
	if i := tl.last().index(id); i >= 0 {
		return tl.states[i]
	}
	return nil
}

// Table returns the table as it is now; the zero table before it agreed.
func (tl *timeline) Table() setup.Table {
	if st := tl.State(); st != nil {
		return scoring.FrameOf(st).Table
	}
	return setup.Table{}
}

// Lines returns how many lines the file has.
func (tl *timeline) Lines() int { return int(tl.last().line) }

// Mark returns the number of the last line that is no answer.
func (tl *timeline) Mark() LineNo { return tl.last().mark }

// Place returns the number of the last line that is no answer, or that gave one of the first n answers about the next
// event, or about the table before there is any: the question after them is another one once it changes.
func (tl *timeline) Place(n int) LineNo {
	in := inNext
	if len(tl.last().items) == 0 {
		in = inTable
	}
	lines := tl.last().drafts[in].lines
	return slices.Max(append([]LineNo{tl.last().mark}, lines[:min(n, len(lines))]...))
}

func (tl *timeline) last() *moment { return tl.moments[len(tl.moments)-1] }

// fold returns the states before each item, and after the last. Items at the beginning that are as they are now are not
// folded again. If an item is refused, fold returns its place and the states before it.
func (tl *timeline) fold(items []Item) (states []scoring.State, at int, err error) {
	now := tl.last().items
	// An item changes under its ID by another name alone, so the states before the first item that differs can stay.
	same := 0
	for same < min(len(items), len(now), len(tl.states)-1) && items[same].ID == now[same].ID && items[same].renamedIn == now[same].renamedIn {
		same++
	}
	states = append(states, tl.states[:same+1]...)
	for i := same; i < len(items); i++ {
		next, err := tl.play(states[i], items[i])
		if err != nil {
			return states, i, err
		}
		states = append(states, next)
	}
	return states, len(items), nil
}

// play returns the state after an item. An item that only changes names changes no state: the new names stand in all items
// before it already.
func (tl *timeline) play(st scoring.State, it Item) (scoring.State, error) {
	if it.renames {
		return st, nil
	}
	return tl.apply(st, it.Event)
}

// apply returns the state after an event. The table is the first one, and the only one of its kind.
func (tl *timeline) apply(st scoring.State, e scoring.Event) (scoring.State, error) {
	t, table := e.(setup.Table)
	switch {
	case table && st == nil:
		return tl.game.Begin(t)
	case table || st == nil:
		return nil, fault.New(lang.T("The table comes first, and once."))
	}
	return tl.game.Apply(st, e)
}

// before returns the state before an item; for 0 that of now.
func (tl *timeline) before(id ItemID) scoring.State {
	if id == 0 {
		return tl.State()
	}
	return tl.Before(id)
}

// asks returns the question that asks for an event; nil if nobody is asked for such an event.
func (tl *timeline) asks(st scoring.State, e scoring.Event) question {
	if t, is := e.(setup.Table); is {
		return tl.agree(t)
	}
	if !tl.game.Asks(e) {
		return nil
	}
	return tl.next(st, e)
}

func (tl *timeline) agree(was setup.Table) question {
	return func(a ask.Asker) (scoring.Event, error) {
		t, err := tl.game.Agree(a, was)
		if err != nil {
			return nil, err
		}
		_, err = tl.game.Begin(t)
		return t, err
	}
}

// next asks for an event after a state. An event that the rules refuse is a fault of the last answer.
func (tl *timeline) next(st scoring.State, was scoring.Event) question {
	return func(a ask.Asker) (scoring.Event, error) {
		e, err := tl.game.Next(st, a, was)
		if err == nil && e != nil {
			_, err = tl.game.Apply(st, e)
		}
		return e, err
	}
}
