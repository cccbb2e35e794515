// Package setup is everything before the first turn: who sits where, what was
// agreed, and what to lay out. It scores nothing and never shuffles by itself:
// chance is an answer like any other.
package setup

import (
	"embed"
	"maps"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Table is who plays and what was agreed before the game: the first line of its
// log. Seats are counted from 0, clockwise.
type Table struct {
	Players []string          `json:"players"`
	First   int               `json:"first"`             // the seat that begins: starting player, storyteller, dealer
	Choices map[string]string `json:"choices,omitempty"` // by Option.ID; missing: the option's default
	Teams   []Team            `json:"teams,omitempty"`
	Origin  Origin            `json:"origin,omitempty"`
	Setup   string            `json:"setup,omitempty"` // what a sheet told of what was drawn or dealt, JSON, for the next sheet alone; "": nothing
}

// An Origin is how a game came to be scored here.
type Origin string

// Origins.
const (
	Live         Origin = ""       // it is played with the program, from the laid table on
	AfterTheFact Origin = "played" // it was played already, and is only scored
)

// Played reports whether the game was played already: nothing is laid out, no clock runs.
func (t Table) Played() bool { return t.Origin == AfterTheFact }

// FromFirstVersion is a table as the first version of the program kept it: the origin
// stood among the choices, and who begins might have left the table.
func (t Table) FromFirstVersion() Table {
	if t.First < 0 || t.First >= len(t.Players) {
		t.First = 0
	}
	const walk = "walk" // whether the table was walked through setting up
	was, recorded := t.Choices[walk]
	if !recorded {
		return t
	}
	t = t.Clone()
	if delete(t.Choices, walk); was == No {
		t.Origin = AfterTheFact
	}
	return t
}

// A Team is two or more seats that score as one.
type Team struct {
	Name  string `json:"name"`
	Seats []int  `json:"seats"`
}

// Kind makes a Table the first event of a log.
func (Table) Kind() string { return "table" }

// Clone is a copy that shares nothing.
func (t Table) Clone() Table {
	t.Players, t.Choices, t.Teams = slices.Clone(t.Players), maps.Clone(t.Choices), slices.Clone(t.Teams)
	for i := range t.Teams {
		t.Teams[i].Seats = slices.Clone(t.Teams[i].Seats)
	}
	return t
}

// On reports whether a yes-or-no choice was answered with yes.
func (t Table) On(id string) bool { return t.Choices[id] == Yes }

// Choice is what was chosen, or otherwise where nothing was.
func (t Table) Choice(id, otherwise string) string {
	if v, ok := t.Choices[id]; ok {
		return v
	}
	return otherwise
}

// Int is a choice that is a whole number, or otherwise where it is none.
func (t Table) Int(id string, otherwise int) int {
	if n, err := strconv.Atoi(t.Choices[id]); err == nil {
		return n
	}
	return otherwise
}

// With is the table with one more choice.
func (t Table) With(id, value string) Table {
	t = t.Clone()
	if t.Choices == nil {
		t.Choices = map[string]string{}
	}
	t.Choices[id] = value
	return t
}

// Turn is the seats in turn order, from first on, clockwise.
func (t Table) Turn(first int) []int {
	out := make([]int, len(t.Players))
	for i := range out {
		out[i] = (first + i) % len(out)
	}
	return out
}

// Yes and No are the values of a yes-or-no option.
const (
	Yes = "yes"
	No  = "no"
)

// An Option is one thing that a table agrees on before a game: the mode, the
// auctions, the number of rounds.
type Option struct {
	ID      string
	Ask     lang.Text
	Values  []Value          // what may be chosen, the default first; empty: a whole number
	Lo, Hi  int              // the whole numbers allowed; Hi 0: anything that can be typed
	Default int              // the default of a number
	Typed   *Typed           // how it is typed, where it is neither of Values nor a number
	Applies func(Table) bool // nil: always
	Parts   func() []Value   // what a list that is typed may be made of; nil: it is none
	Shared  string           // the value that suits a table where everybody answers on a phone; "": none more than another

	OnPhones bool // asked only of a table where everybody has a phone, and then whenever that table is asked again
}

// Typed is an Option that is typed in more ways than it is kept in: a length of time.
type Typed struct {
	Usual string    // the default, as it is kept
	How   lang.Text // in what ways it may be typed
	Read  func(typed string) (choice string, wrong *fault.Fault)
}

// A Value is one thing an Option may be.
type Value struct {
	ID   string
	Text lang.Text
	Tag  lang.Text // what a list of games says of it behind the game's name; empty: nothing
}

// Tags are what a list of games says of a table's choices.
func Tags(options []Option, t Table) []lang.Text {
	var out []lang.Text
	said := map[string]bool{}
	for _, o := range options {
		for _, v := range o.Values {
			if v.ID == t.Choices[o.ID] && !v.Tag.Empty() && !said[o.ID] { // an option may stand there twice
				out, said[o.ID] = append(out, v.Tag), true
			}
		}
	}
	return out
}

// Tagged appends tags to a name.
func Tagged(name lang.Text, tags []lang.Text) lang.Text {
	for _, tag := range tags {
		name = lang.Literal("{game}, {tag}").With("game", name, "tag", tag)
	}
	return name
}

// A Step is one line of a checklist: what to lay out, and why or how.
type Step struct {
	Text  lang.Text
	Notes []lang.Text
}

// Walk goes through a checklist, one step a screen; done is the question under each. The
// ID of a screen is that of its text, with what the game puts in front.
func Walk(a ask.Asker, prefix string, done lang.Text, steps []Step) error {
	for _, s := range steps {
		if err := ask.Tell(a, prefix+s.Text.ID, done, slices.Concat([]lang.Text{s.Text}, s.Notes)...); err != nil {
			return err
		}
	}
	return nil
}

// A Layout is what lies on the table before the first turn.
type Layout struct {
	Facts any         // their JSON is that of `setup GAME --format json`
	Steps []Step      // the checklist, in order
	Deck  []lang.Text // the cards of a deck that the program drew, top card first
}

// Seed is the choice of the number that chance comes from, for a game that has it among
// what may be said on paper: the same one draws the same again.
const Seed = "seed"

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "setup", Files: files}
