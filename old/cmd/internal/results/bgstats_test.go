package results

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/shelf"
	"github.com/tablemate/tablemate/old/setup"
)

var over = time.Date(2026, 11, 21, 22, 30, 5, 0, time.FixedZone("", -3*60*60))

// pushes returns the data in a link, raw and decoded.
func pushes(t *testing.T, link string) (raw string, p push) {
	t.Helper()
	data, ok := strings.CutPrefix(link, "https://app.bgstatsapp.com/createPlay.html?data=")
	raw, err := url.PathUnescape(data) // as decodeURIComponent does: a plus stays a plus
	if err == nil {
		err = json.Unmarshal([]byte(raw), &p)
	}
	if !ok || err != nil || strings.ContainsAny(data, "+& \"") {
		t.Fatalf("%s: %v", link, err)
	}
	return raw, p
}

// The data has the keys that the makers of BG Stats document: startPlayer and winner for everybody, teams in a game of teams,
// no highest score if the fewest win, and the name that the table gave a game on the score pad.
func TestBGStatsAsDocumented(t *testing.T) {
	dixit, pad, spy := shelved(t, "dixit"), shelved(t, "pad"), shelved(t, "spyfall")
	three := setup.Table{Players: []string{"Ana", "José Luís", "Zé & “Bia” +1"}, First: 1}
	for name, c := range map[string]struct {
		g scoring.Game
		t setup.Table
		r scoring.Result
	}{
		"spyfall": {spy, three, scoring.Result{Points: []int{4, 2, 4}, Ranks: []int{1, 3, 1}, Winners: []int{0, 2}}},
		"teams": {dixit, setup.Table{Players: []string{"Ana", "Bia", "Caio", "Davi"}, Teams: []setup.Team{{Name: "Sol", Seats: []int{0, 2}}, {Name: "Lua", Seats: []int{1, 3}}}},
			scoring.Result{Points: []int{30, 28}, Ranks: []int{1, 2}, Winners: []int{0}}},
		"only who won": {pad, setup.Table{Players: []string{"Ana", "Bia"}}, scoring.Result{Uncounted: true, Points: []int{0, 0}, Ranks: []int{2, 1}, Winners: []int{1}}},
		"pad":          {pad, setup.Table{Players: []string{"Ana", "Bia"}, Choices: map[string]string{"name": "Golf"}}, scoring.Result{Fewest: true, Points: []int{-3, 12}, Ranks: []int{1, 2}, Winners: []int{0}}},
	} {
		link := BGStats(c.g, c.t, c.r, "besu", over)
		raw, _ := pushes(t, link)
		ttytest.Golden(t, "bgstats-"+strings.ReplaceAll(name, " ", "-")+".json", raw+"\n")
	}
}

func shelved(t *testing.T, id string) scoring.Game {
	t.Helper()
	g, known := scoring.GameOf(shelf.Games, id)
	if !known {
		t.Fatal(id)
	}
	return g
}

// The winners here are the winners there, with their points and places, in every game.
func TestBGStatsHasOurWinners(t *testing.T) {
	all, uncounted := slices.Clone(shelf.Games), 0
	files := []string{"game_file: 1\nid: crew\nname: A crew\nplayers: 2-5\nwins: together\n", "game_file: 1\nid: duel\nname: Duel\nplayers: 2-6\nwins: word\n"}
	for _, g := range shelf.Shipped {
		file, _ := shelf.File(g.ID)
		files = append(files, file)
	}
	for _, file := range files {
		g, err := shelf.Read(file)
		laws.Need(t, err)
		all = append(all, g)
	}
	for _, g := range all {
		for i := range laws.Evenings(t, 20) {
			a := laws.New(laws.Seed(t), uint64(i))
			table := laws.Table(t, g, a)
			_, s := laws.Play(t, g, table, a, 80)
			if !s.Result().Finished() {
				if stopped, err := g.Apply(s, scoring.Stop{}); err == nil {
					s = stopped
				}
			}
			r := s.Result()
			link := BGStats(g, table, r, "besu", over)
			_, p := pushes(t, link)
			won, begins := 0, 0
			for seat, person := range p.Players {
				row := slices.Index(r.Rows, person.Name)
				if person.Team != "" {
					row = slices.Index(r.Rows, person.Team)
				}
				if row < 0 || person.Name != table.Players[seat] || r.Uncounted != (person.Score == nil) || !r.Uncounted && *person.Score != r.Points[row] || person.Rank != r.Ranks[row] || person.Winner != slices.Contains(r.Winners, row) {
					t.Fatalf("%s: %+v of %+v", g.ID, person, r)
				}
				if person.Score == nil {
					uncounted++
				}
				if person.Winner && person.Team == "" {
					won++
				}
				if person.StartPlayer {
					begins++
				}
			}
			if len(p.Players) != len(table.Players) || len(table.Teams) == 0 && won != len(r.Winners) || begins > 1 {
				t.Fatalf("%s: %+v of %+v", g.ID, p, r)
			}
		}
	}
	if uncounted == 0 {
		t.Error("nobody played for the victory alone")
	}
}
