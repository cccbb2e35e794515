package play

import (
	"slices"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/people"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// seat seats everybody for the turns to come. A turn that is half told goes on with its own people, and the table is told so.
func (e *Evening) seat(now scoring.People) error {
	was := scoring.FrameOf(e.game.State())
	err := e.fromNowOn(now, inTheTurn(was, now))
	if err != nil {
		return err
	}
	if b := e.room.shared; b != nil && len(now.Renamed) > 0 {
		b.Hub.Renamed(now.Renamed)
	}
	for _, n := range now.Players {
		if len(was.Parts) > 0 && len(now.Renamed) == 0 && !slices.Contains(was.Table.Players, n) {
			begins := lang.N("{name} begins with {n} point.", "{name} begins with {n} points.")
			e.room.say(begins.With("name", n, "n", scoring.FrameOf(e.game.State()).Base[setup.Row(n)]))
		}
	}
	return nil
}

// inTheTurn returns a sentence about people who come or leave in the middle of a turn.
func inTheTurn(f scoring.Frame, now scoring.People) lang.Text {
	for _, n := range now.Players {
		was, is := slices.Contains(f.Present(), n), !slices.Contains(now.Away, n)
		switch {
		case len(now.Renamed) > 0:
		case was && !is:
			return lang.T("{name} still counts in this turn: somebody else answers.").With("name", n)
		case is && !was:
			return lang.T("{name} plays from the next turn on.").With("name", n)
		}
	}
	return lang.Text{}
}

// fromNowOn puts an event about the table. Where a turn is half told, a sentence about that turn follows.
func (e *Evening) fromNowOn(event scoring.Event, inTheTurn lang.Text) error {
	half := e.game.Begun() && !e.game.Game().SettingUp(e.game.State())
	err := e.do(event)
	if half && err == nil && !inTheTurn.Empty() {
		e.room.say(inTheTurn)
	}
	return err
}

// changeTable has the table change its names and seats, or its agreement.
func (e *Evening) changeTable() error {
	t := e.game.Table()
	if !slices.ContainsFunc(e.game.Game().Options, func(o setup.Option) bool { return o.Later && o.Asked(t) }) {
		return e.changeNames(t)
	}
	return choose(e.room, ask.Question{Text: lang.T("What is changed?")}, []offer{
		lettered("n", lang.T("Names and seats, clockwise: {names}").With("names", lang.Names(t.Players)), func() error { return e.changeNames(t) }),
		lettered("a", lang.T("What was agreed"), e.changeAgreed),
	})
}

// changeAgreed asks for something else to agree on.
func (e *Evening) changeAgreed() error {
	c, err := e.game.Game().Change(e.room.asker(), e.game.State())
	if err != nil || c == nil {
		return err
	}
	return e.fromNowOn(c, lang.T("What is under way goes on as it was agreed before."))
}

// changeNames asks for all names in seat order. People who are there change seats, and names that are gone are replaced.
func (e *Evening) changeNames(t setup.Table) error {
	var now scoring.People
	f := scoring.FrameOf(e.game.State())
	hints := []lang.Text{lang.T("Somebody who changes seats takes their points along; a new name is the same person, under another name.")}
	if len(f.Away) > 0 {
		hints = append(hints, lang.T("Away: {names}. The list may leave them out.").With("names", lang.Names(f.Away)))
	}
	q := ask.Question{Text: lang.T("Names in seat order, clockwise"), Suggest: setup.Listed(t.Players), Shape: ask.Words{List: true, Least: 2, Max: 1000}}
	_, err := e.room.ask(q, func(v ask.Value) error {
		names := make([]setup.Name, len(v.IDs))
		for i, n := range v.IDs {
			names[i] = setup.Name(n)
		}
		names = people.WithAway(t.Players, f.Away, names)
		if len(names) != len(t.Players) {
			return fault.New(lang.T("{n} names, please, as before: who comes or leaves is another line of the menu").With("n", len(t.Players)))
		}
		now = people.Named(f, names)
		_, err := e.game.Game().Apply(e.game.State(), now)
		return err
	}, hints...)
	if err != nil || len(now.Renamed) == 0 && slices.Equal(now.Players, t.Players) {
		return err
	}
	return e.seat(now)
}

// called returns a table of a game that began at a time, with the names that its people have now. Two people never get
// one name.
func (r *Room) called(t setup.Table, began time.Time) setup.Table {
	names := r.Folder.Names()
	var were []string
	for _, n := range t.Players {
		were = append(were, string(n))
	}
	return people.Otherwise(t, names.Together(were, began))
}

// putRight gives the people of a game that goes on the names that they have now. Names that people exchanged stay: nobody
// could tell a second time from the first.
func (e *Evening) putRight() error {
	st := e.game.State()
	if st == nil {
		return nil
	}
	f := scoring.FrameOf(st)
	now := e.room.called(f.Table, e.game.Began())
	again := e.room.called(now, e.game.Began())
	moved := slices.Equal(slices.Sorted(slices.Values(now.Players)), slices.Sorted(slices.Values(f.Table.Players)))
	if moved || !slices.Equal(now.Players, again.Players) {
		return nil
	}
	err := e.seat(people.Named(f, now.Players))
	if fault.Is(err) { // the game keeps its names
		return nil
	}
	return err
}
