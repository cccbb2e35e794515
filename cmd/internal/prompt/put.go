package prompt

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/manifoldco/promptui"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// How a question is put at a terminal. Its notes, its text and what helps to
// answer it stand above; promptui's line or list below that; one line about the
// keys at the end. After the answer one line of all that stays.

// Ask puts a question and waits. Errors: ask.ErrBack, *ask.Aside, ErrInterrupt,
// ask.ErrQuit at the end of input, what Stop was given, and those of the terminal.
func (t *Terminal) Ask(q ask.Question) (ask.Answer, error) { return t.ask(t.ctx, q) }

func (t *Terminal) ask(ctx context.Context, q ask.Question) (ask.Answer, error) {
	t.asking.Lock()
	defer t.asking.Unlock()
	switch {
	case ctx.Err() != nil:
		return ask.Answer{}, context.Cause(ctx)
	case ask.Is[ask.Watch](q.Shape):
		return ask.Answer{}, errWatch
	case ask.Is[ask.Draw](q.Shape):
		return ask.Answer{}, errDraw
	}
	t.within = ctx
	t.keyboard.Take()
	t.keyboard.Hush(ctx)
	if q.Fault != nil {
		t.keyboard.Drop() // it was typed for a question that does not come now
		if t.kept != "" && t.kept == q.ID {
			t.slate.retract()
		}
	} else {
		t.scrolled = 0
	}
	if isScreen(q) && t.turned && t.kept != "" { // what one line of it asked stands on the line now
		t.slate.retract()
	}
	t.kept = ""
	q = q.Said(t.voice).Fitted()
	a, err := t.put(q)
	t.close(q, a, err)
	return a, err
}

func (t *Terminal) put(q ask.Question) (ask.Answer, error) {
	if q.Secret {
		q.Suggest = nil
		if err := t.handOver(q); err != nil {
			return ask.Answer{}, err
		}
	}
	switch q.Shape.(type) {
	case nil, ask.Show:
		return t.show(q)
	case ask.Pick, ask.Many:
		return t.pick(q)
	case ask.Each, ask.Number, ask.Words:
		return t.write(q)
	}
	return ask.Answer{}, errKind
}

// isScreen reports whether a question is put again, with what was changed, until its first line takes all of it.
func isScreen(q ask.Question) bool {
	return ask.Is[ask.Pick](q.Shape) && q.Suggest != nil && q.Suggest.Text != ""
}

// turns reports whether an answer only turns to something of a question that is put again: it leaves no trace.
func turns(q ask.Question, a ask.Answer) bool {
	return ask.Is[ask.Show](q.Shape) && a.Key != "" || isScreen(q) && a.Value() > 0
}

// handOver waits until the person of a secret question has the keyboard, once.
func (t *Terminal) handOver(q ask.Question) error {
	if q.Fault != nil && t.holds == q.ID {
		return nil
	}
	t.holds = ""
	_, err := t.line([]styled{{text: t.say(handed(q)), code: t.code(strong)}}, t.hint(q, keysShow), "", "› ", &editor{plain: true}, false)
	if err == nil {
		t.holds = q.ID
	}
	return err
}

func (t *Terminal) show(q ask.Question) (ask.Answer, error) {
	l := &editor{plain: true, keys: letters(q)}
	typed, err := t.line(t.head(q, q.Fault), t.hint(q, keysShow), "", "› ", l, q.Secret)
	if err != nil {
		return ask.Answer{}, err
	}
	return q.Read(typed)
}

// write asks for a line until it can be read. A refused one stays to be mended, and one that was left for something else
// stands there again.
func (t *Terminal) write(q ask.Question) (ask.Answer, error) {
	key, fault := keyOf(q), q.Fault
	l := t.begun(q, key)
	if l.before+l.after != "" { // who empties the line means an empty line
		q.Suggest = nil
	}
	for {
		text := l.before + l.after
		head, label := t.headAndLabel(q, fault, text)
		typed, err := t.line(head, t.hint(q, keysLine), text, label, l, q.Secret)
		if err != nil {
			if l.touched || fault != nil {
				t.leave(q, typedLine{key: key, text: l.before + l.after})
			}
			return ask.Answer{}, err
		}
		a, err := q.Read(typed)
		if err == nil {
			t.answered = typedLine{key: key, text: typed}
			delete(t.aside, key+q.Place)
			return a, nil
		}
		t.keyboard.Drop()
		fault, l = err, mended(q, typed, err)
	}
}

