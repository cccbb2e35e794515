//go:build unix

package windows

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	tt "github.com/tablemate/tablemate/old/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/dixit"
	"github.com/tablemate/tablemate/old/scoring/pictureperfect"
	"github.com/tablemate/tablemate/old/setup"
)

// The last screens of long games must show the ranking in windows as small as a table has, since it is read
// aloud from there, with everybody close to their number.

// fourteenGuests returns Picture Perfect for four, tied up to the vote for the best photo.
func fourteenGuests() (scoring.Game, setup.Table, []scoring.Event) {
	t := setup.Table{Players: []string{"Ana", "Bernardo de Alcântara", "日本 太郎", "Zoé 🎲"}, Origin: setup.AfterTheFact}
	var events []scoring.Event
	for i := range 14 {
		cards := []int{3, 2, 1, 0}
		g := pictureperfect.Guest{Fulfilled: []int{cards[i%4], cards[i%4], cards[(i+1)%4], pictureperfect.NotPlaced}}
		if i%4 == 1 {
			g.VIPs = 1
		}
		events = append(events, g)
	}
	return pictureperfect.Game, t, append(events,
		pictureperfect.Envelopes{Held: []int{3, 3, -1, -1}}, pictureperfect.Vote{For: []int{1, 1, 0, 1}})
}

// twelvePeople returns eight turns of Dixit for twelve.
func twelvePeople() (scoring.Game, setup.Table, []scoring.Event) {
	names := []string{"Ana", "Bia", "Caio", "Davi", "Eva", "Fabiana Maria", "Gil", "Heitor", "Inês", "Júlia", "Kátia", "Luís"}
	t := setup.Table{Players: names, Choices: map[string]string{dixit.Target: "100"}}
	var events []scoring.Event
	for turn := range 8 {
		e := dixit.Turn{Storyteller: turn, Card: turn + 1, Cards: map[int]int{}, Votes: make([][]int, len(names))}
		for row := range names {
			e.Cards[row+1] = row
			if other := (row*(turn+2)+turn)%12 + 1; row != turn && other != row+1 {
				e.Votes[row] = []int{other}
			} else if row != turn {
				e.Votes[row] = []int{turn + 1}
			}
		}
		events = append(events, e)
	}
	return dixit.Game, t, append(events, scoring.Stop{})
}

// keep stores a game with these events in a data folder, and returns its id.
func keep(t *testing.T, data string, g scoring.Game, table setup.Table, events []scoring.Event) string {
	t.Helper()
	st, err := store.Open(t.Context(), filepath.Join(data, "games.db"))
	parlor.Check(t, err)
	defer st.Close()
	s := session.Start(st, g, play.ToPlay, time.Now, func() uint64 { return 1 })
	parlor.Check(t, s.Begin(nil, func(ask.Asker) (setup.Table, error) { return table, nil }))
	for i, e := range events {
		if err := s.Do(e); err != nil {
			t.Fatal(i, err)
		}
	}
	return s.Log.ID()
}

func TestLastScreens(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	for name, game := range map[string]func() (scoring.Game, setup.Table, []scoring.Event){"fourteen": fourteenGuests, "twelve": twelvePeople} {
		g, table, events := game()
		data := t.TempDir()
		id := keep(t, data, g, table, events)
		for _, language := range []string{"en", "pt_BR.UTF-8"} {
			for _, size := range [][2]int{{80, 24}, {40, 24}, {40, 12}} {
				t.Run(fmt.Sprint(name, language, size), func(t *testing.T) {
					x := tt.Start(t, size[0], size[1], parlor.Program(t, data, language, "resume", id))
					x.Wait("▸")
					x.Golden(fmt.Sprintf("last-%s-%s-%dx%d", name, strings.Split(language, "_")[0], size[0], size[1]))
					seen := x.Screen()
					people := table.Players
					if len(people) > size[1]/2 { // twelve do not fit in twelve lines: the last ranks remain
						people = nil
					}
					for _, who := range people {
						first := strings.Fields(who)[0]
						if !slices.ContainsFunc(strings.Split(seen, "\n"), func(line string) bool { return strings.Contains(line, first) }) {
							t.Errorf("no %s in\n%s", who, seen)
						}
					}
					x.Send(tt.Enter)
					x.Ends(0)
				})
			}
		}
	}
}

// The list of games breaks no word and no name in a narrow window.
func TestGamesInANarrowWindow(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	data := t.TempDir()
	g, table, events := twelvePeople()
	id := keep(t, data, g, table, events[:3])
	for _, language := range []string{"en", "pt_BR.UTF-8"} {
		x := tt.Start(t, 40, 24, parlor.Program(t, data, language, "games"))
		x.Ends(0)
		seen := x.Screen()
		words := strings.Fields(seen)
		for _, want := range append([]string{id, "Odyssey", "Turn"}, strings.Fields(strings.Join(table.Players, " "))...) {
			if language != "en" && want == "Turn" {
				want = "Turno"
			}
			if !slices.Contains(words, want) && !slices.Contains(words, want+",") {
				t.Errorf("no %s in\n%s", want, seen)
			}
		}
	}
}
