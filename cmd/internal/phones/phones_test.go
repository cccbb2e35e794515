package phones

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/scoring/shelf"
	"github.com/tablemate/tablemate/setup"
)

const host = "192.168.77.1:8087"

// newHub returns a hub at whose table everybody has a phone, by their tokens.
func newHub(t setup.Table) (h *Hub, tokens map[setup.Name]string) {
	now := time.Unix(1, 0)
	h = NewHub(Config{Now: func() time.Time { return now }})
	h.lobby.Host, h.lobby.hosts = host, []string{host}
	h.Show(Scene{Table: t, Begun: true})
	tokens = map[setup.Name]string{"": h.enter(host)}
	for _, n := range t.Players {
		tokens[n] = h.enter(host)
		g, _ := h.guest(hash(tokens[n]))
		if err := h.join(g.ID, string(n)); err != nil {
			panic(err)
		}
	}
	h.takeNews()
	return h, tokens
}

// documents returns what every phone and the board show.
func (h *Hub) documents() string {
	var all []Doc
	for _, l := range []lang.Lang{lang.English, lang.Portuguese} {
		for _, g := range h.lobby.Guests {
			all = append(all, h.view(*g, false, l))
		}
		all = append(all, h.view(guest{}, true, l))
	}
	raw, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// A twice is the asker of a random evening: each secret is answered in two ways, and nobody may learn which.
type twice struct {
	*testing.T
	laws.Player
	hub    *Hub
	door   http.Handler
	tokens map[setup.Name]string
	place  int
	asked  int // requests
	game   scoring.Game
	state  scoring.State
	seed   uint64
	counts *counts
	shown  int         // how many events were shown
	kept   []ask.Entry // of the dialog
	tries  []try
}

// Counts say how often the law was tried.
type counts struct {
	secrets   int
	onwards   int // something else was asked after a secret, in the same turn
	curiosity int // a phone tried answers while a secret was in
	deals     int // cards were dealt, and others in their place
}

func (c counts) String() string {
	return fmt.Sprintf("%d secrets, each answered in two ways; after %d of them more was asked in the same turn; a curious phone tried %d times; cards were dealt in two ways %d times",
		c.secrets, c.onwards, c.curiosity, c.deals)
}

// newTwice has a table of random people agree on a game with secrets.
func newTwice(t *testing.T, n int, game scoring.Game, had *counts) *twice {
	w := &twice{T: t, Player: laws.Player{Rand: rand.New(rand.NewPCG(uint64(n), 11)), Named: map[string]string{}}, game: game, seed: uint64(n), counts: had}
	table, err := ask.Run(w.Player, w.dialog(), func(a ask.Asker) (setup.Table, error) { return game.Agree(a, setup.Table{}) })
	if err != nil {
		t.Fatal(err)
	}
	if table.Choices == nil {
		table.Choices = map[string]string{}
	}
	for option, choice := range chosen[game.ID] {
		table.Choices[option] = choice
	}
	w.hub, w.tokens = newHub(table)
	w.door = server{w.hub}.handler()
	if w.state, err = game.Begin(table); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *twice) dialog() *ask.Dialog {
	return &ask.Dialog{Seed: w.seed, Keep: func(int, []ask.Entry) error { return nil }}
}

// next asks for the next event.
func (w *twice) next(a ask.Asker) (scoring.Event, error) { return w.game.Next(w.state, a, nil) }

// again asks once more, with answers that are in.
func (w *twice) again(a ask.Asker, kept []ask.Entry) scoring.Event {
	d := w.dialog()
	d.Kept = kept
	e, _ := ask.Run(a, d, w.next)
	return e
}

// evening plays forty events at most.
func (w *twice) evening() {
	for range 40 {
		if !w.game.Waits(w.state) {
			return
		}
		d := w.dialog()
		w.kept, w.tries = nil, nil
		d.Keep = func(from int, answers []ask.Entry) error {
			w.kept = append(w.kept[:from:from], answers...)
			return nil
		}
		e, err := ask.Run(w, d, w.next)
		for _, t := range w.tries {
			w.onward(t)
			w.curious(t)
		}
		if err == nil && e != nil {
			w.dealt(e)
			before := w.state
			if w.state, err = w.game.Apply(before, e); err == nil {
				w.shows(before, w.state, e)
			}
		}
		if err != nil {
			w.Fatalf("evening %d: %v", w.seed, err)
		}
	}
}

// A try is a group of which a secret was answered in two ways.
type try struct {
	ask.Group
	i int // of the secret
}

func (w *twice) Put(g ask.Group, got ask.Got) error {
	w.place++
	for i, q := range g.Asked {
		if !q.Secret || g.Told || g.Sum > 0 {
			continue
		}
		w.counts.secrets++
		w.tries = append(w.tries, try{g, i})
		one, other := w.seen(g, i, w.right(q)), w.seen(g, i, w.right(q))
		w.same(q, one, other)
	}
	return w.Player.Put(g, got)
}

func (w *twice) same(q ask.Question, one, other []string) {
	w.Helper()
	for k := range max(len(one), len(other)) {
		if a, b := one[min(k, len(one)-1)], other[min(k, len(other)-1)]; a != b || len(one) != len(other) {
			w.Fatalf("%s: a secret shows:\n%s\n%s", q.ID, a, b)
		}
	}
}

// onward compares what is asked next after a secret, and after another answer in its place, before the event tells it: the
// laptop, the board and whoever is asked neither time learn nothing from that.
func (w *twice) onward(t try) {
	q, end := t.Asked[t.i], t.After+len(t.Asked)
	k := slices.IndexFunc(w.kept, func(e ask.Entry) bool { return e.ID == q.ID && e.Who == q.Who })
	if k < 0 || end > len(w.kept) || w.kept[k].Key != "" || strings.HasPrefix(q.ID, opened) {
		return
	}
	var asked [2]ask.Group
	for n := range asked {
		kept := slices.Clone(w.kept[:end])
		switch other := t.After + (k-t.After+1)%len(t.Asked); {
		case n == 1 && other != k && w.place%2 == 0: // two of them the other way around
			kept[k].Line, kept[other].Line = kept[other].Line, kept[k].Line
		case n == 1:
			kept[k].Line = w.right(q)
		}
		w.again(capture{&asked[n]}, kept)
		// It is told, does not fit, or is said to all because two named the same card.
		if len(asked[n].Asked) == 0 || asked[n].After < end || asked[n].Fault != nil || strings.Contains(asked[n].Asked[0].ID, "once more") {
			return
		}
	}
	w.counts.onwards++
	w.same(q, w.glance(asked[0], asked), w.glance(asked[1], asked))
}

// curious has a phone try one answer after another while somebody else's secret is in, and compares the replies with those
// that it gets when that secret is another one.
func (w *twice) curious(t try) {
	secret := t.Asked[t.i]
	j := slices.IndexFunc(t.Asked, func(q ask.Question) bool { return q.Secret && q.Who != secret.Who && !q.In })
	if open := len(t.Asked); j < 0 || open < 3 || t.After > len(w.kept) || w.Rand.IntN(16) > 0 { // with two it would be the last answer, and all is told
		return
	}
	var lines []string
	for range 6 {
		lines = append(lines, w.right(t.Asked[j]))
	}
	w.counts.curiosity++
	var told [2][]string
	for n := range told {
		kept := append(slices.Clone(w.kept[:t.After]), ask.Entry{ID: secret.ID, Who: secret.Who, Line: w.right(secret)})
		told[n] = w.tried(t, j, lines, func(a ask.Asker) { w.again(a, kept) })
	}
	w.same(secret, told[0], told[1])
}

// A game asks the table through the hub.
type game struct {
	*Both
	place string
}

func (a game) Put(g ask.Group, got ask.Got) error { return a.Game(a.place, g, got) }

// tried returns the replies to a phone that answers its question with one line after another.
func (w *twice) tried(t try, j int, lines []string, run func(ask.Asker)) []string {
	w.begins()
	l := &listening{leave: make(chan struct{}), asks: make(chan struct{}, 99)}
	done, changed := make(chan struct{}), w.hub.changed()
	go func() {
		run(game{&Both{Keyboard: l, Hub: w.hub, Lang: lang.English}, "curious"})
		close(done)
	}()
	<-changed
	parts := []string{"curious"}
	for _, q := range t.Asked {
		parts = append(parts, q.ID, q.Who)
	}
	owner := setup.Name(w.owner(t.Asked[j]))
	var all strings.Builder
	for _, line := range lines {
		all.WriteString(w.request(http.MethodPost, "/say", fmt.Sprintf(`{"token":%q,"line":%q}`, w.hub.lobby.number(parts, j), line), owner))
		all.WriteString(w.request(http.MethodGet, "/doc", "", owner))
	}
	close(l.leave)
	<-done
	return strings.Split(all.String(), "\n")
}

// opened begins the questions whose answers the table opens in the middle of a turn: bids, before those of a tie bid again.
const opened = "pp.bid "

// A capture is an asker that takes down the first group that is asked.
type capture struct{ *ask.Group }

func (c capture) Put(g ask.Group, _ ask.Got) error {
	*c.Group = g
	return ask.Leave
}

// glance returns what the laptop, the board and those get who are asked in none of some groups, while one of these is asked.
func (w *twice) glance(g ask.Group, all [2]ask.Group) []string {
	w.begins()
	l := &listening{leave: make(chan struct{}), asks: make(chan struct{}, 9)}
	b := &Both{Keyboard: l, Hub: w.hub, Lang: lang.English}
	done := make(chan error, 1)
	go func() { done <- b.Game(fmt.Sprint(w.place), g, func(...ask.Answer) error { return nil }) }()
	<-l.asks
	var out strings.Builder
	for _, n := range w.hub.scene.Table.Players {
		asks := func(q ask.Question) bool { return owns(w.hub.scene.Table, n, q) }
		if !slices.ContainsFunc(slices.Concat(all[0].Asked, all[1].Asked), asks) {
			out.WriteString(w.request(http.MethodGet, "/doc", "", n))
		}
	}
	out.WriteString(w.request(http.MethodGet, "/doc?board=1", "", ""))
	close(l.leave)
	<-done
	return append(strings.Split(out.String(), "\n"), strings.Split(l.log, "\n")...)
}

// begins has the hub as it was when the question was not asked yet.
func (w *twice) begins() {
	h := w.hub
	h.posted, h.lead, h.turns, h.before, h.aside, h.reveal = nil, nil, 0, nil, lang.Text{}, reveal{}
}

// A dealer is a game that has dealt cards to phones.
type dealer interface {
	Card(setup.Name) (text lang.Text, dealt bool)
	Places() []lang.Text
}

// shows has phones and boards show an event as it was told and turned over, and their cards.
func (w *twice) shows(before, after scoring.State, e scoring.Event) {
	g := w.game
	w.shown++
	s := Scene{Table: scoring.FrameOf(after).Table, Away: scoring.FrameOf(after).Away, Begun: true, Shown: fmt.Sprint(w.shown), Name: g.Name}
	told, tiles := g.Tell(before, e), g.Reveal(before, e)
	s.Lines, s.Tiles = len(told.Parts()), len(tiles) > 0
	s.Board = func(l lang.Lang) (b Board) {
		b = Board{Game: l.Say(g.Name), Told: l.All(told.Parts()), Paid: true}
		for _, r := range g.Result(after).Standings() {
			b.Rows = append(b.Rows, Row{Rank: r.Rank, Name: string(r.Name), Points: r.Points})
		}
		for _, t := range tiles {
			on := make([]string, len(t.On))
			for i, row := range t.On {
				on[i] = string(row)
			}
			b.Tiles = append(b.Tiles, Tile{Face: l.Say(t.Face), Of: string(t.Of), On: on, Note: l.Say(t.Note), Last: t.Last, Late: t.Late})
		}
		return b
	}
	if d, does := after.(dealer); does {
		s.Card = func(n setup.Name, l lang.Lang) *CardDoc {
			text, dealt := d.Card(n)
			if !dealt {
				return nil
			}
			return &CardDoc{Deal: "1", Text: l.Say(text), Places: l.All(d.Places())}
		}
	}
	w.hub.Show(s)
}

// dealt deals twice, with other cards the second time, and compares the sentence, the tiles and the next question. Only one's
// own card may differ.
func (w *twice) dealt(e scoring.Event) {
	after, err := w.game.Apply(w.state, e)
	d, does := after.(dealer)
	if err != nil || !does {
		return
	}
	people := scoring.FrameOf(after).Table.Players
	if !slices.ContainsFunc(people, func(n setup.Name) bool { _, has := d.Card(n); return has }) {
		return
	}
	before := w.state
	w.seed++
	other := w.again(w.Player, w.kept)
	w.seed--
	otherwise, err := w.game.Apply(before, other)
	if err != nil {
		w.Fatal(err)
	}
	w.counts.deals++
	var seen [2][]string
	shown := w.shown
	for n, e := range []scoring.Event{e, other} {
		w.begins()
		w.shown, w.state = shown, []scoring.State{after, otherwise}[n]
		w.shows(before, w.state, e)
		var asked ask.Group
		w.again(capture{&asked}, nil)
		for _, name := range append(slices.Clone(people), "") {
			seen[n] = append(seen[n], ownCard.ReplaceAllString(w.request(http.MethodGet, "/doc", "", name), ""))
		}
		seen[n] = append(seen[n], w.request(http.MethodGet, "/doc?board=1", "", ""), fmt.Sprintf("%+v", asked))
	}
	w.state = before
	w.same(ask.Question{ID: "what was dealt"}, seen[0], seen[1])
}

// ownCard matches the text of a dealt card in its owner's document, and the document's version.
var ownCard = regexp.MustCompile(`"text":"You are [^"]*"|"v":"[0-9a-f]+"`)

// right returns a line that answers a question.
func (w *twice) right(q ask.Question) (line string) {
	for range 50 {
		line = w.Line(q)
		if _, err := q.Read(line); err == nil {
			break
		}
	}
	return line
}

// seen returns all that phones, boards and the laptop get when somebody's phone answers a secret: statuses, heads and bodies
// of documents, what the laptop is asked, and what it says.
func (w *twice) seen(g ask.Group, i int, line string) []string {
	w.begins()
	l := &listening{leave: make(chan struct{}), asks: make(chan struct{}, 9)}
	b := &Both{Keyboard: l, Hub: w.hub, Lang: lang.English}
	done := make(chan error, 1)
	changed := w.hub.changed()
	go func() { done <- b.Game(fmt.Sprint(w.place), g, func(...ask.Answer) error { return nil }) }()
	<-changed // it lies on phones
	var all strings.Builder
	body := fmt.Sprintf(`{"token":%q,"line":%q}`, w.hub.lobby.number(w.parts(g), i), line)
	all.WriteString(w.request(http.MethodPost, "/say", body, setup.Name(w.owner(g.Asked[i]))))
	if !slices.ContainsFunc(g.Asked, func(q ask.Question) bool { return !q.In && q.ID+q.Who != g.Asked[i].ID+g.Asked[i].Who }) {
		<-done // it was the last answer
		done <- nil
	} else { // the laptop says who is missing now
		<-l.asks
		<-l.asks
	}
	names := w.hub.scene.Table.Players // one phone after the other; in the evenings to come each sees each secret
	for _, name := range []string{w.owner(g.Asked[i]), string(names[w.place%len(names)])} {
		seen := w.request(http.MethodGet, "/doc?l=pt-BR", "", setup.Name(name))
		if owns(w.hub.scene.Table, setup.Name(name), g.Asked[i]) {
			seen = said.ReplaceAllString(seen, "")
		}
		all.WriteString(seen)
	}
	all.WriteString(w.request(http.MethodGet, "/doc?board=1", "", ""))
	close(l.leave)
	<-done
	return append(slices.Sorted(strings.SplitSeq(all.String(), "\n")), strings.Split(l.log, "\n")...)
}

// said matches the secret in the reply to the phone that sent it, shown while a finger holds it, and the reply's version.
var said = regexp.MustCompile(`"said":"(?:[^"\\]|\\.)*",|"v":"[0-9a-f]+"`)

// owner returns who answers a question, or one of a team that does.
func (w *twice) owner(q ask.Question) string {
	for _, t := range w.hub.scene.Table.Teams {
		if string(t.Name) == q.Who {
			return string(t.Players[0])
		}
	}
	return q.Who
}

func (w *twice) parts(g ask.Group) []string {
	parts := []string{fmt.Sprint(w.place)}
	for _, q := range g.Asked {
		parts = append(parts, q.ID, q.Who)
	}
	return parts
}

func (w *twice) request(method, path, body string, name setup.Name) string {
	p := phone{T: w.T, to: w.door, cookie: &http.Cookie{Name: cookie(host), Value: w.tokens[name]}}
	for {
		w.asked++
		a := p.send(method, path, body, func(r *http.Request) { r.RemoteAddr = fmt.Sprintf("192.168.77.2%d:4000", w.asked) }) // no flood
		if a.Code != http.StatusServiceUnavailable {                                                                          // a slow machine: phones send it again, too
			return fmt.Sprintln(name, path, a.Code, a.Header(), a.Body.String())
		}
	}
}

// A listening is a laptop that writes down what it is asked and says.
type listening struct {
	Keyboard
	leave chan struct{}
	asks  chan struct{} // once for each question
	mu    sync.Mutex
	log   string
}

func (l *listening) note(what ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.log += fmt.Sprintln(what...)
}

func (l *listening) PutUntil(ctx context.Context, g ask.Group, _ ask.Got) error {
	l.note(fmt.Sprintf("%+v", g))
	l.asks <- struct{}{}
	select {
	case <-ctx.Done():
		return ask.Gone
	case <-l.leave:
		return ask.Leave
	}
}
func (l *listening) Say(said ...string) { l.note(said) }
func (l *listening) Width() int         { return 80 }

// What is agreed so that secrets are asked.
var chosen = map[string]map[string]string{"dixit": {"secret": "yes"}, "picture-perfect": {"auction": "yes", "secret": "yes"},
	"spyfall": {"cards": "phones"}}

// Two evenings that differ in one secret are the same on every phone and on the board, until it is told.
func TestNobodySeesASecret(t *testing.T) {
	for _, game := range shelf.Games {
		t.Run(game.ID, func(t *testing.T) {
			t.Parallel()
			var had counts
			// Each secret is asked in several ways: an evening costs as much as two elsewhere.
			for n := range max(1, laws.Evenings()/2) {
				newTwice(t, n, game, &had).evening()
				if n%100 == 99 {
					t.Logf("%d evenings: %s", n+1, had)
				}
			}
			t.Log(had)
			if chosen[game.ID] != nil && had.secrets+had.deals == 0 {
				t.Error("there was no secret")
			}
		})
	}
}

// A list by name is in the order of each phone's language.
func TestSorted(t *testing.T) {
	q := ask.Question{Shape: ask.Pick{Sorted: true, Options: []ask.Option{{ID: "beach", Text: lang.T("Rules")}, {ID: "bank", Text: lang.T("Send")}}}}
	for l, want := range map[lang.Lang]string{lang.English: "beach", lang.Portuguese: "bank"} { // Rules, Send; Enviar, Regras
		if f := form(l, q, lang.Text{}); f.Options[0].Line != want {
			t.Errorf("%s: %+v", l, f.Options)
		}
	}
}

// A name that was typed on a phone first is the table's, however it is written there. Where two people fit, or two phones, the
// phone stays a stranger's.
func TestNameAsTheTableWritesIt(t *testing.T) {
	for _, c := range []struct{ came, table, want string }{
		{"ana", "Bia Ana", "Ana"},
		{"Jose", "Bia José", "José"},
		{"Łukasz lukasz", "Lukasz Łukasz", "Łukasz Lukasz"},
		{"Jose José", "José Bia", "Jose José"},
		{"Jose Josè", "José Bia", "Jose Josè"},
		{"Jose", "José Josè", "Jose"},
		{"กิ", "กี Bia", "กิ"},
		{"ばば", "はは Bia", "ばば"},
	} {
		h, _ := newHub(setup.Table{})
		for name := range strings.FieldsSeq(c.came) {
			if err := h.join(hash(h.enter(host)), name); err != nil {
				t.Fatal(err)
			}
		}
		var players []setup.Name
		for n := range strings.FieldsSeq(c.table) {
			players = append(players, setup.Name(n))
		}
		h.Show(Scene{Table: setup.Table{Players: players}, Begun: true})
		var got []string
		for _, p := range h.Phones() {
			got = append(got, string(p.Name))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s came, and at the table are %s: the phones are %q", c.came, c.table, got)
		}
	}
}

// A phone gets the name that was tapped, also beside one that looks like it, and a typed one that fits several is asked about.
func TestNameThatIsTapped(t *testing.T) {
	for _, players := range [][]setup.Name{
		{"Luís", "Luis", "Ana"}, {"กิ", "กี", "กา"}, {"की", "कि", "क"}, {"はは", "ばば", "ぱぱ"}, {"Андрей", "Андреи", "Ана"}, {"Ана", "Ana", "Аnа"},
	} {
		h, tokens := newHub(setup.Table{Players: players}) // everybody taps
		for n, token := range tokens {
			if g, _ := h.guest(hash(token)); g.Name != n {
				t.Errorf("%s of %s is %s", n, players, g.Name)
			}
		}
	}
	h, _ := newHub(setup.Table{})
	h.Show(Scene{Table: setup.Table{Players: []setup.Name{"José", "Josè", "Ana"}}, Begun: true})
	for name, why := range map[string]string{
		"Jose": "“Jose” may be one of several: José and Josè", "A\u200bna": "", "\u3164\u200d": "nobody can see this", "Bi\u2028a": "there is a control character",
		"": "a name is missing", strings.Repeat("a", 41): "“aaaaaaaaaaaa…” has 41 characters",
	} {
		err := h.join(hash(h.enter(host)), name)
		if why == "" && err != nil || why != "" && (err == nil || !strings.HasPrefix(err.Error(), why)) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if !h.Has("Ana") {
		t.Error("Ana has no phone")
	}
}

// A phone that has not been heard of for a while is shown as gone; one that waits for news is not.
func TestGone(t *testing.T) {
	h, _ := newHub(setup.Table{Players: []setup.Name{"Ana", "Bia"}})
	h.Show(Scene{Table: setup.Table{Players: []setup.Name{"Ana", "Bia"}}})
	for _, c := range []struct {
		polls int
		ago   time.Duration
		gone  bool
	}{{0, dozes, false}, {0, dozes + 1, true}, {1, time.Hour, false}} {
		g := h.lobby.by("Ana")
		g.polls, g.seen = c.polls, h.config.Now().Add(-c.ago)
		h.lobby.by("Bia").seen = h.config.Now()
		if here := h.view(guest{Name: "Bia"}, false, lang.English).Here; here[0].Gone != c.gone || here[1].Gone {
			t.Errorf("%+v: %+v", c, here)
		}
	}
}

// Who is waited for has the same number until they have answered.
func TestWaitedForByNumber(t *testing.T) {
	people := []setup.Name{"Ana", "Bia", "Caio"}
	h, _ := newHub(setup.Table{Players: people})
	c := newConversation(&Both{Hub: h, Lang: lang.English}, ask.Group{}, nil)
	c.posted = &PostedGroup{}
	for _, n := range people {
		c.group.Asked = append(c.group.Asked, ask.Question{Who: string(n), Secret: true, Shape: ask.Number{Hi: 3}})
	}
	for in, want := range []string{"w 1 2 3", "w 2 3", "w 3"} {
		for i := range in {
			c.group.Asked[i].In = true
		}
		if marks := c.turn().Asked[0].Shape.(ask.Pick).Marks(); strings.Join(marks, " ") != want {
			t.Errorf("%q, want %q", marks, want)
		}
	}
}

// Where everybody's answer is in and is read back, nobody is waited for: the laptop may leave it as it is.
func TestNobodyIsWaitedFor(t *testing.T) {
	h, _ := newHub(pair)
	for again, want := range map[bool]string{
		false: "Waiting for Ana and Bia: wait for the phones", true: "Everybody's answer is in: leave it as it is",
	} {
		c := newConversation(&Both{Hub: h, Lang: lang.English}, ask.Group{Again: again}, nil)
		c.posted = &PostedGroup{}
		for _, n := range pair.Players {
			c.group.Asked = append(c.group.Asked, ask.Question{Who: string(n), Secret: true, In: again, Shape: ask.Number{Hi: 3}})
		}
		q := c.turn().Asked[0]
		if got := lang.English.Say(q.Text) + ": " + lang.English.Say(q.Shape.(ask.Pick).Options[0].Text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A note is for all: it stands above a group until the keyboard has an answer, and not above every secret.
func TestNotedOnce(t *testing.T) {
	h, _ := newHub(setup.Table{Players: []setup.Name{"Ana"}})
	c := newConversation(&Both{Hub: h, Lang: lang.English}, ask.Group{Notes: []lang.Text{lang.T("Rules")}}, func(...ask.Answer) error { return nil })
	c.posted, c.typed = &PostedGroup{sent: make([]answer, 3)}, map[int]bool{}
	for _, n := range []string{"Ana", "Bia", "Caio"} {
		c.group.Asked = append(c.group.Asked, ask.Question{Who: n, Secret: true, Shape: ask.Number{Hi: 3}})
	}
	c.here[0] = true
	first := c.turn()
	c.posted.Asked = c.group.Asked
	if err := c.hearKeys(typed{[]ask.Answer{{To: 0}}, make(chan error, 1)}, &first); err != nil {
		t.Fatal(err)
	}
	if then := c.turn(); len(first.Notes) != 1 || len(then.Notes) != 0 {
		t.Errorf("%+v, then %+v", first, then)
	}
}

// A changer is a laptop at which everything that is read back is answered anew.
type changer struct {
	laptop
	puts *int
}

func (c changer) PutUntil(_ context.Context, g ask.Group, got ask.Got) error {
	if *c.puts++; *c.puts > 1 {
		return ask.Back
	}
	return got(ask.Answer{To: 0, Line: "3"}, ask.Answer{To: 1, Line: "2"})
}

// What is read back and changed at the laptop is not read back once more.
func TestReadBackOnce(t *testing.T) {
	h, _ := newHub(setup.Table{Players: []setup.Name{"Ana", "Bia"}})
	vote, puts := ask.Number{Lo: 1, Hi: 5}, 0
	g := ask.Group{Again: true, Told: true, Text: lang.T("The votes?"), Asked: []ask.Question{
		{ID: "vote", Who: "Ana", Suggest: "4", In: true, Shape: vote}, {ID: "vote", Who: "Bia", Suggest: "1", In: true, Shape: vote},
	}}
	b := &Both{Keyboard: changer{puts: &puts}, Hub: h, Lang: lang.English}
	if err := b.Game("turn", g, func(...ask.Answer) error { return nil }); err != nil || puts != 1 {
		t.Error(puts, err)
	}
}

// Votes aloud that come from phones are not read out at the laptop one by one: it says who has voted.
func TestVotesAloud(t *testing.T) {
	h, _ := newHub(setup.Table{Players: []setup.Name{"Ana", "Bia"}})
	vote := ask.Number{Lo: 1, Hi: 5}
	g := ask.Group{Text: lang.T("The votes?"), Asked: []ask.Question{
		{ID: "vote", Who: "Ana", Suggest: "4", In: true, Shape: vote}, {ID: "vote", Who: "Bia", Shape: vote},
	}}
	for _, c := range []struct {
		again bool
		own   int // what the keyboard took itself
		want  []lang.Text
	}{
		{own: 1, want: []lang.Text{lang.T("In already: {who}").With("who", lang.List{"Ana"})}},
		{own: 0}, {again: true, own: 1},
	} {
		a := newConversation(&Both{Hub: h}, g, nil)
		a.group.Again, a.typed = c.again, map[int]bool{c.own: true}
		turn := a.turn()
		if rest, _ := ask.Rest(lang.English, turn.Group, nil); !slices.Equal(lang.English.All(rest.Notes), lang.English.All(c.want)) {
			t.Errorf("%+v: %v", c, rest.Notes)
		}
		if c.again && turn.Asked[0].Suggest != "4" {
			t.Error("what is read back is not shown")
		}
	}
}

// A laptop is a keyboard at which nobody types.
type laptop struct{ Keyboard }

func (laptop) PutUntil(ctx context.Context, _ ask.Group, _ ask.Got) error {
	<-ctx.Done()
	return ask.Gone
}
func (laptop) Put(ask.Group, ask.Got) error { panic("the laptop alone is asked") }
func (laptop) Say(...string)                {}
func (laptop) Width() int                   { return 80 }

// A leaver is a keyboard at which somebody presses Ctrl-C in the moment in which the question changes.
type leaver struct{ laptop }

func (leaver) PutUntil(ctx context.Context, _ ask.Group, _ ask.Got) error {
	<-ctx.Done()
	return ask.Leave
}

// What somebody played, and therefore cannot vote for, is not told to the phone that keeps the score and may be handed to them.
func TestLeadTellsNothing(t *testing.T) {
	for _, told := range []bool{false, true} {
		var g ask.Group
		for _, n := range []string{"Ana", "Bia"} {
			own := map[int]lang.Text{3: lang.Literal("card 3 is " + n + "'s own")}
			g.Asked = append(g.Asked, ask.Question{ID: "vote", Who: n, Secret: !told, Shape: ask.Number{Lo: 1, Hi: 5, Barred: own}})
			if f := lead(lang.English, "1", g); (len(f.Barred) > 0) != (told && len(g.Asked) == 1) {
				t.Errorf("%+v", f)
			}
		}
		for _, row := range lead(lang.English, "1", g).Rows {
			if (len(row.Barred) > 0) != told {
				t.Errorf("told %v: %+v", told, row)
			}
		}
	}
}

// A row of the scorekeeper's form is called as its question wants, else after its person, else it is the question.
func TestRowsAreNamed(t *testing.T) {
	g := ask.Group{Asked: []ask.Question{
		{ID: "gems", Who: "Ana", As: lang.Literal("#3"), Text: lang.Literal("Gems?"), Shape: ask.Number{Hi: 3}},
		{ID: "gems", Who: "Bia", Text: lang.Literal("Gems?"), Shape: ask.Number{Hi: 3}},
		{ID: "gems", Text: lang.Literal("Gems?"), Shape: ask.Number{Hi: 3}},
	}}
	var names []string
	for _, row := range lead(lang.English, "1", g).Rows {
		names = append(names, row.Who)
	}
	if want := []string{"#3", "Bia", "Gems?"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}

// A phone that keeps the score says to whom it goes for a secret, and still asks its owner's own.
func TestHandedOver(t *testing.T) {
	h, _ := newHub(setup.Table{Players: []setup.Name{"Ana", "Bia"}})
	h.Keep("Ana", true)
	vote := ask.Question{ID: "vote", Who: "Ana", Secret: true, In: true, Shape: ask.Number{Lo: 1, Hi: 5}}
	h.post("turn", ask.Group{Asked: []ask.Question{vote}})
	for _, who := range []string{"Ana", "Bia", ""} {
		q := vote
		q.Who, q.In = who, false
		h.ask(ask.Group{Asked: []ask.Question{q}}, nil)
		d := h.view(guest{Name: "Ana", Keeps: true}, false, lang.English)
		if len(d.Mine) != 1 || d.Lead == nil || d.Lead.Hand != who {
			t.Errorf("handed to %q: %+v, and %d questions of Ana's own", who, d.Lead, len(d.Mine))
		}
	}
}

// Leaving is not lost when an answer comes in the same moment.
func TestLeft(t *testing.T) {
	h, tokens := newHub(setup.Table{Players: []setup.Name{"Ana", "Bia"}})
	g := ask.Group{Text: lang.Literal("Which card?")}
	for _, n := range []string{"Ana", "Bia"} {
		g.Asked = append(g.Asked, ask.Question{ID: "card", Who: n, Secret: true, Shape: ask.Number{Lo: 1, Hi: 5}})
	}
	done, changed := make(chan error, 1), h.changed()
	go func() {
		done <- (&Both{Keyboard: leaver{}, Hub: h, Lang: lang.English}).Game("game 7", g, func(...ask.Answer) error { return nil })
	}()
	<-changed
	ana, _ := h.guest(hash(tokens["Ana"]))
	if err := (server{h}).submit(ana, lang.English, submissionBody{Token: h.posted.tokens[0], Line: "2"}); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != ask.Leave {
		t.Error(err)
	}
}

// A phone sends requests as a browser does.
type phone struct {
	*testing.T
	to     http.Handler
	cookie *http.Cookie
}

func (p *phone) send(method, path, body string, change ...func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host, r.RemoteAddr = host, "192.168.77.2:4000"
	r.Header.Set("Origin", "http://"+host)
	if p.cookie != nil {
		r.AddCookie(p.cookie)
	}
	for _, c := range change {
		c(r)
	}
	w := httptest.NewRecorder()
	p.to.ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		p.cookie = c
	}
	return w
}

// doc returns the phone's document.
func (p *phone) doc() Doc {
	p.Helper()
	var got struct {
		Doc Doc `json:"doc"`
	}
	w := p.send(http.MethodGet, "/doc", "")
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		p.Fatalf("%v in %s", err, w.Body)
	}
	return got.Doc
}

// A disk takes answers down.
type disk struct {
	mu    sync.Mutex
	lines []string
}

func (d *disk) got(g ask.Group) ask.Got {
	return func(in ...ask.Answer) error {
		d.mu.Lock()
		defer d.mu.Unlock()
		for _, a := range in {
			if _, err := g.Asked[a.To].Read(a.Line); err != nil {
				return err
			}
			if a.Line == "3" {
				return fault.New(lang.Literal("3 is nobody's card"))
			}
		}
		for _, a := range in {
			line := g.Asked[a.To].Who + " " + a.Line
			if len(d.lines) == 0 || d.lines[len(d.lines)-1] != line { // the recorder writes nothing for what it has
				d.lines = append(d.lines, line)
			}
		}
		return nil
	}
}

func (d *disk) all() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return strings.Join(d.lines, ", ")
}

// table returns phones at a table of which a secret number is asked, and a function that waits for the end of the question.
func table(t *testing.T, place string) (h *Hub, d *disk, all []*phone, ends func() error) {
	names := []setup.Name{"Ana", "Bia"}
	h = NewHub(Config{Now: func() time.Time { return time.Unix(time.Now().UnixNano(), 0) }}) // no flood
	h.lobby.Host, h.lobby.hosts = host, []string{host}
	h.Show(Scene{Table: setup.Table{Players: names}, Begun: true})
	handler := server{h}.handler()
	g := ask.Group{Text: lang.Literal("Which card?")}
	for _, n := range names {
		p := &phone{T: t, to: handler}
		if w := p.send(http.MethodGet, "/"+h.lobby.Word, ""); w.Code != http.StatusSeeOther {
			t.Fatalf("the code leads to %d", w.Code)
		}
		if w := p.send(http.MethodPost, "/join", fmt.Sprintf(`{"name":%q}`, n)); w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", n, w.Code, w.Body)
		}
		all = append(all, p)
		g.Asked = append(g.Asked, ask.Question{ID: "card " + string(n), Who: string(n), Secret: true, Shape: ask.Number{Lo: 1, Hi: 5},
			Keys: []ask.Option{{ID: "all", Key: "a", Text: lang.Literal("for all"), Table: true}}})
	}
	d = &disk{}
	done := make(chan error, 1)
	b := &Both{Keyboard: laptop{}, Hub: h, Lang: lang.English}
	go func() { done <- b.Game(place, g, d.got(g)) }()
	for changed := h.changed(); len(all[0].doc().Mine) == 0; changed = h.changed() { // the question comes by itself
		<-changed
	}
	return h, d, all, func() error { return <-done }
}

func saying1(no, line string) string { return fmt.Sprintf(`{"token":%q,"line":%q}`, no, line) }

// A vote that is in is on the disk; it counts once, where it was asked, and for whom it was asked.
func TestVote(t *testing.T) {
	h, d, all, ends := table(t, "game 7")
	ana, bia := all[0], all[1]
	no := ana.doc().Mine[0].Token
	for _, c := range []struct {
		who        *phone
		no, line   string
		code       int
		disk, what string
	}{
		{ana, no, "3", http.StatusUnprocessableEntity, "", "a refused one"},
		{ana, no, "9", http.StatusUnprocessableEntity, "", "one out of range"},
		{bia, no, "2", http.StatusConflict, "", "somebody else's question"},
		{ana, "0123", "2", http.StatusConflict, "", "another question"},
		{ana, no, "2", http.StatusOK, "Ana 2", "a vote"},
		{ana, no, "2", http.StatusOK, "Ana 2", "the same once more"},
		{ana, no, "4", http.StatusOK, "Ana 2, Ana 4", "another one, as long as somebody is asked"},
	} {
		if w := c.who.send(http.MethodPost, "/say", saying1(c.no, c.line)); w.Code != c.code || d.all() != c.disk {
			t.Errorf("%s: %d %s; the disk has %q", c.what, w.Code, w.Body, d.all())
		}
	}
	if w := ana.send(http.MethodPost, "/say", fmt.Sprintf(`{"token":%q,"key":"all"}`, no)); w.Code != http.StatusUnprocessableEntity || len(ana.doc().Mine[0].Keys) > 0 {
		t.Errorf("one person ends it for all: %d", w.Code)
	}
	if doc := ana.doc(); !doc.Mine[0].In || doc.Mine[0].Suggest != "" || bia.doc().Mine[0].In {
		t.Errorf("Ana's document is %+v", doc.Mine[0])
	}
	if w := bia.send(http.MethodPost, "/say", saying1(bia.doc().Mine[0].Token, "5")); w.Code != http.StatusOK {
		t.Errorf("the last vote: %d %s", w.Code, w.Body)
	}
	if err := ends(); err != nil {
		t.Error(err)
	}
	if w := ana.send(http.MethodPost, "/say", saying1(no, "4")); w.Code != http.StatusOK {
		t.Errorf("what counted is sent again: %d", w.Code)
	}
	if w := ana.send(http.MethodPost, "/say", saying1(no, "5")); w.Code != http.StatusConflict {
		t.Errorf("another answer after the end: %d", w.Code)
	}
	h.Forget()
	if w := ana.send(http.MethodPost, "/say", saying1(no, "4")); w.Code != http.StatusConflict {
		t.Errorf("after an undo it counts no more: %d", w.Code)
	}
	if got := d.all(); got != "Ana 2, Ana 4, Bia 5" {
		t.Errorf("the disk has %q", got)
	}
	h2, d2, again, _ := table(t, "game 8")
	defer h2.Close()
	if w := again[0].send(http.MethodPost, "/say", saying1(no, "2")); w.Code != http.StatusConflict || d2.all() != "" {
		t.Errorf("the number of another place: %d", w.Code)
	}
}

// Nothing that a stranger sends changes anything.
func TestDoors(t *testing.T) {
	h, d, all, _ := table(t, "game 7")
	defer h.Close()
	no := all[0].doc().Mine[0].Token
	board, codes := &phone{T: t, to: all[0].to}, map[int]int{}
	board.send(http.MethodGet, "/"+h.lobby.Word+"/board", "")
	before := h.documents()
	hostile := []struct {
		what   string
		change func(*http.Request)
		code   int
	}{
		{"another host", func(r *http.Request) { r.Host = "tablemate.example" }, http.StatusMisdirectedRequest},
		{"another port", func(r *http.Request) { r.Host = "192.168.77.1:80" }, http.StatusMisdirectedRequest},
		{"no origin", func(r *http.Request) { r.Header.Del("Origin") }, http.StatusForbidden},
		{"another origin", func(r *http.Request) { r.Header.Set("Origin", "http://tablemate.example") }, http.StatusForbidden},
		{"the origin null", func(r *http.Request) { r.Header.Set("Origin", "null") }, http.StatusForbidden},
		{"no cookie", func(r *http.Request) { r.Header.Del("Cookie") }, http.StatusUnauthorized},
		{"another cookie", func(r *http.Request) { r.Header.Set("Cookie", cookie(host)+"=abc") }, http.StatusUnauthorized},
	}
	for _, c := range hostile {
		for path, body := range map[string]string{"/say": saying1(no, "2"), "/join": `{"name":"Eva"}`, "/leave": `{}`} {
			if w := all[0].send(http.MethodPost, path, body, c.change); w.Code != c.code {
				t.Errorf("%s, %s: %d", c.what, path, w.Code)
			}
		}
	}
	r, most := rand.New(rand.NewPCG(1, 2)), 300
	if os.Getenv("GATE") != "" {
		most = 10000
	}
	pieces := []string{"{", "}", `"token"`, `"line"`, ":", ",", no, "2", "null", "[", "]", "\x00", strings.Repeat("9", 9000), "Ana", `"`, "<b>"}
	paths := []string{"/say", "/join", "/leave", "/doc", "/more?what=rules", "/board", "/..%2f", "/code.png", "/" + h.lobby.Word[:4]}
	for range most {
		var body strings.Builder
		for range r.IntN(9) {
			body.WriteString(pieces[r.IntN(len(pieces))])
		}
		c := hostile[r.IntN(len(hostile))]
		method := []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodGet}[r.IntN(4)]
		p := phone{T: t, to: all[0].to}
		p.send(method, paths[r.IntN(len(paths))], body.String(), c.change)
		if path := paths[r.IntN(len(paths))]; path != "/join" { // somebody who has the code, and wants more
			text := []string{body.String(), saying1(no, "2"), saying1(h.posted.token, `["2","2"]`), fmt.Sprintf(`{"token":%q,"want":"?undo"}`, no)}[r.IntN(4)]
			p.cookie = board.cookie
			codes[p.send(method, path+"?v=x", text).Code]++
		}
	}
	if codes[http.StatusConflict] == 0 || codes[http.StatusBadRequest] == 0 {
		t.Errorf("the board's requests lead to %v", codes)
	}
	if d.all() != "" || h.documents() != before {
		t.Errorf("the disk has %q, documents have changed: %v", d.all(), h.documents() != before)
	}
	if w := all[0].send(http.MethodPost, "/join", `{"name":"Bia"}`); w.Code == http.StatusOK && all[0].doc().Me == "Bia" {
		t.Error("a name that is taken is given away")
	}
	if names := all[0].doc().Join; slices.Contains(names, "Ana") {
		t.Errorf("names that are taken are offered: %q", names)
	}
}

// A clock is stopped by a tap that is for one person, or by the table's on the phone that keeps the score. Who comes does
// not interrupt it, and nobody is told who stopped it before the game is.
func TestClock(t *testing.T) {
	options := []ask.Option{{ID: "accuse", Own: lang.Literal("I accuse")}, {ID: "vote", Table: true}, {ID: "again", Own: lang.Literal("I accuse again"), By: []string{"Bia"}}}
	g := ask.Group{Asked: []ask.Question{{ID: "clock", Text: lang.Literal("Talk"), Shape: ask.Watch{Options: options, Limit: time.Minute}}}}
	for _, c := range []struct {
		keeps bool
		tap   string
		code  int
		of    []string
	}{
		{false, "accuse", http.StatusOK, []string{"I accuse"}},
		{false, "vote", http.StatusUnprocessableEntity, []string{"I accuse"}},
		{false, "again", http.StatusUnprocessableEntity, []string{"I accuse"}},
		{true, "vote", http.StatusOK, []string{"I accuse", "vote"}},
		{true, "accuse", http.StatusOK, []string{"I accuse", "vote"}},
		{true, "other", http.StatusUnprocessableEntity, []string{"I accuse", "vote"}},
	} {
		h, tokens := newHub(setup.Table{Players: []setup.Name{"Ana", "Bia"}})
		h.Keep("Ana", c.keeps)
		l := &listening{leave: make(chan struct{}), asks: make(chan struct{}, 9)}
		b := &Both{Keyboard: l, Hub: h, Lang: lang.English}
		var in []ask.Answer
		done := make(chan error, 1)
		changed := h.changed()
		go func() {
			done <- b.Game("1", g, func(a ...ask.Answer) error { in = a; return nil })
		}()
		<-changed
		h.Tick(&Clock{Left: time.Minute, At: h.config.Now()})
		ana := phone{T: t, to: server{h}.handler(), cookie: &http.Cookie{Name: cookie(host), Value: tokens["Ana"]}}
		eva := phone{T: t, to: ana.to, cookie: &http.Cookie{Name: cookie(host), Value: h.enter(host)}}
		if w := eva.send(http.MethodPost, "/join", `{"name":"Eva"}`); w.Code != http.StatusOK {
			t.Fatal(w.Code)
		}
		shown := ana.doc().Clock
		var texts []string
		for _, o := range shown.Options {
			texts = append(texts, o.Text)
		}
		if !slices.Equal(texts, c.of) || len(eva.doc().Clock.Options) > 0 {
			t.Errorf("%v: taps are %q; Eva's %+v", c, texts, eva.doc().Clock.Options)
		}
		if w := ana.send(http.MethodPost, "/say", saying1(shown.Token, c.tap)); w.Code != c.code {
			t.Errorf("%v: %d %s", c, w.Code, w.Body)
		}
		if c.code != http.StatusOK {
			close(l.leave)
			if err := <-done; err != ask.Leave {
				t.Errorf("%v: %v", c, err)
			}
			continue
		}
		if err := <-done; err != nil || len(in) != 1 || in[0] != (ask.Answer{Line: c.tap, By: "Ana"}) {
			t.Errorf("%v: %+v, %v", c, in, err)
		}
		if strings.Contains(l.log, "phone") {
			t.Errorf("the laptop says %s", l.log)
		}
	}
}

// When time is up nobody stops the clock any more, on no phone: a spy could still name the place.
func TestTimeIsUp(t *testing.T) {
	options := []ask.Option{{ID: "reveal", Own: lang.Literal("I am the spy")}, {ID: "vote", Table: true}}
	g := ask.Group{Asked: []ask.Question{{ID: "clock", Text: lang.Literal("Talk"), Shape: ask.Watch{Options: options, Limit: time.Minute}}}}
	for _, c := range []struct {
		clock Clock
		code  int
	}{
		{Clock{Left: 0}, http.StatusUnprocessableEntity},
		{Clock{Left: time.Minute, At: time.Unix(-59, 0), Runs: true}, http.StatusUnprocessableEntity},
		{Clock{Left: time.Minute, At: time.Unix(-58, 0), Runs: true}, http.StatusOK},
		{Clock{Left: time.Second}, http.StatusOK},
	} {
		h, tokens := newHub(setup.Table{Players: []setup.Name{"Ana", "Bia"}})
		l := &listening{leave: make(chan struct{}), asks: make(chan struct{}, 9)}
		var in []ask.Answer
		done, changed := make(chan error, 1), h.changed()
		go func() {
			done <- (&Both{Keyboard: l, Hub: h, Lang: lang.English}).Game("1", g, func(a ...ask.Answer) error { in = a; return nil })
		}()
		<-changed
		h.Tick(&c.clock)
		ana := phone{T: t, to: server{h}.handler(), cookie: &http.Cookie{Name: cookie(host), Value: tokens["Ana"]}}
		shown := ana.doc().Clock
		if (len(shown.Options) > 0) != (c.code == http.StatusOK) {
			t.Errorf("%+v: Ana may tap %+v", c.clock, shown.Options)
		}
		if w := ana.send(http.MethodPost, "/say", saying1(shown.Token, "reveal")); w.Code != c.code {
			t.Errorf("%+v: %d %s", c.clock, w.Code, w.Body)
		}
		close(l.leave)
		if <-done; (len(in) > 0) != (c.code == http.StatusOK) {
			t.Errorf("%+v: %+v", c.clock, in)
		}
	}
}

// A quiet is a listener that nobody calls.
type quiet struct {
	net.Listener
	addr net.Addr
	shut chan struct{}
}

func (q quiet) Accept() (net.Conn, error) { <-q.shut; return nil, net.ErrClosed }
func (q quiet) Addr() net.Addr            { return q.addr }
func (q quiet) Close() error              { close(q.shut); return nil }

// A computer with several addresses serves phones at the likeliest, and at another one when the table asks for it: who came
// in stays. As long as nobody has come the laptop says what to check.
func TestAddresses(t *testing.T) {
	var tried []string
	c := Config{
		Now: func() time.Time { return time.Unix(1, 0) },
		Addresses: func() []netip.Addr {
			return []netip.Addr{netip.MustParseAddr("192.168.1.5"), netip.MustParseAddr("10.0.0.7")}
		},
		Listen: func(_, host string) (net.Listener, error) {
			tried = append(tried, host)
			if host == "192.168.1.5:8087" {
				return nil, errors.New("somebody else has it")
			}
			return quiet{addr: net.TCPAddrFromAddrPort(netip.MustParseAddrPort(host)), shut: make(chan struct{})}, nil
		},
	}
	h, end, err := Open(c)
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	h.Hint()
	if n := h.takeNews(); len(n) != 3 {
		t.Errorf("nobody came: the laptop says %v", n)
	}
	h.Hint() // and somebody comes before the laptop says it
	at := func(p *phone, host, path string) int {
		return p.send(http.MethodGet, path, "", func(r *http.Request) { r.Host = host }).Code
	}
	first, other := "192.168.1.5:8088", "10.0.0.7:8088"
	here := &phone{T: t, to: server{h}.handler()}
	if code := at(here, first, "/"+h.lobby.Word); code != http.StatusSeeOther || at(here, other, "/doc") != http.StatusMisdirectedRequest {
		t.Errorf("before: %d, %v", code, tried)
	}
	if n := h.takeNews(); len(n) > 0 {
		t.Errorf("somebody has come by now: the laptop says %v", n)
	}
	if others := h.Others(); !slices.Equal(others, []string{"10.0.0.7"}) {
		t.Errorf("others: %v", others)
	}
	if err := h.Reach("10.0.0.7"); err != nil || !strings.HasPrefix(h.Address(), "http://"+other+"/") || !slices.Equal(h.Others(), []string{"192.168.1.5"}) {
		t.Errorf("%s, %v, %v", h.Address(), h.Others(), err)
	}
	there := &phone{T: t, to: here.to}
	if code := at(there, other, "/"+h.lobby.Word); code != http.StatusSeeOther || at(here, first, "/doc") != http.StatusOK {
		t.Errorf("after: %d", code)
	}
	if w := there.send(http.MethodPost, "/join", `{"name":"Ana"}`, func(r *http.Request) {
		r.Host = other
		r.Header.Set("Origin", "http://"+first)
	}); w.Code != http.StatusForbidden {
		t.Errorf("an origin of another address: %d", w.Code)
	}
	if err := h.Reach("192.168.1.5"); err != nil || len(tried) != 3 || !strings.HasPrefix(h.Address(), "http://"+first+"/") {
		t.Errorf("back: %s, %v, %v", h.Address(), tried, err)
	}
	h.Hint()
	if n := h.takeNews(); len(n) > 0 {
		t.Errorf("somebody came: the laptop says %v", n)
	}
}

// The laptop stays awake while a phone is in, and no longer.
func TestAwake(t *testing.T) {
	held := 0
	h, _ := newHub(setup.Table{})
	h.config.Awake = func() func() { held++; return func() { held-- } }
	p := &phone{T: t, to: server{h}.handler()}
	check := func(what string, want int) {
		t.Helper()
		if held != want {
			t.Errorf("%s: held %d times, want %d", what, held, want)
		}
	}
	p.send(http.MethodGet, "/"+h.lobby.Word, "")
	check("a phone without a name", 0)
	p.send(http.MethodPost, "/join", `{"name":"Ana"}`)
	check("a phone with a name", 1)
	p.send(http.MethodPost, "/leave", "{}")
	check("a phone that left its name", 0)
	p.send(http.MethodPost, "/join", `{"name":"Bia"}`)
	check("a phone once more", 1)
	h.Close()
	check("the table is closed", 0)
}

// A dealt card is on its owner's phone alone, and on no board.
func TestCards(t *testing.T) {
	h, tokens := newHub(setup.Table{Players: []setup.Name{"Ana", "Bia"}})
	s := h.scene
	s.Card = func(n setup.Name, _ lang.Lang) *CardDoc { return &CardDoc{Deal: "1", Text: "dealt to " + string(n)} }
	h.Show(s)
	for name, token := range tokens {
		p := phone{T: t, to: server{h}.handler(), cookie: &http.Cookie{Name: cookie(host), Value: token}}
		for path, own := range map[string]bool{"/doc": name != "", "/doc?board=1": false} {
			body := p.send(http.MethodGet, path, "").Body.String()
			if n := strings.Count(body, "dealt to "); own != (n == 1) || own != strings.Contains(body, "dealt to "+string(name)+`"`) {
				t.Errorf("%q, %s: %d cards in %s", name, path, n, body)
			}
		}
	}
}
