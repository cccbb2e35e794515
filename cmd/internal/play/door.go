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

// A door is where people come to the table and leave it, as the game stands.
type door struct {
	ev    *Evening
	frame scoring.Frame
}

// comesOrLeaves has the table choose a person: people who are there leave, people who are away are back.
func (e *Evening) comesOrLeaves() error {
	d := door{e, scoring.FrameOf(e.game.State())}
	var list []offer
	for _, n := range d.frame.Came {
		say := lang.T("{name} leaves")
		if slices.Contains(d.frame.Away, n) {
			say = lang.T("{name} is back")
		}
		list = append(list, numbered(string(n), say.With("name", n), func() error { return d.leavesOrIsBack(n) }))
	}
	if b := e.room.shared; b != nil {
		for _, n := range b.Hub.Newcomers() {
			say := lang.T("{name} sits down: the phone is here already").With("name", n)
			list = append(list, numbered(string(n), say, func() error { return d.sitsDown(n) }))
		}
	}
	return choose(ask.Numbered(e.room, d.frame.Came), ask.Question{Text: lang.T("Who comes or leaves?")}, list,
		lettered("n", lang.T("Somebody new sits down"), d.newcomer))
}

// leavesOrIsBack has somebody leave who is there, or be back who is away.
func (d door) leavesOrIsBack(who setup.Name) error {
	now := scoring.People{Players: d.frame.Table.Players, Absent: scoring.Absent{Away: slices.Clone(d.frame.Away)}}
	if i := slices.Index(now.Away, who); i >= 0 {
		now.Away = slices.Delete(now.Away, i, i+1)
		return d.ev.seat(now)
	}
	now.Away = append(now.Away, who)
	_, refused := d.ev.game.Game().Apply(d.ev.game.State(), now)
	switch {
	case refused != nil: // what the game refuses needs no question
		return d.ev.seat(now)
	case d.ev.game.MayLeave(who) && !d.ev.game.Game().SettingUp(d.ev.game.State()):
		return d.midway(who, now)
	}
	v, err := d.ev.room.ask(ask.Question{Text: lang.T("Does {name} leave?").With("name", who), Suggest: setup.Yes,
		Shape: setup.YesOrNo(lang.T("Yes"), lang.T("No"))}, nil)
	if err != nil || v.Line != setup.Yes {
		return err
	}
	return d.ev.seat(now)
}

// midway asks whether somebody who leaves in the middle of a turn still counts in it, and says what becomes of the turn.
func (d door) midway(who setup.Name, now scoring.People) error {
	text := lang.T("Does {name} still count in this turn?").With("name", who)
	return choose(d.ev.room, ask.Question{Text: text, Suggest: "without"}, []offer{
		numbered("without", lang.T("No: it goes on without {name}").With("name", who), func() error { return d.without(who, now) }),
		numbered("with", lang.T("Yes: somebody answers for {name}").With("name", who), func() error { return d.ev.seat(now) }),
	})
}

// without has a turn that is half told go on without somebody.
func (d door) without(who setup.Name, now scoring.People) error {
	say := d.ev.game.Game().Tell(d.ev.game.State(), now)
	stands, err := d.ev.game.Leave(who, now)
	if err != nil {
		return err
	}
	d.ev.room.say(lang.T("{what}.").With("what", say))
	turn := lang.T("The turn goes on without {name}: what was {name}'s is gone, all else stays.")
	if !stands {
		turn = lang.T("The turn was {name}'s: it begins anew.")
	}
	d.ev.room.say(turn.With("name", who))
	return nil
}

// newcomer seats somebody new, by name.
func (d door) newcomer() error {
	who, err := d.newName()
	if err != nil {
		return err
	}
	return d.sitsDown(who)
}

// sitsDown seats somebody new beside somebody, with points where the game gives any.
func (d door) sitsDown(who setup.Name) error {
	usual, err := d.newPoints(who)
	if err != nil {
		return err
	}
	v, err := ask.Put(ask.Numbered(d.ev.room, d.frame.Came), ask.Question{
		Text: lang.T("To whose left does {name} sit down?").With("name", who), Suggest: string(d.frame.Table.Players[len(d.frame.Table.Players)-1]),
		Shape: ask.Pick{Options: ask.Names(d.frame.Came)},
	}, nil)
	if err != nil {
		return err
	}
	at := slices.Index(d.frame.Table.Players, setup.Name(v.Line)) + 1
	now := scoring.People{Players: slices.Insert(slices.Clone(d.frame.Table.Players), at, who), Absent: scoring.Absent{Away: d.frame.Away}}
	if d.ev.game.State().MayStart() {
		v, err := d.ev.room.ask(ask.Question{
			Text: lang.T("With how many points does {name} begin?").With("name", who), Suggest: strconv.Itoa(usual), Shape: ask.Number{Lo: -99_999, Hi: 99_999},
		}, nil)
		if err != nil {
			return err
		}
		now.Begin = map[setup.Name]int{who: v.One()}
	}
	return d.ev.seat(now)
}

// newName asks for the name of somebody new.
func (d door) newName() (who setup.Name, err error) {
	q := ask.Question{Text: lang.T("What is the new person called?"), Shape: ask.Words{Max: setup.NameLength}}
	if b := d.ev.room.shared; b != nil {
		if came := b.Hub.Newcomers(); len(came) > 0 {
			q.Suggest = string(came[0])
		}
	}
	_, err = d.ev.room.ask(q, func(v ask.Value) error {
		if strings.ContainsAny(v.Line, ",;") {
			return fault.New(lang.T("one name, please: one person after the other"))
		}
		for _, n := range d.frame.Table.Players {
			if lang.Alike(n) == lang.Alike(setup.Name(v.Line)) {
				return fault.New(lang.T("{name} sits at the table already").With("name", n))
			}
		}
		who = setup.Name(v.Line)
		_, err := d.newPoints(who)
		return err
	})
	return who, err
}

// newPoints returns with how many points a game has somebody new begin. The error says why they cannot sit down.
func (d door) newPoints(who setup.Name) (int, error) {
	next, err := d.ev.game.Game().Apply(d.ev.game.State(),
		scoring.People{Players: append(slices.Clone(d.frame.Table.Players), who), Absent: scoring.Absent{Away: d.frame.Away}})
	if err != nil {
		return 0, err
	}
	return scoring.FrameOf(next).Base[setup.Row(who)], nil
}
