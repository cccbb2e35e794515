package phones

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

func also(name string) url.Values { return url.Values{"name": {name}} }

// Several people at the table may share a phone, each once and up to a limit. A person who has a phone already is asked
// for.
func TestSharingAPhone(t *testing.T) {
	names := []string{"Ana", "Bia", "Caio", "Davi", "Eva", "Fabio", "Gil", "Hugo"}
	tb := newTable(t, names...)
	p := tb.sits("Ana", "Hugo")
	for _, c := range []struct{ name, names, wants string }{
		{"Zé", "Ana", ""}, {"", "Ana", ""}, {"ana", "Ana", ""}, {"Ana", "Ana", ""}, {" Bia\u202e ", "Ana Bia", ""}, {"bia", "Ana Bia", ""},
		{"Hugo", "Ana Bia", "Hugo"}, {"Caio", "Ana Bia Caio", "Hugo"}, {"Davi", "Ana Bia Caio Davi", "Hugo"}, {"Eva", "Ana Bia Caio Davi Eva", "Hugo"},
		{"Fabio", "Ana Bia Caio Davi Eva Fabio", "Hugo"}, {"Gil", "Ana Bia Caio Davi Eva Fabio", "Hugo"},
	} {
		p[0].posts("/also", also(c.name))
		if g := p[0].guest(); strings.Join(g.Names, " ") != c.names || g.Wants != c.wants {
			t.Errorf("%q: %+v", c.name, g)
		}
	}
	if v := p[0].sees(); len(v.Seat.Free)+len(v.Seat.Taken) > 0 || v.Seat.Me != "Ana · Bia · Caio · Davi · Eva · Fabio" || v.Seat.Names == nil {
		t.Errorf("%+v", v)
	}
	if v := p[1].sees(); !slices.Equal(v.Seat.Free, []string{"Gil"}) || !slices.Equal(v.Seat.Taken, names[:6]) || len(v.Slips) != 1 {
		t.Errorf("%v %v", v.Seat.Free, v.Seat.Taken)
	}
	if (&phone{tb: tb}).posts("/also", also("Gil")); tb.hub.Lobby.e.Guests[0].has("Gil") {
		t.Error("a stranger sits down")
	}
	if err := tb.hub.Lobby.addPerson(Guest{Token: "AAAA"}, "Gil"); !errors.Is(err, errNoOne) {
		t.Error(err)
	}
	tb.start()
	if g := p[0].guest(); len(g.Names) != mostShare || g.Wants != "Hugo" {
		t.Errorf("after a restart %+v", g)
	}
	p[1].posts("/also", also("Gil"))
	if _, open := tb.hub.Lobby.Door(); open {
		t.Error("everybody has a phone, and the door is open")
	}
}

// People who share a phone are asked by name, their secrets are covered, and each answer counts for the right seat.
func TestAnswersOfASharedPhone(t *testing.T) {
	tb, p, _ := setUp(t, "Ana", "Bia-", "Caio")
	p[0].posts("/also", also("Bia"))
	k := newKeyboard()
	got := map[int]int{}
	done := tb.gathers(k, voters(), func(i int, a ask.Answer) error {
		if a.By != i {
			t.Errorf("%d answers for %d", a.By, i)
		}
		got[i] = a.Value()
		return nil
	})
	p[0].waits("open")
	v := p[0].sees()
	if len(v.Slips) != 2 || v.Slips[0].Who != "Ana" || v.Slips[1].Who != "Bia" || v.Slips[0].Cover == "" || v.Slips[1].Cover == "" {
		t.Fatalf("%+v", v.Slips)
	}
	if alone := p[1].sees().Slips; len(alone) != 1 || alone[0].Who != "" || alone[0].Cover != "" {
		t.Errorf("%+v", alone)
	}
	for i, c := range []struct {
		p    *phone
		no   string
		code int
	}{{p[0], p[1].sees().Slips[0].No, 409}, {p[1], v.Slips[1].No, 409}, {p[0], v.Slips[1].No, 200}, {p[0], v.Slips[0].No, 200}, {p[1], p[1].sees().Slips[0].No, 200}} {
		if code, _ := c.p.say(c.no, fmt.Sprint(i)); code != c.code {
			t.Errorf("%d: %d", i, code)
		}
	}
	if tb.ends(done); got[0] != 3 || got[1] != 2 || got[2] != 4 {
		t.Error(got)
	}
	aloud := agree
	done = tb.asks(k, aloud)
	p[0].waits("open")
	if s := p[0].sees().Slips[0]; s.Cover != "" || s.Who != "Ana" {
		t.Errorf("%+v", s)
	}
	tb.leaves(k, done)
}

