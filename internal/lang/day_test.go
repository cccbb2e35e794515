package lang

import (
	"testing"
	"time"
)

func TestDays(t *testing.T) {
	at := time.Date(2026, 3, 7, 21, 5, 0, 0, time.UTC)
	for tag, want := range map[string][2]string{"en": {"2026-03-07", "2026-03-07 21:05"}, "pt-BR": {"07/03/2026", "07/03/2026 21:05"}} {
		v := NewLocalizer(tag)
		if got := [2]string{v.Day(at), v.DayAndTime(at)}; got != want {
			t.Errorf("%s: %q, want %q", tag, got, want)
		}
	}
}
