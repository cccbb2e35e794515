// Package dixit implements Dixit Odyssey: the base game for 3 to 12 with the second vote from seven players on,
// Dixit Party and Team Dixit; its questions, its points and its score sheet. It never judges a clue, and knows a
// card by its number only.
package dixit

import (
	"embed"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/internal/sheet"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/dixit"
)

// The IDs of what a table may agree on. The first four stand in the score sheet; the other two only say how the
// table likes to answer.
const (
	Mode       = "mode"            // lay.Base, lay.Party, lay.Team
	Target     = "target"          // points that end the base game, at least 1
	Laps       = "laps"            // how often everybody tells in Party and Team, at least 1
	SingleVote = "lone_vote_bonus" // Always or UnlessAllFound
	Secret     = "secret"          // setup.Yes: everybody votes alone, in secret
	Order      = "order"           // VotesFirst or OwnersFirst
)

// The choices for SingleVote and Order, the default first.
const (
	Always         = "always"
	UnlessAllFound = "unless_all_found"
	VotesFirst     = "votes"
	OwnersFirst    = "owners"
)

const gameID = "dixit"

// DefaultTarget is where the score track ends (Fim da Partida).
const DefaultTarget = 30

var (
	boxName = lang.Msg("dixit.name", "Dixit Odyssey")
	first   = lang.Msg("dixit.first", "Who thought of a clue first?")

	askMode    = lang.Msg("dixit.ask-mode", "Which way do you play?")
	modeBase   = lang.Msg("dixit.mode-base", "The base game: guess the storyteller's card")
	modeParty  = lang.Msg("dixit.mode-party", "Dixit Party: vote for the most popular card")
	modeTeam   = lang.Msg("dixit.mode-team", "Team Dixit: the base game in pairs")
	tagParty   = lang.Msg("dixit.tag-party", "Party")
	tagTeam    = lang.Msg("dixit.tag-team", "Team")
	askTarget  = lang.Msg("dixit.ask-target", "How many points end the game?")
	askLaps    = lang.Msg("dixit.ask-laps", "How many times is everybody the storyteller?")
	askLone    = lang.Msg("dixit.ask-lone", "Everybody found the card: is a single correct vote still worth 1 point more?")
	loneAlways = lang.Msg("dixit.lone-always", "always, as the rulebook has it")
	lineMode   = lang.Msg("dixit.line-mode", "{it}")
	lineTarget = lang.Msg("dixit.line-target", "To {n} points")
	lineLaps   = lang.Plural("dixit.line-laps", "Everybody is the storyteller once", "Everybody is the storyteller {n} times")
	lineLone   = lang.Msg("dixit.line-lone", "A point more for a single correct vote: {it}")
	lineSecret = lang.Msg("dixit.line-secret", "Votes: {it}")
	lineOrder  = lang.Msg("dixit.line-order", "First {it}")
	loneUnless = lang.Msg("dixit.lone-unless", "only when somebody missed the card")
	askSecret  = lang.Msg("dixit.ask-secret", "How are the votes given?")
	aloud      = lang.Msg("dixit.aloud", "all at once, with the boards on the table")
	inSecret   = lang.Msg("dixit.in-secret", "in secret, everybody by themselves")
	askOrder   = lang.Msg("dixit.ask-order", "What comes first?")
	votesFirst = lang.Msg("dixit.votes-first", "the votes, then who played the cards that got them")
	ownerFirst = lang.Msg("dixit.owners-first", "who played which card, then the votes")
)

var modes = []setup.Value{{ID: lay.Base, Text: modeBase}, {ID: lay.Party, Text: modeParty, Tag: tagParty}, {ID: lay.Team, Text: modeTeam, Tag: tagTeam}}

// modesFor returns the modes that a table can play.
func modesFor(t setup.Table) []setup.Value {
	return slices.DeleteFunc(slices.Clone(modes), func(v setup.Value) bool { return !lay.Fits(v.ID, len(t.Players)) })
}

