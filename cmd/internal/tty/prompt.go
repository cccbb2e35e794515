package tty

import (
	"strconv"
	"strings"
	"text/template"

	"github.com/manifoldco/promptui"

	"github.com/tablemate/tablemate/internal/ask"
)

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
