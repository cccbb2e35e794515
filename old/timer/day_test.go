package timer

import (
	"testing"
	"time"
	_ "time/tzdata" // for the zones in the tests
)

func TestReadTimeOfDay(t *testing.T) {
	for s, want := range map[string]string{
		"21:30": "21:30", "21h30": "21:30", "21H": "21:00", "21h30min": "21:30", "21.30": "21:30", "9:30pm": "21:30", "9:30 PM": "21:30", "9 p.m.": "21:00", "9am": "9:00", "12am": "0:00", "12:15am": "0:15", "12 pm": "12:00",
		"0:00": "0:00", "24:00": "0:00", "07:05": "7:05", "7:05:09": "7:05:09", " 23:59:59 ": "23:59:59", "9.30pm": "21:30", "1:02:03am": "1:02:03",
	} {
		if got, ok := ReadTimeOfDay(s); !ok || got.String() != want {
			t.Errorf("%q: %v %v, want %s", s, got, ok, want)
		}
	}
	for _, s := range []string{"", "21", "9", "25:00", "24:01", "24:00:01", "21:60", "21:3", "21:030", "13pm", "0pm", "0:30am", "pm", "h", "h30", "21h3", "21h60", "-1:00", "1:2:3", "1:00:00:00", "noon", "21:30:60", "21..30", "1h30h", "9:30pmam", "9ampm"} {
		if got, ok := ReadTimeOfDay(s); ok {
			t.Errorf("%q is %v", s, got)
		}
	}
}

// The end is today, or tomorrow if the hour has passed. An hour that is skipped or comes twice changes how long
// the clock runs, but not what the wall clock shows at its end.
func TestNext(t *testing.T) {
	for _, c := range []struct {
		zone, now, at, want string
		today               bool
		runs                time.Duration
	}{
		{"UTC", "2026-03-01 20:00:00", "21:30", "2026-03-01 21:30:00", true, 90 * time.Minute},
		{"UTC", "2026-03-01 21:30:00", "21:30", "2026-03-02 21:30:00", false, 24 * time.Hour},
		{"UTC", "2026-03-01 21:29:59", "21:30", "2026-03-01 21:30:00", true, time.Second},
		{"UTC", "2026-12-31 23:00:00", "0:00", "2027-01-01 00:00:00", false, time.Hour},
		{"America/New_York", "2026-03-07 23:00:00", "3:00", "2026-03-08 03:00:00", false, 3 * time.Hour}, // 2:00 is skipped
		{"America/New_York", "2026-03-08 01:30:00", "2:30", "2026-03-08 03:30:00", true, time.Hour},
		{"America/New_York", "2026-10-31 23:00:00", "3:00", "2026-11-01 03:00:00", false, 5 * time.Hour},   // 1:00 comes twice
		{"America/New_York", "2026-11-01 00:50:00", "1:30", "2026-11-01 01:30:00", true, 40 * time.Minute}, // the first
		{"Europe/Lisbon", "2026-10-24 22:00:00", "21:30", "2026-10-25 21:30:00", false, 24*time.Hour + 30*time.Minute},
		{"America/Havana", "2026-03-07 23:30:00", "0:00", "2026-03-08 01:00:00", false, 30 * time.Minute}, // midnight is skipped
		{"Australia/Lord_Howe", "2026-04-05 01:20:00", "1:45", "2026-04-05 01:45:00", true, 25 * time.Minute},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		now, err := time.ParseInLocation(time.DateTime, c.now, zone)
		if err != nil {
			t.Fatal(err)
		}
		at, ok := ReadTimeOfDay(c.at)
		got, today := at.Next(now)
		if !ok || got.Format(time.DateTime) != c.want || today != c.today || got.Sub(now) != c.runs {
			t.Errorf("%s %s: %s in %v, today %v; want %s in %v", c.now, c.at, got.Format(time.DateTime), got.Sub(now), today, c.want, c.runs)
		}
	}
	// Within the hour that comes twice, the second time is still to come.
	zone, _ := time.LoadLocation("America/New_York")
	first := time.Date(2026, 11, 1, 0, 45, 0, 0, zone).Add(time.Hour)
	if at, today := (TimeOfDay{1, 30, 0}).Next(first); !today || at.Sub(first) != 45*time.Minute {
		t.Errorf("at %v it is %v", first, at)
	}
}

func FuzzReadTimeOfDay(f *testing.F) {
	for _, s := range []string{"21:30", "9:30pm", "21h", "24:00", "9 p.m."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		at, ok := ReadTimeOfDay(s)
		if !ok {
			return
		}
		if again, ok := ReadTimeOfDay(at.String()); !ok || again != at {
			t.Errorf("%q is %v, and that is %v", s, at, again)
		}
		if when, _ := at.Next(noon); !when.After(noon) || when.Sub(noon) > Longest {
			t.Errorf("%q: %v", s, when)
		}
	})
}
