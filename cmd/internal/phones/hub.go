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
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
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

// A Guest is who holds a phone: a name at the table, or "" for who only looks on.
type Guest struct {
	Token string `json:"token"`           // the hash of what the phone's cookie holds
	Name  string `json:"name"`            //
	Wants string `json:"wants,omitempty"` // the place of somebody who has a phone already
}

// A Part is what one person gave to a line of many.
type Part struct {
	No     string     `json:"no"` // of the question
	Who    string     `json:"who"`
	Answer ask.Answer `json:"answer"`
}

// mostGuests have phones at one table.
const mostGuests = 32

// asleep is how long nothing is heard of a phone before the table is told.
const asleep = 45 * time.Second

// A Row is a line of the standings.
type Row struct {
	Rank   int
	Name   string
	Points int
	Winner bool
}

// A Board is what everybody may see.
type Board struct {
	ID     string    // of the game
	Game   lang.Text // its name; empty: none is played yet
	Where  lang.Text // how far it is
	Goal   int       // points that end it; 0: points do not
	Rows   []Row
	Events []lang.Text // what happened last, and what every point of it was paid for
}

// A Clock is a clock that everybody sees.
type Clock struct {
	Place   string // which put of a question it answers
	Text    lang.Text
	Notes   []lang.Text
	Options []lang.Text // what anybody may press
	May     []int       // the seats that may press the first one; nil: any

	told  bool          // how it stands
	left  time.Duration // at since
	runs  bool
	since time.Time
	press func(seat, option int) bool
}

// A slip is a question as it lies open for one person.
type slip struct {
	no    string
	q     ask.Question
	seat  int
	kept  bool // it counts; it may be changed
	sent  bool // it was handed over
	here  bool // it is being answered at the laptop
	rests bool // the laptop looks something up
	line  string
	held  *said // what was said meanwhile
	why   error // why it was refused when it was delivered
}

// key is who is asked what, whenever it is put.
func (s *slip) key() string { return fmt.Sprint(s.q.ID, "|", s.seat) }

type said struct {
	no    string
	a     ask.Answer
	who   string
	reply chan error
}

// A Hub is the state of the phones. It is safe for several goroutines.
type Hub struct {
	mu      sync.Mutex
	e       Evening
	names   []string // at the table, by seat; none before anybody sits
	known   []string // people seen before, to be picked by their phones
	live    map[string]int
	heard   map[string]time.Time
	fresh   map[string]bool   // phones that were let in and have not been heard since
	lost    map[string]bool   // what was said, by question and seat, to one that is gone since
	past    map[string]string // what was said to the questions that lay open last, and counted
	slips   []*slip
	waiting []said // what was said to questions that lie open again, and nobody has heard
	board   Board
	clock   *Clock
	wakes   map[chan struct{}]bool
	said    chan said
	keep    func(Evening) error
	now     func() time.Time
	came    bool // somebody reached a page since the program began
	begun   time.Time
	laid    bool // a question has lain open since the program began
}

// New is the hub of an evening: the one that was kept, or a new one where that is empty or
// was long ago. keep stores it.
func New(kept Evening, keep func(Evening) error, now func() time.Time) *Hub {
	if kept.Door == "" || now().Sub(kept.Seen) > eveningEnds {
		kept = Evening{Door: rand.Text()[:doorLetters], Key: rand.Text(), Open: true}
	}
	kept.Seen = now()
	h := &Hub{
		e: kept, keep: keep, now: now, live: map[string]int{}, heard: map[string]time.Time{}, fresh: map[string]bool{}, lost: map[string]bool{}, past: map[string]string{},
		wakes: map[chan struct{}]bool{}, said: make(chan said), begun: kept.Seen,
	}
	for _, g := range kept.Guests { // nobody is asleep before they could say that they are not
		h.heard[g.Token] = now()
	}
	return h
}

// eveningEnds is how long nothing is heard of any phone until the next one is a new evening.
const eveningEnds = 8 * time.Hour

// doorLetters of 32 make 50 bits.
const doorLetters = 10

// Door is the word that lets a phone in, and whether it does so now.
func (h *Hub) Door() (word string, open bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.e.Door, h.e.Open
}

// SetDoor opens or shuts the door.
func (h *Hub) SetDoor(open bool) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.e.Open = open
	return h.store()
}

