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

// Watch shows everybody a clock until stop is called. press is told who pressed what, and tells
// whether it still counts: a seat the number of an option, whoever keeps the score (seat -1) any key
// of the clock at the laptop. Tick tells how the clock stands.
func (h *Hub) Watch(c Clock, press func(seat int, key string) bool) (stop func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c.press, c.since, c.left = press, h.now(), c.Left
	c.setTurns(c.Turns)
	h.clock, h.slips, h.laid = &c, nil, true
	h.wake()
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.clock = nil
		if press != nil && c.Turns == nil { // else nobody stopped it, it is seen no more
			c.left, c.runs, h.stood = c.at(h.now()), false, &c
		}
		h.wake()
	}
}

// drift is how far a phone's clock may be off before it is told.
const drift = 500 * time.Millisecond

// Tick is how the clock stands now. Phones that know it already are told nothing.
func (h *Hub) Tick(s timer.Snapshot) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.clock
	if c == nil {
		return
	}
	now := h.now()
	off := c.at(now) - s.Left
	changed := c.Runs && !c.told || c.runs != s.Runs || off < -drift || off > drift || c.Turns != s.Turns
	if changed {
		c.told, c.left, c.runs, c.since = true, s.Left, s.Runs, now
		c.setTurns(s.Turns)
		h.wake()
	}
}

// turn offers the person whose turn it is to be done with it.
func (c *Clock) setTurns(t *timer.Turns) {
	c.Turns = t
	if t != nil {
		_, on := t.Shares(0)
		c.Options, c.May = []lang.Text{words["done"]}, [][]int{{on}}
	}
}

// of makes a clock show the time of the person whose turn it is, below it that of those who hold the phone, and then that of all others.
func (out *clockView) showTurns(t *timer.Turns, left time.Duration, v *voice, seats []int) {
	all, on := t.Shares(timer.Longest - left)
	who := words["on-turn"]
	if slices.Equal(seats, []int{on}) {
		who = words["your-turn"]
	}
	for i, s := range all {
		note := t.People[i] + " " + t.Face(s)
		switch {
		case i == on:
		case slices.Contains(seats, i):
			out.Notes = slices.Insert(out.Notes, 0, note)
		case !s.Out:
			out.Notes = append(out.Notes, note)
		}
	}
	out.Text, out.Face, out.Left, out.Below = v.say(who.With("who", t.People[on])), t.Face(all[on]), all[on].Left.Milliseconds(), "-"
	if t.Bank == 0 { // it counts on from there
		out.Left, out.Below = -all[on].Used.Milliseconds(), "up"
	}
	out.Stands, out.Keeps = !out.Runs, false
}

// pressed hands over what somebody pressed at the clock: seat is whose option it is, or "score" for a key of
// the scorekeeper, or the number of an option for somebody; "" is the person who holds the phone. Once an option was pressed, the others are late.
func (h *Hub) pressed(g Guest, no, key, seat string) error {
	press, at, key, err := h.pressable(g, no, key, seat)
	if err == nil && !press(at, key) {
		err = errGone
	}
	return err
}

// pressable returns the seat and the key of a press, and the function that is told of it.
func (h *Hub) pressable(g Guest, no, key, seat string) (press func(int, string) bool, at int, pressed string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.clock
	n, _ := strconv.Atoi(key) // of an option, from 1; 0: it is none
	switch {
	case c == nil || no != h.clockNumber():
		return nil, 0, "", h.late(no)
	case seat != "score":
		at, key, err = c.option(g.seats(h.Lobby.names), seat, key)
		return c.press, at, key, err
	case !g.Keeps || !slices.Contains(clockKeys, key) && (n < 1 || n > len(c.Options)):
		return nil, 0, "", errGone
	case key == "-" && c.at(h.now()) <= half:
		return nil, 0, "", fault.New(tooShort.With("time", timer.Face(half)))
	}
	return c.press, scorekeeper, key, nil
}

// half a minute is what the clock's keys add and take; where no more is left they take nothing.
const half = 30 * time.Second

var tooShort = lang.Msg("phones.too-short", "no more than {time} is left: nothing is taken")

// clockKeys are what who keeps the score may press on a phone.
var clockKeys = []string{"run", "stop", "+", "-", "early", "enter", "<", "?"}

// option returns the option of a clock that somebody of a phone pressed: their seat, and its number from 1.
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
	if option >= len(c.May) || c.May[option] == nil || slices.Contains(c.May[option], seat) {
		return nil, true
	}
	say, known := words["notyou"], !slices.Contains(c.May[option], ask.Scorekeeper)
	switch {
	case option < len(c.Why):
		say = c.Why[option]
	case !known:
		say = words["notyours"]
	}
	return fault.New(say), known
}

// clockNumber names one put of the clock.
func (h *Hub) clockNumber() string {
	place := h.clock.Place
	if t := h.clock.Turns; t != nil {
		place += "/" + strconv.Itoa(t.Number())
	}
	return h.number(ask.Question{Head: ask.Head{ID: "clock"}, Place: place})
}
