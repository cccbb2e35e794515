// Package session is one game being played: lines of its file, and the moments that they lead to. A line is on the disk
// before anybody hears that it was taken. It asks nothing by itself and knows no screen.
package session

import (
	"cmp"
	_ "embed"
	"errors"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)

// A Session is one game being played, or read.
type Session struct {
	file    *store.File // nil: for reading alone
	now     func() time.Time
	head    Head
	game    scoring.Game
	moments []*moment // after each line: the first is that of the head
	states  []scoring.State
}

var (
	errReading error = &fault.Failed{Say: lang.T("This game is open for reading alone.")}
	errHead          = errors.New("no head")
	errFormat  error = &fault.Failed{Say: lang.T("This game was written by a newer tablemate.")}
)

// Create begins a game: its head is on the disk when it returns.
func Create(path string, find scoring.Find, h Head, now func() time.Time) (*Session, error) {
	h.V = format
	game, err := find(h.Kind, h.File)
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
	return begin(&Session{file: file, now: now, head: h, game: game}, at), nil
}

// Open opens a game to go on with. store.ErrBusy: another window has it. Any other error may come with a session: then a
// line of the file is damaged (*store.Damaged), or is whole and means nothing, and the game may be read as it was before.
func Open(path string, find scoring.Find, now func() time.Time) (*Session, error) {
	file, lines, err := store.Open(path)
	s, bad := read(find, lines)
	if err == nil && bad == nil {
		s.file, s.now = file, now
		return s, nil
	}
	if file != nil {
		_ = file.Close() // nothing was written
	}
	return s, cmp.Or(err, bad)
}

// Read opens a game for reading alone. Its errors are those of Open.
func Read(path string, find scoring.Find) (*Session, error) {
	lines, err := store.Read(path)
	s, bad := read(find, lines)
	return s, cmp.Or(err, bad)
}

// Close lets others write the game.
func (s *Session) Close() error {
	if s.file == nil {
		return nil
	}
	defer func() { s.file = nil }()
	return s.file.Close()
}

// begin puts a session at the moment of its head.
func begin(s *Session, at time.Time) *Session {
	s.moments = []*moment{{line: 1, by: Line{At: at}, mark: 1, put: 1, drafts: map[string]draft{}}}
	s.states = []scoring.State{nil}
	return s
}

// Head returns the first line of the game's file, Game the game that is played.
func (s *Session) Head() Head         { return s.head }
func (s *Session) Game() scoring.Game { return s.game }

// Items returns the events of the game as it stands. The first is the table, once that agreed.
func (s *Session) Items() []Item { return s.last().items }

// State returns the game as it stands; nil as long as the table has not agreed.
func (s *Session) State() scoring.State { return s.states[len(s.states)-1] }

// Before returns the game before an item; nil before the table, and if there is no such item.
func (s *Session) Before(id int) scoring.State {
	if i := s.last().index(id); i >= 0 {
		return s.states[i]
	}
	return nil
}

// Table returns the table as it is now; the zero table before it agreed.
func (s *Session) Table() setup.Table {
	if st := s.State(); st != nil {
		return scoring.Of(st).Table
	}
	return setup.Table{}
}

// Lines returns how many lines the file has, Mark the number of the last one that is no answer.
func (s *Session) Lines() int { return s.last().line }
func (s *Session) Mark() int  { return s.last().mark }

func (s *Session) last() *moment { return s.moments[len(s.moments)-1] }

// write puts a line on the disk, if the game is possible after it. Whatever fails, nothing has changed.
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

// fold returns the states before each item, and after the last. What is as it stands now is not folded again. If an item
// is refused, its place is returned with the states before it.
func (s *Session) fold(items []Item) (states []scoring.State, at int, err error) {
	now := s.last().items
	same := 0
	for same < min(len(items), len(now), len(s.states)-1) && items[same].ID == now[same].ID {
		same++
	}
	states = append(states, s.states[:same+1]...)
	for i := same; i < len(items); i++ {
		next, err := s.apply(states[i], items[i].Event)
		if err != nil {
			return states, i, err
		}
		states = append(states, next)
	}
	return states, len(items), nil
}

// apply returns the state after an event. The table is the first one, and the only one of its kind.
func (s *Session) apply(st scoring.State, e scoring.Event) (scoring.State, error) {
	t, table := e.(setup.Table)
	switch {
	case table && st == nil:
		return s.game.Begin(t)
	case table || st == nil:
		return nil, fault.New(lang.T("The table comes first, and once."))
	}
	return s.game.Apply(st, e)
}
