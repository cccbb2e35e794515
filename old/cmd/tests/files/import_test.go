package files

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd"
	"github.com/tablemate/tablemate/old/cmd/internal/intake"
	"github.com/tablemate/tablemate/old/cmd/internal/papers"
	"github.com/tablemate/tablemate/old/cmd/internal/prompt"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/shelf"
)

// writeSheets writes sheets of games that were played by the rules, one a line, with a broken one in the middle.
func writeSheets(tb testing.TB, path string, n int) {
	tb.Helper()
	f := parlor.Must(os.Create(path))
	defer f.Close()
	w := bufio.NewWriter(f)
	r := rand.New(rand.NewPCG(uint64(n), 2))
	all, said := tales(tb, shelf.Games, r, 1+min(40, n/50)), parlor.Voices()[0].Say
	for k := range n {
		t := all[r.IntN(len(all))]
		t.table.Players = someOf(r, len(t.table.Players))
		s, _, err := t.g.Fold(t.table, t.events)
		parlor.Check(tb, err)
		b := parlor.Must(t.g.WriteSheet(t.table, t.events, s, parlor.Time.Add(-time.Duration(k+1)*time.Hour), said))
		line := oneLine(tb, b)
		if k == n/2 {
			line = line[:len(line)/2]
		}
		fmt.Fprintf(w, "%s\n", line)
	}
	parlor.Check(tb, w.Flush())
}

func oneLine(tb testing.TB, sheet []byte) string {
	tb.Helper()
	var b bytes.Buffer
	parlor.Check(tb, json.Compact(&b, sheet))
	return b.String()
}

// An interrupted import keeps what it has written, and says how much; the next one imports the rest. Every sheet but
// the broken one is imported, and nothing the third time. EVENINGS=500 is the long version.
func TestImport(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel() // takes its time, and shares nothing
	n := intake.Batch + 20*laws.Evenings(t, 4)
	p := &parlor.Home{Dir: t.TempDir()}
	file := filepath.Join(t.TempDir(), "all.jsonl")
	writeSheets(t, file, n)
	many := func(n int) string {
		said, _, _ := strings.Cut(parlor.Voices()[0].Say((&intake.Intake{In: n}).Sum()), " ")
		return said
	}
	left, broken := (n-1)%intake.Batch, n/2+1
	stopsImporting(t, p, file, fmt.Sprintf("Stopped. %s games were imported, 1 was not: standard input, line %d; 0 were here already.\n", many(n-1-left), broken))
	place := fmt.Sprintf("%s, line %d", file, broken)
	for _, want := range []string{
		many(left) + " games were imported, 1 was not: " + place + "; " + many(n-1-left) + " were here already.\n",
		"No game was imported, 1 was not: " + place + "; " + many(n-1) + " were here already.\n",
	} {
		h := p.Run("", "import", file)
		if h.Code != parlor.Sheet || h.Out != want || strings.Count(h.Errs, "\n") != 1 || !strings.Contains(h.Errs, fmt.Sprintf("%s: line %d, column ", file, broken)) {
			t.Errorf("%+v", h)
		}
	}
	st := toRead(t, filepath.Join(p.Dir, "games.db"))
	if games, err := st.History.List(store.Filter{}); err != nil || len(games) != n-1 {
		t.Error(len(games), err)
	}
	if n < 1000 {
		isKnown(t, st)
	}
}

// stopsImporting imports a file from standard input, and interrupts when nothing more comes.
func stopsImporting(t *testing.T, p *parlor.Home, file, want string) {
	t.Helper()
	sheets := parlor.Must(os.Open(file))
	defer sheets.Close()
	ctx, stop := context.WithCancelCause(t.Context())
	silent, typed := io.Pipe() // a pipe that neither brings anything nor ends
	defer func() { _ = typed.Close() }()
	var out, errs bytes.Buffer
	env := p.Env(io.MultiReader(sheets, readFunc(func(b []byte) (int, error) { stop(prompt.ErrInterrupt); return silent.Read(b) })), &out, &errs)
	if code := cmd.Run(ctx, env, []string{"import", "-"}); code != parlor.Stopped || out.String() != want {
		t.Errorf("code %d: %s%s", code, out.String(), errs.String())
	}
}

const slaps = `{"game": "versus", "players": ["Ana", "Bia", "Caio"], "played": "2030-05-01T20:00:00-03:00", "setup": {"dealer": "Ana", "why": ["<&>", 1.50, null]}, "events": [{"type": "slap", "by": "Ana", "gives": "Bia"}]}`

const isNew, isHere = "1 game was imported; 0 were here already.\n", "No game was imported; 1 was here already.\n"

