package dixit

import (
	"slices"

	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/dixit"
)

// reseat moves an event to another table. Whatever belongs to a row moves with it: with the seat, in Team with the
// two people of the team. New players were away.
func reseat(e scoring.Event, old, now setup.Table, to []int) scoring.Event {
	t, ok := e.(Turn)
	if !ok {
		return e
	}
	seats, rows := scoring.Seating{To: to, Seats: len(now.Players)}, rowsLead(old, now, to)
	t = t.clone()
	t.Storyteller, t.Away = seats.Seat(t.Storyteller), seats.Away(t.Away)
	for card, row := range t.Cards {
		t.Cards[card] = rows.Seat(row)
	}
	t.Votes = scoring.BySeat(rows, t.Votes, nil)
	return t
}

// rowsLead returns where the rows of the old table lead. A team leads to the team of the same two people, and is
// gone if they are no longer together. No team leads to a person, and no person to a team.
func rowsLead(old, now setup.Table, to []int) scoring.Seating {
	seats := scoring.Seating{To: to, Seats: len(now.Players)}
	switch were, are := lay.Mode(old) == lay.Team, lay.Mode(now) == lay.Team; {
	case !were && !are:
		return seats
	case !are:
		return scoring.Seating{Seats: len(now.Players)}
	case !were:
		return scoring.Seating{Seats: len(now.Teams)}
	}
	rows := scoring.Seating{Seats: len(now.Teams)}
	for _, team := range old.Teams {
		people := scoring.Ascending(seats.All(team.Seats))
		rows.To = append(rows.To, slices.IndexFunc(now.Teams, func(t setup.Team) bool {
			return slices.Equal(scoring.Ascending(t.Seats), people)
		}))
	}
	return rows
}
