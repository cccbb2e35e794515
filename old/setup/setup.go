// Package setup is everything before the first turn: who sits where, what was agreed, and what to lay out. It
// scores nothing and never shuffles: chance is an answer like any other.
package setup

import (
	"cmp"
	"embed"
	"maps"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A Table is the people of a game and what they agreed on before it: the first line of its log. Seats count
// from 0, clockwise.
type Table struct {
	Players []string          `json:"players"`
	First   int               `json:"first"`             // seat that begins: starting player, storyteller, dealer
	Choices map[string]string `json:"choices,omitempty"` // by Option.ID; a missing choice is the option's default
	Teams   []Team            `json:"teams,omitempty"`
	Origin  Origin            `json:"origin,omitempty"`
	Setup   string            `json:"setup,omitempty"` // JSON from a sheet about what was drawn or dealt, kept for the next sheet; "" if there is none

	GameFile string `json:"game_file,omitempty"` // stored file of a game that is described in one; "" for a game in Go
}

// An Origin is how a game came to be scored here.
type Origin string

const (
	Live         Origin = ""       // played with the program, from the setup on
	AfterTheFact Origin = "played" // played before, and only scored here
)

// Played reports whether the game was played before: nothing is laid out and no clock runs.
func (t Table) Played() bool { return t.Origin == AfterTheFact }

// FromFirstVersion converts a table that the first version of the program stored: it had the origin among the
// choices, and the seat that begins might not exist any more.
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
	delete(t.Choices, walk)
	if was == No {
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

// Clone returns a deep copy.
func (t Table) Clone() Table {
	t.Players, t.Choices, t.Teams = slices.Clone(t.Players), maps.Clone(t.Choices), slices.Clone(t.Teams)
	for i := range t.Teams {
		t.Teams[i].Seats = slices.Clone(t.Teams[i].Seats)
	}
	return t
}

// On reports whether the table chose yes for a yes-or-no option.
func (t Table) On(id string) bool { return t.Choices[id] == Yes }

// Choice returns the table's choice, or otherwise if it has none.
func (t Table) Choice(id, otherwise string) string {
	if v, ok := t.Choices[id]; ok {
		return v
	}
	return otherwise
}

// Int returns a choice as a whole number, or otherwise if it is not one.
func (t Table) Int(id string, otherwise int) int {
	if n, err := strconv.Atoi(t.Choices[id]); err == nil {
		return n
	}
	return otherwise
}

// With returns the table with one more choice.
func (t Table) With(id, value string) Table {
	t = t.Clone()
	if t.Choices == nil {
		t.Choices = map[string]string{}
	}
	t.Choices[id] = value
	return t
}

// Turn returns all seats in turn order, clockwise from first.
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

// An Option is something that a table agrees on before a game, such as the mode or the number of rounds. It is a line
// on the screen where the table agrees.
type Option struct {
	ID      string
	Key     string           // letter that changes it there, the same in all languages
	Ask     lang.Text        // the question
	Line    lang.Text        // how the screen puts the choice, {it}
	Values  []Value          // possible values, the default first; empty for a whole number
	Lo, Hi  int              // range of a whole number; Hi 0: no limit
	Default int              // default of a whole number
	Typed   *Typed           // how it is typed, for neither Values nor a number
	Parts   func() []Value   // suggestions for a list that is typed; nil if it is none
	Applies func(Table) bool // whether the table is asked; nil: always
	Shared  string           // value that suits a table where everybody answers on a phone; "" if none does more than another

	// Among returns the values in place of Values if they depend on the table. May be nil.
	Among func(Table) []Value

	// Choose asks for a choice that is not a value, a number or a line. May be nil.
	Choose func(a ask.Asker, t Table) (choice string, err error)
	Needed bool // Choose may not leave it empty

	OnPhones bool // only for a table where everybody has a phone, or that made the choice before
}

// Of returns the values that a table may choose from; nil if the choice is not from a list.
func (o Option) Of(t Table) []Value {
	if o.Among != nil {
		return o.Among(t)
	}
	return o.Values
}

// Usual returns the default for a table.
func (o Option) Usual(t Table) string {
	switch values := o.Of(t); {
	case len(values) > 0:
		return values[0].ID
	case o.Typed != nil:
		return o.Typed.Usual
	case o.Choose != nil:
		return ""
	}
	return strconv.Itoa(o.Default)
}

// May reports whether a table may make a choice. The choice of another table need not fit this one.
func (o Option) May(t Table, choice string) bool {
	values := o.Of(t)
	n, err := strconv.Atoi(choice)
	switch {
	case o.Among != nil || len(values) > 0:
		return slices.ContainsFunc(values, func(v Value) bool { return v.ID == choice })
	case o.Typed != nil:
		_, wrong := o.Typed.Read(choice)
		return wrong == nil
	case o.Choose != nil:
		return true
	}
	return err == nil && n >= o.Lo && n <= o.Hi
}

// Said returns the line of the screen with the table's choice.
func (o Option) Said(t Table) lang.Text {
	it := lang.Literal(cmp.Or(t.Choices[o.ID], "–"))
	for _, v := range o.Of(t) {
		if v.ID == t.Choices[o.ID] {
			it = v.Text
		}
	}
	n, _ := strconv.Atoi(t.Choices[o.ID])
	return o.Line.With("it", it, "n", n)
}

// Settle returns the table with exactly the choices that apply to it: its own where they fit, else the defaults.
// phoned says that everybody has a phone.
func Settle(options []Option, t Table, phoned bool) Table {
	was := t.Choices
	t = t.Clone()
	t.Choices = nil
	for _, o := range options {
		choice, chosen := was[o.ID]
		switch {
		case o.Applies != nil && !o.Applies(t), o.OnPhones && !chosen && !phoned:
			continue
		case !chosen || !o.May(t, choice):
			choice = o.Usual(t)
		}
		if choice != "" {
			t = t.With(o.ID, choice)
		}
	}
	return t
}

// Typed is an Option that can be typed in more ways than it is stored in, such as a length of time.
type Typed struct {
	Usual string    // the default, as stored
	How   lang.Text // how it may be typed
	Read  func(typed string) (choice string, wrong *fault.Fault)
}

// A Value is one possible choice.
type Value struct {
	ID   string
	Text lang.Text
	Tag  lang.Text // shown behind the game's name in lists; may be empty
}

// Tags returns what lists show of a table's choices behind the name of the game.
func Tags(options []Option, t Table) []lang.Text {
	var out []lang.Text
	said := map[string]bool{}
	for _, o := range options {
		for _, v := range o.Values {
			if v.ID == t.Choices[o.ID] && !v.Tag.Empty() && !said[o.ID] { // an option may be listed twice
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

// A Step is a line of a checklist: what to lay out, with notes on why or how.
type Step struct {
	Text  lang.Text
	Notes []lang.Text
}

// The choice List says how a table goes through a checklist.
const (
	List      = "list"
	OnePage   = "page"  // everything on one page
	OneByOne  = "steps" // one step per screen
	OnlyCheck = "check" // the table knows how: only the final check
)

var (
	askList   = lang.Msg("setup.ask-list", "How do you set up?")
	lineList  = lang.Msg("setup.line-list", "Setting up: {it}")
	allAtOnce = lang.Msg("setup.list-page", "the whole list on one page")
	stepwise  = lang.Msg("setup.list-steps", "one step after the other")
	weKnow    = lang.Msg("setup.list-check", "we know how: only what to check")
	laidOut   = lang.Msg("setup.laid-out", "Everything laid out?")
	numbered  = lang.Literal("{n}. {step}")
	below     = lang.Literal("{line}\n{note}")
	oneDone   = lang.Msg("setup.step-done", "Done?")
)

// Checklist is the option of every game that has something to lay out.
var Checklist = Option{
	ID: List, Key: "l", Ask: askList, Line: lineList,
	Values:  []Value{{ID: OnePage, Text: allAtOnce}, {ID: OneByOne, Text: stepwise}, {ID: OnlyCheck, Text: weKnow}},
	Applies: func(t Table) bool { return !t.Played() },
}

// Walk shows a checklist in the way that the table chose, and finally what to check. A key switches between one
// page and one step after the other. A screen's ID is prefix and the ID of its text.
func Walk(a ask.Asker, t Table, prefix string, steps []Step, check lang.Text) error {
	for way := t.Choice(List, OnePage); ; way = turned(way) {
		key := ask.Key{Letter: Checklist.Key, Text: allAtOnce}
		if way == OnePage {
			key.Text = stepwise
		}
		on := true
		for _, s := range screens(way, prefix, steps, check) {
			r, err := ask.Put(a, s.Head, ask.Or(s.show, key))
			if err != nil {
				return err
			}
			on = r.Key == ""
			if !on {
				break
			}
		}
		if on {
			return nil
		}
	}
}

// A screen is one view of a checklist.
type screen struct {
	ask.Head
	show ask.Show
}

// screens returns the views of a checklist for one way of going through it.
func screens(way, prefix string, steps []Step, check lang.Text) (all []screen) {
	last, page := ask.Head{ID: prefix + laidOut.ID, Text: laidOut}, ask.Show{}
	for i, s := range steps {
		switch way {
		case OnePage:
			line := numbered.With("n", i+1, "step", s.Text)
			for _, n := range s.Notes {
				line = below.With("line", line, "note", n)
			}
			last.Notes, page.Steps = append(last.Notes, line), append(page.Steps, line)
		case OneByOne:
			step := ask.Head{ID: prefix + s.Text.ID, Text: oneDone, Notes: append([]lang.Text{s.Text}, s.Notes...)}
			all = append(all, screen{step, ask.Show{}})
		}
	}
	last.Notes = append(last.Notes, check)
	return append(all, screen{last, page})
}

// turned returns the way that the key switches to.
func turned(way string) string {
	if way == OnePage {
		return OneByOne
	}
	return OnePage
}

// Went returns the way in which a table ended up going through the checklist, from its first way and its answers.
func Went(way string, said []ask.Entry) string {
	for _, e := range said {
		if e.Answer.Key == Checklist.Key {
			way = turned(way)
		}
	}
	return way
}

// Laying is what a game has its table lay out before the first turn.
type Laying struct {
	Texts lang.Catalog // translations of the package with the steps

	// Lay returns what a table lays out, for the setup command; nil if there is nothing. Players may be nameless there.
	// Paper lists the choices that Lay uses, each a flag of the command: the Options that change what is laid out,
	// and others that no table is asked for. chance answers draws.
	Lay   func(t Table, chance ask.Asker) (Layout, error)
	Paper []Option

	// Walk shows the steps to a table that is about to play. Nil if there are none, or if the game does it itself.
	Walk func(ask.Asker, Table) error
}

// A Layout is what lies on the table before the first turn.
type Layout struct {
	Facts any         // marshals to the JSON of `setup GAME --format json`
	Steps []Step      // checklist, in order
	Deck  []lang.Text // cards of a deck that the program drew, top card first
}

// Seed is the choice of a number from which chance comes, in games that have it on Paper: the same seed draws
// the same again.
const Seed = "seed"

//go:embed pt-BR.json
var files embed.FS

// Texts holds the translations of this package.
var Texts = lang.Catalog{Prefix: "setup", Files: files}
