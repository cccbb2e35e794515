package dixit

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/dixit"
)

var names = []string{"Ana", "Bia", "Caio", "Davi", "Eva", "Fabi", "Gil", "Hugo", "Ines", "Joca", "Katia", "Leo"}

// table returns a table of n people, with choices given in pairs.
func table(n int, choices ...string) setup.Table {
	t := setup.Table{Players: slices.Clone(names[:n])}
	for i := 0; i < len(choices); i += 2 {
		t = t.With(choices[i], choices[i+1])
	}
	if lay.Mode(t) == lay.Team {
		for i := range n / 2 {
			t.Teams = append(t.Teams, setup.Team{Name: fmt.Sprintf("Team %d", i+1), Seats: []int{i, i + n/2}})
		}
	}
	return t
}

func start(t *testing.T, tb setup.Table) scoring.State {
	t.Helper()
	s, err := Game.New(tb)
	laws.Need(t, err)
	return s
}

// told returns a turn in which every row played the card of its own number, from 1.
func told(teller int, votes ...[]int) Turn {
	t := Turn{Storyteller: teller, Card: teller + 1, Cards: map[int]int{}, Votes: votes}
	for row := range votes {
		t.Cards[row+1] = row
	}
	return t
}

func one(cards ...int) [][]int {
	out := make([][]int, len(cards))
	for i, c := range cards {
		if c != 0 {
			out[i] = []int{c}
		}
	}
	return out
}

func points(t *testing.T, s scoring.State, e scoring.Event) []int {
	t.Helper()
	before := s.Result().Points
	next, err := Game.Apply(s, e)
	laws.Need(t, err)
	var out []int
	for row, p := range next.Result().Points {
		out = append(out, p-before[row])
	}
	return out
}

// A payment is what a turn pays each row, named after the sentence of the rulebook.
type payment struct {
	name string
	tb   setup.Table
	turn Turn
	want []int
}

