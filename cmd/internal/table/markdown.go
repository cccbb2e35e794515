package table

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// Markdown that renders: lists are lists, and nothing that somebody is called is markup.

// plain takes the markup out of a text.
var plain = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, "#", `\#`, "&", `\&`, "~", `\~`, "|", `\|`)

func (p Printer) markdown(g grid) error {
	lines := g.rows()
	for _, line := range lines {
		for k, cell := range line {
			line[k] = strings.ReplaceAll(cell, "|", `\|`)
		}
	}
	return p.render(lines[0], lines[1:], nil, nil, tablewriter.WithRenderer(renderer.NewMarkdown()))
}

// markdownResult is Result: the table, who won, and the readings.
func (p Printer) markdownResult(s scoring.State) error {
	r := s.Result()
	if err := p.markdown(p.grid(r, s.Ledger())); err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\n", layout.Wrap(p.Voice.Say(Outcome(r)), p.Width))
	for _, reading := range r.Readings {
		fmt.Fprintf(&b, "%s\n", layout.Wrap("* "+p.Voice.Say(reading), p.Width))
	}
	_, err := io.WriteString(p.Out, b.String())
	return err
}

// markdownExplained is Explained: below the result a list a part, and the steps of a tie.
func (p Printer) markdownExplained(s scoring.State) error {
	r := s.Result()
	var b strings.Builder
	part := -1
	for _, l := range s.Ledger() {
		if l.Part != part {
			part = l.Part
			fmt.Fprintf(&b, "\n### %s\n\n", plain.Replace(p.Voice.Say(r.Parts[part].Name)))
		}
		fmt.Fprintf(&b, "- %s\n", plain.Replace(strings.Replace(strings.TrimLeft(p.explained(r, l), " "), "  ", " ", 1))) // no column of points
	}
	head, steps := p.steps(r)
	for i, step := range steps {
		if i == 0 {
			fmt.Fprintf(&b, "\n### %s\n\n", plain.Replace(head))
		}
		fmt.Fprintf(&b, "%d. %s\n", i+1, plain.Replace(step))
	}
	err := p.markdownResult(s)
	_, writing := io.WriteString(p.Out, b.String())
	return errors.Join(err, writing)
}

// markdownLayout is Layout: a numbered list, and under each item its notes.
func (p Printer) markdownLayout(game lang.Text, l setup.Layout) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n", plain.Replace(p.Voice.Say(game)))
	for i, s := range l.Steps {
		number := fmt.Sprintf("%d. ", i+1)
		fmt.Fprintf(&b, "%s%s\n", number, plain.Replace(p.Voice.Say(s.Text)))
		for _, note := range s.Notes {
			fmt.Fprintf(&b, "%s- %s\n", strings.Repeat(" ", len(number)), plain.Replace(p.Voice.Say(note)))
		}
	}
	if len(l.Deck) > 0 {
		fmt.Fprintf(&b, "\n%s\n", plain.Replace(p.Voice.Say(p.deckText(l))))
	}
	_, err := io.WriteString(p.Out, b.String())
	return err
}
