package tty

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/keys"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// A Countdown holds everything that a clock on the screen needs.
type Countdown struct {
	Text    lang.Text // its title
	Notes   []lang.Text
	Names   []string            // the owners of the banks, if there are several
	Now     func() timer.Moment // the same for as long as Clock lives
	Clock   timer.Clock
	Whole   time.Duration         // a full bank
	Given   map[int]time.Duration // the time that + gave to a bank, less the time that - took, by its place
	Again   bool                  // a timer of its own, beside no game: r, and Space at zero, begin again
	Options ask.Options           // the ways to end it before its time
	Away    time.Duration         // how long the program was closed while it ran
	// Save keeps the clock each time it shows another second, so that it comes back after a crash as it was last read. sure
	// says that it has to outlive a power cut as well: not only a second has passed.
	Save func(s timer.Seen, sure bool) error
}

const (
	step     = 30 * time.Second // the time that + gives and - takes
	saveTick = 5 * time.Second  // between two saves, of a clock that only runs, that outlive a power cut
	ringTick = 300 * time.Millisecond
	bells    = 3
)

// A watch is a clock while it is on the screen, or read out on lines.
type watch struct {
	l    lang.Lang
	w    *Countdown
	last timer.Moment // when it was last seen
	kept timer.Moment // when it was last saved for certain
	face int          // the seconds that were saved last

	up     bool // time is up, and nobody has noticed yet
	ring   int  // bells to go
	news   bool // something has changed, or somebody wants to know the time
	jumped bool // the machine slept
	word   bool // the last key was a letter of a word, which was not meant for a clock
	why    string
	unkept error

	over   bool
	option string
	err    error
}

// run shows a clock until it ends. next waits for a key until late; a key of "" means that time has passed.
func (c *watch) run(ctx context.Context, next func(ctx context.Context, late <-chan time.Time) (string, error), show func()) (string, error) {
	c.last = c.w.Now()
	c.save(true)
	for {
		c.look()
		if c.over {
			return c.option, c.err
		}
		show()
		late := time.NewTimer(c.wait())
		key, err := next(ctx, late.C)
		late.Stop()
		switch {
		case err != nil:
			c.look()
			c.end("", err)
		case key != "":
			c.look()
			c.press(key)
		case c.ring > 0:
			c.ring--
		}
	}
}

// look brings the clock up to now: the machine may have slept, time may be up.
func (c *watch) look() {
	now := c.w.Now()
	seen, jumped := c.w.Clock.Reconcile(c.last, now)
	c.w.Clock, c.last = seen, now
	switch {
	case jumped:
		c.jumped = true
		c.save(true)
	case c.w.Clock.Up(now) && !c.up && !c.over:
		c.w.Clock = c.w.Clock.Stop(now)
		c.up, c.ring = true, bells
		c.save(true)
	case c.w.Clock.Runs && timer.Seconds(c.w.Clock.At(now)) != c.face:
		c.save(false)
	}
}

// wait returns how long nothing changes by itself.
func (c *watch) wait() time.Duration {
	switch {
	case c.ring > 0:
		return ringTick
	case c.w.Clock.Runs:
		return c.w.Clock.Next(c.last)
	}
	return time.Hour
}

func (c *watch) save(changed bool) {
	c.news, c.face = c.news || changed, timer.Seconds(c.w.Clock.At(c.last))
	sure := changed || c.last.Steady-c.kept.Steady >= saveTick
	if sure {
		c.kept = c.last
	}
	c.unkept = c.w.Save(c.w.Clock.Seen(c.last), sure)
}

// end ends the watch. An option or leaving stops the clock; a look elsewhere does not.
func (c *watch) end(option string, err error) {
	c.over, c.option, c.err = true, option, err
	if err == nil || err == ask.Leave {
		c.w.Clock = c.w.Clock.Stop(c.last)
	}
	c.save(true)
}

// several reports whether it is a clock for several people.
func (c *watch) several() bool { return len(c.w.Names) > 1 }

