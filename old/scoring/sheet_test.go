package scoring_test

import (
	"slices"
	"testing"

	"github.com/tablemate/tablemate/old/internal/sheet"
	"github.com/tablemate/tablemate/old/scoring"
)

// ByName returns values in seat order. A name that is not at the table is a fault, even at an empty table.
func TestByName(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  []int
		fault string
	}{
		{[]string{"Bia", "Caio", "Ana"}, []int{4, -1, 3}, ""},
		{[]string{"Bia"}, nil, "votes.Ana: “Ana” is not at the table; at the table are: Bia"},
		{nil, nil, "votes.Ana: “Ana” is not at the table; at the table are: "},
	} {
		o, err := sheet.Open([]byte(`{"votes": {"Ana": 3, "Bia": 4}}`))
		if err != nil {
			t.Fatal(err)
		}
		got := scoring.ByName(o.Get("votes"), c.names, -1, func(f sheet.Field) int { return f.Int(0, 9) })
		switch err := o.Err(); {
		case c.fault == "" && (err != nil || !slices.Equal(got, c.want)):
			t.Errorf("%v: %v %v, want %v", c.names, got, err, c.want)
		case c.fault != "" && (err == nil || err.Error() != c.fault):
			t.Errorf("%v: %v, want %s", c.names, err, c.fault)
		}
	}
}
