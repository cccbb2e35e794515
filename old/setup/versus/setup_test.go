package versus

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/setup"
)

func people(n int) []string {
	return slices.Clone([]string{"Ana", "Bia", "Caio", "Davi", "Eva", "Fábio", "Gil", "Helena"}[:n])
}

// The 48 cards are dealt out; the first players from the dealer's left get the cards left over.
func TestEverybodysCards(t *testing.T) {
	for players, want := range map[int][]int{
		3: {16, 16, 16},
		4: {12, 12, 12, 12},
		5: {10, 10, 10, 9, 9},
		6: {8, 8, 8, 8, 8, 8},
		7: {7, 7, 7, 7, 7, 7, 6},
		8: {6, 6, 6, 6, 6, 6, 6, 6},
	} {
		l := Lay(setup.Table{Players: people(players)})
		sum := 0
		for _, n := range l.CardsEach {
			sum += n
		}
		if l.Players != players || !slices.Equal(l.CardsEach, want) || sum != 48 {
			t.Errorf("%d players: %+v, want %v", players, l, want)
		}
	}
}

func TestLaidAsJSON(t *testing.T) {
	b, err := json.Marshal(Lay(setup.Table{Players: people(7), First: 3}))
	if want := `{"players":7,"cards_each":[7,7,7,7,7,7,6]}`; err != nil || string(b) != want {
		t.Errorf("%s, %v; want %s", b, err, want)
	}
}

// Davi deals at a table of five, so Eva gets the first card and begins, and Caio and Davi get one card less.
func TestDealInOrderFromTheDealersLeft(t *testing.T) {
	table := setup.Table{Players: people(5), First: 3}
	var lines []string
	for _, l := range Deal(table) {
		lines = append(lines, l.String())
	}
	want := []string{"Eva: 10 cards", "Ana: 10 cards", "Bia: 10 cards", "Caio: 9 cards", "Davi: 9 cards"}
	if !slices.Equal(lines, want) {
		t.Errorf("%q, want %q", lines, want)
	}
	steps := Steps(table)
	if last := steps[len(steps)-1].Text.String(); !strings.HasPrefix(last, "Eva ") {
		t.Errorf("who begins: %q", last)
	}
	if s := steps[3].Text.String(); !strings.HasPrefix(s, "Davi deals out all 48") {
		t.Errorf("who deals: %q", s)
	}
}

func TestPlayersWithoutNamesAreCalledByTheirPlace(t *testing.T) {
	var said []string
	l, err := OnPaper(setup.Table{Players: make([]string, 3)}, nil)
	if laid, ok := l.Facts.(Laid); !ok || err != nil || laid.Players != 3 {
		t.Fatalf("%+v, %v", l, err)
	}
	for _, s := range l.Steps {
		said = append(said, s.Text.String())
		for _, n := range s.Notes {
			said = append(said, n.String())
		}
	}
	all := strings.Join(said, "\n")
	for _, want := range []string{"The dealer deals", "Place 1 from the dealer's left: 16 cards\nPlace 2 from the dealer's left: 16 cards\nThe dealer: 16 cards"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing in:\n%s", want, all)
		}
	}
	if strings.Contains(all, "{") {
		t.Errorf("a place was not filled:\n%s", all)
	}
}

func TestWalkEndsWithWhatToCheck(t *testing.T) {
	script := asktest.NewScript(t, asktest.Said{ID: "versus.setup.laid-out"})
	if err := Walk(script, setup.Table{Players: people(3)}); err != nil {
		t.Fatal(err)
	}
	notes := script.Seen[0].Notes
	if got := notes[len(notes)-1].String(); got != "To check: 18 gems in the middle; Versus cards: Bia 16, Caio 16 and Ana 16." {
		t.Error(got)
	}
}
