package machine

import (
	"strings"

	"github.com/tablemate/tablemate/internal/lang"
)

// preferred returns the first language of a list that the program speaks, else its first; "" if the list is empty.
func preferred(list []string) string {
	for _, l := range list {
		if _, known := lang.Known(l); known {
			return l
		}
	}
	return strings.Join(list[:min(len(list), 1)], "")
}

// appleLanguages returns the languages of a Mac's settings as “defaults read -g AppleLanguages” prints them, in brackets, a
// line each, with quotes around those that have a region.
func appleLanguages(printed string) []string {
	return strings.FieldsFunc(printed, func(r rune) bool { return strings.ContainsRune("(),\" \t\r\n", r) })
}
