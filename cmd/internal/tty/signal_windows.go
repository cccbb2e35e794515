package tty

import (
	"io"
	"os"

	"github.com/chzyer/readline"
	"golang.org/x/sys/windows"
)

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

// listen does nothing: the console tells no sizes, and Ctrl-C is a key.
func listen(*Terminal) (end func()) { return func() {} }

// stop does nothing: a console has no such Ctrl-Z.
func (t *Terminal) stop() {}
