package history

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/internal/lang"
)

// A Person is how somebody plays: games that are over, against others.
type Person struct {
	Name   string     `json:"name"`
	Played int        `json:"played"`
	Won    int        `json:"won"`
	First  time.Time  `json:"-"`
	Last   time.Time  `json:"-"`
	Games  []*PerGame `json:"games"`
	Rivals []*Rival   `json:"rivals"`
}

// A PerGame is how somebody plays one game in one mode.
type PerGame struct {
	Game   string   `json:"game"`
	Name   string   `json:"name"`
	Mode   []string `json:"mode,omitempty"`
	Played int      `json:"played"`
	Won    int      `json:"won"`
	Left   int      `json:"left,omitempty"` // games that the person left before the end: they count as played, and no more
	Points int64    `json:"points"`         // of all other games together
	Best   int      `json:"best"`
}

// A Rival is somebody who played on another side.
type Rival struct {
	Name   string `json:"name"`
	Ahead  int    `json:"ahead"` // how often the person was before the rival
	Level  int    `json:"level"`
	Behind int    `json:"behind"`
}

func (r Rival) played() int { return r.Ahead + r.Level + r.Behind }

// everybody returns how all people play: by wins, then by the share of games won, then by name. It expects games with the
// latest first. A name that is written in several ways is one person, written as in the latest game.
func everybody(games []Game) (people []*Person) {
	known, written := map[string]*Person{}, map[string]*Person{}
	of := func(name string) *Person {
		if p := written[name]; p != nil {
			return p
		}
		key := lang.Alike(name)
		if known[key] == nil {
			known[key] = &Person{Name: name}
			people = append(people, known[key])
		}
		written[name] = known[key]
		return known[key]
	}
	for _, g := range games {
		if !g.Decided || len(g.Sides) < 2 {
			continue
		}
		for _, s := range g.Sides {
			for _, name := range s.People() {
				of(name).add(g, s, of)
			}
		}
	}
	for _, p := range people {
		p.sort()
	}
	slices.SortFunc(people, func(a, b *Person) int {
		return cmp.Or(b.Won-a.Won, b.Won*a.Played-a.Won*b.Played, strings.Compare(lang.Plain(a.Name), lang.Plain(b.Name)))
	})
	return people
}

// add counts a game that somebody played on a side.
func (p *Person) add(g Game, own Side, of func(string) *Person) {
	won := 0
	if own.Won {
		won = 1
	}
	if p.Played == 0 {
		p.Last = g.Ended
	}
	if !g.Ended.IsZero() {
		p.First = g.Ended
	}
	p.Played, p.Won = p.Played+1, p.Won+won
	p.perGame(g, own).count(g, own, won)
	for _, other := range g.Sides {
		if other.Name == own.Name {
			continue
		}
		for _, name := range other.People() {
			// People who left before the end have no rank: they were neither ahead of anybody nor behind.
			if own.Rank == 0 || other.Rank == 0 {
				continue
			}
			r := p.rival(of(name).Name)
			switch {
			case own.Rank < other.Rank:
				r.Ahead++
			case own.Rank > other.Rank:
				r.Behind++
			default:
				r.Level++
			}
		}
	}
}

func (p *Person) perGame(g Game, own Side) *PerGame {
	for _, k := range p.Games {
		if k.Game == g.GameID && k.Name == g.Name && slices.Equal(k.Mode, g.Mode) {
			return k
		}
	}
	p.Games = append(p.Games, &PerGame{Game: g.GameID, Name: g.Name, Mode: g.Mode})
	return p.Games[len(p.Games)-1]
}

func (k *PerGame) count(g Game, own Side, won int) {
	k.Played, k.Won = k.Played+1, k.Won+won
	if own.Rank == 0 {
		k.Left++
		return
	}
	k.Points += int64(own.Points)
	if better := own.Points > k.Best; k.ended() == 1 || better != g.Fewest {
		k.Best = own.Points
	}
}

// ended returns how many games the person played to the end.
func (k *PerGame) ended() int { return k.Played - k.Left }

func (p *Person) rival(name string) *Rival {
	for _, r := range p.Rivals {
		if r.Name == name {
			return r
		}
	}
	p.Rivals = append(p.Rivals, &Rival{Name: name})
	return p.Rivals[len(p.Rivals)-1]
}

// sort puts the games and the rivals first that somebody played most often.
func (p *Person) sort() {
	slices.SortFunc(p.Games, func(a, b *PerGame) int {
		return cmp.Or(b.Played-a.Played, strings.Compare(a.Name, b.Name), slices.Compare(a.Mode, b.Mode))
	})
	slices.SortFunc(p.Rivals, func(a, b *Rival) int {
		return cmp.Or(b.played()-a.played(), strings.Compare(lang.Plain(a.Name), lang.Plain(b.Name)))
	})
}
