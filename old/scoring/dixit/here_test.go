package dixit

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/dixit"
)

func away(seats ...int) scoring.Here { return scoring.Here{Away: seats} }

// without returns a turn in which some players were away.
func without(t Turn, seats ...int) Turn {
	for _, seat := range seats {
		delete(t.Cards, seat+1)
	}
	t.Away = seats
	return t
}

// Rules that depend on the number of players count only those who are there in that very turn.
func TestTurnsOfThoseWhoAreThere(t *testing.T) {
	two := [][]int{nil, {1, 3}, {1}, {5}, {1}, {1}, nil, {1}} // with a second vote; seat 6 was away
	for _, c := range []struct {
		name string
		n    int
		turn Turn
		want []int
	}{
		{"who is away gets nothing", 5, without(told(0, one(0, 1, 2, 2, 0)...), 4), []int{3, 5, 0, 0, 0}},
		{"all who are there found it", 5, without(told(0, one(0, 1, 1, 1, 0)...), 4), []int{0, 2, 2, 2, 0}},
		{"nobody who is there found it", 5, without(told(1, one(3, 0, 4, 1, 0)...), 4), []int{3, 0, 3, 3, 0}},
		{"three of four are there: two cards each", 4,
			Turn{Card: 2, Cards: map[int]int{1: 1, 2: 0, 3: 2, 4: 1, 5: 2}, Votes: one(0, 5, 2, 0), Away: []int{3}}, []int{3, 0, 4, 0}},
		{"seven of eight are there: a second vote", 8, without(told(0, two...), 6), []int{3, 3, 5, 0, 5, 4, 0, 4}},
		{"six of seven are there: a single vote pays nothing more", 7, without(told(0, one(0, 1, 1, 3, 3, 3, 0)...), 6), []int{3, 3, 6, 0, 0, 0, 0}},
	} {
		if got := points(t, start(t, table(c.n)), c.turn); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// A turn records who was away: no Here before or after it changes that.
func TestATurnStandsOnItsOwn(t *testing.T) {
	turn := without(told(0, one(0, 1, 2, 2, 0)...), 4)
	plain := play(t, start(t, table(5)), turn)
	for _, events := range [][]scoring.Event{{away(4), turn}, {away(1, 2), turn}, {turn, away(3)}} {
		if got := play(t, start(t, table(5)), events...); !reflect.DeepEqual(got.Result(), plain.Result()) {
			t.Errorf("%v: %+v", events, got.Result())
		}
	}
	if r := plain.Result(); !slices.Equal(r.Parts[0].Cells, []string{"", "", "", "", "–"}) || r.Readings[1].ID != readAway.ID {
		t.Errorf("%+v", r)
	}
}

func TestNextStorytellerIsOneWhoIsThere(t *testing.T) {
	turn := told(0, one(0, 1, 1, 2)...)
	for _, c := range []struct {
		events []scoring.Event
		want   int
	}{
		{nil, 0},
		{[]scoring.Event{told(3, one(4, 1, 4, 0)...)}, 0},
		{[]scoring.Event{away(0)}, 1},
		{[]scoring.Event{turn}, 1},
		{[]scoring.Event{turn, away(1)}, 2},
		{[]scoring.Event{turn, away(2)}, 1},
		{[]scoring.Event{turn, away(1), away()}, 1},
		{[]scoring.Event{told(3, one(4, 1, 4, 0)...), away(0)}, 1},
	} {
		if got := play(t, start(t, table(4)), c.events...).(State).Storyteller(); got != c.want {
			t.Errorf("%v: %d tells, want %d", c.events, got, c.want)
		}
	}
}

func TestAwayIsRefused(t *testing.T) {
	for _, c := range []struct {
		s    scoring.State
		e    scoring.Event
		want string
	}{
		{start(t, table(5)), without(told(4, one(5, 1, 2, 2, 0)...), 4), "storyteller: Eva is away in this turn"},
		{start(t, table(5)), without(told(0, one(0, 1, 2, 2, 1)...), 4), "votes.Eva: Eva is away in this turn"},
		{start(t, table(5)), Turn{Card: 1, Cards: map[int]int{1: 0, 5: 4}, Votes: one(0, 1, 1, 1, 0), Away: []int{4}}, "cards.5: Eva is away in this turn"},
		{start(t, table(5)), without(told(0, one(0, 1, 2, 5, 0)...), 4), "votes.Davi: Davi: card 5 is not on the table"},
		{start(t, table(5)), Turn{Card: 1, Cards: map[int]int{1: 0}, Votes: one(0, 1, 1, 1, 0), Away: []int{4, 4}}, "away[1]: Eva is named twice"},
		{start(t, table(5)), Turn{Card: 1, Cards: map[int]int{1: 0}, Votes: one(0, 1, 1, 1, 0), Away: []int{5}}, "away[0]: this names somebody who is not at this table"},
		{start(t, table(4)), without(told(0, one(0, 1, 0, 0)...), 2, 3), "away: with 2 at the table the game cannot go on, it takes at least 3"},
		{start(t, table(7)), without(told(0, nil, []int{1, 2}, []int{1}, []int{1}, []int{1}, []int{1}, nil), 6), "votes.Bia: Bia has one vote; there is a second one only with 7"},
		{start(t, table(4)), Turn{Card: 1, Cards: map[int]int{1: 0, 2: 1, 3: 1}, Votes: one(0, 1, 1, 1)}, "cards.3: Bia plays only one card"},
		{start(t, table(4)), away(4), "away[0]: this names somebody"},
		{start(t, table(4)), away(0, 0), "away[1]: Ana is named twice"},
		{start(t, table(4)), away(0, 1), "away: with 2 at the table"},
		{start(t, table(6, Mode, lay.Party)), away(), "Dixit Party is played in laps"},
		{start(t, table(6, Mode, lay.Team)), away(1), "Team Dixit is played in pairs"},
		{start(t, table(6, Mode, lay.Party)), Turn{Red: 1, Votes: one(2, 2, 2, 2, 2, 2), Away: []int{3}}, "away: Dixit Party is played in laps"},
	} {
		var f *scoring.Fault
		if _, err := Game.Apply(c.s, c.e); !errors.As(err, &f) || !strings.HasPrefix(f.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.e, err, c.want)
		}
	}
	if say := Game.Fixed(table(6)); !say.Empty() {
		t.Errorf("the base game says %s", say)
	}
}

// Only players who are here are asked, in every order of telling.
func TestOnlyWhoIsThereIsAsked(t *testing.T) {
	here := func(n int, choices ...string) scoring.State { return play(t, ready(t, n, choices...), away(1)) }
	want := Turn{Storyteller: 2, Card: 1, Cards: map[int]int{1: 2, 3: 4}, Votes: one(3, 0, 0, 1, 1), Away: []int{1}}
	turn, script := talk(t, play(t, ready(t, 5), away(1), told(0, one(0, 1, 2, 2, 2)...)), // Bia came for that turn
		asktest.Said{ID: "dixit.which-card", Line: "1"}, asktest.Said{ID: "dixit.their-votes", Line: "311"}, asktest.Said{ID: "dixit.owners", Line: "5"})
	if !reflect.DeepEqual(turn, want) {
		t.Errorf("%+v, want %+v", turn, want)
	}
	if q := script.Seen[1]; !slices.Equal(q.Names, []string{"Ana", "Davi", "Eva"}) || ask.As[ask.Each](q).Hi != 4 {
		t.Errorf("%+v", q)
	}
	turn, script = talk(t, here(4, Order, OwnersFirst), // three are there: two cards each, five on the board
		asktest.Said{ID: "dixit.which-card", Line: "o"}, asktest.Said{ID: "dixit.who-tells", Line: "4"}, asktest.Said{ID: "dixit.which-card", Line: "5"},
		asktest.Said{ID: "dixit.every-card", Line: "1+2 3+4"}, asktest.Said{ID: "dixit.their-votes", Line: "51"})
	if turn.Storyteller != 3 || turn.Cards[4] != 2 || ask.As[ask.Each](script.Seen[0]).Hi != 5 || len(script.Seen[1].List().Options) != 3 {
		t.Errorf("%+v, %+v", turn, script.Seen)
	}
	turn, script = talk(t, here(7, Secret, setup.Yes), asktest.Said{ID: "dixit.who-tells"},
		asktest.Said{ID: "dixit.secret-vote.2", Line: "1"}, asktest.Said{ID: "dixit.secret-vote.3", Line: "1"}, asktest.Said{ID: "dixit.secret-vote.4", Line: "1"},
		asktest.Said{ID: "dixit.secret-vote.5", Line: "1"}, asktest.Said{ID: "dixit.secret-vote.6", Line: "1"}, asktest.Said{ID: "dixit.which-card", Line: "1"})
	if q := script.Seen[1]; ask.As[ask.Each](q).Most != 1 || ask.As[ask.Each](q).Hi != 6 || turn.Votes[1] != nil {
		t.Errorf("%+v, %+v", turn, q)
	}
}

func TestTellsWhoIsHere(t *testing.T) {
	s := play(t, start(t, table(6)), away(1, 2))
	for _, c := range []struct {
		e    scoring.Here
		want string
	}{
		{away(1, 2, 3), "Davi leaves"},
		{away(0, 1, 2, 3), "Ana and Davi leave"},
		{away(1), "Caio is back"},
		{away(), "Bia and Caio are back"},
		{away(2, 5), "Fabi leaves; Bia is back"},
		{away(1, 2), "Nobody leaves, and nobody comes"},
		{away(-1, 99), "Bia and Caio are back"},
	} {
		if got := Game.Tell(s, c.e).String(); got != c.want {
			t.Errorf("%v: %s, want %s", c.e, got, c.want)
		}
	}
	if got := scoring.Away(s); !slices.Equal(got, []int{1, 2}) {
		t.Error(got)
	}
}

// A sheet names the players who were away in each round.
func TestAwayInSheets(t *testing.T) {
	four := sheetOf(baseSheet, `"storyteller": "Ana"`, `"storyteller": "Ana", "away": ["Caio"]`, `, "4": "Caio"`, "", `"Caio": [1], `, "")
	for sheet, want := range map[string]string{
		four: "",
		sheetOf(baseSheet, `"storyteller": "Ana"`, `"away": [], "storyteller": "Ana"`): "",
		sheetOf(four, `["Caio"]`, `["caio"]`):                                          "rounds[0].away[0]: “caio” is not at the table",
		sheetOf(four, `["Caio"]`, `"Caio"`):                                            "rounds[0].away: expected a list",
		sheetOf(four, `["Caio"]`, `null`):                                              "rounds[0].away: expected a list",
		sheetOf(partySheet, `"storyteller"`, `"away": [], "storyteller"`):              "rounds[0].away: unknown key",
		sheetOf(teamSheet, `"storyteller"`, `"away": ["F"], "storyteller"`):            "rounds[0].away: unknown key",
	} {
		_, err := scoring.ReadSheet([]byte(sheet), []scoring.Game{Game})
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s\n%v\nwant %s", sheet, err, want)
		}
	}
}

