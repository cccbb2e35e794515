// Package versus is Versus, the slap game for gems: slaps, gifts of the second gem, people who are out. It counts gems and
// people, not cards, so the table names everybody who has played their last card. The title on the scanned rulebook cannot
// be read, so the game is called after its Versus cards.
package versus

import (
	"embed"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// Game is Versus. Its numbers of people are a house reading: with two the game would be over at once, and eight still get
// six cards each.
var Game = scoring.Define[State](scoring.Game{
	ID: "versus", Name: lang.T("Versus"), Min: 3, Max: 8,
	First: &setup.Opening{Ask: lang.T("Who deals?"), Line: lang.T("{name} deals"), Key: "d", Deals: true},
	Kinds: []scoring.Kind{
		{Event: Slap{}}, {Event: WrongSlap{}}, {Event: Amulet{}, Late: true},
	},
	Layout: layout,
	Show:   func(s scoring.State) []lang.Text { return s.(State).show() },
	Paper:  &paper{}, Events: read, Handbook: handbook,
})

//go:embed handbook/*.md
var handbook embed.FS

// The game's own part of a score sheet.
type (
	paper struct {
		Events []line `json:"events"`
	}
	line struct {
		Type    string         `json:"type" sheet:"slap|wrong_slap|amulet"`
		By      scoring.Name   `json:"by" when:"slap|wrong_slap"`
		Gives   scoring.Name   `json:"gives" when:"slap"`
		Out     []scoring.Name `json:"out,omitempty" may:"slap"`
		Penalty string         `json:"penalty" when:"wrong_slap" sheet:"hand-behind-back|eye-closed|cards-for-everyone|two-in-a-row"`
	}
)

// read returns the events of a sheet.
func read(own any, _ setup.Table, _ *bool) ([]scoring.Placed, error) {
	var events []scoring.Event
	for _, l := range own.(*paper).Events {
		switch l.Type {
		case Slap{}.Kind():
			events = append(events, Slap{l.By, l.Gives, l.Out})
		case WrongSlap{}.Kind():
			events = append(events, WrongSlap{l.By, l.Penalty})
		default:
			events = append(events, Amulet{})
		}
	}
	return scoring.Listed("events", events), nil
}

// Paper returns the game's own part of a sheet.
func (s State) Paper() scoring.Paper {
	p := paper{Events: []line{}}
	for _, e := range s.Past {
		l := line{Type: e.Kind()}
		switch e := e.(type) {
		case Slap:
			l.By, l.Gives, l.Out = e.By, e.Gives, e.Out
		case WrongSlap:
			l.By, l.Penalty = e.By, e.Penalty
		}
		p.Events = append(p.Events, l)
	}
	return p
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
