package spyfall

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/spyfall"
)

// without returns a table that plays without cards.
func without(n int) setup.Table { return walked(n).With(lay.Cards, lay.OnPhones) }

// A fate answers draws with given numbers, and counts them.
type fate struct {
	ask.Asker
	tosses []int
	drawn  int
}

func (f *fate) Ask(q ask.Question) (ask.Answer, error) {
	if !ask.Is[ask.Draw](q.Shape) {
		return f.Asker.Ask(q)
	}
	f.drawn++
	return ask.One(f.tosses[f.drawn-1]), nil
}

func (f *fate) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(f, qs, got) }

// dealtAt returns a deal by Ana.
func dealtAt(spy int, location string) Deal {
	return Deal{Dealer: 0, Dealt: &Dealt{Spy: spy, Location: location}}
}

// Each player who is here looks alone, from the dealer on, at the same kind of question. The location drawn is not
// crossed off, and the event holds the draw.
func TestEverybodyLooksAlone(t *testing.T) {
	s := play(t, without(4), scoring.Laid{}, dealtAt(2, "beach"), Ending{How: ByGuess, Spy: 2, Correct: true, Guess: "beach", Location: "beach", Accuser: Unknown, Suspect: Unknown}, scoring.Here{Away: []int{0}})
	script := asktest.NewScript(t, said("spyfall.card.2", ""), said("spyfall.card.3", ""), said("spyfall.card.1", ""), said("spyfall.deal", ""))
	f := &fate{Asker: script, tosses: []int{0, 3, 3, 29}} // the first player who is here; the beach twice, which is crossed off; the zoo
	e, err := Game.Next(f, s)
	want := Deal{Dealer: 2, Away: []int{0}, Dealt: &Dealt{Spy: 1, Location: "zoo"}}
	if d := cmp.Diff(scoring.Event(want), e); err != nil || d != "" || f.drawn != 4 {
		t.Fatalf("%v, %d drawn\n%s", err, f.drawn, d)
	}
	for k, text := range []string{"You are at: Zoo", "You are at: Zoo", "You are the spy"} {
		q := script.Seen[k]
		if q.Text.String() != text || !q.Secret || !ask.Is[ask.Show](q.Shape) || len(q.People) != 1 || q.Names[0] != s.Table.Players[q.People[0]] {
			t.Errorf("%+v", q)
		}
		q.ID, q.Text, q.People, q.Names = "", lang.Text{}, nil, nil
		if first := script.Seen[0]; fmt.Sprint(q.Notes, q.List().Options, q.Keys) != fmt.Sprint(first.Notes, first.List().Options, first.Keys) {
			t.Errorf("another shape: %+v", q)
		}
	}
	if n := asktest.Notes(script.Seen[3]); strings.Contains(n, "bag") || !strings.Contains(n, "Round 2 of 5. Caio asks the first question.") || !strings.Contains(n, "Crossed off: Beach.") {
		t.Error(n)
	}
}

// Unless a live table chose phones, the deal is that of printed cards, and is stored as before.
func TestPrintedCardsAreKeptAsEver(t *testing.T) {
	for _, table := range []setup.Table{walked(3), walked(3).With(lay.Cards, lay.Printed), ready(3, 5).With(lay.Cards, lay.OnPhones)} {
		_, told, _ := talk(t, play(t, table, scoring.Laid{}), 1, said("spyfall.deal", ""))
		if raw, err := json.Marshal(told[0]); err != nil || strings.Contains(string(raw), "dealt") {
			t.Errorf("%s, %v", raw, err)
		}
	}
	if raw, _ := json.Marshal(dealtAt(1, "zoo")); string(raw) != `{"dealer":0,"dealt":{"spy":1,"location":"zoo"}}` {
		t.Errorf("%s", raw)
	}
}