// At the clock the people of a phone press for themselves, and for nobody who has another phone.
func TestPressesOfASharedPhone(t *testing.T) {
	tb, p, _ := setUp(t, "Ana", "Bia-", "Caio")
	p[0].posts("/also", also("Bia"))
	var pressed []string
	stop := tb.hub.Watch(Clock{Place: "g/2", Watch: ask.Watch{
		May: [][]int{{1, 2}, {ask.Scorekeeper, 0, 2}}, Options: []lang.Text{lang.Literal("Accuse"), lang.Literal("Show")}, Why: []lang.Text{lang.Literal("you have")}, Cards: lang.Names([]string{"beach", "spy", "beach"}),
	}}, func(seat int, key string) bool { pressed = append(pressed, fmt.Sprint(seat, ":", key)); return true })
	defer stop()
	a, b := p[0].sees().Clock, p[1].sees().Clock
	if want := "[{0 Accuse you have 0 Ana} {1 Show  0 Ana} {0 Accuse  1 Bia} {1 Show  1 Bia}]"; fmt.Sprint(a.Options) != want {
		t.Error(a.Options)
	}
	if want := "[{0 Accuse  2 } {1 Show  2 }]"; fmt.Sprint(b.Options) != want {
		t.Error(b.Options)
	}
	if fmt.Sprint(a.Cards, b.Cards) != "[{beach Ana} {spy Bia}] [{beach }]" {
		t.Error(a.Cards, b.Cards)
	}
	for _, c := range []struct {
		p            *phone
		option, seat string
		code         int
	}{{p[0], "0", "0", 422}, {p[0], "0", "1", 200}, {p[0], "0", "2", 409}, {p[0], "0", "", 422}, {p[0], "1", "", 200}, {p[0], "1", "x", 409}, {p[0], "1", "-1", 409}, {p[1], "0", "1", 409}, {p[1], "0", "", 200}, {p[1], "1", "2", 200}} {
		if code, _ := c.p.posts("/press", url.Values{"no": {a.No}, "option": {c.option}, "seat": {c.seat}}); code != c.code {
			t.Errorf("%+v: %d", c, code)
		}
	}
	if want := []string{"1:1", "0:2", "2:1", "2:2"}; !slices.Equal(pressed, want) {
		t.Error(pressed)
	}
}

// When another phone takes over a place, the other people stay on the old one. It loses its rights only with its owner.
func TestAPlaceOfASharedPhone(t *testing.T) {
	for _, c := range []struct {
		wants      string
		left       []string
		keeps      bool
		givenNames []string
	}{{"ana", []string{"Bia"}, true, []string{"Ana"}}, {"bia", []string{"Ana"}, false, []string{"Bia"}}} {
		tb, p, _ := setUp(t, "Ana", "Bia-", "Caio-")
		p[0].posts("/also", also("Bia"))
		tb.keeps(p[0])
		q := tb.sits(c.wants, c.wants, "Caio")
		if names := tb.hub.Lobby.Here().Names; !slices.Equal(names, []string{"Ana", "Bia", "Caio"}) {
			t.Error(names)
		}
		if pending := p[0].sees().Slips; len(pending) != 2 || pending[0].No == pending[1].No {
			t.Errorf("%+v", pending)
		}
		p[0].posts("/say", p[0].decides("y"))
		if g := q[0].guest(); !slices.Equal(g.Names, c.givenNames) || g.Keeps != c.keeps || g.Wants != "" {
			t.Errorf("%s: %+v", c.wants, g)
		}
		if g := p[0].guest(); !slices.Equal(g.Names, c.left) {
			t.Errorf("%s: %+v", c.wants, g)
		}
		if q[1].do("GET", "/", nil).Code != 401 {
			t.Error("who wanted it too looks on")
		}
		if g := q[2].guest(); !g.has("Caio") {
			t.Error(g)
		}
		if wish := tb.hub.petition(); wish.id != "" {
			t.Error(wish)
		}
		tb.start()
		if g := q[0].guest(); !slices.Equal(g.Names, c.givenNames) || g.Keeps != c.keeps {
			t.Errorf("%s after a restart: %+v", c.wants, g)
		}
	}
	tb, p, _ := setUp(t, "Ana", "Bia-", "Caio")
	p[1].posts("/also", also("Ana"))
	tb.keeps() // nobody
	p[1].posts("/also", also("Ana"))
	p[0].posts("/say", p[0].decides("1"))
	if g := p[1].guest(); !slices.Equal(g.Names, []string{"Caio", "Ana"}) || g.Keeps || p[0].do("GET", "/", nil).Code != 401 {
		t.Errorf("%+v", g)
	}
	p[1].posts("/also", also("Bia"))
	if err := tb.hub.Lobby.Out("ana"); err != nil || !slices.Equal(p[1].guest().Names, []string{"Caio", "Bia"}) {
		t.Error(err, p[1].guest())
	}
}

