package scoring

import (
	"slices"

	"github.com/tablemate/tablemate/internal/lang"
)

// A Result is where a game stands.
type Result struct {
	Game      string
	Over      bool
	DecidedBy Decision
	Needs     Decision    // Envelopes or PhotoVote: the fact that a tie waits for
	Reopens   bool        // over by the rules, but the table is asked once more: a card may take the end back
	Tied      []int       // rows that Needs is about, in seat order
	Goal      int         // the points at which the game ends; 0: points do not end it
	Rows      []string    // players or teams, in seat order
	Points    []int       // by row
	Ranks     []int       // by row, from 1
	Winners   []int       // rows, in seat order
	Reason    lang.Text   // who won and what decided it, where points alone do not say it; may be empty
	Parts     []Part      // what paid: rounds, guests, events
	Readings  []lang.Text // choices and house readings that were used, for the foot of the table
}

// A Part is a piece of a game that pays by itself: a round, a guest, a slap.
type Part struct {
	Name  lang.Text
	Mark  string   // short, beside the name: +1 for a VIP card
	Cells []string // by row; "" shows the points that the ledger has for the row
}

// A Decision is how a game was decided, in the words of the score sheet.
type Decision string

// Decisions that games share; a game may have more.
const (
	Undecided Decision = ""
	ByPoints  Decision = "points"
	Shared    Decision = "shared"
)

// Standing is one line of the standings.
type Standing struct {
	Rank   int
	Row    int
	Name   string
	Points int
	Winner bool
}

// Standings are the rows by rank, equal ranks in seat order.
func (r Result) Standings() []Standing {
	out := make([]Standing, len(r.Rows))
	for i, name := range r.Rows {
		out[i] = Standing{r.Ranks[i], i, name, r.Points[i], slices.Contains(r.Winners, i)}
	}
	slices.SortStableFunc(out, func(a, b Standing) int { return a.Rank - b.Rank })
	return out
}

// Finished reports whether nothing more has to be known.
func (r Result) Finished() bool { return r.Over && r.Needs == "" && !r.Reopens }

// Paid is the points of every row in every part: [part][row].
func Paid(ledger []Line, parts, rows int) [][]int {
	out := make([][]int, parts)
	for p := range out {
		out[p] = make([]int, rows)
	}
	for _, l := range ledger {
		out[l.Part][l.Row] += l.Points
	}
	return out
}

// Totals is the points of every row.
func Totals(ledger []Line, rows int) []int {
	out := make([]int, rows)
	for _, l := range ledger {
		out[l.Row] += l.Points
	}
	return out
}

// Ranks is competition ranking by score, highest first: 1, 2, 2, 4.
func Ranks(points []int) []int {
	out := make([]int, len(points))
	for i, p := range points {
		out[i] = 1
		for _, q := range points {
			if q > p {
				out[i]++
			}
		}
	}
	return out
}

// Leaders are the rows with the most points, in seat order.
func Leaders(points []int) []int {
	var out []int
	for i, r := range Ranks(points) {
		if r == 1 {
			out = append(out, i)
		}
	}
	return out
}

// Decide ends a game on points alone: one leader wins by points, several share.
func (r Result) Decide() Result {
	r.Over, r.Winners, r.DecidedBy = true, Leaders(r.Points), ByPoints
	if len(r.Winners) > 1 {
		r.DecidedBy = Shared
	}
	return r
}

// Break settles a tie for first place: the winners keep rank 1, the others who were
// level with them come right after.
func (r Result) Break(by Decision, winners []int) Result {
	r.Over, r.DecidedBy, r.Winners = true, by, winners
	r.Ranks = slices.Clone(r.Ranks)
	for _, i := range Leaders(r.Points) {
		if !slices.Contains(winners, i) {
			r.Ranks[i] = 1 + len(winners)
		}
	}
	return r
}