// At another table rows move with their people; in Team the rows are teams.
func TestReseat(t *testing.T) {
	turn := without(told(0, one(0, 1, 2, 2, 0)...), 4)
	moved := Game.Move(turn, table(5), setup.Table{Players: []string{"Davi", "Novo", "Ana", "Caio", "Eva", "Bia"}}, []int{2, 5, 3, 0, 4})
	want := Turn{Storyteller: 2, Card: 1, Cards: map[int]int{1: 2, 2: 5, 3: 3, 4: 0}, Votes: one(2, 0, 0, 2, 0, 1), Away: []int{1, 4}}
	if !reflect.DeepEqual(moved, scoring.Event(want)) {
		t.Errorf("%+v, want %+v", moved, want)
	}
	moved = Game.Move(turn, table(5), table(4), []int{0, -1, 1, 2, 3}) // Bia was never there
	want = Turn{Card: 1, Cards: map[int]int{1: 0, 2: -1, 3: 1, 4: 2}, Votes: one(0, 2, 2, 0), Away: []int{3}}
	if !reflect.DeepEqual(moved, scoring.Event(want)) {
		t.Errorf("%+v, want %+v", moved, want)
	}
	old, now := table(6, Mode, lay.Team), table(6, Mode, lay.Team)
	now.Teams = []setup.Team{{Name: "B", Seats: []int{4, 3}}, {Name: "X", Seats: []int{0, 2}}, {Name: "C", Seats: []int{1, 5}}}
	moved = Game.Move(told(0, one(0, 1, 2)...), old, now, []int{0, 4, 1, 2, 3, 5})
	want = Turn{Card: 1, Cards: map[int]int{1: 1, 2: 0, 3: 2}, Votes: one(1, 0, 2)}
	if !reflect.DeepEqual(moved, scoring.Event(want)) {
		t.Errorf("%+v, want %+v", moved, want)
	}
	now.Teams[0].Seats, now.Teams[1].Seats = []int{0, 3}, []int{4, 2} // two teams are others now
	moved = Game.Move(told(0, one(0, 1, 2)...), old, now, []int{0, 4, 1, 2, 3, 5})
	want = Turn{Card: 1, Cards: map[int]int{1: -1, 2: -1, 3: 2}, Votes: one(0, 0, 2)}
	if !reflect.DeepEqual(moved, scoring.Event(want)) {
		t.Errorf("%+v, want %+v", moved, want)
	}
	if got := Game.Move(turn, table(6), old, old.Turn(0)).(Turn); len(got.Votes) != 3 || got.Cards[1] != scoring.Gone { // people are no teams
		t.Errorf("%+v", got)
	}
	if got := Game.Move(told(0, one(0, 1, 2)...), old, table(6), old.Turn(0)).(Turn); len(got.Votes) != 6 || got.Cards[1] != scoring.Gone {
		t.Errorf("%+v", got)
	}
}

// Players who were away stay away at another table, without those who left; new players are here.
func TestReseatHere(t *testing.T) {
	for _, c := range []struct{ to, want []int }{
		{[]int{2, 1, 0}, []int{1, 2}}, {[]int{0, -1, 1}, []int{0}}, {[]int{-1, -1, 0}, []int{}},
	} {
		if got := Game.Move(away(0, 1), table(3), table(4), c.to); !reflect.DeepEqual(got, scoring.Event(scoring.Here{Away: c.want})) {
			t.Errorf("%v: %v, want %v", c.to, got, c.want)
		}
	}
	if got := Game.Move(scoring.Here{}, table(3), table(4), []int{0, 1, 2}); !reflect.DeepEqual(got, scoring.Event(scoring.Here{})) {
		t.Errorf("%v", got)
	}
}
