package play

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

var (
	correcting = lang.Msg("play.correcting", "Correcting: {where}")
	puttingIn  = lang.Msg("play.putting-in", "Put in before: {where}")
	readingIt  = lang.Msg("play.reading", "Reading again: {where}")
)

// A prepared asker adapts each question to this table, and each answer to the game. It is a single asker, between the
// recorder and the clocks, as all that it adds belongs to the table: its place in the game, the people seen before, the
// choices of earlier tables, the order of its alphabet.
type prepared struct {
	next   ask.Asker
	where  func() lang.Text         // returns the place in the game, which stands above the question
	people func() ([]string, error) // people seen before, the latest first
	last   func() ([]string, error) // the people of the latest table that could play this game, or nil
	joined func() []string          // the people whose phones have come, suggested first; nil: phones do not matter
	tables earlierTables
	voice  *lang.Localizer
}

// Ask says where the table is and asks. Things to do first are said only with a new question: in a past event they were
// done long ago.
func (p prepared) Ask(q ask.Question) (ask.Answer, error) {
	switch head := p.where(); {
	case !head.Empty():
		q.Notes = append([]lang.Text{head}, q.Notes...)
	case !q.Stands:
		q.Notes = slices.Concat(q.Todo, q.Notes)
	}
	q.Todo = nil
	switch q.ID {
	case setup.AsksWho:
		return p.names(q)
	case setup.AsksEarlier:
		return p.tables.ask(q, p.put, p.voice.Say)
	case setup.AsksAgreed:
		r, err := p.put(q)
		if r.Text == "" && q.Suggest != nil {
			r.Text = q.Suggest.Text // the whole table, whatever Enter took
		}
		return r, err
	}
	return p.put(q)
}

// Gather says where the table is, once for the whole group.
func (p prepared) Gather(qs []ask.Question, got ask.Got) error {
	if head := p.where(); !head.Empty() {
		qs = slices.Clone(qs)
		for k := range qs {
			qs[k].Notes = append([]lang.Text{head}, qs[k].Notes...)
		}
	}
	return p.next.Gather(qs, got)
}

// put asks with a list to be searched by name sorted by name in the table's language. Answers, drafts and suggestions
// keep the game's own order, so that they mean the same in any language.
func (p prepared) put(q ask.Question) (ask.Answer, error) {
	list := ask.As[ask.Pick](q)
	if list.Sorted == 0 {
		return p.next.Ask(q)
	}
	order := p.voice.Order(list.Options[:list.Sorted])
	for i := list.Sorted; i < len(list.Options); i++ {
		order = append(order, i)
	}
	shown := q
	list.Sorted, list.Options, list.Album = 0, ordered(list.Options, order), ordered(list.Album, order)
	shown.Shape = list
	if was := q.Suggest; was != nil && slices.Contains(order, was.Value()) {
		moved := *was
		moved.Values = [][]int{{slices.Index(order, was.Value())}}
		shown.Suggest = &moved
	}
	r, err := p.next.Ask(shown)
	if at := r.Value(); err == nil && at >= 0 && at < len(order) {
		r.Values = [][]int{{order[at]}}
	}
	return r, err
}

// ordered returns the elements at some indexes, in their order; nil stays nil.
func ordered[T any](all []T, order []int) []T {
	if all == nil {
		return nil
	}
	out := make([]T, len(order))
	for i, at := range order {
		out[i] = all[at]
	}
	return out
}

// headings returns the notes that say what is corrected, inserted or read again.
func headings(notes []lang.Text) []lang.Text {
	return slices.DeleteFunc(slices.Clone(notes), func(n lang.Text) bool {
		return n.ID != puttingIn.ID && n.ID != correcting.ID && n.ID != readingIt.ID
	})
}

// names asks who plays. It lists people seen before, suggests people who came by phone, or else those of the latest
// table, and turns numbers in the answer into names.
func (p prepared) names(q ask.Question) (ask.Answer, error) {
	people, err := p.people()
	if err != nil {
		return ask.Answer{}, err
	}
	if len(people) > 0 {
		q.Written = append(slices.Clip(q.Written), whoKnown.With("people", numbered(people)))
	}
	if p.joined != nil {
		in := p.joined()
		if q.Suggest == nil && len(in) > 0 {
			q.Suggest = &ask.Answer{By: ask.Scorekeeper, Text: strings.Join(in, ", ")}
		}
		q.Phone.Known = append(slices.Clip(in), slices.DeleteFunc(slices.Clone(people[:min(len(people), mostKnown)]), func(n string) bool { return slices.Contains(in, n) })...)
	}
	var stood []string
	if q.Suggest != nil {
		stood = strings.Split(q.Suggest.Text, ", ")
	} else if last, err := p.last(); err != nil || len(last) > 0 {
		q.Suggest = &ask.Answer{By: ask.Scorekeeper, Text: strings.Join(last, ", ")}
	}
	for {
		r, err := p.put(q)
		if err != nil {
			return r, err
		}
		names, wrong := namesIn(r.Text, people)
		if wrong == nil {
			r.Text = strings.Join(spelled(names, people, stood), ", ")
			return r, nil
		}
		q.Fault, q.Suggest = wrong, &r
	}
}

var playedHere = lang.Msg("play.played-here", "Played here before (a number will do): {games}")

// mostEarlier limits the earlier tables that are listed: one digit each.
const mostEarlier = 9

// An earlierTables lists what earlier tables of a game agreed on, at the question setup.AsksEarlier. A typed number or
// name becomes the full answer, so that a draft means the same whatever another window plays in the meantime.
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

// asBefore returns the answer for a typed name: all that an earlier table of that name agreed on, listed or not, or
// else the name itself.
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
