package screen

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/cmd/internal/keyboard"
)

// A window is the terminal while something fills it. It is drawn where there is another picture or
// another size, and between two of these nothing wakes the program.
type window struct {
	Terminal
	press func(name string)
	seen  atomic.Pointer[picture] // to be drawn; nil: nothing yet

	pic   *picture // on the terminal now
	size  [2]int   // columns and rows it was drawn for
	lines []string // as they stand there
}

// The page of its own that a window opens, without a cursor, with a title above the one that stood there, and where pasted text is known from
// typed keys. A command ends without a bell, which an old terminal would ring.
const (
	opens    = "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[H\x1b[2J\x1b[22;2t"
	titled   = "\x1b]2;%s\x1b\\"
	untitled = "\x1b]2;\x1b\\\x1b[23;2t" // none first, where titles are not kept
	closes   = untitled + "\x1b[0m\x1b[?2004l\x1b[?25h\x1b[?1049l"
)

// shows puts a picture in place of one that nobody has drawn yet: the loop never waits for the terminal.
func (w *window) shows(p picture) {
	w.seen.Store(&p)
	w.Keys.Wake()
}

// run draws what is seen and hands on what is pressed until ctx is over. The shell has the window while the program is stopped:
// it is closed first for Ctrl-Z, and opened anew when the program goes on.
func (w *window) run(ctx context.Context) (err error) {
	defer func() { err = errors.Join(err, w.close()) }()
	if err := w.open(); err != nil {
		return err
	}
	for {
		if err := w.draw(); err != nil {
			return err
		}
		k, err := w.Keys.Next(ctx, -1)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		case k.Kind == keyboard.Suspend || k.Kind == keyboard.Resumed:
			if err := w.again(k.Kind == keyboard.Suspend); err != nil {
				return err
			}
		case k.Kind != keyboard.Woken && !k.Pasted:
			w.press(k.String())
		}
	}
}

// again closes the window and opens it anew, with a stop of the program in between where that is wanted.
func (w *window) again(stops bool) error {
	if err := w.close(); err != nil {
		return err
	}
	if stops {
		w.Keys.Stop()
	}
	return w.open()
}

// open opens a page of its own.
func (w *window) open() error {
	w.Keys.Take()
	codes := opens
	if w.pic != nil {
		codes += fmt.Sprintf(titled, w.pic.title)
	}
	w.size, w.lines = [2]int{}, nil
	return w.write(codes)
}

// close leaves the window as it was found.
func (w *window) close() error { return w.write(closes) }

func (w *window) write(codes string) error {
	_, err := io.WriteString(w.Out, codes)
	return err
}

// uncolored takes the colors out of the codes of a picture; strong and reversed text stays so.
var uncolored = strings.NewReplacer("\x1b["+warned, "\x1b["+strong, "\x1b["+urgent, "\x1b["+strong)

// draw draws the lines that are others than those that stand there, and rings where the picture does.
func (w *window) draw() error {
	pic := w.seen.Load()
	cols, rows := w.Size()
	if pic == nil || pic == w.pic && w.size == [2]int{cols, rows} {
		return nil
	}
	var b strings.Builder
	if w.pic != nil && pic.bells > w.pic.bells {
		b.WriteByte('\a')
	}
	if w.pic == nil || pic.title != w.pic.title {
		fmt.Fprintf(&b, titled, pic.title)
	}
	if w.size != [2]int{cols, rows} {
		b.WriteString("\x1b[0m\x1b[2J")
		w.lines = make([]string, rows)
	}
	w.pic, w.size = pic, [2]int{cols, rows}
	text := pic.draw(cols, rows)
	if !w.Color {
		text = uncolored.Replace(text)
	}
	lines := strings.Split(text, "\n")
	for i, was := range w.lines {
		line := ""
		if i < len(lines) {
			line = ansi.Truncate(lines[i], cols, "")
		}
		if line != was {
			fmt.Fprintf(&b, "\x1b[%d;1H\x1b[0m\x1b[2K%s", i+1, line)
			w.lines[i] = line
		}
	}
	b.WriteString("\x1b[H") // no letter waits at the end of a line
	return w.write(b.String())
}

// isGone reports whether a terminal is gone, whoever noticed first: a read at its end, or a read or a
// write that the system refuses.
func isGone(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, syscall.EIO) }
