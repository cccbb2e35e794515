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

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// Markdown in which lists are lists, and no name is markup.

// plain escapes all markup of a text.
var plain = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, "#", `\#`, "&", `\&`, "~", `\~`, "|", `\|`)

// inline escapes what is markup in the middle of a line.
var inline = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, "~", `\~`, "|", `\|`)

// Markup at the beginning of a line (spec.commonmark.org, sections 4 and 5), and ampersands that begin a character
// reference.
var (
	opening = pattern(`(?m)^( *)(#{1,6}(?:\s|$)|>|[-+](?:\s|$)|[-=][-= ]*$)`)
	ordinal = pattern(`(?m)^( *\d{1,9})([.)](?:\s|$))`)
	deep    = pattern(`(?m)^ {4,}`) // a code block
	entity  = pattern(`&(#?[0-9A-Za-z]+;)`)
)

// pattern compiles a pattern on first use: most runs print no Markdown.
func pattern(p string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(p) })
}

// bare escapes a text in the middle of a line.
func bare(s string) string { return entity().ReplaceAllString(inline.Replace(s), `\&$1`) }

// begun escapes what is markup only at the beginning of a line.
func begun(s string) string {
	return ordinal().ReplaceAllString(opening().ReplaceAllString(deep().ReplaceAllString(s, ""), `$1\$2`), `$1\$2`)
}

// item returns a text as one escaped line.
func item(s string) string { return begun(layout.OneLine(plain.Replace(s))) }

// paragraph returns a text as escaped and wrapped lines.
func (p Printer) paragraph(s string) string { return begun(layout.Wrap(bare(s), p.Width)) }

// A markdownPage is Markdown while it is written.
type markdownPage struct {
	Printer
	strings.Builder
}

func (p Printer) markdown(d Doc) string {
	p.Ink = color.None
	m := &markdownPage{Printer: p}
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
		m.grid(*d.Grid)
	}
	m.sentence(d.Outcome)
	for i, note := range d.Notes {
		if i == 0 { // not every renderer accepts a list right below a sentence
			m.WriteString("\n")
		}
		line := p.paragraph("x " + layout.OneLine(p.Voice.Say(note))) // “x ” keeps room for the star
		m.WriteString("* " + begun(line[2:]) + "\n")
	}
	for _, s := range d.Sections {
		m.section(p.placed(s))
	}
	if len(d.Sections) > 0 && len(d.Tie.Lines) > 0 { // the tie goes with the reasons
		m.section(p.placed(d.Tie))
	}
	m.after(d.After)
	return m.String()
}

// sentence writes a text as a paragraph.
func (m *markdownPage) sentence(t lang.Text) {
	if !t.Empty() {
		m.WriteString("\n" + m.paragraph(m.Voice.Say(t)) + "\n")
	}
}

func (m *markdownPage) section(head string, s Section) {
	m.WriteString("\n### " + layout.OneLine(plain.Replace(head)) + "\n\n")
	for i, l := range s.Lines {
		sign := "- "
		if s.Numbered {
			sign = fmt.Sprintf("%d. ", i+1)
		}
		m.WriteString(sign + item(strings.Replace(strings.TrimLeft(m.told(l), " "), "  ", " ", 1)) + "\n") // undo the column of points
	}
}

func (m *markdownPage) after(all []After) {
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

// grid writes a table with words on the left and numbers on the right.
func (m *markdownPage) grid(g Grid) {
	lines := m.rows(g, both)
	align := aligned(len(lines[0]), 0)
	if !g.Across {
		for k, c := range g.Columns[:len(lines[0])] { // columns of signs come last and are left out
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
	m.WriteString(m.render(lines[0], lines[1:], nil, align, tablewriter.WithRenderer(renderer.NewMarkdown())))
}
