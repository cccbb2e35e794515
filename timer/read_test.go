package timer

import (
	"testing"
	"time"
)

func TestRead(t *testing.T) {
	for s, want := range map[string]time.Duration{
		"8m": 8 * time.Minute, "90s": 90 * time.Second, "8:00": 8 * time.Minute, "8": 8 * time.Minute, "1h30m": 90 * time.Minute,
		"1:20:05": 80*time.Minute + 5*time.Second, "0:07": 7 * time.Second, "90:00": 90 * time.Minute, " 2 ": 2 * time.Minute,
		"1.5m": 90 * time.Second, "1.5": 90 * time.Second, "1,5": 90 * time.Second, "1,5m": 90 * time.Second, "1,5MIN": 90 * time.Second, "1,5h30": 2 * time.Hour, "0,1": 6 * time.Second, "1440.0": Longest,
		"1h30": 90 * time.Minute, "8min": 8 * time.Minute, "90S": 90 * time.Second, "8m30": 8*time.Minute + 30*time.Second,
		"8MIN30": 8*time.Minute + 30*time.Second, "1h5m30": 65*time.Minute + 30*time.Second, "8m59": 8*time.Minute + 59*time.Second, "1h1": 61 * time.Minute, "24:00:00": Longest, "1440": Longest,
	} {
		if got, ok := Read(s); !ok || got != want {
			t.Errorf("%q: %v %v, want %v", s, got, ok, want)
		}
	}
	for _, s := range []string{"", "0", "-8", "-8m", "8:0", "8:60", "8:00:60", ":30", "1:2:3:4", "8 m", "soon", "24:00:01", "1441", "99999999999999999999", "0:00", "9999999999:00", "8m60", "1h90", "90s30", "m30", "8min s", "1h-5", "min", "8.30", "8,30", ".5", "1.", "1,", "1.5.5", "1,5,5", "1.x", "1440.1", "0.0", "-1.5", "1.5:30"} {
		if got, ok := Read(s); ok {
			t.Errorf("%q is %v", s, got)
		}
	}
}
