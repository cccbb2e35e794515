package phones

import (
	"slices"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/report"
)

// What is turned over, and who won, is told one after the other and everywhere in the same moment. It is the hub that waits,
// not the page: nothing is in a page that it does not show yet.

// An unveiling is what of the board is still to be told.
type unveiling struct {
	before Board // how it stood
	places int   // that come last, from the last one up; 0: the game goes on
	left   int   // lines and places that are not told yet
	next   *time.Timer
}

// How long a line stands alone, and a place, and how long everybody waits for the last step.
const (
	lineStands  = 900 * time.Millisecond
	placeStands = 1100 * time.Millisecond
	lastWaits   = 2 * time.Second
)

// unveil begins to tell a board, where something happened since the one that is shown.
func (h *Hub) unveil(b Board) {
	was := h.board
	if b.Play == was.Play && b.Happens == was.Happens {
		return
	}
	h.stood = nil
	if h.unveils.next != nil {
		h.unveils.next.Stop()
	}
	h.unveils = unveiling{}
	if was.Play == "" || b.Play != was.Play || b.Happens < was.Happens {
		return
	}
	u := unveiling{before: was}
	if len(b.Told) > 1 {
		u.left = len(b.Told) // the first line stands there at once, and behind the last one comes what they paid
	}
	if b.Over && !was.Over {
		u.places = len(slices.Compact(ranks(b.Rows)))
		u.left += u.places
	}
	h.unveils = u
	h.goOn()
}

// goOn tells the next one after a while.
func (h *Hub) goOn() {
	u, wait := &h.unveils, lineStands
	switch {
	case u.left == 0:
		return
	case u.left == 1, u.left == u.places+1: // what all this comes to
		wait = lastWaits
	case u.left <= u.places:
		wait = placeStands
	}
	var t *time.Timer
	t = time.AfterFunc(wait, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.unveils.next == t { // another board may have come
			h.unveils.left--
			h.goOn()
			h.wake()
		}
	})
	u.next = t
}

// end shows everybody the last page: all of the board, and nothing to be answered.
func (h *Hub) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.gone, h.clock, h.stood, h.slips, h.unveils = true, nil, nil, nil, unveiling{}
	h.wake()
}

// ended reports whether the last page is shown.
func (h *Hub) ended() bool { h.mu.Lock(); defer h.mu.Unlock(); return h.gone }

// ranks returns the ranks of standings, ascending.
func ranks(rows []report.Standing) (out []int) {
	for _, r := range rows {
		out = append(out, r.Rank)
	}
	slices.Sort(out)
	return out
}

// turning reports whether lines are still turned over; until then nobody has got anything for them.
func (u unveiling) turning() bool { return u.left > u.places }

// told returns how the board is told so far.
func (h *Hub) told() Board {
	b, u := h.board, h.unveils
	switch {
	case u.left == 0:
		return b
	case u.turning():
		b.Told, b.Rows, b.Over = b.Told[:len(b.Told)-(u.left-u.places)+1], slices.Clone(u.before.Rows), false
		for i := range b.Rows {
			b.Rows[i].Paid = nil
		}
	default: // who is not told yet has an empty line
		b.Rows = slices.Clone(b.Rows)
		best := slices.Compact(ranks(b.Rows))[u.left-1]
		for i, r := range b.Rows {
			if r.Rank <= best {
				b.Rows[i] = report.Standing{}
			}
		}
	}
	b.Paid, b.Outcome, b.BGStats = nil, u.before.Outcome, ""
	return b
}
