package history

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// A Share is N of Of.
type Share struct{ N, Of int }

// Rate returns the share from 0 to 1, and 0 of nothing.
func (s Share) Rate() float64 {
	if s.Of == 0 {
		return 0
	}
	return float64(s.N) / float64(s.Of)
}

// Sure returns the bounds of the true rate with 95 % confidence, since few games say little: the Wilson score interval. Of
// nothing, they are 0 and 1.
func (s Share) Sure() (low, high float64) {
	if s.Of == 0 {
		return 0, 1
	}
	const z = 1.959964 // the normal quantile for 95 %
	n, p := float64(s.Of), s.Rate()
	middle := p + z*z/(2*n)
	wide := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, (middle-wide)/(1+z*z/n)), min(1, (middle+wide)/(1+z*z/n))
}

// Stats are the statistics of one person.
type Stats struct {
	Name  string
	Rank  int       // in an evening, from 1; equal for people who are level
	Won   Share     // games against others
	Alone int       // games that nobody else played; only their kinds count them
	First time.Time // the ends of the first and last game against others, or else alone
	Last  time.Time
	Run   int   // the longest run of wins
	Now   int   // wins up to the last game
	Form  []int // wins in equal pieces of all games, the oldest first; nil if there are too few
	Piece int   // games in a piece
	Kinds []Kind
	Pairs []Pair

	Points int         // the sum over games against others
	halves map[int]int // by the number of others: 2 for each person beaten, 1 for each tie
}

// Beaten returns the share of the others that the person beat, from 0 to 1, averaged over games against others. A tie counts
// half.
func (s Stats) Beaten() *big.Rat {
	sum := new(big.Rat)
	for others, halves := range s.halves {
		sum.Add(sum, big.NewRat(int64(halves), int64(2*others)))
	}
	return sum.Quo(sum, big.NewRat(max(1, int64(s.Won.Of)), 1))
}

// A Kind is the statistics of one game in one mode.
type Kind struct {
	Game  scoring.Game
	Tags  []lang.Text // the mode
	Name  string      // the name given on a score pad, or ""
	Alone bool        // nobody else played
	Won   Share       // empty if nobody else played
	Games int
	Best  int
	Mean  float64
	Tally []Tally

	total  int // points
	counts scoring.Count
}

// A Tally is something that a game counts of a person.
type Tally struct {
	scoring.Tally
	Share
}

// A Pair is a person's record against another, and together with them: teammates are not rivals.
type Pair struct {
	Name   string `json:"name"`
	Ahead  int    `json:"ahead"`
	Level  int    `json:"level"`
	Behind int    `json:"behind"`
	Team   Share  `json:"team,omitzero"` // games won in one team
}

// Games returns the number of games as rivals.
func (p Pair) Games() int { return p.Ahead + p.Level + p.Behind }

// form splits all games into up to formPieces pieces of at least formLeast games.
const (
	formPieces = 20
	formLeast  = 3
)

// A summary adds up the games of one person in the order of their ends.
type summary struct {
	games  []scoring.Game
	stats  Stats
	kinds  map[string]*Kind
	pairs  map[string]*Pair
	rivals identities
	wins   []bool
}

// newSummary returns an empty summary. Games that are not among the known ones are not added.
func newSummary(name string, games []scoring.Game) *summary {
	return &summary{games: games, stats: Stats{Name: name, halves: map[int]int{}}, kinds: map[string]*Kind{}, pairs: map[string]*Pair{}, rivals: identities{}}
}

