// Package scoring is the engine: a game is a value, what happened is an event that names people, and the rules fold
// events into a state and pay where a point arises. It reads no files, no clock and no chance but what it is given.
package scoring

import (
	"io/fs"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/setup"
)

type (
	Name = setup.Name
	Row  = setup.Row
)

// An Event is something that happened at the table. Its JSON is a line of the log and a piece of the score sheet. It
// names people and teams, never seats.
type Event interface{ Kind() string }

// A State is a game after some events. It embeds a Frame, and is never changed: maps and slices in it are replaced.
type State interface {
	// Play returns the state after an event of the game's own, or refuses it with the path of a round in a sheet.
	// It pays points through the Frame that it was given.
	Play(Event) (State, error)
	Ended() bool // by the rules
	// Next asks for the next event. was is the event that is asked about once more, nil for a new one.
	Next(a ask.Asker, was Event) (Event, error)
	Decide(Result) Result // settles ties and the game's own ranking; it runs at every look
	Paper() Paper         // the game's own part of a score sheet

	frame() Frame
}

// A Paper is the game's own part of a score sheet, as a struct or map whose JSON is merged into the sheet's object.
type Paper any

// A Frame is what the engine keeps about a game in progress. Every State embeds one.
type Frame struct {
	Table   setup.Table // as it is from now on
	Away    []Name      // who is away from now on, in seat order
	Late    []Name      // who came after the game had begun
	Base    map[Row]int // points that a row began with
	Laid    bool        // everything is laid out
	Stopped bool        // the table ended the game
	Going   bool        // a sheet said that the game is still being played
	Deck    any         // what was drawn when the table was laid out
	Parts   []Part      // the ledger
}

func (f Frame) frame() Frame { return f }

// Of returns a state's frame.
func Of(s State) Frame { return s.frame() }

// A Part is a piece of the game that pays: a round, a guest, a slap.
type Part struct {
	Title lang.Text
	Lines []Line
}

// A Line is what one row got for one reason. 0 points tell why a row got none where it might have expected some.
type Line struct {
	Row    Row
	Points int
	Where  lang.Text // heading of the rulebook, and page where it has pages; or whose decision it was
	Why    lang.Text // the whole reason
	Short  lang.Text // the reason in a few words, for the table; Why if empty
	Head   lang.Text // what it counts as when the evening is summed up: “Fooled”; empty if nothing
}

// Begin begins a part of the ledger.
func (f *Frame) Begin(title lang.Text) { panic("unwritten") }

// Pay pays a row in the part that was begun last.
func (f *Frame) Pay(l Line) { panic("unwritten") }

// Rows returns the rows of the standings: people in seat order, or teams.
func (f Frame) Rows() []Row { panic("unwritten") }

// RowOf returns the row of a person: themselves, or their team.
func (f Frame) RowOf(n Name) Row { panic("unwritten") }

// Present returns who is there from now on, in seat order.
func (f Frame) Present() []Name { panic("unwritten") }

// Left returns who sits next on somebody's left and is there; n may be away.
func (f Frame) Left(n Name) Name { panic("unwritten") }

// Points returns what each row has: its base and every line.
func (f Frame) Points() map[Row]int { panic("unwritten") }

// Over reports whether a game has ended, by its rules or at the table's word.
func Over(s State) bool { return s.frame().Stopped || s.Ended() }

// A Game is one game: a value. Define completes it.
type Game struct {
	ID       string
	Name     lang.Text
	Min, Max int // people
	Options  []setup.Option
	Kinds    []Kind
	Teams    func(setup.Table) bool                                 // whether rows are teams; nil: never
	New      func(setup.Table) (State, error)                       // a state without events
	Layout   func(setup.Table) (setup.Layout, error)                // what to lay out
	Walk     func(a ask.Asker, t setup.Table) (deck any, err error) // asks what setting up has to be told; nil: nothing
	Fixed    func(State) lang.Text                                  // why nobody may come or leave now; nil or empty: they may
	Show     func(State) []lang.Text                                // what lies on the table now, a line each; may be nil
	Handbook fs.FS                                                  // handbook/en.md and handbook/pt-BR.md
	Paper    any                                                    // pointer to the zero own part of a sheet, to read into
	Events   func(paper any, t setup.Table) ([]Event, error)        // a sheet's own part as events
	File     *sheet.Value                                           // the game file, for a game that came out of one

	put func(State, Frame) State
}

