package play

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/awake"
	"github.com/tablemate/tablemate/old/cmd/internal/phones"
	"github.com/tablemate/tablemate/old/cmd/internal/screen"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/setup"
)

// An unreached listener never gets a connection.
type unreached struct{ done chan struct{} }

func (l unreached) Accept() (net.Conn, error) { <-l.done; return nil, net.ErrClosed }
func (l unreached) Close() error              { return nil }
func (l unreached) Addr() net.Addr            { return &net.TCPAddr{} }

// shares returns a host with phones. The guests' phones are in already: "" only looks on, and "Ana*" keeps the score.
// The laptop's second address fails.
func shares(t *testing.T, host Host, guests ...string) (s *Sharing, said *[]string) {
	t.Helper()
	kept := phones.Evening{Door: "AAAAAAAAAA", Key: "K", Open: true, Seen: time.Now()}
	for _, name := range guests {
		name, keeps := strings.CutSuffix(name, "*")
		g := phones.Guest{Token: fmt.Sprintf("%x", sha256.Sum256([]byte(name))), Names: []string{name}, Keeps: keeps}
		if name == "" {
			g = phones.Guest{Token: "a television", Board: true}
		}
		kept.Guests = append(kept.Guests, g)
	}
	body, err := json.Marshal(kept)
	laws.Need(t, err)
	said = new([]string)
	return &Sharing{
		Host: host, Print: func(string) {}, After: func(time.Duration) <-chan time.Time { return nil },
		Say: func(x lang.Text) { *said = append(*said, x.String()) },
		Open: func() (*phones.Desk, error) {
			return phones.Open(t.Context(), phones.Config{
				Addresses: func() []netip.Addr {
					return []netip.Addr{netip.MustParseAddr("192.168.0.7"), netip.MustParseAddr("10.0.0.9")}
				},
				Listen: func(_, address string) (net.Listener, error) {
					if strings.HasPrefix(address, "10.") {
						return nil, errors.New("this address is gone")
					}
					return unreached{make(chan struct{})}, nil
				},
				Now: time.Now, Voices: func(tag string) *lang.Localizer { return lang.NewLocalizer(tag) },
				Load: func(int) ([]byte, error) { return body, nil }, Keep: func(int, []byte) error { return nil },
			})
		},
	}, said
}

// A code is drawn if it can be seen. Otherwise the question does not mention one.
func TestWhereACodeIsSeen(t *testing.T) {
	for _, c := range []struct{ window, ascii, code bool }{{true, false, true}, {true, true, false}, {false, false, false}} {
		said := ""
		s, _ := shares(t, &succession{covers: c.window, asking: func(q ask.Question) (ask.Answer, error) {
			said = q.Text.String()
			return ask.One(0), nil
		}})
		drawn := ""
		s.ASCII, s.Print = c.ascii, func(text string) { drawn += text }
		laws.Need(t, s.Page())
		if strings.Contains(said, "code") != c.code || strings.Contains(drawn, "▀") != c.code || !strings.Contains(said, "http://192.168.0.7") {
			t.Errorf("%+v: %q, drawn %q", c, said, drawn)
		}
	}
}

// Whatever phones can or cannot do, the evening goes on: the failure is reported, and the page is shown again.
func TestThePageGoesOn(t *testing.T) {
	var asked []ask.Question
	answers := []int{1, 2, 3, 1, 0} // the next address, the door, a phone out, the onlookers; go on
	s, said := shares(t, asking(func(q ask.Question) (ask.Answer, error) {
		asked = append(asked, q)
		return ask.One(answers[len(asked)-1]), nil
	}), "Ana", "")
	if err := s.Page(); err != nil || len(asked) != 5 {
		t.Fatal(err, len(asked))
	}
	if want := []string{"Phones cannot come: this address is gone"}; !slices.Equal(*said, want) {
		t.Errorf("%q", *said)
	}
	if note := asked[0].Notes[0].String(); note != "In: Ana" {
		t.Error(note)
	}
	if out := fmt.Sprint(asked[3].List().Options); out != "[Ana the phones that look on (1)]" || asked[2].Notes[1].String() != "Only looking on: 1" || s.desk.Lobby.Here().Looking != 0 {
		t.Error(out, asked[2].Notes)
	}
	if notes := asked[4].Notes; notes[len(notes)-1].String() != "The door is shut: no new phone comes in." {
		t.Errorf("%v", notes)
	}
	for _, end := range []error{ask.ErrBack, ask.ErrNow, &ask.Aside{}} {
		s, _ := shares(t, asking(func(ask.Question) (ask.Answer, error) { return ask.Answer{}, end }), "Ana")
		if err := s.Page(); err != nil {
			t.Errorf("%v: %v", end, err)
		}
	}
	s, _ = shares(t, asking(func(ask.Question) (ask.Answer, error) { return ask.Answer{}, ask.ErrQuit }), "Ana")
	if err := s.Page(); !errors.Is(err, ask.ErrQuit) {
		t.Error(err)
	}
}