// Reached reports whether any phone has opened a page.
func (h *Hub) Reached() bool { h.mu.Lock(); defer h.mu.Unlock(); return h.came }

// store keeps the evening and tells everybody.
func (h *Hub) store() error {
	h.e.Seen = h.now()
	e := h.e
	e.Guests = slices.Clone(e.Guests)
	err := h.keep(e)
	h.wake()
	return err
}

// Joined are the names of who has a phone, in the order in which they came, and who wants a
// place that is taken.
func (h *Hub) Joined() (names, want []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, g := range h.e.Guests {
		switch {
		case g.Name != "":
			names = append(names, g.Name)
		case g.Wants != "":
			want = append(want, g.Wants)
		}
	}
	return names, want
}

// Show tells the phones who sits at the table and what everybody may see. Before anybody
// sits, known are people seen before.
// place is where in what is kept the table is now: questions that lie open from elsewhere are gone.
func (h *Hub) Show(names, known []string, place string, b Board) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !slices.Equal(h.names, names) && len(names) > 0 {
		h.names = names
		h.shut()
		_ = h.store() // what cannot be kept is known again when the next phone comes
	}
	h.names, h.known, h.board = names, known, b
	h.slips = slices.DeleteFunc(h.slips, func(s *slip) bool {
		gone := !strings.HasPrefix(s.q.Place, place)
		if gone && s.held != nil {
			h.lost[s.key()] = true
		}
		return gone
	})
	h.wake()
}

// Rename follows people whose names were put right: their phones stay theirs.
func (h *Hub) Rename(names map[string]string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	changed := false
	for i, g := range h.e.Guests {
		if now, ok := names[g.Name]; ok && g.Name != "" && now != g.Name {
			h.e.Guests[i].Name, changed = now, true
		}
	}
	if !changed {
		return nil
	}
	return h.store()
}

// shut closes the door once every seat has its phone: a photo of the code is worth nothing
// from then on.
func (h *Hub) shut() {
	if len(h.names) == 0 || !h.e.Open {
		return
	}
	for seat := range h.names {
		if h.guestAt(seat) == nil {
			return
		}
	}
	h.e.Open = false
}

func hash(token string) string {
	s := sha256.Sum256([]byte(token))
	return hex.EncodeToString(s[:])
}

var (
	errShut  = errors.New("phones: the door is shut")
	errFull  = errors.New("phones: too many phones")
	errNoOne = errors.New("phones: nobody of that name sits here")
)

// sit lets a phone in as somebody, and returns what its cookie holds. Whose place is taken
// waits for it.
func (h *Hub) sit(name string) (token string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	name = strings.Join(strings.Fields(lang.Sanitize(name)), " ")
	switch {
	case !h.e.Open:
		return "", errShut
	case len(h.e.Guests) >= mostGuests:
		return "", errFull
	case len([]rune(name)) > mostName:
		return "", errNoOne
	case name != "" && len(h.names) > 0 && seatOf(h.names, name) < 0:
		return "", errNoOne
	}
	token = rand.Text()
	g := Guest{Token: hash(token), Name: name}
	before := slices.Clone(h.e.Guests)
	h.e.Guests = slices.DeleteFunc(h.e.Guests, func(other Guest) bool { // tapped twice: the first cookie never came back
		return name != "" && strings.EqualFold(other.Name, name) && h.fresh[other.Token]
	})
	if name != "" && slices.ContainsFunc(h.e.Guests, func(other Guest) bool { return strings.EqualFold(other.Name, name) }) {
		g.Name, g.Wants = "", name
	}
	h.e.Guests = append(h.e.Guests, g)
	h.heard[g.Token], h.fresh[g.Token] = h.now(), true
	if g.Name != "" {
		h.shut()
	}
	if err := h.store(); err != nil { // who is not kept does not sit
		h.e.Guests = before
		return "", err
	}
	return token, nil
}

// mostName is how long a name may be.
const mostName = 40

// seatOf is the seat of a name, -1 where nobody of that name sits.
func seatOf(names []string, name string) int {
	return slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
}

// guest is who holds a cookie.
func (h *Hub) guest(token string) (Guest, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if token == "" {
		return Guest{}, false
	}
	known := hash(token)
	i := slices.IndexFunc(h.e.Guests, func(g Guest) bool { return g.Token == known })
	if i < 0 {
		return Guest{}, false
	}
	g := h.e.Guests[i]
	if h.away(g.Token) {
		defer h.wake()
	}
	h.heard[g.Token], h.came = h.now(), true
	delete(h.fresh, g.Token)
	if h.now().Sub(h.e.Seen) > time.Hour {
		_ = h.store() // the evening is not over as long as somebody is there
	}
	return g, true
}

