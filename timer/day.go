package timer

import (
	"strconv"
	"strings"
	"time"
)

// A TimeOfDay is what a clock on a wall shows.
type TimeOfDay struct{ Hour, Minute, Second int } // 0 to 23, 0 to 59, 0 to 59

// ReadTimeOfDay reads 21:30, 21:30:15, 21h30, 21h, 21.30, 9:30pm and 9 p.m.; 24:00 is 0:00. An hour
// alone says neither: ok is false for it, and for anything else.
func ReadTimeOfDay(s string) (t TimeOfDay, ok bool) {
	s = strings.NewReplacer(" ", "", "a.m.", "am", "p.m.", "pm").Replace(strings.ToLower(strings.TrimSpace(s)))
	half := ""
	for _, h := range []string{"am", "pm"} {
		if rest, is := strings.CutSuffix(s, h); is {
			s, half = rest, h
			break
		}
	}
	parts := dayParts(s)
	if len(parts) > 3 || len(parts) == 1 && half == "" {
		return t, false
	}
	var n [3]int
	for i, p := range parts {
		n[i], ok = number(p)
		if !ok || len(p) > 2 || i > 0 && (len(p) != 2 || n[i] > 59) {
			return t, false
		}
	}
	t = TimeOfDay{n[0], n[1], n[2]}
	switch {
	case half != "" && (t.Hour < 1 || t.Hour > 12):
		return t, false
	case half != "":
		t.Hour %= 12
		if half == "pm" {
			t.Hour += 12
		}
	case t == TimeOfDay{24, 0, 0}:
		t.Hour = 0
	}
	return t, t.Hour < 24
}

// dayParts are hours, minutes and seconds as they are typed; of 21h, no minutes.
func dayParts(s string) []string {
	if hour, rest, is := strings.Cut(s, "h"); is {
		rest = strings.TrimSuffix(strings.TrimSuffix(rest, "min"), "m")
		if rest == "" {
			rest = "00"
		}
		return []string{hour, rest}
	}
	if strings.Count(s, ".") == 1 && !strings.Contains(s, ":") {
		return strings.Split(s, ".")
	}
	return strings.Split(s, ":")
}

// String returns 21:30, or 21:30:15 where there are seconds.
func (t TimeOfDay) String() string {
	s := strconv.Itoa(t.Hour) + ":" + two(t.Minute)
	if t.Second > 0 {
		s += ":" + two(t.Second)
	}
	return s
}

// Next returns the first moment behind now at which a clock on a wall shows t, where now is; today says whether that is the
// same day. Where that hour comes twice, because clocks go back, it is the first one that is to come; where it is left
// out, it is as much later.
func (t TimeOfDay) Next(now time.Time) (at time.Time, today bool) {
	year, month, day := now.Date()
	for d := 0; ; d++ {
		mid := time.Date(year, month, day+d, t.Hour, t.Minute, t.Second, 0, now.Location())
		if missing := time.Date(year, month, day+d, t.Hour, t.Minute, t.Second, 0, time.UTC).Sub(onWall(mid)); missing > 0 {
			mid = mid.Add(missing)
		}
		for _, shift := range []time.Duration{-time.Hour, -30 * time.Minute, 0, 30 * time.Minute, time.Hour} {
			if at := mid.Add(shift); at.After(now) && at.Format(time.DateTime) == mid.Format(time.DateTime) {
				return at, d == 0
			}
		}
	}
}

// onWall returns what a clock on the wall shows, as a moment where clocks are never changed.
func onWall(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
}
