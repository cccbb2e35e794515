package tty

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// An editor knows what stands in promptui's line, and what promptui must get for a key so that the same stands there.
type editor struct {
	text  []rune
	at    int  // the place of the cursor
	fresh bool // the line was refused, and the next key replaces it
}

func (e *editor) string() string { return string(e.text) }

// empty reports whether a key begins an answer.
func (e *editor) empty() bool { return e.fresh || len(e.text) == 0 }

// What promptui takes for moving and deleting by one character.
const (
	goLeft  = "\x02"
	goRight = "\x06"
	rub     = "\x7f"
)

// press changes the line.
func (e *editor) press(key string) (feed string) {
	switch key {
	case backspace, killLine, esc:
		if e.fresh { // promptui replaces the line
			*e = editor{}
			return rub
		}
	case left, right, home, end, remove:
		if e.fresh {
			e.fresh, e.at = false, len(e.text)
			feed = strings.Repeat(goRight, e.at)
		}
	}
	switch key {
	case left:
		return feed + e.move(-e.before())
	case right:
		return feed + e.move(e.after())
	case home:
		return feed + e.move(-e.at)
	case end:
		return feed + e.move(len(e.text)-e.at)
	case backspace:
		return e.rub(e.before())
	case killLine:
		return e.rub(e.at)
	case esc:
		feed = e.move(len(e.text) - e.at)
		return feed + e.rub(e.at)
	case remove:
		n := e.after()
		return feed + e.move(n) + e.rub(n)
	case enter, up, down, pageUp, pageDown:
		return same
	}
	if e.fresh {
		*e = editor{}
	}
	letters := []rune(key)
	e.text = append(e.text[:e.at:e.at], append(letters, e.text[e.at:]...)...)
	e.at += len(letters)
	return key
}

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

// before and after return the length of what looks like one character on either side of the cursor.
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
