package phones

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/picture"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A Section is a section of a game's rules.
type Section struct{ Title, Body string }

// A Config is what phones need from the machine.
type Config struct {
	Addresses func() []netip.Addr // where phones may reach it now, likeliest first
	Listen    func(network, address string) (net.Listener, error)
	Now       func() time.Time
	Cert, Key string                           // files to encrypt the pages with; "" for no encryption
	Boards    bool                             // serve the board alone, to anybody who reaches the address
	Voices    func(tag string) *lang.Localizer // returns a new localizer that nobody else uses
	Rules     func(game, tag string) []Section // returns the rules of a game
	Photos    Darkroom
	Load      func(port int) ([]byte, error)    // returns an Evening as it was saved; may be nil
	Keep      func(port int, body []byte) error // may be nil, and nothing is saved then
	Awake     func(on bool)                     // hears whether phones are in, so that the machine does not fall asleep meanwhile; may be nil
}

// A Server serves a hub's pages.
type Server struct {
	Config
	Hub    *Hub
	Host   string // the only host that requests may name: 192.168.0.7:8087
	voices map[string]*voice
	pages  *template.Template
	limits limits
}

// Limits on requests.
const (
	mostHeaders = 8 << 10
	perSecond   = 50 // requests of one address, which several phones may share
	burst       = 150
)

// spare matches comments and indentation in a script, which no phone needs.
var spare = regexp.MustCompile(`(?m)^[ \t]*//.*\n|^[ \t]+| // .*`)

// prepare makes what the pages need, and serves their files.
func (s *Server) prepare(m *http.ServeMux) {
	s.voices = map[string]*voice{}
	for _, tag := range lang.Languages {
		s.voices[tag] = &voice{v: s.Voices(tag)}
	}
	names := map[string]string{}
	for name, kind := range map[string]string{"app.css": "text/css; charset=utf-8", "app.js": "text/javascript; charset=utf-8", "icon.svg": "image/svg+xml", "icon.png": "image/png"} {
		body, err := files.ReadFile(name)
		if err != nil {
			panic("phones: " + err.Error()) // it is part of the program
		}
		switch name {
		case "app.css":
			body = append(body, color.Chips()...)
		case "app.js":
			body = spare.ReplaceAll(body, nil)
		}
		sum := sha256.Sum256(body)
		stem, ext, _ := strings.Cut(name, ".")
		names[name] = "/s/" + stem + "-" + hex.EncodeToString(sum[:6]) + "." + ext
		m.HandleFunc("GET "+names[name], func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Header().Set("Cache-Control", "max-age=31536000, immutable")
			_, _ = w.Write(body)
		})
	}
	s.pages = template.Must(template.New("").Funcs(template.FuncMap{
		"file": func(name string) string { return names[name] },
		"url":  s.url,
		"pair": func(page, it any) any { return struct{ Page, It any }{page, it} },
	}).ParseFS(files, "page.html"))
}

// Handler returns a handler that refuses, in this order: too many requests, a wrong host (as after DNS rebinding), and
// a wrong or missing origin.
func (s *Server) Handler() http.Handler {
	m := http.NewServeMux()
	s.prepare(m)
	m.HandleFunc("POST /here", s.in(knocking, func(w http.ResponseWriter, _ *http.Request, _ Guest) {
		w.WriteHeader(http.StatusNoContent) // a phone says that it is awake
	}))
	m.HandleFunc("GET /live", s.live)
	m.HandleFunc("GET /board", s.in(seeing, func(w http.ResponseWriter, r *http.Request, _ Guest) {
		s.page(w, http.StatusOK, "board", s.Hub.boardView(s.voice(r)))
	}))
	if !s.Boards {
		s.forGuests(m)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.gate(m, w, r) })
}