// People whose phones have come are suggested for the table. A phone follows its person's corrected name.
func TestPhonesAndTheTable(t *testing.T) {
	s, _ := shares(t, asking(nil), "Ana", "Bia", "Caio")
	laws.Need(t, s.begin())
	var seen []ask.Question
	a := prepared{next: asking(func(q ask.Question) (ask.Answer, error) { seen = append(seen, q); return ask.Answer{}, nil }), where: nowhere, people: func() ([]string, error) { return []string{"Bia", "Davi"}, nil }, joined: s.joined}
	if _, err := a.Ask(ask.Question{Head: ask.Head{ID: setup.AsksWho}, Shape: ask.Words{}}); err != nil || seen[0].Suggest.Text != "Ana, Bia, Caio" {
		t.Errorf("%+v %v", seen, err)
	}
	if got := strings.Join(seen[0].Phone.Known, " "); got != "Ana Bia Caio Davi" {
		t.Error("to be tapped:", got)
	}
	r := sitDown(t, setup.Live, "")
	where := r.in
	where.Host, where.Phones = s, s
	e := New(where, r.s)
	e.at.tellPhones()
	now, _ := r.s.Log.Table()
	now.Players = []string{"Beatriz", "Bia", "Caio"}
	p, err := r.s.Reseat(now, nil)
	laws.Need(t, err)
	laws.Need(t, r.s.Make(p))
	e.at.tellPhones()
	if names := s.desk.Lobby.Here().Names; !slices.Equal(names, []string{"Beatriz", "Bia", "Caio"}) {
		t.Error(names)
	}
	laws.Need(t, session.Rename(r.in.Store, r.in.Games, store.Rename{At: r.now, Was: "Bia", Now: "Bea"}, []string{r.s.Log.ID()}))
	if err := r.s.Log.CatchUp(); !errors.Is(err, session.ErrMoved) {
		t.Fatal(err)
	}
	back, _ := shares(t, asking(nil), "Ana", "Bia", "Caio") // at a table that comes back another day
	laws.Need(t, back.begin())
	where.Host, where.Phones = back, back
	later := New(where, r.s)
	later.at.tellPhones()
	e.at.tellPhones()
	for _, s := range []*Sharing{s, back} {
		if names := s.desk.Lobby.Here().Names; names[1] != "Bea" {
			t.Error(names)
		}
	}
}

// A choice that needs phones is listed if everybody has one, or if it was made before. A new table without phones does
// not inherit it.
func TestWhatSuitsPhonesOnly(t *testing.T) {
	g := scoring.Game{
		ID: "spyfall", MinPlayers: 2, MaxPlayers: 8, New: func(setup.Table) (scoring.State, error) { return nil, nil },
		Options: []setup.Option{{ID: "cards", Key: "c", Values: []setup.Value{{ID: "printed"}, {ID: "phones"}}, OnPhones: true}},
	}
	with := map[string]string{"cards": "phones"}
	last := func([]string) (map[string]string, error) { return maps.Clone(with), nil }
	for name, c := range map[string]struct {
		w      Seating
		phones []string // nil: the table does not share
		want   string
	}{
		"nobody shares":    {Seating{}, nil, ""},
		"somebody has not": {Seating{}, []string{"Ana"}, ""},
		"everybody has":    {Seating{}, []string{"bia", "Ana", "Caio"}, "printed"},
		"they are gone":    {Seating{Was: setup.Table{Choices: with}}, nil, "phones"},
		"again":            {Seating{Last: last}, []string{"Ana", "Bia"}, "phones"},
		"again without":    {Seating{Last: last}, nil, ""},
	} {
		var lines int
		a := asking(func(q ask.Question) (ask.Answer, error) {
			lines = len(q.List().Options)
			return *q.Suggest, nil
		})
		s, _ := shares(t, a, c.phones...)
		if c.phones != nil {
			laws.Need(t, s.begin())
		}
		c.w.Game, c.w.Was.Players, c.w.Phoned = g, []string{"Ana", "Bia"}, s.covers
		got, err := c.w.Sit(a)
		if want := 2 + len(got.Choices); err != nil || got.Choices["cards"] != c.want || lines != want {
			t.Errorf("%s: %v, %v, %d lines", name, got.Choices, err, lines)
		}
	}
	if (*Sharing)(nil).covers(nil) {
		t.Error("nobody can share, and everybody has a phone")
	}
}

