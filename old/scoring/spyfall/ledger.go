package spyfall

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// The points for a round. Source: rulebook, Pontuação.
const (
	spyPays      = 2 // to a spy who was not exposed
	spyBonus     = 2 // more, for the right location or an innocent accused by all
	othersPay    = 1 // to each of the others, when the spy loses
	accuserBonus = 1 // more, to the accuser of the spy
)

var (
	whyHidden    = lang.Msg("spyfall.why-hidden", "the spy, and not found out")
	whyLocation  = lang.Msg("spyfall.why-location", "the spy, and named the location")
	whyInnocent  = lang.Msg("spyfall.why-innocent", "the spy, and everybody accused {name}, who was innocent")
	whyExtra     = lang.Msg("spyfall.why-extra", "the extra points for that")
	whyVoted     = lang.Msg("spyfall.why-voted", "everybody but the spy named {name}, the spy")
	whyCaught    = lang.Msg("spyfall.why-caught", "{name}, the spy, was accused by all")
	whyAccuser   = lang.Msg("spyfall.why-accuser", "the accuser's extra point")
	whyWrong     = lang.Msg("spyfall.why-wrong", "{name}, the spy, named a wrong location")
	atSpyWins    = lang.Msg("spyfall.at-spy-wins", "Spyfall rulebook, Scoring: the spy wins")
	atOthersWin  = lang.Msg("spyfall.at-others-win", "Spyfall rulebook, Scoring: the others win")
	atClosing    = lang.Msg("spyfall.at-closing", "Spyfall rulebook (English edition), Time up")
	partRound    = lang.Msg("spyfall.part-round", "Round {n}")
	readInnocent = lang.Msg("spyfall.read-innocent", "When time was up, everybody but the accused named the same innocent: that counts as accused by all, and the spy gets 4 (a house reading).")
	readClosing  = lang.Msg("spyfall.read-closing", "When time was up, people accused one after the other, as in the English edition.")
	readGuess    = lang.Msg("spyfall.read-guess", "A spy who had been accused named the location later, while the clock ran: allowed in the English edition; the Brazilian note, read strictly, forbids it.")
	readAway     = lang.Msg("spyfall.read-away", "–: was not there, and so got no points (a house reading).")
	readTie      = lang.Msg("spyfall.read-tie", "A tie is a shared victory: the rulebook does not say.")
)

// Ledger returns every point of every round, with a line of its own for each bonus.
func (s State) Ledger() []scoring.Line {
	var lines []scoring.Line
	for part, r := range s.rounds {
		lines = append(lines, r.pays(part)...)
	}
	return lines
}

// pays returns what a round pays. Unless the spy names a location, the player accused by all decides it.
func (r round) pays(part int) []scoring.Line {
	e := r.ending
	accused, others, hidden := e.Suspect, whyCaught, atClosing
	switch e.How {
	case ByGuess:
		if e.Correct {
			return spyWins(part, e, spyBonus, whyLocation, atSpyWins)
		}
		return r.othersWin(part, whyWrong)
	case ByVotes:
		accused, others, hidden = accusedByAll(e.Votes), whyVoted, atSpyWins
	}
	switch accused {
	case e.Spy:
		return r.othersWin(part, others)
	case Unknown:
		return spyWins(part, e, 0, whyHidden, hidden)
	}
	return spyWins(part, e, spyBonus, whyInnocent.With("name", r.people[accused]), atSpyWins)
}

// exposed reports whether everybody except the spy voted for the spy; the vote of the spy does not matter. Source:
// rulebook, Passaram-se oito minutos.
func exposed(votes []int, spy int) bool {
	for voter, named := range votes {
		if voter != spy && named != spy && named != Unknown {
			return false
		}
	}
	return true
}

// accusedByAll returns the seat that everybody else voted for, be it the spy or an innocent; Unknown if there is
// none.
func accusedByAll(votes []int) int {
	for seat := range votes {
		if exposed(votes, seat) {
			return seat
		}
	}
	return Unknown
}

// spyWins pays the spy, and the bonus, if any, on a line of its own.
func spyWins(part int, e Ending, bonus int, why, where lang.Text) []scoring.Line {
	lines := []scoring.Line{{Row: e.Spy, Part: part, Points: spyPays, Why: why, Where: where}}
	if bonus > 0 {
		lines = append(lines, scoring.Line{Row: e.Spy, Part: part, Points: bonus, Why: whyExtra, Where: where})
	}
	return lines
}

// othersWin pays everybody who was there except the spy, and the accuser once more if an accusation exposed the
// spy. A vote or a wrong guess has no accuser.
func (r round) othersWin(part int, why lang.Text) []scoring.Line {
	var lines []scoring.Line
	e := r.ending
	for _, seat := range r.here() {
		if seat != e.Spy {
			lines = append(lines, scoring.Line{Row: seat, Part: part, Points: othersPay, Why: why.With("name", r.people[e.Spy]), Where: atOthersWin})
		}
	}
	accused := scoring.Line{Row: e.Accuser, Part: part, Points: accuserBonus, Why: whyAccuser, Where: atOthersWin}
	switch e.How {
	case ByAccusation:
		lines = append(lines, accused)
	case ClosingAccusations:
		accused.Where = atClosing
		lines = append(lines, accused)
	}
	return lines
}

func (s State) parts() []scoring.Part {
	parts := make([]scoring.Part, len(s.rounds))
	for i, r := range s.rounds {
		parts[i] = scoring.Part{Name: partRound.With("n", i+1), Cells: scoring.Dashes(len(s.Table.Players), r.away)}
		if slices.ContainsFunc(readings[:starred], func(reading reading) bool { return reading.used(r) }) {
			parts[i].Mark = "*" // as in front of the reading below the table
		}
	}
	return parts
}

// A reading is a house reading, or a choice of the table, that a round may depend on.
type reading struct {
	say  lang.Text
	used func(round) bool
}

// readings lists them all. The rounds that depend on one of the first three get a star in the table; the fourth
// explains its dash.
var readings = []reading{
	{readInnocent, func(r round) bool {
		accused := accusedByAll(r.ending.Votes)
		return r.ending.How == ByVotes && accused != Unknown && accused != r.ending.Spy
	}},
	{readClosing, func(r round) bool { return r.ending.How == ClosingAccusations }},
	{readGuess, func(r round) bool {
		return r.ending.How == ByGuess && slices.ContainsFunc(r.failed, func(a Accusation) bool { return a.Suspect == r.ending.Spy })
	}},
	{readAway, func(r round) bool { return len(r.away) > 0 }},
}

const starred = 3

// readings returns those that any round depends on.
func (s State) readings() []lang.Text {
	var out []lang.Text
	for _, reading := range readings {
		if slices.ContainsFunc(s.rounds, reading.used) {
			out = append(out, reading.say)
		}
	}
	return out
}

var (
	wonPoints    = lang.Plural("spyfall.won", "{name} wins with {n} point.", "{name} wins with {n} points.")
	sharedPoints = lang.Plural("spyfall.shared", "{names} share the victory with {n} point each.", "{names} share the victory with {n} points each.")
)

func (s State) names(seats []int) lang.List { return scoring.Whos(s.Table.Players, seats) }
