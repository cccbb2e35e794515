package play

import (
	"slices"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/handbook"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// A command is something that the table may do at any question: a letter of the menu, or a word behind “?”.
type command struct {
	word string // in any language; a beginning will do
	key  string // the same in both languages
	text lang.Text
	bar  func(*Evening) lang.Text // why it is not possible now; empty if it is
	do   func(e *Evening, rest string) error
}

// commands is the menu, in its order. A function, since commands show the menu themselves.
func commands() []command {
	return []command{
		{"go on", "g", lang.T("Go on"), never, func(*Evening, string) error { return nil }},
		{"standings", "s", lang.T("Standings"), unplayed, (*Evening).showStandings},
		{"why", "w", lang.T("Every point and its reason"), unplayed, (*Evening).showWhy},
		{"undo", "u", lang.T("Undo the last thing"), barUndo, (*Evening).undo},
		{"redo", "r", lang.T("Redo what was undone"), barRedo, (*Evening).redo},
		{"correct", "c", lang.T("Correct something earlier"), nobody, func(e *Evening, _ string) error { return e.fix.correct() }},
		{"table", "t", lang.T("Names, seats, what was agreed"), live, func(e *Evening, _ string) error { return seating{e.match}.change() }},
		{"people", "p", lang.T("Somebody comes or leaves"), fixed, func(e *Evening, _ string) error { return seating{e.match}.comesOrLeaves() }},
		{"phones", "f", lang.T("Phones: the code, who keeps the score"), barPhones, (*Evening).doPhones},
		{"rules", "l", lang.T("Look a rule up"), never, (*Evening).rules},
		{"end", "e", lang.T("End the game here, as it stands"), barEnd, (*Evening).end},
		{"leave", "q", lang.T("Keep it for later and leave"), never, func(*Evening, string) error { return errLeft }},
	}
}

// Why something is not possible now.

func never(*Evening) (why lang.Text) { return why }

func nobody(e *Evening) (why lang.Text) {
	if e.S.State() == nil {
		why = lang.T("Nobody sits at the table yet.")
	}
	return why
}

func unplayed(e *Evening) (why lang.Text) {
	if st := e.S.State(); st == nil || len(scoring.Of(st).Parts) == 0 {
		why = lang.T("Nothing has paid any points yet.")
	}
	return why
}

func barUndo(e *Evening) (why lang.Text) {
	if _, can := e.S.ToUndo(); !can {
		why = lang.T("There is nothing to undo yet.")
	}
	return why
}

func barRedo(e *Evening) (why lang.Text) {
	if _, can := e.S.ToRedo(); !can {
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
	if why.Empty() && scoring.Over(e.S.State()) {
		why = lang.T("The game is over.")
	}
	return why
}

func fixed(e *Evening) lang.Text {
	why := barEnd(e)
	if why.Empty() {
		why = e.S.State().Fixed()
	}
	return why
}

// line returns what the menu says of a command.
func (e *Evening) line(c command) lang.Text {
	switch c.word {
	case "undo":
		if st, can := e.S.ToUndo(); can {
			return lang.T("Undo: {what}").With("what", e.deed(st))
		}
	case "redo":
		if st, can := e.S.ToRedo(); can {
			return lang.T("Redo: {what}").With("what", e.deed(st))
		}
	case "leave":
		if st := e.S.State(); st == nil || !e.S.Game().Waits(st) {
			return lang.T("Leave")
		}
	}
	return c.text
}

// menu does what a word behind “?” means, or shows all that the table may do. Afterwards the question stands there again.
func (e *Evening) menu(word string) error {
	for {
		c, rest, err := e.wanted(word)
		if err != nil || c.do == nil {
			return err
		}
		err = c.do(e, rest)
		if err != ask.Back {
			return on(err)
		}
		word = ""
	}
}

// on returns the error of a command, apart from the wish to go on.
func on(err error) error {
	if err == ask.Now || err == ask.Back {
		return nil
	}
	return err
}

// wanted returns the command that a word means, or that the table chooses. Without one, the question stands there again.
func (e *Evening) wanted(word string) (c command, rest string, err error) {
	if word = strings.TrimSpace(word); word != "" {
		c, found := e.named(word)
		_, rest, _ = strings.Cut(word, " ")
		switch {
		case !found:
			e.say(lang.T("“{it}” is not possible here; “?” shows what is.").With("it", word))
			return command{}, "", nil
		case !c.bar(e).Empty():
			e.say(c.bar(e))
			return command{}, "", nil
		}
		return c, rest, nil
	}
	pick := ask.Pick{}
	for _, c := range commands() {
		pick.Options = append(pick.Options, ask.Option{ID: c.word, Key: c.key, Text: e.line(c), Why: c.bar(e)})
	}
	q := ask.Question{Text: lang.T("What would you like to do?"), Suggest: "go on", Shape: pick}
	v, err := ask.All(e.Keys, ask.Group{NoMenu: true, Asked: []ask.Question{q}}, nil)
	move, moves := err.(ask.Move)
	switch {
	case moves && len(move) > 1 && move[0] == '?':
		return e.wanted(string(move[1:]))
	case moves && move != ask.Leave:
		return command{}, "", nil
	case err != nil:
		return command{}, "", err
	}
	c, _ = e.named(v[0].Line)
	return c, "", nil
}

// named returns the command of a letter, a word, or the beginning of a word of its line.
func (s Setting) named(typed string) (command, bool) {
	word, _, _ := strings.Cut(lang.Plain(strings.TrimPrefix(typed, "?")), " ")
	for _, means := range []func(command) bool{
		func(c command) bool { return c.key == word },
		func(c command) bool { return strings.HasPrefix(c.word, word) },
		func(c command) bool {
			return slices.ContainsFunc(strings.Fields(lang.Plain(s.Lang.Say(c.text))), func(w string) bool { return strings.HasPrefix(w, word) })
		},
	} {
		if i := slices.IndexFunc(commands(), means); i >= 0 && word != "" {
			return commands()[i], true
		}
	}
	return command{}, false
}

// end ends the game, if the table is sure.
func (e *Evening) end(string) error {
	err := e.finish.stop()
	if err == nil && scoring.Over(e.S.State()) {
		return e.fix.drop()
	}
	return err
}

func (e *Evening) showStandings(string) error {
	e.Keys.Say(e.standings(e.S.Game(), e.S.State()))
	return nil
}

func (e *Evening) showWhy(string) error {
	e.show(results.Why(e.Lang, e.S.Game(), e.S.State()))
	return nil
}

// rules looks something up. Without words it shows the contents, and asks for some.
func (e *Evening) rules(words string) error {
	book, err := e.handbook()
	if err != nil {
		return e.aloud(err)
	}
	d, err := book.LookUp(e.Lang, e.S.State(), words)
	if err != nil {
		return e.aloud(err)
	}
	e.show(d)
	if words != "" {
		return nil
	}
	v, err := e.ask(ask.Question{Text: lang.T("Which rule, card or word?"), Shape: ask.Words{Blank: true}}, func(v ask.Value) (err error) {
		d, err = book.LookUp(e.Lang, e.S.State(), v.Line)
		return err
	})
	if err == nil && v.Line != "" {
		e.show(d)
	}
	return err
}

// handbook returns the reference of the game. It is opened once an evening: the first look-up takes longer than all others.
func (e *Evening) handbook() (book *handbook.Reference, err error) {
	if e.book == nil {
		e.book, err = handbook.Open(e.S.Game())
	}
	return e.book, err
}

// aloud says a fault to the table, and returns any other error.
func (e *Evening) aloud(err error) error {
	if !fault.Is(err) {
		return err
	}
	e.Keys.Say(fault.Aloud(e.Lang, err))
	return nil
}
