package phones

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/timer"
)

// Each door in turn: the host, the origin of a form, the door word, the cookie, and the size of a request.
func TestDoors(t *testing.T) {
	tb := newTable(t, "Ana", "Bia", "Caio")
	word, _ := tb.hub.Lobby.Door()
	in := tb.sits("Ana")[0]
	out := &phone{tb: tb}
	set := func(key, value string) func(*http.Request) { return func(r *http.Request) { r.Header.Set(key, value) } }
	call := func(name string) func(*http.Request) { return func(r *http.Request) { r.Host = name } }
	sit := url.Values{"door": {word}, "name": {"Bia"}}
	for _, c := range []struct {
		name         string
		p            *phone
		method, path string
		form         url.Values
		change       func(*http.Request)
		code         int
	}{
		{"a name that was rebound", in, "GET", "/", nil, call("tablemate.example:8087"), 421},
		{"another port", in, "GET", "/", nil, call("192.168.77.1:80"), 421},
		{"localhost", in, "GET", "/", nil, call("localhost:8087"), 421},
		{"a form from elsewhere", in, "POST", "/say", nil, set("Origin", "http://evil.example"), 403},
		{"a form from nowhere", in, "POST", "/say", nil, func(r *http.Request) { r.Header.Del("Origin") }, 403},
		{"a form that hides where it is from", in, "POST", "/say", nil, set("Origin", "null"), 403},
		{"a form from https", in, "POST", "/say", nil, set("Origin", "https://"+host), 403},
		{"the door", out, "GET", "/" + word, nil, nil, 200},
		{"the door, typed small", out, "GET", "/" + strings.ToLower(word), nil, nil, 200},
		{"another word", out, "GET", "/AAAAAAAAAA", nil, nil, 404},
		{"no word", out, "GET", "/", nil, nil, 401},
		{"a seat without the word", out, "POST", "/sit", url.Values{"door": {"A"}, "name": {"Bia"}}, nil, 403},
		{"a seat that is not there", out, "POST", "/sit", url.Values{"door": {word}, "name": {"Zoé"}}, nil, 303},
		{"an answer without a cookie", out, "POST", "/say", nil, nil, 401},
		{"a press without a cookie", out, "POST", "/press", nil, nil, 401},
		{"a sign without a cookie", out, "POST", "/here", nil, nil, 401},
		{"rules without a cookie", out, "GET", "/rules", nil, nil, 401},
		{"a stream without a cookie", out, "GET", "/live", nil, nil, 204},
		{"a number that is none", in, "POST", "/say", url.Values{"no": {"AAAA"}, "line": {"1"}}, nil, 409},
		{"a huge body", in, "POST", "/say", url.Values{"no": {strings.Repeat("x", 2*mostBody)}}, nil, 413},
		{"another way", in, "DELETE", "/say", nil, set("Origin", "http://"+host), 405},
		{"a file that is not there", in, "GET", "/s/hub.go", nil, nil, 404},
		{"a seat", out, "POST", "/sit", sit, nil, 303},
	} {
		p := *c.p
		p.from = fmt.Sprintf("192.168.77.%d:9", 100+len(c.name)) // so that each has a flood limit of its own
		changes := []func(*http.Request){}
		if c.change != nil {
			changes = append(changes, c.change)
		}
		w := p.do(c.method, c.path, c.form, changes...)
		if w.Code != c.code {
			t.Errorf("%s: %d, want %d", c.name, w.Code, c.code)
		}
		for header, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "Cache-Control": "no-store"} {
			if got := w.Header().Get(header); w.Code < 400 && got != want {
				t.Errorf("%s: %s is %q", c.name, header, got)
			}
		}
		if w.Code < 400 && !strings.HasPrefix(w.Header().Get("Content-Security-Policy"), "default-src 'none'; script-src 'self';") {
			t.Errorf("%s: no policy", c.name)
		}
		for _, cookie := range w.Result().Cookies() {
			if !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode || cookie.Secure {
				t.Errorf("%s: %v", c.name, cookie)
			}
		}
	}
}

