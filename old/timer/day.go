package timer

import (
	"fmt"
	"strings"
	"time"
)

// A TimeOfDay is a time on a wall clock.
type TimeOfDay struct{ Hour, Minute, Second int } // 0 to 23, 0 to 59, 0 to 59

// spelled turns other spellings into those of the layouts.
var spelled = strings.NewReplacer(" ", "", "a.m.", "am", "p.m.", "pm", "min", "m")

// layouts are the accepted forms of a time of day.
var layouts = []string{"15:04", "15:04:05", "15.04", "15h", "15h04", "15h04m", "3pm", "3:04pm", "3:04:05pm", "3.04pm", "3hpm", "3h04pm"}

// ReadTimeOfDay reads 21:30, 21:30:15, 21h30, 21h, 21.30, 9:30pm and 9 p.m.; 24:00 is 0:00. ok is false for
// anything else, and for an hour alone, which may be of the morning or the evening.
func ReadTimeOfDay(s string) (t TimeOfDay, ok bool) {
	s = spelled.Replace(strings.ToLower(strings.TrimSpace(s)))
	if rest, is := strings.CutPrefix(s, "24"); is && strings.Trim(rest, ":.h0") == "" {
		s = "0" + rest
	}
	for _, layout := range layouts {
		at, err := time.Parse(layout, s)
		if err == nil && strings.TrimLeft(at.Format(layout), "0") == strings.TrimLeft(s, "0") { // time.Parse would take 0:30pm
			t.Hour, t.Minute, t.Second = at.Clock()
			return t, true
		}
	}
	return t, false
}

// String returns 21:30, or 21:30:15 if there are seconds.
func (t TimeOfDay) String() string {
	if t.Second > 0 {
		return fmt.Sprintf("%d:%02d:%02d", t.Hour, t.Minute, t.Second)
	}
	return fmt.Sprintf("%d:%02d", t.Hour, t.Minute)
}

// Next returns the first moment after now, in its location, at which a wall clock shows t; today reports
// whether that is the same day. An hour that comes twice, when clocks go back, counts the first time that is
// still to come; an hour that is skipped moves as far as the clocks do.
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

// onWall returns the time that a wall clock shows, in UTC, where clocks never change.
func onWall(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
}
