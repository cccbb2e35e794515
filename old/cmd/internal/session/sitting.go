package session

import (
	"maps"
	"math"
	"slices"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// A past turn keeps its own table. The items of a game are stored for the present table, with everybody in their
// present seat. A question about a past item is asked at the table that it was played at: the items before it are moved
// back there, and the answer is moved to the present table. Names are always the present ones.

// A sitting is a table that people sat down to, and since when.
type sitting struct {
	seq   int // the line of the log that seated it
	table setup.Table
	change
}

// sittings returns the tables of a log that stand, in order.
func sittings(lines []line) []sitting {
	var out []sitting
	done, _ := stands(lines)
	for _, i := range done {
		if t, is := tablePut(lines[i].put); is {
			out = append(out, sitting{i + 1, t, lines[i].change})
		}
	}
	return out
}

// A shift leads from one table to another.
type shift struct {
	from, to setup.Table
	seats    []int // by seat of from, the seat of to, scoring.Gone for a person who left; nil: everybody stays seated
	columns  []int // by scoring.Columns of from, the one of to, scoring.Gone for one that was struck out; nil: all stay in place
	circle   []int // the seats of from, clockwise, if past events keep who sat beside whom; else nil
}

// event moves an event to the other table.
func (w shift) event(g scoring.Game, e scoring.Event) scoring.Event {
	if w.seats != nil {
		e = g.Move(scoring.InCircle(e, w.circle), w.from, w.to, w.seats)
	}
	return scoring.InColumns(e, w.columns)
}

// items moves items to the other table, except the table itself.
func (w shift) items(g scoring.Game, items []Item) []Item {
	out := slices.Clone(items)
	for i := range out {
		if i > 0 {
			out[i].Event = w.event(g, out[i].Event)
		}
	}
	return out
}

// back returns the shift in the other direction.
func (w shift) back(g scoring.Game) shift {
	out := shift{from: w.to, to: w.from, seats: inverse(w.seats, len(w.to.Players)), columns: inverse(w.columns, len(columnsOf(g, w.to)))}
	if w.circle != nil {
		out.circle = upTo(len(w.to.Players))
	}
	return out
}

// inverse returns the inverse of a mapping of places; nil stays nil.
func inverse(to []int, n int) []int {
	if to == nil {
		return nil
	}
	back := slices.Repeat([]int{scoring.Gone}, n)
	for i, at := range to {
		if at >= 0 && at < n {
			back[at] = i
		}
	}
	return back
}

// through chains two mappings of places, either of which may be nil.
func through(to, next []int) []int {
	if next == nil {
		return to
	}
	return scoring.Seating{To: next, Seats: math.MaxInt}.All(to)
}

// still returns the places that are not gone.
func still(to []int) []int {
	return slices.DeleteFunc(slices.Clone(to), func(at int) bool { return at < 0 })
}

// upTo returns the numbers from 0 to n-1.
func upTo(n int) []int { return scoring.Present(n, nil) }

// since returns the shift from the table after line seq of a log to the present one; ok is false if they are the same.
func since(g scoring.Game, lines []line, seq int) (w shift, ok bool) {
	all := sittings(lines)
	later := slices.IndexFunc(all, func(t sitting) bool { return t.seq > seq })
	if later < 1 {
		return w, false
	}
	then, now := all[later-1].table, all[len(all)-1].table
	seats, columns := upTo(len(then.Players)), upTo(len(columnsOf(g, then)))
	for _, t := range all[later:] {
		next := t.seats
		if next == nil {
			next = upTo(len(t.table.Players))
		}
		if t.stays && w.circle == nil {
			w.circle = still(inverse(seats, len(next)))
		}
		seats, columns = through(seats, next), through(columns, t.columns)
	}
	w.to, w.columns = now.Clone(), columns
	var places []int
	w.from, w.seats, places = remaining(then, now, seats)
	w.circle = still(through(w.circle, places))
	return w, true
}

// remaining returns an old table reduced to the people who are still there, under their present names, with the present
// seat of each, and the seat in the reduced table for each old seat.
func remaining(then, now setup.Table, seats []int) (t setup.Table, to, places []int) {
	t = then.Clone()
	t.Players = nil
	places = slices.Repeat([]int{scoring.Gone}, len(seats))
	for seat, at := range seats {
		if at >= 0 && at < len(now.Players) {
			places[seat] = len(to)
			t.Players, to = append(t.Players, now.Players[at]), append(to, at)
		}
	}
	t.First = max(0, scoring.Seating{To: places, Seats: len(to)}.Seat(t.First))
	for i, team := range t.Teams {
		t.Teams[i].Seats = still(through(team.Seats, places))
	}
	return t, to, places
}

// An oldTable is a table at which a past event is asked about: the state before the event, and the shift from that
// table to the present one.
type oldTable struct {
	state scoring.State
	event scoring.Event // the event that is asked about; nil: there is none yet
	shift
}

// agreed returns the shift from the same old table, but with the choices of the present one.
func (w shift) agreed() shift {
	w.from.Choices, w.columns = maps.Clone(w.to.Choices), nil
	return w
}

// before returns the state in which the event is asked about.
func (o *oldTable) before() scoring.State {
	if o.event == nil {
		return o.state
	}
	return scoring.Before(o.state, o.event)
}

// talk returns the dialog about an event at an old table, which yields the event as it is at the present table, and the
// present seats of the people whom it asks. A nil table has none.
func (o *oldTable) talk(g scoring.Game) (dialogFunc, []int) {
	if o == nil {
		return nil, nil
	}
	state := o.before()
	return single(func(a ask.Asker) (scoring.Event, error) {
		e, err := g.Next(a, state)
		if err == nil {
			e = o.shift.event(g, e)
		}
		return e, err
	}), o.seats
}

// seatedNow moves a question from the seats of an old table to those that its people have now.
func seatedNow(q ask.Question, to []int) ask.Question {
	if to == nil {
		return q
	}
	lead := scoring.Seating{To: to, Seats: len(to) + slices.Max(to) + 1}
	q.People = lead.All(q.People)
	clock, ok := q.Shape.(ask.Watch)
	if !ok {
		return q
	}
	clock.May = slices.Clone(clock.May)
	for k, seats := range clock.May {
		clock.May[k] = lead.All(seats)
	}
	clock.Cards = scoring.BySeat(lead, clock.Cards, lang.Text{})
	q.Shape = clock
	return q
}

// seatedThen moves an answer back to the seats of an old table.
func seatedThen(r ask.Answer, to []int) ask.Answer {
	if r.By >= 0 && to != nil {
		r.By = slices.Index(to, r.By)
	}
	return r
}

// columnsOf returns the names of what a game counts at a table besides seats.
func columnsOf(g scoring.Game, t setup.Table) []string {
	s, err := g.New(t.Clone())
	if err != nil {
		return nil
	}
	return s.Columns()
}

// matched returns where the columns of one table are at another, by name, scoring.Gone for a name that is not there. It
// is nil if all stay in place.
func matched(was, now []string) []int {
	to := make([]int, len(was))
	for i, name := range was {
		to[i] = slices.IndexFunc(now, func(n string) bool { return setup.Alike(n) == setup.Alike(name) })
	}
	if len(now) == 0 || slices.Equal(to, upTo(len(was))) {
		return nil
	}
	return to
}

// Columns returns the place at the proposed table of each thing that the game counts besides seats, scoring.Gone for
// one that is struck out; nil if all stay in place.
func (p *Proposal) Columns() []int { return slices.Clone(p.change.columns) }

// InColumns returns the proposal of another table with the columns in other places than their names say.
func (s *Session) InColumns(p *Proposal, to []int) (*Proposal, error) {
	c := p.change
	c.columns = to
	return s.propose(c, p.slots...)
}