// An address that asks too much has to wait, and others do not.
func TestAFlood(t *testing.T) {
	tb := newTable(t, "Ana")
	flood, other := &phone{tb: tb, from: "10.0.0.1:5"}, &phone{tb: tb, from: "10.0.0.2:5"}
	refused := 0
	for range 10 * burst {
		if flood.do("GET", "/GUESS", nil).Code == http.StatusTooManyRequests {
			refused++
		}
	}
	word, _ := tb.hub.Lobby.Door()
	if w := other.do("GET", "/"+word, nil); refused < 5*burst || w.Code != 200 {
		t.Error(refused, w.Code)
	}
}

// However many phones look on, everybody who sits at the table gets in. A new door word shows onlookers out, but no
// board.
func TestLookersNeverFillTheTable(t *testing.T) {
	tb := newTable(t, "Ana", "Bia", "Caio")
	tb.sits("Ana")
	look := func(form url.Values) *phone {
		tb.pass(time.Second)
		word, _ := tb.hub.Lobby.Door()
		p := &phone{tb: tb, from: fmt.Sprint("10.0.2.", tb.now.Second(), ":1")}
		form.Set("door", word)
		if w := p.do("POST", "/sit", form); w.Code == 303 {
			p.cookie = w.Result().Cookies()[0].Value
			p.do("GET", "/", nil)
		}
		return p
	}
	in := func(p *phone) bool { return p.do("GET", "/", nil).Code == 200 }
	tv := look(url.Values{"board": {"1"}})
	last := look(url.Values{})
	for range mostGuests {
		look(url.Values{"typed": {"Zé" + fmt.Sprint(tb.now.Second())}}) // names that nobody at the table has
	}
	if n := len(tb.hub.Lobby.e.Guests); n != mostGuests || look(url.Values{}).cookie != "" || !in(last) || !in(tv) {
		t.Error("there is no end to them:", n)
	}
	bia := look(url.Values{"name": {"Bia"}})
	if has, _ := tb.hub.Lobby.phone(1); !has || !in(bia) {
		t.Fatal("Bia is locked out")
	}
	word, _ := tb.hub.Lobby.Door()
	for _, c := range []struct {
		name   string
		renews func()
		again  bool
	}{
		{"the first game", func() { tb.hub.Show(tb.hub.Lobby.names, nil, "", Board{Play: "one"}) }, false},
		{"a start", tb.start, false},
		{"a start with another game", func() {
			tb.kept.Play = "none"
			tb.start()
			tb.hub.Show(tb.hub.Lobby.names, nil, "", Board{Play: "one"})
		}, true},
		{"a door shut", func() { _ = tb.hub.Lobby.SetDoor(false); _ = tb.hub.Lobby.SetDoor(true) }, true},
		{"the next game", func() {
			tb.hub.Show(nil, nil, "", Board{})
			tb.hub.Show([]string{"Ana", "Bia", "Caio"}, nil, "", Board{})
		}, true},
	} {
		tb.hub.Lobby.e.Guests = slices.DeleteFunc(tb.hub.Lobby.e.Guests, func(g Guest) bool { return strings.HasPrefix(g.who(), "Zé") })
		last = look(url.Values{})
		word, _ = tb.hub.Lobby.Door()
		c.renews()
		now, _ := tb.hub.Lobby.Door()
		if c.again == (now == word) || c.again == in(last) || !in(tv) || !in(bia) {
			t.Errorf("%s: the word is another: %v; who looked on is in: %v, the board: %v, Bia: %v", c.name, now != word, in(last), in(tv), in(bia))
		}
	}
	if err := tb.hub.Lobby.Out(""); err != nil || tb.hub.Lobby.Here().Looking != 0 || in(tv) || !in(bia) {
		t.Error(err, tb.hub.Lobby.Here().Looking)
	}
	if code := last.do("GET", "/"+word, nil).Code; code != 404 {
		t.Error("an old word opens:", code)
	}
}

