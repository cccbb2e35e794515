package dixit

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A script is a keyboard that types its lines, one a question or one a group.
type script struct {
	lines   []string
	groups  []ask.Group // as they were put
	asked   []string    // texts of the questions
	refused []string
	keys    int  // with Enter
	enter   bool // nothing but Enter, at every question
}

var errEnd = errors.New("the script ended")

func (s *script) line(text lang.Text, read func(string) error) error {
	for {
		if s.enter && len(s.lines) == 0 {
			s.lines = []string{""}
		}
		if len(s.lines) == 0 {
			return fmt.Errorf("%w at %q", errEnd, text)
		}
		typed := s.lines[0]
		s.lines, s.asked, s.keys = s.lines[1:], append(s.asked, text.String()), s.keys+utf8.RuneCountInString(typed)+1
		if typed == "<" {
			return ask.Back
		}
		err := read(typed)
		if !fault.Is(err) {
			return err
		}
		if s.refused = append(s.refused, err.Error()); s.enter {
			return fmt.Errorf("%w: %q at %q", errEnd, err.Error(), text)
		}
	}
}

func (s *script) Put(g ask.Group, got ask.Got) error {
	s.groups = append(s.groups, g)
	g, got = ask.Rest(lang.English, g, got)
	if len(g.Asked) == 1 || g.Line() {
		text := g.Text
		if text.Empty() {
			text = g.Asked[0].Text
		}
		return s.line(text, func(typed string) error {
			answers, err := g.Read(lang.English, typed)
			if err != nil {
				return err
			}
			return got(answers...)
		})
	}
	return ask.InOrder(g, got, func(q ask.Question, put func(ask.Answer) error) error {
		return s.line(q.Text, func(typed string) error {
			a, err := q.Typed(lang.English, typed)
			if err != nil {
				return err
			}
			return put(a)
		})
	})
}

var names = []name{"Ana", "Bia", "Caio", "Davi", "Eva", "Fabi", "Gil", "Hugo", "Ines", "Joca", "Katia", "Leo"}

// Nobody is refused for a card that somebody else named, since that would tell the card: once all are in, both are asked
// again, and everybody hears why. The card is not named: voters would learn which card the storyteller may have laid.
func TestNamedTwice(t *testing.T) {
	_, typing := tell(t, at(t, 4, 1, "secret", "yes"), "4", "1", "3", "4", "2", "4", "2", "2", "2")
	var again ask.Group
	for _, g := range typing.groups {
		if len(g.Notes) > 0 && strings.Contains(g.Notes[0].String(), "same card") {
			again = g
		}
	}
	if len(again.Asked) != 2 || again.Asked[0].Who != "Bia" || again.Asked[1].Who != "Davi" {
		t.Fatalf("asked once more: %+v", again)
	}
	if note := again.Notes[0].String(); note != "Bia and Davi named the same card: once more, please." {
		t.Errorf("the table hears %q", note)
	}
	if len(typing.refused) > 0 {
		t.Errorf("refused: %q", typing.refused)
	}
}

