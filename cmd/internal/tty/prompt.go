package tty

import (
	"strconv"
	"strings"
	"text/template"

	"github.com/manifoldco/promptui"

	"github.com/tablemate/tablemate/cmd/internal/keys"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// caretOn and caretOff mark the place of the cursor.
const (
	caretOn  = "\x1b[7m"
	caretOff = "\x1b[27m"
)

// prompt runs promptui's line. The error is usually the end of the input.
func (d *questionView) prompt(f *promptuiIO) error {
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

// mode returns the state in which a key finds a line. A refused line is edited by the keys that edit; for all others it is
// empty, since the next character replaces it. In words the signs that lead elsewhere are characters.
func (d *questionView) mode(key string) mode {
	text, _ := d.f.spelled()
	switch {
	case d.line.fresh && strings.Contains(keys.Backspace+keys.Esc+keys.Left+keys.Right+keys.Home+keys.End+keys.KillLine+keys.KillWord, key):
		return editing
	case d.line.fresh && key == keys.Remove:
		return editing
	case d.line.empty():
		return empty
	case text && strings.Contains("?<>", key):
		return 0
	}
	return editing
}

// press takes a key at a line; "" is a pause.
func (d *questionView) press(key string) (feed string, over bool) {
	if text, is := strings.CutPrefix(key, keys.Pasted); is {
		d.why, d.held = "", false
		return d.line.insert(d.pasted(text)), false
	}
	if key == "" {
		d.held = false
		return d.pick(d.line.string())
	}
	does := d.mode(key).deed(key)
	// A Backspace behind a refusal takes that away, as it would take a letter: it undoes no turn.
	if does == doUndo && d.why != "" {
		does = doErase
	}
	if over := d.move(does); over || does == doSkip {
		return "", over
	}
	d.held = false
	if does == doEnter {
		return d.enter(d.line.string())
	}
	d.why, d.left = "", ""
	if does != doType && key != keys.Tab {
		feed = d.line.edit(does)
		d.rubbed(does == doErase && len(d.line.text) == 0)
		return feed, false
	}
	feed = d.line.insert(strings.ReplaceAll(key, keys.Tab, " "))
	switch d.alone(d.line.string()) {
	case actsAtOnce:
		return d.pick(d.line.string())
	case actsAfterPause:
		d.held = true
	}
	return feed, false
}

// An acting says whether a key is an answer without Enter.
type acting int

const (
	actsWithEnter  acting = iota
	actsAfterPause        // it may be the first letter of a name
	actsAtOnce
)

// alone says whether a line is a whole answer, to which nothing can be added.
func (d *questionView) alone(typed string) acting {
	switch {
	case d.f.isKey(typed) && d.t.keys.BeginsWord(typed):
		return actsWithEnter
	case d.f.isKey(typed):
		return d.f.letter(typed)
	}
	s, number := d.f.q.Shape.(ask.Number)
	if !number || d.f.whole || d.f.secret() || s.Lo < 0 || s.Hi > 12 || s.Hi > 9 && !s.Cards || s.Most > 1 {
		return actsWithEnter
	}
	n, err := strconv.Atoi(typed)
	switch {
	case err == nil && (n == 0 || n*10 > s.Hi), typed == "-" && s.Blank:
		return actsAtOnce
	case err != nil && s.Cards && len(typed) == 1 && typed >= "a" && typed <= "c":
		return actsAtOnce
	}
	return actsWithEnter
}

// letter says whether a letter of the question acts without Enter: at once where no answer begins with it, after a pause
// where a name may.
func (f form) letter(key string) acting {
	begins := func(name string) bool { return strings.HasPrefix(lang.Plain(name), lang.Plain(key)) }
	acts := actsAtOnce
	switch s := f.g.Asked[0].Shape.(type) {
	case ask.Words:
		return actsWithEnter
	case ask.Pick:
		for _, o := range s.Options {
			if begins(o.Name(f.l)) {
				acts = actsAfterPause
			}
		}
	}
	for _, q := range f.g.Asked {
		if f.whole && q.Who != "" && begins(q.Who) {
			acts = actsAfterPause
		}
	}
	return acts
}
