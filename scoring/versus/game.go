package versus

import (
	"embed"
	"encoding/json"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
	lay "github.com/tablemate/tablemate/setup/versus"
)

var (
	name     = lang.M("versus.name", "Versus")
	whoDeals = lang.M("versus.who-deals", "Who deals?")
)

const id = "versus"

// Game is Versus, whole. The title on the scanned rulebook cannot be read, so none
// is claimed: the cards are called Versus cards, and so is the game.
var Game = scoring.Game{
	ID: id, Name: name, Least: Least, Most: Most,
	First: whoDeals, Texts: Texts, SetupTexts: lay.Texts, Handbook: handbook,
	New: New, Ask: next, Tell: tell, Lay: lay.OnPaper, Read: read, Write: write,
	Fixed: func(setup.Table) lang.Text { return fixed }, Reseat: reseat,
	Events: map[string]func(json.RawMessage) (scoring.Event, error){
		Laid{}.Kind():       scoring.As[Laid],
		Slap{}.Kind():       scoring.As[Slap],
		WrongSlap{}.Kind():  scoring.As[WrongSlap],
		Amulet{}.Kind():     scoring.As[Amulet],
		SlapStands{}.Kind(): scoring.As[SlapStands],
	},
}

//go:embed handbook/*.md
var handbook embed.FS

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "versus", Files: files}
