package cmd

import (
	"testing"

	"github.com/tablemate/tablemate/cmd/internal/color"
)

// Colors are for who looks at a terminal that has some and wants them (no-color.org: any value but none).
func TestInk(t *testing.T) {
	for _, c := range []struct {
		name          string
		screen, plain bool
		env           map[string]string
		want          color.Ink
	}{
		{"a terminal", true, false, nil, color.Painted},
		{"a pipe", false, false, nil, color.None},
		{"plain lines", true, true, nil, color.None},
		{"read aloud", true, false, map[string]string{"ACCESSIBLE": "1"}, color.None},
		{"NO_COLOR", true, false, map[string]string{"NO_COLOR": "0"}, color.None},
		{"NO_COLOR without a value", true, false, map[string]string{"NO_COLOR": ""}, color.Painted},
		{"a terminal without colors", true, false, map[string]string{"TERM": "dumb"}, color.None},
		{"one without a name", true, false, map[string]string{"TERM": ""}, color.None},
	} {
		a := &app{plain: c.plain}
		a.Screen, a.Getenv = c.screen, func(name string) string {
			if said, is := c.env[name]; is || name != "TERM" {
				return said
			}
			return "xterm"
		}
		if got := a.ink(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
