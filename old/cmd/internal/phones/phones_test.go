package phones

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/timer"
)

const host = "192.168.77.1:8087"

// A table is a hub with its pages and with phones.
type table struct {
	t    *testing.T
	hub  *Hub
	h    http.Handler
	kept Evening
	now  time.Time
	mu   sync.Mutex
	fail error // the error of the next saves
}

func newTable(t *testing.T, names ...string) *table {
	tb := &table{t: t, now: time.Date(2026, 11, 21, 21, 0, 0, 0, time.UTC)}
	tb.start()
	tb.hub.Show(names, nil, "", Board{})
	return tb
}

// setUp returns a table with its phones and its laptop. Everybody has a phone, except people marked with “-”. People
// marked with “+” keep the score on theirs.
func setUp(t *testing.T, people ...string) (tb *table, all []*phone, k *keyboard) {
	t.Helper()
	var names, in []string
	var keep []int
	for _, s := range people {
		name := strings.TrimRight(s, "+-")
		names = append(names, name)
		switch {
		case strings.HasSuffix(s, "-"):
			continue
		case strings.HasSuffix(s, "+"):
			keep = append(keep, len(in))
		}
		in = append(in, name)
	}
	tb = newTable(t, names...)
	all = tb.sits(in...)
	for _, i := range keep {
		tb.keeps(all[i])
	}
	return tb, all, newKeyboard()
}

// start starts the program, with what was saved before.
func (tb *table) start() {
	names := []string(nil)
	if tb.hub != nil {
		names = tb.hub.Lobby.names
	}
	tb.hub = New(tb.kept, tb.keep, func() time.Time { tb.mu.Lock(); defer tb.mu.Unlock(); return tb.now })
	tb.hub.Show(names, nil, "", Board{Play: tb.kept.Play})
	voices := func(tag string) *lang.Localizer { return lang.NewLocalizer(tag, Texts, ask.Texts, lang.Texts) }
	s := &Server{Hub: tb.hub, Host: host, Config: Config{Voices: voices, Rules: func(game, tag string) []Section { return []Section{{game, tag}} }}}
	tb.h = s.Handler()
}

func (tb *table) keep(e Evening) error {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	if tb.fail != nil {
		return tb.fail
	}
	body, err := json.Marshal(e)
	if err != nil {
		return err
	}
	tb.kept = Evening{}
	return json.Unmarshal(body, &tb.kept)
}

// change changes the state of the hub directly.
func (tb *table) change(f func(h *Hub)) {
	tb.hub.mu.Lock()
	defer tb.hub.mu.Unlock()
	f(tb.hub)
}

// full makes saving fail, or work again.
func (tb *table) full(fail bool) {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	tb.fail = nil
	if fail {
		tb.fail = errors.New("the disk is full")
	}
}

// pass lets time pass.
func (tb *table) pass(d time.Duration) { tb.mu.Lock(); defer tb.mu.Unlock(); tb.now = tb.now.Add(d) }

// A phone is a browser without scripts.
type phone struct {
	tb     *table
	cookie string
	lang   string
	from   string
}

func (p *phone) do(method, path string, form url.Values, change ...func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://"+host+path, strings.NewReader(form.Encode()))
	if r.RemoteAddr = p.from; p.from == "" {
		r.RemoteAddr = "192.168.77.9:1234"
	}
	r.Header.Set("Accept-Language", p.lang)
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", "http://"+host)
	}
	if p.cookie != "" {
		r.AddCookie(&http.Cookie{Name: "tablemate-8087", Value: p.cookie})
	}
	for _, c := range change {
		c(r)
	}
	w, served := httptest.NewRecorder(), make(chan bool, 1)
	go func() { p.tb.h.ServeHTTP(w, r); served <- true }()
	soon(p.tb.t, served, method+" "+path)
	return w
}

// page returns the phone's page.
func (p *phone) page() string { return p.do("GET", "/", nil).Body.String() }

// sits lets phones in.
func (tb *table) sits(names ...string) []*phone {
	tb.t.Helper()
	var all []*phone
	for i, name := range names {
		word, _ := tb.hub.Lobby.Door()
		p := &phone{tb: tb, from: fmt.Sprintf("192.168.77.%d:9", 10+i)}
		w := p.do("POST", "/sit", url.Values{"door": {word}, "name": {name}})
		if w.Code != http.StatusSeeOther {
			tb.t.Fatalf("%s cannot sit: %d %s", name, w.Code, w.Body)
		}
		p.cookie = w.Result().Cookies()[0].Value
		p.do("GET", "/", nil)
		all = append(all, p)
	}
	return all
}

var section = regexp.MustCompile(`(?s)data-no="([^"]*)" data-state="([^"]*)">\s*<h1>(.*?)</h1>`)

// asked returns the number, state and text of the question on the phone.
func (p *phone) asked() (no, state, text string) {
	m := section.FindStringSubmatch(p.page())
	if m == nil {
		return "", "", ""
	}
	return m[1], m[2], html.UnescapeString(m[3])
}

// waits waits for a question in a state, and returns its number.
func (p *phone) waits(state string) string {
	p.tb.t.Helper()
	for range 10_000 {
		if no, now, _ := p.asked(); now == state {
			return no
		}
		time.Sleep(2 * time.Millisecond)
	}
	_, now, text := p.asked()
	p.tb.t.Fatalf("nothing is %s: %s %q", state, now, text)
	return ""
}

func (p *phone) say(no, line string) (code int, why string) {
	code, body := p.posts("/say", url.Values{"no": {no}, "line": {line}})
	if m := regexp.MustCompile(`class=why[^>]*>([^<]*)<`).FindStringSubmatch(body); m != nil {
		why = html.UnescapeString(m[1])
	}
	return code, why
}

// press presses an option of a clock.
func (p *phone) press(no, option string) (code int) {
	code, _ = p.posts("/press", url.Values{"no": {no}, "option": {option}})
	return code
}

// says sends a line, and expects a status.
func (p *phone) says(verdict int, no, line string) {
	p.tb.t.Helper()
	p.posted(verdict, "/say", url.Values{"no": {no}, "line": {line}})
}

