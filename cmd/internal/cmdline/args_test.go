package cmdline

import (
	"testing"
	"time"
)

func TestDay(t *testing.T) {
	now := time.Date(2026, 11, 22, 23, 59, 0, 0, time.Local)
	for word, want := range map[string]string{
		"today": "2026-11-22", "hoje": "2026-11-22", "0": "2026-11-22", "yesterday": "2026-11-21", "ontem": "2026-11-21", "30d": "2026-10-23",
		"2026-01-02": "2026-01-02", "02/01/2026": "2026-01-02", "soon": "", "-1": "", "1.5": "",
	} {
		day, is := Day(now, word)
		if is != (want != "") || is && day.Format(time.DateOnly) != want {
			t.Errorf("%s: %v, %v", word, day, is)
		}
	}
}
