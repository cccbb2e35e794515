package pictureperfect

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/setup"
)

// The table of the handbook, Envelopes per player.
func TestEnvelopesPerPlayer(t *testing.T) {
	for _, c := range []struct{ players, each, middle int }{{2, 5, 4}, {3, 4, 2}, {4, 3, 2}, {5, 2, 4}, {6, 2, 2}} {
		l := Lay(c.players, false)
		if l.EnvelopesEach != c.each || l.EnvelopesMiddle != c.middle {
			t.Errorf("%d players: %+v", c.players, l)
		}
		if c.players*l.EnvelopesEach+l.EnvelopesMiddle != 14 {
			t.Errorf("%d players: not 14 envelopes", c.players)
		}
	}
}

// Decorations in the game with auctions: 32, 30, 40, 50, 60.
func TestDecorations(t *testing.T) {
	for players, want := range map[int]int{2: 32, 3: 30, 4: 40, 5: 50, 6: 60} {
		if got := Lay(players, true).AllDecorations(); got != want {
			t.Errorf("%d players with auctions: %d decorations, want %d", players, got, want)
		}
	}
	if got := Lay(2, false).AllDecorations(); got != 20 {
		t.Errorf("2 players without auctions: %d", got)
	}
}

func TestDrawBuildsADeckOfTheBox(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		have := map[string]int{}
		for _, c := range Cards {
			have[c.ID] = rapid.IntRange(0, 3).Draw(t, c.ID)
		}
		auction := rapid.Bool().Draw(t, "auction")
		deck, err := Draw(ask.Chance(rapid.Uint64().Draw(t, "seed"), 0), have, auction)
		plain, bids := 0, 0
		for _, c := range Cards {
			if c.Auction {
				bids += have[c.ID]
			} else {
				plain += have[c.ID]
			}
		}
		enough := plain >= 6 && !auction || plain >= 3 && bids >= 3 && auction
		if (err == nil) != enough {
			t.Fatalf("%v, auction %v: %v", have, auction, err)
		}
		if err != nil {
			return
		}
		var normal int
		for _, id := range deck {
			if have[id]--; have[id] < 0 {
				t.Fatalf("%v has more %s than the box", deck, id)
			}
			if c, _ := CardByID(id); !c.Auction {
				normal++
			}
		}
		if want := map[bool]int{false: 6, true: 3}[auction]; len(deck) != 6 || normal != want {
			t.Fatalf("%v: %d normal cards, want %d", deck, normal, want)
		}
	})
}

// Every card may come to any place of the deck.
func TestDrawIsFair(t *testing.T) {
	chance := ask.Chance(1, 2)
	var at [6]map[string]int
	for i := range at {
		at[i] = map[string]int{}
	}
	for range 6000 {
		deck, err := Draw(chance, oneOfEach(), true)
		if err != nil {
			t.Fatal(err)
		}
		for i, id := range deck {
			at[i][id]++
		}
	}
	for i := range at {
		for _, c := range Cards {
			if n := at[i][c.ID]; n < 400 || n > 600 { // 500 expected, 5 standard deviations are about 105
				t.Errorf("%s lies at place %d in %d of 6000 decks", c.ID, i+1, n)
			}
		}
	}
}

