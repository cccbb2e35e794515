package cmd

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// The leak law: what others answer, in secret or before a part is told, changes not one byte of
// what I see on my phone, nor of what the laptop shows, until all have answered.

// A glance is a table with phones, at which one person looks at their own.
type glance struct {
	t       *testing.T
	hub     *phones.Hub
	h       http.Handler
	cookies map[int]string
	names   []string
	n       int

	mu     sync.Mutex
	laptop []string
}

const glanceHost = "192.168.77.1:8087"

func newGlance(t *testing.T, names []string) *glance {
	g := &glance{t: t, names: names, cookies: map[int]string{}}
	kept := phones.Evening{Door: "AAAAAAAAAA", Key: "K", Open: true, Seen: time.Unix(1, 0)}
	g.hub = phones.New(kept, func(phones.Evening) error { return nil }, func() time.Time { return time.Unix(1, 0) })
	g.hub.Show(append(names, "nobody's"), nil, "", phones.Board{})
	s := &phones.Server{Hub: g.hub, Hosts: []string{glanceHost}, Voices: map[string]*lang.Localizer{"en": lang.NewLocalizer("en")}}
	g.h = s.Handler()
	for seat, name := range names {
		w := g.do("POST", "/sit", seat, url.Values{"door": {"AAAAAAAAAA"}, "name": {name}})
		if len(w.Result().Cookies()) == 0 {
			t.Fatalf("%s cannot sit: %d", name, w.Code)
		}
		g.cookies[seat] = w.Result().Cookies()[0].Value
	}
	return g
}

func (g *glance) do(method, path string, seat int, form url.Values) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://"+glanceHost+path, strings.NewReader(form.Encode()))
	g.n++
	r.RemoteAddr = fmt.Sprintf("10.%d.%d.%d:1", g.n>>16, g.n>>8&255, g.n&255)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", "http://"+glanceHost)
	r.Header.Set("Accept", "text/fragment")
	r.AddCookie(&http.Cookie{Name: "tablemate-8087", Value: g.cookies[seat]})
	w := httptest.NewRecorder()
	g.h.ServeHTTP(w, r)
	return w
}

func (g *glance) Ask(q ask.Question) (ask.Answer, error) { return g.AskUntil(nil, q) }

func (g *glance) Gather([]ask.Question, ask.Got) error { panic("everybody has a phone") }

// AskUntil is the laptop, at which nobody types.
func (g *glance) AskUntil(done <-chan struct{}, q ask.Question) (ask.Answer, error) {
	g.shows(fmt.Sprint(q.ID, q.Text, q.Options, q.Barred, q.Suggest, q.Fault))
	<-done
	return ask.Answer{}, ask.ErrYielded
}

func (g *glance) Deafen() {}

func (g *glance) shows(s string) { g.mu.Lock(); defer g.mu.Unlock(); g.laptop = append(g.laptop, s) }

var number = regexp.MustCompile(`data-no="([^"]*)" data-state="open"`)

