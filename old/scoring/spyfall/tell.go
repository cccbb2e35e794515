package spyfall

import (
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	lay "github.com/tablemate/tablemate/old/setup/spyfall"
)

var (
	tellLaid    = lang.Msg("spyfall.tell-laid", "The bags are ready")
	tellReady   = lang.Msg("spyfall.tell-ready", "Everybody is ready")
	tellDeal    = lang.Msg("spyfall.tell-deal", "{name} dealt round {n}")
	tellDealt   = lang.Msg("spyfall.tell-dealt", "Round {n}: everybody has a card")
	tellFailed  = lang.Msg("spyfall.tell-failed", "Round {n}: {name} accused {other}; not everybody agreed")
	tellVotes   = lang.Msg("spyfall.tell-votes", "Round {n}: everybody voted; the spy was {spy}")
	tellCaught  = lang.Msg("spyfall.tell-accusation", "Round {n}: {name} accused {other}, and all agreed; the spy was {spy}")
	tellGuessed = lang.Msg("spyfall.tell-guessed", "Round {n}: {spy}, the spy, named the right location")
	tellMissed  = lang.Msg("spyfall.tell-missed", "Round {n}: {spy}, the spy, named a wrong location")
	tellNobody  = lang.Msg("spyfall.tell-nobody", "Round {n}: time was up, and nobody was convicted; the spy was {spy}")
	tellPlace   = lang.Msg("spyfall.tell-place", "{told}; the location: {place}")
	tellStop    = lang.Msg("spyfall.tell-stop", "The match ended here")
)

// Tell returns an event in one line, the way a person would tell it.
func (s State) Tell(e scoring.Event) lang.Text {
	name := func(seat int) lang.Text { return scoring.Who(s.Table.Players, seat) }
	switch e := e.(type) {
	case scoring.Laid:
		if lay.WithoutCards(s.Table) {
			return tellReady
		}
		return tellLaid
	case scoring.Stop:
		return tellStop
	case Deal:
		if e.Dealer == Unknown || e.Dealt != nil {
			return tellDealt.With("n", s.Round())
		}
		return tellDeal.With("name", name(e.Dealer), "n", s.Round())
	case Accusation:
		return tellFailed.With("n", s.Round(), "name", name(e.Accuser), "other", name(e.Suspect))
	case Ending:
		say := tellNobody
		switch {
		case e.How == ByVotes:
			say = tellVotes
		case e.How == ByGuess && e.Correct:
			say = tellGuessed
		case e.How == ByGuess:
			say = tellMissed
		case e.Accuser != Unknown:
			say = tellCaught
		}
		told := say.With("n", s.Round(), "spy", name(e.Spy), "name", name(e.Accuser), "other", name(e.Suspect))
		if s.dealt() == nil {
			return told
		}
		return tellPlace.With("told", told, "place", placeName(e.Location)) // no printed card has shown it
	}
	return lang.Text{}
}

var turnVote = lang.Msg("spyfall.turn-vote", "{voter} voted for {named}.")

// Turned tells who voted for whom, and then who the spy was.
func (s State) Turned(e scoring.Event) (lines []lang.Text) {
	end, is := e.(Ending)
	if !is || end.How != ByVotes {
		return nil
	}
	for voter, named := range end.Votes {
		if named != Unknown {
			lines = append(lines, turnVote.With("voter", scoring.Who(s.Table.Players, voter), "named", scoring.Who(s.Table.Players, named)))
		}
	}
	return append(lines, s.Tell(e))
}

var (
	restVotes  = lang.Msg("spyfall.rest-votes", "the votes: {votes}")
	restPlace  = lang.Msg("spyfall.rest-place", "the location: {place}")
	restGuess  = lang.Msg("spyfall.rest-guess", "named: {place}")
	restAgreed = lang.Msg("spyfall.rest-agreed", "agreed: {names}")
)

// Rest tells what Tell leaves out: the votes, the location, the guess of the spy, and who agreed to a failed
// accusation.
func (s State) Rest(e scoring.Event) (rest lang.Text) {
	add := func(more lang.Text) {
		if !rest.Empty() {
			more = lang.Literal("{before}; {rest}").With("before", rest, "rest", more)
		}
		rest = more
	}
	switch e := e.(type) {
	case Accusation:
		if len(e.Agree) > 0 {
			add(restAgreed.With("names", s.names(e.Agree)))
		}
	case Ending:
		var votes lang.List
		for voter, named := range e.Votes {
			if named != Unknown {
				votes = append(votes, lang.Literal("{voter}: {named}").With("voter", scoring.Who(s.Table.Players, voter), "named", scoring.Who(s.Table.Players, named)))
			}
		}
		if len(votes) > 0 {
			add(restVotes.With("votes", votes))
		}
		if e.Guess != "" {
			add(restGuess.With("place", placeName(e.Guess)))
		}
		if e.Location != "" && s.dealt() == nil {
			add(restPlace.With("place", placeName(e.Location)))
		}
	}
	return rest
}

// placeName returns the translated name of a location, or the text as it was typed.
func placeName(place string) lang.Text {
	for _, l := range Locations {
		if l.is(place) {
			return l.Name
		}
	}
	return lang.Literal(place)
}

var (
	whereRound = lang.Msg("spyfall.where-round", "Round {n} of {all}")
	whereDeals = lang.Msg("spyfall.where-deals", "Round {n} of {all} · {name} deals")
	whereDealt = lang.Msg("spyfall.where-dealt", "Round {n} of {all} · {name} dealt")
)

// Where returns the round, and its dealer if known.
func (s State) Where() lang.Text {
	say, dealer := whereDeals, s.Dealer()
	if s.now != nil {
		say, dealer = whereDealt, s.now.dealer
	}
	if s.Table.Played() || dealer == Unknown {
		say = whereRound
	}
	return say.With("n", s.Round(), "all", s.planned, "name", scoring.Who(s.Table.Players, dealer))
}
