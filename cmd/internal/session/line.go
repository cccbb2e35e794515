package session

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

const format = 1 // Head.V

// A Line is a line of a game's file: a head, answers, events put in or taken out, a dialog given up (In alone), an undo or
// a redo.
type Line struct {
	At     time.Time `json:"at"`
	Game   *Head     `json:"game,omitempty"`
	Said   *Said     `json:"said,omitempty"`
	Put    []Put     `json:"put,omitempty"`
	Drop   []int     `json:"drop,omitempty"`   // IDs of items that this line takes out; of a correction, first what is corrected
	Before int       `json:"before,omitempty"` // ID of the item before which Put goes; 0: at the end, or in place of what is dropped
	In     string    `json:"in,omitempty"`     // the dialog that this line ends
	Undo   int       `json:"undo,omitempty"`   // everything is as after this line
	Redo   int       `json:"redo,omitempty"`
}

// A Head is a game's first line.
type Head struct {
	V      int          `json:"v"`
	ID     string       `json:"id"`
	Kind   string       `json:"kind"` // scoring.Game.ID
	Seed   uint64       `json:"seed,string"`
	File   *sheet.Value `json:"file,omitempty"`   // the game file, for a game that came out of one
	After  string       `json:"after,omitempty"`  // ID of the game of which this is the next one at the same table
	Setup  *sheet.Value `json:"setup,omitempty"`  // of an imported sheet
	Played string       `json:"played,omitempty"` // of an imported sheet
}

// Said are answers of a dialog that is under way: they replace those from place From on.
type Said struct {
	In      string      `json:"in"` // "table", "next", "edit 1100", "insert 1100", "again 1100"
	From    int         `json:"from,omitempty"`
	Answers []ask.Entry `json:"answers"`
}

// A Put is an event as it is stored.
type Put struct {
	Kind  string      `json:"kind"`
	Event sheet.Value `json:"event"`
}

// The dialogs that a game has one of. Those about an item are named by edit, insert or again, and its ID.
const (
	inTable = "table"
	inNext  = "next"
)

func edit(id int) string   { return fmt.Sprint("edit ", id) }
func insert(id int) string { return fmt.Sprint("insert ", id) }
func again(id int) string  { return fmt.Sprint("again ", id) }

// split returns the parts of a dialog's name. An ID of 0 means that it has none.
func split(in string) (what string, id int) {
	what, number, _ := strings.Cut(in, " ")
	id, _ = strconv.Atoi(number)
	return what, id
}

// Unread is a line that is whole, and means nothing to this program.
type Unread struct {
	Line int // counted from 1
	Err  error
}

func (u *Unread) Error() string { return u.Text().String() }

// Unwrap returns what is wrong with the line.
func (u *Unread) Unwrap() error { return u.Err }

// Text says which line it is, and what is wrong with it.
func (u *Unread) Text() lang.Text {
	return lang.T("Line {line} of the game's file cannot be used: {why}").With("line", u.Line, "why", u.Err)
}

// unread returns an Unread that is said in the language of who reads it.
func unread(line int, err error) error {
	u := &Unread{line, err}
	return &fault.Failed{Say: u.Text(), Err: u}
}

func stamp(now func() time.Time) time.Time { return now().Truncate(time.Second) }

// read returns the game that lines lead to. With an error it is the game before the line that is named, or nil if that is
// the first.
func read(path string, find scoring.Find, lines [][]byte) (*Session, error) {
	if len(lines) == 0 {
		return nil, unread(1, errHead)
	}
	l, err := parse(lines[0])
	if err == nil && l.Game == nil {
		err = errHead
	}
	if err != nil {
		return nil, unread(1, err)
	}
	if l.Game.V != format {
		return nil, errFormat
	}
	game, err := find(l.Game.Kind, l.Game.File)
	if err != nil {
		return nil, unread(1, err)
	}
	s := begin(&Session{path: path, head: *l.Game, game: game})
	bad := s.replay(lines[1:])
	states, at, err := s.fold(s.last().items)
	s.states = states
	if err != nil {
		m := *s.last()
		bad = unread(m.items[at].ID/perLine, err)
		m.items = m.items[:at:at]
		s.moments = append(s.moments[:len(s.moments)-1], &m)
	}
	return s, bad
}

// replay follows lines up to the first that means nothing. It does not fold: most of them only led elsewhere.
func (s *Session) replay(lines [][]byte) error {
	for _, raw := range lines {
		l, err := parse(raw)
		if err != nil {
			return unread(s.last().line+1, err)
		}
		m, err := s.after(l)
		if err != nil {
			return unread(s.last().line+1, err)
		}
		s.moments = append(s.moments, m)
	}
	return nil
}

func parse(raw []byte) (l Line, err error) {
	v, err := sheet.Parse(raw)
	if err != nil {
		return l, err
	}
	err = v.Read(&l)
	return l, err
}

// stored returns an event as it is put on the disk.
func stored(e scoring.Event) (Put, error) {
	raw, err := sheet.Write(e)
	if err != nil {
		return Put{}, err
	}
	v, err := sheet.Parse(raw)
	return Put{Kind: e.Kind(), Event: v}, err
}

// event reads what is stored. Whoever puts an event reads it back, so that it is the same after a crash.
func (s *Session) event(p Put) (scoring.Event, error) {
	if p.Kind == (setup.Table{}).Kind() {
		var t setup.Table
		err := p.Event.Read(&t)
		return t, err
	}
	return s.game.Read(p.Kind, p.Event)
}
