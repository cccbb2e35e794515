package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// The lines and their names stay inside the chart, whatever the totals and however many people play.
func TestChartHasRoomForAll(t *testing.T) {
	for _, paid := range [][][]int{{{-3, 5}, {-6, 20}}, {{-3, -5}, {-6, -2}}, {{0, 0}, {0, 0}}, {make([]int, 40), make([]int, 40)}} {
		d := document{Doc: Doc{Course: &Course{Parts: make([]lang.Text, len(paid))}}, voice: lang.NewLocalizer("en", Texts)}
		for row := range paid[0] {
			sums := []int{0}
			for _, part := range paid {
				sums = append(sums, sums[len(sums)-1]+part[row])
			}
			d.Course.Totals = append(d.Course.Totals, sums)
			d.Seats = append(d.Seats, Standing{Mark: color.Mark{Color: row % len(color.All)}})
		}
		c := d.chart(room{W: 400, H: 200, Size: 12, labels: 100})
		within := func(what string, y float64) {
			if y < c.Top || y > c.Bottom || c.Bottom > c.H {
				t.Errorf("%v: %s at %v, from %v to %v of %v", paid, what, y, c.Top, c.Bottom, c.H)
			}
		}
		for _, m := range c.Levels {
			within("a level", m.At)
		}
		for row, l := range c.Lines {
			within("a label", l.LabelY)
			for _, point := range strings.Fields(l.Points) {
				var x, y float64
				if _, err := fmt.Sscanf(point, "%f,%f", &x, &y); err != nil || x < c.Left || x > c.Right {
					t.Error(point, err)
				}
				within("a line", y)
			}
			if k := row % len(color.All); l.Kind != k || l.Color != color.All[k].Day || l.Dash != color.All[k].Dash || l.Width < 1.5 {
				t.Errorf("line %d: %+v", row, l)
			}
		}
	}
}

// Labels of lines that end together stay apart, in order, and inside the chart.
func TestSpread(t *testing.T) {
	for _, at := range [][]float64{{50, 50, 50}, {0, 1, 100}, {100, 99, 98, 97}, {10, 50, 90}, {0, 0, 100, 100, 50}} {
		lines := make([]line, len(at))
		for i, y := range at {
			lines[i].LabelY = y
		}
		spread(lines, 20, 0, 100)
		got := make([]float64, len(at))
		for i, l := range lines {
			got[i] = l.LabelY
			if l.LabelY < 0 || l.LabelY > 100 {
				t.Errorf("%v: %v", at, l.LabelY)
			}
			for k := range i {
				if at[k] < at[i] && lines[k].LabelY >= l.LabelY {
					t.Errorf("%v: out of order", at)
				}
			}
		}
		slices.Sort(got)
		for i := 1; i < len(got); i++ {
			if got[i]-got[i-1] < 20 {
				t.Errorf("%v: %v", at, got)
			}
		}
	}
	alone := []line{{LabelY: 10}, {LabelY: 50}}
	if spread(alone, 20, 0, 100); alone[0].LabelY != 10 || alone[1].LabelY != 50 {
		t.Error("labels that have room were moved")
	}
}

func TestLevels(t *testing.T) {
	for _, c := range []struct {
		lo, hi int
		want   []int
	}{{0, 0, []int{0}}, {0, 5, []int{0, 1, 2, 3, 4, 5}}, {0, 33, []int{0, 10, 20, 30}}, {-12, 40, []int{-10, 0, 10, 20, 30, 40}}, {0, 70_000, []int{0, 20_000, 40_000, 60_000}}} {
		if got := levels(c.lo, c.hi); !slices.Equal(got, c.want) {
			t.Errorf("%d to %d: %v", c.lo, c.hi, got)
		}
	}
}

func TestMeasure(t *testing.T) {
	if s := cut("Bernardo de Alcântara", 60, 12); !strings.HasSuffix(s, "…") || wide(s, 12) > 60 || len(s) < 8 {
		t.Error(s)
	}
	if s := cut("Ana", 60, 12); s != "Ana" {
		t.Error(s)
	}
	if wide("日本", 10) <= wide("ab", 10) || wide("WW", 10) <= wide("nn", 10) || wide("ii", 10) >= wide("nn", 10) {
		t.Error("wide letters are not wide")
	}
	lines := wrap("Tied on everything: Ana and Bernardo", 100, 12)
	if strings.Join(lines, " ") != "Tied on everything: Ana and Bernardo" || len(lines) < 3 {
		t.Error(lines)
	}
	for _, l := range lines {
		if wide(l, 12) > 100 {
			t.Errorf("%q is too wide", l)
		}
	}
}

// The top line of the chart in letters has a letter in it.
func TestNoLineIsEmptyAtTheTop(t *testing.T) {
	for _, most := range []int{74, 80} {
		lines := chartOf(Course{Totals: [][]int{{0, most}, {0, 50}}, Since: []int{0, 0}}).draw(40, 1, []string{"A", "B"})
		if strings.HasSuffix(lines[0], "┤") {
			t.Errorf("%d:\n%s", most, strings.Join(lines, "\n"))
		}
	}
}
