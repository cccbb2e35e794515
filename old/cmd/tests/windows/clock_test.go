//go:build unix

package windows

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	tt "github.com/tablemate/tablemate/old/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
)

func TestTimerInAWindow(t *testing.T) {
	t.Parallel()
	x := tt.Start(t, 80, 24, parlor.Program(t, t.TempDir(), "pt_BR.UTF-8", "timer", "1s", "--label", "Fotos 📷"))
	x.Wait("O TEMPO ACABOU") // for a moment, unless a key ends it
	x.Send(tt.Enter)
	x.Ends(0)
	if !strings.Contains(x.Bytes(), "sair") {
		t.Error("the clock was never seen")
	}
	if got := x.Screen(); got != "Fotos 📷: o tempo acabou." || x.Bells() == 0 {
		t.Errorf("%d bells, and it says %q", x.Bells(), got)
	}
}

// A clock that stays rings and waits for a key; time was up all the same.
func TestTimerStays(t *testing.T) {
	t.Parallel()
	for _, key := range []string{tt.Enter, " ", "q"} {
		x := tt.Start(t, 80, 24, parlor.Program(t, t.TempDir(), "en", "timer", "10ms", "--stay", "--label", "Photos\n\tof us "))
		x.Wait("TIME IS UP")
		x.Wait("Photos of us")
		x.Send(key)
		x.Ends(0)
		if got := x.Screen(); got != "Photos of us: time is up." {
			t.Errorf("%q: it says %q", key, got)
		}
	}
}

// A stopwatch leaves the time it counted, and is done when it is left.
func TestStopwatchLeft(t *testing.T) {
	t.Parallel()
	for key, code := range map[string]int{"q": 0, tt.CtrlC: 130} {
		x := tt.Start(t, 80, 24, parlor.Program(t, t.TempDir(), "pt_BR.UTF-8", "timer", "--up", "8", "minutos", "--label", "Fotos"))
		x.Wait("q  sair")
		x.Press("p", "Pausado")
		x.Send(key)
		x.Ends(code)
		if !strings.HasPrefix(x.Screen(), "Fotos: 0:") {
			t.Errorf("it says %q", x.Screen())
		}
	}
}

func TestTimerLeft(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		leave func(x *tt.Terminal)
		code  int
	}{
		"Ctrl-C": {func(x *tt.Terminal) { x.Send(tt.CtrlC) }, 130},
		"q":      {func(x *tt.Terminal) { x.Send("q") }, 130},
		"INT":    {func(x *tt.Terminal) { x.Signal(syscall.SIGINT) }, 130},
		"TERM":   {func(x *tt.Terminal) { x.Signal(syscall.SIGTERM) }, 143},
		"HUP":    {func(x *tt.Terminal) { x.Signal(syscall.SIGHUP) }, 129},
	} {
		for _, plain := range []bool{false, true} {
			args, last := []string{"timer", "8m"}, "q  leave"
			if plain {
				if name == "Ctrl-C" {
					continue // it arrives as the signal
				}
				args, last = append(args, "--plain"), "8:00 left"
			}
			x := tt.Start(t, 80, 24, parlor.Program(t, t.TempDir(), "en", args...))
			x.Wait(last)
			c.leave(x)
			if plain && name == "q" {
				x.Send("\n")
			}
			x.Ends(c.code)
		}
	}
}

// In the usual window all points of a round of eight people, with their reasons, are still visible while the
// next round is dealt.
func TestReasonsOfManyPeopleAreSeen(t *testing.T) {
	t.Parallel()
	for language, words := range map[string][4]string{"en": {"q  leave", "Everybody has looked?", "+1 each: Bia, the spy", "Whom does Ana"}, "pt_BR.UTF-8": {"q  sair", "Todos olharam", "+1 cada: todos acusaram", "Quem Ana"}} {
		x := tt.Start(t, 80, 24, parlor.Program(t, t.TempDir(), language, "play", "spyfall"))
		x.Wait("?")
		x.Press("Ana, Bia, Caio, Davi, Eva, Fábio, Gil, Helena"+strings.Repeat(tt.Enter, 3), words[1])
		x.Press(tt.Enter, words[0])
		for _, step := range [][2]string{{"a", "1  Ana"}, {"1", words[3]}, {"2", "111111"}} {
			x.Press(step[0], step[1])
		}
		x.Press("a"+tt.Enter, "Caio")
		x.Press("2"+tt.Enter+"1"+tt.Enter, "Bia 0 (+0)")
		x.Wait(words[1])
		for _, want := range []string{words[2], "Ana +2: ", "Ana 2 (+2)"} {
			if !strings.Contains(x.Screen(), want) {
				t.Errorf("%q is not seen:\n%s", want, x.Screen())
			}
		}
		x.Send(tt.CtrlC)
		x.Sane()
	}
}

// isKept waits until a clock is on the disk, which is later than on the screen.
func isKept(t *testing.T, data string, knows func(*store.Store) bool) {
	t.Helper()
	st, err := store.OpenToRead(t.Context(), filepath.Join(data, "games.db"))
	parlor.Check(t, err)
	defer st.Close()
	comes(t, "a clock that is kept", func() (string, bool) { return "", knows(st) })
}

// Killed while the clock runs, the program comes back with the clock stopped at the time it last showed; killed
// in the middle of an accusation, it asks for the vote and nothing before it.
func TestKilledAtTheClock(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	x := tt.Start(t, 80, 24, parlor.Program(t, data, "en", "play", "spyfall"))
	x.Wait("Who plays?")
	x.Press("Ana, Bia, Caio"+tt.Enter, "as you want it?")
	x.Press(tt.Enter, "Everything laid out?")
	x.Press(tt.Enter, "Everybody has looked?")
	x.Press(tt.Enter, "The clock is running")
	x.Wait("q  leave")
	isKept(t, data, func(st *store.Store) bool {
		clock, _, err := st.Drafts.Clock(parlor.Must(st.History.Beginning(""))[0], "round-1")
		return err == nil && clock.Runs
	})
	x.Signal(syscall.SIGKILL)
	x.Exit()

	x = tt.Start(t, 80, 24, parlor.Program(t, data, "en", "resume"))
	x.Wait("The program was closed; this is the time it last showed.")
	x.Wait("Paused")
	x.Wait("d  deduct 0:0")
	x.Wait("Can still accuse: Ana, Bia and Caio.")
	x.Send("d")
	x.Gone("The program was closed")
	x.Press("a", "Who accuses?")
	x.Press("2", "Whom does Bia accuse?")
	x.Press("1", "Who agrees?")
	x.Signal(syscall.SIGKILL)
	x.Exit()

	x = tt.Start(t, 80, 24, parlor.Program(t, data, "en", "resume"))
	x.Wait("✔ Accuse somebody · ")
	x.Wait("✔ Who accuses?  Bia")
	x.Wait("Bia accuses Ana. Who agrees?")
	if s := x.History(); strings.Contains(s, "\nWho accuses?") || strings.Contains(s, "Paused") {
		t.Errorf("asked twice:\n%s", s)
	}
	x.Press("0"+tt.Enter, "Can still accuse: Ana and Caio.")
	x.Wait("Paused")
	x.Press("p", "The clock is running")
	x.Press("?", "What would you like to do?")
	x.Press("<", "Paused")
	x.Send(tt.CtrlC)
	x.Ends(130)
	if !strings.Contains(x.Screen(), "tablemate resume") {
		t.Errorf("how to come back is not said:\n%s", x.Screen())
	}
}
