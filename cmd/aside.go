package cmd

import (
	"errors"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// What a table may want at any question. A wish is a word behind "?" or a line of
// the menu that a lone "?" opens.
type wish struct {
	id    string // what may be typed behind "?", in any language; its beginning is enough
	text  lang.Text
	offer func(*evening) bool
	do    func(e *evening, rest string) error
}

func wishes() []wish {
	return []wish{
		{"go on", lang.M("cmd.wish-on", "Go on"), always, func(*evening, string) error { return nil }},
		{"standings", lang.M("cmd.wish-standings", "Standings"), scored, (*evening).standings},
		{"undo", lang.M("cmd.wish-undo", "Undo the last thing"), canUndo, (*evening).undo},
		{"redo", lang.M("cmd.wish-redo", "Redo what was undone"), func(e *evening) bool { return e.s.CanRedo() }, (*evening).redo},
		{"correct", lang.M("cmd.wish-correct", "Correct something earlier"), seated, (*evening).correct},
		{"table", lang.M("cmd.wish-table", "Change names, seats or what was agreed"), seated, (*evening).changeTable},
		{"people", lang.M("cmd.wish-people", "Somebody comes late or leaves early"), movable, (*evening).comeAndGo},
		{"why", lang.M("cmd.wish-why", "Every point and its reason"), scored, (*evening).why},
		{"rules", lang.M("cmd.wish-rules", "Look a rule up"), always, (*evening).lookUp},
		{"end", lang.M("cmd.wish-end", "End the game here, as it stands"), playing, (*evening).endHere},
		{"drop", lang.M("cmd.wish-drop", "Drop this game: nobody sits down"), func(e *evening) bool { return !seated(e) }, (*evening).drop},
		{"leave", lang.M("cmd.wish-leave", "Keep it for later and leave"), always, func(*evening, string) error { return ask.ErrQuit }},
	}
}

func always(*evening) bool   { return true }
func seated(e *evening) bool { _, ok := e.s.Table(); return ok }

// movable: people may come and go here. Where they may not, “?people” still says why.
func movable(e *evening) bool {
	t, ok := e.s.Table()
	return ok && e.fixed(t).Empty()
}

func canUndo(e *evening) bool {
	return e.s.CanUndo() || seated(e) && slices.Contains(e.s.Pending(), "next")
}
func scored(e *evening) bool { return seated(e) && len(e.s.State().Result().Parts) > 0 }
func playing(e *evening) bool {
	stopped := slices.ContainsFunc(e.s.Events(), func(ev scoring.Event) bool { return ev.Kind() == scoring.Stop{}.Kind() })
	return seated(e) && !e.s.State().Result().Over && !stopped
}

var (
	whatElse = lang.M("cmd.what-else", "What shall it be?")
	noWish   = lang.M("cmd.no-wish", "“?{it}” is nothing that can be done here; “?” alone shows what can.")
)

// aside serves a wish; afterwards the same question stands there again.
func (e *evening) aside(want string) error {
	word, rest, _ := strings.Cut(strings.TrimSpace(want), " ")
	if word != "" {
		for _, means := range []func(wish, string) bool{named, e.says} { // its own name first
			for _, w := range wishes() {
				if (w.offer(e) || w.id == "people" && seated(e)) && means(w, setup.Alike(word)) {
					return w.do(e, strings.TrimSpace(rest))
				}
			}
		}
		e.say(noWish.With("it", want))
		return nil
	}
	var offered []wish
	var options []lang.Text
	for _, w := range wishes() {
		if w.offer(e) {
			offered, options = append(offered, w), append(options, w.text)
		}
	}
	k, err := ask.PickOne(e.asker, "cmd.what-else", whatElse, options, 0)
	if err != nil {
		return e.orNothing(err)
	}
	return offered[k].do(e, "")
}

// named reports whether a typed word begins a wish's name.
func named(w wish, word string) bool { return strings.HasPrefix(w.id, word) }

// says reports whether a typed word begins a word of a wish's line.
func (e *evening) says(w wish, word string) bool {
	return slices.ContainsFunc(strings.Fields(setup.Alike(e.voice.Say(w.text))), func(t string) bool {
		return strings.HasPrefix(t, word) || len(t) > 3 && strings.HasPrefix(word, t)
	})
}

// orNothing is an aside that was left again: back to the question.
func (e *evening) orNothing(err error) error {
	var aside *ask.Aside
	if errors.Is(err, ask.ErrBack) || errors.Is(err, ask.ErrNow) || errors.As(err, &aside) {
		return nil
	}
	return err
}

// drop forgets a game before anybody sat down.
func (e *evening) drop(string) error {
	if err := e.s.Drop("table"); err != nil {
		return err
	}
	return ask.ErrQuit
}

func (e *evening) standings(string) error {
	e.asker.read = true
	return e.page().Result(e.s.State(), "table")
}

func (e *evening) why(string) error {
	e.asker.read = true
	return e.page().Why(e.s.State())
}

var (
	halfUndone = lang.M("cmd.half-undone", "The last answer is taken back.")
	nowAgain   = lang.M("cmd.now-again", "No longer: {old}. Now: {now}")
	backAgain  = lang.M("cmd.back-again", "There again: {what}")
	goneAgain  = lang.M("cmd.gone-again", "Taken away: {what}")
	undone     = lang.M("cmd.undone", "Undone: {what}")
	redone     = lang.M("cmd.redone", "Done again: {what}")
)

// undo takes the last answer back of what is half told, if anything is, else the last
// thing done.
func (e *evening) undo(string) error {
	if slices.Contains(e.s.Pending(), "next") {
		err := e.s.Untell()
		if err == nil {
			e.say(halfUndone)
		}
		if !errors.Is(err, session.ErrNothing) {
			return err
		}
	}
	return e.turn(e.s.Undo, undone)
}

func (e *evening) redo(string) error { return e.turn(e.s.Redo, redone) }

// turn undoes or redoes, and says what.
func (e *evening) turn(do func() error, say lang.Text) error {
	if err := do(); err != nil {
		return err
	}
	s := e.s
	h := s.History()
	last := h[len(h)-1]
	old, now := tellChange(s, last.Was, last.Now, last.Dropped, last.Put)
	told := append(slices.Clone(old), now...)
	switch { // a removal that is undone comes back, one that is redone goes
	case len(last.Dropped) > 0 && len(last.Put) > 0:
		say = nowAgain
	case last.Kind == session.Undone && len(last.Dropped) == 0:
		say = backAgain
	case last.Kind == session.Redone && len(last.Put) == 0:
		say = goneAgain
	}
	e.say(say.With("what", told, "old", old, "now", now))
	e.glance()
	return nil
}

// about is an item in one line, as the state before it tells it.
func (e *evening) about(it session.Item) lang.Text { return tellItem(e.s.Game(), e.s.Items(), it) }

var (
	theTable  = lang.M("cmd.the-table", "The table: {names}")
	whichItem = lang.M("cmd.which-item", "What is to be corrected?")
	putRight  = lang.M("cmd.put-right", "Answer it again")
	putBefore = lang.M("cmd.put-before", "Put something forgotten before it")
	takeAway  = lang.M("cmd.take-away", "Take it away")
	nothingIt = lang.M("cmd.nothing-changed", "Nothing: go back")
)

// correct changes, removes or precedes anything that happened, the table included.
func (e *evening) correct(string) error {
	items := e.s.Items()
	options := make([]lang.Text, len(items))
	for i := range items { // the latest first: it is the one that is wrong most often
		options[i] = e.about(items[len(items)-1-i])
	}
	k, err := ask.PickOne(e.asker, "cmd.which-item", whichItem, options, 0)
	if err != nil {
		return e.orNothing(err)
	}
	it := items[len(items)-1-k]
	if it.ID == items[0].ID {
		return e.changeTable("")
	}
	k, err = ask.PickOne(e.asker, "cmd.what-to-do", e.about(it), []lang.Text{putRight, putBefore, takeAway, nothingIt}, 0)
	if err != nil {
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
func (e *evening) changeTable(string) error {
	e.s.Open(e.s.Items()[0].ID)
	return nil
}

var whichWord = lang.M("cmd.which-word", "Which word?")

func (e *evening) lookUp(word string) error {
	if word == "" {
		r, err := e.asker.Ask(ask.Question{ID: "cmd.which-word", Kind: ask.Words, Text: whichWord, Blank: true})
		if err != nil {
			return e.orNothing(err)
		}
		word = r.Text
	}
	e.asker.read = true
	err := e.lookUpRule(e.s.Game(), word)
	var could *failed
	if errors.As(err, &could) {
		e.say(could.say)
		return nil
	}
	return err
}

var (
	reallyEnd = lang.M("cmd.really-end", "End the game now? It is decided as it stands.")
	yesEnd    = lang.M("cmd.yes-end", "Yes, end it")
	noEnd     = lang.M("cmd.no-end", "No, go on")
)

func (e *evening) endHere(string) error {
	k, err := ask.PickOne(e.asker, "cmd.really-end", reallyEnd, []lang.Text{noEnd, yesEnd}, 0)
	if err != nil {
		return e.orNothing(err)
	}
	if k == 1 {
		return e.s.Do(scoring.Stop{})
	}
	return nil
}

// tellItem is one of the items of a game in one line, told by the state before it.
func tellItem(g scoring.Game, items []session.Item, it session.Item) lang.Text {
	if t, ok := it.Event.(setup.Table); ok {
		return theTable.With("names", lang.Names(t.Players))
	}
	t, _ := items[0].Event.(setup.Table)
	st, err := g.New(t)
	for _, other := range items[1:] {
		if err != nil || other.ID == it.ID {
			break
		}
		st, err = st.Apply(other.Event)
	}
	if err != nil {
		return lang.As(it.Event.Kind())
	}
	return g.Tell(st, it.Event)
}