// Pages load nothing from elsewhere, and are small.
func TestPages(t *testing.T) {
	tb := newTable(t, "Ana", "Bia")
	tb.hub.Show([]string{"Ana", "Bia"}, nil, "", Board{ID: "dixit", Game: lang.Literal("Dixit"), Goal: 30, Rows: []report.Standing{line(1, "<u>Ana", 12, true, color.Mark{Letter: "A"})}, Told: []lang.Text{lang.Literal("Ana told <i>")}})
	p := tb.sits("Ana")[0]
	w := p.do("GET", "/", nil)
	body := w.Body.String()
	weight := len(body)
	for _, rest := range strings.Split(body, `"/s/`)[1:] {
		name, _, _ := strings.Cut(rest, `"`)
		f := p.do("GET", "/s/"+name, nil)
		if f.Code != 200 || !strings.Contains(f.Header().Get("Cache-Control"), "immutable") {
			t.Error(name, f.Code)
		}
		weight += f.Body.Len()
	}
	if weight > 24<<10 || weight < 5<<10 {
		t.Errorf("a page weighs %d bytes", weight)
	}
	if strings.Contains(body, "<i>") || strings.Contains(body, "<u>") || strings.Contains(body, "//") {
		t.Error(body)
	}
	if r := p.do("GET", "/rules", nil); r.Code != 200 || !strings.Contains(r.Body.String(), "<summary>dixit</summary>") {
		t.Error(r.Code, r.Body)
	}
}

// pipes is a listener without a network.
type pipes struct {
	net.Listener
	c    chan net.Conn
	done chan struct{}
	stop func()
}

func newPipes() *pipes {
	p := &pipes{c: make(chan net.Conn), done: make(chan struct{})}
	p.stop = sync.OnceFunc(func() { close(p.done) })
	return p
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.c:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.stop()
	return nil
}

func (p *pipes) dial() net.Conn {
	near, far := net.Pipe()
	p.c <- far
	return near
}

// serves serves the table at pipes until cancel is called.
func (tb *table) serves() (l *pipes, cancel func(), over <-chan error) {
	s := &Server{Hub: tb.hub, Host: host, Config: Config{Voices: func(tag string) *lang.Localizer { return lang.NewLocalizer(tag) }}}
	ctx, cancel := context.WithCancel(tb.t.Context())
	l = newPipes()
	ended := make(chan error, 1)
	go func() { ended <- s.serve(ctx, l) }()
	return l, cancel, ended
}

// gets asks for a page as a phone, and returns what comes.
func (p *pipes) gets(t *testing.T, path, cookie string) *bufio.Reader {
	c := p.dial()
	t.Cleanup(func() { _ = c.Close() })
	go func() {
		_, _ = fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: %s\r\nCookie: tablemate-8087=%s\r\n\r\n", path, host, cookie)
	}()
	return bufio.NewReader(c)
}

// A request that is never finished is dropped after a while, and all others are served.
func TestSlowRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t, "Ana")
		l, cancel, over := tb.serves()
		var slow []net.Conn
		for range 500 {
			c := l.dial()
			go func() { _, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: ") }()
			slow = append(slow, c)
		}
		time.Sleep(4 * time.Second)
		word, _ := tb.hub.Lobby.Door()
		c := l.dial()
		go func() { _, _ = fmt.Fprintf(c, "GET /%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", word, host) }()
		if line, _ := bufio.NewReader(c).ReadString('\n'); !strings.Contains(line, "200") {
			t.Errorf("%q", line)
		}
		_ = c.Close()
		time.Sleep(4 * time.Second)
		for _, c := range slow {
			if _, err := io.ReadAll(c); err != nil {
				t.Error(err)
			}
		}
		cancel()
		if err := <-over; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
}

