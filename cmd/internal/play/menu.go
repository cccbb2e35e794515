package play

import (
	"slices"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// A command is something that the table may do at any question: a letter of the menu, or a word behind “?”.
type command struct {
	word string // in any language; a beginning will do
	key  string // the same in both languages
	text lang.Text
	now  func(*Evening) lang.Text // its line as the game stands; nil: the text. An empty one is the text too
	bar  func(*Evening) lang.Text // why it is not possible now; empty if it is
	do   func(e *Evening, rest string) error
}

// commands is the menu, in its order. It is a function, since commands show the menu themselves.
func commands() []command {
	return []command{
		{"go on", "g", lang.T("Go on"), nil, never, func(*Evening, string) error { return nil }},
		{"standings", "s", lang.T("Standings"), nil, unplayed, showStandings},
		{"why", "w", lang.T("Every point and its reason"), nil, unplayed, showWhy},
		{"undo", "u", lang.T("Undo the last thing"), undoes, barUndo, func(e *Evening, _ string) error { return e.fix.undo() }},
		{"redo", "r", lang.T("Redo what was undone"), redoes, barRedo, func(e *Evening, _ string) error { return e.fix.redo() }},
		{"correct", "c", lang.T("Correct something earlier"), nil, nobody, func(e *Evening, _ string) error { return e.fix.correct() }},
		{"table", "t", lang.T("Names, seats, what was agreed"), nil, live, func(e *Evening, _ string) error { return e.changeTable() }},
		{"people", "p", lang.T("Somebody comes or leaves"), nil, fixed, func(e *Evening, _ string) error { return e.comesOrLeaves() }},
		{"phones", "f", lang.T("Phones: the code, who keeps the score"), nil, barPhones, func(e *Evening, _ string) error { return e.phones.choose() }},
		{"rules", "l", lang.T("Look a rule up"), nil, never, (*Evening).rules},
		{"end", "e", lang.T("End the game here, as it stands"), nil, barEnd, (*Evening).stop},
		{leaveWord, leaveKey, lang.T("Keep it for later and leave"), leavesOnly, never, func(*Evening, string) error { return errLeft }},
	}
}

// line returns the line of a command in the menu, as the game stands.
func (c command) line(e *Evening) lang.Text {
	if c.now != nil {
		if say := c.now(e); !say.Empty() {
			return say
		}
	}
	return c.text
}

// Lines that say more as the game stands.

func undoes(e *Evening) (say lang.Text) {
	if st, can := e.game.ToUndo(); can {
		say = lang.T("Undo: {what}").With("what", e.deed(st))
	}
	return say
}

func redoes(e *Evening) (say lang.Text) {
	if st, can := e.game.ToRedo(); can {
		say = lang.T("Redo: {what}").With("what", e.deed(st))
	}
	return say
}

func leavesOnly(e *Evening) (say lang.Text) {
	if e.untold() || !e.game.Game().Waits(e.game.State()) {
		say = lang.T("Leave")
	}
	return say
}

// Why something is not possible now.

func never(*Evening) (why lang.Text) { return why }

func nobody(e *Evening) (why lang.Text) {
	if e.game.State() == nil {
		why = lang.T("Nobody sits at the table yet.")
	}
	return why
}

func unplayed(e *Evening) (why lang.Text) {
	if st := e.game.State(); st == nil || len(scoring.FrameOf(st).Parts) == 0 {
		why = lang.T("No points yet.")
	}
	return why
}

func barUndo(e *Evening) (why lang.Text) {
	if _, can := e.game.ToUndo(); !can {
		why = lang.T("There is nothing to undo yet.")
	}
	return why
}

func barRedo(e *Evening) (why lang.Text) {
	if _, can := e.game.ToRedo(); !can {
		why = lang.T("There is nothing to redo.")
	}
	return why
}

func live(e *Evening) lang.Text {
	why := nobody(e)
	switch {
	case !why.Empty() || !e.fix.underWay() || e.fix.walk:
	case e.fix.Insert:
		why = lang.T("First what was forgotten: finish it, or leave it with “>”.")
	default:
		why = lang.T("First the correction: finish it, or leave it with “>”.")
	}
	return why
}

func barEnd(e *Evening) lang.Text {
	why := live(e)
	if why.Empty() && scoring.Over(e.game.State()) {
		why = lang.T("The game is over.")
	}
	return why
}

func fixed(e *Evening) lang.Text {
	why := barEnd(e)
	if why.Empty() {
		why = e.game.State().Fixed()
	}
	return why
}

// barPhones says why phones cannot be looked at.
func barPhones(e *Evening) (why lang.Text) {
	if e.room.shared == nil {
		why = lang.T("Phones come in with --share.")
	}
	return why
}

// menu does the command of a word behind “?”, or shows everything that the table may do. Afterwards the question that was
// left stands there again; a command that is left by a step back leads to the menu.
func (e *Evening) menu(word string) error {
	before := e.room.told
	for {
		err := e.obey(word)
		if err == ask.Back {
			word = ""
			continue
		}
		if err == nil && e.room.told > before {
			err = e.clock.hold()
		}
		e.clock.left = false
		return unlessBack(err)
	}
}

// obey does the command of a word, or the one that the table chooses.
func (e *Evening) obey(word string) error {
	if word == "" {
		return e.showMenu()
	}
	c, found := named(e.room.Lang, word)
	if !found {
		e.room.say(lang.T("“{it}” is not possible here; “?” shows what is.").With("it", word))
		return nil
	}
	if why := c.bar(e); !why.Empty() {
		e.room.say(why)
		return nil
	}
	_, rest, _ := strings.Cut(word, " ")
	return c.do(e, rest)
}

// showMenu has the table choose a command. A word of the menu will do there too, and a step back chooses none.
func (e *Evening) showMenu() error {
	var list []offer
	for _, c := range commands() {
		o := lettered(c.key, c.line(e), func() error { return c.do(e, "") })
		o.Why = c.bar(e)
		list = append(list, o)
	}
	q := ask.Question{Text: lang.T("What would you like to do?"), Suggest: list[0].ID, Shape: ask.Pick{Options: options(list)}}
	v, err := ask.All(e.room.asker(), ask.Group{NoMenu: true, Asked: []ask.Question{q}}, nil)
	// The menu is no place to come back to: every way out of it leads to the question again.
	switch to, _ := follow(err); {
	case err == nil:
		return chosen(list, v[0].Line).do()
	case to == opensMenu && wordOf(err) != "":
		return e.obey(wordOf(err))
	case to == opensMenu, to == goesBack, to == goesOn:
		return nil
	}
	return err
}

// named returns the command of a letter, a word, or the beginning of a word of its line.
func named(l lang.Lang, typed string) (command, bool) {
	word, _, _ := strings.Cut(lang.Plain(strings.TrimPrefix(typed, "?")), " ")
	for _, means := range []func(command) bool{
		func(c command) bool { return c.key == word },
		func(c command) bool { return strings.HasPrefix(c.word, word) },
		func(c command) bool {
			return slices.ContainsFunc(strings.Fields(lang.Plain(l.Say(c.text))), func(w string) bool { return strings.HasPrefix(w, word) })
		},
	} {
		if i := slices.IndexFunc(commands(), means); i >= 0 && word != "" {
			return commands()[i], true
		}
	}
	return command{}, false
}

// stop ends the game, if the table is sure.
func (e *Evening) stop(string) error {
	err := e.end.stop()
	if err == nil && scoring.Over(e.game.State()) {
		return e.fix.drop()
	}
	return err
}

func showStandings(e *Evening, _ string) error {
	e.room.standings(e.game.Game(), e.game.State())
	return nil
}

func showWhy(e *Evening, _ string) error {
	e.room.show(results.Why(e.room.Lang, e.game.Game(), e.game.State()))
	return nil
}
