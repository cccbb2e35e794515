package dixit

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/dixit"
)

// ready returns a game whose table is laid already.
func ready(t *testing.T, n int, choices ...string) scoring.State {
	t.Helper()
	tb := table(n, choices...)
	tb.Origin = setup.AfterTheFact
	return start(t, tb)
}

// talk asks for one turn.
func talk(t *testing.T, s scoring.State, say ...asktest.Said) (Turn, *asktest.Script) {
	t.Helper()
	_, told, script := laws.Answered(t, Game, s, 1, say...)
	return told[0].(Turn), script
}

func keys(say []asktest.Said) int {
	n := 0
	for _, s := range say {
		n += utf8.RuneCountInString(s.Line) + 1
	}
	return n
}

// A base turn of six people in which four or five of the others' cards got votes.
func TestSixPeopleIn13Keys(t *testing.T) {
	for votes, owners := range map[string]string{"34523": "2345", "34562": "23456"} {
		say := []asktest.Said{{ID: "dixit.which-card", Line: "1"}, {ID: "dixit.their-votes", Line: votes}, {ID: "dixit.owners", Line: owners}}
		turn, _ := talk(t, ready(t, 6), say...)
		for _, card := range owners {
			if at := int(card - '0'); turn.Cards[at] != at-1 {
				t.Errorf("%s: %+v", votes, turn)
			}
		}
		if n := keys(say); n > 9+len(owners) {
			t.Errorf("%s: %d keys", votes, n)
		}
	}
}

// Twelve people use every second vote, and every card gets a vote.
func TestTwelvePeopleIn48Keys(t *testing.T) {
	say := []asktest.Said{
		{ID: "dixit.which-card", Line: "1"},
		{ID: "dixit.their-votes", Line: "3+44+55+66+77+88+99+aa+bb+cc+22+3"},
		{ID: "dixit.owners", Line: "23456789abc"},
	}
	turn, script := talk(t, ready(t, 12), say...)
	if !slices.Equal(turn.Votes[8], []int{10, 11}) || !slices.Equal(turn.Votes[11], []int{2, 3}) || turn.Cards[12] != 11 || turn.Cards[10] != 9 {
		t.Errorf("%+v", turn)
	}
	if n := keys(say); n > 48 {
		t.Errorf("%d keys", n)
	}
	if a, err := script.Seen[1].Read("3.44.55.66.77.88.99.aa.bb.cc.22.3"); err != nil || !reflect.DeepEqual(a.Values, turn.Votes[1:]) {
		t.Errorf("without Shift: %v, %v", a.Values, err)
	}
	if q := script.Seen[1]; ask.As[ask.Each](q).Most != 2 || ask.As[ask.Each](q).Hi != 12 || !q.OneKey() {
		t.Errorf("two votes and one-key names are not offered: %+v", q)
	}
}

func TestAnotherStoryteller(t *testing.T) {
	turn, script := talk(t, ready(t, 4),
		asktest.Said{ID: "dixit.which-card", Line: "o"},
		asktest.Said{ID: "dixit.who-tells", Line: "Caio"},
		asktest.Said{ID: "dixit.which-card", Line: "2"},
		asktest.Said{ID: "dixit.their-votes", Line: "2 2 2"})
	if turn.Storyteller != 2 || turn.Card != 2 || turn.Votes[2] != nil || len(turn.Cards) != 1 {
		t.Errorf("%+v", turn)
	}
	if got := script.Seen[2].Text.String(); got != "Storyteller Caio: which card was it?" {
		t.Error(got)
	}
	if got := script.Seen[3].Names; !slices.Equal(got, []string{"Ana", "Bia", "Davi"}) {
		t.Error(got)
	}
}

