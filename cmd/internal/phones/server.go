package phones

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Config is what phones need of the machine.
type Config struct {
	Addresses func() []netip.Addr // where phones may reach it now, likeliest first
	Listen    func(network, address string) (net.Listener, error)
	Wish      string // an address, with or without a port, in place of these
	Resumes   bool   // a game goes on: the code is the same as before
	Now       func() time.Time
	Load      func(into *Kept) error // what was saved; may be nil
	Save      func(Kept) error       // may be nil
	Awake     func() (release func())
}

// The ports that are tried.
const (
	firstPort = 8087
	lastPort  = 8096
)

// errNoAddress is the error of a machine that is in no network.
var errNoAddress error = &fault.Failed{Say: lang.T("this computer is in no network that a phone could reach; connect it, or name its address with --addr")}

// silence is how long the laptop waits for a first phone until it says what to check.
const silence = 45 * time.Second

// Open serves phones until the returned function ends it, at the first address that it can have.
func Open(c Config) (h *Hub, end func(), err error) {
	h = NewHub(c)
	web := server{h}.web()
	h.serve = func(l net.Listener) { go func() { _ = web.Serve(l) }() }
	hosts := h.lobby.tried(c.addresses())
	if _, _, err := net.SplitHostPort(c.Wish); err == nil {
		hosts = []string{c.Wish}
	}
	if len(hosts) == 0 {
		return nil, nil, errNoAddress
	}
	if err := h.listen(hosts); err != nil {
		return nil, nil, err
	}
	hint := time.AfterFunc(silence, h.Hint)
	return h, sync.OnceFunc(func() {
		hint.Stop()
		h.Close()
		ctx, cancel := context.WithTimeout(context.Background(), goodBye)
		defer cancel()
		_ = web.Shutdown(ctx)
		_ = web.Close() // phones that do not listen now never will
	}), nil
}

// addresses returns where phones may reach the machine, likeliest first, or only the one that is wished for.
func (c Config) addresses() (all []string) {
	if host, _, err := net.SplitHostPort(c.Wish); err == nil {
		return []string{host}
	}
	if c.Wish != "" {
		return []string{c.Wish}
	}
	for _, a := range c.Addresses() {
		all = append(all, a.String())
	}
	return all
}

// tried returns addresses with ports: first what phones know already.
func (b *lobby) tried(addresses []string) (all []string) {
	at, known, err := net.SplitHostPort(b.Host)
	if err == nil && slices.Contains(addresses, at) {
		all = append(all, b.Host)
	}
	for _, a := range addresses {
		if err == nil && a != at {
			all = append(all, net.JoinHostPort(a, known))
		}
		for port := firstPort; port <= lastPort; port++ {
			all = append(all, net.JoinHostPort(a, strconv.Itoa(port)))
		}
	}
	return all
}

// listen serves phones at the first of some addresses with ports that it can have, and shows that one from now on. Phones
// that came in at another one stay.
func (h *Hub) listen(hosts []string) (err error) {
	for _, host := range hosts {
		begin := func() {}
		if !(server{h}).serves(host) {
			l, failed := h.config.Listen("tcp4", host)
			if failed != nil {
				err = cmp.Or(err, failed)
				continue
			}
			host, begin = l.Addr().String(), func() { h.serve(l) }
		}
		h.seat(func(b *lobby) {
			b.Host = host
			b.hosts = append(b.hosts, host)
		})
		begin()
		return nil
	}
	return &fault.Failed{Say: lang.T("phones cannot be served at {host}: {why}").With("host", hosts[0], "why", fault.Why(err)), Err: err}
}

// Others returns this computer's addresses besides the one that is shown.
func (h *Hub) Others() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.DeleteFunc(h.config.addresses(), func(a string) bool { return strings.HasPrefix(h.lobby.Host, a+":") })
}

// Reach shows another address of this computer, and serves phones there as well.
func (h *Hub) Reach(address string) error { return h.listen(h.lobby.tried([]string{address})) }

// Hint has the laptop say what to check if no phone came.
func (h *Hub) Hint() {
	h.change(func() {
		if !slices.ContainsFunc(h.lobby.Guests, func(g *guest) bool { return !g.seen.IsZero() }) {
			h.lobby.news = append(h.lobby.news, lang.T("No phone has come yet."), Unopened,
				lang.T("The menu shows the code, and other addresses of this computer: ? f"))
		}
	})
}

// Unopened says what to check when a phone does not open its page.
var Unopened = lang.T("It does not open? Then the phone is in another network, or the Wi-Fi keeps its guests apart: the hotspot of any phone will do. Or a firewall asks on this computer: allow private networks.")

// Address returns what a phone opens.
func (h *Hub) Address() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.lobby.address()
}

func (b *lobby) address() string { return "http://" + b.Host + "/" + b.Word }

