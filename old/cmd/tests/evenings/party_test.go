package evenings

import (
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/netip"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd"
	"github.com/tablemate/tablemate/old/cmd/internal/phones"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/screen"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/shelf"
	"github.com/tablemate/tablemate/old/timer"
)

// A law over all games with phones: restless people at every phone answer, change, press and come and go while the laptop does what
// it likes. Nothing panics, nothing hangs, nobody is asked a question without an answer, and what is stored is what a plain model
// makes of the log, also after it is opened again.
//
// EVENINGS sets how many of each game are played, SEED plays others.

// inside is a network that nothing leaves.
type inside struct {
	calls chan net.Conn
	done  chan struct{}
	once  sync.Once

	called atomic.Int64
}

// from is a connection from an address of its own, so that no phone looks like a flood.
type from struct {
	net.Conn
	addr net.Addr
}

func (f from) RemoteAddr() net.Addr { return f.addr }

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
	called := n.called.Add(1)
	select {
	case n.calls <- from{far, &net.TCPAddr{IP: net.IPv4(10, byte(called>>16), byte(called>>8), byte(called)), Port: 1}}:
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
	led  int // answers as the scorekeeper
	card int // the space of their card, from 1; 0: they answer at random

	page string        // the last one they saw
	rest time.Duration // before they look again
}

