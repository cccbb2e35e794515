//go:build unix

package windows

import (
	"html"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	tt "github.com/tablemate/tablemate/old/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/spyfall"
	"github.com/tablemate/tablemate/old/setup"
	"github.com/tablemate/tablemate/old/timer"
)

// eightPeople returns Spyfall for eight, in its second round.
func eightPeople() (scoring.Game, setup.Table, []scoring.Event) {
	t := setup.Table{Players: []string{"Ana", "Bia", "Caio", "Davi", "Eva", "Fabiana Maria", "日本 太郎", "Zoé 🎲"}}
	return spyfall.Game, t, []scoring.Event{
		scoring.Laid{}, spyfall.Deal{}, spyfall.Ending{How: spyfall.ByGuess, Spy: 1, Accuser: spyfall.Unknown, Suspect: spyfall.Unknown, Correct: true},
		spyfall.Deal{Dealer: 1}, spyfall.Accusation{Accuser: 4, Suspect: 2},
	}
}

// stand stores a stopped clock for a game.
func stand(t *testing.T, data, id, part string, left time.Duration) {
	t.Helper()
	st, err := store.Open(t.Context(), filepath.Join(data, "games.db"))
	parlor.Check(t, err)
	defer st.Close()
	parlor.Check(t, st.Drafts.SetClock(id, part, timer.Snapshot{Left: left, At: time.Now()}))
}

// A page is the board in a browser.
type page struct {
	*testing.T
	url string
}

// opens returns the page whose address is on a terminal.
func opens(t *testing.T, x *tt.Terminal) page {
	t.Helper()
	x.Wait("/board")
	return page{t, regexp.MustCompile(`http://127\.0\.0\.1:\d+/board`).FindString(x.Screen())}
}

// shows waits until the page holds a text, and returns all of it.
func (p page) shows(text string) string {
	p.Helper()
	return comes(p.T, text, func() (string, bool) {
		r, err := http.Get(p.url)
		parlor.Check(p, err)
		raw, err := io.ReadAll(r.Body)
		if err != nil || r.Body.Close() != nil {
			p.Fatal(err)
		}
		body := html.UnescapeString(string(raw))
		return body, strings.Contains(body, text)
	})
}

// The page of a game with a clock shows it, in the language of the program.
func TestThePageOfTheBoard(t *testing.T) {
	t.Parallel()
	g, table, events := eightPeople()
	data := t.TempDir()
	id := keep(t, data, g, table, events)
	stand(t, data, id, "round-2", 5*time.Minute+23*time.Second)
	x := tt.Start(t, 80, 24, parlor.Program(t, data, "pt_BR.UTF-8", "board", id))
	body := opens(t, x).shows("5:23")
	for _, want := range append([]string{"Rodada 2", "O cronômetro está parado", `lang="pt-BR"`, "<span class=gain>+4</span>"}, table.Players...) {
		if !strings.Contains(body, want) {
			t.Errorf("no %q in\n%s", want, body)
		}
	}
	x.Send(tt.CtrlC)
	x.Exit()
}

// The board shows what another process enters, and goes on to the next game.
func TestTheBoardFollowsAnotherProcess(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	screen := tt.Start(t, 80, 24, parlor.Program(t, data, "en", "board"))
	board := opens(t, screen)
	board.shows("No game is being played yet.")
	g, table, events := fourteenGuests()
	keep(t, data, g, table, events[:1])
	board.shows("Picture Perfect")

	x := plays(t, 80, 24, data, "dixit", "Ana Bia Caio Davi")
	x.Wait("which card was it?")
	x.Press("1"+tt.Enter, "The votes, in")
	x.Press("231"+tt.Enter, "Who played")
	x.Press("32"+tt.Enter, "Storyteller Bia")
	board.shows("Turn 2")
	board.shows("<span class=gain>+3</span>")
	x.Signal(syscall.SIGKILL)
	x.Exit()

	x = tt.Start(t, 80, 24, parlor.Program(t, data, "en", "resume"))
	x.Wait("Storyteller Bia")
	x.Press("?", "What would you like to do?")
	x.Press("e", "End the game now?")
	x.Send("2")
	if end := board.shows("<h1 class=moment>Ana and Davi share the victory"); !strings.Contains(end, `class="won"`) || strings.Contains(end, "veiled") {
		t.Error(end)
	}
	screen.Send(tt.CtrlC)
	screen.Ends(130)
}

// Whatever ends a board leaves the terminal as it was. On plain lines it goes on until then.
func TestTheBoardIsLeft(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	for s, want := range map[syscall.Signal]int{syscall.SIGTERM: 143, syscall.SIGHUP: 129, syscall.SIGINT: 130} {
		for _, args := range [][]string{{"board"}, {"board", "--plain"}} {
			x := tt.Start(t, 80, 24, parlor.Program(t, data, "pt_BR.UTF-8", args...))
			x.Wait(map[bool]string{false: "até Ctrl-C.", true: "Ainda não há nenhuma partida."}[len(args) > 1])
			x.Signal(s)
			x.Ends(want)
		}
	}
	plain := tt.Start(t, 80, 24, parlor.Program(t, data, "en", "board", "--plain"))
	plain.Wait("No game is being played yet.")
	g, table, events := twelvePeople()
	keep(t, data, g, table, events)
	plain.Wait("1 Ana 33 ★")
	plain.Signal(syscall.SIGINT)
	plain.Exit()
}
