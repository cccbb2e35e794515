package history

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

var eight = time.Date(2031, 5, 4, 20, 0, 0, 0, time.UTC)

func at(hours float64) time.Time { return eight.Add(time.Duration(hours * float64(time.Hour))) }

// played returns a game that ended at an hour, from everybody's points. A row with & is a team.
func played(id, kind string, ended float64, result string) Game {
	var rows, teams []string
	var points []int
	for _, row := range strings.Split(result, ", ") {
		var n int
		name, number, _ := strings.Cut(row, " ")
		if _, err := fmt.Sscan(number, &n); err != nil {
			panic(err)
		}
		rows, points = append(rows, name), append(points, n)
	}
	ranks := scoring.Ranks(points)
	g := Game{Game: store.Game{ID: id}, title: lang.Literal(kind), Began: at(ended - 0.5), Ended: at(ended), hows: map[string]session.How{}}
	for k, row := range rows {
		teams = strings.Split(row, "&")
		for _, name := range teams {
			how := session.How{Game: kind, Rank: ranks[k], Points: points[k], Won: ranks[k] == 1}
			for other, them := range rows {
				for _, o := range strings.Split(them, "&") {
					switch {
					case o == name:
					case other == k:
						how.Team = append(how.Team, o)
					case ranks[other] > ranks[k]:
						how.Ahead = append(how.Ahead, o)
					case ranks[other] < ranks[k]:
						how.Behind = append(how.Behind, o)
					default:
						how.Level = append(how.Level, o)
					}
				}
			}
			g.hows[name] = how
		}
	}
	return g
}

// boxes has every game of these tests. Most need only an ID.
var boxes = func() (all []scoring.Game) {
	for _, id := range []string{"dixit", "spyfall", "versus", "Dixit Odyssey", "Versus", "x", "xy", "xyz", "y"} {
		all = append(all, scoring.Game{ID: id})
	}
	return all
}()

func nobodyWon(g Game) Game {
	for name, how := range g.hows {
		how.Won = false
		g.hows[name] = how
	}
	return g
}

// standings returns everybody's rank, name, wins, percentage and sum.
func standings(e Evening) string {
	var out []string
	for _, s := range e.People {
		line := fmt.Sprintf("%d %s %d %s%%", s.Rank, s.Name, s.Won.N, s.percent())
		if e.Alike {
			line += fmt.Sprint(" ", s.Points)
		}
		out = append(out, line)
	}
	return strings.Join(out, ", ")
}

func TestAnEvening(t *testing.T) {
	unfinished := Game{Game: store.Game{ID: "open"}, Began: at(2), Ended: at(3)}
	party := played("b", "dixit", 2, "Ana 3, Bia 5")
	for name, how := range party.hows {
		how.Mode = map[string]string{"mode": "party"}
		party.hows[name] = how
	}
	for name, c := range map[string]struct {
		games   []Game
		want    string
		verdict string
	}{
		"one game": {[]Game{played("a", "versus", 1, "Ana 3, Bia 5")}, "1 Bia 1 100% 5, 2 Ana 0 0% 3", "Bia is ahead with 1 win."},
		"wins come first, before those who came second every time": {
			[]Game{played("a", "versus", 1, "Ana 9, Bia 5, Caio 1"), played("b", "spyfall", 2, "Davi 9, Bia 5, Ana 1, Caio 0")},
			"1 Davi 1 100%, 2 Ana 1 67%, 3 Bia 0 58%, 4 Caio 0 0%", "Davi is ahead: 1 win, like Ana, but more of the others beaten.",
		},
		"third of eight beat more than second of three": {
			[]Game{played("a", "x", 1, "Ana 9, Bia 5, Caio 1"), played("b", "y", 2, "D 9, E 8, F 7, G 6, H 5, I 4, J 3, K 2")},
			"1 Ana 1 100%, 1 D 1 100%, 3 E 0 86%, 4 F 0 71%, 5 G 0 57%, 6 Bia 0 50%, 7 H 0 43%, 8 I 0 29%, 9 J 0 14%, 10 Caio 0 0%, 10 K 0 0%", "Ana and D share first place, with 1 win each.",
		},
		"a tie counts half, and all who share a victory won": {
			[]Game{played("a", "x", 1, "Ana 5, Bia 5, Caio 1"), played("b", "x", 2, "Bia 5, Ana 5, Caio 1")},
			"1 Ana 2 75% 10, 1 Bia 2 75% 10, 3 Caio 0 0% 2", "Ana and Bia share first place, with 2 wins each.",
		},
		"a team's place is everybody's in it, and nobody beats their own": {
			[]Game{played("a", "x", 1, "Ana&Caio 7, Bia&Davi 5, Eva&Flor 9")},
			"1 Eva 1 100% 9, 1 Flor 1 100% 9, 3 Ana 0 50% 7, 3 Caio 0 50% 7, 5 Bia 0 0% 5, 5 Davi 0 0% 5", "Eva and Flor share first place, with 1 win each.",
		},
		"nobody won": {
			[]Game{nobodyWon(played("a", "x", 1, "Ana 0, Bia 0"))}, "1 Ana 0 50% 0, 1 Bia 0 50% 0", "Nobody has won a game.",
		},
		"ana is Ana, and is called what she was called last": {
			[]Game{played("a", "x", 1, "Ana 3, Bia 5"), played("b", "x", 2, "ana 9, BIA 5")}, "1 BIA 1 50% 10, 1 ana 1 50% 12", "BIA and ana share first place, with 1 win each.",
		},
		"another mode is another game": {[]Game{played("a", "dixit", 1, "Ana 3, Bia 5"), party}, "1 Bia 2 100%, 2 Ana 0 0%", "Bia is ahead with 2 wins."},
		"what is not over counts nothing": {
			[]Game{played("a", "x", 1, "Ana 3, Bia 5"), unfinished}, "1 Bia 1 100% 5, 2 Ana 0 0% 3", "Bia is ahead with 1 win.",
		},
		"a game played alone counts for nothing between people": {
			[]Game{played("a", "x", 1, "Ana 3"), played("b", "x", 2, "Bia 5, Ana 3"), played("c", "x", 3, "Ana 8"), played("d", "x", 4, "Caio 9")},
			"1 Bia 1 100% 5, 2 Ana 0 0% 3, 2 Caio 0 0% 0", "Bia is ahead with 1 win.",
		},
		"everybody played alone": {[]Game{played("a", "x", 1, "Ana 3")}, "1 Ana 0 0% 0", "Nobody played with anybody else, so nobody is ahead."},
		"who played once is measured by that": {
			[]Game{played("a", "x", 1, "Ana 3, Bia 5, Caio 0"), played("b", "x", 2, "Bia 5, Ana 3"), played("c", "x", 3, "Ana 3, Bia 2")},
			"1 Bia 2 67% 12, 2 Ana 1 50% 9, 3 Caio 0 0% 0", "Bia is ahead with 2 wins.",
		},
	} {
		e := Of(boxes, c.games)
		if got := standings(e); got != c.want || e.verdict().String() != c.verdict {
			t.Errorf("%s: %s\nwant %s\n%s", name, got, c.want, e.verdict())
		}
		if n := len(e.Games) + len(e.Unfinished); n != len(c.games) || !e.Began.Equal(at(0.5)) {
			t.Errorf("%s: %d games from %v", name, n, e.Began)
		}
	}
}

