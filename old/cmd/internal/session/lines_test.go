package session

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"testing"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/shelf"
	"github.com/tablemate/tablemate/old/setup"
)

var played = append(slices.Clip(shelf.Games), purse)

// logs returns the first lines of short games of every version of the program and every kind, without their sums.
func logs(tb testing.TB) (all [][]byte, of []uint8) {
	tb.Helper()
	sum := regexp.MustCompile(`,"sum":"[0-9a-f]*"}$`)
	said := regexp.MustCompile(`,"said":\{"seed":\d+(?:,"said":\[\{.*?\}\}\])?\}`)
	files := need(filepath.Glob("../../testdata/old/*.db"))
	for _, file := range files {
		path := filepath.Join(tb.TempDir(), "games.db")
		b := need(os.ReadFile(file))
		must(tb, os.WriteFile(path, b, 0o600))
		st := need(store.OpenToRead(tb.Context(), path))
		games := need(st.History.List(store.Filter{}))
		taken := map[string]int{}
		for _, g := range games {
			lines := need(st.Log.After(g.ID, 0))
			var log [][]byte
			for _, l := range lines {
				body := sum.ReplaceAll(l.Body, []byte("}"))
				if taken[g.Kind] > 0 { // keep the dialogs of one game
					body = said.ReplaceAll(body, nil)
				}
				log = append(log, body)
			}
			if whole := bytes.Join(log, []byte("\n")); len(whole) < 1500 && taken[g.Kind] < 3 {
				taken[g.Kind]++
				all = append(all, whole)
				of = append(of, uint8(slices.IndexFunc(played, func(p scoring.Game) bool { return p.ID == g.Kind })))
			}
		}
		must(tb, st.Close())
	}
	return all, of
}

// withNumber replaces one of the numbers in a log.
func withNumber(log []byte, at uint16, n int8) []byte {
	digit := func(i int) bool { return log[i] >= '0' && log[i] <= '9' }
	var places [][2]int
	for i := 0; at > 0 && i < len(log); i++ {
		if from := i; digit(i) {
			for ; i < len(log) && digit(i); i++ {
			}
			places = append(places, [2]int{from, i})
		}
	}
	if len(places) == 0 {
		return log
	}
	p := places[int(at)%len(places)]
	return slices.Concat(log[:p[0]], strconv.AppendInt(nil, int64(n), 10), log[p[1]:])
}

// summedUp returns lines with the sums that the program would have written.
func summedUp(log []byte) (lines []store.Line) {
	before := "daba"
	for body := range bytes.SplitSeq(log, []byte("\n")) {
		was := before
		before = store.Sum(was, noon, body)
		if k := len(body) - 1; k > 0 && bytes.HasPrefix(body, []byte(`{"v":2`)) && body[k] == '}' {
			body = slices.Concat(body[:k], []byte(`,"sum":"`+before+`"}`))
		}
		lines = append(lines, store.Line{Seq: len(lines) + 1, At: noon, Body: body})
	}
	return lines
}

// Any log is read up to its first fault, which is named. An accepted line was written so, byte for byte, and leads to a
// game; a flipped bit in it is noticed.
func FuzzLines(f *testing.F) {
	all, of := logs(f)
	for i, log := range all {
		f.Add(log, of[i], uint16(0), int8(0))
		f.Add(log, of[i], uint16(i), int8(i-3))
	}
	f.Add([]byte(`{"v":2,"kind":"change","put":[{"kind":"table","event":{"players":["Ana","Bia"],"first":0}}]}
{"v":2,"kind":"change","put":[{"kind":"move","event":{"who":0,"amount":10,"luck":5}}]}
{"v":2,"kind":"undo"}
{"v":2,"kind":"redo"}
{"v":2,"kind":"change","drop":[200],"put":[{"kind":"move","event":{"who":0,"amount":12,"luck":5}}]}
{"v":2,"kind":"change","before":500,"put":[{"kind":"move","event":{"who":1,"amount":12,"luck":5}}]}
{"v":2,"kind":"change","drop":[100],"put":[{"kind":"table","event":{"players":["Bia","Ana"],"first":0}}],"seats":[1,0]}`), uint8(5), uint16(0), int8(0))
	f.Fuzz(func(t *testing.T, log []byte, which uint8, at uint16, n int8) {
		if len(log) > 3000 {
			return // a shorter one shows as much
		}
		lines := summedUp(withNumber(log, at, n))
		g := played[int(which)%len(played)]
		written := &Log{g: g, id: "daba"}
		if err := written.take(nil, lines, nil); err != nil {
			var d *Damaged
			if !errors.As(err, &d) || d.Whole >= len(lines) && d.Line > 0 || !errors.Is(err, store.ErrDamaged) && !errors.Is(err, scoring.ErrUnknown) {
				t.Fatalf("%v", err)
			}
			if err := written.take(nil, lines[:d.Whole], nil); err != nil {
				t.Fatalf("up to line %d: %v", d.Whole, err)
			}
		}
		if len(written.lines) == 0 {
			return
		}
		k := int(at) % len(written.lines)
		l, before := lines[k], written.sum(written.lines[:k])
		body, sum, err := written.lines[k].write(2, before)
		if !bytes.HasPrefix(l.Body, []byte(`{"v":2`)) { // it was of an older version, and has no sum
		} else if err != nil || !bytes.Equal(body, l.Body) || sum != written.lines[k].sum {
			t.Fatalf("%s\nis written as\n%s\n%v", l.Body, body, err)
		} else {
			l.Body[int(at)%len(body)] ^= 1 << (uint8(n) % 8)
			if _, err := read(g, l, before); err == nil {
				t.Fatalf("%s\nis taken for\n%s", l.Body, body)
			}
		}
		r := written.state.Result()
		if got := scoring.Totals(written.state.Ledger(), len(r.Rows)); !slices.Equal(got, r.Points) {
			t.Fatalf("the ledger sums to %v, the standings are %v", got, r.Points)
		}
		if _, err := written.snapshot().projection(); err != nil {
			t.Fatal(err)
		}
	})
}

// Folding takes linear time: the items before a line are neither copied nor searched, which shows in the bytes
// allocated.
func TestALongLogIsFoldedInLinearTime(t *testing.T) {
	allocated := func(n int) float64 {
		lines := []line{{kind: Changed, change: change{put: []Item{{ID: perLine, Event: setup.Table{Players: []string{"Ana", "Bia"}}}}}}}
		for k := range n {
			lines = append(lines, line{kind: Changed, change: change{put: []Item{{ID: (k + 2) * perLine, Event: move{}}}}})
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		items, err := fold(purse, lines)
		runtime.ReadMemStats(&after)
		if err != nil || len(items) != n+1 {
			t.Fatal(len(items), err)
		}
		return float64(after.TotalAlloc - before.TotalAlloc)
	}
	if a, b := allocated(500), allocated(2000); b > 6*a {
		t.Errorf("500 lines take %.0f bytes, and 2000 take %.0f", a, b)
	}
}
