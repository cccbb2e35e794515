// Package setup is everything before the first turn: who sits where, what was agreed, and what to lay out. It scores
// nothing and never shuffles: chance is an answer like any other.
package setup

import (
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Name is a person, written as in the list of the table.
type Name string

// A Row is a line of the standings: a person, or a team by its name.
type Row string

// A Table is the people of a game in seat order, clockwise, and what they agreed on. It is the first event of a game's
// log, and its keys are those of a score sheet.
type Table struct {
	Players []Name            `json:"players"`
	First   Name              `json:"first,omitempty"`   // who begins, if that was said before the first turn
	Teams   []Team            `json:"teams,omitempty"`   // in the order of the standings
	Choices map[string]string `json:"choices,omitempty"` // by Option.ID; a missing choice is the option's default
	Played  bool              `json:"played,omitempty"`  // played before, only scored here: nothing is laid out, no clock runs
}

// Kind makes a Table an event.
func (Table) Kind() string { return "table" }

// A Team is two or more people who score as one.
type Team struct {
	Name    Row    `json:"name"`
	Players []Name `json:"players"`
}

// An Option is something that a table agrees on before a game: a line on the screen where the table agrees.
type Option struct {
	ID      string
	Key     lang.Text           // letter that changes it there
	Ask     lang.Text           // the question
	Line    lang.Text           // how the screen puts the choice: {it}, {n}
	Values  func(Table) []Value // what may be chosen, the default first; nil for a whole number
	Lo, Hi  int                 // range of a whole number; Hi 0: no limit
	Default int                 // of a whole number
	Applies func(Table) bool    // whether the table is asked; nil: always
	Sheet   string              // key of a score sheet under which it is read and written; "" if none
}

// A Value is one that a table may choose for an Option.
type Value struct {
	ID   string
	Text lang.Text
}

// A Layout is what lies on the table before the first turn: for one game, one number of people, one mode.
type Layout struct {
	Steps []Step // the checklist, in order
	Data  any    // a struct with the JSON keys of the contract's section on setting up
}

// A Step is one line of a checklist.
type Step struct {
	Text  lang.Text
	Notes []lang.Text
}

// Agree asks for what the table agrees on: who plays, what is played, the options that apply. was suggests.
func Agree(a ask.Asker, g Game, was Table) (Table, error) { panic("unwritten") }

// A Game is what setting up has to know of a game.
type Game struct {
	Name     lang.Text
	Min, Max int
	Options  []Option
	Teams    func(Table) bool // whether people score in teams; nil: never
}
