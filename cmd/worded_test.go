package cmd

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring/laws"
)

// The law of words: on a phone people press buttons, so no page of any evening speaks of keys, of typing, or of how a
// line is written, in whatever language.

// keyboardWords are what no phone says, in English and in Portuguese.
var keyboardWords = regexp.MustCompile(`(?i)\benter\b|\btyp(e|es|ed|ing)\b|\bkeyboard\b|\bteclad?o?s?\b|\bdigit(e|a|am|ar|em|ado|ada)\b` +
	`|\b1 yes\b|\b1 sim\b|\b0 to pass\b|\b0 para passar\b|, in (seat|this) order|, na ordem dos lugares|, nesta ordem|[“"][-?<+>]|- not placed|- não |\+1 `)

var tags = regexp.MustCompile(`(?s)<pre.*?</pre>|<[^>]*>`) // and what was printed, which somebody asked for

// spoken returns the first keyboard word that a page shows, with what stands around it; "" where it has none.
func spoken(page string) string {
	text := html.UnescapeString(tags.ReplaceAllString(page, " "))
	for _, at := range keyboardWords.FindAllStringIndex(text, 1) {
		return strings.Join(strings.Fields(text[max(0, at[0]-80):min(len(text), at[1]+40)]), " ")
	}
	return ""
}

// A reader answers anything at the laptop, once all pages of the table were read.
type reader struct {
	*laws.Anybody
	t     *testing.T
	hub   *phones.Hub
	pages http.Handler
	read  int
	often map[string]int    // how often the pages of a question were read
	found map[string]string // by question
}

const (
	readersHost = "192.168.77.1:8087"
	lookerOn    = "looks on"
)

// newReader returns a table where the first one keeps the score on a phone, the last one has none, and somebody looks on.
func newReader(t *testing.T, names []string, a *laws.Anybody) *reader {
	kept := phones.Evening{Door: "AAAAAAAAAA", Key: "K", Open: true, Seen: time.Unix(1, 0)}
	for seat, name := range append(names[:len(names)-1:len(names)-1], lookerOn) {
		sum := sha256.Sum256([]byte(cookieOf(name)))
		g := phones.Guest{Token: hex.EncodeToString(sum[:]), Names: []string{name}, Keeps: seat == 0}
		kept.Guests = append(kept.Guests, g)
	}
	r := &reader{Anybody: a, t: t, often: map[string]int{}, found: map[string]string{}}
	r.hub = phones.New(kept, func(phones.Evening) error { return nil }, func() time.Time { return time.Unix(1, 0) })
	voices := func(tag string) *lang.Localizer { return lang.NewLocalizer(tag, catalogs()...) }
	r.pages = (&phones.Server{Hub: r.hub, Host: readersHost, Config: phones.Config{Voices: voices}}).Handler()
	return r
}

// serves answers a request of somebody's phone, each from an address of its own.
func (r *reader) serves(q *http.Request, name string) *httptest.ResponseRecorder {
	r.read++
	q.RemoteAddr = fmt.Sprintf("10.%d.%d.%d:1", r.read>>16, r.read>>8&255, r.read&255)
	q.AddCookie(&http.Cookie{Name: "tablemate-8087", Value: cookieOf(name)})
	w := httptest.NewRecorder()
	r.pages.ServeHTTP(w, q)
	return w
}

// cookieOf returns what the phone of somebody shows.
func cookieOf(name string) string { return hex.EncodeToString([]byte(name)) }

// reads looks at the page of everybody and at the board, in both languages; on a commit only the first times that a question is put.
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
				q := httptest.NewRequest(http.MethodGet, "http://"+readersHost+path, nil)
				q.Header.Set("Accept-Language", tag)
				w := r.serves(q, name)
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
	return r.Ask(q)
}

func (readers) Deafen()      {}
func (readers) Covers() bool { return false }
func (readers) Typing() bool { return false }

// placedAsker puts each question as if it were the next of a game that is kept.
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

// TestPhonesKnowNoKeyboard reads all pages of evenings of every game; EVENINGS plays so many of each.
func TestPhonesKnowNoKeyboard(t *testing.T) {
	t.Parallel() // it takes its time, and shares nothing
	evenings, seed, events := laws.Evenings(t, 4), laws.Seed(t), 8/laws.Sparsely(t, 1)
	if laws.UnderRace() {
		events = 1 // tens of thousands of pages of a large table take minutes then
	}
	for _, g := range everyGame(t, 1) {
		t.Run(g.ID, func(t *testing.T) {
			found := map[string]string{}
			for n := range evenings {
				a := &laws.Anybody{Rand: rand.New(rand.NewPCG(seed, uint64(n)))}
				tb := laws.Table(t, g, a)
				if len(tb.Players) < 2 {
					continue
				}
				s, err := g.New(tb)
				check(t, err)
				r := newReader(t, tb.Players, a)
				asker := &placedAsker{Both: phones.Both{Keyboard: readers{r, tb.Players}, Hub: r.hub, Say: func(lang.Text) {}}}
				for range events {
					r.hub.Show(tb.Players, nil, "game", phones.Board{ID: g.ID, Game: g.Title(tb), Where: g.Where(s), OnTable: g.OnTable(s), Play: "game"})
					if s.Result().Finished() {
						break
					}
					e, err := g.Next(asker, s)
					if err != nil {
						break
					}
					next, err := g.Apply(s, e)
					if err != nil {
						break
					}
					s = next
				}
				for id, what := range r.found {
					found[id] = what
				}
			}
			for id, what := range found {
				t.Errorf("%s reads: %s", what, id)
			}
		})
	}
}