// Before the program ends, everybody gets the last page: who won, and nothing to answer or try again. A phone that does
// not listen holds nobody up for long.
func TestTheLastPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t, "Ana", "Bia")
		p := tb.sits("Ana")[0]
		l, cancel, over := tb.serves()
		var all []*bufio.Reader
		for _, path := range []string{"/live", "/live?board=1", "/live"} {
			all = append(all, l.gets(t, path, p.cookie))
		}
		for _, r := range all {
			for line := ""; line != "data: </main>\n"; {
				line, _ = r.ReadString('\n')
			}
		}
		shown := Board{ID: "dixit", Game: lang.Literal("Dixit"), Play: "g", Over: true, Outcome: lang.Literal("Bia wins")}
		tb.change(func(h *Hub) { h.board, h.unveils = shown, unveiling{left: 1, places: 1} })
		begun := time.Now()
		cancel()
		for _, r := range all[:2] {
			rest, err := io.ReadAll(r)
			page := string(rest)
			if err != nil || !strings.Contains(page, "Bia wins") || !strings.Contains(page, `data-gone="That was it for today."`) || strings.Contains(page, "<form") {
				t.Errorf("%v %s", err, page)
			}
		}
		if err := <-over; !errors.Is(err, http.ErrServerClosed) || time.Since(begun) > goodBye+time.Second {
			t.Error(err, time.Since(begun))
		}
	})
	tb := newTable(t, "Ana")
	p := tb.sits("Ana")[0]
	tb.hub.end()
	if page := p.page(); !strings.Contains(page, "The table has stopped here. Everything is kept.") || !strings.Contains(page, `data-gone=""`) || !strings.Contains(page, "Try again</button>") || strings.Contains(page, "refresh") {
		t.Error(page)
	}
}

// A stream brings the whole page when it changes, and a beat otherwise. A phone may have only a few streams, and is
// told when it is shown out.
func TestStreams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t, "Ana", "Bia")
		p := tb.sits("Ana")[0]
		l, cancel, over := tb.serves()
		var all []*bufio.Reader
		for i := range streamsEach + 1 {
			r := l.gets(t, "/live", p.cookie)
			line, err := r.ReadString('\n')
			if want := map[bool]string{true: "200", false: "429"}[i < streamsEach]; err != nil || !strings.Contains(line, want) {
				t.Fatalf("stream %d: %q, %v", i, line, err)
			}
			all = append(all, r)
		}
		until := func(r *bufio.Reader, want string) {
			t.Helper()
			for {
				line, err := r.ReadString('\n')
				if err != nil {
					t.Fatalf("no %q: %v", want, err)
				}
				if strings.Contains(line, want) {
					return
				}
			}
		}
		for _, r := range all[1:streamsEach] {
			go func() { _, _ = io.Copy(io.Discard, r) }()
		}
		until(all[0], "</main>")
		tb.hub.Show([]string{"Ana", "Bia"}, nil, "", Board{Game: lang.Literal("Dixit Odyssey")})
		until(all[0], "Dixit Odyssey")
		until(all[0], "event: beat")
		tb.change(func(h *Hub) { h.board.Game = lang.Literal("Versus") }) // without waking anybody
		for line := ""; !strings.Contains(line, "event: beat"); line, _ = all[0].ReadString('\n') {
			if strings.Contains(line, "Versus") {
				t.Error("a page without a clock is drawn at a beat")
			}
		}
		defer tb.hub.Watch(Clock{Left: 8 * time.Minute, Runs: true}, nil)()
		tb.hub.Tick(timer.Snapshot{Left: 8 * time.Minute, Runs: true})
		until(all[0], `data-left="480000"`)
		tb.pass(time.Minute)
		until(all[0], `data-left="420000"`) // but the time on a clock is
		laws.Need(t, tb.hub.Lobby.Out("Ana"))
		until(all[0], "event: out")
		cancel()
		if err := <-over; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
		time.Sleep(time.Minute) // so that all handlers have ended
	})
}

