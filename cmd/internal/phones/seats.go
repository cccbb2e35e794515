package phones

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/internal/lang"
)

// Who sits behind which phone. Rules:
//
//   - A phone belongs to names, not to seats: it follows them from game to game, and waits where a name
//     does not sit at the table (yet).
//   - Several people may share a phone; a name has one phone. Whose place is taken asks for it.

// A Guest is who holds a phone: names at the table, or none for who only looks on.
type Guest struct {
	Token string   `json:"token"`           // the hash of what the phone's cookie holds
	Names []string `json:"names,omitempty"` // the first one is whose phone it is
	Wants string   `json:"wants,omitempty"` // the place of somebody who has a phone already
	Board bool     `json:"board,omitempty"` // a television: it is nobody's, and only shows the board

	Knocks bool `json:"knocks,omitempty"` // came when the door was shut, and sees nothing until somebody lets them in

	Keeps   bool `json:"keeps,omitempty"`   // keeps the score
	Asks    bool `json:"asks,omitempty"`    // to keep the score
	Refused bool `json:"refused,omitempty"` // was told not to
}

// has reports whether somebody of that name holds the phone.
func (g Guest) has(name string) bool { return seatOf(g.Names, name) >= 0 }

// looksOn reports whether it is nobody's phone, and asks for nothing.
func (g Guest) looksOn() bool { return len(g.Names) == 0 && g.Wants == "" }

// who is whose phone it is; "" where nobody says.
func (g Guest) who() string {
	if len(g.Names) == 0 {
		return ""
	}
	return g.Names[0]
}

// seats are where the people of a phone sit, as far as they do.
func (g Guest) seats(names []string) []int {
	var out []int
	for _, n := range g.Names {
		if seat := seatOf(names, n); seat >= 0 {
			out = append(out, seat)
		}
	}
	return out
}

// Looking is how many phones only look on, boards among them.
func (h *Hub) Looking() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, g := range h.e.Guests {
		if g.looksOn() {
			n++
		}
	}
	return n
}

// Joined are the names of who has a phone, in the order in which they came, and who wants a
// place that is taken.
func (h *Hub) Joined() (names, want []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, g := range h.e.Guests {
		names = append(names, g.Names...)
		if g.Wants != "" {
			want = append(want, g.Wants)
		}
	}
	return names, want
}

// Rename follows people whose names were put right: their phones stay theirs.
func (h *Hub) Rename(names map[string]string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := func(name string) string {
		for was, is := range names {
			if strings.EqualFold(was, name) {
				return is
			}
		}
		return name
	}
	changed := false
	for i, g := range h.e.Guests {
		put := slices.Clone(g.Names)
		for k, name := range put {
			put[k] = now(name)
		}
		wants := now(g.Wants)
		changed = changed || wants != g.Wants || !slices.Equal(put, g.Names)
		h.e.Guests[i].Names, h.e.Guests[i].Wants = put, wants
	}
	if !changed {
		return nil
	}
	return h.store()
}

// shut closes the door once every seat has its phone. Whoever looks on goes on looking.
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
	h.e.newWord()
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

// plain is a name as it is kept: no blanks around it, nothing that is not seen.
func plain(name string) string { return strings.Join(strings.Fields(lang.Sanitize(name)), " ") }

// sit lets a phone in as somebody, and returns what its cookie holds. Whose place is taken
// waits for it; who does not sit at the table looks on until they do. was is the phone as it sat
// before, "" where it did not: it does not sit twice. Without a name it looks on, or is a board.
func (h *Hub) sit(name, was string, board bool) (token string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	name = plain(name)
	others := slices.DeleteFunc(slices.Clone(h.e.Guests), func(g Guest) bool {
		return g.Token == was || name != "" && g.who() == name && h.fresh[g.Token] // tapped twice: the first cookie never came back
	})
	switch {
	case !h.e.Open && (name == "" || was != "" || !h.mayKnock()):
		return "", errShut
	case name != "" && h.strangers(others) >= mostGuests && !h.awaits(name):
		return "", errFull
	case len([]rune(name)) > mostName:
		return "", errNoOne
	}
	token = rand.Text()
	before := h.e
	if name == "" {
		others = h.roomFor(board, others)
	}
	h.e.Guests = append(others, Guest{Token: hash(token), Board: name == "" && board})
	g := &h.e.Guests[len(h.e.Guests)-1]
	h.heard[g.Token], h.fresh[g.Token] = h.now(), true
	if h.e.Open {
		h.take(g, name)
	} else {
		g.Wants, g.Knocks = name, true
	}
	if err := h.store(); err != nil { // who is not kept does not sit
		h.e = before
		return "", err
	}
	return token, nil
}

// awaits reports whether somebody of that name sits at the table, and has no phone yet.
func (h *Hub) awaits(name string) bool {
	seat := seatOf(h.names, name)
	return seat >= 0 && h.guestAt(seat) == nil
}

// strangers are how many phones belong to names that do not sit at the table, or ask for one that does.
func (h *Hub) strangers(guests []Guest) (n int) {
	for _, g := range guests {
		if !g.looksOn() && len(g.seats(h.names)) == 0 {
			n++
		}
	}
	return n
}

