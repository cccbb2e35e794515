package session

import (
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/scoring"
)

// A typed sum is in the log with its result, in a line of the version that has sums. A number that was typed plainly is
// kept as ever.
func TestASumStandsInTheLog(t *testing.T) {
	st := opened(t, file(t))
	s := Start(st, purse, "", watch(), dice())
	must(t, s.Begin(say(t, tableSaid...), askTable))
	for _, amount := range []string{"12+5", "17"} {
		happens(t, s, "purse.who=1", "purse.amount="+amount, "purse.vote."+map[string]string{"12+5": "0=1", "17": "1=1+1"}[amount], "purse.vote."+map[string]string{"12+5": "1=2", "17": "0=2"}[amount])
	}
	lines := need(st.Log.After(s.Log.ID(), 0))
	summed, plainly := string(lines[1].Body), string(lines[2].Body)
	if !strings.HasPrefix(summed, `{"v":4,`) || !strings.Contains(summed, `"answer":{"by":-1,"values":[[17]],"typed":["12+5"]}`) {
		t.Error(summed)
	}
	if !strings.HasPrefix(plainly, `{"v":3,`) || !strings.Contains(plainly, `"answer":{"by":-1,"values":[[17]]}`) || strings.Contains(plainly, "typed") {
		t.Error(plainly)
	}
	again := need(Open(st, []scoring.Game{purse}, s.Log.ID(), watch(), dice()))
	told := again.Log.Abouts(again.Log.Items())
	for i, want := range []string{"move (12+5 = 17)", "move"} {
		if one := again.Log.About(again.Log.Items(), again.Log.Items()[i+1]); one.String() != want || told[i+1].String() != want {
			t.Errorf("%v, %v, want %s", one, told[i+1], want)
		}
	}
	older := lines[1]
	older.Body = []byte(strings.Replace(summed, `"v":4`, `"v":3`, 1))
	if _, err := read(purse, older, again.Log.lines[0].sum); err == nil {
		t.Error("a line of version 3 has a sum")
	}
}

// A game ended with its last event, whatever is corrected later.
func TestEnded(t *testing.T) {
	s := threeTurns(t, opened(t, file(t)))
	ended := Ended(s.Log)
	if want := s.Log.lines[len(s.Log.lines)-1].at; !ended.Equal(want) {
		t.Error(ended, want)
	}
	last := s.Log.Items()[3].ID
	must(t, edit(s, say(t, "purse.who=1", "purse.amount=31", "purse.vote.1=1", "purse.vote.0=2"), last))
	if at := s.Log.lines[len(s.Log.lines)-1].at; at.Equal(ended) || !Ended(s.Log).Equal(ended) {
		t.Error(Ended(s.Log), ended, at)
	}
	if fresh := Start(disked(s), purse, "", watch(), dice()); !Ended(fresh.Log).IsZero() {
		t.Error("a game without a table has ended")
	}
}
