package results

import (
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// The result in the score sheet's contract, keys in its order.
type written struct {
	Game      string             `json:"game"`
	Over      bool               `json:"over"`
	DecidedBy scoring.Decision   `json:"decided_by"`
	Needs     scoring.Decision   `json:"needs"`
	Tied      []string           `json:"tied"`
	Standings []scoring.Standing `json:"standings"`
	Rounds    []round            `json:"rounds"`
	Ledger    []ledgerLine       `json:"ledger,omitempty"` // only with every reason
}

type ledgerLine struct {
	Round  int    `json:"round"` // index into rounds, or -1 for what people began with
	Name   string `json:"name"`
	Points int    `json:"points"`
	Why    string `json:"why"`
	Where  string `json:"where"`
}

type round struct {
	Points scoring.Ordered `json:"points"`
}

func sheetResult(r scoring.Result, ledger []scoring.Line) written {
	w := written{
		Game: r.Game, Over: r.Over, DecidedBy: r.DecidedBy, Needs: r.Needs,
		Tied: []string{}, Standings: r.Standings(), Rounds: []round{},
	}
	for _, row := range r.Tied {
		w.Tied = append(w.Tied, r.Rows[row])
	}
	in, rounds := roundsOf(r.Parts)
	var counted []scoring.Line
	for _, l := range ledger {
		l.Part = in[l.Part]
		if l.Part >= 0 {
			counted = append(counted, l)
		}
	}
	for _, paid := range scoring.Paid(counted, rounds, len(r.Rows)) {
		points := scoring.Ordered{}
		for row, n := range paid {
			points = append(points, scoring.Pair{Key: r.Rows[row], Value: n})
		}
		w.Rounds = append(w.Rounds, round{points})
	}
	return w
}

// roundsOf returns the round that each part belongs to, or -1, and the number of rounds.
func roundsOf(parts []scoring.Part) (in []int, rounds int) {
	for _, p := range parts {
		switch {
		case p.Outside:
			in = append(in, -1)
		case p.Goes:
			in = append(in, rounds-1)
		default:
			in = append(in, rounds)
			rounds++
		}
	}
	return in, rounds
}

func sheetExplained(r scoring.Result, ledger []scoring.Line, say func(lang.Text) string) written {
	w := sheetResult(r, ledger)
	in, _ := roundsOf(r.Parts)
	for _, l := range ledger {
		w.Ledger = append(w.Ledger, ledgerLine{in[l.Part], r.Rows[l.Row], l.Points, say(l.Why), say(l.Where)})
	}
	return w
}
