// Package tty is the keyboard and the screen: promptui behind one pair of input and output, plain lines, and the clock.
// It knows questions, and no game.
package tty

import (
	"context"
	_ "embed"
	"io"
	"os"

	"golang.org/x/term"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Keyboard is a Terminal or Lines. One goroutine uses it at a time.
type Keyboard interface {
	ask.Asker
	// PutUntil is Put, but ends with ask.Gone when ctx is done. Keys that come later go to the next question.
	PutUntil(ctx context.Context, g ask.Group, got ask.Got) error
	// PutAlone is PutUntil below a paragraph that has the screen to itself, where there is one.
	PutAlone(ctx context.Context, paragraph string, g ask.Group, got ask.Got) error
	// Say prints paragraphs above the next question. A paragraph may have lines of its own.
	Say(paragraphs ...string)
	// Show prints a paragraph like Say, and draws it anew in a window of another size.
	Show(draw Drawing)
	// Watch shows a clock until an option is chosen, which stops it, or its time is up and somebody has noticed: then
	// the option is "". Errors are those of Put. w.Clock is the clock as it is then.
	Watch(ctx context.Context, w *Countdown) (option string, err error)
	// Paint has names painted in all texts from now on, where there are colors.
	Paint(names func(string) string)
	// Skip has something done, which is no answer, at each Space where nothing is typed.
	Skip(do func())
	Width() int
	Close() error
}

// A Drawing returns a paragraph for a window of so many columns: a table, say.
type Drawing func(columns int) string

// Open returns a Keyboard for these streams: a window if both are terminals and plain is false, else plain lines.
func Open(in io.Reader, out io.Writer, l lang.Lang, plain, color bool) (Keyboard, error) {
	keys, isKeys := in.(*os.File)
	screen, isScreen := out.(*os.File)
	isKeys = isKeys && term.IsTerminal(int(keys.Fd()))
	isScreen = isScreen && term.IsTerminal(int(screen.Fd()))
	if isKeys && isScreen && !plain {
		return NewTerminal(keys, screen, l, color)
	}
	width := lineWidth
	if isScreen {
		width, _ = size(screen)
	}
	return NewLines(in, out, l, width, isKeys), nil
}

// lineWidth is the width of lines that go into a pipe.
const lineWidth = 100

// size returns the columns and rows of a window.
func size(out *os.File) (columns, rows int) {
	columns, rows, err := term.GetSize(int(out.Fd()))
	if err != nil || columns <= 0 || rows <= 0 {
		return lineWidth, 24
	}
	return max(columns, 20), max(rows, 6)
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
