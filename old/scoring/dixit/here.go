package dixit

import (
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/dixit"
)

// In the base game people may come late and leave early: a turn belongs to those who are there. Only they count
// where the rules depend on the number of players: the second vote, the second card at a table of three, the
// highest card on the board. A house reading, since the rulebook is silent.

var (
	fixedParty = lang.Msg("dixit.fixed-party", "Dixit Party is played in laps, in which everybody is the storyteller once, so nobody can join or leave before the end. If somebody has to go, or wants to join, end the game here and begin another one.")
	fixedTeam  = lang.Msg("dixit.fixed-team", "Team Dixit is played in pairs, and everybody is the storyteller once, so nobody can join or leave before the end. If somebody has to go, or wants to join, end the game here and begin another one.")
)

// fixed tells why nobody may come late or leave early; empty in the base game.
func fixed(t setup.Table) lang.Text {
	switch lay.Mode(t) {
	case lay.Party:
		return fixedParty
	case lay.Team:
		return fixedTeam
	}
	return lang.Text{}
}

// checkAway refuses a turn in which a player who was away took part, or in which fewer than three were there.
// checkCards looks at the owners of the cards.
func (s State) checkAway(t Turn) *scoring.Fault {
	if len(t.Away) == 0 {
		return nil
	}
	if say := fixed(s.Table); !say.Empty() {
		return fault.New(say, "away")
	}
	if f := scoring.CheckAway(s.Table.Players, t.Away, lay.MinPlayers); f != nil {
		return f.Under("away")
	}
	for _, seat := range t.Away {
		who := isAway.With("who", s.rows[seat])
		switch {
		case seat == t.Storyteller:
			return fault.New(who, "storyteller")
		case t.Votes[seat] != nil:
			return fault.New(who, "votes", s.rows[seat])
		}
	}
	return nil
}

// people returns how many players are there in a turn.
func (s State) people(t Turn) int { return len(s.Table.Players) - len(t.Away) }

// twoVotes reports whether everybody has a second vote in a turn.
func (s State) twoVotes(t Turn) bool { return lay.TwoVotes(s.around(t)) }

// around returns the table with only the players who are there in a turn.
func (s State) around(t Turn) setup.Table {
	here := scoring.Present(len(s.Table.Players), t.Away)
	return setup.Table{Choices: s.Table.Choices, Players: setup.Named(s.Table.Players, here)}
}
