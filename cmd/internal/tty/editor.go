package tty

import (
	"strconv"
	"strings"
	"text/template"

	"github.com/charmbracelet/x/ansi"
	"github.com/manifoldco/promptui"

	"github.com/tablemate/tablemate/internal/ask"
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

// What marks the place of the cursor.
const (
	caretOn  = "\x1b[7m"
	caretOff = "\x1b[27m"
)

// prompt runs promptui's line. The error is usually the end of the input.
func (d *drawn) prompt(f *front) error {
	if !d.line.fresh {
		d.line.at = len(d.line.text)
	}
	f.press = d.press
	const label = "{{ label }} "
	p := promptui.Prompt{
		Label: "", Default: d.line.string(), AllowEdit: !d.line.fresh, Stdin: f, Stdout: f,
		Pointer: func(under []rune) []rune {
			if len(under) == 0 {
				under = []rune{' '}
			}
			return []rune(caretOn + string(under) + caretOff)
		},
		Templates: &promptui.PromptTemplates{
			Prompt: label, Valid: label, Invalid: label, Success: label, ValidationError: label,
			FuncMap: template.FuncMap{"label": func() string { return d.label }},
		},
	}
	if d.f.secret() {
		p.Mask = '•'
	}
	_, err := p.Run()
	return err
}

// press takes a key at a line.
func (d *drawn) press(key string) (feed string, over bool) {
	text, _ := d.f.spelled()
	begun := !d.line.empty() && (text || !strings.Contains("?<>", key)) || d.line.fresh && (key == backspace || key == esc || key == left)
	begun = d.rubbed(key, begun) || begun
	if d.move(key, begun) {
		return "", true
	}
	if key == enter {
		return d.enter(d.line.string())
	}
	feed = d.line.press(key)
	if printable(key) && d.alone(d.line.string()) {
		d.t.picked = d.t.pressed
		return d.enter(d.line.string())
	}
	d.why = ""
	return feed, false
}

// alone reports whether a line is a whole answer, to which nothing can be added.
func (d *drawn) alone(typed string) bool {
	if text, name := d.f.spelled(); d.f.isKey(typed) {
		return !text && !name
	}
	s, number := d.f.q.Shape.(ask.Number)
	if !number || d.f.whole || d.f.secret() || s.Lo < 0 || s.Hi > 12 || s.Hi > 9 && !s.Cards || s.Most > 1 {
		return false
	}
	n, err := strconv.Atoi(typed)
	switch {
	case err == nil:
		return n == 0 || n*10 > s.Hi
	case typed == "-":
		return s.Blank
	}
	return s.Cards && len(typed) == 1 && typed >= "a" && typed <= "c"
}
