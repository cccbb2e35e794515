package output

import (
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// The clipboard belongs to the terminal: a sequence (OSC 52), which also works over SSH, asks it to take a
// text. A terminal that does not support it, or may not, ignores it silently.

// screenTakes is the number of bytes that GNU Screen passes on at once.
const screenTakes = 768

// Clipboard returns a function that puts text on the clipboard of the terminal behind w, or nil on a Linux
// console, which has none.
func Clipboard(w io.Writer, getenv func(string) string) func(text string) {
	if getenv("TERM") == "linux" {
		return nil
	}
	return func(text string) {
		for _, way := range ways(ansi.SetSystemClipboard(text), getenv) {
			_, _ = io.WriteString(w, way) // the text is printed as well
		}
	}
}

// ways returns how to send a sequence past a multiplexer. Tmux takes it itself (set-clipboard on) or passes it
// on (allow-passthrough), depending on its settings; neither does harm.
func ways(seq string, getenv func(string) string) []string {
	switch {
	case getenv("TMUX") != "":
		return []string{seq, ansi.TmuxPassthrough(seq)}
	case strings.HasPrefix(getenv("TERM"), "screen"):
		return []string{ansi.ScreenPassthrough(seq, screenTakes)}
	}
	return []string{seq}
}
