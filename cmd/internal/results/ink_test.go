package results

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/laws"
)

// printers is everything that names people in a table.
func printers(s scoring.State) map[string]func(report.Printer) error {
	r := s.Result()
	marks := color.Marks(r.Rows, nil)
	list := &report.Grid{Columns: []report.Column{{Kind: report.People, Head: report.Player}, {Head: report.Points, Spare: 1}}}
	people := &report.Grid{Columns: []report.Column{{Kind: report.Ranks}, {Kind: report.People}, {Kind: report.Parts}}}
	for i, name := range r.Rows {
		who := report.Name{Name: name, Mark: &marks[i]}
		list.Rows = append(list.Rows, report.Row{Cells: []report.Cell{who, name}})
		people.Rows = append(people.Rows, report.Row{Cells: []report.Cell{1, who, 12}})
	}
	return map[string]func(report.Printer) error{
		"result":    func(p report.Printer) error { return p.Print(Result(s, nil), report.Table) },
		"standings": func(p report.Printer) error { return p.Print(standings(r), report.Table) },
		"track":     func(p report.Printer) error { return p.Print(Track(r, nil), report.Table) },
		"chart":     func(p report.Printer) error { return p.Print(Course(s, nil), report.Table) },
		"list": func(p report.Printer) error {
			return p.Print(report.Doc{Grid: list}, report.Table)
		},
		"people": func(p report.Printer) error { return p.Print(report.Doc{Grid: people}, report.Table) },
	}
}

// Painted letters change nothing but the paint: every letter that stands for somebody has its color, and no line is wider
// than the window.
func TestPaintedLetters(t *testing.T) {
	for _, names := range [][]string{{"Ana", "Bernardo de Alcântara", "日本 太郎"}, twelve} {
		c := counted{names: names, paid: [][]int{make([]int, len(names)), make([]int, len(names)), make([]int, len(names))}, over: true}
		for part := range c.paid {
			for i := range names {
				c.paid[part][i] = (i*7+part*5)%9 - 1
			}
		}
		for what, print := range printers(c) {
			for _, width := range []int{40, 80} {
				said := func(i color.Ink) string {
					var out bytes.Buffer
					laws.Need(t, print(report.Printer{Out: &out, Voice: lang.NewLocalizer("en", report.Texts, Texts), Width: width, Ink: i}))
					return out.String()
				}
				painted := said(color.Painted)
				plain := ansi.Strip(painted)
				if none := said(color.None); strings.Contains(none, "\x1b") {
					t.Fatalf("%s at %d:\n%s", what, width, none)
				}
				for _, line := range strings.Split(plain, "\n") {
					if layout.Width(line) > width {
						t.Errorf("%s: %q is wider than %d", what, line, width)
					}
				}
				for _, m := range color.Marks(names, nil) {
					if !strings.Contains(painted, m.Draw(color.Painted)) {
						t.Errorf("%s at %d: nobody has the color of %s in\n%s", what, width, m.Letter, plain)
					}
				}
			}
		}
	}
}

// Letters stand before the names where no part is cut for them, and the names without them where not.
func TestLettersMakeRoom(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"Ana", "Bia", "Caio"}, "│         │ A Ana │ B Bia │ C Caio │"},
		{[]string{"Ana", "Bia", "Caio", "Davi", "Eva"}, "│       │A Ana│B Bia│C Caio│D Davi│E Eva│"},
		{[]string{"Ana", "Bia", "Caio", "Davi", "Eva", "Gil"}, "│       │Ana│Bia│Caio│Davi│Eva│Gil│"},
	} {
		var out bytes.Buffer
		s := counted{names: c.names, paid: [][]int{make([]int, len(c.names))}}
		p := report.Printer{Out: &out, Voice: lang.NewLocalizer("en", report.Texts, Texts), Width: 41, Ink: color.Painted}
		if err := p.Print(Result(s, nil), report.Table); err != nil || !strings.Contains(ansi.Strip(out.String()), "\n"+c.want+"\n") {
			t.Errorf("%v: no %s in\n%s", err, c.want, out.String())
		}
	}
}

// Who has which color is what is kept, and other formats have no letters.
func TestKeptColors(t *testing.T) {
	c := counted{names: []string{"Ana", "Bia"}, paid: [][]int{{1, 2}, {2, 1}}}
	var out bytes.Buffer
	p := report.Printer{Out: &out, Voice: lang.NewLocalizer("en", report.Texts, Texts), Width: 80, Ink: color.Painted}
	kept := color.Kept{"Bia": "red"}
	if err := p.Print(Track(c.Result(), kept), report.Table); err != nil || !strings.Contains(out.String(), (color.Mark{Letter: "B", Color: 0}).Before(color.Painted)+"Bia") {
		t.Error(err, out.String())
	}
	for _, f := range []report.Format{report.Markdown, report.CSV, report.JSON} {
		var with, without bytes.Buffer
		p.Out = &with
		laws.Need(t, p.Print(Result(c, kept), f))
		if err := (report.Printer{Out: &without, Voice: p.Voice, Width: 80}).Print(Result(c, nil), f); err != nil || with.String() != without.String() {
			t.Error(fmt.Sprint(f, err), with.String())
		}
	}
}
