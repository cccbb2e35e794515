// Package counted plays every game whose score is counted, round by round, at the end, or both. It knows such a game only
// from its file, which holds data and no code; it opens none, and the score pad is one as well.
package counted

import (
	_ "embed"
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// kinds returns the kinds of events of every counted game. State.Tell has their sentences.
func kinds() []scoring.Kind {
	return []scoring.Kind{{Event: Round{}}, {Event: Count{}}, {Event: Counting{}}, {Event: Won{}}, {Event: Start{}}, {Event: Asked{}, Late: true}}
}

// Game returns the game that the file describes.
func (f *File) Game() scoring.Game {
	g := scoring.Game{
		Latest: thisRound,
		ID:     f.ID, Name: f.Name.Text, Min: f.Players.Lo, Max: f.Players.Hi, Kinds: kinds(),
		New:      func(t setup.Table) (scoring.State, error) { return f.begin(t), nil },
		Handbook: book{f}, Paper: &paper{}, Events: f.events, File: &f.doc,
	}
	if f.Deals {
		g.First = dealing
	}
	if f.Setup != nil {
		g.Layout = f.layout
	}
	return scoring.Define[State](g)
}

var dealing = &setup.Opening{Ask: lang.T("Who deals first?"), Line: lang.T("{name} deals"), Key: "d", Deals: true}

// layout returns the checklist of a table.
func (f *File) layout(t setup.Table) (setup.Layout, error) {
	people := len(t.Players)
	l := setup.Layout{Data: struct {
		Players int `json:"players"`
	}{people}}
	for _, s := range f.Setup {
		if people < s.For.Lo || people > s.For.Hi {
			continue
		}
		text := s.Do.Text
		if n, there := s.N[people]; there {
			text = text.With("n", n)
		}
		l.Steps = append(l.Steps, setup.Step{Text: text})
	}
	return l, nil
}

// A paper is the game's own part of a score sheet.
type paper struct {
	Rounds  []Round         `json:"rounds,omitzero"`
	Starts  []Start         `json:"starts,omitempty"`
	AtEnd   Count           `json:"at_end,omitzero"`
	Ties    Asked           `json:"ties,omitzero"`
	Winners *[]scoring.Name `json:"winners,omitempty"`
}

// events returns the events of a sheet. Where it says that the table ended the game, the count at the end counts as it
// stands.
func (f *File) events(own any, _ setup.Table, over *bool) (all []scoring.Placed, err error) {
	p := own.(*paper)
	if err := f.checkPaper(p); err != nil {
		return nil, err
	}
	if all, err = p.rounds(); err != nil {
		return nil, err
	}
	if len(p.AtEnd) > 0 {
		if f.EachRound != nil && over != nil && *over {
			all = append(all, scoring.Placed{Event: Counting{}, At: []string{"at_end"}})
		}
		all = append(all, scoring.Placed{Event: p.AtEnd, At: []string{"at_end"}})
	}
	if p.Ties != nil {
		all = append(all, scoring.Placed{Event: p.Ties, At: []string{"ties"}})
	}
	if p.Winners != nil {
		all = append(all, scoring.Placed{Event: Won{*p.Winners}})
	}
	return all, nil
}

// checkPaper refuses keys that this game does not have, and a game of rounds without them.
func (f *File) checkPaper(p *paper) error {
	rounds := f.EachRound != nil
	for _, key := range []struct {
		name       string
		there, may bool
	}{
		{"rounds", p.Rounds != nil, rounds}, {"starts", p.Starts != nil, rounds}, {"at_end", p.AtEnd != nil, f.AtEnd != nil},
		{"ties", p.Ties != nil, f.counts()}, {"winners", p.Winners != nil, !f.counts()},
	} {
		if key.there && !key.may {
			return fault.New(lang.T("this game has no such key"), key.name)
		}
	}
	if rounds && p.Rounds == nil {
		return fault.New(sheet.MissingKey, "rounds")
	}
	return nil
}

// rounds returns the rounds of a sheet, and between them the points that newcomers begin with.
func (p *paper) rounds() (all []scoring.Placed, _ error) {
	for i, s := range p.Starts {
		at := []string{"starts", fault.Index(i)}
		if s.After > len(p.Rounds) {
			return nil, fault.New(lang.T("{n} is out of range: {lo} to {hi}").With("n", s.After, "lo", 0, "hi", len(p.Rounds)), append(at, "after")...)
		}
		if slices.ContainsFunc(p.Starts[:i], func(o Start) bool { return o.Name == s.Name }) {
			return nil, fault.New(lang.T("{name} has begun already").With("name", s.Name), append(at, "name")...)
		}
	}
	for n := range len(p.Rounds) + 1 {
		for i, s := range p.Starts {
			if s.After == n {
				all = append(all, scoring.Placed{Event: s, At: []string{"starts", fault.Index(i)}})
			}
		}
		if n < len(p.Rounds) {
			all = append(all, scoring.Placed{Event: p.Rounds[n], At: []string{"rounds", fault.Index(n)}})
		}
	}
	return all, nil
}

// File returns the game file.
func (s State) File() *sheet.Value { return &s.file.doc }

// Paper returns the game's own part of a sheet. Newcomers who began with points of their own count as having come before
// their first round.
func (s State) Paper() scoring.Paper {
	p := paper{Starts: s.Starts, AtEnd: s.Count, Ties: s.Asked}
	if s.file.EachRound != nil {
		p.Rounds = append([]Round{}, s.Rounds...)
	}
	usual := s.file.Start.of(len(s.Table.Players))
	for _, n := range s.Table.Players {
		points, said := s.Base[scoring.Row(n)]
		if !said || points == usual || slices.ContainsFunc(s.Starts, func(b Start) bool { return b.Name == n }) {
			continue
		}
		after := slices.IndexFunc(s.Rounds, func(r Round) bool { return !slices.Contains(r.Missing([]scoring.Name{n}), n) })
		if after < 0 {
			after = len(s.Rounds)
		}
		p.Starts = append(slices.Clip(p.Starts), Start{Name: n, After: after, Points: points})
	}
	// A sheet is read round by round, so that this order is the one in which it will be written again.
	p.Starts = slices.SortedStableFunc(slices.Values(p.Starts), func(a, b Start) int { return a.After - b.After })
	if s.Won != nil {
		winners := append([]scoring.Name{}, s.Won.Winners...)
		p.Winners = &winners
	}
	return p
}

var thisRound = lang.T("This round")

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
