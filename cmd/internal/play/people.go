package play

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// seating is who sits at the table, what they are called, and what they agreed.
type seating struct{ *match }

// comesOrLeaves asks who comes or leaves.
func (p seating) comesOrLeaves() error {
	f := scoring.Of(p.S.State())
	pick := ask.Pick{}
	for _, n := range f.Table.Players {
		say := lang.T("{name} leaves")
		if slices.Contains(f.Away, n) {
			say = lang.T("{name} is back")
		}
		pick.Options = append(pick.Options, ask.Option{ID: string(n), Text: say.With("name", n)})
	}
	newcomer := ask.Option{ID: "new", Key: "n", Text: lang.T("Somebody new sits down")}
	v, err := p.ask(ask.Question{Text: lang.T("Who comes or leaves?"), Keys: []ask.Option{newcomer}, Shape: pick}, nil)
	if err != nil {
		return err
	}
	if v.Key != "" {
		return p.newcomer(f)
	}
	who := setup.Name(v.Line)
	now := scoring.People{Players: f.Table.Players, Absent: scoring.Absent{Away: slices.Clone(f.Away)}}
	if i := slices.Index(now.Away, who); i >= 0 {
		now.Away = slices.Delete(now.Away, i, i+1)
	} else {
		now.Away = append(now.Away, who)
	}
	return p.seat(now)
}

// newcomer seats somebody new.
func (p seating) newcomer(f scoring.Frame) error {
	now := scoring.People{Absent: scoring.Absent{Away: f.Away}}
	var who setup.Name
	usual := 0
	q := ask.Question{Text: lang.T("What is the new person called?"), Shape: ask.Words{Max: setup.NameLength}}
	if b := p.phones(); b != nil {
		if came := b.Hub.Newcomers(); len(came) > 0 {
			q.Suggest = string(came[0])
		}
	}
	_, err := p.ask(q, func(v ask.Value) error {
		if strings.ContainsAny(v.Line, ",;") {
			return fault.New(lang.T("one name, please: one person after the other"))
		}
		for _, n := range f.Table.Players {
			if lang.Alike(n) == lang.Alike(setup.Name(v.Line)) {
				return fault.New(lang.T("{name} sits at the table already").With("name", n))
			}
		}
		who = setup.Name(v.Line)
		now.Players = append(slices.Clone(f.Table.Players), who)
		next, err := p.S.Game().Apply(p.S.State(), now)
		if err == nil {
			usual = scoring.Of(next).Base[setup.Row(who)]
		}
		return err
	})
	if err != nil {
		return err
	}
	q = ask.Question{
		Text: lang.T("To whose left does {name} sit down?").With("name", who), Suggest: string(f.Table.Players[len(f.Table.Players)-1]),
		Shape: ask.Pick{Options: ask.Names(f.Table.Players)},
	}
	v, err := p.ask(q, nil)
	if err != nil {
		return err
	}
	at := slices.Index(f.Table.Players, setup.Name(v.Line)) + 1
	now.Players = slices.Insert(slices.Clone(f.Table.Players), at, who)
	if p.S.State().MayStart() {
		v, err := p.ask(ask.Question{
			Text: lang.T("With how many points does {name} begin?").With("name", who), Suggest: strconv.Itoa(usual), Shape: ask.Number{Lo: -99_999, Hi: 99_999},
		}, nil)
		if err != nil {
			return err
		}
		now.Begin = map[setup.Name]int{who: v.One()}
	}
	return p.seat(now)
}

// seat says who sits how from now on.
func (p seating) seat(now scoring.People) error {
	err := p.fromNowOn(now, p.underWay(now))
	if b := p.phones(); b != nil && err == nil && len(now.Renamed) > 0 {
		b.Hub.Renamed(now.Renamed)
	}
	return err
}

