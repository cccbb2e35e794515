package sheets

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring/shelf"
)

// legal returns the sheets of a game that the rules take, one a line, each on an evening of its own: a quarter of them, or with
// GATE all.
func legal(t *testing.T, game string) (lines []byte) {
	t.Helper()
	raw, err := os.ReadFile("../../../scoring/testdata/" + game + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	at, n := time.Date(2020, 1, 1, 20, 0, 0, 0, time.UTC), 0
	for line := range bytes.Lines(raw) {
		var one struct {
			Sheet   map[string]any
			Refused string
		}
		d := json.NewDecoder(bytes.NewReader(line))
		d.UseNumber()
		if err := d.Decode(&one); err != nil {
			t.Fatal(err)
		}
		if n++; one.Refused != "" || n%4 > 0 && os.Getenv("GATE") == "" {
			continue
		}
		if at = at.Add(7 * time.Hour); at.Day()%5 != 0 { // of some nobody knows the day
			one.Sheet["played"] = at.Format(time.RFC3339)
		}
		sheet, err := json.Marshal(one.Sheet)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(append(lines, sheet...), '\n')
	}
	return lines
}

// taken returns a new folder with the games of sheets, and their sheets as they are written.
func taken(t *testing.T, lines []byte) (store.Folder, []string) {
	t.Helper()
	f, seed := store.Folder{Data: t.TempDir()}, uint64(0)
	random := func() uint64 { seed++; return seed }
	i, err := NewImport(f, shelf.Find, time.Now, random)
	if err != nil {
		t.Fatal(err)
	}
	err = i.File("all.jsonl", lines, func(place lang.Text, err error) { t.Errorf("%s: %v", place, err) })
	if err != nil || i.Wrong > 0 || i.Kept+i.Known != bytes.Count(lines, []byte("\n")) {
		t.Fatalf("%v %+v", err, i)
	}
	var out []string
	left, err := WriteAll(f, shelf.Find,
		func(line []byte) error { out = append(out, string(line)); return nil },
		func(path string, err error) { t.Errorf("%s: %v", path, err) })
	if err != nil || left > 0 || len(out) != i.Kept {
		t.Fatalf("%d games of %d, %v", len(out), i.Kept, err)
	}
	slices.Sort(out)
	return f, out
}

// rewritten returns sheets as they are written, without any folder.
func rewritten(t *testing.T, lines []byte) (out []string) {
	t.Helper()
	for line := range bytes.Lines(lines) {
		s, err := Parse(shelf.Find, line)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := s.Write()
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(lang.SafeJSON(raw))+"\n")
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// listed returns lists and statistics of a folder, without the IDs of games.
func listed(t *testing.T, f store.Folder) string {
	t.Helper()
	b := history.Games{Folder: f, Find: shelf.Find, Lang: lang.English, Now: time.Now}
	games, l, err := b.Select(history.Wish{})
	if err != nil || len(l.Broken) > 0 {
		t.Fatal(err, l.Broken)
	}
	for i := range games {
		games[i].ID, games[i].Kept = "", time.Time{}
		if games[i].Began.IsZero() {
			games[i].Ended = time.Time{}
		}
	}
	slices.SortFunc(games, func(x, y history.Game) int { return strings.Compare(b.Line(x), b.Line(y)) })
	var out strings.Builder
	p := report.Printer{W: &out}
	for _, d := range []report.Doc{b.List(games, report.CSV), b.Everybody(games)} {
		if err := p.Print(d, report.CSV); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

// A game that is written as a sheet and kept again is the same, in lists and statistics too; and a sheet kept twice is one
// game.
func TestOutAndIn(t *testing.T) {
	for _, game := range []string{"dixit", "picture-perfect", "spyfall", "versus"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			lines := legal(t, game)
			here, first := taken(t, lines)
			there, again := taken(t, []byte(strings.Join(append(first, first[0]), "")))
			want := rewritten(t, lines)
			if len(first) != len(want) || len(again) != len(want) {
				t.Fatalf("%d games, then %d, of %d", len(first), len(again), len(want))
			}
			for i := range want {
				if first[i] != want[i] || again[i] != want[i] {
					t.Fatalf("%s\nbecame\n%s\nand then\n%s", want[i], first[i], again[i])
				}
			}
			if a, b := listed(t, here), listed(t, there); a != b {
				t.Errorf("%s\nbecame\n%s", a, b)
			}
		})
	}
}
