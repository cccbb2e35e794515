package ask

import (
	"slices"
	"time"

	"github.com/tablemate/tablemate/old/internal/lang"
)

// A Shape is the kind of a question, and so of its answer: one of the types in this file, each with the fields
// that only its kind needs.
type Shape interface {
	bare() Shape // the shape itself, without a Kind's way to read its answer
}

// A Show is only read before the table goes on. Its answer has no Values.
type Show struct {
	Pictures bool        // each of People may add a picture meanwhile
	Steps    []lang.Text // the Notes that phones may tick
}

// A Pick is answered with one option: Values[0][0] is its index.
type Pick struct {
	Options []lang.Text
	Marks   []lang.Text // the key of each option (a seat's number, a letter); options without one are numbered from 1
	Barred  []Barred    // lines among the options that cannot be picked now
	Sorted  int         // if there are no Marks, this many of the first options are shown sorted by name; answers use the indexes here
	Quick   bool        // for fast hands: Backspace undoes, and phones have large buttons
	Beyond  bool        // a word that begins no line goes to the list behind the last line
	Screen  bool        // put again with each change until its first line accepts all of it
	Album   []string    // the picture id of each option, "" for none; nil: no pictures
}

// A Many is answered with any number of its options: Values[0][i] is how many of option i, 0 to Most.
type Many struct {
	Options []lang.Text
	Marks   []lang.Text // as in Pick
	Barred  []Barred    // as in Pick
	Most    int         // copies of one option; 0 means 1
}

// An Each is answered by all of People on one line: Values[k] is the answer of People[k], numbers from Lo to Hi
// or indexes of Options, empty for "-".
type Each struct {
	Options []lang.Text // typed as 1, 2, 3 …
	Marks   []lang.Text // as in Pick
	Barred  []Barred    // as in Pick; without options: numbers that are dim on this person's own phone
	Lo, Hi  int         // without options
	Most    int         // the most values of one person
	Least   int         // the fewest values of one person; 0 means 1
	Blank   bool        // "-" is an answer
	Nothing lang.Text   // the meaning of "-"; empty: none
	Own     bool        // a person may not name themselves: the game refuses it, phones do not offer it
	Cards   bool        // the numbers are those of cards: nobody adds them up
	Sum     []int       // with one value each: the possible totals; nil: any
	Plus    int         // the largest +n that may follow the line; 0: none
	NoPlus  lang.Text   // the meaning of a line without +n …
	OnePlus lang.Text   // … and of +1
	AskPlus lang.Text   // asks for the +n alone, once everybody has answered
	Order   lang.Text   // precedes the names when their order is that of the answers
	Example [][]int     // Values that the game would take, to show how they are written; nil: any will do
	How     lang.Text   // how to write the line; empty: the general notation
	Album   []string    // as in Pick
}

// A Number is answered with Values[0][0], from Lo to Hi.
type Number struct {
	Lo, Hi int
	Zero   lang.Text // the label for 0 on a phone; empty: 0
	Least  int       // the smallest number besides 0 that the game takes; phones offer none below it
}

// Words are answered with Text, trimmed.
type Words struct {
	Blank bool // an empty text is an answer too
}

// A Draw is answered by chance: Values[0][0], from 0 to Hi.
type Draw struct{ Hi int }

// A Watch runs the clock of Part until an option is pressed (Values[0][0]) or time is up: then it has no
// Values, and Left if time was called early.
type Watch struct {
	Options []lang.Text
	May     [][]int       // by option, the seats that may take it on their phones, and Scorekeeper if nobody may learn whose they are; nil: any
	Table   []lang.Text   // by option, its label on the scorekeeper's phone, for people who have none; nil: the usual one
	Why     []lang.Text   // by option, why it may not be taken; nil: a general reason
	Cards   []lang.Text   // by seat, a text that this person alone may look at meanwhile; nil: nothing
	Strike  []lang.Text   // a list that people strike out on their phones, each for themselves
	Part    string        // the name of the clock
	Limit   time.Duration // the longest it runs
	Early   lang.Text     // the option that ends it as if time were up; empty: none
	Beside  bool          // optional: it stands until somebody starts it, and past events have no such clock
}

// A List holds the lines that a question is answered from.
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

// As returns the shape of a question if it is of one kind, else an empty one.
func As[S Shape](q Question) S {
	s, _ := q.Shape.(S)
	return s
}

// Lines returns the lines that a shape is answered from, if it has any.
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

// List returns the lines that the question is answered from, if it has any.
func (q Question) List() List { return Lines(q.Shape) }

// With returns the question with other lines.
func (q Question) With(l List) Question {
	q.Shape = with(q.Shape, l)
	return q
}

// Add appends an option with its key.
func (l *List) Add(mark, option lang.Text) {
	l.Marks, l.Options = append(slices.Clip(l.Marks), mark), append(slices.Clip(l.Options), option)
}

// A Menu is a Pick in which every line stands for a value, such as something to do.
type Menu[T any] struct {
	Pick
	values []T
}

// Add appends a line.
func (m *Menu[T]) Add(mark, option lang.Text, means T) {
	l := Lines(m.Pick)
	l.Add(mark, option)
	m.Pick, m.values = From(m.Pick, l), append(slices.Clip(m.values), means)
}

// Of returns the value of the line that was picked, or the zero value.
func (m *Menu[T]) Of(r Answer) (means T) {
	if k := r.Value(); k >= 0 && k < len(m.values) {
		means = m.values[k]
	}
	return means
}
