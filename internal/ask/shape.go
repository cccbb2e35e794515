package ask

import (
	"slices"
	"time"

	"github.com/tablemate/tablemate/internal/lang"
)

// A Shape is the kind of a question, and so of its answer: one of the types in this file,
// each with the fields that only its kind needs.
type Shape interface {
	bare() Shape // without the way in which a Kind reads its answer
}

// A Show is read, and the table goes on: no Values.
type Show struct {
	Pictures bool        // each of People may give a picture meanwhile
	Steps    []lang.Text // those of the Notes that phones may tick
}

// A Pick is answered with one option: Values[0][0] is its index.
type Pick struct {
	Options []lang.Text
	Marks   []lang.Text // the key of each option in place of its number (the number of a seat, a letter); those that are missing: 1, 2, 3 …
	Barred  []Barred    // lines among the options that cannot be picked now
	Sorted  int         // without Marks: so many of the first options are shown in the order of their names; answers mean the options as they stand here
	Quick   bool        // hands fly: Backspace takes the last thing back, and the buttons of phones are large
	Beyond  bool        // a word that begins no line is for the list behind the last line
	Screen  bool        // put again, with what was changed, until its first line takes all of it
	Album   []string    // the picture of each option, by its id; "": it has none; nil: none has
}

// A Many is answered with any of its options: Values[0][i] is how many of option i, 0 to Most.
type Many struct {
	Options []lang.Text
	Marks   []lang.Text // as in Pick
	Barred  []Barred    // as in Pick
	Most    int         // copies of one option; 0 is 1
}

// An Each is answered by every one of People on one line: Values[k] is what People[k] gave,
// numbers from Lo to Hi or indexes of Options, empty for "-".
type Each struct {
	Options []lang.Text // typed as 1, 2, 3 …
	Marks   []lang.Text // as in Pick
	Barred  []Barred    // as in Pick; without options: numbers that this person's own phone shows dim
	Lo, Hi  int         // without options
	Most    int         // values that one person may give
	Least   int         // values that one person has to give; 0 is 1
	Blank   bool        // "-" is an answer
	Nothing lang.Text   // what "-" says; empty: that there is none
	Own     bool        // a person may not name themselves: the game refuses it, phones do not offer it
	Cards   bool        // the numbers are those of cards: nobody adds them up
	Sum     []int       // one value each: those of all add up to one of these; nil: to anything
	Plus    int         // the largest +n that may follow the line; 0: none may
	NoPlus  lang.Text   // what a line without +n says …
	OnePlus lang.Text   // … and what +1 says
	AskPlus lang.Text   // asks for it alone, once everybody has answered
	Order   lang.Text   // stands before the names, whose order is that of the answers
	Example [][]int     // Values that the game would take, to show how they are written; nil: any may do
	How     lang.Text   // how the line is written, in place of the general notation; empty: that
	Album   []string    // as in Pick
}

// A Number is answered with Values[0][0], from Lo to Hi.
type Number struct {
	Lo, Hi int
	Zero   lang.Text // what 0 says on a phone; empty: 0
	Least  int       // the least besides 0 that the game takes; phones offer no other
}

// Words are answered with Text, trimmed.
type Words struct {
	Blank bool // no word is an answer as well
}

// A Draw is chance, which asks nobody: Values[0][0], from 0 to Hi.
type Draw struct{ Hi int }

// A Watch runs the clock of Part until an option is pressed (Values[0][0]) or time is up: no
// Values, and Left where it was called early.
type Watch struct {
	Options []lang.Text
	May     [][]int       // by option, the seats that may take it on their phones, and Scorekeeper where nobody may learn whose they are; nil: any
	Table   []lang.Text   // by option, as who keeps the score presses it on a phone for somebody who has none; nil: as anybody
	Why     []lang.Text   // by option, why somebody may not take it; nil: that they may not
	Cards   []lang.Text   // by seat, what only this person may look at meanwhile; nil: nothing
	Strike  []lang.Text   // a list that everybody strikes out on a phone, for themselves alone
	Part    string        // names the clock
	Limit   time.Duration // how long it runs at most
	Early   lang.Text     // what ends it before that as if time were up; empty: nothing does
	Beside  bool          // nothing hangs on it: it stands until somebody lets it run, and what is past has none
}

// A List is the lines that a question is answered from.
type List struct {
	Options []lang.Text
	Marks   []lang.Text
	Barred  []Barred
}

func (s Show) bare() Shape   { return s }
func (s Pick) bare() Shape   { return s }
func (s Many) bare() Shape   { return s }
func (s Each) bare() Shape   { return s }
func (s Number) bare() Shape { return s }
func (s Words) bare() Shape  { return s }
func (s Draw) bare() Shape   { return s }
func (s Watch) bare() Shape  { return s }

// Is reports whether a shape is of one kind.
func Is[S Shape](s Shape) bool {
	_, ok := s.(S)
	return ok
}

// As returns the shape of one kind, empty where the question is of another one.
func As[S Shape](q Question) S {
	s, _ := q.Shape.(S)
	return s
}

// Lines returns the lines that a shape is answered from; none where it has none.
func Lines(s Shape) List {
	switch s := s.(type) {
	case Pick:
		return List{s.Options, s.Marks, s.Barred}
	case Many:
		return List{s.Options, s.Marks, s.Barred}
	case Each:
		return List{s.Options, s.Marks, s.Barred}
	case Watch:
		return List{Options: s.Options}
	}
	return List{}
}

// From returns a shape that is answered from other lines.
func From[S Shape](s S, l List) S { return with(s, l).(S) }

func with(s Shape, l List) Shape {
	switch s := s.(type) {
	case Pick:
		s.Options, s.Marks, s.Barred = l.Options, l.Marks, l.Barred
		return s
	case Many:
		s.Options, s.Marks, s.Barred = l.Options, l.Marks, l.Barred
		return s
	case Each:
		s.Options, s.Marks, s.Barred = l.Options, l.Marks, l.Barred
		return s
	case Watch:
		s.Options = l.Options
		return s
	}
	return s
}

// List returns the lines that the question is answered from; no lines where it has none.
func (q Question) List() List { return Lines(q.Shape) }

// With returns the question with other lines to be answered from.
func (q Question) With(l List) Question {
	q.Shape = with(q.Shape, l)
	return q
}

// Add puts one more option, with its key, behind the others.
func (l *List) Add(mark, option lang.Text) {
	l.Marks, l.Options = append(slices.Clip(l.Marks), mark), append(slices.Clip(l.Options), option)
}

// A Menu is a Pick of which every line means a value: what to do, say.
type Menu[T any] struct {
	Pick
	values []T
}

// Add puts one more line behind the others.
func (m *Menu[T]) Add(mark, option lang.Text, means T) {
	l := Lines(m.Pick)
	l.Add(mark, option)
	m.Pick, m.values = From(m.Pick, l), append(slices.Clip(m.values), means)
}

// Of returns what the line means that was picked; the zero value where none was.
func (m *Menu[T]) Of(r Answer) (means T) {
	if k := r.Value(); k >= 0 && k < len(m.values) {
		means = m.values[k]
	}
	return means
}
