package cmd

import (
	"cmp"

	"github.com/tablemate/tablemate/cmd/internal/kept"
	"github.com/tablemate/tablemate/cmd/internal/offer"
	"github.com/tablemate/tablemate/internal/lang"
)

// The file of games, and one of its games by a word.

var (
	wordID    = lang.Msg("cmd.word-id", "ID")
	wordIDs   = lang.Msg("cmd.word-ids", "ID…")
	whichKept = lang.Msg("cmd.which-kept", "the id of a game (tablemate games lists them)")
)

// newApp returns what all commands of a run are given.
func newApp(env Env, voice *lang.Localizer) *app {
	a := &app{Env: env, voice: voice}
	a.shelf.Kept = &a.kept
	a.kept = kept.File{Usual: cmp.Or(env.Getenv("TABLEMATE_DATA"), env.Home), Games: games, All: a.shelf.All, Now: env.Now, Random: env.Random, Voice: voice, Note: a.note, Progress: a.progress}
	return a
}

// shell returns what says what may be typed.
func (a *app) shell() offer.Shell { return offer.Shell{Shelf: a.shelf} }

// command returns a line that can be typed, for this folder.
func (a *app) command(words ...string) string { return a.kept.Command(words...) }
