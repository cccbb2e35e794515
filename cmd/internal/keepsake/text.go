package keepsake

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// The lines that are pasted into a chat: the game, the ranking, what decided it, and what was
// remarkable. None is broken, because every window of a chat has another width.

var (
	heading   = lang.Msg("keepsake.heading", "{game} · {day}")
	mostAtOne = lang.Msg("keepsake.most-at-once", "Most at once: {name}, {points} ({part}).")
	leadMoved = lang.Plural("keepsake.lead-moved", "The lead changed hands {n} time.", "The lead changed hands {n} times.")
)

// medals are the signs of the first ranks, once a game is decided.
var medals = []string{"🥇", "🥈", "🥉"}

// Text writes the lines for a chat. Errors are those of out.
func Text(out io.Writer, g Game, voice *lang.Localizer) error {
	w := newWriter(g, voice)
	lines := []string{w.say(heading.With("game", w.title(), "day", w.voice.Day(w.Day)))}
	for _, s := range w.result.Standings() {
		sign := fmt.Sprintf("%d.", s.Rank)
		if len(w.result.Winners) > 0 && s.Rank <= len(medals) {
			sign = medals[s.Rank-1]
		}
		lines = append(lines, fmt.Sprintf("%s %s %d", sign, w.name(s.Name), s.Points))
	}
	lines = append(lines, w.outcome())
	for i, step := range w.result.Steps {
		lines = append(lines, fmt.Sprintf("%d) %s", i+1, w.say(step.Say)))
	}
	for _, t := range w.remarks() {
		lines = append(lines, w.say(t))
	}
	_, err := io.WriteString(out, strings.Join(lines, "\n")+"\n")
	return err
}

// fewParts are so many that there is nothing to remark yet.
const fewParts = 3

// remarks are what was remarkable, in a game that the most points win.
func (w writer) remarks() []lang.Text {
	r := w.result
	if len(r.Winners) == 0 || len(r.Parts) < fewParts || !mostWin(r) {
		return nil
	}
	var out []lang.Text
	if part, row, once := best(w.paid); once {
		out = append(out, mostAtOne.With("name", r.Rows[row], "points", fmt.Sprintf("%+d", w.paid[part][row]), "part", r.Parts[part].Name))
	}
	if n := changes(w.paid); n > 0 {
		out = append(out, leadMoved.With("n", n))
	}
	return out
}

// mostWin reports whether nobody stands behind somebody with fewer points.
func mostWin(r scoring.Result) bool {
	all := r.Standings()
	return slices.IsSortedFunc(all, func(a, b scoring.Standing) int { return b.Points - a.Points })
}

// best is the most that anybody got in a part; once: nobody got as much at another time.
func best(paid [][]int) (part, row int, once bool) {
	most := 0
	for p, points := range paid {
		for i, n := range points {
			switch {
			case n > most:
				most, part, row, once = n, p, i, true
			case n == most:
				once = false
			}
		}
	}
	return part, row, once
}

// changes is how often somebody else came to lead alone.
func changes(paid [][]int) (n int) {
	leader := -1
	var sums []int
	for _, points := range paid {
		if sums == nil {
			sums = make([]int, len(points))
		}
		for i := range points {
			sums[i] += points[i]
		}
		ahead := scoring.Leaders(scoring.Ranks(sums))
		if len(ahead) != 1 || ahead[0] == leader {
			continue
		}
		if leader >= 0 {
			n++
		}
		leader = ahead[0]
	}
	return n
}