// Owners that follow from the votes are not asked for.
func TestKnownOwnersAreNotAsked(t *testing.T) {
	for _, c := range []struct {
		name          string
		n             int
		votes, owners string // "": nobody is asked for owners
		want          map[int]int
	}{
		{"three players: whom Bia fell for is Caio, and the other way round", 3, "35", "", map[int]int{1: 0, 3: 2, 5: 1}},
		{"both others voted for it", 4, "331", "", map[int]int{1: 0, 3: 3}},
		{"all found it", 4, "111", "", map[int]int{1: 0}},
		{"3 must be Davi's, 2 may be Bia's or Caio's", 4, "332", "3", map[int]int{1: 0, 2: 2, 3: 3}},
		{"each of three cards may be of two people", 4, "342", "342", map[int]int{1: 0, 2: 2, 3: 3, 4: 1}},
	} {
		say := []asktest.Said{{ID: "dixit.which-card", Line: "1"}, {ID: "dixit.their-votes", Line: c.votes}}
		if c.owners != "" {
			say = append(say, asktest.Said{ID: "dixit.owners", Line: c.owners})
		}
		if turn, _ := talk(t, ready(t, c.n), say...); !reflect.DeepEqual(turn.Cards, c.want) {
			t.Errorf("%s: %v, want %v", c.name, turn.Cards, c.want)
		}
	}
}

// If every card has an owner, the example of how votes are written is one that may be typed.
func TestTheExampleMayBeTyped(t *testing.T) {
	first := []asktest.Said{{ID: "dixit.which-card", Line: "1"}, {ID: "dixit.every-card", Line: "243"}, {ID: "dixit.their-votes", Line: "432"}}
	turn, script := talk(t, ready(t, 4, Order, OwnersFirst), first...)
	q := script.Seen[2]
	if line := q.Write(ask.Answer{Values: ask.As[ask.Each](q).Example}); line != "4 3 2" || len(turn.Votes) == 0 {
		t.Errorf("%q", line)
	}
	_, script = talk(t, ready(t, 4), asktest.Said{ID: "dixit.which-card", Line: "1"}, asktest.Said{ID: "dixit.their-votes", Line: "111"})
	if any := ask.As[ask.Each](script.Seen[1]).Example; any != nil {
		t.Errorf("%v though nobody knows", any)
	}
}

// A vote that turns out to be wrong is mended by going back to it.
func TestBackToTheVotes(t *testing.T) {
	turn, script := talk(t, ready(t, 5),
		asktest.Said{ID: "dixit.which-card", Line: "1"}, asktest.Said{ID: "dixit.their-votes", Line: "2311"},
		asktest.Said{ID: "dixit.owners", Line: "25"}, asktest.Said{ID: "dixit.owners", Line: "<"},
		asktest.Said{ID: "dixit.their-votes", Line: "<"}, asktest.Said{ID: "dixit.which-card", Line: ""},
		asktest.Said{ID: "dixit.their-votes", Line: "3311"}, asktest.Said{ID: "dixit.owners", Line: "5"})
	if want := (Turn{Card: 1, Cards: map[int]int{1: 0, 3: 4}, Votes: one(0, 3, 3, 1, 1)}); !reflect.DeepEqual(turn, want) {
		t.Errorf("%+v, want %+v", turn, want)
	}
	if q := script.Seen[4]; q.Suggest == nil || q.Write(*q.Suggest) != "2 3 1 1" {
		t.Errorf("%+v", q)
	}
}

