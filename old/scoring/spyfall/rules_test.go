package spyfall

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/spyfall"
)

func people(n int) []string {
	return slices.Clone([]string{"Ana", "Bia", "Caio", "Davi", "Eva", "Fábio", "Gil", "Helena"}[:n])
}

// ready returns a table that has laid out already.
func ready(n, planned int) setup.Table {
	return setup.Table{Players: people(n), Origin: setup.AfterTheFact, Choices: map[string]string{lay.Rounds: strconv.Itoa(planned)}}
}

func play(t *testing.T, table setup.Table, events ...scoring.Event) State {
	t.Helper()
	s, i, err := Game.Fold(table, events)
	if err != nil {
		t.Fatalf("event %d, %+v: %v", i, events[i], err)
	}
	return s.(State)
}

func votes(spy int, named ...int) Ending {
	return Ending{How: ByVotes, Spy: spy, Votes: named, Accuser: Unknown, Suspect: Unknown}
}

func accused(how How, spy, accuser, suspect int) Ending {
	return Ending{How: how, Spy: spy, Accuser: accuser, Suspect: suspect}
}

func guessed(spy int, correct bool) Ending {
	return Ending{How: ByGuess, Spy: spy, Correct: correct, Accuser: Unknown, Suspect: Unknown}
}