// posted sends a form, and expects a status.
func (p *phone) posted(verdict int, path string, form url.Values) {
	p.tb.t.Helper()
	if code, body := p.posts(path, form); code != verdict {
		p.tb.t.Fatalf("%s %v: %d in place of %d: %s", path, form, code, verdict, body)
	}
}

// A keyboard records what the laptop is asked, and types.
type keyboard struct {
	mu     sync.Mutex
	asked  []ask.Question
	typed  chan func(ask.Question) (ask.Answer, error)
	forgot int
	told   []string
	typing bool
}

func newKeyboard() *keyboard {
	return &keyboard{typed: make(chan func(ask.Question) (ask.Answer, error))}
}

func (k *keyboard) say(t lang.Text) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.told = append(k.told, t.String())
}

func (k *keyboard) Typing() bool { k.mu.Lock(); defer k.mu.Unlock(); return k.typing }

func (k *keyboard) AskUntil(done <-chan struct{}, q ask.Question) (ask.Answer, error) {
	k.puts(q)
	select {
	case f := <-k.typed:
		return f(q)
	case <-done:
		return ask.Answer{}, ask.ErrYielded
	}
}

func (k *keyboard) puts(q ask.Question) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.asked = append(k.asked, q)
}

// again reports whether more than one question was put.
func (k *keyboard) again() bool { k.mu.Lock(); defer k.mu.Unlock(); return len(k.asked) > 1 }

func (k *keyboard) Deafen() { k.mu.Lock(); defer k.mu.Unlock(); k.forgot++ }

func (k *keyboard) Covers() bool { return true }

func (k *keyboard) last() ask.Question {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.asked) == 0 {
		return ask.Question{}
	}
	return k.asked[len(k.asked)-1]
}

// at waits until the laptop is asked the question with an ID.
func (k *keyboard) at(t *testing.T, id string) *keyboard {
	t.Helper()
	waitFor(t, func() bool { return k.last().ID == id })
	return k
}

// number returns the number of the last question, which must have this ID.
func (k *keyboard) number(tb *table, id string) string {
	q := k.last()
	if q.ID != id {
		tb.t.Fatalf("%s is asked, not %s", q.ID, id)
	}
	return tb.hub.number(q)
}

// line types a line at the laptop.
func (k *keyboard) line(s string) {
	k.types(func(q ask.Question) (ask.Answer, error) { return q.Read(s) })
}

// fails ends the laptop's question with an error.
func (k *keyboard) fails(err error) {
	k.types(func(ask.Question) (ask.Answer, error) { return ask.Answer{}, err })
}

// types does at the laptop what a person would.
func (k *keyboard) types(f func(ask.Question) (ask.Answer, error)) {
	select {
	case k.typed <- f:
	case <-time.After(enough):
		panic("nothing is asked at the laptop for " + enough.String())
	}
}

// A laptop is any keyboard in these tests.
type laptop interface {
	Keyboard
	say(lang.Text)
}

func (tb *table) both(k laptop) *Both { return &Both{Keyboard: k, Hub: tb.hub, Say: k.say} }

// asks puts a question at the laptop and on phones.
func (tb *table) asks(k laptop, q ask.Question) <-chan outcome {
	return later(func() (ask.Answer, error) { return tb.both(k).Ask(q) })
}

// gathers puts a group of questions. A nil got takes every answer.
func (tb *table) gathers(k laptop, qs []ask.Question, got ask.Got) <-chan outcome {
	if got == nil {
		got = func(int, ask.Answer) error { return nil }
	}
	return later(func() (ask.Answer, error) { return ask.Answer{}, tb.both(k).Gather(qs, got) })
}

type outcome struct {
	a   ask.Answer
	err error
}

func later(f func() (ask.Answer, error)) <-chan outcome {
	c := make(chan outcome, 1)
	go func() { a, err := f(); c <- outcome{a, err} }()
	return c
}

func (tb *table) ends(c <-chan outcome) outcome {
	tb.t.Helper()
	return soon(tb.t, c, "the end of what is asked")
}

// answers waits for the answer, which must have this value.
func (tb *table) answers(c <-chan outcome, value int) {
	tb.t.Helper()
	if o := tb.ends(c); o.err != nil || o.a.Value() != value {
		tb.t.Error(o)
	}
}

// values waits for the answer, which must have these values.
func (tb *table) values(c <-chan outcome, want string) {
	tb.t.Helper()
	if o := tb.ends(c); o.err != nil || fmt.Sprint(o.a.Values) != want {
		tb.t.Errorf("%v, want %s", o, want)
	}
}

// leaves has the table leave the question.
func (tb *table) leaves(k interface{ fails(error) }, c <-chan outcome) {
	tb.t.Helper()
	k.fails(ask.ErrQuit)
	tb.ends(c)
}

// enough is how long tests wait for what should come at once.
const enough = time.Minute

// soon returns the next value from c. It fails the test if none comes.
func soon[T any](t *testing.T, c <-chan T, what string) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(enough):
		t.Fatalf("waited %v for %s", enough, what)
	}
	return v
}

var (
	which = ask.Question{Head: ask.Head{ID: "card", People: []int{1}, Names: []string{"Bia"}, Text: lang.Literal("Which card, Bia?")}, Shape: ask.Each{Lo: 1, Hi: 4}, Place: "g/1/next/0"}
	agree = ask.Question{Head: ask.Head{ID: "agree", People: []int{0, 1, 2}, Names: []string{"Ana", "Bia", "Caio"}, Text: lang.Literal("Who agrees?")}, Shape: ask.Each{Hi: 1}, Place: "g/1/next/3"}
	votes = ask.Question{Head: ask.Head{ID: "vote", Secret: true, People: []int{0, 1, 2}, Names: []string{"Ana", "Bia", "Caio"}, Text: lang.Literal("Your vote?")}, Shape: ask.Each{Lo: 1, Hi: 4}, Place: "g/1/next/1"}
)

