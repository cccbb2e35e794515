package phones

import (
	"slices"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Board is what everybody may see.
type Board struct {
	ID      string    // of the game
	Game    lang.Text // its name; empty: none is played yet
	Where   lang.Text // how far it is
	Goal    int       // points that end it; 0: points do not
	Rows    []report.Standing
	Marks   []color.Mark // of the people, by seat
	Away    []int        // the seats of people who have left
	OnTable []lang.Text  // what lies open there just now
	Happens int          // how much has happened
	Told    []lang.Text  // what happened last, to be told a line after the other
	Paid    []lang.Text  // every point of it, and its place in the rulebook
	Over    bool         // nothing is asked any more
	Outcome lang.Text    // who won, or what a tie waits for
	Play    string       // the game that is played, as it is kept
	Photos  []Photo      // that everybody may see
	BGStats string       // the link by which that app takes the game in; empty: it is not over
	Fault   lang.Text    // why it may not be how the game stands now
}

// A Photo is somebody's picture of their table.
type Photo struct{ ID, Name string }

// An unveiling is the part of a board that is still to be told. Cards, votes and places are told one after the other and
// everywhere in the same moment: nothing is in a page that it does not show yet.
type unveiling struct {
	before Board // how it stood
	places int   // that come last, from the last one up; 0: the game goes on
	left   int   // lines and places that are not told yet
	next   *time.Timer
	later  func(time.Duration, func()) *time.Timer
}

// How long a line stands alone, and a place, and how long everybody waits for the last step.
const (
	lineStands  = 900 * time.Millisecond
	placeStands = 1100 * time.Millisecond
	lastWaits   = 2 * time.Second
)

// begin begins to tell what happened since a board was shown; one that is new, or was taken back, is told at once. later does
// something after a while.
func (u *unveiling) begin(was, b Board, later func(time.Duration, func()) *time.Timer) {
	if u.next != nil {
		u.next.Stop()
	}
	*u = unveiling{before: was, later: later}
	if was.Play == "" || b.Play != was.Play || b.Happens < was.Happens {
		return
	}
	if len(b.Told) > 1 {
		u.left = len(b.Told) // the first line stands there at once, and behind the last one comes what they paid
	}
	if b.Over && !was.Over {
		u.places = len(ranks(b.Rows))
		u.left += u.places
	}
	u.goOn()
}

// goOn tells the next one after a while.
func (u *unveiling) goOn() {
	wait := lineStands
	switch {
	case u.left == 0:
		return
	case u.left == 1, u.left == u.places+1: // what all this comes to
		wait = lastWaits
	case u.left <= u.places:
		wait = placeStands
	}
	var t *time.Timer
	t = u.later(wait, func() {
		if u.next == t { // another board may have come
			u.left--
			u.goOn()
		}
	})
	u.next = t
}

// turning reports whether lines are still turned over; until then nobody has got anything for them.
func (u *unveiling) turning() bool { return u.left > u.places }

// told returns how much of a board is told so far.
func (u *unveiling) told(b Board) Board {
	switch {
	case u.left == 0:
		return b
	case u.turning():
		b.Told, b.Rows, b.Over = b.Told[:len(b.Told)-(u.left-u.places)+1], slices.Clone(u.before.Rows), false
		for i := range b.Rows {
			b.Rows[i].Got = false
		}
	default: // a person who is not told yet has an empty line
		b.Rows = slices.Clone(b.Rows)
		best := ranks(b.Rows)[u.left-1]
		for i, r := range b.Rows {
			if r.Rank <= best {
				b.Rows[i] = report.Standing{}
			}
		}
	}
	b.Paid, b.Outcome, b.BGStats = nil, u.before.Outcome, ""
	return b
}

// ranks returns the ranks of standings, the best one first, each once.
func ranks(rows []report.Standing) (out []int) {
	for _, r := range rows {
		out = append(out, r.Rank)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
