package spyfall

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

func table(n int, choices map[string]string) setup.Table {
	return setup.Table{Players: []string{"Ana", "Bia", "Caio", "Davi", "Eva", "Fábio", "Gil", "Helena"}[:n], Choices: choices}
}

func TestAsManyCardsAsPeople(t *testing.T) {
	for n := 3; n <= 8; n++ {
		if l := Lay(table(n, nil)); l != (Laid{Players: n, CardsDealt: n, ClockSeconds: 480, RoundsPlanned: 5}) {
			t.Errorf("%d players: %+v", n, l)
		}
	}
	b, err := json.Marshal(Lay(table(4, map[string]string{Rounds: "7", Minutes: "12"})))
	if want := `{"players":4,"cards_dealt":4,"clock_seconds":720,"rounds_planned":7}`; err != nil || string(b) != want {
		t.Errorf("%s, %v; want %s", b, err, want)
	}
}

func TestAnyLengthOfARound(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"8": 8 * time.Minute, "7:30": 7*time.Minute + 30*time.Second, "0:01": time.Second, "15": 15 * time.Minute, "120": 2 * time.Hour,
	} {
		if d, f := Clock(table(3, map[string]string{Minutes: text})); f != nil || d != want {
			t.Errorf("%q: %v, %v; want %v", text, d, f, want)
		}
	}
	for _, text := range []string{"", "0", "0:00", "121", "120:01", "8:5", "8:60", "8:", ":30", "-1", "eight", "8:00:00", "1.5", "+8"} {
		if d, f := Clock(table(3, map[string]string{Minutes: text})); f == nil {
			t.Errorf("%q is taken as %v", text, d)
		}
	}
	if d, f := Clock(table(3, nil)); f != nil || d != 8*time.Minute {
		t.Errorf("nothing agreed: %v, %v", d, f)
	}
	if got := Face(7*time.Minute + 5*time.Second); got != "7:05" {
		t.Errorf("a clock shows %s", got)
	}
}

func all(texts []lang.Text) string {
	var lines []string
	for _, x := range texts {
		lines = append(lines, x.String())
	}
	return strings.Join(lines, "\n")
}

func TestTheDealNamesDealerAndCards(t *testing.T) {
	got := all(Deal("Caio", 5))
	for _, want := range []string{"Caio turns the bags", "Take 5 cards from the top", "the spy card on top", "Shuffle these 5"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in:\n%s", want, got)
		}
	}
	if got := all(Deal("", 5)); !strings.HasPrefix(got, "The dealer turns") {
		t.Errorf("no dealer named: %s", got)
	}
}

func TestOnPaper(t *testing.T) {
	nameless := make([]string, 6)
	l, err := OnPaper(setup.Table{Players: nameless, Choices: map[string]string{Minutes: "7:30", Rounds: "1"}}, nil)
	if err != nil || l.Facts != (Laid{Players: 6, CardsDealt: 6, ClockSeconds: 450, RoundsPlanned: 1}) {
		t.Fatalf("%+v, %v", l.Facts, err)
	}
	var texts []lang.Text
	for _, s := range l.Steps {
		texts = append(texts, s.Text)
	}
	got := all(texts)
	for _, want := range []string{"30 bags: in each 7 cards", "1 round of 7:30.", "The person who looks most suspicious", "The dealer turns", "Take 6 cards"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in:\n%s", want, got)
		}
	}
	if strings.Contains(got, "{") {
		t.Errorf("a place was not filled:\n%s", got)
	}
	if _, err := OnPaper(setup.Table{Players: nameless, Choices: map[string]string{Minutes: "x"}}, nil); err == nil {
		t.Error("a length of x is taken")
	}
}

func TestWalkEndsWithWhatToCheck(t *testing.T) {
	script := asktest.NewScript(t, asktest.Said{ID: "spyfall.setup.laid-out"})
	if err := Walk(script, table(3, nil)); err != nil {
		t.Fatal(err)
	}
	notes := script.Seen[0].Notes
	if got := notes[len(notes)-1].String(); len(notes) != 6 || got != "To check: 5 rounds of 8:00; 8 cards to a bag, the spy card on top." {
		t.Error(notes)
	}
}
