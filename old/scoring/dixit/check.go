package dixit

import (
	"maps"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	lay "github.com/tablemate/tablemate/old/setup/dixit"
)

// The refusals of the rules. Each names the player in the wrong.

var (
	noStoryteller = lang.Msg("dixit.no-storyteller", "the storyteller is not at this table")
	noOwner       = lang.Msg("dixit.no-owner", "the person who played card {card} is not at this table")
	wrongVoters   = lang.Msg("dixit.wrong-voters", "these are the votes of a table of {n}, and this one has {want}")
	onlyParty     = lang.Msg("dixit.only-party", "there is a red vote only in Dixit Party")
	notParty      = lang.Msg("dixit.not-party", "in Dixit Party nobody says whose a card was")

	noSpace     = lang.Msg("dixit.no-space", "{card} is not a space on the track: the cards lie on 1 to {most}")
	tellerCard  = lang.Msg("dixit.teller-card", "card {card}, the one of {who}, is missing from the cards")
	othersCard  = lang.Msg("dixit.others-card", "card {card} is {owner}'s, so it cannot be the story of {who}")
	tooManyLaid = lang.Plural("dixit.too-many-laid", "{who} plays only one card, not {cards}", "{who} plays {n} cards at most, not {cards}")

	tellerVotes = lang.Msg("dixit.teller-votes", "{who} is the storyteller in this turn, and does not vote")
	noVote      = lang.Msg("dixit.no-vote", "the vote of {who} is missing")
	oneVote     = lang.Msg("dixit.one-vote", "{who} has one vote; there is a second one only with 7 players or more")
	oneEach     = lang.Msg("dixit.one-each", "{who} has only one vote")
	twoVotes    = lang.Msg("dixit.two-votes", "{who} has two votes at most")
	sameCard    = lang.Msg("dixit.same-card", "{who} has put both votes on card {card}: they go on two different cards")
	notThere    = lang.Msg("dixit.not-there", "{who}: card {card} is not on the table, only {cards}")
	ownCard     = lang.Msg("dixit.own-card", "card {card} is {who}'s, and nobody votes for their own card")
	isAway      = lang.Msg("dixit.is-away", "{who} is away in this turn, and takes no part in it")
	redOnGreen  = lang.Msg("dixit.red-on-green", "the red vote and the green vote of {who} go on two different cards")
)

// check refuses a turn that is against the rules.
func (s State) check(t Turn) *scoring.Fault {
	if t.Storyteller < 0 || t.Storyteller >= len(s.rowOf) {
		return fault.New(noStoryteller, "storyteller")
	}
	if len(t.Votes) != len(s.rows) {
		return fault.New(wrongVoters.With("n", len(t.Votes), "want", len(s.rows)), "votes")
	}
	if f := s.checkAway(t); f != nil {
		return f
	}
	if s.mode == lay.Party {
		return s.checkParty(t)
	}
	if t.Red != 0 {
		return fault.New(onlyParty, "red")
	}
	if f := s.checkCards(t); f != nil {
		return f
	}
	return s.checkVotes(t)
}

// checkCards holds the cards to the rules: the storyteller plays one, the others one each, or two each at a table
// of three (Partida com 3 Jogadores); in Team the partner's card may lie on the board too.
func (s State) checkCards(t Turn) *scoring.Fault {
	teller := s.rowOf[t.Storyteller]
	if t.Card < 1 || t.Card > lay.Spaces {
		return fault.New(noSpace.With("card", t.Card, "most", lay.Spaces), "storyteller_card")
	}
	laid := make([][]int, len(s.rows))
	for _, card := range slices.Sorted(maps.Keys(t.Cards)) {
		at := []string{"cards", strconv.Itoa(card)}
		owner := t.Cards[card]
		if card < 1 || card > lay.Spaces {
			return fault.New(noSpace.With("card", card, "most", lay.Spaces), at...)
		}
		if owner < 0 || owner >= len(s.rows) {
			return fault.New(noOwner.With("card", card), at...)
		}
		if slices.Contains(t.Away, owner) {
			return fault.New(isAway.With("who", s.rows[owner]), at...)
		}
		laid[owner] = append(laid[owner], card)
		if most := s.mayLay(t, owner); len(laid[owner]) > most {
			return fault.New(tooManyLaid.With("who", s.rows[owner], "n", most, "cards", numbers(laid[owner])), at...)
		}
	}
	owner, there := t.Cards[t.Card]
	if !there {
		return fault.New(tellerCard.With("card", t.Card, "who", s.rows[teller]), "storyteller_card")
	}
	if owner != teller {
		return fault.New(othersCard.With("card", t.Card, "owner", s.rows[owner], "who", s.rows[teller]), "storyteller_card")
	}
	return nil
}

