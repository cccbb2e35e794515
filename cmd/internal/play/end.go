package play

import (
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// end ends the game at the table's word.
func (e *Evening) end(string) error {
	v, err := e.ask(ask.Question{
		Text:  lang.T("End the game now? The standings count as they are."),
		Shape: yesOrNo(lang.T("Yes, end it"), lang.T("No, go on")),
	}, nil)
	if err != nil || v.Line == setup.No {
		return err
	}
	return e.S.Do(scoring.Stop{})
}

// What the table may do after the end.
const (
	rematchKey = "again"
	atOnceKey  = "next"
	otherKey   = "other"
	readKey    = "read"
	leaveKey   = "leave"
)

// finished shows the result, or reads it out, and asks what comes next.
func (e *Evening) finished() error {
	e.unwind()
	if e.told == 0 {
		v, err := e.whole(ask.Question{Text: lang.T("The game is over."), Suggest: setup.Yes,
			Keys:  []ask.Option{{ID: readKey, Key: lang.Literal("r"), Text: lang.T("read it out, from the last place up")}},
			Shape: ask.Pick{Options: []ask.Option{{ID: setup.Yes, Text: lang.T("Show the result")}}}})
		if err != nil {
			return err
		}
		if v.Key == readKey {
			if err := e.readOut(); err != nil {
				return err
			}
		}
	}
	if now := e.S.Mark(); e.told != now {
		e.told = now
		e.result()
		e.remember(e.S.Game(), scoring.Recalled(e.S.State()))
	}
	p := rematch(e.S)
	keys := []ask.Option{{ID: rematchKey, Key: lang.Literal("a"), Text: lang.T("Again, with the same people")}}
	if first := e.S.Game().First; first != nil && p.was.First != "" {
		keys = append(keys, ask.Option{ID: atOnceKey, Key: lang.Literal("n"), Text: lang.T("Again at once: {line}").With("line", first.Line.With("name", p.was.First))})
	}
	keys = append(keys,
		ask.Option{ID: otherKey, Key: lang.Literal("o"), Text: lang.T("Another game")},
		ask.Option{ID: readKey, Key: lang.Literal("r"), Text: lang.T("Read the result out")},
		ask.Option{ID: leaveKey, Key: lang.Literal("q"), Text: lang.T("That is all for now")})
	for {
		v, err := e.whole(ask.Question{Text: lang.T("What now?"), Shape: ask.Pick{Options: keys}})
		if err != nil {
			return err
		}
		e.next = p
		switch v.Line {
		case readKey:
			if err := e.readOut(); err != nil {
				return err
			}
			continue
		case leaveKey:
			return errLeft
		case otherKey:
			e.next = plan{after: p.after, was: setup.Table{Players: p.was.Players}}
		case atOnceKey:
			e.next.atOnce = true
		}
		return errNext
	}
}

// whole asks a question of the evening's; its errors are moves.
func (e *Evening) whole(q ask.Question) (ask.Value, error) {
	e.puts++
	return ask.Put(e.Keys, q, nil)
}

// result shows what the last turn paid, the whole result, and who won how often tonight.
func (e *Evening) result() {
	g, st := e.S.Game(), e.S.State()
	items := e.S.Items()
	if before := e.S.Before(items[len(items)-1].ID); before != nil && parts(st) > parts(before) {
		d := results.Turn(e.Lang, g, before, st)
		e.show(report.Doc{Blocks: d.Blocks[:1]})
	}
	e.show(results.Final(e.Lang, g, st))
	if won := e.tonight(); len(won) > 1 {
		e.say(lang.T("Tonight: {wins}").With("wins", won))
	}
}

// readOut says the places from the last one up, an Enter between them.
func (e *Evening) readOut() error {
	for i, place := range results.Places(e.Lang, e.S.Game(), e.S.State()) {
		if i == 0 {
			e.Keys.Say(place)
			continue
		}
		if _, err := e.whole(ask.Question{Shape: ask.Pick{Options: []ask.Option{{ID: "on", Text: lang.T("on")}}}}); err != nil {
			return on(err)
		}
		e.Keys.Say(place)
	}
	return nil
}

// mostTonight is how many games of an evening are looked at.
const mostTonight = 30

// tonight returns how often everybody won in the games of this evening, if there was more than one.
func (e *Evening) tonight() (won lang.List) {
	wins := map[scoring.Row]int{}
	games := 0
	count := func(s *session.Session) {
		if st := s.State(); st == nil || parts(st) == 0 {
			return
		}
		games++
		for _, r := range s.Game().Result(s.State()).Winners {
			wins[r]++
		}
	}
	count(e.S)
	for id := e.S.Head().After; id != "" && games < mostTonight; {
		s, _ := session.Read(e.Folder.Game(id), e.Find)
		if s == nil {
			break
		}
		count(s)
		id = s.Head().After
	}
	if games < 2 {
		return nil
	}
	for _, r := range scoring.Of(e.S.State()).Rows() {
		if wins[r] > 0 {
			won = append(won, lang.T("{name} {n}").With("name", r, "n", wins[r]))
		}
	}
	return won
}
