package play

import (
	"bytes"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/phones"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/dixit"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/pictureperfect"
	"github.com/tablemate/tablemate/old/setup"
)

// photographed returns a game with people, and its setting.
func photographed(t *testing.T, g scoring.Game, names ...string) (*session.Session, Setting, *bytes.Buffer) {
	t.Helper()
	st, out := fileOf(t), &bytes.Buffer{}
	s := gameOf(t, st, g, ToPlay, time.Now, setup.Table{Players: names, Origin: setup.AfterTheFact})
	return s, settingOf(st, nil, out, Texts, pictureperfect.Texts), out
}

// photograph keeps a photo for each person, with its text as picture and id.
func photograph(t *testing.T, w Setting, s *session.Session, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if err := w.Store.Drafts.KeepPicture(s.Log.ID(), text, []byte(text)); text != "" && err != nil {
			t.Fatal(err)
		}
	}
	laws.Need(t, s.Do(pictureperfect.Photos{Pictures: texts}))
}

// folder lists the files in a folder as name=text.
func folder(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	laws.Need(t, err)
	var out []string
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		laws.Need(t, err)
		out = append(out, e.Name()+"="+string(b))
	}
	return out
}

func TestPhotosAreWrittenBesideTheGames(t *testing.T) {
	s, w, out := photographed(t, pictureperfect.Game, "Ana", "Bia", "Caio")
	photograph(t, w, s, "a", "", "c")
	dir := filepath.Join(filepath.Dir(w.Store.Path()), "photos", s.Log.ID())
	for _, voice := range []struct{ lang, word, want string }{
		{"en", "photos", "The photos are in this folder:\n  " + dir + "\n  Ana: Ana.jpg\n  Caio: Caio.jpg\n"},
		{"pt-BR", "fotos", "As fotos estão nesta pasta:\n  " + dir + "\n  Ana: Ana.jpg\n  Caio: Caio.jpg\n"},
		{"pt-BR", "f", ""}, {"pt-BR", "photos", ""}, {"en", "F", ""}, {"en", "pho", "phones"},
	} {
		out.Reset()
		w.Voice = lang.NewLocalizer(voice.lang, Texts, pictureperfect.Texts)
		if voice.want == "phones" { // that word begins an earlier line
			if err := New(w, s).menu().aside(voice.word); err != nil || strings.Contains(out.String(), dir) {
				t.Errorf("%+v: %s, %v", voice, out, err)
			}
			continue
		}
		if err := New(w, s).menu().aside(voice.word); err != nil || voice.want != "" && out.String() != voice.want || !strings.Contains(out.String(), dir) {
			t.Errorf("%+v: %s, %v", voice, out, err)
		}
	}
	if got := folder(t, dir); !slices.Equal(got, []string{"Ana.jpg=a", "Caio.jpg=c"}) {
		t.Error(got)
	}
	if runtime.GOOS != "windows" {
		for path, want := range map[string]fs.FileMode{dir: 0o700, filepath.Join(dir, "Ana.jpg"): 0o600} {
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
				t.Error(path, info, err)
			}
		}
	}
}

// A game without photos says so, in the menu and to a person who asks for them. Undone photos do not count.
func TestAGameWithoutPhotos(t *testing.T) {
	s, w, out := photographed(t, pictureperfect.Game, "Ana", "Bia")
	bare, other, otherOut := photographed(t, dixit.Game, "Ana", "Bia", "Caio")
	none := func(when string) {
		t.Helper()
		out.Reset()
		if err := New(w, s).menu().aside("photos"); err != nil || out.String() != "No photo is kept with this game.\n" {
			t.Errorf("%s: %s, %v", when, out, err)
		}
		var menu ask.Question
		w.Host = asking(func(q ask.Question) (ask.Answer, error) { menu = q; return ask.Answer{}, ask.ErrBack })
		_ = New(w, s).menu().aside("") // back from the menu
		if !slices.ContainsFunc(menu.List().Barred, func(b ask.Barred) bool { return b.Mark.Other == "f" && b.Why.ID == noPhotos.ID }) {
			t.Errorf("%s: %+v", when, menu.List().Barred)
		}
	}
	none("before they are taken")
	photograph(t, w, s, "", "")
	none("when nobody gave one")
	photograph(t, w, s, "a", "b")
	if all := Photographed(s); !slices.Equal(all, []phones.Photo{{ID: "a", Name: "Ana"}, {ID: "b", Name: "Bia"}}) {
		t.Errorf("%q", all)
	}
	laws.Need(t, s.Undo())
	none("undone")
	if err := New(other, bare).menu().aside("photos"); err != nil || !strings.HasPrefix(otherOut.String(), "No photo is kept") {
		t.Error(otherOut, err)
	}
	var could *fault.Failed
	if err := other.SavePhotos(bare, t.TempDir()); !errors.As(err, &could) {
		t.Error(err)
	}
}

