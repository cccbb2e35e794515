package spyfall

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/spyfall"
)

// talk asks for a number of events and applies them.
func talk(t *testing.T, s State, events int, say ...asktest.Said) (State, []scoring.Event, *asktest.Script) {
	t.Helper()
	return laws.Answered(t, Game, s, events, say...)
}

func said(id, line string) asktest.Said { return asktest.Said{ID: id, Line: line} }

// A match of two rounds, from the bags to the winner.
func TestAWholeMatch(t *testing.T) {
	table := setup.Table{Players: people(4), First: 1, Choices: map[string]string{lay.Rounds: "2", lay.Minutes: "7:30"}}
	s, told, script := talk(t, play(t, table), 6,
		said("spyfall.setup.laid-out", ""),
		said("spyfall.deal", ""),
		// Bia accuses Davi; Ana agrees, Caio does not.
		said("spyfall.clock", "1"), said("spyfall.accuser", "2"), said("spyfall.suspect", "4"), said("spyfall.agree", "01"),
		// Ana accuses Caio; all agree. Caio was the spy, at the beach.
		said("spyfall.clock", "1"), said("spyfall.accuser", "1"), said("spyfall.suspect", "3"), said("spyfall.agree", "a"),
		said("spyfall.spy", "3"), said("spyfall.location", "4"),
		// Caio deals. Time is up, and the votes go round from Caio.
		said("spyfall.deal", ""), said("spyfall.clock", ""), said("spyfall.votes", "4 3 4 4"),
		said("spyfall.spy", "4"), said("spyfall.location", "30"),
	)
	want := []scoring.Event{
		scoring.Laid{}, Deal{Dealer: 1},
		Accusation{Accuser: 1, Suspect: 3, Agree: []int{0}},
		Ending{How: ByAccusation, Spy: 2, Location: "beach", Accuser: 0, Suspect: 2},
		Deal{Dealer: 2},
		Ending{How: ByVotes, Spy: 3, Votes: []int{3, 3, 3, 2}, Accuser: Unknown, Suspect: Unknown},
	}
	if d := cmp.Diff(want, told); d != "" {
		t.Error(d)
	}
	if r := s.Result(); !r.Over || !slices.Equal(r.Points, []int{3, 2, 1, 1}) || !slices.Equal(r.Winners, []int{0}) {
		t.Errorf("%+v", r)
	}
	clock := script.Seen[2]
	if ask.As[ask.Watch](clock).Part != "round-1" || ask.As[ask.Watch](clock).Limit != 7*time.Minute+30*time.Second {
		t.Errorf("the clock of %q for %v", ask.As[ask.Watch](clock).Part, ask.As[ask.Watch](clock).Limit)
	}
	if votes := script.Last("spyfall.votes"); !slices.Equal(votes.People, []int{2, 3, 0, 1}) {
		t.Errorf("the vote goes round %v", votes.Names)
	}
	if _, err := Game.Next(script, s); err == nil || err.Error() != scoring.Over.String() {
		t.Errorf("asked on after the end: %v", err)
	}
}

func TestTheClockOfARoundGoesOn(t *testing.T) {
	s := play(t, ready(3, 5), Deal{Dealer: 0})
	s, _, script := talk(t, s, 3,
		said("spyfall.clock", "1"), said("spyfall.accuser", "1"), said("spyfall.suspect", "2"), said("spyfall.agree", "0"),
		said("spyfall.clock", "1"), said("spyfall.accuser", "3"), said("spyfall.suspect", "1"), said("spyfall.agree", "0"),
		said("spyfall.clock", "1"), said("spyfall.accuser", "2"), said("spyfall.suspect", "3"), said("spyfall.agree", "0"))
	_, _, last := talk(t, s, 1, said("spyfall.clock", "1"), said("spyfall.steps", "2"), said("spyfall.guess", "1"), said("spyfall.right", "1"))
	first, again, closed := script.Seen[0], script.Seen[4], last.Seen[0]
	if ask.As[ask.Watch](first).Part != ask.As[ask.Watch](again).Part || ask.As[ask.Watch](first).Limit != ask.As[ask.Watch](again).Limit || first.ID != again.ID {
		t.Errorf("another clock: %+v, %+v", first, again)
	}
	if got := asktest.Notes(again); got != "Ana accused Bia; not everybody agreed.\nCan still accuse: Bia and Caio." {
		t.Errorf("on the screen:\n%s", got)
	}
	if got := asktest.Options(script.Seen[5]); !slices.Equal(got, []string{"Bia", "Caio"}) {
		t.Errorf("may still accuse: %v", got)
	}
	if got := asktest.Options(closed); !slices.Equal(got, []string{"Spy shows the card"}) {
		t.Errorf("nobody may accuse any more, but offered is %v", got)
	}
}

