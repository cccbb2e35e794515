package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/internal/lang"
)

// Markdown that renders: lists are lists, and nothing that somebody is called is markup.

// plain takes the markup out of a text.
var plain = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, "#", `\#`, "&", `\&`, "~", `\~`, "|", `\|`)

// inline takes the markup out of a text that is markup in the middle of a line only.
var inline = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, "~", `\~`, "|", `\|`)

// Markup at the beginning of a line (spec.commonmark.org, sections 4 and 5), and an ampersand that
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

// item returns a text in one line that begins one, of which nothing is markup.
func item(s string) string { return begun(layout.OneLine(plain.Replace(s))) }

// paragraph returns a text of lines, of which nothing is markup.
func (p Printer) paragraph(s string) string { return begun(layout.Wrap(bare(s), p.Width)) }

// A mark is Markdown as it is written.
type mark struct {
	Printer
	strings.Builder
}

func (p Printer) markdown(d Doc) (string, error) {
	p.Ink = color.None
	m := &mark{Printer: p}
	if len(d.Title) > 0 {
		m.WriteString("## " + plain.Replace(strings.Join(p.said(d.Title), layout.Dot)) + "\n\n")
	}
	for i, it := range d.Items {
		number := fmt.Sprintf("%d. ", i+1)
		m.WriteString(number + item(p.Voice.Say(it.Say)) + "\n")
		for _, note := range it.Notes {
			m.WriteString(strings.Repeat(" ", len(number)) + "- " + item(p.Voice.Say(note)) + "\n")
		}
	}
	if d.Grid != nil {
		if len(d.Items) > 0 {
			m.WriteString("\n")
		}
		if err := m.grid(*d.Grid); err != nil {
			return "", err
		}
	}
	m.sentence(d.Outcome)
	for i, note := range d.Notes {
		if i == 0 { // a list may not stand right under a sentence everywhere
			m.WriteString("\n")
		}
		line := p.paragraph("x " + layout.OneLine(p.Voice.Say(note))) // as wide as the star that takes its place
		m.WriteString("* " + begun(line[2:]) + "\n")
	}
	for _, s := range d.Sections {
		m.section(p.placed(s))
	}
	if len(d.Sections) > 0 && len(d.Tie.Lines) > 0 { // with the reasons stand those of the tie
		m.section(p.placed(d.Tie))
	}
	m.after(d.After)
	return m.String(), nil
}

// sentence is a text by itself.
func (m *mark) sentence(t lang.Text) {
	if !t.Empty() {
		m.WriteString("\n" + m.paragraph(m.Voice.Say(t)) + "\n")
	}
}

func (m *mark) section(head string, s Section) {
	m.WriteString("\n### " + layout.OneLine(plain.Replace(head)) + "\n\n")
	for i, l := range s.Lines {
		sign := "- "
		if s.Numbered {
			sign = fmt.Sprintf("%d. ", i+1)
		}
		m.WriteString(sign + item(strings.Replace(strings.TrimLeft(m.line(l), " "), "  ", " ", 1)) + "\n") // no column of points
	}
}

func (m *mark) after(all []After) {
	for i, a := range all {
		switch {
		case a.Whole:
			m.WriteString("\n" + item(m.Voice.Say(a.Say)) + "\n")
		case !a.Item:
			m.sentence(a.Say)
		default:
			if i == 0 || !all[i-1].Item {
				m.WriteString("\n")
			}
			m.WriteString("- " + item(m.Voice.Say(a.Say)) + "\n")
		}
	}
}

// grid writes a table, with words to the left and numbers to the right.
func (m *mark) grid(g Grid) error {
	lines := m.rows(g, both)
	align := aligned(len(lines[0]), 0)
	if !g.Across {
		for k, c := range g.Columns[:len(lines[0])] { // signs stand last, and are left out
			words := slices.ContainsFunc(lines[1:], func(line []string) bool { return strings.ContainsFunc(line[k], unicode.IsLetter) })
			switch {
			case c.Kind == Ranks:
				align[k] = tw.AlignRight
			case c.Kind == People, c.Kind == Word && words:
				align[k] = tw.AlignLeft
			}
		}
	}
	for _, line := range lines {
		for k, cell := range line {
			line[k] = bare(cell)
			if g.Columns[0].Kind != Ranks {
				line[k] = plain.Replace(cell)
			}
		}
	}
	out, err := m.render(lines[0], lines[1:], nil, align, tablewriter.WithRenderer(renderer.NewMarkdown()))
	m.WriteString(out)
	return err
}
