package cmd

import (
	"testing"
	"time"

	"github.com/tablemate/tablemate/internal/lang"
)

// A clock that is up at a time of day says whether that is today, and is as long as it is until then.
func TestUntil(t *testing.T) {
	zone := time.FixedZone("there", -3*3600)
	for _, c := range []struct {
		at, label, says, note string
		left                  time.Duration
	}{
		{"21:30", "", "Until 21:30 today", "", 90 * time.Minute},
		{"7pm", "Photos of\tus", "Photos of us", "Until 19:00 tomorrow", 23 * time.Hour},
		{"20:00", "", "Until 20:00 tomorrow", "", 24 * time.Hour},
	} {
		a := &app{Env: Env{Now: func() time.Time { return time.Date(2026, 3, 1, 20, 0, 0, 0, zone) }}, voice: lang.NewLocalizer("en", catalogs()...)}
		got, err := timing{at: &c.at, label: c.label}.clock(a)
		if err != nil {
			t.Fatal(err)
		}
		note := ""
		for _, n := range got.Notes {
			note += a.voice.Say(n)
		}
		if a.voice.Say(got.Text) != c.says || note != c.note || got.Left != c.left || got.Limit != c.left || !got.Until.Equal(a.Now().Add(c.left)) {
			t.Errorf("%s: %q, %q, %v until %v", c.at, a.voice.Say(got.Text), note, got.Left, got.Until)
		}
	}
}
