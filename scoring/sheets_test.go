package scoring_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
)

// A result has the keys that count, as the contract writes them.
type result struct {
	Game      string             `json:"game"`
	Over      bool               `json:"over"`
	DecidedBy string             `json:"decided_by"`
	Needs     string             `json:"needs"`
	Tied      []scoring.Row      `json:"tied"`
	Standings []scoring.Standing `json:"standings"`
	Rounds    []round            `json:"rounds"`
}

type round struct {
	Points map[scoring.Row]int `json:"points"`
}

func resultOf(g scoring.Game, s scoring.State) result {
	r := g.Result(s)
	out := result{g.ID, r.Over, r.DecidedBy, r.Needs, append([]scoring.Row{}, r.Tied...), r.Standings(), []round{}}
	for _, points := range r.Rounds() {
		out.Rounds = append(out.Rounds, round{points})
	}
	return out
}

// A judged sheet has a result that an independent reading of the rules worked out, or the reason why it must be refused.
type judged struct {
	Sheet   json.RawMessage
	Expect  result
	Refused string
}

// judgedSheets hands out the judged sheets of each game, with their number in its file.
func judgedSheets(t *testing.T, each func(t *testing.T, game string, n int, j judged)) {
	for _, game := range []string{"versus", "dixit", "picture-perfect", "spyfall"} {
		t.Run(game, func(t *testing.T) {
			raw, err := os.ReadFile("testdata/" + game + ".jsonl")
			if err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewScanner(bytes.NewReader(raw))
			lines.Buffer(nil, 1<<20)
			for n := 1; lines.Scan(); n++ {
				var j judged
				if err := json.Unmarshal(lines.Bytes(), &j); err != nil {
					t.Fatal(err)
				}
				each(t, game, n, j)
			}
		})
	}
}

// A quarter of the sheets must be refused, and all others have their result, also once they are written anew.
func TestSheets(t *testing.T) {
	judgedSheets(t, func(t *testing.T, _ string, n int, j judged) {
		if j.Refused != "" {
			refuse(t, n, j.Sheet, j.Refused)
			return
		}
		score(t, n, j.Sheet, j.Expect)
	})
}

func refuse(t *testing.T, n int, doc []byte, why string) {
	t.Helper()
	if s, err := scoring.ReadSheet(shelf.Find, doc); err == nil || !fault.Is(err) {
		t.Errorf("%d: %v, not refused though %s: %+v", n, err, why, s.Events)
	}
}

func score(t *testing.T, n int, doc []byte, want result) {
	t.Helper()
	s, err := scoring.ReadSheet(shelf.Find, doc)
	if err != nil {
		t.Errorf("%d: %v\n%s", n, err, doc)
		return
	}
	state, err := s.Score()
	if err != nil {
		t.Fatal(err)
	}
	if got := resultOf(s.Game, state); !reflect.DeepEqual(got, want) {
		t.Errorf("%d: %+v\nwant %+v\n%s", n, got, want, doc)
	}
	again, err := s.Write()
	if err != nil {
		t.Fatal(n, err)
	}
	if s, err = scoring.ReadSheet(shelf.Find, again); err != nil {
		t.Errorf("%d: written anew: %v\n%s", n, err, again)
		return
	}
	if state, _ = s.Score(); !reflect.DeepEqual(resultOf(s.Game, state), want) {
		t.Errorf("%d: written anew: %s", n, again)
	}
}
