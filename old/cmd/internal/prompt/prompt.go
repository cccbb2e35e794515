// Package prompt puts questions to the table and returns the answers, at a terminal or on plain lines. It knows
// no game and stores nothing; only one line per answer stays on the screen.
//
// Promptui draws the questions at a terminal because the person who ordered this program asked for it. Its last
// release is from 2021, so it does little here: it draws frames in one place (promptui.go), while keys,
// editing, wrapping and signals are handled elsewhere.
package prompt

import (
	"embed"
	"errors"
	"fmt"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// ErrInterrupt means Ctrl-C. It is an ask.ErrQuit too.
var ErrInterrupt = fmt.Errorf("prompt: interrupted: %w", ask.ErrQuit)

// errKind means that a question has no line and no list: clocks and draws are answered before they get here.
var errKind = errors.New("prompt: a question of an unknown kind")

// A Signaled is a signal that ended the program. It is an ask.ErrQuit too.
type Signaled struct {
	Name   string // "terminated", "hangup" …
	Number int
}

func (s *Signaled) Error() string { return "prompt: " + s.Name }

// Unwrap makes a signal an ask.ErrQuit.
func (s *Signaled) Unwrap() error { return ask.ErrQuit }

// ExitCode returns the exit code after Ctrl-C (130) or a signal (128 plus its number). ok is false for any
// other error.
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
