package evenings

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd"
	"github.com/tablemate/tablemate/old/cmd/internal/phones"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

// The law of words: people press buttons on a phone, so no page of any evening speaks of keys, of typing, or of how a line is
// written, in any language.

// keyboardWords matches what no phone says, in English and in Portuguese.
var keyboardWords = regexp.MustCompile(`(?i)\benter\b|\btyp(e|es|ed|ing)\b|\bkeyboard\b|\bteclad?o?s?\b|\bdigit(e|a|am|ar|em|ado|ada)\b` +
	`|\b1 yes\b|\b1 sim\b|\b0 to pass\b|\b0 para passar\b|, in (seat|this) order|, na ordem dos lugares|, nesta ordem|[“"][-?<+>]|- not placed|- não |\+1 `)

var tags = regexp.MustCompile(`(?s)<pre.*?</pre>|<[^>]*>`) // also what was printed, on request

// spoken returns the first keyboard word on a page, with its surroundings, or "".
func spoken(page string) string {
	text := html.UnescapeString(tags.ReplaceAllString(page, " "))
	for _, at := range keyboardWords.FindAllStringIndex(text, 1) {
		return strings.Join(strings.Fields(text[max(0, at[0]-80):min(len(text), at[1]+40)]), " ")
	}
	return ""
}

// A shared table is one with phones: a hub with its pages.
type shared struct {
	t     *testing.T
	hub   *phones.Hub
	pages http.Handler
	calls int
}

const (
	sharedHost = "192.168.77.1:8087"
	lookerOn   = "looks on"
)

// newShared returns a table at which some people have phones; the first of them keeps the score too.
func newShared(t *testing.T, people []string) *shared {
	kept := phones.Evening{Door: "AAAAAAAAAA", Key: "K", Open: true, Seen: time.Unix(1, 0)}
	for seat, name := range people {
		sum := sha256.Sum256([]byte(cookieOf(name)))
		g := phones.Guest{Token: hex.EncodeToString(sum[:]), Names: []string{name}, Keeps: seat == keeper}
		kept.Guests = append(kept.Guests, g)
	}
	s := &shared{t: t}
	s.hub = phones.New(kept, func(phones.Evening) error { return nil }, func() time.Time { return time.Unix(1, 0) })
	voices := func(tag string) *lang.Localizer { return lang.NewLocalizer(tag, cmd.Catalogs()...) }
	photos := phones.Darkroom{Keep: func(_, _ string, _ []byte) error { return nil }}
	s.pages = (&phones.Server{Hub: s.hub, Host: sharedHost, Config: phones.Config{Voices: voices, Photos: photos}}).Handler()
	return s
}

// looks returns a page as somebody's phone shows it, in a language.
func (s *shared) looks(path, name, tag string) *httptest.ResponseRecorder {
	q := httptest.NewRequest(http.MethodGet, "http://"+sharedHost+path, nil)
	q.Header.Set("Accept-Language", tag)
	return s.serves(q, name)
}

// sends posts a form from somebody's phone, as its page does.
func (s *shared) sends(path, name string, form url.Values) *httptest.ResponseRecorder {
	return s.posts(path, name, "application/x-www-form-urlencoded", strings.NewReader(form.Encode()))
}

func (s *shared) posts(path, name, kind string, body io.Reader) *httptest.ResponseRecorder {
	q := httptest.NewRequest(http.MethodPost, "http://"+sharedHost+path, body)
	q.Header.Set("Content-Type", kind)
	q.Header.Set("Origin", "http://"+sharedHost)
	q.Header.Set("Accept", "text/fragment")
	return s.serves(q, name)
}

// serves answers a request from somebody's phone, each from an address of its own.
func (s *shared) serves(q *http.Request, name string) *httptest.ResponseRecorder {
	s.calls++
	q.RemoteAddr = fmt.Sprintf("10.%d.%d.%d:1", s.calls>>16, s.calls>>8&255, s.calls&255)
	q.AddCookie(&http.Cookie{Name: "tablemate-8087", Value: cookieOf(name)})
	w := httptest.NewRecorder()
	s.pages.ServeHTTP(w, q)
	return w
}

// A reader answers anything at the laptop, once every page of the table has been read.
type reader struct {
	*laws.Anybody
	*shared
	often map[string]int    // how often the pages of a question were read
	found map[string]string // by question
}

// newReader returns a table at which the first person keeps the score on a phone, the last one has none, and somebody looks on.
func newReader(t *testing.T, names []string, a *laws.Anybody) *reader {
	people := append(names[:len(names)-1:len(names)-1], lookerOn)
	return &reader{Anybody: a, shared: newShared(t, people), often: map[string]int{}, found: map[string]string{}}
}

// cookieOf returns the cookie of a phone.
func cookieOf(name string) string { return hex.EncodeToString([]byte(name)) }

