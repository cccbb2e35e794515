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

// listen does nothing here: the size is asked for at each drawing, and nobody stops a program and lets it go on.
func listen(wake, continued func()) {}

// stop does nothing: a console has no Ctrl-Z of that kind.
func stop(<-chan struct{}) {}
