package lang

import (
	_ "embed"
	"strings"
	"time"
)

// Match picks a language from the wishes of a person or a machine (“pt_BR.UTF-8”, “pt-BR”, “en”), the strongest first.
// The first wish that is not empty decides; C, POSIX and unknown languages mean English.
func Match(wishes ...string) Lang {
	for _, w := range wishes {
		if w = strings.TrimSpace(w); w != "" {
			l, _ := Known(w)
			return l
		}
	}
	return English
}

// Known returns the language that a wish means, and whether the program speaks it; English if it does not.
func Known(wish string) (Lang, bool) {
	wish, _, _ = strings.Cut(wish, ".")
	wish, _, _ = strings.Cut(wish, "@")
	base, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(wish, "_", "-")), "-")
	switch base {
	case "en":
		return English, true
	case "pt":
		return Portuguese, true
	}
	return English, false
}

// Day returns a date as the language writes it: 2026-11-22, 22/11/2026.
func (l Lang) Day(t time.Time) string {
	if l == Portuguese {
		return t.Format("02/01/2006")
	}
	return t.Format(time.DateOnly)
}

//go:embed pt.json
var pt []byte

var _ = Catalog(pt)
