// Package phones is the table's phones: who sits behind which, what each may see, and the
// questions that lie open for them. It knows no game and computes no points: what was said is
// handed to whoever asks, and a phone learns that it counts when that one says so.
//
//   - A page is built from nothing but what its person may know. There is no state of all
//     that a page filters.
//   - The game belongs to one goroutine. A request hands its answer over and waits.
//   - Every put of a question has a number of its own, the same after a crash: an answer to
//     another question than the one that lies open is refused, whatever its form was.
//   - Nothing leaves the laptop, and nothing is loaded from elsewhere.
package phones

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"embed"
	"encoding/base32"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// An Evening is what is kept of the phones from one run of the program to the next: so a
// phone that was let in stays in.
type Evening struct {
	Door   string    `json:"door"` // the word that lets a phone in; ten letters
	Key    string    `json:"key"`  // of the numbers of questions
	Open   bool      `json:"open"` // phones that come new are let in
	Guests []Guest   `json:"guests"`
	Parts  []Part    `json:"parts,omitempty"` // of a line that many people give together, and that is not whole
	Seen   time.Time `json:"seen"`            // when a phone was heard last
}

// A Part is what one person gave to a line of many.
type Part struct {
	No     string     `json:"no"` // of the question
	Who    string     `json:"who"`
	Answer ask.Answer `json:"answer"`
}

// How many phones may be at one table: of people whom the table does not know, of those that only look
// on, and of boards. Whoever sits at the table always finds a place.
const (
	mostGuests  = 32
	mostLookers = 4
	mostBoards  = 4
)

// asleep is how long nothing is heard of a phone before the table is told.
const asleep = 45 * time.Second

// A Board is what everybody may see.
type Board struct {
	ID      string    // of the game
	Game    lang.Text // its name; empty: none is played yet
	Where   lang.Text // how far it is
	Goal    int       // points that end it; 0: points do not
	Rows    []report.Standing
	OnTable []lang.Text // what lies open there just now
	Events  []lang.Text // what happened last, and what every point of it was paid for
	Over    bool        // nothing is asked any more
	Reason  lang.Text   // what decided it, or what a tie waits for
	Play    string      // the game that is played, as it is kept
	Photos  []Photo     // that everybody may see
	Fault   lang.Text   // why it may not be how the game stands now
}

// A Photo is somebody's picture of their table.
type Photo struct{ ID, Name string }

// A Clock is a clock that everybody sees.
type Clock struct {
	Place   string // which put of a question it answers
	Text    lang.Text
	Notes   []lang.Text
	Options []lang.Text   // what anybody may press
	May     [][]int       // by option, the seats that may press it, and ask.Scorekeeper where nobody may learn whose they are; nil: any
	Left    time.Duration // how it stands at first
	Early   lang.Text     // what ends it as if time were up; empty: nothing does
	Cards   []lang.Text   // by seat, what only this person may look at; nil: nothing

	told  bool          // how it stands
	left  time.Duration // at since
	runs  bool
	since time.Time
	press func(seat int, key string) bool
}

// A Hub is the state of the phones. It is safe for several goroutines.
type Hub struct {
	Lobby   *Lobby
	mu      sync.Mutex
	lost    map[string]bool // what was said, by question and seat, to one that is gone since
	past    []slip          // those that lay open last, and whose answer from a phone counted
	slips   []*slip
	resting bool   // the laptop looks something up
	waiting []said // what was said to questions that lie open again, and nobody has heard
	board   Board
	clock   *Clock
	wakes   map[chan struct{}]bool
	said    chan said
	now     func() time.Time
	begun   time.Time
	laid    bool // a question has lain open since the program began

	leading *slip     // what lies open for who keeps the score; nil: nothing
	leads   int       // how many of those were answered
	led     chan said // what they say
	printed string    // by the laptop, since the last answer
}

