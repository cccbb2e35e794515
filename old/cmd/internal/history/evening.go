// Package history summarizes many games: an evening and its leaders, and how people play, alone and against each other. It
// computes from the results of the games, and changes nothing.
package history

import (
	"cmp"
	"embed"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// An evening is all games between two long pauses. Its rules:
//
//   - It ends when nobody has scored for Pause. A game belongs to the evening in which it ended; a later correction does not
//     count.
//   - The person with more wins is ahead. Equal wins are decided by the share of the others that each one beat, averaged over
//     the games that they played: third of three is not third of eight. A tie counts half. Teammates do not count.
//   - Points are added up only if all games are the same one in the same mode.
//   - Unfinished games are named, and count nothing. A game that somebody played alone is shown, and counts nothing between
//     people.
//   - A game whose date nobody knows belongs to no evening, unless it goes on here.

// Pause is how long nobody scores between two evenings.
const Pause = 5 * time.Hour

// A span is a kept game with the times at which it was played.
type span struct {
	store.Game
	Moments []time.Time // when its lines were told, ascending, at least one; the last one ends the game
}

func (s span) end() time.Time { return s.Moments[len(s.Moments)-1] }

// A group is the games that ended in one evening, in the order of their ends.
type group struct {
	Began time.Time // the first moment after the pause
	Games []span
}

// grouped returns games by evening, the latest first.
func grouped(all []span) []group {
	var moments []time.Time
	for _, s := range all {
		moments = append(moments, s.Moments...)
	}
	slices.SortFunc(moments, time.Time.Compare)
	all = slices.SortedFunc(slices.Values(all), func(a, b span) int {
		return cmp.Or(a.end().Compare(b.end()), strings.Compare(a.ID, b.ID))
	})
	var out []group
	for k := 0; k < len(moments); {
		began := moments[k]
		for k++; k < len(moments) && moments[k].Sub(moments[k-1]) < Pause; {
			k++
		}
		n := 0
		for n < len(all) && !all[n].end().After(moments[k-1]) {
			n++
		}
		if n > 0 { // else people only played a part of a game that ended on another evening
			out, all = append(out, group{began, all[:n:n]}), all[n:]
		}
	}
	slices.Reverse(out)
	return out
}

// An Evening is the summary of its games.
type Evening struct {
	Began, Ended time.Time
	Games        []Game // finished games, in the order of their ends
	Unfinished   []Game
	People       []Stats // leaders first, people who are level by name
	Alike        bool    // all games are the same one, so points can be added up
}

// Of returns the evening of some games in the order of their ends. known is every game that there is.
func Of(known []scoring.Game, games []Game) Evening {
	e := Evening{Alike: true}
	met, by := identities{}, map[string]*summary{}
	for k, g := range games {
		if k == 0 || g.Began.Before(e.Began) {
			e.Began = g.Began
		}
		if g.Ended.After(e.Ended) {
			e.Ended = g.Ended
		}
		if len(g.hows) == 0 {
			e.Unfinished = append(e.Unfinished, g)
			continue
		}
		e.Games = append(e.Games, g)
		e.Alike = e.Alike && alike(e.Games[0], g)
		for name, how := range g.hows {
			who := met.who(name)
			if by[who] == nil {
				by[who] = newSummary(name, known)
			}
			by[who].stats.Name = name // the latest spelling
			by[who].Add(g.Ended, how)
		}
	}
	for _, s := range by {
		e.People = append(e.People, s.Stats())
	}
	rank(e.People)
	return e
}

// alike reports whether the points of two games may be added up.
func alike(a, b Game) bool {
	one, other := a.any(), b.any()
	return one.Game == other.Game && one.Called == other.Called && maps.Equal(one.Mode, other.Mode)
}

// any returns one person's How, for what is the same in all of them: which game it was.
func (g Game) any() session.How {
	for _, h := range g.hows {
		return h
	}
	return session.How{}
}

// of returns how a game went for a person, in any spelling of the name, and whether that person played.
func (g Game) of(name string) (session.How, bool) {
	for written, h := range g.hows {
		if setup.Alike(written) == setup.Alike(name) {
			return h, true
		}
	}
	return session.How{}, false
}

// compare returns a negative number if a is ahead of b in an evening, and 0 if they are level.
func compare(a, b Stats) int { return cmp.Or(b.Won.N-a.Won.N, b.Beaten().Cmp(a.Beaten())) }

// rank sorts and ranks people: 1, 2, 2, 4.
func rank(people []Stats) {
	slices.SortFunc(people, func(a, b Stats) int { return cmp.Or(compare(a, b), strings.Compare(a.Name, b.Name)) })
	for k := range people {
		people[k].Rank = k + 1
		if k > 0 && compare(people[k], people[k-1]) == 0 {
			people[k].Rank = people[k-1].Rank
		}
	}
}

// identities caches what identifies the person behind a spelling: “ana” and “Ana” are one.
type identities map[string]string

func (ids identities) who(name string) string {
	who, met := ids[name]
	if !met {
		who = setup.Alike(name)
		ids[name] = who
	}
	return who
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "history", Files: files}
