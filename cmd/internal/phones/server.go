package phones

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"log"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/tablemate/tablemate/cmd/internal/page"
	"github.com/tablemate/tablemate/cmd/internal/reach"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// Bounds of requests.
const (
	mostHeaders = 8 << 10
	mostBody    = 8 << 10
	mostPolls   = 4                // of one phone
	longest     = 20 * time.Second // of a poll
	goodBye     = time.Second      // for the last page
)

// A server answers the requests of phones.
type server struct{ *Hub }

// web returns the server of all addresses.
func (s server) web() *http.Server {
	return &http.Server{
		Handler: s.handler(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 2 * longest,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: mostHeaders, ErrorLog: log.New(io.Discard, "", 0), // faults of phones are no news
	}
}

// serves reports whether requests may name a host.
func (s server) serves(host string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Contains(s.lobby.hosts, reach.HostOf(host))
}

// handler returns the handler of all requests. It refuses, in this order: too many, a wrong host (as after DNS rebinding), a
// wrong or missing origin, and too large a body.
func (s server) handler() http.Handler {
	m := s.routes()
	var many page.Limits
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "+
			"img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Referrer-Policy", "same-origin") // no-referrer would send no origin either
		head.Set("Cache-Control", "no-store")
		switch {
		case !many.Allow(r.RemoteAddr, s.config.Now()):
			s.sentence(w, r, http.StatusTooManyRequests, tooMany)
		case !s.serves(r.Host):
			s.sentence(w, r, http.StatusMisdirectedRequest, lang.T("The laptop has another address. Scan the code on it, please: its menu shows it, ? f"))
		case !reads(r) && !s.ownOrigin(r):
			s.sentence(w, r, http.StatusForbidden, lang.T("Another page sent this, and not the laptop's. Scan the code on the laptop, please: its menu shows it, ? f"))
		default:
			r.Body = http.MaxBytesReader(w, r.Body, mostBody)
			m.ServeHTTP(w, r)
		}
	})
}

// tooMany is told to a phone, or to a whole network, that asks more than a table does.
var tooMany = lang.T("Too much at once. This works again in a moment; other tabs with this page can be closed.")

// reads reports whether a request only asks for something.
func reads(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// ownOrigin reports whether a page of the host that a request names has sent it.
func (s server) ownOrigin(r *http.Request) bool {
	from, is := strings.CutPrefix(r.Header.Get("Origin"), "http://")
	return is && reach.HostOf(from) != "" && reach.HostOf(from) == reach.HostOf(r.Host)
}

// routes returns the handler of requests that are not refused at the door.
func (s server) routes() *http.ServeMux {
	m := http.NewServeMux()
	m.HandleFunc("GET /app.js", page.Serve("app.js"))
	m.HandleFunc("GET /app.css", page.Serve("app.css"))
	m.HandleFunc("GET /doc", s.known(s.poll))
	m.HandleFunc("GET /more", s.known(s.read))
	m.HandleFunc("GET /code.png", s.known(func(w http.ResponseWriter, _ *http.Request, _ guest) {
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(reach.Code(s.Address()).PNG())
	}))
	m.HandleFunc("POST /say", s.known(func(w http.ResponseWriter, r *http.Request, g guest) {
		var body submissionBody
		if s.decode(w, r, g, &body) {
			s.verdict(w, r, g, s.submit(g, s.tongue(r, g), body))
		}
	}))
	m.HandleFunc("POST /join", s.known(func(w http.ResponseWriter, r *http.Request, g guest) {
		var joins struct {
			Name string `json:"name"`
		}
		if s.decode(w, r, g, &joins) {
			s.verdict(w, r, g, s.join(g.ID, joins.Name))
		}
	}))
	m.HandleFunc("POST /leave", s.known(func(w http.ResponseWriter, r *http.Request, g guest) {
		s.seat(func(b *lobby) { b.find(g.ID).leave() })
		s.verdict(w, r, g, nil)
	}))
	m.HandleFunc("POST /again", s.known(func(w http.ResponseWriter, r *http.Request, g guest) {
		s.verdict(w, r, g, s.playAgain(g.ID))
	}))
	whole := page.Serve("page.html")
	m.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { s.open(w, r, whole) })
	return m
}

// cookie returns the name of the cookie. All ports of a host share their cookies.
func cookie(host string) string {
	at, _ := reach.ParseHost(host) // a request with another host is refused
	return "tablemate-" + strconv.Itoa(int(at.Port()))
}

