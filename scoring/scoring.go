// Package scoring is the shape that every game shares: a game is a value, a thing
// that happened at the table is an event, and the rules fold events into a state.
// It knows no game by name, and it never reads a clock, a file or a key.
package scoring

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/setup"
)

// A Game is one game, whole: who may sit down to it, how it starts, what to ask,
// what may happen, and its score sheet.
type Game struct {
	ID                     string    // in the store, in sheets and on the command line; never changes
	Name                   lang.Text // as printed on the box
	MinPlayers, MaxPlayers int       // players
	Options                []setup.Option
	First                  lang.Text    // the question who begins
	FirstIs                Opening      // when that is asked
	Onward                 lang.Text    // a rematch in which {name}, the next one, begins; empty where nobody is next
	Views                  []View       // what is shown of it, besides the standings
	Texts                  lang.Catalog // its translations
	SetupTexts             lang.Catalog // and those of its setup package
	Handbook               embed.FS     // handbook/en.md, handbook/pt-BR.md

	New    func(setup.Table) (State, error)
	Ask    func(ask.Asker, State) (Event, error)           // the next thing that happened
	Events map[string]func(json.RawMessage) (Event, error) // by kind; Stop, Playing and Here need not be named

	// Seat asks what a table of this game agrees on besides its options (teams); nil: nothing.
	Seat func(a ask.Asker, t setup.Table) (setup.Table, error)

	// Called is what a table plays where the game is a frame for others (Azul), from what it agreed on; empty
	// where nothing says it. A later table may agree on the same by choosing it from a list, which answers
	// the question setup.AsksEarlier. nil: the game is what it is.
	Called func(t setup.Table) lang.Text

	// Tell is an event in one line, as a person would tell it; s is the state before
	// it. It takes an event that the rules refuse, too.
	Tell func(s State, e Event) lang.Text

	// Longer is what a table that has played to the end may play on for, in words (one more
	// round), and that table; empty where there is no such thing. May be nil.
	Longer func(t setup.Table) (say lang.Text, more setup.Table)

	// Next is the seat that begins the next game of the same people, be they still there or not;
	// nil: the one to the left of who began.
	Next func(State) int

	// Rest is what Tell leaves out of an event, in a few words, to be said where that was
	// corrected; empty: nothing.
	Rest func(s State, e Event) lang.Text

	// Where is how far the game is, in a few words: the turn, the round and what lies
	// open in it. Empty once it is over.
	Where func(s State) lang.Text

	// OnTable is what lies open for everybody to see just now, a line each: who holds how many,
	// a penalty that is in force, who may still accuse. Nothing that only some may know.
	OnTable func(State) []lang.Text

	// Pictures are the ids of the pictures that people gave, by seat, "" for who gave none; nil
	// where nobody did. nil: the game has none.
	Pictures func(State) []string

	// Tallies are what the game counts of everybody, and Count the counts of a game, by seat; a
	// count that is missing is 0. nil: nothing.
	Tallies []Tally
	Count   func(State) []Count

	// Between reports that nothing is under way: no round, no auction. nil: nothing
	// ever is after an event.
	Between func(State) bool

	// Fixed is why nobody may come late or leave early at this table, and what to do
	// instead, to be read aloud; empty where they may. Where they may not, Apply
	// refuses a Here with it. nil: they may at any table.
	Fixed func(setup.Table) lang.Text

	// FromFirstVersion is what an event that the first version of the program kept means
	// now; nil: what it meant then.
	FromFirstVersion func(Event) Event

	// Reseat is Move for the game's own events; nil where they name no seats.
	Reseat func(e Event, old, now setup.Table, to []int) Event

	// Lay is what a table lays out, for `setup`; nil: nothing. Players who do not sit there
	// yet have no name. Paper are the choices that it minds, each a flag of the command: the
	// Options that change what is laid out, and what no table is asked. chance answers draws.
	Lay   func(t setup.Table, chance ask.Asker) (setup.Layout, error)
	Paper []setup.Option

	// Read turns the game's own part of a sheet into the table (its Players are filled
	// in later) and the events; what is wrong is reported to the object. Write is the
	// way back: a value whose JSON is the game's own part, keys in the contract's order,
	// with "setup" for what was drawn or dealt. say names what has no name of its own
	// (a guest), in the language of whoever exports.
	Read  func(*sheet.Object) (setup.Table, []Located)
	Write func(t setup.Table, events []Event, say func(lang.Text) string) (any, error)
}

