// Package setup is everything before the first turn: the seats, the agreed options, and the things to lay out. It scores
// nothing, and never shuffles: chance is given to it.
package setup

import (
	"cmp"
	_ "embed"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// A Name is a person, written as in the list of the table.
type Name string

// A Row is a line of the standings: a person, or a team by its name.
type Row string

// A Table is the people of a game in seat order, clockwise, and the options they agreed on. It is the first event of a
// game's log, and its keys are those of a score sheet.
type Table struct {
	Players []Name            `json:"players"`
	First   Name              `json:"first,omitempty"`   // the person who begins, if that was said before the first turn
	Teams   []Team            `json:"teams,omitempty"`   // in the order of the standings
	Choices map[string]string `json:"choices,omitempty"` // by Option.ID; a missing choice is the option's default
	Again   bool              `json:"again,omitempty"`   // the same table has just laid the same game out
	Played  bool              `json:"played,omitempty"`  // played before, only scored here: nothing is laid out, no clock runs
}

// Kind makes a Table an event.
func (Table) Kind() string { return "table" }

// A Team is two people who score as one.
type Team struct {
	Name    Row    `json:"name"`
	Players []Name `json:"players"`
}

// Clone returns a deep copy.
func (t Table) Clone() Table {
	t.Players, t.Choices, t.Teams = slices.Clone(t.Players), maps.Clone(t.Choices), slices.Clone(t.Teams)
	for i := range t.Teams {
		t.Teams[i].Players = slices.Clone(t.Teams[i].Players)
	}
	return t
}

// Choice returns the table's choice, or otherwise if it made none.
func (t Table) Choice(id, otherwise string) string {
	if it, said := t.Choices[id]; said {
		return it
	}
	return otherwise
}

// Int returns a choice that is a whole number, or otherwise if the table said none.
func (t Table) Int(id string, otherwise int) int {
	if n, err := strconv.Atoi(t.Choices[id]); err == nil {
		return n
	}
	return otherwise
}

// On reports whether the table said yes.
func (t Table) On(id string) bool { return t.Choices[id] == Yes }

// With returns the table with one choice more.
func (t Table) With(id, choice string) Table {
	t.Choices = maps.Clone(t.Choices)
	if t.Choices == nil {
		t.Choices = map[string]string{}
	}
	t.Choices[id] = choice
	return t
}

// Turn returns everybody in turn order, clockwise from somebody on.
func (t Table) Turn(first Name) []Name {
	at := max(0, slices.Index(t.Players, first))
	return slices.Concat(t.Players[at:], t.Players[:at])
}

// Yes and No are the values of an option that is one or the other. In a score sheet they are true and false.
const (
	Yes = "yes"
	No  = "no"
)

// Nobody is the ID of an answer that names none of the people. It is longer than a name may be, so that no name means it.
const Nobody = "nobody of the people who sit at this table, that is"

// YesOrNo returns the two as options, without letters: in each language they would mean something else in a menu.
func YesOrNo(yes, no lang.Text) ask.Pick {
	return ask.Pick{Options: []ask.Option{{ID: Yes, Text: yes}, {ID: No, Text: no}}}
}

// Confirm returns the only option that goes on.
func Confirm(yes lang.Text) ask.Pick {
	return ask.Pick{Options: []ask.Option{{ID: Yes, Text: yes}}}
}

// An Option is something that a table agrees on before a game: a line on the screen where the table agrees.
type Option struct {
	ID      string
	Key     string              // letter that changes it there; n, p and d are taken
	Ask     lang.Text           // the question
	Line    lang.Text           // how the screen puts the choice: {it}, {n}
	Values  func(Table) []Value // the choices, the default first; nil for a whole number
	Lo, Hi  int                 // range of a whole number; Hi 0: no limit
	Default int                 // of a whole number
	Time    bool                // a length of time in place of a whole number: 8 (minutes), 7:30, 90s; Default is in minutes
	Applies func(Table) bool    // whether the table is asked; nil: always
	Sheet   string              // key of a score sheet under which it is read and written; "" if none
	Loose   bool                // its key may stand in any sheet, also where the table is not asked
	Later   bool                // the table may agree on something else while it plays
	Lays    bool                // the layout depends on it
	Names   int                 // so many names at most, with commas between them, may be chosen besides Values; of 1 any text
	Secret  bool                // the table keeps something secret or not; where phones are in, the last of Values is the default
	Free    bool                // any text, which the game itself remembers for the next one: nobody is asked
}

// A Value is something that a table may choose for an Option.
type Value struct {
	ID   string
	Text lang.Text
	Tag  lang.Text // stands behind the game's name where this was chosen: “Party”; empty for the usual
}

// OneOf lets every table choose among the same values.
func OneOf(values ...Value) func(Table) []Value {
	return func(Table) []Value { return values }
}

// Asked reports whether a table is asked.
func (o Option) Asked(t Table) bool { return o.Applies == nil || o.Applies(t) }

// Usual returns the default for a table.
func (o Option) Usual(t Table) string {
	if o.Values == nil {
		return strconv.Itoa(o.Default)
	}
	return o.Values(t)[0].ID
}

// Tags returns the words behind a game's name that tell a table's choices: “with auctions”.
func Tags(options []Option, t Table) (tags []lang.Text) {
	for _, o := range options {
		if o.Values == nil || !o.Asked(t) {
			continue
		}
		for _, v := range o.Values(t) {
			if v.ID == t.Choices[o.ID] && !v.Tag.Empty() {
				tags = append(tags, v.Tag)
			}
		}
	}
	return tags
}

// Check refuses a choice that a table may not make.
func (o Option) Check(t Table, choice string) error {
	var all lang.List
	if o.Values != nil {
		for _, v := range o.Values(t) {
			all = append(all, v.ID)
		}
	}
	n, err := strconv.Atoi(choice)
	switch {
	case o.Free || slices.Contains(all, any(choice)):
		return nil
	case o.Names > 0:
		return o.checkNames(choice)
	case o.Time:
		_, err := Length(choice)
		return err
	case o.Values != nil:
		return fault.New(lang.T("“{it}” is none of these: {all}").With("it", choice, "all", all))
	case err == nil && strconv.Itoa(n) == choice && n >= o.Lo && (o.Hi == 0 || n <= o.Hi):
		return nil
	case o.Hi == 0:
		return fault.New(lang.T("“{it}” is not a whole number from {lo} on").With("it", choice, "lo", o.Lo))
	}
	return fault.New(lang.T("“{it}” is not a whole number from {lo} to {hi}").With("it", choice, "lo", o.Lo, "hi", o.Hi))
}

// checkNames refuses a choice that is no list of names.
func (o Option) checkNames(choice string) error {
	if o.Names == 1 {
		return CheckName(choice)
	}
	names := Split(choice)
	if n := len(names); n == 0 || n > o.Names || strings.Join(names, between) != choice {
		return fault.New(lang.T("1 to {most} names, please, with commas between them").With("most", o.Names))
	}
	return CheckNames(names)
}

// between stands between the names of a choice.
const between = ", "

// Split returns the names of a choice.
func Split(choice string) (names []string) {
	for it := range strings.SplitSeq(choice, ",") {
		if it = strings.TrimSpace(it); it != "" {
			names = append(names, it)
		}
	}
	return names
}

// Length reads a length of time.
func Length(it string) (time.Duration, error) {
	d, ok := timer.Parse(it)
	if !ok {
		say := lang.T("“{it}” is not a length of time: 8m, 90s, 1h30, 8:00, or 8 for minutes, 24 hours at most")
		return 0, fault.New(say.With("it", it))
	}
	return d, nil
}

// Said returns the line of the screen with the table's choice.
func (o Option) Said(t Table) lang.Text {
	choice := t.Choice(o.ID, o.Usual(t))
	n, _ := strconv.Atoi(choice)
	it := lang.Literal(choice)
	if d, err := Length(choice); o.Time && err == nil {
		it = lang.Literal(timer.Face(d))
	}
	if o.Values != nil {
		for _, v := range o.Values(t) {
			if v.ID == choice {
				it = v.Text
			}
		}
	}
	return o.Line.With("it", it, "n", n)
}

// WithDefaults returns the table with exactly the choices that apply to it: its own where they fit, else the defaults.
func WithDefaults(options []Option, t Table) Table {
	was := t.Choices
	t.Choices = nil
	for _, o := range options {
		choice, chosen := was[o.ID]
		switch {
		case !o.Asked(t):
		case chosen && o.Check(t, choice) == nil:
			t = t.With(o.ID, choice)
		case o.Free:
		default:
			t = t.With(o.ID, o.Usual(t))
		}
	}
	return t
}

// Check refuses a table on which a game cannot be played: too many or too few people, names that are alike, a choice that
// cannot be made, teams that are not pairs. Its path is that of a score sheet.
func (g Game) Check(t Table) error {
	if err := g.CheckPlayers(t.Players); err != nil {
		return fault.Under(err, "players")
	}
	if t.First != "" && !slices.Contains(t.Players, t.First) {
		return fault.New(lang.T("the person who begins is not at this table"), "first")
	}
	for _, o := range g.Options {
		if choice, chosen := t.Choices[o.ID]; chosen {
			if err := o.Check(t, choice); err != nil {
				return fault.Under(err, cmp.Or(o.Sheet, o.ID))
			}
		}
	}
	if g.Teams != nil && g.Teams(t) {
		return fault.Under(CheckTeams(t), "teams")
	}
	if len(t.Teams) > 0 {
		return fault.New(NoTeams, "teams")
	}
	return nil
}

// CheckPlayers refuses a list of names that cannot sit at a game's table.
func (g Game) CheckPlayers(players []Name) error {
	if n := len(players); n < g.Min || n > g.Max {
		return fault.New(lang.N("{n} player: {game} is for {lo} to {hi}", "{n} players: {game} is for {lo} to {hi}").
			With("n", n, "game", g.Name, "lo", g.Min, "hi", g.Max))
	}
	return CheckNames(players)
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
