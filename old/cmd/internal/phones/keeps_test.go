package phones

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/timer"
)

// guest returns the phone's guest.
func (p *phone) guest() Guest {
	p.tb.t.Helper()
	g, ok := p.tb.hub.Lobby.guest(p.cookie)
	if !ok {
		p.tb.t.Fatal("this phone is not in")
	}
	return g
}

// sees returns the phone's view.
func (p *phone) sees() view {
	tag := "en"
	if strings.HasPrefix(p.lang, "pt") {
		tag = "pt-BR"
	}
	return p.tb.hub.view(p.guest(), &voice{v: lang.NewLocalizer(tag, Texts, ask.Texts, lang.Texts)})
}

// posts sends a form, and returns the status and the page.
func (p *phone) posts(path string, form url.Values) (int, string) {
	w := p.do("POST", path, form, func(r *http.Request) { r.Header.Set("Accept", "text/fragment") })
	return w.Code, w.Body.String()
}

// leads waits until the scorekeeper's question has an ID, and returns its form.
func (p *phone) leads(id string) *slipView {
	p.tb.t.Helper()
	var l *slipView
	waitFor(p.tb.t, func() bool {
		p.tb.hub.mu.Lock()
		now := p.tb.hub.lead()
		p.tb.hub.mu.Unlock()
		l = p.sees().Lead
		return l != nil && now != nil && now.q.ID == id && now.no == l.No
	})
	return l
}

// keeps has phones keep the score, as if the laptop had allowed it.
func (tb *table) keeps(all ...*phone) {
	tb.t.Helper()
	for _, p := range all {
		laws.Need(tb.t, tb.hub.Lobby.wish(p.guest(), true))
		p2 := tb.hub.petition()
		laws.Need(tb.t, tb.hub.Lobby.decide(p2.id, true))
	}
}

// decides returns the form of a decision on a petition.
func (p *phone) decides(line string) url.Values {
	return url.Values{"no": {p.sees().Slips[0].No}, "line": {line}}
}

// whose is a question to nobody in particular.
var whose = ask.Question{Head: ask.Head{ID: "teller", Text: lang.Literal("Who tells?")}, Shape: ask.Pick{Options: lang.Names([]string{"Ana", "Bia", "Caio"})}, Place: "g/1/next/0"}

// A phone asks to keep the score. One key at the laptop allows it, and nothing else does: the laptop's question makes
// room and comes back, and Enter decides nothing. A phone that was refused is told so, and may not ask again for a
// while.
func TestAskingToKeepTheScore(t *testing.T) {
	for _, c := range []struct {
		name                 string
		say                  func(k *keyboard)
		keeps, refused, asks bool
		ends                 error
	}{
		{name: "y", say: func(k *keyboard) { k.line("y") }, keeps: true},
		{name: "n", say: func(k *keyboard) { k.line("n") }, refused: true},
		{name: "back", say: func(k *keyboard) { k.fails(ask.ErrBack) }, refused: true},
		{name: "now", say: func(k *keyboard) { k.fails(ask.ErrNow) }, refused: true},
		{name: "something else", say: func(k *keyboard) { k.fails(&ask.Aside{}) }, refused: true},
		{name: "leave", say: func(k *keyboard) { k.fails(ask.ErrQuit) }, asks: true, ends: ask.ErrQuit},
	} {
		tb, p, k := setUp(t, "Ana", "Bia", "Caio")
		done := tb.asks(k, whose)
		k.at(t, "teller")
		if v := p[0].sees(); !v.Seat.MayAsk || v.Seat.Keeps || v.Lead != nil {
			t.Errorf("%s: %+v", c.name, v)
		}
		p[0].posts("/keep", url.Values{"keep": {"1"}})
		k.at(t, "phones.petition")
		q := k.last()
		if q.Text.String() != "Ana asks to keep the score on the phone." || !ask.As[ask.Pick](q).Quick || q.Suggest != nil || q.Place != "" {
			t.Errorf("%s: %+v", c.name, q)
		}
		if _, err := q.Read(""); err == nil {
			t.Error("Enter, meant for what stood there before, is an answer")
		}
		if v := p[0].sees(); v.Seat.MayAsk || !v.Seat.Asks || len(v.Slips) != 0 {
			t.Errorf("%s: %+v", c.name, v)
		}
		c.say(k)
		if c.ends == nil {
			k.at(t, "teller").line("2")
		}
		o := tb.ends(done)
		if !errors.Is(o.err, c.ends) || c.ends == nil && o.a.Value() != 1 {
			t.Errorf("%s: %v", c.name, o)
		}
		g := p[0].guest()
		if g.Keeps != c.keeps || g.Refused != c.refused || g.Asks != c.asks {
			t.Errorf("%s: %+v", c.name, g)
		}
		for _, again := range []bool{false, true} {
			said := strings.Contains(p[0].page(), "Somebody at the table said no")
			may := p[0].sees().Seat.MayAsk
			p[0].posts("/keep", url.Values{"keep": {"1"}})
			p[0].posts("/also", url.Values{"name": {"Bia"}})
			if g := p[0].guest(); c.refused && (said == again || may != again || g.Asks != again || g.Wants != map[bool]string{true: "Bia"}[again]) {
				t.Errorf("%s: again %v: told %v, may %v, %+v", c.name, again, said, may, g)
			}
			tb.pass(quiet + time.Second)
		}
		tb.start()
		if now := p[0].guest(); now.Keeps != g.Keeps || now.Refused || now.Asks != (c.asks || c.refused) {
			t.Errorf("%s: after a restart %+v", c.name, now)
		}
	}
}

