package prompt

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// At a terminal, the notes of a question, its text and what helps to answer it come first, then promptui's line
// or list, then one line about the keys. Once answered, one line of it stays.

// Ask puts a question and waits. Errors: ask.ErrBack, ask.ErrNow, *ask.Aside, ErrInterrupt, ask.ErrQuit at the
// end of input, the cause of a context that ended, and those of the terminal.
func (t *Terminal) Ask(q ask.Question) (ask.Answer, error) { return t.ask(t.ctx, q) }

func (t *Terminal) ask(ctx context.Context, q ask.Question) (ask.Answer, error) {
	t.asking.Lock()
	defer t.asking.Unlock()
	if ctx.Err() != nil {
		return ask.Answer{}, context.Cause(ctx)
	}
	t.within = ctx
	t.keyboard.Take()
	t.keyboard.Hush(ctx)
	if q.Fault != nil {
		t.keyboard.Drop() // typed for a question that does not come now
		if t.kept != "" && t.kept == q.ID {
			t.renderer.retract(false)
		}
	} else {
		t.scrolled = 0
	}
	if ask.As[ask.Pick](q).Screen && t.turned && t.kept != "" { // the answers asked by one of its lines are shown in that line now
		t.renderer.retract(true)
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
	case ask.Show:
		return t.show(q)
	case ask.Pick, ask.Many:
		return t.pick(q)
	case ask.Each, ask.Number, ask.Words:
		return t.write(q)
	}
	return ask.Answer{}, errKind
}

// turns reports whether an answer only leads to a part of a question that is put again. It leaves no trace on
// the screen.
func turns(q ask.Question, a ask.Answer) bool {
	return ask.Is[ask.Show](q.Shape) && a.Key != "" || ask.As[ask.Pick](q).Screen && a.Value() > 0
}

// handOver waits once until the person of a secret question has the keyboard.
func (t *Terminal) handOver(q ask.Question) error {
	if q.Fault != nil && t.holds == q.ID {
		return nil
	}
	t.holds = ""
	_, err := t.line(t.in(strong, t.say(handed(q))), t.hint(ask.Question{Stands: q.Stands}, keysShow), "› ", &editor{plain: true}, false)
	if err == nil {
		t.holds = q.ID
	}
	return err
}

// show puts a text to read, page by page if the window is too small for it: Enter turns the page.
func (t *Terminal) show(q ask.Question) (ask.Answer, error) {
	l := &editor{plain: true, keys: letters(q)}
	head, foot := t.head(q, q.Fault, ""), t.hint(q, keysShow)
	for n := 0; ; {
		n = t.paragraphs(head, foot, n+1, q.Secret)
		typed, err := t.line(head[:n], foot, "› ", l, q.Secret)
		if err != nil {
			return ask.Answer{}, err
		}
		if n == len(head) || typed != "" {
			return q.Read(typed)
		}
		cols, _ := t.renderer.size()
		lines := wrapped(append(t.top(), head[:n]...), cols-1)
		t.renderer.keep(lines[min(t.scrolled, len(lines)):]...)
		t.scrolled = len(lines)
	}
}

// paragraphs returns how many paragraphs of a head there is room for, counting those that have scrolled away, and at
// least least.
func (t *Terminal) paragraphs(head, foot []styled, least int, secret bool) int {
	cols, high := t.renderer.size()
	room := high - 2 - len(wrapped(foot, cols-1)) - len(wrapped(t.top(), cols-1)) + t.scrolled
	n := len(head)
	for !secret && n > least && len(wrapped(head[:n], cols-1)) > room {
		n--
	}
	return n
}

// write asks for a line until it can be read. A refused line stays for editing, and a line that was left for
// something else comes back.
func (t *Terminal) write(q ask.Question) (ask.Answer, error) {
	fault, l := q.Fault, t.begun(q)
	hidden := q.Hidden && len(q.People) == 1 && ask.As[ask.Each](q).Cards // sums and lines of several people must be readable
	if l.typed() != "" {                                                  // an empty line is meant to be empty
		q.Suggest = nil
	}
	for {
		l.secret = q.Secret || hidden
		head, label := t.headAndLabel(q, fault, l.typed())
		typed, err := t.line(head, t.hint(q, keysLine), label, l, q.Secret)
		if err != nil {
			if l.touched || fault != nil {
				t.leave(q, typedLine{text: typed})
			}
			return ask.Answer{}, err
		}
		a, err := q.Read(typed)
		if err == nil {
			delete(t.aside, keyOf(q))
			return a, nil
		}
		t.keyboard.Drop()
		fault, l = err, mended(q, typed, err)
	}
}

