// Package session is one game being played: lines of its file, and the moments that they lead to. A line is on the disk
// before anybody hears that it was taken. It asks nothing by itself and knows no screen.
package session

import (
	"cmp"
	_ "embed"
	"errors"
	"path/filepath"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
)

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)

// A Session is one game being played, or read.
type Session struct {
	timeline
	path string
	file *store.File // nil: for reading alone
	now  func() time.Time
}

var (
	errReading error = &fault.Failed{Say: lang.T("This game is open for reading alone.")}
	errHead          = errors.New("no head")
	errFormat  error = &fault.Failed{Say: lang.T("this game was written by a newer tablemate")}
)

// Create begins a game: its head is on the disk when it returns.
func Create(path string, find scoring.Find, h Head, now func() time.Time) (*Session, error) {
	h.V = format
	game, err := find(h.GameID, h.File)
	if err != nil {
		return nil, err
	}
	at := stamp(now)
	raw, err := sheet.Write(Line{At: at, Game: &h})
	if err != nil {
		return nil, err
	}
	file, err := store.Create(path, raw)
	if err != nil {
		return nil, err
	}
	return &Session{begin(h, game, at), path, file, now}, nil
}

// Open opens a game to go on with. store.ErrBusy: another window has it. Any other error may come with a session: then a
// line of the file is damaged (*store.Damaged), or is whole and means nothing, and the game may be read as it was before.
func Open(path string, find scoring.Find, now func() time.Time) (*Session, error) {
	file, lines, err := store.Open(path)
	s, bad := read(find, lines)
	if err == nil && bad == nil {
		s.path, s.file, s.now = path, file, now
		return s, nil
	}
	if file != nil {
		// Nothing was written, so nothing can be lost.
		_ = file.Close()
	}
	return s, cmp.Or(err, in(path, bad))
}

// in names the file that an error of its lines is about.
func in(path string, bad error) error {
	if bad == nil {
		return nil
	}
	return &fault.Failed{Say: lang.At(filepath.Base(path), bad), Err: bad}
}

// Read opens a game for reading alone. Its errors are those of Open.
func Read(path string, find scoring.Find) (*Session, error) {
	lines, err := store.Read(path)
	s, bad := read(find, lines)
	return s, cmp.Or(err, in(path, bad))
}

// Path returns the file of a game that was opened to go on with.
func (s *Session) Path() string { return s.path }

// Kept returns nil as long as everything that was told stands in the game's file. Else the error, a store.ErrChanged, names
// the file in which it stands.
func (s *Session) Kept() error {
	if s.file == nil {
		return nil
	}
	return s.file.Kept()
}

// Close lets others write the game.
func (s *Session) Close() error {
	if s.file == nil {
		return nil
	}
	defer func() { s.file = nil }()
	return s.file.Close()
}

// write puts a line on the disk, if the game is possible after it. With an error nothing has changed.
func (s *Session) write(l Line) error {
	if s.file == nil {
		return errReading
	}
	l.At = stamp(s.now)
	m, err := s.after(l)
	if err != nil {
		return err
	}
	states, _, err := s.fold(m.items)
	if err != nil {
		return err
	}
	raw, err := sheet.Write(l)
	if err != nil {
		return err
	}
	if err := s.file.Append(raw); err != nil {
		return err
	}
	s.moments, s.states = append(s.moments, m), states
	return nil
}
