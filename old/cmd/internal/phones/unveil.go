package phones

import (
	"slices"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A Board is what everybody may see.
type Board struct {
	ID      string    // id of the game
	Game    lang.Text // its name; empty before a game
	Where   lang.Text // how far the game is
	Goal    int       // points that end it; 0 if points do not
	Rows    []report.Standing
	Marks   []color.Mark // people's marks, by seat
	Away    []int        // seats of people who have left
	OnTable []lang.Text  // what lies open on the table
	Happens int          // how much has happened
	Told    []lang.Text  // what happened last, told line by line
	Paid    []lang.Text  // each point of that, with its place in the rulebook
	Over    bool         // nothing is asked any more
	Outcome lang.Text    // who won, or what a tie waits for
	Play    string       // id of the game in the store
	Photos  []Photo      // pictures that everybody may see
	BGStats string       // link that hands the game to BG Stats; empty until it is over
	Fault   lang.Text    // why this may not be the latest state
}

// A Photo is a picture of somebody's table.
type Photo struct{ ID, Name string }

// An unveiling tracks how much of a board is told. Cards, votes and places are told one by one, everywhere at the same
// moment, and no page contains what it does not show yet.
type unveiling struct {
	before Board // the board shown until then
	places int   // how many places are told at the end, from the last one up; 0 while the game goes on
	left   int   // lines and places not told yet
	next   *time.Timer
	later  func(time.Duration, func()) *time.Timer
}

// How long a line and a place stand alone, and how long the last step waits.
const (
	lineStands  = 900 * time.Millisecond
	placeStands = 1100 * time.Millisecond
	lastWaits   = 2 * time.Second
)

// begin starts to tell what happened since the board before. A new board, or one that was taken back, is told at once.
// later runs a function after a while.
func (u *unveiling) begin(was, b Board, later func(time.Duration, func()) *time.Timer) {
	if u.next != nil {
		u.next.Stop()
	}
	*u = unveiling{before: was, later: later}
	if was.Play == "" || b.Play != was.Play || b.Happens < was.Happens {
		return
	}
	if len(b.Told) > 1 {
		u.left = len(b.Told) // the first line is there at once, and what it all paid comes after the last
	}
	if b.Over && !was.Over {
		u.places = len(ranks(b.Rows))
		u.left += u.places
	}
	u.goOn()
}

// goOn tells the next step after a while.
func (u *unveiling) goOn() {
	wait := lineStands
	switch {
	case u.left == 0:
		return
	case u.left == 1, u.left == u.places+1: // what it all comes to
		wait = lastWaits
	case u.left <= u.places:
		wait = placeStands
	}
	var t *time.Timer
	t = u.later(wait, func() {
		if u.next == t { // unless another board has come
			u.left--
			u.goOn()
		}
	})
	u.next = t
}

// turning reports whether lines are still being told. Until they are, nobody has got anything for them.
func (u *unveiling) turning() bool { return u.left > u.places }

// told returns as much of a board as is told so far.
func (u *unveiling) told(b Board) Board {
	switch {
	case u.left == 0:
		return b
	case u.turning():
		b.Told, b.Rows, b.Over = b.Told[:len(b.Told)-(u.left-u.places)+1], slices.Clone(u.before.Rows), false
		for i := range b.Rows {
			b.Rows[i].Got = false
		}
	default: // people who are not told yet have an empty line
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

// ranks returns the distinct ranks in standings, best first.
func ranks(rows []report.Standing) (out []int) {
	for _, r := range rows {
		out = append(out, r.Rank)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