// forGuests serves people's pages.
func (s *Server) forGuests(m *http.ServeMux) {
	m.HandleFunc("GET /{$}", s.in(knocking, func(w http.ResponseWriter, r *http.Request, g Guest) {
		s.page(w, http.StatusOK, "page", s.Hub.view(g, s.voice(r)))
	}))
	m.HandleFunc("GET /{door}", s.enter)
	m.HandleFunc("POST /sit", s.sit)
	m.HandleFunc("POST /leave", s.in(knocking, s.leave))
	m.HandleFunc("GET /photo/{id}", s.in(seeing, s.picture))
	m.HandleFunc("GET /rules", s.in(seeing, s.rules))
	m.HandleFunc("GET /code/{door}", s.in(seeing, s.code))
	m.HandleFunc("POST /lang", s.setLanguage)
	m.HandleFunc("POST /say", s.guests(func(r *http.Request, g Guest) error { return s.Hub.say(g, r.PostForm, s.voice(r)) }))
	m.HandleFunc("POST /photo", s.in(knocking, func(w http.ResponseWriter, r *http.Request, g Guest) { s.replies(w, r, g, s.photo(w, r, g)) }))
	m.HandleFunc("POST /press", s.guests(func(r *http.Request, g Guest) error {
		return s.Hub.pressed(g, r.PostFormValue("no"), r.PostFormValue("option"), r.PostFormValue("seat"))
	}))
	m.HandleFunc("POST /tick", s.guests(func(r *http.Request, g Guest) error {
		return s.Hub.tick(g, r.PostFormValue("on")+r.PostFormValue("off"), r.PostForm.Has("on"))
	}))
	m.HandleFunc("POST /keep", s.guests(func(r *http.Request, g Guest) error { return s.Hub.Lobby.wish(g, r.PostFormValue("keep") == "1") }))
	m.HandleFunc("POST /also", s.guests(func(r *http.Request, g Guest) error { return s.Hub.Lobby.addPerson(g, r.PostFormValue("name")) }))
}

// Values of the first parameter of Server.in.
const (
	knocking = true
	seeing   = false
)

// in serves a page to phones that are in, or also to those that knock. All others are told to scan the code.
func (s *Server) in(knocks bool, page func(http.ResponseWriter, *http.Request, Guest)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch g, ok := s.me(r); {
		case ok && (knocks || !g.Knocks):
			page(w, r, g)
		case g.Refused:
			s.notice(w, r, http.StatusUnauthorized, "refused")
		default:
			s.notice(w, r, http.StatusUnauthorized, "scan")
		}
	}
}

// gate serves a request, or refuses it.
func (s *Server) gate(next http.Handler, w http.ResponseWriter, r *http.Request) {
	switch {
	case !s.limits.allow(r.RemoteAddr):
		http.Error(w, "", http.StatusTooManyRequests)
		return
	case s.Host != r.Host:
		http.Error(w, "", http.StatusMisdirectedRequest)
		return
	case r.Method != http.MethodGet && r.Header.Get("Origin") != s.scheme()+"://"+r.Host:
		http.Error(w, "", http.StatusForbidden)
		return
	}
	if r.URL.Path != "/photo" { // photos are larger, and only phones that are in may send them
		r.Body = http.MaxBytesReader(w, r.Body, mostBody)
		if r.ParseForm() != nil {
			http.Error(w, "", http.StatusRequestEntityTooLarge)
			return
		}
	}
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin") // with no-referrer, a form's Origin is null
	h.Set("Cache-Control", "no-store")
	next.ServeHTTP(w, r)
}

// url returns the address for a door word.
func (s *Server) url(word string) string {
	return s.scheme() + "://" + s.Host + "/" + strings.ToLower(word)
}

func (s *Server) secure() bool { return s.Cert != "" }

func (s *Server) scheme() string {
	if s.secure() {
		return "https"
	}
	return "http"
}

// limits tracks how much each address has asked lately.
type limits struct {
	mu  sync.Mutex
	per map[string]*rate.Limiter
}

// mostAddresses is how many addresses are remembered. Beyond that all are forgotten, which gives each a new burst.
const mostAddresses = 256

