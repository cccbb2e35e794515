package dixit

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	lay "github.com/tablemate/tablemate/old/setup/dixit"
)

func (s State) Ledger() []scoring.Line {
	var out []scoring.Line
	for part, t := range s.turns.All() {
		out = append(out, s.pay(part, t)...)
	}
	return out
}

// Result returns how the game stands, with a part for each turn, named after its storyteller.
func (s State) Result() scoring.Result {
	r := scoring.Result{
		Game: gameID, Rows: slices.Clone(s.rows), Points: slices.Clone(s.totals),
		Ranks: scoring.Ranks(s.totals), Readings: s.readings(),
	}
	for i, t := range s.turns.All() {
		r.Parts = append(r.Parts, scoring.Part{
			Name:  partName.With("n", i+1, "who", s.Table.Players[t.Storyteller]),
			Said:  partSaid.With("n", i+1),
			Cells: scoring.Dashes(len(s.rows), t.Away),
		})
	}
	over := scoring.IsOver(s)
	switch {
	case s.mode == lay.Base:
		r.Goal = s.target
	case !over:
		r.Left = turnsLeft.With("n", s.laps*len(s.Table.Players)-s.turns.Len())
	}
	if !over {
		return r
	}
	r = r.Decide()
	if r.DecidedBy == scoring.Shared {
		r.Reason = sharedBy.With("who", s.names(r.Winners), "n", slices.Max(s.totals))
	}
	return r
}

var (
	turnsLeft = lang.Plural("dixit.turns-left", "{n} turn left", "{n} turns left")
	sharedBy  = lang.Plural("dixit.shared-by", "{who} share the victory with {n} point each.", "{who} share the victory with {n} points each.")

	partSaid = lang.Msg("dixit.part-said", "Turn {n}")
	partName = lang.Msg("dixit.part", "{n}. {who}")

	readTarget  = lang.Plural("dixit.read-target", "The game ends at {n} point.", "The game ends at {n} points.")
	readLaps    = lang.Plural("dixit.read-laps", "The game ends after {n} lap.", "The game ends after {n} laps.")
	readAlways  = lang.Msg("dixit.read-always", "A single correct vote pays 1 point more, even when everybody found the card.")
	readUnless  = lang.Msg("dixit.read-unless", "A single correct vote pays 1 point more, but not when everybody found the card.")
	readRed     = lang.Msg("dixit.read-red", "The storyteller's red and green vote go on two different cards (a house reading).")
	readPartner = lang.Msg("dixit.read-partner", "Votes on the card of the storyteller's partner pay nobody.")
	readShared  = lang.Msg("dixit.read-shared", "A tie at the end is a shared victory.")
	readAway    = lang.Msg("dixit.read-away", "–: was not there, and so got no points (a house reading).")
	readStopped = lang.Msg("dixit.read-stopped", "The game was stopped here.")
)

// readings returns what the table agreed on, and how the rulebook was read where it leaves a choice.
func (s State) readings() []lang.Text {
	turns := s.turns.All()
	twoVotes := slices.ContainsFunc(turns, s.twoVotes) || len(turns) == 0 && lay.TwoVotes(s.Table)
	out := []lang.Text{readLaps.With("n", s.laps)}
	if s.mode == lay.Base {
		out = []lang.Text{readTarget.With("n", s.target)}
	}
	switch {
	case s.mode == lay.Party:
		out = append(out, readRed)
	case s.mode == lay.Team && slices.ContainsFunc(turns, func(t Turn) bool { return len(t.cardsOf(s.rowOf[t.Storyteller])) > 1 }):
		out = append(out, readPartner)
	case twoVotes && s.bonus == Always:
		out = append(out, readAlways)
	case twoVotes:
		out = append(out, readUnless)
	}
	if slices.ContainsFunc(turns, func(t Turn) bool { return len(t.Away) > 0 }) {
		out = append(out, readAway)
	}
	if scoring.IsOver(s) && len(scoring.Leaders(scoring.Ranks(s.totals))) > 1 {
		out = append(out, readShared)
	}
	if s.Stopped && !s.Ended() {
		out = append(out, readStopped)
	}
	return out
}

