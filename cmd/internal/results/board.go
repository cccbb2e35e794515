package results

import (
	"fmt"
	"slices"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// A Standing is a row of a board.
type Standing struct {
	Row    scoring.Row
	Rank   int // 0 as long as nothing was paid
	Points int
	Gain   string // by the last turn, "+3"; "" if it was in none, or only a note
	Why    string // for that, in short
	Won    bool
	Total  []string // every part that paid it anything
	Best   string   // the part that paid it most; "" if none paid
	Often  string   // the people from whom it had points of a kind most often; "" if that is nobody twice
}

// A holder is a game in which people hold something before anybody has points.
type holder interface{ Holds(scoring.Row) lang.Text }

// Board returns a game as a board shows it, leaders first: gains since before, which may be nil.
func Board(l lang.Lang, g scoring.Game, before, now scoring.State) (rows []Standing) {
	s := resultOf(l, g, now)
	var fresh []scoring.Part
	if before != nil {
		fresh = s.since(before)
	}
	for _, row := range s.ranked() {
		one := Standing{Row: row, Rank: s.Ranks[row], Points: s.Points[row], Won: slices.Contains(s.Winners, row)}
		if holds, is := now.(holder); !s.begun() {
			one.Rank = 0
			if is {
				one.Why = l.Say(holds.Holds(row))
			}
		}
		if got, any := s.got(row, fresh); any {
			one.Gain, one.Why = got.number(), got.why
		}
		best := 0
		for _, p := range s.Parts {
			n, any := paidBy(p)[row]
			if !any {
				continue
			}
			one.Total = append(one.Total, fmt.Sprintf("%s: %+d", l.Say(p.Title), n))
			if n > best && !s.Fewest {
				best, one.Best = n, l.Say(lang.T("Your best: {part}, {points}").With("part", p.Title, "points", fmt.Sprintf("%+d", n)))
			}
		}
		one.Often = s.often(row)
		rows = append(rows, one)
	}
	return rows
}

// often returns the people from whom a row had points of a kind most often: “Fooled most: Bia, 4 times”.
func (s result) often(row scoring.Row) string {
	times, head, most := map[scoring.Row]int{}, lang.Text{}, 0
	for _, p := range s.Parts {
		for _, line := range p.Lines {
			if line.Row != row {
				continue
			}
			for _, from := range line.From {
				times[from]++
				head, most = line.Head, max(most, times[from])
			}
		}
	}
	var who []scoring.Row
	for _, other := range s.Rows {
		if times[other] == most {
			who = append(who, other)
		}
	}
	if most < 2 || len(who) > 2 {
		return ""
	}
	return s.say(lang.T("{what} most: {names}, {n} times").With("what", head, "names", lang.Names(who), "n", most))
}
