package table

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/scoring"
)

// What stands below a table: what its signs mean, how a tie was settled, who won, and
// last the ranking, which is read aloud and must not scroll away.

// indent is what lines that go on begin with.
const indent = "  "

// ranking is the standings in a line or a few: 1. Davi 32 · 2. Caio 29. Nobody stands apart
// from their number, so a name is cut before its line would be broken. mark is put behind
// each, "" for none.
func (p Printer) ranking(r scoring.Result, mark func(row int) string) string {
	items, marks := make([]string, len(r.Rows)), p.marks(r)
	for i, s := range r.Standings() {
		rank, end := strconv.Itoa(s.Rank)+". "+marks[s.Row].Before(p.Ink), " "+strconv.Itoa(s.Points)+mark(s.Row)
		room := p.Width - layout.Width(indent+rank+end+" ·")
		items[i] = rank + layout.Cut(p.name(s.Name), room) + end
	}
	return layout.Join(items, p.Width, indent)
}

// unmarked is a ranking with nothing behind the points.
func unmarked(int) string { return "" }

// notes prints the readings that were used, and what the signs in a table mean.
func (p Printer) notes(r scoring.Result) error {
	var b strings.Builder
	for _, reading := range r.Readings {
		mark := "* "
		if p.Voice.Aloud {
			if mark = ""; strings.HasPrefix(p.Voice.Say(reading), nothingPaid) { // of a sign that is not said
				continue
			}
		}
		fmt.Fprintf(&b, "%s%s\n", mark, layout.Hang(p.Voice.Say(reading), p.Width, indent))
	}
	_, err := io.WriteString(p.Out, b.String())
	return err
}

// steps are the steps of a tie under their heading, each with its place in the rulebook;
// one place for all of them stands in the heading.
func (p Printer) steps(r scoring.Result) (head string, out []string) {
	head = p.Voice.Say(tieSteps)
	places := make([]string, len(r.Steps))
	for i, step := range r.Steps {
		places[i] = " — " + p.Voice.Say(step.Where)
		out = append(out, p.Voice.Say(step.Say)+places[i])
	}
	if len(slices.Compact(slices.Clone(places))) == 1 {
		for i := range out {
			out[i] = strings.TrimSuffix(out[i], places[i])
		}
		head += places[0]
	}
	return head, out
}

// tie prints how a tie was settled, step by step; nothing where there was none.
func (p Printer) tie(r scoring.Result) error {
	var b strings.Builder
	head, steps := p.steps(r)
	for i, step := range steps {
		if i == 0 {
			fmt.Fprintf(&b, "\n%s\n", layout.Hang(head, p.Width, indent))
		}
		number := fmt.Sprintf("%s%d. ", indent, i+1)
		fmt.Fprintf(&b, "%s%s\n", number, layout.Hang(step, p.Width, strings.Repeat(" ", len(number))))
	}
	_, err := io.WriteString(p.Out, b.String())
	return err
}

// verdict prints who won and what decided it, and below it the ranking; a table without
// parts is that already.
func (p Printer) verdict(r scoring.Result) error {
	if p.Voice.Aloud { // it comes first, and the ranking is told after it
		return p.sentence(p.Voice.Say(Outcome(r)))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\n", layout.Wrap(p.Voice.Say(Outcome(r)), p.Width))
	if len(r.Parts) > 0 {
		fmt.Fprintln(&b, p.ranking(r, unmarked))
	}
	_, err := io.WriteString(p.Out, b.String())
	return err
}
