package play

import (
	"fmt"
	"slices"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/handbook"
	"github.com/tablemate/tablemate/old/cmd/internal/phones"
	"github.com/tablemate/tablemate/old/cmd/internal/results"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// What phones and boards are told of a game.

// phoned is covers for a table that is asked again. While it is only read, nobody counts as having a phone, so that it
// reads as it was asked.
func (at *sitting) phoned(names []string) bool {
	return at.s.Place.Correcting() && at.in.Phones.covers(names)
}

var (
	paidFor  = lang.Msg("play.paid-for", "{points} {who}: {why}")
	paidRule = lang.Msg("play.paid-rule", "{points} {who}: {why} ({where})")
)

func (at *sitting) tellPhones() {
	s := at.in.Phones
	if !s.On() {
		return
	}
	t, ok := at.s.Log.Table()
	if !ok {
		known, _ := at.in.Store.People.Names() // they are only suggestions
		s.desk.Show(nil, known[:min(len(known), mostKnown)], "", phones.Board{})
		return
	}
	if at.toldTo > 0 {
		_ = s.desk.Lobby.Rename(at.s.Log.Renamed(at.toldTo)) // it is stored along with the next change
	}
	if at.toldTo == 0 || at.toldAs != at.s.Log.Renames() {
		_ = s.desk.Lobby.Rename(at.s.Log.Called())
	}
	at.toldTo, at.toldAs = at.s.Log.Lines(), at.s.Log.Renames()
	s.desk.Show(t.Players, nil, at.s.Log.Prefix(), BoardOf(at.s, Colors(at.in.Store)))
}

// BoardOf returns what everybody may see of a game, built from nothing else. The game must have a table; kept holds
// people's colors.
func BoardOf(s *session.Session, kept color.Kept) phones.Board {
	g, state := s.Log.Game(), s.Log.State()
	t, _ := s.Log.Table()
	r := state.Result()
	b := phones.Board{
		ID: g.ID, Game: g.Title(t), Marks: color.Marks(t.Players, kept), Where: g.Where(state), Goal: r.Goal, OnTable: state.OnTable(),
		Happens: len(s.Log.Items()), Told: s.Log.Turned(), Paid: paid(r, state.Ledger()),
		Over: r.Finished(), Outcome: r.Reason, Play: s.Log.ID(), Away: scoring.Away(state), Rows: results.Gained(state, kept), BGStats: BGStats(s), Photos: Photographed(s),
	}
	if b.Over {
		b.Outcome = results.Outcome(r)
	}
	return b
}

// BGStats returns the link by which the app BG Stats imports a game, or "" before it is over.
func BGStats(s *session.Session) string {
	t, _ := s.Log.Table()
	if !s.Log.State().Result().Finished() {
		return ""
	}
	return results.BGStats(s.Log.Game(), t, s.Log.State().Result(), s.Log.ID(), session.Ended(s.Log))
}

// paid explains every point that the last event paid, with its reason and its place in the rulebook.
func paid(r scoring.Result, ledger []scoring.Line) (out []lang.Text) {
	news := r.News()
	for _, l := range ledger {
		if !slices.Contains(news, l.Part) || r.AtOnce {
			continue
		}
		say := paidFor
		if !l.Where.Empty() {
			say = paidRule
		}
		out = append(out, say.With("points", fmt.Sprintf("%+d", l.Points), "who", r.Rows[l.Row], "why", l.Why, "where", l.Where))
	}
	return out
}

// printTurned says who voted for whom, if phones kept that from the laptop.
func (at *sitting) printTurned() {
	if lines := at.s.Log.Turned(); at.in.Phones.On() && len(lines) > 1 {
		for _, line := range lines {
			at.say(line)
		}
	}
}

// invite shows the code. Phones that come are offered the table's seats at once.
func invite(at *sitting) error {
	err := at.in.Phones.begin()
	if err == nil {
		at.tellPhones()
		at.clocks.printed = true
		err = at.in.Phones.Page()
	}
	return at.excuse(err)
}

// Rules returns a game's reference in one language, for phones.
func Rules(games []scoring.Game, id, tag string) []phones.Section {
	g, known := scoring.GameOf(games, id)
	if !known {
		return nil
	}
	b, err := handbook.Of(g, tag)
	if err != nil {
		return nil // a test reads them all
	}
	var out []phones.Section
	for _, e := range b.Entries {
		out = append(out, phones.Section{Title: e.Title, Body: handbook.Plain(e.Body)})
	}
	return out
}
