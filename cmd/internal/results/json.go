package results

import (
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// The result of the score sheet's contract, keys in its order.
type written struct {
	Game      string             `json:"game"`
	Over      bool               `json:"over"`
	DecidedBy scoring.Decision   `json:"decided_by"`
	Needs     scoring.Decision   `json:"needs"`
	Tied      []string           `json:"tied"`
	Standings []scoring.Standing `json:"standings"`
	Rounds    []round            `json:"rounds"`
	Ledger    []ledgerLine       `json:"ledger,omitempty"` // only where every point is asked for
}

type ledgerLine struct {
	Round  int    `json:"round"` // index into rounds
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
	for _, paid := range scoring.Paid(ledger, len(r.Parts), len(r.Rows)) {
		points := scoring.Ordered{}
		for row, n := range paid {
			points = append(points, scoring.Pair{Key: r.Rows[row], Value: n})
		}
		w.Rounds = append(w.Rounds, round{points})
	}
	return w
}

func sheetExplained(r scoring.Result, ledger []scoring.Line, say func(lang.Text) string) written {
	w := sheetResult(r, ledger)
	for _, l := range ledger {
		w.Ledger = append(w.Ledger, ledgerLine{l.Part, r.Rows[l.Row], l.Points, say(l.Why), say(l.Where)})
	}
	return w
}
