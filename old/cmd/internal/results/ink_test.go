package results

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/scoring"
)

// naming returns every report that names people in a table.
func naming(s scoring.State) map[string]report.Doc {
	r := s.Result()
	marks := color.Marks(r.Rows, nil)
	list := &report.Grid{Columns: []report.Column{{Kind: report.People, Head: report.Player}, {Head: report.Points, Spare: 1}}}
	people := &report.Grid{Columns: []report.Column{{Kind: report.Ranks}, {Kind: report.People}, {Kind: report.Parts}}}
	for i, name := range r.Rows {
		who := report.Name{Name: name, Mark: &marks[i]}
		list.Rows = append(list.Rows, report.Row{Cells: []report.Cell{who, name}})
		people.Rows = append(people.Rows, report.Row{Cells: []report.Cell{1, who, 12}})
	}
	return map[string]report.Doc{
		"result": Result(s, nil), "standings": standings(r), "track": Track(r, nil), "chart": Course(s, nil), "list": {Grid: list}, "people": {Grid: people},
	}
}

// painted returns a report in a window that has colors.
func painted(t *testing.T, width int, d report.Doc, f report.Format) string {
	t.Helper()
	p := printer("en", width)
	p.Ink = color.Painted
	return printedBy(t, p, d, f)
}

// Painted letters change nothing but the paint: every letter that stands for a person has its color, and no line is wider
// than the window.
func TestPaintedLetters(t *testing.T) {
	for _, names := range [][]string{{"Ana", "Bernardo de Alcântara", "日本 太郎"}, twelve} {
		c := counted{names: names, paid: [][]int{make([]int, len(names)), make([]int, len(names)), make([]int, len(names))}, over: true}
		for part := range c.paid {
			for i := range names {
				c.paid[part][i] = (i*7+part*5)%9 - 1
			}
		}
		for what, d := range naming(c) {
			for _, width := range []int{40, 80} {
				out := painted(t, width, d, report.Table)
				if none := printed(t, "en", width, d, report.Table); strings.Contains(none, "\x1b") {
					t.Fatalf("%s at %d:\n%s", what, width, none)
				}
				fits(t, out, width)
				for _, m := range color.Marks(names, nil) {
					if !strings.Contains(out, m.Draw(color.Painted)) {
						t.Errorf("%s at %d: nobody has the color of %s in\n%s", what, width, m.Letter, ansi.Strip(out))
					}
				}
			}
		}
	}
}

// In color a chart names nobody: the table that follows has the letters.
func TestPaintedCourse(t *testing.T) {
	out, plain := painted(t, 80, Course(evening(), nil), report.Table), printed(t, "en", 80, Course(evening(), nil), report.Table)
	if strings.Contains(out, "Zoé") || !strings.Contains(plain, "Zoé") {
		t.Errorf("%s\n%s", out, plain)
	}
}

// Letters stand before the names only where no part has to be cut for them.
func TestLettersMakeRoom(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"Ana", "Bia", "Caio"}, "│         │ A Ana │ B Bia │ C Caio │"},
		{[]string{"Ana", "Bia", "Caio", "Davi", "Eva"}, "│       │A Ana│B Bia│C Caio│D Davi│E Eva│"},
		{[]string{"Ana", "Bia", "Caio", "Davi", "Eva", "Gil"}, "│       │Ana│Bia│Caio│Davi│Eva│Gil│"},
	} {
		s := counted{names: c.names, paid: [][]int{make([]int, len(c.names))}}
		if out := painted(t, 41, Result(s, nil), report.Table); !strings.Contains(ansi.Strip(out), "\n"+c.want+"\n") {
			t.Errorf("no %s in\n%s", c.want, out)
		}
	}
}

// A kept color goes with its person, and formats for programs have no letters.
func TestKeptColors(t *testing.T) {
	c := counted{names: []string{"Ana", "Bia"}, paid: [][]int{{1, 2}, {2, 1}}}
	kept := color.Kept{"Bia": "red"}
	if out := painted(t, 80, Track(c.Result(), kept), report.Table); !strings.Contains(out, (color.Mark{Letter: "B", Color: 0}).Before(color.Painted)+"Bia") {
		t.Error(out)
	}
	for _, f := range []report.Format{report.Markdown, report.CSV, report.JSON} {
		if with := painted(t, 80, Result(c, kept), f); with != printed(t, "en", 80, Result(c, nil), f) {
			t.Error(f, with)
		}
	}
}