var (
	aSlip   = regexp.MustCompile(`(?s)data-no="([^"]*)" data-state="(open|kept)">(.*?)</section>`)
	aChoice = regexp.MustCompile(`name=line value="([^"]*)"`)
	aRange  = regexp.MustCompile(`placeholder="(\d+)–(\d+)"`)
	aLead   = regexp.MustCompile(`(?s)class="card lead[^"]*" data-no="([^"]*)" data-state="lead[^"]*">(.*?)</section>`)
	aField  = regexp.MustCompile(`<input type="?[a-z]*"? ?name="((?:line-|many-|plus)[^"]*)" value="([^"]*)"|<input name="(line-\d+)"`)
	aPicked = regexp.MustCompile(`<button name=line value="([^"]*)">`)
	aValue  = regexp.MustCompile(`<input name="line" [^>]*value="([^"]*)"`)
	aClock  = regexp.MustCompile(`data-no="([^"]*)" data-state="clock`)
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

// looks reads the page again, later each time as long as it does not change; it returns false once the evening is over.
func (g *guest) looks(over <-chan struct{}) bool {
	select {
	case <-over:
		return false
	case <-time.After(max(g.rest, time.Millisecond)):
	}
	was := g.page
	g.page = g.does("/", nil)
	if g.rest = min(2*g.rest, 16*time.Millisecond); g.page != was {
		g.rest = time.Millisecond
	}
	return true
}

// lives plays until the evening is over.
func (g *guest) lives(over <-chan struct{}) {
	for g.looks(over) {
		page := g.page
		if page == "" {
			g.does("/sit", url.Values{"door": {g.door()}, "name": {g.name}})
		}
		switch x := g.IntN(100); {
		case x < 2:
			g.does("/leave", url.Values{})
		case x < 6:
			g.does("/keep", url.Values{"keep": {[]string{"0", "1", "1"}[g.IntN(3)]}})
		case x < 7 && strings.Contains(page, "action=/also"):
			g.does("/also", url.Values{"name": {[]string{"Ana", "Bia", "Caio"}[g.IntN(3)]}})
		case x < 14:
			if m := aPress.FindAllStringSubmatch(page, -1); m != nil {
				press := m[g.IntN(len(m))]
				form := url.Values{"no": {press[1]}, "option": {press[2]}}
				if g.IntN(4) == 0 {
					form = url.Values{"no": {press[1]}, "seat": {"score"}, "option": {[]string{"p", "+", "-", "early", "<", "?", "q"}[g.IntN(7)]}}
				}
				g.does("/press", form)
			}
		case x < 50 && aLead.MatchString(page):
			g.leads(page, false)
		default:
			g.answers(page)
		}
	}
}

// answers says something to an open question, fitting or not.
func (g *guest) answers(page string) {
	m := aSlip.FindStringSubmatch(page)
	if m == nil {
		return
	}
	var lines []string
	suggested := aValue.FindStringSubmatch(m[3])
	switch all := aChoice.FindAllStringSubmatch(m[3], -1); {
	case suggested != nil && suggested[1] != "" && g.IntN(2) == 0: // the rest of a line that has to add up
		lines = []string{html.UnescapeString(suggested[1])}
	case g.IntN(20) == 0:
		lines = []string{[]string{"", "-", "9", "x", "1+1"}[g.IntN(5)]}
	case aRange.MatchString(m[3]):
		lines = []string{fmt.Sprint(g.IntN(12))}
	case strings.Contains(m[3], `data-key`) && g.IntN(5) > 0: // or a dash, if there is one
		lines = []string{fmt.Sprint(g.IntN(15) - 3)}
	case g.card > 0 && len(all) >= g.card && strings.Contains(m[3], "card is yours"): // no two have the same
		lines = []string{all[g.card-1][1]}
	case g.card > 0 && len(all) == 5 && strings.Contains(m[3], "cards are yours"): // of three people two have two each
		lines = []string{all[g.card-1][1], all[[]int{3, 3 + g.IntN(2), 4}[g.card-1]][1]}
	case len(all) > 0:
		lines = g.some(all, m[3])
	default: // a text, or pairs of numbers
		lines = []string{[]string{"", "3x2 4x1"}[g.IntN(2)]}
	}
	g.said++
	g.does("/say", url.Values{"no": {m[1]}, "line": lines})
}

// some returns one answer of a form, or perhaps two if several may be ticked.
func (g *guest) some(all [][]string, form string) (lines []string) {
	for range 1 + g.IntN(2) {
		if line := html.UnescapeString(all[g.IntN(len(all))][1]); !slices.Contains(lines, line) && (len(lines) == 0 || strings.Contains(form, "checkbox")) {
			lines = append(lines, line)
		}
	}
	return lines
}

// leads answers the question for the scorekeeper, fitting or not, or does something else first. steady: only fitting answers, and
// those that are suggested.
func (g *guest) leads(page string, steady bool) {
	m := aLead.FindStringSubmatch(page)
	if m == nil {
		return
	}
	form := url.Values{"no": {m[1]}}
	picked, lines, value := aPicked.FindStringSubmatch(m[2]), aChoice.FindAllStringSubmatch(m[2], -1), aValue.FindStringSubmatch(m[2])
	switch fields := aField.FindAllStringSubmatch(m[2], -1); {
	case !steady && g.IntN(12) == 0:
		form.Set("want", []string{"back", "menu", "now", "x"}[g.IntN(4)])
	case !steady && g.IntN(12) == 0:
		form.Set("line", []string{"", "-", "9", "x", "1 1 1"}[g.IntN(5)])
	case len(fields) > 0 && (len(lines) == 0 || g.IntN(6) > 0):
		typed := []string{"1+2", "7"}[g.IntN(4)/3] // cards, or points of a pad
		for _, f := range fields {
			switch {
			case f[3] != "":
				form.Set(f[3], typed)
			case !form.Has(f[1]) || g.IntN(3) == 0:
				form.Set(f[1], f[2])
			}
		}
	case picked != nil && (steady && !strings.Contains(m[2], "class=why") || g.IntN(2) == 0): // a refused answer is not repeated forever
		form.Set("line", html.UnescapeString(picked[1]))
	case steady && value != nil && value[1] != "" && (!strings.Contains(m[2], "class=why") || g.IntN(4) == 0):
		form.Set("line", html.UnescapeString(value[1]))
	case len(lines) > 0:
		form["line"] = g.some(lines, m[2])
	default: // a game may be for one person, or for twelve
		people := strings.Fields("Ana Bia Caio Davi Eva Fabi Gil Heitor Ian Júlia Kátia Luís")[:1+g.IntN(12)]
		form.Set("line", []string{"", strings.Join(people, ", "), fmt.Sprint("Rex ", g.IntN(1000)), fmt.Sprint(g.IntN(30)), "3x2 4x1"}[g.IntN(5)])
	}
	g.led++
	g.does("/say", form)
}

// A hostess is a hand that often lets the phones answer.
type hostess struct {
	*hand
	patience int // milliseconds
}

func (h *hostess) AskUntil(done <-chan struct{}, q ask.Question) (ask.Answer, error) {
	if q.ID == "phones.petition" && h.IntN(4) > 0 {
		return ask.One(0), nil
	}
	if h.IntN(10) > 0 {
		select {
		case <-done:
			return ask.Answer{}, ask.ErrYielded
		case <-time.After(time.Duration(h.IntN(h.patience)) * time.Millisecond):
		}
	}
	return h.Ask(q)
}

func (h *hostess) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(h, qs, got) }