// seats are the names that a new phone may choose from: those without a phone, those with one,
// and whether another name may be typed.
func (h *Hub) seats() (free, taken []string, typed bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	names := h.names
	if typed = len(names) == 0; typed {
		names = slices.Clone(h.known)
		for _, g := range h.e.Guests {
			if g.Name != "" && seatOf(names, g.Name) < 0 {
				names = append(names, g.Name)
			}
		}
	}
	for _, n := range names {
		if slices.ContainsFunc(h.e.Guests, func(g Guest) bool { return strings.EqualFold(g.Name, n) }) {
			taken = append(taken, n)
		} else {
			free = append(free, n)
		}
	}
	return free, taken, typed
}

// reached is told when a phone opens a page.
func (h *Hub) reached() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.came {
		h.came = true
		h.wake()
	}
}

// game is what is played.
func (h *Hub) game() (id string, name lang.Text) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.board.ID, h.board.Game
}

// Give gives a place to the phone that wants it; the phone that had it is out.
func (h *Hub) Give(name string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	i := slices.IndexFunc(h.e.Guests, func(g Guest) bool { return strings.EqualFold(g.Wants, name) })
	if i < 0 {
		return errNoOne
	}
	h.e.Guests[i].Name, h.e.Guests[i].Wants = name, ""
	token := h.e.Guests[i].Token
	h.e.Guests = slices.DeleteFunc(h.e.Guests, func(g Guest) bool {
		return g.Token != token && (strings.EqualFold(g.Name, name) || strings.EqualFold(g.Wants, name))
	})
	return h.store()
}

// Out shows the phone of a name out.
func (h *Hub) Out(name string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.e.Guests = slices.DeleteFunc(h.e.Guests, func(g Guest) bool { return strings.EqualFold(g.Name, name) })
	return h.store()
}

// leave is a phone that goes by itself.
func (h *Hub) leave(g Guest) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.e.Guests = slices.DeleteFunc(h.e.Guests, func(x Guest) bool { return x.Token == g.Token })
	return h.store()
}

// guestAt is who holds the phone of a seat; nil where nobody does.
func (h *Hub) guestAt(seat int) *Guest {
	if seat < 0 || seat >= len(h.names) {
		return nil
	}
	for i, g := range h.e.Guests {
		if g.Name != "" && strings.EqualFold(g.Name, h.names[seat]) {
			return &h.e.Guests[i]
		}
	}
	return nil
}

// phone reports whether a seat has a phone, and whether it is awake.
func (h *Hub) phone(seat int) (has, awake bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	g := h.guestAt(seat)
	return g != nil, g != nil && !h.away(g.Token)
}

// away reports whether nothing is heard of a phone.
func (h *Hub) away(token string) bool {
	return h.live[token] == 0 && h.now().Sub(h.heard[token]) > asleep
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
	for _, n := range h.live {
		all += n
	}
	if h.live[g.Token] >= streamsEach || all >= streamsAll {
		h.mu.Unlock()
		return nil, nil, errStreams
	}
	h.live[g.Token]++
	h.wake()
	h.mu.Unlock()
	c, stop := h.Changes()
	return c, func() {
		stop()
		h.mu.Lock()
		defer h.mu.Unlock()
		h.live[g.Token]--
		h.heard[g.Token] = h.now()
		h.wake()
		time.AfterFunc(asleep+time.Second, h.look) // then the table is told
	}, nil
}

// number names one put of a question to one person, for ever; nobody can guess it.
func (h *Hub) number(q ask.Question) string {
	m := hmac.New(sha256.New, []byte(h.e.Key))
	fmt.Fprint(m, q.Place, "|", q.ID, "|", q.People)
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
		s := &slip{no: nos[k], q: q, seat: q.People[0], kept: q.In, why: q.Fault}
		if i := slices.IndexFunc(h.slips, func(old *slip) bool { return old.no == s.no }); i >= 0 && h.slips[i].held != nil {
			s.line = h.slips[i].line
			h.waiting = append(h.waiting, *h.slips[i].held)
		}
		if h.lost[s.key()] {
			s.why = fault.New(words["again"])
		}
		slips[k] = s
	}
	clear(h.lost)
	h.slips, h.laid = slips, true
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
	before := slices.Clone(h.e.Parts)
	h.e.Parts = append(slices.DeleteFunc(h.e.Parts, func(p Part) bool { return p.No == part.No }), part)
	if err := h.store(); err != nil {
		h.e.Parts = before
		return err
	}
	return nil
}

