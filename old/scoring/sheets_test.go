package scoring_test

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/shelf"
)

// sheets returns score sheets of all games.
func sheets(tb testing.TB) [][]byte {
	tb.Helper()
	raw, err := os.ReadFile("../cmd/testdata/examples.json")
	if err != nil {
		tb.Fatal(err)
	}
	var all struct {
		Cases []struct{ Sheet json.RawMessage }
	}
	if err := json.Unmarshal(raw, &all); err != nil {
		tb.Fatal(err)
	}
	var out [][]byte
	for _, c := range all.Cases {
		var b bytes.Buffer
		if err := json.Compact(&b, c.Sheet); err != nil {
			tb.Fatal(err)
		}
		out = append(out, b.Bytes())
	}
	return append(out, []byte("game: versus\nplayers: [A, B, C]\nover: true\nevents:\n- {type: wrong_slap, by: A, penalty: two-in-a-row}\n- type: amulet\n"),
		[]byte(`{"game":"pad","players":["A","B"],"rounds":[[1,2],[3,null]]}`),
		[]byte(`{"game":"pad","players":["A","B"],"setup":{"title":"Hearts"},"categories":[{"name":"x","points":[1,2]}]}`))
}

// words returns the places of the words in a JSON sheet: texts, numbers, null.
func words(b []byte) (all [][2]int) {
	for i := 0; i < len(b); i++ {
		from := i
		switch c := b[i]; {
		case c == '"':
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
			i++
		case c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z':
			for i < len(b) && bytes.IndexByte([]byte(" ,:]}\n"), b[i]) < 0 {
				i++
			}
		default:
			continue
		}
		all = append(all, [2]int{from, min(i, len(b))})
	}
	return all
}

// exchanged replaces one word of a sheet by another of its words, so that the content is wrong but the syntax is not.
func exchanged(b []byte, at, by uint16) []byte {
	if at == 0 {
		return b
	}
	all := words(b)
	if len(all) == 0 {
		return b
	}
	to, from := all[int(at)%len(all)], all[int(by)%len(all)]
	return slices.Concat(b[:to[0]], b[from[0]:from[1]], b[to[1]:])
}

// Any input is either refused with a fault or a game whose result survives being written as a sheet, which is then written
// the same way again.
func FuzzSheets(f *testing.F) {
	for i, s := range sheets(f) {
		f.Add(s, uint16(0), uint16(0))
		f.Add(s, uint16(i+3), uint16(i+5))
	}
	f.Add([]byte(`{"game": "duel", "players": ["Ana", "Bia"], "game_file": {"game_file": 1, "id": "duel", "name": "Duel", "players": 2,
		"at_end": [{"name": "war"}, {"name": "lead", "of": ["war"], "most": [3]}]}, "at_end": {"war": {"Ana": 1, "Bia": 2}}}`), uint16(7), uint16(9))
	f.Fuzz(func(t *testing.T, b []byte, at, by uint16) {
		b = exchanged(b, at, by)
		s, err := scoring.ReadSheet(b, shelf.Games)
		if err != nil {
			var bad *fault.Fault
			if bad, _ = err.(*fault.Fault); bad == nil || bad.Error() == "" {
				t.Fatalf("%s\n%v is no fault", b, err)
			}
			return
		}
		r := s.State.Result()
		if got := scoring.Totals(s.State.Ledger(), len(r.Rows)); !slices.Equal(got, r.Points) {
			t.Fatalf("%s\nthe ledger sums to %v, the standings are %v", b, got, r.Points)
		}
		first := writtenAgain(t, b, s)
		again, err := scoring.ReadSheet(first, shelf.Games)
		if err != nil {
			t.Fatalf("%s\nis written as\n%s\n%v", b, first, err)
		}
		if one, two := played(s.State), played(again.State); !reflect.DeepEqual(one, two) {
			t.Fatalf("%s\nis written as\n%s\n%s", b, first, cmp.Diff(one, two))
		}
		if second := writtenAgain(t, first, again); !bytes.Equal(first, second) {
			t.Fatalf("%s\nis written as\n%s\nand then as\n%s", b, first, second)
		}
	})
}

// played returns all that a table sees of a game.
func played(s scoring.State) [2]any { return [2]any{s.Result(), s.Ledger()} }

func writtenAgain(t *testing.T, b []byte, s scoring.Sheet) []byte {
	t.Helper()
	out, err := s.Game.WriteSheet(s.Table, s.Events, s.State, s.Played, lang.Text.String)
	if err != nil {
		t.Fatalf("%s\nhas no sheet: %v", b, err)
	}
	return out
}
