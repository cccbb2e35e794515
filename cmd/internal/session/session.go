// Package session is one game being played: what happened is a log that is only ever
// added to, and every change goes the same way, rules first, then disk, then memory.
//
//   - A change is folded from the start before it is written. What the rules refuse is
//     never written, and what the disk refuses never happened.
//   - Every answer is on the disk before the next question is put. Where that cannot be
//     done the same question is put again, with the reason.
//   - Another window may have the same game open. Who comes second gets ErrMoved, has
//     the other's game from then on, and asks again.
package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// What can be wrong with a wish. Explain says each to the table.
var (
	ErrMoved   = errors.New("session: another window went on with this game")
	ErrNothing = errors.New("session: there is nothing to undo or redo")
	ErrGone    = errors.New("session: there is no such event")
	ErrTable   = errors.New("session: the table is the first event, and there is only one")
	ErrBegun   = errors.New("session: the game has begun")
	ErrNoTable = errors.New("session: there is no table yet")
)

// A disk is what a session needs of a *store.Store; in tests, one that refuses.
type disk interface {
	Create(kind, purpose string, now time.Time, pick func(n int) int) (string, error)
	LogAfter(id string, seq int) ([]store.Line, error)
	Append(id string, expect int, at time.Time, body []byte, p store.Projection, drop ...store.Drop) error
	Keep(id string, expect int, slot string, number int, draft []byte, at time.Time) error
	Draft(id, slot string) (store.Draft, error)
	Drafts(id string) ([]string, error)
	DeleteUnstarted(id string) error
}

// A Session is one game at one table. It is not for several goroutines.
type Session struct {
	st      disk
	g       scoring.Game
	now     func() time.Time
	random  func() uint64
	purpose string // what the table began it for, in the words of whoever started it
	id      string // "" until the first answer is kept
	started time.Time
	seed    uint64 // of the set-up, until its first answer is kept

	lines []line
	items []Item        // what lines leave
	state scoring.State // what items lead to

	place   position               // where the table reads
	dialogs map[string]*ask.Dialog // conversations under way, by slot, as this window has them
	reels   map[string]reel        // what is kept of them, as this window has it
	open    *ask.Dialog            // the conversation that was held last
}

// Start is a new game. Nothing is stored before the first answer. purpose is what it is
// begun for, and is kept with it: any text. random is any whole number, unpredictable:
// the id and all chance in the game come from it.
func Start(st *store.Store, g scoring.Game, purpose string, now func() time.Time, random func() uint64) *Session {
	s := &Session{st: st, g: g, purpose: purpose, now: now, random: random, started: now()}
	s.forget()
	return s
}

// forget is what another game, or another turn of it, makes of what the table was at.
func (s *Session) forget() {
	s.place, s.dialogs, s.reels = position{}, map[string]*ask.Dialog{}, map[string]reel{}
}

// Open is the game with this id, as it was left. The error is store.ErrNone, a *Damaged,
// scoring.ErrUnknown where a newer version of the program wrote it, or what the store says.
func Open(st *store.Store, games []scoring.Game, id string, now func() time.Time, random func() uint64) (*Session, error) {
	s, kept, err := found(st, games, id, now, random)
	if err != nil {
		return nil, err
	}
	if err := s.reload(); err != nil {
		return nil, err
	}
	return s, s.compare(kept)
}

// OpenUntil is the game as it stood after line last of its log, to be looked at: what
// can still be read of one that is damaged later on.
func OpenUntil(st *store.Store, games []scoring.Game, id string, last int) (*Session, error) {
	s, _, err := found(st, games, id, nil, nil)
	if err != nil {
		return nil, err
	}
	return s, s.load(last)
}

func found(st *store.Store, games []scoring.Game, id string, now func() time.Time, random func() uint64) (*Session, store.Game, error) {
	kept, err := st.Game(id)
	if kept.Damaged && kept.Kind != "" { // what is listed of it can be made again from its log
		kept.Standings, err = nil, nil
	}
	if err != nil {
		return nil, kept, err
	}
	g, known := scoring.GameOf(games, kept.Kind)
	if !known {
		return nil, kept, fmt.Errorf("session: game %s: %w: %q", id, scoring.ErrUnknown, kept.Kind)
	}
	s := &Session{st: st, g: g, purpose: kept.Purpose, now: now, random: random, id: id, started: kept.Started}
	s.forget()
	return s, kept, nil
}

// A Damaged game is one whose log cannot be read, or is not what was written.
type Damaged struct {
	Game  string
	Line  int // of the log, from 1; 0: none by itself
	Whole int // lines that can be read
	Why   error
}

func (d *Damaged) Error() string {
	return fmt.Sprintf("session: game %s, line %d: %v", d.Game, d.Line, d.Why)
}

// Unwrap says what it is: store.ErrDamaged, scoring.ErrUnknown …
func (d *Damaged) Unwrap() error { return d.Why }

var errResult = fmt.Errorf("%w: the result that was kept is another one than that of the log", store.ErrDamaged)

// compare holds the result that was kept against the log's own.
func (s *Session) compare(kept store.Game) error {
	if s.state == nil || kept.Standings == nil || kept.Lines != len(s.lines) {
		return nil
	}
	p, err := s.projection(s.items, s.state)
	if err == nil && !bytes.Equal(p.Standings, kept.Standings) {
		err = &Damaged{s.id, 0, len(s.lines), errResult}
	}
	return err
}

