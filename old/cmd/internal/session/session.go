// Package session is one game being played. Its events are an append-only log, and every change takes the same way: first
// the rules, then the disk, then memory.
//
//   - A change is replayed from the start before it is written. What the rules refuse is never written, and what the disk
//     refuses never happened.
//   - Every answer is on the disk before the next question is put. If it cannot be stored, the same question is put again
//     with the reason.
//   - Another window may have the same game open. A window that was overtaken gets ErrMoved, has the other window's game
//     from then on, and asks again.
package session

import (
	"errors"
	"fmt"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/scoring"
)

// Reasons to refuse a request. Explain puts each of them in words.
var (
	ErrMoved   = errors.New("session: another window went on with this game")
	errNothing = errors.New("session: there is nothing to undo or redo")
	errGone    = errors.New("session: there is no such event")
	errTable   = errors.New("session: the table is the first event, and there is only one")
)

// A disk is what a session needs of a file of games. Tests use one that refuses.
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

// onDisk is the part of a store that is a disk.
type onDisk struct {
	store.Log
	store.Drafts
}

// A Session is one game at one table: its log, its unfinished dialogs, and the place where the table reads. It is not
// safe for concurrent use.
type Session struct {
	Log    *Log
	Drafts *Drafts
	Place  *Place
}

// Start begins a new game. Nothing is stored before the first answer. The purpose is any text, and is kept with the
// game. random returns unpredictable numbers; the id and all chance in the game come from it.
func Start(st *store.Store, g scoring.Game, purpose string, now func() time.Time, random func() uint64) *Session {
	return sessionOf(&Log{st: onDisk{st.Log, st.Drafts}, g: g, purpose: purpose, now: now, random: random, started: now()})
}

func sessionOf(log *Log) *Session {
	drafts := &Drafts{log: log}
	s := &Session{log, drafts, &Place{log: log, drafts: drafts}}
	log.moved = s.forget
	s.forget()
	return s
}

// forget drops the window's state when the log has moved on, or has become another game's.
func (s *Session) forget() {
	s.Place.here, s.Drafts.dialogs, s.Drafts.reels = position{}, map[string]*ask.Dialog{}, map[string]reel{}
}

// Open opens a game as it was left. The error is store.ErrNone, a *Damaged, scoring.ErrUnknown if a newer version of
// the program wrote it, or what the store says.
func Open(st *store.Store, games []scoring.Game, id string, now func() time.Time, random func() uint64) (*Session, error) {
	s, kept, err := find(st, games, id, now, random)
	if err != nil {
		return nil, err
	}
	if err := s.Log.reload(); err != nil {
		return nil, err
	}
	return s, s.Log.compare(kept)
}

// OpenAs opens a game read-only, as it stood after line last of its log and with the names after the given number of
// its renames. It shows the readable part of a game that is damaged further on.
func OpenAs(st *store.Store, games []scoring.Game, id string, last, renames int) (*Session, error) {
	s, _, err := find(st, games, id, nil, nil)
	if err != nil {
		return nil, err
	}
	names, err := st.Log.Names(id)
	if err != nil {
		return nil, err
	}
	return s, s.Log.load(last, names[:min(len(names), renames)])
}

func find(st *store.Store, games []scoring.Game, id string, now func() time.Time, random func() uint64) (*Session, store.Game, error) {
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
