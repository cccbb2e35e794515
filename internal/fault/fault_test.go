package fault

import (
	"errors"
	"fmt"
	"testing"

	"github.com/tablemate/tablemate/internal/lang"
)

func TestFault(t *testing.T) {
	f := New(lang.M("x.own", "card {n} is {who}'s own").With("n", 3, "who", "Bia"), "votes", "Bia").Under("rounds", Index(2))
	if got := f.Error(); got != "rounds[2].votes.Bia: card 3 is Bia's own" {
		t.Error(got)
	}
}

// A fault that is wrapped is said as well as a bare one.
func TestSaid(t *testing.T) {
	v := lang.NewVoice("en")
	err := fmt.Errorf("dixit: %w", New(lang.As("no"), "votes"))
	if a, b := Said(v, err), Aloud(v, err); a != "votes: no" || b != "no" {
		t.Error(a, b)
	}
	if a, b := Said(v, errors.New("x")), Aloud(v, errors.New("x")); a != "x" || b != "x" {
		t.Error(a, b)
	}
}
