package phones

import (
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring/laws"
)

// told reports whether a phone is told that what it sent does not count, in one place.
func (p *phone) told() bool {
	p.tb.t.Helper()
	n := strings.Count(p.page(), "what you sent was not taken")
	if n > 1 {
		p.tb.t.Error("it is said twice")
	}
	return n == 1
}

// What a phone was told to be sent counts when the table is back, whatever its question was, though the program was killed
// meanwhile; a second kill, behind that, brings nothing of it back.
func TestSentOutlivesTheProgram(t *testing.T) {
	gathers := func(got ask.Got) func(*Both, ask.Question) (ask.Answer, error) {
		return func(b *Both, q ask.Question) (ask.Answer, error) {
			var gave ask.Answer
			qs := voters()
			qs[0].In, qs[2].In, qs[0].Suggest, qs[2].Suggest = true, true, ask.Usual(4), ask.Usual(4)
			err := b.Gather(qs, func(k int, a ask.Answer) error { gave = a; return got(k, a) })
			return gave, err
		}
	}
	no3 := func(_ int, a ask.Answer) error {
		if a.Value() == 3 {
			return fault.New(lang.Literal("not that one"))
		}
		return nil
	}
	for name, one := range map[string]struct {
		q       ask.Question
		puts    func(*Both, ask.Question) (ask.Answer, error)
		refused bool
	}{
		"one person": {q: which, puts: (*Both).Ask},
		"a line":     {q: votes, puts: (*Both).Ask},
		"a group":    {puts: gathers(func(int, ask.Answer) error { return nil })},
		"refused":    {puts: gathers(no3), refused: true},
	} {
		tb, p, k := setUp(t, "Ana", "Bia", "Caio")
		puts := func() <-chan outcome {
			return later(func() (ask.Answer, error) { return one.puts(tb.both(k), one.q) })
		}
		c := puts()
		no := p[1].waits("open")
		k.fails(&ask.Aside{})
		tb.ends(c)
		tb.full(true)
		p[1].says(503, no, "3")
		tb.full(false)
		p[1].waits("open")
		p[1].says(202, no, "1")
		p[1].says(202, no, "3")
		p[1].waits("held")
		tb.start()
		c = puts()
		switch {
		case one.refused:
			waitFor(t, func() bool { return strings.Contains(p[1].page(), "not that one") })
			p[1].says(200, p[1].waits("open"), "2")
			tb.answers(c, 2)
		case name == "a line":
			p[1].waits("kept")
			p[0].says(200, p[0].waits("open"), "1")
			p[2].says(200, p[2].waits("open"), "1")
			if o := tb.ends(c); o.err != nil || o.a.Values[1][0] != 3 {
				t.Error(name, o)
			}
		default:
			tb.answers(c, 3)
		}
		c = later(func() (ask.Answer, error) { return tb.both(k).Ask(ask.Question{Head: ask.Head{ID: "behind it"}}) })
		waitFor(t, func() bool { return k.last().ID == "behind it" })
		tb.leaves(k, c)
		if tb.start(); len(tb.hub.Lobby.e.Held) > 0 || p[1].told() {
			t.Error(name, "is said to be sent still:", tb.hub.Lobby.e.Held)
		}
	}
}

// What was sent to a question that never lies there again counts nowhere, and its person is told: at the next question, or, until
// one comes, above the page; the program may be killed in between.
func TestSentAndGone(t *testing.T) {
	tb, p, k := setUp(t, "Ana", "Bia", "Caio")
	asks := func(q ask.Question) {
		t.Helper()
		c := tb.asks(k, q)
		waitFor(t, func() bool { return k.last().ID == q.ID })
		k.fails(&ask.Aside{})
		tb.ends(c)
	}
	asks(which)
	p[1].says(202, p[1].waits("open"), "3")
	if p[1].told() {
		t.Error("it waits, and is said to be lost")
	}
	asks(ask.Question{Head: ask.Head{ID: "who"}, Place: "g/1/next/0"}) // an answer was taken back
	for i, x := range p {
		if got := x.told(); got != (i == 1) {
			t.Error(i, got)
		}
	}
	laws.Need(t, tb.hub.Lobby.Rename(map[string]string{"Bia": "Beatriz"}))
	tb.start()
	tb.hub.Show([]string{"Ana", "Beatriz", "Caio"}, nil, "", Board{})
	again := which
	again.Names = []string{"Beatriz"}
	for range 2 { // the table looks something up once more
		asks(again)
		if _, state, _ := p[1].asked(); !p[1].told() || state != "open" {
			t.Error("Bia is not told:", state)
		}
	}
	p[1].says(202, p[1].waits("open"), "2")
	tb.hub.Show([]string{"Ana", "Beatriz", "Caio"}, nil, "g/2/", Board{}) // an event was taken back
	if !p[1].told() {
		t.Error("Bia is not told at once")
	}
}

// What is on its way just as the table turns to something else waits, and is not said to be late.
func TestSentAtThatMoment(t *testing.T) {
	tb, p, _ := setUp(t, "Ana", "Bia", "Caio")
	k, b := newKeyboard(), (*Both)(nil)
	c := later(func() (ask.Answer, error) { b = tb.both(k); return b.Ask(which) })
	no := p[1].waits("open")
	k.fails(&ask.Aside{})
	tb.ends(c)
	tb.hub.mu.Lock()
	tb.hub.resting = false // as it is until the asking that ended has said so
	tb.hub.mu.Unlock()
	verdict := make(chan int, 1)
	go func() { code, _ := p[1].say(no, "3"); verdict <- code }()
	time.Sleep(20 * time.Millisecond) // sooner it would wait all the same
	tb.hub.rest()
	c = later(func() (ask.Answer, error) { return b.Ask(ask.Question{Head: ask.Head{ID: "menu"}}) })
	if got := soon(t, verdict, "the verdict"); got != 202 {
		t.Error(got)
	}
	tb.leaves(k, c)
}

// The answer of one person counts once its phone has heard so, though the program is killed before the game has kept it; nothing of it
// waits once anything else is put. Where the disk does not take it, the phone is told so.
func TestHeardOutlivesTheProgram(t *testing.T) {
	for _, killed := range []bool{true, false} {
		tb, p, k := setUp(t, "Ana", "Bia")
		c := tb.asks(k, which)
		no := p[1].waits("open")
		tb.full(true)
		p[1].says(503, no, "2")
		tb.full(false)
		p[1].says(200, no, "3")
		tb.answers(c, 3)
		if killed {
			tb.start()
			tb.answers(tb.asks(k, which), 3)
		}
		c = tb.asks(k, whose)
		waitFor(t, func() bool { return k.last().ID == "teller" })
		if len(tb.kept.Held) > 0 || p[1].told() {
			t.Error(killed, "it waits still:", tb.kept.Held)
		}
		tb.leaves(k, c)
	}
}