// A key typed at the laptop the moment a petition comes answers the question that was there. A key typed the moment the
// petition goes is about the petition.
func TestAPetitionInTheSameMoment(t *testing.T) {
	tb, p, _ := setUp(t, "Ana", "Bia", "Caio")
	k := &slow{newKeyboard(), func(ask.Question) (ask.Answer, error) { return ask.One(2), nil }}
	done := tb.asks(k, whose)
	k.at(t, "teller")
	p[0].posts("/keep", url.Values{"keep": {"1"}})
	if o := tb.ends(done); o.err != nil || o.a.Value() != 2 || p[0].guest().Keeps {
		t.Error(o, p[0].guest())
	}
	k = &slow{newKeyboard(), func(ask.Question) (ask.Answer, error) { return ask.One(0), nil }}
	done = tb.asks(k, whose)
	k.at(t, "phones.petition")
	p[0].posts("/keep", url.Values{"keep": {"0"}}) // withdrawn, and granted at that very moment
	k.at(t, "teller")
	if p[0].guest().Keeps {
		t.Error("who does not want it any more keeps the score")
	}
	k.line("1")
	tb.answers(done, 0)
}

// A petition waits until nobody is typing at the laptop, so that no typing is lost.
func TestAPetitionWaitsForWhoTypes(t *testing.T) {
	tb, p, k := setUp(t, "Ana", "Bia", "Caio")
	k.typing = true
	done := tb.asks(k, whose)
	k.at(t, "teller")
	p[0].posts("/keep", url.Values{"keep": {"1"}})
	time.Sleep(2 * pause)
	if k.last().ID != "teller" || k.forgot > 0 {
		t.Error("who types is interrupted")
	}
	k.line("2")
	tb.answers(done, 1)
	done = tb.asks(k, whose)
	k.at(t, "teller")
	k.mu.Lock()
	k.typing = false
	k.mu.Unlock()
	k.at(t, "phones.petition").line("y")
	k.at(t, "teller").line("1")
	if o := tb.ends(done); o.a.Value() != 0 || !p[0].guest().Keeps {
		t.Error(o)
	}
}

// leadNow returns the number of the scorekeeper's question.
func (h *Hub) leadNow() (string, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.lead()
	if s == nil {
		return "", false
	}
	return s.no, true
}

