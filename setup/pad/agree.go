package pad

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

var (
	whatGame = lang.Msg("pad.what", "What do you play?")
	whatNote = lang.Msg("pad.what-note", "A name to find it again by. Enter: no name.")

	howCounted = lang.Msg("pad.style", "What is written down?")
	eachRound  = lang.Msg("pad.style-rounds", "Points, round by round")
	atTheEnd   = lang.Msg("pad.style-categories", "Categories, at the end of the game")

	howEnds   = lang.Msg("pad.ends", "When does the game end?")
	endsWord  = lang.Msg("pad.ends-word", "When we say so")
	endsAfter = lang.Msg("pad.ends-rounds", "After a number of rounds")
	endsAt    = lang.Msg("pad.ends-target", "When somebody reaches a number of points")
	howMany   = lang.Msg("pad.how-many-rounds", "How many rounds?")
	howFar    = lang.Msg("pad.how-many-points", "Up to how many points? (The round is finished.)")

	whichCats = lang.Msg("pad.which-categories", "Which categories?")
	catsNote  = lang.Msg("pad.categories-note", "With commas between them: birds, bonus cards, eggs.")
	howTold   = lang.Msg("pad.told", "How will you count them?")
	perCat    = lang.Msg("pad.told-category", "One category after the other, everybody’s points")
	perPerson = lang.Msg("pad.told-person", "One person after the other, all of their categories")

	whoWins  = lang.Msg("pad.wins", "Who wins?")
	mostWins = lang.Msg("pad.wins-high", "Whoever has the most points")
	fewWins  = lang.Msg("pad.wins-low", "Whoever has the fewest points")
	howTie   = lang.Msg("pad.tie", "And if there is a tie?")
	shareTie = lang.Msg("pad.tie-shared", "They share the victory")
	mostOf   = lang.Msg("pad.tie-most", "The most in “{it}” wins")
	fewestOf = lang.Msg("pad.tie-fewest", "The fewest in “{it}” wins")
)

// Agree asks what is played and how it is counted. Where the answer to the first question is what
// an earlier table agreed on, nothing more is asked. What t agreed on already is suggested.
func Agree(a ask.Asker, t setup.Table) (setup.Table, error) {
	was := t
	t = t.Clone()
	t.Choices = nil
	r, err := ask.Put(a, ask.Question{
		ID: setup.AsksEarlier, Kind: ask.Words, Blank: true, Text: whatGame, Notes: []lang.Text{whatNote}, Suggest: named(was),
	}, func(r ask.Answer) error { _, f := whatIs(t, r.Text); return f.Err() })
	if err != nil {
		return t, err
	}
	if t, _ = whatIs(t, r.Text); t.Choices[Style] != "" {
		return t, nil
	}
	m := maker{a, was, t}
	err = m.choose(howCounted, Style, []value{{ByRounds, eachRound}, {ByCategories, atTheEnd}})
	switch {
	case err != nil:
	case m.t.Choices[Style] == ByCategories:
		err = m.categories()
	default:
		err = m.rounds()
	}
	return m.t, err
}

func named(t setup.Table) *ask.Answer {
	if t.Choices[Name] == "" {
		return nil
	}
	return &ask.Answer{By: ask.Scorekeeper, Text: t.Choices[Name]}
}

// whatIs is a table that plays what was answered to the first question.
func whatIs(t setup.Table, text string) (setup.Table, *fault.Fault) {
	if choices, ok := setup.ReadChosen(text); ok && choices[Style] != "" {
		t.Choices = choices
		_, f := Of(t)
		return t, f.Plain()
	}
	if text = strings.TrimSpace(text); text == "" {
		return t, nil
	}
	return t.With(Name, text), setup.CheckName(text)
}

// A maker asks for one choice after the other.
type maker struct {
	ask.Asker
	was, t setup.Table
}

// A value is one thing that a choice may be; "": then the choice is not made.
type value struct {
	id   string
	text lang.Text
}

// choose asks for one of some values with one key.
func (m *maker) choose(text lang.Text, id string, values []value) error {
	q := ask.Question{ID: text.ID, Kind: ask.Pick, Quick: true, Text: text}
	first := 0
	for i, v := range values {
		if q.Options = append(q.Options, v.text); m.was.Choices[id] == v.id {
			first = i
		}
	}
	enter := ask.One(first)
	q.Suggest = &enter
	r, err := m.Ask(q)
	if err == nil && values[r.Value()].id != "" {
		m.t = m.t.With(id, values[r.Value()].id)
	}
	return err
}

// number asks for a whole number from 1 to most.
func (m *maker) number(text lang.Text, id string, most int) error {
	q := ask.Question{ID: text.ID, Kind: ask.Number, Text: text, Lo: 1, Hi: most}
	if n := m.was.Int(id, 0); n > 0 {
		enter := ask.One(n)
		q.Suggest = &enter
	}
	r, err := m.Ask(q)
	if err == nil {
		m.t = m.t.With(id, strconv.Itoa(r.Value()))
	}
	return err
}

func (m *maker) rounds() error {
	if err := m.choose(howEnds, Ends, []value{{AtWord, endsWord}, {AfterRounds, endsAfter}, {AtTarget, endsAt}}); err != nil {
		return err
	}
	var err error
	switch m.t.Choices[Ends] {
	case AfterRounds:
		err = m.number(howMany, Planned, MostRounds)
	case AtTarget:
		err = m.number(howFar, Target, MostTarget)
	}
	if err != nil {
		return err
	}
	return m.wins()
}

func (m *maker) wins() error {
	return m.choose(whoWins, Wins, []value{{High, mostWins}, {Low, fewWins}})
}

func (m *maker) categories() error {
	q := ask.Question{ID: whichCats.ID, Kind: ask.Words, Text: whichCats, Notes: []lang.Text{catsNote}}
	if it := m.was.Choices[Categories]; it != "" {
		q.Suggest = &ask.Answer{By: ask.Scorekeeper, Text: it}
	}
	r, err := ask.Put(m, q, func(r ask.Answer) error { return CheckCategories(Split(r.Text)).Plain().Err() })
	if err != nil {
		return err
	}
	names := Split(r.Text)
	m.t = m.t.With(Categories, Join(names))
	if len(m.t.Players) > 1 {
		if err := m.choose(howTold, Told, []value{{PerCategory, perCat}, {PerPerson, perPerson}}); err != nil {
			return err
		}
	}
	if err := m.wins(); err != nil || len(m.t.Players) == 1 {
		return err
	}
	say, ties := mostOf, []value{{"", shareTie}}
	if m.t.Choices[Wins] == Low {
		say = fewestOf
	}
	for _, it := range names {
		ties = append(ties, value{it, say.With("it", it)})
	}
	were := Split(m.was.Choices[Categories])
	if i := slices.Index(were, m.was.Choices[Tie]); i >= 0 && len(were) == len(names) && !slices.Contains(names, were[i]) {
		m.was = m.was.With(Tie, names[i]) // it has another name now
	}
	return m.choose(howTie, Tie, ties)
}
