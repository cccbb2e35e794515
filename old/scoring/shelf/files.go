package shelf

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/internal/sheet"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/counted"
	"github.com/tablemate/tablemate/old/scoring/pad"
	"github.com/tablemate/tablemate/old/setup"
)

// Games from files. No file is opened before it is needed.

// With returns Games that also find games in files by ID: first those that are shipped, then those that own finds. The error of own is
// scoring.ErrUnknown for an unknown ID.
func With(own func(id string) (scoring.Game, error)) []scoring.Game { return framed(own, Games) }

// none finds nothing.
func none(string) (scoring.Game, error) { return scoring.Game{}, scoring.ErrUnknown }

// framed returns the games in Go, with Files in the one that is a frame for others.
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

// File returns the file of a shipped game, exactly as written, and false if there is none.
func File(id string) (file string, there bool) { return counted.Shipped(id) }

// Read returns the game in a file.
func Read(file string) (scoring.Game, error) { return whole(counted.Read([]byte(file))) }

// whole returns the game in a file, together with the file.
func whole(f *counted.File, wrong *scoring.Fault) (scoring.Game, error) {
	if wrong != nil {
		return scoring.Game{}, wrong
	}
	g := f.Game()
	g.Files.Own = f.Text
	return g, nil
}

// Shipped lists the games from files that come with the program; everything else about them is in their files.
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

// Texts holds the translations that all games from files share.
var Texts = counted.Texts
