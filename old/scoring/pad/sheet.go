package pad

import (
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/sheet"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/counted"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/pad"
)

// read reads the game's own part of a sheet.
func read(o *sheet.Object, t *setup.Table) []scoring.Located {
	t.Choices = map[string]string{}
	style := o.Get(lay.Style).OneOf(lay.ByRounds, lay.ByCategories, lay.ByWord, lay.ByAll)
	if it, there := o.Maybe(lay.Name); there {
		t.Choices[lay.Name] = it.Text()
		if f := setup.CheckName(t.Choices[lay.Name]); f != nil && o.Err() == nil {
			it.Report(f)
		}
	}
	if style == lay.ByWord || style == lay.ByAll {
		t.Choices[lay.Uncounted] = style
		return counted.ReadWinners(o, t.Players)
	}
	t.Choices[lay.Style] = style
	t.Choices[lay.Wins] = o.OneOfOr(lay.Wins, lay.High, lay.Low)
	if t.Choices[lay.Style] == lay.ByCategories {
		return readCategories(o, *t, t.Players)
	}
	return readRounds(o, *t, t.Players)
}

func readRounds(o *sheet.Object, t setup.Table, names []string) []scoring.Located {
	t.Choices[lay.Ends] = o.OneOfOr(lay.Ends, lay.AtWord, lay.AfterRounds, lay.AtTarget)
	switch t.Choices[lay.Ends] {
	case lay.AtTarget:
		t.Choices[lay.Target] = strconv.Itoa(o.Get(lay.Target).Int(1, lay.MostTarget))
	case lay.AfterRounds:
		t.Choices[lay.Planned] = strconv.Itoa(o.Get(lay.Planned).Int(1, lay.MostRounds))
	}
	events := counted.ReadRounds(o, names, func(it sheet.Item) (e counted.Round) {
		for seat, cell := range it.List(len(names), len(names)) {
			n, there := readCell(cell)
			e.Points = append(e.Points, n)
			if !there {
				e.Away = append(e.Away, seat)
			}
		}
		return e
	})
	return append(events, counted.ReadOut(o, names)...)
}

// readCell returns a number of points; there is false for null.
func readCell(it sheet.Item) (n int, there bool) {
	if it.Null() {
		return 0, false
	}
	return it.Int(-lay.MostPoints, lay.MostPoints), true
}

func readCategories(o *sheet.Object, t setup.Table, names []string) []scoring.Located {
	t.Choices[lay.Told] = o.OneOfOr(lay.Told, lay.PerCategory, lay.PerPerson)
	if it, there := o.Maybe(lay.Tie); there {
		t.Choices[lay.Tie] = it.Text()
	}
	items := o.Get(lay.Categories).List(1, lay.MostCategories)
	people := t.Choices[lay.Told] == lay.PerPerson
	told := people && slices.ContainsFunc(items, func(it sheet.Item) bool { return it.Object().Has("points") })
	var categories []string
	var events []scoring.Located
	var cells [][]sheet.Item // [category][seat]
	for i, it := range items {
		c := it.Object()
		categories = append(categories, c.Get("name").Text())
		if told || c.Has("points") {
			cell := c.Get("points").List(len(names), len(names))
			cells = append(cells, cell)
			if !people {
				events = append(events, scoring.Located{Event: counted.Category{Category: i, Points: readAll(cell)}, At: []string{lay.Categories, fault.Index(i), "points"}})
			}
		}
		c.Done()
	}
	if o.Err() == nil {
		if f := lay.CheckCategories(categories); f != nil {
			o.Report(f.Under(lay.Categories))
		}
	}
	t.Choices[lay.Categories] = lay.Join(categories)
	if told && o.Err() == nil {
		events = readPeople(cells, names)
	}
	return events
}

// readAll returns everybody's points.
func readAll(cells []sheet.Item) []int {
	out := make([]int, len(cells))
	for seat, it := range cells {
		if it.Null() {
			it.Fail(counted.OneByOne)
		}
		out[seat], _ = readCell(it)
	}
	return out
}

// readPeople returns the events of a pad that is counted person by person: each person has all cells or none.
func readPeople(cells [][]sheet.Item, names []string) []scoring.Located {
	var events []scoring.Located
	for seat, name := range names {
		e := counted.Person{Seat: seat}
		empty := -1 // the last category without points
		for c, by := range cells {
			if n, there := readCell(by[seat]); there {
				e.Points = append(e.Points, n)
			} else {
				empty = c
			}
		}
		switch {
		case empty < 0:
			events = append(events, scoring.Located{Event: e, At: []string{lay.Categories}})
		case len(e.Points) > 0:
			cells[empty][seat].Fail(counted.AllOfOne.With("name", name))
		}
	}
	return events
}

// write returns the game's own part of a sheet, keys in the order of the contract.
func write(s counted.State) any {
	t, w := s.Table, scoring.Ordered{}
	w.Add(t.Choices[lay.Name] != "", lay.Name, t.Choices[lay.Name])
	if it := t.Choices[lay.Uncounted]; it != "" {
		won := s.Winners()
		w.Add(true, lay.Style, it)
		w.Add(won != nil, "winners", won)
		return w
	}
	w.Add(true, lay.Style, t.Choice(lay.Style, lay.ByRounds))
	w.Add(true, lay.Wins, t.Choice(lay.Wins, lay.High))
	if t.Choices[lay.Style] != lay.ByCategories {
		target, planned, starts, out, rounds := t.Int(lay.Target, 0), t.Int(lay.Planned, 0), s.Starts(), s.Out(), [][]*int{}
		for _, r := range s.Rounds() {
			rounds = append(rounds, cells(r))
		}
		w.Add(true, lay.Ends, t.Choice(lay.Ends, lay.AtWord))
		w.Add(target > 0, lay.Target, target)
		w.Add(planned > 0, lay.Planned, planned)
		w.Add(true, "rounds", rounds)
		w.Add(starts != nil, "starts", starts)
		w.Add(len(out) > 0, "out", out)
		return w
	}
	names, categories, tie := lay.Split(t.Choices[lay.Categories]), []any{}, t.Choices[lay.Tie]
	for i, rows := range s.AtEnd() {
		categories = append(categories, writtenCategory{names[i], cells(rows)})
	}
	w.Add(true, lay.Told, t.Choice(lay.Told, lay.PerCategory))
	w.Add(tie != "", lay.Tie, tie)
	w.Add(true, lay.Categories, categories)
	return w
}

// A writtenCategory is a category in a sheet.
type writtenCategory struct {
	Name   string `json:"name"`
	Points []*int `json:"points,omitempty"`
}

// cells returns points by seat, with null for none.
func cells(rows [][]int) []*int {
	var out []*int
	for _, row := range rows {
		if row == nil {
			out = append(out, nil)
		} else {
			out = append(out, &row[0])
		}
	}
	return out
}