func TestTooFewCards(t *testing.T) {
	have, err := cardsIn("dance,dance,gifts,secret-auction")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		auction bool
		want    string
	}{
		{false, "3 normal exchange cards are missing: the deck takes 6, 3 show this number of players"},
		{true, "2 auction cards are missing: the deck takes 3, 1 show this number of players"},
	} {
		if err := enough(have, c.auction); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// A card is found by its id or its name, in any language and however it is typed.
func TestCardsByName(t *testing.T) {
	for line, want := range map[string]string{
		"dance,gifts": "dance gifts", "dança, DANCA,dance": "dance dance dance", "Escolha seu Parceiro,roubo": "choose-your-partner theft",
		"Leilão Secreto Injusto": "unfair-secret-auction", "choose your partner": "choose-your-partner", "leilao-aberto": "open-auction", "": "", " , ": "",
	} {
		have, err := cardsIn(line)
		n := 0
		for _, k := range have {
			n += k
		}
		for _, id := range strings.Fields(want) {
			if have[id]--; have[id] < 0 {
				t.Errorf("%q: no %s: %v, %v", line, id, have, err)
			}
		}
		if n != len(strings.Fields(want)) || err != nil {
			t.Errorf("%q is %d cards, %v", line, n, err)
		}
	}
	if _, err := cardsIn("dança, polka"); err == nil || !strings.HasPrefix(err.Error(), "“polka” is not an exchange card; choose from: Dance, Gifts, ") {
		t.Error(err)
	}
}

var four = setup.Table{Players: []string{"Ana", "Bia", "Caio", "Davi"}, First: 2}

func TestWalkByHand(t *testing.T) {
	for choice, want := range map[string]bool{ByHand: false, Alone: true} {
		s := asktest.NewScript(t, asktest.Said{ID: "pp.setup.laid-out"})
		if deck, alone, err := Walk(s, four.With(Deck, choice)); err != nil || deck != nil || alone != want {
			t.Fatal(choice, deck, alone, err)
		}
		notes := s.Seen[0].Notes
		if got := notes[len(notes)-1].String(); got != "To check: 3 envelopes each, 2 in the middle, 3 cards in each; 40 decorations in the game." {
			t.Error(got)
		}
	}
}

func TestWalkDrawsOnceAndForAll(t *testing.T) {
	say := []asktest.Said{{ID: "pp.pp.step-fill"}, {ID: "pp.pp.step-deal", Line: "<"}, {ID: "pp.pp.step-fill"}, {ID: "pp.pp.step-deal"}, {ID: "pp.pp.step-middle"},
		{ID: "pp.pp.step-parts"}, {ID: "pp.pp.step-starter-named"}, {ID: "pp.pp.step-mat"}, {ID: "pp.pp.step-shield"}, {ID: "pp.setup.laid-out"}}
	var decks [][]string
	for range 2 {
		deck, _, err := asktest.Talk(asktest.NewScript(t, say...), ask.Draft{Seed: 5}, ask.Draft{}, func(ask.Draft) error { return nil },
			func(a ask.Asker) ([]string, error) {
				deck, alone, err := Walk(a, four.With(Auction, setup.Yes).With(setup.List, setup.OneByOne))
				if alone {
					t.Error("whoever lets the program draw has the guide")
				}
				return deck, err
			})
		if err != nil || len(deck) != 6 {
			t.Fatal(deck, err)
		}
		decks = append(decks, deck)
	}
	if !slices.Equal(decks[0], decks[1]) {
		t.Error("drawn again:", decks)
	}
}

func TestTooFewCardsInTheBox(t *testing.T) {
	s := asktest.NewScript(t, asktest.Said{ID: "pp.which-fit", Line: "1 2"}, asktest.Said{ID: "pp.which-fit", Line: "3=3"})
	choice, err := fitting(s, four)
	if err != nil || choice != "revelations,revelations,revelations,rumors,choose-your-partner,theft" {
		t.Fatal(choice, err)
	}
	if f, ok := s.Seen[1].Fault.(*fault.Fault); !ok || f.Error() != "2 normal exchange cards are missing: the deck takes 6, 4 show this number of players" {
		t.Error(s.Seen[1].Fault)
	}
	with := four.With(box, choice)
	if have, err := fitsIn(with); err != nil || enough(have, false) != nil || !Options[1].May(with, choice) {
		t.Error(have, err)
	}
	if bids := with.With(Auction, setup.Yes); Options[1].May(bids, choice) {
		t.Error("a box without auction cards serves a game with auctions")
	}
}

func TestSteps(t *testing.T) {
	for _, c := range []struct {
		players int
		auction string
		want    int
	}{{2, setup.No, 7}, {2, setup.Yes, 8}, {4, setup.Yes, 7}, {5, setup.No, 8}, {6, setup.Yes, 8}} {
		table := setup.Table{Players: make([]string, c.players)}.With(Auction, c.auction)
		if got := len(steps(table)); got != c.want {
			t.Errorf("%d players, auction %s: %d steps, want %d", c.players, c.auction, got, c.want)
		}
	}
}

// On paper the deck is drawn only on request, from the cards that the table has.
func TestOnPaper(t *testing.T) {
	lay := func(choices map[string]string) (Laid, setup.Layout, error) {
		l, err := OnPaper(setup.Table{Players: make([]string, 4), Choices: choices}, ask.Chance(5, 0))
		facts, _ := l.Facts.(Laid)
		return facts, l, err
	}
	facts, l, err := lay(map[string]string{Auction: setup.Yes})
	if err != nil || facts.Deck != nil || l.Deck != nil || facts.Players != 4 || !facts.Auction || len(l.Steps) != 8 {
		t.Errorf("%+v, %v", l, err)
	}
	if first := l.Steps[5].Text.String(); first != starter.String() {
		t.Errorf("nobody has a name, and yet: %s", first)
	}
	if got := l.Steps[4].Text.String(); !strings.Contains(got, "at random, shuffled together") {
		t.Errorf("by hand: %s", got)
	}
	facts, l, err = lay(map[string]string{"draw": setup.Yes, "have": "theft, theft,theft,theft,dance,theft"})
	if err != nil || len(facts.Deck) != 6 || len(l.Deck) != 6 {
		t.Fatalf("%+v, %v", l, err)
	}
	if got := l.Steps[4].Text.String(); !strings.Contains(got, "the program drew it. Somebody who does not play builds it") {
		t.Errorf("drawn: %s", got)
	}
	for i, id := range facts.Deck {
		if card, _ := CardByID(id); card.Name.String() != l.Deck[i].String() {
			t.Errorf("%s is called %s", id, l.Deck[i])
		}
	}
}
