package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/cmd/internal/prompt"
	"github.com/tablemate/tablemate/cmd/internal/screen"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// A watching asker answers a Watch with a live clock; every other question goes on to
// the asker in it. Its rules:
//
//   - The clock of a part is kept at every change and each second, and it is never thrown
//     away: whatever the table does meanwhile (reading back, undo, leaving), it stands
//     there again as it stood.
//   - It runs at once where the part is new. After an option that stopped it it is as it
//     was before: it runs on if it ran, and stands if it stood. After anything else the
//     table lets it go on.
//   - A part that is dealt anew is asked about: on from where the clock stood, or a
//     fresh one.
//   - What was played already has no clock: the table is asked how it went.
type watching struct {
	ask.Asker
	app   *app
	store *store.Store
	s     *session.Session
	part  string // whose clock was watched last
	last  int    // the item that was the last one then
	ran   bool   // it ran until an option stopped it, and nothing but play happened since
	fresh int    // the item that was told just now
	muted bool
	read  bool // something was printed that the clock would cover
	show  func(screen.Clock) (screen.Outcome, error)
}

func (a *app) watching(asker ask.Asker, st *store.Store, s *session.Session) *watching {
	w := &watching{Asker: asker, app: a, store: st, s: s}
	w.show = w.watch
	return w
}

var clockNext = lang.M("cmd.to-the-clock", "Enter goes to the clock")

// rest is told when something else than play happened.
func (w *watching) rest() { w.ran = false }

// dealt is told when something happened in the game.
func (w *watching) dealt(s *session.Session) { w.fresh = lastOf(s.Items()).ID }

func lastOf(items []session.Item) session.Item {
	if len(items) == 0 {
		return session.Item{}
	}
	return items[len(items)-1]
}

// Ask answers a Watch; see above.
func (w *watching) Ask(q ask.Question) (ask.Answer, error) {
	if q.Kind != ask.Watch {
		w.read = false // it stands above the question
		return w.Asker.Ask(q)
	}
	if t, ok := w.s.Table(); ok && t.Played() {
		return played{w.Asker}.Ask(q)
	}
	c, err := w.clock(q)
	if err != nil {
		return ask.Answer{}, err
	}
	w.part, w.last = q.Part, lastOf(w.s.Items()).ID
	o, err := w.show(c)
	w.ran, w.muted = o.End == screen.Pressed && o.Ran, o.Muted
	if err != nil {
		return ask.Answer{}, err
	}
	w.told(q, o)
	a, err, _ := o.Answer()
	return a, err
}

// clock is the clock of a question as it stands.
func (w *watching) clock(q ask.Question) (screen.Clock, error) {
	c := screen.Clock{
		Text: q.Text, Notes: q.Notes, Options: q.Options, Fault: q.Fault,
		Limit: q.Limit, Left: q.Limit, Runs: q.Fault == nil,
		Muted: w.muted, Hold: true, Table: true, Stands: q.Stands, Stood: -1, Voice: w.app.voice, Now: w.app.moment(),
		Save: func(s timer.Seen) error { return w.save(q.Part, s) },
	}
	if q.Stands && q.Suggest != nil {
		c.Stood = q.Suggest.Value()
	}
	if err := w.follow(q.Part); err != nil {
		return c, err
	}
	kept, was, err := w.store.Clock(w.s.ID(), q.Part)
	if err != nil || !was {
		return c, err
	}
	left := kept.Left
	if !kept.Since.IsZero() {
		left -= kept.Seen.Sub(kept.Since)
	}
	stands, away := timer.Seen{Left: left, Runs: !kept.Since.IsZero(), At: kept.Seen}.Back(c.Now())
	if w.anew(q) && stands.Left != q.Limit {
		again, err := w.again(q, stands.Left)
		if err != nil || again {
			return c, err
		}
	}
	c.Left, c.Away = stands.Left, away
	c.Runs = c.Runs && w.part == q.Part && w.ran
	return c, nil
}

// follow keeps the clock with its part where that has another name now: an earlier round
// was taken away, say.
func (w *watching) follow(part string) error {
	if w.part == "" || w.part == part || w.last != lastOf(w.s.Items()).ID {
		return nil
	}
	kept, was, err := w.store.Clock(w.s.ID(), w.part)
	if err != nil || !was {
		return err
	}
	return w.store.SetClock(w.s.ID(), part, kept)
}

// anew reports whether the part was begun just now, by something that no clock was
// watched for.
func (w *watching) anew(q ask.Question) bool {
	it := lastOf(w.s.Items())
	return it.ID == w.fresh && it.ID != w.last && !slices.ContainsFunc(it.Said.Said, func(said ask.Said) bool { return said.ID == q.ID })
}

var (
	clockStood = lang.M("cmd.clock-stood", "The clock of this round stood at {time} already.")
	clockOn    = lang.M("cmd.clock-on", "Go on from {time}")
	clockAnew  = lang.M("cmd.clock-anew", "A fresh clock: {time}")
)