// Only a phone that keeps the score may decide on petitions. A yes is to the petition it was given to, not to one that
// the same phone has made since.
func TestGrantingOnAPhone(t *testing.T) {
	tb, p, _ := setUp(t, "Ana+", "Bia", "Caio")
	ask1 := url.Values{"keep": {"1"}}
	p[1].posts("/keep", ask1)
	yes, no := p[0].decides("y"), p[0].decides("n")
	for _, one := range []*phone{p[1], p[2], {tb: tb}, {tb: tb, cookie: "AAAA"}} {
		if one.posts("/say", yes); p[1].guest().Keeps {
			t.Fatal("who does not keep the score grants it")
		}
	}
	if len(p[2].sees().Slips)+len(p[1].sees().Slips) > 0 {
		t.Error("who does not keep the score is asked")
	}
	if err := tb.hub.Lobby.decide("", true); !errors.Is(err, errNoOne) {
		t.Error(err)
	}
	if code, _ := p[0].posts("/say", url.Values{"no": yes["no"], "want": {"back"}}); code != 409 || !p[1].guest().Asks {
		t.Error("one question back is a no:", code)
	}
	p[0].posts("/say", yes)
	p[0].posts("/say", no) // pressed twice
	if g := p[1].guest(); !g.Keeps || g.Asks || g.Refused {
		t.Errorf("%+v", g)
	}
	if !slices.Equal(tb.hub.Lobby.Here().Keeping, []string{"Ana", "Bia"}) {
		t.Error(tb.hub.Lobby.Here().Keeping)
	}
	p[2].posts("/keep", ask1)
	stale := p[0].decides("y")
	p[2].posts("/also", url.Values{"name": {"Bia"}})
	if p[0].posts("/say", stale); !slices.Equal(p[2].guest().Names, []string{"Caio"}) || !p[1].guest().has("Bia") {
		t.Error("a yes to keeping the score gave Bia's place away")
	}
	p[0].posts("/say", p[0].decides("n"))
	p[0].posts("/say", p[0].decides("n"))
	if g := p[2].guest(); g.Wants != "" || g.Asks || g.Keeps || !g.Refused || !slices.Equal(g.Names, []string{"Caio"}) {
		t.Errorf("%+v", g)
	}
	p[1].posts("/keep", url.Values{"keep": {"0"}})
	if g := p[1].guest(); g.Keeps || g.Asks || !p[1].sees().Seat.MayAsk || p[1].sees().Lead != nil {
		t.Errorf("given up: %+v", g)
	}
	tb.keeps(p[1])
	if p[1].posts("/keep", ask1); p[1].guest().Asks {
		t.Error("who keeps the score asks for it")
	}
	if err := tb.hub.Lobby.Alone(); err != nil || len(tb.hub.Lobby.Here().Keeping) > 0 {
		t.Error(err, tb.hub.Lobby.Here().Keeping)
	}
	tb.start()
	if len(tb.hub.Lobby.Here().Keeping) > 0 {
		t.Error("after a restart some keep it")
	}
	looker := &phone{tb: tb}
	looker.posts("/keep", ask1)
	_ = tb.hub.Lobby.SetDoor(true)
	on := tb.sits("")[0]
	if on.posts("/keep", ask1); on.guest().Asks || on.sees().Seat.MayAsk {
		t.Error("nobody asks to keep the score")
	}
}

// A petition ends no question, even if the decision cannot be saved.
func TestAPetitionAndTheDisk(t *testing.T) {
	tb, p, k := setUp(t, "Ana", "Bia", "Caio")
	done := tb.asks(k, whose)
	p[0].posts("/keep", url.Values{"keep": {"1"}})
	k.at(t, "phones.petition")
	tb.full(true)
	k.line("y")
	k.at(t, "teller").line("1")
	tb.answers(done, 0)
}

// The laptop is asked about one petition at a time, the first one first. A decision on a phone makes room for the next.
func TestSeveralAsk(t *testing.T) {
	tb := newTable(t, "Ana", "Bia", "Caio", "Davi")
	p := tb.sits("Ana", "Bia", "Caio", "bia")
	tb.keeps(p[0])
	k := newKeyboard()
	done := tb.asks(k, whose)
	for _, i := range []int{1, 2} {
		p[i].posts("/keep", url.Values{"keep": {"1"}})
	}
	about := func(who string) { waitFor(t, func() bool { return strings.Contains(k.last().Text.String(), who) }) }
	about("Bia asks")
	p[0].posts("/say", p[0].decides("n"))
	about("Caio asks")
	k.line("y")
	about("the place of bia")
	k.line("n")
	about("Who tells?")
	if p[1].guest().Keeps || !p[2].guest().Keeps || p[3].guest().Wants != "" {
		t.Error(p[1].guest(), p[2].guest(), p[3].guest())
	}
	tb.leaves(k, done)
}

