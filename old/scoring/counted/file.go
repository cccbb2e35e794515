// Package counted plays every game whose score is counted, round by round, at the end, or both. It knows such a game only
// from its file, reads nothing but that file, and runs nothing in it.
package counted

import (
	"embed"
	"slices"
	"time"

	"github.com/tablemate/tablemate/old/internal/lang"
)

// A File is a game as its file describes it. It is never changed.
type File struct {
	ID        string
	Name      lang.Text
	Players   People
	Wins      Way
	Start     By[int] // points that everybody begins with
	Deals     bool    // a dealer is named and moves on each round
	EachRound []Field // entered every round
	Ends      End
	AtEnd     []Field // counted once, when the rounds are over
	Ties      []Tie
	Setup     []Line
	Clock     time.Duration // of a clock offered at every round; 0: none
	Rules     []Rule
	Source    lang.Text // may be empty
	Text      string    // the file itself as one line of JSON, as games store it

	// The rest is for the pad alone, whose table agrees on a file that is stored nowhere.
	Agreed    bool
	PerPerson bool            // the final count is entered person by person
	Pad       func(State) any // writes the pad's own part of a sheet, which differs from that of files
}

// A Way is who wins.
type Way string

const (
	Most     Way = "most"
	Fewest   Way = "fewest"
	Together Way = "together" // the table against the game, and the table says who won
	Word     Way = "word"     // the table says who won
)

// A Form is how a field comes to its points.
type Form string

// The key of a form in a file is its value here.
const (
	Plain  Form = "" // the number itself
	Each   Form = "each"
	Table  Form = "table"
	Times  Form = "times"
	Sets   Form = "sets"
	Places Form = "most"
	Bid    Form = "bid"
	One    Form = "one"
	Yes    Form = "yes"
)

// A Field is one thing that is entered for everybody.
type Field struct {
	Name              lang.Text
	Form              Form
	From, To          int         // allowed numbers of Plain
	Sum               By[[]int]   // everybody's numbers must add up to one of these; empty: no sum is required
	Points            int         // of Each, Sets (key set), One and Yes
	Per               int         // of Each, at least 1
	Table             map[int]int // of Table
	Steps             bool
	Names             []lang.Text // of the numbers in Times and Sets
	Square            bool
	Most, Least       By[[]int] // of Places
	Level             string    // all, split or pool
	Same              string    // of Places: none, if nobody is paid when all are equal
	Made, Trick, Miss int       // of Bid; Miss is for each trick too many or too few
	Of                []string  // earlier fields of the same list whose points are counted instead of an entry
	Source            lang.Text
}

// plain returns a field whose points are the number itself, any number.
func plain() Field { return Field{From: -MostPoints, To: MostPoints, Per: 1} }

// Key returns the name of a field in score sheets.
func (f Field) Key() string { return f.Name.Other }

// Derived reports whether a field is counted from others and has no entry.
func (f Field) Derived() bool { return f.Of != nil }

// An End says when the rounds are over.
type End struct {
	By   Limit
	N    By[int] // points or rounds
	Past Past    // of Exactly
}

// A Past is what people have instead of points past the mark.
type Past struct {
	Stays  bool // what they had before
	Points int  // used if Stays is false
}

// A Limit is what ends the rounds.
type Limit string

const (
	AtWord  Limit = "word"
	At      Limit = "at"
	After   Limit = "after"
	Exactly Limit = "exactly"
)

// A Tie settles a tie for first place, or a part of it.
type Tie struct {
	Field string    // "" if a number is asked for
	Ask   lang.Text // the number that people who are level are asked for
	Wins  Way       // Most or Fewest
}

// A Line is one line of the checklist.
type Line struct {
	Do  lang.Text
	For People
	N   map[int]int // number for {n}, by the number of people; nil if there is no {n}
}

// People is a range of numbers of people.
type People struct{ Lo, Hi int }

// A Rule is an entry of the handbook.
type Rule struct {
	Title string
	Text  lang.Text
}

// A By is a value, or one value for each number of people.
type By[T any] struct {
	all T
	by  map[int]T // nil: all is for every number
}

// Of returns the value for a number of people.
func (b By[T]) Of(people int) T {
	if b.by == nil {
		return b.all
	}
	return b.by[people]
}

// Varies reports whether the value depends on the number of people.
func (b By[T]) Varies() bool { return b.by != nil }

// field returns the index of the field with a name in score sheets, -1 if there is none, and whether it is in AtEnd.
func (f *File) field(name string) (at int, atEnd bool) {
	if at := indexOf(f.EachRound, name); at >= 0 {
		return at, false
	}
	return indexOf(f.AtEnd, name), true
}

// indexOf returns the index of a field by name, or -1.
func indexOf(fields []Field, name string) int {
	return slices.IndexFunc(fields, func(f Field) bool { return f.Key() == name })
}

//go:embed pt-BR.json
var files embed.FS

// Texts holds the translations of this package.
var Texts = lang.Catalog{Prefix: "counted", Files: files}
