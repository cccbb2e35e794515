//go:build unix

package windows

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	tt "github.com/tablemate/tablemate/old/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
)

// sgrColor matches every code that turns a color on.
var sgrColor = regexp.MustCompile(`\x1b\[(\d+;)*([34]8;5;|[349][0-7][;m])`)

// Any value of NO_COLOR removes all colors from output, questions and clocks.
func TestNoColor(t *testing.T) {
	t.Parallel()
	sheet := filepath.Join(t.TempDir(), "sheet.json")
	parlor.Check(t, os.WriteFile(sheet, []byte(`{"game": "picture-perfect", "players": ["Ana", "Bia"], "auction": true, "guests": [{"name": "Lady in yellow", "vips": 1, "fulfilled": {"Ana": 3, "Bia": 0}}], "decorations": {"Ana": 7, "Bia": 10}}`), 0o600))
	for _, c := range []struct {
		last, leaves string
		line         []string
	}{
		{"Ana wins", "", []string{"score", sheet}},
		{"The last minute", "q", []string{"timer", "1m"}},
		{"for 3 to 12", tt.CtrlC, []string{"play", "dixit"}},
	} {
		for _, none := range []bool{false, true} {
			program := parlor.Program(t, t.TempDir(), "en", c.line...)
			if none {
				program.Env = append(program.Env, "NO_COLOR=yes")
			}
			x := tt.Start(t, 80, 24, program)
			if c.line[0] == "play" {
				x.Wait("Who plays?")
				x.Send("Ana" + tt.Enter)
			}
			x.Wait(c.last)
			x.Send(c.leaves)
			x.Exit()
			if painted := sgrColor.MatchString(x.Bytes()); painted == none {
				t.Errorf("%v, NO_COLOR %v: painted is %v in\n%q", c.line, none, painted, x.Bytes())
			}
		}
	}
}

// Every command that prints people in a window uses their colors.
func TestKeptColorsInAWindow(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	data := t.TempDir()
	g, table, events := fourteenGuests()
	id := keep(t, data, g, table, events)
	st, err := store.Open(t.Context(), filepath.Join(data, "games.db"))
	if err == nil {
		err = errors.Join(st.People.KeepColors(map[string]string{"Ana": "pink"}), st.Close())
	}
	parlor.Check(t, err)
	for _, c := range []struct {
		line []string
		last string
	}{{[]string{"show"}, "0"}, {[]string{"show", "--why"}, "0"}, {[]string{"evening"}, "%"}, {[]string{"stats"}, "Zoé"}, {[]string{"stats", "Zoé 🎲"}, "Rival"}, {[]string{"people"}, "pink"}, {[]string{"resume", id}, "The game is over"}} {
		x := tt.Start(t, 80, 60, parlor.Program(t, data, "en", c.line...))
		x.Wait(c.last)
		if c.line[0] == "resume" {
			x.Send(tt.CtrlC)
		}
		x.Exit()
		if its := (color.Mark{Letter: "A", Color: 7}).Before(color.Painted) + "Ana"; !strings.Contains(x.Bytes(), its) {
			t.Errorf("%v: no %q in\n%q", c.line, its, x.Bytes())
		}
	}
}