// cookied returns the phone whose cookie a request has.
func (s server) cookied(r *http.Request) (guest, bool) {
	c, err := r.Cookie(cookie(r.Host))
	if err != nil {
		return guest{}, false
	}
	return s.guest(hash(c.Value))
}

// known serves phones that came with the code.
func (s server) known(serve func(http.ResponseWriter, *http.Request, guest)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if g, is := s.cookied(r); is {
			serve(w, r, g)
			return
		}
		s.sentence(w, r, http.StatusUnauthorized, scanIt)
	}
}

var scanIt = lang.T("Scan the code on the laptop, please. Its menu shows it: ? f")

// calls are the requests of the page itself. A refusal of theirs is JSON, which the page shows.
var calls = []string{"/doc", "/more", "/say", "/join", "/leave", "/again"}

// sentence sends a page of one sentence, in the language of the phone.
func (s server) sentence(w http.ResponseWriter, r *http.Request, status int, say lang.Text) {
	l := s.tongue(r, guest{})
	if slices.Contains(calls, r.URL.Path) {
		refuse(w, l, status, say)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, sentencePage, l, html.EscapeString(l.Say(say)))
}

// sentencePage needs no other file, since a refusal may be of all that is asked.
const sentencePage = `<!doctype html>
<html lang="%s">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>tablemate</title>
<link rel="icon" href="data:,">
<body style="font: 1.3rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto; padding: 0 1.5rem">
<p>%s</p>
`

// came is behind the page's address right after the code let a phone in. Without a cookie then, its browser keeps none.
const came = "in"

// open opens the page. Its address is the code's word, “board”, both, or nothing for a phone that is in already. Signs that a
// chat or a hand puts around an address, such as a full stop, do no harm.
func (s server) open(w http.ResponseWriter, r *http.Request, page http.HandlerFunc) {
	var parts []string
	for part := range strings.SplitSeq(r.URL.Path, "/") {
		if part = strings.TrimFunc(part, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }); part != "" {
			parts = append(parts, part)
		}
	}
	n := len(parts)
	board := n > 0 && strings.EqualFold(parts[n-1], boardPath)
	if board {
		parts = parts[:n-1]
	}
	word := append(parts, "")[0]
	_, in := s.cookied(r)
	// A phone that is in needs no word, not even the right one. A stranger hears the first thing that is wrong, and never
	// whether a word is nearly right.
	switch {
	case !reads(r) || len(parts) > 1:
		s.sentence(w, r, http.StatusNotFound, lang.T("There is nothing here. Scan the code on the laptop, please: its menu shows it, ? f"))
	case in && (r.URL.Path == "/" || r.URL.Path == "/"+boardPath):
		page(w, r)
	case in:
		redirect(w, r, board, "")
	case word == "" && r.URL.RawQuery == came:
		s.sentence(w, r, http.StatusUnauthorized, lang.T("This browser keeps no cookies, so nobody can tell whose phone it is. Allow them for this page, or open it with another browser, and scan the code again."))
	case word == "" && board && !onLaptop(r):
		s.sentence(w, r, http.StatusUnauthorized, lang.T("On another screen the board's address has the letters of the code in it. The laptop's menu shows it: ? f"))
	case word == "" && !board:
		s.sentence(w, r, http.StatusUnauthorized, scanIt)
	case word != "" && !s.isWord(word):
		s.sentence(w, r, http.StatusNotFound, lang.T("This code is an old one. Scan the one on the laptop, please: its menu shows it, ? f"))
	default:
		http.SetCookie(w, &http.Cookie{Name: cookie(r.Host), Value: s.enter(reach.HostOf(r.Host)), Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
			MaxAge: int(30 * 24 * time.Hour / time.Second)})
		redirect(w, r, board, "?"+came)
	}
}

// boardPath is the last part of the board's address.
const boardPath = "board"

// redirect sends a phone that is in to the page. The address of the page has no secret.
func redirect(w http.ResponseWriter, r *http.Request, board bool, query string) {
	to := "/"
	if board {
		to += boardPath
	}
	http.Redirect(w, r, to+query, http.StatusSeeOther)
}

// onLaptop reports whether a request comes from the computer that serves it.
func onLaptop(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	at, err := reach.ParseHost(r.Host) // where the program listens: the host was checked
	a := from.Addr().Unmap()
	return a.IsLoopback() || err == nil && a == at.Addr()
}

// isWord compares hashes, so that nobody learns from the time it takes how much was right.
func (s server) isWord(word string) bool { return hash(strings.ToUpper(word)) == hash(s.lobby.Word) }

