// Package scoring defines what all games share: a game is a value, each thing that happens at the table is an
// event, and the rules fold events into a state. It knows no game by name and never reads a clock, a file or a key.
package scoring

import (
	"embed"
	"errors"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/internal/sheet"
	"github.com/tablemate/tablemate/old/setup"
)

// A Game holds what is the same for every table of one game: how many people may play, how it starts, what a
// table agrees on, how its score sheet is read. Its State holds the rest. Define completes it.
type Game struct {
	ID                     string    // in the store, in sheets and on the command line; never changes
	Name                   lang.Text // as printed on the box
	MinPlayers, MaxPlayers int       // New refuses any other number of people
	Options                []setup.Option
	First                  lang.Text    // asks who begins
	FirstIs                Opening      // when that is asked
	Onward                 lang.Text    // offers a rematch that {name}, the next in turn, begins; empty if nobody is next
	Views                  []View       // ways to show it besides the standings
	Tallies                []Tally      // counts that statistics keep of each person
	Texts                  lang.Catalog // translations
	Handbook               Book         // reads handbook/en.md and handbook/pt-BR.md
	Setup                  setup.Laying // what the table lays out before the first turn

	// New returns the game before its first event. The engine adds the Frame with the table.
	New    func(setup.Table) (State, error)
	Events []Kind // kinds of the game's own events, from Kinds and Late

	// Seat asks what a table agrees on besides the options (teams). May be nil.
	Seat func(a ask.Asker, t setup.Table) (setup.Table, error)

	// Called returns the game that is played on a frame for others (Azul on the pad), from what the table agreed on;
	// empty if that does not tell. A later table may pick the same agreement from a list, which answers the question
	// setup.AsksEarlier. Nil if the game is no such frame.
	Called func(t setup.Table) lang.Text

	// Longer returns an offer to a table that has played to the end (one more round), and the table that
	// accepts it; an empty text if there is nothing to offer. May be nil.
	Longer func(t setup.Table) (say lang.Text, more setup.Table)

	// Fixed returns why nobody may come late or leave early at this table and what to do instead, to be
	// read aloud; empty if people may. Nil if they may at any table.
	Fixed func(setup.Table) lang.Text

	// FromFirstVersion translates an event that the first version of the program stored to what it means
	// now. Nil if nothing changed.
	FromFirstVersion func(Event) Event

	// Reseat is Move for the game's own events. Nil if they name no seats.
	Reseat func(e Event, old, now setup.Table, to []int) Event

	// Read turns the game's own part of a sheet into events and adds the choices in it to the table, whose
	// Players and Origin are set already. It reports faults to the object.
	Read func(*sheet.Object, *setup.Table) []Located

	// Files connects the game with game files.
	Files Files

	put func(State, Frame) State // returns a state with another frame
}

// A Book reads the handbook of a game by file name, like an embed.FS.
type Book interface {
	ReadFile(name string) ([]byte, error)
}

// An Opening is when a table says who begins.
type Opening int

const (
	OnTheScreen Opening = iota // on the screen where the table agrees, with a suggestion
	AskedFirst                 // before the game begins, because nobody can be suggested
	AskedLater                 // by the game itself, once everything is laid out; Table.First is only a placeholder until then
)

// Title returns what a table plays: the game's name, followed by what is played on it if it is a frame for others.
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

const (
	Summary View = iota // after each part: one line with what it paid and the totals
	Reasons             // after each part: every point with its reason
	Track               // after each part: everybody's place on the score track
	Chart               // at the end: the running totals as a line chart
)

// A State is a game in progress, by its rules alone: a struct that embeds a Frame. It is never changed.
// Its optional abilities are in asks.go.
type State interface {
	framed
	maySay

	// Play returns the state after one of the game's own events. It refuses what the rules refuse, with a *Fault
	// whose At is the path inside the event, in the keys of the sheet. The engine has refused events after the
	// end by then.
	Play(Event) (State, error)
	// Ended reports whether the game is over by the rules, regardless of Stop.
	Ended() bool
	// Next asks for the next thing that happened. The engine does not call it once the game is over.
	Next(ask.Asker) (Event, error)
	// Tell describes an event that would come next in one line, as a person would say it, even if the rules
	// refuse it. Empty leaves it to the engine, which knows its own events.
	Tell(Event) lang.Text
	// Ledger returns every point that was paid, in the order of the parts.
	Ledger() []Line
	// Result returns the standings; they are over when IsOver says so.
	Result() Result
	// Write returns the game's own part of its sheet: a value whose JSON has the keys in the order of the
	// contract, with "setup" for what was drawn or dealt. say names things without a name of their own (a
	// guest) in the language of the export.
	Write(say func(lang.Text) string) any
}

// An Event is one thing that happened at the table: facts, never points. It names seats rather than
// people, so that correcting a name breaks nothing.
type Event interface{ Kind() string }

// A Fault says what is wrong and where.
type Fault = fault.Fault

// GameOf returns the game with an ID, and false if none has it.
func GameOf(games []Game, id string) (Game, bool) {
	i := slices.IndexFunc(games, func(g Game) bool { return g.ID == id })
	if i < 0 {
		return Game{}, false
	}
	return games[i], true
}

// GameNamed returns the game whose ID or name is a word or begins with it. It returns false if no game fits,
// or if several begin with the word and none equals it.
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

// ErrUnknown refuses an event that this version of the program does not know.
var ErrUnknown = errors.New("scoring: unknown kind of event (a newer version of the program wrote it)")

// A Line is points that one row of the standings got at one moment.
type Line struct {
	Row    int // in the standings in seat order: a seat or a team
	Part   int // index into Result.Parts
	Points int
	Why    lang.Text
	Short  lang.Text // Why in a word or two, for a line with all points of a person; empty: Why
	Where  lang.Text // place in the rulebook: game, heading, page
}

//go:embed pt-BR.json
var files embed.FS

// Texts holds the translations of this package.
var Texts = lang.Catalog{Prefix: "scoring", Files: files}