// imports imports a sheet, and checks what is said of it.
func imports(t *testing.T, p *parlor.Home, sheet, want string) {
	t.Helper()
	if h := p.Run(sheet, "import", "-"); h.Out != want {
		t.Errorf("%+v\n%s", h, sheet)
	}
}

// A sheet that is written differently is the same game; another one of the same evening is not.
func TestTheSameSheet(t *testing.T) {
	t.Parallel()
	p := &parlor.Home{Dir: t.TempDir()}
	imports(t, p, slaps, isNew)
	for _, same := range []string{
		"\xef\xbb\xbf" + slaps + "\r\n\r\n",
		strings.ReplaceAll(slaps, "20:00:00-03:00", "23:00:00.25Z"),
		"events:\n- gives: Bia\n  by: Ana\n  type: slap\nover: false\nsetup: {why: [\"<&>\", 1.50, null], dealer: Ana}\nplayed: \"2030-05-01T20:00:00-03:00\"\nplayers: [Ana, Bia, Caio]\ngame: versus\n",
	} {
		imports(t, p, same, isHere)
	}
	for _, other := range []string{
		strings.Replace(slaps, "20:00:00", "20:00:01", 1),
		strings.Replace(slaps, `"gives": "Bia"`, `"gives": "Caio"`, 1),
		strings.Replace(slaps, `1.50`, `2`, 1),
		undated,
	} {
		imports(t, p, other, isNew)
	}
	if h := p.Run("", "export"); strings.Contains(h.Out, "played") || !strings.Contains(h.Out, `"why": [`) || !strings.Contains(h.Out, `"<&>"`) {
		t.Errorf("the day of the last one is unknown, and what was dealt is not: %+v", h)
	}
	if h := p.Run("", "games"); strings.Count(h.Out, "day unknown") != 1 || strings.Count(h.Out, "since 2030-05-0") != 4 {
		t.Errorf("%+v", h)
	}
	duel := `{"game": "duel", "players": ["A", "B"], "game_file": {"game_file": 1, "id": "duel", "name": {"en": "Duel", "pt-BR": "Duelo"}, "players": 2, "at_end": [{"name": "war", "table": {"0": 1, "1": 3}}]}, "at_end": {"war": {"A": 1, "B": 0}}}`
	for _, other := range []string{duel, strings.Replace(duel, `"1": 3`, `"1": 4`, 1)} {
		imports(t, p, other, isNew)
	}
	imports(t, p, "game_file: {at_end: [{table: {1: +3, 0: 1}, name: war, steps: false}], players: 2-2, name: {pt-BR: Duelo, en: Duel}, id: duel, game_file: 1}\nat_end: {war: {B: 0, A: 1}}\nplayers: [A, B]\ngame: duel\n", isHere)
}

// undated is the same sheet without its day.
var undated = strings.Replace(slaps, `"played": "2030-05-01T20:00:00-03:00", `, "", 1)

// An imported game that went on here matches its old and its new sheet, with or without a day.
func TestAnImportedGameGoesOn(t *testing.T) {
	t.Parallel()
	for _, sheet := range []string{slaps, undated} {
		p := &parlor.Home{Dir: t.TempDir()}
		p.Run(sheet, "import", "-")
		p.Late = time.Hour
		if h := p.Run("1\n2\n\n", "resume"); !strings.Contains(h.Out, "14 of 18") {
			t.Fatalf("%+v", h)
		}
		more := p.Run("", "export").Out
		if strings.Count(more, `"slap"`) != 2 {
			t.Fatal(more)
		}
		for _, same := range []string{sheet, more} {
			imports(t, p, same, isHere)
		}
	}
}

// Nothing is imported twice after a rename.
func TestNothingIsTwiceUnderAnotherName(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	for _, sheet := range []string{slaps, undated} {
		p := &parlor.Home{Dir: t.TempDir()}
		exports := []string{sheet}
		for _, args := range [][]string{{"import", "-"}, {"people", "rename", "Ana", "Anabel"}, {"people", "rename", "Caio", "Kaio"}, {"people", "rename", "Anabel", "Anna"}} {
			p.Late += time.Minute
			done(t, p, sheet, args...)
			exports = append(exports, p.Run("", "export").Out)
		}
		p.Run("", "people", "undo")
		for _, e := range exports {
			imports(t, p, e, isHere)
		}
	}
}

