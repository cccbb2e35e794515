package people

import (
	"maps"
	"testing"

	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A new name belongs to the seat whose person is gone from the list; only names in other seats go to those who are left.
func TestNamed(t *testing.T) {
	f := scoring.Frame{Table: setup.Table{Players: []setup.Name{"Ana", "Bia", "Caio"}}}
	e := Named(f, []setup.Name{"Anna", "Dora", "Bia"})
	if want := map[setup.Name]setup.Name{"Ana": "Anna", "Caio": "Dora"}; !maps.Equal(e.Renamed, want) {
		t.Errorf("%v, want %v", e.Renamed, want)
	}
}