// A corrected name is followed, however it was typed, by the phone that has it and by one that asks for it.
func TestARenameFollows(t *testing.T) {
	tb := newTable(t, "Ana", "Bia", "Caio")
	p := tb.sits("ana", "Bia", "bia")
	p[1].posts("/also", also("Caio"))
	laws.Need(t, tb.hub.Lobby.Rename(map[string]string{"Ana": "Beatriz", "Bia": "Ana", "Caio": "Caio"}))
	tb.hub.Show([]string{"Beatriz", "Ana", "Caio"}, nil, "", Board{})
	tb.start()
	for i, want := range []string{"[Beatriz] ", "[Ana Caio] ", "[] Ana"} {
		if g := p[i].guest(); fmt.Sprint(g.Names, " ", g.Wants) != want {
			t.Errorf("%+v, want %s", g, want)
		}
	}
	tb.full(true)
	if err := tb.hub.Lobby.Rename(map[string]string{"Zé": "Zeca"}); err != nil {
		t.Error("nothing is to be kept:", err)
	}
	if err := tb.hub.Lobby.Rename(map[string]string{"Ana": "Zeca"}); err == nil {
		t.Error("what is not kept is told to be")
	}
	if g := p[2].guest(); g.Wants != "Zeca" {
		t.Errorf("%+v", g)
	}
}

// A person who is not at the table looks on, and plays once the table has their name. A person who has left the table
// waits for the next game.
func TestANewcomer(t *testing.T) {
	tb := newTable(t, "Ana", "Bia")
	p := tb.sits("Ana", "Zé")
	if v := p[1].sees(); !v.Seat.Looks || v.Seat.Names == nil || v.Seat.Me != "Zé" || !v.Seat.MayAsk {
		t.Errorf("%+v", v)
	}
	k := newKeyboard()
	all := agree
	done := tb.asks(k, all)
	p[0].waits("open")
	if v := p[1].sees(); len(v.Slips) > 0 {
		t.Errorf("%+v", v.Slips)
	}
	tb.leaves(k, done)
	tb.hub.Show([]string{"Bia", "zé"}, nil, "", Board{})
	one := which
	one.People, one.Names = []int{1}, []string{"zé"}
	done = tb.asks(k, one)
	p[1].says(200, p[1].waits("open"), "3")
	if o := tb.ends(done); o.a.By != 1 || o.a.Value() != 3 {
		t.Error(o)
	}
	if v := p[0].sees(); !v.Seat.Looks || v.Seat.Me != "Ana" {
		t.Errorf("%+v", v)
	}
	free, taken := tb.hub.Lobby.seats()
	if !slices.Equal(free, []string{"Bia"}) || !slices.Equal(taken, []string{"zé", "Ana"}) {
		t.Error(free, taken)
	}
}

// A seat that cannot be saved changes nothing: people keep their seats, and the door stays as it was.
func TestSittingWithoutADisk(t *testing.T) {
	tb := newTable(t, "Ana", "Bia")
	word, _ := tb.hub.Lobby.Door()
	p := tb.sits("Ana")[0]
	before := fmt.Sprint(tb.hub.Lobby.e.Guests, tb.hub.Lobby.e.Open)
	sit := func(p *phone, name string) int {
		return p.do("POST", "/sit", url.Values{"door": {word}, "name": {name}}).Code
	}
	tb.full(true)
	for i, f := range []func() int{
		func() int { return sit(&phone{tb: tb}, "Bia") },
		func() int { return sit(&phone{tb: tb}, "ana") },
		func() int { return sit(p, "Bia") },
		func() int { p.posts("/also", also("Bia")); return 503 },
	} {
		if code := f(); code != 503 {
			t.Errorf("%d: %d", i, code)
		}
		if now := fmt.Sprint(tb.hub.Lobby.e.Guests, tb.hub.Lobby.e.Open); now != before {
			t.Errorf("%d: %s, was %s", i, now, before)
		}
	}
	tb.full(false)
	_ = tb.hub.Lobby.SetDoor(false)
	if code := sit(p, "Bia"); code != 403 || !p.guest().has("Ana") {
		t.Error("a door that is shut took the place of who is in:", code)
	}
	_ = tb.hub.Lobby.SetDoor(true)
	word, _ = tb.hub.Lobby.Door()
	if code := sit(p, strings.Repeat("x", mostName+1)); code != 409 || !p.guest().has("Ana") {
		t.Error(code)
	}
	if code := sit(&phone{tb: tb}, "Bia"); code != 303 {
		t.Error(code)
	}
	if _, open := tb.hub.Lobby.Door(); open {
		t.Error("everybody sits, and the door is open")
	}
}