// reads checks every page and the board, in both languages; on a commit only the first few times that a question is put.
func (r *reader) reads(id string, names []string) {
	if r.often[id]++; r.often[id] > 3 && !laws.InGate() {
		return
	}
	for _, tag := range []string{"en", "pt-BR"} {
		for _, name := range append(names[:len(names)-1:len(names)-1], lookerOn) {
			for _, path := range []string{"/", "/board"} {
				if path == "/board" && name != lookerOn {
					continue // it is the same for everybody
				}
				w := r.looks(path, name, tag)
				if w.Code != http.StatusOK {
					r.found[id] = fmt.Sprint(name, " sees ", w.Code, w.Body)
					continue
				}
				if word := spoken(w.Body.String()); word != "" {
					r.found[word] = name + " at " + id
				}
			}
		}
	}
}

// readers is the laptop of a table whose pages are read.
type readers struct {
	*reader
	quiet
	names []string
}

func (r readers) AskUntil(_ <-chan struct{}, q ask.Question) (ask.Answer, error) {
	if clock, is := q.Shape.(ask.Watch); is {
		defer r.hub.Watch(phones.Clock{Watch: clock, Place: "x", Text: q.Text, Notes: q.Notes, Left: clock.Limit}, nil)()
	}
	r.reads(q.ID, r.names)
	if list := q.List(); q.ID == phones.WhoIsIn {
		return ask.One(r.IntN(len(list.Options))), nil
	}
	switch way := r.IntN(4); { // a sum may need more than random answers give
	case q.Fault == nil:
	case way == 0:
		return ask.Answer{}, ask.ErrBack
	case way > 1 && q.Suggest != nil:
		return *q.Suggest, nil
	}
	return r.Ask(q)
}

// A quiet keyboard is one at which nobody types.
type quiet struct{}

func (quiet) Deafen()      {}
func (quiet) Covers() bool { return false }
func (quiet) Typing() bool { return false }

// A placedAsker puts each question as the next one of a stored game.
type placedAsker struct {
	phones.Both
	n int
}

func (p *placedAsker) placed(q ask.Question) ask.Question {
	p.n++
	q.Place = fmt.Sprint("game/1/next/", p.n)
	return q
}

func (p *placedAsker) Ask(q ask.Question) (ask.Answer, error) {
	if draw, ok := q.Shape.(ask.Draw); ok {
		return ask.One(p.n % (draw.Hi + 1)), nil
	}
	return p.Both.Ask(p.placed(q))
}

func (p *placedAsker) Gather(qs []ask.Question, got ask.Got) error {
	all := make([]ask.Question, len(qs))
	for k, q := range qs {
		all[k] = q
		all[k].Place = p.placed(q).Place
	}
	return p.Both.Gather(all, got)
}

// playsOn plays at most so many events from a state on, until the game is over or somebody leaves. before sees each state before its
// question.
func playsOn(g scoring.Game, s scoring.State, a ask.Asker, most int, before func(scoring.State)) {
	for range most {
		before(s)
		if s.Result().Finished() {
			return
		}
		e, err := g.Next(a, s)
		if err == nil {
			s, err = g.Apply(s, e)
		}
		if err != nil {
			return
		}
	}
}

// TestPhonesKnowNoKeyboard reads all pages of evenings of every game; EVENINGS sets how many of each.
func TestPhonesKnowNoKeyboard(t *testing.T) {
	t.Parallel() // it takes its time, and shares nothing
	evenings, seed, events := laws.Evenings(t, 4), laws.Seed(t), 8/laws.Sparsely(t, 1)
	if laws.UnderRace() {
		events = 1 // tens of thousands of pages of a large table take minutes
	}
	for _, g := range parlor.EveryGame(t, 1) {
		t.Run(g.ID, func(t *testing.T) {
			found := map[string]string{}
			for n := range evenings {
				a := &laws.Anybody{Rand: rand.New(rand.NewPCG(seed, uint64(n)))}
				tb := laws.Table(t, g, a)
				if len(tb.Players) < 2 {
					continue
				}
				s, err := g.New(tb)
				parlor.Check(t, err)
				r := newReader(t, tb.Players, a)
				asker := &placedAsker{Both: phones.Both{Keyboard: readers{reader: r, names: tb.Players}, Hub: r.hub, Say: func(lang.Text) {}}}
				playsOn(g, s, asker, events, func(s scoring.State) {
					r.hub.Show(tb.Players, nil, "game", phones.Board{ID: g.ID, Game: g.Title(tb), Where: g.Where(s), OnTable: s.OnTable(), Play: "game"})
				})
				maps.Copy(found, r.found)
			}
			for id, what := range found {
				t.Errorf("%s reads: %s", what, id)
			}
		})
	}
}
