package play

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/cmd/internal/tty"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
	"github.com/tablemate/tablemate/timer"
)

// storedClock is a small file: the clock of a game as it was last seen.
type storedClock struct {
	clockOwner
	Seen timer.Seen `json:"seen"`
}

// watch shows the clock of a question until somebody ends it. Where it ran already, or nobody plays, it is a list; but
// going back to a clock that an option only stopped brings it again, as if nobody had chosen that.
func (c *besideClock) watch(ctx context.Context, g ask.Group, w ask.Watch, got ask.Got) error {
	q := g.Asked[0]
	switch {
	// A clock that an option only stopped is there again for the table that steps back to it, as if nobody had chosen.
	case g.Again && !g.Told && w.Keeps && c.known(q.ID):
		return ask.Anew
	// Time that has passed cannot run once more: where the round is read, corrected or only scored, the clock is a list.
	case g.Again, g.Told, c.ev.game.Table().Played:
		options := append([]ask.Option{{ID: "", Text: lang.T("The time was up")}}, w.Options...)
		q.Shape = ask.Pick{Options: options}
		g.Asked = []ask.Question{q}
		return c.ev.room.asker().Put(g, got)
	}
	away := c.wind(q, w)
	shown := &tty.Countdown{
		Text: q.Text, Notes: g.Notes, Now: c.now, Clock: c.clock, Whole: w.Limit, Options: w.Options, Away: away,
		Save: func(s timer.Seen, sure bool) error {
			kept := storedClock{c.clockOwner, s}
			if raw, err := json.Marshal(kept); err == nil && !sure {
				return store.SaveQuickly(c.file(), raw)
			}
			return store.Save(c.file(), kept)
		},
	}
	err := c.show(ctx, shown, g, got)
	to, _ := follow(err)
	c.clock, c.left = shown.Clock, to == opensMenu
	switch {
	case err != nil:
	case w.Keeps:
		c.held = true
	default:
		c.unwind()
	}
	return err
}

// hold has the table read what it looked at in the menu: in a window the clock would cover it at once.
func (c *besideClock) hold() error {
	if !c.left || c.ev.room.Print.Plain {
		return nil
	}
	_, err := c.ev.room.ask(ask.Question{Text: lang.T("Back to the clock?"), Suggest: setup.Yes, Shape: setup.Confirm(lang.T("Yes"))}, nil)
	return err
}

// A clockKeyboard is a keyboard that shows a clock in place of its question.
type clockKeyboard struct {
	tty.Keyboard
	room  *Room
	shown *tty.Countdown
}

// PutUntil shows the clock until an option is chosen, or its time is up.
func (f clockKeyboard) PutUntil(ctx context.Context, _ ask.Group, got ask.Got) error {
	for {
		option, err := f.room.showClock(ctx, f.shown)
		if err == nil {
			err = got(ask.Answer{Line: option, Up: f.shown.Clock.At(f.shown.Now()) == 0})
		}
		if !fault.Is(err) {
			return err
		}
		f.Say(fault.Aloud(f.room.Lang, err))
	}
}

// wind brings the clock of a question: the one that runs, the one that ran when the program ended, or a new one. It
// returns for how long the program was closed.
func (c *besideClock) wind(q ask.Question, w ask.Watch) (away time.Duration) {
	to := clockOwner{Of: q.ID}
	// A clock that goes on after an option belongs to the round, since its events come in between; any other to this question
	// alone, which is a new one after each line of the game.
	if last := c.ev.last(); w.Keeps && last > 0 {
		to.Since = last
	} else {
		to.Of = fmt.Sprint(q.ID, " ", c.ev.game.Mark())
	}
	if c.goesOn(to.Of, c.clockOwner) {
		if c.held {
			c.held, c.clock = false, c.clock.Start(c.now())
		}
		return 0
	}
	c.clockOwner, c.held, c.now = to, false, timer.Reader(c.ev.room.Now)
	was, there, err := c.stored(to.Of)
	if err != nil {
		c.ev.room.say(lang.T("{why}: the clock begins anew").With("why", err))
	}
	if there {
		c.clockOwner = was.clockOwner
		c.clock, away = was.Seen.Clock(c.now())
		return away
	}
	c.clock = timer.New(w.Limit).Start(c.now())
	return 0
}

