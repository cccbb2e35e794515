package timer

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The patterns are compiled when they are needed: that takes as long as many a whole command.
var (
	// Hours, minutes, seconds; a number without a unit at the end is of the next smaller one, alone it is minutes.
	units = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:(\d{1,2}) ?h(?:rs?|ours?|oras?)?)? ?(?:(\d{1,4}) ?m(?:ins?|inut[eo]s?)?)? ?(?:(\d{1,5}) ?s(?:e[cg]s?|econds?|egundos?)?)? ?(\d{1,4})?$`)
	})
	// Minutes and seconds, or hours, minutes and seconds.
	colons = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:(\d{1,2}):)??(\d{1,4}):([0-5]\d)$`)
	})
)

// Parse reads a length: 8m, 8 min, 90s, 1h30m, 1h30, 8:00, 1:20:00, 8 (minutes). ok is false for anything else, for no
// time at all, and for more than Longest.
func Parse(s string) (length time.Duration, ok bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	var rest string
	found := colons().FindStringSubmatch(s)
	if found == nil {
		found = units().FindStringSubmatch(s)
		if found == nil {
			return 0, false
		}
		rest = found[4]
	}
	unit := func(i int) time.Duration {
		// The pattern has found digits, or nothing, which is 0.
		n, _ := strconv.Atoi(found[i])
		return time.Duration(n)
	}
	length = unit(1)*time.Hour + unit(2)*time.Minute + unit(3)*time.Second
	n, _ := strconv.Atoi(rest)
	switch {
	case rest == "":
	case found[3] != "":
		return 0, false
	case found[2] != "":
		length += time.Duration(n) * time.Second
	default:
		length += time.Duration(n) * time.Minute
	}
	return length, length > 0 && length <= Longest
}