// A full table has room for people who sit there already, and for nobody else.
func TestChangingSeatsAtAFullTable(t *testing.T) {
	tb := newTable(t)
	var p []*phone
	for i := range mostGuests {
		word, _ := tb.hub.Lobby.Door()
		one := &phone{tb: tb, from: fmt.Sprintf("10.0.2.%d:1", i)}
		one.cookie = one.do("POST", "/sit", url.Values{"door": {word}, "typed": {fmt.Sprint("P", i)}}).Result().Cookies()[0].Value
		one.do("GET", "/", nil)
		p = append(p, one)
	}
	word, _ := tb.hub.Lobby.Door()
	if w := (&phone{tb: tb}).do("POST", "/sit", url.Values{"door": {word}, "typed": {"Eva"}}); w.Code != 403 {
		t.Error(w.Code)
	}
	w := p[0].do("POST", "/sit", url.Values{"door": {word}, "typed": {"Ana"}})
	if names := tb.hub.Lobby.Here().Names; w.Code != 303 || len(names) != mostGuests || slices.Contains(names, "P0") || !slices.Contains(names, "Ana") {
		t.Error(w.Code, names)
	}
}

// vips is a line that only the scorekeeper can complete.
var vips = ask.Question{
	Head:  ask.Head{ID: "cards", People: []int{0, 1}, Names: []string{"Ana", "Bia"}, Text: lang.Literal("How many cards?")},
	Shape: ask.Each{Hi: 4, Plus: 2, NoPlus: lang.Literal("no VIP"), OnePlus: lang.Literal("a VIP")},
	Place: "g/1/next/5",
	Keys:  []ask.Key{{Letter: "x", Text: lang.Literal("nobody")}},
}

// marked returns the texts of buttons, with the current answer ticked.
func marked(all []choice) string {
	var out []string
	for _, c := range all {
		if c.Given {
			c.Text = "✓ " + c.Text
		}
		out = append(out, c.Text)
	}
	return strings.Join(out, " ")
}

// A line that something may follow is complete only once the scorekeeper has said it: nothing, one, and one more with
// each press. That is saved over a restart, and asked again if the line is refused.
func TestWhatFollowsALine(t *testing.T) {
	for _, c := range []struct {
		presses []string
		marks   string
		plus    int
	}{{[]string{"0"}, "✓ no VIP a VIP", 0}, {[]string{"+"}, "no VIP ✓ a VIP", 1}, {[]string{"+", "+"}, "no VIP ✓ 2 × a VIP", 2}, {[]string{"+", "+", "+"}, "no VIP ✓ 2 × a VIP", 2}, {[]string{"+", "0"}, "✓ no VIP a VIP", 0}} {
		tb, p, k := setUp(t, "Ana", "Bia", "Caio+")
		done := tb.asks(k, vips)
		p[0].say(p[0].waits("open"), "2")
		if got := drawn(p[2].leads(WhoIsIn)); !strings.HasSuffix(got, "[0:no VIP] +:a VIP x:nobody") {
			t.Error(got)
		}
		for i, line := range c.presses {
			p[2].says(200, p[2].leads(WhoIsIn).No, line)
			waitFor(t, func() bool {
				tb.hub.mu.Lock()
				defer tb.hub.mu.Unlock()
				return tb.hub.leads == i+1 && tb.hub.lead() != nil
			})
		}
		tb.leaves(k, done)
		tb.start()
		k = newKeyboard()
		done = tb.asks(k, vips)
		l := p[2].leads(WhoIsIn)
		if got := marked(l.Choices); got != c.marks {
			t.Errorf("%v: %s, want %s", c.presses, got, c.marks)
		}
		p[1].say(p[1].waits("open"), "3")
		if o := tb.ends(done); o.err != nil || fmt.Sprint(o.a.Values) != "[[2] [3]]" || o.a.Plus != c.plus {
			t.Errorf("%v: %+v", c.presses, o)
		}
		again := vips
		again.Fault = fault.New(lang.Literal("not so many"))
		done = tb.asks(k, again)
		if l := p[2].leads(WhoIsIn); marked(l.Choices) != "no VIP a VIP" || l.Why != "not so many" {
			t.Errorf("%+v", l)
		}
		tb.leaves(k, done)
	}
}

