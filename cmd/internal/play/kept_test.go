package play

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// Where another program takes the game's file away, nobody says that all is kept: what was told lies beside it, and is named.
func TestTakenAway(t *testing.T) {
	takes := map[string]func(path string){
		"removed": func(path string) { _ = os.Remove(path) },
		"changed": func(path string) { _ = os.WriteFile(path, nil, 0o600) },
	}
	if runtime.GOOS == "windows" {
		delete(takes, "removed") // there no file is removed while it is open
	}
	for what, take := range takes {
		for _, end := range [][]string{{"?leave"}, {"1", "2", "?leave"}, {}} {
			dir := t.TempDir()
			taken := failing{said: func() {}, asked: func(ask.Group) {}, taken: func(g ask.Group) {
				if files, _ := filepath.Glob(filepath.Join(dir, "games", "????.jsonl")); len(g.Asked) == 2 && len(files) == 1 {
					take(files[0])
				}
			}}
			out := typed(t, dir, lang.English, func(s *Room) error {
				taken.Keyboard = s.Keys
				s.Keys = taken
				return s.Menu(t.Context())
			}, append([]string{"n", "versus", "Ana, Bia, Caio", "", "", "1", "2"}, end...)...)
			if strings.Contains(out, "All is kept") {
				t.Errorf("%s, %q: %s", what, end, out)
			}
			holds(t, strings.Join(strings.Fields(out), " "), "Take care: another program has "+what+" the file of this game; all that was told here is kept in ", ".kept.jsonl.")
			files, _ := filepath.Glob(filepath.Join(dir, "games", "*.kept.jsonl"))
			if len(files) != 1 {
				t.Fatalf("%s, %q: %q", what, end, files)
			}
			s, err := session.Read(files[0], find)
			if err != nil || s.State() == nil {
				t.Errorf("%s, %q: %v", what, end, err)
			}
		}
	}
}

// Whoever reads back and goes to what is open changes nothing, in a game out of a file too.
func TestOnlyLookedAt(t *testing.T) {
	for _, game := range []string{"pad", "hearts", "wizard", "versus"} {
		dir := t.TempDir()
		begin := []string{"Ana, Bia, Caio, Davi", ""}
		rounds := map[string][]string{
			"pad": {"1 2 3 4", "4 3 2 1"}, "hearts": {"", "26 0 0 0", "0 26 0 0"}, "wizard": {"", "1 0 0 0", "1 0 0 0", "1 1 0 0", "2 0 0 0"}, "versus": {"", "1", "2", "2", "1"},
		}[game]
		play := func(s *Room) error { return s.Play(t.Context(), Wish{Game: game}) }
		typed(t, dir, lang.English, play, append(begin, rounds...)...)
		before := lines(t, dir)
		for _, look := range [][]string{{"?c", "1", ">"}, {"?c", "2", ">"}, {"<", ">"}, {"<", "<", ">"}, {"?c", "1", "<", ">"}} {
			if out := typed(t, dir, lang.English, resume, look...); strings.Contains(out, "Nobody's points change") {
				t.Errorf("%s, %q:\n%s", game, look, out)
			}
			if now := lines(t, dir); now != before {
				t.Errorf("%s, %q: %d lines became %d", game, look, before, now)
			}
		}
	}
}

// lines returns how many lines the only game in a folder has.
func lines(t *testing.T, dir string) int {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(dir, "games", "*.jsonl"))
	if len(files) != 1 {
		t.Fatalf("%d games", len(files))
	}
	raw, _ := os.ReadFile(files[0])
	return strings.Count(string(raw), "\n")
}

// A game that was played before is only scored, also if the program died before the table agreed.
func TestScoredOnlyAfterADeath(t *testing.T) {
	for _, id := range []string{"dixit", "spyfall", "picture-perfect", "versus"} {
		dir := t.TempDir()
		game, _ := find(id, nil)
		out := typed(t, dir, lang.English, func(s *Room) error {
			g, err := s.create(plan{game: game, was: setup.Table{Played: true}})
			if err == nil {
				err = g.Close() // as a death does
			}
			if err != nil {
				return err
			}
			return s.Resume(t.Context(), g.Head().ID)
		}, "Ana, Bia, Caio, Davi", "", "1", "1")
		if strings.Contains(out, "aid out?") || strings.Contains(out, "Shuffle") || !strings.Contains(out, "Yes, begin") {
			t.Errorf("%s:\n%s", id, out)
		}
	}
}
