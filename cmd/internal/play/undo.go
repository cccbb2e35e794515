package play

import (
	"slices"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// undo takes back the last answer, event or change, and says which.
func (e *Evening) undo(string) error {
	st, can := e.S.ToUndo()
	if !can {
		e.say(barUndo(e))
		return nil
	}
	return e.stepped(st, lang.T("Undone: {what}"), e.S.Undo)
}

// redo brings back what was taken back.
func (e *Evening) redo(string) error {
	st, can := e.S.ToRedo()
	if !can {
		e.say(barRedo(e))
		return nil
	}
	return e.stepped(st, lang.T("Redone: {what}"), e.S.Redo)
}

// stepped says what was undone or redone, and how the game stands then.
func (e *Evening) stepped(st session.Step, say lang.Text, do func() error) error {
	what := e.deed(st)
	if err := do(); err != nil {
		return err
	}
	if e.here(st) {
		what = e.deed(st)
	}
	if !slices.Contains(e.S.Half(), e.task.in()) {
		e.task = task{}
	}
	e.say(say.With("what", what))
	if len(st.Items)+len(st.Dropped) > 0 {
		e.standing()
	}
	return nil
}

// here reports whether what a step is about stands in the game now: then it is told as it stands there.
func (e *Evening) here(st session.Step) bool {
	all := slices.Concat(st.Items, st.Dropped)
	return len(all) > 0 && e.S.Before(all[0].ID) != nil
}

// standing shows the standings of a game that goes on, if there are any.
func (e *Evening) standing() {
	if unplayed(e).Empty() && e.S.Game().Waits(e.S.State()) {
		e.Keys.Say(e.standings(e.S.Game(), e.S.State()))
	}
}

// deed says what a step takes back or brings back. Answers may be secret, so that only whose they are is said.
func (e *Evening) deed(st session.Step) lang.Text {
	switch {
	case len(st.Items) > 0 && len(st.Dropped) > 0:
		it := st.Items[0]
		if before := e.S.Before(st.Dropped[0].ID); before != nil { // where it will stand
			return lang.T("the correction: {what}").With("what", e.S.Game().Tell(before, it.Event))
		}
		return lang.T("the correction: {what}").With("what", e.tells(it))
	case len(st.Items) > 0:
		return e.tells(st.Items[0])
	case len(st.Dropped) > 0:
		return lang.T("taken out: {what}").With("what", e.tells(st.Dropped[0]))
	}
	var who []string
	for _, a := range st.Answers {
		if a.Who != "" && !slices.Contains(who, a.Who) {
			who = append(who, a.Who)
		}
	}
	if len(who) == 0 {
		return lang.T("the last answer")
	}
	return lang.T("the last answer, by {names}").With("names", lang.Names(who))
}

// tells says an event: as it stands in the game, or as it would come next.
func (e *Evening) tells(it session.Item) lang.Text {
	before := e.S.Before(it.ID)
	if before == nil {
		before = e.S.State()
	}
	return e.S.Game().Tell(before, it.Event)
}

func parts(st scoring.State) int { return len(scoring.Of(st).Parts) }
