package play

import (
	"errors"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/internal/ask"
)

// errLeft means that the table left by a menu.
var errLeft = errors.New("play: the table left")

// errNext means that the table goes on to another game.
var errNext = errors.New("play: the next game")

// An outcome is where the table wants to go after something was asked or done.
type outcome int

const (
	stays     outcome = iota // nowhere: it answered, or somebody came and is asked about next
	goesBack                 // to the question before
	goesOn                   // to where the game is now
	opensMenu                // to the menu, or to one of its commands
	goesNext                 // to another game
	leaves                   // away by the menu
	ends                     // out of the program: Ctrl-C, the end of the input, a question that was put away
	fails                    // nowhere, as something could not be done
)

// follow reads an error as the table's wish. The error that it returns is nil where the wish is all that there is to know;
// callers that do not follow the wish return its error.
func follow(err error) (outcome, error) {
	move, moves := err.(ask.Move)
	switch {
	case err == nil, move == phones.Newcomer:
		return stays, nil
	case err == errLeft:
		return leaves, nil
	case err == errNext:
		return goesNext, nil
	case move == ask.Back:
		return goesBack, nil
	case move == ask.Now:
		return goesOn, nil
	case moves && strings.HasPrefix(string(move), "?"):
		return opensMenu, nil
	case moves:
		return ends, err
	}
	return fails, err
}

// unlessBack returns nil in place of the wish to go back or on: the question that was left stands there again by itself.
func unlessBack(err error) error {
	if to, _ := follow(err); to == goesBack || to == goesOn {
		return nil
	}
	return err
}

// unlessLeft returns nil in place of the error of a run that ended as the table wished.
func unlessLeft(err error) error {
	if to, _ := follow(err); to == goesBack || to == goesOn || to == leaves {
		return nil
	}
	return err
}

// wordOf returns the word of the menu in a move, "" for the menu itself.
func wordOf(err error) string {
	move, _ := err.(ask.Move)
	return strings.TrimSpace(strings.TrimPrefix(string(move), "?"))
}
