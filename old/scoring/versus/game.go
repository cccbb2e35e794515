package versus

import (
	"embed"
	"slices"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/versus"
)

var (
	name     = lang.Msg("versus.name", "Versus")
	whoDeals = lang.Msg("versus.who-deals", "Who deals?")
	onward   = lang.Msg("versus.onward", "Again, and {name} deals")
)

const id = "versus"

// Game is Versus. The title on the scanned rulebook cannot be read, so the game is called after its Versus cards.
var Game = scoring.Define[State](scoring.Game{
	ID: id, Name: name, MinPlayers: minPlayers, MaxPlayers: maxPlayers,
	Options: []setup.Option{setup.Checklist}, First: whoDeals, Onward: onward, Tallies: tallies, Texts: Texts, Handbook: files,
	Setup:  setup.Laying{Texts: lay.Texts, Lay: lay.OnPaper, Walk: lay.Walk},
	New:    begin,
	Events: slices.Concat(scoring.Kinds(Slap{}, WrongSlap{}), scoring.Late(Amulet{}, SlapStands{})),
	Fixed:  func(setup.Table) lang.Text { return fixed },
	Reseat: reseat, Read: read,
})

//go:embed pt-BR.json handbook/*.md
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "versus", Files: files}