// Options in the order of the screen on which the table agrees. Below six people there is no choice of a mode.
var options = []setup.Option{
	{
		ID: Mode, Key: "m", Ask: askMode, Line: lineMode, Values: modes, Among: modesFor,
		Applies: func(t setup.Table) bool { return len(modesFor(t)) > 1 },
	},
	{
		ID: Target, Key: "t", Ask: askTarget, Line: lineTarget, Lo: 1, Hi: 100, Default: DefaultTarget,
		Applies: func(t setup.Table) bool { return lay.Mode(t) == lay.Base },
	},
	{
		ID: Laps, Key: "r", Ask: askLaps, Line: lineLaps, Lo: 1, Hi: 9, Default: 1,
		Applies: func(t setup.Table) bool { return lay.Mode(t) != lay.Base },
	},
	{
		ID: SingleVote, Key: "u", Ask: askLone, Line: lineLone, Applies: lay.TwoVotes,
		Values: []setup.Value{{ID: Always, Text: loneAlways}, {ID: UnlessAllFound, Text: loneUnless}},
	},
	{
		ID: Secret, Key: "v", Ask: askSecret, Line: lineSecret, Shared: setup.Yes,
		Values: []setup.Value{{ID: setup.No, Text: aloud}, {ID: setup.Yes, Text: inSecret}},
	},
	{
		ID: Order, Key: "o", Ask: askOrder, Line: lineOrder, Shared: OwnersFirst,
		Values:  []setup.Value{{ID: VotesFirst, Text: votesFirst}, {ID: OwnersFirst, Text: ownerFirst}},
		Applies: func(t setup.Table) bool { return lay.Mode(t) != lay.Party },
	},
	setup.Checklist,
}

// Game is Dixit Odyssey.
var Game = scoring.Define[State](scoring.Game{
	ID: gameID, Name: boxName, MinPlayers: lay.MinPlayers, MaxPlayers: lay.MaxPlayers,
	Options: options, First: first, FirstIs: scoring.AskedLater, Texts: Texts, Handbook: files,
	Views: []scoring.View{scoring.Reasons, scoring.Track, scoring.Chart}, Tallies: tallies,
	Setup:  setup.Laying{Texts: lay.Texts, Lay: lay.OnPaper, Paper: options[:1], Walk: lay.Walk},
	New:    begin,
	Events: scoring.Kinds(Turn{}),
	Seat:   lay.Pair, Longer: longer, Fixed: fixed, Reseat: reseat, Read: read,
})

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "dixit", Files: files}

//go:embed pt-BR.json handbook/*.md
var files embed.FS

// begin seats the table. It refuses a mode that does not fit the number of players, teams that are not pairs, and
// choices out of range; the path of the *Fault is that of a sheet: "mode", "players", "teams[1].players[0]",
// "target", "laps", "lone_vote_bonus".
func begin(t setup.Table) (scoring.State, error) {
	s := State{mode: lay.Mode(t), bonus: t.Choice(SingleVote, Always)}
	if f := check(t); f != nil {
		return nil, f
	}
	var f *scoring.Fault
	s.target, f = number(t, Target, DefaultTarget)
	if f != nil {
		return nil, f
	}
	s.laps, f = number(t, Laps, 1)
	if f != nil {
		return nil, f
	}
	s.rows, s.rowOf = slices.Clone(t.Players), make([]int, len(t.Players))
	for seat := range s.rowOf {
		s.rowOf[seat] = seat
	}
	if s.mode == lay.Team {
		s.rows = nil
		for i, team := range t.Teams {
			s.rows = append(s.rows, team.Name)
			for _, seat := range team.Seats {
				s.rowOf[seat] = i
			}
		}
	}
	s.totals = make([]int, len(s.rows))
	return s, nil
}

var (
	badNumber = lang.Msg("dixit.bad-number", "“{it}” is not a whole number from 1 to {most}")
	badBonus  = lang.Msg("dixit.bad-bonus", "“{it}” is neither always nor unless_all_found")
)

func check(t setup.Table) *scoring.Fault {
	if f := lay.Check(t); f != nil {
		return f
	}
	if f := lay.CheckTeams(t); f != nil {
		return f
	}
	if b := t.Choice(SingleVote, Always); b != Always && b != UnlessAllFound {
		return fault.New(badBonus.With("it", b), SingleVote)
	}
	return nil
}

// number returns a choice that is a whole number of at least 1.
func number(t setup.Table, id string, usual int) (int, *scoring.Fault) {
	if _, chosen := t.Choices[id]; !chosen {
		return usual, nil
	}
	n := t.Int(id, 0)
	if n < 1 || n > sheet.MaxInt {
		return 0, fault.New(badNumber.With("it", t.Choices[id], "most", sheet.MaxInt), id)
	}
	return n, nil
}

// more is how many points a table adds to the target when it plays on.
const more = 10

var (
	morePoints = lang.Plural("dixit.more-points", "Play on: {n} point more", "Play on: {n} points more")
	oneMoreLap = lang.Msg("dixit.one-more-lap", "Play on: one more lap")
)

// longer offers ten more points, or one more lap in Party and Team.
func longer(t setup.Table) (lang.Text, setup.Table) {
	if lay.Mode(t) == lay.Base {
		return morePoints.With("n", more), t.With(Target, strconv.Itoa(t.Int(Target, DefaultTarget)+more))
	}
	return oneMoreLap, t.With(Laps, strconv.Itoa(t.Int(Laps, 1)+1))
}