// begun returns the line of a question as it first appears: as it was left, refused or suggested.
func (t *Terminal) begun(q ask.Question) *editor {
	was, text := t.aside[keyOf(q)], ""
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
	}
	return &editor{before: text, words: ask.Is[ask.Words](q.Shape)}
}

// mended returns a refused line for editing; of a secret one nothing stays.
func mended(q ask.Question, typed string, why error) *editor {
	if q.Secret {
		return &editor{}
	}
	text, from, to := q.Mend(typed, why)
	return &editor{before: text[:from], after: text[from:], marked: to - from, words: ask.Is[ask.Words](q.Shape), touched: true, refused: true}
}

// A typedLine is an unfinished answer to a question that may come again.
type typedLine struct {
	text   string
	copies []int // of a list
}

// leave keeps an unfinished answer until its question is put again.
func (t *Terminal) leave(q ask.Question, was typedLine) {
	if !q.Secret && (was.text != "" || was.copies != nil) {
		t.aside[keyOf(q)] = was
	}
}

// keyOf identifies a question that is put again.
func keyOf(q ask.Question) string {
	return fmt.Sprintf("%s|%v|%v|%v|%v|%s", q.ID, q.Text, slices.Concat(q.Notes, q.Written), q.Names, q.Stands, q.Place)
}

var onlyEnter = lang.Msg("prompt.only-enter", "“{typed}” does nothing here: Enter goes on.")

// line shows a line until it is taken. On a page without a line, a key that does nothing says so, and the keys
// after it are dropped: they were typed for a question that has not come yet.
func (t *Terminal) line(head, foot []styled, label string, l *editor, secret bool) (string, error) {
	l.label = label
	above := head
	for {
		why, err := t.fill(l, above, foot, secret)
		if err != nil || why != barred {
			return l.typed(), cmp.Or(err, errs[why])
		}
		above = append(slices.Clip(head), t.fault(fault.New(onlyEnter.With("typed", l.stray)), "")...)
		t.keyboard.Ignore(t.within, strays)
	}
}

// pick shows a list until a row is picked, or as many as wanted. A key that picks nothing says why, the keys
// after it are dropped, and the list comes again.
func (t *Terminal) pick(q ask.Question) (ask.Answer, error) {
	if len(q.List().Options) == 0 {
		return ask.Answer{}, errKind
	}
	l := t.rows(q)
	if was := t.aside[keyOf(q)].copies; l.copies != nil && len(was) == len(l.copies) {
		l.copies = was
	}
	for {
		why, err := t.choose(q, l)
		switch {
		case err == nil && why == barred:
			q.Fault = fault.New(l.why)
			t.keyboard.Ignore(t.within, strays)
			continue
		case err == nil && why == unready:
			q.Fault = fault.New(l.why)
			continue
		case err == nil && why == taken:
			delete(t.aside, keyOf(q))
			if l.picked {
				t.keyboard.Picked(l.long())
			}
			t.keyboard.Return(l.want)
			return answered(q, l)
		}
		t.leave(q, typedLine{copies: l.copies})
		if err == nil && why == keyboard.More {
			err = &ask.Aside{Want: l.want}
		}
		return ask.Answer{}, cmp.Or(err, errs[why])
	}
}

// choose shows a list once.
func (t *Terminal) choose(q ask.Question, l *picker) (outcome, error) {
	foot := t.hint(q, keysOf(q, l))
	if ask.Is[ask.Many](q.Shape) {
		foot = append(t.keys(q), foot...)
	}
	l.label, l.code = layout.Paint(t.code(strong), layout.OneLine(t.say(q.Text))), t.code // promptui takes no line breaks
	return t.fill(l, append(t.notes(q), t.fault(q.Fault, "")...), foot, q.Secret)
}

// rows returns the list of a question together with its letters, one of which may be suggested.
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

