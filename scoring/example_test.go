package scoring_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/setup"
)

// Pig is the example of docs/new-game.md: in turn everybody rolls a die until they stop, and scores the sum, or until they
// roll a 1, and score nothing.
var pig = scoring.Define[pigState](scoring.Game{
	ID: "pig", Name: lang.T("Pig"), Min: 2, Max: 10,
	Options: []setup.Option{{ID: "target", Sheet: "target", Key: "t", Ask: lang.T("How many points win?"),
		Line: lang.N("To {n} point", "To {n} points"), Lo: 10, Hi: 1000, Default: 100, Later: true}},
	Kinds: []scoring.Kind{{Event: rolls{}}},
	Paper: &pigPaper{},
	Events: func(own any, _ setup.Table, _ *bool) ([]scoring.Placed, error) {
		return scoring.Listed("turns", own.(*pigPaper).Turns), nil
	},
})

type (
	// rolls says that By stopped at a sum, or rolled a 1: then it is 0.
	rolls struct {
		By  scoring.Name `json:"by"`
		Sum int          `json:"sum" sheet:"0..200"`
	}
	pigState struct {
		scoring.Frame
		Turns []rolls
	}
	pigPaper struct {
		Turns []rolls `json:"turns"`
	}
)

func (rolls) Kind() string { return "turn" }

// check refuses dice that nobody can keep.
func (r rolls) check() error {
	if r.Sum == 1 {
		return fault.New(lang.T("{name} rolled a 1: that scores nothing").With("name", r.By), "sum")
	}
	return nil
}

func (s pigState) Play(e scoring.Event) (scoring.State, error) {
	turn := e.(rolls)
	if err := turn.check(); err != nil {
		return s, err
	}
	s.Turns = append(slices.Clip(s.Turns), turn)
	s.Begin(lang.T("Turn {n}").With("n", len(s.Turns)))
	why := lang.T("stopped in time")
	if turn.Sum == 0 {
		why = lang.T("rolled a 1")
	}
	s.Pay(scoring.Line{Row: s.RowOf(turn.By), Points: turn.Sum, Why: why, Where: lang.T("Pig, The turn")})
	return s, nil
}

func (s pigState) Ended() bool {
	for _, n := range s.Points() {
		if n >= s.Table.Int("target", 100) {
			return true
		}
	}
	return false
}

// Next asks for the roller and the dice they kept. Enter takes the person on the left of the last one.
func (s pigState) Next(a ask.Asker, was scoring.Event) (scoring.Event, error) {
	turn, again := was.(rolls)
	by := ask.Question{ID: "pig.by", Text: lang.T("Who rolled?"), Suggest: string(turn.By), Shape: ask.Pick{Options: ask.Names(s.Present())}}
	if n := len(s.Turns); !again && n > 0 {
		by.Suggest = string(s.Left(s.Turns[n-1].By))
	}
	who, err := ask.Put(a, by, nil)
	if err != nil {
		return nil, err
	}
	sum := ask.Question{ID: "pig.sum", Text: lang.T("How many points does {name} keep?").With("name", who.Line), Shape: ask.Number{Hi: 200}}
	if again {
		sum.Suggest = strconv.Itoa(turn.Sum)
	}
	_, err = ask.Put(a, sum, func(v ask.Value) error {
		turn = rolls{By: scoring.Name(who.Line), Sum: v.One()}
		return turn.check()
	})
	return turn, err
}

// Tell says a turn in one line.
func (s pigState) Tell(e scoring.Event) (say lang.Text) {
	if turn, is := e.(rolls); is {
		say = lang.T("{by} rolled {sum}").With("by", turn.By, "sum", turn.Sum)
	}
	return say
}

func (s pigState) Paper() scoring.Paper { return pigPaper{append([]rolls{}, s.Turns...)} }

func TestPig(t *testing.T) { laws.Check(t, pig) }
