//go:build unix

package cmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/scoring/shelf"
)

// program returns a command line of the program, to be run in a process of its own.
func program(data string, args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], append(args, "--data", data)...)
	c.Env = append(os.Environ(), "TABLEMATE_TESTED=1", "LC_ALL=en_US.UTF-8", "XDG_CACHE_HOME="+data)
	return c
}

// An import that is killed keeps no half of a game, and the next one keeps the rest, each game once.
func TestKilledImport(t *testing.T) {
	const games = 120
	var lines bytes.Buffer
	for n := range games {
		at := time.Date(2026, 1, 1, 20, 0, 0, 0, time.UTC).AddDate(0, 0, n).Format(time.RFC3339)
		fmt.Fprintf(&lines, `{"game":"versus","players":["Ana","Bia","Caio"],"played":%q,"events":[%s{"type":"wrong_slap","by":"Bia","penalty":"eye-closed"}]}`+"\n",
			at, strings.Repeat(`{"type":"slap","by":"Ana","gives":"Bia"},`, 8))
	}
	file := filepath.Join(t.TempDir(), "all.jsonl")
	if err := os.WriteFile(file, lines.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, after := range []int{0, 1, 60} {
		data := t.TempDir()
		files := func() []string {
			all, err := filepath.Glob(filepath.Join(data, "games", "*.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			return all
		}
		c := program(data, "import", file)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(time.Minute); len(files()) < after && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		_ = c.Process.Kill()
		var ended *exec.ExitError
		if err := c.Wait(); err != nil && !errors.As(err, &ended) {
			t.Fatal(err)
		}
		for _, f := range files() {
			s, err := session.Read(f, shelf.Find)
			if err != nil || len(s.Items()) != 10 {
				t.Fatalf("killed after %d games, %s: %v", after, f, err)
			}
		}
		was := files()
		t.Logf("killed after %d games", len(was))
		out, err := program(data, "import", file).CombinedOutput()
		if want := fmt.Sprintf("%d games are kept now.", games-len(was)); err != nil || len(was) < games && !strings.Contains(string(out), want) {
			t.Fatalf("killed after %d games: %v %s", len(was), err, out)
		}
		out, err = program(data, "games", "--format", "json").Output()
		var listed []struct{ Started string }
		if err := errors.Join(err, json.Unmarshal(out, &listed)); err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(listed, func(a, b struct{ Started string }) int { return strings.Compare(a.Started, b.Started) })
		if days := slices.Compact(slices.Clone(listed)); len(listed) != games || len(days) != games {
			t.Errorf("killed after %d games: %d of %d days, %d games", len(was), len(days), games, len(listed))
		}
	}
}
