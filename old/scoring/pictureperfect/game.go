package pictureperfect

import (
	"embed"
	"slices"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/pictureperfect"
)

var (
	name         = lang.Msg("pp.name-of-game", "Picture Perfect")
	auctions     = lang.Msg("pp.tag-auctions", "with auctions")
	withAuctions = lang.Msg("pp.with-auctions", "With auctions?")
	yes          = lang.Msg("pp.yes", "With auctions")
	no           = lang.Msg("pp.no", "Without auctions")
	lineAuctions = lang.Msg("pp.line-auctions", "{it}")
	onward       = lang.Msg("pp.onward", "Again, and {name} begins")
	whoBegins    = lang.Msg("pp.who-begins", "Who took the latest selfie?")
)

const id = "picture-perfect"

var options = append([]setup.Option{{
	ID: lay.Auction, Key: "a", Ask: withAuctions, Line: lineAuctions,
	Values: []setup.Value{{ID: setup.No, Text: no}, {ID: setup.Yes, Text: yes, Tag: auctions}},
}}, lay.Options...)

// Game is Picture Perfect.
var Game = scoring.Define[State](scoring.Game{
	ID: id, Name: name, MinPlayers: minPlayers, MaxPlayers: maxPlayers,
	Options: options, First: whoBegins, FirstIs: scoring.AskedFirst, Onward: onward, Texts: Texts, Handbook: files,
	Views: []scoring.View{scoring.Summary}, Tallies: tallies,
	Setup: setup.Laying{Texts: lay.Texts, Lay: lay.OnPaper, Paper: slices.Concat(options[:1], lay.Paper)},
	New:   begin,
	Events: scoring.Late(Laid{}, Turned{}, Opened{}, Offer{}, Counted{}, Photos{}, // the facts of an evening may be told after its end
		Guest{}, NoMoreGuests{}, Decorations{}, Envelopes{}, Vote{}, VoteCounts{}),
	Fixed:  func(setup.Table) lang.Text { return fixed },
	Reseat: reseat, Read: read, FromFirstVersion: fromFirstVersion,
})

// fromFirstVersion reads an event of the first version, in which ending the game meant that nobody placed the
// rest.
func fromFirstVersion(e scoring.Event) scoring.Event {
	if (e == scoring.Stop{}) {
		return NoMoreGuests{}
	}
	return e
}

//go:embed pt-BR.json handbook/*.md
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "pp", Files: files}
