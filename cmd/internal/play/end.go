package play

import (
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// stop ends the game at the table's word.
func (f *finish) stop() error {
	v, err := f.ev.room.ask(ask.Question{
		Text:  lang.T("End the game now? The standings count as they are."),
		Shape: setup.YesOrNo(lang.T("Yes, end it"), lang.T("No, go on")),
	}, nil)
	if err != nil || v.Line == setup.No {
		return err
	}
	return f.ev.game.Do(scoring.Stop{})
}

// run shows the result, and then offers the next game. In between phones learn the result.
func (f *finish) run(asker ask.Asker) error {
	f.asker = asker
	if now := f.ev.game.Mark(); f.told != now {
		if err := f.announce(); err != nil {
			return err
		}
		f.told = now
		f.result()
		return nil
	}
	for {
		if err := choose(f.asker, ask.Question{Text: lang.T("What now?")}, f.offers()); err != nil {
			return err
		}
	}
}

// announce waits until the table wants the result of a game that has just ended, which may be read out.
func (f *finish) announce() error {
	const aloud = "read"
	if f.told > 0 {
		return nil
	}
	v, err := ask.Put(f.asker, ask.Question{Text: lang.T("The game is over."), Suggest: setup.Yes,
		Keys:  []ask.Option{{ID: aloud, Key: "r", Text: lang.T("read it out, from the last place up")}},
		Shape: setup.Confirm(lang.T("Show the result"))}, nil)
	if err == nil && v.Key == aloud {
		err = f.readOut()
	}
	return err
}

// offers returns the lines of the menu after the end.
func (f *finish) offers() []offer {
	p := rematch(f.ev.game)
	p.was = f.ev.room.called(p.was, f.ev.game.Began())
	goOn := func(p plan) func() error {
		return func() error {
			f.next = f.ev.phones.willing(p)
			return errNext
		}
	}
	atOnce, other := p, plan{after: p.after, was: setup.Table{Players: p.was.Players}}
	atOnce.atOnce = true
	all := []offer{lettered("a", lang.T("Again, with the same people"), goOn(p))}
	if first := f.ev.game.Game().First; first != nil && p.was.First != "" {
		all = append(all, lettered("n", lang.T("Again at once: {line}").With("line", first.Line.With("name", p.was.First)), goOn(atOnce)))
	}
	all = append(all,
		lettered("o", lang.T("Another game"), goOn(other)),
		lettered("r", lang.T("Read the result out"), f.readOut),
		lettered("q", lang.T("That is all for now"), func() error { return errLeft }))
	if f.shelvable() {
		all = append(all, lettered("h", lang.T("Put it on the shelf as a game"), f.shelve))
	}
	return all
}

// result shows the points of the last turn, the whole result, and tonight's victories.
func (f *finish) result() {
	g, st := f.ev.game.Game(), f.ev.game.State()
	items := f.ev.game.Items()
	if before := f.ev.game.Before(items[len(items)-1].ID); before != nil && parts(st) > parts(before) {
		f.ev.room.show(results.Paid(f.ev.room.Lang, g, before, st))
	}
	// Files that cannot be read are named by the commands that list games, and spoil nobody's result here.
	tonight := f.ev.room.games().Tonight(f.ev.room.kept(), f.ev.game.Head().ID)
	f.ev.room.show(results.Result(f.ev.room.Lang, g, st, results.With{Tonight: tonight}))
}

// readOut says the places from the last one up, an Enter between them. The scorekeeper's phone shows each place too.
func (f *finish) readOut() error {
	f.aloud = true
	f.ev.phones.reveal()
	defer func() { f.aloud = false; f.ev.phones.reveal() }()
	places := results.Places(f.ev.room.Lang, f.ev.game.Game(), f.ev.game.State())
	for i, place := range places {
		f.ev.room.Keys.Say(place)
		if i == len(places)-1 && f.ev.room.shared == nil {
			return nil
		}
		goOn := ask.Pick{Options: []ask.Option{{ID: "go on", Text: lang.T("go on")}}}
		if _, err := ask.Put(f.asker, ask.Question{Own: lang.Literal(place), Rest: lang.T("The places are read out, from the last one up."), Shape: goOn}, nil); err != nil {
			return unlessBack(err)
		}
	}
	return nil
}

// shelvable reports whether the table made the rules that it played by, on a score pad, and did not keep them yet.
func (f *finish) shelvable() bool {
	return f.ev.game.Game().Made(f.ev.game.State()) != nil && !f.shelved
}

// shelve asks for a name, and puts the rules of the pad on the shelf.
func (f *finish) shelve() error {
	t, g, st := f.ev.game.Table(), f.ev.game.Game(), f.ev.game.State()
	q := ask.Question{Text: lang.T("What is the game called?"), Shape: ask.Words{Max: setup.NameLength}}
	if called := f.ev.room.Lang.Say(g.Called(st)); called != f.ev.room.Lang.Say(g.Name) {
		q.Suggest = called
	}
	v, err := ask.Put(f.asker, q, nil)
	if err != nil {
		return unlessBack(err)
	}
	g, err = f.ev.room.Shelve(t, v.Line)
	if err != nil {
		return err
	}
	f.shelved = true
	f.ev.room.say(lang.T("{game} is on the shelf. To play it:").With("game", g.Name))
	f.ev.room.Keys.Say("  " + f.ev.room.Command("play", g.ID))
	return nil
}

// rematch returns a plan of a game once more, with the people who are still there. Where somebody is named who begins, it
// is the next in turn.
func rematch(s *session.Session) plan {
	g, f := s.Game(), scoring.FrameOf(s.State())
	t := scoring.Recalled(s.State())
	t.Played = false
	if g.First != nil && t.First != "" {
		t.First = f.Left(t.First)
	}
	// Newcomers sat down at a table that was laid out for fewer people, and a game only scored here was laid out elsewhere.
	t.Again = f.Laid && !f.Table.Played && len(f.Late) == 0
	if here := f.Present(); len(here) >= g.Min && len(here) < len(t.Players) {
		t.Players, t.Teams, t.Again = here, nil, false
	}
	return plan{game: g, was: t, after: s.Head().ID}
}
