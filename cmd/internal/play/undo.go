package play

import (
	"slices"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/lang"
)

// undo takes back the last answer, event or change, and says which.
func (e *Evening) undo(string) error {
	st, _ := e.S.ToUndo() // the menu bars it otherwise
	return e.stepped(st, lang.T("Undone: {what}"), e.S.Undo)
}

// redo brings back what was taken back.
func (e *Evening) redo(string) error {
	st, _ := e.S.ToRedo()
	return e.stepped(st, lang.T("Redone: {what}"), e.S.Redo)
}

// stepped says what was undone or redone, as it stands in the game if it stands there, and how the game stands then.
func (e *Evening) stepped(st session.Step, say lang.Text, do func() error) error {
	what := e.deed(st)
	if err := do(); err != nil {
		return err
	}
	changed := slices.Concat(st.Items, st.Dropped)
	if len(changed) > 0 && e.S.Before(changed[0].ID) != nil {
		what = e.deed(st)
	}
	e.fix.undone()
	if b := e.phones(); b != nil {
		b.Hub.Forget()
	}
	e.say(say.With("what", what))
	if len(changed) > 0 {
		e.standing()
	}
	return nil
}
