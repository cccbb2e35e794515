// Package counted is every game whose score is counted, round by round, at the end, or both: what it counts stands in a
// file, and this is all that is known of it. It reads nothing but the file, and runs nothing that stands there.
package counted

import (
	"embed"
	"slices"
	"time"

	"github.com/tablemate/tablemate/internal/lang"
)

// A File is a game as its file describes it. It is never changed.
type File struct {
	ID        string
	Name      lang.Text
	Players   People
	Wins      Way
	Start     By[int] // points that everybody begins with
	Deals     bool    // a dealer is named, and moves on each round
	EachRound []Field // told every round
	Ends      End
	AtEnd     []Field // counted once, when the rounds are over
	Ties      []Tie
	Setup     []Line
	Clock     time.Duration // that is offered at every round; 0: none
	Rules     []Rule
	Source    lang.Text // empty: it does not say
	Text      string    // the file itself, in one line of JSON: what a kept game holds

	// The rest is of a pad alone: the terms of its table are a file that lies nowhere.
	Agreed    bool
	PerPerson bool            // the count at the end is told one person after the other
	Pad       func(State) any // its own part of a sheet, which is another one than that of files
}

// A Way is who wins.
type Way string

// The ways to win.
const (
	Most     Way = "most"
	Fewest   Way = "fewest"
	Together Way = "together" // the table against the game, which the table says
	Word     Way = "word"     // the table says who
)

// A Form is how a field comes to its points.
type Form string

// The forms. The key of a form in a file is its name.
const (
	Plain  Form = "" // the number that is told
	Each   Form = "each"
	Table  Form = "table"
	Times  Form = "times"
	Sets   Form = "sets"
	Places Form = "most"
	Bid    Form = "bid"
	One    Form = "one"
	Yes    Form = "yes"
)

// A Field is one thing that is told of everybody.
type Field struct {
	Name              lang.Text
	Form              Form
	From, To          int         // what may be told, of Plain
	Sum               By[[]int]   // what all tell adds up to one of these; empty: to anything
	Points            int         // of Each, Sets (the key set), One and Yes
	Per               int         // of Each, 1 at least
	Table             map[int]int // of Table
	Steps             bool
	Names             []lang.Text // of the numbers that are told, of Times and Sets
	Square            bool
	Most, Least       By[[]int] // of Places
	Level             string    // all, split or pool
	Same              string    // of Places: none, where those who all have the same get nothing
	Made, Trick, Miss int       // of Bid; Miss for each one too many or too few
	Of                []string  // nothing is told, and these fields, which stand before it, are counted
	Source            lang.Text
}

// plain returns a field of which any number may be told, which is its points.
func plain() Field { return Field{From: -MostPoints, To: MostPoints, Per: 1} }

// Key returns the name of a field in score sheets.
func (f Field) Key() string { return f.Name.Other }

// Derived reports whether nothing is told of a field.
func (f Field) Derived() bool { return f.Of != nil }

// An End is when the rounds are over.
type End struct {
	By   Limit
	N    By[int] // points or rounds
	Past Past    // of Exactly
}

// A Past is what somebody has whose points would go past the mark.
type Past struct {
	Stays  bool // what they had before
	Points int  // else
}

// A Limit is what ends the rounds.
type Limit string

// The limits.
const (
	AtWord  Limit = "word"
	At      Limit = "at"
	After   Limit = "after"
	Exactly Limit = "exactly"
)

// A Tie is what settles a tie for first place, or a part of it.
type Tie struct {
	Field string    // "": it is asked
	Ask   lang.Text // a number that is asked of those who are level
	Wins  Way       // Most or Fewest
}

// A Line is one of the checklist.
type Line struct {
	Do  lang.Text
	For People
	N   map[int]int // the number in the place of {n}, by the number of people; nil: it has none
}

// People are numbers of people, from Lo to Hi.
type People struct{ Lo, Hi int }

// A Rule is an entry of the reference.
type Rule struct {
	Title string
	Text  lang.Text
}

// A By is a value, or one for each number of people.
type By[T any] struct {
	all T
	by  map[int]T // nil: one for all
}

// Of returns the value for a number of people.
func (b By[T]) Of(people int) T {
	if b.by == nil {
		return b.all
	}
	return b.by[people]
}

// Varies reports whether it depends on the number of people.
func (b By[T]) Varies() bool { return b.by != nil }

// field returns the field with a name in score sheets, and whether it is one of the count at the end.
func (f *File) field(name string) (at int, atEnd bool) {
	if at := indexOf(f.EachRound, name); at >= 0 {
		return at, false
	}
	return indexOf(f.AtEnd, name), true
}

// indexOf returns where a field stands among others; -1: nowhere.
func indexOf(fields []Field, name string) int {
	return slices.IndexFunc(fields, func(f Field) bool { return f.Key() == name })
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "counted", Files: files}
