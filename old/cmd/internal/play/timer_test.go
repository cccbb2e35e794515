package play

import (
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/screen"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A clock that ends at a time of day says whether that is today, and lasts until then.
func TestUntil(t *testing.T) {
	now := time.Date(2026, 3, 1, 20, 0, 0, 0, time.FixedZone("there", -3*3600))
	w := Setting{Voice: lang.NewLocalizer("en", Texts, screen.Texts), Now: func() time.Time { return now }}
	for _, c := range []struct {
		at, label, says, note string
		left                  time.Duration
	}{
		{"21:30", "", "Until 21:30 today", "", 90 * time.Minute},
		{"7pm", "Photos of\tus", "Photos of us", "Until 19:00 tomorrow", 23 * time.Hour},
		{"20:00", "", "Until 20:00 tomorrow", "", 24 * time.Hour},
	} {
		got, wrong := w.ClockOf(Timing{At: c.at, Label: c.label})
		note := ""
		for _, n := range got.Notes {
			note += w.Voice.Say(n)
		}
		if wrong != nil || w.Voice.Say(got.Text) != c.says || note != c.note || got.Left != c.left || got.Limit != c.left || !got.Until.Equal(now.Add(c.left)) {
			t.Errorf("%s: %v, %q, %q, %v until %v", c.at, wrong, w.Voice.Say(got.Text), note, got.Left, got.Until)
		}
	}
}