// A phone tells who pressed, so nobody is asked who accuses.
type phone struct {
	*asktest.Script
	seat int
}

func (p phone) Ask(q ask.Question) (ask.Answer, error) {
	r, err := p.Script.Ask(q)
	if ask.Is[ask.Watch](q.Shape) {
		r.By = p.seat
	}
	return r, err
}

func TestWhoPressedAccuses(t *testing.T) {
	s := play(t, ready(4, 5), Deal{Dealer: 0}, Accusation{Accuser: 3, Suspect: 0})
	e, err := Game.Next(phone{asktest.NewScript(t, said("spyfall.clock", "1"), said("spyfall.suspect", "4"), said("spyfall.agree", "00")), 2}, s)
	if d := cmp.Diff(scoring.Event(Accusation{Accuser: 2, Suspect: 3}), e); err != nil || d != "" {
		t.Errorf("%v\n%s", err, d)
	}
	// Davi has accused already: the question comes up.
	_, err = Game.Next(phone{asktest.NewScript(t, said("spyfall.clock", "1"), said("spyfall.accuser", "<")), 3}, s)
	if !errors.Is(err, ask.ErrBack) {
		t.Errorf("%v", err)
	}
}

func TestTheSpySteps(t *testing.T) {
	s := play(t, ready(3, 5), Deal{Dealer: 0})
	for _, c := range []struct {
		lines []asktest.Said
		want  Ending
	}{
		{[]asktest.Said{said("spyfall.guess", "zoo"), said("spyfall.right", "1")}, Ending{Correct: true, Guess: "zoo", Location: "zoo"}},
		{[]asktest.Said{said("spyfall.guess", "zoo"), said("spyfall.right", "2"), said("spyfall.location", "29")}, Ending{Guess: "zoo", Location: "university"}},
		{[]asktest.Said{said("spyfall.guess", "zoo"), said("spyfall.right", "2"), said("spyfall.location", "30")}, Ending{Guess: "zoo"}},
		{[]asktest.Said{said("spyfall.guess", "31"), said("spyfall.right", "1"), said("spyfall.location", "30")}, Ending{Correct: true, Location: "zoo"}},
	} {
		c.want.How, c.want.Spy, c.want.Accuser, c.want.Suspect = ByGuess, 1, Unknown, Unknown
		_, told, _ := talk(t, s, 1, append([]asktest.Said{said("spyfall.clock", "2"), said("spyfall.steps", "2")}, c.lines...)...)
		if d := cmp.Diff(scoring.Event(c.want), told[0]); d != "" {
			t.Error(d)
		}
	}
}

func TestPlayedLocationsAreNotOffered(t *testing.T) {
	one := guessed(2, true)
	one.Location = "beach"
	_, _, script := talk(t, play(t, walked(3), scoring.Laid{}, Deal{Dealer: 0}, one), 2,
		said("spyfall.deal", "l"), said("spyfall.locations", ""), said("spyfall.deal", ""), said("spyfall.clock", "2"), said("spyfall.steps", "1"), said("spyfall.guess", "4"), said("spyfall.right", "1"))
	if got := asktest.Options(script.Last("spyfall.guess")); len(got) != 30 || slices.Contains(got, "Beach") || got[3] != "Carnival" {
		t.Errorf("offered: %v", got)
	}
	if q := script.Last("spyfall.guess"); ask.As[ask.Pick](q).Sorted != len(q.List().Options)-1 { // the last line is no location
		t.Errorf("%d of %d are shown by name", ask.As[ask.Pick](q).Sorted, len(q.List().Options))
	}
	deal := asktest.Notes(script.Last("spyfall.deal"))
	for _, want := range []string{"Caio was the spy, and deals now.", "Caio turns the bags", "Take 3 cards", "Crossed off: Beach."} {
		if !strings.Contains(deal, want) {
			t.Errorf("%q is missing in:\n%s", want, deal)
		}
	}
	const open = "Possible locations: Airplane, Amusement Park, Bank, Carnival"
	if all := asktest.Notes(script.Last("spyfall.locations")); strings.Contains(deal, open) || !strings.Contains(all, open) {
		t.Errorf("%q stands above the deal of a later round, or not behind its key:\n%s\n%s", open, deal, all)
	}
}

