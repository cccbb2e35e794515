package pictureperfect

import (
	"embed"
	"encoding/json"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
	lay "github.com/tablemate/tablemate/setup/pictureperfect"
)

var (
	name         = lang.M("pp.name-of-game", "Picture Perfect")
	withAuctions = lang.M("pp.with-auctions", "With auctions?")
	yes          = lang.M("pp.yes", "Yes")
	no           = lang.M("pp.no", "No")
	whoBegins    = lang.M("pp.who-begins", "Who took the latest selfie?")
)

const id = "picture-perfect"

// Game is Picture Perfect, whole.
var Game = scoring.Game{
	ID: id, Name: name, Least: 2, Most: 6,
	Options: []setup.Option{{ID: lay.Auction, Ask: withAuctions, Values: []setup.Value{{ID: setup.No, Text: no}, {ID: setup.Yes, Text: yes}}, Lays: true}},
	First:   whoBegins, Texts: Texts, SetupTexts: lay.Texts, Handbook: handbook,
	Views: []scoring.View{scoring.Glance},
	New:   New, Ask: next, Tell: tell, Draws: true, Lay: lay.OnPaper, Read: read, Write: write, FromFirstVersion: fromFirstVersion,
	Fixed: func(setup.Table) lang.Text { return fixed }, Between: between, Reseat: reseat,
	Events: map[string]func(json.RawMessage) (scoring.Event, error){
		Laid{}.Kind():         scoring.As[Laid],
		Turned{}.Kind():       scoring.As[Turned],
		Opened{}.Kind():       scoring.As[Opened],
		Offer{}.Kind():        scoring.As[Offer],
		Counted{}.Kind():      scoring.As[Counted],
		Photos{}.Kind():       scoring.As[Photos],
		Guest{}.Kind():        scoring.As[Guest],
		Decorations{}.Kind():  scoring.As[Decorations],
		Envelopes{}.Kind():    scoring.As[Envelopes],
		Vote{}.Kind():         scoring.As[Vote],
		NoMoreGuests{}.Kind(): scoring.As[NoMoreGuests],
	},
}

// fromFirstVersion: the table's word that the game ends here once meant that nobody
// placed the rest, whoever gave it.
func fromFirstVersion(e scoring.Event) scoring.Event {
	if (e == scoring.Stop{}) {
		return NoMoreGuests{}
	}
	return e
}

//go:embed handbook/*.md
var handbook embed.FS

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "pp", Files: files}
