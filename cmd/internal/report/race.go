package report

import (
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/internal/lang"
)

type (
	// Race is how people stand, a bar each. A window shows a row a person; sentences and other formats have Said.
	Race struct {
		Rows []Runner
		Goal int // points that fill a bar; 0: the most that anybody has
		Said []Block
	}
	// A Runner is somebody in a race.
	Runner struct {
		Name, Head string // the head has the place, too: “1. Ana”
		Gain       string // of the last turn, “+3”
		Steps      []int  // points, turn by turn; their sum is the length of the bar
		Why        string // for the gain, in short
	}
	// Winner is the sentence that names the winners. A window has a box around it.
	Winner string
)

func (Race) block()   {}
func (Winner) block() {}

// The widest that a bar gets: beside reasons, and alone.
const (
	barBeside = 20
	barAlone  = 60
)

// wideEnough is how many columns a window needs for reasons beside the bars.
const wideEnough = 60

func (r Runner) points() (sum int) {
	for _, n := range r.Steps {
		sum += n
	}
	return sum
}

// race draws a row a person: place and name, gain, points, a bar, and the reason, which a narrow window has below. A bar without reasons has a shade a turn.
func (p Printer) race(r Race) string {
	goal, gains, totals, reasons := r.Goal, 0, 0, false
	for _, one := range r.Rows {
		goal, gains, totals = max(goal, one.points()), max(gains, len(one.Gain)), max(totals, len(strconv.Itoa(one.points())))
		reasons = reasons || one.Why != ""
	}
	rows := make([][]string, len(r.Rows))
	for i, one := range r.Rows {
		rows[i] = []string{oneLine(one.Head)}
	}
	heads, beside := widest(rows, 0), reasons && (p.Width == 0 || p.Width >= wideEnough)
	wide := barAlone
	if reasons {
		wide = barBeside
	}
	if p.Width > 0 {
		heads = min(heads, max(p.Width/3, least))
		wide = max(min(wide, p.Width-heads-gains-totals-4), 4)
	}
	var out []string
	for _, one := range r.Rows {
		head := ansi.Truncate(oneLine(one.Head), heads, "…")
		line := " " + head + strings.Repeat(" ", heads-ansi.StringWidth(head)+1)
		if gains > 0 {
			line += right(one.Gain, gains) + " "
		}
		line += right(strconv.Itoa(one.points()), totals) + " "
		indent := ansi.StringWidth(line) + wide + 2
		line += p.bar(one, goal, wide, reasons)
		why := lang.Sanitize(one.Why)
		switch {
		case why == "":
		case beside:
			line += "  " + p.wrap(why, strings.Repeat(" ", indent))
		default:
			line += "\n    " + p.wrap(why, "    ")
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

func right(s string, width int) string {
	return strings.Repeat(" ", max(0, width-ansi.StringWidth(s))) + s
}

// eighths are cells that are filled by 1 to 7 eighths.
var eighths = []rune("▏▎▍▌▋▊▉")

// bar draws the bar of somebody in so many cells, in their color: whole, down to an eighth of a cell, or with a shade a turn.
func (p Printer) bar(one Runner, goal, wide int, whole bool) string {
	filled := 0
	if goal > 0 {
		filled = min(max(one.points(), 0)*wide*8/goal, wide*8)
	}
	var cells []rune
	for c := range filled / 8 {
		cells = append(cells, shade(one.Steps, (float64(c)+.5)*float64(goal)/float64(wide), whole))
	}
	if rest := filled % 8; rest > 0 && whole {
		cells = append(cells, eighths[rest-1])
	} else if rest >= 4 {
		cells = append(cells, shade(one.Steps, float64(one.points())-.01, false))
	}
	empty := strings.Repeat("·", wide-len(cells))
	if !p.Color {
		return string(cells) + empty
	}
	m, _ := p.marks.Of(one.Name)
	if empty != "" {
		empty = "\x1b[2m" + empty + "\x1b[22m"
	}
	return m.paint(string(cells), p.Few) + empty
}

// shade returns the cell for so many points: turns that paid alternate.
func shade(steps []int, points float64, whole bool) rune {
	sum, paid := 0, 0
	for _, n := range steps {
		if n != 0 {
			paid++
		}
		if sum += n; float64(sum) > points {
			break
		}
	}
	if whole || paid%2 == 1 {
		return '█'
	}
	return '▒'
}

// winner returns the sentence in a box.
func (p Printer) winner(w Winner) string {
	s := lang.Sanitize(string(w))
	if p.Width > 0 {
		s = Wrap(s, max(p.Width-4, 8))
	}
	if p.Plain {
		return p.head(string(w))
	}
	lines := strings.Split(s, "\n")
	wide := 0
	for _, l := range lines {
		wide = max(wide, ansi.StringWidth(l))
	}
	out := []string{"╭" + strings.Repeat("─", wide+2) + "╮"}
	for _, l := range lines {
		out = append(out, "│ "+p.strong(l)+strings.Repeat(" ", wide-ansi.StringWidth(l))+" │")
	}
	return strings.Join(append(out, "╰"+strings.Repeat("─", wide+2)+"╯"), "\n")
}

// spoken returns blocks in which words take the place of pictures that only a window or a page can draw.
func spoken(blocks []Block, page bool) (out []Block) {
	for _, b := range blocks {
		switch b := b.(type) {
		case Race:
			out = append(out, b.Said...)
		case Podium:
			if page {
				out = append(out, b)
			} else {
				out = append(out, b.List)
			}
		case Chart:
			if page {
				out = append(out, b)
			}
		default:
			out = append(out, b)
		}
	}
	return out
}
