package tty

import (
	"io"
	"os"
	"syscall"

	"github.com/chzyer/readline"
	"golang.org/x/sys/windows"
)

// What ends the program: Ctrl-C where it is no key, and the closing of the window. The console tells no sizes.
var (
	endings = []os.Signal{os.Interrupt, syscall.SIGTERM}
	redraws []os.Signal
)

// raise does nothing: the program ends by itself.
func raise(os.Signal) {}

// source returns what keys are read from: the console's own reader.
func source(*os.File) io.Reader { return readline.Stdin }

// raw puts the console in raw mode, and makes it understand escape codes.
func (t *Terminal) raw() error {
	cooked, err := readline.MakeRaw(int(t.in.Fd()))
	if t.cooked == nil {
		t.cooked = cooked
	}
	var mode uint32
	if out := windows.Handle(t.out.Fd()); windows.GetConsoleMode(out, &mode) == nil {
		_ = windows.SetConsoleMode(out, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING)
	}
	return err
}

// stop does nothing: a console has no such Ctrl-Z.
func (t *Terminal) stop() {}