// All phones have answered, and the line waits for what follows. One of its keys ends it; if somebody is in, it is pressed twice. If saving
// fails, nothing was said.
func TestALineWaitsForWhatFollows(t *testing.T) {
	tb, p, k := setUp(t, "Ana", "Bia", "Caio+")
	done := tb.asks(k, vips)
	p[0].say(p[0].waits("open"), "2")
	p[1].say(p[1].waits("open"), "3")
	waitFor(t, func() bool { l := p[2].sees().Lead; return l != nil && len(l.Phoned) == 0 })
	if len(done) > 0 {
		t.Fatal("nobody has said what follows:", <-done)
	}
	tb.full(true)
	p[2].posts("/say", url.Values{"no": {p[2].leads(WhoIsIn).No}, "line": {"+"}})
	waitFor(t, func() bool { l := p[2].sees().Lead; return l != nil && l.Why != "" })
	if len(done) > 0 {
		t.Fatal("what is not kept counts:", <-done)
	}
	tb.full(false)
	p[2].posts("/say", url.Values{"no": {p[2].leads(WhoIsIn).No}, "line": {"+"}})
	if o := tb.ends(done); o.err != nil || o.a.Plus != 1 {
		t.Error(o)
	}
	next := vips
	next.Place = "g/2/next/5"
	done = tb.asks(k, next)
	if l := p[2].leads(WhoIsIn); marked(l.Choices) != "no VIP a VIP" || l.Why != "" {
		t.Errorf("what followed the line before follows this one: %+v", l)
	}
	p[0].say(p[0].waits("open"), "1")
	p[2].posts("/say", url.Values{"no": {p[2].leads(WhoIsIn).No}, "line": {"x"}})
	waitFor(t, func() bool { l := p[2].sees().Lead; return l != nil && l.Why != "" })
	if l := p[2].leads(WhoIsIn); l.Why != "Ana has answered: press it again to drop that answer" {
		t.Error(l.Why)
	}
	p[2].posts("/say", url.Values{"no": {p[2].leads(WhoIsIn).No}, "line": {"x"}})
	if o := tb.ends(done); o.err != nil || o.a.Key != "x" || o.a.Values != nil {
		t.Error(o)
	}
	plain := vips // a line that does not ask what follows is complete without it
	plain.Place = "g/3/next/5"
	asktest.Reshape(&plain, func(line *ask.Each) { line.NoPlus = lang.Text{} })
	done = tb.asks(k, plain)
	p[0].say(p[0].waits("open"), "1")
	p[1].say(p[1].waits("open"), "1")
	if o := tb.ends(done); o.err != nil || o.a.Plus != 0 {
		t.Error(o)
	}
}

// Correcting a name changes only petitions for it, and is saved. Two onlookers are two, a name's length is counted in
// characters, and before anybody sits, phones may pick people seen before.
func TestNamesOddly(t *testing.T) {
	tb := newTable(t, "Ana", "Bia")
	p := tb.sits("Bia", "bia")
	p[0].posts("/leave", nil)
	laws.Need(t, tb.hub.Lobby.Rename(map[string]string{"Bia": "Bea"}))
	tb.start()
	if g := p[1].guest(); g.Wants != "Bea" {
		t.Errorf("%+v", g)
	}
	word, _ := tb.hub.Lobby.Door()
	n := len(tb.hub.Lobby.e.Guests)
	for _, name := range []string{"", "", strings.Repeat("é", mostName)} {
		if w := (&phone{tb: tb}).do("POST", "/sit", url.Values{"door": {word}, "name": {name}}); w.Code != 303 {
			t.Errorf("%q: %d", name, w.Code)
		}
	}
	if len(tb.hub.Lobby.e.Guests) != n+3 {
		t.Error("who only looks on took the place of another:", len(tb.hub.Lobby.e.Guests)-n)
	}
	tb = newTable(t)
	tb.hub.Show(nil, []string{"Zé", "Ana"}, "", Board{})
	if free, taken := tb.hub.Lobby.seats(); !slices.Equal(free, []string{"Zé", "Ana"}) || taken != nil {
		t.Error(free, taken)
	}
}