var (
	tellTurn  = lang.Msg("dixit.tell-turn", "Turn {n}: {who}'s story was card {card}; the votes: {votes}")
	tellParty = lang.Msg("dixit.tell-party", "Turn {n}: {who}'s story, with the red vote on card {card}; the green votes: {votes}")
)

// Tell returns a turn in one line: the storyteller, and all votes.
func (s State) Tell(e scoring.Event) lang.Text {
	t, ok := e.(Turn)
	if !ok {
		return lang.Text{}
	}
	text, card := tellTurn, t.Card
	if s.mode == lay.Party {
		text, card = tellParty, t.Red
	}
	return text.With("n", s.turns.Len()+1, "who", scoring.Who(s.Table.Players, t.Storyteller), "card", card, "votes", s.ballots(t))
}

var (
	turnFooled = lang.Plural("dixit.turn-fooled", "Card {card} is {who}'s: {voters} fell for it.", "Card {card} is {who}'s: {voters} fell for it.")
	turnStory  = lang.Plural("dixit.turn-story", "{who}'s story was card {card}: {voters} found it.", "{who}'s story was card {card}: {voters} found it.")
	turnNobody = lang.Msg("dixit.turn-nobody", "{who}'s story was card {card}: nobody found it.")
	turnGreen  = lang.Msg("dixit.turn-green", "Card {card}: {voters}.")
	turnRed    = lang.Msg("dixit.turn-red", "{who}'s red vote lies on card {card}.")
)

// Turned tells card by card who voted for it, the storyteller's last.
func (s State) Turned(e scoring.Event) (lines []lang.Text) {
	t, ok := e.(Turn)
	if !ok {
		return nil
	}
	voters := map[int][]int{}
	for row, cards := range t.Votes {
		for _, card := range cards {
			voters[card] = append(voters[card], row)
		}
	}
	say, last := turnFooled, turnStory
	if s.mode == lay.Party {
		say, last = turnGreen, turnRed
	}
	of := func(say lang.Text, card int, who lang.Text) lang.Text {
		return say.With("n", len(voters[card]), "card", card, "who", who, "voters", s.names(voters[card]))
	}
	for _, card := range slices.Sorted(maps.Keys(voters)) {
		if card != t.Card {
			lines = append(lines, of(say, card, scoring.Who(s.rows, t.Cards[card])))
		}
	}
	if s.mode != lay.Party && len(voters[t.Card]) == 0 {
		last = turnNobody
	}
	return append(lines, of(last, t.Card+t.Red, scoring.Who(s.Table.Players, t.Storyteller))) // a turn has only one of the two
}

var tellOwners = lang.Msg("dixit.tell-owners", "the cards: {cards}")

// Rest tells who played the other cards of a turn.
func (s State) Rest(e scoring.Event) lang.Text {
	t, ok := e.(Turn)
	var cards lang.List
	for _, card := range slices.Sorted(maps.Keys(t.Cards)) {
		if card != t.Card {
			cards = append(cards, lang.Literal("{card} {who}").With("card", card, "who", scoring.Who(s.rows, t.Cards[card])))
		}
	}
	if !ok || len(cards) == 0 {
		return lang.Text{}
	}
	return tellOwners.With("cards", cards)
}

var whereOf = lang.Msg("dixit.where-of", "Turn {n} of {all}")

// Where returns the turn; in Party and Team of how many.
func (s State) Where() lang.Text {
	n := s.turns.Len() + 1
	if s.mode == lay.Base {
		return partSaid.With("n", n)
	}
	return whereOf.With("n", n, "all", s.laps*len(s.Table.Players))
}

// ballots lists the votes in seat order: Bia 2, Caio 1+3.
func (s State) ballots(t Turn) string {
	var out []string
	for row, votes := range t.Votes[:min(len(t.Votes), len(s.rows))] {
		var cards []string
		for _, c := range votes {
			cards = append(cards, strconv.Itoa(c))
		}
		if len(cards) > 0 {
			out = append(out, s.rows[row]+" "+strings.Join(cards, "+"))
		}
	}
	return strings.Join(out, ", ")
}
