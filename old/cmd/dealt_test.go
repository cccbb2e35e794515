package cmd

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/screen"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/spyfall"
	"github.com/tablemate/tablemate/old/setup"
	"github.com/tablemate/tablemate/old/timer"
)

// The leak law for dealt cards: which of the others is the spy does not change a byte of what I see, and if I am the
// spy, neither does the location. And whatever the table does at the laptop, nothing there depends on either before the
// round is over.

// A fate decides the draws.
type fate struct {
	ask.Asker
	spy, place int
	draws      int // of a place, so far: a second draw is another place
}

func (f *fate) Ask(q ask.Question) (ask.Answer, error) {
	switch draw, ok := q.Shape.(ask.Draw); {
	case !ok:
		return f.Asker.Ask(q)
	case draw.Hi == len(spyfall.Locations)-1:
		f.draws++
		return ask.One((f.place + f.draws - 1) % len(spyfall.Locations)), nil
	}
	return ask.One(f.spy), nil
}

// A fatedMatch deals its first round always alike, and every later round with the same spy and place.
type fatedMatch struct {
	spyfall.State
	spy, place int
}

func (m fatedMatch) Next(a ask.Asker) (scoring.Event, error) {
	if m.Round() == 1 {
		return m.State.Next(&fate{a, 1, 29, 0})
	}
	return m.State.Next(&fate{a, m.spy, m.place, 0})
}

func (m fatedMatch) Play(e scoring.Event) (scoring.State, error) {
	next, err := m.State.Play(e)
	m.State = next.(spyfall.State)
	return m, err
}

func (m fatedMatch) Before(e scoring.Event) scoring.State {
	m.State = m.State.Before(e).(spyfall.State)
	return m
}

// fated returns Spyfall with such matches.
func fated(spy, place int) scoring.Game {
	g := spyfall.Game
	g.New = func(t setup.Table) (scoring.State, error) {
		s, err := spyfall.Game.New(t)
		if err != nil {
			return nil, err
		}
		return fatedMatch{s.(spyfall.State), spy, place}, nil
	}
	return scoring.Define[fatedMatch](g)
}

// A phoned host lets everybody look at their own cards on a phone.
type phoned struct {
	play.Host
	seen map[int][]string // by seat
}

func (p phoned) look(seat int, what ...any) { p.seen[seat] = append(p.seen[seat], fmt.Sprint(what...)) }

func (p phoned) Ask(q ask.Question) (ask.Answer, error) {
	if ask.Is[ask.Show](q.Shape) && q.Secret {
		p.look(q.People[0], q.ID, q.Notes, q.Text)
		return ask.Answer{By: q.People[0]}, nil
	}
	return p.Host.Ask(q)
}

func (p phoned) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(p, qs, got) }

func (p phoned) Watch(c screen.Clock) (screen.Outcome, error) {
	for seat, card := range c.Phones.Watch.Cards {
		p.look(seat, card)
	}
	a, err := p.Host.Ask(ask.Question{Head: ask.Head{Text: c.Text, Notes: c.Notes}, Shape: ask.Pick{Options: append(slices.Clip(c.Options), c.Early)}, Fault: c.Fault})
	var aside *ask.Aside
	o := screen.Outcome{End: screen.Pressed, Option: a.Value(), Left: time.Minute}
	switch {
	case errors.Is(err, ask.ErrQuit):
		o.End = screen.Quit
	case errors.Is(err, ask.ErrBack):
		o.End = screen.Back
	case errors.Is(err, ask.ErrNow):
		o.End = screen.Now
	case errors.As(err, &aside):
		o.End, o.Want = screen.Aside, aside.Want
	case o.Option == len(c.Options):
		o.End = screen.TimeUp
	}
	return o, nil
}

// A sighting is everything that anybody saw during an evening.
type sighting struct {
	laptop string
	phones map[int][]string
}

