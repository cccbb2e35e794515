package scoring

import (
	"maps"
	"reflect"
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/setup"
)

// The engine's own events.
type (
	// People is the table from now on. People who leave stay in the list, and are away. Renamed takes all names at once, so
	// that two may swap; Players, Teams, Away and Begin have the new names.
	People struct {
		Players []Name `json:"players"`
		Absent
		Teams   []setup.Team  `json:"teams,omitempty"`   // the same pairs, by other names; none: as before
		Renamed map[Name]Name `json:"renamed,omitempty"` // old name to new
		Begin   map[Name]int  `json:"begin,omitempty"`   // points that newcomers begin with
	}
	// Absent is embedded by events that may name missing people. Play gets them with everybody who is away, in seat order. People
	// who leave midway take no part any more in the turn that is half told.
	Absent struct {
		Away   []Name `json:"away,omitempty"`
		Midway []Name `json:"midway,omitempty"` // those of Away who left when a part of the turn was told already
	}
	// Choices says that the table agreed on something else from now on, where the game allows it.
	Choices struct {
		Choices map[string]string `json:"choices"`
	}
	// Laid says that everything is laid out.
	Laid struct {
		Deck []string `json:"deck,omitempty"`
	}
	// Stop ends the game at the table's word.
	Stop struct{}
	// Playing is a sheet's word that the game is still being played.
	Playing struct{}
)

func (People) Kind() string  { return "people" }
func (Choices) Kind() string { return "choices" }
func (Laid) Kind() string    { return "laid" }
func (Stop) Kind() string    { return "stop" }
func (Playing) Kind() string { return "playing" }

// Missing returns the people who are away in an event.
func (a Absent) Missing([]Name) []Name { return a.Away }

func (a Absent) absent() Absent { return a }

var overAlready = lang.T("with that the game would be over already: end it, if you want to stop here")

var isAway = lang.T("{name} is away, and takes no part in it")

// check refuses an event that names strangers, absent people, or somebody twice in a list.
func (g Game) check(f Frame, e Event) error {
	_, anyone := e.(interface{ Anyone() })
	away := f.Away
	if m, says := e.(interface{ absent() Absent }); says {
		if err := g.checkAway(f.Table.Players, m.absent().Away, f.Away); err != nil {
			return fault.Under(err, "away")
		}
		away = slices.Concat(away, m.absent().Away)
		if still := without(m.absent().Midway, away); len(still) > 0 {
			return fault.New(lang.T("{name} did not leave").With("name", still[0]), "midway")
		}
	}
	if anyone {
		away = nil
	}
	c := checker{players: f.Table.Players, rows: f.Rows(), away: away}
	return sheet.Walk(e, c.at)
}

// checkAway refuses absentees who are not at the table, and absences that leave too few people for the game.
func (g Game) checkAway(players, away, before []Name) error {
	c := checker{players: players}
	if err := sheet.Walk(away, c.at); err != nil {
		return err
	}
	n := len(without(without(players, away), before))
	if n < g.Min && len(away) > 0 {
		return fault.New(lang.T("with {n} at the table the game cannot go on, it takes at least {least}: if nobody else comes, end it here").
			With("n", n, "least", g.Min))
	}
	return nil
}

// A checker knows the people and rows that an event may name.
type checker struct {
	players []Name
	rows    []Row
	away    []Name
}

// at judges the value at one path of an event.
func (c checker) at(path []string, x reflect.Value) error {
	switch it := x.Interface().(type) {
	case Name:
		if !slices.Contains(c.players, it) {
			return fault.New(setup.NoPlayer.With("it", it, "names", lang.Names(c.players)))
		}
		if slices.Contains(c.away, it) && path[0] != "away" && path[0] != "midway" {
			return fault.New(isAway.With("name", it))
		}
	case Row:
		if !slices.Contains(c.rows, it) {
			return fault.New(setup.NoPlayer.With("it", it, "names", lang.Names(c.rows)))
		}
		if slices.Contains(c.away, Name(it)) {
			return fault.New(isAway.With("name", it))
		}
	case []Name:
		return once(it)
	case []Row:
		return once(it)
	}
	return nil
}

// once refuses a list that names somebody twice.
func once[S ~string](list []S) error {
	for i, n := range list {
		if slices.Contains(list[:i], n) {
			return fault.New(lang.T("{name} is named twice").With("name", n), fault.Index(i))
		}
	}
	return nil
}

