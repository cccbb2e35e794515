package prompt

import (
	"io"
	"os"
	"syscall"

	"github.com/chzyer/readline"
	"golang.org/x/sys/windows"
)

// A source reads the console through the reader of readline, which gives one key at a time.
type source = chunkSource

// newSource reads in; woken is asked before each wait and after each wake, and its error ends the read.
func newSource(in *os.File, woken func() error) (*source, error) {
	if readline.IsTerminal(int(in.Fd())) {
		return newChunkSource(readline.Stdin, woken), nil
	}
	return newChunkSource(in, woken), nil
}

// watchSize does nothing here: the size is asked for at each drawing.
func watchSize(func()) {}

// ending are the signals that end a program whose terminal must be put in order.
var ending = []os.Signal{os.Interrupt, syscall.SIGTERM}

// dieOf ends the program as the signal would have, had nobody listened.
func dieOf(os.Signal) {
	if p, err := os.FindProcess(os.Getpid()); err == nil {
		_ = p.Kill()
	}
}

// prepare makes the console understand escape codes.
func prepare(out io.Writer) {
	f, ok := out.(interface{ Fd() uintptr })
	if !ok {
		return
	}
	var mode uint32
	if windows.GetConsoleMode(windows.Handle(f.Fd()), &mode) == nil {
		_ = windows.SetConsoleMode(windows.Handle(f.Fd()), mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING)
	}
}
