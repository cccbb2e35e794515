package scoring_test

import (
	"fmt"
	"slices"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/internal/sheet"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// Pig is a whole game in one file, the model of docs/new-game.md: a folk game with one die. In their turn people roll
// as often as they dare and keep the sum, or nothing once a one comes up. The first player with 100 points wins.
var pig = scoring.Define[pigState](scoring.Game{
	ID: pigID, Name: lang.Msg("pig.name", "Pig"), MinPlayers: 2, MaxPlayers: 10,
	First:  lang.Msg("pig.first", "Who rolls first?"),
	New:    func(setup.Table) (scoring.State, error) { return pigState{}, nil },
	Events: scoring.Kinds(Turn{}),
	Fixed:  func(setup.Table) lang.Text { return pigFixed },
	Setup:  setup.Laying{Lay: layPig}, Reseat: pigSeats, Read: readPig,
})

const (
	pigID   = "pig"
	pigGoal = 100
)

var (
	pigKept   = lang.Msg("pig.kept", "{name}, how many points do you keep? 0: a one came up")
	pigNever1 = lang.Msg("pig.never-1", "1 point is never kept: a one ends the turn with nothing")
	pigPaid   = lang.Msg("pig.paid", "kept from the turn")
	pigNumber = lang.Msg("pig.turn", "Turn {n}")
	pigPlace  = lang.Msg("pig.source", "Pig, the turn")
	pigTold   = lang.Msg("pig.told", "{name} kept {n}")
	pigFixed  = lang.Msg("pig.fixed", "In Pig everybody who began plays to the end: keep 0 for who is away.")
	pigLay    = lang.Msg("pig.lay", "One die, and somebody who begins.")
)

// A Turn is a fact about the table, and nothing that follows from it. It names its seat, even though people roll in order,
// so that the points move along with their people.
type Turn struct {
	By   int `json:"by"`   // seat
	Kept int `json:"kept"` // 0 if a one came up, else 2 to 999
}

// Kind returns "turn".
func (Turn) Kind() string { return "turn" }

// pigState is never changed: Play returns the next one.
type pigState struct {
	scoring.Frame // the table, and what else the engine keeps

	turns []Turn
}

// roller returns the seat whose turn is next.
func (s pigState) roller() int {
	if len(s.turns) == 0 {
		return s.Table.First
	}
	return s.Table.Turn(s.turns[len(s.turns)-1].By + 1)[0]
}

func (s pigState) Play(e scoring.Event) (scoring.State, error) {
	t := e.(Turn)
	if f := scoring.CheckSeat(s.Table.Players, t.By, "by"); f != nil { // a person who left the table
		return s, f
	}
	if t.Kept < 0 || t.Kept == 1 {
		return s, fault.New(pigNever1, "kept")
	}
	s.turns = append(slices.Clip(s.turns), t)
	return s, nil
}

// Ended reports whether a person has won with 100 points.
func (s pigState) Ended() bool { return slices.Max(scoring.Points(s)) >= pigGoal }

func (s pigState) Ledger() []scoring.Line {
	lines := make([]scoring.Line, len(s.turns))
	for i, t := range s.turns {
		lines[i] = scoring.Line{Row: t.By, Part: i, Points: t.Kept, Why: pigPaid, Where: pigPlace}
	}
	return lines
}

func (s pigState) Result() scoring.Result {
	r := scoring.Result{Game: pigID, Goal: pigGoal, Rows: s.Table.Players, Points: scoring.Points(s)}
	r.Ranks = scoring.Ranks(r.Points)
	for i := range s.turns {
		r.Parts = append(r.Parts, scoring.Part{Name: pigNumber.With("n", i+1)})
	}
	if scoring.IsOver(s) {
		return r.Decide()
	}
	return r
}

// Next asks for the next turn. Every answer is stored; a resumed game runs the same code again.
func (s pigState) Next(a ask.Asker) (scoring.Event, error) {
	h := ask.Head{ID: "pig.kept", Text: pigKept.With("name", s.Table.Players[s.roller()])}
	return ask.Accept(a, h, ask.Number{Hi: 999}, func(kept int) (scoring.Event, error) {
		t := Turn{s.roller(), kept}
		_, err := s.Play(t)
		return t, err
	})
}

func (s pigState) Tell(e scoring.Event) (say lang.Text) {
	if t, ok := e.(Turn); ok {
		say = pigTold.With("name", scoring.Who(s.Table.Players, t.By), "n", t.Kept)
	}
	return say
}

// pigSeats returns an event for people in other seats.
func pigSeats(e scoring.Event, _, now setup.Table, to []int) scoring.Event {
	if t, ok := e.(Turn); ok {
		t.By = scoring.Seating{To: to, Seats: len(now.Players)}.Seat(t.By)
		return t
	}
	return e
}

// readPig reads the game's own part of a score sheet, and Write writes it:
// {"turns": [{"by": "Ana", "kept": 12}]}.
func readPig(o *sheet.Object, table *setup.Table) (told []scoring.Located) {
	for i, it := range o.Get("turns").List(0, sheet.MaxInt) {
		t := it.Object()
		e := Turn{By: scoring.Seat(t.Get("by"), table.Players), Kept: t.Get("kept").Int(0, 999)}
		told = append(told, scoring.Located{Event: e, At: []string{"turns", fault.Index(i)}})
		t.Done()
	}
	return told
}

func (s pigState) Write(func(lang.Text) string) any {
	type turn struct {
		By   string `json:"by"`
		Kept int    `json:"kept"`
	}
	w := struct {
		Turns []turn `json:"turns"`
	}{[]turn{}}
	for _, t := range s.turns {
		w.Turns = append(w.Turns, turn{s.Table.Players[t.By], t.Kept})
	}
	return w
}

func layPig(t setup.Table, _ ask.Asker) (setup.Layout, error) {
	return setup.Layout{
		Facts: struct {
			Players int `json:"players"`
		}{len(t.Players)},
		Steps: []setup.Step{{Text: pigLay}},
	}, nil
}

// A game is asked, folded and shown without a terminal.
func Example() {
	var state scoring.State
	state, _ = pig.New(setup.Table{Players: []string{"Ana", "Bia"}})
	lines := []string{"21", "1", "0", "80"}
	keyboard := ask.Func(func(q ask.Question) (ask.Answer, error) { // as the plain prompt does
		line := lines[0]
		lines = lines[1:]
		fmt.Printf("%s %s\n", q.Text, line)
		return q.Read(line)
	})
	for !state.Result().Over {
		event, err := pig.Next(keyboard, state)
		if err != nil {
			fmt.Println(err)
			return
		}
		state, err = pig.Apply(state, event)
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	for _, s := range state.Result().Standings() {
		fmt.Println(s.Rank, s.Name, s.Points)
	}

	sheet, err := scoring.ReadSheet([]byte(`{"game": "pig", "players": ["Ana", "Bia"], "turns": [{"by": "Ana", "kept": 1}]}`), []scoring.Game{pig})
	fmt.Println(sheet.State != nil, err)
	// Output:
	// Ana, how many points do you keep? 0: a one came up 21
	// Bia, how many points do you keep? 0: a one came up 1
	// Bia, how many points do you keep? 0: a one came up 0
	// Ana, how many points do you keep? 0: a one came up 80
	// 1 Ana 101
	// 2 Bia 0
	// false turns[0].kept: 1 point is never kept: a one ends the turn with nothing
}
