package table

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/guptarohit/asciigraph"
	"github.com/olekukonko/tablewriter/tw"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// How a game goes: everybody on the score track, and the running totals as lines.
// Whoever is meant by a mark is said in words; nothing is told by color.

var (
	course   = lang.Msg("table.course", "How the game went")
	goalSign = lang.Msg("table.goal", "goal {n}")
)

// Reasons prints every point of the last part, with its reason.
func (p Printer) Reasons(s scoring.State) error {
	r := s.Result()
	last := len(r.Parts) - 1
	if last < 0 {
		return nil
	}
	var b strings.Builder
	fmt.Fprintln(&b, p.Voice.Say(r.Parts[last].Name))
	for _, l := range s.Ledger() {
		if l.Part != last {
			continue
		}
		b.WriteString(p.hang(p.reason(r, l)))
	}
	_, err := io.WriteString(p.Out, b.String())
	return err
}

// reason is one line of the ledger: how much, for whom, and why.
func (p Printer) reason(r scoring.Result, l scoring.Line) string {
	return fmt.Sprintf("%+4d  %s: %s", l.Points, p.name(r.Rows[l.Row]), p.Voice.Say(l.Why))
}

// hang wraps a line of the ledger under its own beginning.
func (p Printer) hang(line string) string {
	return layout.Hang(line, p.Width, "      ") + "\n"
}

// Track is the standings as a table with the score track in it, from 0 to the goal or
// the highest score, leaders first.
func (p Printer) Track(r scoring.Result) error {
	names, numbers := layout.Width(p.Voice.Say(player)), layout.Width(p.Voice.Say(points))
	for i, name := range r.Rows {
		names = max(names, layout.Width(p.name(name)))
		numbers = max(numbers, len(strconv.Itoa(r.Points[i])))
	}
	names = min(names, p.Width/3)
	end := max(1, r.Goal, slices.Max(r.Points))
	ranks := len(strconv.Itoa(slices.Max(r.Ranks)))
	room := max(min(p.Width-names-numbers-ranks-5, 60), 5)
	var lines [][]string
	for _, s := range r.Standings() {
		at := max(s.Points, 0) * (room - 1) / end
		lane := strings.Repeat("─", at) + "●" + strings.Repeat("·", room-1-at)
		lines = append(lines, []string{strconv.Itoa(s.Rank), layout.Cut(p.name(s.Name), names), lane, strconv.Itoa(s.Points)})
	}
	sign := ""
	if r.Goal > 0 {
		sign = p.Voice.Say(goalSign.With("n", r.Goal))
		sign = strings.Repeat(" ", max(0, room-layout.Width(sign))) + sign
	}
	head := []string{p.Voice.Say(number), p.Voice.Say(player), sign, p.Voice.Say(points)}
	return p.render(head, lines, nil, []tw.Align{tw.AlignRight, tw.AlignLeft, tw.AlignLeft, tw.AlignRight}, p.style(0)...)
}

// Chart draws the running totals of every row as a line of its own letter; too few
// parts make no line, and nothing is drawn.
func (p Printer) Chart(s scoring.State) error {
	r := s.Result()
	if len(r.Parts) < 2 {
		return nil
	}
	paid := scoring.Paid(s.Ledger(), len(r.Parts), len(r.Rows))
	lines := make([][]float64, len(r.Rows))
	marks := make([]asciigraph.CharSet, len(r.Rows))
	var legend []string
	for i, name := range r.Rows {
		lines[i] = []float64{0}
		sum := 0
		for _, part := range paid {
			sum += part[i]
			lines[i] = append(lines[i], float64(sum))
		}
		letter := string(rune('a' + i))
		marks[i] = asciigraph.CreateCharSet(letter)
		legend = append(legend, letter+" "+p.name(name))
	}
	slices.Reverse(lines) // the first row is drawn last, and so seen where lines meet
	slices.Reverse(marks)
	widest := len(strconv.Itoa(slices.Max(append(slices.Clone(r.Points), -slices.Min(r.Points))))) + 4
	width := min(max(4*len(r.Parts), 24), p.Width-widest-2)
	chart := asciigraph.PlotMany(lines, asciigraph.Height(10), asciigraph.Width(width), asciigraph.Precision(0), asciigraph.SeriesChars(marks...))
	_, err := fmt.Fprintf(p.Out, "\n%s\n%s\n%s\n", p.Voice.Say(course), chart, layout.Flow(strings.Join(legend, layout.Dot), p.Width, "  "))
	return err
}
