// Package screen shows a live clock: in a window that it fills, and on plain lines. It knows no game and stores
// nothing: it hands snapshots to Save, and returns the key that ended the clock.
//
//   - The time left is computed, never counted. Drawing and saving may take as long as they like without
//     changing it, and a key counts from the moment it was pressed. Saving runs beside the loop and stops
//     nothing.
//   - The picture is drawn when it changes, not at regular intervals.
//   - However the clock ends, the terminal is left as it was found.
package screen

import (
	"embed"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/timer"
)

// A Clock is a clock to watch.
type Clock struct {
	Text    lang.Text   // its subject, short
	Notes   []lang.Text // a paragraph each; if there is no room for all, the last ones are shown
	Options []lang.Text // the choices that end it before time is up
	Early   lang.Text   // the choice that ends it as if time were up, by its key and then Enter; empty: none
	Fault   error       // why the table is asked again

	Rises bool      // it counts up, from timer.Longest less Left; at Limit, if any, it rings and goes on
	Waits bool      // it is offered, and has not begun as long as it stands at its full length
	Sand  bool      // Space or Enter starts it over
	Until time.Time // it is up at this time of day: nothing stops it or changes its length; zero: it has a length

	Turns *timer.Turns // a turn clock: it runs for all people from timer.Longest, and q ends it as if time were up; nil: an ordinary clock

	Limit  time.Duration // the length of the full bar
	Left   time.Duration // the time left; the bar is at least as long
	Runs   bool          // it runs from the beginning
	Away   time.Duration // it was running when the program ended, this long ago: one key deducts that
	Muted  bool          // no bell
	Linger time.Duration // how long a window shows that time is up; 0: it leaves at once
	Table  bool          // going back and asides are possible

	Stood int // if it is only read again: the option that ended it, counted from 1, or one more if time was called early; Enter takes it again; 0: none

	Voice *lang.Localizer
	Now   func() timer.Moment
	Save  func(timer.Snapshot) error // called at every start, stop and change, and each second while it runs, on another goroutine and one at a time; if it takes long, it skips to the latest; may be nil

	Phones Phones
	Awake  func(runs bool) // called when it starts and stops, so that the machine does not fall asleep meanwhile; may be nil
}

// Stays is the Linger of a clock that waits for a key when time is up.
const Stays = time.Duration(math.MaxInt64)

// Phones holds what the phones of a table show of a clock, and what they send.
type Phones struct {
	Place   string               // as in ask.Question
	Watch   ask.Watch            // the question, with the people who may press each button, and texts that are not shown here
	Presses <-chan Typed         // buttons pressed there; nil: none
	Tell    func(timer.Snapshot) // called at every start, stop and change, and each second while it runs; may be nil
}

func (c Clock) say(t lang.Text) string { return c.Voice.Say(t) }

// An End says how a watched clock ended.
type End int

// The ways in which a watched clock ends.
const (
	TimeUp      End = iota // no time is left, or it was called early
	Pressed                // one of the options
	Back                   // one question back
	Aside                  // something else first
	Quit                   // the table leaves
	Interrupted            // Ctrl-C
	Stopped                // the context is over
	Now                    // forward to the first open question
)

// An Outcome says how a watched clock ended, and its state then.
type Outcome struct {
	End    End
	Option int    // of Pressed: its index
	Seat   int    // of Pressed: the seat whose phone it was pressed on, from 1; 0: pressed here
	Want   string // of Aside: the words after "?"
	Left   time.Duration
	Ran    bool // it was running until then
	Muted  bool
	Unkept string // why its final state is not stored, as a sentence; empty: it is
	Turns  *timer.Turns
}

// A Typed is a key, by its name, or a line.
type Typed struct {
	Text   string
	At     timer.Moment // when it was pressed
	End    bool         // the end of the input
	Seat   int          // the seat of the phone it comes from, from 1; 0: typed here
	Option int          // the number of an option, from 1, where Text is one; 0 for a key in a window

	Took func() // called when the clock has handled it and goes on; may be nil

	own func() // not a key: something to do that concerns the window alone
}

// Line returns a whole line, typed or sent by a phone, in which a number picks an option. In a window, where digits
// arrive one by one, they pick nothing: otherwise points typed too early would.
func Line(text string) Typed {
	option, _ := strconv.ParseUint(strings.TrimSpace(text), 10, 8) // 0: it is no number, and neither is +1
	return Typed{Text: text, Option: int(option)}
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "screen", Files: files}
