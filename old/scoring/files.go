package scoring

import (
	"encoding/json"
	"errors"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/internal/sheet"
	"github.com/tablemate/tablemate/old/setup"
)

// Games that are described in files. The log of such a game holds its file, so the game is read from there. Lists take
// its name from the choices beside the log.

// Files connects a game with game files. A game that is read from one has Own; the frame for all of them has the rest.
type Files struct {
	Own  string                              // the whole file of this game
	Read func(file string) (Game, error)     // reads a stored file; nil if this game is not a frame for others
	In   func(sheet.Item) Game               // reads the file inside a sheet and reports faults to the item
	Of   func(setup.Table) string            // writes the file of what a table of this frame agreed on
	Find func(id string) (g Game, err error) // finds a game on the shelf; the error is ErrUnknown, or the fault in its file
}

// NameOfFile is the key of the game's name among the stored choices of a game from a file: JSON of a Text.
const NameOfFile = "game"

// filed returns the Files of the frame among the games.
func filed(games []Game) (f Files, there bool) {
	for _, g := range games {
		if g.Files.Read != nil {
			return g.Files, true
		}
	}
	return f, false
}

// OfFile reads the game in a stored file.
func OfFile(games []Game, file string) (Game, error) {
	if f, there := filed(games); there {
		return f.Read(file)
	}
	return Game{}, ErrUnknown
}

// OnShelf returns the game with an ID, among these or on the shelf. The error is ErrUnknown, or the fault in its file.
func OnShelf(games []Game, id string) (Game, error) {
	if g, known := GameOf(games, id); known {
		return g, nil
	}
	if f, there := filed(games); there {
		return f.Find(id)
	}
	return Game{}, ErrUnknown
}

// Listed returns the game with an ID as lists show it, from the choices stored beside its log: a game from a file has only
// its ID and name. It returns false if nothing is known of the game.
func Listed(games []Game, id string, choices map[string]string) (Game, bool) {
	if g, known := GameOf(games, id); known {
		return g, true
	}
	g := Game{ID: id, Name: lang.Literal(id)}
	name, there := choices[NameOfFile]
	return g, there && json.Unmarshal([]byte(name), &g.Name) == nil
}

// File returns the game file of what is played at a table; "" if the game is written in Go.
func (g Game) File(t setup.Table) string {
	if g.Files.Of != nil {
		return g.Files.Of(t)
	}
	return g.Files.Own
}

// Kept returns the choices of a table as they are stored beside its log.
func (g Game) Kept(choices map[string]string) map[string]string {
	if g.Files.Own == "" {
		return choices
	}
	name, _ := json.Marshal(g.Name) // marshaling texts cannot fail
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
