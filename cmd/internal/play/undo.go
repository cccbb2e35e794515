package play

import (
	"slices"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/lang"
)

// undo takes back the last answer, event or change, and says which.
func (c *corrections) undo() error {
	st, _ := c.ev.game.ToUndo() // the menu bars it otherwise
	return c.stepped(st, lang.T("Undone: {what}"), c.ev.game.Undo)
}

// redo brings back what was taken back.
func (c *corrections) redo() error {
	st, _ := c.ev.game.ToRedo()
	return c.stepped(st, lang.T("Redone: {what}"), c.ev.game.Redo)
}

// stepped does a step and says it, as it stands in the game if it stands there, and then how the game stands.
func (c *corrections) stepped(st session.Step, say lang.Text, do func() error) error {
	what := c.ev.deed(st)
	if err := do(); err != nil {
		return err
	}
	// Before the step an event that comes back has no place in the game, and afterwards one that goes has none.
	changed := slices.Concat(st.Items, st.Dropped)
	if len(changed) > 0 && c.ev.game.Before(changed[0].ID) != nil {
		what = c.ev.deed(st)
	}
	c.undone()
	// Answers that were taken back may be given again, the same ones too.
	if b := c.ev.room.shared; b != nil {
		b.Hub.Forget()
	}
	c.ev.room.say(say.With("what", what))
	if len(changed) > 0 {
		c.ev.standing()
	}
	return nil
}