func pays(t *testing.T, all []payment) {
	t.Helper()
	for _, c := range all {
		if got := points(t, start(t, c.tb), c.turn); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestContagemDePontos(t *testing.T) {
	pays(t, []payment{
		{"everybody found it: storyteller nothing, the others 2", table(4), told(0, one(0, 1, 1, 1)...), []int{0, 2, 2, 2}},
		{"nobody found it: storyteller nothing, the others 2 and their votes", table(4), told(0, one(0, 3, 4, 2)...), []int{0, 3, 3, 3}},
		{"otherwise: 3 for the storyteller and who found it, 1 for a vote", table(4), told(0, one(0, 1, 2, 2)...), []int{3, 5, 0, 0}},
		{"at most 3 for votes", table(6), told(0, one(0, 3, 1, 3, 3, 3)...), []int{3, 0, 6, 0, 0, 0}},
		{"three players, two cards each: votes on both count", table(3),
			Turn{Card: 2, Cards: map[int]int{1: 1, 2: 0, 3: 2, 4: 1, 5: 2}, Votes: one(0, 5, 2)}, []int{3, 0, 4}},
		{"storyteller in the middle", table(5), told(2, one(3, 3, 0, 1, 2)...), []int{4, 4, 3, 0, 0}},
	})
}

func TestContagemDePontosCom7(t *testing.T) {
	all := told(0, nil, []int{1}, []int{1}, []int{1, 2}, []int{2, 1}, []int{1}, []int{1, 2})
	pays(t, []payment{
		{"a single correct vote is worth 1 more, also when all found it", table(7, SingleVote, Always), all, []int{0, 6, 3, 2, 2, 3, 2}},
		{"unless the table agreed otherwise", table(7, SingleVote, UnlessAllFound), all, []int{0, 5, 2, 2, 2, 2, 2}},
		{"agreed otherwise, but not all found it: 1 more", table(7, SingleVote, UnlessAllFound),
			told(0, nil, []int{1}, []int{1, 2}, []int{2, 3}, []int{6}, []int{4}, []int{2, 4}), []int{3, 4 + 3, 3 + 1, 2, 0, 1, 0}},
		{"nobody found it: a single vote is worth nothing more", table(7, SingleVote, Always),
			told(0, nil, []int{3}, []int{2}, []int{2, 3}, []int{2}, []int{2}, []int{3, 4}), []int{0, 5, 5, 3, 2, 2, 2}},
	})
}

func TestParty(t *testing.T) {
	pays(t, []payment{
		{"as many points as votes on the same card", table(6, Mode, lay.Party), Turn{Storyteller: 1, Red: 6, Votes: one(3, 3, 3, 3, 5, 5)}, []int{4, 4, 4, 4, 2, 2}},
		{"5 at most", table(7, Mode, lay.Party), Turn{Storyteller: 1, Red: 6, Votes: one(3, 3, 3, 3, 3, 3, 1)}, []int{5, 5, 5, 5, 5, 5, 0}},
		{"the red vote's card pays nothing, who is alone gets nothing", table(6, Mode, lay.Party), Turn{Storyteller: 5, Red: 2, Votes: one(2, 2, 2, 2, 2, 3)}, make([]int, 6)},
	})
}

func TestTeam(t *testing.T) {
	pays(t, []payment{
		{"no rules of seven and more", table(8, Mode, lay.Team), told(0, one(0, 1, 1, 2)...), []int{3, 4, 3, 0}},
		{"the partner's card pays nobody", table(6, Mode, lay.Team),
			Turn{Storyteller: 3, Card: 1, Cards: map[int]int{1: 0, 2: 1, 3: 2, 4: 0}, Votes: one(0, 4, 1)}, []int{3, 0, 3}},
		{"nobody found it, all on the partner's card", table(6, Mode, lay.Team),
			Turn{Storyteller: 0, Card: 4, Cards: map[int]int{1: 0, 4: 0}, Votes: one(0, 1, 1)}, []int{0, 2, 2}},
	})
}

func with(t Turn, change func(*Turn)) Turn {
	t = t.clone()
	change(&t)
	return t
}

func TestRefused(t *testing.T) {
	base := told(0, one(0, 1, 1, 2)...)
	seven := told(0, one(0, 1, 1, 1, 1, 1, 2)...)
	party := Turn{Storyteller: 1, Red: 6, Votes: one(3, 3, 3, 3, 5, 5)}
	team := told(0, one(0, 1, 2)...)
	for _, c := range []struct {
		mode string
		n    int
		turn Turn
		want string
	}{
		{lay.Base, 4, with(base, func(t *Turn) { t.Storyteller = 4 }), "storyteller: the storyteller is not at this table"},
		{lay.Base, 4, with(base, func(t *Turn) { t.Storyteller = -1 }), "storyteller: the storyteller is not at this table"},
		{lay.Base, 4, with(base, func(t *Turn) { t.Votes = t.Votes[:3] }), "votes: these are the votes of a table of 3, and this one has 4"},
		{lay.Base, 4, with(base, func(t *Turn) { t.Red = 1 }), "red: there is a red vote only in Dixit Party"},
		{lay.Base, 4, with(base, func(t *Turn) { t.Card = 13 }), "storyteller_card: 13 is not a space on the track: the cards lie on 1 to 12"},
		{lay.Base, 4, with(base, func(t *Turn) { t.Card = 5 }), "storyteller_card: card 5, the one of Ana, is missing from the cards"},
		{lay.Base, 4, with(base, func(t *Turn) { t.Card = 2 }), "storyteller_card: card 2 is Bia's, so it cannot be the story of Ana"},
		{lay.Base, 4, with(base, func(t *Turn) { t.Cards[0] = 1 }), "cards.0: 0 is not a space on the track: the cards lie on 1 to 12"},
		{lay.Base, 4, with(base, func(t *Turn) { t.Cards[2] = 4 }), "cards.2: the person who played card 2 is not at this table"},
		{lay.Base, 4, with(base, func(t *Turn) { t.Cards[7] = 1 }), "cards.7: Bia plays only one card, not 2 and 7"},
		{lay.Base, 4, with(base, func(t *Turn) { t.Cards[7] = 0 }), "cards.7: Ana plays only one card, not 1 and 7"},
		{lay.Base, 3, with(told(0, one(0, 1, 1)...), func(t *Turn) { t.Cards[7], t.Cards[8] = 1, 1 }), "cards.8: Bia plays 2 cards at most, not 2, 7 and 8"},
		{lay.Base, 4, with(base, func(t *Turn) { t.Votes[0] = []int{2} }), "votes.Ana: Ana is the storyteller in this turn, and does not vote"},
		{lay.Base, 4, with(base, func(t *Turn) { t.Votes[0] = []int{} }), "votes.Ana: Ana is the storyteller in this turn, and does not vote"},
		{lay.Base, 4, with(base, func(t *Turn) { t.Votes[2] = nil }), "votes.Caio: the vote of Caio is missing"},
		{lay.Base, 4, with(base, func(t *Turn) { t.Votes[2] = []int{1, 2} }), "votes.Caio: Caio has one vote; there is a second one only with 7 players or more"},
		{lay.Base, 4, with(base, func(t *Turn) { t.Votes[1] = []int{2} }), "votes.Bia: card 2 is Bia's, and nobody votes for their own card"},
		{lay.Base, 4, with(base, func(t *Turn) { t.Votes[1] = []int{5} }), "votes.Bia: Bia: card 5 is not on the table, only 1, 2, 3 and 4"},
		{lay.Base, 7, with(seven, func(t *Turn) { t.Votes[3] = []int{1, 2, 3} }), "votes.Davi: Davi has two votes at most"},
		{lay.Base, 7, with(seven, func(t *Turn) { t.Votes[3] = []int{2, 2} }), "votes.Davi: Davi has put both votes on card 2: they go on two different cards"},
		{lay.Base, 7, with(seven, func(t *Turn) { t.Votes[3] = []int{1, 4} }), "votes.Davi: card 4 is Davi's, and nobody votes for their own card"},
		{lay.Party, 6, with(party, func(t *Turn) { t.Cards = map[int]int{1: 1} }), "cards: in Dixit Party nobody says whose a card was"},
		{lay.Party, 6, with(party, func(t *Turn) { t.Card = 1 }), "storyteller_card: in Dixit Party nobody says whose a card was"},
		{lay.Party, 6, with(party, func(t *Turn) { t.Votes[0] = []int{7} }), "votes.Ana: 7 is not a space on the track: the cards lie on 1 to 6"},
		{lay.Party, 6, with(party, func(t *Turn) { t.Votes[0] = []int{1, 2} }), "votes.Ana: Ana has only one vote"},
		{lay.Party, 6, with(party, func(t *Turn) { t.Votes[1] = nil }), "votes.Bia: the vote of Bia is missing"},
		{lay.Party, 6, with(party, func(t *Turn) { t.Red = 7 }), "red: 7 is not a space on the track: the cards lie on 1 to 6"},
		{lay.Party, 6, with(party, func(t *Turn) { t.Red = 3 }), "red: the red vote and the green vote of Bia go on two different cards"},
		{lay.Team, 6, with(team, func(t *Turn) { t.Votes[0] = []int{2} }), "votes.Team 1: Team 1 is the storyteller in this turn, and does not vote"},
		{lay.Team, 6, with(team, func(t *Turn) { t.Votes[1] = []int{2} }), "votes.Team 2: card 2 is Team 2's, and nobody votes for their own card"},
		{lay.Team, 6, with(team, func(t *Turn) { t.Votes[1] = []int{1, 3} }), "votes.Team 2: Team 2 has only one vote"},
		{lay.Team, 6, with(team, func(t *Turn) { t.Cards[9], t.Cards[8] = 0, 0 }), "cards.9: Team 1 plays 2 cards at most, not 1, 8 and 9"},
		{lay.Team, 6, with(team, func(t *Turn) { t.Cards[9] = 1 }), "cards.9: Team 2 plays only one card, not 2 and 9"},
	} {
		s := start(t, table(c.n, Mode, c.mode))
		_, err := Game.Apply(s, c.turn)
		var f *scoring.Fault
		if !errors.As(err, &f) || f.Error() != c.want {
			t.Errorf("%v\nwant %s", err, c.want)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	twoTeams := table(6, Mode, lay.Team)
	twoTeams.Teams = twoTeams.Teams[:2]
	thrice := table(6, Mode, lay.Team)
	thrice.Teams[1].Seats = []int{0, 4}
	trio := table(6, Mode, lay.Team)
	trio.Teams[2].Seats = []int{2, 5, 1}
	far := table(6, Mode, lay.Team)
	far.Teams[0].Seats[1] = 6
	alike := table(6, Mode, lay.Team)
	alike.Teams[2].Name = "TEAM 1"
	person := table(6, Mode, lay.Team)
	person.Teams[2].Name = "ana"
	for _, c := range []struct {
		table setup.Table
		want  string
	}{
		{table(5, Mode, lay.Party), "players: 5 players: Dixit Party is for 6 to 12"},
		{table(7, Mode, lay.Team), "players: 7 players: Team Dixit is for 6, 8, 10 or 12"},
		{table(4, Mode, lay.Team), "players: 4 players: Team Dixit is for 6, 8, 10 or 12"},
		{table(4, Mode, "duel"), "mode: “duel” is not a way to play Dixit; choose base, party or team"},
		{table(4, Target, "0"), "target: “0” is not a whole number from 1 to 2147483647"},
		{table(4, Target, "many"), "target: “many” is not a whole number from 1 to 2147483647"},
		{table(6, Mode, lay.Party, Laps, "-1"), "laps: “-1” is not a whole number from 1 to 2147483647"},
		{table(7, SingleVote, "never"), "lone_vote_bonus: “never” is neither always nor unless_all_found"},
		{twoTeams, "teams: 2 teams: 3 pairs are needed, with everybody in exactly one"},
		{thrice, "teams[1].players[0]: Ana is in a team already"},
		{trio, "teams[2].players: 3 people in this team: a team is a pair"},
		{far, "teams[0].players[1]: there is no such seat at this table"},
		{alike, "teams[2].name: “TEAM 1” is there twice (as “Team 1”): each name only once, please"},
		{person, "teams[2].name: “ana” is the name of a player; a team needs one of its own"},
	} {
		_, err := Game.New(c.table)
		var f *scoring.Fault
		if !errors.As(err, &f) || f.Error() != c.want {
			t.Errorf("%v\nwant %s", err, c.want)
		}
	}
}

// play applies events that the rules must accept.
func play(t *testing.T, s scoring.State, events ...scoring.Event) scoring.State {
	t.Helper()
	for _, e := range events {
		next, err := Game.Apply(s, e)
		laws.Need(t, err)
		s = next
	}
	return s
}

func TestFimDaPartida(t *testing.T) {
	turn := told(0, one(0, 1, 2, 2)...) // 3, 5, 0, 0
	s := play(t, start(t, table(4, Target, "10")), turn, scoring.Playing{})
	if r := s.Result(); r.Over || len(r.Winners) != 0 || r.DecidedBy != scoring.Undecided {
		t.Errorf("%+v", r)
	}
	s = play(t, s, turn)
	r := s.Result()
	if !r.Over || r.DecidedBy != scoring.ByPoints || !slices.Equal(r.Winners, []int{1}) || !slices.Equal(r.Points, []int{6, 10, 0, 0}) {
		t.Errorf("%+v", r)
	}
}

// The whole turn counts, then the highest total wins; a tie is shared.
func TestWholeTurnCounts(t *testing.T) {
	turn := told(0, one(0, 1, 1, 2)...) // 3, 4, 3, 0
	back := told(3, one(4, 1, 4, 0)...) // 4, 0, 3, 3
	r := play(t, start(t, table(4, Target, "7")), turn, back).Result()
	if !r.Over || !slices.Equal(r.Points, []int{7, 4, 6, 3}) || !slices.Equal(r.Winners, []int{0}) {
		t.Errorf("%+v", r)
	}
	even := told(0, one(0, 3, 4, 2)...) // 0, 3, 3, 3
	r = play(t, start(t, table(4, Target, "3")), even).Result()
	if r.DecidedBy != scoring.Shared || !slices.Equal(r.Winners, []int{1, 2, 3}) || r.Reason.String() != "Bia, Caio and Davi share the victory with 3 points each." {
		t.Errorf("%+v", r)
	}
}

func TestLaps(t *testing.T) {
	for _, c := range []struct {
		mode string
		turn Turn
		laps string
		want int
	}{
		{lay.Party, Turn{Storyteller: 1, Red: 6, Votes: one(3, 3, 3, 3, 5, 5)}, "1", 6},
		{lay.Party, Turn{Storyteller: 1, Red: 6, Votes: one(3, 3, 3, 3, 5, 5)}, "2", 12},
		{lay.Team, told(0, one(0, 1, 2)...), "1", 6},
	} {
		s := start(t, table(6, Mode, c.mode, Laps, c.laps))
		turns := 0
		for ; !s.Result().Over; turns++ {
			s = play(t, s, c.turn)
		}
		if turns != c.want {
			t.Errorf("%s, %s laps: over after %d turns", c.mode, c.laps, turns)
		}
	}
}

func TestLedgerSays(t *testing.T) {
	for _, c := range []struct {
		s    scoring.State
		turn Turn
		want []string
	}{
		{start(t, table(6)), told(0, one(0, 3, 1, 3, 3, 3)...), []string{
			"0 +3 found by Caio, not by all (Dixit Odyssey, “Contagem de pontos”)",
			"2 +3 found Ana's card (Dixit Odyssey, “Contagem de pontos”)",
			"2 +3 fooled Bia, Davi, Eva and Fabi: 4 votes, 3 of them count (Dixit Odyssey, “Contagem de pontos”)",
		}},
		{start(t, table(7)), told(0, nil, []int{3}, []int{1}, []int{1, 3}, []int{3}, []int{3}, []int{3}), []string{
			"0 +3 found by Caio and Davi, not by all (Dixit Odyssey, “Contagem de pontos com 7 jogadores ou mais”)",
			"2 +3 found Ana's card (Dixit Odyssey, “Contagem de pontos com 7 jogadores ou mais”)",
			"2 +1 found it with a single vote (Dixit Odyssey, “Contagem de pontos com 7 jogadores ou mais”)",
			"2 +3 fooled Bia, Davi, Eva, Fabi and Gil: 5 votes, 3 of them count (Dixit Odyssey, “Contagem de pontos com 7 jogadores ou mais”)",
			"3 +3 found Ana's card (Dixit Odyssey, “Contagem de pontos com 7 jogadores ou mais”)",
		}},
		{start(t, table(4)), told(0, one(0, 3, 4, 3)...), []string{
			"0 +0 nobody found the card (Dixit Odyssey, “Contagem de pontos”)",
			"1 +2 nobody found Ana's card (Dixit Odyssey, “Contagem de pontos”)",
			"2 +2 nobody found Ana's card (Dixit Odyssey, “Contagem de pontos”)",
			"2 +2 fooled Bia and Davi (Dixit Odyssey, “Contagem de pontos”)",
			"3 +2 nobody found Ana's card (Dixit Odyssey, “Contagem de pontos”)",
			"3 +1 fooled Caio (Dixit Odyssey, “Contagem de pontos”)",
		}},
		{start(t, table(5)), told(0, one(0, 3, 1, 3, 3)...), []string{
			"0 +3 found by Caio, not by all (Dixit Odyssey, “Contagem de pontos”)",
			"2 +3 found Ana's card (Dixit Odyssey, “Contagem de pontos”)",
			"2 +3 fooled Bia, Davi and Eva (Dixit Odyssey, “Contagem de pontos”)",
		}},
		{start(t, table(6, Mode, lay.Party)), Turn{Storyteller: 5, Red: 2, Votes: one(2, 1, 1, 1, 1, 3)}, []string{"0 +0 the only vote on card 2, which has the red vote (Dixit Odyssey, Dixit Party, “Contagem de Pontos”)"}},
		{start(t, table(6, Mode, lay.Party)), Turn{Storyteller: 5, Red: 2, Votes: one(2, 2, 1, 1, 4, 3)}, []string{"0 +0 card 2 has the red vote (Dixit Odyssey, Dixit Party, “Contagem de Pontos”)"}},
		{start(t, table(6, Mode, lay.Party)), Turn{Storyteller: 5, Red: 2, Votes: one(4, 2, 2, 1, 1, 3)}, []string{"0 +0 the only vote on card 4 (Dixit Odyssey, Dixit Party, “Contagem de Pontos”)"}},
		{start(t, table(8, Mode, lay.Party)), Turn{Red: 2, Votes: one(1, 1, 1, 1, 1, 1, 2, 3)}, []string{
			"0 +5 6 votes on card 1, 5 points at most (Dixit Odyssey, Dixit Party, “Contagem de Pontos”)",
		}},
	} {
		s := play(t, c.s, c.turn)
		var got []string
		for _, l := range s.Ledger() {
			got = append(got, fmt.Sprintf("%d %+d %s (%s)", l.Row, l.Points, l.Why, l.Where))
		}
		if len(c.want) == 1 {
			got = got[:1]
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q\nwant %q", got, c.want)
		}
	}
}

func TestReadings(t *testing.T) {
	stopped := play(t, start(t, table(4)), scoring.Stop{})
	team := play(t, start(t, table(6, Mode, lay.Team, Laps, "2")), Turn{Card: 4, Cards: map[int]int{1: 0, 4: 0}, Votes: one(0, 1, 1)})
	for _, c := range []struct {
		s    scoring.State
		want []lang.Text
	}{
		{start(t, table(4)), []lang.Text{readTarget}},
		{start(t, table(7)), []lang.Text{readTarget, readAlways}},
		{start(t, table(7, SingleVote, UnlessAllFound)), []lang.Text{readTarget, readUnless}},
		{start(t, table(6, Mode, lay.Party)), []lang.Text{readLaps, readRed}},
		{start(t, table(6, Mode, lay.Team)), []lang.Text{readLaps}},
		{team, []lang.Text{readLaps, readPartner}},
		{stopped, []lang.Text{readTarget, readShared, readStopped}},
	} {
		var got, want []string
		for _, r := range c.s.Result().Readings {
			got = append(got, r.ID)
		}
		for _, r := range c.want {
			want = append(want, r.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
}

// In Team votes on the card of the storyteller's partner pay nobody, and the ledger tells so.
func TestPartnersCardIsSaid(t *testing.T) {
	turn := Turn{Storyteller: 0, Card: 1, Cards: map[int]int{1: 0, 4: 0, 2: 1, 3: 2}}
	for _, c := range []struct {
		votes [][]int
		want  string // of the storyteller's team
	}{
		{one(0, 4, 4), "+0 nobody found the card; 2 votes on the partner's card pay nobody"},
		{one(0, 1, 4), "+3 found by Team 2, not by all; 1 vote on the partner's card pays nobody"},
		{one(0, 1, 2), "+3 found by Team 2, not by all"},
	} {
		turn.Votes = c.votes
		s, err := Game.Apply(start(t, table(6, Mode, lay.Team)), turn)
		laws.Need(t, err)
		var got []string
		for _, l := range s.Ledger() {
			if l.Row == 0 {
				got = append(got, fmt.Sprintf("%+d %s", l.Points, l.Why))
			}
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%v: %q, want %s", c.votes, got, c.want)
		}
	}
}

// Party and Team show how many turns are left, until they are over.
func TestTurnsLeft(t *testing.T) {
	party := start(t, table(6, Mode, lay.Party))
	turn := Turn{Red: 6, Votes: one(1, 1, 1, 1, 1, 1)}
	for told, want := range []string{"6 turns left", "5 turns left", "4 turns left", "3 turns left", "2 turns left", "1 turn left", ""} {
		if got := party.Result().Left.String(); got != want {
			t.Errorf("after %d: %q, want %q", told, got, want)
		}
		if want != "" {
			next, err := Game.Apply(party, turn)
			laws.Need(t, err)
			party = next
		}
	}
	if got := start(t, table(4)).Result().Left; !got.Empty() {
		t.Error(got)
	}
	if got := start(t, table(6, Mode, lay.Party, Laps, "3")).Result().Left.String(); got != "18 turns left" {
		t.Error(got)
	}
}
