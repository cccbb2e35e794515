// Package spyfall is Spyfall, by the Brazilian edition's rulebook, and by the English one for tables that choose its closing
// accusations. It learns who the spy was, and where everybody was, when a round is over, unless it dealt the round itself;
// nothing that it asks or shows before gives them away.
package spyfall

import (
	"embed"
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// Game is Spyfall. Its numbers of people are a house reading: the rulebook names none, and a bag has eight cards.
var Game = scoring.Define[State](scoring.Game{
	ID: "spyfall", Name: lang.T("Spyfall"), Min: 3, Max: 8,
	Options: []setup.Option{rounds, length, ending, roles}, Phones: []setup.Option{Cards},
	First: &setup.Opening{Ask: lang.T("Who looks most suspicious, and begins?"), Line: lang.T("{name} begins"),
		Key: "d"},
	Latest: lang.T("This round"),
	Kinds:  []scoring.Kind{{Event: Deal{}}, {Event: Accusation{}}, {Event: End{}}},
	Layout: layout, Opens: true,
	Handbook: handbook, Paper: &paper{}, Events: read,
})

//go:embed handbook/*.md
var handbook embed.FS

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)

// A paper is the game's own part of a score sheet.
type paper struct {
	Rounds []Round `json:"rounds"`
}

// read returns each round's deal, failed accusations, and end.
func read(own any, _ setup.Table, _ *bool) (events []scoring.Placed, _ error) {
	for i, r := range own.(*paper).Rounds {
		at := []string{"rounds", fault.Index(i)}
		events = append(events, scoring.Placed{Event: Deal{Dealer: r.Dealer, Absent: r.Absent}, At: at})
		for k, a := range r.Failed {
			events = append(events, scoring.Placed{Event: a, At: append(slices.Clone(at), "failed_accusations", fault.Index(k))})
		}
		events = append(events, scoring.Placed{Event: End{r.Spy, r.Location, r.Ending}, At: at})
	}
	return events, nil
}

// Paper returns the rounds that are over.
func (s State) Paper() scoring.Paper { return paper{slices.Concat([]Round{}, s.Rounds)} }
