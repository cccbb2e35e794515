package scoring

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/old/internal/lang"
)

// A Result is how a game stands.
type Result struct {
	Game      string
	Over      bool
	DecidedBy Decision
	Needs     Decision    // Envelopes or PhotoVote: the fact that a tie waits for
	Reopens   bool        // over, but the table is asked one more thing: whether a card takes the end back, or whether a person who left is ranked
	Tied      []int       // rows that Needs is about, in seat order
	Goal      int         // points that end the game; 0 if points do not end it
	Rows      []string    // players or teams, in seat order
	Points    []int       // by row
	Fewest    bool        // the fewest points are best
	Ranks     []int       // by row, from 1 for the leaders
	Winners   []int       // rows, in seat order; none before the end, or if nobody wins
	Reason    lang.Text   // who won and why, if points alone do not say it; may be empty
	Steps     []Step      // of a tie for first place, as far as its facts are known; none if points decide
	Lacks     string      // what a sheet has to add when Needs is set, as it is written there
	Left      lang.Text   // what remains of the game if points do not end it: 3 turns left; empty if unknown
	Parts     []Part      // what paid: rounds, guests, events
	Uncounted bool        // no points are counted: the table said who won
	AtOnce    bool        // the parts were counted together, in no order of time, so there is no course to draw
	Readings  []lang.Text // choices and house readings in use, for the foot of the table
}

// A Part is a piece of a game that pays by itself: a round, a guest, a slap.
type Part struct {
	Name  lang.Text
	Said  lang.Text // the name in a sentence, if Name is for a column only; empty: Name
	Mark  string    // short sign beside the name: +1 for a VIP card
	Cells []string  // by row; "" shows the points of the ledger

	Outside bool // not a round in the JSON result: the points that everybody began with
	Goes    bool // joins the part before it in one round of the JSON result
	New     bool // the last event paid it; if no part is New, the last part is
}

// InWords returns the name of a part as it reads in a sentence.
func (p Part) InWords() lang.Text {
	if p.Said.Empty() {
		return p.Name
	}
	return p.Said
}

// News returns the indexes of the parts that the last event paid; none before anything has paid.
func (r Result) News() (parts []int) {
	for i, p := range r.Parts {
		if p.New {
			parts = append(parts, i)
		}
	}
	if last := len(r.Parts) - 1; parts == nil && last >= 0 {
		return []int{last}
	}
	return parts
}

// A Step is one comparison that settles a tie: who had how much of what.
type Step struct {
	Say   lang.Text
	Where lang.Text // place in the rulebook
}

// Lacking returns a key of a sheet with a blank for a number beside each name, to show the table what is missing.
func Lacking(key string, names []string) string {
	open := make([]string, len(names))
	for i, name := range names {
		open[i] = quoted(name) + ": …"
	}
	return quoted(key) + ": {" + strings.Join(open, ", ") + "}"
}

func quoted(text string) string {
	b, _ := json.Marshal(text) // marshaling text cannot fail
	return string(b)
}

// A Decision is how a game was decided, in the words of the score sheet.
type Decision string

// Decisions that games share. A game may have more.
const (
	Undecided Decision = ""
	ByPoints  Decision = "points"
	Shared    Decision = "shared"
)

// Standing is one line of the standings, with the keys that it has wherever it is written.
type Standing struct {
	Rank   int    `json:"rank"`
	Row    int    `json:"-"`
	Name   string `json:"name"`
	Points int    `json:"points"`
	Winner bool   `json:"winner"`
}

// Standings returns the rows by rank, equal ranks in seat order.
func (r Result) Standings() []Standing {
	out := make([]Standing, len(r.Rows))
	for i, name := range r.Rows {
		out[i] = Standing{r.Ranks[i], i, name, r.Points[i], slices.Contains(r.Winners, i)}
	}
	slices.SortStableFunc(out, func(a, b Standing) int { return a.Rank - b.Rank })
	return out
}

// Finished reports whether the table has nothing left to answer. A game that is Over may still wait for a
// tie-break, or for whether its last slap counts; it counts as over all the same.
func (r Result) Finished() bool { return r.Over && r.Needs == "" && !r.Reopens }

// Paid returns the points of every row in every part: [part][row].
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

// Points returns the total of each seat.
func Points(s State) []int { return Totals(s.Ledger(), len(s.frame().Table.Players)) }

// Totals returns the points of each row.
func Totals(ledger []Line, rows int) []int {
	out := make([]int, rows)
	for _, l := range ledger {
		out[l.Row] += l.Points
	}
	return out
}

// Ranks returns competition ranking (1, 2, 2, 4) by one or more keys, each by row. The most of the first
// key come first; the next key separates rows that are level. Fewest reverses a key.
func Ranks(keys ...[]int) []int {
	out := make([]int, len(keys[0]))
	for row := range out {
		out[row] = 1
		for other := range out {
			if ahead(keys, other, row) {
				out[row]++
			}
		}
	}
	return out
}

func ahead(keys [][]int, row, other int) bool {
	for _, key := range keys {
		if key[row] != key[other] {
			return key[row] > key[other]
		}
	}
	return false
}

// Fewest returns a key for Ranks that puts the fewest first.
func Fewest(key []int) []int {
	out := make([]int, len(key))
	for row, n := range key {
		out[row] = -n
	}
	return out
}

// Leaders returns the rows of rank 1, in seat order.
func Leaders(ranks []int) []int { return RowsWith(ranks, 1) }

// RowsWith returns the rows that have a value, in order.
func RowsWith[T comparable](values []T, it T) (rows []int) {
	for row, value := range values {
		if value == it {
			rows = append(rows, row)
		}
	}
	return rows
}

// Decide ends a game on its ranks alone: a single leader wins by points, several share the victory.
func (r Result) Decide() Result {
	r.Over, r.Winners, r.DecidedBy = true, Leaders(r.Ranks), ByPoints
	if len(r.Winners) > 1 {
		r.DecidedBy = Shared
	}
	return r
}

// Won names the winners: with one, as {name} with {n} points; with shared, if there are several, as {names}
// with {n} points each.
func (r Result) Won(one, shared lang.Text) lang.Text {
	first, say := r.Winners[0], one
	if len(r.Winners) > 1 {
		say = shared
	}
	return say.With("name", r.Rows[first], "names", Whos(r.Rows, r.Winners), "n", r.Points[first])
}

// Break settles a tie for first place: the winners keep rank 1, and the others who were level come right after.
func (r Result) Break(by Decision, winners []int) Result {
	r.Over, r.DecidedBy, r.Winners = true, by, winners
	r.Ranks = slices.Clone(r.Ranks)
	for _, row := range Leaders(r.Ranks) {
		if !slices.Contains(winners, row) {
			r.Ranks[row] = 1 + len(winners)
		}
	}
	return r
}