// Viewers are told when a phone has been silent for too long.
func TestFallingAsleepIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(Evening{}, func(Evening) error { return nil }, time.Now)
		h.Show([]string{"Ana", "Bia"}, nil, "", Board{})
		token, err := h.Lobby.sit("Ana", "", false)
		laws.Need(t, err)
		g, _ := h.Lobby.guest(token)
		_, stop, _ := h.listen(g)
		stop()
		changed, quiet := h.changes()
		defer quiet()
		time.Sleep(asleep + 2*time.Second)
		if _, awake := h.Lobby.phone(0); awake || len(changed) != 1 {
			t.Error("nobody is told that it sleeps:", awake, len(changed))
		}
	})
}

func TestAddresses(t *testing.T) {
	at := func(name string, addrs ...string) Interface {
		i := Interface{Name: name}
		for _, a := range addrs {
			i.Addresses = append(i.Addresses, netip.MustParseAddr(a))
		}
		return i
	}
	got := Addresses([]Interface{
		at("docker0", "172.17.0.1"),
		at("en5", "169.254.3.4", "fe80::1"),
		at("en1", "203.0.113.7"),
		at("wlan0", "10.1.2.3", "192.168.0.7"),
		at("bridge100", "192.168.2.1"),
	})
	if want := "[192.168.0.7 192.168.2.1 10.1.2.3 203.0.113.7 169.254.3.4]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
	for _, i := range Interfaces() {
		for _, a := range i.Addresses {
			if a.IsLoopback() {
				t.Errorf("no phone reaches %s of %s", a, i.Name)
			}
		}
	}
}

// The code of the longest usual address fits a window of 40 by 24, with the question below it.
func TestCode(t *testing.T) {
	for _, color := range []bool{true, false} {
		lines := strings.Split(strings.TrimSuffix(blocks(qrCode("http://192.168.100.200:8087/k7q2m9xr4t"), color), "\n"), "\n")
		if len(lines) != 15 {
			t.Errorf("%d lines", len(lines))
		}
		for _, l := range lines {
			bare := strings.NewReplacer("\x1b[38;2;0;0;0;48;2;255;255;255m", "", "\x1b[0m", "").Replace(l)
			if n := len([]rune(bare)); n != 29 {
				t.Errorf("%d columns: %q", n, l)
			}
			if strings.Contains(l, "\x1b") != color {
				t.Errorf("%q", l)
			}
		}
	}
}

// A desk takes the first free port, offers one address after the other, and recognizes its phones.
func TestDesk(t *testing.T) {
	kept, taken := map[int][]byte{}, map[string]bool{"192.168.0.7:8087": true}
	addresses := []netip.Addr{netip.MustParseAddr("192.168.0.7"), netip.MustParseAddr("10.0.0.9")}
	var listened []string
	c := Config{
		Addresses: func() []netip.Addr { return addresses },
		Listen: func(network, address string) (net.Listener, error) {
			listened = append(listened, address)
			if taken[address] {
				return nil, net.ErrClosed
			}
			return newPipes(), nil
		},
		Now:    time.Now,
		Voices: func(tag string) *lang.Localizer { return lang.NewLocalizer(tag) },
		Load:   func(port int) ([]byte, error) { return kept[port], nil },
		Keep:   func(port int, body []byte) error { kept[port] = body; return nil },
	}
	d, err := Open(t.Context(), c)
	laws.Need(t, err)
	word, _ := d.Lobby.Door()
	if d.URL() != "http://192.168.0.7:8088/"+strings.ToLower(word) || !d.Several() {
		t.Error(d.URL())
	}
	_, err = d.Lobby.sit("Ana", "", false)
	laws.Need(t, err)
	if err := d.Next(); err != nil || d.URL() != "http://10.0.0.9:8088/"+strings.ToLower(word) {
		t.Error(err, d.URL())
	}
	taken["192.168.0.7:8088"] = true
	if err := d.Next(); err == nil || d.URL() != "http://10.0.0.9:8088/"+strings.ToLower(word) {
		t.Error("an address that cannot be had is offered:", d.URL())
	}
	clear(taken) // the first port is free again, but its phones know another one
	again, err := Open(t.Context(), c)
	laws.Need(t, err)
	if names := again.Lobby.Here().Names; !slices.Equal(names, []string{"Ana"}) {
		t.Error(names)
	}
	if !Were(c.Load, time.Now()) || Were(c.Load, time.Now().Add(eveningEnds)) || Were(func(int) ([]byte, error) { return nil, nil }, time.Now()) {
		t.Error("who knows whether there were phones")
	}
	addresses = addresses[1:] // another Wi-Fi
	if err := again.Next(); err != nil || !strings.HasPrefix(again.URL(), "http://10.0.0.9:") {
		t.Error(err, again.URL())
	}
	addresses = nil
	if _, err := Open(t.Context(), c); err != ErrNoAddress {
		t.Error(err)
	}
	for _, a := range listened {
		if strings.HasPrefix(a, "0.0.0.0") || strings.HasPrefix(a, ":") {
			t.Errorf("everybody can reach %s", a)
		}
	}
}

