package prompt

import (
	"io"
	"strings"
	"time"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/cmd/internal/keyboard"
)

// How promptui is fed. Its input is one of the readers below: each gives the few
// plain keys that promptui handles well, made from the keys that people press.
// Enter is given as the end of input, because only then has the reader under
// promptui ended before the answer is drawn.

// An outcome says why a prompt ended.
type outcome int

const (
	goesOn outcome = iota
	taken          // Enter
	barred         // a key that takes nothing
	wentBack
	wentNow
	aside
	tookBack
	interrupted
	atEnd
	failed
)

// The keys that promptui understands.
const (
	uiLeft, uiRight, uiUp, uiDown, uiBackspace = "\x02", "\x06", "\x10", "\x0e", "\x7f"
	uiNothing                                  = " " // draws a list again
)

// A keyHandler turns a key into keys for promptui, or ends the prompt.
type keyHandler interface {
	press(keyboard.Key) (string, outcome)
}

// A collector is a keyHandler that may wait for the rest of a word.
type collector interface {
	collecting() bool
	ends(r rune) bool
	pause() (string, outcome)
}

// wordPause is how long a word may wait for its next letter.
const wordPause = 500 * time.Millisecond

// keyTranslator is the input of one prompt of promptui.
type keyTranslator struct {
	of    *Terminal
	to    keyHandler
	out   []byte
	why   outcome
	err   error // of failed
	panic any   // what went wrong on a goroutine that is not ours
}

// Read gives the keys of promptui, the end of input when the prompt has ended.
func (f *keyTranslator) Read(p []byte) (n int, err error) {
	defer func() {
		if v := recover(); v != nil {
			f.panic, f.why = v, failed
			n, err = 0, io.EOF
		}
	}()
	for len(f.out) == 0 {
		if f.why != goesOn {
			f.of.slate.freeze()
			return 0, io.EOF
		}
		f.fill()
	}
	n = copy(p, f.out)
	f.out = f.out[n:]
	return n, nil
}

// Close does nothing: the terminal stays.
func (f *keyTranslator) Close() error { return nil }

func (f *keyTranslator) fill() {
	wait := time.Duration(-1)
	c, ok := f.to.(collector)
	if ok = ok && c.collecting(); ok {
		wait = wordPause
	}
	k, err := f.of.keyboard.Next(f.of.within, wait)
	over := err == keyboard.ErrLate
	if ok && err == nil && k.Kind == keyboard.Character && c.ends(k.Rune) {
		f.of.keyboard.Return(k)
		over = true
	}
	var s string
	switch {
	case over:
		s, f.why = c.pause()
		f.out = []byte(s)
	case err == io.EOF:
		f.why = atEnd
	case err != nil:
		f.why, f.err = failed, err
	case k.Kind == keyboard.Interrupt:
		f.why = interrupted
	case k.Kind == keyboard.Esc:
		f.why = wentBack
	case k.Kind == keyboard.Suspend:
		f.of.sleep()
	case k.Kind == keyboard.Woken:
		f.err = f.of.resized()
	case k.Kind == keyboard.Resumed:
		f.of.slate.thaw()
	default:
		s, f.why = f.to.press(k)
		f.out = []byte(s)
		if l, line := f.to.(*editor); line {
			f.of.slate.mark(l.marked)
		}
	}
	if f.err != nil {
		f.why = failed
	}
}

// lineLimit is how many characters a line may have: more than the longest answer, the
// names of a whole table. What is typed beyond is not taken, and a longer plain line is
// refused.
const lineLimit = 1000

// An editor is a line that is being written: what stands before and behind the caret.
// Whatever moves or vanishes does so by whole characters as they are seen.
type editor struct {
	before, after string
	marked        int  // so many bytes behind the caret give way to the next character; editing keys mend them
	touched       bool // by the person: what stood there before is theirs now
	words         bool // any sign may be part of what is written
	plain         bool // no text is taken at all: Enter and space go on
	keys          string
}

