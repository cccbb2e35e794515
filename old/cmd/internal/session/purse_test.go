package session

import (
	"context"
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// Purse is the game of these tests. A move puts gold into somebody's purse or takes it out, never more than is in it,
// and everybody secretly says what they think of it.
var purse = scoring.Define[purses](scoring.Game{
	ID: "purse", Name: lang.Literal("Purse"), MinPlayers: 2, MaxPlayers: 4,
	New:    func(t setup.Table) (scoring.State, error) { return purses{gold: make([]int, len(t.Players))}, nil },
	Events: scoring.Kinds(move{}),
})

type move struct {
	Who    int   `json:"who"`
	Amount int   `json:"amount"`
	Votes  []int `json:"votes,omitempty"`
	Luck   int   `json:"luck"`
}

func (move) Kind() string { return "move" }

type purses struct {
	scoring.Frame

	gold []int
	paid []scoring.Line
	asks func(ask.Asker, purses) (scoring.Event, error) // nil: the usual questions
}

// asked returns the game with other questions.
func asked(f func(ask.Asker, purses) (scoring.Event, error)) scoring.Game {
	g := purse
	g.New = func(t setup.Table) (scoring.State, error) {
		return purses{gold: make([]int, len(t.Players)), asks: f}, nil
	}
	return scoring.Define[purses](g)
}

func (p purses) Play(e scoring.Event) (scoring.State, error) {
	m := e.(move)
	switch {
	case m.Who >= len(p.gold):
		return nil, fault.New(lang.Literal("nobody sits there"), "who")
	case p.gold[m.Who]+m.Amount < 0:
		return nil, fault.New(lang.Literal("an empty purse"), "amount")
	case m.Amount == 13:
		return nil, fault.New(lang.Literal("bad luck"), "amount") // the questions do not know that
	}
	next := purses{p.Frame, append([]int{}, p.gold...), append(p.paid[:len(p.paid):len(p.paid)], scoring.Line{Row: m.Who, Points: m.Amount}), p.asks}
	next.gold[m.Who] += m.Amount
	return next, nil
}

func (p purses) Ledger() []scoring.Line { return p.paid }

func (p purses) Result() scoring.Result {
	r := scoring.Result{Game: "purse", Rows: p.Table.Players, Points: p.gold, Ranks: scoring.Ranks(p.gold)}
	if scoring.IsOver(p) {
		r = r.Decide()
	}
	return r
}

func (p purses) Ended() bool { return p.Table.On("short") && len(p.paid) >= 2 }

func (p purses) Tell(scoring.Event) lang.Text { return lang.Text{} }

func (p purses) Write(func(lang.Text) string) any { return nil }

func (p purses) Next(a ask.Asker) (scoring.Event, error) {
	if p.asks != nil {
		return p.asks(a, p)
	}
	who, err := ask.PickOne(a, "purse.who", lang.Literal("Who?"), lang.Names(p.Table.Players), -1)
	if err != nil {
		return nil, err
	}
	amount, err := ask.Accept(a, ask.Head{ID: "purse.amount", Text: lang.Literal("How much?")}, ask.Number{Lo: -99, Hi: 99}, func(n int) (int, error) {
		if p.gold[who]+n < 0 {
			return n, fault.New(lang.Literal("an empty purse"))
		}
		return n, nil
	})
	if err != nil {
		return nil, err
	}
	m := move{Who: who, Amount: amount}
	if m.Luck, err = ask.Toss(a, 1000); err != nil {
		return nil, err
	}
	// The poorest votes first, so the state decides who is asked.
	h := ask.Head{ID: "purse.vote", Secret: true, People: p.poorestFirst(), Names: p.names(p.poorestFirst())}
	votes, err := ask.InTurn(a, h, ask.Each{Hi: 9}, nil)
	for _, v := range votes {
		m.Votes = append(m.Votes, v.One())
	}
	return m, err
}

func (p purses) names(seats []int) []string {
	var out []string
	for _, seat := range seats {
		out = append(out, p.Table.Players[seat])
	}
	return out
}

func (p purses) poorestFirst() []int {
	turn := p.Table.Turn(0)
	for i := range turn {
		for j := i; j > 0 && p.gold[turn[j]] < p.gold[turn[j-1]]; j-- {
			turn[j], turn[j-1] = turn[j-1], turn[j]
		}
	}
	return turn
}

// askTable asks for two names and whether the game is short.
func askTable(a ask.Asker) (setup.Table, error) { return askTableAgain(a, setup.Table{}) }

func askTableAgain(a ask.Asker, _ setup.Table) (setup.Table, error) {
	t := setup.Table{Choices: map[string]string{}}
	for i := range 2 {
		r, err := a.Ask(ask.Question{Head: ask.Head{ID: "name." + strconv.Itoa(i), Text: lang.Literal("Name?")}, Shape: ask.Words{}})
		if err != nil {
			return t, err
		}
		t.Players = append(t.Players, r.Text)
	}
	short, err := ask.PickOne(a, "short", lang.Literal("Short?"), lang.List{lang.Literal("no"), lang.Literal("yes")}, -1)
	t.Choices["short"] = []string{setup.No, setup.Yes}[max(0, short)]
	return t, err
}

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// watch returns a clock that moves on a minute with every reading.
func watch() func() time.Time {
	n := 0
	return func() time.Time { n++; return noon.Add(time.Duration(n) * time.Minute) }
}

// dice returns a repeatable source of random numbers.
func dice() func() uint64 {
	x := uint64(20261121)
	return func() uint64 { x = x*6364136223846793005 + 1442695040888963407; return x >> 7 }
}

func file(t testing.TB) string { t.Helper(); return filepath.Join(t.TempDir(), "games.db") }

func opened(t testing.TB, path string) *store.Store {
	t.Helper()
	st, err := store.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() }) // some tests close it themselves
	return st
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// need returns a value that a test cannot do without.
func need[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func wants(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("%v, want %v", err, want)
	}
}

