package play

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/screen"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/scoring/pictureperfect"
	"github.com/tablemate/tablemate/setup"
)

func TestMain(m *testing.M) { os.Exit(laws.InMemory{M: m}.Run()) }

// A new game is open too, from its first answer on.
func TestANewGameIsSatAt(t *testing.T) {
	st, err := store.Open(context.Background(), filepath.Join(t.TempDir(), "games.db"))
	laws.Need(t, err)
	defer st.Close()
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
	e := New(Setting{Host: host, Store: st, Out: io.Discard, Width: func() int { return 80 }, Voice: lang.NewLocalizer("en"), Now: time.Now}, s)
	if err := e.Run(); !errors.Is(err, ask.ErrQuit) || !seen {
		t.Error(err, seen)
	}
	others, leave, err := st.Sit(s.Log.ID())
	if leave(); err != nil || others {
		t.Error("the seat was not left", err)
	}
}

// asking is a host that answers as it likes, and has no clock.
type asking func(ask.Question) (ask.Answer, error)

func (a asking) Ask(q ask.Question) (ask.Answer, error) { return a(q) }

func (a asking) Watch(screen.Clock) (screen.Outcome, error) { return screen.Outcome{}, ask.ErrQuit }
func (a asking) Covers() bool                               { return false }
func (a asking) Forget()                                    {}
func (a asking) Above(string, string)                       {}
func (a asking) Recap([]ask.Answered)                       {}
func (a asking) Restore()                                   {}

// A game at which people sit is offered before one that was only begun, however new that is.
func TestUnfinished(t *testing.T) {
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "games.db"))
	laws.Need(t, err)
	defer st.Close()
	now := time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)
	seed := uint64(0)
	begin := func(answers int) string {
		now, seed = now.Add(time.Minute), seed+1
		s := session.Start(st, pictureperfect.Game, OnlyScore, func() time.Time { return now }, func() uint64 { return seed })
		asked := 0
		e := New(Setting{Host: asking(func(q ask.Question) (ask.Answer, error) {
			if asked++; asked > answers {
				return ask.Answer{}, ask.ErrQuit
			}
			if ask.Is[ask.Words](q.Shape) {
				return ask.Answer{Text: "Ana, Bia"}, nil
			}
			return ask.One(0), nil
		}), Store: st, Out: io.Discard, Width: func() int { return 80 }, Voice: lang.NewLocalizer("en"), Now: time.Now}, s)
		if err := e.Run(); !errors.Is(err, ask.ErrQuit) {
			t.Fatal(err)
		}
		return s.Log.ID()
	}
	sits, begun := begin(3), begin(1)
	w := Setting{Store: st}
	open, err := w.Unfinished(9)
	if err != nil || len(open) != 2 || open[0].ID != sits || open[1].ID != begun {
		t.Errorf("%v %+v, want %s before %s", err, open, sits, begun)
	}
	if open, err := w.Unfinished(1); err != nil || len(open) != 1 || open[0].ID != sits {
		t.Errorf("%v %+v, want %s alone", err, open, sits)
	}
}

func (a asking) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(a, qs, got) }

func (a asking) AskUntil(_ <-chan struct{}, q ask.Question) (ask.Answer, error) { return a(q) }

func (a asking) Deafen() {}

func (a asking) Typing() bool { return false }