// dealtEvening has the lines typed at the laptop, by sitting: one round that is over, and one under way in which the
// table does all that it can.
var dealtEvening = [][]string{
	{"", "", "", "", "", "3", "2 1 2 2", ""}, // set up; all have looked; time is up, the votes, and what came out
	slices.Concat(
		[]string{"", "?standings", "?correct", "1", "4"},                                          // all have looked
		[]string{"?correct", "1", "1", "", "", "", "", ""},                                        // the deal once more
		[]string{"?correct", "2", "1", "3", "2 1 2 1", "", "1"},                                   // and the votes of the round before
		[]string{"<", "<", "<", ">", "?undo", "?redo", "?undo", "?undo", "", "?why", "?end", "1"}, // read, as it was, and dealt anew
		[]string{"?rules locations", "?people", "1"},
		[]string{"1", "2", "3", "1 0", "?undo", "1", "1", "3", "n"}, // accusations
	),
	{
		"?table", "Ana, Bia, Caio, Dora", "", "", "", "", "", "", "1", // another name
		"?correct", "1", "2", "<", "<",
		"?table", "Bia, Ana, Caio, Dora", "", "", "", "", "", "", "1", // other seats
		"?standings",
	},
}

// seenWhere plays the evening with the second round dealt this way.
func seenWhere(t *testing.T, spy, place int) sighting {
	t.Helper()
	p := &parlor.Home{Dir: t.TempDir(), Seed: 7}
	st, err := store.Open(t.Context(), filepath.Join(p.Dir, "games.db"))
	parlor.Check(t, err)
	defer st.Close()
	g := fated(spy, place)
	now := func() time.Time { return parlor.Time }
	s := session.Start(st, g, play.ToPlay, now, func() uint64 { return 7 })
	tb := setup.Table{Players: []string{"Ana", "Bia", "Caio", "Davi"}, Choices: map[string]string{"rounds": "3", "minutes": "8", "time_up": "votes", "cards": "phones"}}
	parlor.Check(t, s.Begin(laws.New(1, 1), func(ask.Asker) (setup.Table, error) { return tb, nil }))
	var out strings.Builder
	saw := sighting{phones: map[int][]string{}}
	for n, lines := range dealtEvening {
		voice, moment := lang.NewLocalizer("en", Catalogs()...), timer.Reader(now)
		host := play.NewHost(t.Context(), play.Machine{In: strings.NewReader(typed(lines)), Out: &out, Width: func() int { return 80 }, Voice: voice, Moment: moment})
		where := play.Setting{
			Host: phoned{host, saw.phones}, Store: st, Games: []scoring.Game{g}, Own: func() []scoring.Game { return nil }, Out: &out, Width: func() int { return 80 }, Voice: voice,
			Now: now, Moment: moment, Random: func() uint64 { return 7 },
			Trace: func(why any, trace []byte) (string, error) { return "", fmt.Errorf("%v\n%s", why, trace) },
		}
		if err := play.New(where, s).Run(); err != nil && !errors.Is(err, ask.ErrQuit) {
			t.Fatal(err)
		}
		fmt.Fprintln(&out, play.BoardOf(s, nil))
		for _, look := range [][]string{{"show"}, {"show", "--why"}, {"show", "--log"}, {"show", "--format", "json"}, {"export"}, {"games"}} {
			fmt.Fprintln(&out, p.Run("", look...))
		}
		if over := len(s.Log.State().Result().Parts); n > 0 && over != 1 {
			t.Fatalf("after sitting %d %d rounds are over:\n%s", n, over, out.String())
		}
		if s, err = session.Open(st, []scoring.Game{g}, s.Log.ID(), now, func() uint64 { return 7 }); err != nil {
			t.Fatal(err)
		}
	}
	saw.laptop = out.String()
	return saw
}

func TestNobodySeesWhatIsDealtToAnother(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel() // it takes long, and shares nothing
	laptop, mine := "", map[string]string{}
	for spy := range 4 {
		for _, place := range []int{3, 27} {
			saw := seenWhere(t, spy, place)
			if laptop == "" {
				laptop = saw.laptop
			}
			if saw.laptop != laptop {
				t.Fatalf("spy %d at %d: the laptop tells it: %s", spy, place, parlor.FirstChange(laptop, saw.laptop))
			}
			for me, pages := range saw.phones {
				who := fmt.Sprint(me, " at ", place)
				if me == spy {
					who = fmt.Sprint(me, " the spy")
				}
				if was := mine[who]; was != "" && was != strings.Join(pages, "\n") {
					t.Fatalf("%s sees %s", who, parlor.FirstChange(was, strings.Join(pages, "\n")))
				}
				mine[who] = strings.Join(pages, "\n")
			}
		}
	}
	if len(mine) != 4*2+4 || strings.Count(laptop, "has looked.") < 4 || !strings.Contains(laptop, "the spy was Bia; the location: Zoo") {
		t.Errorf("%d people, and a laptop that says:\n%s", len(mine), laptop)
	}
}