// An impossible answer is refused at once, and the player in the wrong is named.
func TestRefusedAtThePrompt(t *testing.T) {
	card := asktest.Said{ID: "dixit.which-card", Line: "1"}
	votes := func(line string) asktest.Said { return asktest.Said{ID: "dixit.their-votes", Line: line} }
	owners := func(line string) asktest.Said { return asktest.Said{ID: "dixit.owners", Line: line} }
	every := func(line string) asktest.Said { return asktest.Said{ID: "dixit.every-card", Line: line} }
	for _, c := range []struct {
		s    scoring.State
		say  []asktest.Said
		want string
	}{
		{ready(t, 4), []asktest.Said{card, votes("222"), votes("111")}, "cards.2: nobody can have played card 2: check the votes on it, and the storyteller's card"},
		{ready(t, 5), []asktest.Said{card, votes("2311"), owners("23"), owners("45")}, "votes.Bia: card 2 is Bia's, and nobody votes for their own card"},
		{ready(t, 5), []asktest.Said{card, votes("2311"), owners("44"), owners("45")}, "cards.3: Davi plays only one card, not 2 and 3"},
		{ready(t, 4, Order, OwnersFirst), []asktest.Said{card, every("233"), every("234"), votes("111")}, "cards.3: card 3 cannot be both Caio's and Davi's"},
		{ready(t, 4, Order, OwnersFirst), []asktest.Said{card, every("123"), every("234"), votes("111")}, "cards.1: card 1 cannot be both Ana's and Bia's"},
		{ready(t, 3, Order, OwnersFirst), []asktest.Said{card, every("2+3 3+4"), every("2+3 4+5"), votes("41")}, "cards.3: card 3 cannot be both Bia's and Caio's"},
		{ready(t, 5, Order, OwnersFirst), []asktest.Said{card, every("2351"), every("2345"), votes("1111")}, "cards.1: card 1 cannot be both Ana's and Eva's"},
		{ready(t, 4, Order, OwnersFirst), []asktest.Said{card, every("234"), votes("131"), votes("111")}, "votes.Caio: card 3 is Caio's, and nobody votes for their own card"},
		{
			ready(t, 6, Mode, lay.Party),
			[]asktest.Said{{ID: "dixit.which-red", Line: "3"}, {ID: "dixit.green-votes", Line: "312345"}, {ID: "dixit.green-votes", Line: "112345"}},
			"red: the red vote and the green vote of Ana go on two different cards",
		},
	} {
		_, script := talk(t, c.s, c.say...)
		var got string
		for _, q := range script.Seen {
			if q.Fault != nil {
				got = q.Fault.Error()
			}
		}
		if got != c.want {
			t.Errorf("%q: %s\nwant %s", c.say, got, c.want)
		}
	}
}

