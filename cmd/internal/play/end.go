package play

import (
	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/report"
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
	told  int  // mark of the game when its result was shown
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

// What the table may do after the end.
const (
	rematchKey = "again"
	atOnceKey  = "next"
	otherKey   = "other"
	readKey    = "read"
	leaveKey   = "leave"
)

// run shows the result, or reads it out, and asks what comes next.
func (f *finish) run(asker ask.Asker) error {
	f.asker = asker
	if f.told == 0 {
		v, err := ask.Put(f.asker, ask.Question{Text: lang.T("The game is over."), Suggest: setup.Yes,
			Keys:  []ask.Option{{ID: readKey, Key: lang.Literal("r"), Text: lang.T("read it out, from the last place up")}},
			Shape: ask.Pick{Options: []ask.Option{{ID: setup.Yes, Text: lang.T("Show the result")}}}}, nil)
		if err != nil {
			return err
		}
		if v.Key == readKey {
			if err := f.readOut(); err != nil {
				return err
			}
		}
	}
	if now := f.S.Mark(); f.told != now {
		f.told = now
		f.result()
		f.remember(f.S.Game(), scoring.Recalled(f.S.State()))
		return nil // phones learn it too, and then the table is asked
	}
	p := rematch(f.S)
	keys := []ask.Option{{ID: rematchKey, Key: lang.Literal("a"), Text: lang.T("Again, with the same people")}}
	if first := f.S.Game().First; first != nil && p.was.First != "" {
		keys = append(keys, ask.Option{ID: atOnceKey, Key: lang.Literal("n"), Text: lang.T("Again at once: {line}").With("line", first.Line.With("name", p.was.First))})
	}
	keys = append(keys,
		ask.Option{ID: otherKey, Key: lang.Literal("o"), Text: lang.T("Another game")},
		ask.Option{ID: readKey, Key: lang.Literal("r"), Text: lang.T("Read the result out")},
		ask.Option{ID: leaveKey, Key: lang.Literal("q"), Text: lang.T("That is all for now")})
	keys = append(keys, f.shelvable()...)
	for {
		v, err := ask.Put(f.asker, ask.Question{Text: lang.T("What now?"), Shape: ask.Pick{Options: keys}}, nil)
		if err != nil {
			return err
		}
		f.next = p
		switch v.Line {
		case readKey:
			if err := f.readOut(); err != nil {
				return err
			}
			continue
		case shelfKey:
			if err := f.shelve(); err != nil {
				return err
			}
			continue
		case leaveKey:
			return errLeft
		case otherKey:
			f.next = plan{after: p.after, was: setup.Table{Players: p.was.Players}}
		case atOnceKey:
			f.next.atOnce = true
		}
		return errNext
	}
}

// result shows what the last turn paid, the whole result, and who won how often tonight.
func (f *finish) result() {
	g, st := f.S.Game(), f.S.State()
	items := f.S.Items()
	if before := f.S.Before(items[len(items)-1].ID); before != nil && parts(st) > parts(before) {
		d := results.Turn(f.Lang, g, before, st)
		f.show(report.Doc{Blocks: d.Blocks[:1]})
	}
	book := history.Book{Folder: f.Folder, Find: f.Find, Lang: f.Lang, Now: f.Now}
	tonight, _ := book.Tonight(f.S.Head().ID) // what cannot be read is said by the commands that list games
	f.show(results.Result(f.Lang, g, st, results.With{Tonight: tonight}))
}

// readOut says the places from the last one up, an Enter between them.
func (f *finish) readOut() error {
	for i, place := range results.Places(f.Lang, f.S.Game(), f.S.State()) {
		if i == 0 {
			f.Keys.Say(place)
			continue
		}
		if _, err := ask.Put(f.asker, ask.Question{Shape: ask.Pick{Options: []ask.Option{{ID: "on", Text: lang.T("on")}}}}, nil); err != nil {
			return on(err)
		}
		f.Keys.Say(place)
	}
	return nil
}