// Bounds of requests.
const (
	mostHeaders = 8 << 10
	mostBody    = 8 << 10
	mostPolls   = 4  // of one phone
	perSecond   = 50 // requests of one address, which several phones may share
	burst       = 200
	longest     = 20 * time.Second // of a poll
	goodBye     = time.Second      // for the last page
)

//go:embed page.html app.js app.css
var files embed.FS

// A server answers the requests of phones.
type server struct{ *Hub }

// web returns the server of all addresses.
func (s server) web() *http.Server {
	return &http.Server{
		Handler: s.handler(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 2 * longest,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: mostHeaders, ErrorLog: log.New(io.Discard, "", 0), // what phones do wrong is no news
	}
}

// serves reports whether requests may name a host.
func (s server) serves(host string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Contains(s.lobby.hosts, host)
}

// handler returns what serves requests. It refuses, in this order: too many, a wrong host (as after DNS rebinding), a
// wrong or missing origin, and too large a body.
func (s server) handler() http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("GET /app.js", s.file("app.js", "text/javascript; charset=utf-8"))
	m.HandleFunc("GET /app.css", s.file("app.css", "text/css; charset=utf-8"))
	page := s.file("page.html", "text/html; charset=utf-8")
	m.HandleFunc("GET /{$}", s.known(func(w http.ResponseWriter, r *http.Request, _ guest) { page(w, r) }))
	m.HandleFunc("GET /board", s.known(func(w http.ResponseWriter, r *http.Request, _ guest) { page(w, r) }))
	m.HandleFunc("GET /{word}", func(w http.ResponseWriter, r *http.Request) { s.come(w, r, "/") })
	m.HandleFunc("GET /{word}/board", func(w http.ResponseWriter, r *http.Request) { s.come(w, r, "/board") })
	m.HandleFunc("GET /doc", s.known(s.poll))
	m.HandleFunc("GET /more", s.known(s.read))
	m.HandleFunc("GET /code.png", s.known(func(w http.ResponseWriter, _ *http.Request, _ guest) {
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(qrCode(s.Address()).PNG())
	}))
	m.HandleFunc("POST /say", s.known(func(w http.ResponseWriter, r *http.Request, g guest) {
		var said saying
		if decode(w, r, &said) {
			s.verdict(w, r, g, s.say(g, s.tongue(r, g), said))
		}
	}))
	m.HandleFunc("POST /join", s.known(func(w http.ResponseWriter, r *http.Request, g guest) {
		var joins struct {
			Name string `json:"name"`
		}
		if decode(w, r, &joins) {
			s.verdict(w, r, g, s.join(g.ID, joins.Name))
		}
	}))
	m.HandleFunc("POST /leave", s.known(func(w http.ResponseWriter, r *http.Request, g guest) {
		s.seat(func(b *lobby) { b.find(g.ID).leave() })
		s.verdict(w, r, g, nil)
	}))
	var many limits
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "+
			"img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Referrer-Policy", "same-origin") // no-referrer would send no origin either
		head.Set("Cache-Control", "no-store")
		switch {
		case !many.allow(r.RemoteAddr, s.config.Now()):
			w.WriteHeader(http.StatusTooManyRequests)
		case !s.serves(r.Host):
			w.WriteHeader(http.StatusMisdirectedRequest)
		case r.Method != http.MethodGet && r.Header.Get("Origin") != "http://"+r.Host:
			w.WriteHeader(http.StatusForbidden)
		default:
			r.Body = http.MaxBytesReader(w, r.Body, mostBody)
			m.ServeHTTP(w, r)
		}
	})
}

// file serves a part of the page, which a phone asks for again only after it has changed.
func (s server) file(name, kind string) http.HandlerFunc {
	body, err := files.ReadFile(name)
	if err != nil {
		panic("phones: " + err.Error()) // it is part of the program
	}
	sum := sha256.Sum256(body)
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("ETag", tag)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
	}
}

// cookie returns the name of the cookie. All ports of a host share their cookies.
func cookie(host string) string {
	_, port, _ := net.SplitHostPort(host)
	return "tablemate-" + port
}

// known serves phones that came with the code.
func (s server) known(serve func(http.ResponseWriter, *http.Request, guest)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if c, err := r.Cookie(cookie(r.Host)); err == nil {
			if g, is := s.guest(hash(c.Value)); is {
				serve(w, r, g)
				return
			}
		}
		s.sentence(w, r, http.StatusUnauthorized, lang.T("Scan the code on the laptop, please. Its menu shows it: ? f"))
	}
}

// sentence sends a page of one sentence.
func (s server) sentence(w http.ResponseWriter, r *http.Request, status int, say lang.Text) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, s.tongue(r, guest{}).Say(say)+"\n")
}