// underWay says what a turn that is half told has to do with people who come or leave: it goes on with those who began it.
func (p seating) underWay(now scoring.People) lang.Text {
	f := scoring.Of(p.S.State())
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

// fromNowOn puts an event about the table. Where a turn is half told, it says that this does not change it.
func (p seating) fromNowOn(e scoring.Event, underWay lang.Text) error {
	half := p.S.Begun() && !p.S.Game().SettingUp(p.S.State())
	err := p.do(e)
	if half && err == nil && !underWay.Empty() {
		p.say(underWay)
	}
	return err
}

// change asks what about the table is changed.
func (p seating) change() error {
	t := p.S.Table()
	if !slices.ContainsFunc(p.S.Game().Options, func(o setup.Option) bool { return o.Later && o.Asked(t) }) {
		return p.changeNames(t)
	}
	pick := ask.Pick{Options: []ask.Option{
		{ID: "names", Key: "n", Text: lang.T("Names and seats, clockwise: {names}").With("names", lang.Names(t.Players))},
		{ID: "agreed", Key: "a", Text: lang.T("What was agreed")},
	}}
	v, err := p.ask(ask.Question{Text: lang.T("What is changed?"), Shape: pick}, nil)
	switch {
	case err != nil:
		return err
	case v.Line == "names":
		return p.changeNames(t)
	}
	c, err := p.S.Game().Change(p.Keys, p.S.State())
	if err != nil || c == nil {
		return err
	}
	return p.fromNowOn(c, lang.T("What is under way goes on as it was agreed before."))
}

// changeNames asks for all names in seat order. Who is there changes a seat, and who is not is called otherwise.
func (p seating) changeNames(t setup.Table) error {
	var now scoring.People
	away := scoring.Of(p.S.State()).Away
	hints := []lang.Text{lang.T("Somebody who changes seats takes their points along; a new name is the same person, under another name.")}
	if len(away) > 0 {
		hints = append(hints, lang.T("Away: {names}. The list may leave them out.").With("names", lang.Names(away)))
	}
	q := ask.Question{Text: lang.T("Names in seat order, clockwise"), Suggest: setup.Listed(t.Players), Shape: ask.Words{List: true, Least: 2, Max: 1000}}
	_, err := p.ask(q, func(v ask.Value) error {
		names := make([]setup.Name, len(v.IDs))
		for i, n := range v.IDs {
			names[i] = setup.Name(n)
		}
		names = withAway(t.Players, away, names)
		if len(names) != len(t.Players) {
			return fault.New(lang.T("{n} names, please, as before: who comes or leaves is another line of the menu").With("n", len(t.Players)))
		}
		now = p.called(t, names)
		_, err := p.S.Game().Apply(p.S.State(), now)
		return err
	}, hints...)
	if err != nil || len(now.Renamed) == 0 && slices.Equal(now.Players, t.Players) {
		return err
	}
	return p.seat(now)
}

// withAway returns a list of names with the people who are away back in their seats, if it left out just them.
func withAway(players, away, names []setup.Name) []setup.Name {
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

// called returns a table's people by other names: a name that is new belongs to who sat there, if that name is gone, else
// to the next one that is.
func (p seating) called(t setup.Table, names []setup.Name) scoring.People {
	f := scoring.Of(p.S.State())
	var gone []setup.Name
	for _, n := range t.Players {
		if !slices.Contains(names, n) {
			gone = append(gone, n)
		}
	}
	renamed := map[setup.Name]setup.Name{}
	var elsewhere []setup.Name // that are new where nobody is gone
	for i, n := range names {
		switch was := t.Players[i]; {
		case slices.Contains(t.Players, n):
		case slices.Contains(gone, was):
			renamed[was] = n
		default:
			elsewhere = append(elsewhere, n)
		}
	}
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
	now.Teams = teams(t, other)
	return now
}

// teams returns teams with other names of people. A team that is called after its people is called after them still.
func teams(t setup.Table, other func(setup.Name) setup.Name) []setup.Team {
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
