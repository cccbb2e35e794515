package files

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/picture"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/pictureperfect"
	"github.com/tablemate/tablemate/old/scoring/shelf"
	"github.com/tablemate/tablemate/old/setup"
)

var three = []string{"Ana", "Bia", "Caio"}

// pastAFile is what the system says of a path that goes through a file; Windows only sees that it leads nowhere.
var pastAFile = map[bool]string{true: "there is no such file or folder", false: "it is not a folder"}[runtime.GOOS == "windows"]

// photographed returns a game with photos of some of Ana, Bia and Caio, and with further events.
func photographed(t *testing.T, p *parlor.Home, who []bool, more ...scoring.Event) (id string) {
	t.Helper()
	st := opened(t, p.Dir)
	defer st.Close() // before a command opens it
	s := session.Start(st, pictureperfect.Game, play.ToPlay, func() time.Time { return parlor.Time }, p.Random)
	parlor.Check(t, s.Begin(nil, func(ask.Asker) (setup.Table, error) {
		return setup.Table{Players: three, Origin: setup.AfterTheFact}, nil
	}))
	var e pictureperfect.Photos
	for seat, gave := range who {
		id := ""
		if gave {
			id = picture.ID(parlor.Snapshot(seat))
			parlor.Check(t, st.Drafts.KeepPicture(s.Log.ID(), id, parlor.Snapshot(seat)))
		}
		e.Pictures = append(e.Pictures, id)
	}
	for _, e := range append([]scoring.Event{e}, more...) {
		parlor.Check(t, s.Do(e))
	}
	return s.Log.ID()
}

var judged = pictureperfect.Guest{Fulfilled: []int{3, 1, 0}}

// The photos of a game are exported beside its sheet, which does not mention them.
func TestExportWritesThePhotos(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	p := &parlor.Home{Dir: t.TempDir()}
	bare, with := photographed(t, p, nil, judged), photographed(t, p, []bool{true, false, true}, judged)
	dir := filepath.Join(t.TempDir(), "album")
	plain, h := p.Run("", "export", bare), p.Run("", "export", with, "--photos", dir)
	if h.Code != parlor.Done || h.Out != plain.Out || h.Out != p.Run("", "export", with).Out {
		t.Errorf("%+v\nwant %+v", h, plain)
	}
	if want := "The photos are in this folder:\n  " + dir + "\n  Ana: Ana.jpg\n  Caio: Caio.jpg\n"; h.Errs != want {
		t.Errorf("%s\nwant %s", h.Errs, want)
	}
	for seat, name := range map[int]string{0: "Ana.jpg", 2: "Caio.jpg"} {
		if body, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !slices.Equal(body, parlor.Snapshot(seat)) {
			t.Error(name, err)
		}
	}
	if h := p.Run("", "export", with, "--photos", dir, "--lang", "pt-BR"); h.Code != parlor.Done || !strings.HasPrefix(h.Errs, "As fotos estão nesta pasta:\n") {
		t.Errorf("%+v", h)
	}
}

func TestExportWithoutPhotos(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	p := &parlor.Home{Dir: t.TempDir()}
	bare, with := photographed(t, p, nil, judged), photographed(t, p, []bool{true, true, true}, judged)
	file := filepath.Join(t.TempDir(), "file")
	parlor.Check(t, os.WriteFile(file, nil, 0o600))
	for _, c := range []struct {
		args []string
		code int
		errs string
	}{
		{[]string{bare, "--photos", t.TempDir()}, parlor.Failed, "tablemate: No photo is kept with this game.\n"},
		{[]string{with, "--until", "1", "--photos", t.TempDir()}, parlor.Failed, "tablemate: No photo is kept with this game.\n"},
		{[]string{with, "--photos", file}, parlor.Failed, "tablemate: The photos cannot be written to " + file + ": " + pastAFile + "\n"},
		{[]string{with, "--photos", ""}, parlor.Usage, "tablemate: --photos needs a value\n“tablemate export --help” shows what can be typed.\n"},
	} {
		if h := p.Run("", append([]string{"export"}, c.args...)...); h.Code != c.code || h.Out != "" || h.Errs != c.errs {
			t.Errorf("%v: %+v", c.args, h)
		}
	}
}

// show mentions photos; the result is the same in every format.
func TestShowNamesThePhotos(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	p := &parlor.Home{Dir: t.TempDir()}
	bare, all, one := photographed(t, p, nil, judged), photographed(t, p, []bool{true, true, true}, judged), photographed(t, p, []bool{false, true, false}, judged)
	for id, want := range map[string]string{
		bare: "",
		all:  "Photos of Ana, Bia and Caio are kept. To have them in a folder:\n  tablemate export " + all + " --photos FOLDER\n",
		one:  "A photo of Bia is kept. To have it in a folder:\n  tablemate export " + one + " --photos FOLDER\n",
	} {
		for _, format := range []string{"table", "markdown", "csv", "json"} {
			h := p.Run("", "show", id, "--format", format)
			if h.Code != parlor.Done || h.Out != p.Run("", "show", bare, "--format", format).Out || format == "table" && h.Errs != want || format != "table" && h.Errs != "" {
				t.Errorf("%s: %+v", format, h)
			}
		}
	}
	if h := p.Run("", "show", all, "--data", p.Dir); !strings.HasSuffix(h.Errs, " --photos FOLDER --data "+p.Dir+"\n") {
		t.Errorf("%+v", h)
	}
	if h := p.Run("", "show", all, "--log"); h.Errs != "" || !strings.Contains(h.Out, "The photos were taken; 3 are kept") {
		t.Errorf("%+v", h)
	}
}

// poses answers the question for photos, and no other.
type poses []string

func (g poses) Ask(q ask.Question) (ask.Answer, error) {
	if !ask.As[ask.Show](q).Pictures {
		return ask.Answer{}, ask.ErrQuit
	}
	return ask.Answer{By: ask.Scorekeeper, Pictures: g}, nil
}

func (g poses) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(g, qs, got) }

// Reading back over the photos loses none, whatever is typed there, even after people change seats.
func TestPhotosAreReadBack(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	p := &parlor.Home{Dir: t.TempDir()}
	st := opened(t, p.Dir)
	s := session.Start(st, pictureperfect.Game, play.ToPlay, func() time.Time { return parlor.Time }, p.Random)
	parlor.Check(t, s.Begin(nil, func(ask.Asker) (setup.Table, error) { return setup.Table{Players: three}, nil }))
	parlor.Check(t, s.Do(pictureperfect.Laid{Alone: true}))
	_, err := s.Next(poses{"a", "", "c"})
	parlor.Check(t, errors.Join(err, st.Close()))
	for _, typed := range []string{"<\n\n", "<\nok\n", "?table\nc\np\nCaio, Bia, Ana\n\n1\n1\n", "<\n\n", "<\nok\n"} {
		h := p.Run(typed+"300\n?undo\n", "resume", s.Log.ID())
		if h.Code != parlor.Done || !strings.Contains(h.Out, "Undone: Guest 1") {
			t.Fatalf("%q: %+v", typed, h)
		}
	}
	if h := p.Run("", "show", s.Log.ID(), "--log"); strings.Contains(h.Out, "corrected: The photos") || !strings.Contains(h.Out, "; 2 are kept") {
		t.Errorf("%+v", h)
	}
	s, err = session.Open(toRead(t, filepath.Join(p.Dir, "games.db")), shelf.Games, s.Log.ID(), time.Now, p.Random)
	if err != nil || fmt.Sprint(play.Photographed(s)) != "[{c Caio} {a Ana}]" {
		t.Errorf("%v, %v", play.Photographed(s), err)
	}
}
