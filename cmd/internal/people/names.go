package people

import (
	"slices"

	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// WithAway returns a list of names with the people who are away back in their seats, if it left out just them.
func WithAway(players, away, names []setup.Name) []setup.Name {
	in := func(n setup.Name) bool { return slices.Contains(names, n) }
	if len(names)+len(away) != len(players) || slices.ContainsFunc(away, in) {
		return names
	}
	whole := slices.Clone(names)
	for i, n := range players {
		if slices.Contains(away, n) {
			whole = slices.Insert(whole, i, n)
		}
	}
	return whole
}

// Named returns the people of a table under other names. A new name belongs to the person who sat there, if the list
// has their old name no more, and otherwise to the next person whose old name it has no more.
func Named(f scoring.Frame, names []setup.Name) scoring.People {
	t := f.Table
	var gone []setup.Name
	for _, n := range t.Players {
		if !slices.Contains(names, n) {
			gone = append(gone, n)
		}
	}
	renamed := map[setup.Name]setup.Name{}
	var elsewhere []setup.Name // new names in the seats of people who are on the list
	// Somebody who is called otherwise mostly sits still, so the seat says first whose name a new one is.
	for i, n := range names {
		switch was := t.Players[i]; {
		case slices.Contains(t.Players, n):
		case slices.Contains(gone, was):
			renamed[was] = n
		default:
			elsewhere = append(elsewhere, n)
		}
	}
	// The rest changed seats as well: new names go to those who are left, in seat order.
	for _, n := range gone {
		if _, is := renamed[n]; !is && len(elsewhere) > 0 {
			renamed[n], elsewhere = elsewhere[0], elsewhere[1:]
		}
	}
	now := scoring.People{Players: names}
	if len(renamed) > 0 {
		now.Renamed = renamed
	}
	other := func(n setup.Name) setup.Name {
		if called, is := renamed[n]; is {
			return called
		}
		return n
	}
	for _, n := range f.Away {
		now.Away = append(now.Away, other(n))
	}
	now.Teams = Teams(t, other)
	return now
}

// Teams returns teams with other names of people. A team that is called after its people is called after them still.
func Teams(t setup.Table, other func(setup.Name) setup.Name) []setup.Team {
	var before, after []setup.Name
	for _, team := range t.Teams {
		for _, n := range team.Players {
			before, after = append(before, n), append(after, other(n))
		}
	}
	was, now := setup.Pairs(before), setup.Pairs(after)
	for i := range now {
		if t.Teams[i].Name != was[i].Name {
			now[i].Name = t.Teams[i].Name
		}
	}
	return now
}

// Lately returns a table with the names that later games gave to its people, the latest first.
func Lately(t setup.Table, later []history.Row) setup.Table {
	for _, g := range slices.Backward(later) {
		if now := Otherwise(t, g.Called); setup.CheckNames(now.Players) == nil {
			t = now
		}
	}
	return t
}

// Otherwise returns a table with other names.
func Otherwise(t setup.Table, called map[string]string) setup.Table {
	now := func(n setup.Name) setup.Name {
		if other, is := called[string(n)]; is {
			return setup.Name(other)
		}
		return n
	}
	t = t.Clone()
	for i, n := range t.Players {
		t.Players[i] = now(n)
	}
	t.First, t.Teams = now(t.First), Teams(t, now)
	return t
}
