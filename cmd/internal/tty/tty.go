// Package tty is the keyboard and the screen: promptui behind one pair of input and output, plain lines, and the
// clock. It knows questions, and no game.
package tty

import (
	"context"
	"io"
	"os"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Keyboard is a Terminal or Lines.
type Keyboard interface {
	ask.Asker
	PutUntil(ctx context.Context, g ask.Group, got ask.Got) error // ends with ask.Gone when ctx is done
	Say(paragraphs ...string)                                     // above the next question
	Watch(w Countdown) (option string, err error)                 // a running clock; "" when the time was up
	Width() int
	Close() error
}

// Countdown is what a clock on the screen needs.
type Countdown struct {
	// fields by the owner of this package: the question (ask.Question with a Watch), the timer.Clock, Save func(timer.Clock, changed bool) error, Text
}

// Open returns a Keyboard for these streams: a window if in and out are terminals and plain is false, else plain lines.
func Open(in *os.File, out io.Writer, l lang.Lang, plain, color bool) (Keyboard, error) {
	panic("unwritten")
}
