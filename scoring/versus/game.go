package versus

import (
	"embed"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
	lay "github.com/tablemate/tablemate/setup/versus"
)

var (
	name     = lang.Msg("versus.name", "Versus")
	whoDeals = lang.Msg("versus.who-deals", "Who deals?")
	onward   = lang.Msg("versus.onward", "Again, and {name} deals")
)

const id = "versus"

// Game is Versus, whole. The title on the scanned rulebook cannot be read, so none
// is claimed: the cards are called Versus cards, and so is the game.
var Game = scoring.Define(scoring.Game{
	ID: id, Name: name, MinPlayers: MinPlayers, MaxPlayers: MaxPlayers,
	Options: []setup.Option{setup.Checklist}, First: whoDeals, Onward: onward, Texts: Texts, SetupTexts: lay.Texts, Handbook: handbook,
	Lay: lay.OnPaper, Read: read, Reseat: reseat,
	Fixed:   func(setup.Table) lang.Text { return fixed },
	Tallies: tallies,
	Events:  scoring.Kinds(Laid{}, Slap{}, WrongSlap{}, Amulet{}, SlapStands{}),
}, scoring.Rules[State]{New: New, Ask: State.next, Tell: State.tell, Where: State.where, OnTable: State.statusLines, Count: State.tallied, Write: State.write})

//go:embed handbook/*.md
var handbook embed.FS

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "versus", Files: files}
