package tty

import (
	"context"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// A drawn is a form on the screen: lines above, what promptui draws, lines below. Keys change it on the goroutine of the
// reader under promptui, while the lock of the front is held; what was entered is judged on the goroutine of the game.
type drawn struct {
	t    *Terminal
	f    form
	line editor
	list *list // of a question with options, else nil

	label string                       // in front of what is typed
	head  int                          // lines printed above
	why   string                       // the last refusal
	rubs  time.Time                    // the last Backspace of a run that took a character
	give  func() ([]ask.Answer, error) // hands on what was entered
	err   error                        // a move, or errAgain
}

// newDrawn prepares a form.
func newDrawn(t *Terminal, f form) *drawn {
	d := &drawn{t: t, f: f}
	if f.g.Fault != nil {
		d.why = fault.Aloud(t.l, f.g.Fault)
	}
	if options, marks := f.options(); len(options) > 0 {
		d.list = newList(d, options, marks)
	}
	return d
}

// run shows the form until it is answered, or left.
func (d *drawn) run(ctx context.Context) ([]ask.Answer, error) {
	notes, asked, label := d.f.above(d.t)
	d.label, d.head = label, len(notes)+len(asked)
	d.t.write(strings.Join(append(append(notes, asked...), ""), "\n"))
	d.t.asking = true
	defer d.erase()
	for {
		d.give, d.err = nil, nil
		f := &front{t: d.t, ctx: ctx, below: d.below}
		d.t.write("\x1b[?25l")
		ask := d.prompt
		if d.list != nil {
			ask = d.list.run
		}
		err := ask(f)
		d.t.write(ansi.CursorUp(1) + "\r\x1b[J") // promptui leaves an empty line
		switch {
		case f.crash != nil:
			panic(f.crash)
		case f.err != nil:
			return nil, d.t.ended(f.err)
		case d.err != nil:
			return nil, d.err
		case !f.over: // promptui itself gave up
			return nil, err
		}
		in, err := d.give()
		if !fault.Is(err) {
			return in, err
		}
		d.why = fault.Aloud(d.t.l, err)
		on, short := d.f.g.Short(d.f.l, d.line.string())
		if short {
			d.line.text = []rune(on)
		}
		d.line.fresh = !short
	}
}

// above returns what stands above a question and does not change, a line each: notes, and what is asked. The label is
// what then stands in front of what is typed.
func (f form) above(t *Terminal) (notes, asked []string, label string) {
	add := func(to *[]string, said ...string) {
		for _, s := range said {
			if s != "" {
				*to = append(*to, wrap(s, t.Width()-1)...)
			}
		}
	}
	add(&notes, t.l.All(f.g.Notes)...) // they are for all
	if f.secret() && !f.page() {
		add(&notes, f.hand())
	}
	text := f.text()
	if f.whole || strings.Contains(text, "\n") || ansi.StringWidth(text)+16 > t.Width() {
		add(&asked, t.bold(text))
		text = ""
	}
	add(&asked, append([]string{f.names()}, f.choices()...)...)
	label = t.bold(text)
	if !f.page() {
		label = strings.TrimSpace(label + " ›")
	}
	return notes, asked, label
}

// erase removes the question.
func (d *drawn) erase() {
	d.t.asking = false
	if _, rows := d.t.size(); d.head > 0 {
		d.t.write(ansi.CursorUp(min(d.head, rows-1)) + "\r\x1b[J")
	}
}

// below returns what stands under a line or list: what was understood or why it was refused, and what keys do.
func (d *drawn) below() (lines []string) {
	width := d.t.Width() - 1
	if d.why != "" {
		lines = wrap(d.t.wrong(d.why), width)
	} else if d.list == nil && !d.line.empty() { // of a secret nothing is heard
		if heard := d.f.g.Heard(d.f.l, d.line.string()); heard != "" && heard != d.line.string() {
			lines = wrap(heard, width)
		}
	}
	lines = append(lines, d.hint(width)...)
	if _, rows := d.t.size(); d.list != nil {
		lines = lines[:min(len(lines), max(1, rows-d.head-d.list.size-2))]
	}
	return lines
}

// hint returns the letters of the question, what Enter takes, and the key of the menu: in one line, or a line a letter.
func (d *drawn) hint(width int) []string {
	var keys, rest []string
	for _, o := range d.f.keys() {
		keys = append(keys, d.t.key(o.Key)+" "+o.Name(d.t.l))
	}
	if e := d.f.example(); e != "" && d.line.empty() {
		rest = append(rest, d.t.dim(e))
	}
	switch says := d.f.onEnter(); {
	case d.list != nil && d.list.many:
		rest = append(rest, d.t.dim(d.t.say(lang.T("Enter confirms"))))
	case d.list == nil && says != "" && d.line.empty():
		rest = append(rest, d.t.dim(says))
	}
	if !d.f.g.NoMenu {
		rest = append(rest, d.t.dim(d.t.say(lang.T("? menu"))))
	}
	if all := dots(append(keys, rest...)...); len(keys) == 0 || ansi.StringWidth(all) <= width {
		return wrap(all, width)
	}
	return wrap(strings.Join(append(keys, dots(rest...)), "\n"), width)
}

// enter ends the question with a typed line.
func (d *drawn) enter(typed string) (feed string, over bool) {
	d.give = func() ([]ask.Answer, error) { return d.f.take(typed) }
	return "", true
}

// rubbed reports whether a Backspace takes a character or a refusal away, or belongs to a run of them that did: such a run
// stops at the empty line, and undoes nothing.
func (d *drawn) rubbed(key string, begun bool) bool {
	run := key == backspace && (begun || d.why != "" || d.t.pressed.Sub(d.rubs) < habit)
	d.rubs = time.Time{}
	if run {
		d.rubs = d.t.pressed
	}
	return run
}

// move ends the question with a move, if a key is one: some are at any question, the others while nothing is typed.
func (d *drawn) move(key string, begun bool) (over bool) {
	switch key {
	case interrupt, ending:
		d.err = ask.Leave
	case redraw:
		d.err = errAgain
	}
	if !begun {
		switch key {
		case "<", left, esc:
			d.err = ask.Back
		case ">":
			d.err = ask.Now
		case "?":
			d.err = ask.Move("?")
		case backspace:
			d.err = ask.Move("?undo")
		}
	}
	return d.err != nil
}
