package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/internal/lang"
)

// folder returns one with a game of n lines, and their objects.
func folder(t *testing.T, n int) (Folder, []string) {
	f := Folder{Data: t.TempDir(), Cache: t.TempDir()}
	return f, fill(t, f.Game("qfrt"), n)
}

func fill(t *testing.T, path string, n int) []string {
	t.Helper()
	lines := []string{`{"game":{"id":"qfrt"}}`}
	file, err := Create(path, []byte(lines[0]))
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < n; i++ {
		lines = append(lines, fmt.Sprintf(`{"said":{"line":"João %d","sum":"0123456789ab"},"n":%d}`, i, i))
		if err := file.Append([]byte(lines[i])); err != nil {
			t.Fatal(err)
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return lines
}

func text(lines [][]byte) []string {
	var s []string
	for _, l := range lines {
		s = append(s, string(l))
	}
	return s
}

func put(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// What a crash leaves behind the last good line is cut off without a word; anything else is damage, and is told.
func TestTorn(t *testing.T) {
	for rest, want := range map[string]bool{
		"": true, "\n": true, `{"said":`: true, "\x00\x00\n": true, "{\x00\x00}\n": true, "\x00}\n": true,
		"{}\n": false, "\n\n": false, "{\x00}\n": false, "{}\n{": false,
	} {
		if torn([]byte(rest)) != want {
			t.Errorf("%q: %v", rest, !want)
		}
	}
}

// What was written is read again, in private files; a line that is none is refused before anything is written.
func TestLines(t *testing.T) {
	f, want := folder(t, 5)
	path := f.Game("qfrt")
	lines, err := Read(path)
	if err != nil || !slices.Equal(text(lines), want) {
		t.Fatal(err, text(lines))
	}
	data := get(t, path)
	if first, _, _ := bytes.Cut(data, []byte("\n")); string(first) != `{"game":{"id":"qfrt"},"sum":"`+sumOf("", []byte(`{"game":{"id":"qfrt"}`))+`"}` {
		t.Error(string(first))
	}
	for p, mode := range map[string]fs.FileMode{path: 0o600, filepath.Dir(path): 0o700, lockPath(path): 0o600} {
		if info, err := os.Stat(p); err != nil || info.Mode().Perm() != mode && runtime.GOOS != "windows" {
			t.Error(p, err)
		}
	}
	if _, err := Create(path, []byte(want[0])); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	file, _, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, bad := range []string{"", "{", "[1]", "{}", "{\"a\":1}\n", "{\"a\":\n1}", `{"a":1}}`, `"}`} {
		if file.Append([]byte(bad)) == nil {
			t.Errorf("%q was taken", bad)
		}
	}
	if !bytes.Equal(get(t, path), data) {
		t.Error("the file has changed")
	}
	put(t, path, bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")))
	if lines, err := Read(path); err != nil || !slices.Equal(text(lines), want) {
		t.Error("with other line ends:", err)
	}
	for _, name := range []string{"an empty file", "zeros"} {
		put(t, path, make([]byte, len(name)*strings.Count(name, "z")))
		if _, err := Read(path); !errors.Is(err, ErrEmpty) {
			t.Error(name, err)
		}
	}
	if _, err := Read(f.Game("none")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := Create(filepath.Join(path, "games", "x.jsonl"), []byte(want[0])); err == nil || !strings.Contains(err.Error(), "not a folder") {
		t.Error(err)
	}
}

// A file that was cut anywhere, as a crash may leave it, has all lines whose end was reached, and goes on with them.
func TestCuts(t *testing.T) {
	f, want := folder(t, 4)
	path := f.Game("qfrt")
	whole := get(t, path)
	last := bytes.LastIndexByte(whole[:len(whole)-1], '\n') + 1
	sparse := 23
	if os.Getenv("GATE") != "" {
		sparse = 1
	}
	for cut := range whole {
		zeros := make([]byte, len(whole)-cut)
		ends := slices.Clone(zeros)
		ends[len(ends)-1] = '\n'
		middle := slices.Clone(whole)
		for i := cut; i < len(whole) && i < cut+2 && (i == cut || cut > last); i++ {
			middle[i] = 0
		}
		tails := [][]byte{slices.Clip(whole[:cut]), append(slices.Clip(whole[:cut]), zeros...), append(slices.Clip(whole[:cut]), ends...)}
		if cut >= last && cut < len(whole)-2 {
			tails = append(tails, middle)
		}
		for i, data := range tails {
			n := 0
			for line := range bytes.Lines(whole) {
				if cut >= len(bytes.TrimSuffix(line, []byte("\n")))+bytes.Index(whole, line) {
					n++
				}
			}
			put(t, path, data)
			lines, err := Read(path)
			if n == 0 && errors.Is(err, ErrEmpty) {
				continue
			}
			if err != nil || !slices.Equal(text(lines), want[:n]) {
				t.Fatalf("cut %d, %d: %v, %d lines, want %d", cut, i, err, len(lines), n)
			}
			if cut%sparse != 0 && cut != last && whole[cut] != '\n' {
				continue // syncs take their time
			}
			file, _, err := Open(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(file.Append([]byte(`{"more":1}`)), file.Close()); err != nil {
				t.Fatal(err)
			}
			if lines, err := Read(path); err != nil || !slices.Equal(text(lines), append(slices.Clip(want[:n]), `{"more":1}`)) || bytes.Count(get(t, path), []byte("}\n")) != n+1 {
				t.Fatalf("cut %d, %d: %v, %s", cut, i, err, text(lines))
			}
		}
	}
}

// One wrong bit is named, or harmless. What is mended has been copied whole before.
func TestBits(t *testing.T) {
	f, want := folder(t, 12)
	path := f.Game("qfrt")
	whole := get(t, path)
	rounds := 50
	if os.Getenv("GATE") != "" {
		rounds = 5000
	}
	random := rand.New(rand.NewPCG(1, 2))
	now := time.Date(2026, 11, 24, 20, 0, 0, 0, time.UTC)
	for i := range rounds {
		data, at := slices.Clone(whole), random.IntN(len(whole))
		if i == 0 {
			at = len(whole) - 1
		}
		data[at] ^= 1 << random.IntN(8)
		put(t, path, data)
		file, lines, err := Open(path)
		var d *Damaged
		if !errors.As(err, &d) {
			if err != nil || !slices.Equal(text(lines), want) {
				t.Fatalf("byte %d: %v, %d lines", at, err, len(lines))
			}
			file.Close()
			continue
		}
		in := bytes.Count(whole[:at], []byte("\n")) // lines before the damaged one
		if whole[at] == '\n' {
			in++ // that one is whole, and what follows is read with it
		}
		if d.Line != in+1 || !slices.Equal(text(lines), want[:in]) || !strings.Contains(lang.Portuguese.Say(lang.T("{e}").With("e", d.Error())), "qfrt.jsonl") {
			t.Fatalf("byte %d: %v, %d lines", at, d, len(lines))
		}
		if i >= 300 {
			continue // syncs take their time
		}
		copied, err := Mend(path, now)
		if in == 0 {
			if !errors.As(err, &d) || !bytes.Equal(get(t, path), data) {
				t.Fatal(err)
			}
			continue
		}
		if err != nil || !bytes.Equal(get(t, copied), data) || !strings.Contains(copied, "qfrt.damaged-2026-11-24") {
			t.Fatal(copied, err)
		}
		if lines, err := Read(path); err != nil || !slices.Equal(text(lines), want[:in]) {
			t.Fatalf("byte %d, mended: %v, %d lines", at, err, len(lines))
		}
		if i > 3 {
			os.Remove(copied)
		}
	}
	put(t, path, whole)
	lines := slices.Collect(bytes.Lines(whole))
	lines[3], lines[4] = lines[4], lines[3]
	for _, data := range [][]byte{bytes.Join(lines, nil), bytes.Join(slices.Delete(slices.Clone(lines), 3, 5), nil)} {
		put(t, path, data)
		var d *Damaged
		if _, err := Read(path); !errors.As(err, &d) || d.Line != 4 {
			t.Error("lines were swapped or taken out:", err)
		}
	}
	put(t, path, whole)
	if copied, err := Mend(path, now); err != nil || copied != "" {
		t.Error("mended what was whole:", copied, err)
	}
}

// A small file that is broken leaves what it is read into as it was.
func TestLoad(t *testing.T) {
	f, s := Folder{Data: t.TempDir()}, "as it was"
	put(t, f.People(), []byte(`"bro`))
	if err := Load(f.People(), &s); err == nil || s != "as it was" {
		t.Error(err, s)
	}
	if err := Load(f.State("none"), &s); err != nil || s != "as it was" {
		t.Error(err, s)
	}
}

// A second window is refused, in this process and in another one, and may read; a file that something else has replaced
// or written to is not written any more.
func TestOneWriter(t *testing.T) {
	if path := os.Getenv("STORE_TEST_OPEN"); path != "" {
		_, _, err := Open(path)
		lines, rerr := Read(path)
		fmt.Printf("busy %v, %d lines %v\n", errors.Is(err, ErrBusy), len(lines), rerr)
		return
	}
	f, _ := folder(t, 2)
	path := f.Game("qfrt")
	file, _, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Open(path); !errors.Is(err, ErrBusy) {
		t.Error(err)
	}
	if _, err := Mend(path, time.Now()); !errors.Is(err, ErrBusy) {
		t.Error(err)
	}
	link := filepath.Join(t.TempDir(), "games")
	if os.Symlink(filepath.Dir(path), link) == nil {
		if _, _, err := Open(filepath.Join(link, "qfrt.jsonl")); !errors.Is(err, ErrBusy) {
			t.Error(err)
		}
	}
	child := exec.Command(os.Args[0], "-test.run=^TestOneWriter$")
	child.Env = append(os.Environ(), "STORE_TEST_OPEN="+path)
	if out, err := child.CombinedOutput(); err != nil || !strings.Contains(string(out), "busy true, 2 lines <nil>") {
		t.Errorf("%v\n%s", err, out)
	}
	file.Close()
	if file, _, err = Open(path); err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	data := get(t, path)
	put(t, path, append(data, "more"...))
	if err := file.Append([]byte(`{"a":1}`)); !errors.Is(err, ErrChanged) {
		t.Error(err)
	}
	os.Rename(path, path+".old")
	put(t, path, data)
	if err := file.Append([]byte(`{"a":1}`)); !errors.Is(err, ErrChanged) || !bytes.Equal(get(t, path), data) {
		t.Error(err)
	}
}

// The list has a row a game, made once; copies are marked, what is empty is left out.
func TestList(t *testing.T) {
	f, _ := folder(t, 2)
	fill(t, f.Game("qfrt.sync-conflict"), 3)
	fill(t, f.Game("qbcd"), 1)
	put(t, f.Game("mtyz"), nil)
	put(t, filepath.Join(f.Data, "games", "qfrt.damaged-2026-01-01"), nil)
	type row struct{ Lines int }
	reads := 0
	list := func() string {
		rows, err := List(f, func(path string) (string, row, error) {
			reads++
			lines, err := Read(path)
			if strings.HasSuffix(path, "qbcd.jsonl") {
				return "qbcd", row{len(lines)}, err
			}
			return "qfrt", row{len(lines)}, err
		})
		if err != nil {
			t.Fatal(err)
		}
		var s []string
		for _, r := range rows {
			s = append(s, fmt.Sprint(r.ID, r.Row.Lines, r.Copy, r.Err != nil))
		}
		return strings.Join(s, " ")
	}
	fill(t, f.Game("aaa"), 4)             // of qfrt, too
	for _, reading := range []int{5, 6} { // the empty one is looked at each time
		if got := list(); got != "qfrt4 true false qbcd1 false false qfrt2 false false qfrt3 true false" || reads != reading {
			t.Errorf("%s\n%d reads", got, reads)
		}
	}
	info, _ := os.Stat(f.Game("qfrt"))
	put(t, f.Game("qfrt"), append(get(t, f.Game("qfrt")), "torn"...))
	os.Chtimes(f.Game("qfrt"), time.Time{}, info.ModTime())
	os.Chtimes(f.Game("qbcd"), time.Time{}, time.Now())
	if list(); reads != 9 {
		t.Error(reads, "reads after two changes")
	}
	os.Remove(f.Game("qfrt"))
	os.Remove(f.Game("aaa"))
	file, _, _ := Open(f.Game("qbcd"))
	file.Append([]byte(`{"a":1}`))
	file.Close()
	if got := list(); got != "qbcd2 false false qfrt3 false false" || reads != 11 {
		t.Errorf("%s\n%d reads", got, reads)
	}
	f.Build = "another" // makes all rows again, in place of the others
	if got := list(); got != "qbcd2 false false qfrt3 false false" || reads != 14 {
		t.Errorf("%s\n%d reads", got, reads)
	}
	if caches, _ := filepath.Glob(f.Cache + "/*"); len(caches) != 1 {
		t.Error(caches)
	}
	for word, want := range map[string]string{"qbcd": "qbcd", "QB": "qbcd", "": "qbcd", "x": "there is no game “x”"} {
		os.Chtimes(f.Game("qbcd"), time.Time{}, time.Now().Add(time.Hour))
		id, err := f.Find(word)
		if id != want && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Error(word, id, err)
		}
	}
	fill(t, f.Game("qfrt"), 1)
	if _, err := f.Find("q"); err == nil || !strings.Contains(err.Error(), "mtyz") && !strings.Contains(err.Error(), "qbcd and qfrt begin with “q”") {
		t.Error(err)
	}
	picks := []int{11, 3, 12, 14, 11, 3, 12, 15}
	if id := f.NewID(func(int) int { p := picks[0]; picks = picks[1:]; return p }); id != "qfrv" {
		t.Error(id)
	}
}

// A file that is damaged twice on a day leaves two copies.
func TestTwoCopiesOfADay(t *testing.T) {
	f, _ := folder(t, 4)
	path, now := f.Game("qfrt"), time.Date(2026, 11, 24, 20, 0, 0, 0, time.UTC)
	kept := map[string][]byte{}
	for range 2 {
		data := get(t, path)
		data[len(data)-30] ^= 1
		put(t, path, data)
		copied, err := Mend(path, now)
		if err != nil {
			t.Fatal(err)
		}
		kept[copied] = data
	}
	for copied, data := range kept {
		if !bytes.Equal(get(t, copied), data) {
			t.Errorf("%s is not what was damaged", copied)
		}
	}
	if len(kept) != 2 {
		t.Errorf("%d copies", len(kept))
	}
}

// A deleted game keeps its ID, so that it can be brought back.
func TestTheIDOfADeletedGameIsTaken(t *testing.T) {
	f, _ := folder(t, 1)
	if err := f.Delete("qfrt"); err != nil {
		t.Fatal(err)
	}
	picks := []int{11, 3, 12, 14, 0, 0, 0, 0}
	if id := f.NewID(func(int) int { p := picks[0]; picks = picks[1:]; return p }); id == "qfrt" {
		t.Error("a new game has the ID of a deleted one")
	}
}

// A rename is about games that had begun by then: whoever has the old name later is somebody else.
func TestNamesSinceWhen(t *testing.T) {
	f, at := Folder{Data: t.TempDir()}, time.Date(2026, 3, 14, 20, 0, 0, 0, time.UTC)
	err := f.ChangeNames(func(n *Names) error {
		n.Renamed = []Rename{{at, "Bai", "Bia"}, {at.Add(time.Hour), "Bia", "Beatriz"}}
		return nil
	})
	n, rerr := f.Names()
	if err != nil || rerr != nil {
		t.Fatal(err, rerr)
	}
	for began, want := range map[time.Duration]string{0: "Beatriz", time.Minute: "Bai", 2 * time.Hour: "Bai"} {
		if got := n.Of("bai", at.Add(began)); lang.Alike(got) != lang.Alike(want) {
			t.Errorf("%v later Bai is %s, not %s", began, got, want)
		}
	}
	if got := n.Of("Bia", at.Add(time.Minute)); got != "Beatriz" {
		t.Error(got)
	}
	if got := n.Of("Bia", at.Add(2*time.Hour)); got != "Bia" {
		t.Error(got)
	}
}

// Two programs that change who is one person do not lose each other's change.
func TestNamesAreChangedByOneAlone(t *testing.T) {
	f := Folder{Data: t.TempDir()}
	err := f.ChangeNames(func(*Names) error {
		return f.ChangeNames(func(*Names) error { return nil })
	})
	if !errors.Is(err, ErrBusy) {
		t.Error(err)
	}
}
