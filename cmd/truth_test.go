package cmd

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
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

// However a file is damaged, a command prints what it prints of the whole one, or says that the file is damaged and
// what helps; nothing of the file changes. TABLEMATE_RESCUES=1 tries every page.
func TestDamageIsSaid(t *testing.T) {
	oneByOne(t)
	t.Parallel() // it takes its time, and shares nothing
	every := 43
	if os.Getenv("TABLEMATE_RESCUES") != "" {
		every = 1
	}
	path := filepath.Join(t.TempDir(), "games.db")
	copyFile(t, newest[0]+".db", path)
	a := albumOf(t, path)
	r := rand.New(rand.NewPCG(6, 1))
	whole := map[string]string{} // what the whole file says
	id := func() string { return a.ids[r.IntN(len(a.ids))] }
	for p := 1; p < len(a.file)/aPage; p += every {
		flipped := bytes.Clone(a.file)
		flipped[(p-1)*aPage+r.IntN(aPage)] ^= 1 << r.IntN(8)
		lists := [][]string{{"games"}, {"evening"}, {"people"}, {"board"}, {"show"}}
		each := [][]string{{"show", id(), "--why"}, {"export", id()}, {"show", id(), "--log"}}
		for _, c := range []struct {
			name string
			file []byte
			args [][]string
		}{
			{"cut", a.file[:p*aPage], append(lists, each...)},
			{"torn", a.file[:p*aPage+r.IntN(aPage)], each},
			{"a bit", flipped, each}, // what lists say bears no sum
		} {
			for _, args := range c.args {
				t.Run(fmt.Sprint(c.name, p, args), func(t *testing.T) {
					code, out, wrong := tellsOf(t, c.file, args...)
					line := strings.Join(args, " ")
					if whole[line] == "" {
						_, whole[line], _ = tellsOf(t, a.file, args...)
					}
					switch {
					case code == 0 && out == whole[line]:
					case code == 1 && strings.Contains(wrong, "damaged") && (strings.Contains(wrong, "rescue") || strings.Contains(wrong, "--until")):
					case code == 1 && c.name == "a bit" && (strings.Contains(wrong, "damaged") || strings.Contains(wrong, "newer") || strings.Contains(wrong, "not one of tablemate's")): // the header says so
					default:
						t.Errorf("code %d\n%s\n%s", code, out, wrong)
					}
				})
			}
		}
	}
	for _, args := range [][]string{{"play", "dixit"}, {"resume"}, {"delete", id()}, {"people", "rename", "Ana", "Bia2"}, {"stats"}, {"import", "-"}} {
		if code, _, wrong := tellsOf(t, a.file[:len(a.file)/2], args...); code != 1 || !strings.Contains(wrong, "damaged") || !strings.Contains(wrong, "rescue") {
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
	if h := p.run("", "restore", bad, "--yes"); h.code != exitDone || !strings.HasPrefix(h.out, "1 game is back") {
		t.Errorf("%+v", h)
	}
}

// Of a damaged file a shell is offered what can be read, without a word.
func TestDamageIsNotOffered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	copyFile(t, newest[0]+".db", path)
	file := must(os.ReadFile(path))
	last := file[len(file)-aPage:]
	copy(last, bytes.Repeat([]byte{0xa5}, aPage))
	if code, _, wrong := tellsOf(t, file, "games"); code != exitFailed || !strings.Contains(wrong, "damaged") {
		t.Fatalf("the file is not damaged: code %d, %s", code, wrong)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "games.db"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"show", "stats"} {
		var out, wrong bytes.Buffer
		code := Run(context.Background(), rescueEnv(&out, &wrong), []string{"__complete", "--data", dir, command, ""})
		if code != exitDone || strings.Contains(wrong.String(), "damaged") || strings.HasPrefix(out.String(), ":") {
			t.Errorf("%s: code %d, %s%s", command, code, out.String(), wrong.String())
		}
	}
}

// Where no game can be taken out of a file any more, rescue says who played what, as far as that can be read,
// and where copies are.
func TestNothingToRescue(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	copyFile(t, newest[0]+".db", path)
	file := must(os.ReadFile(path))
	code, out, wrong := tellsOf(t, file[:len(file)/2], "rescue")
	if code != 1 || !strings.Contains(wrong, "no game can be read of it") || !strings.Contains(wrong, "tablemate restore --data") {
		t.Errorf("code %d: %s", code, wrong)
	}
	if !strings.Contains(out, "still says was played") || !strings.Contains(out, " · Dixit Odyssey · Ana, ") {
		t.Errorf("nothing is said of what was played: %s", out)
	}
	if _, out, _ := tellsOf(t, file[:len(file)/2], "rescue", "--lang", "pt-BR"); !regexp.MustCompile(` · \d\d/\d\d/20\d\d \d\d:\d\d`).MatchString(out) {
		t.Errorf("the days are not written as in Portuguese: %s", out)
	}
	code, out, wrong = tellsOf(t, file[:3000], "rescue")
	if code != 1 || out != "" || !strings.Contains(wrong, "tablemate restore --data") {
		t.Errorf("code %d: %s%s", code, out, wrong)
	}
}
