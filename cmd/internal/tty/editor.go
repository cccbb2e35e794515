package tty

import (
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// An editor holds the line being typed, as it stands in promptui's line too, and translates each change to the keys that
// make it there.
type editor struct {
	text  []rune
	at    int  // the place of the cursor
	fresh bool // the line was refused, and the next key replaces it
}

func (e *editor) string() string { return string(e.text) }

// empty reports whether a key begins an answer.
func (e *editor) empty() bool { return e.fresh || len(e.text) == 0 }

// These keys move and delete by one character in promptui.
const (
	goLeft  = "\x02"
	goRight = "\x06"
	rub     = "\x7f"
)

// edit moves the cursor or deletes something.
func (e *editor) edit(does deed) (feed string) {
	if e.fresh && (does == doErase || does == doEraseWord || does == doClear || does == doClearAll) { // promptui replaces the line
		*e = editor{}
		return rub
	}
	if e.fresh {
		e.fresh, e.at = false, len(e.text)
		feed = strings.Repeat(goRight, e.at)
	}
	switch does {
	case doLeft:
		return feed + e.move(-e.before())
	case doRight:
		return feed + e.move(e.after())
	case doFirst:
		return feed + e.move(-e.at)
	case doLast:
		return feed + e.move(len(e.text)-e.at)
	case doErase:
		return feed + e.rub(e.before())
	case doEraseWord:
		return feed + e.rub(e.at-wordBefore(e.text[:e.at]))
	case doClear:
		return feed + e.rub(e.at)
	case doClearAll:
		feed += e.move(len(e.text) - e.at)
		return feed + e.rub(e.at)
	case doEraseNext:
		n := e.after()
		return feed + e.move(n) + e.rub(n)
	}
	return feed + same
}

// insert puts characters where the cursor is, in place of a line that was refused.
func (e *editor) insert(text string) (feed string) {
	if e.fresh {
		*e = editor{}
	}
	letters := []rune(text)
	e.text = append(e.text[:e.at:e.at], append(letters, e.text[e.at:]...)...)
	e.at += len(letters)
	return text
}

// wordBefore returns where the last word of a text begins. Blanks behind it belong to it.
func wordBefore(text []rune) (at int) {
	at = len(text)
	for at > 0 && separates(text[at-1]) {
		at--
	}
	for at > 0 && !separates(text[at-1]) {
		at--
	}
	return at
}

func separates(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ';' }

// move goes right by n characters, left if n is negative.
func (e *editor) move(n int) (feed string) {
	e.at += n
	if n < 0 {
		return strings.Repeat(goLeft, -n)
	}
	return strings.Repeat(goRight, n)
}

// rub deletes n characters before the cursor.
func (e *editor) rub(n int) (feed string) {
	e.text = append(e.text[:e.at-n:e.at-n], e.text[e.at:]...)
	e.at -= n
	return strings.Repeat(rub, n)
}

// before and after return the length of the visible character on either side of the cursor.
func (e *editor) before() (n int) {
	for s := string(e.text[:e.at]); s != ""; {
		c, _ := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		s, n = s[len(c):], len([]rune(c))
	}
	return n
}

func (e *editor) after() int {
	c, _ := ansi.FirstGraphemeCluster(string(e.text[e.at:]), ansi.GraphemeWidth)
	return len([]rune(c))
}
