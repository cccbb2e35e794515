// Package pad is a score pad for any game that the program does not know: rounds of points, or
// categories that are counted at the end. It knows no rule but what the table agreed on.
package pad

import (
	"embed"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
	lay "github.com/tablemate/tablemate/setup/pad"
)

const id = "pad"

var (
	name     = lang.Msg("pad.name", "Score pad")
	fixedAll = lang.Msg("pad.fixed", "Categories are counted at the end, once for everybody who began: enter 0 for who has gone. To play with other people, begin another game.")
	oneMore  = lang.Msg("pad.one-more-round", "Play on: one more round")
)

// Game is the pad, whole.
var Game = scoring.Define[State](scoring.Game{
	ID: id, Name: name, MinPlayers: lay.MinPlayers, MaxPlayers: lay.MaxPlayers,
	Texts: Texts, Setup: setup.Laying{Texts: lay.Texts}, Handbook: files, Views: []scoring.View{scoring.Summary, scoring.Chart},
	New:     begin,
	Events:  slices.Concat(scoring.Kinds(Round{}, Category{}, Person{}, Start{}), scoring.Late(Running{})),
	Options: lay.Options, Called: lay.Called, Longer: longer, Fixed: fixed, Reseat: reseat, Read: read,
})

// fixed returns why nobody may come or go: between two rounds anybody may.
func fixed(t setup.Table) lang.Text {
	if t.Choices[lay.Style] == lay.ByCategories {
		return fixedAll
	}
	return lang.Text{}
}

// longer returns one more round, where their number was agreed on.
func longer(t setup.Table) (lang.Text, setup.Table) {
	m, f := lay.Of(t)
	if f != nil || m.Rounds == 0 || m.Rounds == lay.MostRounds {
		return lang.Text{}, t
	}
	return oneMore, t.With(lay.Planned, strconv.Itoa(m.Rounds+1))
}

// reseat returns an event where people sit elsewhere. Who was not there in a round was away in it.
func reseat(e scoring.Event, _, now setup.Table, to []int) scoring.Event {
	w := scoring.Seating{To: to, Seats: len(now.Players)}
	switch e := e.(type) {
	case Round:
		return Round{scoring.BySeat(w, e.Points, 0), w.Away(e.Away)}
	case Category:
		return Category{e.Category, scoring.BySeat(w, e.Points, 0)}
	case Person:
		return Person{w.Seat(e.Seat), append([]int(nil), e.Points...)}
	case Start:
		e.Seat = w.Seat(e.Seat)
		return e
	case Running:
		return e.move(w)
	}
	return e
}

//go:embed pt-BR.json handbook/*.md
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "pad", Files: files}