func TestAVoteForOneselfIsAskedAgain(t *testing.T) {
	_, told, script := talk(t, play(t, ready(3, 5), Deal{Dealer: 1}), 1,
		said("spyfall.clock", ""), said("spyfall.votes", "2 1 2"), said("spyfall.votes", "1 1 2"), said("spyfall.spy", "1"), said("spyfall.location", "31"))
	if f := script.Seen[2].Fault; f == nil || f.Error() != "votes.Bia: Bia cannot vote for Bia" {
		t.Errorf("%v", f)
	}
	if e := told[0].(Ending); !slices.Equal(e.Votes, []int{1, 0, 0}) || e.Location != "" {
		t.Errorf("%+v", e)
	}
}

// If a vote is called early, neither the question nor the log says that time was up.
func TestAVoteIsCalledEarly(t *testing.T) {
	s := play(t, ready(3, 5), Deal{Dealer: 1})
	for left, want := range map[time.Duration]string{0: "Time is up: the spy cannot", 3 * time.Minute: "The vote has begun: the spy cannot"} {
		script := asktest.NewScript(t, said("spyfall.votes", "<"))
		if _, err := Game.Next(called{script, left}, s); !errors.Is(err, ask.ErrBack) {
			t.Fatal(err)
		}
		if got := asktest.Notes(script.Seen[0]); !strings.Contains(got, want) {
			t.Errorf("%v left: %q is missing in:\n%s", left, want, got)
		}
	}
	e := Ending{How: ByVotes, Spy: 0, Votes: []int{1, 0, 0}, Accuser: Unknown, Suspect: Unknown}
	if got, want := Game.Tell(s, e).String(), "Round 1: everybody voted; the spy was Ana"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A called asker ends every clock with so much time left.
type called struct {
	ask.Asker
	left time.Duration
}

func (c called) Ask(q ask.Question) (ask.Answer, error) {
	if ask.Is[ask.Watch](q.Shape) {
		return ask.Answer{By: ask.Scorekeeper, Left: c.left}, nil
	}
	return c.Asker.Ask(q)
}

// The example below the vote is one that the rules accept, no matter who deals and who is away.
func TestTheExampleOfTheVoteIsTaken(t *testing.T) {
	for n := minPlayers; n <= maxPlayers; n++ {
		for dealer := range n {
			for _, away := range [][]int{nil, {(dealer + 1) % n}} {
				if n-len(away) < minPlayers {
					continue
				}
				s := play(t, ready(n, 5), Deal{Dealer: dealer, Away: away})
				q := voteOf(t, s)
				typed := q.Write(ask.Answer{Values: ask.As[ask.Each](q).Example})
				spy := scoring.Present(n, away)[0]
				_, told, _ := talk(t, s, 1, said("spyfall.clock", ""), said("spyfall.votes", typed), said("spyfall.spy", strconv.Itoa(spy+1)), said("spyfall.location", "31"))
				if exposed(told[0].(Ending).Votes, spy) || len(ask.As[ask.Each](q).Example) != n-len(away) || ask.As[ask.Each](q).Order.Empty() {
					t.Errorf("%d people, %d deals: %s", n, dealer, typed)
				}
			}
		}
	}
}

// voteOf returns the question for the vote.
func voteOf(t *testing.T, s State) ask.Question {
	t.Helper()
	script := asktest.NewScript(t, said("spyfall.clock", ""), said("spyfall.votes", "<"))
	if _, err := Game.Next(script, s); !errors.Is(err, ask.ErrBack) {
		t.Fatal(err)
	}
	return script.Seen[1]
}

// A table that says “not everybody agrees” need not name anybody, in the round and at its end.
func TestNotEverybodyAgrees(t *testing.T) {
	for n := minPlayers; n <= maxPlayers; n++ {
		table := ready(n, 1).With(lay.TimeUp, lay.Accusations)
		s, told, _ := talk(t, play(t, table, Deal{Dealer: 0}), 1,
			said("spyfall.clock", "1"), said("spyfall.accuser", "1"), said("spyfall.suspect", "2"), said("spyfall.agree", "n"))
		if d := cmp.Diff(scoring.Event(Accusation{Accuser: 0, Suspect: 1}), told[0]); d != "" {
			t.Errorf("%d people: %s", n, d)
		}
		lines := []asktest.Said{said("spyfall.clock", ""), said("spyfall.closing", "2"), said("spyfall.agree", "N")}
		for range n - 1 {
			lines = append(lines, said("spyfall.closing", "Nobody"))
		}
		s, ended, _ := talk(t, s, 1, append(lines, said("spyfall.spy", "1"), said("spyfall.location", "31"))...)
		if e := ended[0].(Ending); e.Accuser != Unknown || !scoring.IsOver(s) {
			t.Errorf("%d people: %+v", n, e)
		}
	}
}

func TestClosingAccusations(t *testing.T) {
	table := ready(3, 5).With(lay.TimeUp, lay.Accusations)
	before := play(t, table, Deal{Dealer: 2}, Accusation{Accuser: 2, Suspect: 0})
	// Caio, the dealer, accuses again: Bia does not agree. Ana accuses nobody. Bia accuses Ana, and that is it.
	_, told, _ := talk(t, before, 1, said("spyfall.clock", ""),
		said("spyfall.closing", "1"), said("spyfall.agree", "0"), said("spyfall.closing", "n"), said("spyfall.closing", "1"), said("spyfall.agree", "1"),
		said("spyfall.spy", "1"), said("spyfall.location", "31"))
	if d := cmp.Diff(scoring.Event(accused(ClosingAccusations, 0, 1, 0)), told[0]); d != "" {
		t.Error(d)
	}
	s, told, _ := talk(t, before, 1, said("spyfall.clock", ""),
		said("spyfall.closing", "n"), said("spyfall.closing", "n"), said("spyfall.closing", "n"), said("spyfall.spy", "1"), said("spyfall.location", "31"))
	if d := cmp.Diff(scoring.Event(accused(ClosingAccusations, 0, Unknown, Unknown)), told[0]); d != "" {
		t.Error(d)
	}
	if !slices.Equal(s.Result().Points, []int{2, 0, 0}) {
		t.Errorf("%v", s.Result().Points)
	}
}

// Neither the dealer nor the accused is suggested as the spy, and nobody is asked for the spy before the last
// vote.
func TestNothingGivesTheSpyAway(t *testing.T) {
	_, _, script := talk(t, play(t, ready(4, 5), Deal{Dealer: 0}), 2,
		said("spyfall.clock", "1"), said("spyfall.accuser", "4"), said("spyfall.suspect", "1"), said("spyfall.agree", "10"),
		said("spyfall.clock", ""), said("spyfall.votes", "2 3 4 1"), said("spyfall.spy", "4"), said("spyfall.location", "1"))
	for _, q := range script.Seen {
		if q.Suggest != nil {
			t.Errorf("%s suggests %v", q.ID, q.Suggest)
		}
		if open := q.ID == "spyfall.spy"; strings.Contains(asktest.Notes(q)+q.Text.String(), "was the spy?") != open {
			t.Errorf("%s: %s %s", q.ID, asktest.Notes(q), q.Text)
		}
	}
}

// walked returns a table that was walked through setting up.
func walked(n int) setup.Table {
	t := ready(n, 5)
	t.Origin = setup.Live
	return t
}

func (p phone) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(p, qs, got) }