// At a shut door a phone may knock. It sees nothing of the table until somebody lets it in, to a taken place or a free
// one. After a no, the door is quiet for a while.
func TestKnocking(t *testing.T) {
	tb, p, _ := setUp(t, "Ana", "Bia")
	tb.hub.Show([]string{"Ana", "Bia"}, nil, "", Board{Where: lang.Literal("Turn 7")})
	word, open := tb.hub.Lobby.Door()
	if open {
		t.Fatal("the door is open")
	}
	knock := func(name string) (*phone, int) {
		x := &phone{tb: tb, from: "192.168.77.99:1"}
		w := x.do("POST", "/sit", url.Values{"door": {word}, "typed": {name}})
		if all := w.Result().Cookies(); len(all) > 0 {
			x.cookie = all[0].Value
		}
		return x, w.Code
	}
	if body := (&phone{tb: tb}).do("GET", "/"+word, nil).Body.String(); strings.Contains(body, "Ana") || !strings.Contains(body, "The door is shut") {
		t.Error(body)
	}
	if _, code := knock(""); code != 403 {
		t.Error("who looks on needs an open door:", code)
	}
	x, _ := knock("Bia")
	for _, path := range []string{"/", "/board", "/rules", "/photo/x"} {
		if body := x.do("GET", path, nil).Body.String(); strings.Contains(body, "Turn 7") || strings.Contains(body, "Ana") {
			t.Errorf("who knocks sees %s: %s", path, body)
		}
	}
	for _, path := range []string{"/keep", "/also"} {
		x.do("POST", path, url.Values{"keep": {"1"}, "name": {"Ana"}})
	}
	ask := tb.hub.petition()
	if ask.question().Text.String() != "Another phone asks for the place of Bia." {
		t.Fatal(ask)
	}
	laws.Need(t, tb.hub.Lobby.decide(ask.id, false))
	if w := x.do("GET", "/", nil); w.Code != 401 || !strings.Contains(w.Body.String(), "said no") {
		t.Error("who was told no is in, or not told:", w)
	}
	for word, says := range map[string]string{"AAAAAAAAAA": "Scan the code", tb.hub.Lobby.e.Was[0]: "The door is shut"} {
		if w := x.do("GET", "/"+word, nil); w.Code != 404 || !strings.Contains(w.Body.String(), says) {
			t.Error(word, w)
		}
	}
	if _, code := knock("Bia"); code != 403 {
		t.Error("it is not quiet after a no:", code)
	}
	tb.pass(quiet + time.Second)
	y, _ := knock("Eva")
	for range mostKnock - 1 {
		knock("Z")
	}
	if _, code := knock("Z"); code != 403 {
		t.Error("too many knock:", code)
	}
	if ask = tb.hub.petition(); ask.question().Text.String() != "Eva asks to come in by phone." {
		t.Fatal(ask)
	}
	laws.Need(t, tb.hub.Lobby.decide(ask.id, true))
	if body := y.page(); !strings.Contains(body, "You are not at this table yet") || !strings.Contains(body, "Turn 7") {
		t.Error(body)
	}
	if names := tb.hub.Lobby.Here().Names; !slices.Equal(names, []string{"Ana", "Bia", "Eva"}) {
		t.Error(names)
	}
	if code := p[1].do("GET", "/", nil).Code; code != 200 {
		t.Error("Bia is out:", code)
	}
}

