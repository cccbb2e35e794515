package fault

import (
	"errors"
	"fmt"
	"testing"

	"github.com/tablemate/tablemate/old/internal/lang"
)

func TestFault(t *testing.T) {
	f := New(lang.Msg("x.own", "card {n} is {who}'s own").With("n", 3, "who", "Bia"), "votes", "Bia").Under("rounds", Index(2))
	if got := f.Error(); got != "rounds[2].votes.Bia: card 3 is Bia's own" {
		t.Error(got)
	}
}

// A wrapped fault reads like a bare one.
func TestSaid(t *testing.T) {
	v := lang.NewLocalizer("en")
	err := fmt.Errorf("dixit: %w", New(lang.Literal("no"), "votes"))
	if a, b := Said(v, err), Aloud(v, err); a != "votes: no" || b != "no" {
		t.Error(a, b)
	}
	other := errors.New("open \x1b[2Jx\u202e: no such file") // a path may hold any character
	if a, b := Said(v, other), Aloud(v, other); a != "open [2Jx: no such file" || b != a {
		t.Errorf("%q %q", a, b)
	}
}
