// Package screen is what is seen live: a clock that fills the window, and the same
// clock on plain lines; and the board of who only looks on, on both. It knows no game and
// keeps nothing: how a clock stands is handed to Save, and what was pressed is handed back.
//
//   - What is left is computed from the time, never counted. Drawing and saving may
//     take as long as they like: they give nothing and take nothing, and a key counts
//     from the moment it was pressed. Saving stops nothing, for it goes on beside.
//   - The picture is drawn when it changes, not by habit.
//   - However it ends, the terminal is left as it was found.
package screen

import (
	"embed"
	"math"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// A Clock is a clock to be watched.
type Clock struct {
	Text    lang.Text   // its subject, short
	Notes   []lang.Text // a paragraph each; where there is no room, the last ones count
	Options []lang.Text // what may end it before time is up
	Early   lang.Text   // what ends it as if time were up: its key, and then Enter; empty: nothing does
	Fault   error       // why the table is asked again, if it is

	Rises bool      // it counts up, from how much less than timer.Longest is left; Limit is a mark then, at which it rings and goes on, 0: there is none
	Waits bool      // it is offered: as long as it stands at its length it has not begun
	Sand  bool      // Space or Enter begins it anew
	Until time.Time // it is up at this time of day, whatever happens: nothing stops it, gives or takes; zero: it has a length

	Turns *timer.Turns // whose time it is: the clock runs for all of them from timer.Longest, and q ends it as if time were up; nil: nobody's

	Limit  time.Duration // what the full bar is
	Left   time.Duration // how the clock stands; the bar is never shorter
	Runs   bool          // it runs at once
	Away   time.Duration // it ran when the program ended, so long ago: one key deducts that
	Muted  bool          // no bell
	Linger time.Duration // how long a window shows that time is up; 0: it leaves at once
	Table  bool          // one question back and asides are possible

	Stood int // it is only read again, and was left by this option, from 1, that behind the last where time was called early: Enter takes it once more; 0: none

	Voice *lang.Localizer
	Now   func() timer.Moment
	Save  func(timer.Snapshot) error // at every start, stop and change, and each second while it runs; one at a time, on another goroutine, where it takes long only the latest; may be nil

	Phones Phones
	Awake  func(runs bool) // told whenever it begins to run or stands, for the machine is not to fall asleep meanwhile; may be nil
}

// Stays is the Linger of a clock that waits for a key when time is up.
const Stays = time.Duration(math.MaxInt64)

// Phones are what the phones of a table show of a clock, and what they send.
type Phones struct {
	Place   string               // which put of a question this answers; as of ask.Question
	Watch   ask.Watch            // as it is put: who may press what there, and what nobody sees here
	Presses <-chan Typed         // buttons that are pressed there; nil: none are
	Tell    func(timer.Snapshot) // told at every start, stop and change, and each second while it runs; may be nil
}

func (c Clock) say(t lang.Text) string { return c.Voice.Say(t) }

// An End is how watching a clock ended.
type End int

// How watching ends.
const (
	TimeUp      End = iota // nothing is left, or it was called early
	Pressed                // one of the options
	Back                   // one question back
	Aside                  // something else first
	Quit                   // the table leaves
	Interrupted            // Ctrl-C
	Stopped                // the context is over
	Now                    // forward to what is not answered yet
)

// An Outcome is how watching a clock ended, and how the clock stands then.
type Outcome struct {
	End    End
	Option int    // Pressed: its index
	Seat   int    // Pressed: who pressed it elsewhere, from 1; 0: somebody here
	Want   string // Aside: the words behind "?"
	Left   time.Duration
	Ran    bool // it ran until then
	Muted  bool
	Unkept string // why it is not kept as it stands then, in a sentence; empty: it is
	Turns  *timer.Turns
}

// Typed is a key that was pressed, by its name, or a line that was typed.
type Typed struct {
	Text string
	At   timer.Moment // when
	End  bool         // there is nothing more to come
	Seat int          // whose it is, from 1; 0: of whoever sits here

	Took func() // told when the clock goes on behind it; may be nil

	own func() // it is no key, and does what concerns the window alone
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "screen", Files: files}
