package phones

import (
	"slices"
	"strconv"
	"time"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/timer"
)

// Watch shows everybody a clock until stop is called. It tells press each seat's option by number, and the
// scorekeeper's keys of the laptop's clock (seat -1); press returns whether that still counts. Tick reports how the
// clock stands.
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
		if press != nil && c.Turns == nil { // otherwise nobody stopped it, it is only out of sight
			c.left, c.runs, h.stood = c.at(h.now()), false, &c
		}
		h.wake()
	}
}

// drift is how far a phone's clock may be off before it is corrected.
const drift = 500 * time.Millisecond

// Tick reports how the clock stands. Phones are woken only if they would show it wrong.
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

// setTurns lets the person on turn end the turn.
func (c *Clock) setTurns(t *timer.Turns) {
	c.Turns = t
	if t != nil {
		_, on := t.Shares(0)
		c.Options, c.May = []lang.Text{words["done"]}, [][]int{{on}}
	}
}

// showTurns shows the time of the person on turn, below it that of the phone's own people, and then everybody else's.
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
	if t.Bank == 0 { // a rising clock counts on from there
		out.Left, out.Below = -all[on].Used.Milliseconds(), "up"
	}
	out.Stands, out.Keeps = !out.Runs, false
}

// pressed passes on a press at the clock. seat is the seat that presses its option, "" for the phone's owner, or
// "score" for the scorekeeper, whose key may be the number of an option for somebody else. After an option was pressed,
// all others come too late.
func (h *Hub) pressed(g Guest, no, key, seat string) error {
	press, err := h.pressable(g, no, key, seat)
	if err == nil && !press() {
		err = errGone
	}
	return err
}

// pressable returns what a press does, to be done without the lock, or why it may not be done.
func (h *Hub) pressable(g Guest, no, key, seat string) (press func() bool, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c, at := h.clock, scorekeeper
	n, _ := strconv.Atoi(key) // number of an option, from 1, or 0
	switch {
	case c == nil || no != h.clockNumber():
		err = h.late(no)
	case seat != "score":
		at, key, err = c.option(g.seats(h.Lobby.names), seat, key)
	case !g.Keeps || !slices.Contains(clockKeys, key) && (n < 1 || n > len(c.Options)):
		err = errGone
	case key == "-" && c.at(h.now()) <= half:
		err = fault.New(tooShort.With("time", timer.Face(half)))
	}
	return func() bool { return c.press(at, key) }, err
}

// half is how much the clock's keys add or take. If no more than that is left, nothing is taken.
const half = 30 * time.Second

var tooShort = lang.Msg("phones.too-short", "no more than {time} is left: nothing is taken")

// clockKeys are the keys that the scorekeeper may press on a phone.
var clockKeys = []string{"run", "stop", "+", "-", "early", "enter", "<", "?"}

// option returns the seat that presses an option on a phone, and the number of that option from 1.
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

// barred returns why a seat may not press an option, or nil if it may. known is false if only a person who presses it
// may learn that.
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

// clockNumber identifies the clock as it is put, and at a turn clock the turn.
func (h *Hub) clockNumber() string {
	place := h.clock.Place
	if t := h.clock.Turns; t != nil {
		place += "/" + strconv.Itoa(t.Number())
	}
	return h.number(ask.Question{Head: ask.Head{ID: "clock"}, Place: place})
}
