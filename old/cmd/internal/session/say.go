package session

import (
	"embed"
	"errors"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "session", Files: files}

var (
	sayUnwritten = lang.Msg("session.unwritten", "{why} Nothing is lost: please answer once more.")
	sayTable     = lang.Msg("session.the-table", "The table: {names}")
	sayChoice    = lang.Msg("session.choice", "{question} {answer}")
	sayRead      = lang.Msg("session.read", "There is no question here. Press Enter to continue.")
	sayNewer     = lang.Msg("session.newer", "The file of games needs a newer tablemate: it has version {version}, and this one reads up to version {known}. It was left as it is.")
	sayMoved     = lang.Msg("session.moved", "Another window went on with this game; this is how it stands now.")
	sayUnsure    = lang.Msg("session.unsure", "The file of games cannot be used: {why}.")
)

// sentinelTexts has the table's sentence for each sentinel; the first match counts.
var sentinelTexts = []struct {
	err error
	say lang.Text
}{
	{ErrMoved, sayMoved},
	{errNothing, lang.Msg("session.nothing", "There is nothing to undo or redo.")},
	{errGone, lang.Msg("session.gone", "That is no longer there.")},
	{errTable, lang.Msg("session.table", "The table itself can be corrected, but not removed.")},
	{ErrFirst, lang.Msg("session.first", "This is where the game began.")},
	{ErrHalf, lang.Msg("session.half", "This is still unfinished.")},
	{scoring.ErrUnknown, lang.Msg("session.unknown", "A newer tablemate wrote this game, and only that one can read it.")},
	{store.ErrMoved, sayMoved},
	{store.ErrNone, lang.Msg("session.none", "There is no such game.")},
	{store.ErrPlayed, lang.Msg("session.played", "This game has been played, and is kept.")},
	{store.ErrFull, lang.Msg("session.full", "The disk is full: please make some room.")},
	{store.ErrReadOnly, lang.Msg("session.read-only", "The file of games, or its folder, cannot be written to.")},
	{store.ErrBusy, lang.Msg("session.busy", "Another window is using the file of games.")},
	{store.ErrDamaged, lang.Msg("session.damaged", "The file of games is damaged. It was left as it is.")},
	{store.ErrForeign, lang.Msg("session.foreign", "This file is not one of tablemate's. It was left as it is.")},
}

// Explain returns the sentence for an error of a session or of the store.
func Explain(err error) lang.Text {
	var fault *fault.Fault
	var newer *store.Newer
	switch {
	case errors.As(err, &fault):
		return fault.Text()
	case errors.As(err, &newer):
		return sayNewer.With("version", newer.Version, "known", newer.Known)
	}
	for _, t := range sentinelTexts {
		if errors.Is(err, t.err) {
			return t.say
		}
	}
	return sayUnsure.With("why", err.Error())
}
