package play

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/tty"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// shared is the laptop's keyboard with phones beside it.
type shared struct {
	*phones.Both
	keys tty.Keyboard
}

// Watch shows a clock beside no game.
func (s shared) Watch(ctx context.Context, w *tty.Countdown) (string, error) {
	return s.keys.Watch(ctx, w)
}

// Paint has names painted at the laptop.
func (s shared) Paint(names func(string) string) { s.keys.Paint(names) }

// Share puts phones beside the keyboard. With them votes and bids are secret, if the table does not say otherwise.
func (s Setting) Share(h *phones.Hub) Setting {
	find, alone := s.Find, s
	s.Keys = shared{&phones.Both{Keyboard: s.Keys, Hub: h, Lang: s.Lang, Code: func() { alone.code(h) }}, s.Keys}
	s.Find = func(id string, file *sheet.Value) (scoring.Game, error) {
		g, err := find(id, file)
		g.Options = slices.Concat(g.Options, g.Phones)
		for i, o := range g.Options {
			if o.ID == "secret" {
				g.Options[i].Values = func(t setup.Table) []setup.Value {
					values := slices.Clone(o.Values(t))
					slices.Reverse(values)
					return values
				}
			}
		}
		return g, err
	}
	return s
}

// phones returns what asks phones too, or nil.
func (s Setting) phones() *phones.Both {
	if with, are := s.Keys.(shared); are {
		return with.Both
	}
	return nil
}

// put asks a question of the game.
func (m *match) put(g ask.Group, got ask.Got) error {
	b := m.phones()
	if b == nil {
		return m.Keys.Put(g, got)
	}
	if m.S.State() == nil {
		g = m.seen(b, g)
	}
	return b.Game(m.place(g), g, got)
}

// place says where in the game a group is asked.
func (m *match) place(g ask.Group) string { return fmt.Sprint(m.S.Head().ID, " ", m.S.Place(g.After)) }

// seen returns a question of a table that has not agreed yet, as it is with phones: names that came with a phone are
// suggested, and phones may choose from those that the table named.
func (m *match) seen(b *phones.Both, g ask.Group) ask.Group {
	all := b.Hub.Phones()
	g.Asked = slices.Clone(g.Asked)
	q := &g.Asked[0]
	if w, is := q.Shape.(ask.Words); is && w.List && strings.HasPrefix(q.ID, setup.AskPlayers) && !q.In {
		g.Notes = append(slices.Clip(g.Notes), lang.T("Phones come in at {address}").With("address", b.Hub.Address()))
		var names []setup.Name
		if v, err := q.Read(q.Suggest); err == nil && m.S.Head().After != "" {
			for _, n := range v.IDs {
				names = append(names, setup.Name(n))
			}
		}
		for _, p := range all {
			if !slices.Contains(names, p.Name) {
				names = append(names, p.Name)
			}
		}
		if len(all) > 0 {
			q.Suggest = setup.Listed(names)
		}
	}
	if names := setup.Naming(*q); names != nil {
		b.Hub.Expect(names)
	}
	return g
}

// newcomers asks whether people whose phones came, and who do not sit at the table, join in. One yes will do.
func (e *Evening) newcomers() error {
	b := e.phones()
	if b == nil {
		return nil
	}
	b.Met = b.Hub.Newcomers()
	for _, n := range b.Met {
		switch {
		case e.met[n], e.S.State() == nil: // the names that the table agrees on say first whether they play
		case e.live():
			if err := e.meet(n); err != nil {
				return err
			}
		}
	}
	return nil
}

// live reports whether the game goes on, and nothing earlier is put right.
func (e *Evening) live() bool { return e.S.Game().Waits(e.S.State()) && !e.fix.underWay() }

// meet asks whether somebody new joins in, who plays from the next turn on.
func (e *Evening) meet(n setup.Name) error {
	if why := fixed(e); !why.Empty() {
		e.say(lang.T("{name} would like to join in, but {why}.").With("name", n, "why", why))
		return nil
	}
	f := scoring.Of(e.S.State())
	text := lang.T("{name} is here with a phone. Does {name} join in?").With("name", n)
	v, err := e.ask(ask.Question{Text: text, Suggest: setup.Yes, Shape: setup.YesOrNo(lang.T("Yes"), lang.T("No"))}, nil)
	if err != nil && err != ask.Back {
		return err
	}
	e.met[n] = true
	if err != nil || v.Line != setup.Yes {
		return nil
	}
	err = seating{e.match}.seat(scoring.People{Players: append(slices.Clone(f.Table.Players), n), Absent: scoring.Absent{Away: f.Away}})
	if fault.Is(err) {
		e.say(lang.T("Not done: {why}").With("why", lang.Literal(fault.Aloud(e.Lang, err))))
		return nil
	}
	e.reveal()
	return err
}