// The notes at the laptop replace what the game reported before, on phones and on the board, and while photos are taken
// the round is over. Every page has a title and an icon, and leaving takes two presses.
func TestOneTruthAPage(t *testing.T) {
	tb := newTable(t, "Ana", "Bia")
	p, board := tb.sits("Ana")[0], Board{Game: lang.Literal("Foto"), Where: lang.Literal("Round 2"), OnTable: []lang.Text{lang.Literal("Bia has 10")}}
	tb.hub.Show(tb.hub.Lobby.names, nil, "", board)
	get := func(path string) string { return p.do("GET", path, nil).Body.String() }
	for path, title := range map[string]string{"/": "Ana · Foto", "/board": "The board · Foto"} {
		if body := get(path); !strings.Contains(body, "<title>"+title+"</title>") || !strings.Contains(body, "Bia has 10") || !strings.Contains(body, "/s/icon-") {
			t.Error(path, body)
		}
	}
	if body := get("/"); !strings.Contains(body, "<summary class=\"button quiet\">This is not me") {
		t.Error(body)
	}
	tb.hub.lay(ask.Question{Head: ask.Head{ID: "paid", Text: lang.Literal("Paid?"), Notes: []lang.Text{lang.Literal("Bia has 5")}}, Shape: ask.Show{}, Place: "x"}, scorekeeper)
	for _, path := range []string{"/", "/board"} {
		if body := get(path); strings.Contains(body, "Bia has 10") || strings.Count(body, "Bia has 5") != 1 {
			t.Error(path, body)
		}
	}
	tb.hub.close()
	tb.hub.layAll([]ask.Question{{Head: ask.Head{ID: "photos.0", People: []int{0}, Names: []string{"Ana"}}, Shape: ask.Show{Pictures: true}, Place: "x"}})
	for _, path := range []string{"/", "/board"} {
		if body := get(path); strings.Contains(body, "Round 2") || strings.Contains(body, "Bia has") || !strings.Contains(body, "The photos") {
			t.Error(path, body)
		}
	}
}

// A list is on all phones. Anybody who sits at the table ticks what is done, and the laptop shows what is left. A press
// sets a tick rather than toggling it, so a second one changes nothing. Ticks survive an aside, and do not carry over
// to the next list.
func TestTicks(t *testing.T) {
	tb := newTable(t, "Ana", "Bia")
	zoe := tb.sits("Zoe")
	p := append(tb.sits("Ana", "Bia"), zoe...) // before the door shuts
	lines := lang.Names([]string{"1. Deal", "2. Shuffle"})
	list := ask.Question{Head: ask.Head{ID: "list", Text: lang.Literal("Ready?"), Notes: append(slices.Clone(lines), lang.Literal("To check: all"))}, Shape: ask.Show{Steps: lines}, Place: "x"}
	k := newKeyboard()
	keepers := tb.both(k)
	done := later(func() (ask.Answer, error) { return keepers.Ask(list) })
	left := func(want string) {
		for end := time.Now().Add(enough); ; time.Sleep(2 * time.Millisecond) {
			var notes []string
			for _, n := range k.last().Notes {
				notes = append(notes, n.String())
			}
			if got := strings.Join(notes, "|"); got == want {
				return
			} else if time.Now().After(end) {
				t.Fatalf("the laptop shows %q, not %q", got, want)
			}
		}
	}
	left("1. Deal|2. Shuffle|To check: all")
	no := func(i int) string { return p[0].sees().Ticks[i].No }
	if all := p[1].sees(); len(all.Ticks) != 3 || all.Ticks[2].No != "" || all.NowNotes != nil || len(p[2].sees().Ticks) != 0 {
		t.Fatalf("%+v", all)
	}
	first, second := no(0), no(1)
	for _, c := range []struct {
		p    *phone
		form url.Values
		code int
		left string
	}{
		{p[0], url.Values{"on": {first}}, 200, "2. Shuffle|To check: all|Ticked on phones: 1 of 2"},
		{p[1], url.Values{"on": {first}}, 200, "2. Shuffle|To check: all|Ticked on phones: 1 of 2"},
		{p[1], url.Values{"on": {second}}, 200, "To check: all|Ticked on phones: 2 of 2"},
		{p[0], url.Values{"off": {first}}, 200, "1. Deal|To check: all|Ticked on phones: 1 of 2"},
		{p[2], url.Values{"on": {first}}, 409, "1. Deal|To check: all|Ticked on phones: 1 of 2"},
		{p[0], url.Values{"on": {"AAAA"}}, 409, "1. Deal|To check: all|Ticked on phones: 1 of 2"},
	} {
		if code, _ := c.p.posts("/tick", c.form); code != c.code {
			t.Errorf("%v: %d", c.form, code)
		}
		left(c.left)
	}
	k.line("")
	tb.ends(done)
	p[0].posted(409, "/tick", url.Values{"on": {first}})
	if q, n := tb.hub.left(list, false); n != 0 || len(q.Notes) != 3 {
		t.Errorf("line by line it is shown anew before all is done: %d %v", n, q.Notes)
	}
	list.Place = "y"
	if _, n := tb.hub.left(list, true); n != 0 {
		t.Errorf("%d ticks of another list", n)
	}
}

