// Package pictureperfect is Picture Perfect (Foto Perfeita): the laid table, six exchange cards, the auctions, the photos,
// the guests, and the winner. It scores what the table judged, and never looks into an envelope.
package pictureperfect

import (
	"embed"
	"encoding/json"
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

type (
	name = scoring.Name
	row  = scoring.Row
)

// How many may play; five and six need the expansion.
const (
	minPeople = 2
	maxPeople = 6
)

// Game is Picture Perfect.
var Game = scoring.Define[State](scoring.Game{
	ID: "picture-perfect", Name: lang.T("Picture Perfect"), Min: minPeople, Max: maxPeople,
	Options: []setup.Option{auctions, deck, box, secret, guestNames}, Stays: func(setup.Table) bool { return true },
	First: &setup.Opening{Ask: lang.T("Who took the latest selfie?"), Line: lang.T("{name} is the starting player"), Key: "f", Must: true},
	Kinds: []scoring.Kind{
		{Event: Round{}}, {Event: Offer{}}, {Event: Count{}}, {Event: Photos{}}, {Event: Guest{}}, {Event: Closed{}},
		{Event: Decorations{}, Late: true}, {Event: Envelopes{}, Late: true}, {Event: Votes{}, Late: true}, {Event: Counts{}, Late: true},
	},
	New: begin, Layout: layout, Draw: Draw, Walk: walk,
	Show:     func(s scoring.State) []lang.Text { return s.(State).notes() },
	Handbook: handbook,
	Paper:    &paper{}, Events: read,
})

//go:embed handbook/*.md
var handbook embed.FS

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)

// A paper is the game's own part of a score sheet.
type paper struct {
	Guests      []Guest     `json:"guests"`
	Decorations Decorations `json:"decorations,omitempty" sheet:"0.."`
	Envelopes   Envelopes   `json:"envelopes,omitempty" sheet:"0.."`
	Votes       Votes       `json:"photo_votes,omitempty"`
	Counts      Counts      `json:"photo_counts,omitempty" sheet:"0.."`
}

// read returns the events of a sheet.
func read(own any, t setup.Table, over *bool) (placed []scoring.Placed, _ error) {
	p, going := own.(*paper), over != nil && !*over
	switch {
	case len(p.Guests) > guests:
		return nil, fault.New(lang.T("{n} guests: 0 to {most} are possible").With("n", len(p.Guests), "most", guests), "guests")
	case len(p.Votes) > 0 && len(p.Counts) > 0:
		return nil, fault.New(lang.T("photo_votes is there too: a sheet has one of the two"), "photo_counts")
	}
	for i, g := range p.Guests {
		if err := setup.CheckName(g.Name); err != nil {
			return nil, fault.Under(err, "guests", fault.Index(i), "name")
		}
	}
	add := func(there bool, e scoring.Event, at string) {
		if there {
			placed = append(placed, scoring.Placed{Event: e, At: []string{at}})
		}
	}
	placed = scoring.Listed("guests", p.Guests)
	add(!going && len(p.Guests) < guests, Closed{}, "over")
	add(p.Decorations != nil || t.On(auctions.ID) && !going, p.Decorations, "decorations")
	add(p.Envelopes != nil, p.Envelopes, "envelopes")
	add(len(p.Votes) > 0, p.Votes, "photo_votes")
	add(len(p.Counts) > 0, p.Counts, "photo_counts")
	return placed, nil
}

// Paper returns the game's own part of a sheet. Guests without a name go by their number.
func (s State) Paper() scoring.Paper {
	return paper{Guests: s.Guests.papers(), Decorations: s.Left, Envelopes: s.Held, Votes: s.Votes, Counts: s.Counts}
}

// Recall returns the names of the guests, those of this evening first, for the next game.
func (s State) Recall() map[string]string {
	var all []string
	for _, g := range s.Guests {
		if g.Name != "" {
			all = append(all, g.Name)
		}
	}
	all = append(all, s.Guests.unused(s.Table)...)
	// Names are text, and text can always be written.
	line, _ := json.Marshal(all[:min(len(all), guests)])
	return map[string]string{guestNames.ID: string(line)}
}

// unused returns the names of the last game that no guest has yet.
func (opened guestList) unused(t setup.Table) (left []string) {
	if json.Unmarshal([]byte(t.Choice(guestNames.ID, "[]")), &left) != nil {
		return nil
	}
	return slices.DeleteFunc(left, func(n string) bool { return n == "" || opened.mayName(n) != nil })
}
