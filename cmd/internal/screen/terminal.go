package screen

import (
	"io"
	"os"
)

// A Terminal is what a window fills.
type Terminal struct {
	In     *os.File
	Out    io.Writer                // the same one, where the letters it cannot show are changed
	Getenv func(name string) string // what the environment says about it
	Owes   func(codes string)       // told what puts back what stands around the window, each time that changes; may be nil
}

// describing are the variables that who draws reads. The colors that somebody forces are none of them: what is printed
// does not ask for them either.
var describing = [...]string{"TERM", "COLORTERM", "TMUX", "WT_SESSION", "GOOGLE_CLOUD_SHELL", "ConEmuANSI", "ANSICON", "ANSICON_VER"}

// environ is the environment as who draws wants it. Any value of NO_COLOR is a yes; there only some are.
func (t Terminal) environ() []string {
	out := []string{}
	for _, name := range describing {
		if value := t.Getenv(name); value != "" {
			out = append(out, name+"="+value)
		}
	}
	if t.Getenv("NO_COLOR") != "" {
		out = append(out, "NO_COLOR=1")
	}
	return out
}
