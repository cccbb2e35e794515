package scoring_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/scoring/shelf"
)

// nobody answers nothing.
type nobody struct{}

func (nobody) Ask(ask.Question) (ask.Answer, error) { return ask.Answer{}, ask.ErrQuit }

func (x nobody) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(x, qs, got) }

var aNumber = regexp.MustCompile(`-?\b[0-9]+\b`)

// logOf is a random evening of a game, one event a line.
func logOf(f *testing.F, g scoring.Game, seed byte) string {
	a := laws.New(uint64(seed), 3)
	events, _ := laws.Play(f, g, laws.Table(f, g, a), a, 12)
	var log strings.Builder
	for _, e := range append(events, scoring.Here{Away: []int{1}}, scoring.Stop{}) {
		raw, err := json.Marshal(e)
		if err != nil {
			f.Fatal(err)
		}
		fmt.Fprintf(&log, "%s %s\n", e.Kind(), raw)
	}
	return log.String()
}

// Whatever a log says, one event a line: every game tells it, moves it, and takes it or
// says what is wrong. Nothing that a game does is a panic.
func FuzzEvents(f *testing.F) {
	wrong := []string{"-9223372036854775808", "-2", "-1", "0", "3", "99", "9223372036854775807"}
	for which, g := range shelf.Games {
		for seed := range byte(6) {
			log := logOf(f, g, seed)
			f.Add(byte(which), seed, log)
			for k, at := range aNumber.FindAllStringIndex(log, -1) {
				f.Add(byte(which), seed, log[:at[0]]+wrong[k%len(wrong)]+log[at[1]:])
			}
		}
	}
	f.Fuzz(func(t *testing.T, which, seed byte, log string) {
		g := shelf.Games[int(which)%len(shelf.Games)]
		table, now := laws.Table(t, g, laws.New(uint64(seed), 3)), laws.Table(t, g, laws.New(uint64(seed)+1, 3))
		s, err := g.New(table)
		if err != nil {
			t.Fatal(err)
		}
		var events []scoring.Event
		for line := range bytes.Lines([]byte(log)) {
			kind, raw, _ := bytes.Cut(line, []byte(" "))
			e, err := g.Decode(string(kind), raw)
			if err != nil {
				continue
			}
			if g.Tell(s, e).Empty() {
				t.Errorf("%#v cannot be told", e)
			}
			_ = g.Rest(s, e).String()
			g.Move(e, table, now, now.Turn(0))
			next, err := g.Apply(s, e)
			var fault *scoring.Fault
			switch {
			case err == nil:
				s, events = next, append(events, e)
			case !errors.As(err, &fault):
				t.Fatalf("%s: %v", line, err)
			}
		}
		if got, want := scoring.Totals(s.Ledger(), len(s.Result().Rows)), s.Result().Points; !slices.Equal(got, want) {
			t.Errorf("the ledger sums to %v, the standings are %v", got, want)
		}
		if _, err := g.WriteSheet(table, events, s, time.Time{}, lang.Text.String); err != nil {
			t.Errorf("what the rules took has no sheet: %v", err)
		}
		_, _ = g.Next(nobody{}, s)
	})
}