// Watch lets somebody press on a phone now and then.
func (h *hostess) Watch(c screen.Clock) (screen.Outcome, error) {
	if c.Phones.Tell != nil {
		c.Phones.Tell(timer.Snapshot{Left: c.Left, Runs: true})
	}
	select {
	case k := <-c.Phones.Presses:
		if k.Seat == 0 {
			return map[string]screen.Outcome{"<": {End: screen.Back}, "?": {End: screen.Aside}}[k.Text], nil // any other key means that time is up
		}
		return screen.Outcome{End: screen.Pressed, Option: int(k.Text[0] - '1'), Seat: k.Seat, Left: c.Left / 2}, nil
	case <-time.After(time.Duration(h.IntN(20)) * time.Millisecond):
	}
	return h.hand.Watch(c)
}

// withPhones returns the setting of an evening that phones may join, through a network of its own.
func withPhones(t *testing.T, st *store.Store, host play.Host, random func() uint64) (*inside, *phones.Desk, play.Setting) {
	network := &inside{calls: make(chan net.Conn), done: make(chan struct{})}
	desk, err := phones.Open(t.Context(), phones.Config{
		Addresses: func() []netip.Addr { return []netip.Addr{netip.MustParseAddr("192.168.77.1")} },
		Listen:    func(string, string) (net.Listener, error) { return network, nil }, Now: time.Now,
		Voices: func(tag string) *lang.Localizer { return lang.NewLocalizer(tag, cmd.Catalogs()...) },
		Rules:  func(string, string) []phones.Section { return nil }, Load: st.Phones.Evening, Keep: func(int, []byte) error { return nil },
		Photos: phones.Darkroom{Keep: st.Drafts.KeepPicture, Show: st.Drafts.Picture},
	})
	parlor.Check(t, err)
	sharing := &play.Sharing{
		Host: host, Say: func(lang.Text) {}, Print: func(string) {}, After: func(time.Duration) <-chan time.Time { return nil },
		Open: func() (*phones.Desk, error) { return desk, nil },
	}
	return network, desk, besideShelf(play.Setting{
		Host: sharing, Phones: sharing, Store: st, Games: shelf.Games, Out: sharing.Tee(io.Discard), Width: func() int { return 80 }, Voice: lang.NewLocalizer("en", cmd.Catalogs()...),
		Now: time.Now, Moment: timer.Reader(time.Now), Random: random,
		Trace: func(why any, trace []byte) (string, error) { return "", fmt.Errorf("%v\n%s", why, trace) },
	})
}

// comes returns a person with a phone of their own.
func comes(t *testing.T, network *inside, desk *phones.Desk, name string, r *rand.Rand) *guest {
	jar, err := cookiejar.New(nil)
	parlor.Check(t, err)
	g := &guest{Rand: r, name: name, door: func() string { word, _ := desk.Lobby.Door(); return word }}
	g.http = http.Client{Jar: jar, Timeout: time.Minute, Transport: &http.Transport{DialContext: network.dial, DisableKeepAlives: true}}
	return g
}

