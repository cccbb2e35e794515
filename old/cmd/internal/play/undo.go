package play

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tablemate/tablemate/old/cmd/internal/prompt"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

// Undo and redo: their lines in the menu, and what they say once done.

var (
	nowAgain  = lang.Msg("play.now-again", "Changed: {old} → {now}")
	backAgain = lang.Msg("play.back-again", "Restored: {what}")
	goneAgain = lang.Msg("play.gone-again", "Removed: {what}")
	undone    = lang.Msg("play.undone", "Undone: {what}")
	redone    = lang.Msg("play.redone", "Redone: {what}")

	willUndo   = lang.Msg("play.will-undo", "Undo: {what}")
	willRedo   = lang.Msg("play.will-redo", "Redo: {what}")
	lastAnswer = lang.Msg("play.last-answer", "the last answer")
	wasRight   = lang.Msg("play.was-put-right", "{where} corrected")
	wasTaken   = lang.Msg("play.was-taken-away", "{where} removed")
	wasPutIn   = lang.Msg("play.was-put-in", "added before {where}")
	satDown    = lang.Plural("play.sat-down", "{names} sat down", "{names} sat down")
	tookOff    = lang.Plural("play.took-off", "{names} taken off the list", "{names} taken off the list")
	otherOrder = lang.Msg("play.other-order", "the order of the names")
	agreedElse = lang.Msg("play.agreed-else", "what was agreed")
)

// nextStep returns the menu's line for the next undo or redo.
func (at *sitting) nextStep(say lang.Text, next func() (session.Deed, bool)) lang.Text {
	d, ok := next()
	if !ok {
		return lang.Text{}
	}
	return say.With("what", at.deed(d))
}

func undo(at *sitting) error { return at.undoOrRedo(at.s.ToUndo, at.s.Undo, undone) }
func redo(at *sitting) error { return at.undoOrRedo(at.s.ToRedo, at.s.Redo, redone) }

func (at *sitting) undoOrRedo(next func() (session.Deed, bool), do func() error, say lang.Text) error {
	d, ok := next()
	var answer lang.Text
	if ok && d.Change == nil {
		answer = at.deed(d)
	}
	if err := do(); err != nil {
		return err
	}
	if !answer.Empty() {
		at.say(say.With("what", answer))
		return nil
	}
	at.tellChange(say)
	at.summary()
	return nil
}

// tellChange says what the last line of the log changed. If something only came or only went, it says so instead of
// say.
func (at *sitting) tellChange(say lang.Text) {
	last := at.s.Log.Last()
	old, now := at.s.Log.Describe(last)
	switch { // undoing a removal restores, and redoing one removes
	case len(last.Dropped) > 0 && len(last.Put) > 0:
		say = nowAgain
	case last.Kind == session.Undone && len(last.Dropped) == 0:
		say = backAgain
	case last.Kind != session.Undone && len(last.Put) == 0:
		say = goneAgain
	}
	at.say(say.With("what", slices.Concat(old, now), "old", old, "now", now))
}

// deed describes a change or an answer in a few words.
func (at *sitting) deed(d session.Deed) lang.Text {
	if d.Change == nil {
		answered, known := at.s.Drafts.Answered(d)
		if !known {
			return lastAnswer
		}
		return inWords(at.in.Phones.hide([]ask.Answered{answered})[0])
	}
	c := d.Change
	old, was := tableOf(c.Dropped)
	now, is := tableOf(c.Put)
	switch {
	case was && is:
		return changed(old, now)
	case len(c.Dropped) > 0 && len(c.Put) > 0:
		return wasRight.With("where", at.lowered(c.Was, c.Dropped[0]))
	case len(c.Dropped) > 0:
		return wasTaken.With("where", at.lowered(c.Was, c.Dropped[0]))
	}
	if i := slices.IndexFunc(c.Was, func(it session.Item) bool { return it.ID == c.Before }); i >= 0 {
		return wasPutIn.With("where", at.lowered(c.Was, c.Was[i]))
	}
	return at.s.Log.About(c.Now, c.Put[0])
}

// inWords describes an answer together with its question.
func inWords(answered ask.Answered) lang.Text {
	answer := forRecap([]ask.Answered{answered})[0]
	return lang.Literal("{what}").With("what", func(v *lang.Localizer) string { return prompt.Answered(v, answer) })
}

// lowered says where an item happened, in lower case for the middle of a sentence.
func (at *sitting) lowered(all []session.Item, it session.Item) func(*lang.Localizer) string {
	where := at.s.Log.WhereOf(all, it)
	if where.Empty() {
		about := at.s.Log.About(all, it)
		return func(v *lang.Localizer) string { return v.Say(about) }
	}
	return func(v *lang.Localizer) string {
		first, n := utf8.DecodeRuneInString(v.Say(where))
		return string(unicode.ToLower(first)) + v.Say(where)[n:]
	}
}

// changed names the main difference between two tables.
func changed(old, now setup.Table) lang.Text {
	notIn := func(some, all []string) []string {
		return slices.DeleteFunc(slices.Clone(some), func(n string) bool { return slices.Contains(all, n) })
	}
	came, went := notIn(now.Players, old.Players), notIn(old.Players, now.Players)
	switch {
	case len(now.Players) > len(old.Players):
		return satDown.With("n", len(came), "names", lang.Names(came))
	case len(now.Players) < len(old.Players):
		return tookOff.With("n", len(went), "names", lang.Names(went))
	case len(came) > 0:
		return lang.Literal(strings.Join(went, ", ") + " → " + strings.Join(came, ", "))
	case !slices.Equal(old.Players, now.Players):
		return otherOrder
	}
	return agreedElse
}

// tableOf returns the table that comes first among some items, and whether one does. Latecomers' starting points come
// along with it.
func tableOf(items []session.Item) (setup.Table, bool) {
	if len(items) == 0 {
		return setup.Table{}, false
	}
	t, is := items[0].Event.(setup.Table)
	return t, is
}