// press edits the line and says the same to promptui.
func (l *editor) press(k keyboard.Key) (string, outcome) {
	if k.Kind == keyboard.Character {
		return l.write(k.Rune)
	}
	empty := l.before+l.after == ""
	switch {
	case k.Kind == keyboard.Enter:
		return "", taken
	case k.Kind == keyboard.EndOfInput && empty:
		return "", atEnd
	case l.plain:
		return "", goesOn
	}
	l.touched = true
	return l.edit(k.Kind), goesOn
}

func (l *editor) write(r rune) (string, outcome) {
	if !l.words || l.before+l.after == "" || !l.touched {
		switch r {
		case '<':
			return "", wentBack
		case '>':
			return "", wentNow
		case '?':
			return "", aside
		}
	}
	if l.plain {
		return l.writePlain(r)
	}
	if len([]rune(l.before))+len([]rune(l.after)) >= lineLimit {
		return "", goesOn
	}
	cleared := ""
	switch {
	case l.marked > 0:
		n := l.marked
		cleared = l.edit(keyboard.None) + l.drop(n)
	case !l.touched: // a suggestion gives way to what is typed; editing keys mend it
		cleared = l.edit(keyboard.KillBefore)
	}
	l.touched = true
	l.before += string(r)
	return cleared + string(r), goesOn
}

// writePlain takes a space as Enter, and the letter of a key as its answer.
func (l *editor) writePlain(r rune) (string, outcome) {
	if r == ' ' {
		return "", taken
	}
	if r = unicode.ToLower(r); strings.ContainsRune(l.keys, r) {
		l.before = string(r)
		return "", taken
	}
	return "", goesOn
}

// edit goes behind what is marked, which is so no longer, and does what a key says.
func (l *editor) edit(k keyboard.Kind) string {
	n := l.marked
	l.marked = 0
	return l.moveRight(n) + l.editPlain(k)
}

func (l *editor) editPlain(k keyboard.Kind) string {
	switch k {
	case keyboard.Left:
		return l.moveLeft(len(lastCluster(l.before)))
	case keyboard.Right:
		return l.moveRight(len(firstCluster(l.after)))
	case keyboard.Home:
		return l.moveLeft(len(l.before))
	case keyboard.End:
		return l.moveRight(len(l.after))
	case keyboard.Backspace:
		return l.drop(len(lastCluster(l.before)))
	case keyboard.KillBefore:
		return l.drop(len(l.before))
	case keyboard.KillWord:
		return l.drop(len(l.before) - len(beforeWord(l.before)))
	case keyboard.Delete, keyboard.EndOfInput:
		n := len(firstCluster(l.after))
		return l.moveRight(n) + l.drop(n)
	case keyboard.KillAfter:
		n := len(l.after)
		return l.moveRight(n) + l.drop(n)
	}
	return ""
}

// moveLeft and the others take a number of bytes and answer with as many keys as
// the bytes are code points, which is what promptui counts.
func (l *editor) moveLeft(n int) string {
	cut := len(l.before) - n
	moved := l.before[cut:]
	l.before, l.after = l.before[:cut], moved+l.after
	return repeat(uiLeft, moved)
}

func (l *editor) moveRight(n int) string {
	moved := l.after[:n]
	l.before, l.after = l.before+moved, l.after[n:]
	return repeat(uiRight, moved)
}

func (l *editor) drop(n int) string {
	cut := len(l.before) - n
	dropped := l.before[cut:]
	l.before = l.before[:cut]
	return repeat(uiBackspace, dropped)
}

func repeat(key, over string) string { return strings.Repeat(key, len([]rune(over))) }

func firstCluster(s string) string {
	c, _ := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	return c
}

func lastCluster(s string) string {
	last := ""
	for s != "" {
		last = firstCluster(s)
		s = s[len(last):]
	}
	return last
}

// beforeWord is a line without its last word and the blanks behind it.
func beforeWord(s string) string {
	s = strings.TrimRightFunc(s, unicode.IsSpace)
	return strings.TrimRightFunc(s, func(r rune) bool { return !unicode.IsSpace(r) })
}