// goesOn reports whether a clock is that of a question, and the event before it still stands.
func (c *besideClock) goesOn(of string, b clockOwner) bool {
	stands := func(it session.Item) bool { return it.ID == b.Since }
	return b.Of == of && (b.Since == 0 || slices.ContainsFunc(c.ev.game.Items(), stands))
}

// stored returns the clock of a question that ran when the program ended, if there is one. The error is that of a file in which
// something else stands.
func (c *besideClock) stored(of string) (was storedClock, there bool, err error) {
	err = store.Load(c.file(), &was)
	return was, err == nil && c.goesOn(of, was.clockOwner), err
}

// known reports whether a question has a clock already.
func (c *besideClock) known(of string) bool {
	_, there, _ := c.stored(of)
	return there || c.goesOn(of, c.clockOwner)
}

// unwind puts the clock away.
func (c *besideClock) unwind() {
	*c = besideClock{ev: c.ev}
	if b := c.ev.room.shared; b != nil {
		b.Hub.Tick(nil)
	}
	_ = os.Remove(c.file())
}

func (c *besideClock) file() string { return c.ev.room.Folder.State("clock-" + c.ev.game.Head().ID) }

// show shows the clock of a question at the laptop, and on phones.
func (c *besideClock) show(ctx context.Context, w *tty.Countdown, g ask.Group, got ask.Got) error {
	laptop := clockKeyboard{c.ev.room.Keys, c.ev.room, w}
	b := c.ev.room.shared
	if b == nil {
		return laptop.PutUntil(ctx, g, got)
	}
	save := w.Save
	w.Save = func(s timer.Seen, sure bool) error {
		c.tick(w)
		return save(s, sure)
	}
	c.since = c.ev.last()
	with := *b
	with.Keyboard = laptop
	with.Wind = func(want string) { wind(w, want) }
	err := with.Game(c.ev.place(g), g, got)
	if err == nil && w.Clock.Runs { // a phone stopped it
		w.Clock = w.Clock.Stop(w.Now())
		_ = w.Save(w.Clock.Seen(w.Now()), true) // that it stopped is in the game's file
	}
	if w.Clock.Up(w.Now()) {
		b.Hub.Tick(nil)
	}
	return err
}

// tick shows phones and the board the clock of a question.
func (c *besideClock) tick(w *tty.Countdown) {
	now := w.Now()
	c.ev.room.shared.Hub.Tick(&phones.Clock{Left: w.Clock.At(now), Whole: w.Whole, At: now.Wall, Runs: w.Clock.Runs})
}

// pass takes the clock from phones and the board once an event has happened since it was shown: the accusation or guess that
// stopped it is over.
func (c *besideClock) pass() {
	if b := c.ev.room.shared; b != nil && c.since != c.ev.last() {
		b.Hub.Tick(nil)
	}
}

// wound is the time that a phone adds to a clock or takes from it, as + and - do at the laptop.
const wound = 30 * time.Second

// wind changes a clock as the scorekeeper's phone wants. The next look at the clock shows and keeps it.
func wind(w *tty.Countdown, want string) {
	now := w.Now()
	switch c := w.Clock; want {
	case phones.WindStart:
		w.Clock = c.Start(now)
	case phones.WindPause:
		w.Clock = c.Stop(now)
	case phones.WindMore:
		w.Clock = c.Add(wound, now)
	case phones.WindLess:
		if c.At(now) > wound {
			w.Clock = c.Add(-wound, now)
		}
	}
	_ = w.Save(w.Clock.Seen(now), true)
}
