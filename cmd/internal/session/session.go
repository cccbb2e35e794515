// Package session is one game being played: lines of its file, and the moments that they lead to. A line is on the disk
// before anybody hears that it was taken. It asks nothing by itself and knows no screen.
package session

import (
	"encoding/json"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A Line is a line of a game's file. It has exactly one of Game, Said, Put (with Drop, Before, In), Undo, Redo.
type Line struct {
	At     time.Time `json:"at"`
	Game   *Head     `json:"game,omitempty"`
	Said   *Said     `json:"said,omitempty"`
	Put    []Put     `json:"put,omitempty"`
	Drop   []int     `json:"drop,omitempty"`   // IDs of items that this line takes out
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
	In      string      `json:"in"` // "table", "next", "edit 1100", "insert 1100"
	From    int         `json:"from,omitempty"`
	Answers []ask.Entry `json:"answers"`
}

// A Put is an event as it is stored.
type Put struct {
	Kind  string          `json:"kind"`
	Event json.RawMessage `json:"event"`
}

// An Item is an event of the game as it stands. Item 0 is the table.
type Item struct {
	ID    int // line × 100 + place in it
	Event scoring.Event
	Said  []ask.Entry // what was answered when it was asked
	At    time.Time
}

// A Session is one game being played, or read.
type Session struct{}

// Create begins a game: its head is on the disk when it returns.
func Create(path string, find scoring.Find, h Head, now func() time.Time) (*Session, error) {
	panic("unwritten")
}

// Open opens a game to go on with. store.ErrBusy: another window has it. *store.Damaged comes with a session for
// reading, up to the damage.
func Open(path string, find scoring.Find, now func() time.Time) (*Session, error) { panic("unwritten") }

// Read opens a game for reading alone.
func Read(path string, find scoring.Find) (*Session, error) { panic("unwritten") }

// Close lets others write the game.
func (s *Session) Close() error { panic("unwritten") }

// Head, Game, Items and State say how the game stands now. State is nil as long as the table has not agreed.
func (s *Session) Head() Head                  { panic("unwritten") }
func (s *Session) Game() scoring.Game          { panic("unwritten") }
func (s *Session) Items() []Item               { panic("unwritten") }
func (s *Session) State() scoring.State        { panic("unwritten") }
func (s *Session) Before(id int) scoring.State { panic("unwritten") }

// Table returns the table as it is now; the zero table before it agreed.
func (s *Session) Table() setup.Table { panic("unwritten") }

// Begin runs the dialog "table" and puts the table; Next runs the dialog for the next event and puts it. Answers are
// on the disk as they come. Both return the asker's Move if the table wants elsewhere.
func (s *Session) Begin(a ask.Asker, was setup.Table) error { panic("unwritten") }
func (s *Session) Next(a ask.Asker) error                   { panic("unwritten") }

// Do puts an event that nobody was asked for: people, a stop, that everything is laid out.
func (s *Session) Do(e scoring.Event) error { panic("unwritten") }

// Correct asks about an event once more, from its first answer on, or with last from its last one back. Insert asks
// for one that was forgotten, before another. Remove takes one out. Nothing is changed before Make.
func (s *Session) Correct(a ask.Asker, id int, last bool) (*Change, error) { panic("unwritten") }
func (s *Session) Insert(a ask.Asker, before int) (*Change, error)         { panic("unwritten") }
func (s *Session) Remove(id int) (*Change, error)                          { panic("unwritten") }

// A Change is a correction that is not made yet.
type Change struct {
	Before, After scoring.State
	Event, Was    scoring.Event // new and old; nil if there is none
	Refused       []Refused     // later events that would not be possible any more; Make takes them out
}

// Refused is an event that a change makes impossible, and why.
type Refused struct {
	Item Item
	Why  error
}

// Make puts a change on the disk.
func (s *Session) Make(c *Change) error { panic("unwritten") }

// Half returns the corrections and insertions that were left in the middle: "edit 1100". Forget drops one.
func (s *Session) Half() []string         { panic("unwritten") }
func (s *Session) Forget(in string) error { panic("unwritten") }

// Undo takes back the last answer, event or change; Redo brings back what was taken back last. ToUndo and ToRedo say
// what that is, and whether there is any.
func (s *Session) Undo() error          { panic("unwritten") }
func (s *Session) Redo() error          { panic("unwritten") }
func (s *Session) ToUndo() (Step, bool) { panic("unwritten") }
func (s *Session) ToRedo() (Step, bool) { panic("unwritten") }

// A Step is what an undo would take back, or a redo bring back: answers, an event, or a change of several.
type Step struct {
	Answers []ask.Entry
	Items   []Item // put
	Dropped []Item
}
