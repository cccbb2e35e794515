package cmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/prompt"
	"github.com/tablemate/tablemate/internal/session"
	"github.com/tablemate/tablemate/internal/store"
	"github.com/tablemate/tablemate/internal/table"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// The evening's loop. Its rules:
//
//   - It asks for the next thing until the game is over, prints what that paid, and
//     asks again. What is asked is the game's business; what is stored, the session's.
//   - Anything else (standings, undo, a correction, the rules, stopping) is an aside:
//     possible at every question, and afterwards the same question stands there again.
//   - Whatever ends it, the last line says how to come back.
type evening struct {
	*app
	store  *store.Store
	asker  *watching
	s      *session.Session
	seated setup.Table // what is settled before the first question: walk or not
	once   bool        // leave after the first event: setting up only
}

// live reports whether somebody sits at a terminal that may be drawn on.
func (a *app) live() bool {
	return a.Keyboard != nil && a.Screen && !a.plain && a.Getenv("ACCESSIBLE") != "1"
}

// takesOver says that Ctrl-C is answered here from now on.
func (a *app) takesOver() {
	if a.Asking != nil {
		a.Asking.Store(true)
	}
}

// asker is the keyboard where there is one, else plain lines. done puts the terminal
// in order and must be called.
func (a *app) asker() (asker ask.Asker, done func(), err error) {
	a.takesOver()
	if !a.live() {
		return prompt.NewLines(a.typed(), a.Out, a.voice, a.width()), func() {}, nil
	}
	options := []prompt.Option{prompt.WithSize(a.Size)}
	if a.Getenv("NO_COLOR") != "" {
		options = append(options, prompt.WithoutColor())
	}
	t, err := prompt.NewTerminal(a.Keyboard, a.Out, a.voice, options...)
	if err != nil {
		return nil, nil, err
	}
	stop := t.Guard()
	return t, func() { t.Restore(); stop() }, nil
}

// spend plays one game until it is over or the table leaves.
func (a *app) spend(_ context.Context, st *store.Store, s *session.Session, seated setup.Table, once bool) (err error) {
	asker, done, err := a.asker()
	if err != nil {
		return err
	}
	defer done() // after a panic too
	clock := a.watching(asker, st, s)
	e := &evening{app: a, store: st, asker: clock, s: s, seated: seated, once: once}
	err = e.run()
	if state := s.State(); err == nil && state != nil && state.Result().Finished() {
		err = clock.over()
	}
	done()
	e.farewell(err)
	return err
}

var (
	comeBack  = lang.M("cmd.come-back", "Everything is kept. To come back:")
	kept      = lang.M("cmd.kept", "The game is kept as {id}: tablemate show {id} prints it again.")
	resumed   = lang.M("cmd.resumed", "{game}: {names}")
	notStored = lang.M("cmd.not-stored", "Not done: {why}")
)

// farewell is the last line: how to come back.
func (e *evening) farewell(err error) {
	if e.s.ID() == "" {
		return
	}
	fmt.Fprintln(e.Out)
	if st := e.s.State(); st != nil && st.Result().Finished() && (err == nil || errors.Is(err, ask.ErrQuit)) {
		fmt.Fprintln(e.Out, prompt.Wrap(e.voice.Say(kept.With("id", e.s.ID())), e.width()))
		return
	}
	command := "tablemate resume " + e.s.ID()
	if e.data != "" {
		dir, err := filepath.Abs(e.data)
		if err != nil {
			dir = e.data
		}
		command += " --data " + quoted(dir)
	}
	fmt.Fprintln(e.Out, e.voice.Say(comeBack))
	fmt.Fprintln(e.Out, "  "+command) // in one piece, so that it can be copied
}

