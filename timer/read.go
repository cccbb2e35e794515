package timer

import (
	"strconv"
	"strings"
	"time"
)

// Read reads how long a clock is to run: 8m, 90s, 1h30m, 8:00, 1:20:00, 8 (minutes), and
// what people type for these: 8min, 90S, 1h30, 8m30, 1.5 and 1,5 (minutes). ok is false for anything else, for no
// time at all and for more than Longest.
func Read(s string) (length time.Duration, ok bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	d, err := time.ParseDuration(units(s))
	parts := strings.Split(s, ":")
	switch n, whole := number(s); {
	case whole:
		d, err = time.Duration(n)*time.Minute, nil
	case len(parts) == 2 || len(parts) == 3:
		return clockTime(parts)
	}
	return d, err == nil && d > 0 && d <= Longest
}

// units is a length with its units in short and none left out: min is m, and a number of up
// to 59 is of minutes behind the hours, of seconds behind the minutes. A comma is a point.
// Tenths alone are of minutes; with more digits they might be seconds, and are nothing.
func units(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "min", "m"), ",", ".")
	if whole, tenth, cut := strings.Cut(s, "."); cut && len(tenth) == 1 {
		_, all := number(whole)
		if _, one := number(tenth); all && one {
			return s + "m"
		}
	}
	before := strings.TrimRight(s, "0123456789")
	n, bare := number(s[len(before):])
	switch {
	case !bare || n > 59:
	case strings.HasSuffix(before, "h"):
		return s + "m"
	case strings.HasSuffix(before, "m"):
		return s + "s"
	}
	return s
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
