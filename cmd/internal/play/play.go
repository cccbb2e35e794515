// Package play is an evening at one table: it asks what happened, shows what that paid,
// serves whatever else the table wants in between, and its last line says how to come
// back. The questions are the games' business, the log is the session's; it computes no
// points.
package play

import (
	"embed"
	"io"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/kept"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/timer"
)

// A Setting is what an evening finds where it is played.
type Setting struct {
	Host   Host
	Phones *Sharing // Host, where phones may come
	Store  *store.Store
	Games  []scoring.Game                          // all that are known
	Files  []scoring.Game                          // those of files that come with the program, by their ids and names
	Own    func() []scoring.Game                   // those of the files of the person who plays here
	Shelve func(file string) (scoring.Game, error) // puts a game file on the shelf
	Out    io.Writer
	Width  func() int // of Out, in columns
	Voice  *lang.Localizer
	Ink    color.Ink // how people are marked in Out
	Now    func() time.Time
	Moment func() timer.Moment // both clocks of the machine
	Random func() uint64

	// What a terminal does that is drawn on; nil where none is.
	Copy  func(text string) // hands a text to its clipboard, if it takes it
	Clear func()            // moves out of sight what was printed

	// Named is what is played on a game that is a frame for others, where the command line says so; "": it is asked.
	Named string
	// Data is the folder of games as a command line has to name it; "": it need not.
	Data string
	// Trace writes down where and why the program failed, and returns the file.
	Trace func(why any, trace []byte) (file string, err error)
}

// What a game is begun for: kept with it, so that leaving before the table is complete
// forgets nothing.
const (
	ToPlay    = ""
	OnlyScore = "score" // it was played already
	OnlySetUp = "setup" // the table leaves once all is laid out
)

// A Choice is a game that the table may want to begin.
type Choice struct {
	Game    scoring.Game // one of a file has its ID alone, until its file is read
	Named   string       // the game played on it, where it is a frame for others; "": that is asked
	Purpose string
	kept    string // the id of a kept game that holds the file of Game; "": none is known
}

// Command returns a command line that opens the same file of games.
func (w Setting) Command(words ...string) string { return kept.Command(w.Data, words...) }

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "play", Files: files}

// Colors returns those that people have. What cannot be read is nobody's, and keeps no table from being shown.
func Colors(st *store.Store) color.Kept {
	all, err := st.People.Colors()
	if err != nil {
		return color.Kept{}
	}
	return all
}
