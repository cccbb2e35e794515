// Package phones puts a table's phones to use: it keeps track of the people behind them, of the page that each may see,
// and of the questions that are open for them. It knows no game and computes no points. It hands answers to the asker,
// and tells a phone that its answer counts when the asker says so.
//
//   - A page is built only from what its person may know. There is no shared state for a page to filter.
//   - The game belongs to one goroutine. A request hands its answer over and waits.
//   - Each time a question is put it gets a number of its own, which survives a crash. An answer to any question but
//     the open one is refused, whatever its form says.
//   - Nothing leaves the laptop, and nothing is loaded from elsewhere.
package phones

import (
	"crypto/rand"
	"embed"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/timer"
)

// A Hub is the state of all phones. It is safe for concurrent use.
type Hub struct {
	Lobby   *Lobby
	mu      sync.Mutex
	now     func() time.Time
	begun   time.Time
	key     string // the evening's key, which question numbers are derived from; it never changes
	wakes   map[chan struct{}]bool
	board   Board
	unveils unveiling
	clock   *Clock
	stood   *Clock // the previous clock as it stood when somebody stopped it; nil once anything has happened since
	printed string // by the laptop since the last answer

	slips     []*slip // open on phones; see slip.go
	resting   bool    // the laptop is looking something up
	gone      bool    // the program is ending
	laid      bool    // a question has been open since the program began
	submitted chan submission
	past      []string // answers that counted to questions that are closed now, with the numbers of those
	leads     int      // number of the scorekeeper's questions answered so far
}

// New returns the hub of a kept evening, or of a new one if none was kept or the kept one is over. It saves with keep.
func New(kept Evening, keep func(Evening) error, now func() time.Time) *Hub {
	if kept.Door == "" || now().Sub(kept.Seen) > eveningEnds {
		kept = Evening{Door: newDoor(), Key: rand.Text(), Open: true}
	}
	kept.Seen = now()
	h := &Hub{now: now, begun: kept.Seen, key: kept.Key, wakes: map[chan struct{}]bool{}, submitted: make(chan submission)}
	h.Lobby = &Lobby{
		mu: &h.mu, e: kept, live: map[string]int{}, heard: map[string]time.Time{}, fresh: map[string]bool{}, denied: map[string]time.Time{}, keep: keep, now: now, wake: h.wake,
	}
	for _, g := range kept.Guests { // nobody is asleep before they could report in
		h.Lobby.heard[g.Token] = now()
	}
	return h
}

// Show tells the phones who sits at the table and what everybody may see. Until somebody sits, known lists people seen
// before. place is the table's place in the log: questions open from any other place are closed.
func (h *Hub) Show(names, known []string, place string, b Board) {
	h.mu.Lock()
	defer h.mu.Unlock()
	l := h.Lobby
	another := l.e.Play != "" && l.e.Play != b.Play
	reseated := len(names) > 0 && (!slices.Equal(l.names, names) || !slices.Equal(l.left, b.Away))
	l.names, l.known, l.left, l.e.Play = names, known, b.Away, b.Play
	if another {
		l.e.afresh()
	}
	if another || reseated {
		l.shut()
		_ = l.store() // a failed save is repeated when the next phone comes in
	}
	if b.Play != h.board.Play || b.Happens != h.board.Happens {
		h.stood = nil
		h.unveils.begin(h.board, b, h.later)
	}
	h.board = b
	h.slips = slices.DeleteFunc(h.slips, func(s *slip) bool { return s.seat != scorekeeper && !strings.HasPrefix(s.q.Place, place) })
	l.filterHeld(func(one *Held) bool { one.Lost = one.Lost || !strings.HasPrefix(one.Place, place); return !one.handed })
	h.wake()
}

// later runs do after wait, under the lock, and then wakes everybody.
func (h *Hub) later(wait time.Duration, do func()) *time.Timer {
	return time.AfterFunc(wait, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		do()
		h.wake()
	})
}

// end shows everybody the last page: the whole board, and nothing to answer.
func (h *Hub) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.gone, h.clock, h.stood, h.slips, h.unveils = true, nil, nil, nil, unveiling{}
	h.wake()
}

func (h *Hub) shown() Board {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.board
}

// wake has everybody who waits look again.
func (h *Hub) wake() {
	for c := range h.wakes {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

// changes signals every change until stop is called.
func (h *Hub) changes() (changed <-chan struct{}, stop func()) {
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

// Limits on the streams of one phone, and of all phones together.
const (
	streamsEach = 4
	streamsAll  = 64
)

// listen does what changes does, for the stream of a phone. ok is false if there are too many streams.
func (h *Hub) listen(g Guest) (changed <-chan struct{}, stop func(), ok bool) {
	h.mu.Lock()
	all := 0
	for _, n := range h.Lobby.live {
		all += n
	}
	if h.Lobby.live[g.Token] >= streamsEach || all >= streamsAll {
		h.mu.Unlock()
		return nil, nil, false
	}
	h.Lobby.live[g.Token]++
	h.wake()
	h.mu.Unlock()
	changed, mute := h.changes()
	return changed, func() {
		mute()
		h.mu.Lock()
		defer h.mu.Unlock()
		h.Lobby.live[g.Token]--
		h.Lobby.heard[g.Token] = h.now()
		h.wake()
		h.later(asleep+time.Second, func() {}) // then the table learns that this phone is asleep
	}, true
}

// mostPrinted is how many bytes of the laptop's output the scorekeeper's phone keeps.
const mostPrinted = 6000

// Print shows the laptop's output on the scorekeeper's phone.
func (h *Hub) Print(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.printed += text
	if over := len(h.printed) - mostPrinted; over > 0 { // drop the oldest lines
		_, h.printed, _ = strings.Cut(h.printed[over:], "\n")
	}
	h.wake()
}

//go:embed pt-BR.json page.html app.js app.css icon.svg icon.png
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "phones", Files: files}

// A Clock is a clock on everybody's phone.
type Clock struct {
	ask.Watch        // the question as it was put
	Place     string // where in the log the clock's question was put
	Text      lang.Text
	Notes     []lang.Text
	Left      time.Duration // how much is left at the start
	Runs      bool          // it starts by itself
	Turns     *timer.Turns  // for a clock that several people share; only the person on turn may press anything

	told  bool          // Tick has reported how it stands
	left  time.Duration // as of since
	runs  bool
	since time.Time
	press func(seat int, key string) bool
}

func (c *Clock) up(now time.Time) bool { return c.told && c.Turns == nil && c.at(now) == 0 }

func (c *Clock) at(now time.Time) time.Duration {
	if !c.runs {
		return c.left
	}
	return max(0, c.left-now.Sub(c.since))
}
