package pictureperfect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	lay "github.com/tablemate/tablemate/old/setup/pictureperfect"
)

var (
	tellLaid    = lang.Msg("pp.tell-laid", "Everything was laid out")
	tellTurned  = lang.Msg("pp.tell-turned", "Round {n}: {card}")
	tellDeal    = lang.Msg("pp.tell-deal", "Round {n}: {name} offers. {deal}")
	tellRefused = lang.Msg("pp.tell-offer", "Round {n}: {name} offers an envelope")
	tellHolds   = lang.Msg("pp.tell-counted", "Counted: envelopes {line}")
	tellBoth    = lang.Msg("pp.tell-counted-both", "Counted: envelopes {envelopes}; decorations {decorations}")
	tellPhotos  = lang.Msg("pp.tell-photos", "The photos were taken")
	tellKept    = lang.Plural("pp.tell-photos-kept", "The photos were taken; {n} is kept", "The photos were taken; {n} are kept")
	tellRest    = lang.Msg("pp.tell-rest", "Nobody placed the rest")
	tellPlaying = lang.Msg("pp.tell-playing", "The table was still playing")
	allTold     = lang.Msg("pp.all-told", "Everything is counted. With that the game ends.")
	tellStop    = lang.Msg("pp.tell-stop", "The table ended the game here")
	tellGuest   = lang.Msg("pp.tell-guest", "{guest}: {line}")
	tellLeft    = lang.Msg("pp.tell-decorations", "Decorations left: {line}")
	tellHeld    = lang.Msg("pp.tell-envelopes", "Envelopes in hand: {line}")
	tellVote    = lang.Msg("pp.tell-vote", "Votes for the best photo: {line}")
)

// Tell returns an event in one line, the way a person would tell it.
func (s State) Tell(e scoring.Event) lang.Text {
	switch e := e.(type) {
	case Laid:
		return tellLaid
	case Turned:
		return tellTurned.With("n", s.rounds.turned+1, "card", cardName(e.Card))
	case Opened:
		return tellTurned.With("n", s.rounds.turned+1, "card", cardName(e.Card))
	case Offer:
		say, name := tellDeal, scoring.Who(s.Table.Players, e.Seat)
		_, d, err := s.rounds.offer(e)
		if err != nil { // the rules refuse it: only the seller is known
			say = tellRefused
		}
		return say.With("n", s.rounds.number(), "name", name, "deal", d.Why)
	case Counted:
		if e.Decorations == nil {
			return tellHolds.With("line", s.people().line(e.Envelopes))
		}
		return tellBoth.With("envelopes", s.people().line(e.Envelopes), "decorations", s.people().line(e.Decorations))
	case Photos:
		return tellTaken(e)
	case NoMoreGuests:
		if !s.rounds.closed {
			return tellStop
		}
		return tellRest
	case Guest:
		guest := s.guests.name(len(s.guests))
		if e.Name != "" {
			guest = lang.Literal(e.Name)
		}
		line := s.people().line(e.Fulfilled)
		if e.VIPs > 0 {
			line += fmt.Sprintf(" (+%d VIP)", e.VIPs)
		}
		return tellGuest.With("guest", guest, "line", line)
	case Decorations:
		return tellLeft.With("line", s.people().line(e.Left))
	case Envelopes:
		return tellHeld.With("line", s.people().line(e.Held))
	case Vote:
		return tellVote.With("line", s.ballots(e))
	case VoteCounts:
		return tellVote.With("line", s.people().votes(e.Votes))
	case scoring.Playing:
		return tellPlaying
	case scoring.Stop:
		return tellStop
	}
	return lang.Text{}
}

var turnVote = lang.Msg("pp.turn-vote", "{voter} votes for {named}'s photo.")

// Turned tells who voted for whose photo.
func (s State) Turned(e scoring.Event) (lines []lang.Text) {
	v, is := e.(Vote)
	if !is || v.Secret {
		return nil
	}
	for voter, c := range v.For {
		if s.people().has(voter) && s.people().has(c) {
			lines = append(lines, turnVote.With("voter", s.Table.Players[voter], "named", s.Table.Players[c]))
		}
	}
	return lines
}

// tellTaken counts the photos that are kept, if any.
func tellTaken(e Photos) lang.Text {
	n := len(slices.DeleteFunc(slices.Clone(e.Pictures), func(id string) bool { return id == "" }))
	if n == 0 {
		return tellPhotos
	}
	return tellKept.With("n", n)
}

var (
	whereRound  = lang.Msg("pp.where-round", "Round {n} of {all} · {name} is the starting player")
	whereCard   = lang.Msg("pp.where-card", "Round {n} of {all} · {card} · {name} offers")
	wherePhotos = lang.Msg("pp.where-photos", "The photos")
	whereGuest  = lang.Msg("pp.where-guest", "Guest {n} of {all}")
	whereCount  = lang.Msg("pp.where-count", "The decorations")
	whereTie    = lang.Msg("pp.where-tie", "The tie")
)

// Where returns the round, with an open auction card and its seller, or the guest.
func (s State) Where() lang.Text {
	switch s.phase {
	case laying:
		return scoring.SettingUp
	case turning:
		return whereRound.With("n", s.rounds.number(), "all", s.rounds.all(), "name", s.Table.Players[s.rounds.starter])
	case bidding:
		seat, _ := s.rounds.active()
		return whereCard.With("n", s.rounds.number(), "all", s.rounds.all(), "card", cardName(s.rounds.opened.Card), "name", scoring.Who(s.Table.Players, seat))
	case posing:
		return wherePhotos
	case judging:
		return whereGuest.With("n", len(s.guests)+1, "all", lay.Guests)
	case counting:
		return whereCount
	}
	if s.Result().Needs != "" {
		return whereTie
	}
	return lang.Text{}
}

// OnTable tells what the open auction card does, and who holds how much as long as that changes.
func (s State) OnTable() []lang.Text {
	var lines []lang.Text
	if s.phase == bidding {
		if card, ok := lay.CardByID(s.rounds.opened.Card); ok {
			lines = append(lines, card.Does)
		}
	}
	if s.rounds.known && (s.phase == turning || s.phase == bidding) {
		lines = append(lines, s.rounds.bookNotes()...)
	}
	return lines
}

// ballots lists the votes for the best photo: who voted for whom, or after a secret vote how many each got.
func (s State) ballots(v Vote) string {
	if v.Secret {
		return s.people().votes(s.people().perPhoto(v.For))
	}
	var votes []string
	for voter, c := range v.For {
		if s.people().has(voter) && s.people().has(c) {
			votes = append(votes, s.Table.Players[voter]+" → "+s.Table.Players[c])
		}
	}
	return strings.Join(votes, ", ")
}

// Between reports that no auction is under way.
func (s State) Between() bool { return s.phase != bidding }
