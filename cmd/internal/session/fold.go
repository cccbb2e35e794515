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

// A history holds the moments to which the lines of a game led. Only reading and writing its file adds to it.
type history struct {
	head    Head
	game    scoring.Game
	moments []*moment       // after each line: the first is that of the head
	states  []scoring.State // before each item of the last moment, and after all
}

// begin returns the history of a game that has only its head.
func begin(head Head, game scoring.Game, at time.Time) history {
	first := &moment{line: 1, by: Line{At: at}, mark: 1, put: 1, drafts: map[string]draft{}}
	return history{head, game, []*moment{first}, []scoring.State{nil}}
}

// Head returns the first line of the game's file.
func (h *history) Head() Head { return h.head }

// Game returns the game that is played.
func (h *history) Game() scoring.Game { return h.game }

// Items returns the events of the game as it stands. The first is the table, once that agreed.
func (h *history) Items() []Item { return h.last().items }

// State returns the game as it stands; nil as long as the table has not agreed.
func (h *history) State() scoring.State { return h.states[len(h.states)-1] }

// Before returns the game before an item; nil before the table, and if there is no such item.
func (h *history) Before(id int) scoring.State {
	if i := h.last().index(id); i >= 0 {
		return h.states[i]
	}
	return nil
}

// Table returns the table as it is now; the zero table before it agreed.
func (h *history) Table() setup.Table {
	if st := h.State(); st != nil {
		return scoring.Of(st).Table
	}
	return setup.Table{}
}

// Lines returns how many lines the file has.
func (h *history) Lines() int { return h.last().line }

// Mark returns the number of the last line that is no answer.
func (h *history) Mark() int { return h.last().mark }

// Place returns the number of the last line that is no answer, or that gave one of the first n answers about the next
// event, or about the table before there is any: the question after them is another one once it changes.
func (h *history) Place(n int) int {
	in := inNext
	if len(h.last().items) == 0 {
		in = inTable
	}
	lines := h.last().drafts[in].lines
	return slices.Max(append([]int{h.last().mark}, lines[:min(n, len(lines))]...))
}

func (h *history) last() *moment { return h.moments[len(h.moments)-1] }

// fold returns the states before each item, and after the last. Items at the beginning that stand so now are not folded again.
// If an item is refused, its place is returned with the states before it.
func (h *history) fold(items []Item) (states []scoring.State, at int, err error) {
	now := h.last().items
	same := 0
	for same < min(len(items), len(now), len(h.states)-1) && items[same].ID == now[same].ID {
		same++
	}
	states = append(states, h.states[:same+1]...)
	for i := same; i < len(items); i++ {
		next, err := h.apply(states[i], items[i].Event)
		if err != nil {
			return states, i, err
		}
		states = append(states, next)
	}
	return states, len(items), nil
}

// apply returns the state after an event. The table is the first one, and the only one of its kind.
func (h *history) apply(st scoring.State, e scoring.Event) (scoring.State, error) {
	t, table := e.(setup.Table)
	switch {
	case table && st == nil:
		return h.game.Begin(t)
	case table || st == nil:
		return nil, fault.New(lang.T("The table comes first, and once."))
	}
	return h.game.Apply(st, e)
}

// before returns the state before an item; for 0 that of now.
func (h *history) before(id int) scoring.State {
	if id == 0 {
		return h.State()
	}
	return h.Before(id)
}

// asks returns how an event is asked for; nil if nobody is.
func (h *history) asks(st scoring.State, e scoring.Event) question {
	if t, is := e.(setup.Table); is {
		return h.agree(t)
	}
	if !h.game.Asks(e) {
		return nil
	}
	return h.next(st, e)
}

func (h *history) agree(was setup.Table) question {
	return func(a ask.Asker) (scoring.Event, error) {
		t, err := h.game.Agree(a, was)
		if err != nil {
			return nil, err
		}
		_, err = h.game.Begin(t)
		return t, err
	}
}

// next asks for an event after a state. An event that the rules refuse is a fault of the last answer.
func (h *history) next(st scoring.State, was scoring.Event) question {
	return func(a ask.Asker) (scoring.Event, error) {
		e, err := h.game.Next(st, a, was)
		if err == nil && e != nil {
			_, err = h.game.Apply(st, e)
		}
		return e, err
	}
}
