package cmd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/picture"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/pictureperfect"
	"github.com/tablemate/tablemate/setup"
)

// photographed is a game with the photos of some of Ana, Bia and Caio, and what came after.
func photographed(t *testing.T, p *parlor, who []bool, more ...scoring.Event) (id string) {
	t.Helper()
	st, err := store.Open(context.Background(), filepath.Join(p.dir, "games.db"))
	check(t, err)
	defer st.Close()
	s := session.Start(st, pictureperfect.Game, play.ToPlay, func() time.Time { return parlorTime }, p.random)
	if err := s.Begin(nil, func(ask.Asker) (setup.Table, error) {
		return setup.Table{Players: three, Origin: setup.AfterTheFact}, nil
	}); err != nil {
		t.Fatal(err)
	}
	var e pictureperfect.Photos
	for seat, gave := range who {
		id := ""
		if gave {
			id = picture.ID(snapshot(seat))
			check(t, st.Drafts.KeepPicture(s.Log.ID(), id, snapshot(seat)))
		}
		e.Pictures = append(e.Pictures, id)
	}
	for _, e := range append([]scoring.Event{e}, more...) {
		check(t, s.Do(e))
	}
	return s.Log.ID()
}

var judged = pictureperfect.Guest{Fulfilled: []int{3, 1, 0}}

// The photos of a game are exported beside its sheet, which says nothing of them.
func TestExportWritesThePhotos(t *testing.T) {
	oneByOne(t)
	t.Parallel()
	p := &parlor{dir: t.TempDir()}
	bare, with := photographed(t, p, nil, judged), photographed(t, p, []bool{true, false, true}, judged)
	dir := filepath.Join(t.TempDir(), "album")
	plain, h := p.run("", "export", bare), p.run("", "export", with, "--photos", dir)
	if h.code != exitDone || h.out != plain.out || h.out != p.run("", "export", with).out {
		t.Errorf("%+v\nwant %+v", h, plain)
	}
	if want := "The photos are in this folder:\n  " + dir + "\n  Ana: Ana.jpg\n  Caio: Caio.jpg\n"; h.errs != want {
		t.Errorf("%s\nwant %s", h.errs, want)
	}
	for seat, name := range map[int]string{0: "Ana.jpg", 2: "Caio.jpg"} {
		if body, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !slices.Equal(body, snapshot(seat)) {
			t.Error(name, err)
		}
	}
	if h := p.run("", "export", with, "--photos", dir, "--lang", "pt-BR"); h.code != exitDone || !strings.HasPrefix(h.errs, "As fotos estão nesta pasta:\n") {
		t.Errorf("%+v", h)
	}
}

func TestExportWithoutPhotos(t *testing.T) {
	oneByOne(t)
	t.Parallel()
	p := &parlor{dir: t.TempDir()}
	bare, with := photographed(t, p, nil, judged), photographed(t, p, []bool{true, true, true}, judged)
	file := filepath.Join(t.TempDir(), "file")
	check(t, os.WriteFile(file, nil, 0o600))
	for _, c := range []struct {
		args []string
		code int
		errs string
	}{
		{[]string{bare, "--photos", t.TempDir()}, exitFailed, "tablemate: No photo is kept with this game.\n"},
		{[]string{with, "--until", "1", "--photos", t.TempDir()}, exitFailed, "tablemate: No photo is kept with this game.\n"},
		{[]string{with, "--photos", file}, exitFailed, "tablemate: The photos cannot be written to " + file + ": " + pastAFile + "\n"},
		{[]string{with, "--photos", ""}, exitUsage, "tablemate: --photos needs a value\n“tablemate export --help” shows what can be typed.\n"},
	} {
		if h := p.run("", append([]string{"export"}, c.args...)...); h.code != c.code || h.out != "" || h.errs != c.errs {
			t.Errorf("%v: %+v", c.args, h)
		}
	}
}

// Who looks at a game reads that there are photos; the result is what it was, in every format.
func TestShowNamesThePhotos(t *testing.T) {
	oneByOne(t)
	t.Parallel()
	p := &parlor{dir: t.TempDir()}
	bare, all, one := photographed(t, p, nil, judged), photographed(t, p, []bool{true, true, true}, judged), photographed(t, p, []bool{false, true, false}, judged)
	for id, want := range map[string]string{
		bare: "",
		all:  "Photos of Ana, Bia and Caio are kept. To have them in a folder:\n  tablemate export " + all + " --photos FOLDER\n",
		one:  "A photo of Bia is kept. To have it in a folder:\n  tablemate export " + one + " --photos FOLDER\n",
	} {
		for _, format := range []string{"table", "markdown", "csv", "json"} {
			h := p.run("", "show", id, "--format", format)
			if h.code != exitDone || h.out != p.run("", "show", bare, "--format", format).out || format == "table" && h.errs != want || format != "table" && h.errs != "" {
				t.Errorf("%s: %+v", format, h)
			}
		}
	}
	if h := p.run("", "show", all, "--data", p.dir); !strings.HasSuffix(h.errs, " --photos FOLDER --data "+p.dir+"\n") {
		t.Errorf("%+v", h)
	}
	if h := p.run("", "show", all, "--log"); h.errs != "" || !strings.Contains(h.out, "The photos were taken; 3 are kept") {
		t.Errorf("%+v", h)
	}
}

// poses gives pictures when the photos are taken, and answers nothing else.
type poses []string

func (g poses) Ask(q ask.Question) (ask.Answer, error) {
	if !ask.As[ask.Show](q).Pictures {
		return ask.Answer{}, ask.ErrQuit
	}
	return ask.Answer{By: ask.Scorekeeper, Pictures: g}, nil
}

func (g poses) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(g, qs, got) }

// Reading back over the photos takes none away, whatever is typed there, neither as they were told nor
// at other seats.
func TestPhotosAreReadBack(t *testing.T) {
	oneByOne(t)
	t.Parallel()
	p := &parlor{dir: t.TempDir()}
	st, err := store.Open(context.Background(), filepath.Join(p.dir, "games.db"))
	check(t, err)
	s := session.Start(st, pictureperfect.Game, play.ToPlay, func() time.Time { return parlorTime }, p.random)
	err = s.Begin(nil, func(ask.Asker) (setup.Table, error) { return setup.Table{Players: three}, nil })
	if err == nil {
		err = s.Do(pictureperfect.Laid{Alone: true})
	}
	if err == nil {
		_, err = s.Next(poses{"a", "", "c"})
	}
	check(t, err)
	st.Close()
	for _, typed := range []string{"<\n\n", "<\nok\n", "?table\nc\np\nCaio, Bia, Ana\n\n1\n1\n", "<\n\n", "<\nok\n"} {
		h := p.run(typed+"300\n?undo\n", "resume", s.Log.ID())
		if h.code != exitDone || !strings.Contains(h.out, "Undone: Guest 1") {
			t.Fatalf("%q: %+v", typed, h)
		}
	}
	if h := p.run("", "show", s.Log.ID(), "--log"); strings.Contains(h.out, "corrected: The photos") || !strings.Contains(h.out, "; 2 are kept") {
		t.Errorf("%+v", h)
	}
	if st, err = store.OpenToRead(context.Background(), filepath.Join(p.dir, "games.db")); err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	s, err = session.Open(st, games, s.Log.ID(), time.Now, p.random)
	if err != nil || fmt.Sprint(play.Photographed(s)) != "[{c Caio} {a Ana}]" {
		t.Errorf("%v, %v", play.Photographed(s), err)
	}
}