// tongue returns the language of a phone: the one chosen on it, else its own.
func (s server) tongue(r *http.Request, g guest) lang.Lang {
	if l, known := lang.Known(cmp.Or(r.URL.Query().Get("l"), string(g.lang))); known {
		return l
	}
	return lang.Match(strings.FieldsFunc(r.Header.Get("Accept-Language"), func(c rune) bool { return c == ',' || c == ';' })...)
}

// poll sends a phone's document once it is another one than the phone has.
func (s server) poll(w http.ResponseWriter, r *http.Request, g guest) {
	l := s.tongue(r, g)
	if !s.polls(g.ID, l, 1) {
		refuse(w, l, http.StatusTooManyRequests, tooMany)
		return
	}
	defer s.polls(g.ID, l, -1)
	board := r.FormValue("board") != "" || g.old
	if board {
		s.showsBoard(g)
	}
	late := time.NewTimer(longest)
	defer late.Stop()
	for last := false; ; {
		changed := s.changed()
		g, is := s.guest(g.ID)
		if !is {
			refuse(w, l, http.StatusUnauthorized, scanIt)
			return
		}
		d := s.view(g, board, l)
		if v := d.version(); v != r.FormValue("v") {
			s.parts(g.ID, d.Bye != "")
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

// parts notes that a phone is given the last page, or another one.
func (s server) parts(id string, last bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.lobby.find(id); g != nil {
		g.parted = last
	}
}

// parted reports whether every page that was open a moment ago has been given the last one.
func parted(h *Hub) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	since := h.config.Now().Add(-longest - goodBye)
	return !slices.ContainsFunc(h.lobby.Guests, func(g *guest) bool { return g.seen.After(since) && !g.parted })
}

// collect is for how long changes are gathered.
const collect = 3 * time.Millisecond

// polls counts the requests of a phone that wait, and refuses more than enough.
func (s server) polls(id string, l lang.Lang, by int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.lobby.find(id)
	if g == nil || by > 0 && g.polls >= mostPolls {
		return false
	}
	g.polls += by
	g.lang, g.seen = l, s.config.Now()
	return true
}

// read sends something to read.
func (s server) read(w http.ResponseWriter, r *http.Request, g guest) {
	s.mu.Lock()
	read := s.scene.Read
	s.mu.Unlock()
	var it Reading
	if read != nil && g.Name != "" {
		it = read(r.FormValue("what"), s.tongue(r, g))
	}
	if it.Text == "" && it.Find == "" {
		refuse(w, s.tongue(r, g), http.StatusNotFound, lang.T("There is nothing to read here."))
		return
	}
	reply(w, http.StatusOK, it)
}

// decode reads the body of a request, or refuses it.
func (s server) decode(w http.ResponseWriter, r *http.Request, g guest, into any) bool {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		refuse(w, s.tongue(r, g), http.StatusBadRequest, lang.T("That cannot be understood. Open the page once more, please."))
		return false
	}
	return true
}

// verdict answers a phone that sent something: it counts, or it does not and why.
func (s server) verdict(w http.ResponseWriter, r *http.Request, g guest, err error) {
	l := s.tongue(r, g)
	switch {
	case err == nil:
		reply(w, http.StatusOK, struct{}{})
	case fault.Is(err):
		refuse(w, l, http.StatusUnprocessableEntity, lang.Literal(fault.Aloud(l, err)))
	case errors.Is(err, errBusy):
		refuse(w, l, http.StatusServiceUnavailable, page.Later)
	case errors.Is(err, errNobody):
		refuse(w, l, http.StatusUnauthorized, scanIt)
	default:
		refuse(w, l, http.StatusConflict, page.Gone)
	}
}

// refuse says to the page why something is not done.
func refuse(w http.ResponseWriter, l lang.Lang, status int, say lang.Text) {
	reply(w, status, struct {
		Say string `json:"say"`
	}{l.Say(say)})
}

func reply(w http.ResponseWriter, status int, v any) {
	raw, _ := json.Marshal(v) // strings and numbers
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(raw) // a phone that is gone needs no answer
}

// showsBoard notes that a screen shows the board, so that it keeps its page when another game begins.
func (s server) showsBoard(g guest) {
	if g.Name != "" || g.Board {
		return
	}
	s.seat(func(b *lobby) {
		if me := b.find(g.ID); me != nil {
			me.Board = true
		}
	})
}
