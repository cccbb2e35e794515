//go:build unix

package ttytest

import (
	"os/exec"
	"reflect"
	"strings"
	"testing"
)

func TestScreen(t *testing.T) {
	x := Start(t, 20, 5, exec.Command("sh", "-c", `printf 'one\ntwo\nname: '; read n; printf 'hello %s\n日本🎲|\n\a' "$n"; exit 3`))
	x.Wait("name:")
	x.Send("Ana" + Enter)
	if code := x.Exit(); code != 3 {
		t.Errorf("code %d", code)
	}
	if got, want := x.History(), "one\ntwo\nname: Ana\nhello Ana\n日本🎲|"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if x.Bells() != 1 {
		t.Errorf("%d bells", x.Bells())
	}
	x.Sane()
}

// Sane notices a program that leaves the terminal without echo, the cursor hidden and lines cut.
func TestInsane(t *testing.T) {
	x := Start(t, 20, 3, exec.Command("sh", "-c", `stty -echo -icanon; printf '\033[?25l\033[?7l\033[?2004h'`))
	x.Exit()
	if reflect.DeepEqual(x.before, x.after) || !x.hidden {
		t.Error("a terminal in disorder passes for one in order")
	}
	wrong := 0
	for m, on := range x.modes {
		if on != defaultOn(m) {
			wrong++
		}
	}
	if wrong != 3 {
		t.Errorf("%d modes are seen as left: %v", wrong, x.modes)
	}
}

func TestGolden(t *testing.T) {
	x := Start(t, 20, 3, exec.Command("sh", "-c", `printf 'gold \033[31mred\033[0m\n'; read x`))
	x.Wait("red")
	x.Golden("gold")
	if strings.Contains(x.Screen(), "\x1b") {
		t.Error("codes on the screen")
	}
}
