package session

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A nameChange gives people other names in everything before it: events, their answers, and those of dialogs under way. So
// a name that is put right is right everywhere at once. The event itself stays among the items, for an undo to name it, and
// changes no state.
type nameChange struct {
	names map[scoring.Name]scoring.Name
	rows  map[scoring.Row]scoring.Row
	all   []string // all old names: in the ID of a question the longest one that fits counts, and not a shorter one in it
}

// changesNames returns the other names that an event gives to people at the table to which items lead; false if it does more
// than that, or if two people would have one name.
func changesNames(items []Item, e scoring.Event) (c nameChange, is bool) {
	p, is := e.(scoring.People)
	if !is || len(p.Renamed) == 0 || len(p.Begin) > 0 {
		return c, false
	}
	table, now, is := seated(items)
	if !is {
		return c, false
	}
	c = nameChange{names: p.Renamed, rows: map[scoring.Row]scoring.Row{}}
	for _, n := range now.Players {
		c.all = append(c.all, string(n))
		if _, other := c.names[n]; other && likeNumber(n) {
			return c, false
		}
	}
	if len(table.Teams) == 0 {
		for was, n := range p.Renamed {
			c.rows[scoring.Row(was)] = scoring.Row(n)
		}
	}
	for _, was := range table.Teams {
		c.all = append(c.all, string(was.Name))
		for _, team := range p.Teams {
			if slices.Equal(team.Players, renamed(was.Players, c.names)) {
				c.rows[was.Name] = team.Name
			}
		}
	}
	away := slices.Sorted(slices.Values(renamed(now.Away, c.names)))
	return c, slices.Equal(p.Players, renamed(now.Players, c.names)) && slices.Equal(slices.Sorted(slices.Values(p.Away)), away) &&
		setup.CheckNames(p.Players) == nil
}

// seated returns the table of the beginning, and the seats to which items lead; false if there is no table yet.
func seated(items []Item) (table setup.Table, now scoring.People, is bool) {
	if len(items) > 0 {
		table, is = items[0].Event.(setup.Table)
	}
	now.Players = table.Players
	for _, it := range items {
		if seats, is := it.Event.(scoring.People); is {
			now = seats
		}
	}
	return table, now, is
}

// likeNumber reports whether a name may be a number in the ID of a question, or the minus of a blank answer. Such a name is put
// right from now on alone.
func likeNumber(n scoring.Name) bool { return strings.Trim(string(n), "-0123456789") == "" }

// renamed returns names, with the new one in place of each that changes.
func renamed[S comparable](names []S, now map[S]S) []S {
	out := slices.Clone(names)
	for i, n := range names {
		if other, has := now[n]; has {
			out[i] = other
		}
	}
	return out
}

// items returns items with the other names. line is the line of the event that gives them.
func (c nameChange) items(items []Item, line LineNo) []Item {
	items = slices.Clone(items)
	for i := range items {
		it := &items[i]
		it.Event = sheet.Replace(it.Event, func(n scoring.Name) scoring.Name { return renamed([]scoring.Name{n}, c.names)[0] })
		it.Event = sheet.Replace(it.Event, func(r scoring.Row) scoring.Row { return renamed([]scoring.Row{r}, c.rows)[0] })
		it.Said, it.renamedIn = c.entries(it.Said), line
	}
	return items
}

// moment returns a moment whose dialogs under way have the other names.
func (c nameChange) moment(m *moment) *moment {
	now := *m
	now.drafts = map[string]draft{}
	for in, d := range m.drafts {
		d.entries = c.entries(d.entries)
		now.drafts[in] = d
	}
	return &now
}

// entries returns answers with the other names: of those who answer, in the IDs of questions, and of people who were
// chosen. Free text stays as it was typed, unless it is the list of people.
func (c nameChange) entries(said []ask.Entry) []ask.Entry {
	said = slices.Clone(said)
	for i := range said {
		e := &said[i]
		e.Who, e.ID = c.name(e.Who), c.id(e.ID)
		people := slices.ContainsFunc([]string{setup.AskPlayers, setup.AskTeams, setup.AskBegin}, func(id string) bool { return strings.HasPrefix(e.ID, id) })
		if !e.Words || people {
			e.Line = c.line(e.Line)
		}
	}
	return said
}

// name returns the other name of a person or a team.
func (c nameChange) name(of string) string {
	if row, has := c.rows[scoring.Row(of)]; has {
		return string(row)
	}
	return string(renamed([]scoring.Name{scoring.Name(of)}, c.names)[0])
}

// line returns an answer with the other names: one name, or a list of names. In front of a newcomer's may be a plus.
func (c nameChange) line(line string) string {
	var names []setup.Name
	// Somebody may be called null, or [].
	if slices.Contains(c.all, line) || json.Unmarshal([]byte(line), &names) != nil {
		return c.name(line)
	}
	for i, n := range names {
		plain := strings.TrimSpace(strings.TrimPrefix(string(n), "+"))
		if now := c.name(plain); now != plain {
			names[i] = setup.Name(strings.Replace(string(n), plain, now, 1))
		}
	}
	return setup.Listed(names)
}

// id returns the ID of a question with the other names in it. Names there are whole words, behind the first one.
func (c nameChange) id(id string) string {
	words := strings.Split(id, " ")
	out := words[:1:1]
	for at := 1; at < len(words); at++ {
		long, name := 1, words[at]
		for n := len(words) - at; n > 0; n-- {
			if it := strings.Join(words[at:at+n], " "); slices.Contains(c.all, it) {
				long, name = n, c.name(it)
				break
			}
		}
		out = append(out, name)
		at += long - 1
	}
	return strings.Join(out, " ")
}

// apart returns an event that gives people other names and other seats as two: names are put right in all that was told,
// seats from now on.
func apart(f scoring.Frame, e scoring.Event) []scoring.Event {
	p, is := e.(scoring.People)
	if !is || len(p.Renamed) == 0 {
		return []scoring.Event{e}
	}
	names, seats := p, p
	names.Players, names.Away, names.Begin = renamed(f.Table.Players, p.Renamed), renamed(f.Away, p.Renamed), nil
	if slices.Equal(names.Players, p.Players) && len(names.Away) == len(p.Away) && len(p.Begin) == 0 {
		return []scoring.Event{e}
	}
	seats.Renamed, seats.Teams = nil, nil
	return []scoring.Event{names, seats}
}
