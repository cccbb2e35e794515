package play

import (
	"errors"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

var (
	playedBefore = lang.Msg("play.played-before", "One of these, or another game?")
	anotherGame  = lang.Msg("play.another-game", "another game")
	keyAnother   = lang.Msg("play.key-another", "a")
)

// mostEarlier is how many earlier tables are listed: one digit each.
const mostEarlier = 9

// A putter puts a question.
type putter = func(ask.Question) (ask.Answer, error)

// An earlierTables lists what earlier tables of a game agreed on, in front of the question that
// setup.AsksEarlier names. What is chosen is an answer in full, so that a draft means the same
// whatever is played in another window meanwhile.
type earlierTables struct {
	game    scoring.Game
	choices func(kind string) ([]map[string]string, error) // of its tables, those begun last first
	named   string                                         // what is played, where whoever started the program said so: it is not asked
}

func (b earlierTables) ask(q ask.Question, put putter) (ask.Answer, error) {
	switch {
	case b.game.Called == nil:
		return put(q)
	case b.named != "" && q.Suggest == nil && q.Fault == nil:
		return b.asBefore(ask.Answer{By: ask.Scorekeeper, Text: b.named})
	}
	known, err := b.known(q.Suggest)
	if err != nil {
		return ask.Answer{}, err
	}
	words := q
	if q.Suggest != nil {
		if _, chosen := setup.ReadChosen(q.Suggest.Text); chosen {
			words.Suggest, words.Stands = nil, false // another game is another answer
		}
	}
	if len(known) == 0 || q.Fault != nil && words.Suggest != nil { // what was typed is to be mended
		return put(words)
	}
	for {
		k, err := b.choose(q, known, put)
		switch {
		case err != nil:
			return ask.Answer{}, err
		case k < len(known) && q.Suggest != nil && q.Suggest.Text == known[k]:
			return *q.Suggest, nil
		case k < len(known):
			return ask.Answer{By: ask.Scorekeeper, Text: known[k]}, nil
		}
		r, err := put(words)
		switch {
		case err == nil && q.Suggest == nil:
			return b.asBefore(r)
		case !errors.Is(err, ask.ErrBack):
			return r, err
		}
	}
}

// asBefore returns a name that was typed; where an earlier table played what is called so, listed or not, all that it agreed on.
func (b earlierTables) asBefore(r ask.Answer) (ask.Answer, error) {
	all, err := b.choices(b.game.ID)
	if choices := CalledSo(b.game, all, r.Text); choices != nil {
		r.Text = setup.Chosen(choices)
	}
	return r, err
}

// CalledSo finds among what earlier tables of a game agreed on the latest that is called by a name; nil where none is.
func CalledSo(g scoring.Game, all []map[string]string, name string) map[string]string {
	for _, choices := range all {
		called := g.Called(setup.Table{Choices: choices})
		if !called.Empty() && setup.Alike(called.String()) == setup.Alike(name) {
			return choices
		}
	}
	return nil
}

// known are what the latest tables agreed on as answers, each thing that is played once; with what
// is suggested, if that is one.
func (b earlierTables) known(suggest *ask.Answer) ([]string, error) {
	all, err := b.choices(b.game.ID)
	if err != nil {
		return nil, err
	}
	var out, called []string
	add := func(text string, choices map[string]string) {
		name := setup.Alike(b.called(choices).String())
		if name != "" && len(out) < mostEarlier && !slices.Contains(called, name) {
			out, called = append(out, text), append(called, name)
		}
	}
	if suggest != nil {
		if choices, chosen := setup.ReadChosen(suggest.Text); chosen {
			add(suggest.Text, choices)
		}
	}
	for _, choices := range all {
		add(setup.Chosen(choices), choices)
	}
	return out, nil
}

func (b earlierTables) called(choices map[string]string) lang.Text {
	return b.game.Called(setup.Table{Choices: choices})
}

// choose is the list: the index of what is chosen, behind all of them where it is another game. Enter
// takes what is suggested, else what was played last.
func (b earlierTables) choose(q ask.Question, known []string, put putter) (int, error) {
	list := ask.Question{ID: "play.earlier", Shape: ask.Pick{Quick: true}, Text: playedBefore, Fault: q.Fault}
	lines, at := ask.List{}, 0
	if q.Suggest != nil {
		at = len(known) // a name that was typed
	}
	for i, text := range known {
		choices, _ := setup.ReadChosen(text)
		lines.Add(lang.Literal(strconv.Itoa(i+1)), b.called(choices))
		if q.Suggest != nil && q.Suggest.Text == text {
			at = i
		}
	}
	lines.Add(keyAnother, anotherGame)
	enter := ask.One(at)
	list.Suggest = &enter
	r, err := put(list.With(lines))
	return r.Value(), err
}