// In a mixed folder every sheet is imported, and everything else is named.
func TestAFolderOfAnything(t *testing.T) {
	t.Parallel()
	p, dir := &parlor.Home{Dir: t.TempDir()}, t.TempDir()
	put := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		parlor.Check(t, os.MkdirAll(filepath.Dir(path), 0o700))
		parlor.Check(t, os.WriteFile(path, []byte(text), 0o600))
	}
	at := func(day int) string { return strings.Replace(slaps, "05-01", fmt.Sprintf("05-%02d", day), 1) }
	put("a/b/good.JSON", at(1))
	put("lines.jsonl", "\xef\xbb\xbf"+at(2)+"\r\n\r\n"+at(3)+"\r\n"+strings.Repeat("x", papers.Most+100)+"\n"+at(4)+"\n{\"game\": \"\xff\"}\n"+at(5)[:100]+"\n"+at(6))
	put("no.txt", at(7))
	put(".hidden/x.json", at(8))
	put("empty.yaml", "")
	put("empty.jsonl", "\n")
	put("binary.yml", "\x00\x01\x7fELF\n"+strings.Repeat("\x00", 1000))
	put("latin.json", strings.ReplaceAll(at(9), "Ana", "Jo\xe3o"))
	put("huge.json", strings.Repeat("[", papers.Most+1))
	put("old.json", strings.Replace(slaps, "2030", "1066", 1))
	put("wrong.json", strings.Replace(at(10), `"by": "Ana"`, `"by": "Dora"`, 1))
	links := os.Symlink(dir, filepath.Join(dir, "a", "loop")) == nil && os.Symlink("nowhere", filepath.Join(dir, "nowhere.json")) == nil
	if mkfifo, err := exec.LookPath("mkfifo"); err == nil { // a pipe without a writer
		_ = exec.Command(mkfifo, filepath.Join(dir, "pipe.json")).Run()
	}
	if h := p.Run(strings.Repeat("[", 2<<20), "score"); h.Code != parlor.Sheet || h.Errs != "tablemate: this is larger than 1 MB: too large for a sheet\n" {
		t.Errorf("%+v", h)
	}
	h := p.Run("", "import", dir)
	var got []string
	for _, line := range strings.Split(strings.TrimSpace(h.Errs), "\n") {
		line, _ = strings.CutPrefix(line, "tablemate: "+dir+string(filepath.Separator))
		got = append(got, line)
	}
	want := []string{
		"binary.yml: this is not well-formed", "empty.yaml: the sheet is empty", "huge.json: this is larger than 1 MB", "latin.json: line 1, column 35: this is not UTF-8 text",
		"lines.jsonl, line 4: this is larger than 1 MB", "lines.jsonl: line 6, column 11: this is not UTF-8 text", "lines.jsonl: line 7, column 101: the document ends in the middle",
		"nowhere.json cannot be read: there is no such file", "old.json: played: only games of the years 1971 to 2200 can be kept", "wrong.json: events[0].by: “Dora” is not at the table",
	}
	code := parlor.Failed
	if !links {
		want, code = slices.DeleteFunc(want, func(s string) bool { return strings.HasPrefix(s, "nowhere") }), parlor.Sheet
	}
	if len(got) != len(want) || h.Code != code || !strings.HasPrefix(h.Out, "5 games were imported, ") || !strings.HasSuffix(h.Out, "huge.json …; 0 were here already.\n") {
		t.Errorf("%d %s%s", h.Code, h.Out, h.Errs)
	}
	for k := range min(len(got), len(want)) {
		if !strings.HasPrefix(got[k], want[k]) {
			t.Errorf("%q, not %q", got[k], want[k])
		}
	}
	if h := p.Run("", "import", filepath.Join(dir, "a"), filepath.Join(dir, "no.txt"), "--lang", "pt-BR"); h.Code != parlor.Done || h.Out != "1 partida entrou; 1 já estava aqui.\n" {
		t.Errorf("%+v", h)
	}
	link := filepath.Join(t.TempDir(), "link")
	if links && os.Symlink(dir, link) == nil {
		if h := p.Run("", "import", link); !strings.Contains(h.Errs, filepath.Join(link, "wrong.json")+": events[0].by") {
			t.Errorf("%+v", h)
		}
	}
	if h := p.Run("", "import", t.TempDir()); h.Code != parlor.Failed || !strings.Contains(h.Errs, "there is no sheet in ") {
		t.Errorf("%+v", h)
	}
}

// An interrupt counts even if the last sheet was read at the same moment.
func TestStoppedAtTheEnd(t *testing.T) {
	ctx, stop := context.WithCancelCause(t.Context())
	stop(prompt.ErrInterrupt)
	for range 30 {
		if err := (&intake.Intake{}).Take(ctx, func(func(papers.Paper) bool) {}, func() {}); err != prompt.ErrInterrupt {
			t.Fatal(err)
		}
	}
}

type readFunc func([]byte) (int, error)

func (f readFunc) Read(b []byte) (int, error) { return f(b) }
