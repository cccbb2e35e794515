package tty

import (
	"context"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/cmd/internal/keys"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// A questionView is a form on the screen: lines above, promptui's own lines, lines below. Keys change it on the goroutine of
// the reader under promptui, while the lock of the promptuiIO is held; answers are judged on the goroutine of the
// game.
type questionView struct {
	t    *Terminal
	f    form
	line editor
	list *list // of a question with options, else nil

	label string                       // in front of the typed line
	head  int                          // lines printed above
	why   string                       // the last refusal
	left  string                       // lines of a paste that were left out
	held  bool                         // a letter that acts alone waits, since it may be the first one of a name
	typed string                       // the line that was entered last
	give  func() ([]ask.Answer, error) // hands on the line that was entered
	err   error                        // a move, or errAgain
}

// newView prepares a form.
func newView(t *Terminal, f form) *questionView {
	d := &questionView{t: t, f: f}
	if f.g.Fault != nil {
		d.why = fault.Aloud(t.l, f.g.Fault)
	}
	if options, marks := f.options(); len(options) > 0 {
		d.list = newList(d, options, marks)
	}
	return d
}

// interrupted returns the half typed line or word.
func (d *questionView) interrupted() interrupted {
	left := interrupted{of: d.f.same(), typed: d.line.string()}
	if d.list != nil {
		left.typed, left.ticks = d.list.typed, d.list.changed()
	}
	return left
}

// resume goes on with the line of the time before the question was left.
func (d *questionView) resume(was interrupted) {
	if d.list != nil {
		d.list.resume(was)
		return
	}
	d.line.text = []rune(was.typed)
}

// run shows the form until it is answered, or left.
func (d *questionView) run(ctx context.Context) ([]ask.Answer, error) {
	notes, asked, label := d.f.above(d.t)
	d.label, d.head = label, len(notes)+len(asked)
	d.t.write(strings.Join(append(append(notes, asked...), ""), "\n"))
	d.t.asking = true
	defer d.erase()
	for {
		d.give, d.err = nil, nil
		f := &promptuiIO{t: d.t, ctx: ctx, below: d.below, held: func() bool { return d.held }}
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
		d.refuse(err)
	}
}

// refuse shows why an answer was not taken. A line that only lacks answers is typed on, any other one makes room for the
// next key.
func (d *questionView) refuse(err error) {
	d.why = fault.Aloud(d.t.l, err)
	if d.list != nil {
		d.list.refused(d.typed)
	}
	on, short := d.f.g.Short(d.f.l, d.line.string())
	if short {
		d.line.text = []rune(on)
		d.line.at = len(d.line.text)
	}
	d.line.fresh = !short
}

// above returns the lines above a question, which do not change: notes, and the question itself. The label is
// the text in front of the typed line.
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
func (d *questionView) erase() {
	d.t.asking = false
	if _, rows := d.t.size(); d.head > 0 {
		d.t.write(ansi.CursorUp(min(d.head, rows-1)) + "\r\x1b[J")
	}
}

// below returns the lines under a question: the answers by name or the reason of a refusal, and the keys.
func (d *questionView) below() (lines []string) {
	width := d.t.Width() - 1
	switch heard := d.heard(); {
	case d.why != "":
		lines = wrap(d.t.wrong(d.why), width)
	case heard != "":
		lines = wrap(heard, width)
	}
	if d.left != "" {
		lines = append(lines, wrap(d.t.say(lang.T("Only one question is answered: “{rest}” was pasted too, and is left out.").With("rest", d.left)), width)...)
	}
	lines = append(lines, d.hint(width)...)
	if _, rows := d.t.size(); d.list != nil {
		lines = lines[:min(len(lines), max(1, rows-d.head-d.list.size-2))]
	}
	return lines
}

// heard returns the answers by name that the typed text would give so far: nothing of a secret.
func (d *questionView) heard() string {
	typed := d.line.string()
	switch {
	case d.list != nil:
		return d.list.heard()
	case d.line.empty():
		return ""
	}
	if heard := d.f.g.Heard(d.f.l, typed); heard != typed {
		return heard
	}
	return ""
}

// hint returns the letters of the question, the effect of Enter, and the keys of all questions: in one line, or a line a letter.
func (d *questionView) hint(width int) []string {
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
	for _, h := range hints(d.f.g.First, d.f.g.NoMenu) {
		rest = append(rest, d.t.dim(d.t.say(h)))
	}
	if all := dots(append(keys, rest...)...); len(keys) == 0 || ansi.StringWidth(all) <= width {
		return wrap(all, width)
	}
	return wrap(strings.Join(append(keys, dots(rest...)), "\n"), width)
}

// enter ends the question with a typed line.
func (d *questionView) enter(typed string) (feed string, over bool) {
	d.typed = typed
	d.give = func() ([]ask.Answer, error) { return d.f.take(typed) }
	return "", true
}

// pick ends the question with a key that is a whole answer. An Enter right behind it belongs to it.
func (d *questionView) pick(typed string) (feed string, over bool) {
	d.t.ignore = keys.IgnoreEnter(d.t.pressed)
	return d.enter(typed)
}

// move ends the question with a move, if a key leads to one.
func (d *questionView) move(does deed) (over bool) {
	switch does {
	case doLeave:
		d.err = ask.Leave
	case doRedraw:
		d.err = errAgain
	case doBack:
		d.err = ask.Back
	case doNow:
		d.err = ask.Now
	case doMenu:
		d.err = ask.Move("?")
	case doUndo:
		d.err = ask.Move("?undo")
	case doSkip:
		if d.t.skip != nil {
			d.t.skip()
		}
	}
	return d.err != nil
}

// rubbed makes the Backspaces that follow undo nothing, once one has emptied a line or taken a refusal away: a key that is
// held stops there.
func (d *questionView) rubbed(empty bool) {
	if empty {
		d.t.ignore = keys.IgnoreBackspace(d.t.pressed)
	}
}

// pasted returns the answer in a pasted text: line ends and tabs are blanks. Of several lines the first ones are taken that
// make one answer, or the first one; the rest is told, and never goes to the next question.
func (d *questionView) pasted(text string) (typed string) {
	var lines []string
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		line = strings.Join(strings.Fields(ask.Tidy(lang.Sanitize(line))), " ")
		if line != "" {
			lines = append(lines, line)
		}
	}
	d.left = ""
	for n := len(lines); n > 0; n-- {
		typed = strings.Join(lines[:n], " ")
		_, short := d.f.g.Short(d.f.l, typed)
		if _, err := d.f.g.Read(d.f.l, typed); err == nil || short || n == 1 {
			d.left = strings.Join(lines[n:], " / ")
			break
		}
	}
	return typed
}
