package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/olekukonko/tablewriter/tw"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// How a game goes: everybody on the score track, and the running totals as lines.
// Whoever is meant by a letter is said in words; nothing is told by color alone.

var (
	course   = lang.Msg("table.course", "How the game went")
	goalSign = lang.Msg("table.goal", "goal {n}")
)

// Track is the standings as a table with the score track in it, leaders first: from 0 to
// the goal, or to the highest score above it. Where points end nothing the track has no
// end either: a mark a point, or for so many points as the window wants.
func (p Printer) Track(r scoring.Result) error {
	if p.Voice.Aloud {
		return p.spokenStandings(r)
	}
	names, numbers := layout.Width(p.Voice.Say(player)), layout.Width(p.Voice.Say(points))
	for i, name := range r.Rows {
		names = max(names, layout.Width(p.name(name)))
		numbers = max(numbers, len(strconv.Itoa(r.Points[i])))
	}
	names = min(names, p.Width/3)
	marks := p.marks(r)
	ranks := len(strconv.Itoa(slices.Max(r.Ranks)))
	room := max(min(p.Width-p.lead()-names-numbers-ranks-5, 60), 5)
	sign, lane := p.lanes(r, room)
	if layout.Width(sign) > room {
		fmt.Fprintln(p.Out, layout.Wrap(strings.TrimSpace(sign), p.Width))
		sign = ""
	}
	var lines [][]string
	for _, s := range r.Standings() {
		m := marks[s.Row]
		name := m.Before(p.Ink) + layout.Cut(p.name(s.Name), names)
		lines = append(lines, []string{strconv.Itoa(s.Rank), name, lane(m.Draw(p.Ink), max(s.Points, 0)), strconv.Itoa(s.Points)})
	}
	head := []string{p.Voice.Say(number), p.Voice.Say(player), sign, p.Voice.Say(points)}
	return p.render(head, lines, nil, []tw.Align{tw.AlignRight, tw.AlignLeft, tw.AlignLeft, tw.AlignRight}, p.style(0)...)
}

// lanes are what stands over the track, and how somebody with so many points stands on it, as a letter.
func (p Printer) lanes(r scoring.Result, room int) (sign string, lane func(letter string, points int) string) {
	most := max(0, slices.Max(r.Points))
	if r.Goal == 0 {
		each := max(1, (most+room-2)/(room-1)) // points a mark
		return p.Voice.Say(r.Left), func(letter string, points int) string { return strings.Repeat("─", points/each) + letter }
	}
	end := max(r.Goal, most)
	at := func(points int) int { return points * (room - 1) / end }
	sign = p.Voice.Say(goalSign.With("n", r.Goal))
	sign = strings.Repeat(" ", max(0, at(r.Goal)+1-layout.Width(sign))) + sign
	return sign, func(letter string, points int) string {
		return strings.Repeat("─", at(points)) + letter + strings.Repeat("·", room-1-at(points))
	}
}
