package phones

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/scoring/shelf"
	"github.com/tablemate/tablemate/setup"
)

const host = "192.168.77.1:8087"

// newHub returns a hub at whose table everybody has a phone.
func newHub(t setup.Table) *Hub {
	h := NewHub(Config{Host: host, Now: time.Now})
	h.Show(Scene{Table: t, Begun: true})
	for _, n := range t.Players {
		token := h.enter()
		g, _ := h.guest(token)
		if err := h.join(g.ID, string(n)); err != nil {
			panic(err)
		}
	}
	return h
}

// documents returns what every phone and the board show.
func (h *Hub) documents() string {
	var all []Doc
	for _, l := range []lang.Lang{lang.English, lang.Portuguese} {
		for _, g := range h.lobby.guests {
			all = append(all, h.view(*g, false, l))
		}
		all = append(all, h.view(guest{}, true, l))
	}
	raw, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// A twice is the asker of a random evening: each secret is answered in two ways, and no document may tell which.
type twice struct {
	*testing.T
	laws.Player
	hub     *Hub
	place   int
	secrets *int
}

func (w *twice) Put(g ask.Group, got ask.Got) error {
	w.place++
	for i, q := range g.Asked {
		if !q.Secret || g.Told || g.Sum > 0 {
			continue
		}
		var seen []string
		for range 2 {
			line := w.Line(q)
			for tries := 0; tries < 50; tries++ {
				if _, err := q.Read(line); err == nil {
					break
				}
				line = w.Line(q)
			}
			w.hub.asked = nil
			w.hub.took(w.hub.lay(fmt.Sprint(w.place), g), []ask.Answer{{To: i, Line: line}})
			seen = append(seen, w.hub.documents())
		}
		if *w.secrets++; seen[0] != seen[1] {
			w.Fatalf("%s: a secret shows in a document:\n%s\n%s", q.ID, seen[0], seen[1])
		}
	}
	return w.Player.Put(g, got)
}

// What is agreed so that secrets are asked.
var chosen = map[string]map[string]string{"dixit": {"secret": "yes"}, "picture-perfect": {"auction": "yes", "secret": "yes"}}

// Two evenings that differ in one secret are the same on every phone and on the board, until it is told.
func TestNobodySeesASecret(t *testing.T) {
	for _, game := range shelf.Games {
		secrets := 0
		for n := range laws.Evenings() {
			r := rand.New(rand.NewPCG(uint64(n), 11))
			w := &twice{T: t, Player: laws.Player{Rand: r}, hub: newHub(setup.Table{}), secrets: &secrets}
			dialog := func() *ask.Dialog {
				return &ask.Dialog{Seed: uint64(n), Keep: func(int, []ask.Entry) error { return nil }}
			}
			table, err := ask.Run(w.Player, dialog(), func(a ask.Asker) (setup.Table, error) { return game.Agree(a, setup.Table{}) })
			if err != nil {
				t.Fatal(err)
			}
			if table.Choices == nil {
				table.Choices = map[string]string{}
			}
			for option, choice := range chosen[game.ID] {
				table.Choices[option] = choice
			}
			w.hub = newHub(table)
			s, err := game.Begin(table)
			for range 40 {
				if err != nil || !game.Waits(s) {
					break
				}
				var e scoring.Event
				if e, err = ask.Run(w, dialog(), func(a ask.Asker) (scoring.Event, error) { return game.Next(s, a, nil) }); err == nil && e != nil {
					s, err = game.Apply(s, e)
				}
			}
			if err != nil {
				t.Fatalf("%s, evening %d: %v", game.ID, n, err)
			}
		}
		if chosen[game.ID] != nil && secrets == 0 {
			t.Errorf("%s: no secret was asked", game.ID)
		}
	}
}

// A laptop is a keyboard at which nobody types.
type laptop struct{ Keyboard }

func (laptop) PutUntil(ctx context.Context, _ ask.Group, _ ask.Got) error {
	<-ctx.Done()
	return ask.Gone
}
func (laptop) Put(ask.Group, ask.Got) error { panic("the laptop alone is asked") }
func (laptop) Say(...string)                {}
func (laptop) Width() int                   { return 80 }

// A phone sends requests as a browser does.
type phone struct {
	*testing.T
	to     http.Handler
	cookie *http.Cookie
}

func (p *phone) send(method, path, body string, change ...func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host, r.RemoteAddr = host, "192.168.77.2:4000"
	r.Header.Set("Origin", "http://"+host)
	if p.cookie != nil {
		r.AddCookie(p.cookie)
	}
	for _, c := range change {
		c(r)
	}
	w := httptest.NewRecorder()
	p.to.ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		p.cookie = c
	}
	return w
}

