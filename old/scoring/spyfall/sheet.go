package spyfall

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/internal/sheet"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/spyfall"
)

// read turns a sheet into events: for each round the deal, the failed accusations, and the ending.
func read(o *sheet.Object, t *setup.Table) (events []scoring.Located) {
	planned := o.IntOr("rounds_planned", 1, lay.Bags, lay.DefaultRounds)
	t.Choices = map[string]string{lay.Rounds: strconv.Itoa(planned)}
	for i, it := range o.Get("rounds").List(0, sheet.MaxInt) {
		events = append(events, readRound(it.Object(), t.Players, "rounds", fault.Index(i))...)
	}
	return events
}

var blank = lang.Msg("spyfall.blank", "a location is missing here: a name, or no “location” at all")

func readRound(o *sheet.Object, names []string, at ...string) []scoring.Located {
	deal := Deal{Dealer: maybeSeat(o, "dealer", names), Away: scoring.Seats(o, "away", names)}
	events := []scoring.Located{{Event: deal, At: at}}
	spy := scoring.Seat(o.Get("spy"), names)
	location := ""
	if it, there := o.Maybe("location"); there {
		location = it.Text()
		if it.Err() == nil && strings.TrimSpace(location) == "" {
			it.Fail(blank)
		}
	}
	if it, there := o.Maybe("failed_accusations"); there {
		for i, one := range it.List(0, sheet.MaxInt) {
			where := slices.Concat(at, []string{"failed_accusations", fault.Index(i)})
			events = append(events, scoring.Located{Event: readAccusation(one.Object(), names), At: where})
		}
	}
	e := readEnding(o.Get("ending").Object(), names)
	e.Spy, e.Location = spy, location
	o.Done()
	return append(events, scoring.Located{Event: e, At: at})
}

func readAccusation(o *sheet.Object, names []string) Accusation {
	a := Accusation{
		Accuser: scoring.Seat(o.Get("accuser"), names), Suspect: scoring.Seat(o.Get("suspect"), names),
		Agree: scoring.SeatList(o.Get("agree"), names),
	}
	o.Done()
	return a
}

func readEnding(o *sheet.Object, names []string) Ending {
	e := Ending{How: How(o.Get("type").OneOf(endings...)), Accuser: Unknown, Suspect: Unknown}
	switch e.How {
	case ByVotes:
		e.Votes = scoring.ByName(o.Get("votes"), names, Unknown, func(f sheet.Field) int { return scoring.Seat(f.Item, names) })
	case ByAccusation:
		e.Accuser, e.Suspect = scoring.Seat(o.Get("accuser"), names), scoring.Seat(o.Get("suspect"), names)
	case ByGuess:
		e.Correct = o.Get("correct").Bool()
		if it, there := o.Maybe("guess"); there {
			e.Guess = it.Text()
		}
	case ClosingAccusations:
		e.Accuser, e.Suspect = maybeSeat(o, "accuser", names), maybeSeat(o, "suspect", names)
	}
	o.Done()
	return e
}

// maybeSeat reads a name that may be missing; then it returns Unknown.
func maybeSeat(o *sheet.Object, key string, names []string) int {
	if it, there := o.Maybe(key); there {
		return scoring.Seat(it, names)
	}
	return Unknown
}

// The game's own part of a sheet, with the keys in the contract's order.
type (
	written struct {
		Planned int            `json:"rounds_planned"`
		Rounds  []writtenRound `json:"rounds"`
	}
	writtenRound struct {
		Dealer   string              `json:"dealer,omitempty"`
		Away     []string            `json:"away,omitempty"`
		Spy      string              `json:"spy"`
		Location string              `json:"location,omitempty"`
		Failed   []writtenAccusation `json:"failed_accusations,omitempty"`
		Ending   writtenEnding       `json:"ending"`
	}
	writtenAccusation struct {
		Accuser string   `json:"accuser"`
		Suspect string   `json:"suspect"`
		Agree   []string `json:"agree"`
	}
	writtenEnding struct {
		Type    How             `json:"type"`
		Votes   scoring.Ordered `json:"votes,omitzero"`
		Accuser string          `json:"accuser,omitempty"`
		Suspect string          `json:"suspect,omitempty"`
		Correct *bool           `json:"correct,omitempty"`
		Guess   string          `json:"guess,omitempty"`
	}
)

// Write fills the game's own part of a sheet. A round under way has no place in it.
func (s State) Write(func(lang.Text) string) any {
	w := written{Planned: s.planned, Rounds: []writtenRound{}}
	for _, r := range s.rounds {
		w.Rounds = append(w.Rounds, r.write())
	}
	return w
}

func (r round) write() writtenRound {
	w := writtenRound{
		Dealer: r.name(r.dealer), Away: setup.Named(r.people, r.away), Spy: r.name(r.ending.Spy), Location: r.ending.Location,
		Ending: r.writeEnding(r.ending),
	}
	for _, a := range r.failed {
		w.Failed = append(w.Failed, writtenAccusation{r.name(a.Accuser), r.name(a.Suspect), setup.Named(r.people, a.Agree)})
	}
	return w
}

func (r round) writeEnding(e Ending) writtenEnding {
	w := writtenEnding{Type: e.How}
	switch e.How {
	case ByVotes:
		for voter, named := range e.Votes {
			if named != Unknown {
				w.Votes = append(w.Votes, scoring.Pair{Key: r.name(voter), Value: r.name(named)})
			}
		}
	case ByGuess:
		w.Correct, w.Guess = &e.Correct, e.Guess
	default:
		w.Accuser, w.Suspect = r.name(e.Accuser), r.name(e.Suspect)
	}
	return w
}

// name returns the name at a seat, "" for Unknown.
func (r round) name(seat int) string {
	if seat == Unknown {
		return ""
	}
	return r.people[seat]
}
