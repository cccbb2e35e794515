package phones

import (
	"slices"
	"strconv"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

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

// Watch shows everybody a clock until stop is called. press is told who pressed what, and tells
// whether it still counts: a seat the number of an option, whoever keeps the score (seat -1) any key
// of the clock at the laptop. Tick tells how the clock stands.
func (h *Hub) Watch(c Clock, press func(seat int, key string) bool) (stop func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c.press, c.since, c.left = press, h.now(), c.Left
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
	at, err := scorekeeper, error(nil)
	switch {
	case seat != "score":
		at, key, err = c.option(seats, seat, key)
	case !g.Keeps || !slices.Contains(clockKeys, key):
		err = errGone
	case key == "-" && left <= half:
		err = fault.New(tooShort.With("time", timer.Face(half)))
	}
	if err == nil && !press(at, key) {
		err = errGone
	}
	return err
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
	if why, _ := c.barred(n, at); why != nil {
		return 0, "", why
	}
	return at, strconv.Itoa(n + 1), nil
}

// barred returns why somebody may not press an option, nil where they may; known: everybody knows, else it is told to
// nobody who does not press it.
func (c *Clock) barred(option, seat int) (why error, known bool) {
	switch {
	case option >= len(c.May) || c.May[option] == nil || slices.Contains(c.May[option], seat):
		return nil, true
	case slices.Contains(c.May[option], ask.Scorekeeper):
		return fault.New(words["notyours"]), false
	}
	return fault.New(words["notyou"]), true
}

// clockNumber names one put of the clock.
func (h *Hub) clockNumber() string {
	return h.number(ask.Question{Head: ask.Head{ID: "clock"}, Place: h.clock.Place})
}
