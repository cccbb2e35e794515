package table

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// printers is everything that names people in a table.
func printers(s scoring.State) map[string]func(Printer) error {
	r := s.Result()
	marks := color.Marks(r.Rows, nil)
	lines := make([][]string, len(r.Rows))
	for i, name := range r.Rows {
		lines[i] = []string{"1", name, "12"}
	}
	return map[string]func(Printer) error{
		"result":    func(p Printer) error { return p.Result(s, Table) },
		"standings": func(p Printer) error { return p.Standings(r) },
		"track":     func(p Printer) error { return p.Track(r) },
		"chart":     func(p Printer) error { return p.Chart(s) },
		"list": func(p Printer) error {
			return p.List([]Column{{Head: player, Cells: r.Rows, Marks: marks}, {Head: points, Cells: r.Rows, Spare: 1}}, Table)
		},
		"people": func(p Printer) error { _, err := p.People([]string{"#", "Name", "n"}, lines, marks); return err },
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
					if err := print(Printer{Out: &out, Voice: lang.NewLocalizer("en", Texts), Width: width, Ink: i}); err != nil {
						t.Fatal(err)
					}
					return out.String()
				}
				plain, painted := said(color.Plain), said(color.Painted)
				if ansi.Strip(painted) != plain || strings.Contains(plain, "\x1b") || strings.Contains(said(color.None), "\x1b") {
					t.Fatalf("%s at %d:\n%s\n%s", what, width, plain, painted)
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
		p := Printer{Out: &out, Voice: lang.NewLocalizer("en", Texts), Width: 41, Ink: color.Plain}
		if err := p.Result(s, Table); err != nil || !strings.Contains(out.String(), "\n"+c.want+"\n") {
			t.Errorf("%v: no %s in\n%s", err, c.want, out.String())
		}
	}
}

// Who has which color is what is kept, and other formats have no letters.
func TestKeptColors(t *testing.T) {
	c := counted{names: []string{"Ana", "Bia"}, paid: [][]int{{1, 2}, {2, 1}}}
	var out bytes.Buffer
	p := Printer{Out: &out, Voice: lang.NewLocalizer("en", Texts), Width: 80, Ink: color.Painted, Kept: color.Kept{"Bia": "red"}}
	if err := p.Standings(c.Result()); err != nil || !strings.Contains(out.String(), (color.Mark{Letter: "B", Color: 0}).Before(color.Painted)+"Bia") {
		t.Error(err, out.String())
	}
	for _, f := range []Format{Markdown, CSV, JSON} {
		var with, without bytes.Buffer
		p.Out = &with
		if err := p.Result(c, f); err != nil {
			t.Fatal(err)
		}
		if err := (Printer{Out: &without, Voice: p.Voice, Width: 80}).Result(c, f); err != nil || with.String() != without.String() {
			t.Error(fmt.Sprint(f, err), with.String())
		}
	}
}
