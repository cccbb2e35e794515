package tty

import (
	"os"
	"syscall"

	"golang.org/x/sys/windows"
)

// The signals that end the program: Ctrl-C where it is no key, and the closing of the window. The console tells new sizes
// among the keys, by no signal.
var (
	endings = []os.Signal{os.Interrupt, syscall.SIGTERM}
	redraws []os.Signal
)

// raise does nothing: the program ends by itself.
func raise(os.Signal) {}

// modes are those of a console's input and output.
type modes struct{ in, out uint32 }

// raw puts the console in raw mode, in which it also reports sizes, and makes it understand escape codes.
func (t *Terminal) raw() error {
	var now modes
	in, out := windows.Handle(t.in.Fd()), windows.Handle(t.out.Fd())
	if err := windows.GetConsoleMode(in, &now.in); err != nil {
		return err
	}
	if err := windows.GetConsoleMode(out, &now.out); err != nil {
		return err
	}
	if t.cooked == nil {
		t.cooked = &now
	}
	const cooked = windows.ENABLE_ECHO_INPUT | windows.ENABLE_LINE_INPUT | windows.ENABLE_PROCESSED_INPUT | windows.ENABLE_VIRTUAL_TERMINAL_INPUT
	if err := windows.SetConsoleMode(in, now.in&^cooked|windows.ENABLE_WINDOW_INPUT); err != nil {
		return err
	}
	_ = windows.SetConsoleMode(out, now.out|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) // an old console draws what it can
	return nil
}

// cook puts the console back in the modes in which it was found.
func (t *Terminal) cook() error {
	in := windows.SetConsoleMode(windows.Handle(t.in.Fd()), t.cooked.in)
	if err := windows.SetConsoleMode(windows.Handle(t.out.Fd()), t.cooked.out); err != nil {
		return err
	}
	return in
}

// stop does nothing: a console has no such Ctrl-Z.
func (t *Terminal) stop() {}
