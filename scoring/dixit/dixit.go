// Package dixit is Dixit Odyssey: the base game, the rules for seven and more, Dixit Party and Team Dixit. It judges no
// clue, and knows a card by its number on the track.
package dixit

import (
	"embed"
	"slices"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// Game is Dixit Odyssey.
var Game = scoring.Define[State](scoring.Game{
	ID: "dixit", Name: lang.T("Dixit Odyssey"), Min: minPeople, Max: maxPeople,
	Options: []setup.Option{mode, target, laps, lone, secret}, Stays: func(t setup.Table) bool { return modeOf(t) != Base },
	Kinds: []scoring.Kind{{Event: Turn{}}},
	Teams: func(t setup.Table) bool { return modeOf(t) == Team },
	New:   begin, Layout: layout,
	Handbook: handbook,
	Paper:    &paper{},
	Events: func(p any, _ setup.Table, _ *bool) ([]scoring.Placed, error) {
		return scoring.Listed("rounds", p.(*paper).Rounds), nil
	},
})

//go:embed handbook
var handbook embed.FS

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)

// A paper is the game's own part of a score sheet.
type paper struct {
	Rounds []Turn `json:"rounds"`
}

// Paper returns the turns.
func (s State) Paper() scoring.Paper { return paper{slices.Concat([]Turn{}, s.Turns)} }
