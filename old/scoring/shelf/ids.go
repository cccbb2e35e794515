package shelf

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/tablemate/tablemate/old/scoring"
)

const mostID = 40 // characters in an ID

// idOf returns an ID for a game with a name, without characters that IDs may not have. Neither a taken nor a shipped game has it.
func idOf(name string, taken []scoring.Game) string {
	words := strings.FieldsFunc(norm.NFD.String(strings.ToLower(name)), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && !unicode.Is(unicode.Mn, r)
	})
	id := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, strings.Join(words, "-"))
	if len(id) < 2 || id[0] < 'a' {
		id = strings.Trim("game-"+id, "-")
	}
	id = strings.TrimRight(id[:min(len(id), mostID-len("-ours"))], "-")
	if slices.ContainsFunc(slices.Concat(taken, Shipped), func(g scoring.Game) bool { return g.ID == id }) {
		id += "-ours"
	}
	return id
}