// phonesLaws returns the laws of an evening in which phones answer too, so that the laptop cannot know what may change on disk.
func phonesLaws() []law {
	return []law{
		{asked: func(n *night, q ask.Question) { n.fails(laws.Wrong(q)) }},
		{sat: func(n *night, s *session.Session) {
			var err error
			n.disk, err = read(n.st, s.Log.ID())
			n.dropped = len(n.disk.log) == 0 && len(s.Log.Items()) == 1 // nothing had been recorded at this table
			switch {
			case err != nil:
				n.failf("%v", err)
			case !n.dropped:
				n.fails(agrees(n.disk, n.st, s))
			}
		}},
		{sat: openedAgain},
	}
}

func playParty(t *testing.T, st *store.Store, g scoring.Game, number uint64) (lines, said, led int) {
	a := laws.New(laws.Seed(t), number)
	names := namesFor(g, a)
	n := &night{t: t, g: g, laws: phonesLaws(), p: &parlor.Home{Seed: number}, st: st, s: session.Start(st, g, play.ToPlay, time.Now, a.Uint64)}
	h := &hostess{&hand{Anybody: laws.New(laws.Seed(t), number+1<<32), names: names, watch: n}, []int{30, 30, 120}[a.IntN(3)]}
	network, desk, where := withPhones(t, st, h, a.Uint64)
	h.sits(io.Discard, where.Voice)
	over := make(chan struct{})
	var all sync.WaitGroup
	guests := make([]*guest, len(names))
	for i, name := range names {
		guests[i] = comes(t, network, desk, name, rand.New(rand.NewPCG(number, uint64(i))))
		all.Go(func() { guests[i].lives(over) })
	}
	defer func() {
		close(over)
		_ = network.Close()
		all.Wait()
		for _, one := range guests {
			said, led = said+one.said, led+one.led
		}
		if v := recover(); v != nil {
			t.Errorf("it panics: %s\n%s", parlor.Crashed(v), typedIn(h.steps, "play --share"))
		}
	}()
	sittings, most := 1+a.IntN(3), 120
	if !laws.InGate() {
		sittings, most = min(sittings, 2), 40
	}
	for range sittings {
		h.most = most/3 + a.IntN(most)
		if wrong := n.sitsWithPhones(where); wrong != "" {
			t.Errorf("%s\nat the laptop: %s", wrong, typedIn(h.steps, "play --share"))
		}
		if n.failed != "" || n.dropped || n.s.Log.ID() == "" {
			break
		}
	}
	return len(n.disk.log), said, led
}

// sitsWithPhones plays one sitting with phones and checks the laws after it.
func (n *night) sitsWithPhones(where play.Setting) string {
	e := play.New(where, n.s)
	err := e.Share()
	if err == nil {
		err = play.BeforeAll(e.Run())
	}
	if err != nil && !errors.Is(err, ask.ErrQuit) && !errors.As(err, new(*ask.Aside)) {
		n.failf("%v", err)
	}
	for _, l := range n.laws {
		if l.sat != nil && n.failed == "" && !n.dropped && n.s.Log.ID() != "" {
			l.sat(n, n.s)
		}
	}
	if n.failed == "" && !n.dropped && n.s.Log.ID() != "" {
		n.s, err = session.Open(n.st, shelf.Games, n.s.Log.ID(), time.Now, n.p.Random)
		if err != nil {
			n.failf("%v", err)
		}
	}
	return n.failed
}

func TestParties(t *testing.T) {
	t.Parallel() // it takes its time, and shares nothing
	for _, g := range parlor.EveryGame(t, 1) {
		t.Run(g.ID, func(t *testing.T) {
			st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), g.ID+".db"))
			parlor.Check(t, err)
			defer st.Close()
			lines, said, led := 0, 0, 0
			for n, most := 0, laws.Evenings(t, 4); n < most || n < 9 && said+led < 20; n++ { // sometimes everybody leaves at once
				l, a, b := playParty(t, st, g, uint64(n))
				lines, said, led = lines+l, said+a, led+b
				if t.Failed() {
					t.Fatalf("party %d of SEED=%d", n, laws.Seed(t))
				}
			}
			if t.Log(lines, "lines,", said, "answers tried on phones,", led, "by who keeps the score there"); said+led == 0 {
				t.Error("nobody ever answered on a phone")
			}
		})
	}
}
