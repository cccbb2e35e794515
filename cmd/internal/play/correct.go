package play

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// What a task does with an item, in the words of a game's file.
const (
	edit   = "edit"
	insert = "insert"
	again  = "again"
)

// A task is something asked about an item besides the next turn: it is corrected, something is put in before it, or it is
// entered anew. It stays while the table is in the menu.
type task struct {
	what string // "": none
	id   int
	last bool // read from its last answer back
	walk bool // the table reads back: what follows is read next
}

// in returns the name of its dialog.
func (t task) in() string { return fmt.Sprint(t.what, " ", t.id) }

// back reads the event before the one that is read, from its last answer back.
func (e *Evening) back() error {
	if e.S.State() == nil {
		return ask.Back
	}
	at := e.task
	if err := e.drop(); err != nil {
		return err
	}
	if at.what == insert || at.what == again {
		return nil
	}
	items := e.S.Items()
	i := len(items)
	if at.what == edit {
		i = slices.IndexFunc(items, func(it session.Item) bool { return it.ID == at.id })
	}
	for i--; i >= 0; i-- {
		if e.readable(items[i]) {
			e.task = task{what: edit, id: items[i].ID, last: true, walk: true}
			return nil
		}
	}
	e.say(lang.T("There is nothing before it."))
	e.task = at
	e.task.last = false
	return nil
}

// readable reports whether somebody was asked for an item: then it can be asked about once more.
func (e *Evening) readable(it session.Item) bool {
	_, table := it.Event.(setup.Table)
	return table || e.S.Game().Asks(it.Event)
}

// drop gives up the task, and what was half told in it.
func (e *Evening) drop() error {
	in := e.task.in()
	e.task = task{}
	if !slices.Contains(e.S.Half(), in) {
		return nil
	}
	e.say(lang.T("The change above was not finished: nothing of it counts."))
	return e.S.Forget(in)
}

// doTask asks for what the task is about, and settles what that changes.
func (e *Evening) doTask() error {
	t := e.task
	var c *session.Change
	var err error
	switch t.what {
	case edit:
		c, err = e.S.Correct(e, t.id, t.last)
	case insert:
		c, err = e.S.Insert(e, t.id, t.last)
	default:
		c, err = e.S.Again(e, t.id, t.last)
	}
	switch {
	case err == nil:
	case !isMove(err):
		e.task = task{}
		return err
	default:
		return err
	}
	if t.what == edit && len(c.Refused) == 0 && reflect.DeepEqual(c.Event, c.Was) {
		e.onward(t)
		return e.S.Make(c)
	}
	return e.settle(c)
}

func isMove(err error) bool {
	_, is := err.(ask.Move)
	return is
}

// onward reads what follows a task that changed nothing, if the table reads back and has not had enough.
func (e *Evening) onward(t task) {
	e.task = task{}
	if !t.walk || e.now {
		return
	}
	items := e.S.Items()
	i := slices.IndexFunc(items, func(it session.Item) bool { return it.ID == t.id })
	for _, it := range items[i+1:] {
		if e.readable(it) {
			e.task = task{what: edit, id: it.ID, walk: true}
			return
		}
	}
}

// settle shows what a change does to the points, and to what came later, and makes it if the table keeps it.
func (e *Evening) settle(c *session.Change) error {
	keep, leave := lang.T("Keep the change"), lang.T("Leave it as it was")
	notes := []lang.Text{lang.Literal(results.Difference(e.Lang, e.S.Game(), c.Before, c.After))}
	if len(c.Refused) > 0 {
		keep = lang.T("Keep the change and take those out")
		notes = append(notes, lang.T("With this change the rules no longer allow what came later:"))
		for _, r := range c.Refused {
			why := lang.Literal(fault.Aloud(e.Lang, r.Why))
			notes = append(notes, lang.T("- {event}. Why: {why}.").With("event", e.tells(r.Item), "why", why))
		}
	}
	notes = append(notes, e.ending(c)...)
	g := ask.Group{Text: lang.T("What shall be done?"), Notes: notes, Asked: []ask.Question{{
		ID: "keep", Text: lang.T("What shall be done?"), Suggest: setup.Yes,
		Shape: ask.Pick{Options: []ask.Option{{ID: setup.Yes, Key: lang.Literal("k"), Text: keep}, {ID: setup.No, Key: lang.Literal("l"), Text: leave}}},
	}}}
	v, err := ask.All(e.Keys, g, nil)
	if err == ask.Back {
		e.task.last = true
		return nil
	}
	if err != nil {
		return err
	}
	in := e.task.in()
	e.task = task{}
	if v[0].Line == setup.No {
		e.say(lang.T("Everything is as it was."))
		if slices.Contains(e.S.Half(), in) {
			return e.S.Forget(in)
		}
		return nil
	}
	if err := e.S.Make(c); err != nil {
		return err
	}
	e.standing()
	return nil
}