// Only a clock with a place in the game is shown on phones.
func TestClocksOnPhones(t *testing.T) {
	for name, c := range map[string]screen.Clock{
		"ours":     {Phones: screen.Phones{Place: "g/1/0"}},
		"no place": {},
	} {
		w := &succession{ends: []screen.Outcome{{}}}
		s, _ := shares(t, w)
		laws.Need(t, s.begin())
		if _, err := s.Watch(c); err != nil {
			t.Fatal(err)
		}
		if on := w.clocks[0].Phones.Presses != nil; on != (name == "ours") {
			t.Errorf("%s: on the phones: %v", name, on)
		}
	}
}

// Answers that one person may have given on a phone are not shown again at the laptop.
func TestRecapBesidePhones(t *testing.T) {
	w := &recapping{}
	s, _ := shares(t, w)
	all := []ask.Answered{{Question: ask.Question{Head: ask.Head{ID: "card", People: []int{1}}}}, {Question: ask.Question{Head: ask.Head{ID: "votes", People: []int{0, 1}}}}, {Question: ask.Question{Head: ask.Head{ID: "who"}}}, {Question: ask.Question{Head: ask.Head{ID: "cards", People: []int{0, 1}}, Shape: ask.Each{Cards: true}}}}
	s.Recap(all)
	if w.all[0].Hidden {
		t.Error("nobody shares, and it is hidden")
	}
	laws.Need(t, s.begin())
	if s.Recap(all); !w.all[0].Hidden || w.all[1].Hidden || w.all[2].Hidden || !w.all[3].Hidden || all[0].Hidden {
		t.Errorf("%+v", w.all)
	}
}

type recapping struct {
	asking
	all []ask.Answered
}

func (r *recapping) Recap(all []ask.Answered) { r.all = all }

// If everybody at the table has a phone, the game goes on at once. Otherwise the door is opened and the code is shown.
func TestSharingAgain(t *testing.T) {
	for _, c := range []struct {
		players []string
		page    bool
	}{{[]string{"Ana", "bia"}, false}, {[]string{"Ana", "Dora"}, true}, {nil, true}} {
		pages := 0
		s, said := shares(t, asking(func(ask.Question) (ask.Answer, error) { pages++; return ask.One(0), nil }), "Ana", "Bia")
		laws.Need(t, s.begin())
		laws.Need(t, s.desk.Lobby.SetDoor(false))
		laws.Need(t, s.welcome(c.players))
		if _, open := s.desk.Lobby.Door(); (pages > 0) != c.page || open != c.page || len(*said) > 0 == c.page {
			t.Errorf("%v: %d pages, open %v, %q", c.players, pages, open, *said)
		}
	}
}

// A table that had phones is told how to bring them back; other tables are told nothing.
func TestPhonesWereHere(t *testing.T) {
	r := sitDown(t, setup.Live, "")
	e := New(r.in, r.s)
	r.out.Reset()
	if err := e.greet(false); err != nil || r.out.Len() > 0 {
		t.Error(r.out.String())
	}
	body, err := json.Marshal(phones.Evening{Guests: []phones.Guest{{Token: "x", Names: []string{"Ana"}}}, Seen: r.now})
	laws.Need(t, err)
	laws.Need(t, r.in.Store.Phones.KeepEvening(8087, body))
	if err := e.greet(false); err != nil || !strings.Contains(r.out.String(), "“?phones” brings them back") {
		t.Error(r.out.String())
	}
	for _, share := range []bool{false, true} { // the last line brings back the phones that are here
		if r.out.Reset(); share {
			e.at.in.Phones, _ = shares(t, asking(nil), "Ana")
			laws.Need(t, e.at.in.Phones.begin())
		}
		e.farewell(ask.ErrQuit)
		if said := r.out.String(); !strings.Contains(said, "resume "+r.s.Log.ID()) || strings.Contains(said, r.s.Log.ID()+" --share\n") != share {
			t.Errorf("%v: %s", share, said)
		}
	}
}

