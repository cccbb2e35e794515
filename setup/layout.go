package setup

import (
	"strconv"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Layout lists the things that lie on the table before the first turn: for one game, one number of people, one mode.
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

// LayOut walks the table through a checklist: on one page with one Enter, or line by line. A key leads from one way to the
// other.
//
// A table that has just laid the same out, again, knows how: the list is behind a key then.
func LayOut(a ask.Asker, l Layout, again bool) error {
	ids := idCounter{}
	if again {
		page := ask.Option{ID: "page", Text: lang.T("the whole list on one page")}
		other, err := waitLaid(a, ids.id("again"), lang.T("Everything laid out, as before?"), nil, page)
		if err != nil || !other {
			return err
		}
	}
	for {
		lines := ask.Option{ID: "lines", Text: lang.T("one step after the other")}
		other, err := waitLaid(a, ids.id("laid"), lang.T("Everything laid out?"), l.page(), lines)
		if err == nil && other {
			other, err = l.lineByLine(a, ids)
		}
		if err != nil || !other {
			return err
		}
	}
}

// lineByLine shows a step after the other, until the table wants the page.
func (l Layout) lineByLine(a ask.Asker, ids idCounter) (other bool, err error) {
	page := ask.Option{ID: "page", Text: lang.T("the whole list on one page")}
	for i, s := range l.Steps {
		notes := append([]lang.Text{s.Text}, s.Notes...)
		other, err = waitLaid(a, ids.id("step "+strconv.Itoa(i+1)), lang.T("Done?"), notes, page)
		if err != nil || other {
			break
		}
	}
	return other, err
}

// page returns the checklist with its numbers.
func (l Layout) page() (lines []lang.Text) {
	for i, s := range l.Steps {
		lines = append(lines, lang.T("{n}. {step}").With("n", i+1, "step", s.Text))
		lines = append(lines, s.Notes...)
	}
	return lines
}

// waitLaid waits until something is laid out, or for the key that shows the list in the other way.
func waitLaid(a ask.Asker, id string, text lang.Text, notes []lang.Text, way ask.Option) (other bool, err error) {
	way.Key = "l"
	q := ask.Question{ID: id, Text: text, Suggest: Yes, Keys: []ask.Option{way}, Shape: Confirm(lang.T("Yes"))}
	v, err := ask.Put(a, q, nil, notes...)
	return v.Key != "", err
}

// An idCounter counts how often a question was asked in a dialog, so that its ID is another one each time.
type idCounter map[string]int

func (n idCounter) id(id string) string {
	n[id]++
	if n[id] == 1 {
		return id
	}
	return id + " " + strconv.Itoa(n[id])
}
