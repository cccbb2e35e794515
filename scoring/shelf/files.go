package shelf

import (
	"slices"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/counted"
	"github.com/tablemate/tablemate/scoring/pad"
	"github.com/tablemate/tablemate/setup"
)

// Games of files: no file is opened before somebody asks for it.

// With returns Games that find those of files by their ids as well: the shipped ones, and then what own finds, whose error is
// scoring.ErrUnknown where there is none.
func With(own func(id string) (scoring.Game, error)) []scoring.Game { return framed(own, Games) }

// none finds nothing.
func none(string) (scoring.Game, error) { return scoring.Game{}, scoring.ErrUnknown }

// framed returns games in Go of which the frame for others knows those of files.
func framed(own func(id string) (scoring.Game, error), games []scoring.Game) []scoring.Game {
	games = slices.Clone(games)
	for i, g := range games {
		if g.Called == nil {
			continue
		}
		games[i].Files = scoring.Files{
			Read: func(file string) (scoring.Game, error) { return whole(counted.Kept([]byte(file))) },
			Of: func(t setup.Table) string {
				return pad.Shelved(t, func(name string) string { return idOf(name, games) })
			},
			In: func(it sheet.Item) scoring.Game { g, _ := whole(counted.ReadIn(it), nil); return g },
			Find: func(id string) (scoring.Game, error) {
				if file, there := counted.Shipped(id); there {
					return Read(file)
				}
				return own(id)
			},
		}
	}
	return games
}

// File returns the file of a game that comes with the program, as it is written, and whether there is one.
func File(id string) (file string, there bool) { return counted.Shipped(id) }

// Read returns the game of a file.
func Read(file string) (scoring.Game, error) { return whole(counted.Read([]byte(file))) }

// whole returns the game of a file, with the file.
func whole(f *counted.File, wrong *scoring.Fault) (scoring.Game, error) {
	if wrong != nil {
		return scoring.Game{}, wrong
	}
	g := f.Game()
	g.Files.Own = f.Text
	return g, nil
}

// Shipped are the games of files that come with the program, by their ids; what else there is to them stands in their files.
var Shipped = []scoring.Game{
	{ID: "azul", Name: lang.Literal("Azul")},
	{ID: "carcassonne", Name: lang.Literal("Carcassonne")},
	{ID: "cascadia", Name: lang.Literal("Cascadia")},
	{ID: "catan", Name: lang.Literal("Catan")},
	{ID: "hearts", Name: lang.Of(map[string]string{"en": "Hearts", "pt-BR": "Copas"})},
	{ID: "kingdomino", Name: lang.Literal("Kingdomino")},
	{ID: "seven-wonders", Name: lang.Literal("7 Wonders")},
	{ID: "skyjo", Name: lang.Literal("Skyjo")},
	{ID: "sushi-go", Name: lang.Literal("Sushi Go!")},
	{ID: "ticket-to-ride", Name: lang.Literal("Ticket to Ride")},
	{ID: "wingspan", Name: lang.Literal("Wingspan")},
	{ID: "wizard", Name: lang.Literal("Wizard")},
}

// Texts are the translations of what all games of files say.
var Texts = counted.Texts
