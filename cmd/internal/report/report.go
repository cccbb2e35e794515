// Package report prints what the program has to say afterwards: blocks of plain strings in one language, as a table for
// a terminal, as sentences, as Markdown, as a page, or for other programs. It knows no game.
package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/internal/lang"
)

// A Doc is a report.
type Doc struct {
	Title  string
	Blocks []Block
	Data   any   // the value that JSON prints
	Marks  Marks // of the people in it
}

// A Block is a Head, a Lead, a Text, a List, a Table, a Race, a Winner, a Podium or a Chart.
type Block interface{ block() }

type (
	// Head is a heading of the blocks below it.
	Head string
	// Lead is the sentence that matters most.
	Lead string
	// Text is a paragraph. A line break in it stays.
	Text string
	// List is lines under a head. It may have no head, or no lines.
	List struct {
		Head     string
		Numbered bool
		Bullets  bool
		Folded   bool     // a page shows the items when somebody asks for them, and on paper
		Items    []string // a line break begins a note below the item
	}
	// Table is rows under columns. The first Words columns hold words, and the first one of them names the row; all others
	// hold numbers. A narrow window sums up the first of the Parts columns that follow the words.
	Table struct {
		Columns []string
		Short   []string // heads for a terminal; nil: Columns
		Rows    [][]string
		Words   int
		Parts   int
		Named   bool // the columns have names of their own: where only Short fits, a line below spells each of them out
	}
)

func (Head) block()  {}
func (Lead) block()  {}
func (Text) block()  {}
func (List) block()  {}
func (Table) block() {}

// None is the cell of somebody who was not there.
const None = "–"

// A Format is a way to print a report.
type Format string

// The formats.
const (
	Terminal Format = "table" // tables, or sentences if the Printer is Plain
	Markdown Format = "markdown"
	CSV      Format = "csv" // the first table alone, or the lists
	JSON     Format = "json"
	HTML     Format = "html" // a page that loads nothing
)

// Formats lists the formats of everything that is listed, the default first.
var Formats = []Format{Terminal, Markdown, CSV, JSON}

// A Printer prints reports to one place.
type Printer struct {
	W     io.Writer
	Width int  // columns of the terminal; 0: no limit
	Plain bool // sentences in place of tables
	Color bool
	Few   bool      // sixteen colors, no more
	marks Marks     // of the report
	Lang  lang.Lang // of a page
}

