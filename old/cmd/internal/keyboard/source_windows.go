package keyboard

import (
	"os"

	"github.com/chzyer/readline"
)

// newSource reads the console through the reader of readline, which gives one key at a time.
func newSource(in *os.File) (source, error) {
	if readline.IsTerminal(int(in.Fd())) {
		return newChunkSource(readline.Stdin), nil
	}
	return newChunkSource(in), nil
}

// listen does nothing: the size is queried at each drawing, and programs are not stopped and resumed.
func listen(wake, continued func()) {}

// stop does nothing: a console has no such Ctrl-Z.
func stop(<-chan struct{}) {}
