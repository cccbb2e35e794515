package output

import (
	"bytes"
	"testing"
)

// The sequence is wrapped so that it gets through to the terminal.
func TestClipboard(t *testing.T) {
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
		if Clipboard(&out, func(v string) string { return c.variables[v] })("Ana"); out.String() != c.want {
			t.Errorf("%s: %q", name, out.String())
		}
	}
	if Clipboard(nil, func(string) string { return "linux" }) != nil {
		t.Error("a console has no clipboard")
	}
}