// doc returns the phone's document.
func (p *phone) doc() Doc {
	p.Helper()
	var got struct {
		Doc Doc `json:"doc"`
	}
	w := p.send(http.MethodGet, "/doc", "")
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		p.Fatalf("%v in %s", err, w.Body)
	}
	return got.Doc
}

// A disk takes answers down.
type disk struct {
	mu    sync.Mutex
	lines []string
}

func (d *disk) got(g ask.Group) ask.Got {
	return func(in ...ask.Answer) error {
		d.mu.Lock()
		defer d.mu.Unlock()
		for _, a := range in {
			if _, err := g.Asked[a.To].Read(a.Line); err != nil {
				return err
			}
			if a.Line == "3" {
				return fault.New(lang.Literal("3 is nobody's card"))
			}
		}
		for _, a := range in {
			line := g.Asked[a.To].Who + " " + a.Line
			if len(d.lines) == 0 || d.lines[len(d.lines)-1] != line { // the recorder writes nothing for what it has
				d.lines = append(d.lines, line)
			}
		}
		return nil
	}
}

func (d *disk) all() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return strings.Join(d.lines, ", ")
}

// table returns phones at a table of which a secret number is asked, and a function that waits for the end of the question.
func table(t *testing.T, place string) (h *Hub, d *disk, all []*phone, ends func() error) {
	names := []setup.Name{"Ana", "Bia"}
	h = NewHub(Config{Host: host, Now: func() time.Time { return time.Unix(time.Now().UnixNano(), 0) }}) // no flood
	h.Show(Scene{Table: setup.Table{Players: names}, Begun: true})
	handler := server{h}.handler()
	g := ask.Group{Text: lang.Literal("Which card?")}
	for _, n := range names {
		p := &phone{T: t, to: handler}
		if w := p.send(http.MethodGet, "/"+h.lobby.Word, ""); w.Code != http.StatusSeeOther {
			t.Fatalf("the code leads to %d", w.Code)
		}
		if w := p.send(http.MethodPost, "/join", fmt.Sprintf(`{"name":%q}`, n)); w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", n, w.Code, w.Body)
		}
		all = append(all, p)
		g.Asked = append(g.Asked, ask.Question{ID: "card " + string(n), Who: string(n), Secret: true, Shape: ask.Number{Lo: 1, Hi: 5},
			Keys: []ask.Option{{ID: "all", Key: lang.Key("a", "t"), Text: lang.Literal("for all"), Table: true}}})
	}
	d = &disk{}
	done := make(chan error, 1)
	b := &Both{Keyboard: laptop{}, Hub: h, Lang: lang.English}
	go func() { done <- b.Game(place, g, d.got(g)) }()
	for changed := h.changed(); len(all[0].doc().Mine) == 0; changed = h.changed() { // the question comes by itself
		<-changed
	}
	return h, d, all, func() error { return <-done }
}

func saying1(no, line string) string { return fmt.Sprintf(`{"no":%q,"line":%q}`, no, line) }

