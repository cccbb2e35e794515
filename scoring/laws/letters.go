package laws

import (
	"fmt"
	"slices"
	"unicode"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// Letters returns an error if two letters of a question are the same in a language, or one of them means something else
// everywhere.
func Letters(q ask.Question) error {
	options := slices.Clone(q.Keys)
	switch s := q.Shape.(type) {
	case ask.Pick:
		options = append(options, s.Options...)
	case ask.Many:
		options = append(options, s.Options...)
	case ask.Watch:
		options = append(options, s.Options...)
	}
	for _, l := range []lang.Lang{lang.English, lang.Portuguese} {
		taken := map[string]bool{}
		for _, o := range options {
			key := []rune(lang.Plain(l.Say(o.Key)))
			switch {
			case len(key) == 0:
			case len(key) > 1 || !unicode.IsLetter(key[0]):
				return fmt.Errorf("%s, %s: %q is no letter", q.ID, l, string(key))
			case taken[string(key)]:
				return fmt.Errorf("%s, %s: %q is taken twice", q.ID, l, string(key))
			}
			taken[string(key)] = len(key) > 0
		}
	}
	return nil
}
