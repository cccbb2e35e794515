package play

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/screen"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/pad"
	"github.com/tablemate/tablemate/old/scoring/pictureperfect"
	"github.com/tablemate/tablemate/old/scoring/versus"
	"github.com/tablemate/tablemate/old/setup"
)

func TestMain(m *testing.M) { os.Exit(laws.InMemory{M: m}.Run()) }

// fileOf opens a file of games that is closed when the test is over.
func fileOf(t *testing.T) *store.Store {
	t.Helper()
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "games.db"))
	laws.Need(t, err)
	t.Cleanup(func() { _ = st.Close() })
	return st
}

// gameOf begins a game at a table, at the times of now, and does some events in it.
func gameOf(t *testing.T, st *store.Store, g scoring.Game, purpose string, now func() time.Time, table setup.Table, events ...scoring.Event) *session.Session {
	t.Helper()
	s := session.Start(st, g, purpose, now, func() uint64 { return uint64(now().UnixNano()) })
	laws.Need(t, s.Begin(nil, func(ask.Asker) (setup.Table, error) { return table, nil }))
	for _, e := range events {
		laws.Need(t, s.Do(e))
	}
	return s
}

// settingOf returns a Setting for a host and a page of 80 columns, in English with the texts of some packages.
func settingOf(st *store.Store, host Host, out io.Writer, texts ...lang.Catalog) Setting {
	return Setting{
		Host: host, Store: st, Out: out, Width: func() int { return 80 }, Voice: lang.NewLocalizer("en", texts...), Now: time.Now,
		Random: func() uint64 { return 4 },
	}
}

// A new game counts as open from its first answer on.
func TestANewGameIsSatAt(t *testing.T) {
	st := fileOf(t)
	s := session.Start(st, pictureperfect.Game, OnlyScore, time.Now, func() uint64 { return 9 })
	seen := false
	host := asking(func(q ask.Question) (ask.Answer, error) {
		switch q.ID {
		case "cmd.who-plays":
			return ask.Answer{Text: "Ana, Bia"}, nil
		case setup.AsksAgreed:
			return *q.Suggest, nil
		}
		others, leave, err := st.Sit(s.Log.ID())
		if err != nil {
			t.Error(err)
		}
		leave()
		seen = others
		return ask.Answer{}, ask.ErrQuit
	})
	e := New(settingOf(st, host, io.Discard), s)
	if err := e.Run(); !errors.Is(err, ask.ErrQuit) || !seen {
		t.Error(err, seen)
	}
	others, leave, err := st.Sit(s.Log.ID())
	if leave(); err != nil || others {
		t.Error("the seat was not left", err)
	}
}

// An asking is a host that answers as it likes, and has no clock.
type asking func(ask.Question) (ask.Answer, error)

func (a asking) Ask(q ask.Question) (ask.Answer, error) { return a(q) }

func (a asking) AskUntil(_ <-chan struct{}, q ask.Question) (ask.Answer, error) { return a(q) }

func (a asking) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(a, qs, got) }

func (a asking) Watch(screen.Clock) (screen.Outcome, error) { return screen.Outcome{}, ask.ErrQuit }
func (a asking) Covers() bool                               { return false }
func (a asking) Typing() bool                               { return false }
func (a asking) Forget()                                    {}
func (a asking) Deafen()                                    {}
func (a asking) Above(string, string)                       {}
func (a asking) Recap([]ask.Answered)                       {}
func (a asking) Restore()                                   {}

// A game with people is offered before one that was only begun, however new that is.
func TestUnfinished(t *testing.T) {
	st := fileOf(t)
	now := time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)
	seed := uint64(0)
	begin := func(answers int) string {
		now, seed = now.Add(time.Minute), seed+1
		s := session.Start(st, pictureperfect.Game, OnlyScore, func() time.Time { return now }, func() uint64 { return seed })
		asked := 0
		e := New(settingOf(st, asking(func(q ask.Question) (ask.Answer, error) {
			if asked++; asked > answers {
				return ask.Answer{}, ask.ErrQuit
			}
			if ask.Is[ask.Words](q.Shape) {
				return ask.Answer{Text: "Ana, Bia"}, nil
			}
			return ask.One(0), nil
		}), io.Discard), s)
		if err := e.Run(); !errors.Is(err, ask.ErrQuit) {
			t.Fatal(err)
		}
		return s.Log.ID()
	}
	sits, begun := begin(3), begin(1)
	w := Setting{Store: st}
	open, err := w.unfinished(9)
	if err != nil || len(open) != 2 || open[0].ID != sits || open[1].ID != begun {
		t.Errorf("%v %+v, want %s before %s", err, open, sits, begun)
	}
	if open, err := w.unfinished(1); err != nil || len(open) != 1 || open[0].ID != sits {
		t.Errorf("%v %+v, want %s alone", err, open, sits)
	}
}

// A game with nothing to lay out can be played and scored, but not set up only.
func TestChooseGame(t *testing.T) {
	st := fileOf(t)
	for purpose, want := range map[string]string{ToPlay: "pad", OnlyScore: "pad", OnlySetUp: "versus"} {
		first := asking(func(ask.Question) (ask.Answer, error) { return ask.One(0), nil })
		w := Setting{Host: first, Store: st, Games: []scoring.Game{pad.Game, versus.Game}}
		if c, err := w.chooseGame(purpose); err != nil || c.Game.ID != want || c.Purpose != purpose {
			t.Errorf("%q: %s %v", purpose, c.Game.ID, err)
		}
	}
}
