package play

import (
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

var playedHere = lang.Msg("play.played-here", "Played here before (a number will do): {games}")

// mostEarlier limits the earlier tables that are listed: one digit each.
const mostEarlier = 9

// An earlierTables lists what earlier tables of a game agreed on, at the question setup.AsksEarlier. A
// typed number or name becomes the full answer, so that a draft means the same whatever another window
// plays in the meantime.
type earlierTables struct {
	game    scoring.Game
	choices func(kind string) ([]map[string]string, error) // of the game's tables, the latest first
	named   string                                         // the game's name, if the command line names it: then it is not asked
}

func (b earlierTables) ask(q ask.Question, put func(ask.Question) (ask.Answer, error), say func(lang.Text) string) (ask.Answer, error) {
	all, err := b.choices(b.game.ID)
	switch {
	case err != nil:
		return ask.Answer{}, err
	case b.named != "" && q.Suggest == nil && q.Fault == nil:
		return b.asBefore(all, ask.Answer{By: ask.Scorekeeper, Text: b.named}), nil
	}
	known, names := b.known(all), []string{}
	for _, choices := range known {
		names = append(names, say(b.called(choices)))
	}
	if len(known) > 0 {
		played := playedHere.With("games", numbered(names))
		q.Written, q.Phone.Notes = append(slices.Clip(q.Written), played), append(slices.Clip(q.Phone.Notes), played)
	}
	stood := q.Suggest
	if stood != nil {
		if choices, chosen := setup.ReadChosen(stood.Text); chosen {
			shown := *stood
			shown.Text = say(b.called(choices))
			q.Suggest = &shown
		}
	}
	r, err := put(q)
	n, odd := strconv.Atoi(r.Text)
	switch {
	case err != nil:
		return r, err
	case stood != nil && r.Text == q.Suggest.Text:
		return *stood, nil
	case odd == nil && n >= 1 && n <= len(known):
		r.Text = setup.Chosen(known[n-1])
	case stood == nil:
		return b.asBefore(all, r), nil
	}
	return r, nil
}

// asBefore returns the answer for a typed name: all that an earlier table of that name agreed on, listed or
// not, or else the name itself.
func (b earlierTables) asBefore(all []map[string]string, r ask.Answer) ask.Answer {
	if choices := CalledSo(b.game, all, r.Text); choices != nil {
		r.Text = setup.Chosen(choices)
	}
	return r
}

// CalledSo returns the choices of the latest of some earlier tables whose game has this name, or nil.
func CalledSo(g scoring.Game, all []map[string]string, name string) map[string]string {
	for _, choices := range all {
		called := g.Called(setup.Table{Choices: choices})
		if !called.Empty() && setup.Alike(called.String()) == setup.Alike(name) {
			return choices
		}
	}
	return nil
}

// known returns the choices of the latest tables, one for each game that they played.
func (b earlierTables) known(all []map[string]string) (known []map[string]string) {
	var seen []string
	for _, choices := range all {
		name := setup.Alike(b.called(choices).String())
		if name != "" && len(known) < mostEarlier && !slices.Contains(seen, name) {
			known, seen = append(known, choices), append(seen, name)
		}
	}
	return known
}

func (b earlierTables) called(choices map[string]string) lang.Text {
	return b.game.Called(setup.Table{Choices: choices})
}