// Print prints a report.
func (p Printer) Print(d Doc, f Format) (err error) {
	var out string
	if f != Terminal {
		d.Blocks = spoken(d.Blocks, f == HTML)
	}
	switch f {
	case Markdown:
		out = markdown(d)
	case CSV:
		out, err = asCSV(d)
	case JSON:
		out, err = asJSON(d.Data)
	case HTML:
		out, err = page(d, p.Lang)
	default:
		out = p.painted(d.Marks, p.Text(d)) + "\n"
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(p.W, out)
	return err
}

// painted returns a text with its people in their colors, if there are colors.
func (p Printer) painted(m Marks, s string) string {
	if !p.Color || p.Plain || len(m) == 0 {
		return s
	}
	return m.Painter(p.Few)(s)
}

func asJSON(data any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(data)
	return string(lang.SafeJSON(b.Bytes())), err
}

// asCSV returns the first table, or else the lists, each item with its number.
func asCSV(d Doc) (string, error) {
	var rows [][]string
	for _, block := range d.Blocks {
		switch b := block.(type) {
		case Table:
			return csvOf(b.lines(b.Columns))
		case List:
			for i, item := range b.Items {
				rows = append(rows, []string{strconv.Itoa(i + 1), oneLine(item)})
			}
		}
	}
	return csvOf(rows)
}

func csvOf(rows [][]string) (string, error) {
	for _, row := range rows {
		for k, cell := range row {
			row[k] = noFormula(cell)
		}
	}
	var b strings.Builder
	err := csv.NewWriter(&b).WriteAll(rows)
	return b.String(), err
}

// noFormula returns a cell that no spreadsheet takes for a formula, not even with full-width signs (owasp.org, CSV
// Injection). Numbers stay numbers.
func noFormula(cell string) string {
	first, _ := utf8.DecodeRuneInString(cell)
	if cell == "" || !strings.ContainsRune("=+-@＝＋－＠", first) {
		return cell
	}
	if _, err := strconv.Atoi(cell); err == nil {
		return cell
	}
	return "'" + cell
}

// lines returns a head and the rows of a table, each cell in one line.
func (t Table) lines(head []string) [][]string {
	rows := append([][]string{head}, t.Rows...)
	for i, row := range rows {
		rows[i] = slices.Clone(row)
		for k, cell := range row {
			rows[i][k] = oneLine(cell)
		}
	}
	return rows
}

func oneLine(s string) string { return strings.ReplaceAll(lang.Sanitize(s), "\n", " ") }

// Turned returns the table with rows and columns exchanged: the rows of a narrow column a name are read side by side.
func (t Table) Turned() Table {
	out := Table{Words: 1, Columns: []string{""}}
	for _, row := range t.Rows {
		out.Columns = append(out.Columns, row[0])
	}
	for k, column := range t.Columns[1:] {
		line := []string{column}
		for _, row := range t.Rows {
			line = append(line, row[k+1])
		}
		out.Rows = append(out.Rows, line)
	}
	return out
}

// Text returns a report as it is printed for people, without a line feed at the end.
func (p Printer) Text(d Doc) string {
	var out strings.Builder
	if d.Title != "" {
		out.WriteString(p.head(d.Title))
	}
	headed := false
	if p.marks = d.Marks; p.Plain {
		d.Blocks = spoken(d.Blocks, false)
	}
	for _, b := range d.Blocks {
		said := p.block(b)
		if said == "" {
			continue
		}
		if headed {
			out.WriteString("\n")
		} else if out.Len() > 0 {
			out.WriteString("\n\n")
		}
		out.WriteString(said)
		_, headed = b.(Head)
	}
	return out.String()
}

func (p Printer) block(b Block) string {
	switch b := b.(type) {
	case Head:
		return p.underlined(string(b))
	case Lead:
		return p.head(string(b))
	case Winner:
		return p.winner(b)
	case Race:
		return p.race(b)
	case Podium:
		return p.list(b.List)
	// In a window the bars show as much.
	case Chart:
		return ""
	case List:
		return p.list(b)
	case Table:
		switch {
		// Only programs have a use for a head without rows.
		case len(b.Rows) == 0:
			return ""
		case p.Plain:
			return p.sentences(b)
		}
		return p.table(b)
	}
	return p.wrap(lang.Sanitize(string(b.(Text))), "")
}

// underlined returns a heading that stands out without color, too.
func (p Printer) underlined(s string) string {
	head := p.head(s)
	if p.Color || p.Plain {
		return head
	}
	last := head[strings.LastIndexByte(head, '\n')+1:]
	return head + "\n" + strings.Repeat("─", ansi.StringWidth(last))
}

// head returns a heading, wrapped line by line so that no color runs over a line's end.
func (p Printer) head(s string) string {
	return p.strong(p.wrap(lang.Sanitize(s), ""))
}

func (p Printer) strong(s string) string {
	if p.Color {
		s = "\x1b[1m" + strings.ReplaceAll(s, "\n", "\x1b[m\n\x1b[1m") + "\x1b[m"
	}
	return s
}

func (p Printer) list(l List) string {
	var lines []string
	if l.Head != "" {
		lines = append(lines, p.head(l.Head))
	}
	for i, item := range l.Items {
		mark, hanging := "  ", "    "
		switch {
		case l.Numbered:
			mark = fmt.Sprintf("%3d. ", i+1)
			hanging = strings.Repeat(" ", len(mark))
		case l.Bullets:
			mark = "  - "
		}
		lines = append(lines, mark+p.wrap(lang.Sanitize(item), hanging))
	}
	return strings.Join(lines, "\n")
}

// sentences returns a table as sentences, one a row: “1. Ana. Slap 1: 1, Total: 12.”
func (p Printer) sentences(t Table) string {
	var lines []string
	for _, row := range t.Rows {
		cells := make([]string, 0, len(row))
		for k, cell := range row[1:] {
			if cell != "" {
				cells = append(cells, t.Columns[k+1]+": "+cell)
			}
		}
		say := row[0]
		if len(cells) > 0 {
			say += ". " + strings.Join(cells, ", ")
		}
		// The last cell may be a sentence of its own.
		lines = append(lines, p.wrap(lang.Sanitize(strings.TrimSuffix(say, ".")+"."), "  "))
	}
	return strings.Join(lines, "\n")
}
