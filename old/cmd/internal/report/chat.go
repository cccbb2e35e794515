package report

import (
	"fmt"
	"slices"
	"strings"
)

// medals mark the first three ranks of a decided game.
var medals = []string{"🥇", "🥈", "🥉"}

// chat returns lines to paste into a chat: the game, the ranking, how it was decided, and remarks. It wraps none of them,
// since chat windows differ in width.
func (d document) chat() string {
	decided := slices.ContainsFunc(d.Ranking, func(s Standing) bool { return s.Winner })
	lines := []string{d.Name() + " · " + d.Date()}
	for _, s := range d.Ranking {
		sign := fmt.Sprintf("%d.", s.Rank)
		if decided && s.Rank <= len(medals) {
			sign = medals[s.Rank-1]
		}
		lines = append(lines, sign+" "+d.XML(s.Name)+s.sum())
	}
	lines = append(lines, d.Say(d.Outcome))
	for i, step := range d.Tie.Lines {
		lines = append(lines, fmt.Sprintf("%d) %s", i+1, d.Say(step.Say)))
	}
	for _, a := range d.After {
		lines = append(lines, d.Say(a.Say))
	}
	return strings.Join(lines, "\n") + "\n"
}
