package play

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/cmd/internal/screen"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/timer"
)

// Clocks answer a Watch with a live clock and pass every other question on to the host. The rules:
//
//   - The clock of a part is saved at every change and every second, and never thrown away: whatever
//     the table does in between (read back, undo, leave), the clock comes back as it was.
//   - It starts at once if the part is new, unless the table is just coming back to it. After an
//     option that stopped it, it is as it was before: running or paused. After anything else, the
//     table starts it again.
//   - If a part is dealt anew, the table chooses between the time left and a fresh clock.
//   - The first window that reaches a clock keeps it. Another window that reaches the same clock
//     shows its state, changes nothing, and takes over once the first one is gone.
//   - A press on a phone that is refused stops nothing.
//   - A game that was played already has no clocks: the table is asked what happened.
//   - A clock beside the score starts when the table starts it. In the past it is passed over, in
//     the direction in which the table reads.
type clocks struct {
	in      Setting
	s       *session.Session
	part    string // the part whose clock was watched last
	last    int    // the ID of the last item at that time
	ran     bool   // it ran until an option stopped it, and nothing but play has happened since
	fresh   int    // the ID of the item entered just now
	came    bool   // the table came back to a game and has not answered anything yet
	muted   bool
	printed bool           // the clock would cover lines just printed
	back    bool           // the table went back from the last question
	leave   func()         // gives up the lead; nil: this window does not lead
	unkept  *time.Duration // the time left on the clock watched last, if it could not be saved
}

var (
	clockNext  = lang.Msg("play.to-the-clock", "Back to the clock")
	clockOffer = lang.Msg("play.clock-offer", "{what}: the clock")
)

// dealt notes that an event happened. The next clock goes to the first window that reaches it.
func (w *clocks) dealt() {
	w.fresh = w.latest().ID
	w.cede()
}

// leads reports whether this window keeps the game's clocks. The first window that reaches a clock takes the lead,
// until the clock's part has been entered; the others only see its state.
func (w *clocks) leads() bool {
	if w.leave == nil {
		if leads, leave := w.in.Store.Lead(w.s.Log.ID()); leads {
			w.leave = leave
		}
	}
	return w.leave != nil
}

func (w *clocks) cede() {
	if w.leave != nil {
		w.leave()
	}
	w.leave = nil
}

// latest returns the last item of the log. The game must have a table.
func (w *clocks) latest() session.Item {
	items := w.s.Log.Items()
	return items[len(items)-1]
}

// Ask answers a Watch with a clock, and hands every other question to the host.
func (w *clocks) Ask(q ask.Question) (ask.Answer, error) {
	clock, ok := q.Shape.(ask.Watch)
	if !ok {
		w.printed = false // the question is asked below it
		r, err := w.in.Host.Ask(q)
		w.came, w.back = w.came && err != nil, errors.Is(err, ask.ErrBack)
		return r, err
	}
	if t, ok := w.s.Log.Table(); ok && t.Played() {
		return w.played(q)
	}
	if err := w.awaitLead(clock); err != nil {
		return ask.Answer{}, err
	}
	c, err := w.clock(q, clock)
	if err != nil {
		return ask.Answer{}, err
	}
	w.part, w.last = clock.Part, w.latest().ID
	o, err := w.watch(c)
	w.reportUnkept(o)
	w.ran, w.muted = (o.End == screen.Pressed || o.End == screen.TimeUp) && o.Ran, o.Muted
	if err != nil {
		return ask.Answer{}, err
	}
	a, err, ok := o.Answer()
	if ok && err == nil {
		w.printOutcome(clock, a)
	}
	return a, err
}

// reportUnkept reports a clock that the disk refused, and remembers its time until it comes back.
func (w *clocks) reportUnkept(o screen.Outcome) {
	w.unkept = nil
	if o.Unkept == "" {
		return
	}
	w.unkept = &o.Left
	for _, line := range layout.Lines("✗ "+o.Unkept, w.in.Width()-1) {
		fmt.Fprintln(w.in.Out, line)
	}
}

// kept returns the saved clock of a part, and whether there is one. A clock that the disk refused comes back as it was
// last seen.
func (w *clocks) kept(part string) (c timer.Snapshot, was bool, err error) {
	c, was, err = w.in.Store.Drafts.Clock(w.s.Log.ID(), part)
	if err == nil && w.unkept != nil && part == w.part {
		return timer.Snapshot{Left: *w.unkept}, true, nil
	}
	return c, was, err
}

