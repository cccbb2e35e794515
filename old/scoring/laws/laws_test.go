package laws

import (
	"embed"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/versus"
)

// A game's gaps are reported in sentences; a whole game has none.
func TestMissing(t *testing.T) {
	whole := versus.Game
	whole.First, whole.FirstIs, whole.Onward = lang.Literal("Who begins?"), scoring.OnTheScreen, lang.Literal("{name} begins.")
	for want, spoil := range map[string]func(*scoring.Game){
		"":                             func(*scoring.Game) {},
		"it is for 5 to 4 players":     func(g *scoring.Game) { g.MinPlayers, g.MaxPlayers = 5, 4 },
		"no event of its own":          func(g *scoring.Game) { g.Events = nil },
		"but the game gives no Onward": func(g *scoring.Game) { g.Onward = lang.Text{} },
		"but no First asks who begins": func(g *scoring.Game) { g.First = lang.Text{} },
		"no Onward may promise it":     func(g *scoring.Game) { g.FirstIs = scoring.AskedLater },
		"has no place {name}":          func(g *scoring.Game) { g.Onward = lang.Literal("Another one") },
		"there is no handbook in en: open handbook/en.md":    func(g *scoring.Game) { g.Handbook = embed.FS{} },
		"there is no handbook in pt-BR: open handbook/pt-BR": func(g *scoring.Game) { g.Handbook = embed.FS{} },
	} {
		g := whole
		spoil(&g)
		if got := strings.Join(Missing(g), "\n"); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
