// Package fault has errors that say what is wrong and where, in the language of the person who reads them. It judges
// nothing: rules, questions and score sheets make the faults.
package fault

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"github.com/tablemate/tablemate/internal/lang"
)

// A Fault is a refusal. At is its path in a score sheet, outermost key first; the key of a list's entry looks like
// “[2]”. Functions return it as an error, never as *Fault: a nil pointer in an interface is not nil.
type Fault struct {
	At    []string
	Say   lang.Text
	Known []string // of a fault about the last key of At itself: the keys that are known in its place
}

// New returns a fault at a path.
func New(say lang.Text, at ...string) error { return &Fault{At: at, Say: say} }

// Index returns the key of a list's entry, counted from 0.
func Index(i int) string { return fmt.Sprintf("[%d]", i) }

// Under returns a fault with outer keys in front of its path, and any other error as it is.
func Under(err error, keys ...string) error {
	var f *Fault
	if !errors.As(err, &f) {
		return err
	}
	outer := *f
	outer.At = append(append([]string{}, keys...), f.At...)
	return &outer
}

// Is reports whether an error is a fault: somebody's answer or sheet is wrong, and not the disk.
func Is(err error) bool {
	var f *Fault
	return errors.As(err, &f)
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
		if _, is := Indexed(k); i > 0 && !is {
			b.WriteByte('.')
		}
		b.WriteString(visible(k))
	}
	return b.String()
}

// Indexed returns the number in the key of a list's entry; false if the key is another one.
func Indexed(key string) (int, bool) {
	n, err := strconv.Atoi(strings.Trim(key, "[]"))
	return n, err == nil && n >= 0 && key == Index(n)
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

// Said returns an error in a language: a fault with its path in front, a Failed with its reason.
func Said(l lang.Lang, err error) string { return said(l, err, (*Fault).Text) }

// Aloud returns an error as the table reads it: a fault without its path, since nobody there looks at a score sheet.
func Aloud(l lang.Lang, err error) string {
	return said(l, err, func(f *Fault) lang.Text { return f.Say })
}

func said(l lang.Lang, err error, text func(*Fault) lang.Text) string {
	var f *Fault
	var failed *Failed
	switch {
	// A failure may stand around a fault, and says more. Nothing stands inside a fault.
	case errors.As(err, &failed):
		return l.Say(failed.Say)
	case errors.As(err, &f):
		return l.Say(text(f))
	}
	return lang.Sanitize(err.Error())
}

// A Failed says in a sentence what could not be done, and keeps the cause.
type Failed struct {
	Say lang.Text
	Err error // may be nil
}

func (f *Failed) Error() string { return f.Say.String() }

// Text returns the sentence.
func (f *Failed) Text() lang.Text { return f.Say }

// Unwrap returns the cause.
func (f *Failed) Unwrap() error { return f.Err }

// whys lists errors of the operating system in plain words. The first match counts.
var whys = []struct {
	err error
	say lang.Text
}{
	{fs.ErrNotExist, lang.T("there is no such file or folder")},
	{fs.ErrPermission, lang.T("this user may not do that")},
	{fs.ErrExist, lang.T("it is there already")},
	{syscall.EISDIR, lang.T("it is a folder")},
	{syscall.ENOTDIR, lang.T("it is not a folder")},
	{syscall.EROFS, lang.T("nothing can be written there")},
	{syscall.ENOSPC, lang.T("the disk is full")},
	{syscall.EIO, lang.T("the disk does not answer as it should")},
	{syscall.EFBIG, lang.T("a file cannot be that large there")},
	{syscall.EMFILE, lang.T("too many files are open")},
	{syscall.EPIPE, lang.T("nobody reads it any more")},
	{syscall.ENAMETOOLONG, lang.T("the name is too long")},
	{syscall.ENOLCK, lang.T("files cannot be locked there")},
	{syscall.ENOTSUP, lang.T("files cannot be locked there")},
	{syscall.ENOSYS, lang.T("files cannot be locked there")},
	{syscall.EADDRINUSE, lang.T("another program is there already")},
	{syscall.EADDRNOTAVAIL, lang.T("this machine has no such address")},
}

// windowsWhys lists codes of Windows, which the table above does not match.
var windowsWhys = map[syscall.Errno]lang.Text{
	1:     lang.T("it is a folder"), // no function of a file fits a folder: it was read like one
	4:     lang.T("too many files are open"),
	19:    lang.T("nothing can be written there"),
	21:    lang.T("the disk does not answer as it should"),
	23:    lang.T("the disk does not answer as it should"),
	32:    lang.T("another program has it open"),
	33:    lang.T("another program has it open"),
	39:    lang.T("the disk is full"),
	109:   lang.T("nobody reads it any more"),
	112:   lang.T("the disk is full"),
	123:   lang.T("nothing can be called so there"),
	206:   lang.T("the name is too long"),
	223:   lang.T("a file cannot be that large there"),
	232:   lang.T("nobody reads it any more"),
	267:   lang.T("it is not a folder"),
	1117:  lang.T("the disk does not answer as it should"),
	10013: lang.T("this user may not do that"),
	10048: lang.T("another program is there already"),
	10049: lang.T("this machine has no such address"),
}

// Why returns the reason behind an error of the operating system, without file names: in plain words if the error is
// known, else as the system puts it.
func Why(err error) lang.Text { return why(err, runtime.GOOS == "windows") }

func why(err error, windows bool) lang.Text {
	var code syscall.Errno
	if windows && errors.As(err, &code) {
		if say, known := windowsWhys[code]; known {
			return say
		}
	}
	for _, w := range whys {
		if errors.Is(err, w.err) {
			return w.say
		}
	}
	var said *Failed
	if errors.As(err, &said) {
		return said.Say
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return lang.Literal(err.Error())
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
