package timer

import (
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Read reads the length of a clock: 8m, 90s, 1h30m, 8:00, 1:20:00, 8 (minutes), and what people type for these:
// 8 min, 90S, 1h30, 8m30, 8'30", 1.5 and 1,5 (minutes), 1 hora e 5 minutos. Each unit comes once, from large to
// small, and after a larger one there are at most 59. ok is false for anything else, for no time at all, and
// for more than Longest.
func Read(s string) (length time.Duration, ok bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	if parts := strings.Split(s, ":"); len(parts) > 1 {
		return clockTime(parts)
	}
	last := time.Duration(0) // the previous unit
	for rest := s; rest != ""; {
		var p part
		p, rest, ok = cut(rest, last)
		if !ok || last > 0 && (p.unit >= last || p.whole > 59 || p.tenths != "") || p.tenths != "" && rest != "" {
			return 0, false
		}
		length += p.length()
		last = p.unit
	}
	return length, length > 0 && length <= Longest
}

// A part is a number with its unit.
type part struct {
	whole  int    // at most five digits
	tenths string // the digits after the point, at most three
	unit   time.Duration
}

func (p part) length() time.Duration {
	thousandths, _ := strconv.Atoi((p.tenths + "000")[:3])
	return time.Duration(p.whole)*p.unit + time.Duration(thousandths)*p.unit/1000
}

// unitOf returns the unit that a word or a mark for minutes or seconds means.
func unitOf(word string) (unit time.Duration, ok bool) {
	switch word {
	case "h", "hr", "hrs", "hour", "hours", "hora", "horas":
		return time.Hour, true
	case "m", "min", "mins", "minute", "minutes", "minuto", "minutos", "'", "’", "′":
		return time.Minute, true
	case "s", "sec", "secs", "seg", "segs", "second", "seconds", "segundo", "segundos", `"`, "”", "″", "''", "’’", "′′":
		return time.Second, true
	case "ms":
		return time.Millisecond, true
	}
	return 0, false
}

// cut takes off the first part: a number and its unit. A number alone means minutes, or after a unit, at the
// end, the next smaller one. Alone it has at most one digit after the point: two might be seconds.
func cut(s string, last time.Duration) (p part, rest string, ok bool) {
	i := strings.IndexFunc(s, func(r rune) bool { return (r < '0' || r > '9') && r != '.' && r != ',' })
	if i < 0 {
		i = len(s)
	}
	whole, tenths, pointed := strings.Cut(strings.ReplaceAll(s[:i], ",", "."), ".")
	rest = strings.TrimLeft(s[i:], " ")
	p.whole, ok = number(whole)
	if !ok || pointed && tenths == "" || len(tenths) > 3 || strings.Contains(tenths, ".") {
		return p, rest, false
	}
	p.tenths = tenths
	j := strings.IndexFunc(rest, func(r rune) bool { return unicode.IsSpace(r) || r >= '0' && r <= '9' })
	if j < 0 {
		j = len(rest)
	}
	p.unit, ok = unitOf(rest[:j])
	if ok {
		return p, joined(rest[j:]), true
	}
	switch last {
	case 0:
		p.unit = time.Minute
	case time.Hour, time.Minute:
		p.unit = last / 60
	}
	return p, rest, rest == "" && p.unit > 0 && len(tenths) <= 1
}

// joined returns the text after a part, without a joining word.
func joined(s string) string {
	s = strings.TrimLeft(s, " ")
	for _, and := range []string{"e ", "and "} {
		if rest, is := strings.CutPrefix(s, and); is && strings.TrimSpace(rest) != "" {
			return strings.TrimLeft(rest, " ")
		}
	}
	return s
}

// clockTime reads minutes and seconds, or hours, minutes and seconds; all but the first have two digits, up to
// 59.
func clockTime(parts []string) (d time.Duration, ok bool) {
	for i, p := range parts {
		n, ok := number(p)
		if !ok || i > 0 && (len(p) != 2 || n > 59) {
			return 0, false
		}
		d = d*60 + time.Duration(n)*time.Second
	}
	return d, len(parts) <= 3 && d > 0 && d <= Longest
}

// number reads a whole number of at most five digits.
func number(s string) (int, bool) {
	if s == "" || strings.Trim(s, "0123456789") != "" || len(s) > 5 {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}