// New is the hub of an evening: the one that was kept, behind a new word, or a new one where that is
// empty or was long ago. keep stores it.
func New(kept Evening, keep func(Evening) error, now func() time.Time) *Hub {
	if kept.Door == "" || now().Sub(kept.Seen) > eveningEnds {
		kept = Evening{Key: rand.Text(), Open: true}
	}
	kept.afresh()
	kept.Seen = now()
	h := &Hub{
		now: now, lost: map[string]bool{},
		wakes: map[chan struct{}]bool{}, said: make(chan said), led: make(chan said), begun: kept.Seen,
	}
	h.Lobby = &Lobby{
		mu: &h.mu, e: kept, live: map[string]int{}, heard: map[string]time.Time{}, fresh: map[string]bool{}, keep: keep, now: now, wake: h.wake,
	}
	for _, g := range kept.Guests { // nobody is asleep before they could say that they are not
		h.Lobby.heard[g.Token] = now()
	}
	return h
}

// eveningEnds is how long nothing is heard of any phone until the next one is a new evening.
const eveningEnds = 8 * time.Hour

// doorLetters of 32 make 50 bits.
const doorLetters = 10

// newWord changes the word of the door: a photo of the one before is worth nothing.
func (e *Evening) newWord() { e.Door = rand.Text()[:doorLetters] }

// afresh changes the word of the door, and shows out whoever only looked on. People and boards stay.
func (e *Evening) afresh() {
	e.newWord()
	e.Guests = slices.DeleteFunc(slices.Clone(e.Guests), func(g Guest) bool { return g.looksOn() && !g.Board })
}

// Show tells the phones who sits at the table and what everybody may see. Before anybody
// sits, known are people seen before.
// place is where in what is kept the table is now: questions that lie open from elsewhere are gone.
func (h *Hub) Show(names, known []string, place string, b Board) {
	h.mu.Lock()
	defer h.mu.Unlock()
	sat, another := h.Lobby.names, h.board.Play != "" && h.board.Play != b.Play
	h.Lobby.names = names
	if another {
		h.Lobby.e.afresh()
	}
	if another || !slices.Equal(sat, names) && len(names) > 0 {
		h.Lobby.shut()
		_ = h.Lobby.store() // what cannot be kept is known again when the next phone comes
	}
	h.Lobby.names, h.Lobby.known, h.board = names, known, b
	h.slips = slices.DeleteFunc(h.slips, func(s *slip) bool {
		gone := !strings.HasPrefix(s.q.Place, place)
		if gone && s.held != nil {
			h.lost[s.key()] = true
		}
		return gone
	})
	h.wake()
}

// game is what is played.
func (h *Hub) game() (id string, name lang.Text) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.board.ID, h.board.Game
}

// wake lets everybody who waits look again.
func (h *Hub) wake() {
	for c := range h.wakes {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

// Changes is told of every change until stop is called.
func (h *Hub) Changes() (changed <-chan struct{}, stop func()) {
	c := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.wakes[c] = true
	return c, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.wakes, c)
	}
}

// look lets everybody look again.
func (h *Hub) look() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.wake()
}

var errStreams = errors.New("phones: too many streams")

// How many streams one phone, and all of them, may have.
const (
	streamsEach = 4
	streamsAll  = 64
)

// listen is Changes for the stream of a phone.
func (h *Hub) listen(g Guest) (<-chan struct{}, func(), error) {
	h.mu.Lock()
	all := 0
	for _, n := range h.Lobby.live {
		all += n
	}
	if h.Lobby.live[g.Token] >= streamsEach || all >= streamsAll {
		h.mu.Unlock()
		return nil, nil, errStreams
	}
	h.Lobby.live[g.Token]++
	h.wake()
	h.mu.Unlock()
	c, stop := h.Changes()
	return c, func() {
		stop()
		h.mu.Lock()
		defer h.mu.Unlock()
		h.Lobby.live[g.Token]--
		h.Lobby.heard[g.Token] = h.now()
		h.wake()
		time.AfterFunc(asleep+time.Second, h.look) // then the table is told
	}, nil
}

