// Package scoring is the engine: a game is a value, everything that happens is an event that names people, and the rules
// fold events into a state and pay where a point arises. It reads no files and no clock, and chance is given to it.
package scoring

import (
	_ "embed"
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
//
// An event may have these methods:
//
//	Missing(all []Name) []Name // people who miss this event alone; embedding Absent brings it
//	Anyone()                   // it may name people who are away
//	Opens()                    // see Opener
type Event interface{ Kind() string }

// An Opener is an event that turns something over for all, though it may pay nothing: a sale, a vote, an accusation.
type Opener interface{ Opens() }

// A State is a game after some events. It embeds a Frame, and is never changed: maps and slices in it are replaced.
// Fields that hold names, also in texts, are exported, so that a rename finds them; in texts names stay of their type.
//
// A state may have these methods:
//
//	Stop() State               // ends the game at the table's word in the game's own way, and may pay; nobody counts as away
//	People() State             // follows a change of people, which its Frame has already
//	Agreed() State             // follows a change of options, which its Frame has already
//	Lay(deck []string) error   // refuses a deck that cannot have been drawn
//	File() *sheet.Value        // the game file that a sheet brings along, where the table made it; see Game.Made
//	Reveal(Event) []Tile       // an event that would come next, as it is turned over on the table; it says no more than Tell
//	Begins() Name              // the person who begins the next game at this table, where no Opening says it
//	Recall() map[string]string // choices that the next game at this table begins with
//	Topic() string             // the reference's entry that the table is at; see handbook.Topical
//	Card(Name) (text lang.Text, dealt bool) // the card that somebody's phone shows, where cards are dealt on phones
//	Places() []lang.Text       // all that such a card may name
type State interface {
	// Play returns the state after an event of the game's own, or refuses it with the path of a round in a sheet.
	// It pays points through the Frame that it was given.
	Play(Event) (State, error)
	Ended() bool // by the rules
	// Tell says in one line an event that would come next, whether or not the rules take it: “Bia told; Ana 4, Caio 2”.
	// The engine's own events have a sentence, unless this one says something.
	Tell(Event) lang.Text
	// Next asks for the next event. was is the event that is asked about once more, nil for a new one.
	Next(a ask.Asker, was Event) (Event, error)
	Decide(Result) Result // settles ties and the game's own ranking; it runs at every look; a Frame has one that changes nothing
	Paper() Paper         // the game's own part of a score sheet
	Fixed() lang.Text     // why nobody may come or leave now; empty if they may, as a Frame says
	MayStart() bool       // whether newcomers may begin with points; a Frame says no

	frame() Frame
}

// A Paper is the game's own part of a score sheet: a struct or map whose JSON keys become keys of the sheet's object.
type Paper any

// A Game is one game: a value. Define completes it.
type Game struct {
	ID       string
	Name     lang.Text
	Min, Max int // people
	Options  []setup.Option
	Phones   []setup.Option // offered besides where everybody has a phone
	First    *setup.Opening // asks for the person who begins, where that is said before the first turn
	Kinds    []Kind
	Teams    func(setup.Table) bool                                    // whether rows are teams; nil: never
	New      func(setup.Table) (State, error)                          // a state without events; nil: the zero one
	Layout   func(setup.Table) (setup.Layout, error)                   // the checklist; nil: nothing is laid out
	Draw     setup.Draw                                                // the Layout with a deck that the program draws; nil: none
	Walk     func(a ask.Asker, t setup.Table) (deck []string, _ error) // sets up; nil: the engine shows the Layout
	Latest   lang.Text                                                 // the name of the part that was played last; empty: “This turn”
	Stays    func(setup.Table) bool                                    // whether nobody leaves before the end; nil: people may
	Opens    bool                                                      // its first event is asked for together with the Layout, by the game
	// Show says how the table stands, where points do not say it. The game has these lines above its questions
	// (Group.Notes), in place of the table of points after each turn; nil: points say it.
	Show     func(State) []lang.Text
	Handbook fs.FS // handbook/en.md and handbook/pt-BR.md
	Paper    any   // pointer to the zero own part of a sheet, to read into
	// Events returns a sheet's own part as events. over is the sheet's key of that name; nil if it has none.
	Events func(paper any, t setup.Table, over *bool) ([]Placed, error)
	File   *sheet.Value // the game file, for a game that came out of one

	put func(State, Frame) State
}

// A Kind is one kind of a game's own events.
type Kind struct {
	Event Event // its zero value
	Late  bool  // it may follow the end: a tie-break, an amulet
}

// A Placed is an event with its place in a score sheet.
type Placed struct {
	Event
	At []string
}

// Find returns a game by its ID. A sheet may bring its own game in a file. Faults have their path in the sheet.
type Find func(id string, file *sheet.Value) (Game, error)

// Made returns the game file that the table made of a game that has none, on a score pad; nil of all other games.
func (g Game) Made(s State) *sheet.Value {
	own, does := s.(interface{ File() *sheet.Value })
	if g.File != nil || !does {
		return nil
	}
	return own.File()
}

// Called returns the name of a game as its table calls it: that of the game, or the one that a table gave to a game that
// it made on a score pad.
func (g Game) Called(s State) lang.Text {
	made := g.Made(s)
	if made == nil {
		return g.Name
	}
	var name string
	if v, there := made.Key("name"); !there || v.Kind() != sheet.Text || v.Read(&name) != nil {
		// The table gave its pad no name.
		return g.Name
	}
	return lang.Literal(name)
}

// setting returns the facts of a game that setting up needs.
func (g Game) setting() setup.Game {
	return setup.Game{Name: g.Name, Min: g.Min, Max: g.Max, Options: g.Options, Teams: g.Teams, First: g.First}
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
