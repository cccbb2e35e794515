package output

import (
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// The clipboard is the terminal's: it is asked to take a text with a sequence (OSC 52) that works through
// SSH as well. A terminal that does not, or may not, ignores it and says nothing.

// screenTakes is how many bytes GNU Screen hands on in one piece.
const screenTakes = 768

// Clipboard hands texts to the clipboard of the terminal behind w; nil for a console, which has none.
func Clipboard(w io.Writer, getenv func(string) string) func(text string) {
	if getenv("TERM") == "linux" {
		return nil
	}
	return func(text string) {
		for _, way := range ways(ansi.SetSystemClipboard(text), getenv) {
			_, _ = io.WriteString(w, way) // the text is printed besides
		}
	}
}

// ways returns how a sequence gets to the terminal past what runs in it. Tmux takes it itself where it is told
// to (set-clipboard on), or lets it pass where it is told that (allow-passthrough); either does no harm.
func ways(seq string, getenv func(string) string) []string {
	switch {
	case getenv("TMUX") != "":
		return []string{seq, ansi.TmuxPassthrough(seq)}
	case strings.HasPrefix(getenv("TERM"), "screen"):
		return []string{ansi.ScreenPassthrough(seq, screenTakes)}
	}
	return []string{seq}
}
