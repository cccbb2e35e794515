package scoring

import (
	"encoding/json"
	"errors"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/setup"
)

// Games that lie in files. A log of one holds the file itself, so it is read from there, and what lists say of it
// from its name, which is kept beside the choices.

// Files is how games come of files. A game of one has Own; the frame for all of them has the rest.
type Files struct {
	Own  string                              // the file that it is of, whole
	Read func(file string) (Game, error)     // the game of a file, as it is kept; nil: this game is no frame for others
	In   func(sheet.Item) Game               // the game of a file that stands in a sheet; a fault is reported to the item
	Of   func(setup.Table) string            // the file of what a table of this frame agreed on
	Find func(id string) (g Game, err error) // of a file on the shelf; the error is ErrNoFile, or what is wrong with it
}

// NameOfFile is the key among the choices that are kept of a game of a file, beside the log: its name, as JSON of a Text.
const NameOfFile = "game"

// filed returns how games come of files.
func filed(games []Game) (f Files, there bool) {
	for _, g := range games {
		if g.Files.Read != nil {
			return g.Files, true
		}
	}
	return f, false
}

// OfFile returns the game of a file, as it is kept.
func OfFile(games []Game, file string) (Game, error) {
	if f, there := filed(games); there {
		return f.Read(file)
	}
	return Game{}, ErrUnknown
}

// OnShelf returns the game with an ID: one of these, or one whose file lies on the shelf. The error is ErrUnknown, or what is
// wrong with its file.
func OnShelf(games []Game, id string) (Game, error) {
	if g, known := GameOf(games, id); known {
		return g, nil
	}
	if f, there := filed(games); there {
		return f.Find(id)
	}
	return Game{}, ErrUnknown
}

// Listed returns what lists say of the game with an ID, by the choices that are kept beside a log of it: a game of a file has
// its ID and its name alone. false: nothing is known of it.
func Listed(games []Game, id string, choices map[string]string) (Game, bool) {
	if g, known := GameOf(games, id); known {
		return g, true
	}
	g := Game{ID: id, Name: lang.Literal(id)}
	name, there := choices[NameOfFile]
	return g, there && json.Unmarshal([]byte(name), &g.Name) == nil
}

// File returns the file of what is played at a table; "" where the game is one in Go.
func (g Game) File(t setup.Table) string {
	if g.Files.Of != nil {
		return g.Files.Of(t)
	}
	return g.Files.Own
}

// Kept returns the choices of a table as they are kept beside its log.
func (g Game) Kept(choices map[string]string) map[string]string {
	if g.Files.Own == "" {
		return choices
	}
	name, _ := json.Marshal(g.Name) // of texts, which cannot fail
	out := map[string]string{NameOfFile: string(name)}
	for id, it := range choices {
		out[id] = it
	}
	return out
}

// readGame reads which game a sheet is of.
func readGame(o *sheet.Object, games []Game) (g Game) {
	id := o.Get("game")
	g, known := GameOf(games, id.Text())
	if o.Err() != nil || known {
		return g
	}
	f, there := filed(games)
	if it, own := o.Maybe("game_file"); there && own {
		g = f.In(it)
		if o.Err() == nil && g.ID != id.Text() {
			it.Fail(otherGame.With("it", g.ID, "game", id.Text()), "id")
		}
		return g
	}
	g, err := OnShelf(games, id.Text())
	var wrong *fault.Fault
	if errors.As(err, &wrong) {
		id.Fail(wrong.Text())
	} else if err != nil {
		ids := make([]string, len(games))
		for i, g := range games {
			ids[i] = g.ID
		}
		id.OneOf(ids...)
	}
	return g
}

var otherGame = lang.Msg("scoring.other-game", "the file is for “{it}”, but the sheet is for “{game}”")