// A question to one person is on their phone and at the laptop, and nowhere else. The first answer counts. The laptop
// says who answered, but not what, and drops what is being typed.
func TestOneQuestion(t *testing.T) {
	tb, p, k := setUp(t, "Ana", "Bia")
	c := tb.asks(k, which)
	no := p[1].waits("open")
	if _, _, text := p[0].asked(); text != "" {
		t.Errorf("Ana is asked %q", text)
	}
	if code, why := p[1].say(no, "9"); code != 422 || why != "✗ Bia: “9” is not a number from 1 to 4" {
		t.Error(code, why)
	}
	p[0].says(409, no, "2") // nobody answers for somebody else
	p[1].says(200, no, "3")
	o := tb.ends(c)
	if o.err != nil || o.a.Value() != 3 || o.a.By != 1 {
		t.Fatal(o)
	}
	if k.forgot != 1 || !slices.Equal(k.told, []string{"✔ By phone: Bia"}) {
		t.Error(k.forgot, k.told)
	}
	p[1].says(200, no, "3") // the answer that counted, sent again
	p[1].says(409, no, "2") // the question is closed
}

// A question is for the laptop alone if it has no place in the log, nobody to answer it, or only people without a
// phone.
func TestTheLaptopAlone(t *testing.T) {
	tb, p, _ := setUp(t, "Ana", "Bia-", "Caio-")
	for name, change := range map[string]func(*ask.Question){
		"no place": func(q *ask.Question) { q.Place, q.People = "", []int{0} },
		"no one":   func(q *ask.Question) { q.People, q.Names, q.Shape = nil, nil, ask.Number{Hi: 5} },
		"no phone": func(*ask.Question) {},
		"read again": func(q *ask.Question) {
			q.Stands, q.People, q.Names = true, []int{0, 1}, []string{"Ana", "Bia"}
			was := ask.Answer{By: ask.Scorekeeper, Values: [][]int{{1}, {2}}}
			q.Suggest = &was
		},
		"no seat": func(q *ask.Question) { q.People = []int{ask.Scorekeeper} },
	} {
		q, k := which, newKeyboard()
		change(&q)
		c := tb.asks(k, q)
		k.at(t, q.ID)
		if now := p[0].sees().Now; strings.HasPrefix(now, "On the laptop: ") != (name == "no phone" || name == "no one" || name == "no seat" || q.Stands) {
			t.Errorf("%s: %q", name, now)
		}
		k.line(map[bool]string{true: "", false: "2"}[q.Stands])
		if o := tb.ends(c); o.err != nil || !q.Fits(o.a) {
			t.Errorf("%s: %v", name, o)
		}
		if no, _, _ := p[0].asked(); no != "" {
			t.Errorf("%s: it lies on a phone", name)
		}
	}
	k := newKeyboard()
	c := later(func() (ask.Answer, error) {
		all, err := inTurn(tb.both(k), ask.Question{Head: ask.Head{ID: "v", Secret: true, People: []int{1, 2}, Names: []string{"Bia", "Caio"}}, Shape: ask.Each{Lo: 1, Hi: 4}, Place: "x"}, nil)
		return all, err
	})
	k.line("2")
	k.line("3")
	tb.values(c, "[[2] [3]]")
}

// A line comes together from several phones. A part is saved before its person is told, may be changed, and survives a
// kill.
func TestALineOfMany(t *testing.T) {
	tb, p, k := setUp(t, "Ana", "Bia", "Caio")
	_ = tb.asks(k, agree)
	for i, line := range []string{"1", "0"} {
		no := p[i].waits("open")
		p[i].says(200, no, line)
	}
	p[1].says(200, p[1].waits("kept"), "1") // it may be changed
	k.fails(ask.ErrQuit)
	tb.start() // killed and started again
	k = newKeyboard()
	c := tb.asks(k, agree)
	p[0].waits("kept")
	tb.full(true)
	p[2].says(422, p[2].waits("open"), "0") // an answer that is not saved does not count
	tb.full(false)
	p[2].says(200, p[2].waits("open"), "0")
	tb.values(c, "[[1] [1] [0]]")
	again := agree // the rules object to the whole line
	again.Fault = fault.New(lang.Literal("not that way"))
	_ = tb.asks(k, again)
	for _, one := range p {
		one.waits("open")
	}
	k.fails(ask.ErrQuit)
}

// An answer that is refused stays in its field to be corrected: a number out of bounds, each part of a line that the
// rules refuse, and the fields of a whole line.
func TestWhatIsRefusedStays(t *testing.T) {
	tb, p, k := setUp(t, "Ana", "Bia")
	own := agree
	own.People, own.Names, own.Shape = []int{0, 1}, []string{"Ana", "Bia"}, ask.Each{Hi: 30}
	c := later(func() (ask.Answer, error) {
		return ask.Insist(tb.both(k), own, func(a ask.Answer) error {
			if a.Of(0).Value()+a.Of(1).Value() > 30 {
				return fault.New(lang.Literal("more than there are"))
			}
			return nil
		})
	})
	field := func(one *phone, value string) func() bool {
		return func() bool {
			return strings.Contains(one.page(), `autocomplete=off value="`+value+`"`)
		}
	}
	if code, body := p[0].posts("/say", url.Values{"no": {p[0].waits("open")}, "line": {"45"}}); code != 422 || !strings.Contains(body, `value="45"`) {
		t.Error(code, body)
	}
	p[0].says(200, p[0].waits("open"), "21")
	p[1].says(200, p[1].waits("open"), "12")
	waitFor(t, field(p[0], "21"))
	waitFor(t, field(p[1], "12"))
	p[0].says(200, p[0].waits("open"), "18")
	p[1].says(200, p[1].waits("open"), "12")
	tb.values(c, "[[18] [12]]")
	lead := (&voice{v: lang.NewLocalizer("en", Texts, ask.Texts)}).slip(&slip{seat: scorekeeper, q: own})
	lead.refill(url.Values{"line-0": {"45"}, "line-1": {"12"}})
	if lead.Rows[0].Value != "45" || lead.Rows[1].Value != "12" {
		t.Errorf("%+v", lead.Rows)
	}
}

