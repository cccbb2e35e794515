// Package play runs an evening at one table: it asks what happened, shows what that paid, does whatever else the table
// wants in between, and says at the end how to come back. The questions are the games' business, and the log is the
// session's; this package computes no points.
package play

import (
	"embed"
	"io"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/history"
	"github.com/tablemate/tablemate/old/cmd/internal/kept"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/timer"
)

// A Setting is the surroundings of an evening.
type Setting struct {
	Host   Host
	Phones *Sharing // the Host, if phones may come
	Store  *store.Store
	Games  []scoring.Game                          // all that the program knows
	Files  []scoring.Game                          // those in files that come with the program; ids and names only
	Own    func() []scoring.Game                   // those in the user's own files
	Shelve func(file string) (scoring.Game, error) // puts a game file on the shelf
	Out    io.Writer
	Width  func() int // of Out, in columns
	Voice  *lang.Localizer
	Ink    color.Ink // how people are marked in Out
	Now    func() time.Time
	Moment func() timer.Moment // both clocks of the machine
	Random func() uint64

	// These need a terminal that can be drawn on; nil without one.
	Copy  func(text string) // hands a text to its clipboard, which may refuse it
	Clear func()            // moves the lines printed so far out of sight

	// Named is the game played on a frame, if the command line names it; "": the table is asked.
	Named string
	// Data is the folder of games as a command line must name it; "": it need not.
	Data string
	// Trace writes down where and why the program failed, and returns the file.
	Trace func(why any, trace []byte) (file string, err error)
}

// The purpose of a game is kept with it, so that leaving before the table is complete forgets nothing.
const (
	ToPlay    = ""
	OnlyScore = "score" // it was played already
	OnlySetUp = "setup" // the table leaves once everything is laid out
)

// A Choice is a game that the table may begin.
type Choice struct {
	Game    scoring.Game // a game in a file has its ID alone until the file is read
	Named   string       // the game played on it, if it is a frame for others; "": the table is asked
	Purpose string
	kept    string // the id of a kept game that holds Game's file, or ""
}

// Command returns a command line that opens the same file of games.
func (w Setting) Command(words ...string) string { return kept.Command(w.Data, words...) }

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "play", Files: files}

// Reporter returns a maker of reports about the kept games.
func (w Setting) Reporter() history.Reporter {
	return history.Reporter{Store: w.Store, Games: w.Games, Voice: w.Voice, Now: w.Now, Kept: Colors(w.Store)}
}

// Colors returns the colors that people have. If they cannot be read, nobody has one, and the table is shown all the
// same.
func Colors(st *store.Store) color.Kept {
	all, err := st.People.Colors()
	if err != nil {
		return color.Kept{}
	}
	return all
}