// roomFor returns the guests without the phone that looks on and was not heard of for longest, where all
// places of its kind are taken.
func (h *Hub) roomFor(board bool, guests []Guest) []Guest {
	most, all := mostLookers, 0
	if board {
		most = mostBoards
	}
	oldest, since := -1, time.Time{}
	for i, g := range guests {
		if !g.looksOn() || g.Board != board {
			continue
		}
		all++
		heard := h.heard[g.Token]
		if h.live[g.Token] > 0 {
			heard = h.now()
		}
		if oldest < 0 || heard.Before(since) {
			oldest, since = i, heard
		}
	}
	if all < most {
		return guests
	}
	return slices.Delete(guests, oldest, oldest+1)
}

// How many may wait at a door that is shut, and how long it is quiet there after a no.
const (
	mostKnock = 3
	quiet     = 30 * time.Second
)

// mayKnock reports whether somebody may ask to come in though the door is shut: that is put to the table,
// which must not be kept from playing by it.
func (h *Hub) mayKnock() bool {
	waiting := 0
	for _, g := range h.e.Guests {
		if g.Knocks {
			waiting++
		}
	}
	return waiting < mostKnock && h.now().Sub(h.refused) > quiet
}

// take gives a phone one more person, or lets it ask for one whose place is taken.
func (h *Hub) take(g *Guest, name string) {
	switch {
	case name == "":
	case slices.ContainsFunc(h.e.Guests, func(other Guest) bool { return other.has(name) }):
		g.Wants = name
	default:
		g.Names = append(slices.Clip(g.Names), name)
		h.shut()
	}
}

// mostShare people share a phone at most.
const mostShare = 6

// also is one more person at a phone.
func (h *Hub) also(g Guest, name string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	name = plain(name)
	i := slices.IndexFunc(h.e.Guests, func(x Guest) bool { return x.Token == g.Token })
	if i < 0 || h.e.Guests[i].Refused || h.e.Guests[i].Knocks || seatOf(h.names, name) < 0 || len(h.e.Guests[i].Names) >= mostShare || h.e.Guests[i].has(name) {
		return errNoOne
	}
	before := h.e
	h.e.Guests = slices.Clone(h.e.Guests)
	h.take(&h.e.Guests[i], name)
	err := h.store()
	if err != nil {
		h.e = before
	}
	return err
}

// without takes a name from whoever holds a phone for it, and wants it; a phone of nobody is out.
func (h *Hub) without(name, but string) {
	h.e.Guests = slices.DeleteFunc(h.e.Guests, func(g Guest) bool {
		return g.Token != but && (strings.EqualFold(g.Wants, name) && len(g.Names) == 0 || len(g.Names) == 1 && g.has(name))
	})
	for i, g := range h.e.Guests {
		if g.Token != but {
			h.e.Guests[i].Names = slices.DeleteFunc(slices.Clone(g.Names), func(n string) bool { return strings.EqualFold(n, name) })
			if strings.EqualFold(g.Wants, name) {
				h.e.Guests[i].Wants = ""
			}
		}
	}
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

// seats are the names that a new phone may choose from: those without a phone, and those with one.
func (h *Hub) seats() (free, taken []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	names := slices.Clone(h.names)
	if len(names) == 0 {
		names = slices.Clone(h.known)
	}
	for _, g := range h.e.Guests {
		for _, n := range g.Names {
			if seatOf(names, n) < 0 {
				names = append(names, n)
			}
		}
	}
	return h.places(names)
}

// places are the names without a phone, and those with one.
func (h *Hub) places(names []string) (free, taken []string) {
	for _, n := range names {
		if slices.ContainsFunc(h.e.Guests, func(g Guest) bool { return g.has(n) }) {
			taken = append(taken, n)
		} else {
			free = append(free, n)
		}
	}
	return free, taken
}

// Give gives a place to the phone that wants it; the phone that had it is out.
func (h *Hub) Give(name string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	i := slices.IndexFunc(h.e.Guests, func(g Guest) bool { return strings.EqualFold(g.Wants, name) })
	if i < 0 {
		return errNoOne
	}
	h.give(i)
	return h.store()
}

// give gives the i-th guest the place that they want; whoever had it has it no more, and what that
// one might do this one may.
func (h *Hub) give(i int) {
	name, token := h.e.Guests[i].Wants, h.e.Guests[i].Token
	keeps := false
	for _, old := range h.e.Guests {
		if k := seatOf(old.Names, name); k >= 0 {
			name, keeps = old.Names[k], old.Keeps && k == 0
		}
	}
	h.without(name, token)
	g := &h.e.Guests[slices.IndexFunc(h.e.Guests, func(g Guest) bool { return g.Token == token })]
	g.Names, g.Wants, g.Knocks, g.Keeps = append(slices.Clip(g.Names), name), "", false, g.Keeps || keeps
}

// Out shows the phone of a name out; "": all that only look on.
func (h *Hub) Out(name string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.without(name, "")
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
	if i := slices.IndexFunc(h.e.Guests, func(g Guest) bool { return g.has(h.names[seat]) }); i >= 0 {
		return &h.e.Guests[i]
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
