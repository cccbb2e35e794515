package scoring_test

import (
	"maps"
	"slices"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A toy game has features that the real ones do not use yet: points to begin with, people who sit a turn out, a tie that waits for a
// vote, an end at the table's word that pays.
type (
	turn struct {
		By map[scoring.Row]int `json:"by" sheet:"0..9"`
		scoring.Absent
	}
	dash struct {
		By map[scoring.Row]*int `json:"by" sheet:"0..9,null"`
	}
	vote struct {
		For scoring.Name `json:"for"`
	}
	toyState struct {
		scoring.Frame
		Past  []scoring.Event
		Voted scoring.Name
		Seen  []scoring.Name // the people who were away in the last turn
		Came  int
	}
	toyPaper struct {
		Turns []toyLine    `json:"turns"`
		Vote  scoring.Name `json:"vote,omitempty"`
	}
	toyLine struct {
		Kind   string               `json:"kind" sheet:"turn|dash"`
		By     map[scoring.Row]int  `json:"by,omitempty" may:"turn" sheet:"0..9"`
		Away   []scoring.Name       `json:"away,omitempty" may:"turn"`
		Dashed map[scoring.Row]*int `json:"dashed" when:"dash" sheet:"0..9,null"`
	}
)

func (turn) Kind() string { return "turn" }
func (dash) Kind() string { return "dash" }
func (vote) Kind() string { return "vote" }

func (dash) Anyone() {}
func (vote) Anyone() {}

func (d dash) Missing(all []scoring.Name) []scoring.Name {
	return slices.DeleteFunc(all, func(n scoring.Name) bool { by, said := d.By[scoring.Row(n)]; return !said || by != nil })
}

var toy = scoring.Define[toyState](scoring.Game{
	ID: "toy", Name: lang.Literal("Toy"), Min: 2, Max: 6,
	Teams: func(t setup.Table) bool { return t.On("pairs") },
	Options: []setup.Option{
		{ID: "pairs", Key: "m", Ask: lang.Literal("Pairs?"), Line: lang.Literal(""), Sheet: "pairs", Values: func(t setup.Table) []setup.Value {
			return []setup.Value{{ID: setup.No, Text: lang.Literal("no")}, {ID: setup.Yes, Text: lang.Literal("yes")}}[:2-len(t.Players)%2]
		}},
		{ID: "target", Key: "t", Ask: lang.Literal("To?"), Line: lang.Text{Other: "to {n}"}, Sheet: "target", Lo: 1, Hi: 99, Default: 10, Later: true},
		{ID: "loud", Key: "o", Ask: lang.Literal("Loud?"), Line: lang.Literal(""), Sheet: "loudness", Loose: true,
			Applies: func(t setup.Table) bool { return len(t.Players) > 3 },
			Values: func(setup.Table) []setup.Value {
				return []setup.Value{{ID: "loud", Text: lang.Literal("loud")}, {ID: "soft", Text: lang.Literal("soft")}}
			}},
		{ID: "rare", Key: "r", Ask: lang.Literal("Rare?"), Line: lang.Literal(""), Sheet: "rare", Lo: 1, Default: 1,
			Applies: func(t setup.Table) bool { return t.On("pairs") }},
	},
	Kinds: []scoring.Kind{
		{Event: turn{}}, {Event: dash{}}, {Event: vote{}, Late: true},
	},
	New:   func(setup.Table) (scoring.State, error) { return toyState{}, nil },
	Paper: &toyPaper{},
	Events: func(own any, _ setup.Table, _ *bool) (all []scoring.Placed, _ error) {
		p := own.(*toyPaper)
		for i, l := range p.Turns {
			var e scoring.Event = turn{l.By, scoring.Absent{Away: l.Away}}
			if l.Kind == "dash" {
				e = dash{l.Dashed}
			}
			all = append(all, scoring.Placed{Event: e, At: []string{"turns", fault.Index(i)}})
		}
		if p.Vote != "" {
			all = append(all, scoring.Placed{Event: vote{p.Vote}, At: []string{"vote"}})
		}
		return all, nil
	},
})

func (s toyState) Fixed() (why lang.Text) {
	if s.Teams {
		why = lang.Literal("teams stay together")
	}
	return why
}

func (s toyState) Tell(e scoring.Event) (say lang.Text) {
	var by []lang.Text
	told := func(r scoring.Row, n any) { by = append(by, lang.Text{Other: "{name} {n}"}.With("name", r, "n", n)) }
	switch e := e.(type) {
	case vote:
		say = lang.Text{Other: "for {for}"}.With("for", e.For)
	case turn:
		for _, r := range s.Rows() {
			if n, has := e.By[r]; has {
				told(r, n)
			}
		}
		say = lang.Text{Other: "{by}, without {away}"}.With("by", lang.Join(", ", by), "away", lang.Names(e.Away))
	case dash:
		for _, r := range s.Rows() {
			if n := e.By[r]; n != nil {
				told(r, *n)
			} else {
				told(r, "–")
			}
		}
		say = lang.Text{Other: "{by}"}.With("by", lang.Join(", ", by))
	}
	return say
}

func (s toyState) MayStart() bool { return len(s.Table.Players) < 5 }

func (s toyState) Play(e scoring.Event) (scoring.State, error) {
	pay := func(r scoring.Row, n int) {
		s.Pay(scoring.Line{Row: r, Points: n, Why: lang.Text{Other: "{name} got {n}"}.With("name", r, "n", n), Where: lang.Literal("Toy, Turn")})
	}
	if v, is := e.(vote); is {
		if s.Voted == "" { // a sheet says it before the table stopped
			s.Voted, s.Past = v.For, append(slices.Clip(s.Past), e)
			return s, nil
		}
		return s, fault.New(lang.Literal("no tie"), "for")
	}
	if _, adds := e.(dash); !adds || len(s.Parts) == 0 {
		s.Begin(lang.Literal("Turn"))
	}
	s.Seen = s.Away
	switch it := e.(type) {
	case turn:
		for _, r := range s.Rows() {
			if n, said := it.By[r]; said {
				pay(r, n)
			}
		}
		it.Away = s.Away
		e = it
	case dash:
		it.By = maps.Clone(it.By)
		for _, n := range s.Away {
			it.By[scoring.Row(n)] = nil
		}
		for _, r := range s.Rows() {
			if n := it.By[r]; n != nil {
				pay(r, *n)
			}
		}
		e = it
	}
	s.Past = append(slices.Clip(s.Past), e)
	return s, nil
}

func (s toyState) Ended() bool {
	for _, n := range s.Points() {
		if n >= s.Table.Int("target", 10) {
			return true
		}
	}
	return false
}

func (s toyState) Stop() scoring.State {
	s.Begin(lang.Literal("Stop"))
	for _, n := range s.Present() {
		s.Pay(scoring.Line{Row: s.RowOf(n), Points: 1, Why: lang.Literal("stopped")})
	}
	return s
}

func (s toyState) People() scoring.State {
	s.Came++
	return s
}

func (s toyState) Next(a ask.Asker, _ scoring.Event) (scoring.Event, error) {
	if scoring.Over(s) {
		v, err := ask.Put(a, ask.Question{ID: "toy.vote", Text: lang.Literal("Who?"), Shape: ask.Pick{Options: ask.Names(s.Table.Players)}}, nil)
		return vote{scoring.Name(v.Line)}, err
	}
	g := ask.Group{Text: lang.Literal("Points?")}
	var rows []scoring.Row
	for _, r := range s.Rows() {
		if !slices.Contains(s.Away, scoring.Name(r)) {
			rows = append(rows, r)
			g.Asked = append(g.Asked, ask.Question{ID: "toy.points", Who: string(r), Text: lang.Literal("Points?"), Shape: ask.Number{Lo: 0, Hi: 9, Blank: !s.Frame.Teams}})
		}
	}
	v, err := ask.All(a, g, nil)
	if err != nil {
		return nil, err
	}
	d, dashed := dash{By: map[scoring.Row]*int{}}, false
	t := turn{By: map[scoring.Row]int{}}
	for i, r := range rows {
		t.By[r] = v[i].One()
		d.By[r] = nil
		if n := v[i].Nums; len(n) > 0 {
			d.By[r] = &n[0]
		}
		dashed = dashed || d.By[r] == nil
	}
	if dashed {
		return d, nil
	}
	return t, nil
}

func (s toyState) Decide(r scoring.Result) scoring.Result {
	switch first := r.First(); {
	case !r.Over || len(first) == 1:
	case s.Voted != "":
		return r.Break("photo_vote", []scoring.Row{s.RowOf(s.Voted)})
	default:
		r = r.Need("photo_vote", first)
	}
	return r
}

func (s toyState) Paper() scoring.Paper {
	p := toyPaper{Turns: []toyLine{}, Vote: s.Voted}
	for _, e := range s.Past {
		switch e := e.(type) {
		case turn:
			p.Turns = append(p.Turns, toyLine{Kind: "turn", By: e.By, Away: e.Away})
		case dash:
			p.Turns = append(p.Turns, toyLine{Kind: "dash", Dashed: e.By})
		}
	}
	return p
}
