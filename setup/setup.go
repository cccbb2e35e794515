// Package setup is everything before the first turn: who sits where, what was
// agreed, and what to lay out. It scores nothing and never shuffles by itself:
// chance is an answer like any other.
package setup

import (
	"cmp"
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

	GameFile string `json:"game_file,omitempty"` // the file of a game that is described in one, as it is kept; "": it comes with the program
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

// FromFirstVersion returns a table as the first version of the program kept it: the origin
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

// Clone returns a copy that shares nothing.
func (t Table) Clone() Table {
	t.Players, t.Choices, t.Teams = slices.Clone(t.Players), maps.Clone(t.Choices), slices.Clone(t.Teams)
	for i := range t.Teams {
		t.Teams[i].Seats = slices.Clone(t.Teams[i].Seats)
	}
	return t
}

// On reports whether a yes-or-no choice was answered with yes.
func (t Table) On(id string) bool { return t.Choices[id] == Yes }

// Choice returns what was chosen, or otherwise where nothing was.
func (t Table) Choice(id, otherwise string) string {
	if v, ok := t.Choices[id]; ok {
		return v
	}
	return otherwise
}

// Int returns a choice that is a whole number, or otherwise where it is none.
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

// Turn returns the seats in turn order, from first on, clockwise.
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
// auctions, the number of rounds. It is a line of the screen on which a table agrees.
type Option struct {
	ID      string
	Key     string           // the letter that changes it on that screen, the same in all languages
	Ask     lang.Text        // the question
	Line    lang.Text        // how what was chosen, {it}, is said on the screen
	Values  []Value          // what may be chosen, the default first; empty: a whole number
	Lo, Hi  int              // the whole numbers allowed; Hi 0: anything that can be typed
	Default int              // the default of a number
	Typed   *Typed           // how it is typed, where it is neither of Values nor a number
	Parts   func() []Value   // what a list that is typed may be made of; nil: it is none
	Applies func(Table) bool // nil: always
	Shared  string           // the value that suits a table where everybody answers on a phone; "": none more than another

	// Among returns the values where they depend on the table, in place of Values; nil: they do not.
	Among func(Table) []Value

	// Choose asks for it where neither a list nor a number nor a line does; nil: one of these does.
	Choose func(a ask.Asker, t Table) (choice string, err error)
	Needed bool // with Choose: nothing is no choice

	OnPhones bool // only for a table where everybody has a phone, or that settled it before
}

// Of returns the values that a table may choose from; nil where it is no list.
func (o Option) Of(t Table) []Value {
	if o.Among != nil {
		return o.Among(t)
	}
	return o.Values
}

// Usual returns what a table chooses that says nothing.
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

// May reports whether a table may choose something: what another table chose need not fit this one.
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

// Said returns the line of the screen: what the table chose, in the option's words.
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

// Settle returns a table that has made every choice that applies to it, and no other: what it chose
// already stands where it fits, the rest is as usual. phoned: everybody has a phone.
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

// Tags returns what a list of games says of a table's choices.
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

// How a table goes through a checklist: the choice List.
const (
	List      = "list"
	OnePage   = "page"  // the whole of it on one page
	OneByOne  = "steps" // a step a screen
	OnlyCheck = "check" // the table knows how: only what to check against
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

// Walk shows a checklist the way the table likes it, and last what to check against. A key turns from the
// page to one step after the other, and back. The ID of a screen is that of its text, with prefix in front.
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

// A screen is what is shown of a checklist at a time.
type screen struct {
	ask.Head
	show ask.Show
}

// screens returns what is shown to a table that sets up in a way.
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

// turned returns the way that the key of a way leads to.
func turned(way string) string {
	if way == OnePage {
		return OneByOne
	}
	return OnePage
}

// Went returns the way in which a table set up at last that began in a way, by what it said meanwhile.
func Went(way string, said []ask.Entry) string {
	for _, e := range said {
		if e.Answer.Key == Checklist.Key {
			way = turned(way)
		}
	}
	return way
}

// Laying is what a game has a table lay out before its first turn.
type Laying struct {
	Texts lang.Catalog // the translations of the package that says so

	// Lay is what a table lays out, for `setup`; nil: nothing. Players who do not sit there yet have no
	// name. Paper are the choices that it minds, each a flag of the command: the Options that change what is laid
	// out, and what no table is asked. chance answers draws.
	Lay   func(t Table, chance ask.Asker) (Layout, error)
	Paper []Option

	// Walk shows it to a table that is about to play; nil: there is nothing to lay out, or the game asks that itself.
	Walk func(ask.Asker, Table) error
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
