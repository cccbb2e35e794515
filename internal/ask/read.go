package ask

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Shape is the kind of answer: Pick, Many, Number, Words or Watch.
type Shape interface {
	read(line string) (Value, error)                 // the meaning of a kept line
	typed(l lang.Lang, typed string) (string, error) // the line that a hand meant, which may not fit
	say(l lang.Lang, v Value) string                 // the words for a value
}

// Read returns the meaning of a line: kept, or sent by a phone. Options are named by their ID.
func (q Question) Read(line string) (Value, error) {
	v, err := q.read(line)
	if err != nil {
		return Value{}, q.hide(err)
	}
	v.ok = true
	return v, nil
}

// hidden stands in place of a secret.
const hidden = "•••"

// hide returns a fault that does not repeat a secret: sentences call the text that was typed {typed}, and its value {sum}.
func (q Question) hide(err error) error {
	var f *fault.Fault
	if !q.Secret || !errors.As(err, &f) {
		return err
	}
	say := f.Say.With("typed", hidden, "sum", hidden)
	if strings.Contains(lang.English.Say(say), hidden) {
		say = q.wanted(say)
	}
	return fault.New(say)
}

// wanted returns what an answer is, in place of a sentence that repeats a secret.
func (q Question) wanted(say lang.Text) lang.Text {
	switch s := q.Shape.(type) {
	case Pick:
		return lang.T("that is not on the list: type a line's number or letter, or how it begins")
	case Number:
		if !s.several() && s.Hi < math.MaxInt32 {
			return lang.T("a whole number from {lo} to {hi}, please").With("lo", s.Lo, "hi", s.Hi)
		}
	}
	return say
}

// Say returns a kept line as a person would say it in a language.
func (q Question) Say(l lang.Lang, line string) string {
	v, err := q.Read(line)
	if err != nil {
		return lang.Sanitize(line)
	}
	return lang.Sanitize(q.say(l, v))
}

// Answered returns the question with an answer that is in. A secret is not suggested.
func (q Question) Answered(a Answer) Question {
	q.In, q.Suggest = true, ""
	if !q.Secret {
		q.Suggest = a.Line
	}
	return q
}

// none stands in place of no answer.
const none = "–"

// Typed translates what a hand typed to a line: letters, places in a list, whole names, then beginnings that only one has.
// An empty text takes the suggestion.
func (q Question) Typed(l lang.Lang, typed string) (Answer, error) {
	typed = strings.TrimSpace(Tidy(typed))
	if k, ok := lettered(q.Keys, typed); ok {
		if !k.Why.Empty() {
			return Answer{}, fault.New(k.Why)
		}
		return Answer{Key: k.ID}, nil
	}
	if a, are := q.worded(l, typed); are {
		return a, nil
	}
	line := q.Suggest
	was, err := q.Read(line)
	more, adds := strings.CutPrefix(typed, "+")
	switch words, is := q.Shape.(Words); {
	case is && words.List && adds:
		line, err = words.with(was.IDs, more)
	case typed != "" || line == "" || err != nil:
		line, err = q.typed(l, typed)
	}
	if err == nil {
		_, err = q.Read(line)
	}
	if err != nil {
		return Answer{}, q.hide(err)
	}
	return Answer{Line: line}, nil
}

// worded reads text that may be typed in place of a key: several words or names that are no option.
func (q Question) worded(l lang.Lang, typed string) (a Answer, are bool) {
	i := slices.IndexFunc(q.Keys, func(o Option) bool { return o.Words != nil && o.Why.Empty() })
	if i < 0 || !strings.ContainsFunc(typed, separates) {
		return Answer{}, false
	}
	if s, is := q.Shape.(Pick); is {
		if _, sure := s.sure(l, typed); sure {
			return Answer{}, false
		}
	}
	line, err := q.Keys[i].Words.typed(l, typed)
	return Answer{Key: q.Keys[i].ID, Line: line}, err == nil
}

var empty = lang.T("type something, please")