func (l *limits) allow(remote string) bool {
	host, _, _ := net.SplitHostPort(remote) // a connection has both
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.per == nil || len(l.per) > mostAddresses {
		l.per = map[string]*rate.Limiter{}
	}
	if l.per[host] == nil {
		l.per[host] = rate.NewLimiter(perSecond, burst)
	}
	return l.per[host].Allow()
}

// goodBye is how long the last page may take.
const goodBye = time.Second

// serve answers requests until ctx ends, and then shows everybody the last page. Its error is the listener's.
func (s *Server) serve(ctx context.Context, l net.Listener) error {
	srv := &http.Server{
		Handler: s.Handler(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: mostHeaders, ErrorLog: log.New(io.Discard, "", 0), // what phones do wrong is no news
	}
	said := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(said)
		s.Hub.end()
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodBye)
		defer cancel()
		_ = srv.Shutdown(late)
		_ = srv.Close() // phones that do not listen now never will
	})
	var err error
	if s.secure() {
		err = srv.ServeTLS(l, s.Cert, s.Key)
	} else {
		err = srv.Serve(l)
	}
	if !stop() {
		<-said
	}
	return err
}

func (s *Server) cookie(name string) string {
	_, port, _ := net.SplitHostPort(s.Host) // cookies are shared by all ports of a host
	return name + "-" + port
}

func (s *Server) me(r *http.Request) (Guest, bool) {
	if s.Boards {
		return Guest{Board: true}, true
	}
	c, err := r.Cookie(s.cookie("tablemate"))
	if err != nil {
		return Guest{}, false
	}
	return s.Hub.Lobby.guest(c.Value)
}

// voice returns the language chosen on the phone, or else the phone's own.
func (s *Server) voice(r *http.Request) *voice {
	if c, err := r.Cookie(s.cookie("lang")); err == nil && s.voices[c.Value] != nil {
		return s.voices[c.Value]
	}
	wishes := strings.FieldsFunc(r.Header.Get("Accept-Language"), func(c rune) bool { return c == ',' || c == ';' })
	return s.voices[lang.Match(wishes...)]
}

// page draws a page, with code as its status.
func (s *Server) page(w http.ResponseWriter, code int, name string, data any) {
	var b bytes.Buffer
	if err := s.pages.ExecuteTemplate(&b, name, data); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(code)
	_, _ = w.Write(b.Bytes()) // a phone that is gone needs no answer
}

// notice sends a page of one sentence.
func (s *Server) notice(w http.ResponseWriter, r *http.Request, code int, word string) {
	v := s.voice(r)
	s.page(w, code, "notice", view{voice: v, Table: tableView{Where: v.say(words[word])}})
}

