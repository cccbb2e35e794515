package cmd

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
	"github.com/tablemate/tablemate/setup"
)

// printed runs a command line with an input and a variable, and returns its text on both streams.
func printed(t *testing.T, data, in, line, name, value string) (out, faults string) {
	t.Helper()
	var o, e strings.Builder
	env := environment(strings.NewReader(in), &o, &e)
	vars := map[string]string{"TABLEMATE_DATA": data, "TERM": "xterm", name: value}
	env.Getenv = func(name string) string { return vars[name] }
	if code := Run(context.Background(), env, strings.Fields(line)); code != exitDone {
		t.Errorf("%s: exit code %d, %s", line, code, e.String())
	}
	return o.String(), e.String()
}

// sheetsOfAll returns sheets of every game: worked examples, and some of those with odd names.
func sheetsOfAll(t *testing.T) (all []string) {
	t.Helper()
	files, err := filepath.Glob("../scoring/shelf/games/testdata/*.yaml")
	if err != nil || len(files) != 12 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(raw))
	}
	for _, game := range []string{"picture-perfect", "dixit", "spyfall", "versus"} {
		raw, err := os.ReadFile("../scoring/testdata/" + game + ".jsonl")
		if err != nil {
			t.Fatal(err)
		}
		lines, from := bufio.NewScanner(bytes.NewReader(raw)), len(all)
		for lines.Buffer(nil, 1<<20); lines.Scan() && len(all) < from+3; {
			var line struct {
				Sheet   json.RawMessage
				Refused string
			}
			if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
				t.Fatal(err)
			}
			if line.Refused == "" {
				all = append(all, string(line.Sheet))
			}
		}
	}
	return all
}

// drawn matches signs that a screen reader would spell out or rattle off, and codes that act on a terminal.
var drawn = regexp.MustCompile("[\u2190-\u21ff\u2500-\u25ff\u2600-\u26ff•›‹\x1b]|[-=_*#|~]{3}")

// All commands tell the same of a game: an imported one is as its sheet has it, and so is its export; neither is kept
// twice. Every point has its reason and its place. Plain lines are sentences, and nothing in them is drawn.
func TestOneStory(t *testing.T) {
	for i, sheet := range sheetsOfAll(t) {
		s, err := scoring.ReadSheet(shelf.Find, []byte(sheet))
		if err != nil {
			t.Fatal(err)
		}
		game, data := s.Game.ID, t.TempDir()
		says := func(in, line string) string {
			out, _ := printed(t, data, in, line, "LANG", "en_US.UTF-8")
			return out
		}
		want := says(sheet, "score --format json")
		says(sheet, "import -")
		if got := says("", "show --format json"); got != want {
			t.Errorf("%s is shown as\n%s\nnot as\n%s", game, got, want)
		}
		again := says("", "export")
		if got := says(again, "score --format json"); got != want {
			t.Errorf("%s: the export is\n%s\nnot\n%s", game, got, want)
		}
		if said := says(again, "import -"); said != "1 was here already.\n" {
			t.Errorf("%s is kept twice: %s", game, said)
		}
		if why := says("", "show --why --format json"); strings.Contains(why, `"why": ""`) || strings.Contains(why, `"where": ""`) {
			t.Errorf("%s: a point without a reason in\n%s", game, why)
		}
		listens := [][2]string{{"ACCESSIBLE", "1"}, {"TERM", "dumb"}}[i%2]
		for _, line := range []string{"show --why", "show --log", "games", "stats", "rules " + game, "setup " + game + " --players " + strconv.Itoa(s.Game.Max), "shelf", "--help"} {
			out, faults := printed(t, data, "", line, listens[0], listens[1])
			if bad := drawn.FindString(out + faults); bad != "" {
				t.Errorf("%s, %s, %s: %q in\n%s", game, line, listens[0], bad, out)
			}
		}
	}
}

// Every command explains itself in both languages, in lines that fit a window.
func TestHelpOfEveryCommand(t *testing.T) {
	root, _ := printed(t, t.TempDir(), "", "--help", "LANG", "en_US.UTF-8")
	names := regexp.MustCompile(`(?m)^  ([a-z]+)  +[A-Z]`).FindAllStringSubmatch(root, -1)
	if len(names) < 16 {
		t.Fatalf("%d commands in\n%s", len(names), root)
	}
	english := regexp.MustCompile(`(?i)\b(usage|flags?|available|help for|the|language|folder)\b`)
	for _, m := range names {
		for _, l := range []string{"en", "pt-BR"} {
			page, _ := printed(t, t.TempDir(), "", m[1]+" --help --lang "+l, "", "")
			for line := range strings.Lines(page) {
				if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > 80 {
					t.Errorf("%s, %s: too wide: %s", m[1], l, line)
				}
			}
			if bad := english.FindString(page); l != "en" && bad != "" {
				t.Errorf("%s: %q in\n%s", m[1], bad, page)
			}
		}
	}
}

// From its command line a new table is at its first turn after its names, two Enters, and the last selfie; a known
// one after two Enters. A pad has nothing to lay out, and is there after one. Left there, it leaves nothing behind.
func TestFirstMinute(t *testing.T) {
	people := []string{"Ana", "Bia", "Caio", "Davi"}
	firsts := map[string]string{"dixit": "Who thought of a clue first", "versus": "Who slapped", "picture-perfect": "Round 1", "spyfall": "The clock"}
	for _, game := range shelf.Games {
		n := min(4, game.Max)
		names, enters, first := strings.Join(people[:n], ", ")+"\n", "\n\n", firsts[game.ID]
		switch {
		case game.ID == "picture-perfect":
			names += "1\n"
		case game.Layout == nil:
			enters, first = "\n", "Round 1"
		}
		data := t.TempDir()
		for run, typed := range []string{names + enters, enters} {
			out, _ := printed(t, data, typed, "play "+game.ID, "LANG", "en_US.UTF-8")
			_, begun, _ := strings.Cut(out, "is this right?")
			if strings.Contains(out, "✗") || !strings.Contains(begun, first) {
				t.Errorf("%s, run %d: there is no %q in\n%s", game.ID, run, first, out)
			}
			if run == 0 {
				knows(t, data, game, people[:n])
			}
		}
	}
}

// knows keeps a game that a table has played.
func knows(t *testing.T, data string, game scoring.Game, people []string) {
	t.Helper()
	table := setup.Table{}
	for _, n := range people {
		table.Players = append(table.Players, setup.Name(n))
	}
	if game.First != nil {
		table.First = table.Players[0]
	}
	s, err := session.Create(store.Folder{Data: data}.Game("kobe"), shelf.Find, session.Head{ID: "kobe", GameID: game.ID, Seed: 1}, time.Now)
	if err == nil {
		err = s.Do(setup.WithDefaults(game.Options, table), scoring.Stop{})
	}
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}
