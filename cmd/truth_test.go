package cmd

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/scoring/laws"
)

// tellsOf runs a command on a file of games with these bytes.
func tellsOf(t *testing.T, file []byte, args ...string) (code int, out, wrong string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "games.db"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	var said, bad bytes.Buffer
	code = Run(context.Background(), rescueEnv(&said, &bad), append(args, "--data", dir))
	if after := must(os.ReadFile(filepath.Join(dir, "games.db"))); args[0] != "rescue" && !bytes.Equal(after, file) {
		t.Errorf("%q changed the damaged file", args)
	}
	return code, said.String(), bad.String()
}

// However a file is damaged, a command prints what it prints of the whole one, or says that it is damaged and
// what helps; nothing of the file changes. EVENINGS says how often.
func TestDamageIsSaid(t *testing.T) {
	oneByOne(t)
	t.Parallel() // it takes its time, and shares nothing
	path := migrated(t, newest[0]+".db")
	file := must(os.ReadFile(path))
	ids := slices.Sorted(maps.Keys(albumOf(t, path)))
	r := laws.New(laws.Seed(t), 6)
	whole := map[string]string{} // what the whole file says
	id := func() string { return ids[r.IntN(len(ids))] }
	for n := range laws.Evenings(t, 9) {
		b := bytes.Clone(file)
		kind := []string{"cut", "torn", "a bit"}[n%3]
		at := (1 + r.IntN(len(b)/aPage-1)) * aPage
		switch kind {
		case "cut":
			b = b[:at]
		case "torn":
			b = b[:at+r.IntN(aPage)]
		case "a bit":
			b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		}
		all := [][]string{{"show", id(), "--why"}, {"export", id()}, {"show", id(), "--log"}, {"games"}, {"games", "--with", "Ana"}, {"evening"}, {"people"}, {"stats"}, {"stats", "Ana"}, {"board"}, {"show"}}
		for _, args := range all {
			t.Run(fmt.Sprint(n, kind, at, args), func(t *testing.T) {
				code, out, wrong := tellsOf(t, b, args...)
				line := strings.Join(args, " ")
				if whole[line] == "" {
					_, whole[line], _ = tellsOf(t, file, args...)
				}
				switch {
				case code == 0 && out == whole[line]:
				case code == 0 && strings.Contains(strings.ToLower(out), "cannot be read"): // that game is named
				case code == 1 && strings.Contains(wrong, "damaged") && (strings.Contains(wrong, "rescue") || strings.Contains(wrong, "--until")):
				case code == 1 && kind == "a bit" && (strings.Contains(wrong, "newer") || strings.Contains(wrong, "not one of tablemate's")): // the header says so
				default:
					t.Errorf("code %d\n%s\n%s", code, out, wrong)
				}
			})
		}
	}
	for _, args := range [][]string{{"play", "dixit"}, {"resume"}, {"delete", id()}, {"people", "rename", "Ana", "Bia2"}, {"stats"}, {"import", "-"}} {
		if code, _, wrong := tellsOf(t, file[:len(file)/2], args...); code != 1 || !strings.Contains(wrong, "damaged") || !strings.Contains(wrong, "rescue") {
			t.Errorf("%q: code %d, %s", args, code, wrong)
		}
	}
}

// A backup is believed by the sums of its lines: one digit that is another one is said before it comes back.
func TestRestoreBelievesSums(t *testing.T) {
	dir := t.TempDir()
	whole, bad := filepath.Join(dir, "games.db"), filepath.Join(dir, "bad.db")
	p := &parlor{dir: dir}
	p.run(slaps, "import", "-")
	if h := p.run("", "backup", bad); h.code != exitDone {
		t.Fatalf("%+v", h)
	}
	b, was := must(os.ReadFile(bad)), must(os.ReadFile(whole))
	at := bytes.Index(b, []byte(`{"by":0,"gives":1}`))
	b[at+len(`{"by":0,"gives":`)] = '2'
	if err := os.WriteFile(bad, b, 0o600); err != nil {
		t.Fatal(err)
	}
	if h := p.run("", "restore", bad); h.code != exitFailed || !strings.Contains(h.errs, "1 game is damaged in it (") || !bytes.Equal(must(os.ReadFile(whole)), was) {
		t.Errorf("%+v", h)
	}
	if h := p.run("", "restore", bad, "--yes"); h.code != exitDone || !strings.HasPrefix(h.out, "1 game is back") || !strings.HasPrefix(h.errs, "1 game is damaged in bad.db: ") {
		t.Errorf("%+v", h)
	}
}

// Of a damaged file a shell is offered nothing, without a word.
func TestDamageIsNotOffered(t *testing.T) {
	dir := t.TempDir()
	file := must(os.ReadFile(migrated(t, newest[0]+".db")))
	if err := os.WriteFile(filepath.Join(dir, "games.db"), file[:len(file)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"show", "stats"} {
		var out, wrong bytes.Buffer
		code := Run(context.Background(), rescueEnv(&out, &wrong), []string{"__complete", "--data", dir, command, ""})
		if code != exitDone || strings.Contains(wrong.String(), "damaged") || !strings.HasPrefix(out.String(), ":") {
			t.Errorf("%s: code %d, %s%s", command, code, out.String(), wrong.String())
		}
	}
}
