package play

import (
	"errors"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

// A menu lists all that the table may do at any question, by a word behind "?" or a line of the list that a lone "?"
// opens.
type menu struct {
	at  *sitting
	fix corrections
}

func (m menu) commands() []command {
	at, fix := m.at, m.fix
	plain := func(do func(*sitting) error) func(string) error { return func(string) error { return do(at) } }
	seated, over, leaves, never := at.seatedDown(), at.finishedAlready(), keepAndGo, lang.Text{}
	nobody, goes := barIf(!seated, notSeated), barIf(!over, goesOn)
	unscored := barIf(!seated || len(at.s.Log.State().Result().Parts) == 0, noPoints)
	untold := unscored
	if unscored.Empty() {
		untold = goes
	}
	if over {
		leaves = justGo
	}
	return []command{
		{"go on", lang.Msg("play.key-on", "g"), lang.Msg("play.wish-on", "Go on"), never, func(string) error { return nil }},
		{"standings", lang.Msg("play.key-standings", "s"), lang.Msg("play.wish-standings", "Standings"), unscored, plain(showStandings)},
		{"undo", lang.Msg("play.key-undo", "u"), lang.Msg("play.wish-undo", "Undo the last thing"), barIf(!at.s.CanUndo(), noUndo), plain(undo)},
		{"redo", lang.Msg("play.key-redo", "r"), lang.Msg("play.wish-redo", "Redo what was undone"), barIf(!at.s.CanRedo(), noRedo), plain(redo)},
		{"correct", lang.Msg("play.key-correct", "c"), lang.Msg("play.wish-correct", "Correct something earlier"), nobody, func(string) error { return fix.correct() }},
		{"table", keyTable, lang.Msg("play.wish-table", "Change names, seats or what was agreed"), nobody, plain(changeTable)},
		{"people", lang.Msg("play.key-people", "p"), lang.Msg("play.wish-people", "Somebody comes late or leaves early"), barPeople(at), func(string) error { return fix.comeAndGo() }},
		{"colors", lang.Msg("play.key-colors", "k"), lang.Msg("play.wish-colors", "Colors: who has which"), nobody, plain(changeColors)},
		{"why", lang.Msg("play.key-why", "w"), lang.Msg("play.wish-why", "Every point and its reason"), unscored, plain(showReasons)},
		{"evening", lang.Msg("play.key-evening", "v"), lang.Msg("play.wish-evening", "The evening: who won what"), never, plain(showEvening)},
		{"rules", lang.Msg("play.key-rules", "l"), lang.Msg("play.wish-rules", "Look a rule up"), never, func(word string) error { return lookUp(at, word) }},
		{"phones", lang.Msg("play.key-phones", "t"), lang.Msg("play.wish-phones", "Phones at the table"), barIf(at.in.Phones == nil, noPhones), plain(invite)},
		{"photos", lang.Msg("play.key-photos", "f"), lang.Msg("play.wish-photos", "Photos: write them to files"), barIf(Photographed(at.s) == nil, noPhotos), plain(writePhotos)},
		{"copy", lang.Msg("play.key-copy", "y"), lang.Msg("play.wish-copy", "Copy the result, to send it"), unscored, plain(copyResult)},
		{"reveal", lang.Msg("play.key-reveal", "a"), lang.Msg("play.wish-reveal", "Reveal the ranking, last place first"), untold, plain(reveal)},
		{"other", lang.Msg("play.key-other", "o"), lang.Msg("play.other", "Another game"), goes, plain(playOther)},
		{"end", lang.Msg("play.key-end", "e"), lang.Msg("play.wish-end", "End the game here, as it stands"), barEnd(at), plain(endHere)},
		{"drop", lang.Msg("play.key-drop", "d"), lang.Msg("play.wish-drop", "Discard this game"), barIf(seated && !at.unplayed(), sitsThere), plain(drop)},
		{"leave", lang.Msg("play.key-leave", "q"), leaves, never, func(string) error { return ask.ErrQuit }},
	}
}

var (
	whatElse   = lang.Msg("play.what-else", "What would you like to do?")
	askedAgain = lang.Msg("play.asked-again", "Some answers of this turn no longer fit and are asked again.")
	noWish     = lang.Msg("play.no-wish", "“{it}” is not possible here; “?” shows what is.")
)

// aside runs a command. Afterward the same question stands there again.
func (m menu) aside(want string) error {
	defer m.at.in.Phones.hearing()()
	if word, rest, _ := strings.Cut(strings.TrimSpace(want), " "); word != "" {
		return m.named(setup.Alike(word), strings.TrimSpace(rest), want)
	}
	list := ask.Menu[command]{Pick: ask.Pick{Quick: true}}
	for _, c := range m.commands() {
		if m.at.finishedAlready() && (c.id == "end" || c.id == "drop") {
			continue // the game has an end
		}
		if state := m.at.s.Log.State(); c.id == "photos" && state != nil && !state.TakesPictures() {
			continue // nobody is ever asked for one
		}
		if !c.bar.Empty() {
			list.Barred = append(list.Barred, ask.Barred{Before: len(list.Options), Mark: c.key, Text: c.text, Why: c.bar})
			continue
		}
		list.Add(c.key, m.line(c), c)
	}
	for {
		c, err := ask.Put(m.at.now, ask.Head{ID: "play.what-else", Text: whatElse, Suggest: ask.Usual(0)}, list)
		var wish *ask.Aside
		switch {
		case errors.As(err, &wish) && wish.Want != "": // a word typed at the menu
			return m.aside(wish.Want)
		case err != nil:
			return withoutMenu(leaveCommand(err))
		}
		if err := m.obey(c, ""); !errors.Is(err, errMenu) {
			return err
		}
	}
}

// line returns the menu's line for an available command.
func (m menu) line(c command) (say lang.Text) {
	switch c.id {
	case "undo":
		say = m.at.nextStep(willUndo, m.at.s.ToUndo)
	case "redo":
		say = m.at.nextStep(willRedo, m.at.s.ToRedo)
	}
	if say.Empty() {
		return c.text
	}
	return say
}

// obey runs a command. If that drops answers of the event under way, because they no longer fit, it says so, unless the
// table ended the game and they are not asked again.
func (m menu) obey(c command, rest string) error {
	told, lines := m.at.s.Drafts.Told(), m.at.s.Log.Lines()
	err := c.do(rest)
	if err == nil && m.at.s.Log.Lines() > lines && m.at.s.Drafts.Told() < told && !m.at.stopped() {
		m.at.say(askedAgain)
	}
	return err
}

// named runs the command that a word means: its letter, its name, or a word of its line, or the beginning of either. If
// the command is unavailable, it says why.
func (m menu) named(word, rest, want string) error {
	all := m.commands()
	for _, means := range []func(command) bool{
		func(c command) bool { return m.at.in.Voice.Say(c.key) == word },
		func(c command) bool { return strings.HasPrefix(c.id, word) },
		func(c command) bool { return m.says(c.text, word) },
	} {
		i := slices.IndexFunc(all, means)
		switch {
		case i < 0:
			continue
		case !all[i].bar.Empty():
			m.at.say(all[i].bar)
			return nil
		}
		return withoutMenu(m.obey(all[i], rest))
	}
	m.at.say(noWish.With("it", want))
	return nil
}

// says reports whether a typed word begins a word of a command's line.
func (m menu) says(line lang.Text, word string) bool {
	return slices.ContainsFunc(strings.Fields(setup.Alike(m.at.in.Voice.Say(line))), func(t string) bool {
		return strings.HasPrefix(t, word) || len(t) > 3 && strings.HasPrefix(word, t)
	})
}
