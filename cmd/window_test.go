//go:build unix

package cmd

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/cmd/internal/ttytest"
)

// This binary is the program if the variable is set.
func TestMain(m *testing.M) {
	if os.Getenv("TABLEMATE_TESTED") != "" {
		os.Exit(Main(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// window runs a command line in a window.
func window(t *testing.T, args ...string) *ttytest.Window {
	t.Helper()
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), "TABLEMATE_TESTED=1", "TABLEMATE_DATA="+t.TempDir(), "LC_ALL=en_US.UTF-8", "TERM=xterm")
	return ttytest.Start(t, 80, 24, c)
}

// Ctrl-C ends whatever asks or runs with exit code 130, and leaves the terminal as it was.
func TestCtrlC(t *testing.T) {
	for _, c := range []struct {
		args []string
		wait string
	}{
		{nil, "What shall we do?"},
		{[]string{"play"}, "Which game?"},
		{[]string{"play", "dixit"}, "Who plays?"},
		{[]string{"setup"}, "Which game?"},
		{[]string{"setup", "dixit"}, "How many play?"},
		{[]string{"timer", "10m"}, "begins again"},
		{[]string{"timer", "10m", "--turns", "Ana,Bia"}, "Bia"},
	} {
		x := window(t, c.args...)
		x.Wait(c.wait)
		x.Send(ttytest.CtrlC)
		if code := x.Exit(); code != exitStopped {
			t.Errorf("%v: exit code %d", c.args, code)
		}
	}
}

// Facts that a line leaves open are asked for, and the result stays on the screen.
func TestSetupAsks(t *testing.T) {
	x := window(t, "setup", "versus")
	x.Wait("How many play?")
	x.Send("4", ttytest.Enter)
	if code := x.Exit(); code != exitDone {
		t.Errorf("exit code %d", code)
	}
	x.Wait("1. ")
}

// In a narrow window what was bid and what was made stay apart once they are answered.
func TestBidAndMade(t *testing.T) {
	for l, says := range map[string][]string{
		"en": {"Who plays?", "this right?", "laid out?", "Bid. Round 1", "Made. Round 1", "✓ Bid. "},
		"pt": {"Quem joga?", "está certo assim?", "na mesa?", "Aposta. Rodada 1", "Feito. Rodada 1", "✓ Aposta. "},
	} {
		x := window(t, "play", "wizard", "--lang", l)
		x.Resize(40, 22)
		x.Wait(says[0])
		x.Press("Sam, Anna, Ben"+ttytest.Enter, says[1])
		x.Press(ttytest.Enter, says[2])
		x.Press(ttytest.Enter, says[3])
		x.Press("1 0 1"+ttytest.Enter, says[4])
		x.Wait(says[5])
		x.Send(ttytest.CtrlC)
		x.Exit()
	}
}

// A clock that is passed on prints who took how long.
func TestTurns(t *testing.T) {
	x := window(t, "timer", "10m", "--turns", "Ana,Bia,Caio")
	x.Wait("e end the clock")
	if s := x.Screen(); strings.Count(s, "pass") != 1 || strings.Contains(s, "menu") {
		t.Errorf("how it is passed on is said twice, or there is a menu:\n%s", s)
	}
	x.Press("?< ", "▸ Bia")
	x.Send("e")
	if code := x.Exit(); code != exitDone {
		t.Errorf("exit code %d", code)
	}
	x.Wait("│ Caio │ 0:00 │ 10:00 │")
}

// An Enter right behind a second that the clock shows passes it on like any other; the time that + gave and - took was not used.
func TestTurnsAtTheSecond(t *testing.T) {
	x := window(t, "timer", "10m", "--turns", "Ana,Bia")
	x.Wait("▸ Ana 9:5")
	x.Press(ttytest.Enter, "▸ Bia")
	x.Wait("▸ Bia 9:5")
	x.Press("+++-", "▸ Bia 10:5")
	x.Send("e")
	x.Exit()
	x.Wait("│ Ana  │ 0:0")
	x.Wait("│ Bia  │ 0:0")
}

// A list in a window has as many games as fit above what was asked for, and says how to see the others.
func TestListInAWindow(t *testing.T) {
	var sheets strings.Builder
	for day := range mostShown + 1 {
		fmt.Fprintf(&sheets, `{"game":"versus","players":["Ana","Bia","Caio"],"events":[],"played":"2026-11-%02dT20:00:00Z"}`+"\n", day+1)
	}
	data := t.TempDir()
	printed(t, data, sheets.String(), "import -", "", "")
	for _, c := range []struct {
		line   string
		screen bool
		want   int
	}{{"games", true, mostShown}, {"games", false, mostShown + 1}, {"games --format csv", true, mostShown + 2}, {"games --most 2", true, 2}} {
		var out strings.Builder
		env := environment(strings.NewReader(""), &out, &out)
		env.Getenv = func(name string) string { return map[string]string{"TABLEMATE_DATA": data, "TERM": "xterm"}[name] }
		env.Screen = c.screen
		if code := Run(t.Context(), env, strings.Fields(c.line)); code != exitDone {
			t.Fatal(code, out.String())
		}
		if got := strings.Count(out.String(), "Versus") + strings.Count(out.String(), "ID,"); got != c.want {
			t.Errorf("%s, on a screen %v: %d games\n%s", c.line, c.screen, got, out.String())
		}
	}
}