// A phone from before a restart counts as having reached the table once it opens its page, and nobody is told what may
// keep phones away.
func TestAPhoneOfBeforeReachesTheTable(t *testing.T) {
	tb := newTable(t, "Ana")
	p := tb.sits("Ana")[0]
	tb.start()
	if tb.hub.Lobby.Here().Reached {
		t.Error("nobody has opened a page yet")
	}
	if p.do("GET", "/", nil); !tb.hub.Lobby.Here().Reached {
		t.Error("a page was opened, and the table does not know")
	}
}

// The machine stays awake while phones are in, and half an hour longer.
func TestAwakeWhilePhonesAreIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var awake atomic.Bool
		d := &Desk{ctx: ctx, Hub: New(Evening{}, func(Evening) error { return nil }, time.Now)}
		d.c.Awake = awake.Store
		go d.stayAwake()
		is := func(want bool, when string) {
			t.Helper()
			synctest.Wait()
			if is := awake.Load(); is != want {
				t.Errorf("%s: %v", when, is)
			}
		}
		is(false, "before anybody came")
		token, err := d.Lobby.sit("Ana", "", false)
		laws.Need(t, err)
		g, _ := d.Lobby.guest(token)
		_, gone, _ := d.listen(g)
		time.Sleep(3 * time.Hour)
		is(true, "while a phone is there")
		gone()
		time.Sleep(unheard - time.Minute)
		is(true, "while it sleeps")
		time.Sleep(2 * time.Minute)
		is(false, "long after the last one was heard")
		_, gone, _ = d.listen(g)
		is(true, "when it comes back")
		gone()
		laws.Need(t, d.Lobby.leave(g))
		is(false, "when it has left")
		cancel()
	})
}

// Requests come in while the game's own goroutine asks and the clock runs, for the race detector to watch.
func TestRequestsWhileTheGameGoesOn(t *testing.T) {
	tb, _, _ := setUp(t, "Ana", "Bia")
	turns := [2]*timer.Turns{{People: []string{"Ana", "Bia"}}, {People: []string{"Ana", "Bia"}}}
	tb.hub.Watch(Clock{Turns: turns[0], Left: timer.Longest}, func(int, string) bool { return true })
	no := tb.hub.clockNumber()
	var requests sync.WaitGroup
	requests.Go(func() {
		for range 200 {
			if tb.hub.Lobby.addPerson(Guest{}, "Ana") == nil || tb.hub.pressed(Guest{Names: []string{"Ana"}}, no, "0", "") != nil {
				t.Error("a phone that is not in takes a name, or Ana may not press")
			}
		}
	})
	for i := range 200 {
		tb.hub.Tick(timer.Snapshot{Left: timer.Longest, Runs: i%2 == 0, Turns: turns[i%2]})
		tb.hub.number(which)
	}
	requests.Wait()
}

// All phones together may have only so many streams.
func TestStreamsOfAll(t *testing.T) {
	h := newTable(t, "Ana").hub
	for i := range streamsAll + 1 {
		if _, _, ok := h.listen(Guest{Token: fmt.Sprint(i)}); ok != (i < streamsAll) {
			t.Error(i, ok)
		}
	}
}