// begun is the line of a question as it stands there first: as it was left, was refused, or is suggested.
func (t *Terminal) begun(q ask.Question, key string) *editor {
	was, moved := t.aside[key+q.Place], t.moved
	t.moved = typedLine{}
	text := ""
	if q.Suggest != nil {
		text = written(q, *q.Suggest)
	}
	switch {
	case q.Secret:
		return &editor{}
	case q.Fault != nil:
		return mended(q, text, q.Fault)
	case was.text != "":
		return &editor{before: was.text, words: ask.Is[ask.Words](q.Shape), touched: true}
	case moved.text != "" && moved.key == key:
		return mended(q, moved.text, nil)
	}
	return &editor{before: text, words: ask.Is[ask.Words](q.Shape)}
}

// mended is a line that was refused, to be mended; of a secret one nothing stays.
func mended(q ask.Question, typed string, why error) *editor {
	if q.Secret {
		return &editor{}
	}
	text, from, to := q.Mend(typed, why)
	return &editor{before: text[:from], after: text[from:], marked: to - from, words: ask.Is[ask.Words](q.Shape), touched: true}
}

// A typedLine is what was typed at a question, which may come once more.
type typedLine struct {
	key    string
	text   string
	copies []int // of a list
}

// mostLeft are kept at a time.
const mostLeft = 50

// leave keeps what was typed until its question is put again.
func (t *Terminal) leave(q ask.Question, was typedLine) {
	if q.Secret || was.text == "" && was.copies == nil {
		return
	}
	if t.aside == nil || len(t.aside) >= mostLeft {
		t.aside = map[string]typedLine{}
	}
	t.aside[was.key+q.Place] = was
}

// keyOf is what a question is known by when it is put again, wherever in what is kept that is.
func keyOf(q ask.Question) string {
	return fmt.Sprintf("%s|%v|%v|%v|%v|", q.ID, q.Text, q.Notes, q.Names, q.Stands)
}

// line runs promptui's prompt once. typed is what stands in it.
func (t *Terminal) line(head, foot []styled, text, label string, l *editor, secret bool) (typed string, err error) {
	f := &keyTranslator{of: t, to: l}
	p := promptui.Prompt{
		Label: label, Default: text, AllowEdit: true, Stdin: f, Stdout: t.slate,
		Pointer: caret, Validate: func(s string) error { typed = s; t.slate.typed(s); return nil },
		Templates: &promptui.PromptTemplates{Prompt: "{{ . }}", Valid: "{{ . }}", Invalid: "{{ . }}", Success: "{{ . }}"},
	}
	if secret {
		p.Mask = '•'
	}
	if l.plain {
		p.Pointer = func([]rune) []rune { return nil }
	}
	top := t.top()
	head = t.overflow(head, foot, 1+len(top), secret)
	t.slate.begin(append(top, head...), foot, false)
	t.slate.mark(l.marked)
	f.out = []byte(repeat(uiLeft, l.after))
	_, err = p.Run()
	if l.plain {
		typed = l.before
	}
	return typed, t.ended(f, err)
}

// caret shows where the next letter goes: over the letter that is there.
func caret(over []rune) []rune {
	if len(over) == 0 {
		over = []rune{' '}
	}
	return []rune(caretOn + string(over) + caretOff)
}

// ended is the error of a prompt that was not ended by an answer. ran is promptui's own,
// usually the end of input, with which every prompt ends. A panic goes on here, on the
// goroutine that asks, where the program can put the terminal in order.
func (t *Terminal) ended(f *keyTranslator, ran error) error {
	if f.panic != nil {
		t.slate.keep()
		panic(f.panic)
	}
	switch f.why {
	case goesOn: // it never asked for a key
		return ran
	case failed:
		return f.err
	case taken:
		return nil
	case barred:
		return errBarred
	case wentBack:
		return ask.ErrBack
	case wentNow:
		return ask.ErrNow
	case aside:
		return &ask.Aside{}
	case tookBack:
		return &ask.Aside{Want: ask.Undo}
	case interrupted:
		return ErrInterrupt
	}
	return ask.ErrQuit
}