// Gather passes the group on to the host: a clock has no group.
func (w *clocks) Gather(qs []ask.Question, got ask.Got) error {
	w.printed = false
	err := w.in.Host.Gather(qs, got)
	w.back = errors.Is(err, ask.ErrBack)
	return err
}

// clock returns the clock for a question, as it stands now.
func (w *clocks) clock(q ask.Question, of ask.Watch) (screen.Clock, error) {
	c := screen.Clock{
		Text: q.Text, Notes: q.Notes, Options: of.Options, Early: of.Early, Fault: q.Fault,
		Limit: of.Limit, Left: of.Limit, Waits: of.Beside, Runs: !of.Beside && (q.Fault == nil || q.Suggest != nil && q.Suggest.By >= 0),
		Phones: screen.Phones{Place: q.Place, Watch: of},
		Muted:  w.muted, Linger: screen.Stays, Table: true, Voice: w.in.Voice, Now: w.in.Moment,
		Save: func(s timer.Snapshot) error { return w.save(of.Part, s) },
	}
	if q.Stands && q.Suggest != nil {
		c.Stood = q.Suggest.Value() + 1
		if c.Stood == 0 && !of.Early.Empty() {
			c.Stood = len(of.Options) + 1
		}
	}
	if err := w.movePart(of.Part); err != nil {
		return c, err
	}
	kept, was, err := w.kept(of.Part)
	if err != nil || !was {
		c.Runs = c.Runs && !w.came
		return c, err
	}
	stands, away := kept.Restore(c.Now())
	if w.justDealt(q) && stands.Left != of.Limit {
		again, err := w.askFresh(q, stands.Left)
		if err != nil || again {
			return c, err
		}
	}
	c.Left, c.Away = stands.Left, away
	c.Runs = c.Runs && w.part == of.Part && w.ran
	return c, nil
}

// movePart moves the saved clock to the new name of its part: a round is renumbered if an earlier one is removed, for
// example.
func (w *clocks) movePart(part string) error {
	if w.part == "" || w.part == part || w.last != w.latest().ID {
		return nil
	}
	kept, was, err := w.kept(w.part)
	if err != nil || !was {
		return err
	}
	return w.in.Store.Drafts.SetClock(w.s.Log.ID(), part, kept)
}

// justDealt reports whether the part was begun just now by an event without a clock.
func (w *clocks) justDealt(q ask.Question) bool {
	it := w.latest()
	return it.ID == w.fresh && it.ID != w.last && !slices.ContainsFunc(it.Said.Entries, func(said ask.Entry) bool { return said.ID == q.ID })
}

var (
	clockStood = lang.Msg("play.clock-stood", "The clock of this round stood at {time} already.")
	clockOn    = lang.Msg("play.clock-on", "Go on from {time}")
	clockAnew  = lang.Msg("play.clock-anew", "A fresh clock: {time}")
)

// askFresh asks whether a part that was dealt anew gets a fresh clock.
func (w *clocks) askFresh(q ask.Question, left time.Duration) (bool, error) {
	k, err := ask.PickOne(w.in.Host, "play.clock-again", clockStood.With("time", timer.Face(left)),
		[]lang.Text{clockOn.With("time", timer.Face(left)), clockAnew.With("time", timer.Face(ask.As[ask.Watch](q).Limit))}, -1)
	if err != nil {
		return false, err
	}
	w.fresh = 0
	return k == 1, nil
}

// save keeps a clock. Its error is a sentence for the table.
func (w *clocks) save(part string, s timer.Snapshot) error {
	if err := w.in.Store.Drafts.SetClock(w.s.Log.ID(), part, s); err != nil {
		return fault.New(session.Explain(err))
	}
	return nil
}

// watch shows the clock. If it would cover lines just printed, the table reads them first.
func (w *clocks) watch(c screen.Clock) (screen.Outcome, error) {
	next, offered := clockNext, c.Waits && w.fresh == w.latest().ID // the points of the last round stand there
	if offered {
		next, w.fresh = clockOffer.With("what", c.Text), 0
	}
	if (w.printed || offered) && w.in.Host.Covers() {
		if err := ask.Tell(w.in.Host, "play.to-the-clock", next); err != nil {
			return screen.Outcome{}, err
		}
	}
	w.printed = false
	return w.in.Host.Watch(c)
}

var (
	clockStopped = lang.Msg("play.clock-stopped", "{what} · {time} left")
	clockUp      = lang.Msg("play.clock-up", "Time was up")
)