// Only the scorekeeper answers for the table, whatever number another phone sends, and presses the keys of the clock.
func TestWhoDoesNotKeepTheScore(t *testing.T) {
	tb, p, k := setUp(t, "Ana+", "Bia", "Caio")
	done := tb.asks(k, whose)
	no := p[0].leads("teller").No
	if p[1].sees().Lead != nil || strings.Contains(p[1].page(), no) {
		t.Error("Bia sees what she may not answer")
	}
	for name, c := range map[string]struct {
		p    *phone
		form url.Values
		code int
	}{
		"another cookie":          {p[1], url.Values{"no": {no}, "line": {"2"}}, 409},
		"back from another":       {p[1], url.Values{"no": {no}, "want": {"back"}}, 409},
		"no cookie":               {&phone{tb: tb}, url.Values{"no": {no}, "line": {"2"}}, 401},
		"no number":               {p[0], url.Values{"line": {"2"}}, 409},
		"a number that was never": {p[0], url.Values{"no": {"AAAAAAAAAAAA"}, "line": {"2"}}, 409},
		"off the list":            {p[0], url.Values{"no": {no}, "line": {"4"}}, 422},
		"nothing":                 {p[0], url.Values{"no": {no}}, 422},
	} {
		if code, _ := c.p.posts("/say", c.form); code != c.code {
			t.Errorf("%s: %d, want %d", name, code, c.code)
		}
	}
	laws.Need(t, tb.hub.Lobby.Alone())
	p[0].says(409, no, "2") // no longer the scorekeeper
	tb.leaves(k, done)
	tb.keeps(p[0])
	var pressed []string
	stop := tb.hub.Watch(Clock{Place: "g/1/next/1", Text: lang.Literal("Round"), Left: half, Runs: true, Watch: ask.Watch{Early: lang.Literal("End it"), Options: []lang.Text{lang.Literal("Accuse")}, Table: []lang.Text{lang.Literal("Somebody accuses")}}}, func(seat int, key string) bool {
		pressed = append(pressed, fmt.Sprint(seat, key))
		return key != "enter"
	})
	defer stop()
	if p[0].sees().Lead != nil {
		t.Error("a question lies there beside the clock")
	}
	if a, b := p[0].sees().Clock, p[1].sees().Clock; !a.Keeps || a.Early != "End it" || b.Keeps || b.Early != "" {
		t.Errorf("%+v, %+v", a, b)
	}
	if page := p[0].page(); !strings.Contains(page, `value="stop"`) || !strings.Contains(page, `value="1">Somebody accuses`) || strings.Contains(page, "The clock is paused.") {
		t.Error("a clock that begins stands: ", page)
	}
	tb.hub.Tick(timer.Snapshot{Left: half})
	if page := p[0].page(); !strings.Contains(page, `value="run"`) || !strings.Contains(page, "The clock is paused.") {
		t.Error("a clock that stands runs: ", page)
	}
	no = p[0].sees().Clock.No
	for _, c := range []struct {
		p    *phone
		key  string
		code int
	}{{p[1], "stop", 409}, {p[1], "1", 409}, {p[0], "p", 409}, {p[0], "stop", 200}, {p[0], "1", 200}, {p[0], "2", 409}, {p[0], "early", 200}, {p[0], "<", 200}, {p[0], "-", 422}, {p[0], "q", 409}, {p[0], "0", 409}, {p[0], "", 409}, {p[0], "enter", 409}, {p[1], "enter", 409}} {
		if code, _ := c.p.posts("/press", url.Values{"no": {no}, "option": {c.key}, "seat": {"score"}}); code != c.code {
			t.Errorf("%s: %d, want %d", c.key, code, c.code)
		}
	}
	if want := []string{"-1stop", "-11", "-1early", "-1<", "-1enter"}; !slices.Equal(pressed, want) {
		t.Error(pressed)
	}
}

// The laptop and a phone answer at the same moment, for the table or for one person. The one that counts is the one
// told so. If the laptop only looks something up, the phone tries again.
func TestTheLaptopOrAPhone(t *testing.T) {
	for _, c := range []struct {
		name string
		a    ask.Answer
		err  error
		code int
	}{{"the laptop", ask.One(2), nil, 409}, {"the laptop looks something up", ask.Answer{}, &ask.Aside{}, 503}, {"the laptop goes back", ask.Answer{}, ask.ErrBack, 409}, {"the phone", ask.Answer{}, ask.ErrYielded, 200}} {
		for _, q := range []ask.Question{whose, which} {
			tb, p, _ := setUp(t, "Ana+", "Bia", "Caio-")
			k := &slow{newKeyboard(), func(ask.Question) (ask.Answer, error) { return c.a, c.err }}
			var told []string
			both := tb.both(k)
			both.Told = func(q ask.Question, a ask.Answer) { told = append(told, fmt.Sprint(q.ID, a.Value())) }
			done := later(func() (ask.Answer, error) { return both.Ask(q) })
			answers, no, told1 := p[0], p[0].leads(q.ID).No, []string{"teller0"}
			if q.ID == which.ID {
				answers, no, told1 = p[1], p[1].waits("open"), nil
			}
			code, _ := answers.say(no, "1")
			o := tb.ends(done)
			if wins := code == 200; code != c.code || wins != (o.err == nil && o.a.Equal(ask.One(len(q.People)))) || wins != (k.forgot == 1) || wins && !slices.Equal(told, told1) {
				t.Errorf("%s, %s: the phone is told %d, and %v counts (%v), %q, deaf %d times", c.name, q.ID, code, o.a, o.err, told, k.forgot)
			}
			if p[0].sees().Lead != nil {
				t.Errorf("%s, %s: it lies there still", c.name, q.ID)
			}
		}
	}
}

