package screen

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/cmd/internal/keyboard"
)

// A window is the terminal while a clock fills it. It is drawn where there is another picture or
// another size, and between two of these nothing wakes the program. Drawing is the loop's; another goroutine reads the keys.
type window struct {
	Terminal
	clock Clock
	gone  func(error) // is told why the terminal cannot be used any more, which ends the clock

	pic   *frame // on the terminal now; nil: nothing yet
	title string // that stands there
	bells int    // how often the bell has rung
	size  [2]int // columns and rows it was drawn for
	lines []string
}

// The page of its own that a window opens, without a cursor, with a title above the one that stood there, and where pasted text is known from
// typed keys. A command ends without a bell, which an old terminal would ring.
const (
	opens    = "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[H\x1b[2J\x1b[22;2t"
	titled   = "\x1b]2;%s\x1b\\"
	untitled = "\x1b]2;\x1b\\\x1b[23;2t" // none first, where titles are not kept
	closes   = untitled + "\x1b[0m\x1b[?2004l\x1b[?25h\x1b[?1049l"
)

// read hands on what is pressed until ctx is over. The next question reads the keys behind the last one: none is read before
// it is known what became of the one before. The shell has the window while the program is stopped: it is closed first for
// Ctrl-Z, and opened anew when the program goes on.
func (w *window) read(ctx context.Context, typed chan<- Typed) {
	for {
		k, err := w.Keys.Next(ctx, -1)
		if err != nil {
			w.gone(err)
			return
		}
		took := make(chan struct{})
		t := Typed{Text: k.String(), At: w.clock.Now(), Took: func() { close(took) }}
		switch {
		case k.Kind == keyboard.Suspend, k.Kind == keyboard.Resumed:
			t.own = func() {
				w.failed(w.close())
				if k.Kind == keyboard.Suspend {
					w.Keys.Stop()
				}
				w.open()
			}
		case k.Kind == keyboard.Woken:
			t.own = w.draw
		case k.Pasted:
			continue
		}
		select {
		case typed <- t:
		case <-ctx.Done():
			return
		}
		select {
		case <-took:
		case <-ctx.Done():
			return
		}
	}
}

// failed ends the clock where the terminal failed.
func (w *window) failed(err error) {
	if err != nil {
		w.gone(err)
	}
}

// open opens a page of its own, with what stood there.
func (w *window) open() {
	w.Keys.Take()
	codes := opens
	if w.pic != nil {
		codes += fmt.Sprintf(titled, w.title)
	}
	w.size = [2]int{}
	w.failed(w.write(codes))
	w.draw()
}

// close leaves the window as it was found.
func (w *window) close() error { return w.write(closes) }

func (w *window) write(codes string) error {
	_, err := io.WriteString(w.Out, codes)
	return err
}

// uncolored takes the colors out of the codes of a picture; strong and reversed text stays so.
var uncolored = strings.NewReplacer("\x1b["+warned, "\x1b["+strong, "\x1b["+urgent, "\x1b["+strong)

// show puts another picture there, and rings where it does.
func (w *window) show(p frame) {
	var b strings.Builder
	if w.pic != nil && p.bells > w.bells {
		b.WriteByte('\a')
	}
	if title := w.clock.title(p); w.pic == nil || title != w.title {
		fmt.Fprintf(&b, titled, title)
		w.title = title
	}
	w.pic, w.bells = &p, p.bells
	w.paint(&b)
}

// draw draws the picture in a window of another size.
func (w *window) draw() {
	cols, rows := w.Size()
	if w.pic != nil && w.size != [2]int{cols, rows} {
		w.paint(new(strings.Builder))
	}
}

// paint draws the lines that are others than those that stand there, behind what comes before them.
func (w *window) paint(b *strings.Builder) {
	cols, rows := w.Size()
	if w.size != [2]int{cols, rows} {
		b.WriteString("\x1b[0m\x1b[2J")
		w.size, w.lines = [2]int{cols, rows}, make([]string, rows)
	}
	text := w.clock.draw(*w.pic, cols, rows)
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
			fmt.Fprintf(b, "\x1b[%d;1H\x1b[0m\x1b[2K%s", i+1, line)
			w.lines[i] = line
		}
	}
	b.WriteString("\x1b[H") // no letter waits at the end of a line
	w.failed(w.write(b.String()))
}

// isGone reports whether a terminal is gone, whoever noticed first: a read at its end, or a read or a
// write that the system refuses.
func isGone(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, syscall.EIO) }
