package play

import (
	"github.com/tablemate/tablemate/cmd/internal/handbook"
	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/scoring"
)

// Rules returns the reference of one of some games in one language, as phones show it.
func Rules(games []scoring.Game, id, tag string) []phones.Section {
	g, known := scoring.GameOf(games, id)
	if !known {
		return nil
	}
	b, err := handbook.Of(g, tag)
	if err != nil {
		return nil // a test reads them all
	}
	var out []phones.Section
	for _, e := range b.Entries {
		out = append(out, phones.Section{Title: e.Title, Body: handbook.Plain(e.Body)})
	}
	return out
}