// No file in the folder is overwritten, and every photo gets its own.
func TestNothingIsWrittenOver(t *testing.T) {
	s, w, out := photographed(t, pictureperfect.Game, "A/B", "A:B", "Ana", "..", "con", "Zoë")
	dir := filepath.Join(t.TempDir(), "deep", "er")
	laws.Need(t, os.MkdirAll(filepath.Join(dir, "_con.jpg"), 0o700))
	laws.Need(t, os.WriteFile(filepath.Join(dir, "Ana.jpg"), []byte("x"), 0o600))
	photograph(t, w, s, "same", "same", "a", "d", "n", "z")
	for range 2 { // the second time, all of them exist
		out.Reset()
		laws.Need(t, w.SavePhotos(s, dir))
		want := "  A/B: A_B.jpg\n  A:B: A_B 2.jpg\n  Ana: Ana 2.jpg\n  ..: _.jpg\n  con: _con 2.jpg\n  Zoë: Zoë.jpg\n"
		if !strings.HasSuffix(out.String(), want) {
			t.Errorf("%s\nwant %s", out, want)
		}
	}
	laws.Need(t, os.Remove(filepath.Join(dir, "_con.jpg")))
	if got, want := folder(t, dir), []string{"A_B 2.jpg=same", "A_B.jpg=same", "Ana 2.jpg=a", "Ana.jpg=x", "Zoë.jpg=z", "_.jpg=d", "_con 2.jpg=n"}; !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

func TestPhotosThatCannotBeWritten(t *testing.T) {
	s, w, out := photographed(t, pictureperfect.Game, "Ana", "Bia")
	photograph(t, w, s, "a", "b")
	file := filepath.Join(t.TempDir(), "file")
	laws.Need(t, os.WriteFile(file, nil, 0o600))
	var could *fault.Failed
	if err := w.SavePhotos(s, filepath.Join(file, "x")); !errors.As(err, &could) || could.Say.ID != noFolder.ID {
		t.Error(err)
	}
	laws.Need(t, os.WriteFile(filepath.Join(filepath.Dir(w.Store.Path()), "photos"), nil, 0o600))
	if err := New(w, s).menu().aside("photos"); err != nil || !strings.HasPrefix(out.String(), "The photos cannot be written to") {
		t.Error(out, err)
	}
	db, err := sql.Open("sqlite", w.Store.Path())
	if err == nil {
		_, err = db.Exec(`DELETE FROM pictures WHERE id = 'a'`) // as in a file that was put together by hand
		err = errors.Join(err, db.Close())
	}
	laws.Need(t, err)
	out.Reset()
	if err := w.SavePhotos(s, t.TempDir()); err != nil || !strings.HasSuffix(out.String(), "  Ana: this photo cannot be read any more\n  Bia: Bia.jpg\n") {
		t.Error(out, err)
	}
}

func TestFileNames(t *testing.T) {
	for name, want := range map[string]string{
		"Ana": "Ana", "José Luís": "José Luís", "a/b\\c": "a_b_c", `<:*?"|>`: "_______", ".": "_", "..": "_", "...x. ": "x", ".ssh": "ssh", "../../etc": "_.._etc",
		"-rf": "_-rf", "con": "_con", "CON": "_CON", "nul.x": "_nul.x", "Com1": "_Com1", "com": "com", "comb": "comb", "LPT9": "_LPT9", "Conny": "Conny",
		"a\u202eb": "a_b", "a\nb": "a_b", "🦊": "🦊",
	} {
		if got := fileName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
