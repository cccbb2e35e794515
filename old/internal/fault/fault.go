// Package fault has errors that say what is wrong and where, in the language of the person who reads them. It judges
// nothing: rules, questions and score sheets make the faults.
package fault

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tablemate/tablemate/old/internal/lang"
)

// A Fault says what is wrong and where. At is its path in a score sheet, outermost key first; the key of a list's entry
// looks like "[2]".
type Fault struct {
	At  []string
	Say lang.Text
}

// Error returns the fault in English, with its path in front.
func (f *Fault) Error() string { return f.Text().String() }

// Text returns the fault with its path in front.
func (f *Fault) Text() lang.Text {
	if len(f.At) == 0 {
		return f.Say
	}
	return lang.At(f.Path(), f.Say)
}

// Path returns At as it is printed: rounds[2].votes.Bia.
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

// visible returns a key with its invisible characters escaped.
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

// Under returns the fault with outer keys in front of its path, or nil if there is no fault.
func (f *Fault) Under(keys ...string) *Fault {
	if f == nil {
		return nil
	}
	return &Fault{At: append(append([]string{}, keys...), f.At...), Say: f.Say}
}

// Plain returns the fault without its path, for a person who is asked right at that place, or nil if there is no fault.
func (f *Fault) Plain() *Fault {
	if f == nil {
		return nil
	}
	return New(f.Say)
}

// Err returns the fault as an error. A nil fault becomes a nil error.
func (f *Fault) Err() error {
	if f == nil {
		return nil
	}
	return f
}

// New returns a fault at a path.
func New(say lang.Text, at ...string) *Fault { return &Fault{At: at, Say: say} }

// Index returns the key of a list's entry, counted from 0.
func Index(i int) string { return fmt.Sprintf("[%d]", i) }

// Said returns an error in the voice's language: a Fault with its path in front, any other error sanitized.
func Said(v *lang.Localizer, err error) string {
	var f *Fault
	if errors.As(err, &f) {
		return v.Say(f.Text())
	}
	return lang.Sanitize(err.Error())
}

// Aloud returns an error as the table reads it: a Fault without its path, since nobody there looks at a score sheet.
func Aloud(v *lang.Localizer, err error) string {
	var f *Fault
	if errors.As(err, &f) {
		return v.Say(f.Say)
	}
	return lang.Sanitize(err.Error())
}

// A Failed says in a sentence what could not be done.
type Failed struct {
	Say lang.Text
	Err error // the cause; may be nil
}

func (f *Failed) Error() string { return f.Say.String() }

func (f *Failed) Unwrap() error { return f.Err }