// come lets a phone in that has the code's word. One that is in already needs none.
func (s server) come(w http.ResponseWriter, r *http.Request, to string) {
	c, err := r.Cookie(cookie(r.Host))
	in := err == nil
	if in {
		_, in = s.guest(hash(c.Value))
	}
	switch {
	case in:
	case !s.isWord(r.PathValue("word")):
		s.sentence(w, r, http.StatusNotFound, lang.T("This code is an old one. Scan the one on the laptop, please: its menu shows it, ? f"))
		return
	default:
		http.SetCookie(w, &http.Cookie{Name: cookie(r.Host), Value: s.enter(), Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
			MaxAge: int(30 * 24 * time.Hour / time.Second)})
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// isWord compares hashes, so that nobody learns from the time it takes how much was right.
func (s server) isWord(word string) bool { return hash(strings.ToUpper(word)) == hash(s.lobby.Word) }

// tongue returns the language of a phone: the one chosen on it, else its own.
func (s server) tongue(r *http.Request, g guest) lang.Lang {
	if l, known := lang.Known(cmp.Or(r.FormValue("l"), string(g.lang))); known {
		return l
	}
	return lang.Match(strings.FieldsFunc(r.Header.Get("Accept-Language"), func(c rune) bool { return c == ',' || c == ';' })...)
}

// poll sends a phone's document once it is another one than the phone has.
func (s server) poll(w http.ResponseWriter, r *http.Request, g guest) {
	l := s.tongue(r, g)
	if !s.polls(g.ID, l, 1) {
		w.WriteHeader(http.StatusTooManyRequests)
		return
	}
	defer s.polls(g.ID, l, -1)
	late := time.NewTimer(longest)
	defer late.Stop()
	for last := false; ; {
		changed := s.changed()
		g, is := s.guest(g.ID)
		if !is {
			reply(w, http.StatusUnauthorized, struct{}{})
			return
		}
		d := s.view(g, r.FormValue("board") != "", l)
		if v := d.version(); v != r.FormValue("v") {
			reply(w, http.StatusOK, struct {
				V   string `json:"v"`
				Doc Doc    `json:"doc"`
			}{v, d})
			return
		}
		if last {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		select {
		case <-changed:
			time.Sleep(collect)
		case <-late.C:
			last = true // somebody may have fallen asleep
		case <-r.Context().Done():
			return
		}
	}
}

// collect is for how long changes are gathered.
const collect = 3 * time.Millisecond

// polls counts the requests of a phone that wait, and refuses more than enough.
func (h *Hub) polls(id string, l lang.Lang, by int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	g := h.lobby.find(id)
	if g == nil || by > 0 && g.polls >= mostPolls {
		return false
	}
	g.polls += by
	g.lang, g.seen = l, h.config.Now()
	return true
}

// read sends something to read.
func (s server) read(w http.ResponseWriter, r *http.Request, g guest) {
	s.mu.Lock()
	read := s.scene.Read
	s.mu.Unlock()
	if read == nil || g.Name == "" {
		reply(w, http.StatusNotFound, struct{}{})
		return
	}
	title, text := read(r.FormValue("what"), s.tongue(r, g))
	if text == "" {
		reply(w, http.StatusNotFound, struct{}{})
		return
	}
	reply(w, http.StatusOK, struct {
		Title string `json:"title"`
		Text  string `json:"text"`
	}{title, text})
}

// decode reads the body of a request, or refuses it.
func decode(w http.ResponseWriter, r *http.Request, into any) bool {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		reply(w, http.StatusBadRequest, struct{}{})
		return false
	}
	return true
}

// verdict says what became of what a phone sent.
func (s server) verdict(w http.ResponseWriter, r *http.Request, g guest, err error) {
	switch {
	case err == nil:
		reply(w, http.StatusOK, struct{}{})
	case fault.Is(err):
		reply(w, http.StatusUnprocessableEntity, struct {
			Say string `json:"say"`
		}{fault.Aloud(s.tongue(r, g), err)})
	case errors.Is(err, errBusy):
		reply(w, http.StatusServiceUnavailable, struct{}{})
	case errors.Is(err, errNobody):
		reply(w, http.StatusUnauthorized, struct{}{})
	default:
		reply(w, http.StatusConflict, struct{}{})
	}
}

func reply(w http.ResponseWriter, status int, v any) {
	raw, _ := json.Marshal(v) // strings and numbers
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(raw) // a phone that is gone needs no answer
}

// limits tracks how much each address asked lately.
type limits struct {
	mu  sync.Mutex
	per map[string]*bucket
}

type bucket struct {
	left float64
	at   time.Time
}

// mostAddresses is how many are remembered. Beyond that all are forgotten, which gives each a new burst.
const mostAddresses = 256

func (l *limits) allow(remote string, now time.Time) bool {
	host, _, _ := net.SplitHostPort(remote) // a connection has both
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.per == nil || len(l.per) > mostAddresses {
		l.per = map[string]*bucket{}
	}
	b := l.per[host]
	if b == nil {
		b = &bucket{left: burst, at: now}
		l.per[host] = b
	}
	b.left = min(burst, b.left+perSecond*now.Sub(b.at).Seconds())
	b.at = now
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}
