package report

import (
	"fmt"
	"slices"
	"strings"
)

// medals are the signs of the first ranks, once a game is decided.
var medals = []string{"🥇", "🥈", "🥉"}

// chat returns the lines that are pasted into a chat: the game, the ranking, what decided it, and what was
// remarkable. None is broken, because every window of a chat has another width.
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
