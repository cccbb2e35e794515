package lang

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Order returns the indexes of texts in alphabetical order of the voice's language. Accents and case do not count.
func (v *Localizer) Order(texts []Text) []int {
	keys, order := make([]string, len(texts)), make([]int, len(texts))
	for i, t := range texts {
		keys[i], order[i] = Plain(v.Say(t)), i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(keys[a], keys[b]) })
	return order
}

// Plain returns a text in lower case without accents.
func Plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(s))
}