// While the clock runs, each player may look at their own card, and nobody sees anything else.
func TestCardsAtTheClock(t *testing.T) {
	deal := dealtAt(2, "zoo")
	deal.Away = []int{1}
	_, _, script := talk(t, play(t, without(4), scoring.Laid{}, deal), 1, said("spyfall.clock", ""), said("spyfall.votes", "3 4 1"), said("spyfall.came-out", ""))
	var got []string
	for _, c := range ask.As[ask.Watch](script.Seen[0]).Cards {
		got = append(got, c.String())
	}
	if want := []string{"You are at: Zoo", "", "You are the spy", "You are at: Zoo"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	_, _, script = talk(t, play(t, walked(3), scoring.Laid{}, Deal{Dealer: 0}), 1, said("spyfall.clock", ""), said("spyfall.votes", "2 1 1"), said("spyfall.spy", "1"), said("spyfall.location", "1"))
	if ask.As[ask.Watch](script.Seen[0]).Cards != nil {
		t.Errorf("%v", ask.As[ask.Watch](script.Seen[0]).Cards)
	}
}

// However a round ends, the spy and the location are announced, not asked for.
func TestWhatWasDealtIsNotAsked(t *testing.T) {
	for name, c := range map[string]struct {
		lines []asktest.Said
		want  Ending
		told  string
	}{
		"votes": {
			[]asktest.Said{said("spyfall.clock", ""), said("spyfall.votes", "2 1 2")},
			Ending{How: ByVotes, Votes: []int{1, 0, 1}, Accuser: Unknown, Suspect: Unknown}, "everybody voted; the spy was Bia; the location: Zoo",
		},
		"accusation": {
			[]asktest.Said{said("spyfall.clock", "1"), said("spyfall.accuser", "1"), said("spyfall.suspect", "2"), said("spyfall.agree", "a")},
			Ending{How: ByAccusation, Accuser: 0, Suspect: 1}, "Ana accused Bia, and all agreed; the spy was Bia; the location: Zoo",
		},
		"right": {
			[]asktest.Said{said("spyfall.clock", "2"), said("spyfall.really-shows", "2"), said("spyfall.guess", "30")},
			Ending{How: ByGuess, Guess: "zoo", Correct: true, Accuser: Unknown, Suspect: Unknown}, "Bia, the spy, named the right location; the location: Zoo",
		},
		"wrong": {
			[]asktest.Said{said("spyfall.clock", "2"), said("spyfall.really-shows", "2"), said("spyfall.guess", "1")},
			Ending{How: ByGuess, Guess: "airplane", Accuser: Unknown, Suspect: Unknown}, "Bia, the spy, named a wrong location; the location: Zoo",
		},
	} {
		s := play(t, without(3), scoring.Laid{}, dealtAt(1, "zoo"))
		_, told, script := talk(t, s, 1, append(c.lines, said("spyfall.came-out", ""))...)
		c.want.Spy, c.want.Location = 1, "zoo"
		if d := cmp.Diff(scoring.Event(c.want), told[0]); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if got := Game.Tell(s, told[0]).String(); !strings.HasSuffix(got, c.told) {
			t.Errorf("%s: %s", name, got)
		}
		if got := asktest.Notes(script.Last("spyfall.came-out")); got != "Bia was the spy. Everybody else was here: Zoo." {
			t.Errorf("%s: %s", name, got)
		}
		if strings.Contains(s.Rest(told[0]).String(), "location") {
			t.Errorf("%s: the location is told twice", name)
		}
	}
	_, _, script := talk(t, play(t, without(3), scoring.Laid{}, dealtAt(1, "zoo")), 1, said("spyfall.clock", "2"), said("spyfall.really-shows", "2"), said("spyfall.guess", "30"), said("spyfall.came-out", ""))
	if q := script.Last("spyfall.guess"); len(q.List().Options) != 30 || ask.As[ask.Pick](q).Sorted != 30 || !slices.Equal(q.People, []int{1}) {
		t.Errorf("%+v", q)
	}
}

// A player who claims on a phone to be the spy and is not hears, like the table, that the round goes on. At the
// laptop and on the spy's phone the claim counts.
func TestWhoShowsTheSpyCard(t *testing.T) {
	s := play(t, without(3), scoring.Laid{}, dealtAt(1, "zoo"))
	for seat, then := range map[int]string{ask.Scorekeeper: "spyfall.really-shows", 1: "spyfall.guess", 0: "spyfall.clock", 2: "spyfall.clock"} {
		script := asktest.NewScript(t, said("spyfall.clock", "2"), said(then, "<"))
		if _, err := Game.Next(phone{script, seat}, s); !errors.Is(err, ask.ErrBack) {
			t.Fatal(seat, err)
		}
		if f := script.Seen[1].Fault; (then == "spyfall.clock") != (f != nil) || f != nil && f.Error() != "“Spy shows the card” does not count like this: the round goes on." {
			t.Errorf("seat %d: %v", seat, f)
		}
	}
	for line, then := range map[string]string{"1": "spyfall.clock", "2": "spyfall.guess"} {
		script := asktest.NewScript(t, said("spyfall.clock", "2"), said("spyfall.really-shows", line), said(then, "<"))
		if _, err := Game.Next(phone{script, ask.Scorekeeper}, s); !errors.Is(err, ask.ErrBack) {
			t.Error(line, err)
		}
	}
	script := asktest.NewScript(t, said("spyfall.clock", "1"), said("spyfall.suspect", "<"))
	if _, err := Game.Next(phone{script, 0}, s); !errors.Is(err, ask.ErrBack) {
		t.Error("nobody but the spy may accuse:", err)
	}
}

// Any impossible deal is refused in the same words, and so is an ending that contradicts the deal.
func TestWhatCannotHaveBeenDealt(t *testing.T) {
	s := play(t, without(4), scoring.Laid{}, dealtAt(1, "zoo"), Ending{How: ByGuess, Spy: 1, Correct: true, Guess: "zoo", Location: "zoo", Accuser: Unknown, Suspect: Unknown})
	for _, d := range []Dealt{{-1, "bank"}, {4, "bank"}, {2, "bank"}, {0, ""}, {0, "Bank"}, {0, "the moon"}, {0, "zoo"}} {
		_, err := Game.Apply(s, Deal{Dealer: 0, Away: []int{2}, Dealt: &d})
		if f := (*scoring.Fault)(nil); !errors.As(err, &f) || f.Error() != "dealt: the deal of this round no longer fits: deal again" {
			t.Errorf("%+v: %v", d, err)
		}
	}
	s = play(t, without(4), scoring.Laid{}, dealtAt(1, "bank"))
	for _, e := range []Ending{
		{Spy: 2, Location: "bank", Guess: "bank", Correct: true}, {Spy: 1, Location: "zoo", Guess: "bank", Correct: true},
		{Spy: 1, Location: "bank", Guess: "zoo", Correct: true}, {Spy: 1, Location: "bank", Guess: "bank"}, {Spy: 1, Guess: "zoo"},
	} {
		e.How, e.Accuser, e.Suspect = ByGuess, Unknown, Unknown
		if _, err := Game.Apply(s, e); err == nil || err.Error() != "this is not how the round was dealt" {
			t.Errorf("%+v: %v", e, err)
		}
	}
}

// No sentence about a deal depends on what was dealt.
func TestTheDealTellsNothing(t *testing.T) {
	var want string
	for spy := range 3 {
		for _, l := range Locations[:3] {
			before := play(t, without(3), scoring.Laid{})
			deal := dealtAt(spy, l.ID)
			s := play(t, without(3), scoring.Laid{}, deal)
			got := fmt.Sprint(Game.Tell(before, deal), before.Rest(deal), Game.Where(s), s.OnTable(), s.Result(), s.Ledger(), s.Dealer(), s.MayAccuse(), s.Write(nil))
			if want == "" {
				want = got
			}
			if got != want {
				t.Errorf("%s\n%s", got, want)
			}
		}
	}
}

// Asking about a deal once more keeps it, and a round that is inserted later was dealt with printed cards: neither
// draws.
func TestAskedAgainNothingIsDrawn(t *testing.T) {
	looks := []asktest.Said{said("spyfall.card.0", ""), said("spyfall.card.1", ""), said("spyfall.card.2", ""), said("spyfall.deal", "")}
	for _, c := range []struct {
		table setup.Table
		was   scoring.Event
		lines []asktest.Said
	}{
		{without(3), dealtAt(1, "zoo"), looks}, {walked(3), dealtAt(1, "zoo"), looks},
		{without(3), nil, looks[3:]}, {without(3), Deal{Dealer: 0}, looks[3:]},
	} {
		f := &fate{Asker: asktest.NewScript(t, c.lines...)}
		e, err := Game.Next(f, scoring.Before(play(t, c.table, scoring.Laid{}), c.was))
		if c.was == nil {
			c.was = Deal{Dealer: 0}
		}
		if d := cmp.Diff(c.was, e); err != nil || d != "" {
			t.Errorf("%v\n%s", err, d)
		}
	}
}

// A deal moves with the players. If any player with a card was never there, it fits nobody, be it the spy or not.
func TestWhatWasDealtGoesWithThePeople(t *testing.T) {
	old, now := without(4), without(3)
	deal := dealtAt(3, "zoo")
	if got := Game.Move(deal, old, old, []int{1, 2, 3, 0}); got.(Deal).Dealt.Spy != 0 || deal.Dealt.Spy != 3 {
		t.Errorf("%+v", got)
	}
	for gone := range 4 {
		to := []int{0, 0, 0, 0}
		for seat := range to {
			if to[seat] = seat; seat > gone {
				to[seat]--
			}
		}
		to[gone] = -1
		if got := Game.Move(deal, old, now, to).(Deal).Dealt; got.Spy != scoring.Gone {
			t.Errorf("%d is gone, and the spy is %d", gone, got.Spy)
		}
		deal := deal
		if deal.Away = []int{gone}; gone != 3 {
			if got := Game.Move(deal, old, now, to).(Deal).Dealt; got.Spy != 2 {
				t.Errorf("%d was away, and the spy is %d", gone, got.Spy)
			}
		}
	}
}

// Every player who is here, and every location that is not crossed off, is equally likely.
func TestTheDrawIsFair(t *testing.T) {
	s := play(t, without(4), scoring.Laid{}, dealtAt(0, "zoo"), Ending{How: ByGuess, Spy: 0, Correct: true, Guess: "zoo", Location: "zoo", Accuser: Unknown, Suspect: Unknown}, scoring.Here{Away: []int{2}})
	spies, places := map[int]int{}, map[string]int{}
	const times = 29 * 300
	for seed := range uint64(times) {
		d, err := asking{s, ask.Chance(seed, 0)}.draw()
		if err != nil {
			t.Fatal(err)
		}
		spies[d.Spy]++
		places[d.Location]++
	}
	if len(spies) != 3 || spies[2] > 0 || len(places) != 29 || places["zoo"] > 0 {
		t.Errorf("%v %v", spies, places)
	}
	for seat, n := range spies {
		if n < times/3*9/10 || n > times/3*11/10 {
			t.Errorf("seat %d is the spy %d times of %d", seat, n, times)
		}
	}
	for place, n := range places {
		if n < 220 || n > 380 {
			t.Errorf("%s comes %d times of %d", place, n, times)
		}
	}
}

// Without cards nobody opens a bag.
func TestWithoutCardsNobodyOpensABag(t *testing.T) {
	_, _, script := talk(t, play(t, without(3)), 1,
		said("spyfall.setup.laid-out", ""))
	for _, q := range script.Seen {
		if strings.Contains(asktest.Notes(q), "bag") || strings.Contains(asktest.Notes(q), "{") {
			t.Error(asktest.Notes(q))
		}
	}
	if got := Game.Tell(play(t, without(3)), scoring.Laid{}).String(); got != "Everybody is ready" {
		t.Error(got)
	}
}
