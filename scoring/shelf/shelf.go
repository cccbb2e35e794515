// Package shelf is every game by name.
package shelf

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/dixit"
	"github.com/tablemate/tablemate/scoring/pictureperfect"
	"github.com/tablemate/tablemate/scoring/spyfall"
	"github.com/tablemate/tablemate/scoring/versus"
)

// Games are the games in Go, in the order of menus.
var Games = []scoring.Game{dixit.Game, versus.Game, pictureperfect.Game, spyfall.Game}

// Find returns a game by its ID. It is a scoring.Find.
func Find(id string, _ *sheet.Value) (scoring.Game, error) {
	i := slices.IndexFunc(Games, func(g scoring.Game) bool { return g.ID == id })
	if i < 0 {
		return scoring.Game{}, fault.New(lang.T("“{it}” is not a game here: {games}").With("it", id, "games", ids()))
	}
	return Games[i], nil
}

func ids() (all lang.List) {
	for _, g := range Games {
		all = append(all, g.ID)
	}
	return all
}

// Named returns the game whose ID or name a word is or begins, in a language; false if none fits, or several do and none
// is called exactly so.
func Named(l lang.Lang, word string) (scoring.Game, bool) {
	plain := func(s string) string { return lang.Plain(strings.ReplaceAll(strings.TrimSpace(s), "-", " ")) }
	var begun []scoring.Game
	for _, g := range Games {
		id, name, w := plain(g.ID), plain(l.Say(g.Name)), plain(word)
		switch {
		case id == w || name == w:
			return g, true
		case w != "" && (strings.HasPrefix(id, w) || strings.HasPrefix(name, w)):
			begun = append(begun, g)
		}
	}
	if len(begun) != 1 {
		return scoring.Game{}, false
	}
	return begun[0], true
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
