package cmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/prompt"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/cmd/internal/table"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
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

	reading int    // the part that is read again, once that was said
	leave   func() // the seat at the game, once it is taken
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
func (a *app) spend(_ context.Context, st *store.Store, s *session.Session) (err error) {
	a.playing = s
	asker, done, err := a.asker()
	if err != nil {
		return err
	}
	defer done() // after a panic too
	e := a.evening(asker, st, s)
	err = e.run()
	done()
	e.farewell(err)
	return err
}

// evening is one game at one table.
func (a *app) evening(asker ask.Asker, st *store.Store, s *session.Session) *evening {
	return &evening{
		app: a, store: st, asker: a.watching(asker, st, s), s: s,
		seated: seatedFor(s.Purpose()), once: s.Purpose() == onlySetUp && len(s.Events()) == 0,
	}
}

// sitDown takes a seat at the game as soon as it has an id, and says whether another
// window sits there too.
func (e *evening) sitDown() {
	if e.leave != nil || e.s.ID() == "" {
		return
	}
	others, leave, err := e.store.Sit(e.s.ID())
	if e.leave = leave; err == nil && others { // a folder for notes that cannot be written keeps nobody from playing
		e.say(alsoOpen)
	}
}

func (e *evening) standUp() {
	if e.leave != nil {
		e.leave()
	}
	e.leave = nil
}

// What a game is begun for: kept with it, so that leaving before the table is complete
// forgets nothing.
const (
	toPlay    = ""
	onlyScore = "score" // it was played already
	onlySetUp = "setup" // the table leaves once all is laid out
)

// seatedFor is what is settled before the first question.
func seatedFor(purpose string) setup.Table {
	if purpose == onlyScore {
		return setup.Table{Origin: setup.AfterTheFact}
	}
	return setup.Table{}
}

var (
	alsoOpen  = lang.M("cmd.also-open", "Another window has this game open too. What is told there is seen here with the next answer.")
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
	fmt.Fprintln(e.Out, e.voice.Say(comeBack))
	fmt.Fprintln(e.Out, "  "+e.command("resume", e.s.ID())) // in one piece, so that it can be copied
}

// command is a command line that opens the same file of games.
func (a *app) command(words ...string) string {
	line := "tablemate " + strings.Join(words, " ")
	if a.data == "" {
		return line
	}
	dir, err := filepath.Abs(a.data)
	if err != nil {
		dir = a.data
	}
	return line + " --data " + quoted(dir)
}

// quoted is a path as a shell takes it.
func quoted(path string) string {
	if strings.ContainsAny(path, " \t'\"$&;()*?[]<>|`\\") {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

func (e *evening) say(t lang.Text) {
	e.asker.read = true
	fmt.Fprintln(e.Out, prompt.Wrap(e.voice.Say(t), e.width()))
}

func (e *evening) run() error {
	defer e.standUp()
	if t, ok := e.s.Table(); ok {
		e.say(resumed.With("game", e.s.Game().Name, "names", lang.Names(t.Players)))
		e.glance()
		e.asker.read = false // a clock that waits is seen at once
	}
	for {
		e.sitDown()
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
		var refused *fault.Fault
		var broken *session.Broken
		switch {
		case err == nil:
			return nil
		case errors.As(err, &aside):
			e.asker.rest()
			err = e.aside(aside.Want)
		case errors.Is(err, ask.ErrBack):
			e.asker.rest()
			err = e.backAtStart()
		case errors.Is(err, ask.ErrNow):
			e.s.ToNow()
			return nil
		case errors.Is(err, session.ErrFirst):
			e.say(session.Explain(err))
			return nil
		case errors.As(err, &broken):
			err = e.mend(broken)
		case errors.As(err, &refused):
			e.say(notStored.With("why", refused.Say)) // and the same question stands there again
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
	if it, ok := e.s.PuttingIn(); ok {
		p, err := e.s.Insert(played{e.asker}, it.ID)
		return false, e.corrected(p, err)
	}
	if it, ok := e.s.Reading(); ok {
		e.turnsTo(it)
		p, err := e.s.Part(knowing{played{e.asker}, people}, func(a ask.Asker, t setup.Table) (setup.Table, error) {
			return sit(a, e.s.Game(), people, t)
		})
		return false, e.corrected(p, err)
	}
	e.reading = 0
	if slot, ok := e.halfTold(); ok {
		return false, e.takeUp(slot)
	}
	if e.s.State().Result().Finished() {
		return e.finished()
	}
	return e.next()
}

// turnsTo says which part is read, once.
func (e *evening) turnsTo(it session.Item) {
	if e.reading != it.ID {
		e.say(readAgain.With("what", e.about(it)))
	}
	e.reading = it.ID
}

var readAgain = lang.M("cmd.read-again", "As it was told: {what}")

// next asks what happened next, and shows what it paid.
func (e *evening) next() (over bool, err error) {
	before := len(e.s.State().Result().Parts)
	if _, err := e.s.Next(e.asker); err != nil {
		return false, err
	}
	e.asker.dealt(e.s)
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
	case err == nil && k == 1:
		return false, &ask.Aside{}
	case errors.Is(err, ask.ErrBack):
		return false, err
	case err != nil:
		return false, err
	}
	return true, nil
}

// backAtStart is "one back" at the first question of an event: the part before it is
// opened, to be read.
func (e *evening) backAtStart() error {
	if _, ok := e.s.Table(); !ok {
		return ask.ErrQuit
	}
	return e.s.Back()
}
