package play

import (
	"errors"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// What a table may want at any question: a word behind "?", or a line of the menu that a
// lone "?" opens. Every line has a letter of the language that is spoken, and its place;
// one that cannot be had now stands there dim, and its letter says why.
type command struct {
	id   string // what may be typed behind "?", in any language; its beginning is enough
	key  lang.Text
	text lang.Text                // without what else the menu says of it
	bar  func(*Evening) lang.Text // why it cannot be had now; empty where it can
	do   func(e *Evening, rest string) error
}

var keyTable = lang.Msg("play.key-table", "n")

func (e *Evening) commands() []command {
	leaves := keepAndGo
	if e.finishedAlready() {
		leaves = justGo
	}
	return []command{
		{"go on", lang.Msg("play.key-on", "g"), lang.Msg("play.wish-on", "Go on"), never, func(*Evening, string) error { return nil }},
		{"standings", lang.Msg("play.key-standings", "s"), lang.Msg("play.wish-standings", "Standings"), unscored, (*Evening).standings},
		{"undo", lang.Msg("play.key-undo", "u"), lang.Msg("play.wish-undo", "Undo the last thing"), nothingToUndo, (*Evening).undo},
		{"redo", lang.Msg("play.key-redo", "r"), lang.Msg("play.wish-redo", "Redo what was undone"), nothingToRedo, (*Evening).redo},
		{"correct", lang.Msg("play.key-correct", "c"), lang.Msg("play.wish-correct", "Correct something earlier"), nobodySits, (*Evening).correct},
		{"table", keyTable, lang.Msg("play.wish-table", "Change names, seats or what was agreed"), nobodySits, (*Evening).changeTable},
		{"people", lang.Msg("play.key-people", "p"), lang.Msg("play.wish-people", "Somebody comes late or leaves early"), (*Evening).nobodyMoves, (*Evening).comeAndGo},
		{"colors", lang.Msg("play.key-colors", "k"), lang.Msg("play.wish-colors", "Colors: who has which"), nobodySits, (*Evening).colors},
		{"why", lang.Msg("play.key-why", "w"), lang.Msg("play.wish-why", "Every point and its reason"), unscored, (*Evening).why},
		{"evening", lang.Msg("play.key-evening", "v"), lang.Msg("play.wish-evening", "The evening: who won what"), never, (*Evening).wholeEvening},
		{"rules", lang.Msg("play.key-rules", "l"), lang.Msg("play.wish-rules", "Look a rule up"), never, (*Evening).lookUp},
		{"phones", lang.Msg("play.key-phones", "t"), lang.Msg("play.wish-phones", "Phones at the table"), alone, (*Evening).invite},
		{"photos", lang.Msg("play.key-photos", "f"), lang.Msg("play.wish-photos", "Photos: write them to files"), unphotographed, (*Evening).photos},
		{"copy", lang.Msg("play.key-copy", "y"), lang.Msg("play.wish-copy", "Copy the result, to send it"), unscored, (*Evening).copy},
		{"reveal", lang.Msg("play.key-reveal", "a"), lang.Msg("play.wish-reveal", "Reveal the ranking, last place first"), untold, (*Evening).reveal},
		{"other", lang.Msg("play.key-other", "o"), lang.Msg("play.other", "Another game"), notOver, (*Evening).playOther},
		{"end", lang.Msg("play.key-end", "e"), lang.Msg("play.wish-end", "End the game here, as it stands"), notPlaying, (*Evening).endHere},
		{"drop", lang.Msg("play.key-drop", "d"), lang.Msg("play.wish-drop", "Discard this game"), somebodySits, (*Evening).drop},
		{"leave", lang.Msg("play.key-leave", "q"), leaves, never, func(*Evening, string) error { return ask.ErrQuit }},
	}
}

var (
	keepAndGo = lang.Msg("play.wish-leave", "Keep it for later and leave")
	justGo    = lang.Msg("play.wish-go", "Leave")
	noPoints  = lang.Msg("play.no-points", "Nothing has paid any points yet.")
	noUndo    = lang.Msg("play.no-undo", "Nothing was done yet that could be undone.")
	noRedo    = lang.Msg("play.no-redo", "There is nothing to redo.")
	notSeated = lang.Msg("play.nobody-sits", "Nobody sits at the table yet.")
	sitsThere = lang.Msg("play.sits-there", "Somebody sits at the table: it can be kept, or ended as it stands.")
	noPhones  = lang.Msg("play.no-phones", "Nobody can join this table by phone.")
	goesOn    = lang.Msg("play.goes-on", "This game goes on: end it first, or keep it for later and leave.")
	isOver    = lang.Msg("play.is-over", "The game is over.")
)

// barIf is a reason where something holds.
func barIf(holds bool, why lang.Text) lang.Text {
	if holds {
		return why
	}
	return lang.Text{}
}

func never(*Evening) lang.Text        { return lang.Text{} }
func nobodySits(e *Evening) lang.Text { return barIf(!e.seatedDown(), notSeated) }
func somebodySits(e *Evening) lang.Text {
	return barIf(e.seatedDown() && !e.untouched(), sitsThere)
}
func unscored(e *Evening) lang.Text {
	return barIf(!e.seatedDown() || len(e.s.Log.State().Result().Parts) == 0, noPoints)
}
func nothingToUndo(e *Evening) lang.Text {
	return barIf(!e.s.CanUndo(), noUndo)
}
func alone(e *Evening) lang.Text         { return barIf(e.Phones == nil, noPhones) }
func nothingToRedo(e *Evening) lang.Text { return barIf(!e.s.CanRedo(), noRedo) }

// untold bars the places of a game that has none yet.
func untold(e *Evening) lang.Text {
	if why := unscored(e); !why.Empty() {
		return why
	}
	return notOver(e)
}

func notOver(e *Evening) lang.Text { return barIf(!e.finishedAlready(), goesOn) }

// notPlaying bars the end of a game that has one.
func notPlaying(e *Evening) lang.Text {
	if !e.seatedDown() {
		return notSeated
	}
	if e.s.Log.State().Result().Over || e.stopped() {
		return isOver
	}
	_, why := scoring.Ending(e.s.Log.State())
	return why
}

// stopped reports whether somebody ended the game by hand.
func (e *Evening) stopped() bool {
	return slices.ContainsFunc(e.s.Log.Events(), func(ev scoring.Event) bool { return ev == scoring.Event(scoring.Stop{}) })
}

// nobodyMoves is why nobody may come or go now.
func (e *Evening) nobodyMoves() lang.Text {
	t, ok := e.s.Log.Table()
	if !ok {
		return notSeated
	}
	return e.fixed(t)
}

func (e *Evening) seatedDown() bool { _, ok := e.s.Log.Table(); return ok }

// finishedAlready reports whether the game is over, and no fact of it is open.
func (e *Evening) finishedAlready() bool {
	return e.seatedDown() && e.s.Log.State().Result().Finished()
}

var (
	whatElse   = lang.Msg("play.what-else", "What would you like to do?")
	askedAgain = lang.Msg("play.asked-again", "Some answers of this turn no longer fit and are asked again.")
	noWish     = lang.Msg("play.no-wish", "“?{it}” is not possible here; “?” alone shows what is.")
)

// aside runs a command; afterward the same question stands there again.
func (e *Evening) aside(want string) error {
	defer e.Phones.hearing()()
	if word, rest, _ := strings.Cut(strings.TrimSpace(want), " "); word != "" {
		return e.named(setup.Alike(word), strings.TrimSpace(rest), want)
	}
	q := ask.Question{ID: "play.what-else", Shape: ask.Pick{Quick: true}, Text: whatElse}
	var list ask.Menu[command]
	for _, c := range e.commands() {
		if e.finishedAlready() && (c.id == "end" || c.id == "drop") {
			continue // it has an end
		}
		if why := c.bar(e); !why.Empty() {
			list.Barred = append(list.Barred, ask.Barred{Before: len(list.Options), Mark: c.key, Text: c.text, Why: why})
			continue
		}
		list.Add(c.key, e.line(c), c)
	}
	goOn := ask.One(0)
	q = q.With(list.List)
	q.Suggest = &goOn
	for {
		r, err := e.now.Ask(q)
		var wish *ask.Aside
		switch {
		case errors.As(err, &wish) && wish.Want != "": // a word that was typed there
			return e.aside(wish.Want)
		case err != nil:
			return e.gone(e.orNothing(err))
		}
		if err := e.obey(list.Of(r), ""); !errors.Is(err, errMenu) {
			return err
		}
	}
}

// line is a command that can be had as the menu shows it.
func (e *Evening) line(c command) (say lang.Text) {
	switch c.id {
	case "undo":
		say = e.will(willUndo, e.s.ToUndo)
	case "redo":
		say = e.will(willRedo, e.s.ToRedo)
	}
	if say.Empty() {
		return c.text
	}
	return say
}

// obey does what a command means. Where that took answers of what is half told with it, which no longer fit, it says so.
func (e *Evening) obey(c command, rest string) error {
	told, lines := e.s.Told(), e.s.Log.Lines()
	err := c.do(e, rest)
	if err == nil && e.s.Log.Lines() > lines && e.s.Told() < told {
		e.say(askedAgain)
	}
	return err
}

// errMenu: one back from the first question of a command, which is the menu it came from.
var errMenu = errors.New("play: back to the menu")

// gone is errMenu where there is no menu to go back to.
func (e *Evening) gone(err error) error {
	if errors.Is(err, errMenu) {
		return nil
	}
	return err
}

// named runs the command that a word means: its letter, its name, or a word of its line,
// each or the beginning of it. Where it cannot be had now, it says why.
func (e *Evening) named(word, rest, want string) error {
	for _, means := range []func(command, string) bool{e.hasKey, hasName, e.says} {
		for _, c := range e.commands() {
			if !means(c, word) {
				continue
			}
			if why := c.bar(e); !why.Empty() {
				e.say(why)
				return nil
			}
			return e.gone(e.obey(c, rest))
		}
	}
	e.say(noWish.With("it", want))
	return nil
}

// hasKey reports whether a typed word is a command's letter.
func (e *Evening) hasKey(c command, word string) bool { return e.Voice.Say(c.key) == word }

// hasName reports whether a typed word begins a command's name.
func hasName(c command, word string) bool { return strings.HasPrefix(c.id, word) }

// says reports whether a typed word begins a word of a command's line.
func (e *Evening) says(w command, word string) bool {
	return slices.ContainsFunc(strings.Fields(setup.Alike(e.Voice.Say(w.text))), func(t string) bool {
		return strings.HasPrefix(t, word) || len(t) > 3 && strings.HasPrefix(word, t)
	})
}

// orNothing is a command that was left again: one back is its menu, anything else the
// question where the table was.
func (e *Evening) orNothing(err error) error {
	var aside *ask.Aside
	switch {
	case errors.Is(err, ask.ErrBack):
		return errMenu
	case errors.Is(err, ask.ErrNow), errors.As(err, &aside):
		return nil
	}
	return err
}

// drop forgets a game before anybody sat down, and one that was begun again by a slip: then the table is
// back at the end of the one before.
func (e *Evening) drop(string) error {
	err := e.s.Discard()
	if e.untouched() {
		err = e.Store.DeleteUntouched(e.s.Log.ID())
	}
	switch {
	case err != nil:
		return err
	case e.before == "":
		return ask.ErrQuit
	}
	e.say(NothingBegun)
	e.other = &Choice{ID: e.before}
	return nil
}

func (e *Evening) standings(string) error {
	e.clocks.printed = true
	return e.print(results.Result(e.s.Log.State(), Colors(e.Store)))
}

func (e *Evening) why(string) error {
	e.clocks.printed = true
	return e.print(results.Why(e.s.Log.State()))
}

// about is an item in one line.
func (e *Evening) about(it session.Item) lang.Text { return e.s.Log.About(e.s.Log.Items(), it) }

var (
	whichItem = lang.Msg("play.which-item", "What should be corrected?")
	putRight  = lang.Msg("play.put-right", "Answer it again")
	putBefore = lang.Msg("play.put-before", "Add something forgotten before it")
	takeAway  = lang.Msg("play.take-away", "Remove it")
	nothingIt = lang.Msg("play.nothing-changed", "Nothing: go back")
)

// correct changes, removes or precedes anything that happened, the table included.
func (e *Evening) correct(string) error {
	items := e.s.Log.Items()
	options := e.s.Log.Abouts(items)
	slices.Reverse(options) // the latest first: it is the one that is wrong most often
	at, err := ask.PickOne(e.now, "play.which-item", whichItem, options, 0)
	if err != nil {
		return e.orNothing(err)
	}
	it := items[len(items)-1-at]
	if it.ID == items[0].ID {
		return e.changeTable("")
	}
	k, err := ask.PickOne(e.now, "play.what-to-do", e.about(it), []lang.Text{putRight, putBefore, takeAway, nothingIt}, 0)
	switch {
	case errors.Is(err, ask.ErrBack):
		return e.correct("")
	case err != nil:
		return e.orNothing(err)
	}
	switch k {
	case 0:
		e.s.Open(it.ID)
	case 1:
		e.s.PutIn(it.ID)
	case 2:
		p, err := e.s.Remove(it.ID)
		return e.corrected(p, err)
	}
	return nil
}

// changeTable asks for the table again: a name put right, another target, one more round.
func (e *Evening) changeTable(string) error {
	e.s.Open(e.s.Log.Items()[0].ID)
	return nil
}

var whichWord = lang.Msg("play.which-word", "Which rule, card or word?")

// lookUp finds a word in the game's reference, and asks for one where it got none: an Enter
// shows what there is, another one leaves.
func (e *Evening) lookUp(word string) error {
	for asked, listed := word == "", false; ; {
		if asked {
			r, err := e.now.Ask(ask.Question{ID: "play.which-word", Shape: ask.Words{Blank: true}, Text: whichWord})
			if err != nil {
				return e.orNothing(err)
			}
			word = strings.TrimSpace(r.Text)
		}
		e.clocks.printed = true
		if word == "" {
			if listed {
				return nil
			}
			listed = true
			if err := e.book().Contents(e.s.Log.Game()); err != nil {
				return err
			}
			continue
		}
		err := e.book().LookUp(e.s.Log.Game(), word)
		var unknown *fault.Fault
		if !errors.As(err, &unknown) {
			return err
		}
		if e.say(unknown.Say); !asked {
			return nil
		}
	}
}

var (
	reallyEnd = lang.Msg("play.really-end", "End the game now? The score stands as it is.")
	yesEnd    = lang.Msg("play.yes-end", "Yes, end it")
	noEnd     = lang.Msg("play.no-end", "No, go on")
)

func (e *Evening) endHere(string) error {
	k, err := ask.PickOne(e.now, "play.really-end", reallyEnd, []lang.Text{noEnd, yesEnd}, 0)
	if err != nil {
		return e.orNothing(err)
	}
	if k == 1 {
		end, _ := scoring.Ending(e.s.Log.State())
		return e.s.Do(end)
	}
	return nil
}
