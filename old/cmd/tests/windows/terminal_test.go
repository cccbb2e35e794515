//go:build unix

package windows

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	tt "github.com/tablemate/tablemate/old/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
)

// These tests type what a person types, at the real program in a real window.

// plays starts a game that is only scored, in English, with the usual options.
func plays(t *testing.T, cols, rows int, data, game, people string) *tt.Terminal {
	t.Helper()
	x := tt.Start(t, cols, rows, parlor.Program(t, data, "en", "play", game, "--score-only"))
	x.Wait("Who plays?")
	x.Press(people+tt.Enter, "as you want it?")
	x.Send(tt.Enter)
	return x
}

func TestEveningInAWindow(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "pt_BR.UTF-8"} {
		for _, cols := range []int{80, 40} {
			t.Run(fmt.Sprint(language, cols), func(t *testing.T) { t.Parallel(); eveningInAWindow(t, language, cols) })
		}
	}
}

func eveningInAWindow(t *testing.T, language string, cols int) {
	says := map[string][]string{
		"en":          {"Who plays?", "as you want it?", "a  With auctions", "Guest 1", "Guest 2", "Guest 3", "Decorations left", "The game is over", "called?"},
		"pt_BR.UTF-8": {"Quem joga?", "tudo certo?", "a  Com leilões", "Convidado 1", "Convidado 2", "Convidado 3", "Decorações restantes", "A partida acabou", "Como se chama"},
	}[language]
	name := fmt.Sprintf("evening-%s-%d", strings.Split(language, "_")[0], cols)
	x := tt.Start(t, cols, 24, parlor.Program(t, t.TempDir(), language, "play", "picture-perfect", "--score-only"))
	x.Wait(says[0])
	x.Press("Ana, Bernardo de Alcântara, 日本 太郎, Zoé 🎲"+tt.Enter, says[1])
	x.Press("a", says[2])
	x.Press(tt.Enter, says[3])
	x.Golden(name + "-first-guest")
	x.Press("34-0"+tt.Enter, "✗")
	x.Golden(name + "-refused")
	x.Send("32-0 +1" + tt.Enter) // the whole line again
	x.Wait(says[4])
	x.Send("n")
	x.Press(tt.Enter, says[8])
	x.Press("Lady in yellow"+tt.Enter, "Lady in yellow")
	x.Press("1131"+tt.Enter, says[5])
	x.Press("?", "▸")
	x.Golden(name + "-menu")
	x.Press("<", says[5])
	x.Press("r"+tt.Enter, says[6])
	x.Send("10 10 10 10" + tt.Enter + tt.Enter) // one Enter too many does not end the evening
	x.Wait(says[7])
	x.Golden(name + "-result")
	x.Send(tt.Enter)
	x.Ends(0)
}

// From the first key of the first guest to the Enter of the last, with four VIP cards, it takes 78 keys.
func TestFourteenGuestsAtTheKeyboard(t *testing.T) {
	t.Parallel()
	x, keys := plays(t, 80, 24, t.TempDir(), "picture-perfect", "Ana, Bia, Caio, Davi"), 0
	for i := range 14 {
		line := []string{"32-0", "1110", "-3-2", "03-1"}[i%4]
		if i%4 == 1 {
			line += "+1"
		}
		x.Wait(fmt.Sprintf("Guest %d\n", i+1))
		x.Send(line + tt.Enter)
		keys += len(line + tt.Enter)
	}
	x.Wait("The game is over")
	if keys > 78 {
		t.Errorf("%d keys, 78 are allowed", keys)
	}
	if !strings.Contains(x.History(), "│ Guest 14") {
		t.Errorf("no fourteenth guest in\n%s", x.History())
	}
	x.Send(tt.Enter)
	x.Ends(0)
}

// Going back is reading, in a window too: the log does not change, and one key leads back to the open question.
func TestReadingBackInAWindow(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	log := func() string {
		out, err := parlor.Program(t, data, "en", "show", "--log").Output()
		parlor.Check(t, err)
		return string(out)
	}
	x := plays(t, 80, 24, data, "picture-perfect", "Ana, Bia")
	x.Wait("Guest 1\n")
	x.Press("32"+tt.Enter, "Guest 2\n")
	x.Press("11"+tt.Enter, "Guest 3\n")
	x.Press("20 +1"+tt.Enter, "Guest 4\n")
	before := log()
	for _, s := range [][2]string{
		{"<", "› 2 0 +1"}, {"<", "› 1 1"}, {tt.Esc, "› 3 2"}, {"<", "Yes, go on"}, {"<", "This is where the game began"},
		{tt.Enter, "› 3 2"}, {tt.Enter, "› 1 1"}, {">", "Guest 4\n"},
		{"<", "› 2 0 +1"}, {tt.Enter, "Guest 4\n"},
	} {
		x.Press(s[0], s[1])
	}
	x.Press("<", "› 2 0 +1")
	x.Send(tt.CtrlC)
	x.Ends(130)
	if after := log(); after != before {
		t.Errorf("%s\nbecame\n%s", before, after)
	}
	x = tt.Start(t, 80, 24, parlor.Program(t, data, "en", "resume"))
	x.Wait("Guest 4\n")
	x.Send("<<" + "31" + tt.Enter) // typed ahead, to correct the second guest
	x.Wait("With this change: Ana 13 → 18")
	x.Press(tt.Enter, "Guest 4\n")
	x.Send(tt.CtrlC)
	_ = x.Exit()
	if after := log(); !strings.HasPrefix(after, before) || strings.Count(after, "corrected:") != 1 {
		t.Errorf("%s\nbecame\n%s", before, after)
	}
}

// However the program ends, the terminal is as it was, and the last line says how to come back.
func TestLeavingInAnyWay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		do   func(x *tt.Terminal)
		code int
	}{
		{"Ctrl-C", func(x *tt.Terminal) { x.Send(tt.CtrlC) }, 130},
		{"Ctrl-C in a half-typed line", func(x *tt.Terminal) { x.Send("32" + tt.CtrlC) }, 130},
		{"Ctrl-C in the menu", func(x *tt.Terminal) { x.Press("?", "Standings"); x.Send(tt.CtrlC) }, 130},
		{"Ctrl-D", func(x *tt.Terminal) { x.Send(tt.CtrlD) }, 0},
		{"the menu", func(x *tt.Terminal) { x.Press("?", "Standings"); x.Send("q") }, 0},
		{"SIGINT", func(x *tt.Terminal) { x.Signal(os.Interrupt) }, 130},
		{"SIGTERM", func(x *tt.Terminal) { x.Signal(syscall.SIGTERM) }, 143},
		{"SIGHUP", func(x *tt.Terminal) { x.Signal(syscall.SIGHUP) }, 129},
		{"SIGQUIT", func(x *tt.Terminal) { x.Signal(syscall.SIGQUIT) }, 131},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			x := plays(t, 60, 20, t.TempDir(), "picture-perfect", "Ana, Bia")
			x.Wait("Guest 1")
			x.Press("32"+tt.Enter, "Guest 2")
			c.do(x)
			x.Ends(c.code)
			lines := strings.Split(strings.TrimSpace(x.Screen()), "\n")
			if last := lines[len(lines)-1]; !strings.Contains(last, "tablemate resume ") {
				t.Errorf("the last line is %q", last)
			}
		})
	}
}
