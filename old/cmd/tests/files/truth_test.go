package files

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

// A damagedFolder has a damaged file of games, and beside it the files of a sound one.
type damagedFolder struct {
	dir  string
	file []byte
}

// damagedLaid puts a file of games into a folder of its own, with copies of the files beside another one; "": none.
func damagedLaid(t *testing.T, file []byte, beside string) damagedFolder {
	t.Helper()
	d := damagedFolder{t.TempDir(), file}
	if beside != "" {
		parlor.Check(t, os.CopyFS(d.dir, os.DirFS(beside)))
	}
	return d
}

// tells runs a command on the file as it was laid there, even if an earlier command has mended it.
func (d damagedFolder) tells(t *testing.T, args ...string) (code int, out, wrong string) {
	t.Helper()
	path := filepath.Join(d.dir, "games.db")
	parlor.Check(t, os.WriteFile(path, d.file, 0o600))
	out, wrong, code = parlor.Line(80, "", append(args, "--data", d.dir)...)
	after, readThrough := parlor.Must(os.ReadFile(path)), len(d.file) < 2<<20
	if !bytes.Equal(after, d.file) && readThrough && (code != parlor.Done || store.Intact(context.Background(), path) != nil) {
		t.Errorf("%q changed the damaged file, and has not mended it", args)
	}
	return code, out, wrong
}

// However a file is damaged, a command prints what it prints of the sound one, or says that it is damaged and what
// helps. Nothing in the file changes but what can be made again. EVENINGS says how often.
func TestDamageIsSaid(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel() // takes its time, and shares nothing
	beside := t.TempDir()
	path := filepath.Join(beside, "games.db")
	parlor.CopyFile(t, parlor.Migrated(t, parlor.OldFile), path)
	small := parlor.Must(os.ReadFile(path))
	ids := slices.Sorted(maps.Keys(albumOf(t, path)))
	large := enlarged(t, path, ids[0]) // too large to be read through
	parlor.Check(t, os.Remove(path))
	r := laws.New(laws.Seed(t), 6)
	intact, whole := damagedLaid(t, small, beside), map[string]string{} // by command, what it prints of the sound file
	id := func() string { return ids[r.IntN(len(ids))] }
	for n := range laws.Evenings(t, 16) {
		b := bytes.Clone(small)
		kind := []string{"cut", "a bit", "torn", "a bit of a large one"}[n%4]
		at := (1 + r.IntN(len(b)/aPage-1)) * aPage
		switch kind {
		case "cut":
			b = b[:at]
		case "torn":
			b = b[:at+r.IntN(aPage)]
		case "a bit":
			b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		case "a bit of a large one":
			b = bytes.Clone(large)
			b[r.IntN(len(small))] ^= 1 << r.IntN(8)
		}
		all := [][]string{{"show", id(), "--why"}, {"export", id()}, {"show", id(), "--log"}, {"games"}, {"games", "--with", "Ana"}, {"evening"}, {"people"}, {"stats"}, {"stats", "Ana"}, {"board"}, {"show"}}
		t.Run(fmt.Sprint(n, kind, at), func(t *testing.T) { // removes its folder
			damaged := damagedLaid(t, b, beside)
			for _, args := range all {
				code, out, wrong := damaged.tells(t, args...)
				line := strings.Join(args, " ")
				if whole[line] == "" {
					_, whole[line], _ = intact.tells(t, args...)
				}
				switch {
				case code == 0 && out == whole[line]:
				case code == 0 && strings.Contains(strings.ToLower(out), "cannot be read"): // that game is named
				case code == 1 && strings.Contains(wrong, "damaged") && (strings.Contains(wrong, "rescue") || strings.Contains(wrong, "--until")):
				case code == 1 && strings.HasPrefix(kind, "a bit") && (strings.Contains(wrong, "newer") || strings.Contains(wrong, "not one of tablemate's")): // by its header
				default:
					t.Errorf("%s: code %d\n%s\n%s\n%s", line, code, parlor.FirstChange(whole[line], out), out, wrong)
				}
			}
		})
	}
	for _, args := range [][]string{{"play", "dixit"}, {"resume"}, {"delete", id()}, {"people", "rename", "Ana", "Bia2"}, {"stats"}, {"import", "-"}} {
		if code, _, wrong := damagedLaid(t, small[:len(small)/2], "").tells(t, args...); code != 1 || !strings.Contains(wrong, "damaged") || !strings.Contains(wrong, "rescue") {
			t.Errorf("%q: code %d, %s", args, code, wrong)
		}
	}
}