// rows returns the list of a question with the cursor and the copies as suggested. Numbers come first, in their
// order.
func rows(q ask.Question) *picker {
	l := &picker{beyond: ask.As[ask.Pick](q).Beyond, words: ask.Is[ask.Pick](q.Shape) && lettersOnly(q), undo: undoes(q), moved: q.Suggest != nil, keys: letters(q), most: max(1, ask.As[ask.Many](q).Most)}
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

// number returns a key as a number; letters come after all numbers.
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

// undoes reports whether Backspace undoes at the list of a question.
func undoes(q ask.Question) bool { return ask.As[ask.Pick](q).Quick && !q.Stands && !lettersOnly(q) }

// answered turns a list into an answer.
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

// A form is filled in by a person: a line or a list.
type form interface {
	press(keyboard.Key) outcome
	needs(width int) int            // the fewest lines it takes
	lines(width, room int) []string // as drawn in so many columns and lines
}

// fill draws a form between the texts above and below it, and gives it keys until one ends it. When the size of
// the window changes, it is laid out again.
func (t *Terminal) fill(f form, head, foot []styled, secret bool) (outcome, error) {
	line, _ := f.(*editor)
	above, size, tall := head, [2]int{}, 0
	for {
		cols, high := t.renderer.size()
		if size != [2]int{cols, high} {
			size = [2]int{cols, high}
			above = t.overflow(append(t.top(), head...), foot, f.needs(cols-1), secret)
			tall = len(wrapped(above, cols-1))
		}
		if line != nil {
			above, foot = said(above, line.typed()), said(foot, line.typed())
		}
		lines, below := wrapped(above, cols-1), wrapped(foot, cols-1)
		lines = append(lines, make([]string, max(0, tall-len(lines)))...) // the line being typed does not move
		tall = len(lines)
		t.renderer.draw(append(lines, f.lines(cols-1, high-1-len(lines)-len(below))...), below)
		if why, err := t.next(f); why != goesOn || err != nil {
			return why, err
		}
	}
}

// next waits for one key and gives it to a form.
func (t *Terminal) next(f form) (outcome, error) {
	l, list := f.(*picker)
	wait := time.Duration(-1)
	if list && l.collecting() {
		wait = wordPause
	}
	k, err := t.keyboard.Next(t.within, wait)
	switch {
	case err == keyboard.ErrLate:
		return l.pause(), nil
	case err == io.EOF:
		return keyboard.Finish, nil
	case err != nil:
		return goesOn, err
	case list && k.Kind == keyboard.Character && l.ends(k.Rune):
		t.keyboard.Return(string(k.Rune))
		return l.pause(), nil
	}
	switch k.Kind {
	case keyboard.Interrupt, keyboard.Esc:
		return keyboard.WishOf(k.String()), nil
	case keyboard.Suspend:
		t.renderer.keep()
		t.renderer.tell(ordinary)
		t.keyboard.Stop()
	case keyboard.Resumed:
		t.renderer.lose()
	case keyboard.Woken:
	default:
		t.mu.Lock()
		t.pressed = time.Now()
		t.mu.Unlock()
		return f.press(k), nil
	}
	return goesOn, nil
}

// overflow scrolls away the part of a head for which the window has no room, once, by whole paragraphs, and
// returns the rest. A secret never scrolls.
func (t *Terminal) overflow(head, foot []styled, below int, secret bool) []styled {
	cols, high := t.renderer.size()
	now := [2]int{cols, high}
	if t.window != now { // in another window more fits, or lines differ
		t.window, t.scrolled = now, 0
	}
	lines := wrapped(head, cols-1)
	room := max(2, high-1-below-len(wrapped(foot, cols-1)))
	if secret || t.scrolled == 0 && len(lines) <= room {
		return head
	}
	cut, end, rest := min(max(t.scrolled, len(lines)-room), len(lines)), 0, head
	for end < cut {
		end += len(wrapped(rest[:1], cols-1))
		rest = rest[1:]
	}
	if end < len(lines) {
		cut = end
	}
	if cut > t.scrolled { // a refusal takes room too
		t.renderer.keep(lines[t.scrolled:cut]...)
		t.scrolled = cut
	}
	for _, l := range lines[cut:end] { // of the last paragraph
		rest = append(rest, styled{text: l})
	}
	return rest
}
