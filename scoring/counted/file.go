// Package counted is every game whose score is counted, round by round, at the end, or both: what it counts stands in a
// file, and this is all that is known of it. It reads nothing but the file, and runs nothing that stands there.
package counted

import (
	"embed"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// A File is a game as its file describes it. It is never changed.
type File struct {
	ID                     string
	Name                   lang.Text
	MinPlayers, MaxPlayers int
	Wins                   Way
	Start                  By[int] // points that everybody begins with
	Deals                  bool    // a dealer is named, and moves on each round
	EachRound              []Field // told every round
	Ends                   End
	AtEnd                  []Field // counted once, when the rounds are over
	Ties                   []Tie
	Setup                  []Line
	Clock                  time.Duration // that is offered at every round; 0: none
	Rules                  []Rule
	Source                 lang.Text // empty: it does not say

	// What follows is of a pad alone: what a table agreed on is a file that lies nowhere.
	Agreed    bool
	PerPerson bool            // what is counted at the end is told one person after the other
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
	Plain  Form = "" // what is told
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
	Names             []lang.Text // what is told one by one, of Times and Sets
	Square            bool
	Most, Least       By[[]int] // of Places
	Level             string    // all, split or pool
	SameNone          bool
	Made, Trick, Miss int   // of Bid; Miss for each one too many or too few
	Of                []int // nothing is told, and these fields, which stand before it, are counted
	Source            lang.Text
}

// Number returns a field of which a number is told, which is its points.
func Number(name lang.Text) Field {
	return Field{Name: name, From: -MostPoints, To: MostPoints, Per: 1}
}

// Key returns the name of a field in score sheets.
func (f Field) Key() string { return f.Name.Other }

// Derived reports whether nothing is told of a field.
func (f Field) Derived() bool { return f.Of != nil }

// An End is when the rounds are over.
type End struct {
	By      Limit
	N       By[int] // points or rounds
	Past    int     // of Exactly: what somebody has whose points would go past the mark
	PastNow bool    // of Exactly, in place of Past: what they had before
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
	AtEnd  bool      // the field is one of AtEnd, else of EachRound
	Field  int       // -1: it is asked
	Ask    lang.Text // a number that is asked of those who are level
	Fewest bool
}

// A Line is one of the checklist.
type Line struct {
	Do     lang.Text
	Lo, Hi int         // the numbers of people that it is for
	N      map[int]int // what stands at {n}, by the number of people; nil: it has none
}

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

// Always returns a value that is the same for any number of people.
func Always[T any](it T) By[T] { return By[T]{all: it} }

// Of returns the value for a number of people.
func (b By[T]) Of(people int) T {
	if b.by == nil {
		return b.all
	}
	return b.by[people]
}

// Varies reports whether it depends on the number of people.
func (b By[T]) Varies() bool { return b.by != nil }

func (b By[T]) written() any {
	if b.by == nil {
		return b.all
	}
	return b.by
}

// Text returns the file in its one canonical form, JSON with the keys in the contract's order: what a kept game holds. Reading it
// gives the same file.
func (f *File) Text() []byte {
	o := object{}.put("game_file", 1).put("id", f.ID).put("name", words(f.Name)).put("players", people(f.MinPlayers, f.MaxPlayers))
	if f.Wins != Most {
		o = o.put("wins", f.Wins)
	}
	if f.Start.Varies() || f.Start.all != 0 {
		o = o.put("start", f.Start.written())
	}
	if f.Deals {
		o = o.put("deals", true)
	}
	o = o.list("each_round", fields(f.EachRound))
	if f.Ends.By != AtWord {
		end := object{}.put(string(f.Ends.By), f.Ends.N.written())
		switch {
		case f.Ends.PastNow:
			end = end.put("past", stay)
		case f.Ends.By == Exactly:
			end = end.put("past", f.Ends.Past)
		}
		o = o.put("ends", end)
	}
	o = o.list("at_end", fields(f.AtEnd)).list("ties", f.ties()).list("setup", f.lines())
	if f.Clock > 0 {
		o = o.put("clock", object{}.put("round", f.Clock.String()))
	}
	if f.Rules != nil {
		rules := object{}
		for _, r := range f.Rules {
			rules = rules.put(r.Title, words(r.Text))
		}
		o = o.put("rules", rules)
	}
	text, _ := json.Marshal(o.put("source", words(f.Source))) // of texts and numbers, which cannot fail
	return text
}

// stay is what past says where somebody keeps what they had.
const stay = "stay"

// object is a JSON object that is being written.
type object struct{ scoring.Ordered }

// put returns the object with one more key, where there is anything to say.
func (o object) put(key string, it any) object {
	if it == nil {
		return o
	}
	return object{append(slices.Clip(o.Ordered), scoring.Pair{Key: key, Value: it})}
}

// list returns the object with a list, if anything is in it.
func (o object) list(key string, all []any) object {
	if all == nil {
		return o
	}
	return o.put(key, all)
}

// words returns a text as it is written: in one language, or in each; nil: it is empty.
func words(t lang.Text) any {
	switch {
	case t.In != nil:
		return t.In
	case t.Empty():
		return nil
	}
	return t.Other
}

func each[T any](all []T, write func(T) any) (out []any) {
	for _, it := range all {
		out = append(out, write(it))
	}
	return out
}

// people returns numbers of people as they are written.
func people(lo, hi int) any {
	if lo == hi {
		return lo
	}
	return strconv.Itoa(lo) + "-" + strconv.Itoa(hi)
}

func fields(all []Field) []any {
	return each(all, func(f Field) any { return f.written(all) })
}

// written returns a field as it stands in a file, among the others of its list.
func (f Field) written(all []Field) any {
	o := object{}.put("name", words(f.Name))
	switch f.Form {
	case Plain:
		if f.From != -MostPoints {
			o = o.put("from", f.From)
		}
		if f.To != MostPoints {
			o = o.put("to", f.To)
		}
		if f.Sum.Varies() || f.Sum.all != nil {
			o = o.put("sum", f.Sum.written())
		}
	case Each:
		o = o.put("each", f.Points)
		if f.Per > 1 {
			o = o.put("per", f.Per)
		}
	case Table:
		o = o.put("table", f.Table)
		if f.Steps {
			o = o.put("steps", true)
		}
	case Times:
		o = o.list("times", each(f.Names, words))
	case Sets:
		o = o.list("sets", each(f.Names, words))
		if f.Square {
			o = o.put("square", true)
		}
		if f.Points != 0 {
			o = o.put("set", f.Points)
		}
	case Places:
		o = o.put("most", f.Most.written())
		if f.Least.Varies() || f.Least.all != nil {
			o = o.put("least", f.Least.written())
		}
		if f.Level != levels[0] {
			o = o.put("level", f.Level)
		}
		if f.SameNone {
			o = o.put("same", "none")
		}
	case Bid:
		o = o.put("bid", object{}.put("made", f.Made).put("trick", f.Trick).put("miss", f.Miss))
	case One, Yes:
		o = o.put(string(f.Form), f.Points)
	}
	o = o.list("of", each(f.Of, func(i int) any { return all[i].Key() }))
	return o.put("source", words(f.Source))
}

// ties returns them as they are written.
func (f *File) ties() []any {
	return each(f.Ties, func(t Tie) any {
		o := object{}
		switch {
		case t.Field < 0:
			o = o.put("ask", words(t.Ask))
		case !t.Fewest:
			return f.tied(t).Key()
		default:
			o = o.put("field", f.tied(t).Key())
		}
		if t.Fewest {
			o = o.put("wins", Fewest)
		}
		return o
	})
}

// tied returns the field that settles a tie.
func (f *File) tied(t Tie) Field {
	if t.AtEnd {
		return f.AtEnd[t.Field]
	}
	return f.EachRound[t.Field]
}

// lines returns the checklist as it is written.
func (f *File) lines() []any {
	return each(f.Setup, func(l Line) any {
		whole := l.Lo == 1 && l.Hi == MaxPlayers
		if whole && l.N == nil {
			return words(l.Do)
		}
		o := object{}
		if !whole {
			o = o.put("for", people(l.Lo, l.Hi))
		}
		o = o.put("do", words(l.Do))
		if l.N != nil {
			o = o.put("n", l.N)
		}
		return o
	})
}

// Steps returns the lines of the checklist for so many people, in order.
func (f *File) Steps(people int) []lang.Text {
	var out []lang.Text
	for _, l := range f.Setup {
		if people < l.Lo || people > l.Hi {
			continue
		}
		if n, there := l.N[people]; there {
			l.Do = l.Do.With("n", n)
		}
		out = append(out, l.Do)
	}
	return out
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "counted", Files: files}