// number names one put of a question to one person, for ever; nobody can guess it.
func (h *Hub) number(q ask.Question) string {
	return h.unguessed(q.Place, "|", q.ID, "|", q.People)
}

// unguessed is a number that comes of parts and of the evening's key.
func (h *Hub) unguessed(parts ...any) string {
	m := hmac.New(sha256.New, []byte(h.Lobby.e.Key))
	fmt.Fprint(m, parts...)
	return base32.StdEncoding.EncodeToString(m.Sum(nil))[:numberLetters]
}

const numberLetters = 12

// open lays questions out, each for the seat of its person, in place of all that lay there.
// What was said meanwhile to one that rested is handed over now.
func (h *Hub) open(qs []ask.Question) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.waiting = nil
	nos := make([]string, len(qs))
	slips := make([]*slip, len(qs))
	for k, q := range qs {
		nos[k] = h.number(q)
		s := &slip{no: nos[k], q: q, seat: q.People[0], state: slipOpen, why: q.Fault}
		if q.In {
			s.state, s.gave = slipKept, q.Suggest
		}
		if i := slices.IndexFunc(h.slips, func(old *slip) bool { return old.no == s.no }); i >= 0 && h.slips[i].held != nil {
			s.line = h.slips[i].line
			h.waiting = append(h.waiting, *h.slips[i].held)
		}
		if h.lost[s.key()] {
			s.why = fault.New(words["again"])
		}
		slips[k] = s
	}
	if quietly(qs) {
		for _, s := range slips {
			s.quiet = true
		}
	}
	clear(h.lost)
	h.slips, h.resting, h.laid = slips, false, true
	h.wake()
	return nos
}

// held are the answers that were given while the table looked something up, in the order of their
// questions; they come before all others.
func (h *Hub) held() []said {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := h.waiting
	h.waiting = nil
	return all
}

// keepPart keeps what one person gave to a line of many, in place of what they gave before.
func (h *Hub) keepPart(part Part) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	before := slices.Clone(h.Lobby.e.Parts)
	h.Lobby.e.Parts = append(slices.DeleteFunc(h.Lobby.e.Parts, func(p Part) bool { return p.No == part.No }), part)
	if err := h.Lobby.store(); err != nil {
		h.Lobby.e.Parts = before
		return err
	}
	return nil
}

// parts are what was kept for some questions; whatever was kept for others is dropped.
func (h *Hub) parts(nos []string) map[string]Part {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Lobby.e.Parts = slices.DeleteFunc(h.Lobby.e.Parts, func(p Part) bool { return !slices.Contains(nos, p.No) })
	kept := map[string]Part{}
	for _, p := range h.Lobby.e.Parts {
		kept[p.No] = p
	}
	return kept
}

// close takes the questions away.
func (h *Hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.slips {
		if s.state == slipKept || s.state == slipSent {
			h.counted(*s)
		}
	}
	h.slips, h.leading = nil, nil
	h.wake()
}

// mostPast questions are remembered with their answers.
const mostPast = 64

// counted remembers a question that lies open no more, with what was said to it on a phone.
func (h *Hub) counted(s slip) {
	h.past = append(h.past, s)
	h.past = h.past[max(0, len(h.past)-mostPast):]
}

// rest leaves the questions lying while the table looks something up.
func (h *Hub) rest() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.resting = true
	for _, s := range h.slips {
		if s.state == slipHere {
			s.state = slipOpen
		}
	}
	h.wake()
}

func (h *Hub) mark(no string, f func(*slip)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.slips {
		if s.no == no {
			f(s)
		}
	}
	h.wake()
}

// starting is how long the program may take until the question lies open again at which it was
// ended: what is said meanwhile is not too late, but too early.
const starting = 5 * time.Second

// late is what is said to a question that does not lie open.
func (h *Hub) late(no string) error {
	if !h.laid && len(no) == numberLetters && h.now().Sub(h.begun) < starting {
		return errBusy
	}
	return errGone
}