// A form that is sent twice counts once. A form of a closed question never answers the next one, whatever it says, not
// even after a restart.
func TestAFormOfBefore(t *testing.T) {
	tb, p, k := setUp(t, "Ana+", "Bia+", "Caio-")
	keepers := tb.both(k)
	done := later(func() (ask.Answer, error) { return keepers.Ask(whose) })
	no := p[0].leads("teller").No
	press := url.Values{"no": {no}, "line": {"1"}}
	p[0].posted(200, "/say", press)
	tb.ends(done)
	p[0].posted(200, "/say", press) // between two questions
	again := whose                  // put anew, in the same place
	done = later(func() (ask.Answer, error) { return keepers.Ask(again) })
	now := p[0].leads("teller").No
	if now == no {
		t.Error("put anew, it has the same number")
	}
	for line, code := range map[string]int{"1": 200, "2": 409, "": 409} {
		if got, _ := p[0].posts("/say", url.Values{"no": {no}, "line": {line}}); got != code {
			t.Errorf("%q to the question before: %d, want %d", line, got, code)
		}
	}
	for _, want := range []string{"back", "now", "menu"} {
		if got, _ := p[0].posts("/say", url.Values{"no": {no}, "want": {want}}); got != 409 {
			t.Errorf("%s to the question before: %d", want, got)
		}
	}
	reply := make(chan error, 1)
	before := submission{no: no, read: func(ask.Question) (ask.Answer, error) { return ask.One(0), nil }, reply: reply}
	go func() { tb.hub.submitted <- before }() // it was on its way
	if err := soon(t, reply, "a verdict"); !errors.Is(err, errGone) {
		t.Error(err)
	}
	if len(done) > 0 {
		t.Fatal("a form of before is the answer:", <-done)
	}
	p[1].posted(200, "/say", url.Values{"no": {now}, "line": {"3"}})
	tb.answers(done, 2)
	tb.pass(time.Second)
	tb.start()
	k = newKeyboard()
	done = tb.asks(k, whose)
	if after := p[0].leads("teller").No; after == now || after == no {
		t.Error("the number of before the restart")
	}
	p[0].posted(409, "/say", url.Values{"no": {now}, "line": {"1"}})
	tb.leaves(k, done)
}

// A form pressed twice at once counts once, and both presses are told so.
func TestAFormTwiceAtOnce(t *testing.T) {
	tb, p, k := setUp(t, "Ana+", "Bia-", "Caio-")
	keepers, told, on := tb.both(k), make(chan bool), make(chan bool)
	keepers.Told = func(ask.Question, ask.Answer) { told <- true; <-on }
	done := later(func() (ask.Answer, error) { return keepers.Ask(whose) })
	form := url.Values{"no": {p[0].leads("teller").No}, "line": {"2"}}
	first := make(chan int, 1)
	go func() { code, _ := p[0].posts("/say", form); first <- code }()
	soon(t, told, "the table to be told")
	p[0].posted(200, "/say", form) // the second press counts as the first
	close(on)
	if code := soon(t, first, "the first press"); code != 200 {
		t.Error(code)
	}
	tb.answers(done, 1)
	tb.change(func(h *Hub) { h.past, h.slips = nil, []*slip{{q: whose, no: form.Get("no"), seat: scorekeeper}} }) // both were on their way before either counted
	go func() {
		s := <-tb.hub.submitted
		tb.hub.answered(&s)
		s.reply <- errGone
	}()
	p[0].posted(200, "/say", form)
}