// An Opening is when a table says who begins.
type Opening int

// The openings.
const (
	OnTheScreen Opening = iota // on the screen where it agrees: somebody is suggested
	AskedFirst                 // before the game begins, since nobody can be suggested
	AskedLater                 // the game asks it itself, when everything is laid out; Table.First is only who was named before
)

// Title is what is played at a table: the game, and what it is the frame of.
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

// A State is a game in progress. It is never changed: Apply returns the next one.
type State interface {
	// Apply refuses what the rules refuse, with a *Fault whose At is the path inside
	// the event in the sheet's keys. An event of a kind that the game does not know
	// is ErrUnknown.
	Apply(Event) (State, error)
	// Ledger is every point that was paid, in the order of the parts.
	Ledger() []Line
	Result() Result
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

// GameName returns what the game with an ID is called, or the ID itself if none of these has it.
func GameName(games []Game, id string) lang.Text {
	if g, known := GameOf(games, id); known {
		return g.Name
	}
	return lang.Literal(id)
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

// Stop is the table's word that the game ends here, in whatever phase, and is decided as
// it stands: nothing more is asked, but what a tie waits for. It is the engine's, and no
// game means anything else by it.
type Stop struct{}

// Kind is "stop".
func (Stop) Kind() string { return "stop" }

// Closes says so in the sheet.
func (Stop) Closes() {}

// Ending returns the event by which a table ends a game here: Stop, or one after which a game asks for what its
// result needs and the table knows. why is why it cannot be ended just now; empty where it can.
func Ending(s State) (e Event, why lang.Text) {
	if s, ok := s.(interface{ Ending() (Event, lang.Text) }); ok {
		return s.Ending()
	}
	return Stop{}, why
}

// A Closing event is one after which a sheet says that the game is over, whatever the
// rules would say.
type Closing interface {
	Event
	Closes()
}

// Playing is a sheet's word that the table is still at it. It is refused by a game that the
// rules say is over, and changes nothing where they do not.
type Playing struct{}

// Kind is "playing".
func (Playing) Kind() string { return "playing" }

// Over is what a game says to an event that comes after its end.
var Over = lang.Msg("scoring.over", "the game is over; nothing more can be scored")

// SettingUp is where a game is before its first turn.
var SettingUp = lang.Msg("scoring.setting-up", "Setting up")

// Decode reads one event as it was stored.
func (g Game) Decode(kind string, raw json.RawMessage) (Event, error) {
	switch kind {
	case Stop{}.Kind():
		return Stop{}, nil
	case Playing{}.Kind():
		return Playing{}, nil
	case Here{}.Kind():
		return DecodeAs[Here](raw)
	}
	read, ok := g.Events[kind]
	if !ok {
		return nil, fmt.Errorf("%w: %q in %s", ErrUnknown, kind, g.ID)
	}
	return read(raw)
}

// DecodeAs reads an event of one type: the reader of most entries of Game.Events.
func DecodeAs[E Event](raw json.RawMessage) (Event, error) {
	var e E
	err := json.Unmarshal(raw, &e)
	return e, err
}

// Fold starts the game and applies the events in order. It returns the state before
// the first event that was refused, that event's index, and why.
func (g Game) Fold(t setup.Table, events []Event) (State, int, error) {
	s, err := g.New(t)
	if err != nil {
		return nil, 0, err
	}
	for i, e := range events {
		next, err := s.Apply(e)
		if err != nil {
			return s, i, err
		}
		s = next
	}
	return s, len(events), nil
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "scoring", Files: files}
