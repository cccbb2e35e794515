//go:build unix

package evenings

import (
	"strings"
	"testing"
	"unicode/utf8"

	tt "github.com/tablemate/tablemate/old/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/scoring/shelf"
)

// On a terminal without escape codes every game prints lines and nothing else, the clock included.
func TestNoCodesOnADumbTerminal(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	den := t.TempDir()
	for _, term := range []string{"dumb", ""} {
		for n, g := range shelf.Games {
			s := strollOf(t, g, uint64(n))
			x := tt.StartAs(t, term, 80, 24, parlor.Program(t, den, "en_US.UTF-8", s.args...))
			x.Send(s.typed + looks + "?t\n?evening\n" + strings.Repeat("\x04", 3))
			if code := x.Exit(); code != parlor.Done {
				t.Errorf("%q, %s: code %d\n%s", term, s.args, code, x.Screen())
			}
			if strings.Contains(x.Bytes(), "\x1b") || !strings.Contains(x.Bytes(), "tablemate resume") {
				t.Errorf("%q, %s: %q", term, s.args, x.Bytes())
			}
			x.Sane()
			if term == "" {
				break
			}
		}
	}
	for _, args := range []string{"timer 0.01", "games", "show --why", "stats", "evening", "board", "--help", "what", "rules dixit vote"} {
		x := tt.StartAs(t, "dumb", 80, 24, parlor.Program(t, den, "en_US.UTF-8", strings.Fields(args)...))
		if args == "board" {
			x.Wait("Zoë")
			x.Send(tt.CtrlC)
		}
		x.Exit()
		if strings.Contains(x.Bytes(), "\x1b") {
			t.Errorf("%s: %q", args, x.Bytes())
		}
	}
}

// A window in a locale without Unicode: the question, the clock and its digits, also around printed lines.
func TestWindowsOfASCII(t *testing.T) {
	t.Parallel()
	for wait, args := range map[string]string{"##": "timer 8m --label Zoë", "Phones: type": "play pad --share --addr 127.0.0.1"} {
		x := tt.Start(t, 80, 24, parlor.Program(t, t.TempDir(), "C", strings.Fields(args)...))
		x.Wait(wait)
		x.Send(tt.CtrlC)
		x.Exit()
		x.Sane()
		if i := strings.IndexFunc(x.Bytes(), func(r rune) bool { return r >= utf8.RuneSelf }); i >= 0 {
			t.Errorf("%s: %q", args, x.Bytes()[max(0, i-40):min(i+40, len(x.Bytes()))])
		}
	}
}
