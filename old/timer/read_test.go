package timer

import (
	"testing"
	"time"
)

func TestRead(t *testing.T) {
	for s, want := range map[string]time.Duration{
		"8m": 8 * time.Minute, "90s": 90 * time.Second, "8:00": 8 * time.Minute, "8": 8 * time.Minute, "1h30m": 90 * time.Minute,
		"1:20:05": 80*time.Minute + 5*time.Second, "0:07": 7 * time.Second, "90:00": 90 * time.Minute, " 2 ": 2 * time.Minute,
		"1.5m": 90 * time.Second, "1.5": 90 * time.Second, "1,5": 90 * time.Second, "1,5m": 90 * time.Second, "1,5MIN": 90 * time.Second, "0,1": 6 * time.Second, "1440.0": Longest,
		"1h30": 90 * time.Minute, "8min": 8 * time.Minute, "90S": 90 * time.Second, "8m30": 8*time.Minute + 30*time.Second,
		"8MIN30": 8*time.Minute + 30*time.Second, "1h5m30": 65*time.Minute + 30*time.Second, "8m59": 8*time.Minute + 59*time.Second, "1h1": 61 * time.Minute, "24:00:00": Longest, "1440": Longest,
		"8 m": 8 * time.Minute, "8 min": 8 * time.Minute, "90 s": 90 * time.Second, "90 SEG": 90 * time.Second, "1 h 30": 90 * time.Minute, "1h 30min": 90 * time.Minute, "1h30m15s": 90*time.Minute + 15*time.Second,
		"8'": 8 * time.Minute, "8'30": 8*time.Minute + 30*time.Second, `8'30"`: 8*time.Minute + 30*time.Second, "8’30”": 8*time.Minute + 30*time.Second, "8′ 30″": 8*time.Minute + 30*time.Second, "45''": 45 * time.Second,
		"8 minutos": 8 * time.Minute, "1 hora e 5 minutos": 65 * time.Minute, "1 hour and 5 minutes": 65 * time.Minute, "2 horas": 2 * time.Hour, "1hora e 30": 90 * time.Minute, "1,25h": 75 * time.Minute, "0.5 h": 30 * time.Minute,
		"20ms": 20 * time.Millisecond, "1m0s": time.Minute, "1h0m0s": time.Hour, "1.5s": 1500 * time.Millisecond, "0h5": 5 * time.Minute, "1h00m30": time.Hour + 30*time.Second,
	} {
		if got, ok := Read(s); !ok || got != want {
			t.Errorf("%q: %v %v, want %v", s, got, ok, want)
		}
	}
	for _, s := range []string{"", "0", "-8", "-8m", "8:0", "8:60", "8:00:60", ":30", "1:2:3:4", "soon", "1,5h30", "1h1,5", "1h90m", "5s3m", "3m3m", "8m8m", "8 e", "8min e", "e 8", "8 9", "8m 9m", "8x", "8 minx", "1h30x", "90s30s", "1..5m", "1.2345m", "7:30 min", "1:30h", "8 : 00", "9pm", "+8m", "８", "1h 30 15", "'", "s", "24:00:01", "1441", "99999999999999999999", "0:00", "9999999999:00", "8m60", "1h90", "90s30", "m30", "8min s", "1h-5", "min", "8.30", "8,30", ".5", "1.", "1,", "1.5.5", "1,5,5", "1.x", "1440.1", "0.0", "-1.5", "1.5:30"} {
		if got, ok := Read(s); ok {
			t.Errorf("%q is %v", s, got)
		}
	}
}

// Whatever is typed, an accepted length is one that a clock can have, and blanks around it change nothing.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"8m", "1h30", "8'30\"", "1,5", "7:30", "1 hora e 5 minutos", "90S", "24:00:00", "e", "8 ", "1.5.5", "99999h", "1e3m", "0x8m", "+8m", "8ns", "٨m"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, ok := Read(s)
		if !ok {
			return
		}
		if d <= 0 || d > Longest {
			t.Errorf("%q is %v", s, d)
		}
		if again, ok := Read("\t " + s + " "); !ok || again != d {
			t.Errorf("%q is %v, and with blanks around it %v", s, d, again)
		}
		shown := time.Duration(Seconds(d)) * time.Second
		if again, ok := Read(Face(d)); !ok || again != shown {
			t.Errorf("%q is %v, shown as %s, which is %v", s, d, Face(d), again)
		}
	})
}