func (s *Server) enter(w http.ResponseWriter, r *http.Request) {
	if _, ok := s.me(r); ok {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	word, open := s.Hub.Lobby.Door()
	if said := r.PathValue("door"); !sameWord(said, word) {
		s.notice(w, r, http.StatusNotFound, s.Hub.Lobby.unopened(said))
		return
	}
	s.Hub.Lobby.reached()
	v := s.voice(r)
	out := view{voice: v, Open: !s.secure(), Page: v.say(words["who"]), Lobby: &Here{Word: word, Open: open}}
	if open { // only people who are in learn who sits at the table
		out.Seat.Free, out.Seat.Taken = s.Hub.Lobby.seats()
	}
	s.page(w, http.StatusOK, "join", out)
}

func (s *Server) sit(w http.ResponseWriter, r *http.Request) {
	word, _ := s.Hub.Lobby.Door()
	if said := r.PostFormValue("door"); !sameWord(said, word) {
		s.notice(w, r, http.StatusForbidden, s.Hub.Lobby.unopened(said))
		return
	}
	name := cmp.Or(r.PostFormValue("name"), r.PostFormValue("typed"))
	was, ok := s.me(r)
	if ok && was.has(name) { // scanned twice, or a second tab
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	token, err := s.Hub.Lobby.sit(name, was.Token, r.PostForm.Has("board"))
	switch {
	case errors.Is(err, errShut):
		s.notice(w, r, http.StatusForbidden, "shut")
	case errors.Is(err, errFull):
		s.notice(w, r, http.StatusForbidden, "full")
	case errors.Is(err, errNoOne):
		s.notice(w, r, http.StatusConflict, "missing")
	case err != nil:
		s.notice(w, r, http.StatusServiceUnavailable, "busy")
	default:
		http.SetCookie(w, &http.Cookie{Name: s.cookie("tablemate"), Value: token, Path: "/", HttpOnly: true, Secure: s.secure(), SameSite: http.SameSiteLaxMode, MaxAge: int(24 * time.Hour / time.Second)})
		to := "/"
		if r.PostForm.Has("board") {
			to = "/board"
		}
		http.Redirect(w, r, to, http.StatusSeeOther)
	}
}

// code sends the picture of the address to scan.
func (s *Server) code(w http.ResponseWriter, r *http.Request, _ Guest) {
	word, open := s.Hub.Lobby.Door()
	if !open || !sameWord(r.PathValue("door"), word) {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(qrCode(s.url(word)).PNG())
}

// guests does something for a guest, and replies.
func (s *Server) guests(do func(*http.Request, Guest) error) http.HandlerFunc {
	return s.in(knocking, func(w http.ResponseWriter, r *http.Request, g Guest) { s.replies(w, r, g, do(r, g)) })
}

// replies sends a guest's page as it is after a request. The status is 200 if that counts, 202 if it waits, 409 if it is
// late, 422 if it does not fit, and 503 if it has to be sent again.
func (s *Server) replies(w http.ResponseWriter, r *http.Request, g Guest, err error) {
	v := s.voice(r)
	code, why := verdict(err, v)
	seen := s.Hub.view(g, v)
	seen.refuse(r.PostForm, why)
	switch {
	case r.Header.Get("Accept") == "text/fragment":
		s.page(w, code, "main", seen)
	case code < 300:
		http.Redirect(w, r, "/", http.StatusSeeOther)
	default: // a plain form, without a script
		s.page(w, code, "page", seen)
	}
}

func verdict(err error, v *voice) (code int, why string) {
	f, refused := errors.AsType[*fault.Fault](err)
	switch {
	case err == nil:
		return http.StatusOK, ""
	case errors.Is(err, errLarge):
		return http.StatusRequestEntityTooLarge, v.aloud(picture.TooLarge())
	case errors.Is(err, errHeld):
		return http.StatusAccepted, ""
	case refused:
		return http.StatusUnprocessableEntity, v.aloud(f)
	case errors.Is(err, errBusy):
		return http.StatusServiceUnavailable, v.say(words["busy"])
	}
	return http.StatusConflict, v.say(words["gone"])
}

func (s *Server) leave(w http.ResponseWriter, r *http.Request, g Guest) {
	_ = s.Hub.Lobby.leave(g) // if that fails to save, the phone is known again after the next start
	http.SetCookie(w, &http.Cookie{Name: s.cookie("tablemate"), Path: "/", MaxAge: -1})
	word, open := s.Hub.Lobby.Door()
	if !open {
		s.notice(w, r, http.StatusOK, "shut")
		return
	}
	http.Redirect(w, r, "/"+word, http.StatusSeeOther)
}

// setLanguage switches a phone's language.
func (s *Server) setLanguage(w http.ResponseWriter, r *http.Request) {
	if tag := r.PostFormValue("lang"); s.voices[tag] != nil {
		http.SetCookie(w, &http.Cookie{Name: s.cookie("lang"), Value: tag, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, MaxAge: int(365 * 24 * time.Hour / time.Second)})
	}
	back := "/"
	if _, ok := s.me(r); !ok {
		if word, _ := s.Hub.Lobby.Door(); sameWord(r.PostFormValue("door"), word) {
			back += word
		}
	}
	http.Redirect(w, r, back, http.StatusSeeOther)
}

func (s *Server) rules(w http.ResponseWriter, r *http.Request, _ Guest) {
	v := s.voice(r)
	b := s.Hub.shown()
	if b.ID == "" {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	s.page(w, http.StatusOK, "rules", struct {
		view
		Sections []Section
	}{view{voice: v, Table: tableView{Game: v.say(b.Game)}, Page: v.say(words["rules"])}, s.Rules(b.ID, v.v.Tag())})
}

// How often a stream shows that it is alive, how long a phone may take to read, and how long changes are collected.
const (
	beat    = 15 * time.Second
	tooSlow = 10 * time.Second
	collect = 15 * time.Millisecond
)

// live streams what a phone shows whenever that changes, and a beat now and then. Time alone changes only a page with a
// clock, so at a beat no other is drawn: tables think for long, with many phones.
func (s *Server) live(w http.ResponseWriter, r *http.Request) {
	g, ok := s.me(r)
	if !ok {
		w.WriteHeader(http.StatusNoContent) // so that it does not try again
		return
	}
	changed, stop, ok := s.Hub.listen(g)
	if !ok {
		http.Error(w, "", http.StatusTooManyRequests)
		return
	}
	defer stop()
	v, rc := s.voice(r), http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	alive := time.NewTicker(beat)
	defer alive.Stop()
	var shown, now []byte
	var ticks, last bool
	for stale := true; ; {
		if stale {
			now, ticks, last = s.seen(r, v)
			if !bytes.Equal(now, shown) && !send(w, rc, now) || last {
				return
			}
			shown = now
		}
		select {
		case <-r.Context().Done():
			return
		case <-alive.C:
			if !send(w, rc, []byte("event: beat\ndata: 1\n\n")) {
				return
			}
			stale = ticks
		case <-changed:
			time.Sleep(collect)
			stale = true
		}
	}
}

// seen returns what a phone shows as an event of its stream, and whether that changes with time alone, or is the last
// page.
func (s *Server) seen(r *http.Request, v *voice) (event []byte, ticks, last bool) {
	if g, ok := s.me(r); ok {
		var b bytes.Buffer
		var now view
		name := "main"
		if r.Form.Has("board") && !g.Knocks {
			name, now = "board-main", s.Hub.boardView(v)
		} else {
			now = s.Hub.view(g, v)
		}
		if s.pages.ExecuteTemplate(&b, name, now) == nil {
			return fmt.Appendf(nil, "data: %s\n\n", strings.ReplaceAll(strings.TrimSpace(b.String()), "\n", "\ndata: ")), now.Clock != nil, now.Gone != ""
		}
	}
	return []byte("event: out\ndata: 1\n\n"), false, true // shown out, or another phone has its place
}

func send(w http.ResponseWriter, rc *http.ResponseController, b []byte) bool {
	_ = rc.SetWriteDeadline(time.Now().Add(tooSlow))
	_, err := w.Write(b)
	return err == nil && rc.Flush() == nil
}

// photo takes somebody's photo as an answer.
func (s *Server) photo(w http.ResponseWriter, r *http.Request, g Guest) error {
	if tooLarge(w, r) {
		return errLarge
	}
	asked, who, err := s.Hub.answerable(g, r.FormValue("no"))
	switch {
	case err != nil:
		return err
	case !asked.photo():
		return errGone
	}
	f, _, err := r.FormFile("photo")
	if err != nil {
		return errGone
	}
	body, err := picture.Clean(f)
	if err != nil {
		return err
	}
	id := picture.ID(body)
	if err := s.Photos.Keep(s.Hub.shown().Play, id, body); err != nil {
		return errBusy
	}
	given := func(ask.Question) (ask.Answer, error) {
		return ask.Answer{By: asked.seat, Pictures: []string{id}}, nil
	}
	return s.Hub.hand(submission{no: asked.no, seat: asked.seat, who: who, line: id, read: given, reply: make(chan error, 1)})
}

func (s *Server) picture(w http.ResponseWriter, r *http.Request, g Guest) {
	id := r.PathValue("id")
	play, ok := s.Hub.mayShow(g, id)
	if !ok {
		http.NotFound(w, r)
		return
	}
	body, err := s.Photos.Show(play, id)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	w.Header().Set("Cache-Control", "private, max-age=86400, immutable")
	_, _ = w.Write(body)
}
