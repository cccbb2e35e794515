package cmd

import (
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// The clipboard is the terminal's: it is asked to take a text with a sequence (OSC 52) that works through
// SSH as well. A terminal that does not, or may not, ignores it and says nothing.

// screenTakes is how many bytes GNU Screen hands on in one piece.
const screenTakes = 768

// copier hands a text to the clipboard; nil for a console, which has none.
func (a *app) copier() func(text string) {
	if a.Getenv("TERM") == "linux" {
		return nil
	}
	return func(text string) {
		for _, way := range a.ways(ansi.SetSystemClipboard(text)) {
			_, _ = io.WriteString(a.window, way) // the text is printed besides
		}
	}
}

// ways are how a sequence gets to the terminal past what runs in it. Tmux takes it itself where it is told
// to (set-clipboard on), or lets it pass where it is told that (allow-passthrough); either does no harm.
func (a *app) ways(seq string) []string {
	switch {
	case a.Getenv("TMUX") != "":
		return []string{seq, ansi.TmuxPassthrough(seq)}
	case strings.HasPrefix(a.Getenv("TERM"), "screen"):
		return []string{ansi.ScreenPassthrough(seq, screenTakes)}
	}
	return []string{seq}
}

// clear moves everything up and out of the window; it can still be scrolled back to.
func (a *app) clear() {
	_, rows := a.Size()
	_, _ = io.WriteString(a.window, strings.Repeat("\r\n", max(0, rows)))
}