// quoted is a path as a shell takes it.
func quoted(path string) string {
	if strings.ContainsAny(path, " \t'\"$&;()*?[]<>|`\\") {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

func (e *evening) say(t lang.Text) { fmt.Fprintln(e.Out, prompt.Wrap(e.voice.Say(t), e.width())) }

func (e *evening) run() error {
	if t, ok := e.s.Table(); ok {
		e.say(resumed.With("game", e.s.Game().Name, "names", lang.Names(t.Players)))
		e.glance()
	}
	for {
		over, err := e.step()
		if err == nil && over {
			return nil
		}
		if err = e.calm(err); err != nil {
			return err
		}
	}
}

// calm answers what is no reason to stop: an aside is served, a refusal is said.
func (e *evening) calm(err error) error {
	for {
		var aside *ask.Aside
		var fault *lang.Fault
		var conflict *session.Conflict
		switch {
		case err == nil:
			return nil
		case errors.As(err, &aside):
			err = e.aside(aside.Want)
		case errors.Is(err, ask.ErrBack):
			err = e.backAtStart()
		case errors.As(err, &conflict):
			err = e.settle(conflict)
		case errors.As(err, &fault):
			e.say(notStored.With("why", fault)) // and the same question stands there again
			return nil
		case errors.Is(err, session.ErrMoved):
			e.say(session.Explain(err))
			return nil
		default:
			return err
		}
	}
}

// step asks for one thing. over: nothing more is to be done.
func (e *evening) step() (over bool, err error) {
	people, err := e.store.People()
	if err != nil {
		return false, err
	}
	if _, ok := e.s.Table(); !ok {
		return false, e.s.Begin(knowing{e.asker, people}, func(a ask.Asker) (setup.Table, error) {
			return sit(a, e.s.Game(), people, e.seated)
		})
	}
	for _, slot := range e.s.Pending() {
		what, about, _ := strings.Cut(slot, " ")
		id, err := strconv.Atoi(about)
		switch {
		case err == nil && what == "edit":
			return false, e.edit(id)
		case err == nil && what == "insert":
			return false, e.s.Insert(played{e.asker}, id)
		}
	}
	if e.s.State().Result().Finished() {
		return e.finished()
	}
	before := len(e.s.State().Result().Parts)
	if _, err := e.s.Next(e.asker); err != nil {
		return false, err
	}
	if err := e.asker.settled(); err != nil {
		return false, err
	}
	if len(e.s.State().Result().Parts) > before {
		return e.once, e.paid()
	}
	return e.once, nil
}

// paid shows what the last part paid, as the game likes to be shown.
func (e *evening) paid() error {
	views := e.s.Game().Views
	if slices.Contains(views, scoring.Reasons) {
		if err := e.page().Reasons(e.s.State()); err != nil {
			return err
		}
	}
	if slices.Contains(views, scoring.Track) {
		if err := e.page().Track(e.s.State().Result()); err != nil {
			return err
		}
	}
	if slices.Contains(views, scoring.Glance) {
		e.glance()
	}
	return nil
}

func (e *evening) glance() {
	if line := e.page().Glance(e.s.State()); line != "" {
		fmt.Fprintln(e.Out, line)
	}
}

var (
	whatNow   = lang.M("cmd.what-now", "The game is over.")
	goodNight = lang.M("cmd.good-night", "Good night")
	somethng  = lang.M("cmd.something", "Something else: correct, undo, every point …")
)

// finished shows the final table and asks whether all is well.
func (e *evening) finished() (over bool, err error) {
	if err := e.page().Result(e.s.State(), table.Table); err != nil {
		return false, err
	}
	if slices.Contains(e.s.Game().Views, scoring.Course) {
		if err := e.page().Course(e.s.State()); err != nil {
			return false, err
		}
	}
	fmt.Fprintln(e.Out)
	k, err := ask.PickOne(e.asker, "cmd.what-now", whatNow, []lang.Text{goodNight, somethng}, 0)
	switch {
	case errors.Is(err, ask.ErrBack), err == nil && k == 1:
		return false, &ask.Aside{}
	case err != nil:
		return false, err
	}
	return true, nil
}

// edit asks again what made an item.
func (e *evening) edit(id int) error {
	people, err := e.store.People()
	if err != nil {
		return err
	}
	return e.s.Edit(knowing{played{e.asker}, people}, id, func(a ask.Asker, t setup.Table) (setup.Table, error) {
		return sit(a, e.s.Game(), people, t)
	})
}

// backAtStart is "one back" at the first question of an event: before it lies the
// last question of the event before, whose answer can be mended. Where nobody was
// asked, what can be done is offered.
func (e *evening) backAtStart() error {
	if _, ok := e.s.Table(); !ok {
		return ask.ErrQuit
	}
	err := e.s.Back()
	if errors.Is(err, session.ErrNothing) {
		return e.aside("")
	}
	return err
}

var (
	standsInTheWay = lang.M("cmd.stands-in-the-way", "After this change the rules refuse what came later:")
	laterEvent     = lang.M("cmd.later-event", "- {event}. Why: {why}.")

	inTheWay = lang.M("cmd.in-the-way", "What should happen?")
	leaveIt  = lang.M("cmd.leave-it", "Leave all as it was")
	takeBack = lang.M("cmd.take-back", "Make the change, and take those back")
)

// settle lets the table choose what a change that stands in the way of later events does.
func (e *evening) settle(c *session.Conflict) error {
	e.say(standsInTheWay)
	for _, later := range c.Later {
		e.say(laterEvent.With("event", e.about(later.Item), "why", later.Why.Say))
	}
	k, err := ask.PickOne(e.asker, "cmd.in-the-way", inTheWay, []lang.Text{leaveIt, takeBack}, 0)
	if err != nil && !errors.Is(err, ask.ErrBack) {
		return err
	}
	if err == nil && k == 1 {
		return e.s.TakeBack(c)
	}
	return e.dropEdits()
}