// see is what one person sees while the others answer in an order, up to the last one, and what
// the laptop shows.
func (g *glance) see(me int, order []int, lines map[int]string, put func(*phones.Both) error) (mine []string, laptop []string) {
	g.laptop = nil
	over := make(chan error, 1)
	both := &phones.Both{Keyboard: g, Hub: g.hub, Say: func(t lang.Text) { g.shows(t.String()) }}
	go func() { over <- put(both) }()
	for i, seat := range order {
		no := g.waits(seat)
		mine = append(mine, g.do("GET", "/", me, nil).Body.String())
		w := g.do("POST", "/say", seat, url.Values{"no": {no}, "line": {lines[seat]}})
		if w.Code != http.StatusOK {
			g.t.Fatalf("%s says %q: %d %s", g.names[seat], lines[seat], w.Code, w.Body)
		}
		if seat == me && i < len(order)-1 { // and the verdict on my own, but for the last: it may be gone already
			mine = append(mine, w.Body.String())
		}
	}
	if err := <-over; err != nil {
		g.t.Fatal(err)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return mine, []string{strings.Join(unique(g.laptop), "\n")} // how often it is drawn is chance
}

func unique(all []string) []string {
	var out []string
	for _, s := range all {
		if len(out) == 0 || out[len(out)-1] != s {
			out = append(out, s)
		}
	}
	return out
}

func (g *glance) waits(seat int) string {
	for range 50_000 {
		if m := number.FindStringSubmatch(g.do("GET", "/", seat, nil).Body.String()); m != nil {
			return m[1]
		}
		time.Sleep(200 * time.Microsecond)
	}
	g.t.Fatalf("%s is never asked", g.names[seat])
	return ""
}

// A peeper answers anything, and looks twice wherever several people answer: with other answers of
// the others, in the same order.
type peeper struct {
	*anybody
	t     *testing.T
	names []string
	looks int
	sides [2]*glance // the table as it was, and with other answers
}

func (p *peeper) Gather(qs []ask.Question, got ask.Got) error {
	first, second := p.lists(qs, got), p.lists(qs, got)
	put := func(b *phones.Both) error { return b.Gather(p.placed(qs), func(int, ask.Answer) error { return nil }) }
	p.compare(qs, first, second, put)
	for k := range qs { // and so it was
		r, err := qs[k].Read(first[qs[k].People[0]])
		if err != nil {
			return err
		}
		if err := got(k, r); err != nil {
			return err
		}
	}
	return nil
}

func (p *peeper) Ask(q ask.Question) (ask.Answer, error) {
	if q.Kind == ask.Draw {
		return ask.One(p.IntN(q.Hi + 1)), nil
	}
	if q.Kind != ask.Each || len(q.People) < 2 || q.People[0] < 0 || q.Fault != nil {
		return p.anybody.Ask(q)
	}
	var qs []ask.Question
	for k := range q.People {
		one := q.To(k)
		one.Plus, one.Keys = 0, nil
		qs = append(qs, one)
	}
	yes := func(int, ask.Answer) error { return nil }
	p.compare(qs, p.lists(qs, yes), p.lists(qs, yes), func(b *phones.Both) error {
		_, err := b.Ask(p.placed([]ask.Question{q})[0])
		return err
	})
	return p.anybody.Ask(q)
}

// placed are questions as they are put this time.
func (p *peeper) placed(qs []ask.Question) []ask.Question {
	out := make([]ask.Question, len(qs))
	for k, q := range qs {
		q.Place, q.In, q.Suggest, q.Stands = fmt.Sprint("game/1/next/", p.looks), false, nil, false
		out[k] = q
	}
	return out
}

// lists are answers that the game takes, by seat, as they are typed.
func (p *peeper) lists(qs []ask.Question, got ask.Got) map[int]string {
	lines := map[int]string{}
	err := p.anybody.Gather(qs, func(k int, r ask.Answer) error {
		if q := qs[k]; q.Own && q.Options[r.Values[0][0]].String() == q.Names[0] {
			r = ask.Answer{Values: [][]int{{(r.Values[0][0] + 1) % len(q.Options)}}}
			lines[q.People[0]] = q.Write(r)
			return nil
		}
		lines[qs[k].People[0]] = qs[k].Write(r)
		return got(k, r)
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return lines
}

func (p *peeper) compare(qs []ask.Question, first, second map[int]string, put func(*phones.Both) error) {
	p.looks++
	order := make([]int, len(qs))
	for i, k := range p.Perm(len(qs)) {
		order[i] = qs[k].People[0]
	}
	me := order[p.IntN(len(order))]
	if p.IntN(3) == 0 {
		me = p.IntN(len(p.names)) // perhaps somebody who is not asked
	}
	if mine, asked := first[me]; asked {
		second[me] = mine
	}
	if p.sides[0] == nil {
		p.sides = [2]*glance{newGlance(p.t, p.names), newGlance(p.t, p.names)}
	}
	a, laptopA := p.sides[0].see(me, order, first, put)
	b, laptopB := p.sides[1].see(me, order, second, put)
	for i := range a {
		if a[i] != b[i] {
			p.t.Fatalf("%s sees what others answer to %s:\n%s\n---\n%s", p.names[me], qs[0].ID, a[i], b[i])
		}
	}
	if laptopA[0] != laptopB[0] {
		p.t.Fatalf("the laptop shows what was answered to %s:\n%s\n---\n%s", qs[0].ID, laptopA[0], laptopB[0])
	}
}

// TestNobodySeesAnother plays evenings of every game; LEAKS=10000 plays so many of each.
func TestNobodySeesAnother(t *testing.T) {
	evenings, seed := wished(t, "LEAKS", usually(6, 2)), wished(t, "SEED", 1)
	for _, g := range games {
		t.Run(g.ID, func(t *testing.T) {
			looks := 0
			for n := range evenings {
				r := rand.New(rand.NewPCG(uint64(seed), uint64(n)))
				tb := seat(t, g, r)
				s, err := g.New(tb)
				if err != nil {
					t.Fatal(err)
				}
				p := &peeper{anybody: &anybody{Rand: r}, t: t, names: tb.Players}
				for range 12 {
					if s.Result().Finished() {
						break
					}
					e, err := g.Ask(p, s)
					if err != nil {
						break // somebody left
					}
					next, err := s.Apply(e)
					if err != nil {
						break
					}
					s = next
				}
				looks += p.looks
			}
			t.Log(looks, "looks")
			if looks == 0 && g.ID != "versus" {
				t.Error("nobody ever looked")
			}
		})
	}
}
