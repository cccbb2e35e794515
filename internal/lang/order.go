package lang

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Order returns where texts stand in a list in the order of the alphabet, as the voice says them:
// the index of what comes first, then of the next one. Accents and capitals are no matter.
func (v *Localizer) Order(texts []Text) []int {
	keys, order := make([]string, len(texts)), make([]int, len(texts))
	for i, t := range texts {
		keys[i], order[i] = Plain(v.Say(t)), i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(keys[a], keys[b]) })
	return order
}

// Plain returns a text in small letters without accents.
func Plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(s))
}
