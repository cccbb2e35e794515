package phones

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

// Things that happen at the same moment in two places.

func voters() []ask.Question {
	var qs []ask.Question
	for k := range votes.People {
		qs = append(qs, votes.To(k))
	}
	return qs
}

// A slow keyboard has its answer just when the question is taken back.
type slow struct {
	*keyboard
	on func(ask.Question) (ask.Answer, error) // used once; nil behaves like any keyboard
}

func (k *slow) AskUntil(done <-chan struct{}, q ask.Question) (ask.Answer, error) {
	if k.on == nil {
		return k.keyboard.AskUntil(done, q)
	}
	k.puts(q)
	<-done
	on := k.on
	k.on = nil
	return on(q)
}

// The scorekeeper picks a name while a vote is being saved and the list is about to change. The pick means the name
// that the key stood for, and a person who is in by then is not asked.
func TestAPickFromTheListBefore(t *testing.T) {
	for pick, want := range []string{"phones.who-is-in", "vote.1", "vote.2"} {
		tb, p, _ := setUp(t, "Ana", "Bia", "Caio")
		k := &slow{newKeyboard(), func(ask.Question) (ask.Answer, error) { return ask.One(pick), nil }}
		c := tb.gathers(k, voters(), nil)
		p[0].say(p[0].waits("open"), "2")
		waitFor(t, func() bool { return k.again() && k.last().ID == want })
		tb.leaves(k, c)
	}
}

// A change to a vote counts, even if it is sent while the table looks something up.
func TestAChangeDuringAnAside(t *testing.T) {
	tb, p, k := setUp(t, "Ana", "Bia", "Caio")
	counted := map[int]int{}
	got := func(i int, a ask.Answer) error { counted[i] = a.Value(); return nil }
	c := tb.gathers(k, voters(), got)
	no := p[0].waits("open")
	p[0].say(no, "2")
	p[0].waits("kept")
	k.fails(&ask.Aside{})
	tb.ends(c)
	p[0].says(202, no, "3")
	qs := voters()
	qs[0].In = true
	c = tb.gathers(k, qs, got)
	p[0].waits("kept")
	for _, x := range p[1:] {
		x.say(x.waits("open"), "1")
	}
	if tb.ends(c); counted[0] != 3 {
		t.Error(counted)
	}
}

// An answer to a question that is taken back is used for nobody else: not for the same question to another person, and
// not in the next game.
func TestAnotherQuestionMeanwhile(t *testing.T) {
	tb, p, k := setUp(t, "Ana", "Bia")
	one := which
	one.People, one.Names = []int{0}, []string{"Ana"}
	c := tb.asks(k, one)
	no := p[0].waits("open")
	k.fails(&ask.Aside{Want: ask.Undo})
	tb.ends(c)
	p[0].says(202, no, "3")
	c = tb.asks(k, ask.Question{Head: ask.Head{ID: "who"}, Shape: ask.Pick{Options: lang.Names([]string{"Ana", "Bia"})}, Place: which.Place})
	k.line("2")
	tb.ends(c)
	if _, state, _ := p[0].asked(); state != "" {
		t.Error("it lies there still")
	}
	c = tb.asks(k, which)
	p[1].waits("open")
	k.fails(&ask.Aside{})
	tb.ends(c)
	tb.hub.Show([]string{"Ana", "Bia"}, nil, "g/2/", Board{ID: "dixit"})
	if _, state, text := p[1].asked(); state != "" {
		t.Errorf("%q lies there in the next part", text)
	}
	p[1].says(409, no, "3")
}

// If the game panics at an answer, no question is left at the keyboard or on a phone, and the phone is told.
func TestAGameThatFails(t *testing.T) {
	tb, p, k := setUp(t, "Ana", "Bia", "Caio")
	failed := make(chan any, 1)
	go func() {
		defer func() { failed <- recover() }()
		_ = tb.both(k).Gather(voters(), func(int, ask.Answer) error { panic("the game") })
	}()
	p[0].says(409, p[0].waits("open"), "2")
	if v := soon(t, failed, "the panic"); v != "the game" {
		t.Error(v)
	}
	select {
	case k.typed <- func(ask.Question) (ask.Answer, error) { return ask.Answer{}, nil }:
		t.Error("the keyboard asks still")
	case <-time.After(50 * time.Millisecond):
	}
	if _, state, _ := p[1].asked(); state != "" {
		t.Error("the others are asked still")
	}
}

