package play

import (
	"slices"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// newcomers asks between two turns about people with a phone and without a seat: one yes seats them.
func (a *audience) newcomers() error {
	b := a.ev.room.shared
	if b == nil {
		return nil
	}
	b.Met = b.Hub.Newcomers()
	for _, n := range b.Met {
		switch {
		case a.met[n], a.ev.game.State() == nil: // the names that the table agrees on say first whether they play
		case a.live() && !a.ev.game.Begun():
			if err := a.meet(n); err != nil {
				return err
			}
		}
	}
	return nil
}

// live reports whether the game goes on, and nothing earlier is put right.
func (a *audience) live() bool {
	return a.ev.game.Game().Waits(a.ev.game.State()) && !a.ev.fix.underWay()
}

// willing returns a plan with the people who said on their phones that they are in, and those who have none; with
// everybody if nobody said so. A table that changes is asked about.
func (a *audience) willing(p plan) plan {
	b := a.ev.room.shared
	if b == nil || len(b.Hub.Again()) == 0 {
		return p
	}
	in := b.Hub.Again()
	players := slices.DeleteFunc(slices.Clone(p.was.Players), func(n setup.Name) bool { return b.Hub.Has(n) && !slices.Contains(in, n) })
	for _, n := range in {
		if !slices.Contains(players, n) {
			players = append(players, n)
		}
	}
	if slices.Equal(players, p.was.Players) {
		return p
	}
	p.was.Players, p.was.Teams, p.was.Again, p.atOnce = players, nil, false, false
	if !slices.Contains(players, p.was.First) {
		p.was.First = ""
	}
	return p
}

// meet asks whether a newcomer joins in; newcomers play from the next turn on.
func (a *audience) meet(n setup.Name) error {
	if why := fixed(a.ev); !why.Empty() {
		a.met[n] = true // it is said once
		a.ev.room.say(lang.T("{name} cannot join in now: {why}").With("name", n, "why", why))
		return nil
	}
	f := scoring.FrameOf(a.ev.game.State())
	text := lang.T("{name} is here with a phone. Does {name} join in?").With("name", n)
	likely := setup.Yes
	// The table has just left out whoever was suggested and is not there.
	if slices.Contains(a.ev.was.Players, n) {
		likely = setup.No
	}
	v, err := a.ev.room.ask(ask.Question{Text: text, Suggest: likely, Shape: setup.YesOrNo(lang.T("Yes"), lang.T("No"))}, nil)
	if err != nil && err != ask.Back {
		return err
	}
	a.met[n] = true
	if err != nil || v.Line != setup.Yes {
		return nil
	}
	err = a.ev.seat(scoring.People{Players: append(slices.Clone(f.Table.Players), n), Absent: scoring.Absent{Away: f.Away}})
	if fault.Is(err) {
		a.ev.room.notDone(err)
		return nil
	}
	a.reveal()
	return err
}
