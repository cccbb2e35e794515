package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/netip"
	"net/url"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/screen"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/timer"
)

// A law over all games with phones: restless people at every phone answer, change, press and come and go
// while the laptop does what it likes. Nothing panics, nothing hangs, nobody is asked what cannot be
// answered, and what is kept is what a plain model makes of the log, also when it is opened again.
//
// PARTIES=500 plays so many of each game, SEED others.

// inside is a network that nothing leaves.
type inside struct {
	calls chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func (n *inside) Accept() (net.Conn, error) {
	select {
	case c := <-n.calls:
		return c, nil
	case <-n.done:
		return nil, net.ErrClosed
	}
}

func (n *inside) Close() error   { n.once.Do(func() { close(n.done) }); return nil }
func (n *inside) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 168, 77, 1), Port: 8087} }

func (n *inside) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case n.calls <- far:
		return near, nil
	case <-n.done:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// A guest is a restless person with a phone.
type guest struct {
	*rand.Rand
	http http.Client
	name string
	door func() string
	said int
}

var (
	aSlip   = regexp.MustCompile(`(?s)data-no="([^"]*)" data-state="(open|kept)">(.*?)</section>`)
	aChoice = regexp.MustCompile(`name=line value="([^"]*)"`)
	aRange  = regexp.MustCompile(`placeholder="(\d+)–(\d+)"`)
	aPress  = regexp.MustCompile(`action=/press><input type=hidden name=no value="([^"]*)"><button name=option value="(\d+)"`)
)

func (g *guest) does(path string, form url.Values) string {
	method := http.MethodPost
	if form == nil {
		method = http.MethodGet
	}
	r, err := http.NewRequest(method, "http://192.168.77.1:8087"+path, strings.NewReader(form.Encode()))
	if err != nil {
		return ""
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", "http://192.168.77.1:8087")
	got, err := g.http.Do(r)
	if err != nil {
		return ""
	}
	defer func() { _ = got.Body.Close() }()
	body, err := io.ReadAll(got.Body)
	if err != nil || got.StatusCode == http.StatusUnauthorized {
		return ""
	}
	return string(body)
}

// lives plays until the evening is over.
func (g *guest) lives(over <-chan struct{}) {
	page := ""
	for {
		select {
		case <-over:
			return
		case <-time.After(time.Duration(1+g.IntN(3)) * time.Millisecond):
		}
		if page == "" {
			g.does("/sit", url.Values{"door": {g.door()}, "name": {g.name}})
		}
		page = g.does("/", nil)
		switch x := g.IntN(100); {
		case x < 2:
			g.does("/leave", url.Values{})
			page = ""
		case x < 4:
			g.does("/give", url.Values{})
		case x < 10:
			if m := aPress.FindAllStringSubmatch(page, -1); m != nil {
				press := m[g.IntN(len(m))]
				g.does("/press", url.Values{"no": {press[1]}, "option": {press[2]}})
			}
		default:
			g.answers(page)
		}
	}
}

// answers says something to a question that lies there, fitting or not.
func (g *guest) answers(page string) {
	m := aSlip.FindStringSubmatch(page)
	if m == nil {
		return
	}
	var lines []string
	switch all := aChoice.FindAllStringSubmatch(m[3], -1); {
	case g.IntN(20) == 0:
		lines = []string{[]string{"", "-", "9", "x", "1+1"}[g.IntN(5)]}
	case aRange.MatchString(m[3]):
		lines = []string{fmt.Sprint(g.IntN(12))}
	case len(all) > 0:
		for range 1 + g.IntN(2) {
			if line := all[g.IntN(len(all))][1]; !slices.Contains(lines, line) && (len(lines) == 0 || strings.Contains(m[3], "checkbox")) {
				lines = append(lines, line)
			}
		}
	default:
		lines = []string{""}
	}
	g.said++
	g.does("/say", url.Values{"no": {m[1]}, "line": lines})
}

// A hostess is restless too, but often lets the phones answer.
type hostess struct{ *restless }

func (h *hostess) AskUntil(done <-chan struct{}, q ask.Question) (ask.Answer, error) {
	if h.IntN(10) > 0 {
		select {
		case <-done:
			return ask.Answer{}, ask.ErrYielded
		case <-time.After(time.Duration(h.IntN(30)) * time.Millisecond):
		}
	}
	return h.Ask(q)
}

func (h *hostess) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(h, qs, got) }