// press takes a key, or a line.
func (c *watch) press(key string) {
	c.why, c.w.Away = "", 0
	switch {
	case key == keys.Redraw:
	case key == keys.Interrupt, key == keys.Ending, key == "q" && c.w.Again:
		c.end("", ask.Leave)
	case c.elsewhere(key):
	case c.up:
		c.pressUp(key)
	case c.choose(key):
	case key == "p", key == " " && !c.several():
		c.jumped = false
		if c.w.Clock.Runs {
			c.change(c.w.Clock.Stop(c.last))
		} else {
			c.change(c.w.Clock.Start(c.last))
		}
	case c.several() && (key == " " || key == keys.Enter):
		c.jumped = false
		c.change(c.w.Clock.Pass(c.last))
	case key == "+":
		c.give(step)
	case key == "-" && c.w.Clock.At(c.last) <= step:
		c.why = c.l.Say(lang.T("No more than {time} is left: - takes nothing.").With("time", timer.Face(step)))
	case key == "-":
		c.give(-step)
	case key == "r" && c.w.Again:
		c.begin()
	default:
		c.news, c.word = c.news || key == keys.Enter, keys.Letter(key)
	}
}

// elsewhere takes a key that leads elsewhere while the clock goes on.
func (c *watch) elsewhere(key string) bool {
	if c.w.Again || c.several() { // beside no game
		return false
	}
	switch {
	case key == "<", key == keys.Left, key == keys.Esc:
		c.end("", ask.Back)
	case key == ">":
		c.end("", ask.Now)
	case key[0] == '?':
		c.end("", ask.Move(key))
	}
	return c.over
}

// choose takes the key of an option, or on lines its name.
func (c *watch) choose(key string) bool {
	word := len([]rune(key)) > 1
	isMark := slices.ContainsFunc(c.w.Options.Marks(), func(m string) bool { return strings.EqualFold(m, key) })
	if !isMark && !word || !keys.Printable(key) {
		return false
	}
	a, err := ask.Question{Shape: ask.Watch{Options: c.w.Options}}.Typed(c.l, key)
	if err != nil {
		c.why = fault.Aloud(c.l, err)
		return true
	}
	c.end(a.Line, nil)
	return true
}

// pressUp takes a key after time was up.
func (c *watch) pressUp(key string) {
	if key == " " && !c.w.Again && !c.several() { // meant for the pause
		return
	}
	c.up, c.ring = false, 0
	switch {
	case key == "+":
		c.give(step)
	case c.several():
		c.change(c.w.Clock.Pass(c.last))
		if c.w.Clock.Up(c.last) { // nobody has any time left
			c.end("", nil)
		}
	case c.w.Again && (key == " " || key == "r"):
		c.begin()
	default:
		c.end("", nil)
	}
}

// give gives time to the bank that is on, or takes some, and takes down how much that was: a bank has its bounds.
func (c *watch) give(d time.Duration) {
	on, before := c.w.Clock.On, c.w.Clock.At(c.last)
	c.change(c.w.Clock.Add(d, c.last))
	if c.w.Given == nil {
		c.w.Given = map[int]time.Duration{}
	}
	c.w.Given[on] += c.w.Clock.At(c.last) - before
}

func (c *watch) change(to timer.Clock) {
	c.w.Clock = to
	c.save(true)
}

// begin starts a timer from its whole length.
func (c *watch) begin() {
	c.jumped = false
	c.change(timer.New(c.w.Whole).Start(c.last))
}

// trouble gives the reasons why the clock stands, and the error of the last save.
func (c *watch) trouble() (say []string) {
	switch {
	case c.jumped:
		say = append(say, c.l.Say(lang.T("The computer slept, or its clock was changed. This is the last time seen.")))
	case c.w.Away > 0:
		say = append(say, c.l.Say(lang.T("The program was closed; this is the time it last showed.")))
	}
	if c.why != "" {
		say = append(say, c.why)
	}
	if c.unkept != nil {
		say = append(say, c.l.Say(lang.T("The clock could not be saved: {why}").With("why", fault.Aloud(c.l, c.unkept))))
	}
	return say
}

// keys returns a sentence for each key.
func (c *watch) keys(pause string) (say []string) {
	does := func(key string, t lang.Text) { say = append(say, key+" "+c.l.Say(t)) }
	if c.several() {
		pause = "p"
		does(c.l.Say(lang.T("Enter")), lang.T("passes it on"))
	}
	if c.w.Clock.Runs {
		does(pause, lang.T("pauses"))
	} else {
		does(pause, lang.T("goes on"))
	}
	for i, mark := range c.w.Options.Marks() {
		if o := c.w.Options[i]; o.Why.Empty() {
			say = append(say, mark+" "+o.Name(c.l))
		}
	}
	does("+ -", lang.T("30 seconds"))
	switch {
	case c.w.Again:
		does("r", lang.T("begins again"))
		does("q", lang.T("leaves"))
	case !c.several():
		does("?", lang.T("menu"))
	}
	return say
}
