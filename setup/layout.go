package setup

import (
	"strconv"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Layout is what lies on the table before the first turn: for one game, one number of people, one mode.
type Layout struct {
	Steps []Step // the checklist, in order
	Data  any    // a struct with the JSON keys of the contract's section on setting up
}

// A Draw returns a layout with a deck drawn from the cards that are there, named with commas between them; "" are the usual
// ones. toss returns a number from 0 to n-1.
type Draw func(t Table, have string, toss func(n int) int) (Layout, error)

// A Step is one line of a checklist.
type Step struct {
	Text  lang.Text
	Notes []lang.Text
}

const (
	lineByLine = "lines"
	onePage    = "page"
)

// LayOut walks the table through a checklist: on one page with one Enter, or line by line.
func LayOut(a ask.Asker, l Layout) error {
	ids := asked{}
	for way := onePage; ; {
		next, err := l.show(a, ids, way)
		if err != nil || next == "" {
			return err
		}
		way = next
	}
}

// show shows a checklist in one way, and returns the way that the table wants instead, or "" at its end.
func (l Layout) show(a ask.Asker, ids asked, way string) (string, error) {
	if way == onePage {
		return laid(a, ids.id("laid"), lang.T("Everything laid out?"), l.page(), lineByLine, lang.T("one step after the other"))
	}
	for i, s := range l.Steps {
		notes := append([]lang.Text{s.Text}, s.Notes...)
		next, err := laid(a, ids.id("step "+strconv.Itoa(i+1)), lang.T("Done?"), notes, onePage, lang.T("the whole list on one page"))
		if err != nil || next != "" {
			return next, err
		}
	}
	return "", nil
}

// page returns the checklist with its numbers.
func (l Layout) page() (lines []lang.Text) {
	for i, s := range l.Steps {
		lines = append(lines, lang.T("{n}. {step}").With("n", i+1, "step", s.Text))
		lines = append(lines, s.Notes...)
	}
	return lines
}

// laid waits until something is laid out, or for the key that shows the list in the other way.
func laid(a ask.Asker, id string, text lang.Text, notes []lang.Text, other string, say lang.Text) (string, error) {
	q := ask.Question{ID: id, Text: text, Suggest: Yes,
		Keys:  []ask.Option{{ID: other, Key: lang.Key("l", "l"), Text: say}},
		Shape: ask.Pick{Options: []ask.Option{{ID: Yes, Text: lang.T("Yes")}}}}
	v, err := ask.All(a, ask.Group{Text: text, Notes: notes, Asked: []ask.Question{q}}, nil)
	if err != nil {
		return "", err
	}
	return v[0].Key, nil
}

// asked counts how often a question was asked in a dialog, so that its ID is another one each time.
type asked map[string]int

func (n asked) id(id string) string {
	n[id]++
	if n[id] == 1 {
		return id
	}
	return id + " " + strconv.Itoa(n[id])
}