// An evening begins with its first line, even if that is of a game that took longer than the others.
func TestAnEveningBegins(t *testing.T) {
	short, long := played("a", "x", 1, "Ana 3, Bia 5"), played("b", "x", 3, "Ana 3, Bia 5")
	long.Began = at(-1)
	if e := Of(boxes, []Game{short, long}); !e.Began.Equal(at(-1)) || !e.Ended.Equal(at(3)) {
		t.Error(e.Began, e.Ended)
	}
}

// anEvening returns some games with ties and teams.
func anEvening(r *rand.Rand) []Game {
	var out []Game
	for k := range 1 + r.IntN(5) {
		var rows []string
		for _, n := range r.Perm(12)[:2+2*r.IntN(4)] {
			rows = append(rows, fmt.Sprintf("%c %d", 'A'+n, r.IntN(5)))
		}
		if r.IntN(3) == 0 { // the first two are a team
			rows[1] = rows[0][:1] + "&" + rows[1]
			rows = rows[1:]
		}
		g := played(fmt.Sprint("g", k), "xyz"[:1+r.IntN(2)], float64(k+1), strings.Join(rows, ", "))
		if r.IntN(6) == 0 {
			g = nobodyWon(g)
		}
		out = append(out, g)
	}
	return out
}

// Two games are of the same evening exactly if nobody paused between their ends.
func TestLawOfThePause(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	several := 0
	for range 300 {
		var all []span
		var moments []time.Time
		for k := range 1 + r.IntN(8) {
			s := span{Game: store.Game{ID: fmt.Sprint("g", k)}}
			for range 1 + r.IntN(4) {
				s.Moments = append(s.Moments, at(float64(r.IntN(40))))
			}
			slices.SortFunc(s.Moments, time.Time.Compare)
			all, moments = append(all, s), append(moments, s.Moments...)
		}
		slices.SortFunc(moments, time.Time.Compare)
		paused := func(a, b time.Time) bool {
			for k := 1; k < len(moments); k++ {
				if !moments[k-1].Before(a) && !moments[k].After(b) && moments[k].Sub(moments[k-1]) >= Pause {
					return true
				}
			}
			return false
		}
		runs, of := grouped(all), map[string]int{}
		for k, run := range runs {
			for n, s := range run.Games {
				if of[s.ID] = k + 1; n > 0 && s.end().Before(run.Games[n-1].end()) {
					t.Fatal(runs)
				}
			}
			if !slices.ContainsFunc(moments, run.Began.Equal) || slices.ContainsFunc(moments, func(m time.Time) bool { return m.Before(run.Began) && run.Began.Sub(m) < Pause }) {
				t.Fatal(run)
			}
		}
		for _, a := range all {
			for _, b := range all {
				if !a.end().After(b.end()) && (of[a.ID] == of[b.ID]) == paused(a.end(), b.end()) || a.end().Before(b.end()) && of[a.ID] < of[b.ID] || of[a.ID] == 0 {
					t.Fatal(a, b, runs)
				}
			}
		}
		several += len(runs) - 1
	}
	if several < 100 || len(grouped(nil)) != 0 {
		t.Error(several)
	}
	exactly := []span{{store.Game{ID: "a"}, []time.Time{at(0)}}, {store.Game{ID: "b"}, []time.Time{at(5)}}, {store.Game{ID: "c"}, []time.Time{at(9.99)}}}
	if got := grouped(exactly); len(got) != 2 || !reflect.DeepEqual(got[1], group{at(0), exactly[:1]}) {
		t.Error(got)
	}
}