// reload reads what is new in the log.
func (s *Session) reload() error { return s.load(math.MaxInt) }

// load reads the log as far as a line.
func (s *Session) load(last int) error {
	s.forget()
	fresh, err := s.st.LogAfter(s.id, len(s.lines))
	if err != nil {
		return err
	}
	lines := slices.Clone(s.lines)
	for _, f := range fresh[:min(len(fresh), max(0, last-len(lines)))] {
		l, err := line{}, fmt.Errorf("%w: %w", store.ErrDamaged, errGap)
		if f.Seq == len(lines)+1 {
			l, err = read(s.g, f, s.sum(lines))
		}
		if err != nil {
			return s.unreadable(lines, err)
		}
		lines = append(lines, l)
	}
	items, state, err := s.from(lines)
	if err != nil {
		return s.faulty(lines, err)
	}
	s.lines, s.items, s.state = lines, items, state
	return nil
}

// unreadable says of a line that it cannot be read, or of one before it that it leads nowhere.
func (s *Session) unreadable(lines []line, err error) error {
	if _, _, err := s.from(lines); err != nil {
		return s.faulty(lines, err)
	}
	return &Damaged{s.id, len(lines) + 1, len(lines), err}
}

// sum is that of the last line.
func (s *Session) sum(lines []line) string {
	if len(lines) == 0 {
		return s.id
	}
	return lines[len(lines)-1].sum
}

// faulty names the first line after which the log leads nowhere.
func (s *Session) faulty(lines []line, err error) error {
	for n := 1; n <= len(lines); n++ {
		if _, _, err := s.from(lines[:n]); err != nil {
			return &Damaged{s.id, n, n - 1, fmt.Errorf("%w: %w", store.ErrDamaged, err)}
		}
	}
	return &Damaged{s.id, 0, len(lines), err}
}

// from is what a log leads to.
func (s *Session) from(lines []line) ([]Item, scoring.State, error) {
	if len(lines) == 0 {
		return nil, nil, nil
	}
	items, err := fold(s.g, lines)
	if err != nil {
		return nil, nil, err
	}
	state, refused, err := play(s.g, items)
	if err == nil && len(refused) > 0 {
		err = refused[0].Why
	}
	return items, state, err
}

// play starts the game and applies the events. One that the rules refuse is left out
// and named, so that all that stand in the way are known. Rules that fail at what a
// damaged file says are an error like any other.
func play(g scoring.Game, items []Item) (state scoring.State, refused []Refused, err error) {
	defer func() {
		if v := recover(); v != nil {
			state, refused, err = nil, nil, fmt.Errorf("session: the rules fail: %v", v)
		}
	}()
	return folded(g, items)
}

func folded(g scoring.Game, items []Item) (scoring.State, []Refused, error) {
	state, err := g.New(items[0].Event.(setup.Table).Clone())
	if err != nil {
		return nil, nil, err
	}
	var refused []Refused
	for _, it := range items[1:] {
		next, err := state.Apply(it.Event)
		var f *scoring.Fault
		switch {
		case errors.As(err, &f):
			refused = append(refused, Refused{it, f})
		case err != nil:
			return nil, nil, err
		default:
			state = next
		}
	}
	return state, refused, nil
}

// ID is the game's id in the store, "" before the first answer was kept.
func (s *Session) ID() string { return s.id }

// Game is what is played.
func (s *Session) Game() scoring.Game { return s.g }

// Purpose is what the game was begun for, as Start was told.
func (s *Session) Purpose() string { return s.purpose }

// Started is when the game was begun; zero: nobody knows.
func (s *Session) Started() time.Time { return s.started }

// Table is who plays and what was agreed, and whether that is known yet.
func (s *Session) Table() (setup.Table, bool) {
	if len(s.items) == 0 {
		return setup.Table{}, false
	}
	return s.items[0].Event.(setup.Table).Clone(), true
}

// Items are the events as they stand, the table first.
func (s *Session) Items() []Item { return slices.Clone(s.items) }

// Events are the events as they stand, without the table.
func (s *Session) Events() []scoring.Event {
	var out []scoring.Event
	for _, it := range s.items[min(1, len(s.items)):] {
		out = append(out, it.Event)
	}
	return out
}

// Lines is how many lines of the log this window knows.
func (s *Session) Lines() int { return len(s.lines) }

// CatchUp reads what another window told, and is ErrMoved, or what the store says.
func (s *Session) CatchUp() error { return s.refused(store.ErrMoved) }

// State is where the game stands, nil before there is a table.
func (s *Session) State() scoring.State { return s.state }

// projection is what the store shows of a game without knowing it.
func (s *Session) projection(items []Item, state scoring.State) (store.Projection, error) {
	t, r := items[0].Event.(setup.Table), state.Result()
	b, err := json.Marshal(r.Standings())
	p := store.Projection{People: t.Players, Choices: t.Choices, Finished: r.Over, Standings: b}
	if err == nil && p.Finished {
		p.How, err = hows(s.g, t, state)
	}
	return p, err
}