// The list of who is in keeps its number while it is only redrawn. A press on an older list means the same person, and
// a person who is in by then is not asked.
func TestAPressOnAnOlderList(t *testing.T) {
	tb, p, k := setUp(t, "Ana+", "Bia", "Caio", "Davi-")
	done := tb.gathers(k, voters(), nil)
	old := p[0].leads(WhoIsIn)
	if len(old.Phoned) != 3 || old.Phoned[1].Value != "2" || !old.Quick {
		t.Fatalf("%+v", old)
	}
	p[0].say(p[0].sees().Slips[0].No, "1")
	waitFor(t, func() bool { l := p[0].sees().Lead; return l != nil && len(l.Phoned) == 2 })
	now := p[0].leads(WhoIsIn)
	if now.No != old.No || now.State == old.State {
		t.Errorf("%s %s, %s %s", old.No, old.State, now.No, now.State)
	}
	if code, why := p[0].posts("/say", url.Values{"no": {old.No}, "line": {"1"}}); code != 422 || !strings.Contains(why, "Ana has answered") {
		t.Errorf("who is in is asked: %d", code)
	}
	p[0].says(200, old.No, "3") // now the second option
	l := p[0].leads("vote.2")
	if l.Cover != "Answer for Caio" || l.Value != "" || p[2].sees().Slips[0].State != slipHere {
		t.Errorf("%+v", l)
	}
	p[0].says(409, old.No, "2") // a key for the list is nobody's vote
	p[0].posted(200, "/say", url.Values{"no": {l.No}, "want": {"back"}})
	p[0].leads(WhoIsIn)
	p[1].say(p[1].waits("open"), "1")
	p[2].say(p[2].waits("open"), "1")
	if o := tb.ends(done); o.err != nil {
		t.Error(o)
	}
	if p[0].sees().Lead != nil {
		t.Error("all are in, and the list lies there still")
	}
}

func always() bool { return true }

// A press does not have to wait if nobody asks, or if the question was given up.
func TestAQuestionGivenUp(t *testing.T) {
	tb, p, k := setUp(t, "Ana+", "Bia", "Caio-")
	give := make(chan time.Time)
	done := later(func() (ask.Answer, error) { return tb.both(k).AskWhile(whose, always, give) })
	no := p[0].leads("teller").No
	close(give)
	if o := tb.ends(done); !errors.Is(o.err, ask.ErrYielded) {
		t.Error(o.err)
	}
	done = tb.asks(k, whose)
	if now := p[0].leads("teller").No; now != no {
		t.Error("only drawn anew, and it has another number")
	}
	p[0].posted(200, "/say", url.Values{"no": {no}, "line": {"1"}})
	tb.ends(done)
	give = make(chan time.Time)
	done = later(func() (ask.Answer, error) { return tb.both(k).AskWhile(whose, always, give) })
	no = p[0].leads("teller").No
	close(give)
	tb.ends(done)
	for _, change := range []func(*ask.Question){func(q *ask.Question) { q.ID = "other" }, func(q *ask.Question) { q.Place = "g/1/next/1" }} {
		q := whose
		change(&q)
		give := make(chan time.Time)
		done = later(func() (ask.Answer, error) { return tb.both(k).AskWhile(q, always, give) })
		if now := p[0].leads(q.ID).No; now == no {
			t.Error("another question has the same number")
		}
		close(give)
		tb.ends(done)
	}
	k2 := &slow{newKeyboard(), func(ask.Question) (ask.Answer, error) { return ask.One(1), nil }}
	give = make(chan time.Time)
	done = later(func() (ask.Answer, error) { return tb.both(k2).AskWhile(whose, always, give) })
	p[0].leads("teller")
	close(give)
	if o := tb.ends(done); o.err != nil || o.a.Value() != 1 {
		t.Error("what was typed in that moment is lost:", o)
	}
	k3, got := newKeyboard(), []int{}
	done = tb.gathers(k3, []ask.Question{whose, whose}, func(_ int, a ask.Answer) error { got = append(got, a.Value()); return nil })
	for _, line := range []string{"2", "3"} {
		p[0].posted(200, "/say", url.Values{"no": {p[0].leads("teller").No}, "line": {line}})
	}
	if tb.ends(done); !slices.Equal(got, []int{1, 2}) {
		t.Error(got)
	}
}

// The refusal of a scorekeeper's answer is shown at the question itself.
func TestARefusalStandsAtItsQuestion(t *testing.T) {
	tb, p, k := setUp(t, "Ana+", "Bia-", "Caio-")
	q := whose
	q.Fault = fault.New(lang.Literal("not her"))
	done := tb.asks(k, q)
	l := p[0].leads("teller")
	if l.Why != "not her" {
		t.Error(l.Why)
	}
	code, body := p[0].posts("/say", url.Values{"no": {l.No}, "line": {"9"}})
	if code != 422 || !strings.Contains(body, `class="card lead`) || strings.Contains(body, "not her") || !strings.Contains(body, `class=why role=alert>✗ “9” is not on the list`) {
		t.Error(code, body)
	}
	tb.leaves(k, done)
}