// A vote that is in is on the disk; it counts once, where it was asked, and for whom it was asked.
func TestVote(t *testing.T) {
	h, d, all, ends := table(t, "game 7")
	ana, bia := all[0], all[1]
	no := ana.doc().Mine[0].No
	for _, c := range []struct {
		who        *phone
		no, line   string
		code       int
		disk, what string
	}{
		{ana, no, "3", http.StatusUnprocessableEntity, "", "a refused one"},
		{ana, no, "9", http.StatusUnprocessableEntity, "", "one out of range"},
		{bia, no, "2", http.StatusConflict, "", "somebody else's question"},
		{ana, "0123", "2", http.StatusConflict, "", "another question"},
		{ana, no, "2", http.StatusOK, "Ana 2", "a vote"},
		{ana, no, "2", http.StatusOK, "Ana 2", "the same once more"},
		{ana, no, "4", http.StatusOK, "Ana 2, Ana 4", "another one, as long as somebody is asked"},
	} {
		if w := c.who.send(http.MethodPost, "/say", saying1(c.no, c.line)); w.Code != c.code || d.all() != c.disk {
			t.Errorf("%s: %d %s; the disk has %q", c.what, w.Code, w.Body, d.all())
		}
	}
	if w := ana.send(http.MethodPost, "/say", fmt.Sprintf(`{"no":%q,"key":"all"}`, no)); w.Code != http.StatusUnprocessableEntity || len(ana.doc().Mine[0].Keys) > 0 {
		t.Errorf("one person ends it for all: %d", w.Code)
	}
	if doc := ana.doc(); !doc.Mine[0].In || doc.Mine[0].Suggest != "" || bia.doc().Mine[0].In {
		t.Errorf("Ana's document is %+v", doc.Mine[0])
	}
	if w := bia.send(http.MethodPost, "/say", saying1(bia.doc().Mine[0].No, "5")); w.Code != http.StatusOK {
		t.Errorf("the last vote: %d %s", w.Code, w.Body)
	}
	if err := ends(); err != nil {
		t.Error(err)
	}
	if w := ana.send(http.MethodPost, "/say", saying1(no, "4")); w.Code != http.StatusOK {
		t.Errorf("what counted is sent again: %d", w.Code)
	}
	if w := ana.send(http.MethodPost, "/say", saying1(no, "5")); w.Code != http.StatusConflict {
		t.Errorf("another answer after the end: %d", w.Code)
	}
	h.Forget()
	if w := ana.send(http.MethodPost, "/say", saying1(no, "4")); w.Code != http.StatusConflict {
		t.Errorf("after an undo it counts no more: %d", w.Code)
	}
	if got := d.all(); got != "Ana 2, Ana 4, Bia 5" {
		t.Errorf("the disk has %q", got)
	}
	h2, d2, again, _ := table(t, "game 8")
	defer h2.Close()
	if w := again[0].send(http.MethodPost, "/say", saying1(no, "2")); w.Code != http.StatusConflict || d2.all() != "" {
		t.Errorf("the number of another place: %d", w.Code)
	}
}

// Nothing that a stranger sends changes anything.
func TestDoors(t *testing.T) {
	h, d, all, _ := table(t, "game 7")
	defer h.Close()
	no := all[0].doc().Mine[0].No
	before := h.documents()
	hostile := []struct {
		what   string
		change func(*http.Request)
		code   int
	}{
		{"another host", func(r *http.Request) { r.Host = "tablemate.example" }, http.StatusMisdirectedRequest},
		{"another port", func(r *http.Request) { r.Host = "192.168.77.1:80" }, http.StatusMisdirectedRequest},
		{"no origin", func(r *http.Request) { r.Header.Del("Origin") }, http.StatusForbidden},
		{"another origin", func(r *http.Request) { r.Header.Set("Origin", "http://tablemate.example") }, http.StatusForbidden},
		{"the origin null", func(r *http.Request) { r.Header.Set("Origin", "null") }, http.StatusForbidden},
		{"no cookie", func(r *http.Request) { r.Header.Del("Cookie") }, http.StatusUnauthorized},
		{"another cookie", func(r *http.Request) { r.Header.Set("Cookie", server{h}.cookie()+"=abc") }, http.StatusUnauthorized},
	}
	for _, c := range hostile {
		for path, body := range map[string]string{"/say": saying1(no, "2"), "/join": `{"name":"Eva"}`, "/leave": `{}`} {
			if w := all[0].send(http.MethodPost, path, body, c.change); w.Code != c.code {
				t.Errorf("%s, %s: %d", c.what, path, w.Code)
			}
		}
	}
	r, most := rand.New(rand.NewPCG(1, 2)), 300
	if os.Getenv("GATE") != "" {
		most = 10000
	}
	pieces := []string{"{", "}", `"no"`, `"line"`, ":", ",", no, "2", "null", "[", "]", "\x00", strings.Repeat("9", 9000), "Ana", `"`, "<b>"}
	paths := []string{"/say", "/join", "/leave", "/doc", "/more?what=rules", "/board", "/..%2f", "/code.png", "/" + h.lobby.Word[:4]}
	for range most {
		var body strings.Builder
		for range r.IntN(9) {
			body.WriteString(pieces[r.IntN(len(pieces))])
		}
		c := hostile[r.IntN(len(hostile))]
		method := []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodGet}[r.IntN(4)]
		p := phone{T: t, to: all[0].to}
		p.send(method, paths[r.IntN(len(paths))], body.String(), c.change)
	}
	if d.all() != "" || h.documents() != before {
		t.Errorf("the disk has %q, documents have changed: %v", d.all(), h.documents() != before)
	}
	if w := all[0].send(http.MethodPost, "/join", `{"name":"Bia"}`); w.Code == http.StatusOK && all[0].doc().Me == "Bia" {
		t.Error("a name that is taken is given away")
	}
	if names := all[0].doc().Join; slices.Contains(names, "Ana") {
		t.Errorf("names that are taken are offered: %q", names)
	}
}
