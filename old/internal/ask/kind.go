package ask

import (
	"errors"
	"strconv"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A game asks with a head and a kind, and gets an answer of that kind's own type. It learns nothing of storage,
// lines or phones.

// A Kind is a shape as seen by the game that asks: its answer is an A.
type Kind[A any] interface {
	Shape
	// of converts an answer; the result is arbitrary if the answer does not fit the question.
	of(Answer) A
}

// Put asks a question and returns the answer.
func Put[A any](a Asker, h Head, k Kind[A]) (A, error) {
	r, err := a.Ask(asked(h, k))
	return k.of(r), err
}

// Accept asks until the game takes the answer, and returns what the game makes of it. To refuse, say returns a
// *fault.Fault, which the table is shown; any other error ends the asking. A stored dialog never holds a
// refused answer.
func Accept[A, T any](a Asker, h Head, k Kind[A], say func(A) (T, error)) (T, error) {
	r, err := Insist(a, asked(h, k), func(r Answer) error { _, err := say(k.of(r)); return err })
	if err != nil {
		var none T
		return none, err
	}
	return say(k.of(r))
}

func asked[A any](h Head, k Kind[A]) Question {
	q := Question{Head: h, Shape: k.bare()}
	if or, is := k.(interface{ letters() []Key }); is {
		q.Keys = or.letters()
	}
	return q
}

// Keyed is the answer to a question with letters in place of its usual answer.
type Keyed[A any] struct {
	Key   string // the letter that was pressed, "" for none
	Value A
}

// Or returns a kind in which some letters may be pressed instead.
func Or[A any](k Kind[A], keys ...Key) Kind[Keyed[A]] { return orKeys[A]{k, keys} }

type orKeys[A any] struct {
	Shape
	keys []Key
}

func (k orKeys[A]) letters() []Key       { return k.keys }
func (k orKeys[A]) of(r Answer) Keyed[A] { return Keyed[A]{r.Key, k.Shape.(Kind[A]).of(r)} }

// A Line is the answer to an Each.
type Line struct {
	Rows [][]int // Rows[k] is the answer of People[k]: numbers, or indexes of options; empty for "-"
	Plus int     // the +n at the end of the line
}

// Row returns the answer of the k-th person.
func (l Line) Row(k int) []int {
	if k < len(l.Rows) {
		return l.Rows[k]
	}
	return nil
}

// One returns the single value of the only person, or -1.
func (l Line) One() int { return append(l.Each(-1), -1)[0] }

// Each returns everybody's single value, or none for "-".
func (l Line) Each(none int) []int {
	out := make([]int, len(l.Rows))
	for k, row := range l.Rows {
		out[k] = append(row[:len(row):len(row)], none)[0]
	}
	return out
}

// Counts is the answer to a Many: how many of each option.
type Counts []int

// Of returns the values whose options were taken at least once, in the order of the options.
func (c Counts) Of(values []int) (taken []int) {
	for i, n := range c {
		if n > 0 && i < len(values) {
			taken = append(taken, values[i])
		}
	}
	return taken
}

// An Ended says how a Watch ended.
type Ended struct {
	Option int  // the one that was pressed; -1: time was up
	By     int  // the seat that pressed it, or Scorekeeper if that is not known
	Early  bool // time was called before it was up
}

func (Show) of(r Answer) []string { return r.Pictures }
func (Pick) of(r Answer) int      { return r.Value() }
func (Number) of(r Answer) int    { return r.Value() }
func (Draw) of(r Answer) int      { return r.Value() }
func (Words) of(r Answer) string  { return r.Text }
func (Each) of(r Answer) Line     { return Line{r.Values, r.Plus} }
func (Watch) of(r Answer) Ended   { return Ended{r.Value(), r.By, r.Left > 0} }
func (s Many) of(r Answer) Counts {
	if len(r.Values) == 0 {
		return make(Counts, len(s.Options))
	}
	return r.Values[0]
}

// Line returns a kind that is answered with the line of one person.
func (s Number) Line() Kind[Line] { return numberLine{s} }

type numberLine struct{ Number }

func (numberLine) of(r Answer) Line { return Each{}.of(r) }
func (m Menu[T]) of(r Answer) T     { return m.Of(r) }

// Usual returns a suggestion: the single value, or one for each person.
func Usual(values ...int) *Answer {
	r := Answer{By: Scorekeeper}
	for _, n := range values {
		r.Values = append(r.Values, []int{n})
	}
	return &r
}

// UsualRow returns a suggestion with several values: how many of each option, or the values of one person.
func UsualRow(values ...int) *Answer {
	return &Answer{By: Scorekeeper, Values: [][]int{append([]int{}, values...)}}
}

// UsualWords returns a suggestion in words.
func UsualWords(text string) *Answer { return &Answer{By: Scorekeeper, Text: text} }

// Tell shows something and waits for Enter.
func Tell(a Asker, id string, text lang.Text, notes ...lang.Text) error {
	_, err := Put(a, Head{ID: id, Text: text, Notes: notes}, Show{})
	return err
}

// PickOne asks for one option and returns its index.
func PickOne(a Asker, id string, text lang.Text, options []lang.Text, suggest int) (int, error) {
	h := Head{ID: id, Text: text}
	if suggest >= 0 {
		h.Suggest = Usual(suggest)
	}
	return Put(a, h, Pick{Options: options})
}

// Toss draws a whole number from 0 to n-1, always the same when the same draft is replayed.
func Toss(a Asker, n int) (int, error) { return Put(a, Head{ID: "ask.draw"}, Draw{Hi: n - 1}) }

// An Alone is a question in a group, put to one person.
type Alone[A any] struct {
	Head
	Kind Kind[A]
	In   bool // answered in an earlier group; only others are asked again
}

// All puts independent questions, each with its own ID and to its own person: at once if the asker can, else
// one after the other. check sees every answer before it is stored, and may be nil. The answers are in the
// order of the questions, however they came in; a question marked In has none.
func All[A any](a Asker, group []Alone[A], check func(k int, answer A) error) ([]A, error) {
	out, qs := make([]A, len(group)), make([]Question, len(group))
	for k, one := range group {
		qs[k] = asked(one.Head, one.Kind)
		qs[k].In = one.In
	}
	err := a.Gather(qs, func(k int, r Answer) error {
		answer := group[k].Kind.of(r)
		if check != nil {
			if err := check(k, answer); err != nil {
				return err
			}
		}
		out[k] = answer
		return nil
	})
	return out, err
}

// InTurn asks each person alone, so that every single answer is stored by itself. The answers are in the order
// of the people; check may be nil.
func InTurn[A any](a Asker, h Head, k Kind[A], check func(k int, answer A) error) ([]A, error) {
	group := make([]Alone[A], len(h.People))
	for i := range group {
		group[i] = Alone[A]{Head: h.To(i), Kind: k}
	}
	return All(a, group, check)
}

// To returns a question for several people as it is put to the k-th of them alone.
func (h Head) To(k int) Head {
	h.ID += "." + strconv.Itoa(h.People[k])
	h.People, h.Names = h.People[k:k+1], h.Names[k:k+1]
	return h
}

// A Check refuses an answer that fits the question but not the game, with a *fault.Fault. The question is then
// put again, with the fault and the refused answer.
type Check func(Answer) error

// Insist puts a question until the check accepts the answer.
func Insist(a Asker, q Question, check Check) (Answer, error) {
	q.check = check
	return until(a.Ask, q, check)
}

// until asks until the check accepts the answer. The question itself need not carry the check.
func until(ask func(Question) (Answer, error), q Question, check Check) (Answer, error) {
	for {
		r, err := ask(q)
		if err != nil {
			return r, err
		}
		err = check(r)
		var f *fault.Fault
		if !errors.As(err, &f) {
			return r, err
		}
		q = q.refused(f, r)
	}
}