// enlarged returns a file with a picture behind everything else, which makes it large.
func enlarged(t *testing.T, path, id string) []byte {
	t.Helper()
	st := opened(t, filepath.Dir(path))
	parlor.Check(t, errors.Join(st.Drafts.KeepPicture(id, "large", make([]byte, 2<<20)), store.CopyOfTheDay(context.Background(), path, parlor.Time), st.Close()))
	return parlor.Must(os.ReadFile(path))
}

// A backup is trusted by the sums of its lines: one changed digit is reported before it is restored.
func TestRestoreBelievesSums(t *testing.T) {
	dir := t.TempDir()
	whole, bad := filepath.Join(dir, "games.db"), filepath.Join(dir, "bad.db")
	p := &parlor.Home{Dir: dir}
	p.Run(slaps, "import", "-")
	done(t, p, "", "backup", bad)
	b, was := parlor.Must(os.ReadFile(bad)), parlor.Must(os.ReadFile(whole))
	at := bytes.Index(b, []byte(`{"by":0,"gives":1}`))
	b[at+len(`{"by":0,"gives":`)] = '2'
	parlor.Check(t, os.WriteFile(bad, b, 0o600))
	if h := p.Run("", "restore", bad); h.Code != parlor.Failed || !strings.Contains(h.Errs, "1 game is damaged in ") || !bytes.Equal(parlor.Must(os.ReadFile(whole)), was) {
		t.Errorf("%+v", h)
	}
	if h := p.Run("", "restore", bad, "--yes"); h.Code != parlor.Done || !strings.HasPrefix(h.Out, "1 game is back") || !strings.HasPrefix(strings.Join(strings.Fields(h.Errs), " "), "1 game is damaged in "+bad+": ") {
		t.Errorf("%+v", h)
	}
}

// A shell is offered nothing from a damaged file, silently.
func TestDamageIsNotOffered(t *testing.T) {
	dir := t.TempDir()
	file := parlor.Must(os.ReadFile(parlor.Migrated(t, parlor.OldFile)))
	parlor.Check(t, os.WriteFile(filepath.Join(dir, "games.db"), file[:len(file)/2], 0o600))
	for _, command := range []string{"show", "stats"} {
		out, wrong, code := parlor.Line(80, "", "__complete", "--data", dir, command, "")
		if code != parlor.Done || strings.Contains(wrong, "damaged") || !strings.HasPrefix(out, ":") {
			t.Errorf("%s: code %d, %s%s", command, code, out, wrong)
		}
	}
}

// What lists and statistics show is made again if a bit of it flips, in small and in large files; if nothing knows what
// it was, that is said.
func TestWhatListsSayIsMadeAgain(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	beside := t.TempDir()
	path := filepath.Join(beside, "games.db")
	p := &parlor.Home{Dir: beside}
	for _, args := range [][]string{{"import", "-"}, {"people", "rename", "Bia", "Zoe"}} {
		done(t, p, strings.Replace(slaps, `"events"`, `"over": true, "events"`, 1), args...)
	}
	small := parlor.Must(os.ReadFile(path))
	id := slices.Sorted(maps.Keys(logsOf(t, path)))[0]
	large := enlarged(t, path, id)
	intact, want := damagedLaid(t, small, beside), map[string]string{}
	all := []string{"games", "games --with Zoe", "evening", "people --format csv", "stats", "stats Ana", "show", "export"}
	for _, line := range all {
		_, want[line], _ = intact.tells(t, strings.Fields(line)...)
	}
	for name, c := range map[string]struct{ was, is string }{
		"people":    {`["Ana","Zoe","Caio"]`, `["Ana","Zod","Caio"]`},
		"standings": {`[{"rank":1,"name":"Ana"`, `[{"rank":1,"name":"Ane"`},
		"how":       {`{"game":"versus","rank":1`, `{"game":"versus","rank":3`},
		"a rename":  {"BiaZoe", "BiaZod"},
	} {
		for _, file := range [][]byte{small, large} {
			if n := bytes.Count(file[:len(small)], []byte(c.was)); n == 0 {
				t.Errorf("%s: %q is not in the file", name, c.was)
			}
			bad := bytes.ReplaceAll(file, []byte(c.was), []byte(c.is))
			damaged := damagedLaid(t, bad, beside)
			for _, line := range all {
				code, out, wrong := damaged.tells(t, strings.Fields(line)...)
				if code != parlor.Done || out != want[line] {
					t.Errorf("%s, %d bytes, %s: %d %s, want %s\n%s", name, len(file), line, code, out, want[line], wrong)
				}
			}
			if code, out, wrong := damagedLaid(t, bad, "").tells(t, "games"); len(file) == len(small) && (name == "how" || name == "standings") != (code == parlor.Done) {
				t.Errorf("%s, without logs: %d %s %s", name, code, out, wrong)
			}
		}
	}
}