// pageOf returns the page on somebody's phone.
func pageOf(s *Sharing, path, who string) string {
	server := &phones.Server{Hub: s.desk.Hub, Host: "192.168.0.7", Config: phones.Config{Voices: func(tag string) *lang.Localizer { return lang.NewLocalizer(tag) }}}
	r, w := httptest.NewRequest(http.MethodGet, "http://192.168.0.7"+path, nil), httptest.NewRecorder()
	r.AddCookie(&http.Cookie{Name: "tablemate-", Value: who})
	server.Handler().ServeHTTP(w, r)
	return w.Body.String()
}

// Scorekeepers' phones see the printed lines that the table asked for, and no others.
func TestWhatWasAskedFor(t *testing.T) {
	s, _ := shares(t, asking(nil), "Ana*")
	laws.Need(t, s.begin())
	var printed strings.Builder
	out := s.Tee(&printed)
	fmt.Fprintln(out, "the table after a turn")
	over := s.hearing()
	fmt.Fprintln(out, "a rule")
	over()
	fmt.Fprintln(out, "the next table")
	if body := pageOf(s, "/", "Ana"); !strings.Contains(body, "<pre tabindex=0>a rule\n</pre>") || strings.Count(printed.String(), "\n") != 3 {
		t.Error(printed.String(), body)
	}
}

// Phones that come in the middle of a game are offered its seats before anybody goes on.
func TestPlacesInTheMiddle(t *testing.T) {
	r := sitDown(t, setup.Live, "")
	at, page := New(r.in, r.s).at, ""
	at.in.Phones, _ = shares(t, asking(func(ask.Question) (ask.Answer, error) {
		page = pageOf(at.in.Phones, "/AAAAAAAAAA", "")
		return ask.One(0), nil
	}))
	if laws.Need(t, invite(at)); !strings.Contains(page, "Caio") {
		t.Error(page)
	}
}

// The page says what to do about missing phones until one of them has opened a page.
func TestNoPhoneComes(t *testing.T) {
	s, _ := shares(t, asking(nil))
	laws.Need(t, s.begin())
	for _, reached := range []bool{false, true} {
		if reached {
			word, _ := s.desk.Lobby.Door()
			pageOf(s, "/"+word, "")
		}
		if q, _ := s.page(true); strings.Contains(q.Notes[0].String(), "No phone has come yet") == reached {
			t.Errorf("reached: %v, and it says %v", reached, q.Notes)
		}
	}
}

// The machine stays awake while a clock runs. If nothing can keep it awake, that is said once: below the code, or
// beside a clock.
func TestTheLaptopStaysAwake(t *testing.T) {
	for _, has := range []bool{true, false} {
		holds := 0
		lock := awake.New(func(string) (func(), func() bool) {
			holds++
			return func() { holds-- }, func() bool { return has }
		}, "")
		w := &succession{ends: []screen.Outcome{{}, {}, {}}}
		s, _ := shares(t, w)
		s.Awake = lock
		for _, left := range []time.Duration{soonOver, time.Hour, time.Hour} {
			if _, err := s.Watch(screen.Clock{Left: left}); err != nil {
				t.Fatal(err)
			}
		}
		if n := [3]int{len(w.clocks[0].Notes), len(w.clocks[1].Notes), len(w.clocks[2].Notes)}; has && n != [3]int{} || !has && n != [3]int{0, 1, 0} {
			t.Errorf("%v: %v", has, n)
		}
		w.clocks[0].Awake(true)
		if holds != 1 {
			t.Error("the clock runs, and the machine may fall asleep")
		}
		w.clocks[0].Awake(false)
		if holds != 0 {
			t.Error("the clock stands, and the machine may not")
		}
	}
	s, said := shares(t, asking(func(ask.Question) (ask.Answer, error) { return ask.One(0), nil }))
	s.Awake = awake.New(func(string) (func(), func() bool) { return func() {}, func() bool { return false } }, "")
	for range 2 {
		laws.Need(t, s.Page())
	}
	if !slices.Equal(*said, []string{mayDoze.String()}) {
		t.Error(*said)
	}
}
