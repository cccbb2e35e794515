package pictureperfect

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/setup"
)

// A counter counts keys as a window needs them: one for a choice from a list and for a letter in place of an answer; else
// what is typed and Enter, but for a number that can only be one.
type counter struct {
	*laws.Hand
	keys int
}

func (c *counter) Put(g ask.Group, got ask.Got) error {
	typed := c.Lines[0]
	line := g.Line() || len(g.Asked) == 1
	for line && c.Lines[0] == typed && len(c.Refused) == 0 {
		c.keys += presses(g, typed)
		break
	}
	return c.Hand.Put(g, got)
}

func presses(g ask.Group, typed string) int {
	for _, q := range g.Asked {
		for _, k := range q.Keys {
			if lang.English.Say(k.Key) == typed {
				return 1
			}
		}
	}
	if len(g.Asked) == 1 {
		switch s := g.Asked[0].Shape.(type) {
		case ask.Pick:
			return 1
		case ask.Number:
			if len(typed) == 1 && s.Hi <= 9 && s.Lo >= 0 {
				return 1
			}
		}
	}
	return len(typed) + 1
}

// A told line is an event as it is typed.
type told struct {
	keys  string
	want  string // the event
	shows string // part of what stood above the question or was asked
	why   string // part of why something was refused on the way
}

// evening plays told lines one after the other, and returns the state and the keys.
func evening(t *testing.T, s scoring.State, lines []told) (scoring.State, int) {
	t.Helper()
	c := &counter{Hand: &laws.Hand{}}
	for _, line := range lines {
		c.Hand = &laws.Hand{Lines: strings.Split(line.keys, "|")}
		var e scoring.Event
		e, err := ask.Run(c, &ask.Dialog{}, func(a ask.Asker) (scoring.Event, error) { return Game.Next(s, a, nil) })
		if err != nil || len(c.Lines) > 0 {
			t.Fatalf("%s: %v; left %q, refused %q, asked %q", line.keys, err, c.Lines, c.Refused, c.Shown)
		}
		raw, _ := json.Marshal(e)
		if got := e.Kind() + " " + string(raw); line.want != "" && got != line.want {
			t.Errorf("%s: %s, not %s", line.keys, got, line.want)
		}
		if shown := strings.ReplaceAll(strings.Join(c.Shown, "\n"), "\u00a0", " "); !strings.Contains(shown, line.shows) {
			t.Errorf("%s: %q was not shown: %s", line.keys, line.shows, shown)
		}
		if refused := strings.Join(c.Refused, "; "); !strings.Contains(refused, line.why) || line.why == "" && refused != "" {
			t.Errorf("%s: refused %q, not %q", line.keys, refused, line.why)
		}
		if s, err = Game.Apply(s, e); err != nil {
			t.Fatalf("%s: %s: %v", line.keys, raw, err)
		}
	}
	return s, c.keys
}

func table(t *testing.T, choices map[string]string, players ...name) scoring.State {
	t.Helper()
	s, err := Game.Begin(setup.Table{Players: players, First: players[0], Choices: choices})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var byHand = map[string]string{"auction": "yes", "deck": "hand"}

// Six auctions with 22 offers, three guests, and a vote: at most 115 keys.
func TestAuctionEvening(t *testing.T) {
	s, keys := evening(t, table(t, byHand, "Ana", "Ben", "Cleo", "Dan"), []told{
		{"", `laid {}`, "3 normal exchange cards and 3 auction cards", ""},
		{"7", `round {"card":"open-auction"}`, "Round 1 of 6, Ana starts", ""},
		{"1|5", `offer {"by":"Ana","to":"Ben","price":5}`, "For how much? Ben: 1 to 10", ""},
		{"n", `offer {"by":"Ben"}`, "Ben has the highest bid: pays 5 decorations to Ana and takes the envelope.", ""},
		{"1|3", `offer {"by":"Cleo","to":"Dan","price":3}`, "Ben keeps the envelope.", ""},
		{"n", `offer {"by":"Dan"}`, "Dan puts up 1 envelope of 3. Who gets it?", ""}, // not the one just bought
		{"9", `round {"card":"single-round-auction"}`, "Then Ben takes the reference card", ""},
		{"3|9", `offer {"by":"Ben","to":"Ana","price":9}`, "In this order: Ben, Cleo, Dan and Ana.", ""},
		{"n", "", "", ""}, {"n", "", "", ""}, {"n", "", "", ""},
		{"8", `round {"card":"shared-auction"}`, "", ""},
		{"4|2|4", `offer {"by":"Cleo","to":"Cleo","price":4,"bidder":"Ana"}`, "Who had the highest bid, and is paid?", ""},
		{"n", `offer {"by":"Dan"}`, "Cleo buys for as much as the highest bid: pays 4 decorations to Ana", ""},
		{"1|8", `offer {"by":"Ana","to":"Ben","price":8}`, "The envelope stays in the middle.", ""},
		{"2|2", `offer {"by":"Ben","to":"Dan","price":2}`, "", ""},
		{"a", `round {"card":"fixed-price-auction"}`, "Then Dan takes", ""},
		{"1 2|3", "", "", ""}, {"n", "", "", ""}, {"n", "", "", ""}, {"n", "", "", ""},
		{"b", `round {"card":"secret-auction"}`, "", ""},
		{"210", "", "", ""}, {"n", "", "", ""}, {"n", "", "", ""}, {"n", "", "", ""},
		{"c", `round {"card":"unfair-secret-auction"}`, "", ""},
		{"3 3 0|34", "", "", ""}, {"n", "", "", ""}, {"n", "", "", ""}, {"n", "", "", ""},
		{"", `photos {}`, "All photos valid?", ""},
		{"3210", "", "", ""}, {"3-10+1", "", "", ""}, {"1111", "", "", ""}, {"r", "closed {}", "", ""},
		{"", "", "There are 40 in the game.", ""},
	})
	t.Log(keys, s.(State).Books)
}
