package phones

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A scene is an evening with everything that may be hidden: secret questions, cards at a clock, and the scorekeeper's
// question. It needs no disk and no waiting.
type scene struct {
	hub    *Hub
	nos    map[string]string // by placeholder in a request
	heard  chan string       // numbers that were answered, and by whom
	done   chan struct{}
	secret map[string]string // what only one person may see, and who; "" for the scorekeeper
	tokens []string          // token hashes of the phones
}

const sceneDoor, evil = "ABCDEFGHJK", `<script>"'&`

// phonesOf holds the cookies of phones; "" is a stranger's.
var phonesOf = []string{"", "cookie-of-ana", "cookie-of-bia", "cookie-of-caio", "cookie-of-zoe", "no-cookie"}

func newScene(clock, open bool) *scene {
	now := time.Date(2026, 11, 21, 21, 0, 0, 0, time.UTC)
	guest := func(i int, g Guest) Guest { g.Token = hash(phonesOf[i]); return g }
	e := Evening{Door: sceneDoor, Key: "KEYOFTHEEVENING", Open: open, Seen: now, Guests: []Guest{
		guest(1, Guest{Names: []string{"Anabela"}}), guest(2, Guest{Names: []string{"Beatriz", evil}}),
		guest(3, Guest{Names: []string{"Caetano"}, Keeps: true}), guest(4, Guest{Wants: "Zoraide", Knocks: true}),
	}}
	s := &scene{hub: New(e, func(Evening) error { return nil }, func() time.Time { return now }), heard: make(chan string, 32), done: make(chan struct{})}
	for _, g := range e.Guests {
		s.tokens = append(s.tokens, g.Token)
	}
	names := []string{"Anabela", "Beatriz", "Caetano", "Davide", evil}
	s.hub.Show(names, nil, "", Board{ID: "spyfall", Game: lang.Literal("Spyfall"), Rows: []report.Standing{line(1, "Anabela", 3, true, color.Mark{}), line(2, evil, 1, false, color.Mark{})}, OnTable: lang.Names([]string{evil})})
	s.secret = map[string]string{}
	s.nos = map[string]string{"@door": sceneDoor}
	if clock {
		s.hub.Watch(Clock{Place: "p", Text: lang.Literal("The clock"), Left: time.Minute, Watch: ask.Watch{
			Options: lang.Names([]string{"Stop"}), May: [][]int{{0}},
			Early: lang.Literal("time is up"), Cards: lang.Names([]string{"CARDOFANABELA", "CARDOFBEATRIZ", "CARDOFCAETANO", "CARDOFDAVIDE"})}},
			func(seat int, key string) bool { s.heard <- fmt.Sprint("press ", seat); return true })
		for _, name := range names[:4] {
			s.secret["CARDOF"+strings.ToUpper(name)] = name
		}
		s.nos["@clock"] = s.hub.clockNumber()
	} else {
		var qs []ask.Question
		for seat, name := range names[:4] {
			qs = append(qs, ask.Question{Head: ask.Head{ID: "q", Secret: true, Text: lang.Literal("SECRETOF" + strings.ToUpper(name)), People: []int{seat}, Names: names[seat : seat+1]}, Place: fmt.Sprint("p", seat), Shape: ask.Pick{Options: lang.Names(names)}})
		}
		qs[0].Shape = ask.Each{Options: lang.Names(names), Most: 2}
		nos, _ := s.hub.layAll(qs)
		for i, no := range nos {
			s.nos[[]string{"@ana", "@bia", "@caio", "@davi"}[i]] = no
			s.secret[no], s.secret[qs[i].Text.Other] = names[i], names[i]
		}
	}
	lead := s.hub.lay(ask.Question{Head: ask.Head{ID: "lead", Secret: true, Text: lang.Literal("THELEAD")}, Place: "l", Shape: ask.Pick{Options: lang.Names([]string{"yes", "no"})}}, scorekeeper)
	s.nos["@lead"] = lead
	s.secret[lead], s.secret["THELEAD"] = "", ""
	go s.hear()
	return s
}

