package timer

import (
	"strconv"
	"strings"
	"time"
)

// A TimeOfDay is what a clock on a wall shows.
type TimeOfDay struct{ Hour, Minute, Second int } // 0 to 23, 0 to 59, 0 to 59

// spelled are other ways to write the same, which the layouts then need not have.
var spelled = strings.NewReplacer(" ", "", "a.m.", "am", "p.m.", "pm", "min", "m")

// layouts are those of a time of day.
var layouts = []string{"15:04", "15:04:05", "15.04", "15h", "15h04", "15h04m", "3pm", "3:04pm", "3:04:05pm", "3.04pm", "3hpm", "3h04pm"}

// ReadTimeOfDay reads 21:30, 21:30:15, 21h30, 21h, 21.30, 9:30pm and 9 p.m.; 24:00 is 0:00. An hour
// alone says neither: ok is false for it, and for anything else.
func ReadTimeOfDay(s string) (t TimeOfDay, ok bool) {
	s = spelled.Replace(strings.ToLower(strings.TrimSpace(s)))
	if rest, is := strings.CutPrefix(s, "24"); is && strings.Trim(rest, ":.h0") == "" {
		s = "0" + rest
	}
	for _, layout := range layouts {
		at, err := time.Parse(layout, s)
		if err == nil && strings.TrimLeft(at.Format(layout), "0") == strings.TrimLeft(s, "0") { // 0:30pm is none
			t.Hour, t.Minute, t.Second = at.Clock()
			return t, true
		}
	}
	return t, false
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