// A Kind is one kind of a game's own events.
type Kind struct {
	Event Event     // its zero value
	Say   lang.Text // a sentence for lists and menus; its places are the keys of the event's JSON
	Late  bool      // it may follow the end: a tie-break, an amulet
}

// The engine's own events.
type (
	// People says who sits how from now on. Renamed takes all names at once, so that two may swap.
	People struct {
		Players []Name `json:"players"`
		Absent
		Teams   []setup.Team  `json:"teams,omitempty"`
		Renamed map[Name]Name `json:"renamed,omitempty"` // old name to new
		Begin   map[Name]int  `json:"begin,omitempty"`   // points that who comes late begins with
	}
	// Absent is embedded by events that may say who is missing.
	Absent struct {
		Away []Name `json:"away,omitempty"`
	}
	// Choices says that the table agreed on something else from now on, where the game allows it.
	Choices struct {
		Choices map[string]string `json:"choices"`
	}
	// Laid says that everything is laid out.
	Laid struct {
		Deck any `json:"deck,omitempty"`
	}
	// Stop ends the game at the table's word.
	Stop struct{}
	// Playing is a sheet's word that the game is still being played.
	Playing struct{}
)

func (People) Kind() string  { return "people" }
func (Choices) Kind() string { return "choices" }
func (Laid) Kind() string    { return "laid" }
func (Stop) Kind() string    { return "stop" }
func (Playing) Kind() string { return "playing" }

// Define completes a game whose states have type S, a struct that embeds a Frame.
func Define[S State](g Game) Game { panic("unwritten") }

// Begin returns the state of a table without events.
func (g Game) Begin(t setup.Table) (State, error) { panic("unwritten") }

// Apply returns the state after an event: one of the game's own or of the engine's. It refuses strangers, absent people,
// what comes after the end, and what the rules refuse.
func (g Game) Apply(s State, e Event) (State, error) { panic("unwritten") }

// Fold applies events one after the other. The index in a fault is the event's.
func (g Game) Fold(s State, events []Event) (State, error) { panic("unwritten") }

// Next asks for the next event of a game that is not over, or for a tie-break of one that is.
func (g Game) Next(s State, a ask.Asker, was Event) (Event, error) { panic("unwritten") }

// Asks reports whether an event is one that Next asks for, so that it can be asked about once more.
func (g Game) Asks(e Event) bool { panic("unwritten") }

// Agree asks for the table: people and options.
func (g Game) Agree(a ask.Asker, was setup.Table) (setup.Table, error) { panic("unwritten") }

// Decode reads an event from its JSON. Unknown kinds and keys are refused.
func (g Game) Decode(kind string, raw []byte) (Event, error) { panic("unwritten") }

// Tell returns a sentence about an event: “Bia told; Ana 4, Caio 2”.
func (g Game) Tell(before State, e Event) lang.Text { panic("unwritten") }

// Result returns the standings.
func (g Game) Result(s State) Result { panic("unwritten") }

// A Result is how a game stands or ended. Rows are in seat order, teams in that of the table.
type Result struct {
	Game      Game
	Over      bool
	Rows      []Row
	Points    map[Row]int
	Ranks     map[Row]int
	Winners   []Row
	DecidedBy string // as the contract has it: "points", …, "" while open
	Needs     string // "envelopes", "photo_vote", or ""
	Tied      []Row
	Last      []Row       // rows that rank behind all others, whatever their points (out of the game)
	Reason    lang.Text   // one sentence: who wins, and why
	Readings  []lang.Text // house readings that mattered
	Steps     []lang.Text // of a tie, one a criterion
	Missing   lang.Text   // what is missing to the end: “Bia needs 5 more”
	Parts     []Part
}

// Find returns a game by its ID. A sheet may bring its own game in a file.
type Find func(id string, file *sheet.Value) (Game, error)

// A Sheet is a score sheet that was read: a game, its table, its events.
type Sheet struct {
	Game   Game
	Table  setup.Table
	Events []Event
	Played string // RFC 3339, or ""
	Setup  *sheet.Value
}

// ReadSheet reads a score sheet. A fault has the path in the sheet.
func ReadSheet(find Find, data []byte) (Sheet, error) { panic("unwritten") }

// Score folds a sheet.
func (s Sheet) Score() (State, error) { panic("unwritten") }

// WriteSheet returns the score sheet of a game, such that reading and scoring it gives the same result. Rounds before
// somebody came have them in their away.
func WriteSheet(g Game, start setup.Table, events []Event, played string) ([]byte, error) {
	panic("unwritten")
}
