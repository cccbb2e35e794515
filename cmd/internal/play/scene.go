package play

import (
	"fmt"
	"slices"

	"github.com/tablemate/tablemate/cmd/internal/board"
	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// reveal gives phones and the board the game as it stands, and the window the colors of the people. At the end of the game
// they learn nothing before the laptop shows the result.
func (a *audience) reveal() {
	e, b := a.ev, a.ev.room.shared
	if marks := results.Marks(e.game.State()); marks != nil {
		e.room.Keys.Paint(marks.Painter(e.room.Print.Few))
	}
	if b == nil {
		return
	}
	g, now := e.game.Game(), e.game.State()
	s := phones.Scene{Name: g.Name, Menu: a.words()}
	if now == nil {
		b.Hub.Show(s)
		return
	}
	f := scoring.FrameOf(now)
	s.Table, s.Away, s.Begun = f.Table, f.Away, len(e.game.Items()) > 1 || e.game.Begun()
	s.Shut = fixed(e)
	v := board.Of(e.game, e.end.told == e.game.Mark() && !e.end.aloud)
	v.Book = e.book
	s.Board, s.Read, s.Held, s.Over = v.Board, v.Read, v.Held, v.Over || e.end.told > 0 && v.Held
	s.Aloud = e.end.aloud
	s.New, a.happened = a.happened, false
	if !v.Last.Empty() {
		s.Shown, s.Lines = fmt.Sprint(e.game.Head().ID, " ", v.Mark), len(v.Last.Parts())
		s.Past = !s.New && (e.game.Begun() || e.game.Items()[len(e.game.Items())-1].ID != v.Mark)
		chosen := slices.ContainsFunc(v.Tiles, func(t scoring.Tile) bool { return len(t.On) > 0 })
		s.Tiles, s.Brief = len(v.Tiles) > 0, parts(now) > known || !chosen // with nobody's chips on them tiles are soon read
	}
	s.Marks = board.Marks(results.Marks(now))
	if deals, does := now.(board.Dealer); does {
		no := a.deal()
		s.Card = func(n setup.Name, l lang.Lang) *phones.CardDoc { return board.Card(deals, n, no, l) }
	}
	b.Hub.Show(s)
}

// known is after how many turns a reveal is shorter: everybody knows how it goes.
const known = 9

// words returns the menu for the phone that keeps the score.
func (a *audience) words() func(lang.Lang) []phones.Option {
	type word struct {
		id        string
		text, why lang.Text
	}
	var all []word
	for _, c := range commands() {
		if c.key != commands()[0].key {
			all = append(all, word{"?" + c.word, c.line(a.ev), c.bar(a.ev)})
		}
	}
	return func(l lang.Lang) (menu []phones.Option) {
		for _, w := range all {
			menu = append(menu, phones.Option{Line: w.id, Text: l.Say(w.text), Why: l.Say(w.why)})
		}
		return menu
	}
}

// deal returns a name for the cards that are dealt now; the next deal has another one.
func (a *audience) deal() string {
	return fmt.Sprint(a.ev.game.Head().ID, " ", parts(a.ev.game.State()))
}

// handOut shows their card at the laptop to those who have no phone here: once a round, and after resume once more.
func (a *audience) handOut() error {
	deals, does := a.ev.game.State().(board.Dealer)
	if !does || a.dealt == a.deal() {
		return nil
	}
	b, laptop := a.ev.room.shared, *a.ev.room
	laptop.shared = nil // the card is no other phone's business
	for _, n := range a.ev.game.Table().Players {
		c := board.Card(deals, n, "", a.ev.room.Lang)
		if c == nil {
			continue
		}
		a.dealt = a.deal()
		if b != nil && b.Hub.Knows(n) {
			continue
		}
		if b != nil {
			b.Hub.Beside(lang.T("Everybody looks at their own card: {name} at the laptop.").With("name", n))
		}
		page := setup.Confirm(lang.T("hide it again"))
		_, err := laptop.ask(ask.Question{Who: string(n), Secret: true, Text: lang.Literal(c.Text), Shape: page}, nil)
		if err == ask.Back { // they have looked
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}
