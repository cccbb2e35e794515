//go:build unix

package cmd

import (
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	tt "github.com/tablemate/tablemate/cmd/internal/ttytest"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/spyfall"
	"github.com/tablemate/tablemate/setup"
)

// eightPeople is Spyfall for eight, in its second round.
func eightPeople() (scoring.Game, setup.Table, []scoring.Event) {
	t := setup.Table{Players: []string{"Ana", "Bia", "Caio", "Davi", "Eva", "Fabiana Maria", "日本 太郎", "Zoé 🎲"}}
	return spyfall.Game, t, []scoring.Event{
		spyfall.Laid{}, spyfall.Deal{}, spyfall.Ending{How: spyfall.ByGuess, Spy: 1, Accuser: spyfall.Unknown, Suspect: spyfall.Unknown, Correct: true},
		spyfall.Deal{Dealer: 1}, spyfall.Accusation{Accuser: 4, Suspect: 2},
	}
}

// halfway is a game before its last event.
func halfway(game func() (scoring.Game, setup.Table, []scoring.Event)) func() (scoring.Game, setup.Table, []scoring.Event) {
	return func() (scoring.Game, setup.Table, []scoring.Event) {
		g, t, events := game()
		return g, t, events[:len(events)-1]
	}
}

// stand lets the clock of a game stand.
func stand(t *testing.T, data, id, part string, left time.Duration) {
	t.Helper()
	st, err := store.Open(t.Context(), filepath.Join(data, "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	if err := st.SetClock(id, part, store.Clock{Left: left, Seen: time.Now()}); err != nil {
		t.Fatal(err)
	}
}

// A second screen in windows as small as a table has them, in both languages: a game with a
// clock, one with many people, and its end.
func TestBoards(t *testing.T) {
	oneByOne(t)
	for name, game := range map[string]func() (scoring.Game, setup.Table, []scoring.Event){"clock": eightPeople, "turn": halfway(twelvePeople), "end": twelvePeople, "guests": halfway(fourteenGuests)} {
		g, table, events := game()
		data := t.TempDir()
		id := keep(t, data, g, table, events)
		stand(t, data, id, "round-2", 5*time.Minute+23*time.Second)
		for _, language := range []string{"en", "pt_BR.UTF-8"} {
			for _, size := range [][2]int{{80, 24}, {40, 24}, {40, 12}} {
				t.Run(fmt.Sprint(name, language, size), func(t *testing.T) {
					x := tt.Start(t, size[0], size[1], program(t, data, language, "board", id))
					x.Wait("Ana")
					x.Golden(fmt.Sprintf("board-%s-%s-%dx%d", name, strings.Split(language, "_")[0], size[0], size[1]))
					for _, who := range table.Players {
						if begin := string([]rune(who)[:2]); !strings.Contains(x.Screen(), begin) {
							t.Errorf("no %s in\n%s", who, x.Screen())
						}
					}
					x.Send("q")
					if code := x.Exit(); code != 0 {
						t.Errorf("code %d", code)
					}
					x.Sane()
				})
			}
		}
	}
}

// The board shows what another process enters while it is looked at, goes on to the game that
// comes next, and tells the end place by place.
func TestTheBoardFollowsAnotherProcess(t *testing.T) {
	data := t.TempDir()
	board := tt.Start(t, 80, 24, program(t, data, "en", "board"))
	board.Wait("No game is being played yet.")
	g, table, events := fourteenGuests()
	keep(t, data, g, table, events[:1])
	board.Wait("Picture Perfect")

	x := tt.Start(t, 80, 24, program(t, data, "en", "play", "dixit", "--score-only"))
	for _, step := range [][2]string{
		{"Who plays?", "Ana Bia Caio Davi"}, {"as you want it?", ""},
		{"which card was it?", "1"}, {"The votes, in", "231"}, {"Who played", "32"},
	} {
		x.Wait(step[0])
		x.Send(step[1] + tt.Enter)
	}
	x.Wait("Storyteller Bia")
	board.Wait("Dixit Odyssey · Turn 2")
	board.Wait("+3 Davi")
	board.Resize(40, 12)
	board.Wait("Dixit Odyssey · Turn 2")
	board.Resize(80, 24)
	x.Signal(syscall.SIGKILL)
	x.Exit()

	x = tt.Start(t, 80, 24, program(t, data, "en", "resume"))
	x.Wait("Storyteller Bia")
	x.Send("?")
	x.Wait("What would you like to do?")
	x.Send("e")
	x.Wait("End the game now?")
	x.Send("2")
	board.Wait("Dixit Odyssey · The game is over.")
	if s := board.Screen(); !strings.Contains(s, "1  ·") {
		t.Errorf("the end is told at once:\n%s", s)
	}
	board.Send(" ")
	board.Wait("★ 1")
	board.Send(tt.CtrlC)
	if code := board.Exit(); code != 130 {
		t.Errorf("code %d", code)
	}
	board.Sane()
}

// Whatever ends a board leaves the terminal as it was. On plain lines it goes on until then.
func TestTheBoardIsLeft(t *testing.T) {
	data := t.TempDir()
	for s, want := range map[syscall.Signal]int{syscall.SIGTERM: 143, syscall.SIGHUP: 129, syscall.SIGINT: 130} {
		for _, args := range [][]string{{"board"}, {"board", "--plain"}} {
			x := tt.Start(t, 80, 24, program(t, data, "pt_BR.UTF-8", args...))
			x.Wait("Ainda não há nenhuma partida.")
			x.Signal(s)
			if code := x.Exit(); code != want {
				t.Errorf("%v %v: code %d, want %d", args, s, code, want)
			}
			x.Sane()
		}
	}
	x := tt.Start(t, 80, 24, program(t, data, "en", "board"))
	x.Wait("q  leave")
	x.Send(tt.Esc)
	if code := x.Exit(); code != 0 {
		t.Errorf("code %d", code)
	}
	plain := tt.Start(t, 80, 24, program(t, data, "en", "board", "--plain"))
	plain.Wait("No game is being played yet.")
	g, table, events := twelvePeople()
	keep(t, data, g, table, events)
	plain.Wait("1 Ana 33 ★")
	plain.Signal(syscall.SIGINT)
	plain.Exit()
}

// A board that is shown keeps nobody from playing, and a finished game is whole in its file.
func TestTheBoardIsInNobodysWay(t *testing.T) {
	data := t.TempDir()
	g, table, events := twelvePeople()
	keep(t, data, g, table, events[:2])
	board := tt.Start(t, 80, 24, program(t, data, "en", "board"))
	board.Wait("Turn 3")
	st, err := store.Open(t.Context(), filepath.Join(data, "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	all, err := st.Games()
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.Open(st, games, all[0].ID, time.Now, func() uint64 { return 1 })
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Do(events[2]); err != nil {
		t.Fatal(err)
	}
	board.Wait("Turn 4")
	if err := st.Close(); err != nil {
		t.Error(err)
	}
}