// For a line, too, the laptop shows who is in, and types for anybody, or the whole line at once.
func TestALineAtTheLaptop(t *testing.T) {
	for _, whole := range []bool{false, true} {
		tb, p, k := setUp(t, "Ana", "Bia", "Caio-")
		c := tb.asks(k, agree)
		p[0].says(200, p[0].waits("open"), "1")
		waitFor(t, func() bool { return strings.Contains(fmt.Sprint(k.last().List().Barred), "Ana") })
		if q := k.last(); len(q.List().Options) != 3 || q.List().Marks[2].Other != "l" || q.Written[0].String() != "Who agrees?" {
			t.Errorf("%+v", q)
		}
		want := "[[1] [1] [0]]"
		if whole {
			want = "[[0] [0] [1]]"
			k.line("l")
			k.at(t, "agree").fails(ask.ErrBack)
			k.at(t, "phones.who-is-in").line("l")
			k.at(t, "agree").line("001")
		} else {
			k.line("3")
			k.at(t, "agree.2")
			if q := k.last(); q.Text.String() != "Caio: Who agrees?" || !q.Hidden {
				t.Errorf("%+v", q)
			}
			k.line("0")
			p[1].says(200, p[1].waits("open"), "1")
		}
		tb.values(c, want)
	}
}

// A group answers in any order. A refusal goes back to its person, a vote may be changed until the last one is in, and
// the laptop shows who is in and types for anybody.
func TestAGroup(t *testing.T) {
	tb, p, k := setUp(t, "Ana", "Bia", "Caio-")
	asked := 0
	c := later(func() (ask.Answer, error) {
		return inTurn(tb.both(k), votes, func(seat int, r ask.Answer) error {
			if seat == 1 {
				asked++
			}
			if r.Values[0][0] == seat+1 {
				return fault.New(lang.Literal("that is your own"))
			}
			return nil
		})
	})
	bia := p[1].waits("open")
	if code, why := p[1].say(bia, "2"); code != 422 || why != "✗ that is your own" {
		t.Error(code, why)
	}
	for _, line := range []string{"3", "3", "4"} { // sent twice, and then changed
		p[1].says(200, bia, line)
	}
	if no := p[1].waits("kept"); no != bia {
		t.Error("the number changed")
	}
	if body := p[0].page(); !strings.Contains(body, "Waiting for: Ana and Caio") || strings.Contains(body, "4</li>") {
		t.Error(body)
	}
	waitFor(t, func() bool { return strings.Contains(fmt.Sprint(k.last().List().Barred), "Bia") })
	if q := k.last(); len(q.List().Options) != 2 || q.List().Marks[1].Other != "3" || !strings.Contains(q.List().Options[1].String(), "no phone") {
		t.Errorf("%+v", q)
	}
	k.line("3") // Caio types here
	k.at(t, "vote.2")
	p[0].says(200, p[0].waits("open"), "2") // typing for others disturbs nobody
	reply := make(chan error, 1)
	late := submission{no: k.number(tb, "vote.2"), read: func(ask.Question) (ask.Answer, error) { return ask.One(2), nil }, reply: reply}
	go func() { tb.hub.submitted <- late }() // it was on its way when Caio began to type
	if err := soon(t, reply, "a verdict"); !errors.Is(err, errGone) {
		t.Error(err)
	}
	k.line("3")
	waitFor(t, func() bool { return k.last().Fault != nil })
	k.line("1")
	o := tb.ends(c)
	if asked != 3 || k.forgot != 0 {
		t.Errorf("the rules were asked %d times about Bia; %d times deaf after what was typed here", asked, k.forgot)
	}
	if o.err != nil || fmt.Sprint(o.a.Values) != "[[2] [4] [1]]" {
		t.Fatal(o)
	}
	if want := "✔ By phone: Bia and Ana"; !slices.Equal(k.told, []string{want}) {
		t.Error(k.told)
	}
}

// People see their own answer on their phone when they hold a button, and find it marked when they change it, also
// after a restart, and when the laptop typed it. Nobody else's phone has it.
func TestWhatIsIn(t *testing.T) {
	for _, c := range []struct {
		name, line, want, mark string
		change                 func(*ask.Each)
	}{
		{"a number", "3", "3", `value="3" class="given"`, nil},
		{"an option", "2", "Beach", `value="2" class="given"`, func(q *ask.Each) { q.Options, q.Lo, q.Hi = lang.Names([]string{"Moon", "Beach"}), 0, 0 }},
		{"two of them", "2+4", "2, 4", `value="2" checked`, func(q *ask.Each) { q.Most = 2 }},
		{"none of three", "3", "3", `value="2" class="quiet dim"`, func(q *ask.Each) { q.Barred = []ask.Barred{{Mark: lang.Literal("2")}} }},
		{"at most two", "4", "4", `Choose one, or up to 2.`, func(q *ask.Each) { q.Most = 2 }},
		{"exactly two", "1+4", "1, 4", `Choose 2.`, func(q *ask.Each) { q.Most, q.Least = 2, 2 }},
		{"none", "-", "Not here", "", func(q *ask.Each) { q.Blank, q.Nothing = true, lang.Literal("Not here") }},
		{"a number below none", "-3", "-3", `value="-3"`, func(q *ask.Each) { q.Lo, q.Hi = -20, 20 }},
		{"a large number", "77", "77", `value="77"`, func(q *ask.Each) { q.Hi = 99 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb, p, k := setUp(t, "Ana", "Bia")
			qs := voters()[:2]
			for i := range qs {
				if c.change != nil {
					asktest.Reshape(&qs[i], c.change)
				}
			}
			seen := func(p *phone) string {
				m := regexp.MustCompile(`<p class=secret>(.*?)</p>`).FindStringSubmatch(p.page())
				return fmt.Sprint(m[min(1, len(m)):])
			}
			var given ask.Answer
			done := tb.gathers(k, qs, func(_ int, a ask.Answer) error { given = a; return nil })
			p[0].say(p[0].waits("open"), c.line)
			p[0].waits("kept")
			tb.leaves(k, done)
			tb.start()
			qs[0].In, qs[0].Suggest = true, &given
			done = tb.gathers(k, qs, nil)
			p[0].waits("kept")
			if got := seen(p[0]); got != "["+c.want+"]" || !strings.Contains(p[0].page(), c.mark) {
				t.Errorf("Ana sees %s: %s", got, p[0].do("GET", "/", nil).Body)
			}
			if got := seen(p[1]); got != "[]" {
				t.Errorf("Bia sees %s", got)
			}
			tb.leaves(k, done)
		})
	}
}