// stopped returns what ended a clock, with the time left if there was any.
func stopped(clock ask.Watch, a ask.Answer) lang.Text {
	what := clockUp
	switch k := a.Value(); {
	case k >= 0 && k < len(clock.Options):
		what = clock.Options[k]
	case a.Left > 0:
		what = clock.Early
	}
	if a.Left == 0 {
		return what
	}
	return clockStopped.With("what", what, "time", timer.Face(a.Left))
}

// printOutcome leaves one line about the clock on the screen, as every question does.
func (w *clocks) printOutcome(clock ask.Watch, a ask.Answer) {
	say := stopped(clock, a)
	if t, ok := w.s.Log.Table(); ok && a.By >= 0 && a.By < len(t.Players) { // it was pressed on a phone
		say = lang.At(t.Players[a.By], say)
	}
	fmt.Fprintln(w.in.Out, layout.Cut("✔ "+w.in.Voice.Say(say), w.in.Width()-1))
}

// forRecap returns answers for a recap: a clock is replaced by what ended it.
func forRecap(all []ask.Answered) []ask.Answered {
	for i, a := range all {
		if clock, ok := a.Shape.(ask.Watch); ok {
			all[i].Question = ask.Question{Head: ask.Head{ID: a.ID}, Shape: ask.Pick{Options: []lang.Text{stopped(clock, a.Answer)}}}
			all[i].Answer = ask.One(0)
		}
	}
	return all
}

var (
	howItWent = lang.Msg("play.how-it-went", "What happened?")
	timeWasUp = lang.Msg("play.time-was-up", "Time was up")
	hasLooked = lang.Msg("play.has-looked", "{names} has looked.")
)

// played asks about the past: parts that are corrected, inserted later, or only scored. In place of a clock it lists
// what may have ended it, since the rest has been entered by now. A card that one person looked at is not shown again,
// as it may still be secret. Nothing past goes to phones.
func (w *clocks) played(q ask.Question) (ask.Answer, error) {
	if ask.Is[ask.Show](q.Shape) && q.Secret {
		seen := ask.Question{Head: ask.Head{ID: q.ID, Text: hasLooked.With("names", lang.Names(q.Names)), Notes: headings(q.Notes)}, Shape: ask.Show{}, Stands: q.Stands, Fault: q.Fault}
		seen.Suggest = &ask.Answer{By: ask.Scorekeeper} // namely, that they have looked
		return w.Ask(seen)
	}
	clock, ok := q.Shape.(ask.Watch)
	switch {
	case !ok:
		return w.Ask(q)
	case clock.Beside && w.back:
		return ask.Answer{}, ask.ErrBack
	case clock.Beside:
		return ask.Answer{By: ask.Scorekeeper, Same: q.Stands}, nil
	}
	was := q.Suggest
	if was != nil && was.Value() < 0 {
		was = ask.Usual(len(clock.Options))
	}
	r, err := w.Ask(ask.Question{
		Head:   ask.Head{ID: q.ID, Text: howItWent, Notes: q.Notes, Suggest: was},
		Shape:  ask.Pick{Options: append(slices.Clip(clock.Options), timeWasUp)},
		Stands: q.Stands, Fault: q.Fault,
	})
	if err != nil || r.Value() < len(clock.Options) {
		return r, err
	}
	return ask.Answer{By: r.By}, nil
}

var clockThere = lang.Msg("play.clock-there", "Another window keeps this clock. Go on to look at it again.")

// awaitLead reports a clock that another window keeps, until this window may keep it or the game goes on over there.
func (w *clocks) awaitLead(of ask.Watch) error {
	id, lines := w.s.Log.ID(), w.s.Log.Lines()
	for !w.leads() {
		kept, was, err := w.in.Store.Drafts.Clock(id, of.Part)
		if err != nil {
			return err
		}
		if !was {
			kept.Left = of.Limit
		}
		now := w.in.Moment()
		c := screen.Seen(kept, now)
		stands := screen.Told(c.Runs, timer.Seconds(c.At(now)), timer.Face(c.At(now)))
		if err := ask.Tell(w.in.Host, "play.clock-there", stands, clockThere); err != nil {
			return err
		}
		news, err := w.in.Store.Log.After(id, lines)
		switch {
		case err != nil:
			return err
		case len(news) > 0:
			return w.s.Log.CatchUp()
		}
	}
	return nil
}
