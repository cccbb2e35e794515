package play

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/people"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// comesOrLeaves has the table choose a person: people who are there leave, people who are away are back.
func (e *Evening) comesOrLeaves() error {
	f := scoring.FrameOf(e.game.State())
	var list []offer
	for _, n := range f.Came {
		say := lang.T("{name} leaves")
		if slices.Contains(f.Away, n) {
			say = lang.T("{name} is back")
		}
		list = append(list, numbered(string(n), say.With("name", n), func() error { return e.turnAway(f, n) }))
	}
	if b := e.room.shared; b != nil {
		for _, n := range b.Hub.Newcomers() {
			say := lang.T("{name} sits down: the phone is here already").With("name", n)
			list = append(list, numbered(string(n), say, func() error { return e.sitsDown(f, n) }))
		}
	}
	return choose(ask.Numbered(e.room, f.Came), ask.Question{Text: lang.T("Who comes or leaves?")}, list,
		lettered("n", lang.T("Somebody new sits down"), func() error { return e.newcomer(f) }))
}

// turnAway has somebody leave who is there, or be back who is away.
func (e *Evening) turnAway(f scoring.Frame, who setup.Name) error {
	now := scoring.People{Players: f.Table.Players, Absent: scoring.Absent{Away: slices.Clone(f.Away)}}
	if i := slices.Index(now.Away, who); i >= 0 {
		now.Away = slices.Delete(now.Away, i, i+1)
		return e.seat(now)
	}
	now.Away = append(now.Away, who)
	_, refused := e.game.Game().Apply(e.game.State(), now)
	switch {
	case refused != nil: // what the game refuses needs no question
		return e.seat(now)
	case e.game.MayLeave(who) && !e.game.Game().SettingUp(e.game.State()):
		return e.midway(who, now)
	}
	v, err := e.room.ask(ask.Question{Text: lang.T("Does {name} leave?").With("name", who), Suggest: setup.Yes,
		Shape: setup.YesOrNo(lang.T("Yes"), lang.T("No"))}, nil)
	if err != nil || v.Line != setup.Yes {
		return err
	}
	return e.seat(now)
}

// midway asks whether somebody who leaves in the middle of a turn still counts in it, and says what becomes of the turn.
func (e *Evening) midway(who setup.Name, now scoring.People) error {
	text := lang.T("Does {name} still count in this turn?").With("name", who)
	return choose(e.room, ask.Question{Text: text, Suggest: "without"}, []offer{
		numbered("without", lang.T("No: it goes on without {name}").With("name", who), func() error { return e.without(who, now) }),
		numbered("with", lang.T("Yes: somebody answers for {name}").With("name", who), func() error { return e.seat(now) }),
	})
}

// without has a turn that is half told go on without somebody.
func (e *Evening) without(who setup.Name, now scoring.People) error {
	say := e.game.Game().Tell(e.game.State(), now)
	stands, err := e.game.Leave(who, now)
	if err != nil {
		return err
	}
	e.room.say(lang.T("{what}.").With("what", say))
	turn := lang.T("The turn goes on without {name}: what was {name}'s is gone, all else stays.")
	if !stands {
		turn = lang.T("The turn was {name}'s: it begins anew.")
	}
	e.room.say(turn.With("name", who))
	return nil
}

// newcomer seats somebody new, by name.
func (e *Evening) newcomer(f scoring.Frame) error {
	who, err := e.nameOfNewcomer(f)
	if err != nil {
		return err
	}
	return e.sitsDown(f, who)
}

// sitsDown seats somebody new beside somebody, with points where the game gives any.
func (e *Evening) sitsDown(f scoring.Frame, who setup.Name) error {
	usual, err := e.pointsOfNewcomer(f, who)
	if err != nil {
		return err
	}
	v, err := ask.Put(ask.Numbered(e.room, f.Came), ask.Question{
		Text: lang.T("To whose left does {name} sit down?").With("name", who), Suggest: string(f.Table.Players[len(f.Table.Players)-1]),
		Shape: ask.Pick{Options: ask.Names(f.Came)},
	}, nil)
	if err != nil {
		return err
	}
	at := slices.Index(f.Table.Players, setup.Name(v.Line)) + 1
	now := scoring.People{Players: slices.Insert(slices.Clone(f.Table.Players), at, who), Absent: scoring.Absent{Away: f.Away}}
	if e.game.State().MayStart() {
		v, err := e.room.ask(ask.Question{
			Text: lang.T("With how many points does {name} begin?").With("name", who), Suggest: strconv.Itoa(usual), Shape: ask.Number{Lo: -99_999, Hi: 99_999},
		}, nil)
		if err != nil {
			return err
		}
		now.Begin = map[setup.Name]int{who: v.One()}
	}
	return e.seat(now)
}

// nameOfNewcomer asks for the name of somebody new.
func (e *Evening) nameOfNewcomer(f scoring.Frame) (who setup.Name, err error) {
	q := ask.Question{Text: lang.T("What is the new person called?"), Shape: ask.Words{Max: setup.NameLength}}
	if b := e.room.shared; b != nil {
		if came := b.Hub.Newcomers(); len(came) > 0 {
			q.Suggest = string(came[0])
		}
	}
	_, err = e.room.ask(q, func(v ask.Value) error {
		if strings.ContainsAny(v.Line, ",;") {
			return fault.New(lang.T("one name, please: one person after the other"))
		}
		for _, n := range f.Table.Players {
			if lang.Alike(n) == lang.Alike(setup.Name(v.Line)) {
				return fault.New(lang.T("{name} sits at the table already").With("name", n))
			}
		}
		who = setup.Name(v.Line)
		_, err := e.pointsOfNewcomer(f, who)
		return err
	})
	return who, err
}

// pointsOfNewcomer returns with how many points a game has somebody new begin. The error says why they cannot sit down.
func (e *Evening) pointsOfNewcomer(f scoring.Frame, who setup.Name) (int, error) {
	next, err := e.game.Game().Apply(e.game.State(),
		scoring.People{Players: append(slices.Clone(f.Table.Players), who), Absent: scoring.Absent{Away: f.Away}})
	if err != nil {
		return 0, err
	}
	return scoring.FrameOf(next).Base[setup.Row(who)], nil
}

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
