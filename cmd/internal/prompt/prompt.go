// Package prompt is how a question reaches the table and an answer comes back:
// at a terminal or on plain lines. It knows no game and keeps nothing: the answer
// is returned, and only its own line stays on the screen.
//
// Promptui draws the questions at a terminal by contract: the person who asked for
// this program named it. It has had no release since 2021, so little rests on it: it
// makes frames in one place (promptui.go), and keys, editing, wrapping and signals are
// not its own.
package prompt

import (
	"embed"
	"errors"
	"fmt"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// ErrInterrupt is Ctrl-C. It is an ask.ErrQuit too.
var ErrInterrupt = fmt.Errorf("prompt: interrupted: %w", ask.ErrQuit)

// errKind is a question that is neither a line nor a list: clocks and draws are answered before they come here.
var errKind = errors.New("prompt: a question of an unknown kind")

// A Signaled is a signal that ended the program while it waited or worked. It is
// an ask.ErrQuit too.
type Signaled struct {
	Name   string // "terminated", "hangup" …
	Number int
}

func (s *Signaled) Error() string { return "prompt: " + s.Name }

// Unwrap says that the table left.
func (s *Signaled) Unwrap() error { return ask.ErrQuit }

// ExitCode returns the code with which a program ends after Ctrl-C or a signal: 128
// and the signal's number, 130 for Ctrl-C. ok is false for any other error.
func ExitCode(err error) (code int, ok bool) {
	var s *Signaled
	switch {
	case errors.As(err, &s):
		return 128 + s.Number, true
	case errors.Is(err, ErrInterrupt):
		return 130, true
	}
	return 0, false
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "prompt", Files: files}
