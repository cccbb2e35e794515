package spyfall

import (
	"embed"
	"strconv"
	"time"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/spyfall"
	"github.com/tablemate/tablemate/old/timer"
)

var (
	name         = lang.Msg("spyfall.name", "Spyfall")
	onward       = lang.Msg("spyfall.onward", "Again, and {name} begins")
	mostSuspect  = lang.Msg("spyfall.most-suspicious", "Who looks most suspicious, and deals first?")
	howMany      = lang.Msg("spyfall.how-many-rounds", "How many rounds?")
	howLong      = lang.Msg("spyfall.how-long", "How many minutes does a round last?")
	anyLength    = lang.Msg("spyfall.any-length", "Any length: 8, 7:30, 90s, 8m30s.")
	atTimeUp     = lang.Msg("spyfall.at-time-up", "What happens when time is up?")
	byVotes      = lang.Msg("spyfall.by-votes", "everybody names a suspect (Brazilian edition)")
	byAccusation = lang.Msg("spyfall.by-accusations", "people accuse one after the other (English edition)")
	whichCards   = lang.Msg("spyfall.which-cards", "Which cards do you play with?")
	printedCards = lang.Msg("spyfall.printed-cards", "the printed cards in the box")
	lineRounds   = lang.Plural("spyfall.line-rounds", "{n} round", "{n} rounds")
	lineLong     = lang.Msg("spyfall.line-minutes", "Minutes a round: {it}")
	lineTimeUp   = lang.Msg("spyfall.line-time-up", "When time is up: {it}")
	lineCards    = lang.Msg("spyfall.line-cards", "Cards: {it}")
	onPhones     = lang.Msg("spyfall.on-phones", "none, the phones show everybody theirs")
)

const id = "spyfall"

var toAgree = []setup.Option{
	{ID: lay.Rounds, Key: "r", Ask: howMany, Line: lineRounds, Lo: 1, Hi: lay.Bags, Default: lay.DefaultRounds},
	{
		ID: lay.Minutes, Key: "m", Ask: howLong, Line: lineLong, Typed: &setup.Typed{Usual: strconv.Itoa(lay.DefaultMinutes), How: anyLength, Read: readLength},
		Applies: func(t setup.Table) bool { return !t.Played() }, // a game that was played already needs no clock
	},
	{ID: lay.TimeUp, Key: "e", Ask: atTimeUp, Line: lineTimeUp, Values: []setup.Value{{ID: lay.Votes, Text: byVotes}, {ID: lay.Accusations, Text: byAccusation}}},
	{
		ID: lay.Cards, Key: "c", Ask: whichCards, Line: lineCards, Values: []setup.Value{{ID: lay.Printed, Text: printedCards}, {ID: lay.OnPhones, Text: onPhones}}, OnPhones: true,
		Applies: func(t setup.Table) bool { return !t.Played() },
	},
	setup.Checklist,
}

// readLength returns the length of a round as it is stored, however it was typed: minutes, or minutes and seconds.
// It refuses anything that is not a length.
func readLength(typed string) (string, *fault.Fault) {
	kept := typed
	if d, ok := timer.Read(typed); ok {
		d = d.Truncate(time.Second)
		kept = lay.Face(d)
		if d%time.Minute == 0 {
			kept = strconv.Itoa(int(d / time.Minute))
		}
	}
	if _, wrong := lay.Clock(setup.Table{Choices: map[string]string{lay.Minutes: kept}}); wrong != nil {
		_, wrong = lay.Clock(setup.Table{Choices: map[string]string{lay.Minutes: typed}})
		return "", fault.New(wrong.Say)
	}
	return kept, nil
}

// Game is Spyfall.
var Game = scoring.Define[State](scoring.Game{
	ID: id, Name: name, MinPlayers: minPlayers, MaxPlayers: maxPlayers,
	Options: toAgree, First: mostSuspect, Onward: onward, Texts: Texts, Handbook: files,
	Views: []scoring.View{scoring.Reasons, scoring.Summary}, Tallies: tallies,
	Setup:  setup.Laying{Texts: lay.Texts, Lay: lay.OnPaper, Paper: toAgree[:2], Walk: lay.Walk},
	New:    begin,
	Events: scoring.Kinds(Deal{}, Accusation{}, Ending{}),
	Longer: longer, Reseat: reseat, Read: read,
})

//go:embed pt-BR.json handbook/*.md
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "spyfall", Files: files}

var oneMoreRound = lang.Msg("spyfall.one-more-round", "Play on: one more round")

// longer offers one more round, as long as there is a bag for it.
func longer(t setup.Table) (lang.Text, setup.Table) {
	n := t.Int(lay.Rounds, lay.DefaultRounds)
	if n >= lay.Bags {
		return lang.Text{}, t
	}
	return oneMoreRound, t.With(lay.Rounds, strconv.Itoa(n+1))
}
