package shelf

import (
	"encoding/json"

	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/counted"
	"github.com/tablemate/tablemate/setup"
	"github.com/tablemate/tablemate/setup/pad"
)

// fields are keys of a game file, and what stands there.
type fields = map[string]any

// unnamed is a game of which nobody said what it is, and what is written down of one in rounds.
var (
	unnamed = fields{"en": "Our game", "pt-BR": "Nosso jogo"}
	points  = fields{"name": fields{"en": "points", "pt-BR": "pontos"}}
)

// agreed returns the file of what a table of the pad agreed on; its id is none of those taken, nor of a shipped game.
func agreed(t setup.Table, taken []scoring.Game) string {
	m, wrong := pad.Of(t)
	if wrong != nil {
		return ""
	}
	f := fields{"game_file": 1, "id": idOf("our game", taken), "name": unnamed, "players": "1-12"}
	if m.Name != "" {
		f["id"], f["name"] = idOf(m.Name, taken), m.Name
	}
	if m.Low {
		f["wins"] = counted.Fewest
	}
	var counts []any
	for _, it := range m.Categories {
		counts = append(counts, fields{"name": it})
	}
	switch {
	case m.Tie >= 0:
		f["ties"] = []any{fields{"field": m.Categories[m.Tie], "wins": winsTie(m.Low)}}
	case m.Target > 0:
		f["ends"] = fields{"at": m.Target}
	case m.Rounds > 0:
		f["ends"] = fields{"after": m.Rounds}
	}
	if counts != nil {
		f["at_end"] = counts
	} else {
		f["each_round"] = []any{points}
	}
	text, _ := json.Marshal(f) // of texts and numbers, which cannot fail
	file, refused := counted.Read(text)
	if refused != nil {
		return ""
	}
	return string(file.Text())
}

// winsTie says which number settles a tie on a pad: the one that wins there.
func winsTie(low bool) counted.Way {
	if low {
		return counted.Fewest
	}
	return counted.Most
}
