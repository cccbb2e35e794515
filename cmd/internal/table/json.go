package table

import (
	"bytes"
	"encoding/json"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// The result of the score sheet's contract, keys in its order.
type written struct {
	Game      string           `json:"game"`
	Over      bool             `json:"over"`
	DecidedBy scoring.Decision `json:"decided_by"`
	Needs     scoring.Decision `json:"needs"`
	Tied      []string         `json:"tied"`
	Standings []standing       `json:"standings"`
	Rounds    []round          `json:"rounds"`
	Ledger    []ledgerLine     `json:"ledger,omitempty"` // only where every point is asked for
}

type ledgerLine struct {
	Round  int    `json:"round"` // index into rounds
	Name   string `json:"name"`
	Points int    `json:"points"`
	Why    string `json:"why"`
	Where  string `json:"where"`
}

type standing struct {
	Rank   int    `json:"rank"`
	Name   string `json:"name"`
	Points int    `json:"points"`
	Winner bool   `json:"winner"`
}

type round struct {
	Points scoring.Ordered `json:"points"`
}

func (p Printer) json(w any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(w); err != nil {
		return err
	}
	_, err := p.Out.Write(lang.SafeJSON(b.Bytes()))
	return err
}

func sheetResult(r scoring.Result, ledger []scoring.Line) written {
	w := written{
		Game: r.Game, Over: r.Over, DecidedBy: r.DecidedBy, Needs: r.Needs,
		Tied: []string{}, Standings: []standing{}, Rounds: []round{},
	}
	for _, row := range r.Tied {
		w.Tied = append(w.Tied, r.Rows[row])
	}
	for _, s := range r.Standings() {
		w.Standings = append(w.Standings, standing{s.Rank, s.Name, s.Points, s.Winner})
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