// Only the scorekeeper's phone shows what the laptop prints: since the last answer, and up to a limit.
func TestWhatTheLaptopPrints(t *testing.T) {
	tb, p, _ := setUp(t, "Ana+", "Bia", "Caio-")
	tb.hub.Print("one\n")
	tb.hub.Print("two\n")
	if a, b := p[0].sees().Printed, p[1].sees().Printed; a != "one\ntwo\n" || b != "" {
		t.Errorf("%q %q", a, b)
	}
	k := newKeyboard()
	done := tb.asks(k, whose)
	k.line("1")
	tb.ends(done)
	if p[0].sees().Printed != "" {
		t.Error("it stands there still when the table has gone on")
	}
	tb.hub.Print("three\n")
	if got := p[0].sees().Printed; got != "three\n" {
		t.Errorf("%q", got)
	}
	for i := range 2000 {
		tb.hub.Print("line " + strings.Repeat("x", i%7) + strconv.Itoa(i) + "\n")
	}
	got := p[0].sees().Printed
	if len(got) > mostPrinted || len(got) < mostPrinted-40 || !strings.HasPrefix(got, "line ") || !strings.HasSuffix(got, "1999\n") {
		t.Errorf("%d %.20q", len(got), got)
	}
}

// Changes are signaled when the scorekeeper's question comes, when it is answered, and when more is printed.
func TestTheScoreWakesPhones(t *testing.T) {
	tb := newTable(t, "Ana", "Bia")
	changed, stop := tb.hub.changes()
	defer stop()
	for i, f := range []func(){
		func() { tb.hub.lay(whose, scorekeeper) }, func() { tb.hub.Print("x\n") }, func() { tb.hub.answered(nil) },
	} {
		if f(); len(changed) != 1 {
			t.Fatalf("%d: nobody is told", i)
		}
		soon(t, changed, "a change")
		if _, lies := tb.hub.leadNow(); lies != (i < 2) {
			t.Errorf("%d: it lies there: %v", i, lies)
		}
	}
	tb.hub.answered(&submission{no: "AAAA", line: "1"})
	if tb.hub.answered(nil); tb.hub.say(Guest{Keeps: true}, url.Values{"no": {"AAAA"}, "line": {"1"}}, nil) != nil {
		t.Error("the laptop has answered, and what a phone said before is not known again")
	}
}

// If the scorekeeper is asked in person, that question has the scorekeeper's tools too.
func TestToolsInPerson(t *testing.T) {
	tb, p, _ := setUp(t, "Ana+", "Bia", "Caio-")
	for _, want := range []string{"back", "menu", "now", "stays", "o"} {
		for seat, name := range []string{"Ana", "Bia"} {
			k := newKeyboard()
			q := ask.Question{
				Head:   ask.Head{ID: "card", Text: lang.Literal("Which card?"), People: []int{seat}, Names: []string{name}, Suggest: given2([]int{2}), Phone: ask.Phone{One: lang.Literal("Yours?"), Others: lang.Literal("Ana tells.")}},
				Shape:  ask.Each{Lo: 1, Hi: 4},
				Place:  "g/1/" + want,
				Keys:   []ask.Key{{Letter: "o", Text: lang.Literal("somebody else")}},
				Stands: true,
			}
			both := tb.both(k)
			both.Told = func(ask.Question, ask.Answer) {
				if want != "stays" && want != "o" {
					t.Error(want, "is told as an answer")
				}
			}
			done := later(func() (ask.Answer, error) { return both.Ask(q) })
			p[seat].waits("open")
			waitFor(t, func() bool { return seat == 1 || p[0].sees().Slips[0].Tools != "" }) // the scorekeeper's own question comes first
			own := p[seat].sees().Slips[0]
			if seat == 1 { // other phones have none of them
				if own.Tools != "" || own.Stays || len(own.Keys) > 0 || own.Text != "Yours?" {
					t.Errorf("%+v", own)
				}
				tb.leaves(k, done)
				continue
			}
			if now := p[1].sees().Now; now != "Ana tells." {
				t.Errorf("who is not asked reads %q", now)
			}
			body := p[0].page()
			form := url.Values{"no": {own.Tools}}
			switch want {
			case "stays":
				form.Set("line", "")
			case "o":
				form.Set("line", "o")
			default:
				form.Set("want", want)
				if !strings.Contains(body, `name=want value=`+want) {
					t.Error("no button", want)
				}
			}
			if own.Tools == own.No || !own.Stays || own.Text != "Yours?" || !strings.Contains(body, "somebody else") {
				t.Errorf("%+v", own)
			}
			for range 2 { // pressed twice
				p[0].posted(200, "/say", form)
			}
			o := tb.ends(done)
			if got := fmt.Sprint(o.a.Key, " ", o.a.Same, " ", o.err); got != map[string]string{"back": " false ask: one question back", "now": " false ask: forward to what is not answered yet", "menu": " false ask: something else first", "stays": " true <nil>", "o": "o false <nil>"}[want] {
				t.Errorf("%s: %s", want, got)
			}
		}
	}
}

