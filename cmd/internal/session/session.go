// Package session is one game being played: its events are a log that is only ever
// added to, and every change goes the same way, rules first, then disk, then memory.
//
//   - A change is folded from the start before it is written. What the rules refuse is
//     never written, and what the disk refuses never happened.
//   - Every answer is on the disk before the next question is put. Where that cannot be
//     done the same question is put again, with the reason.
//   - Another window may have the same game open. The second one gets ErrMoved, has
//     the first one's game from then on, and asks again.
package session

import (
	"errors"
	"fmt"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/scoring"
)

// What can be wrong with a wish. Explain says each to the table.
var (
	ErrMoved   = errors.New("session: another window went on with this game")
	ErrNothing = errors.New("session: there is nothing to undo or redo")
	ErrGone    = errors.New("session: there is no such event")
	ErrTable   = errors.New("session: the table is the first event, and there is only one")
)

// A disk is what a session needs of a file of games; in tests, one that refuses.
type disk interface {
	Create(kind, purpose string, now time.Time, pick func(n int) int) (string, error)
	After(id string, seq int) ([]store.Line, error)
	Names(id string) ([]store.Naming, error)
	Append(id string, expect int, at time.Time, body []byte, p store.Projection, drop ...store.Drop) error
	Keep(id string, expect int, slot string, number int, draft []byte, at time.Time) error
	Draft(id, slot string) (store.Draft, error)
	Slots(id string) ([]string, error)
	DeleteUnstarted(id string) error
}

// onDisk is what a session has of a file of games.
type onDisk struct {
	store.Log
	store.Drafts
}

// A Session is one game at one table: its log, the conversations that are under way, and the
// place where the table reads. It is not for several goroutines.
type Session struct {
	Log    *Log
	Drafts *Drafts
	Place  *Place
}

// Start begins a new game. Nothing is stored before the first answer. The purpose is kept
// with the game: any text. random returns any whole number, unpredictable: the id and all
// chance in the game come from it.
func Start(st *store.Store, g scoring.Game, purpose string, now func() time.Time, random func() uint64) *Session {
	return sessionOf(&Log{st: onDisk{st.Log, st.Drafts}, g: g, purpose: purpose, now: now, random: random, started: now()})
}

// sessionOf returns the session of a log.
func sessionOf(log *Log) *Session {
	drafts := &Drafts{log: log}
	s := &Session{log, drafts, &Place{log: log, drafts: drafts}}
	log.moved = s.forget
	s.forget()
	return s
}

// forget lets go of what the table was at, since the log went on, or is another game's.
func (s *Session) forget() {
	s.Place.here, s.Drafts.dialogs, s.Drafts.reels = position{}, map[string]*ask.Dialog{}, map[string]reel{}
}

// Open opens the game with an id, as it was left. The error is store.ErrNone, a *Damaged,
// scoring.ErrUnknown where a newer version of the program wrote it, or what the store says.
func Open(st *store.Store, games []scoring.Game, id string, now func() time.Time, random func() uint64) (*Session, error) {
	s, kept, err := found(st, games, id, now, random)
	if err != nil {
		return nil, err
	}
	if err := s.Log.reload(); err != nil {
		return nil, err
	}
	return s, s.Log.compare(kept)
}

// OpenAs opens the game as it stood after line last of its log, to be looked at, with the names of when so many
// renames were known that say something of it: what can still be read of one that is damaged later on.
func OpenAs(st *store.Store, games []scoring.Game, id string, last, renames int) (*Session, error) {
	s, _, err := found(st, games, id, nil, nil)
	if err != nil {
		return nil, err
	}
	names, err := st.Log.Names(id)
	if err != nil {
		return nil, err
	}
	return s, s.Log.load(last, names[:min(len(names), renames)])
}

func found(st *store.Store, games []scoring.Game, id string, now func() time.Time, random func() uint64) (*Session, store.Game, error) {
	kept, err := st.History.Game(id)
	if err != nil {
		return nil, kept, err
	}
	g, known := scoring.GameOf(games, kept.Kind)
	if !known {
		g, err = ofFile(st, games, kept)
	}
	if err != nil {
		return nil, kept, fmt.Errorf("session: game %s: %w", id, err)
	}
	return sessionOf(&Log{st: onDisk{st.Log, st.Drafts}, g: g, purpose: kept.Purpose, now: now, random: random, id: id, started: kept.Started}), kept, nil
}
