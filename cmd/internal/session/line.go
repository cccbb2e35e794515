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

// A Line is a line of a game's file: a head, answers, events put in or taken out, the end of a dialog without an event (In
// alone), an undo or a redo.
type Line struct {
	At     time.Time `json:"at"`
	Game   *Head     `json:"game,omitempty"`
	Said   *Said     `json:"said,omitempty"`
	Put    []Put     `json:"put,omitempty"`
	Drop   []ItemID  `json:"drop,omitempty"`   // IDs of items that this line takes out; of a correction, first what is corrected
	Before ItemID    `json:"before,omitempty"` // ID of the item before which Put goes; 0: at the end, or in place of the first Drop
	In     string    `json:"in,omitempty"`     // the dialog that this line ends
	Undo   LineNo    `json:"undo,omitempty"`   // everything is as after this line
	Redo   LineNo    `json:"redo,omitempty"`
}

// A Head is a game's first line.
type Head struct {
	V      int          `json:"v"`
	ID     string       `json:"id"`
	GameID string       `json:"kind"` // scoring.Game.ID
	Seed   uint64       `json:"seed,string"`
	File   *sheet.Value `json:"file,omitempty"`   // the game file, for a game that came out of one
	After  string       `json:"after,omitempty"`  // ID of the game of which this is the next one at the same table
	Setup  *sheet.Value `json:"setup,omitempty"`  // of an imported sheet
	Played string       `json:"played,omitempty"` // of an imported sheet
	Sheet  bool         `json:"sheet,omitempty"`  // it was imported from a sheet: Played, or nobody, knows its day
	Scored bool         `json:"scored,omitempty"` // it was played before it began here, where it is only scored
}

// Said are answers of a dialog that is under way: they replace those from place From on.
type Said struct {
	In      string      `json:"in"` // "table", "next", "edit 1100", "insert 1100"
	From    int         `json:"from,omitempty"`
	Answers []ask.Entry `json:"answers"`
}

// A Put is an event as it is stored.
type Put struct {
	Kind  string      `json:"kind"`
	Event sheet.Value `json:"event"`
}

// The dialogs. The names of the last two are followed by the ID of an item.
const (
	inTable  = "table"
	inNext   = "next"
	inLeft   = "left"
	inEdit   = "edit"
	inInsert = "insert"
)

func edit(id ItemID) string   { return fmt.Sprint(inEdit, " ", id) }
func insert(id ItemID) string { return fmt.Sprint(inInsert, " ", id) }

// split returns the parts of a dialog's name. An ID of 0 means that it has none.
func split(in string) (what string, id ItemID) {
	what, number, _ := strings.Cut(in, " ")
	n, _ := strconv.Atoi(number)
	return what, ItemID(n)
}

// unread returns the error that names a line that is whole, and means nothing to this program.
func unread(line LineNo, err error) error {
	return &fault.Failed{Say: lang.T("line {line} cannot be used: {why}").With("line", line, "why", err), Err: err}
}

// stamp returns the time of a line, which has no fractions of a second.
func stamp(now func() time.Time) time.Time { return now().Truncate(time.Second) }

// read returns the game that lines lead to. With an error it is the game before the line that is named, or nil if that is
// the first. Only the items of the last moment are folded, as most lines were undone, or were steps to an event.
func read(find scoring.Find, lines [][]byte) (*Session, error) {
	if len(lines) == 0 {
		return nil, unread(1, errHead)
	}
	head, err := parse(lines[0])
	switch {
	case err != nil:
		return nil, unread(1, err)
	case head.Game == nil:
		return nil, unread(1, errHead)
	case head.Game.V != format:
		return nil, errFormat
	}
	game, err := find(head.Game.GameID, head.Game.File)
	if err != nil {
		return nil, unread(1, err)
	}
	s := &Session{timeline: begin(*head.Game, game, head.At)}
	var bad error
	for i := 1; i < len(lines) && bad == nil; i++ {
		bad = s.follow(lines[i])
	}
	states, at, err := s.fold(s.last().items)
	if err != nil {
		m := *s.last()
		// The line that put the refused item is to blame, and not the last one of the file.
		bad = unread(m.items[at].ID.line(), err)
		m.items = m.items[:at:at]
		s.moments = append(s.moments[:len(s.moments)-1], &m)
	}
	s.states = states
	return s, bad
}

// follow goes on to the moment after a line, without a look at the rules.
func (tl *timeline) follow(raw []byte) error {
	l, err := parse(raw)
	if err != nil {
		return unread(tl.last().line+1, err)
	}
	m, err := tl.after(l)
	if err != nil {
		return unread(tl.last().line+1, err)
	}
	tl.moments = append(tl.moments, m)
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

// event reads a stored event. Events that are put are read back at once, so that they are the same after a crash.
func (tl *timeline) event(p Put) (scoring.Event, error) {
	if p.Kind == (setup.Table{}).Kind() {
		var t setup.Table
		err := p.Event.Read(&t)
		return t, err
	}
	return tl.game.Read(p.Kind, p.Event)
}
