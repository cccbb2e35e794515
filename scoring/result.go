package scoring

import (
	"cmp"
	"slices"

	"github.com/tablemate/tablemate/internal/lang"
)

// A Result is how a game stands or ended. Rows are in seat order, teams in that of the table.
type Result struct {
	Game      Game
	Over      bool
	Rows      []Row
	Points    map[Row]int
	Ranks     map[Row]int // 0: left before the end, and not ranked
	Winners   []Row
	DecidedBy string // as the contract has it: "points", …, "" while open
	Needs     string // "envelopes", "photo_vote", or ""
	Tied      []Row
	Open      bool        // it is over, but the table is asked one more thing: whether the last slap counts
	Last      []Row       // rows that rank behind all others, with any number of points (out of the game)
	Reason    lang.Text   // the winners and why they won, a whole sentence with names; Result makes one of the points if it is empty
	Readings  []lang.Text // house readings that mattered
	Steps     []lang.Text // how a tie was settled: a sentence for each criterion
	Missing   lang.Text   // the distance to the end: “Bia needs 5 more”
	Mark      int         // points that end the game; 0 where it does not end at points
	Parts     []Part
	Teams     bool // rows are teams
	Fewest    bool // the fewest points win
}

// The ways to decide that all games share, in the words of a score sheet.
const (
	ByPoints = "points"
	Shared   = "shared"
	ByWord   = "word" // the table names the winners, and no points are counted
)

// Counted reports whether points are shown: not where the table named the winners.
func (r Result) Counted() bool { return r.DecidedBy != ByWord }

// Result returns the standings.
func (g Game) Result(s State) Result {
	f := s.frame()
	r := Result{Game: g, Over: Over(s), Rows: f.Ranked(), Points: f.Points(), Parts: f.Parts, Teams: f.Teams}
	r = s.Decide(r.Rank())
	for _, n := range f.Unranked {
		r.Ranks[Row(n)] = 0
	}
	r.Rows = f.Rows()
	// A game may settle a tie while it is still being played; nobody has won before it is over.
	if !r.Over {
		r.Winners, r.DecidedBy, r.Reason, r.Open = nil, "", lang.Text{}, false
	}
	if r.Over && r.Reason.Empty() {
		r.Reason = r.won()
	}
	return r
}

// Rank ranks the rows anew: by points, or by other keys, the most of the first key before all else. Last stays behind. In
// a game that is over, the first win: by points, or together.
func (r Result) Rank(keys ...func(Row) int) Result {
	if len(keys) == 0 {
		keys = []func(Row) int{func(row Row) int { return r.Points[row] }}
	}
	ahead := func(a, b Row) bool {
		if last := slices.Contains(r.Last, a); last != slices.Contains(r.Last, b) {
			return !last
		}
		for _, key := range keys {
			if c := cmp.Compare(key(a), key(b)); c != 0 {
				return c > 0
			}
		}
		return false
	}
	// A rank is one more than the number of rows ahead: equal rows share it, and the next one skips (1, 2, 2, 4).
	r.Ranks = make(map[Row]int, len(r.Rows))
	for _, row := range r.Rows {
		r.Ranks[row] = 1
		for _, other := range r.Rows {
			if ahead(other, row) {
				r.Ranks[row]++
			}
		}
	}
	r.Winners, r.DecidedBy, r.Needs, r.Tied = nil, "", "", nil
	if r.Over {
		r.Winners, r.DecidedBy = r.First(), ByPoints
	}
	if len(r.Winners) > 1 {
		r.DecidedBy = Shared
	}
	return r
}

// First returns the rows of rank 1, in seat order.
func (r Result) First() (rows []Row) {
	for _, row := range r.Rows {
		if r.Ranks[row] == 1 {
			rows = append(rows, row)
		}
	}
	return rows
}

// Best returns the rows with the highest count, in their order.
func Best(rows []Row, has func(Row) int) []Row {
	most := has(slices.MaxFunc(rows, func(a, b Row) int { return cmp.Compare(has(a), has(b)) }))
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return has(r) != most })
}

// Break settles a tie for first place: the winners keep rank 1, and the others who were level come right after.
func (r Result) Break(by string, winners []Row) Result {
	// A Result is a value: the ranks of the one before must not change with it.
	ranks := make(map[Row]int, len(r.Rows))
	for _, row := range r.Rows {
		ranks[row] = r.Ranks[row]
		if ranks[row] == 1 && !slices.Contains(winners, row) {
			ranks[row] = 1 + len(winners)
		}
	}
	r.Ranks, r.Winners, r.DecidedBy, r.Needs, r.Tied = ranks, winners, by, "", nil
	return r
}

// Need leaves a tie for first place open until the table says a fact.
func (r Result) Need(fact string, tied []Row) Result {
	r.Needs, r.Tied, r.Winners, r.DecidedBy = fact, tied, nil, ""
	return r
}

// won returns the sentence that names the winners and their points.
func (r Result) won() lang.Text {
	if r.Needs != "" {
		return lang.T("{names} are level.").With("names", lang.Names(r.Tied))
	}
	if len(r.Winners) == 0 {
		return lang.T("Nobody wins.")
	}
	n := r.Points[r.Winners[0]]
	if r.Teams && len(r.Winners) == 1 {
		return lang.N("The winner is {name}, with {n} point.", "The winner is {name}, with {n} points.").With("name", r.Winners[0], "n", n)
	}
	if len(r.Winners) == 1 {
		return lang.N("{name} wins with {n} point.", "{name} wins with {n} points.").With("name", r.Winners[0], "n", n)
	}
	return lang.N("{names} share the victory with {n} point each.", "{names} share the victory with {n} points each.").
		With("names", lang.Names(r.Winners), "n", n)
}

// A Standing is a line of the standings.
type Standing struct {
	Rank   int  `json:"rank"`
	Name   Row  `json:"name"`
	Points int  `json:"points"`
	Winner bool `json:"winner"`
}

// Standings returns the rows by rank, equal ranks in seat order, and at the end those that are not ranked.
func (r Result) Standings() []Standing {
	all := make([]Standing, len(r.Rows))
	for i, row := range r.Rows {
		all[i] = Standing{r.Ranks[row], row, r.Points[row], slices.Contains(r.Winners, row)}
	}
	slices.SortStableFunc(all, func(a, b Standing) int {
		if (a.Rank == 0) != (b.Rank == 0) {
			return b.Rank - a.Rank
		}
		return a.Rank - b.Rank
	})
	return all
}

// Rounds returns the points of each round, every row named. A round is a part, with the parts that join it.
func (r Result) Rounds() []map[Row]int {
	var all []map[Row]int
	for _, p := range r.Parts {
		if !p.Joins || all == nil {
			all = append(all, make(map[Row]int, len(r.Rows)))
			for _, row := range r.Rows {
				all[len(all)-1][row] = 0
			}
		}
		for _, l := range p.Lines {
			all[len(all)-1][l.Row] += l.Points
		}
	}
	return all
}