// pick runs promptui's list: one row, or as many as are wanted. A key that takes nothing says why, what was typed behind it
// is dropped, and the list stands there again; so it does in a window of another size.
func (t *Terminal) pick(q ask.Question) (ask.Answer, error) {
	if len(q.List().Options) == 0 {
		return ask.Answer{}, errKind
	}
	l, key := t.rows(q), keyOf(q)
	if was := t.aside[key+q.Place].copies; l.copies != nil && len(was) == len(l.copies) {
		l.copies = was
	}
	for {
		err := t.choose(q, l)
		var wish *ask.Aside
		switch {
		case errors.Is(err, errBarred):
			q.Fault = fault.New(l.why)
			t.stray()
		case errors.Is(err, errResized):
		case errors.As(err, &wish) && wish.Want == "":
			t.leave(q, typedLine{key: key, copies: l.copies})
			return ask.Answer{}, &ask.Aside{Want: l.want}
		case err != nil:
			t.leave(q, typedLine{key: key, copies: l.copies})
			return ask.Answer{}, err
		default:
			delete(t.aside, key+q.Place)
			if l.picked {
				t.keyboard.Picked()
			}
			return answered(q, l)
		}
	}
}

// choose shows a list once.
func (t *Terminal) choose(q ask.Question, l *picker) error {
	foot := t.hint(q, keysOf(q, l))
	if ask.Is[ask.Many](q.Shape) {
		foot = append(t.keys(q), foot...)
	}
	head := append(t.notes(q), t.fault(q.Fault)...)
	label := layout.Paint(t.code(strong), layout.OneLine(t.say(q.Text))) // promptui takes no line breaks
	top := t.top()
	cols, high := t.slate.size()
	labelHigh := len(layout.Lines(label, cols-1))
	head = t.overflow(head, foot, labelHigh+min(len(l.rows), 5)+len(top), q.Secret)
	room := high - 1 - len(wrapped(head, cols-1)) - len(wrapped(foot, cols-1)) - labelHigh - len(top)
	l.page, l.typed = t.page(l, room), ""
	f := &keyTranslator{of: t, to: l}
	t.slate.begin(append(top, head...), foot, true)
	t.listed = [2]int{cols, high}
	defer func() { t.listed = [2]int{} }()
	return t.ended(f, t.list(l, f, label))
}

// rows is the list of a question with the letters that answer in place of an option,
// where one is picked: one of them may be suggested too.
func (t *Terminal) rows(q ask.Question) *picker {
	l := rows(q)
	if ask.Is[ask.Many](q.Shape) {
		return l
	}
	for _, k := range q.Keys {
		if q.Suggest != nil && q.Suggest.Key == k.Letter {
			l.at = len(l.rows)
		}
		l.rows = append(l.rows, row{mark: k.Letter, name: layout.OneLine(t.say(k.Text)), option: -1})
	}
	return l
}

// rows is the list of a question, the cursor and the copies as suggested: numbers first,
// in their order, wherever the game has them.
func rows(q ask.Question) *picker {
	l := &picker{words: ask.Is[ask.Pick](q.Shape) && lettersOnly(q), undo: undoes(q), moved: q.Suggest != nil, keys: letters(q), most: max(1, ask.As[ask.Many](q).Most)}
	list := q.List()
	for i := 0; i <= len(list.Options); i++ {
		for _, b := range list.Barred {
			if b.Before == i {
				l.rows = append(l.rows, row{b.Mark.Other, layout.OneLine(b.Text.Other), -1, b.Why.Other})
			}
		}
		if i < len(list.Options) {
			l.rows = append(l.rows, row{list.Mark(i), layout.OneLine(list.Options[i].Other), i, ""})
		}
	}
	slices.SortStableFunc(l.rows, func(a, b row) int { return number(a.mark) - number(b.mark) })
	l.at = max(0, slices.IndexFunc(l.rows, func(r row) bool { return r.why == "" }))
	if !ask.Is[ask.Many](q.Shape) {
		l.most = 1
		if q.Suggest != nil {
			l.at = max(l.at, slices.IndexFunc(l.rows, func(r row) bool { return r.option == q.Suggest.Value() && r.option >= 0 }))
		}
		return l
	}
	l.copies = make([]int, len(l.rows))
	for i, r := range l.rows {
		if r.option >= 0 && q.Suggest != nil && len(q.Suggest.Values) == 1 && r.option < len(q.Suggest.Values[0]) {
			l.copies[i] = q.Suggest.Values[0][r.option]
		}
	}
	return l
}

