package play

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/dixit"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/pictureperfect"
	"github.com/tablemate/tablemate/old/scoring/spyfall"
	"github.com/tablemate/tablemate/old/scoring/versus"
	"github.com/tablemate/tablemate/old/setup"
)

// over returns a game that was stopped after some events, in a file of its own.
func over(t *testing.T, g scoring.Game, purpose string, table setup.Table, events ...scoring.Event) (*store.Store, *session.Session) {
	t.Helper()
	st := fileOf(t)
	return st, gameOf(t, st, g, purpose, time.Now, table, append(events, scoring.Stop{})...)
}

// A rematch seats the right people, knows who begins, and asks no more than it must before the game's first question.
func TestRematch(t *testing.T) {
	three, four := []string{"Ana", "Bia", "Caio"}, []string{"Ana", "Bia", "Caio", "Davi"}
	dealt := spyfall.Deal{Dealer: 2}
	caught := spyfall.Ending{How: spyfall.ByAccusation, Spy: 1, Location: "beach", Accuser: 0, Suspect: 1}
	for name, c := range map[string]struct {
		game   scoring.Game
		was    setup.Table
		events []scoring.Event
		people []string
		first  int
		asked  string // before the game's own questions, if the first player is not moved on
		offer  string // of the line that moves on
	}{
		"the deal goes to the left":          {versus.Game, setup.Table{Players: three, First: 1}, nil, three, 2, "", "Again, and Caio deals"},
		"and around":                         {versus.Game, setup.Table{Players: three, First: 2}, nil, three, 0, "", "Again, and Ana deals"},
		"options stay":                       {pictureperfect.Game, setup.Table{Players: three, Choices: map[string]string{"auction": "yes"}}, nil, three, 1, "cmd.first", "Again, and Bia begins"},
		"no turn, and the first one is next": {spyfall.Game, setup.Table{Players: three, First: 2}, nil, three, 2, "", "Again, and Caio begins"},
		"the spy of the last round":          {spyfall.Game, setup.Table{Players: three, First: 2}, []scoring.Event{scoring.Laid{}, dealt, caught}, three, 1, "", "Again, and Bia begins"},
		"who went home is next no more":      {spyfall.Game, setup.Table{Players: four, First: 2}, []scoring.Event{scoring.Laid{}, dealt, caught, scoring.Here{Away: []int{1}}}, []string{"Ana", "Caio", "Davi"}, 1, "", "Again, and Caio begins"},
		"who thinks of a clue":               {dixit.Game, setup.Table{Players: three}, nil, three, 0, "", ""},
		"it was played without the program":  {versus.Game, setup.Table{Players: three, First: 1, Origin: setup.AfterTheFact}, nil, three, 0, "", ""},
	} {
		for _, moved := range []bool{false, true} {
			st, s := over(t, c.game, ToPlay, c.was, c.events...)
			asked, own, out := []string{}, false, &strings.Builder{}
			k := &talker{asking: func(q ask.Question) (ask.Answer, error) {
				if own = !strings.HasPrefix(q.ID, "cmd.") && q.ID != setup.AsksAgreed; own {
					return ask.Answer{}, ask.ErrQuit
				}
				asked = append(asked, q.ID)
				return *q.Suggest, nil
			}}
			where := settingOf(st, k, out, Texts, lang.Texts, scoring.Texts, c.game.Texts)
			if got := where.Voice.Say(New(where, s).at.onward()); got != c.offer {
				t.Errorf("%s: offers %q", name, got)
			}
			e, now := where.rematch(s, s.Log.Purpose(), moved)
			if err := e.Run(); !errors.Is(err, ask.ErrQuit) || !own {
				t.Fatal(name, err)
			}
			want := strings.TrimSpace(c.asked + " " + setup.AsksAgreed)
			if moved {
				want = setup.AsksAgreed
			}
			got, _ := now.Log.Table()
			if strings.Join(asked, " ") != want || !slices.Equal(got.Players, c.people) || got.First != c.first || got.Choice("auction", "") != c.was.Choice("auction", "") || got.Played() {
				t.Errorf("%s, moved %v: asked %q, %+v", name, moved, asked, got)
			}
			if told := strings.Contains(out.String(), "nobody is next"); told != (moved && c.offer == "") {
				t.Errorf("%s, moved %v: %s", name, moved, out)
			}
		}
	}
}

// A game that was only set up is then played like any other, and one that was only scored is scored again.
func TestWhatARematchIsFor(t *testing.T) {
	three := setup.Table{Players: []string{"Ana", "Bia", "Caio"}}
	for was, want := range map[string]string{ToPlay: ToPlay, OnlySetUp: ToPlay, OnlyScore: OnlyScore} {
		st, s := over(t, versus.Game, was, three)
		e, now := settingOf(st, &talker{}, io.Discard).rematch(s, was, false)
		if now.Log.Purpose() != want || e.once || e.seats.Was.Played() != (want == OnlyScore) {
			t.Errorf("%q: %q, %+v", was, now.Log.Purpose(), e.seats.Was)
		}
	}
}

// A table that its game refuses for a rematch is asked about from the start.
func TestARematchThatDoesNotFit(t *testing.T) {
	st, s := over(t, versus.Game, ToPlay, setup.Table{Players: []string{"Ana", "Bia", "Caio"}})
	asked := ""
	k := &talker{asking: func(q ask.Question) (ask.Answer, error) { asked = q.ID; return ask.Answer{}, ask.ErrQuit }}
	g := versus.Game
	g.New = func(t setup.Table) (scoring.State, error) {
		if t.First == 1 {
			return nil, scoring.ErrUnknown
		}
		return versus.Game.New(t)
	}
	narrow, err := session.Open(st, []scoring.Game{g}, s.Log.ID(), time.Now, nil)
	laws.Need(t, err)
	if e, _ := settingOf(st, k, io.Discard).rematch(narrow, ToPlay, true); !errors.Is(e.Run(), ask.ErrQuit) || asked != setup.AsksWho {
		t.Error(asked)
	}
}

// At a shared rematch nobody scans anything if everybody has a phone already.
func TestARematchOnPhones(t *testing.T) {
	for who, page := range map[string]bool{"Caio": false, "Dora": true} {
		pages := 0
		k := asking(func(ask.Question) (ask.Answer, error) { pages++; return ask.One(0), nil })
		sharing, _ := shares(t, k, "Ana", "Bia", who)
		st, s := over(t, versus.Game, ToPlay, setup.Table{Players: []string{"Ana", "Bia", "Caio"}})
		where := settingOf(st, sharing, io.Discard)
		where.Phones = sharing
		e, _ := where.rematch(s, ToPlay, true)
		if err := e.Share(); err != nil || (pages > 0) != page {
			t.Errorf("%s: %d pages, %v", who, pages, err)
		}
	}
}
