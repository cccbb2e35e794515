package cmd

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// A worked example is a sheet and its expected result.
type worked struct {
	ID, Title string
	Sheet     json.RawMessage
	Invalid   bool
	Expect    struct {
		Rounds    []map[string]int
		Points    map[string]int
		Winners   []string
		Tied      []string
		Needs     *string
		DecidedBy *string `json:"decided_by"`
	}
}

// workedExamples returns the examples of the score sheets' contract.
func workedExamples(tb testing.TB) []worked {
	tb.Helper()
	var file struct{ Cases []worked }
	raw, err := os.ReadFile("testdata/examples.json")
	if err == nil {
		err = json.Unmarshal(raw, &file)
	}
	parlor.Check(tb, err)
	return file.Cases
}

func TestWorkedExamples(t *testing.T) {
	played := map[string]int{}
	for _, c := range workedExamples(t) {
		t.Run(c.ID+" "+c.Title, func(t *testing.T) {
			s, err := scoring.ReadSheet(c.Sheet, games)
			played[s.Game.ID]++
			if c.Invalid != (err != nil) {
				t.Fatal(err)
			}
			if c.Invalid {
				return
			}
			r := s.State.Result()
			paid := scoring.Paid(s.State.Ledger(), len(r.Parts), len(r.Rows))
			for i, want := range c.Expect.Rounds {
				for who, n := range want {
					if got := paid[i][slices.Index(r.Rows, who)]; got != n {
						t.Errorf("round %d: %s has %d, want %d", i, who, got, n)
					}
				}
			}
			for who, n := range c.Expect.Points {
				if got := r.Points[slices.Index(r.Rows, who)]; got != n {
					t.Errorf("%s has %d, want %d", who, got, n)
				}
			}
			if c.Expect.Winners != nil && !slices.Equal(setup.Named(r.Rows, r.Winners), c.Expect.Winners) {
				t.Errorf("winners %v, want %v", setup.Named(r.Rows, r.Winners), c.Expect.Winners)
			}
			if c.Expect.Tied != nil && !slices.Equal(setup.Named(r.Rows, r.Tied), c.Expect.Tied) {
				t.Errorf("tied %v, want %v", setup.Named(r.Rows, r.Tied), c.Expect.Tied)
			}
			if c.Expect.Needs != nil && string(r.Needs) != *c.Expect.Needs {
				t.Errorf("needs %q, want %q", r.Needs, *c.Expect.Needs)
			}
			if c.Expect.DecidedBy != nil && string(r.DecidedBy) != *c.Expect.DecidedBy {
				t.Errorf("decided by %q, want %q", r.DecidedBy, *c.Expect.DecidedBy)
			}
		})
	}
	for _, g := range games {
		if played[g.ID] < 5 {
			t.Errorf("only %d examples of %s", played[g.ID], g.ID)
		}
	}
}
