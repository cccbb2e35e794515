package laws

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/tablemate/tablemate/internal/ask"
)

// Letters returns an error if two letters of a question are the same, or one of its keys is not a single letter.
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
	taken := map[string]bool{}
	for _, o := range options {
		key := []rune(strings.ToLower(o.Key))
		switch {
		case len(key) == 0:
		case len(key) > 1 || !unicode.IsLetter(key[0]):
			return fmt.Errorf("%s: %q is no letter", q.ID, o.Key)
		case taken[string(key)]:
			return fmt.Errorf("%s: %q is taken twice", q.ID, o.Key)
		}
		taken[string(key)] = len(key) > 0
	}
	return nil
}