// again asks whether a part that was dealt anew has a fresh clock.
func (w *watching) again(q ask.Question, left time.Duration) (bool, error) {
	k, err := ask.PickOne(w.Asker, "cmd.clock-again", clockStood.With("time", timer.Face(left)),
		[]lang.Text{clockOn.With("time", timer.Face(left)), clockAnew.With("time", timer.Face(q.Limit))}, -1)
	if err != nil {
		return false, err
	}
	w.fresh = 0
	return k == 1, nil
}

// save keeps a clock; why it cannot be kept is said at the table.
func (w *watching) save(part string, s timer.Seen) error {
	c := store.Clock{Left: s.Left, Seen: s.At}
	if s.Runs {
		c.Since = s.At
	}
	if err := w.store.SetClock(w.s.ID(), part, c); err != nil {
		return fault.New(session.Explain(err))
	}
	return nil
}

// watch shows the clock: on the whole window of a terminal, else on lines.
func (w *watching) watch(c screen.Clock) (o screen.Outcome, err error) {
	ctx, stop := untilSignal(context.Background())
	defer stop()
	if t, ok := w.Asker.(*prompt.Terminal); ok {
		if w.read { // what was printed is read first
			if err := ask.Tell(w.Asker, "cmd.to-the-clock", clockNext); err != nil {
				return o, err
			}
		}
		w.read = false
		err = t.Lend(func() (err error) {
			o, err = c.OnTerminal(ctx, w.app.Keyboard, w.app.window())
			return err
		})
	} else {
		o, err = c.OnLines(ctx, w.app.Out, w.app.width(), w.app.typed().next, w.app.Screen)
	}
	switch {
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case err != nil:
		err = noScreen(err)
	case o.End == screen.Interrupted:
		err = prompt.ErrInterrupt
	case o.End == screen.Stopped:
		err = ask.ErrQuit
	}
	return o, err
}

var noClock = lang.M("cmd.no-clock", "the clock cannot be shown: {why}")

// noScreen is what went wrong with a screen; why the table left stays as it is.
func noScreen(err error) error {
	if errors.Is(err, ask.ErrQuit) {
		return err
	}
	return &failed{noClock.With("why", plainReason(err)), err}
}

var (
	clockStopped = lang.M("cmd.clock-stopped", "✔ {what} · {time} left")
	clockUp      = lang.M("cmd.clock-up", "✔ Time was up")
)

// told leaves a line of the clock on the screen, as every question does.
func (w *watching) told(q ask.Question, o screen.Outcome) {
	var line lang.Text
	switch o.End {
	case screen.Pressed:
		line = clockStopped.With("what", q.Options[o.Option], "time", timer.Face(o.Left))
	case screen.TimeUp:
		line = clockUp
	default:
		return
	}
	fmt.Fprintln(w.app.Out, ansi.Truncate(w.app.voice.Say(line), w.app.width()-1, "…"))
}

var (
	howItWent = lang.M("cmd.how-it-went", "What happened?")
	timeWasUp = lang.M("cmd.time-was-up", "Time was up")
)

// played asks about a clock that ran long ago: what is corrected, put in later, or only
// scored.
type played struct{ ask.Asker }

// Ask puts a Watch as a list of what may have ended it.
func (p played) Ask(q ask.Question) (ask.Answer, error) {
	if q.Kind != ask.Watch {
		return p.Asker.Ask(q)
	}
	options := append(append([]lang.Text{}, q.Options...), timeWasUp)
	was := q.Suggest
	if was != nil && was.Value() < 0 {
		up := ask.One(len(q.Options))
		was = &up
	}
	r, err := p.Asker.Ask(ask.Question{
		ID: q.ID, Kind: ask.Pick, Text: howItWent, Notes: append([]lang.Text{q.Text}, q.Notes...), Options: options,
		Suggest: was, Stands: q.Stands, Fault: q.Fault,
	})
	if err != nil || r.Value() < len(q.Options) {
		return r, err
	}
	return ask.Answer{By: r.By}, nil
}

// window is the terminal itself: who fills it asks it for its size.
func (a *app) window() io.Writer {
	if p, ok := a.Out.(*printed); ok {
		return p.w
	}
	return a.Out
}

// moment reads both clocks of this machine; all readings of one run of the program fit
// together.
func (a *app) moment() func() timer.Moment {
	if a.moments == nil {
		a.moments = timer.Reader(a.Now)
	}
	return a.moments
}

// typed is what is typed line by line, where nobody sits at a terminal.
func (a *app) typed() *feed {
	if a.lines == nil {
		a.lines = newFeed(a.In, a.moment())
	}
	return a.lines
}

// untilSignal is a context that ends with the first signal that would end the program;
// its cause then leads to the program's exit code.
func untilSignal(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	go func() {
		select {
		case s := <-c:
			cancel(signalled(s))
		case <-ctx.Done():
		}
	}()
	return ctx, func() { signal.Stop(c); cancel(nil) }
}

func signalled(s os.Signal) error {
	if s == os.Interrupt {
		return prompt.ErrInterrupt
	}
	n, _ := s.(syscall.Signal)
	return &prompt.Signaled{Name: s.String(), Number: int(n)}
}