// say returns a script of lines "id=line", in order.
func say(t testing.TB, lines ...string) *asktest.Script {
	t.Helper()
	said := make([]asktest.Said, len(lines))
	for i, l := range lines {
		id, text, _ := strings.Cut(l, "=")
		said[i] = asktest.Said{ID: id, Line: text}
	}
	return asktest.NewScript(t, said...)
}

// tells answers the next questions, and leaves at the one after them.
func tells(t testing.TB, s *Session, lines ...string) {
	t.Helper()
	_, err := s.Next(say(t, lines...))
	wants(t, err, ask.ErrQuit)
}

// happens answers all questions of the next event.
func happens(t testing.TB, s *Session, lines ...string) {
	t.Helper()
	need(s.Next(say(t, lines...)))
}

func table(s *Session) setup.Table { t, _ := s.Log.Table(); return t }

var tableSaid = []string{"name.0=Ana", "name.1=Bia", "short=1"}

// begun returns a session with Ana and Bia at the table.
func begun(t testing.TB, st *store.Store) *Session {
	t.Helper()
	return begunAs(t, st, purse)
}

// begunAs returns such a session of a game.
func begunAs(t testing.TB, st *store.Store, g scoring.Game) *Session {
	t.Helper()
	s := Start(st, g, "", watch(), dice())
	must(t, s.Begin(say(t, tableSaid...), askTable))
	return s
}

func reopened(t testing.TB, st *store.Store, id string) *Session {
	t.Helper()
	s, err := Open(st, []scoring.Game{purse}, id, watch(), dice())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// gold returns the contents of all purses.
func gold(s *Session) string {
	var out []string
	for _, n := range s.Log.State().(purses).gold {
		out = append(out, strconv.Itoa(n))
	}
	return strings.Join(out, " ")
}

// edit, insert and remove make a correction and drop what stands in its way.
func edit(s *Session, a ask.Asker, id int) error {
	if indexOf(s.Log.items, id) < 0 {
		return errGone
	}
	s.Place.Open(id)
	return makeIt(s)(s.Part(a, askTableAgain))
}

func insert(s *Session, a ask.Asker, before int) error { return makeIt(s)(s.Insert(a, before)) }

func remove(s *Session, id int) error { return makeIt(s)(s.Remove(id)) }

func makeIt(s *Session) func(*Proposal, error) error {
	return func(p *Proposal, err error) error {
		if err != nil || p == nil {
			return err
		}
		return s.Make(p)
	}
}
