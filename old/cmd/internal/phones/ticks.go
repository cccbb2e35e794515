package phones

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A list that the table works through is on all phones. Anybody ticks what is done, and the laptop, whose Enter ends
// the list, shows what is left. A tick is saved like a part of a line, so it survives an aside and a restart.

var tickedOff = lang.Msg("phones.ticked", "Ticked on phones: {n} of {all}")

// A noteView is one line of such a list.
type noteView struct {
	No, Text string // No is "" if the line cannot be ticked
	Done     bool
}

// ticks returns for each note its number, if it can be ticked, and whether it is. It returns nil if q is no such list.
func (h *Hub) ticks(q ask.Question) (all []noteView) {
	steps := ask.As[ask.Show](q).Steps
	if len(steps) == 0 {
		return nil
	}
	lines := make([]string, len(steps))
	for k, o := range steps {
		lines[k] = o.String()
	}
	for _, note := range q.Notes {
		one := noteView{}
		if k := slices.Index(lines, note.String()); k >= 0 {
			one.No = h.unguessed("tick|", q.Place, "|", q.ID, "|", k)
			one.Done = slices.ContainsFunc(h.Lobby.e.Parts, func(p Part) bool { return p.No == one.No })
		}
		all = append(all, one)
	}
	return all
}

// tick ticks a line of the open list, or unticks it.
func (h *Hub) tick(g Guest, no string, done bool) error {
	e := &h.Lobby.e
	return h.Lobby.change(func() error {
		q, open := h.publicQuestion()
		all := h.ticks(q)
		if !open || no == "" || len(g.seats(h.Lobby.names)) == 0 || !slices.ContainsFunc(all, func(n noteView) bool { return n.No == no }) {
			return errGone
		}
		e.Parts = slices.DeleteFunc(e.Parts, func(p Part) bool {
			return p.No == no || !slices.ContainsFunc(all, func(n noteView) bool { return n.No == p.No })
		})
		if done {
			e.Parts = append(e.Parts, Part{No: no})
		}
		return nil
	})
}

// left returns a list as the laptop shows it, and how many lines it leaves out because they are ticked. Where questions
// are printed as lines (covers is false), it is shown anew only once all lines are ticked.
func (h *Hub) left(q ask.Question, covers bool) (_ ask.Question, done int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var rest []lang.Text
	for i, n := range h.ticks(q) {
		if n.Done {
			done++
		} else {
			rest = append(rest, q.Notes[i])
		}
	}
	all := len(ask.As[ask.Show](q).Steps)
	if done == 0 || !covers && done < all {
		return q, 0
	}
	q.Notes = append(rest, tickedOff.With("n", done, "all", all))
	return q, done
}
