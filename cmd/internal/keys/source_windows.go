package keys

import (
	"io"
	"os"

	console "github.com/charmbracelet/x/windows"
	"golang.org/x/sys/windows"
)

// Source returns the bytes of a console for a Reader. The console's own translation to escape codes is not used: it knows no sizes, and
// some consoles lack it.
func Source(in *os.File) io.Reader { return &consoleReader{in: windows.Handle(in.Fd())} }

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
