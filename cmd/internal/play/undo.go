package play

import (
	"slices"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/lang"
)

// undo takes back the last answer, event or change, and says which.
func (e *Evening) undo(string) error {
	st, _ := e.game.ToUndo() // the menu bars it otherwise
	return e.stepped(st, lang.T("Undone: {what}"), e.game.Undo)
}

// redo brings back what was taken back.
func (e *Evening) redo(string) error {
	st, _ := e.game.ToRedo()
	return e.stepped(st, lang.T("Redone: {what}"), e.game.Redo)
}

// stepped does a step and says it, as it stands in the game if it stands there, and then how the game stands.
func (e *Evening) stepped(st session.Step, say lang.Text, do func() error) error {
	what := e.deed(st)
	if err := do(); err != nil {
		return err
	}
	changed := slices.Concat(st.Items, st.Dropped)
	if len(changed) > 0 && e.game.Before(changed[0].ID) != nil {
		what = e.deed(st)
	}
	e.fix.undone()
	if b := e.room.shared; b != nil {
		b.Hub.Forget()
	}
	e.room.say(say.With("what", what))
	if len(changed) > 0 {
		e.standing()
	}
	return nil
}
