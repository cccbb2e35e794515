// Package history is what many games say together: an evening and who was ahead in it, and how people play,
// alone and beside each other. It computes from what the games' results say, and changes nothing.
package history

import (
	"cmp"
	"embed"
	"maps"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// An evening is all games between two long pauses. Its rules:
//
//   - It ends when nobody scored for Pause. A game belongs to the evening in which it ended; what was
//     corrected after its end is no part of it.
//   - Who won more games is ahead; among those who won as many, who beat more of the others, as a share
//     of them, on average over the games that they played: third of three is not third of eight. Who is level
//     counts half. Whoever shared one's points is neither.
//   - Points are summed only where all games are the same one, played in the same mode.
//   - A game that is not over is named, and counts nothing. One that somebody played alone is shown, and counts
//     nothing between people.
//   - A game whose day nobody knows is part of no evening, until it goes on here.

// Pause is how long nobody scores between two evenings.
const Pause = 5 * time.Hour

// A Span is when a game was played.
type Span struct {
	ID      string
	Moments []time.Time // when anything of it was told, ascending and at least one; the last one is its end
}

func (s Span) end() time.Time { return s.Moments[len(s.Moments)-1] }

// A Run is the games that ended in one evening, in the order of their ends.
type Run struct {
	Began time.Time // the first moment behind the pause
	Games []Span
}

// Evenings are games by evening, the latest one first.
func Evenings(all []Span) []Run {
	var moments []time.Time
	for _, s := range all {
		moments = append(moments, s.Moments...)
	}
	slices.SortFunc(moments, time.Time.Compare)
	all = slices.SortedFunc(slices.Values(all), func(a, b Span) int {
		return cmp.Or(a.end().Compare(b.end()), strings.Compare(a.ID, b.ID))
	})
	var out []Run
	for k := 0; k < len(moments); {
		began := moments[k]
		for k++; k < len(moments) && moments[k].Sub(moments[k-1]) < Pause; {
			k++
		}
		n := 0
		for n < len(all) && !all[n].end().After(moments[k-1]) {
			n++
		}
		if n > 0 { // else only a part of a game was played, that ended on another evening
			out, all = append(out, Run{began, all[:n:n]}), all[n:]
		}
	}
	slices.Reverse(out)
	return out
}

// A Game is a game of an evening.
type Game struct {
	ID           string
	Name         lang.Text // and the mode
	Began, Ended time.Time
	Hows         map[string]session.How // by name; empty: it is not over
	Damaged      bool                   // it cannot be read
}

// An Evening is what its games come to.
type Evening struct {
	Began, Ended time.Time
	Games        []Game // that are over, in the order of their ends
	Unfinished   []Game
	People       []Standing // who is ahead first, those who are level by name
	Alike        bool       // the games are one and the same, so points can be summed
}

// A Standing is how an evening went for one of its people.
type Standing struct {
	Rank   int // from 1; those who are level have the same
	Name   string
	Played int // games that others played too
	Wins   int
	Beaten *big.Rat // 0 to 1: the share of the others that they were ahead of, on average
	Points int      // the sum of all games
}

// Of is an evening of games, in the order of their ends.
func Of(games []Game) Evening {
	e := Evening{Alike: true}
	by := map[string]*Standing{}
	for k, g := range asLast(games) {
		if k == 0 || g.Began.Before(e.Began) {
			e.Began = g.Began
		}
		if g.Ended.After(e.Ended) {
			e.Ended = g.Ended
		}
		if len(g.Hows) == 0 {
			e.Unfinished = append(e.Unfinished, g)
			continue
		}
		e.Games = append(e.Games, g)
		e.Alike = e.Alike && alike(e.Games[0], g)
		for name, how := range g.Hows {
			if by[name] == nil {
				by[name] = &Standing{Name: name, Beaten: new(big.Rat)}
			}
			by[name].count(how)
		}
	}
	for _, s := range by {
		s.Beaten.Quo(s.Beaten, big.NewRat(max(1, int64(s.Played)), 1))
		e.People = append(e.People, *s)
	}
	rank(e.People)
	return e
}

// asLast are games in which everybody is called what they were called last.
func asLast(games []Game) []Game {
	met, last := people{}, map[string]string{}
	for _, g := range games {
		for name := range g.Hows {
			last[met.who(name)] = name
		}
	}
	out := slices.Clone(games)
	for k, g := range games {
		out[k].Hows = make(map[string]session.How, len(g.Hows))
		for name, how := range g.Hows {
			out[k].Hows[last[met.who(name)]] = how
		}
	}
	return out
}

// alike reports whether the points of two games may be summed.
func alike(a, b Game) bool {
	one, other := anyOf(a.Hows), anyOf(b.Hows)
	return one.Game == other.Game && one.Called == other.Called && maps.Equal(one.Mode, other.Mode)
}

// anyOf is the How of somebody: what game it was, all of them say.
func anyOf(hows map[string]session.How) session.How {
	for _, h := range hows {
		return h
	}
	return session.How{}
}

// count adds a game that others played too; Beaten is a sum until all are counted.
func (s *Standing) count(h session.How) {
	if h.Alone() {
		return
	}
	s.Played++
	s.Points += h.Points
	if h.Won {
		s.Wins++
	}
	if others := len(h.Ahead) + len(h.Level) + len(h.Behind); others > 0 {
		s.Beaten.Add(s.Beaten, big.NewRat(int64(2*len(h.Ahead)+len(h.Level)), int64(2*others)))
	}
}

// compare is negative where s is ahead of other.
func (s Standing) compare(other Standing) int {
	if s.Wins != other.Wins {
		return other.Wins - s.Wins
	}
	return other.Beaten.Cmp(s.Beaten)
}

// rank sorts people and ranks them: 1, 2, 2, 4.
func rank(people []Standing) {
	slices.SortFunc(people, func(a, b Standing) int { return cmp.Or(a.compare(b), strings.Compare(a.Name, b.Name)) })
	for k := range people {
		people[k].Rank = k + 1
		if k > 0 && people[k].compare(people[k-1]) == 0 {
			people[k].Rank = people[k-1].Rank
		}
	}
}

// people are names that were met, each with what is equal for two of one person: “ana” is Ana.
type people map[string]string

func (p people) who(name string) string {
	who, met := p[name]
	if !met {
		who = setup.Alike(name)
		p[name] = who
	}
	return who
}

// Leaders are those of rank 1.
func (e Evening) Leaders() []Standing {
	n := 0
	for n < len(e.People) && e.People[n].Rank == 1 {
		n++
	}
	return e.People[:n]
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "history", Files: files}