// parts are what was kept for some questions; whatever was kept for others is dropped.
func (h *Hub) parts(nos []string) map[string]Part {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.e.Parts = slices.DeleteFunc(h.e.Parts, func(p Part) bool { return !slices.Contains(nos, p.No) })
	kept := map[string]Part{}
	for _, p := range h.e.Parts {
		kept[p.No] = p
	}
	return kept
}

// close takes the questions away.
func (h *Hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.past = map[string]string{}
	for _, s := range h.slips {
		if s.kept || s.sent {
			h.past[s.no] = s.line
		}
	}
	h.slips = nil
	h.wake()
}

// rest leaves the questions lying while the table looks something up.
func (h *Hub) rest() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.slips {
		s.rests, s.here = true, false
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

// say hands an answer of a phone over. nil: it counts, or is on its way to the rules; a
// *fault.Fault says what is wrong with it.
func (h *Hub) say(g Guest, no, line string, v *voice) error {
	h.mu.Lock()
	seat := seatOf(h.names, g.Name)
	i := slices.IndexFunc(h.slips, func(s *slip) bool { return s.no == no && s.seat == seat && g.Name != "" })
	if counted, ok := h.past[no]; i < 0 && ok && counted == line { // and so did the way back of this one
		h.mu.Unlock()
		return nil
	}
	if i < 0 || h.slips[i].here {
		defer h.mu.Unlock()
		return h.late(no)
	}
	s := h.slips[i]
	if (s.kept || s.sent) && s.line == line { // the answer got lost on its way back
		h.mu.Unlock()
		return nil
	}
	if s.sent {
		h.mu.Unlock()
		return errGone
	}
	q := s.q
	h.mu.Unlock()
	a, err := v.read(q, line)
	if err != nil {
		return err
	}
	a.By = seat
	t := said{no: no, a: a, who: g.Name, reply: make(chan error, 1)}
	if h.holds(t, line) {
		return errHeld
	}
	before := ""
	h.mark(no, func(s *slip) { before, s.line = s.line, line })
	if err = h.hand(t); err != nil {
		h.mark(no, func(s *slip) { s.line = before })
	}
	return err
}

// holds keeps an answer to a question that rests.
func (h *Hub) holds(t said, line string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	i := slices.IndexFunc(h.slips, func(s *slip) bool { return s.no == t.no && s.rests })
	if i < 0 {
		return false
	}
	h.slips[i].held, h.slips[i].line = &t, line
	h.wake()
	return true
}

// hand gives an answer to whoever asks, and waits for the verdict.
func (h *Hub) hand(t said) error {
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case h.said <- t:
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

// Watch shows everybody a clock until stop is called. press is told who pressed what, and
// whether it still counts. Tick tells how the clock stands.
func (h *Hub) Watch(c Clock, press func(seat, option int) bool) (stop func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c.press, c.since = press, h.now()
	h.clock, h.slips, h.laid = &c, nil, true
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

// pressed is an option of the clock that somebody pressed. Once one was, the others are late.
func (h *Hub) pressed(g Guest, no string, option int) error {
	h.mu.Lock()
	c, seat := h.clock, seatOf(h.names, g.Name)
	if c == nil || seat < 0 || g.Name == "" || no != h.clockNumber() || option < 0 || option >= len(c.Options) {
		defer h.mu.Unlock()
		return h.late(no)
	}
	if option == 0 && c.May != nil && !slices.Contains(c.May, seat) {
		h.mu.Unlock()
		return fault.New(words["notyou"])
	}
	press := c.press
	h.mu.Unlock()
	if !press(seat, option) {
		return errGone
	}
	return nil
}

// clockNumber names one put of the clock.
func (h *Hub) clockNumber() string {
	return h.number(ask.Question{Place: h.clock.Place, ID: "clock"})
}

//go:embed pt-BR.json page.html app.js app.css
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "phones", Files: files}