// A person with nothing to answer reads what the table is asked, if all may see it.
func TestMeanwhile(t *testing.T) {
	tb, p, _ := setUp(t, "Ana", "Bia")
	for _, c := range []struct {
		q    ask.Question
		says string
	}{
		{ask.Question{Head: ask.Head{ID: "deal", Text: lang.Literal("Ready?"), Notes: []lang.Text{lang.Literal("The places")}}, Shape: ask.Show{}, Place: "x"}, "Ready?"},
		{ask.Question{Head: ask.Head{ID: "menu", Text: lang.Literal("Ready?")}, Shape: ask.Show{}}, ""},
		{ask.Question{Head: ask.Head{ID: "card", Secret: true, Text: lang.Literal("Ready?")}, Shape: ask.Show{}, Place: "x"}, ""},
		{ask.Question{Head: ask.Head{ID: "card", People: []int{1}, Text: lang.Literal("Ready?")}, Shape: ask.Number{}, Place: "x"}, ""},
	} {
		tb.hub.lay(c.q, scorekeeper)
		body := p[0].page()
		if strings.Contains(body, "Ready?") != (c.says != "") || strings.Contains(body, "The places") != (c.q.Notes != nil) {
			t.Errorf("%+v: %s", c.q, body)
		}
	}
}

// What a question reports is said once, in large letters, on phones and on the board. The laptop has it among its
// notes.
func TestTheMomentOfAQuestion(t *testing.T) {
	tb, p, _ := setUp(t, "Ana", "Bia")
	bids := lang.Literal("The bids: Ana 3.")
	tb.hub.lay(ask.Question{Head: ask.Head{ID: "paid", Text: lang.Literal("Paid?"), Notes: []lang.Text{bids, lang.Literal("Ana pays.")}, Phone: ask.Phone{Others: bids}}, Shape: ask.Show{}, Place: "x"}, scorekeeper)
	tb.hub.Show([]string{"Ana", "Bia"}, nil, "x", Board{Game: lang.Literal("Picture Perfect")})
	for _, page := range []string{p[0].page(), p[0].board()} {
		if strings.Count(page, "The bids") != 1 || !strings.Contains(page, "<h1 class=moment>The bids: Ana 3.</h1>") || !strings.Contains(page, "Ana pays.") {
			t.Error(page)
		}
	}
}

// A long name has a row of its own among names to choose from, so that it does not break in the middle of a word.
func TestLongNames(t *testing.T) {
	tb, p, _ := setUp(t, "Ana", "Bia-", "Bartholomeussantos-", "Wilhelminaandradas")
	word, _ := tb.hub.Lobby.Door()
	pages := []string{(&phone{tb: tb}).do("GET", "/"+word, nil).Body.String(), p[0].page()}
	for i, name := range []string{"Bia", "Bartholomeussantos", "Wilhelminaandradas"} {
		for k, page := range pages {
			m := regexp.MustCompile(`<button class="([^"]*)" name=name value="` + name + `"`).FindStringSubmatch(page)
			if m == nil || strings.Contains(m[1], "long") != (i > 0) || strings.Contains(m[1], "quiet") != (i == 2 || k == 1) {
				t.Error(name, k, m)
			}
		}
	}
}

// Nobody waits for people who have left: their place is not offered, and the door shuts once all others have their
// phones. If they come back, they get their place by name, even before the table has let them in.
func TestWhoHasLeft(t *testing.T) {
	tb := newTable(t, "Ana", "Bia", "Caio")
	ana := tb.sits("Ana")[0]
	leave := func(away ...int) { tb.hub.Show([]string{"Ana", "Bia", "Caio"}, nil, "", Board{Away: away}) }
	offers := func(want ...string) {
		t.Helper()
		word, open := tb.hub.Lobby.Door()
		free, _ := tb.hub.Lobby.seats()
		if shares := ana.sees().Seat.Free; !open || !slices.Equal(free, want) || !slices.Equal(shares, want) {
			t.Error(word, open, free, shares)
		}
	}
	offers("Bia", "Caio")
	leave(1)
	offers("Caio")
	leave()
	offers("Bia", "Caio")
	tb.sits("Caio")
	offers("Bia")
	leave(1)
	if _, open := tb.hub.Lobby.Door(); open {
		t.Error("the door waits for Bia, who has left")
	}
	laws.Need(t, tb.hub.Lobby.SetDoor(true))
	tb.sits("Bia")
	if has, _ := tb.hub.Lobby.phone(1); !has {
		t.Error("Bia comes back, and finds no place")
	}
}