// If only some are asked again, nobody learns who. Everybody is waited for, on all phones and at the laptop, nobody is
// named, and anybody's answer may be typed.
func TestAskedQuietly(t *testing.T) {
	tb, p, k := setUp(t, "Ana", "Bia", "Caio", "Davi")
	qs := voters()
	qs[2].In = true
	given := map[int]int{}
	done := tb.gathers(k, qs, func(i int, a ask.Answer) error { given[i] = a.Value(); return nil })
	no := p[0].waits("open")
	sees := func() string {
		return fmt.Sprint(p[1].sees().Wait, "|", p[2].sees().Wait, "|", p[3].sees().Wait, "|", k.last().List().Options, k.last().List().Barred)
	}
	const all = "Waiting for: Ana, Bia and Caio"
	const want = all + "|" + all + "|" + all + "|[… Ana … Bia … Caio] []"
	waitFor(t, func() bool { return sees() == want })
	p[0].say(no, "2")
	if p[0].waits("kept"); sees() != want {
		t.Error(sees())
	}
	p[2].waits("kept") // Caio's earlier answer stands, and may be changed as ever
	k.line("3")
	k.at(t, "vote.2").line("1")
	p[1].say(p[1].waits("open"), "4")
	if o := tb.ends(done); o.err != nil || fmt.Sprint(given) != "map[0:2 1:4 2:1]" || len(k.told) > 0 {
		t.Error(o, given, k.told)
	}
}

func waitFor(t *testing.T, f func() bool) {
	t.Helper()
	for range 10_000 {
		if f() {
			return
		}
		time.Sleep(2 * time.Millisecond)
	}
	t.Fatal("it never comes")
}

// Back from the list goes back to before the group. Back from one person's question goes to the list.
func TestBackFromAGroup(t *testing.T) {
	tb, p, k := setUp(t, "Ana", "Bia-", "Caio-")
	c := later(func() (ask.Answer, error) { return inTurn(tb.both(k), votes, nil) })
	k.line("2")
	k.at(t, "vote.1")
	p[0].waits("open")
	k.fails(ask.ErrBack)
	k.at(t, "phones.who-is-in").fails(ask.ErrBack)
	if o := tb.ends(c); !errors.Is(o.err, ask.ErrBackAll) {
		t.Error(o.err)
	}
	if no, _, _ := p[0].asked(); no != "" {
		t.Error("the question lies there still")
	}
}

// A question keeps its number after a crash, and gets another whenever it is put anew.
func TestNumbers(t *testing.T) {
	tb := newTable(t, "Ana", "Bia")
	tb.sits("Ana")
	no := tb.hub.number(which)
	again := which
	again.Place = "g/2/next/0"
	tb.start()
	if tb.hub.number(which) != no || tb.hub.number(again) == no || len(no) != numberLetters {
		t.Error(no)
	}
	tb.pass(eveningEnds + time.Hour)
	tb.start()
	if names := tb.hub.Lobby.Here().Names; tb.hub.number(which) == no || len(names) > 0 {
		t.Error("yesterday's phones are at the table")
	}
	ana := tb.sits("Ana")[0]
	for range 10 { // a long evening
		tb.pass(2 * time.Hour)
		ana.do("POST", "/here", nil)
	}
	tb.start()
	if names := tb.hub.Lobby.Here().Names; len(names) != 1 {
		t.Error("the evening ended while somebody was there")
	}
}

// A phone that answers while the program is starting again tries again, so its answer is neither lost nor too late.
func TestTooEarly(t *testing.T) {
	tb, p, k := setUp(t, "Ana", "Bia")
	_ = tb.asks(k, which)
	no := p[1].waits("open")
	tb.start()
	p[1].says(503, no, "3") // the program is starting
	c := tb.asks(k, which)
	p[1].says(200, p[1].waits("open"), "3")
	tb.ends(c)
	p[1].says(409, no, "2")
	tb.start()
	tb.pass(starting)
	p[1].says(409, no, "3") // by now it has started
}

// A phone that asks for a taken place waits until somebody at the table gives it. Then the phone that had it is out.
func TestATakenPlace(t *testing.T) {
	for _, from := range []string{"laptop", "phone"} {
		tb := newTable(t, "Ana", "Bia", "Caio")
		p := tb.sits("Ana", "Bia", "bia")
		if body := p[2].page(); !strings.Contains(body, "You asked to be bia") {
			t.Error(body)
		}
		if !strings.Contains(p[1].page(), "Another phone wants to be Bia") {
			t.Error("Bia is not told")
		}
		if strings.Contains(tb.sits("")[0].page(), "Another phone wants") {
			t.Error("who looks on may give it away")
		}
		if from == "phone" {
			yes := p[1].decides("1")
			p[0].posts("/say", yes)
			if p[2].guest().Wants == "" {
				t.Error("Ana gives Bia's place away")
			}
			p[1].posts("/say", yes)
		} else if wish := tb.hub.petition(); tb.hub.Lobby.decide(wish.id, true) != nil {
			t.Fatal(wish)
		}
		if w := p[1].do("GET", "/", nil); w.Code != 401 {
			t.Errorf("%s: the first phone is still in: %d", from, w.Code)
		}
		if names := tb.hub.Lobby.Here().Names; !slices.Equal(names, []string{"Ana", "Bia"}) || p[2].guest().Wants != "" {
			t.Error(from, names)
		}
	}
}

