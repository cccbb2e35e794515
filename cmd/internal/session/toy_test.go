package session

import (
	"fmt"
	"maps"
	"slices"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
	"github.com/tablemate/tablemate/setup"
)

// The toy is a game with a little of everything: each turn somebody whose turn it may be names a number, a die is thrown by
// the program, and all others guess in secret. Nobody may be named twice in a row, so that corrections break later turns.
type toyTurn struct {
	Who     scoring.Name         `json:"who"`
	N       int                  `json:"n"`
	Die     int                  `json:"die"`
	Guesses map[scoring.Name]int `json:"guesses"`
	Sums    string               `json:"sums,omitempty"`
}

// A toyTie names the winner of a tie.
type toyTie struct {
	Winner scoring.Name `json:"winner"`
}

func (toyTurn) Kind() string { return "turn" }
func (toyTie) Kind() string  { return "tie" }

type toyState struct {
	scoring.Frame
	Last   scoring.Name
	Turns  int
	Winner scoring.Name
}

var toy = scoring.Define[toyState](scoring.Game{
	ID: "toy", Name: lang.Literal("Toy"), Min: 2, Max: 8,
	Options: []setup.Option{{ID: "target", Key: "t", Ask: lang.Literal("How many turns?"),
		Line: lang.Literal("turns"), Lo: 1, Hi: 9, Default: 6, Later: true}},
	Kinds: []scoring.Kind{{Event: toyTurn{}}, {Event: toyTie{}, Late: true}},
	New:   func(setup.Table) (scoring.State, error) { return toyState{}, nil },
	Layout: func(setup.Table) (setup.Layout, error) {
		return setup.Layout{Steps: []setup.Step{{Text: lang.Literal("the die")}}}, nil
	},
})

func (toyState) Tell(e scoring.Event) (say lang.Text) {
	switch e.(type) {
	case toyTurn:
		say = lang.Literal("turn")
	case toyTie:
		say = lang.Literal("tie")
	}
	return say
}

func (s toyState) target() int { return s.Table.Int("target", 6) }

func (s toyState) Ended() bool { return s.Turns >= s.target() }

func (s toyState) Paper() scoring.Paper { return nil }

func (s toyState) Play(e scoring.Event) (scoring.State, error) {
	switch e := e.(type) {
	case toyTie:
		if !s.Ended() || s.Winner != "" {
			return nil, fault.New(lang.Literal("no tie"))
		}
		s.Winner = e.Winner
		return s, nil
	case toyTurn:
		if e.Who == s.Last {
			return nil, fault.New(lang.Literal("twice in a row"), "who")
		}
		if e.N == 0 && !slices.ContainsFunc(slices.Collect(maps.Values(e.Guesses)), func(n int) bool { return n > 0 }) {
			return nil, fault.New(lang.Literal("not everybody nothing"), "guesses")
		}
		s.Last, s.Turns = e.Who, s.Turns+1
		s.Begin(lang.Literal("turn"))
		for _, n := range slices.Sorted(maps.Keys(e.Guesses)) {
			if e.Guesses[n] == e.N {
				s.Pay(scoring.Line{Row: scoring.Row(n), Points: e.Die, Why: lang.Literal("guessed")})
			}
		}
		return s, nil
	}
	return nil, scoring.ErrUnknown
}

func (s toyState) Next(a ask.Asker, was scoring.Event) (scoring.Event, error) {
	if s.Ended() {
		v, err := ask.Put(a, pickName("toy.tie", s.Present(), ""), nil)
		return toyTie{Winner: scoring.Name(v.Line)}, err
	}
	t := toyTurn{Guesses: map[scoring.Name]int{}}
	v, err := ask.Put(a, pickName("toy.who", s.Present(), s.Last), nil)
	if err != nil {
		return nil, err
	}
	t.Who, t.Die = scoring.Name(v.Line), ask.Toss(a, 6)+1
	if t.Die == 6 {
		v, err := ask.Put(a, ask.Question{ID: "toy.sums", Text: lang.Literal("what?"), Shape: ask.Words{Max: 9}}, nil)
		if err != nil {
			return nil, err
		}
		t.Sums = v.Line
	}
	v, err = ask.Put(a, ask.Question{ID: "toy.n " + v.Line, Text: lang.Literal("n?"), Shape: ask.Number{Lo: 0, Hi: 3}}, nil)
	if err != nil {
		return nil, err
	}
	t.N = v.One()
	g := ask.Group{Text: lang.Literal("guesses?")}
	for _, n := range s.Present() {
		if n != t.Who {
			g.Asked = append(g.Asked, ask.Question{ID: "toy.guess", Who: string(n), Secret: true, Shape: ask.Number{Lo: 0, Hi: 3}})
		}
	}
	values, err := ask.All(a, g, func(v []ask.Value) error {
		if len(v) > 1 && !slices.ContainsFunc(v, func(v ask.Value) bool { return !v.Given() || v.One() != 3 }) {
			return fault.New(lang.Literal("not everybody three"))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i, v := range values {
		t.Guesses[scoring.Name(g.Asked[i].Who)] = v.One()
	}
	return t, nil
}

func pickName(id string, names []scoring.Name, not scoring.Name) ask.Question {
	p := ask.Pick{}
	for _, n := range names {
		o := ask.Option{ID: string(n), Text: lang.Literal(string(n))}
		if n == not {
			o.Why = lang.Literal("it was")
		}
		p.Options = append(p.Options, o)
	}
	return ask.Question{ID: id, Text: lang.Literal(id), Shape: p}
}

func (s toyState) Decide(r scoring.Result) scoring.Result {
	r.Open = s.Ended() && s.Winner == ""
	return r
}

// games returns the toy, and all games of the shelf.
func games() []scoring.Game { return append([]scoring.Game{toy}, shelf.Games...) }

func find(id string, _ *sheet.Value) (scoring.Game, error) {
	for _, g := range games() {
		if g.ID == id {
			return g, nil
		}
	}
	return scoring.Game{}, fmt.Errorf("no game %q", id)
}
