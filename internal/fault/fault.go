// Package fault is what is wrong, and where: an error that is said in the language of
// the person to whom it is told. It decides nothing: rules, questions and sheets make faults.
package fault

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tablemate/tablemate/internal/lang"
)

// A Fault says what is wrong and where. At is the path to it in the keys of a
// score sheet, from the outside in; a key that is an index looks like "[2]".
type Fault struct {
	At  []string
	Say lang.Text
}

// Error returns the fault in English, the place first.
func (f *Fault) Error() string { return f.Text().String() }

// Text returns the fault with its place in front.
func (f *Fault) Text() lang.Text {
	if len(f.At) == 0 {
		return f.Say
	}
	return lang.At(f.Path(), f.Say)
}

// Path joins At as it is printed: rounds[2].votes.Bia.
func (f *Fault) Path() string {
	var b strings.Builder
	for i, k := range f.At {
		if i > 0 && !isIndex(k) {
			b.WriteByte('.')
		}
		b.WriteString(visible(k))
	}
	return b.String()
}

func isIndex(k string) bool {
	digits, ok := strings.CutPrefix(k, "[")
	digits, ends := strings.CutSuffix(digits, "]")
	return ok && ends && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// visible returns a key with what cannot be seen written out.
func visible(k string) string {
	if k == "" {
		return `""`
	}
	var b strings.Builder
	for _, r := range k {
		if lang.IsControl(r) {
			fmt.Fprintf(&b, "\\u%04x", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Under returns the fault with outer keys put in front of its path; nil where there is none.
func (f *Fault) Under(keys ...string) *Fault {
	if f == nil {
		return nil
	}
	return &Fault{At: append(append([]string{}, keys...), f.At...), Say: f.Say}
}

// Plain returns the fault without its place, for who was asked and answers right there; nil where there is none.
func (f *Fault) Plain() *Fault {
	if f == nil {
		return nil
	}
	return New(f.Say)
}

// Err returns the fault as an error; nil where there is none.
func (f *Fault) Err() error {
	if f == nil {
		return nil
	}
	return f
}

// New returns a Fault at a place.
func New(say lang.Text, at ...string) *Fault { return &Fault{At: at, Say: say} }

// Index returns the key of an element of a list, counted from 0.
func Index(i int) string { return fmt.Sprintf("[%d]", i) }

// Said returns any error in a voice's language: a Fault with its place in front, others as
// they are, but sanitized.
func Said(v *lang.Localizer, err error) string {
	var f *Fault
	if errors.As(err, &f) {
		return v.Say(f.Text())
	}
	return lang.Sanitize(err.Error())
}

// Aloud returns an error as it is said at the table: a Fault without its place in a score
// sheet, which nobody there has in front of them.
func Aloud(v *lang.Localizer, err error) string {
	var f *Fault
	if errors.As(err, &f) {
		return v.Say(f.Say)
	}
	return lang.Sanitize(err.Error())
}

// Failed is something that could not be done, said in a sentence.
type Failed struct {
	Say lang.Text
	Err error // why; may be nil
}

func (f *Failed) Error() string { return f.Say.String() }

func (f *Failed) Unwrap() error { return f.Err }