// The door shuts once everybody sits. A phone that comes later with the right word may only ask.
func TestTheDoorShuts(t *testing.T) {
	tb := newTable(t, "Ana", "Bia")
	tb.sits("Ana")
	if _, open := tb.hub.Lobby.Door(); !open {
		t.Error("shut before Bia came")
	}
	tb.sits("Bia")
	word, open := tb.hub.Lobby.Door()
	late := &phone{tb: tb}
	if w := late.do("POST", "/sit", url.Values{"door": {word}, "name": {"Ana"}}); open || w.Code != 303 || strings.Contains(late.page(), "Bia") {
		t.Error(open, w.Code)
	}
	stranger := &phone{tb: tb}
	w := stranger.do("POST", "/lang", url.Values{"door": {word}, "lang": {"pt-BR"}})
	if body := stranger.do("GET", w.Header().Get("Location"), nil).Body.String(); !strings.Contains(body, "somebody at the table has to let you in") {
		t.Error("the other language leads away from the shut door:", body)
	}
	laws.Need(t, tb.hub.Lobby.SetDoor(true))
	if w := late.do("GET", "/"+strings.ToLower(word[:5])+"-"+word[5:], nil); w.Code != 200 {
		t.Error(w.Code)
	}
	tb.sits("Ana")
	tb.hub.Show([]string{"Ana", "Bia"}, nil, "", Board{})
	if _, open := tb.hub.Lobby.Door(); !open {
		t.Error("it shut behind somebody who only asks")
	}
}

// Before anybody sits, phones enter a name, or pick one of people seen before.
func TestBeforeTheGame(t *testing.T) {
	tb := newTable(t)
	tb.hub.Show(nil, []string{"Zé"}, "", Board{})
	tb.sits("  Ana\u202e <script>  ", "Zé")
	if names := tb.hub.Lobby.Here().Names; !slices.Equal(names, []string{"Ana <script>", "Zé"}) {
		t.Errorf("%q", names)
	}
	word, _ := tb.hub.Lobby.Door()
	body := (&phone{tb: tb}).do("GET", "/"+word, nil).Body.String()
	if strings.Contains(body, "<script>") || !strings.Contains(body, "Ana &lt;script&gt;") {
		t.Error(body)
	}
	if w := (&phone{tb: tb}).do("POST", "/sit", url.Values{"door": {word}, "typed": {strings.Repeat("x", 41)}}); w.Code != 409 {
		t.Error(w.Code)
	}
}

// A phone speaks its own language, whatever the laptop speaks, and can switch to the other.
func TestLanguages(t *testing.T) {
	tb := newTable(t, "Ana", "Bia")
	p := tb.sits("Ana")[0]
	p.lang = "pt-PT,pt;q=0.9,en;q=0.8"
	if body := p.page(); !strings.Contains(body, `lang="pt-BR"`) || !strings.Contains(body, "Nada para você responder agora.") {
		t.Error(body)
	}
	w := p.do("POST", "/lang", url.Values{"lang": {"en"}})
	wish := w.Result().Cookies()[0]
	if body := p.do("GET", "/", nil, func(r *http.Request) { r.AddCookie(wish) }).Body.String(); !strings.Contains(body, "Nothing is asked of you") {
		t.Error(body)
	}
	k := newKeyboard()
	_ = tb.asks(k, ask.Question{Head: ask.Head{ID: "n", People: []int{0}}, Shape: ask.Number{Hi: 6}, Place: "x"})
	if code, why := p.say(p.waits("open"), "9"); code != 422 || why != "✗ “9” não é um número inteiro de 0 a 6" {
		t.Error(code, why)
	}
	k.fails(ask.ErrQuit)
}

// A silent phone is asleep until it is heard from again.
func TestAsleep(t *testing.T) {
	tb := newTable(t, "Ana", "Bia")
	p := tb.sits("Ana")[0]
	if has, awake := tb.hub.Lobby.phone(0); !has || !awake {
		t.Error(has, awake)
	}
	tb.pass(asleep + time.Second)
	if has, awake := tb.hub.Lobby.phone(0); !has || awake {
		t.Error(has, awake)
	}
	if w := p.do("POST", "/here", nil); w.Code != 204 {
		t.Error(w.Code)
	}
	if _, awake := tb.hub.Lobby.phone(0); !awake {
		t.Error("it said that it is here")
	}
	if has, _ := tb.hub.Lobby.phone(1); has {
		t.Error("Bia has none")
	}
}

// Everybody sees the clock. People at the table may press its options, in time.
func TestTheClock(t *testing.T) {
	tb, p, _ := setUp(t, "Ana", "Bia")
	laws.Need(t, tb.hub.Lobby.SetDoor(true))
	p = append(p, tb.sits("")...)
	var pressed []string
	late := false
	stop := tb.hub.Watch(Clock{Place: "g/2/next/0", Text: lang.Literal("Round 1"), Watch: ask.Watch{May: [][]int{{ask.Scorekeeper, 0}}, Options: lang.Names([]string{"Accuse", "Show"})}}, func(seat int, key string) bool {
		pressed = append(pressed, fmt.Sprint(seat, key))
		return !late
	})
	changed, quiet := tb.hub.changes()
	defer quiet()
	tb.hub.Tick(timer.Snapshot{Left: 8 * time.Minute, Runs: true})
	if len(changed) != 1 {
		t.Error("nobody is told that it runs")
	}
	soon(t, changed, "a change")
	tb.pass(time.Second)
	tb.hub.Tick(timer.Snapshot{Left: 8*time.Minute - time.Second, Runs: true})
	if len(changed) != 0 {
		t.Error("phones are told what they know")
	}
	body := p[1].page()
	if !strings.Contains(body, `data-left="479000" data-runs="true">7:59`) {
		t.Error(body)
	}
	no := p[1].sees().Clock.No
	if a, b := p[0].page(), body; strings.ReplaceAll(a, "Ana", "Bia") != strings.ReplaceAll(b, "Ana", "Bia") {
		t.Error("whose it is, is seen")
	}
	if strings.Contains(p[2].page(), "/press") {
		t.Error("who looks on may press")
	}
	for _, c := range []struct {
		p          *phone
		no, option string
		code       int
	}{{p[1], no, "0", 422}, {p[1], no, "1", 200}, {p[2], no, "1", 409}, {p[1], "OTHER", "1", 409}, {p[1], no, "2", 409}, {p[1], no, "-1", 409}, {p[1], no, "x", 409}} {
		if code := c.p.press(c.no, c.option); code != c.code {
			t.Errorf("%s %s: %d, want %d", c.no, c.option, code, c.code)
		}
	}
	tb.hub.Tick(timer.Snapshot{Left: 0})
	if strings.Contains(p[0].page(), "/press") {
		t.Error("time is up, and may be pressed")
	}
	tb.hub.Tick(timer.Snapshot{Left: time.Minute, Runs: true})
	if late = true; p[0].press(no, "0") != 409 {
		t.Error("a press that came too late counts")
	}
	if !slices.Equal(pressed, []string{"12", "01"}) {
		t.Error(pressed)
	}
	stop()
	if code := p[1].press(no, "1"); code != 409 || strings.Contains(p[1].page(), "timer") {
		t.Error("the clock is there still")
	}
}

