package table

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// The reasons of points: a line a reason where few play, a line a person where many do, and
// people who got the same for the same share theirs.

// fewPeople are so many that a line a reason leaves a part in sight.
const fewPeople = 5

var each = lang.Msg("table.each", "{names} {points} each")

// Reasons prints every point of the last part, with its reason.
func (p Printer) Reasons(s scoring.State) error {
	r := s.Result()
	last := len(r.Parts) - 1
	if last < 0 {
		return nil
	}
	var b strings.Builder
	fmt.Fprintln(&b, layout.Cut(p.Voice.Say(r.Parts[last].Name), p.Width))
	paid := slices.DeleteFunc(s.Ledger(), func(l scoring.Line) bool { return l.Part != last })
	if len(r.Rows) > fewPeople {
		for _, g := range p.gains(r, paid) {
			fmt.Fprintln(&b, p.gained(r, g))
		}
	} else {
		for _, l := range paid {
			b.WriteString(p.hang(p.reason(r, l)))
		}
	}
	_, err := io.WriteString(p.Out, b.String())
	return err
}

// A gain is what one part paid somebody, and why; several rows may have got the same.
type gain struct {
	rows   []int
	points int
	why    []string
}

// gains are what the lines of the last part paid, in their order. Who was there and has no
// line got nothing, and comes last.
func (p Printer) gains(r scoring.Result, paid []scoring.Line) []gain {
	byRow := make([][]scoring.Line, len(r.Rows))
	var order []int
	for _, l := range paid {
		if byRow[l.Row] == nil {
			order = append(order, l.Row)
		}
		byRow[l.Row] = append(byRow[l.Row], l)
	}
	cells := r.Parts[len(r.Parts)-1].Cells
	for row := range r.Rows {
		if byRow[row] == nil && (row >= len(cells) || cells[row] == "") {
			order = append(order, row)
		}
	}
	var out []gain
	for _, row := range order {
		g := p.gain(row, byRow[row])
		same := func(other gain) bool { return other.points == g.points && slices.Equal(other.why, g.why) }
		if i := slices.IndexFunc(out, same); i >= 0 {
			out[i].rows = append(out[i].rows, row)
			continue
		}
		out = append(out, g)
	}
	return out
}

// gain is what some lines paid one row; each reason has its points where there are several.
func (p Printer) gain(row int, lines []scoring.Line) gain {
	g := gain{rows: []int{row}}
	for _, l := range lines {
		say := l.Short
		if say.Empty() {
			say = l.Why
		}
		why := p.Voice.Say(say)
		if len(lines) > 1 {
			why += fmt.Sprint(" ", l.Points)
		}
		g.points, g.why = g.points+l.Points, append(g.why, why)
	}
	return g
}

// gained is a gain in a line: Davi +6: found it 3 · single vote 1 · fooled Bia and Caio 2.
func (p Printer) gained(r scoring.Result, g gain) string {
	names := make([]string, len(g.rows))
	for i, row := range g.rows {
		names[i] = layout.Cut(p.name(r.Rows[row]), p.Width/2)
	}
	who, points := lang.Names(names), fmt.Sprintf("%+d", g.points)
	line := p.Voice.List(who) + " " + points
	if len(who) > 1 {
		line = p.Voice.Say(each.With("names", who, "points", points))
	}
	if len(g.why) == 0 {
		return layout.Join([]string{line}, p.Width, indent)
	}
	return layout.Join(append([]string{line + ": " + g.why[0]}, g.why[1:]...), p.Width, indent)
}

// reason is one line of the ledger: how much, for whom, and why.
func (p Printer) reason(r scoring.Result, l scoring.Line) string {
	return fmt.Sprintf("%+4d  %s: %s", l.Points, p.name(r.Rows[l.Row]), p.Voice.Say(l.Why))
}

// hang wraps a line of the ledger under its own beginning.
func (p Printer) hang(line string) string {
	return layout.Hang(line, p.Width, "      ") + "\n"
}

// Why prints every line of the ledger: how much, for whom, why, and where the
// rulebook says so, part by part, and the steps of a tie.
func (p Printer) Why(s scoring.State) error {
	r := s.Result()
	var b strings.Builder
	part := -1
	for _, l := range s.Ledger() {
		if l.Part != part {
			part = l.Part
			fmt.Fprintf(&b, "\n%s\n", p.Voice.Say(r.Parts[part].Name))
		}
		b.WriteString(p.hang(p.explained(r, l)))
	}
	_, err := io.WriteString(p.Out, b.String())
	return errors.Join(err, p.tie(r))
}

// explained is a line of the ledger with its place in the rulebook.
func (p Printer) explained(r scoring.Result, l scoring.Line) string {
	if l.Where.Empty() {
		return p.reason(r, l)
	}
	return p.reason(r, l) + " — " + p.Voice.Say(l.Where)
}