// Watch lets somebody at a phone press now and then.
func (h *hostess) Watch(c screen.Clock) (screen.Outcome, error) {
	if c.Tell != nil {
		c.Tell(c.Left, true)
	}
	select {
	case k := <-c.Presses:
		return screen.Outcome{End: screen.Pressed, Option: int(k.Text[0] - '1'), Seat: k.Seat, Left: c.Left / 2}, nil
	case <-time.After(time.Duration(h.IntN(20)) * time.Millisecond):
	}
	return h.restless.Watch(c)
}

func playParty(t *testing.T, st *store.Store, g scoring.Game, seed, n uint64) (lines, said int) {
	r := rand.New(rand.NewPCG(seed, n))
	names := []string{"Ana", "Bia", "Caio", "Davi", "Eva", "José", "Heitor", "Ian"}[:g.MinPlayers+r.IntN(min(g.MaxPlayers, 8)-g.MinPlayers+1)]
	s := session.Start(st, g, play.ToPlay, time.Now, r.Uint64)
	x := &restless{anybody: &anybody{Rand: rand.New(rand.NewPCG(seed, n+1<<32))}, t: t, st: st, names: names, blind: true}
	x.id = func() string { return s.ID() }
	network := &inside{calls: make(chan net.Conn), done: make(chan struct{})}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	desk, err := phones.Open(ctx, phones.Config{
		Addresses: func() []netip.Addr { return []netip.Addr{netip.MustParseAddr("192.168.77.1")} },
		Listen:    func(string, string) (net.Listener, error) { return network, nil }, Now: time.Now,
		Voices: func(tag string) *lang.Localizer { return lang.NewLocalizer(tag, catalogs()...) },
		Rules:  func(string, string) []phones.Section { return nil }, Load: st.Evening, Keep: func(int, []byte) error { return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	sharing := &play.Sharing{
		Host: &hostess{x}, Say: func(lang.Text) {}, Print: func(string) {}, After: func(time.Duration) <-chan time.Time { return nil },
		Open: func() (*phones.Desk, error) { return desk, nil },
	}
	where := play.Setting{
		Host: sharing, Phones: sharing, Store: st, Games: games, Out: io.Discard, Width: func() int { return 80 }, Voice: lang.NewLocalizer("en", catalogs()...),
		Now: time.Now, Moment: timer.Reader(time.Now), Random: r.Uint64,
		Trace: func(why any, trace []byte) (string, error) { return "", fmt.Errorf("%v\n%s", why, trace) },
	}
	over := make(chan struct{})
	var all sync.WaitGroup
	guests := make([]*guest, len(names))
	for i, name := range names {
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		guests[i] = &guest{Rand: rand.New(rand.NewPCG(seed, n<<8+uint64(i))), name: name, door: func() string { word, _ := desk.Door(); return word }}
		guests[i].http = http.Client{Jar: jar, Timeout: 10 * time.Second, Transport: &http.Transport{DialContext: network.dial, DisableKeepAlives: true}}
		all.Go(func() { guests[i].lives(over) })
	}
	defer func() {
		close(over)
		_ = network.Close()
		all.Wait()
		for _, one := range guests {
			said += one.said
		}
		if v := recover(); v != nil {
			x.fatal("panic: %v\n%s", v, debug.Stack())
		}
	}()
	for range 1 + r.IntN(3) {
		x.asks, x.most = 0, 25+r.IntN(60)
		e := play.New(where, s)
		err := e.Share()
		if err == nil {
			err = e.Run()
		}
		if err != nil && !errors.Is(err, ask.ErrQuit) && !errors.As(err, new(*ask.Aside)) {
			x.fatal("%s: %v", s.ID(), err)
		}
		if s.ID() == "" {
			return 0, said
		}
		x.disk = x.read()
		agrees(x, s)
		again, err := session.Open(st, games, s.ID(), time.Now, r.Uint64)
		if err != nil {
			x.fatal("%s cannot be opened: %v", s.ID(), err)
		}
		if got, want := text(t, again.Items()), text(t, s.Items()); got != want {
			x.fatal("opened again:\n%s\n%s", got, want)
		}
		s = again
	}
	return len(x.disk.log), said
}

func TestParties(t *testing.T) {
	parties, seed := wished(t, "PARTIES", usually(5, 2)), wished(t, "SEED", 1)
	for _, g := range games {
		t.Run(g.ID, func(t *testing.T) {
			st, err := store.Open(context.Background(), filepath.Join(t.TempDir(), g.ID+".db"))
			if err != nil {
				t.Fatal(err)
			}
			defer st.Close()
			lines, said := 0, 0
			for n := range parties {
				l, a := playParty(t, st, g, uint64(seed), uint64(n))
				lines, said = lines+l, said+a
				if t.Failed() {
					t.Fatalf("party %d of seed %d", n, seed)
				}
			}
			t.Log(lines, "lines,", said, "answers tried on phones")
		})
	}
}
