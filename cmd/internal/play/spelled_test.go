package play

import (
	"slices"
	"testing"
)

func TestWhoIsKnownKeepsTheirName(t *testing.T) {
	people := []string{"Ana", "José", "bia", "Bia"}
	for _, c := range []struct{ typed, stood, want []string }{
		{[]string{"ana", "Caio"}, nil, []string{"Ana", "Caio"}},
		{[]string{"JOSÉ", "Ana"}, nil, []string{"José", "Ana"}},
		{[]string{"Bia", "bia"}, nil, []string{"Bia", "bia"}}, // as they stand, both
		{[]string{"ANA"}, []string{"ana"}, []string{"ANA"}},   // put right
	} {
		if got := spelled(slices.Clone(c.typed), people, c.stood); !slices.Equal(got, c.want) {
			t.Errorf("%q with %q: %q", c.typed, c.stood, got)
		}
	}
}
