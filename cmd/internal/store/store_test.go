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
	"syscall"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"github.com/tablemate/tablemate/internal/lang"
)

// folder returns one with a game of n lines, and their objects.
func folder(t *testing.T, n int) (Folder, []string) {
	f := Folder{Data: t.TempDir()}
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

// A piece of a line that a crash left behind the last good one is cut off without a word; anything else is damage, and is told.
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

// Lines are read as they were written, in private files; a line that is none is refused before anything is written.
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
	if _, err := Create(filepath.Join(path, "games", "x.jsonl"), []byte(want[0])); err == nil || !strings.Contains(err.Error(), "not a folder") && runtime.GOOS != "windows" {
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

// One wrong bit is named, or harmless. A file that is mended has been copied whole before.
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
			in++ // that one is whole, and the next one is read with it
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
	linked := filepath.Join(link, "qfrt.jsonl")
	_ = os.Symlink(filepath.Dir(path), link)
	if _, err := os.Stat(linked); err == nil { // not every system has links
		if _, _, err := Open(linked); !errors.Is(err, ErrBusy) {
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
	if runtime.GOOS == "windows" {
		return // it lets nobody rename a file that is open
	}
	os.Rename(path, path+".old")
	put(t, path, data)
	if err := file.Append([]byte(`{"a":1}`)); !errors.Is(err, ErrChanged) || !bytes.Equal(get(t, path), data) {
		t.Error(err)
	}
}

// A file has the game that its first line names. Under any other name it is a copy, which is opened when nothing else is left.
func TestCopies(t *testing.T) {
	for _, name := range []string{
		"qfrt.sync-conflict-20261121", "qfrt (1)", "qfrt (Ana's conflicted copy)", "qfrt-LAPTOP", "qfrt 2", "qfrt - Copy", "Cópia de qfrt", "aaaa", "zzzz", "qfrtt", "qf",
	} {
		f, _ := folder(t, 2)
		fill(t, f.Game(name), 3)
		put(t, f.Game("mtyz"), nil)
		later := time.Now().Add(time.Hour)
		os.Chtimes(f.Game(name), later, later)
		for n, want := range []string{f.Game("qfrt"), f.Game(name)} {
			for _, word := range []string{"qfrt", "QFRT", "qfr", ""} {
				id, err := f.Find(word)
				if err != nil || id != "qfrt" || f.Where(id) != want {
					t.Errorf("%s, %q: %s, %v, %s", name, word, id, err, f.Where(id))
				}
			}
			files, err := f.Files()
			all := f.identified(files)
			if err != nil || len(all) != 2-n {
				t.Fatal(all, err)
			}
			for _, g := range all {
				if g.Copy != (g.Path != want) {
					t.Errorf("%s: %+v", name, g)
				}
			}
			os.Remove(f.Game("qfrt"))
		}
		if id, err := f.Find("aaaa"); err == nil || !strings.Contains(err.Error(), "there is no game “aaaa”") {
			t.Error(id, err)
		}
	}
}

// A game is deleted with its copies, and comes back with them.
func TestDeletedWithCopies(t *testing.T) {
	for _, names := range [][]string{{"qfrt"}, {"qfrt", "qfrt (1)", "aaaa"}, {"qfrt (1)", "qfrt (2)"}} {
		f := Folder{Data: t.TempDir()}
		for _, name := range names {
			fill(t, f.Game(name), 2)
		}
		if err := f.Delete("qfrt"); err != nil {
			t.Fatal(err)
		}
		if files, _ := f.Files(); len(files) > 0 {
			t.Errorf("%q: %v are left", names, files)
		}
		if id, err := f.Gone().Find("qf"); err != nil || id != "qfrt" {
			t.Error(id, err)
		}
		if err := f.Undelete("qfrt"); err != nil {
			t.Fatal(err)
		}
		if files, _ := f.Files(); len(files) != len(names) || f.Where("qfrt") != f.Game("qfrt") {
			t.Errorf("%q became %v", names, files)
		}
		if _, err := f.Gone().Find("qfrt"); err == nil || err.Error() != "the game qfrt is not deleted" {
			t.Error(err)
		}
		if _, err := f.Gone().Find("xxxx"); err == nil || err.Error() != "there is no deleted game “xxxx”; tablemate undelete lists them" {
			t.Error(err)
		}
	}
}

// Files that are no games are passed over, and nothing waits for a pipe that nobody writes to.
func TestNoGames(t *testing.T) {
	f, _ := folder(t, 2)
	games := filepath.Dir(f.Game("x"))
	put(t, f.Game("empty"), nil)
	put(t, f.Game("blank"), []byte("\ufeff\r\n\n  \n"))
	put(t, f.Game("foreign"), []byte("name,points\nAna,3\n"))
	put(t, filepath.Join(games, ".hidden.jsonl"), get(t, f.Game("qfrt")))
	put(t, filepath.Join(games, "qfrt.damaged-2026-01-01"), get(t, f.Game("qfrt")))
	if err := os.Mkdir(f.Game("folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	pipe(t, f.Game("pipe"))
	pipe(t, f.People())
	os.MkdirAll(f.Shelf(), 0o700)
	pipe(t, filepath.Join(f.Shelf(), "pipe.yaml"))
	os.Mkdir(filepath.Join(f.Shelf(), "folder.json"), 0o700)
	files, err := f.Files()
	if all := f.identified(files); err != nil || len(all) != 1 || all[0].ID != "qfrt" {
		t.Error(all, err)
	}
	for word, want := range map[string]string{"empty": "there is no game", "blank": "there is no game", "folder": "there is no game", "pipe": "there is no game", "foreign": ""} {
		if _, err := f.Find(word); err == nil && want != "" || err != nil && (want == "" || !strings.Contains(err.Error(), want)) {
			t.Error(word, err)
		}
	}
	for _, name := range []string{"blank", "empty"} {
		if _, err := Read(f.Game(name)); err != ErrEmpty {
			t.Error(name, err)
		}
	}
	if _, err := Read(f.Game("foreign")); !errors.As(err, new(*Damaged)) {
		t.Error(err)
	}
	if runtime.GOOS != "windows" {
		if _, err := Read(f.Game("pipe")); err == nil || !strings.Contains(err.Error(), "it is no file") {
			t.Error(err)
		}
		if err := f.CheckNames(); err == nil || !strings.Contains(err.Error(), "it is no file") {
			t.Error(err)
		}
	}
	if len(f.Own()) > 0 {
		t.Error(f.Own())
	}
}

// Marks that an editor or a sync program put into a game's file mean nothing, and the game goes on.
func TestMarksAndBlankLines(t *testing.T) {
	for name, change := range map[string]func(string) string{
		"a byte order mark":           func(s string) string { return "\ufeff" + s },
		"an empty line at the end":    func(s string) string { return s + "\n" },
		"three of them":               func(s string) string { return s + "\n\r\n  \n" },
		"one in front":                func(s string) string { return "\r\n" + s },
		"one between all":             func(s string) string { return strings.ReplaceAll(s, "\n", "\n\n") },
		"CRLF":                        func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"CRLF and an empty line":      func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") + "\r\n" },
		"all of it":                   func(s string) string { return "\ufeff\r\n" + strings.ReplaceAll(s, "\n", "\r\n\r\n") },
		"no line end":                 func(s string) string { return strings.TrimSuffix(s, "\n") },
		"a mark, and no line end":     func(s string) string { return "\ufeff" + strings.TrimSuffix(s, "\n") },
		"a blank in place of the end": func(s string) string { return strings.TrimSuffix(s, "\n") + "  " },
	} {
		f, want := folder(t, 4)
		path := f.Game("qfrt")
		put(t, path, []byte(change(string(get(t, path)))))
		file, lines, err := Open(path)
		if err != nil || !slices.Equal(text(lines), want) {
			t.Errorf("%s: %q, %v", name, text(lines), err)
			continue
		}
		if err := file.Append([]byte(`{"more":1}`)); err != nil {
			t.Error(name, err)
		}
		if err := file.Kept(); err != nil {
			t.Error(name, err)
		}
		file.Close()
		if lines, err := Read(path); err != nil || len(lines) != 5 {
			t.Errorf("%s: %q, %v", name, text(lines), err)
		}
		if id, err := f.Find("q"); err != nil || id != "qfrt" {
			t.Error(name, id, err)
		}
	}
}

// A small file in which something else stands is copied whole before it is written.
func TestOverwritten(t *testing.T) {
	for _, was := range []string{"<<<<<<< HEAD\n{}\n=======\n", `"text"`, "[1", "{\"renamed\": 7}"} {
		f := Folder{Data: t.TempDir()}
		put(t, f.People(), []byte(was))
		if err := f.CheckNames(); err == nil || !strings.Contains(err.Error(), "people.json cannot be read: something else stands in it: everybody is called") {
			t.Error(err)
		}
		if n := f.Names().Now("Ana", time.Time{}); n != "Ana" {
			t.Error(n)
		}
		change := func(n *Names) error { n.Renamed = append(n.Renamed, Rename{Was: "Ana", Now: "Bia"}); return nil }
		for range 2 {
			if err := f.ChangeNames(change); err != nil {
				t.Fatal(err)
			}
		}
		if copies, _ := filepath.Glob(f.Data + "/people.damaged*"); len(copies) != 1 || string(get(t, copies[0])) != was {
			t.Errorf("%q: %q", was, copies)
		}
	}
	f := Folder{Data: t.TempDir()}
	for _, was := range []string{"", " \n", "\ufeff{\"renamed\":[]}", "{}"} {
		put(t, f.People(), []byte(was))
		if err := f.ChangeNames(func(*Names) error { return nil }); err != nil {
			t.Error(err)
		}
	}
	if copies, _ := filepath.Glob(f.Data + "/people.damaged*"); len(copies) > 0 {
		t.Error(copies)
	}
}

// A folder that is a file, or lies in one, is said once, by its games, and not blamed on a small file in it.
func TestFolderThatIsNone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sheet.yaml")
	put(t, file, []byte("game: versus\n"))
	for _, data := range []string{file, filepath.Join(file, "x"), filepath.Join(file, "x", "y"), os.DevNull} {
		f := Folder{Data: data}
		if err := f.CheckNames(); err != nil {
			t.Errorf("%s: %v", data, err)
		}
		if _, err := f.Files(); runtime.GOOS != "windows" && (err == nil || !strings.Contains(err.Error(), "it is not a folder")) {
			t.Errorf("%s: %v", data, err)
		}
		if _, err := Create(f.Game("qfrt"), []byte("{}")); err == nil {
			t.Errorf("%s: a game is kept", data)
		}
		if err := f.ChangeNames(func(*Names) error { return nil }); err == nil {
			t.Errorf("%s: names are kept", data)
		}
	}
}

// Where a game's file is removed or replaced while it is open, nothing more is taken, and everything is kept beside it.
func TestTakenAway(t *testing.T) {
	for name, take := range map[string]func(path string, old []byte){
		"removed":           func(path string, _ []byte) { os.Remove(path) },
		"moved":             func(path string, _ []byte) { os.Rename(path, path+".old") },
		"replaced":          func(path string, old []byte) { os.Remove(path); os.WriteFile(path, old, 0o600) },
		"written over":      func(path string, old []byte) { os.WriteFile(path, old, 0o600) },
		"emptied":           func(path string, _ []byte) { os.Truncate(path, 0) },
		"written on":        func(path string, old []byte) { os.WriteFile(path, append(old, old...), 0o600) },
		"a folder in place": func(path string, _ []byte) { os.Remove(path); os.Mkdir(path, 0o700) },
	} {
		f, want := folder(t, 3)
		path := f.Game("qfrt")
		old := get(t, path)
		file, _, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := file.Append([]byte(`{"n":3}`)); err != nil {
			t.Fatal(err)
		}
		before := get(t, path)
		take(path, old)
		if raw, err := os.ReadFile(path); runtime.GOOS == "windows" && err == nil && bytes.Equal(raw, before) {
			file.Close() // it lets nobody take a file that is open
			continue
		}
		for range 2 {
			if err := file.Append([]byte(`{"n":4}`)); !errors.Is(err, ErrChanged) || !strings.Contains(err.Error(), "qfrt.kept.jsonl") {
				t.Errorf("%s: %v", name, err)
			}
			if err := file.Kept(); !errors.Is(err, ErrChanged) {
				t.Errorf("%s: %v", name, err)
			}
		}
		file.Close()
		lines, err := Read(f.Game("qfrt.kept"))
		if err != nil || !slices.Equal(text(lines), append(want, `{"n":3}`)) {
			t.Errorf("%s: %q, %v", name, text(lines), err)
		}
		if found, _ := filepath.Glob(filepath.Dir(path) + "/*.kept*"); len(found) != 1 {
			t.Errorf("%s: %q", name, found)
		}
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && f.Where("qfrt") != f.Game("qfrt.kept") {
			t.Errorf("%s: %s", name, f.Where("qfrt"))
		}
	}
}

// Where files cannot be locked, or nothing can be written, the sentence says the way out.
func TestWayOut(t *testing.T) {
	f, _ := folder(t, 2)
	lock := tryLock
	defer func() { tryLock = lock }()
	for _, errno := range []error{syscall.ENOLCK, syscall.ENOTSUP, syscall.ENOSYS, syscall.EROFS, syscall.EACCES} {
		tryLock = func(*flock.Flock) (bool, error) { return false, &fs.PathError{Op: "flock", Path: "x", Err: errno} }
		for what, do := range map[string]func() error{
			"open":   func() error { _, _, err := Open(f.Game("qfrt")); return err },
			"create": func() error { _, err := Create(f.Game("qbcd"), []byte(`{"a":1}`)); return err },
			"rename": func() error { return f.ChangeNames(func(*Names) error { return nil }) },
			"delete": func() error { return f.Delete("qfrt") },
		} {
			if err := do(); err == nil || !strings.Contains(err.Error(), "cannot be written") || !strings.Contains(err.Error(), "--data") {
				t.Errorf("%s, %v: %v", what, errno, err)
			}
		}
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

// A rename is about games that had begun by then: a person with the old name later is somebody else.
func TestNamesSinceWhen(t *testing.T) {
	f, at := Folder{Data: t.TempDir()}, time.Date(2026, 3, 14, 20, 0, 0, 0, time.UTC)
	err := f.ChangeNames(func(n *Names) error {
		n.Renamed = []Rename{{at, "Bai", "Bia"}, {at.Add(time.Hour), "Bia", "Beatriz"}}
		return nil
	})
	n := f.Names()
	if err != nil {
		t.Fatal(err)
	}
	for began, want := range map[time.Duration]string{0: "Beatriz", time.Minute: "Bai", 2 * time.Hour: "Bai"} {
		if got := n.Now("bai", at.Add(began)); lang.Alike(got) != lang.Alike(want) {
			t.Errorf("%v later Bai is %s, not %s", began, got, want)
		}
	}
	if got := n.Now("Bia", at.Add(time.Minute)); got != "Beatriz" {
		t.Error(got)
	}
	if got := n.Now("Bia", at.Add(2*time.Hour)); got != "Bia" {
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
