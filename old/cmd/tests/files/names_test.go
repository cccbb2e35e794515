package files

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

// logsOf returns the lines of all games in a file.
func logsOf(t *testing.T, path string) map[string][]store.Line {
	t.Helper()
	st := toRead(t, path)
	out := map[string][]store.Line{}
	for _, id := range parlor.Must(st.History.Beginning("")) {
		out[id] = parlor.Must(st.Log.After(id, 0))
	}
	return out
}

// seatsOf returns the people of all games in a file, as lists have them.
func seatsOf(t *testing.T, path string) (out [][]string) {
	t.Helper()
	for _, g := range parlor.Must(toRead(t, path).History.List(store.Filter{})) {
		out = append(out, g.People)
	}
	return out
}

// seatsIn returns the games of a printed list, each with its people.
func seatsIn(list string) (out []string) {
	for _, line := range strings.Split(list, "\n") {
		if parts := strings.Split(line, " · "); len(parts) > 2 {
			out = append(out, strings.Fields(line)[0]+" "+parts[1])
		}
	}
	slices.Sort(out)
	return out
}

// Renames and a merge that an earlier version of the program wrote into the logs are read, and can be taken back in
// games that have not moved on. No log changes, and a later Bai is a different person.
func TestOldRenamesAreTakenBack(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "games.db")
	parlor.CopyFile(t, "testdata/old/format-3-renames.db", file)
	p, was := &parlor.Home{Dir: dir, Late: time.Hour}, logsOf(t, file)
	for _, c := range []struct {
		args, out string
		want      []string
	}{
		{"games", "", []string{"buvu Bai, Eva and Davi", "fesu Ana, Bea and Caio", "juju Ana, Bia and Caio", "pute Bea, Caio and Eva", "zure Bea and Davi"}},
		{"people undo", "Bea is Beatriz again, in 1 game.\n", []string{"buvu Bai, Eva and Davi", "fesu Ana, Bea and Caio", "juju Ana, Bia and Caio", "pute Beatriz, Caio and Eva", "zure Bea and Davi"}},
		{"people undo", "Bea is Bai again, in 1 game.\nIn 1 game something was done since, and the name stays: fesu\n", []string{"buvu Bai, Eva and Davi", "fesu Ana, Bea and Caio", "juju Ana, Bia and Caio", "pute Beatriz, Caio and Eva", "zure Bai and Davi"}},
		{"people rename Bai Zoe", "Bai is Zoe now, in 2 games.\nTo take it back:\n  tablemate people undo\n", []string{"buvu Zoe, Eva and Davi", "fesu Ana, Bea and Caio", "juju Ana, Bia and Caio", "pute Beatriz, Caio and Eva", "zure Zoe and Davi"}},
	} {
		h := p.Run("", strings.Fields(c.args)...)
		if got := seatsIn(p.Run("", "games").Out); h.Code != parlor.Done || c.out != "" && h.Out != c.out || !slices.Equal(got, c.want) {
			t.Errorf("%s: %+v\n%q", c.args, h, got)
		}
	}
	if h := p.Run("", "show", "zure", "--log"); !strings.Contains(h.Out, "The table: Zoe and Davi\n") {
		t.Error(h.Out)
	}
	if !reflect.DeepEqual(logsOf(t, file), was) {
		t.Error("a log has changed")
	}
}

// A rename, or taking it back, is done or not done when the program is killed: nobody has both names, and the next
// command works. EVENINGS says how often.
func TestKilledWhileRenaming(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process is killed")
	}
	t.Parallel()
	dir, from := t.TempDir(), t.TempDir()
	p := &parlor.Home{Dir: from}
	var sheets strings.Builder
	for n := range 300 {
		fmt.Fprintln(&sheets, strings.Replace(slaps, "05-01T20:00:00", fmt.Sprintf("05-01T20:%02d:%02d", n/60, n%60), 1))
	}
	lines := filepath.Join(from, "sheets.jsonl")
	parlor.Check(t, os.WriteFile(lines, []byte(sheets.String()), 0o600))
	done(t, p, "", "import", lines)
	parlor.Check(t, os.Remove(lines))
	p.Dir = dir
	r := laws.New(laws.Seed(t), 21)
	for n := range laws.Evenings(t, 12) {
		parlor.Check(t, os.RemoveAll(dir))
		parlor.Check(t, os.CopyFS(dir, os.DirFS(from)))
		was := logsOf(t, filepath.Join(dir, "games.db"))
		args := []string{"people", "rename", "Bia", "Zoe"}
		if n%2 == 1 {
			p.Run("", args...)
			args = []string{"people", "undo"}
		}
		c := parlor.Program(t, dir, "en", args...)
		parlor.Check(t, c.Start())
		time.Sleep(time.Duration(r.IntN(250)) * time.Millisecond)
		_ = c.Process.Kill()
		_ = c.Wait()
		list, people := p.Run("", "games").Out, p.Run("", "people", "--format", "csv").Out
		old, now := 0, 0
		for _, names := range seatsOf(t, filepath.Join(dir, "games.db")) {
			switch names[1] {
			case "Bia":
				old++
			case "Zoe":
				now++
			}
		}
		if old+now != 300 || strings.Contains(list, "Zoe") != (now > 0) || old*now != 0 || strings.Contains(people, "Bia") != (old > 0) || strings.Contains(people, "Zoe") != (now > 0) {
			t.Errorf("%q: %d games of Bia, %d of Zoe\n%s", args, old, now, people)
		}
		if !reflect.DeepEqual(logsOf(t, filepath.Join(dir, "games.db")), was) {
			t.Error("a log has changed")
		}
	}
}
