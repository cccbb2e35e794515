package report

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"github.com/tablemate/tablemate/internal/lang"
)

// markup is everything that Markdown or HTML could take for more than a letter in the middle of a line.
var markup = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, "#", `\#`, "&", `\&`, "~", `\~`, "|", `\|`)

// escaped returns a text in one line without markup, not even at its beginning (spec.commonmark.org, sections 4 and 5).
func escaped(s string) string {
	s = markup.Replace(strings.TrimSpace(oneLine(s)))
	digits := len(s) - len(strings.TrimLeftFunc(s, unicode.IsDigit))
	rest := s[digits:]
	if rest != "" && (digits == 0 && strings.ContainsRune(">+-=", rune(s[0])) || digits > 0 && strings.ContainsRune(".)", rune(rest[0]))) {
		return s[:digits] + `\` + rest
	}
	return s
}

// markdown returns a report in which lists are lists, tables are tables, and no name is markup.
func markdown(d Doc) string {
	var out []string
	if d.Title != "" {
		out = append(out, "## "+escaped(d.Title))
	}
	for _, b := range d.Blocks {
		if said := markdownBlock(b); said != "" {
			out = append(out, said)
		}
	}
	return strings.Join(out, "\n\n") + "\n"
}

func markdownBlock(b Block) string {
	switch b := b.(type) {
	case Head:
		return "### " + escaped(string(b))
	case Lead:
		return "**" + escaped(string(b)) + "**"
	case Winner:
		return "**" + escaped(string(b)) + "**"
	case List:
		return markdownList(b)
	case Table:
		return markdownTable(b)
	}
	return markdownLines(string(b.(Text)), "  \n")
}

// markdownLines returns a text line by line.
func markdownLines(s, between string) string {
	lines := strings.Split(lang.Sanitize(s), "\n")
	for i, line := range lines {
		lines[i] = escaped(line)
	}
	return strings.Join(lines, between)
}

func markdownList(l List) string {
	var lines []string
	for i, item := range l.Items {
		sign := "- "
		if l.Numbered {
			sign = fmt.Sprintf("%d. ", i+1)
		}
		lines = append(lines, sign+markdownLines(item, "  \n"+strings.Repeat(" ", len(sign))))
	}
	if l.Head == "" {
		return strings.Join(lines, "\n")
	}
	return strings.TrimSpace("#### " + escaped(l.Head) + "\n\n" + strings.Join(lines, "\n"))
}

func markdownTable(t Table) string {
	rows := t.lines(t.Columns)
	for _, row := range rows {
		for k, cell := range row {
			row[k] = markup.Replace(cell)
		}
	}
	cell := tw.CellConfig{
		Formatting: tw.CellFormatting{AutoFormat: tw.Off, AutoWrap: tw.WrapNone},
		Alignment:  tw.CellAlignment{PerColumn: align(t.Words, len(t.Columns))},
	}
	return drawn(rows, []tablewriter.Option{
		tablewriter.WithConfig(tablewriter.Config{Header: cell, Row: cell}), tablewriter.WithRenderer(renderer.NewMarkdown()),
	})
}
