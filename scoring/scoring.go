// Package scoring is the shape that every game shares: a game is a value, a thing
// that happened at the table is an event, and the rules fold events into a state.
// It knows no game by name, and it never reads a clock, a file or a key.
package scoring

import (
	"embed"
	"errors"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/setup"
)

// A Game is what is the same for every table of one game: who may sit down to it, how it starts, what a
// table agrees on, how its sheet is read. What depends on how it stands is its State's. Define makes it whole.
type Game struct {
	ID                     string    // in the store, in sheets and on the command line; never changes
	Name                   lang.Text // as printed on the box
	MinPlayers, MaxPlayers int       // players; New is never asked for a table of more or fewer
	Options                []setup.Option
	First                  lang.Text    // the question who begins
	FirstIs                Opening      // when that is asked
	Onward                 lang.Text    // a rematch in which {name}, the next one, begins; empty where nobody is next
	Views                  []View       // the ways to show it, besides the standings
	Tallies                []Tally      // what it counts of everybody
	Texts                  lang.Catalog // its translations
	Handbook               Book         // handbook/en.md, handbook/pt-BR.md
	Setup                  setup.Laying // what a table lays out

	// New is the game before its first event. The engine keeps the table in its Frame.
	New    func(setup.Table) (State, error)
	Events []Kind // its own events, as Kinds and Late make them

	// Seat asks what a table of this game agrees on besides its options (teams); nil: nothing.
	Seat func(a ask.Asker, t setup.Table) (setup.Table, error)

	// Called is what a table plays where the game is a frame for others (Azul), from what it agreed on; empty
	// where nothing says it. A later table may agree on the same by choosing it from a list, which answers
	// the question setup.AsksEarlier. nil: the game is what it is.
	Called func(t setup.Table) lang.Text

	// Longer is what a table that has played to the end may play on for, in words (one more
	// round), and that table; empty where there is no such thing. May be nil.
	Longer func(t setup.Table) (say lang.Text, more setup.Table)

	// Fixed is why nobody may come late or leave early at this table, and what to do
	// instead, to be read aloud; empty where they may. nil: they may at any table.
	Fixed func(setup.Table) lang.Text

	// FromFirstVersion is what an event that the first version of the program kept means
	// now; nil: what it meant then.
	FromFirstVersion func(Event) Event

	// Reseat is Move for the game's own events; nil where they name no seats.
	Reseat func(e Event, old, now setup.Table, to []int) Event

	// Read turns the game's own part of a sheet into events, and says of the table what the sheet says of it; its
	// Players are there, and that it was played. A fault is reported to the object.
	Read func(*sheet.Object, *setup.Table) []Located

	// Files is how games come of files.
	Files Files

	put func(State, Frame) State // returns a state of this game with another frame
}

// A Book is where the reference of a game is read, by the names of its files: an embed.FS.
type Book interface {
	ReadFile(name string) ([]byte, error)
}

// An Opening is when a table says who begins.
type Opening int

// The openings.
const (
	OnTheScreen Opening = iota // on the screen where it agrees: somebody is suggested
	AskedFirst                 // before the game begins, since nobody can be suggested
	AskedLater                 // the game asks it itself, when everything is laid out; Table.First is only who was named before
)

// Title returns what is played at a table: the game, and what it is the frame of.
func (g Game) Title(t setup.Table) lang.Text {
	if g.Called == nil {
		return g.Name
	}
	called := g.Called(t)
	if called.Empty() {
		return g.Name
	}
	return lang.Literal("{game}, {called}").With("game", g.Name, "called", called)
}

// A View is a way to show how a game goes.
type View int

// The views.
const (
	Summary View = iota // after each part: one line, what it paid and the totals
	Reasons             // after each part: every point with its reason
	Track               // after each part: everybody on the score track
	Chart               // at the end: the running totals as a line chart
)

// A State is a game in progress, by its rules alone: a struct that has a Frame in it. It is never changed.
// What else it may say of itself is in asks.go.
type State interface {
	framed
	maySay

	// Play is the state after one of the game's own events. It refuses what the rules refuse, with a
	// *Fault whose At is the path inside the event in the sheet's keys. An event after the end is
	// refused before.
	Play(Event) (State, error)
	// Ended reports whether the game is over by the rules, whatever the table's word.
	Ended() bool
	// Next asks for the next thing that happened. A game that is over is not asked.
	Next(ask.Asker) (Event, error)
	// Tell is an event that comes next in one line, as a person would tell it, also one that the rules
	// refuse. Empty: as the engine tells it, which knows its own events.
	Tell(Event) lang.Text
	// Ledger is every point that was paid, in the order of the parts.
	Ledger() []Line
	// Result is where the game stands; it is over where IsOver says so.
	Result() Result
	// Write is the game's own part of its sheet: a value whose JSON has its keys in the contract's order, with
	// "setup" for what was drawn or dealt. say names what has no name of its own (a guest), in the language of
	// whoever exports.
	Write(say func(lang.Text) string) any
}

// An Event is one thing that happened at the table: facts, never points. It names
// seats, not names, so that a corrected name breaks nothing.
type Event interface{ Kind() string }

// A Fault says what is wrong and where.
type Fault = fault.Fault

// GameOf returns the game with an ID; false if none of these has it.
func GameOf(games []Game, id string) (Game, bool) {
	i := slices.IndexFunc(games, func(g Game) bool { return g.ID == id })
	if i < 0 {
		return Game{}, false
	}
	return games[i], true
}

// GameNamed returns the game that a word names by its ID, its name as it is said, or the beginning of either; false where none is
// named so, or more than one begins so.
func GameNamed(games []Game, word string, say func(lang.Text) string) (Game, bool) {
	plain := func(s string) string { return setup.Alike(strings.ReplaceAll(s, "-", " ")) }
	w := plain(word)
	var begun []Game
	for _, g := range games {
		id, name := plain(g.ID), plain(say(g.Name))
		if w == id || w == name {
			return g, true
		}
		if w != "" && (strings.HasPrefix(id, w) || strings.HasPrefix(name, w)) {
			begun = append(begun, g)
		}
	}
	if len(begun) != 1 {
		return Game{}, false
	}
	return begun[0], true
}

// ErrUnknown is the answer to an event that this version of the program does not know.
var ErrUnknown = errors.New("scoring: unknown kind of event (a newer version of the program wrote it)")

// A Line is points that one row of the standings got at one moment.
type Line struct {
	Row    int // of the standings in seat order: a seat, or a team
	Part   int // index into Result.Parts
	Points int
	Why    lang.Text
	Short  lang.Text // Why in a word or two, for a line that says all of somebody's points; empty: Why
	Where  lang.Text // the place in the rulebook: game, heading, page
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "scoring", Files: files}