var (
	errGone = errors.New("phones: that was answered meanwhile")
	errBusy = errors.New("phones: the table is at something else")
	errHeld = errors.New("phones: kept until the table is back")
)

// patience is how long an answer waits for who asks.
const patience = 2 * time.Second

// say hands over what the form of a phone says. nil: it counts, or is on its way to the rules; a
// *fault.Fault says what is wrong with it.
func (h *Hub) say(g Guest, form url.Values, v *voice) error {
	s, who, err := h.lying(g, form)
	if err != nil || s == nil {
		return err
	}
	t := said{no: s.no, seat: s.seat, who: who, line: s.typed(form), read: s.says(form, v), reply: make(chan error, 1)}
	var f *fault.Fault
	if _, err := t.read(s.q); errors.As(err, &f) {
		return err
	}
	return h.deliver(t)
}

// lying returns a copy of the question that a form answers, and who does; none where what it says
// counts already: the verdict got lost on its way back, or the button was pressed twice.
func (h *Hub) lying(g Guest, form url.Values) (_ *slip, who string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	no, seats := form.Get("no"), g.seats(h.Lobby.names)
	if h.knows(no, form) {
		return nil, "", nil
	}
	if l := h.leading; l != nil && l.no == no && g.Keeps {
		return &slip{no: no, q: l.q, seat: scorekeeper}, g.who(), nil
	}
	i := slices.IndexFunc(h.slips, func(s *slip) bool { return s.no == no && slices.Contains(seats, s.seat) })
	if i < 0 {
		return nil, "", h.late(no)
	}
	s := *h.slips[i]
	switch {
	case s.state == slipHere || s.photo():
		return nil, "", h.late(no)
	case (s.state == slipKept || s.state == slipSent) && s.line == s.typed(form):
		return nil, "", nil
	case s.state == slipSent:
		return nil, "", errGone
	}
	return &s, h.Lobby.names[s.seat], nil
}

// knows reports whether a form says once more what was said to a question that lies open no more, and counted.
func (h *Hub) knows(no string, form url.Values) bool {
	if slices.ContainsFunc(h.slips, func(s *slip) bool { return s.no == no }) || h.leading != nil && h.leading.no == no {
		return false
	}
	return slices.ContainsFunc(h.past, func(s slip) bool { return s.no == no && s.line == s.typed(form) })
}

// deliver hands an answer over, or keeps it where its question rests.
func (h *Hub) deliver(t said) error {
	if h.holds(t) {
		return errHeld
	}
	before := ""
	h.mark(t.no, func(s *slip) { before, s.line = s.line, t.line })
	err := h.hand(t)
	if err == nil {
		return nil
	}
	h.mark(t.no, func(s *slip) { s.line = before })
	h.mu.Lock()
	defer h.mu.Unlock()
	if slices.ContainsFunc(h.past, func(s slip) bool { return s.no == t.no && s.line == t.line }) { // pressed twice, and the other press counted meanwhile
		return nil
	}
	return err
}

// holds keeps an answer to a question that rests.
func (h *Hub) holds(t said) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	i := slices.IndexFunc(h.slips, func(s *slip) bool { return s.no == t.no })
	if i < 0 || !h.resting {
		return false
	}
	h.slips[i].held, h.slips[i].line = &t, t.line
	h.wake()
	return true
}

// shows returns what a question does, as its person sees it.
func (h *Hub) shows(s *slip) state {
	if h.resting && s.held != nil {
		return slipHeld
	}
	return s.state
}

// hand gives an answer to whoever asks, and waits for the verdict.
func (h *Hub) hand(t said) error {
	to := h.said
	if t.seat == scorekeeper {
		to = h.led
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case to <- t:
	case <-late.C:
		return errBusy
	}
	select {
	case err := <-t.reply:
		return err
	case <-time.After(5 * patience):
		return errBusy
	}
}