// Every point cites its place, and a rule of the English edition alone cites that edition. Caio is the spy of three.
func TestWhereEachPointHasItsPlace(t *testing.T) {
	for _, c := range []struct {
		name   string
		ending Ending
		want   []lang.Text // one for each line of the ledger
	}{
		{"not exposed by the votes", Ending{How: ByVotes, Spy: 2, Votes: []int{1, 2, 0}, Accuser: Unknown, Suspect: Unknown}, []lang.Text{atSpyWins}},
		{"nobody convicted", accused(ClosingAccusations, 2, Unknown, Unknown), []lang.Text{atClosing}},
		{"an innocent convicted", accused(ClosingAccusations, 2, 0, 1), []lang.Text{atSpyWins, atSpyWins}},
		{"the spy convicted", accused(ClosingAccusations, 2, 0, 2), []lang.Text{atOthersWin, atOthersWin, atClosing}},
		{"the spy accused while the clock ran", accused(ByAccusation, 2, 0, 2), []lang.Text{atOthersWin, atOthersWin, atOthersWin}},
		{"a wrong guess", guessed(2, false), []lang.Text{atOthersWin, atOthersWin}},
	} {
		var got []string
		for _, l := range play(t, ready(3, 5), Deal{Dealer: 0}, c.ending).Ledger() {
			got = append(got, l.Where.ID)
		}
		var want []string
		for _, at := range c.want {
			want = append(want, at.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", c.name, got, want)
		}
	}
}

// The table of points, rulebook: Pontuação. Eva (4) is the spy of five.
func TestPoints(t *testing.T) {
	for _, c := range []struct {
		name   string
		ending Ending
		want   []int
	}{
		{"time up, all but the spy name the spy", votes(4, 4, 4, 4, 4, 0), []int{1, 1, 1, 1, 0}},
		{"time up, one names somebody else", votes(4, 4, 4, 3, 4, 2), []int{0, 0, 0, 0, 2}},
		{"time up, scattered", votes(4, 1, 2, 3, 0, 0), []int{0, 0, 0, 0, 2}},
		{"time up, most name an innocent", votes(4, 3, 3, 3, 4, 0), []int{0, 0, 0, 0, 2}},
		{"time up, all others but the spy name an innocent", votes(4, 3, 3, 3, 4, 1), []int{0, 0, 0, 0, 2}},
		{"time up, everybody but the accused names an innocent", votes(4, 3, 3, 3, 4, 3), []int{0, 0, 0, 0, 4}},
		{"the spy accused by all", accused(ByAccusation, 4, 1, 4), []int{1, 2, 1, 1, 0}},
		{"an innocent accused by all", accused(ByAccusation, 4, 1, 0), []int{0, 0, 0, 0, 4}},
		{"the spy leads the accusation of an innocent", accused(ByAccusation, 4, 4, 0), []int{0, 0, 0, 0, 4}},
		{"the spy names the location", guessed(4, true), []int{0, 0, 0, 0, 4}},
		{"the spy names a wrong location", guessed(4, false), []int{1, 1, 1, 1, 0}},
		{"closing accusation of the spy", accused(ClosingAccusations, 4, 2, 4), []int{1, 1, 2, 1, 0}},
		{"closing accusation of an innocent", accused(ClosingAccusations, 4, 2, 3), []int{0, 0, 0, 0, 4}},
		{"nobody convicted", accused(ClosingAccusations, 4, Unknown, Unknown), []int{0, 0, 0, 0, 2}},
	} {
		s := play(t, ready(5, 5), Deal{Dealer: 0}, c.ending)
		if got := s.Result().Points; !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestBonusPointsHaveTheirOwnReason(t *testing.T) {
	s := play(t, ready(3, 5), Deal{Dealer: 0}, accused(ByAccusation, 2, 0, 2), Deal{Dealer: 2}, guessed(1, true), Deal{Dealer: 1}, accused(ClosingAccusations, 0, 1, 0))
	var got []string
	for _, l := range s.Ledger() {
		got = append(got, strings.Join([]string{s.Table.Players[l.Row], strconv.Itoa(l.Points), l.Why.String(), l.Where.String()}, " | "))
	}
	want := []string{
		"Ana | 1 | Caio, the spy, was accused by all | Spyfall rulebook, Scoring: the others win",
		"Bia | 1 | Caio, the spy, was accused by all | Spyfall rulebook, Scoring: the others win",
		"Ana | 1 | the accuser's extra point | Spyfall rulebook, Scoring: the others win",
		"Bia | 2 | the spy, and named the location | Spyfall rulebook, Scoring: the spy wins",
		"Bia | 2 | the extra points for that | Spyfall rulebook, Scoring: the spy wins",
		"Bia | 1 | Ana, the spy, was accused by all | Spyfall rulebook, Scoring: the others win",
		"Caio | 1 | Ana, the spy, was accused by all | Spyfall rulebook, Scoring: the others win",
		"Bia | 1 | the accuser's extra point | Spyfall rulebook (English edition), Time up",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}

func TestTheMatchEndsAfterTheAgreedRounds(t *testing.T) {
	events := []scoring.Event{Deal{Dealer: 0}, guessed(2, true), Deal{Dealer: 2}, guessed(0, false)}
	if r := play(t, ready(3, 3), events...).Result(); r.Over || len(r.Winners) > 0 || r.DecidedBy != scoring.Undecided {
		t.Errorf("two of three: %+v", r)
	}
	r := play(t, ready(3, 2), events...).Result()
	if !r.Over || !slices.Equal(r.Points, []int{0, 1, 5}) || !slices.Equal(r.Winners, []int{2}) || r.Reason.String() != "Caio wins with 5 points." {
		t.Errorf("two of two: %+v", r)
	}
	r = play(t, ready(3, 1), Deal{Dealer: 0}, guessed(2, false)).Result()
	if r.DecidedBy != scoring.Shared || !slices.Equal(r.Winners, []int{0, 1}) || r.Reason.String() != "Ana and Bia share the victory with 1 point each." {
		t.Errorf("a tie: %+v", r)
	}
	if len(r.Readings) != 1 || r.Readings[0].ID != readTie.ID {
		t.Errorf("readings: %v", r.Readings)
	}
}

func TestTheTableMayStop(t *testing.T) {
	s := play(t, ready(3, 5), Deal{Dealer: 0}, guessed(2, true), Deal{Dealer: 2}, Accusation{Accuser: 0, Suspect: 1}, scoring.Stop{})
	if r := s.Result(); !r.Over || !slices.Equal(r.Winners, []int{2}) || len(r.Parts) != 1 {
		t.Errorf("%+v", r)
	}
}

func TestTheSpyOfTheLastRoundDeals(t *testing.T) {
	table := ready(4, 5)
	table.First = 2
	s := play(t, table)
	if s.Dealer() != 2 || s.Round() != 1 {
		t.Errorf("first: seat %d deals round %d", s.Dealer(), s.Round())
	}
	if s = play(t, table, Deal{Dealer: 2}, guessed(1, true)); s.Dealer() != 1 || s.Round() != 2 {
		t.Errorf("second: seat %d deals round %d", s.Dealer(), s.Round())
	}
	if s = play(t, table, Deal{Dealer: 3}); s.Dealer() != 3 {
		t.Errorf("who dealt deals: seat %d", s.Dealer())
	}
}

func TestOneAccusationEachAndRound(t *testing.T) {
	a := Accusation{Accuser: 1, Suspect: 3, Agree: []int{0}}
	s := play(t, ready(4, 5), Deal{Dealer: 0}, a)
	if got := s.MayAccuse(); !slices.Equal(got, []int{0, 2, 3}) {
		t.Errorf("may accuse: %v", got)
	}
	if s = play(t, ready(4, 5), Deal{Dealer: 0}, a, guessed(3, false), Deal{Dealer: 3}); len(s.MayAccuse()) != 4 {
		t.Errorf("next round: %v", s.MayAccuse())
	}
}

func TestReadingsThatWereUsed(t *testing.T) {
	failed := Accusation{Accuser: 0, Suspect: 4}
	for _, c := range []struct {
		name   string
		events []scoring.Event
		want   []lang.Text
	}{
		{"nothing special", []scoring.Event{failed, votes(4, 4, 4, 4, 4, 0)}, nil},
		{"an innocent named by all", []scoring.Event{votes(4, 3, 3, 3, 4, 3)}, []lang.Text{readInnocent}},
		{"closing accusations", []scoring.Event{accused(ClosingAccusations, 4, Unknown, Unknown)}, []lang.Text{readClosing}},
		{"a guess after being accused", []scoring.Event{failed, guessed(4, true)}, []lang.Text{readGuess}},
		{"a guess after somebody else was accused", []scoring.Event{failed, guessed(1, true)}, nil},
	} {
		r := play(t, ready(5, 5), append([]scoring.Event{Deal{Dealer: 0}}, c.events...)...).Result()
		if !slices.EqualFunc(r.Readings, c.want, func(a, b lang.Text) bool { return a.ID == b.ID }) {
			t.Errorf("%s: %v, want %v", c.name, r.Readings, c.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	first := []scoring.Event{Deal{Dealer: 0}}
	once := append(first, Accusation{Accuser: 1, Suspect: 3})
	beach := guessed(2, true)
	beach.Location = "beach"
	again := guessed(2, true)
	again.Location = " BEACH "
	for _, c := range []struct {
		name   string
		before []scoring.Event
		event  scoring.Event
		want   string
	}{
		{"dealt twice", first, Deal{Dealer: 1}, "the cards of this round have already been dealt"},
		{"no such dealer", nil, Deal{Dealer: 4}, "dealer: this names somebody who is not at this table"},
		{"an accusation before the deal", nil, Accusation{Accuser: 0, Suspect: 1}, "nobody has dealt"},
		{"an ending before the deal", nil, guessed(0, true), "nobody has dealt"},
		{"accusing oneself", first, Accusation{Accuser: 1, Suspect: 1}, "suspect: Bia cannot be both"},
		{"accusing twice", once, Accusation{Accuser: 1, Suspect: 2}, "accuser: Bia has already accused somebody in this round"},
		{"accusing twice, the second time with success", once, accused(ByAccusation, 3, 1, 3), "ending.accuser: Bia has already accused"},
		{"the suspect agrees", first, Accusation{Accuser: 1, Suspect: 3, Agree: []int{3}}, "agree[0]: Davi is the suspect"},
		{"the accuser agrees", first, Accusation{Accuser: 1, Suspect: 3, Agree: []int{0, 1}}, "agree[1]: Bia is the accuser"},
		{"agrees twice", first, Accusation{Accuser: 1, Suspect: 3, Agree: []int{0, 0}}, "agree[1]: Ana is named twice"},
		{"everybody agrees", first, Accusation{Accuser: 1, Suspect: 3, Agree: []int{0, 2}}, "agree: everybody but the suspect agreed"},
		{"no such accuser", first, Accusation{Accuser: 9, Suspect: 3}, "accuser: this names somebody who is not at this table"},
		{"no such suspect", first, Accusation{Accuser: 1, Suspect: -1}, "suspect: this names somebody who is not at this table"},
		{"no such agreeing seat", first, Accusation{Accuser: 1, Suspect: 3, Agree: []int{4}}, "agree[0]: this names somebody who is not at this table"},
		{"no such spy", first, guessed(4, true), "spy: this names somebody who is not at this table"},
		{"a vote for oneself", first, votes(3, 1, 1, 0, 0), "ending.votes.Bia: Bia cannot vote for Bia"},
		{"a vote missing", first, votes(3, 1, Unknown, 0, 0), "ending.votes.Bia: Bia has not voted"},
		{"the last vote missing", first, votes(3, 1, 0, 0), "ending.votes.Davi: Davi has not voted"},
		{"a vote too many", first, votes(3, 1, 0, 0, 0, 0), "ending.votes: 5 votes for 4 players"},
		{"a vote for nobody at the table", first, votes(3, 1, 0, 7, 0), "ending.votes.Caio: this names somebody who is not at this table"},
		{"a guess with a stranger as its accuser", first, Ending{How: ByGuess, Spy: 3, Accuser: 4, Suspect: Unknown}, "ending.accuser: this names somebody who is not at this table"},
		{"a vote with a stranger as its suspect", first, Ending{How: ByVotes, Spy: 3, Votes: []int{1, 0, 0, 0}, Accuser: Unknown, Suspect: -2}, "ending.suspect: this names somebody who is not at this table"},
		{"a guess with a stranger among its votes", first, Ending{How: ByGuess, Spy: 3, Accuser: Unknown, Suspect: Unknown, Votes: []int{9}}, "ending.votes.Ana: this names somebody who is not at this table"},
		{"accused by oneself to the end", first, accused(ByAccusation, 3, 2, 2), "ending.suspect: Caio cannot be both"},
		{"closing accusation of oneself", first, accused(ClosingAccusations, 3, 2, 2), "ending.suspect: Caio cannot be both"},
		{"a closing accuser without a suspect", first, accused(ClosingAccusations, 3, 2, Unknown), "ending: an accuser and a suspect, or neither"},
		{"a closing suspect without an accuser", first, accused(ClosingAccusations, 3, Unknown, 2), "ending: an accuser and a suspect, or neither"},
		{"an unknown ending", first, Ending{How: "flight"}, "ending.type: “flight” is not a way to end a round; choose one of: time_up, accusation, spy_guess, accusations_at_time_up"},
		{"a location again", append(first, beach, Deal{Dealer: 2}), again, "location: “ BEACH ” was already played in round 1"},
	} {
		s := play(t, ready(4, 3), c.before...)
		if _, err := Game.Apply(s, c.event); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	// A player who accused while the clock ran may accuse again when time is up.
	play(t, ready(4, 3), append(once, accused(ClosingAccusations, 3, 1, 3))...)
}

func TestTablesThatCannotPlay(t *testing.T) {
	for _, c := range []struct {
		table setup.Table
		want  string
	}{
		{ready(3, 0), "rounds_planned: 0 rounds"},
		{ready(3, 31), "rounds_planned: 31 rounds"},
		{ready(3, 5).With(lay.Minutes, "soon"), "minutes: “soon” is not a length"},
	} {
		if _, err := Game.New(c.table); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.table, err, c.want)
		}
	}
}

// The list of locations in both directions, against the translations.
func TestThirtyLocationsInBothLanguages(t *testing.T) {
	if len(Locations) != lay.Bags {
		t.Fatalf("%d locations", len(Locations))
	}
	pt := lang.NewLocalizer("pt-BR", Texts)
	seen := map[string]bool{}
	for _, l := range Locations {
		if got := pt.Say(l.Name); got != l.Brazilian {
			t.Errorf("%s is said as %q, want %q", l.ID, got, l.Brazilian)
		}
		for _, text := range []string{l.ID, l.Brazilian, l.Name.Other} {
			if !l.is(" " + strings.ToUpper(text)) {
				t.Errorf("%q is not taken for %s", text, l.ID)
			}
		}
		if seen[l.ID] || seen[l.Brazilian] {
			t.Errorf("%s is there twice", l.ID)
		}
		seen[l.ID], seen[l.Brazilian] = true, true
	}
	if slices.ContainsFunc(Locations, func(l Location) bool { return l.is("Grandma's attic") }) {
		t.Error("a location of one's own is none of the thirty")
	}
}

// The reference lists the locations alphabetically in each language.
func TestTheBookListsLocationsByName(t *testing.T) {
	for _, tag := range lang.Languages {
		raw, err := files.ReadFile("handbook/" + tag + ".md")
		if err != nil {
			t.Fatal(err)
		}
		var listed []string
		_, rest, _ := strings.Cut(string(raw), "{#locations}")
		rest, _, _ = strings.Cut(rest, "\n## ")
		for line := range strings.Lines(rest) {
			if place, ok := strings.CutPrefix(line, "- "); ok {
				place, _, _ = strings.Cut(strings.TrimSpace(place), " (")
				listed = append(listed, place)
			}
		}
		var want []string
		v, names := lang.NewLocalizer(tag, Texts), locationNames(Locations[:])
		for _, i := range v.Order(names) {
			want = append(want, v.Say(names[i]))
		}
		if d := cmp.Diff(want, listed); d != "" {
			t.Errorf("%s (-want +listed):\n%s", tag, d)
		}
	}
}

func TestPlayedLocationsAreCrossedOff(t *testing.T) {
	one, two := guessed(0, true), guessed(0, true)
	one.Location, two.Location = "Praia", "circus-tent"
	s := play(t, ready(3, 5), Deal{Dealer: 0}, one, Deal{Dealer: 0}, two)
	open, crossed := s.split()
	var ids []string
	for _, l := range crossed {
		ids = append(ids, l.ID)
	}
	if !slices.Equal(ids, []string{"beach", "circus-tent"}) || len(open) != 28 {
		t.Errorf("crossed off %v, %d open", ids, len(open))
	}
}

// The statistics count for each player the rounds in which they were there.
func TestTallied(t *testing.T) {
	s := play(t, ready(4, 5), Deal{Dealer: 0}, accused(ByAccusation, 1, 0, 1), Deal{Dealer: 1, Away: []int{3}}, guessed(1, true), Deal{Dealer: 1}, votes(2, 1, 0, 0, 0))
	want := "[map[accused:1 caught:1 hunted:3] map[escaped:1 hunted:1 spy:2] map[caught:1 escaped:1 hunted:2 spy:1] map[caught:1 hunted:2]]"
	if got := fmt.Sprint(s.Count()); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