// hear takes every answer, as the table would.
func (s *scene) hear() {
	for {
		select {
		case said := <-s.hub.submitted:
			s.heard <- said.no
			said.reply <- nil
		case <-s.done:
			return
		}
	}
}

// kept returns everything that a request could change.
func (s *scene) kept() []any {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	lines := []string{}
	for _, l := range s.hub.slips {
		lines = append(lines, l.line, fmt.Sprint(l.state))
	}
	return []any{slices.Clone(s.hub.Lobby.e.Guests), s.hub.Lobby.e.Open, s.hub.Lobby.e.Parts, s.hub.Lobby.e.Held, lines, s.hub.leads}
}

// held reports whether a phone had a person's place, or kept the score for "".
func held(kept []any, cookie, name string) bool {
	return slices.ContainsFunc(kept[0].([]Guest), func(g Guest) bool {
		return g.Token == hash(cookie) && (g.has(name) || name == "" && g.Keeps)
	})
}

// request reads one line of a fuzzed script: who asks in which way, the path, and the form. Names like @ana stand for
// numbers that nobody can guess.
func (s *scene) request(line string) (r *http.Request, who string, honest bool) {
	line += "\x00\x00"
	who, way := phonesOf[int(line[0])%len(phonesOf)], line[1]
	path, form, _ := strings.Cut(strings.TrimRight(line[2:], "\x00"), " ")
	path, form = s.meant(path), s.meant(form)
	if path == "" || path[0] != '/' {
		path = "/" + path
	}
	method := http.MethodPost
	if way&1 != 0 {
		method = http.MethodGet
	}
	if way&64 != 0 {
		method = "DELETE"
	}
	stop, cancel := context.WithCancel(context.Background())
	cancel() // so that a stream ends after its first event
	r = (&http.Request{Method: method, Host: host, RemoteAddr: "192.168.77.9:1", Header: http.Header{}, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1}).WithContext(stop)
	at, query, _ := strings.Cut(path, "?")
	r.URL = &url.URL{Path: at, RawQuery: query}
	r.RequestURI = path
	r.Body = http.NoBody
	if method != http.MethodGet {
		r.Body, r.ContentLength = readCloser{strings.NewReader(form)}, int64(len(form))
	}
	r.Header.Set("Origin", "http://"+host)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	honest = way&(2|4) == 0
	if way&2 != 0 {
		r.Header.Set("Origin", "http://elsewhere.example")
	}
	if way&4 != 0 {
		r.Host = "elsewhere.example"
	}
	if way&8 != 0 {
		r.Header.Set("Accept", "text/fragment")
	}
	if way&16 != 0 {
		r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	}
	if way&32 != 0 {
		r.Header.Set("Accept-Language", form)
	}
	if who != "" {
		r.Header.Set("Cookie", "tablemate-8087="+who)
	}
	return r, who, honest || method == http.MethodGet && way&4 == 0
}

// meant replaces the placeholders in a request.
func (s *scene) meant(text string) string {
	for name, no := range s.nos {
		text = strings.ReplaceAll(text, name, no)
	}
	return text
}

// known returns everything that the request says itself, which is no secret to its sender.
func (s *scene) known(line string) string {
	sent := s.meant(line)
	plain, err := url.QueryUnescape(sent)
	if err != nil { // then it is no form either
		return sent
	}
	return sent + " " + plain
}

type readCloser struct{ *strings.Reader }

func (readCloser) Close() error { return nil }

