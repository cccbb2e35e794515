package shelf

import (
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/pad"
	"github.com/tablemate/tablemate/setup"
)

// agreed returns the file of what a table of the pad agreed on, under a name; its id is none of those taken, nor of a shipped game.
func agreed(t setup.Table, taken []scoring.Game) string {
	f, wrong := pad.File(t)
	if wrong != nil {
		return ""
	}
	for i := range f.EachRound { // of a pad, in the program's own words
		f.EachRound[i].Name = lang.Of(map[string]string{"en": "points", "pt-BR": "pontos"})
	}
	f.ID = idOf(f.Name.String(), taken)
	if f.Name.Empty() {
		f.ID, f.Name = idOf("our game", taken), lang.Of(map[string]string{"en": "Our game", "pt-BR": "Nosso jogo"})
	}
	return string(f.Text())
}