// The scorekeeper answers with one tap for people without a phone, and may change that answer as they could. Nobody
// else does, nobody does it for people with a phone, and secrets are never answered so.
func TestAnswersForThoseWithoutAPhone(t *testing.T) {
	tb, p, k := setUp(t, "Ana+", "Bia", "Caio-")
	done := tb.asks(k, agree)
	p[0].leads(WhoIsIn)
	rest := p[0].sees().Rest
	if len(rest) != 1 || rest[0].Who != "Caio" || len(p[1].sees().Rest) != 0 {
		t.Fatalf("%+v", rest)
	}
	bias := p[1].waits("open")
	for who, c := range []struct {
		no   string
		code int
	}{{bias, 409}, {rest[0].No, 409}} {
		if code, _ := p[who].posts("/say", url.Values{"no": {c.no}, "line": {"1"}}); code != c.code {
			t.Error(who, code)
		}
	}
	for _, line := range []string{"1", "0"} { // and changed
		p[0].posted(200, "/say", url.Values{"no": {rest[0].No}, "line": {line}})
		now := p[0].sees().Rest[0]
		given := slices.IndexFunc(now.Choices, func(c choice) bool { return c.Given })
		if now.State != slipKept || given < 0 || now.Choices[given].Value != line {
			t.Errorf("%+v", now)
		}
	}
	p[0].say(p[0].waits("open"), "1")
	p[1].say(bias, "1")
	tb.values(done, "[[1] [1] [0]]")
	done = tb.gathers(k, voters(), nil)
	l := p[0].leads(WhoIsIn)
	if len(p[0].sees().Rest) != 0 || len(l.Choices) != 1 || l.Choices[0].Text != "For Caio alone: hand over the phone" {
		t.Errorf("what is secret is answered openly: %+v", l)
	}
	tb.hub.mu.Lock()
	no := tb.hub.slips[2].no
	tb.hub.mu.Unlock()
	p[0].says(409, no, "1") // nobody votes for somebody else
	tb.leaves(k, done)
}

// A switch that is off answers the next question along with this one, once, and no other question.
func TestAnsweredAlong(t *testing.T) {
	first := ask.Question{Head: ask.Head{ID: "gives", Text: lang.Literal("Who gets it?"), Phone: ask.Phone{Along: ask.Along{ID: "out", Text: lang.Literal("Somebody is out")}}}, Shape: ask.Pick{Options: lang.Names([]string{"Ana", "Bia"})}, Place: "g/1"}
	out := ask.Question{Head: ask.Head{ID: "out", Suggest: given2([]int{0, 0})}, Shape: ask.Many{Options: lang.Names([]string{"Ana", "Bia"})}, Place: "g/2"}
	stands, other := out, out
	stands.Stands, other.ID = true, "another"
	for _, c := range []struct {
		name, along string
		next        ask.Question
		asked       bool
	}{{"off", "", out, false}, {"on", "1", out, true}, {"it is read again", "", stands, true}, {"another question", "", other, true}} {
		tb, p, k := setUp(t, "Ana+", "Bia-", "Caio-")
		b := tb.both(k)
		var told []string
		b.Told = func(q ask.Question, _ ask.Answer) { told = append(told, q.ID) }
		done := later(func() (ask.Answer, error) { return b.Ask(first) })
		form := url.Values{"no": {p[0].leads("gives").No}, "line": {"2"}}
		if !strings.Contains(p[0].page(), "Somebody is out") {
			t.Error("there is no switch")
		}
		if c.along != "" {
			form.Set("along", c.along)
		}
		p[0].posts("/say", form)
		tb.answers(done, 1)
		done = later(func() (ask.Answer, error) { return b.Ask(c.next) })
		if c.asked {
			p[0].leads(c.next.ID)
			k.fails(ask.ErrQuit)
		}
		if o := tb.ends(done); (o.err != nil) != c.asked || !c.asked && (fmt.Sprint(o.a.Values) != "[[0 0]]" || !slices.Contains(told, "out")) {
			t.Errorf("%s: %+v %v", c.name, o, told)
		}
		done = later(func() (ask.Answer, error) { return b.Ask(out) }) // later on it is asked
		p[0].leads("out")
		tb.leaves(k, done)
	}
}