// A stranger never learns the door word. A second tab takes nobody's place, a phone that could not be saved has no
// seat, and a name tapped twice is one phone.
func TestComingInOddly(t *testing.T) {
	tb := newTable(t, "Ana", "Bia", "Caio")
	word, _ := tb.hub.Lobby.Door()
	stranger := &phone{tb: tb}
	if w := stranger.do("POST", "/leave", nil); w.Code != 401 || strings.Contains(w.Header().Get("Location"), word) {
		t.Errorf("a stranger is told the way in: %d %s", w.Code, w.Header().Get("Location"))
	}
	sit := func(p *phone, name string) int {
		return p.do("POST", "/sit", url.Values{"door": {word}, "name": {name}}).Code
	}
	p := tb.sits("Ana")[0]
	sit(p, "ana")
	if names := tb.hub.Lobby.Here().Names; len(names) != 1 {
		t.Error(names)
	}
	cookie := p.do("POST", "/sit", url.Values{"door": {word}, "name": {"Bia"}}).Result().Cookies()
	if names := tb.hub.Lobby.Here().Names; len(cookie) != 1 || len(names) != 1 || names[0] != "Bia" {
		t.Error("Ana's place is held by nobody:", names)
	}
	sit(&phone{tb: tb}, "Caio")
	if sit(&phone{tb: tb}, "Caio"); len(tb.hub.Lobby.e.Guests) != 2 {
		t.Error("tapped twice, and in twice:", tb.hub.Lobby.e.Guests)
	}
	tb.full(true)
	if code := sit(&phone{tb: tb}, "Ana"); code != 503 {
		t.Error(code)
	}
	tb.full(false)
	if free, _ := tb.hub.Lobby.seats(); len(free) != 1 || free[0] != "Ana" {
		t.Error("a phone that was refused sits there:", free)
	}
}

// If a question is put or read again, the laptop does not show what was answered on a phone, or why that was refused.
func TestTheLaptopRepeatsNothing(t *testing.T) {
	tb, p, k := setUp(t, "Ana", "Bia")
	b := tb.both(k)
	c := later(func() (ask.Answer, error) {
		return ask.Insist(b, which, func(r ask.Answer) error {
			if r.Value() == 3 {
				return badCard
			}
			return nil
		})
	})
	p[1].say(p[1].waits("open"), "3")
	waitFor(t, func() bool { return strings.Contains(p[1].page(), "card 3 is not") })
	if q := k.last(); q.Fault != nil || q.Suggest != nil {
		t.Errorf("the laptop shows %v, %v", q.Fault, q.Suggest)
	}
	p[1].say(p[1].waits("open"), "2")
	tb.ends(c)
	again := which
	was := ask.One(2)
	again.Stands, again.Suggest = true, &was
	c = later(func() (ask.Answer, error) { return b.Ask(again) })
	waitFor(t, func() bool { return k.last().Stands })
	if q := k.last(); !q.Secret || q.Suggest != nil {
		t.Errorf("the laptop shows %v", q.Suggest)
	}
	k.line("")
	if o := tb.ends(c); !o.a.Same {
		t.Error(o)
	}
}

var badCard = fault.New(lang.Literal("card 3 is not there"))

// told reports whether the phone is told, in one place, that its answer does not count.
func (p *phone) told() bool {
	p.tb.t.Helper()
	n := strings.Count(p.page(), "what you sent was not taken")
	if n > 1 {
		p.tb.t.Error("it is said twice")
	}
	return n == 1
}

// An answer that a phone was told is sent counts when the table is back, for any kind of question, even if the program
// was killed in between. A second kill after that does not bring it back.
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
		k.at(t, "behind it")
		tb.leaves(k, c)
		if tb.start(); len(tb.hub.Lobby.e.Held) > 0 || p[1].told() {
			t.Error(name, "is said to be sent still:", tb.hub.Lobby.e.Held)
		}
	}
}

// An answer to a question that never comes again does not count, and its person is told: with the next question, or
// above the page until there is one. The program may be killed in between.
func TestSentAndGone(t *testing.T) {
	tb, p, k := setUp(t, "Ana", "Bia", "Caio")
	asks := func(q ask.Question) {
		t.Helper()
		c := tb.asks(k, q)
		k.at(t, q.ID).fails(&ask.Aside{})
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
	for range 2 { // the table looks something up again
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

// An answer that is on its way when the table turns to something else is held, not late.
func TestSentAtThatMoment(t *testing.T) {
	tb, p, _ := setUp(t, "Ana", "Bia", "Caio")
	k, b := newKeyboard(), (*Both)(nil)
	c := later(func() (ask.Answer, error) { b = tb.both(k); return b.Ask(which) })
	no := p[1].waits("open")
	k.fails(&ask.Aside{})
	tb.ends(c)
	tb.change(func(h *Hub) { h.resting = false }) // as it is until the asking that ended has reported that
	verdict := make(chan int, 1)
	go func() { code, _ := p[1].say(no, "3"); verdict <- code }()
	time.Sleep(20 * time.Millisecond) // any sooner it would be held anyway
	tb.hub.rest()
	c = later(func() (ask.Answer, error) { return b.Ask(ask.Question{Head: ask.Head{ID: "menu"}}) })
	if got := soon(t, verdict, "the verdict"); got != 202 {
		t.Error(got)
	}
	tb.leaves(k, c)
}

// The answer of one person counts once its phone hears so, even if the program is killed before the game has saved it.
// It no longer waits once anything else is put. If it cannot be saved, the phone is told.
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
		k.at(t, "teller")
		if len(tb.kept.Held) > 0 || p[1].told() {
			t.Error(killed, "it waits still:", tb.kept.Held)
		}
		tb.leaves(k, c)
	}
}
