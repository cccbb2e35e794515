// Package phones is the table's phones: the people who sit behind them, the pages that each may see, and the
// questions that lie open for them. It knows no game and computes no points: an answer is
// handed to the asker, and a phone learns that it counts when the asker says so.
//
//   - A page is built from nothing but what its person may know. There is no state of all
//     that a page filters.
//   - The game belongs to one goroutine. A request hands its answer over and waits.
//   - Every put of a question has a number of its own, the same after a crash: an answer to
//     another question than the one that lies open is refused, whatever its form was.
//   - Nothing leaves the laptop, and nothing is loaded from elsewhere.
package phones

import (
	"crypto/rand"
	"embed"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// A Hub is the state of the phones. It is safe for several goroutines.
type Hub struct {
	Lobby   *Lobby
	mu      sync.Mutex
	now     func() time.Time
	begun   time.Time
	key     string // of the evening: numbers come of it; it never changes
	wakes   map[chan struct{}]bool
	board   Board
	unveils unveiling
	clock   *Clock
	stood   *Clock // the one before, as it stood when somebody stopped it; nil: what happened since is another matter
	printed string // by the laptop, since the last answer

	slips     []*slip // what lies on phones; see slip.go
	resting   bool    // the laptop looks something up
	gone      bool    // the program ends
	laid      bool    // a question has lain open since the program began
	submitted chan submission
	past      []string // answers that counted, by their question; of those that lie open no more
	leads     int      // how many questions of who keeps the score were answered
}

// New returns the hub of an evening: the one that was kept, or a new one where that is empty or was long ago. keep stores it.
func New(kept Evening, keep func(Evening) error, now func() time.Time) *Hub {
	if kept.Door == "" || now().Sub(kept.Seen) > eveningEnds {
		kept = Evening{Door: newDoor(), Key: rand.Text(), Open: true}
	}
	kept.Seen = now()
	h := &Hub{now: now, begun: kept.Seen, key: kept.Key, wakes: map[chan struct{}]bool{}, submitted: make(chan submission)}
	h.Lobby = &Lobby{
		mu: &h.mu, e: kept, live: map[string]int{}, heard: map[string]time.Time{}, fresh: map[string]bool{}, denied: map[string]time.Time{}, keep: keep, now: now, wake: h.wake,
	}
	for _, g := range kept.Guests { // nobody is asleep before they could say that they are not
		h.Lobby.heard[g.Token] = now()
	}
	return h
}

// Show tells the phones who sits at the table and what everybody may see. Before anybody
// sits, known are people seen before.
// place is where in what is kept the table is now: questions that lie open from elsewhere are gone.
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
		_ = l.store() // what cannot be kept is known again when the next phone comes
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

// later does something after a while, in turn with all else that happens, and lets everybody look.
func (h *Hub) later(wait time.Duration, do func()) *time.Timer {
	return time.AfterFunc(wait, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		do()
		h.wake()
	})
}

// end shows everybody the last page: all of the board, and nothing to be answered.
func (h *Hub) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.gone, h.clock, h.stood, h.slips, h.unveils = true, nil, nil, nil, unveiling{}
	h.wake()
}

// shown returns what everybody may see.
func (h *Hub) shown() Board {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.board
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

// How many streams one phone, and all of them, may have.
const (
	streamsEach = 4
	streamsAll  = 64
)

// listen is Changes for the stream of a phone. It returns false where there are too many of them.
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
	changed, mute := h.Changes()
	return changed, func() {
		mute()
		h.mu.Lock()
		defer h.mu.Unlock()
		h.Lobby.live[g.Token]--
		h.Lobby.heard[g.Token] = h.now()
		h.wake()
		h.later(asleep+time.Second, func() {}) // then the table is told
	}, true
}

// mostPrinted characters are shown to who keeps the score.
const mostPrinted = 6000

// Print shows who keeps the score on a phone what the laptop prints.
func (h *Hub) Print(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.printed += text
	if over := len(h.printed) - mostPrinted; over > 0 { // the last lines of it
		_, h.printed, _ = strings.Cut(h.printed[over:], "\n")
	}
	h.wake()
}

//go:embed pt-BR.json page.html app.js app.css icon.svg icon.png
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "phones", Files: files}

// A Clock is a clock that everybody sees.
type Clock struct {
	ask.Watch        // as it is put
	Place     string // which put of a question it answers
	Text      lang.Text
	Notes     []lang.Text
	Left      time.Duration // how it stands at first
	Runs      bool          // it begins to run by itself
	Turns     *timer.Turns  // whose time it is: only the person on turn may press anything; nil: nobody's

	told  bool          // how it stands
	left  time.Duration // at since
	runs  bool
	since time.Time
	press func(seat int, key string) bool
}

// up reports whether time is.
func (c *Clock) up(now time.Time) bool { return c.told && c.Turns == nil && c.at(now) == 0 }

// at returns what is left.
func (c *Clock) at(now time.Time) time.Duration {
	if !c.runs {
		return c.left
	}
	return max(0, c.left-now.Sub(c.since))
}
