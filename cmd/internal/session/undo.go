package session

import (
	"slices"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Step holds the answers, the event or the change of several events that an undo would take back, or a redo bring back.
type Step struct {
	In      string      // the dialog that Answers belong to, or that ended
	Answers []ask.Entry // some may be secret
	Items   []Item      // events put in
	Dropped []Item      // events taken out
}

var (
	errUndo error = &fault.Failed{Say: lang.T("There is nothing to undo yet.")}
	errRedo error = &fault.Failed{Say: lang.T("There is nothing to redo.")}
)

// Undo takes back the last answer, event or change; an event goes with its answers, as far as nothing came in their
// middle. Redo brings back what was taken back last. The table, once it agreed, is not taken back.
func (s *Session) Undo() error {
	to := s.last().undo
	if to == 0 {
		return errUndo
	}
	return s.write(Line{Undo: to})
}

// Redo brings back what was taken back last, as long as nothing else was done since.
func (s *Session) Redo() error {
	to := s.last().redo
	if to == 0 {
		return errRedo
	}
	return s.write(Line{Redo: to})
}

// ToUndo returns the step that Undo would take back; false if there is none.
func (s *Session) ToUndo() (Step, bool) { return s.step(s.last().undo, false) }

// ToRedo returns the step that Redo would bring back; false if there is none.
func (s *Session) ToRedo() (Step, bool) { return s.step(s.last().redo, true) }

// step returns the step between now and an earlier line, to which an undo or a redo would lead.
func (tl *timeline) step(to LineNo, redo bool) (Step, bool) {
	if to == 0 {
		return Step{}, false
	}
	from, until := tl.moments[to-1], tl.last()
	if redo {
		from, until = until, from
	}
	st := Step{In: until.run.in + until.ended, Items: without(until.items, from.items), Dropped: without(from.items, until.items)}
	old, said := tl.draft(from, st.In).entries, until.drafts[st.In].entries
	if len(st.Items) > 0 {
		said = st.Items[0].Said
	}
	n := 0
	for n < min(len(said), len(old)) && said[n] == old[n] {
		n++
	}
	st.Answers = said[n:]
	return st, true
}

// without returns the items that are not among others.
func without(items, others []Item) []Item {
	return slices.DeleteFunc(slices.Clone(items), func(it Item) bool {
		return slices.ContainsFunc(others, func(o Item) bool { return o.ID == it.ID })
	})
}
