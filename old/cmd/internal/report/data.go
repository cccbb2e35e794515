package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// The formats for programs.

func (p Printer) json(w any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(w)
	return string(lang.SafeJSON(b.Bytes())), err
}

func (p Printer) csv(d Doc) string {
	g := d.Grid
	if d.Data != nil {
		g = d.Data
	}
	p.Ink = color.None
	lines := p.rows(*g, apart)
	if g.Bare {
		lines = lines[1:]
	}
	for _, line := range lines {
		for k, cell := range line {
			line[k] = harmless(cell)
		}
	}
	var b strings.Builder
	_ = csv.NewWriter(&b).WriteAll(lines) // memory has no errors
	return b.String()
}

// harmless returns a cell that no spreadsheet takes for a formula, not even with full-width signs (owasp.org, CSV
// Injection). Numbers stay numbers.
func harmless(cell string) string {
	first, _ := utf8.DecodeRuneInString(cell)
	if cell == "" || !strings.ContainsRune("=+-@＝＋－＠\t\r", first) {
		return cell
	}
	if _, err := strconv.Atoi(cell); err == nil {
		return cell
	}
	return "'" + cell
}

// A placing is a way to write a Place.
type placing int

const (
	both  placing = iota // 1 (12)
	short                // 1
	apart                // 1 and 12, in two columns
	drawn                // 1 (12), and drawn columns are kept
)

// Absent is the cell of somebody who did not play.
const Absent = "–"

// rows returns all rows of a grid, the head first, with people side by side if the grid allows it. Only drawn keeps the
// columns of signs.
func (p Printer) rows(g Grid, how placing) [][]string {
	if g.Across {
		rows := p.turned(g).rows()
		if sums := len(rows) - 2; g.Unsummed {
			rows = slices.Delete(rows, sums, sums+1)
		}
		return rows
	}
	out := [][]string{nil}
	for _, c := range g.Columns {
		if c.Kind == Signs && how != drawn {
			continue
		}
		out[0] = append(out[0], p.Voice.Say(c.Head))
		if how == apart && !c.Points.Empty() {
			out[0] = append(out[0], p.Voice.Say(c.Points))
		}
	}
	for _, r := range g.Rows {
		var line []string
		for k, c := range r.Cells {
			place, is := c.(Place)
			switch {
			case is && how == apart:
				line = append(line, place.apart()...)
			case g.Columns[k].Kind != Signs || how == drawn:
				line = append(line, p.cell(c, how))
			}
		}
		out = append(out, line)
	}
	return out
}

// cell returns the text of a cell.
func (p Printer) cell(c Cell, how placing) string {
	switch c := c.(type) {
	case int:
		return strconv.Itoa(c)
	case lang.Text:
		return p.name(p.Voice.Say(c))
	case Name:
		if c.Mark != nil {
			return c.Mark.Before(p.Ink) + p.name(c.Name)
		}
		return p.name(c.Name)
	case Place:
		return c.written(how)
	}
	return p.name(c.(string))
}

func (c Place) written(how placing) string {
	switch {
	case !c.Played, c.Alone && how == short:
		return Absent
	case c.Alone:
		return fmt.Sprintf("(%d)", c.Points)
	case how == short:
		return strconv.Itoa(c.Rank)
	}
	return fmt.Sprintf("%d (%d)", c.Rank, c.Points)
}

// apart returns the rank and the points as two cells.
func (c Place) apart() []string {
	switch {
	case !c.Played:
		return []string{"", ""}
	case c.Alone:
		return []string{"", strconv.Itoa(c.Points)}
	}
	return []string{strconv.Itoa(c.Rank), strconv.Itoa(c.Points)}
}

// name returns a text that is safe to print, in one line.
func (p Printer) name(s string) string { return layout.OneLine(lang.Sanitize(s)) }
