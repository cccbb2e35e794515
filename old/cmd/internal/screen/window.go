package screen

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/old/cmd/internal/keyboard"
)

// A window is the terminal filled by a clock. It is drawn when the picture or the size changes, and in between
// nothing wakes the program. The loop draws; another goroutine reads the keys.
type window struct {
	Terminal
	clock Clock
	gone  func(error) // ends the clock because the terminal cannot be used any more

	pic   *frame // on the terminal now; nil: nothing yet
	title string // on the terminal now
	bells int    // how often the bell has rung
	size  [2]int // the columns and rows it was drawn for
	lines []string
}

// A window opens a page of its own without a cursor, saves the title that was there, and can tell pasted text
// from typed keys. Commands do not end in a bell, which an old terminal would ring.
const (
	opens    = "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[H\x1b[2J\x1b[22;2t"
	titled   = "\x1b]2;%s\x1b\\"
	untitled = "\x1b]2;\x1b\\\x1b[23;2t" // without a title first, in case titles are not saved
	closes   = untitled + "\x1b[0m\x1b[?2004l\x1b[?25h\x1b[?1049l"
)

// read passes on keys until ctx is over. It reads none before the last one is handled, since that may have
// ended the clock: the keys after it belong to the next question. For Ctrl-Z the window is closed, since the
// shell needs it, and opened again when the program goes on.
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

// failed ends the clock if the terminal failed.
func (w *window) failed(err error) {
	if err != nil {
		w.gone(err)
	}
}

// open opens the page, and draws the last picture.
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

// close restores the window.
func (w *window) close() error { return w.write(closes) }

func (w *window) write(codes string) error {
	_, err := io.WriteString(w.Out, codes)
	return err
}

// uncolored removes the colors from a picture, but keeps strong and inverted text.
var uncolored = strings.NewReplacer("\x1b["+warned, "\x1b["+strong, "\x1b["+urgent, "\x1b["+strong)

// show draws another picture, and rings if the bell has rung there.
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

// draw draws the picture again if the window has another size.
func (w *window) draw() {
	cols, rows := w.Size()
	if w.pic != nil && w.size != [2]int{cols, rows} {
		w.paint(new(strings.Builder))
	}
}

// paint writes b and the lines that have changed.
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
	b.WriteString("\x1b[H") // no character is left pending at the end of a line
	w.failed(w.write(b.String()))
}

// isGone reports whether the terminal is gone, noticed by a read at its end, or by a read or write that the
// system refuses.
func isGone(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, syscall.EIO) }
