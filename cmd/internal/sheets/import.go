package sheets

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// An Import keeps games from sheets in a folder.
type Import struct {
	Kept, Known, Wrong int // how many sheets became games, how many were there already, and how many are no sheets

	folder store.Folder
	find   scoring.Find
	now    func() time.Time
	random func() uint64
	marks  map[string]bool // of all games that are there
}

// NewImport begins an import. It looks into all games of a folder, the deleted ones too.
func NewImport(f store.Folder, find scoring.Find, now func() time.Time, random func() uint64) (*Import, error) {
	i := &Import{folder: f, find: find, now: now, random: random, marks: map[string]bool{}}
	names := f.Names()
	for _, f := range []store.Folder{f, f.Gone()} {
		all, err := f.Files()
		if err != nil {
			return nil, err
		}
		for _, g := range all {
			// A file that cannot be read holds no game that a sheet could repeat.
			s, _ := session.Read(g.Path, find)
			if s == nil || s.State() == nil {
				continue
			}
			for _, sheet := range []scoring.Sheet{s.Sheet(), called(s, names)} {
				if m, err := mark(sheet); err == nil {
					i.marks[m] = true
				}
			}
		}
	}
	return i, nil
}

// mark returns a hash of the facts of a sheet, the same however it is written. The day counts; the drawn deck and the writing
// of a game file do not.
func mark(s scoring.Sheet) (string, error) {
	state, err := s.Score()
	if err != nil {
		return "", err
	}
	if at, day, ok := scoring.When(s.Played); ok && !day {
		s.Played = at.UTC().Format(time.RFC3339)
	}
	s.Setup, s.Game.File = nil, nil
	raw, err := s.Write()
	r := s.Game.Result(state)
	sum := sha256.Sum256(fmt.Appendln(raw, r.Over, scoring.FrameOf(state).Points()))
	return hex.EncodeToString(sum[:16]), err
}

// File keeps the games of a file's sheets. Parts that are no sheets are told, and all others are kept. An error is the disk's,
// and ends the import.
func (i *Import) File(file string, data []byte, tell func(place lang.Text, err error)) error {
	for _, p := range parts(file, data) {
		place := fileName(file)
		if p.line > 0 {
			place = lang.T("{file}, line {n}").With("file", place, "n", p.line)
		}
		s, err := Parse(i.find, p.text)
		if err != nil {
			i.Wrong++
			tell(place, err)
			continue
		}
		if err := i.Keep(s); err != nil {
			return err
		}
	}
	return nil
}

// Keep keeps a game unless it is there. A game whose day the sheet does not say is as old as its file.
func (i *Import) Keep(s scoring.Sheet) error {
	m, err := mark(s)
	if err != nil {
		return err
	}
	if i.marks[m] {
		i.Known++
		return nil
	}
	at, _, known := scoring.When(s.Played)
	if !known {
		at = i.now()
	}
	chance := rand.New(rand.NewPCG(i.random(), i.random()))
	for {
		id := i.folder.NewID(chance.IntN)
		err := session.Add(i.folder.Game(id), session.Head{ID: id, Seed: i.random()}, s, at)
		// Another window may have taken the ID since it was found to be free.
		if errors.Is(err, os.ErrExist) {
			continue
		}
		if err == nil {
			i.marks[m] = true
			i.Kept++
		}
		return err
	}
}