// So is a game that statistics have yet to take in: it is not left out in silence.
func TestStatisticsMakeAgainWhatTheyTakeIn(t *testing.T) {
	beside := t.TempDir()
	path := filepath.Join(beside, "games.db")
	p := &parlor.Home{Dir: beside}
	done(t, p, strings.Replace(slaps, `"events"`, `"over": true, "events"`, 1), "import", "-")
	id := slices.Sorted(maps.Keys(logsOf(t, path)))[0]
	for _, args := range [][]string{{"people", "rename", "Bia", "Zoe"}, {"delete", id}, {"undelete", id}} {
		done(t, p, "", args...)
	}
	large := enlarged(t, path, id)
	_, want, _ := damagedLaid(t, large, beside).tells(t, "stats")
	bad := bytes.ReplaceAll(large, []byte(`["Ana","Zoe","Caio"]`), []byte(`["Ana","Zod","Caio"]`))
	if code, out, wrong := damagedLaid(t, bad, beside).tells(t, "stats"); code != parlor.Done || out != want || !strings.Contains(out, "Zoe") {
		t.Errorf("%d %s, want %s\n%s", code, out, want, wrong)
	}
}

// Statistics fail if they cannot take a game in: without it they would be wrong.
func TestStatisticsLackNoGame(t *testing.T) {
	p := &parlor.Home{Dir: t.TempDir()}
	path := filepath.Join(p.Dir, "games.db")
	done(t, p, strings.Replace(slaps, `"events"`, `"over": true, "events"`, 1), "import", "-")
	id := slices.Sorted(maps.Keys(logsOf(t, path)))[0]
	done(t, p, "", "delete", id)
	done(t, p, "", "undelete", id)
	db := parlor.Must(sql.Open("sqlite", path))
	parlor.Must(db.Exec(`CREATE TRIGGER refuses BEFORE INSERT ON played BEGIN SELECT raise(ABORT, 'refused'); END`))
	parlor.Check(t, db.Close())
	if h := p.Run("", "stats"); h.Code != parlor.Failed || h.Out != "" || h.Errs == "" {
		t.Errorf("%+v", h)
	}
}

// If the log of such a game cannot be read either, every command that lists games says that it is missing, and what
// helps.
func TestWhatCannotBeMadeAgainIsNamed(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "games.db")
	p := &parlor.Home{Dir: dir}
	p.Run(slaps, "import", "-")
	b := bytes.Replace(parlor.Must(os.ReadFile(path)), []byte(`{"by":0,"gives":1}`), []byte(`{"by":0,"gives":2}`), 1)
	b = bytes.Replace(b, []byte(`[{"rank":1,"name":"Ana"`), []byte(`[{"rank":1,"name":"Ane"`), 1)
	parlor.Check(t, os.WriteFile(path, b, 0o600))
	for _, args := range [][]string{{"games"}, {"people"}, {"evening"}} {
		if h := p.Run("", args...); !strings.Contains(strings.ReplaceAll(h.Errs, "\n", " "), "1 game cannot be read") || !strings.Contains(h.Errs, "rescue") {
			t.Errorf("%q: %+v", args, h)
		}
	}
	done(t, p, "", "rescue")
	if h := p.Run("", "games"); h.Errs != "" || !strings.Contains(h.Out, "Ana, Bia and Caio") {
		t.Errorf("%+v", h)
	}
}
