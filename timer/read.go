package timer

import (
	"strconv"
	"strings"
	"time"
)

// Read reads how long a clock is to run: 8m, 90s, 1h30m, 8:00, 1:20:00, 8 (minutes). ok is
// false for anything else, for no time at all and for more than Longest.
func Read(s string) (length time.Duration, ok bool) {
	s = strings.TrimSpace(s)
	d, err := time.ParseDuration(s)
	parts := strings.Split(s, ":")
	switch n, whole := number(s); {
	case whole:
		d, err = time.Duration(n)*time.Minute, nil
	case len(parts) == 2 || len(parts) == 3:
		return clockTime(parts)
	}
	return d, err == nil && d > 0 && d <= Longest
}

// clockTime reads minutes and seconds, or hours, minutes and seconds, the last ones of
// two digits, up to 59.
func clockTime(parts []string) (d time.Duration, ok bool) {
	for i, p := range parts {
		n, ok := number(p)
		if !ok || i > 0 && (len(p) != 2 || n > 59) {
			return 0, false
		}
		d = d*60 + time.Duration(n)*time.Second
	}
	return d, d > 0 && d <= Longest
}

// number is a whole number of at most five digits.
func number(s string) (int, bool) {
	if s == "" || strings.Trim(s, "0123456789") != "" || len(s) > 5 {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}