// Whatever phones and strangers send, nothing panics, nobody learns what only others may see, and only people at the
// table change anything, from the table's own pages.
func FuzzRequests(f *testing.F) {
	voices := func(tag string) *lang.Localizer { return lang.NewLocalizer(tag, Texts, ask.Texts, lang.Texts) }
	srv := &Server{Host: host, Config: Config{Voices: voices, Rules: func(game, tag string) []Section { return []Section{{game, evil}} },
		Photos: Darkroom{Keep: func(string, string, []byte) error { return nil }, Show: func(string, string) ([]byte, error) { return []byte("jpeg"), nil }}}}
	handler := srv.Handler()
	for i, line := range []string{"/ ", "/@door ", "/sit door=@door&name=Davide", "/sit door=@door&name=Zoé&board=1", "/say no=@ana&line=1", "/say no=@bia&line=2", "/say no=@lead&line=1",
		"/say no=@lead&want=back", "/say no=@ana&line=1&line=3", "/press no=@clock&option=0&seat=0", "/press no=@clock&option=p&seat=score", "/here ", "/leave ", "/keep keep=1",
		"/also name=Davide", "/lang lang=pt-BR&door=@door", "/live?board ", "/rules ", "/board ", "/s/app.js ", "/photo/x ", "/photo no=@ana&photo=x", "/../x%2f "} {
		for who := range byte(len(phonesOf)) {
			for _, way := range []byte{byte(i % 2), 2, 4, 8} { // 2: from another origin; 4: to another host
				f.Add(string([]byte{who, way})+line, byte(i))
			}
		}
		f.Add("\x03\x00"+line+"\n\x01\x01/ \n\x00\x00/sit door=@door&name=Anabela", byte(i))
	}
	f.Add("\x01\x10/photo --x\r\nContent-Disposition: form-data; name=\"no\"\r\n\r\n@ana\r\n--x--", byte(0))
	f.Fuzz(func(t *testing.T, script string, kind byte) {
		s := newScene(kind&1 != 0, kind&2 == 0)
		defer close(s.done)
		srv.Hub, srv.limits.per = s.hub, nil
		for _, line := range strings.SplitN(script, "\n", 3) {
			r, who, honest := s.request(line)
			before, sent := s.kept(), s.known(line)
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			s.judge(t, sent, who, honest, w, before)
		}
	})
}

// judge checks the outcome of a request.
func (s *scene) judge(t *testing.T, sent, who string, honest bool, w *httptest.ResponseRecorder, before []any) {
	t.Helper()
	if w.Code >= 500 {
		t.Fatalf("%q: %d %s", sent, w.Code, w.Body)
	}
	body := w.Body.String() + fmt.Sprint(w.Header())
	now := s.kept()
	may := func(whose string) bool { return held(before, who, whose) || held(now, who, whose) }
	for what, whose := range s.secret {
		if strings.Contains(body, what) && !strings.Contains(sent, what) && !may(whose) {
			t.Fatalf("%q by %q is told %s of %q: %s", sent, who, what, whose, body)
		}
	}
	if strings.Contains(body, evil[:8]+`"`) {
		t.Fatalf("%q: %s", sent, body)
	}
	for i, cookie := range phonesOf[1:5] {
		if strings.Contains(body, s.hub.Lobby.e.Key) || strings.Contains(body, s.tokens[i]) || cookie != who && strings.Contains(body, cookie) {
			t.Fatalf("%q is told a cookie: %s", sent, body)
		}
	}
	in := who != "" && who != "no-cookie" && who != phonesOf[4]
	typed := strings.ToUpper(strings.ReplaceAll(sent, "-", ""))
	invited := strings.Contains(typed, sceneDoor)
	toldWord := strings.Contains(body, sceneDoor) && who != phonesOf[4] // a phone that knocks brought it along
	if !in && !invited && (strings.Contains(body, "Beatriz") && !strings.Contains(sent, "Beatriz") || toldWord) {
		t.Fatalf("%q by %q is told who sits here: %s", sent, who, body)
	}
	known := in || who == phonesOf[4] || invited
	if (!honest || !known) && !reflect.DeepEqual(before, now) {
		t.Fatalf("%q by %q: %v became %v", sent, who, before, now)
	}
	for len(s.heard) > 0 {
		no := <-s.heard
		whose, is := s.secret[no]
		switch no {
		case "press 0":
			whose, is = "Anabela", true
		case "press -1":
			whose, is = "", true
		}
		if !is || !may(whose) || !honest {
			t.Fatalf("%q by %q said %s, which is of %q", sent, who, no, whose)
		}
	}
}
