package play

import (
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A finish is the end of a game: its result, and what comes after it.
type finish struct {
	*match
	asker ask.Asker
	told  int  // mark of the game when its result was shown; 0 while it goes on
	kept  bool // the rules of the pad are on the shelf
	next  plan // what comes after this game
}

// stop ends the game at the table's word.
func (f *finish) stop() error {
	v, err := f.ask(ask.Question{
		Text:  lang.T("End the game now? The standings count as they are."),
		Shape: setup.YesOrNo(lang.T("Yes, end it"), lang.T("No, go on")),
	}, nil)
	if err != nil || v.Line == setup.No {
		return err
	}
	return f.S.Do(scoring.Stop{})
}

// run shows the result, and asks what comes next. In between phones learn the result.
func (f *finish) run(asker ask.Asker) error {
	f.asker = asker
	if now := f.S.Mark(); f.told != now {
		if err := f.announce(); err != nil {
			return err
		}
		f.told = now
		f.result()
		return nil
	}
	for {
		offers := f.offers()
		v, err := ask.Put(f.asker, ask.Question{Text: lang.T("What now?"), Shape: listed(offers)}, nil)
		if err == nil {
			err = chosen(offers, v).do()
		}
		if err != nil {
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

// offers returns what the table may do after the end.
func (f *finish) offers() []offer {
	p := rematch(f.S)
	goOn := func(p plan) func() error {
		return func() error {
			f.next = p
			return errNext
		}
	}
	atOnce, other := p, plan{after: p.after, was: setup.Table{Players: p.was.Players}}
	atOnce.atOnce = true
	all := []offer{newOffer("a", lang.T("Again, with the same people"), goOn(p))}
	if first := f.S.Game().First; first != nil && p.was.First != "" {
		all = append(all, newOffer("n", lang.T("Again at once: {line}").With("line", first.Line.With("name", p.was.First)), goOn(atOnce)))
	}
	all = append(all,
		newOffer("o", lang.T("Another game"), goOn(other)),
		newOffer("r", lang.T("Read the result out"), f.readOut),
		newOffer("q", lang.T("That is all for now"), func() error { return errLeft }))
	if f.shelvable() {
		all = append(all, newOffer("h", lang.T("Put it on the shelf as a game"), f.shelve))
	}
	return all
}

// result shows what the last turn paid, the whole result, and who won how often tonight.
func (f *finish) result() {
	g, st := f.S.Game(), f.S.State()
	items := f.S.Items()
	if before := f.S.Before(items[len(items)-1].ID); before != nil && parts(st) > parts(before) {
		f.show(results.Paid(f.Lang, g, before, st))
	}
	tonight, _ := f.games().Tonight(f.S.Head().ID) // what cannot be read is said by the commands that list games
	f.show(results.Result(f.Lang, g, st, results.With{Tonight: tonight}))
}

// readOut says the places from the last one up, an Enter between them. The scorekeeper's phone shows what is read.
func (f *finish) readOut() error {
	places := results.Places(f.Lang, f.S.Game(), f.S.State())
	for i, place := range places {
		f.Keys.Say(place)
		if i == len(places)-1 && f.phones() == nil {
			return nil
		}
		if _, err := ask.Put(f.asker, ask.Question{Own: lang.Literal(place), Shape: ask.Pick{Options: []ask.Option{{ID: "go on", Text: lang.T("go on")}}}}, nil); err != nil {
			return on(err)
		}
	}
	return nil
}
