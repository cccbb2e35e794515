package screen

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// A gallery is who looks on, what becomes of the board so long after the start, and what is seen.
type gallery struct {
	*table
	boards map[time.Duration]Board
	seen   []string
}

// looker is an onlooker whose board changes as the gallery says.
func (g *gallery) looker(first Board) Onlooker {
	was, begin := time.Duration(-1), g.now().Steady
	return Onlooker{Board: first, Voice: lang.NewLocalizer("en", Texts), Now: g.now, Look: func() (Board, bool) {
		at, now := time.Duration(-1), g.now().Steady-begin
		for when := range g.boards {
			if when <= now {
				at = max(at, when)
			}
		}
		news := at != was
		was = at
		return g.boards[at], news
	}}
}

// show takes down when something else is seen, and what.
func (g *gallery) show(s sight) {
	what := "all"
	switch {
	case s.reveals() && s.first == none:
		what = "nobody"
	case s.reveals():
		what = fmt.Sprint("from ", s.first)
	case s.won():
		what = "won"
	case s.Clock != nil:
		what = fmt.Sprint(s.seconds, " ", s.runs, " ", s.silent)
	}
	g.seen = append(g.seen, fmt.Sprint(g.now().Steady.Round(100*ms), " ", s.ID, " ", what))
}

// ended is a game that is over, with these ranks.
func ended(ranks ...int) Board {
	b := Board{ID: "kobe", Game: "Dixit", Over: true, Reason: "Somebody wins."}
	for i, r := range ranks {
		b.Places = append(b.Places, Place{Rank: r, Name: fourteen[i], Points: 10 - r, Winner: r == 1})
	}
	return b
}

func playing(id string) Board {
	return Board{ID: id, Game: "Dixit", Places: []Place{{Rank: 1, Name: "Ana"}, {Rank: 1, Name: "Bia"}, {Rank: 1, Name: "Caio"}, {Rank: 1, Name: "Davi"}}}
}

// The places are told from the last up to the first, those who share one at once; then the
// winners stand large. A key leads there at once.
func TestReveal(t *testing.T) {
	for key, want := range map[string][]string{
		"x":     {"0s kobe all", "3s kobe nobody", "4.5s kobe from 4", "6s kobe from 2", "7.5s kobe from 1", "9s kobe won"},
		"enter": {"0s kobe all", "3s kobe nobody", "4.5s kobe from 4", "5s kobe won"},
	} {
		synctest.Test(t, func(t *testing.T) {
			g := &gallery{table: seat(), boards: map[time.Duration]Board{3 * time.Second: ended(1, 2, 2, 4)}}
			g.at(5*time.Second, key)
			g.at(time.Minute, "q")
			if end := g.looker(playing("kobe")).run(t.Context(), g.keys, g.show); end != Quit || !slices.Equal(g.seen, want) {
				t.Errorf("%v %q, want %q", end, g.seen, want)
			}
		})
	}
}

// A game that was over before anybody looked, or another one than that which was seen, has no
// secret left. One that goes on after all is shown as it stands, and ends once more.
func TestNoReveal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		again := playing("kobe")
		corrected := ended(1, 1)
		g := &gallery{table: seat(), boards: map[time.Duration]Board{
			2 * time.Second: playing("dodo"), 4 * time.Second: ended(1, 2), 6 * time.Second: corrected,
			8 * time.Second: again, 10 * time.Second: ended(1, 2), 11 * time.Second: again,
		}}
		g.at(20*time.Second, "esc")
		end := g.looker(ended(1, 2)).run(t.Context(), g.keys, g.show)
		want := []string{"0s kobe won", "2s dodo all", "4s kobe won", "6s kobe won", "8s kobe all", "10s kobe nobody", "11s kobe all"}
		if end != Quit || !slices.Equal(g.seen, want) {
			t.Errorf("%v %q, want %q", end, g.seen, want)
		}
	})
}

// Between two looks the clock runs on to the second; nothing is drawn in between. Of one that
// is no longer heard of it is said so.
func TestTheClockRunsOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := seat()
		at := func(left time.Duration, runs bool, since time.Duration) Board {
			b := playing("kobe")
			b.Clock = &timer.Snapshot{Left: left, Runs: runs, At: x.now().Wall.Add(since)}
			return b
		}
		g := &gallery{table: x, boards: map[time.Duration]Board{
			time.Second: at(8*time.Minute-500*ms, true, 500*ms), 7 * time.Second: at(7*time.Minute, false, 7*time.Second),
		}}
		g.at(10*time.Second, "ctrl+c")
		end := g.looker(playing("kobe")).run(t.Context(), g.keys, g.show)
		want := []string{"0s kobe all", "1s kobe 479 true false", "2s kobe 478 true false", "3s kobe 477 true false", "4s kobe 480 false true", "7s kobe 420 false false"}
		if end != Interrupted || !slices.Equal(g.seen, want) {
			t.Errorf("%v %q, want %q", end, g.seen, want)
		}
	})
}

// On plain lines a board is printed when it has changed, and not each second; an end at once.
func TestOnlookerOnLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := seat()
		runs, stands := playing("kobe"), playing("kobe")
		runs.Places, stands.Places = runs.Places[:1], stands.Places[:1]
		runs.Clock = &timer.Snapshot{Left: 8 * time.Minute, Runs: true, At: x.now().Wall.Add(2 * time.Second)}
		stands.Clock = &timer.Snapshot{Left: 7 * time.Minute, At: x.now().Wall}
		g := &gallery{table: x, boards: map[time.Duration]Board{2 * time.Second: runs, 4 * time.Second: stands, 6 * time.Second: ended(1)}}
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		var out strings.Builder
		if err := g.looker(Board{Wait: "No game yet."}).OnLines(ctx, &out, 60); err != nil {
			t.Error(err)
		}
		same(t, out.String(), "No game yet.",
			"", "Dixit", "8:00 left. The clock is running.", "1 Ana 0",
			"", "Dixit", "7:00 left. Paused.", "1 Ana 0",
			"", "Dixit · The game is over.", "1 Ana 9 ★", "Somebody wins.")
		if err := g.looker(playing("kobe")).OnLines(t.Context(), broken{}, 60); err == nil {
			t.Error("there is no paper")
		}
	})
	var out strings.Builder
	o := Onlooker{Board: ended(1), Voice: lang.NewLocalizer("pt-BR", Texts), Now: frozen}
	if err := o.Print(&out, 60); err != nil {
		t.Error(err)
	}
	same(t, out.String(), "Dixit · A partida acabou.", "1 Ana 9 ★", "Somebody wins.")
}

// What goes wrong while it is looked waits until the terminal can be put in order.
func TestALookThatFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gallery{table: seat()}
		o := g.looker(playing("kobe"))
		o.Look = func() (Board, bool) { panic("the table fell over") }
		e := watching(func(ctx context.Context, typed <-chan Typed, _ func(picture)) Outcome {
			return Outcome{End: o.run(ctx, typed, g.show)}
		}).guarded(t.Context(), g.keys, nil)
		if !strings.HasPrefix(e.panicked, "the table fell over") {
			t.Errorf("%+v", e)
		}
	})
}