// ending says if a change ends the game, or opens it again.
func (e *Evening) ending(c *session.Change) (notes []lang.Text) {
	g := e.S.Game()
	was, is := g.Result(c.Before), g.Result(c.After)
	switch {
	case is.Over && (!was.Over || !slices.Equal(was.Winners, is.Winners)) && len(is.Winners) > 0:
		notes = append(notes, lang.T("Then {names} would win.").With("names", lang.Names(is.Winners)))
	case was.Over && !is.Over:
		notes = append(notes, lang.T("Then the game would not be over."))
	}
	return notes
}

// correct lists what happened, the last first. What is chosen is asked openly once more.
func (e *Evening) correct(string) error {
	id, key, err := e.pickItem(lang.T("What needs correcting?"), func(it session.Item) (why lang.Text) {
		if !e.readable(it) {
			why = lang.T("It can only be taken out.")
		}
		return why
	}, []ask.Option{
		{ID: insert, Key: lang.Literal("i"), Text: lang.T("put in something forgotten")},
		{ID: "remove", Key: lang.Literal("x"), Text: lang.T("take something out")},
	})
	switch {
	case err != nil:
		return err
	case key == insert:
		return e.insert()
	case key != "":
		return e.remove()
	}
	e.task = task{what: edit, id: id}
	return nil
}

// insert asks before what something was forgotten.
func (e *Evening) insert() error {
	id, _, err := e.pickItem(lang.T("What came right after it?"), func(it session.Item) (why lang.Text) {
		if _, table := it.Event.(setup.Table); table {
			why = lang.T("The table comes first.")
		}
		return why
	}, nil)
	if err == nil {
		e.task = task{what: insert, id: id}
	}
	return err
}

// remove takes something out.
func (e *Evening) remove() error {
	id, _, err := e.pickItem(lang.T("What is taken out?"), func(it session.Item) (why lang.Text) {
		if _, table := it.Event.(setup.Table); table {
			why = lang.T("The table stays.")
		}
		return why
	}, nil)
	if err != nil {
		return err
	}
	c, err := e.S.Remove(id)
	if err != nil {
		return err
	}
	return e.settle(c)
}

// pickItem has the table choose among what happened.
func (e *Evening) pickItem(text lang.Text, bar func(session.Item) lang.Text, keys []ask.Option) (id int, key string, err error) {
	pick := ask.Pick{}
	for _, it := range slices.Backward(e.S.Items()) {
		if laid, is := it.Event.(scoring.Laid); is && len(laid.Deck) == 0 {
			continue // nothing was said there
		}
		pick.Options = append(pick.Options, ask.Option{ID: strconv.Itoa(it.ID), Text: e.tells(it), Why: bar(it)})
	}
	v, err := e.ask(ask.Question{Text: text, Keys: keys, Shape: pick}, nil)
	id, _ = strconv.Atoi(v.Line)
	return id, v.Key, err
}

// goOn asks whether a change that was left in the middle is gone on with.
func (e *Evening) goOn(in string) error {
	what, number, _ := strings.Cut(in, " ")
	id, _ := strconv.Atoi(number)
	say := lang.T("A correction was left in the middle: {what}")
	if what == insert {
		say = lang.T("Something forgotten was about to be put in before: {what}")
	}
	for _, it := range e.S.Items() {
		if it.ID == id {
			say = say.With("what", e.tells(it))
		}
	}
	for _, l := range e.S.Lost() {
		if l.ID == id {
			say = say.With("what", e.tells(l.Item))
		}
	}
	v, err := ask.All(e.Keys, ask.Group{Text: say, Notes: []lang.Text{say}, Asked: []ask.Question{{
		ID: "go on", Text: lang.T("Go on with it?"), Suggest: setup.Yes,
		Shape: yesOrNo(lang.T("Yes, to its end"), lang.T("No, drop it: everything stays as it was")),
	}}}, nil)
	switch {
	case err == ask.Back:
		return nil
	case err != nil:
		return err
	case v[0].Line == setup.No:
		return e.S.Forget(in)
	}
	e.task = task{what: what, id: id}
	return nil
}

// lost offers to enter anew what a change made impossible.
func (e *Evening) lost(l session.Lost) error {
	note := lang.T("Taken out, as the rules no longer allowed it: {what}").With("what", e.tells(l.Item))
	v, err := ask.All(e.Keys, ask.Group{Text: note, Notes: []lang.Text{note}, Asked: []ask.Question{{
		ID: "again", Text: lang.T("Enter it anew?"), Suggest: setup.Yes, Shape: yesOrNo(lang.T("Yes"), lang.T("No, it stays out")),
	}}}, nil)
	t := task{what: again, id: l.ID}
	switch {
	case err == ask.Back:
		return nil
	case err != nil:
		return err
	case v[0].Line == setup.No:
		return e.S.Forget(t.in())
	}
	e.task = t
	return nil
}