// Watch shows everybody a clock until stop is called. press is told who pressed what, and tells
// whether it still counts: a seat the number of an option, whoever keeps the score (seat -1) any key
// of the clock at the laptop. Tick tells how the clock stands.
func (h *Hub) Watch(c Clock, press func(seat int, key string) bool) (stop func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c.press, c.since, c.left = press, h.now(), c.Left
	h.clock, h.slips, h.leading, h.laid = &c, nil, nil, true
	h.wake()
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.clock = nil
		h.wake()
	}
}

// drift is how far a phone's clock may be off before it is told.
const drift = 500 * time.Millisecond

// Tick is how the clock stands now. Phones that know it already are told nothing.
func (h *Hub) Tick(left time.Duration, runs bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.clock
	if c == nil {
		return
	}
	now := h.now()
	off := c.at(now) - left
	changed := c.runs != runs || off < -drift || off > drift
	if changed {
		c.told, c.left, c.runs, c.since = true, left, runs, now
		h.wake()
	}
}

// at is what is left.
func (c *Clock) at(now time.Time) time.Duration {
	if !c.runs {
		return c.left
	}
	return max(0, c.left-now.Sub(c.since))
}

// pressed is what somebody pressed at the clock: seat is whose option it is, or "score" for a key of
// who keeps the score; "" is who holds the phone. Once an option was pressed, the others are late.
func (h *Hub) pressed(g Guest, no, key, seat string) error {
	h.mu.Lock()
	c, seats := h.clock, g.seats(h.Lobby.names)
	if c == nil || no != h.clockNumber() {
		defer h.mu.Unlock()
		return h.late(no)
	}
	press, left := c.press, c.at(h.now())
	h.mu.Unlock()
	at := scorekeeper
	if seat != "score" {
		var err error
		at, key, err = c.option(seats, seat, key)
		if err != nil {
			return err
		}
	} else if !g.Keeps || !slices.Contains(clockKeys, key) {
		return errGone
	} else if key == "-" && left <= half {
		return fault.New(tooShort.With("time", timer.Face(half)))
	}
	if !press(at, key) {
		return errGone
	}
	return nil
}

// half a minute is what the clock's keys add and take; where no more is left they take nothing.
const half = 30 * time.Second

var tooShort = lang.Msg("phones.too-short", "no more than {time} is left: nothing is taken")

// clockKeys are what who keeps the score may press on a phone.
var clockKeys = []string{"p", "+", "-", "early", "enter", "<", "?"}

// option is the option of a clock that somebody of a phone pressed: their seat, and its number from 1.
func (c *Clock) option(seats []int, seat, key string) (at int, option string, err error) {
	n, err := strconv.Atoi(key)
	if err != nil || n < 0 || n >= len(c.Options) || len(seats) == 0 {
		return 0, "", errGone
	}
	at = seats[0]
	if seat != "" {
		at, err = strconv.Atoi(seat)
		if err != nil || !slices.Contains(seats, at) {
			return 0, "", errGone
		}
	}
	switch c.may(n, at) {
	case barred:
		return 0, "", fault.New(words["notyou"])
	case secretlyBarred:
		return 0, "", fault.New(words["notyours"])
	}
	return at, strconv.Itoa(n + 1), nil
}

// A may says whether somebody may press an option.
type may int

const (
	allowed        may = iota
	barred             // as everybody knows
	secretlyBarred     // which is told to nobody who does not press it
)

func (c *Clock) may(option, seat int) may {
	switch {
	case option >= len(c.May) || c.May[option] == nil || slices.Contains(c.May[option], seat):
		return allowed
	case slices.Contains(c.May[option], ask.Scorekeeper):
		return secretlyBarred
	}
	return barred
}

// clockNumber names one put of the clock.
func (h *Hub) clockNumber() string {
	return h.number(ask.Question{Place: h.clock.Place, ID: "clock"})
}

//go:embed pt-BR.json page.html app.js app.css icon.svg icon.png
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "phones", Files: files}
