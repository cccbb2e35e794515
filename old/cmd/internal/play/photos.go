package play

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/cmd/internal/phones"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

// The photos kept with a game, as files. No file is ever overwritten: the same photo stays, and a different one gets a
// number.

var (
	noPhotos  = lang.Msg("play.no-photos", "No photo is kept with this game.")
	photosIn  = lang.Msg("play.photos-in", "The photos are in this folder:")
	photoOf   = lang.Msg("play.photo-of", "{name}: {file}")
	lostPhoto = lang.Msg("play.lost-photo", "{name}: this photo cannot be read any more")
	noFolder  = lang.Msg("play.no-folder", "The photos cannot be written to {dir}: {why}")
)

// Photographed returns the photos kept with a game, in seat order.
func Photographed(s *session.Session) (all []phones.Photo) {
	if s.Log.State() == nil {
		return nil
	}
	t, _ := s.Log.Table()
	for seat, id := range s.Log.State().Pictures() {
		if id != "" {
			all = append(all, phones.Photo{ID: id, Name: t.Players[seat]})
		}
	}
	return all
}

func writePhotos(at *sitting) error {
	err := at.in.SavePhotos(at.s, filepath.Join(filepath.Dir(at.in.Store.Path()), "photos", at.s.Log.ID()))
	at.clocks.printed = true
	return at.excuse(err)
}

// SavePhotos writes the photos of a game into a folder, a JPEG named after each person, and says where they are. Folder
// and files are private to their owner. The error is a *fault.Failed, or the store's.
func (w Setting) SavePhotos(s *session.Session, dir string) error {
	all := Photographed(s)
	if all == nil {
		return &fault.Failed{Say: noPhotos}
	}
	failed := func(err error) error {
		return &fault.Failed{Say: noFolder.With("dir", dir, "why", fault.Why(err)), Err: err}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return failed(err)
	}
	taken := map[string]bool{}
	var lines []lang.Text
	for _, p := range all {
		line := lostPhoto.With("name", p.Name)
		body, err := w.Store.Drafts.Picture(s.Log.ID(), p.ID)
		switch {
		case err == nil:
			file, err := save(dir, p.Name, body, taken)
			if err != nil {
				return failed(err)
			}
			line = photoOf.With("name", p.Name, "file", file)
		case !errors.Is(err, store.ErrNone) && !errors.Is(err, store.ErrDamaged):
			return err
		}
		lines = append(lines, line)
	}
	if whole, err := filepath.Abs(dir); err == nil {
		dir = whole
	}
	fmt.Fprintln(w.Out, layout.Wrap(w.Voice.Say(photosIn), w.Width()))
	fmt.Fprintln(w.Out, "  "+lang.Sanitize(dir)) // in one piece, so that it can be copied
	for _, l := range lines {
		fmt.Fprintln(w.Out, "  "+layout.Hang(w.Voice.Say(l), w.Width(), "    "))
	}
	return nil
}

// save writes a person's photo into a folder, and returns the name of its file. taken holds the files of this game,
// without regard to case, as some file systems see them.
func save(dir, who string, body []byte, taken map[string]bool) (string, error) {
	for n := 1; ; n++ {
		file := fileName(who)
		if n > 1 {
			file += " " + strconv.Itoa(n)
		}
		file += ".jpg"
		if taken[setup.Alike(file)] {
			continue
		}
		err := create(filepath.Join(dir, file), body)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		taken[setup.Alike(file)] = true
		return file, err
	}
}

// create writes a new file. A file that holds exactly this already will do.
func create(path string, body []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		if there, lost := os.ReadFile(path); lost == nil && bytes.Equal(there, body) {
			return nil
		}
		return err
	}
	_, err = f.Write(body)
	err = cmp.Or(err, f.Close())
	if err != nil {
		_ = os.Remove(path) // half a photo is useless
	}
	return err
}

// fileName returns a name that every file system accepts: without reserved characters, without a dot or space at either
// end, without a leading hyphen that a command would take for a flag, and not a device of Windows.
func fileName(name string) string {
	out := strings.Trim(strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || lang.IsControl(r) {
			return '_'
		}
		return r
	}, name), ". ")
	stem, _, _ := strings.Cut(strings.ToLower(out), ".")
	device := slices.Contains([]string{"con", "prn", "aux", "nul"}, stem) ||
		len(stem) == 4 && (strings.HasPrefix(stem, "com") || strings.HasPrefix(stem, "lpt")) && stem[3] >= '0' && stem[3] <= '9'
	if out == "" || out[0] == '-' || device {
		return "_" + out
	}
	return out
}
