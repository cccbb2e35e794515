package tty

import (
	"io"
	"os"
	"syscall"

	console "github.com/charmbracelet/x/windows"
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

// source returns a reader of keys. The console's own translation to escape codes is not used: it knows no sizes, and
// some consoles lack it.
func source(in *os.File) io.Reader { return &consoleReader{in: windows.Handle(in.Fd())} }

// A consoleReader reads a console's records, as the bytes that a terminal elsewhere sends.
type consoleReader struct {
	in    windows.Handle
	typed consoleTyping
	rest  string
}

// Read waits for a key, or for another size of the window.
func (c *consoleReader) Read(p []byte) (int, error) {
	for c.rest == "" {
		var r console.InputRecord
		var n uint32
		if err := console.ReadConsoleInput(c.in, &r, 1, &n); err != nil {
			return 0, err
		}
		switch r.EventType {
		case windows.KEY_EVENT:
			k := r.KeyEvent()
			c.rest = c.typed.bytes(keyRecord{
				down: k.KeyDown, repeat: k.RepeatCount, virtual: k.VirtualKeyCode, char: uint16(k.Char), state: k.ControlKeyState,
			})
		case windows.WINDOW_BUFFER_SIZE_EVENT:
			c.rest = resized
		}
	}
	n := copy(p, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

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
