package lang

import (
	"cmp"
	"strings"
)

// Match picks one of Languages from the wishes of a person or a machine ("pt_BR.UTF-8", "pt-BR", "en"), the strongest
// first. The first wish that is not empty decides; C, POSIX and unknown languages mean English.
func Match(wishes ...string) string {
	for _, w := range wishes {
		w = strings.TrimSpace(w)
		if w != "" {
			tag, _ := Known(w)
			return cmp.Or(tag, Languages[0])
		}
	}
	return Languages[0]
}

// Known returns the language that a wish means, and whether the program speaks it.
func Known(wish string) (string, bool) {
	wish, _, _ = strings.Cut(wish, ".")
	wish, _, _ = strings.Cut(wish, "@")
	base, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(wish, "_", "-")), "-")
	for _, l := range Languages {
		if b, _, _ := strings.Cut(l, "-"); b == base {
			return l, true
		}
	}
	return "", false
}
