package table

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"

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

// inline takes the markup out of a text that is markup in the middle of a line only.
var inline = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, "~", `\~`, "|", `\|`)

// What is markup where a line begins (spec.commonmark.org, sections 4 and 5), and an ampersand that
// stands for another character.
var (
	opening = pattern(`(?m)^( *)(#{1,6}(?:\s|$)|>|[-+](?:\s|$)|[-=][-= ]*$)`)
	ordinal = pattern(`(?m)^( *\d{1,9})([.)](?:\s|$))`)
	deep    = pattern(`(?m)^ {4,}`) // is code
	entity  = pattern(`&(#?[0-9A-Za-z]+;)`)
)

// pattern is compiled when it is first wanted: most runs print no Markdown.
func pattern(p string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(p) })
}

// bare takes the markup out of a text in the middle of a line.
func bare(s string) string { return entity().ReplaceAllString(inline.Replace(s), `\&$1`) }

// begun takes the markup out of what begins lines, and nothing else.
func begun(s string) string {
	return ordinal().ReplaceAllString(opening().ReplaceAllString(deep().ReplaceAllString(s, ""), `$1\$2`), `$1\$2`)
}

// item is a text in one line that begins one, of which nothing is markup.
func item(s string) string { return begun(layout.OneLine(plain.Replace(s))) }

// paragraph is a text of lines, of which nothing is markup.
func (p Printer) paragraph(s string) string { return begun(layout.Wrap(bare(s), p.Width)) }

// Paragraph is a text by itself, in Markdown with nothing that is markup, and apart from what stands before it.
func (p Printer) Paragraph(s string, f Format) string {
	if f == Markdown {
		return "\n" + p.paragraph(s) + "\n"
	}
	return layout.Wrap(s, p.Width) + "\n"
}

// Item is a line of a list behind its sign, in Markdown in one piece and with nothing that is markup.
func (p Printer) Item(sign, s string, f Format) string {
	if f == Markdown {
		return sign + item(s) + "\n"
	}
	indent := strings.Repeat(" ", layout.Width(sign))
	return sign + layout.Flow(s, p.Width-len(indent), indent) + "\n"
}

func (p Printer) markdown(g grid) error {
	lines := g.rows()
	for _, line := range lines {
		for k, cell := range line {
			line[k] = bare(layout.OneLine(cell))
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
	fmt.Fprintf(&b, "\n%s\n", p.paragraph(p.Voice.Say(Outcome(r))))
	for i, reading := range r.Readings {
		if i == 0 { // a list may not stand right under a sentence everywhere
			b.WriteString("\n")
		}
		line := p.paragraph("x " + layout.OneLine(p.Voice.Say(reading))) // as wide as the star that takes its place
		fmt.Fprintf(&b, "* %s\n", begun(line[2:]))
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
			fmt.Fprintf(&b, "\n### %s\n\n", layout.OneLine(plain.Replace(p.Voice.Say(r.Parts[part].Name))))
		}
		fmt.Fprintf(&b, "- %s\n", item(strings.Replace(strings.TrimLeft(p.explained(r, l), " "), "  ", " ", 1))) // no column of points
	}
	head, steps := p.steps(r)
	for i, step := range steps {
		if i == 0 {
			fmt.Fprintf(&b, "\n### %s\n\n", plain.Replace(head))
		}
		fmt.Fprintf(&b, "%d. %s\n", i+1, item(step))
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
		fmt.Fprintf(&b, "%s%s\n", number, item(p.Voice.Say(s.Text)))
		for _, note := range s.Notes {
			fmt.Fprintf(&b, "%s- %s\n", strings.Repeat(" ", len(number)), item(p.Voice.Say(note)))
		}
	}
	if len(l.Deck) > 0 {
		fmt.Fprintf(&b, "\n%s\n", item(p.Voice.Say(p.deckText(l))))
	}
	_, err := io.WriteString(p.Out, b.String())
	return err
}
