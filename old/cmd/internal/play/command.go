package play

import (
	"errors"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A command is one thing that a table may do at any question: a word behind "?", or a line of the menu that a lone "?"
// opens. Every line has a fixed place and a letter, which depends on the language. A line that is unavailable is dim,
// and its letter says why.
type command struct {
	id   string // a word behind "?", in any language; its beginning is enough
	key  lang.Text
	text lang.Text // the menu may say more than this
	bar  lang.Text // why it is unavailable; empty if it is available
	do   func(rest string) error
}

var (
	keepAndGo = lang.Msg("play.wish-leave", "Keep it for later and leave")
	justGo    = lang.Msg("play.wish-go", "Leave")
	noPoints  = lang.Msg("play.no-points", "Nothing has paid any points yet.")
	noUndo    = lang.Msg("play.no-undo", "There is nothing to undo yet.")
	noRedo    = lang.Msg("play.no-redo", "There is nothing to redo.")
	notSeated = lang.Msg("play.nobody-sits", "Nobody sits at the table yet.")
	sitsThere = lang.Msg("play.sits-there", "Something has been entered in this game already: it can be kept, or ended as it stands.")
	noPhones  = lang.Msg("play.no-phones", "Nobody can join this table by phone.")
	goesOn    = lang.Msg("play.goes-on", "This game goes on: end it first, or keep it for later and leave.")
	isOver    = lang.Msg("play.is-over", "The game is over.")
)

func barIf(holds bool, why lang.Text) lang.Text {
	if holds {
		return why
	}
	return lang.Text{}
}

// barEnd returns why the game cannot be ended, or an empty text.
func barEnd(at *sitting) lang.Text {
	if !at.seatedDown() {
		return notSeated
	}
	if at.s.Log.State().Result().Over || at.stopped() {
		return isOver
	}
	_, why := at.s.Log.State().Ending()
	return why
}

// barPeople returns why nobody may come or go now, or an empty text.
func barPeople(at *sitting) lang.Text {
	t, ok := at.s.Log.Table()
	if !ok {
		return notSeated
	}
	return at.fixed(t)
}

// errMenu reports a step back from a command's first question, which leads to the menu.
var errMenu = errors.New("play: back to the menu")

// withoutMenu drops errMenu where no menu is open.
func withoutMenu(err error) error {
	if errors.Is(err, errMenu) {
		return nil
	}
	return err
}

// leaveCommand ends a command that was left: one step back leads to its menu, anything else to the question before it.
func leaveCommand(err error) error {
	var aside *ask.Aside
	switch {
	case errors.Is(err, ask.ErrBack):
		return errMenu
	case errors.Is(err, ask.ErrNow), errors.As(err, &aside):
		return nil
	}
	return err
}