// at returns a game of n people with choices in pairs, after some turns told by the first one.
func at(t *testing.T, n, turns int, choices ...string) scoring.State {
	t.Helper()
	tb := setup.Table{Players: names[:n], Played: true}
	for i := 0; i < len(choices); i += 2 {
		tb = tb.With(choices[i], choices[i+1])
	}
	if modeOf(tb) == Team {
		tb.Teams = setup.Opposite(tb.Players)
	}
	s, err := Game.Begin(tb)
	for range turns {
		turn := Turn{Storyteller: "Ana", Votes: map[row][]int{}}
		teller := scoring.FrameOf(s).RowOf("Ana")
		if turn.Red = 12 - n; modeOf(tb) != Party {
			turn.Red, turn.Card, turn.Cards = 0, 1, map[int]row{1: teller}
		}
		for _, r := range scoring.FrameOf(s).Rows() {
			if r != teller || modeOf(tb) == Party {
				turn.Votes[r] = []int{1}
			}
		}
		if err == nil {
			s, err = Game.Apply(s, turn)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func next(s scoring.State, was scoring.Event) func(ask.Asker) (scoring.Event, error) {
	return func(a ask.Asker) (scoring.Event, error) { return Game.Next(s, a, was) }
}

// tell asks for a turn, and says it. The kept answers must give the same turn, and so must Enter alone when it is asked
// about once more.
func tell(t *testing.T, s scoring.State, lines ...string) (string, *script) {
	t.Helper()
	typing, d := &script{lines: lines}, &ask.Dialog{}
	e, err := ask.Run(typing, d, next(s, nil))
	if err != nil || len(typing.lines) > 0 {
		t.Fatalf("%v; left %q; refused %q; asked %q", err, typing.lines, typing.refused, typing.asked)
	}
	if _, err := Game.Apply(s, e); err != nil {
		t.Errorf("%+v: %v", e, err)
	}
	raw, _ := sheet.Write(e)
	for _, c := range []struct {
		why string
		d   *ask.Dialog
		was scoring.Event
	}{
		{"kept", &ask.Dialog{Kept: d.Kept}, nil}, {"put right", &ask.Dialog{Told: true}, e},
		{"read back", &ask.Dialog{Told: true, Kept: d.Kept, Read: true}, e},
	} {
		again, err := ask.Run(&script{enter: c.was != nil}, c.d, next(s, c.was))
		if got, _ := sheet.Write(again); err != nil || string(got) != string(raw) {
			t.Errorf("%s: %v, %s; want %s", c.why, err, got, raw)
		}
	}
	return Game.Tell(s, e).String(), typing
}

// Answers in, event out.
func TestTurns(t *testing.T) {
	for _, c := range []struct {
		name  string
		s     scoring.State // Ana told last
		lines string
		want  string
		no    string // part of a refusal on the way
	}{
		{"whose a card is follows from the votes, or is asked", at(t, 6, 1), "2|34534|345",
			"Turn 2: Bia's story was card 2; the votes: Ana 3, Caio 4, Davi 5, Eva 3, Fabi 4; the other cards: 3 Caio, 4 Davi, 5 Eva", ""},
		{"both others voted for it, and one card is never asked for", at(t, 4, 1), "2|332",
			"Turn 2: Bia's story was card 2; the votes: Ana 3, Caio 3, Davi 2; the other cards: 3 Davi", ""},
		{"all found it", at(t, 4, 1), "2|222", "Turn 2: Bia's story was card 2; the votes: Ana 2, Caio 2, Davi 2", ""},
		{"three people fell for each other", at(t, 3, 1), "2|35",
			"Turn 2: Bia's story was card 2; the votes: Ana 3, Caio 5; the other cards: 3 Caio, 5 Ana", ""},
		{"the clue is kept", at(t, 4, 1), "2 monday, 8 o'clock|222",
			"Turn 2: Bia's story “monday, 8 o'clock” was card 2; the votes: Ana 2, Caio 2, Davi 2", ""},
		{"votes are no clue", at(t, 4, 1), "2 1 1 5|2 8 o'clock|222",
			"Turn 2: Bia's story “8 o'clock” was card 2; the votes: Ana 2, Caio 2, Davi 2",
			"the votes come next; the clue is words"},
		{"somebody else tells", at(t, 4, 1), "o|Caio|3|333", "Turn 2: Caio's story was card 3; the votes: Ana 3, Bia 3, Davi 3", ""},
		{"and once more", at(t, 4, 1), "o|Caio|o|b|2|222", "Turn 2: Bia's story was card 2; the votes: Ana 2, Caio 2, Davi 2", ""},
		{"who thought of a clue first", at(t, 4, 0), "d|2 sea|2 2 2",
			"Turn 1: Davi's story “sea” was card 2; the votes: Ana 2, Bia 2, Caio 2", ""},
		{"a vote that cannot be", at(t, 4, 1), "2|444|422|4",
			"Turn 2: Bia's story was card 2; the votes: Ana 4, Caio 2, Davi 2; the other cards: 4 Davi",
			"cards.4: nobody can have laid card 4: look at the votes for it, and at the storyteller's card"},
		{"an owner who cannot be", at(t, 5, 1), "2|3422|14|44|45",
			"Turn 2: Bia's story was card 2; the votes: Ana 3, Caio 4, Davi 2, Eva 2; the other cards: 3 Davi, 4 Eva",
			"#3: card 3 cannot be Ana's: Ana voted for it|cards.4: Davi plays only one card, not 3 and 4"},
		{"back to the votes", at(t, 5, 1), "2|3422|<|3322|5",
			"Turn 2: Bia's story was card 2; the votes: Ana 3, Caio 3, Davi 2, Eva 2; the other cards: 3 Eva", ""},
		{"seven have a second vote", at(t, 7, 1), "2|22+33+422+42|15",
			"Turn 2: Bia's story was card 2; the votes: Ana 2, Caio 2+3, Davi 3+4, Eva 2, Fabi 2+4, Gil 2; the other cards: 3 Ana, 4 Eva",
			""},
		{"Party", at(t, 6, 1, "mode", Party), "2 sea|123456|113456",
			"Turn 2: Bia's story “sea”, with the red vote on card 2; the green votes: Ana 1, Bia 1, Caio 3, Davi 4, Eva 5, Fabi 6",
			"red: the red vote and the green vote of Bia go on two different cards"},
		{"Team: the storyteller's partner may have laid one too", at(t, 6, 1, "mode", Team), "2|43|12",
			"Turn 2: Bia's story was card 2; the votes: Ana & Davi 4, Caio & Fabi 3; the other cards: 3 Ana & Davi, 4 Bia & Eva", ""},
		{"in secret: one's own card first, so that nobody can vote for it", at(t, 4, 1, "secret", "yes"), "2|1|3|4|1|2|2|3",
			"Turn 2: Bia's story was card 2; the votes: Ana 2, Caio 2, Davi 3; the other cards: 1 Ana, 3 Caio, 4 Davi",
			"card 1 is Ana's own"},
		{"a card that two named is asked about when all are in", at(t, 4, 1, "secret", "yes"), "2|1|3|3|3|4|2|2|3",
			"Turn 2: Bia's story was card 2; the votes: Ana 2, Caio 2, Davi 3; the other cards: 1 Ana, 3 Caio, 4 Davi", ""},
		{"two clashes, then one with a card that was alone before", at(t, 5, 1, "secret", "yes"), "2|2|3|3|4|1|4|5|3|2|4|1|1|1|2",
			"Turn 2: Bia's story was card 1; the votes: Ana 1, Caio 1, Davi 1, Eva 2; the other cards: 2 Ana, 3 Davi, 4 Eva, 5 Caio", ""},
		{"three in secret", at(t, 3, 1, "secret", "yes"), "2|1|13|45|4|2",
			"Turn 2: Bia's story was card 2; the votes: Ana 4, Caio 2; the other cards: 1 Ana, 3 Ana, 4 Caio, 5 Caio",
			"2 numbers, please: 1+2, for example"},
		{"somebody else tells in secret", at(t, 4, 1, "secret", "yes"), "o|Caio|3|1|2|4|3|3|3",
			"Turn 2: Caio's story was card 3; the votes: Ana 3, Bia 3, Davi 3; the other cards: 1 Ana, 2 Bia, 4 Davi", ""},
		{"Party in secret", at(t, 6, 1, "mode", Party, "secret", "yes"), "1|1|2|2|3|3|1|4",
			"Turn 2: Bia's story, with the red vote on card 4; the green votes: Ana 1, Bia 1, Caio 2, Davi 2, Eva 3, Fabi 3",
			"red: the red vote and the green vote of Bia go on two different cards"},
		{"Team in secret", at(t, 6, 1, "mode", Team, "secret", "yes"), "2|1|3|-|3|4|1",
			"Turn 2: Bia's story was card 2; the votes: Ana & Davi 3, Caio & Fabi 1; the other cards: 1 Ana & Davi, 3 Caio & Fabi",
			"card 4 is not on the table"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, typing := tell(t, c.s, strings.Split(c.lines, "|")...)
			if no := strings.Join(typing.refused, "|"); got != c.want || no != c.no {
				t.Errorf("%s\nwant %s\nrefused %q\nasked %q", got, c.want, no, typing.asked)
			}
		})
	}
}

// A turn of six aloud costs 13 keys at most, one of twelve in which everybody uses both votes 48.
func TestKeys(t *testing.T) {
	for _, c := range []struct {
		n, most int
		lines   []string
	}{
		{6, 13, []string{"2", "34514", "3456"}},
		{12, 48, []string{"2", "3+44+55+66+77+88+99+aa+bb+cc+11+3", "13456789abc"}},
	} {
		told, typing := tell(t, at(t, c.n, 1), c.lines...)
		if typing.keys > c.most {
			t.Errorf("%d people: %d keys: %s", c.n, typing.keys, told)
		}
	}
}

// The example of the question for the cards' owners is an answer that the question takes, and does not look like the cards.
func TestExample(t *testing.T) {
	for _, c := range []struct {
		n           int
		card, votes string
	}{{4, "2", "213"}, {5, "2", "3422"}, {6, "2", "34514"}, {9, "2", "3+44+55+66+77+88+99+11+3"}, {12, "2", "3+44+55+66+77+88+99+aa+bb+cc+11+3"}} {
		typing := &script{lines: []string{c.card, c.votes}}
		s := at(t, c.n, 1)
		_, err := ask.Run(typing, &ask.Dialog{}, next(s, nil))
		g := typing.groups[len(typing.groups)-1]
		if !errors.Is(err, errEnd) || len(g.Example) != len(g.Asked) {
			t.Errorf("%d: %v, %q", c.n, err, g.Example)
		}
		cards := ""
		for _, q := range g.Asked {
			cards += strings.TrimPrefix(q.As.String(), "#")
		}
		if g.Write(lang.English, g.Example...) == cards {
			t.Errorf("%d: the example looks like the cards %s", c.n, cards)
		}
		tell(t, s, c.card, c.votes, g.Write(lang.English, g.Example...))
	}
}

// The table's part in a turn is told in full once, and in a line from then on.
func TestNotes(t *testing.T) {
	for _, c := range []struct {
		mode string
		want []string // before the first turns
	}{
		{Base, []string{
			"Bia says something about a card. The others hand in cards that fit; shuffled, all lie on the track from 1 on.",
			"Discard the cards that were played. Everybody draws back up to 6 cards.", "Draw back up to 6 cards.",
		}},
		{Party, []string{
			"Bia says something. Everybody hands in a card that fits, Bia too; shuffled, they lie on the track from 1 on.",
			"Discard the cards that were played. Everybody draws back up to 5 and passes the whole hand, face down, to the left. Bia gets the red peg.",
			"Draw back up to 5 cards, pass the hand to the left, and the red peg to Bia.",
		}},
		{Team, []string{
			"Bia says something. Eva hands over a card that fits, and so does one of each other pair; shuffled, they lie on the track from 1 on.",
			"Discard the cards that were played. Everybody draws back up to 4 cards.", "Draw back up to 4 cards.",
		}},
	} {
		for n, want := range c.want {
			s := at(t, 6, n, "mode", c.mode).(State)
			s.Table.Played, s.Laid = false, true
			typing := &script{lines: []string{"Bia"}}
			if n > 0 {
				typing.lines = nil
			}
			_, _ = ask.Run(typing, &ask.Dialog{}, next(s, nil))
			if got := typing.groups[len(typing.groups)-1].Notes; got[0].String() != want || (len(got) > 1) != (n == 0) {
				t.Errorf("%s, %d: %q", c.mode, n, got)
			}
		}
	}
}

// Twelve people have 24 cards to draw in Party, and so shuffle for the first time when they draw for the third.
func TestReshuffle(t *testing.T) {
	for n := range 6 {
		q := turnDialog{State: at(t, 12, 0, "mode", Party).(State)}
		q.Turns = make([]Turn, n)
		if got := q.reshuffles(); got != (n == 3) {
			t.Errorf("after %d turns: %v", n, got)
		}
	}
}

// Secret questions belong to one person each, and only they may learn why a card is barred.
func TestSecretQuestions(t *testing.T) {
	for _, mode := range []string{Base, Party, Team} {
		lines := map[string]string{Base: "2|1|3|4|5|6|2|2|2|2|2", Party: "1|1|2|2|3|3|4", Team: "2|1|3|4|2|2"}[mode]
		_, typing := tell(t, at(t, 6, 1, "mode", mode, "secret", "yes"), strings.Split(lines, "|")...)
		for _, g := range typing.groups {
			whose := map[string]bool{}
			for _, q := range g.Asked {
				if !q.Secret || q.Who == "" || whose[q.Who] {
					t.Errorf("%s: a question that is no secret of one person: %+v", mode, q)
				}
				if q.Own.Empty() || q.Rest.Empty() || q.Suggest != "" {
					t.Errorf("%s: a question without words for phones, or with a suggestion: %+v", mode, q)
				}
				whose[q.Who] = true
				barred := q.Shape.(ask.Number).Barred
				if votes := strings.Contains(q.ID, "vote") && mode != Party; votes != (len(barred) == 1) {
					t.Errorf("%s, %s: %v", mode, q.Who, barred)
				}
				for card, why := range barred {
					if why.String() != ownCard(row(q.Who), card).String() {
						t.Errorf("%s: %v", q.Who, barred)
					}
				}
			}
		}
	}
}

// A turn is put right with its storyteller, and with the people of then, also where they sat down or left later.
func TestPutRight(t *testing.T) {
	s, n := at(t, 5, 0), scoring.People{Players: names[:5], Absent: scoring.Absent{Away: []name{"Eva"}}}
	away, err := Game.Apply(at(t, 5, 2), n)
	if err != nil {
		t.Fatal(err)
	}
	four := Turn{Storyteller: "Caio", Card: 12, Cards: map[int]row{12: "Caio", 7: "Bia"}, Absent: n.Absent}
	four.Votes = map[row][]int{"Ana": {12}, "Bia": {12}, "Davi": {7}}
	five := Turn{Storyteller: "Caio", Card: 3, Cards: map[int]row{3: "Caio"}}
	five.Votes = map[row][]int{"Ana": {3}, "Bia": {3}, "Davi": {3}, "Eva": {3}}
	for _, c := range []struct {
		s     scoring.State
		was   Turn
		lines string
		want  string
	}{
		{s, four, "12|12 7 7", "Turn 1: Caio's story was card 12; the votes: Ana 12, Bia 7, Davi 7; the other cards: 7 Ana"},
		{s, four, "|12 12 7|", "Turn 1: Caio's story was card 12; the votes: Ana 12, Bia 12, Davi 7; the other cards: 7 Bia"},
		{s, five, "3 sea|4333|5",
			"Turn 1: Caio's story “sea” was card 3; the votes: Ana 4, Bia 3, Davi 3, Eva 3; the other cards: 4 Eva"},
		{away, five, "|333", "Turn 3: Caio's story was card 3; the votes: Ana 3, Bia 3, Davi 3"},
	} {
		typing := &script{lines: strings.Split(c.lines, "|")}
		e, err := ask.Run(typing, &ask.Dialog{Told: true}, next(c.s, c.was))
		if err != nil || len(typing.lines) > 0 || Game.Tell(c.s, e).String() != c.want {
			t.Errorf("%s: %v, %+v; asked %q, refused %q", c.lines, err, e, typing.asked, typing.refused)
		}
	}
}

// After the first one it is always the neighbor to the left who is there.
func TestStoryteller(t *testing.T) {
	s := at(t, 4, 2)
	for _, want := range []name{"Bia", "Caio", "Davi", "Ana"} {
		if got := s.(State).storyteller(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		turn := Turn{Storyteller: want, Card: 1, Cards: map[int]row{1: row(want)}, Votes: map[row][]int{}}
		for _, n := range names[:4] {
			if n != want {
				turn.Votes[row(n)] = []int{1}
			}
		}
		s, _ = Game.Apply(s, turn)
	}
	s, _ = Game.Apply(s, scoring.People{Players: names[:4], Absent: scoring.Absent{Away: []name{"Bia"}}})
	if got := s.(State).storyteller(); got != "Caio" {
		t.Error(got)
	}
}

// A sheet names who was away in seat order, also where somebody sits between them since then.
func TestAwayInSeatOrder(t *testing.T) {
	turn := Turn{Storyteller: "Ana", Card: 1, Cards: map[int]row{1: "Ana"}, Votes: map[row][]int{"Bia": {1}, "Caio": {1}}}
	turn.Away = []name{"Davi", "Eva"}
	moved := scoring.People{Players: []name{"Eva", "Ana", "Bia", "Davi", "Caio"}}
	doc, err := scoring.Sheet{Game: Game, Table: setup.Table{Players: names[:5]}, Events: []scoring.Event{turn, moved}}.Write()
	if err != nil || !strings.Contains(string(doc), `"away":["Eva","Davi"]`) {
		t.Errorf("%s, %v", doc, err)
	}
}

// With a card of somebody who left in the middle of a turn, there may be votes for more cards than the others laid.
func TestVotesForWhatNobodyLaid(t *testing.T) {
	people := []name{"Ana", "Bia", "Caio", "Davi", "Eva", "Fê", "Gil", "Hugo"}
	q := &turnDialog{State: State{Frame: scoring.Frame{Table: setup.Table{Players: people}}}}
	turn := Turn{Storyteller: "Ana", Card: 4, Cards: map[int]row{4: "Ana"}, Votes: map[row][]int{
		"Bia": {5, 2}, "Caio": {1}, "Davi": {7, 1}, "Eva": {6}, "Fê": {2, 3}, "Gil": {8, 4},
	}}
	turn.Away, turn.Midway = []name{"Hugo"}, []name{"Hugo"}
	if err := q.checkSoFar(turn); err == nil || !strings.Contains(err.Error(), "one of cards 1, 2, 3, 5, 6, 7 and 8 is nobody's") {
		t.Errorf("seven cards have votes, and six people laid one: %v", err)
	}
	turn.Votes["Eva"] = []int{5}
	if err := q.checkSoFar(turn); err != nil {
		t.Errorf("six cards have votes, and six people laid one: %v", err)
	}
}

// After somebody else was named, the questions to them have the IDs of a turn that they told from the start.
func TestIDs(t *testing.T) {
	_, typing := tell(t, at(t, 4, 1), "o", "Caio", "o", "Bia", "2", "222")
	var ids []string
	for _, g := range typing.groups {
		ids = append(ids, g.Asked[0].ID+" "+g.Asked[0].Who)
	}
	want := "dixit.card Bia|dixit.teller 2 |dixit.card Caio|dixit.teller 3 |dixit.card 2 Bia|dixit.vote 2 Bia Ana"
	if got := strings.Join(ids, "|"); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestOptions checks what a table is asked to agree on, by mode and number of people.
func TestOptions(t *testing.T) {
	for _, c := range []struct {
		mode string
		n    int
		want string
	}{
		{Base, 5, "target secret"}, {Base, 6, "mode target secret"}, {Base, 7, "mode target lone_vote_bonus secret"},
		{Base, 12, "mode target lone_vote_bonus secret"}, {Party, 7, "mode laps secret"}, {Team, 6, "mode laps secret"},
	} {
		var asked []string
		for _, o := range Game.Options {
			if o.Asked(setup.Table{Players: names[:c.n]}.With("mode", c.mode)) {
				asked = append(asked, o.ID)
			}
		}
		if got := strings.Join(asked, " "); got != c.want {
			t.Errorf("%s, %d: %s", c.mode, c.n, got)
		}
	}
}

// The layout goes by mode and number of people.
func TestLayout(t *testing.T) {
	for _, c := range []struct {
		mode string
		n    int
		want layoutData
		deal string
	}{
		{Base, 3, layoutData{3, Base, 7, 1, 5, 0}, "deal 7 to everybody"},
		{Base, 3, layoutData{3, Base, 7, 1, 5, 0}, "the two others hand in two each"},
		{Base, 4, layoutData{4, Base, 6, 1, 4, 0}, "The other 60 are"},
		{Base, 6, layoutData{6, Base, 6, 1, 6, 0}, "one voting peg, of any"},
		{Base, 7, layoutData{7, Base, 6, 2, 7, 0}, "two voting pegs"},
		{Base, 12, layoutData{12, Base, 6, 2, 12, 0}, "The other 12 are"},
		{Party, 6, layoutData{6, Party, 5, 1, 6, 6}, "one green voting peg"},
		{Party, 12, layoutData{12, Party, 5, 1, 12, 12}, "The other 24 are"},
		{Team, 6, layoutData{6, Team, 4, 1, 3, 6}, "space 4 is used as well"},
		{Team, 12, layoutData{12, Team, 4, 1, 6, 12}, "opposite each other. Ana & Gil Bia & Hugo"},
	} {
		tb := setup.Table{Players: names[:c.n]}.With("mode", c.mode)
		if c.mode == Team {
			tb.Teams = setup.Opposite(tb.Players)
		}
		l, err := Game.Layout(tb)
		var said []string
		for _, s := range l.Steps {
			said = append(append(said, s.Text.String()), lang.English.All(s.Notes)...)
		}
		if err != nil || l.Data != c.want || !strings.Contains(strings.Join(said, " "), c.deal) {
			t.Errorf("%s, %d: %v, %+v, %q", c.mode, c.n, err, l.Data, said)
		}
	}
}

// Pairs that sit side by side hear in which order the book wants them: opposite each other.
func TestOppositeSeats(t *testing.T) {
	table := setup.Table{Players: names[:6]}.With("mode", Team)
	for _, c := range []struct {
		teams []setup.Team
		said  bool
	}{{setup.Opposite(names[:6]), false}, {setup.Pairs(names[:6]), true}} {
		table.Teams = c.teams
		l, err := layout(table)
		if err != nil {
			t.Fatal(err)
		}
		said := lang.English.Say(lang.Join("; ", l.Steps[0].Notes))
		if strings.Contains(said, "The book's order, clockwise: Ana, Caio, Eva, Bia, Davi and Fabi.") != c.said {
			t.Errorf("%s", said)
		}
	}
}