// At a turn clock each phone shows its own time. Only the person on turn may end the turn, once, and onlookers see who
// that is.
func TestTheClockOfATurn(t *testing.T) {
	tb, p, _ := setUp(t, "Ana", "Bia", "Caio")
	laws.Need(t, tb.hub.Lobby.SetDoor(true))
	p = append(p, tb.sits("")...)
	turns := &timer.Turns{People: []string{"Ana", "Bia", "Caio"}, Bank: 10 * time.Second}
	var pressed []string
	stop := tb.hub.Watch(Clock{Place: "turns/1", Turns: turns, Left: timer.Longest}, func(seat int, key string) bool {
		pressed = append(pressed, fmt.Sprint(seat, key))
		return true
	})
	defer stop()
	tb.hub.Tick(timer.Snapshot{Left: timer.Longest, Runs: true, Turns: turns})
	tb.pass(4 * time.Second)
	shown := regexp.MustCompile(`(?s)<h1>([^<]*)</h1><p class=clock role=timer data-left="([^"]*)" data-runs="([^"]*)" data-below="([^"]*)">([^<]*)</p>(?:<p>The clock is paused.</p>)?\s*<p>([^<]*)</p>(.*?)</section>`)
	form := regexp.MustCompile(`action=/press><input type=hidden name=no value="([^"]*)"><button name=option value="0">I&#39;m done`)
	sees := func(p *phone) (head, no string) {
		body := p.page()
		m := shown.FindStringSubmatch(body)
		if m == nil {
			t.Fatal(body)
		}
		if f := form.FindStringSubmatch(m[7]); f != nil {
			no = f[1]
		}
		return strings.Join(m[1:7], " "), no
	}
	look := func(want ...string) (no string) {
		t.Helper()
		for i, want := range want {
			head, its := sees(p[i])
			if head != want || (its != "") != strings.HasPrefix(head, "It is your turn") {
				t.Errorf("phone %d shows %q, want %q; it may press %q", i, head, want, its)
			}
			no += its
		}
		return no
	}
	first := look("It is your turn 6000 true - 0:06 Bia 0:10", "It is Ana&#39;s turn 6000 true - 0:06 Bia 0:10", "It is Ana&#39;s turn 6000 true - 0:06 Caio 0:10", "It is Ana&#39;s turn 6000 true - 0:06 Bia 0:10")
	if code := p[1].press(first, "0"); code != 422 {
		t.Errorf("who is not on turn: %d", code)
	}
	if code := p[0].press(first, "0"); code != 200 {
		t.Errorf("who is on turn: %d", code)
	}
	after := turns.Pass(4 * time.Second)
	tb.hub.Tick(timer.Snapshot{Left: timer.Longest - 4*time.Second, Runs: true, Turns: &after})
	if code := p[0].press(first, "0"); code != 409 { // the same tap again
		t.Errorf("twice: %d", code)
	}
	tb.pass(16 * time.Second)
	second := look("It is Bia&#39;s turn -6000 true - -0:06 Ana 0:06", "It is your turn -6000 true - -0:06 Ana 0:06", "It is Bia&#39;s turn -6000 true - -0:06 Caio 0:10")
	again, _ := after.Return()
	tb.hub.Tick(timer.Snapshot{Left: timer.Longest - 20*time.Second, Runs: true, Turns: &again})
	if third := look("It is your turn -10000 true - -0:10 Bia 0:10"); third == first || third == second {
		t.Error("a turn that was given back is asked by the number it had")
	}
	tb.hub.Tick(timer.Snapshot{Left: timer.Longest - 20*time.Second, Turns: &again})
	look("It is your turn -10000 false - -0:10 Bia 0:10")
	rising := timer.Turns{People: turns.People}
	tb.hub.Tick(timer.Snapshot{Left: timer.Longest - 20*time.Second, Turns: &rising})
	look("It is your turn -20000 false up 0:20 Bia 0:00", "It is Ana&#39;s turn -20000 false up 0:20 Bia 0:00")
	if !slices.Equal(pressed, []string{"01"}) {
		t.Error(pressed)
	}
}