// A number that is not on the table, or a second vote, is refused as it is typed, with the name of the voter.
func TestRefusedAsTyped(t *testing.T) {
	_, script := talk(t, ready(t, 4), asktest.Said{ID: "dixit.which-card", Line: "1"}, asktest.Said{ID: "dixit.their-votes", Line: "111"})
	if _, err := script.Seen[1].Read("151"); err == nil || err.Error() != "Caio: “5” is not a number from 1 to 4" {
		t.Error(err)
	}
	for _, line := range []string{"1 1+2 1", "11+21"} {
		if _, err := script.Seen[1].Read(line); err == nil || err.Error() != "Caio: only one answer each, please" {
			t.Error(err)
		}
	}
	_, script = talk(t, ready(t, 7), asktest.Said{ID: "dixit.which-card", Line: "1"}, asktest.Said{ID: "dixit.their-votes", Line: "111111"})
	for line, want := range map[string]string{
		"1 1+1 1 1 1 1": "Caio: 1 is entered twice", "1 1+2+3 1 1 1 1": "Caio: 2 answers at most, please",
	} {
		if _, err := script.Seen[1].Read(line); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Secret voters are asked alone, and no card is named before all have voted.
func TestSecretVotes(t *testing.T) {
	turn, script := talk(t, ready(t, 4, Secret, setup.Yes),
		asktest.Said{ID: "dixit.who-tells", Line: ""},
		asktest.Said{ID: "dixit.secret-vote.1", Line: "2"},
		asktest.Said{ID: "dixit.secret-vote.2", Line: "1"},
		asktest.Said{ID: "dixit.secret-vote.3", Line: "1"},
		asktest.Said{ID: "dixit.which-card", Line: "1"},
		asktest.Said{ID: "dixit.owners", Line: "3"})
	if want := (Turn{Card: 1, Cards: map[int]int{1: 0, 2: 2}, Votes: one(0, 2, 1, 1)}); !reflect.DeepEqual(turn, want) {
		t.Errorf("%+v, want %+v", turn, want)
	}
	for _, q := range script.Seen {
		if secret := strings.HasPrefix(q.ID, secretVote.ID); q.Secret != secret || secret && (len(q.People) != 1 || q.Suggest != nil) {
			t.Errorf("%+v", q)
		}
	}
	if got := script.Seen[2].Text.String(); got != "Caio, your vote, please" {
		t.Error(got)
	}
}

// Each player says in secret which card is theirs, then votes in secret: nobody can vote for their own card, and
// no owner is left to ask for. The two players who named the same card are asked again, and do not learn who the
// other one is.
func TestSecretOwnersFirst(t *testing.T) {
	own := func(cards ...string) []asktest.Said {
		out := []asktest.Said{{ID: "dixit.my-story", Line: cards[0]}}
		for k, card := range cards[1:] {
			out = append(out, asktest.Said{ID: fmt.Sprintf("dixit.my-card.%d", k+1), Line: card})
		}
		return out
	}
	say := []asktest.Said{{ID: "dixit.who-tells", Line: ""}}
	say = append(say, own("1", "2", "3", "3")...)
	say = append(append(say, own("1", "2", "3", "4")[2:]...),
		asktest.Said{ID: "dixit.secret-vote.1", Line: "2"},
		asktest.Said{ID: "dixit.secret-vote.1", Line: "4"},
		asktest.Said{ID: "dixit.secret-vote.2", Line: "1"},
		asktest.Said{ID: "dixit.secret-vote.3", Line: "1"})
	turn, script := talk(t, ready(t, 4, Secret, setup.Yes, Order, OwnersFirst), say...)
	if want := (Turn{Card: 1, Cards: map[int]int{1: 0, 2: 1, 3: 2, 4: 3}, Votes: one(0, 4, 1, 1)}); !reflect.DeepEqual(turn, want) {
		t.Errorf("%+v, want %+v", turn, want)
	}
	if got := script.Seen[5].Notes[0].String(); got != "Somebody else named the same card. Which one is yours?" {
		t.Error(got)
	}
	var refused []string
	for _, q := range script.Seen {
		if q.ID == "dixit.secret-vote.2" && (len(q.List().Barred) != 1 || q.List().Barred[0].Mark.String() != "3") {
			t.Errorf("one's own card is barred: %v", q.List().Barred)
		}
		if q.Fault != nil {
			refused = append(refused, q.Fault.Error())
		}
		if strings.HasPrefix(q.ID, "dixit.my-") && (!q.Secret || len(q.People) != 1) {
			t.Errorf("everybody sees %+v", q)
		}
	}
	if want := []string{"votes.Bia: card 2 is Bia's, and nobody votes for their own card"}; !slices.Equal(refused, want) {
		t.Errorf("%q", refused)
	}
}

func TestSecretParty(t *testing.T) {
	say := []asktest.Said{{ID: "dixit.who-tells", Line: "2"}}
	for seat, line := range []string{"1", "1", "2", "2", "3", "3"} {
		say = append(say, asktest.Said{ID: fmt.Sprintf("dixit.secret-vote.%d", seat), Line: line})
	}
	say = append(say, asktest.Said{ID: "dixit.which-red", Line: "1"}, asktest.Said{ID: "dixit.which-red", Line: "4"})
	turn, script := talk(t, ready(t, 6, Mode, lay.Party, Secret, setup.Yes), say...)
	if want := (Turn{Storyteller: 1, Red: 4, Votes: one(1, 1, 2, 2, 3, 3)}); !reflect.DeepEqual(turn, want) {
		t.Errorf("%+v, want %+v", turn, want)
	}
	if q := script.Seen[len(script.Seen)-1]; !q.Secret || q.Fault == nil || strings.Contains(q.Fault.Error(), "1") {
		t.Errorf("the red vote shows: %+v", q)
	}
}

// In Team the teams vote, and the partner's card may get votes too.
func TestTeamTurn(t *testing.T) {
	turn, script := talk(t, ready(t, 8, Mode, lay.Team),
		asktest.Said{ID: "dixit.which-card", Line: "1"},
		asktest.Said{ID: "dixit.their-votes", Line: "551"},
		asktest.Said{ID: "dixit.owners", Line: "1"})
	if want := map[int]int{1: 0, 5: 0}; !reflect.DeepEqual(turn.Cards, want) {
		t.Errorf("%v", turn.Cards)
	}
	if q := script.Seen[1]; !slices.Equal(q.Names, []string{"Team 2", "Team 3", "Team 4"}) || ask.As[ask.Each](q).Hi != 5 {
		t.Errorf("%+v", q)
	}
	turn, _ = talk(t, ready(t, 6, Mode, lay.Team, Order, OwnersFirst),
		asktest.Said{ID: "dixit.which-card", Line: "1"}, asktest.Said{ID: "dixit.every-card", Line: "23"},
		asktest.Said{ID: "dixit.partner-card", Line: ""}, asktest.Said{ID: "dixit.their-votes", Line: "12"})
	if want := map[int]int{1: 0, 2: 1, 3: 2}; !reflect.DeepEqual(turn.Cards, want) {
		t.Errorf("%v", turn.Cards)
	}
	turn, _ = talk(t, ready(t, 6, Mode, lay.Team, Order, OwnersFirst),
		asktest.Said{ID: "dixit.which-card", Line: "o"}, asktest.Said{ID: "dixit.who-tells", Line: "4"}, asktest.Said{ID: "dixit.which-card", Line: "1"},
		asktest.Said{ID: "dixit.every-card", Line: "23"}, asktest.Said{ID: "dixit.partner-card", Line: "4"}, asktest.Said{ID: "dixit.their-votes", Line: "12"})
	if owner, laid := turn.Cards[4]; !laid || owner != 0 {
		t.Errorf("the partner's card is not there: %v", turn.Cards)
	}
}

// The table is walked through setting up once; after that the game asks for turns.
func TestWalkComesFirst(t *testing.T) {
	s := start(t, table(4))
	script := asktest.NewScript(t, asktest.Said{ID: "dixit.setup.laid-out"})
	e, err := Game.Next(script, s)
	if err != nil || e != (scoring.Laid{}) {
		t.Fatal(e, err)
	}
	for i, s := range []scoring.State{play(t, s, e), play(t, s, told(0, one(0, 1, 1, 2)...)), ready(t, 4)} {
		want := []string{"dixit.first-teller", "dixit.which-card", "dixit.which-card"}[i]
		script := asktest.NewScript(t)
		if _, err := Game.Next(script, s); !errors.Is(err, ask.ErrQuit) || script.Seen[0].ID != want {
			t.Errorf("%v: asked %v", err, script.Seen)
		}
	}
}

// The first storyteller is asked for once, when the cards are dealt, in every mode. Nobody is booked by an Enter
// too many, and a player named before the deal is suggested.
func TestWhoTellsFirst(t *testing.T) {
	bia := asktest.Said{ID: "dixit.first-teller", Line: "2"}
	secret := []asktest.Said{{ID: "dixit.secret-vote.0", Line: "1"}, {ID: "dixit.secret-vote.2", Line: "1"}, {ID: "dixit.which-card", Line: "1"}}
	green := []asktest.Said{{ID: "dixit.which-red", Line: "3"}, {ID: "dixit.green-votes", Line: "121212"}}
	red := []asktest.Said{}
	for seat := range 6 {
		red = append(red, asktest.Said{ID: fmt.Sprint("dixit.secret-vote.", seat), Line: "1"})
	}
	red = append(red, asktest.Said{ID: "dixit.which-red", Line: "2"})
	for _, c := range []struct {
		tb   setup.Table
		say  []asktest.Said
		note string
	}{
		{table(3), []asktest.Said{{ID: "dixit.which-card", Line: "1"}, {ID: "dixit.their-votes", Line: "11"}}, "for one of their cards"},
		{table(3, Secret, setup.Yes), secret, "for one of their cards"},
		{table(6, Mode, lay.Party), green, "it need not fit any of them"},
		{table(6, Mode, lay.Party, Secret, setup.Yes), red, "it need not fit any of them"},
	} {
		s := play(t, start(t, c.tb), scoring.Laid{})
		turn, script := talk(t, s, append([]asktest.Said{bia}, c.say...)...)
		q := script.Seen[0]
		if turn.Storyteller != 1 || q.Suggest != nil || !ask.As[ask.Pick](q).Quick || !strings.Contains(fmt.Sprint(q.Notes), c.note) {
			t.Errorf("%+v, %+v", turn, q)
		}
		script = asktest.NewScript(t)
		if _, err := Game.Next(script, play(t, s, turn)); !errors.Is(err, ask.ErrQuit) || script.Seen[0].ID == bia.ID {
			t.Errorf("asked again: %v, %v", err, script.Seen)
		}
	}
	old := table(4)
	old.First = 2
	script := asktest.NewScript(t, asktest.Said{ID: "dixit.first-teller"})
	if _, err := Game.Next(script, play(t, start(t, old), scoring.Laid{})); !errors.Is(err, ask.ErrQuit) || script.Seen[1].Text.String() != "Storyteller Caio: which card was it?" {
		t.Error(err, script.Seen)
	}
}

// Between two turns the first question says what the table does, and costs no extra key.
func TestBetweenTurns(t *testing.T) {
	for _, c := range []struct {
		s    scoring.State
		want string
	}{
		{ready(t, 4), ""},
		{play(t, ready(t, 4), told(0, one(0, 1, 1, 2)...)), "Everybody draws back up to 6 cards."},
		{play(t, ready(t, 4, Secret, setup.Yes), told(0, one(0, 1, 1, 2)...)), "Everybody draws back up to 6 cards."},
		{play(t, ready(t, 3), told(0, one(0, 1, 1)...)), "Everybody draws back up to 7 cards."},
		{play(t, ready(t, 4), told(0, one(0, 1, 1, 2)...), away(3)), "Everybody draws back up to 7 cards.With 3 people the storyteller hands in one card, and the two others hand in two each."},
		{play(t, ready(t, 4), away(3), without(told(0, one(0, 1, 1, 0)...), 3), away()), "Everybody draws back up to 6 cards.With 4 people everybody hands in one card."},
		{play(t, ready(t, 7), away(6), without(told(0, one(0, 1, 1, 2, 2, 2, 0)...), 6), away()), "Everybody draws back up to 6 cards.With 7 people everybody takes a second voting peg, and may vote for two cards."},
		{play(t, ready(t, 7), told(0, one(0, 1, 1, 2, 2, 2, 2)...), away(6)), "Everybody draws back up to 6 cards.With 6 people everybody has one voting peg again, and votes for one card."},
		{play(t, ready(t, 6, Mode, lay.Party), Turn{Storyteller: 4, Red: 1, Votes: one(2, 2, 2, 2, 2, 2)}), "Everybody draws back up to 5 cards and then passes the whole hand, face down, to the left. Fabi gets the red peg."},
		{play(t, ready(t, 6, Mode, lay.Team), told(0, one(0, 1, 1)...)), "Everybody draws back up to 4 cards."},
	} {
		script := asktest.NewScript(t)
		if _, err := Game.Next(script, c.s); !errors.Is(err, ask.ErrQuit) {
			t.Fatal(err)
		}
		got := ""
		for _, n := range script.Seen[0].Todo {
			got += n.String()
		}
		if got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// The notes between two turns are shown once.
func TestBetweenTurnsIsSaidOnce(t *testing.T) {
	for _, say := range [][]asktest.Said{
		{{ID: "dixit.which-card", Line: "o"}, {ID: "dixit.who-tells", Line: "3"}, {ID: "dixit.which-card", Line: "1"}},
		{{ID: "dixit.which-card", Line: "1"}},
	} {
		script := asktest.NewScript(t, say...)
		if _, err := Game.Next(script, play(t, ready(t, 4), told(0, one(0, 1, 1, 2)...))); !errors.Is(err, ask.ErrQuit) {
			t.Fatal(err)
		}
		for i, q := range script.Seen {
			if (len(q.Todo) > 0) != (i == 0) {
				t.Errorf("%d: %s says %v", i, q.ID, q.Todo)
			}
		}
	}
}

// Twelve people use up the pile in the first turn, so it runs out in every second one; with six it runs out after
// eight turns.
func TestWhenThePileMayEnd(t *testing.T) {
	for _, c := range []struct {
		n       int
		choices []string
		want    string // one sign a turn: x where the pile may run out
	}{
		{12, nil, "-x-x-x-x"}, {11, nil, "-x-x-x-x"}, {6, nil, "--------x-------x"[:12]}, {3, nil, "------------x"},
		{12, []string{Mode, lay.Team}, "-----x-----x"},
	} {
		got := ""
		s := ready(t, c.n, append([]string{Target, "1000", Laps, "9"}, c.choices...)...)
		for range c.want {
			rows := len(s.Result().Rows)
			votes := make([]int, rows)
			for row := range votes[1:] {
				votes[row+1] = 1
			}
			s = play(t, s, told(0, one(votes...)...))
			if s.(State).pileMayEnd() {
				got += "x"
			} else {
				got += "-"
			}
		}
		if got != c.want {
			t.Errorf("%d people %v: %s, want %s", c.n, c.choices, got, c.want)
		}
	}
}

// At a table of three the two others play two cards each, and are asked for both.
func TestTwoCardsEach(t *testing.T) {
	for _, line := range []string{"1+2 4+5", "12 45", "1.2 4.5", "1245"} {
		turn, script := talk(t, ready(t, 3, Order, OwnersFirst),
			asktest.Said{ID: "dixit.which-card", Line: "3"}, asktest.Said{ID: "dixit.every-card", Line: line}, asktest.Said{ID: "dixit.their-votes", Line: "42"})
		if want := map[int]int{1: 1, 2: 1, 3: 0, 4: 2, 5: 2}; !reflect.DeepEqual(turn.Cards, want) {
			t.Errorf("%s: %v, want %v", line, turn.Cards, want)
		}
		q := script.Seen[1]
		if _, err := q.Read("12"); err == nil || q.Text.String() != "Which two cards did each of them play?" {
			t.Errorf("12 is taken: %v, %s", err, q.Text)
		}
		if q.Fits(ask.Answer{Values: [][]int{{1}, {2}}}) {
			t.Error("one card each was kept before, and is taken")
		}
	}
}

// Only players who may have played a card are offered, in Team also the storyteller's team.
func TestOnlyPossibleOwnersAreOffered(t *testing.T) {
	for _, c := range []struct {
		s           scoring.State
		votes, line string
		want        string
	}{
		{ready(t, 5), "3311", "Eva", "[Davi Eva]"}, {ready(t, 4), "332", "b", "[Bia Caio]"}, {ready(t, 5), "2311", "cb", "[Bia Caio Davi Eva]"},
		{ready(t, 8, Mode, lay.Team), "551", "1", "[Team 1 Team 4]"},
	} {
		_, script := talk(t, c.s, asktest.Said{ID: "dixit.which-card", Line: "1"}, asktest.Said{ID: "dixit.their-votes", Line: c.votes}, asktest.Said{ID: "dixit.owners", Line: c.line})
		if got := fmt.Sprint(script.Seen[2].List().Options); got != c.want {
			t.Errorf("%s: %s, want %s", c.votes, got, c.want)
		}
	}
	_, script := talk(t, ready(t, 6, Mode, lay.Team), asktest.Said{ID: "dixit.which-card", Line: "1"}, asktest.Said{ID: "dixit.their-votes", Line: "11"})
	if got := script.Seen[1].Text.String(); got != "The teams' votes, in this order, for Ana's story?" {
		t.Error(got)
	}
}