// mayLay returns how many cards a row may have on the board.
func (s State) mayLay(t Turn, row int) int {
	tells := row == s.rowOf[t.Storyteller]
	switch {
	case slices.Contains(t.Away, row):
		return 0
	case s.mode == lay.Team && tells, s.mode == lay.Base && s.people(t) == 3 && !tells:
		return 2
	}
	return 1
}

// checkVotes holds the votes to the rules: everybody except the storyteller votes, for a card on the board that is
// not their own (Encontrar a carta do narrador: a votação).
func (s State) checkVotes(t Turn) *scoring.Fault {
	teller := s.rowOf[t.Storyteller]
	if t.Votes[teller] != nil {
		return fault.New(tellerVotes.With("who", s.rows[teller]), "votes", s.rows[teller])
	}
	for _, row := range s.voters(t) {
		if f := s.checkBallot(t, row, t.Votes[row]); f != nil {
			return f
		}
		if f := s.checkSeen(t, row, t.Votes[row]); f != nil {
			return f
		}
	}
	return nil
}

// checkSeen checks the votes of one row when all cards are known: each is for a card on the board that is not
// their own.
func (s State) checkSeen(t Turn, row int, votes []int) *scoring.Fault {
	at := []string{"votes", s.rows[row]}
	for _, card := range votes {
		owner, there := t.Cards[card]
		if !there {
			return fault.New(notThere.With("who", s.rows[row], "card", card, "cards", numbers(slices.Sorted(maps.Keys(t.Cards)))), at...)
		}
		if owner == row {
			return fault.New(ownCard.With("card", card, "who", s.rows[row]), at...)
		}
	}
	return nil
}

// checkBallot checks the votes of one row by themselves: how many there are, and that two are for two different
// cards.
func (s State) checkBallot(t Turn, row int, votes []int) *scoring.Fault {
	who, at := s.rows[row], []string{"votes", s.rows[row]}
	two := s.twoVotes(t)
	switch {
	case len(votes) == 0:
		return fault.New(noVote.With("who", who), at...)
	case len(votes) == 1:
		return nil
	case s.mode == lay.Base && !two:
		return fault.New(oneVote.With("who", who), at...)
	case !two:
		return fault.New(oneEach.With("who", who), at...)
	case len(votes) > 2:
		return fault.New(twoVotes.With("who", who), at...)
	case votes[0] == votes[1]:
		return fault.New(sameCard.With("who", who, "card", votes[0]), at...)
	}
	return nil
}

// checkParty holds the votes to the rules of Dixit Party: one green vote each, one's own card allowed, and the
// storyteller's red vote on another card than the green one (Encontrar a carta mais popular).
func (s State) checkParty(t Turn) *scoring.Fault {
	switch {
	case len(t.Cards) > 0:
		return fault.New(notParty, "cards")
	case t.Card != 0:
		return fault.New(notParty, "storyteller_card")
	}
	most := len(s.rows)
	for row, votes := range t.Votes {
		if f := s.checkBallot(t, row, votes); f != nil {
			return f
		}
		if votes[0] < 1 || votes[0] > most {
			return fault.New(noSpace.With("card", votes[0], "most", most), "votes", s.rows[row])
		}
	}
	if t.Red < 1 || t.Red > most {
		return fault.New(noSpace.With("card", t.Red, "most", most), "red")
	}
	if t.Votes[t.Storyteller][0] == t.Red {
		return fault.New(redOnGreen.With("who", s.rows[t.Storyteller]), "red")
	}
	return nil
}

// numbers lists card numbers: 1, 2 and 4.
func numbers(cards []int) lang.List {
	var l lang.List
	for _, c := range cards {
		l = append(l, lang.Literal(strconv.Itoa(c)))
	}
	return l
}
