package cmd

import (
	"bytes"
	"testing"
)

// The clipboard is asked for in the way that gets through to the terminal.
func TestCopier(t *testing.T) {
	const plain = "\x1b]52;c;QW5h\x07"
	for name, c := range map[string]struct {
		variables map[string]string
		want      string
	}{
		"a terminal":       {map[string]string{"TERM": "xterm-256color"}, plain},
		"tmux":             {map[string]string{"TERM": "tmux-256color", "TMUX": "/tmp/x,1,0"}, plain + "\x1bPtmux;\x1b\x1b]52;c;QW5h\x07\x1b\\"},
		"tmux as a screen": {map[string]string{"TERM": "screen-256color", "TMUX": "/tmp/x,1,0"}, plain + "\x1bPtmux;\x1b\x1b]52;c;QW5h\x07\x1b\\"},
		"screen":           {map[string]string{"TERM": "screen"}, "\x1bP" + plain + "\x1b\\"},
	} {
		var out bytes.Buffer
		a := &app{Env: Env{Getenv: func(v string) string { return c.variables[v] }}, window: &out}
		if a.copier()("Ana"); out.String() != c.want {
			t.Errorf("%s: %q", name, out.String())
		}
	}
	if a := (&app{Env: Env{Getenv: func(string) string { return "linux" }}}); a.copier() != nil {
		t.Error("a console has no clipboard")
	}
}

// Clearing moves a whole window of lines out of sight, and erases none.
func TestClear(t *testing.T) {
	var out bytes.Buffer
	a := &app{Env: Env{Size: func() (int, int) { return 80, 3 }}, window: &out}
	if a.clear(); out.String() != "\r\n\r\n\r\n" {
		t.Errorf("%q", out.String())
	}
}