// Every kind of question has a form of its own, in whole words.
func TestForms(t *testing.T) {
	one := func(q ask.Question) ask.Question {
		q.ID, q.Place, q.People, q.Names = "q", "x", []int{0}, []string{"Ana"}
		return q
	}
	names := []lang.Text{lang.Literal("Ana"), lang.Literal("Bia")}
	for _, c := range []struct {
		q          ask.Question
		want, line string
		got        string
	}{
		{one(ask.Question{Shape: ask.Each{Hi: 1}}), `value="1">Yes</button><button name=line value="0">No`, "0", "[[0]]"},
		{one(ask.Question{Shape: ask.Each{Lo: 1, Hi: 3}}), `value="3">3</button>`, "3", "[[3]]"},
		{one(ask.Question{Shape: ask.Each{Lo: 1, Hi: 3, Most: 2}}), `type=checkbox name=line value="3"`, "1+3", "[[1 3]]"},
		{one(ask.Question{Shape: ask.Each{Lo: 1, Hi: 40}}), `inputmode=numeric`, "17", "[[17]]"},
		{one(ask.Question{Shape: ask.Each{Lo: -99, Hi: 99}}), `pattern="[0-9+*x×−\-]*"`, "-17", "[[-17]]"},
		{one(ask.Question{Shape: ask.Each{Options: names, Blank: true}}), `value="1">Ana</button><button name=line value="2">Bia</button>`, "-", "[[]]"},
		{one(ask.Question{Shape: ask.Each{Options: names, Own: true}}), `"><button name=line value="2">Bia</button></form>`, "2", "[[1]]"},
		{one(ask.Question{Shape: ask.Pick{Options: names, Marks: []lang.Text{lang.Literal("5"), lang.Literal("6")}}}), `value="6">Bia`, "6", "[[1]]"},
		{one(ask.Question{Shape: ask.Pick{Options: names}, Keys: []ask.Key{{Letter: "n", Text: lang.Literal("nobody")}}}), `value="n">nobody`, "n", "[]"},
		{one(ask.Question{Shape: ask.Number{Lo: 2, Hi: 90}}), `placeholder="2–90"`, "44", "[[44]]"},
		{one(ask.Question{Shape: ask.Words{}}), `<input name="line" autocomplete=off`, "hello", "[]"},
		{one(ask.Question{Shape: ask.Show{}}), `>Go on</button>`, "", "[]"},
	} {
		tb := newTable(t, "Ana", "Bia")
		p, k := tb.sits("Ana")[0], newKeyboard()
		done := tb.asks(k, c.q)
		no := p.waits("open")
		if body := p.page(); !strings.Contains(body, c.want) {
			t.Errorf("%+v: no %s in %s", c.q, c.want, body)
		}
		if code, why := p.say(no, c.line); code != 200 {
			t.Errorf("%+v: %d %s", c.q, code, why)
			k.fails(ask.ErrQuit)
		}
		if o := tb.ends(done); fmt.Sprint(o.a.Values) != c.got {
			t.Errorf("%+v: %v, want %s", c.q, o.a, c.got)
		}
	}
}

// On a person's phone, the laptop's suggestion is not an answer.
func TestNothingIsSuggestedOnAPhone(t *testing.T) {
	tb := newTable(t, "Ana", "Bia")
	p, k := tb.sits("Bia")[0], newKeyboard()
	q, was := which, ask.One(2)
	q.Suggest = &was
	c := tb.asks(k, q)
	p.says(422, p.waits("open"), "")
	tb.leaves(k, c)
}

// If the keyboard panics, so does the goroutine on which the program can restore the terminal.
func TestAPanicAtTheLaptop(t *testing.T) {
	tb := newTable(t, "Ana", "Bia")
	tb.sits("Bia")
	k := newKeyboard()
	failed := make(chan any, 1)
	go func() {
		defer func() { failed <- recover() }()
		_, _ = tb.both(k).Ask(which)
	}()
	k.types(func(ask.Question) (ask.Answer, error) { panic("the terminal is gone") })
	if v := soon(t, failed, "the panic"); v != "the terminal is gone" {
		t.Error(v)
	}
}

// inTurn puts a question to each of its people alone.
func inTurn(b *Both, q ask.Question, check func(seat int, r ask.Answer) error) (ask.Answer, error) {
	qs, all := make([]ask.Question, len(q.People)), ask.Answer{By: ask.Scorekeeper, Values: make([][]int, len(q.People))}
	for k := range qs {
		qs[k] = q.To(k)
	}
	err := b.Gather(qs, func(k int, r ask.Answer) error {
		all.Values[k] = r.Values[0]
		if check == nil {
			return nil
		}
		return check(q.People[k], r)
	})
	return all, err
}

// The last person of a line that has to add up is offered what is missing. The people who are in may change their
// parts.
func TestALineThatAddsUp(t *testing.T) {
	tb, p, k := setUp(t, "Ana", "Bia")
	c := tb.asks(k, ask.Question{
		Head: ask.Head{ID: "points", Text: lang.Literal("How many points?"), People: []int{0, 1}, Names: []string{"Ana", "Bia"}}, Place: "0", Shape: ask.Each{Hi: 26, Sum: []int{26}},
	})
	if strings.Contains(p[1].page(), "data-offer") {
		t.Error("something is offered before all others are in")
	}
	p[0].says(200, p[0].waits("open"), "20")
	if page := p[1].page(); !strings.Contains(page, ` data-offer="6"`) || !strings.Contains(page, ` value="6"`) {
		t.Error("what is missing is not offered", page)
	}
	if code, body := p[1].say(p[1].waits("open"), "5"); code != 422 || !strings.Contains(body, "that makes 25 in all, not 26: 1 is missing") {
		t.Fatal(code, body)
	}
	p[0].says(200, p[0].waits("kept"), "7*3")
	k.line("2") // Bia's part at the laptop, which is offered the rest too
	waitFor(t, func() bool { return k.last().Suggest != nil && k.last().Suggest.Value() == 5 })
	k.line("")
	if o := tb.ends(c); o.err != nil || fmt.Sprintf("%v %q", o.a.Values, o.a.Typed) != `[[21] [5]] ["7*3" ""]` {
		t.Error(o)
	}
}

// Only a phone's last page has the link to BG Stats.
func TestBGStatsIsATap(t *testing.T) {
	tb := newTable(t, "Ana", "Bia")
	p := tb.sits("Ana")[0]
	const link = "https://app.bgstatsapp.com/createPlay.html?data=%7B%22a%22%3A%22b%20c%22%7D"
	for _, now := range []string{"", link} {
		tb.hub.Show([]string{"Ana", "Bia"}, nil, "", Board{Over: now != "", BGStats: now})
		w := p.do("GET", "/", nil)
		if page := w.Body.String(); strings.Contains(page, "bgstats") != (now != "") || strings.Contains(page, `href="`+link+`" target=_blank rel="noopener noreferrer">Keep it in BG Stats</a>`) != (now != "") {
			t.Errorf("%q: %s", now, page)
		}
	}
	if board := p.do("GET", "/board", nil).Body.String(); strings.Contains(board, "bgstats") {
		t.Error("nobody can tap on a television", board)
	}
}