// number is a key as a number; letters come behind all of them.
func number(mark string) int {
	if n, err := strconv.Atoi(mark); err == nil {
		return n
	}
	return math.MaxInt32
}

// lettersOnly reports whether no line of a list has a number.
func lettersOnly(q ask.Question) bool {
	marks := q.List().Marks
	return len(marks) > 0 && !slices.ContainsFunc(marks, func(m lang.Text) bool { return number(m.Other) != math.MaxInt32 })
}

// undoes reports whether Backspace takes the last thing back in the list of a question.
func undoes(q ask.Question) bool { return ask.As[ask.Pick](q).Quick && !q.Stands && !lettersOnly(q) }

// answered is what a list means as an answer.
func answered(q ask.Question, l *picker) (ask.Answer, error) {
	switch at := l.rows[l.at]; {
	case l.letter != "":
		return q.Read(l.letter)
	case ask.Is[ask.Pick](q.Shape):
		return q.Read(at.mark)
	}
	a := ask.Answer{By: ask.Scorekeeper, Values: [][]int{l.taken()}}
	if len(q.People) == 1 {
		a.By = q.People[0]
	}
	return a, nil
}

func (t *Terminal) list(l *picker, f *keyTranslator, label string) error {
	items := make([]int, len(l.rows))
	for i := range items {
		items[i] = i
	}
	s := promptui.Select{
		Label: label, Items: items, Size: l.page, HideHelp: true, HideSelected: true, Stdin: f, Stdout: t.slate,
		Keys: &promptui.SelectKeys{
			Prev: promptui.Key{Code: promptui.KeyPrev}, Next: promptui.Key{Code: promptui.KeyNext},
			PageUp: promptui.Key{Code: promptui.KeyBackward}, PageDown: promptui.Key{Code: promptui.KeyForward},
		},
		Templates: &promptui.SelectTemplates{
			Label: "{{ . }}", Active: "{{ here . }}", Inactive: "{{ there . }}", Selected: "{{ there . }}", Help: " ",
			FuncMap: map[string]any{
				"here":  func(i int) string { return t.here(l, i) },
				"there": func(i int) string { return "  " + t.dimmed(l, i) },
			},
		},
	}
	_, _, err := s.RunCursorAt(l.at, max(0, l.at-l.page+1))
	return err
}

// The mark of the row with the cursor: full where Enter takes it, hollow before anything
// was suggested or chosen.
const (
	fullMark   = "▸ "
	hollowMark = "▹ "
)

// here is the row with the cursor.
func (t *Terminal) here(l *picker, i int) string {
	if !l.ready() {
		return hollowMark + l.row(i)
	}
	return layout.Paint(t.code(chosen), fullMark+l.row(i))
}

// dimmed is a row; one that cannot be picked is dim.
func (t *Terminal) dimmed(l *picker, i int) string {
	if l.rows[i].why == "" {
		return l.row(i)
	}
	return layout.Paint(t.code(quiet), l.row(i))
}

// before are the columns in front of a row: promptui's arrow and the cursor.
const before = 4

// page is how many rows of a list are shown at a time: as many as have room, whichever they are.
func (t *Terminal) page(l *picker, room int) int {
	cols, _ := t.slate.size()
	heights, high, first, least := make([]int, len(l.rows)), 0, 0, len(l.rows)
	for i := range heights {
		heights[i] = len(hung(strings.Repeat(" ", before)+l.row(i), cols-1))
		for high += heights[i]; high > max(room, 3); first++ {
			high -= heights[first]
			least = min(least, i-first)
		}
	}
	return max(least, 1)
}

// overflow lets the part of a head that the window has no room for scroll by
// above, once, and returns the rest. What is secret never scrolls by.
func (t *Terminal) overflow(head, foot []styled, below int, secret bool) []styled {
	cols, high := t.slate.size()
	lines := wrapped(head, cols-1)
	room := max(2, high-1-below-len(wrapped(foot, cols-1)))
	if secret || t.scrolled == 0 && len(lines) <= room {
		return head
	}
	cut := min(max(t.scrolled, len(lines)-room), len(lines))
	if cut > t.scrolled { // a refusal takes room too
		t.slate.keep(lines[t.scrolled:cut]...)
		t.scrolled = cut
	}
	rest := make([]styled, 0, room)
	for _, l := range lines[cut:] {
		rest = append(rest, styled{text: l})
	}
	return rest
}