// people seats the table anew.
func (g Game) people(s State, e People) (State, error) {
	// Names change first: Players, Away and Begin of the event have the new ones already.
	s, err := g.rename(s, e)
	if err != nil {
		return s, err
	}
	f := s.frame()
	moved := !slices.Equal(e.Players, f.Table.Players) || !slices.Equal(among(e.Players, e.Away), f.Away)
	switch fixed := s.Fixed(); {
	// Only names changed. They can be put right at any time, also after the end, and where nobody may come or leave.
	case !moved && len(e.Begin) == 0:
		return s, fault.Under(once(e.Away), "away")
	case !fixed.Empty() && onlySeats(f, e):
		return s, fault.New(lang.T("in this game everybody keeps their seat; names can be put right"))
	case !fixed.Empty():
		return s, fault.New(fixed)
	case Over(s):
		return s, fault.New(over)
	}
	if err := g.seated(s, e); err != nil {
		return s, err
	}
	late := without(e.Players, f.Table.Players)
	f.Table = f.Table.Clone()
	f.Table.Players, f.Away = slices.Clone(e.Players), among(e.Players, e.Away)
	f.Midway = among(f.Away, slices.Concat(f.Midway, e.Midway))
	f.Late, f.Came = slices.Concat(f.Late, late), slices.Concat(f.Came, late)
	// People who are back are ranked again, and asked about once more if they leave again.
	f.Judged, f.Unranked = among(f.Away, f.Judged), among(f.Away, f.Unranked)
	f.Base = maps.Clone(f.Base)
	for n, points := range e.Begin {
		if f.Base == nil {
			f.Base = map[Row]int{}
		}
		f.Base[Row(n)] += points
	}
	s = g.put(s, f)
	if own, does := s.(interface{ People() State }); does {
		s = own.People()
	}
	// Fewer people may meet an end that was still ahead. Leaving must not end a game by surprise.
	if Over(s) {
		return s, fault.New(overAlready, "begin")
	}
	return s, nil
}

// onlySeats reports whether the same people are there, in other seats.
func onlySeats(f Frame, e People) bool {
	same := func(a, b []Name) bool {
		return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
	}
	return same(e.Players, f.Table.Players) && same(among(e.Players, e.Away), f.Away)
}

// seated refuses a table that the game cannot have: a wrong number of people, a seat that disappears, points to begin with
// where the game gives none.
func (g Game) seated(s State, e People) error {
	f := s.frame()
	if err := g.setting().CheckPlayers(e.Players); err != nil {
		return fault.Under(err, "players")
	}
	if gone := without(f.Table.Players, e.Players); len(gone) > 0 {
		return fault.New(lang.N("{names} has a place in this game: say who is away instead",
			"{names} have a place in this game: say who is away instead").With("n", len(gone), "names", lang.Names(gone)), "players")
	}
	if err := g.checkAway(e.Players, e.Away, nil); err != nil {
		return fault.Under(err, "away")
	}
	for n := range e.Begin {
		if !s.MayStart() || slices.Contains(f.Table.Players, n) || !slices.Contains(e.Players, n) {
			return fault.New(lang.T("{name} does not begin with points here").With("name", n), "begin", string(n))
		}
	}
	return nil
}

// rename gives people and teams other names, wherever the state has them.
func (g Game) rename(s State, e People) (State, error) {
	f := s.frame()
	t := f.Table.Clone()
	for old := range e.Renamed {
		if !slices.Contains(t.Players, old) {
			return s, fault.New(setup.NoPlayer.With("it", old, "names", lang.Names(t.Players)), "renamed", string(old))
		}
	}
	names, rows := renaming(f, e)
	t = renamed(t, names, rows)
	if err := setup.CheckNames(t.Players); err != nil {
		return s, fault.Under(err, "players")
	}
	if f.Teams {
		if err := setup.CheckTeams(t); err != nil {
			return s, fault.Under(err, "teams")
		}
	}
	return renamed(s, names, rows), nil
}

// renaming returns the new names of people and rows that get any.
func renaming(f Frame, e People) (map[Name]Name, map[Row]Row) {
	rows := map[Row]Row{}
	if !f.Teams {
		for old, now := range e.Renamed {
			rows[Row(old)] = Row(now)
		}
	}
	for _, was := range f.Table.Teams {
		pair := renamed(was.Players, e.Renamed, nil)
		for _, now := range e.Teams {
			if slices.Equal(now.Players, pair) {
				rows[was.Name] = now.Name
			}
		}
	}
	return e.Renamed, rows
}

// renamed returns a deep copy with other names, and the value itself if there are none.
func renamed[V any](v V, names map[Name]Name, rows map[Row]Row) V {
	if len(names) > 0 {
		v = sheet.Replace(v, func(n Name) Name { return other(names, n) })
	}
	if len(rows) > 0 {
		v = sheet.Replace(v, func(r Row) Row { return other(rows, r) })
	}
	return v
}

func other[S comparable](names map[S]S, n S) S {
	if now, has := names[n]; has {
		return now
	}
	return n
}

// choices changes options while the game is played. A choice that would end the game at once is refused: a table that
// wants to stop says so.
func (g Game) choices(s State, e Choices) (State, error) {
	f := s.frame()
	if f.Stopped {
		return s, fault.New(over)
	}
	t := f.Table
	for id, choice := range e.Choices {
		i := slices.IndexFunc(g.Options, func(o setup.Option) bool { return o.ID == id })
		if i < 0 || !g.Options[i].Later || !g.Options[i].Asked(t) {
			return s, fault.New(lang.T("that is agreed before the game, and stays"), "choices", id)
		}
		if err := g.Options[i].Check(t, choice); err != nil {
			return s, fault.Under(err, "choices", id)
		}
		t = t.With(id, choice)
	}
	f.Table = t
	s = g.put(s, f)
	if own, does := s.(interface{ Agreed() State }); does {
		s = own.Agreed()
	}
	if Over(s) {
		return s, fault.New(overAlready, "choices")
	}
	return s, nil
}