// Add adds a game that ended at a time.
func (s *summary) Add(at time.Time, h session.How) {
	g, known := scoring.GameOf(s.games, h.Game)
	if !known && h.Name == nil {
		return
	}
	if !known {
		g = scoring.Game{ID: h.Game, Name: *h.Name}
	}
	st := &s.stats
	s.kind(g, h)
	if h.Alone() {
		st.Alone++
		if st.Won.Of == 0 {
			st.Last = at
			if st.First.IsZero() {
				st.First = at
			}
		}
		return
	}
	if st.Won.Of == 0 {
		st.First = at
	}
	st.Last, st.Won = at, st.Won.and(h.Won)
	st.Now++
	if !h.Won {
		st.Now = 0
	}
	st.Run = max(st.Run, st.Now)
	s.wins = append(s.wins, h.Won)
	st.Points += h.Points
	if others := len(h.Ahead) + len(h.Level) + len(h.Behind); others > 0 {
		st.halves[others] += 2*len(h.Ahead) + len(h.Level)
	}
	for _, name := range h.Ahead {
		s.pair(name).Ahead++
	}
	for _, name := range h.Level {
		s.pair(name).Level++
	}
	for _, name := range h.Behind {
		s.pair(name).Behind++
	}
	for _, name := range h.Team {
		p := s.pair(name)
		p.Team = p.Team.and(h.Won)
	}
}

func (s Share) and(won bool) Share {
	s.Of++
	if won {
		s.N++
	}
	return s
}

func (s *summary) pair(name string) *Pair {
	who := s.rivals.who(name)
	p := s.pairs[who]
	if p == nil {
		p = new(Pair)
		s.pairs[who] = p
	}
	p.Name = name // the latest spelling
	return p
}

func (s *summary) kind(g scoring.Game, h session.How) {
	key := fmt.Sprint(g.ID, " ", h.Alone(), " ", h.Called)
	for _, o := range g.Options {
		if v, is := h.Mode[o.ID]; is {
			key += " " + o.ID + "=" + v
		}
	}
	k := s.kinds[key]
	if k == nil {
		k = &Kind{Game: g, Name: h.Called, Alone: h.Alone(), Tags: setup.Tags(g.Options, setup.Table{Choices: h.Mode}), Best: h.Points, counts: scoring.Count{}}
		s.kinds[key] = k
	}
	k.Games, k.total = k.Games+1, k.total+h.Points
	if !k.Alone {
		k.Won = k.Won.and(h.Won)
	}
	if h.Fewest == (h.Points < k.Best) { // better or equal
		k.Best = h.Points
	}
	for id, n := range h.Counts {
		k.counts[id] += n
	}
}

// Stats returns the statistics, with games and rivals in order of how often they were played.
func (s *summary) Stats() Stats {
	out := s.stats
	for _, kind := range s.kinds {
		k := *kind
		k.Mean = float64(k.total) / float64(k.Games)
		for _, t := range k.Game.Tallies {
			n, of := k.counts[t.ID], k.counts[t.Of]
			if n > 0 || of > 0 {
				k.Tally = append(k.Tally, Tally{t, Share{n, of}})
			}
		}
		out.Kinds = append(out.Kinds, k)
	}
	slices.SortFunc(out.Kinds, func(a, b Kind) int {
		return cmp.Or(b.Games-a.Games, strings.Compare(a.Game.ID, b.Game.ID), strings.Compare(a.Name, b.Name), b.Won.Of-a.Won.Of, len(a.Tags)-len(b.Tags), strings.Compare(a.mode(), b.mode()))
	})
	for _, p := range s.pairs {
		out.Pairs = append(out.Pairs, *p)
	}
	slices.SortFunc(out.Pairs, func(a, b Pair) int {
		return cmp.Or(b.Games()+b.Team.Of-a.Games()-a.Team.Of, strings.Compare(a.Name, b.Name))
	})
	out.Form, out.Piece = form(s.wins)
	return out
}

// mode returns the IDs of the mode, to sort by.
func (k Kind) mode() string {
	var all []string
	for _, t := range k.Tags {
		all = append(all, t.ID)
	}
	return strings.Join(all, " ")
}

// form returns the wins in pieces of as many games each, without the first games that fill no piece.
func form(wins []bool) (out []int, piece int) {
	piece = max(formLeast, len(wins)/formPieces)
	pieces := min(formPieces, len(wins)/piece)
	if pieces < 3 {
		return nil, 0
	}
	wins = wins[len(wins)-pieces*piece:]
	out = make([]int, pieces)
	for i, won := range wins {
		if won {
			out[i/piece]++
		}
	}
	return out, piece
}
