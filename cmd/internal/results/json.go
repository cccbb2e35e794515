package results

import (
	"fmt"
	"strings"

	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
)

// A resultJSON is a result as the contract of score sheets has it, keys in its order.
type resultJSON struct {
	Game      string             `json:"game"`
	Over      bool               `json:"over"`
	DecidedBy string             `json:"decided_by"`
	Needs     string             `json:"needs"`
	Tied      []scoring.Row      `json:"tied"`
	Standings []scoring.Standing `json:"standings"`
	Rounds    []round            `json:"rounds"`
	Ledger    []ledgerLine       `json:"ledger,omitempty"` // only with every reason
}

type round struct {
	Points points `json:"points"`
}

type ledgerLine struct {
	Round  int    `json:"round"` // index into rounds
	Name   string `json:"name"`
	Points int    `json:"points"`
	Why    string `json:"why"`
	Where  string `json:"where"`
}

// Points are written in the order of the rows, not of their names.
type points struct {
	rows []scoring.Row
	of   map[scoring.Row]int
}

// MarshalJSON writes an object with a key for each row.
func (p points) MarshalJSON() ([]byte, error) {
	var all []string
	for _, row := range p.rows {
		key, err := sheet.Write(row)
		if err != nil {
			return nil, err
		}
		all = append(all, fmt.Sprintf("%s:%d", key, p.of[row]))
	}
	return []byte("{" + strings.Join(all, ",") + "}"), nil
}

// json returns the result without reasons.
func (s result) json() resultJSON {
	w := resultJSON{
		Game: s.Game.ID, Over: s.Over, DecidedBy: s.DecidedBy, Needs: s.Needs,
		Tied: append([]scoring.Row{}, s.Tied...), Standings: s.Result.Standings(), Rounds: []round{},
	}
	for _, paid := range s.Result.Rounds() {
		w.Rounds = append(w.Rounds, round{points{s.Rows, paid}})
	}
	return w
}

// explained returns the result with every point and its reason.
func (s result) explained() resultJSON {
	w := s.json()
	of := -1
	for _, p := range s.Parts {
		if !p.Joins || of < 0 {
			of++
		}
		for _, l := range p.Lines {
			w.Ledger = append(w.Ledger, ledgerLine{of, string(l.Row), l.Points, s.say(l.Why), s.say(l.Where)})
		}
	}
	return w
}
