package session

import (
	"bytes"
	"errors"
	"slices"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/scoring"
)

// Games are taken out of a damaged file line by line: each line bears a sum over all before it, so what
// is taken is what was written. A log is whole where its last line is the one that the row of its game
// knows, or leads to the result that was kept.

// A Rescued game is one that was found in a damaged file.
type Rescued struct {
	ID      string
	Lines   int  // of its log that were taken
	Cut     bool // there were more, or that cannot be told; without a line, nothing was taken
	Lacking bool // some of what was kept beside the log could not be read

	Kind    string    // the game that was played …
	People  []string  // … by whom, as the list of games had it; nil: that cannot be read
	Started time.Time // zero: nobody knows
}

// Whole reports whether everything of it was taken.
func (r Rescued) Whole() bool { return !r.Cut && !r.Lacking }

// Rescue takes all games that can be read out of a damaged file, and says of each how far. The error
// is what the fresh file or the context says.
func Rescue(from *store.Store, to *store.Fresh, games []scoring.Game) ([]Rescued, error) {
	var all []Rescued
	ids, gone := from.Traces()
	for _, id := range ids {
		r, err := from.Remains(id)
		if err != nil {
			return all, err
		}
		lines := len(r.Log)
		p, ok := sift(&r, games)
		if !ok && lines == 0 && !r.Cut && !r.Lacking && r.Row {
			continue // it was only ever begun
		}
		if ok {
			if err := to.Adopt(r, p); err != nil {
				return all, err
			}
		}
		all = append(all, Rescued{id, len(r.Log), r.Cut || !ok, r.Lacking, r.Kind, r.People, r.Started})
	}
	colors, _ := from.Colors() // they are chosen again soon enough
	return all, errors.Join(to.KeepColors(colors), to.Forget(gone))
}

// sift leaves of the remains what is whole, and says what it comes to; not ok: nothing is.
func sift(r *store.Remains, games []scoring.Game) (p store.Projection, ok bool) {
	r.Drafts = slices.DeleteFunc(r.Drafts, func(d store.Kept) bool {
		_, err := readTape(d.Body)
		bad := len(d.Body) > 0 && err != nil
		r.Lacking = r.Lacking || bad
		return bad
	})
	if len(r.Log) == 0 {
		_, known := scoring.GameOf(games, r.Kind)
		r.Cut = r.Cut || !r.Row || !r.Changed.Equal(r.Started)
		return p, known && !r.Cut && slices.ContainsFunc(r.Drafts, func(d store.Kept) bool { return len(d.Body) > 0 })
	}
	log := readable(r, games)
	if log == nil || len(log.lines) == 0 {
		r.Log, r.Cut = nil, true
		return p, false
	}
	p, err := projection(log.g, log.items, log.state)
	if err != nil {
		r.Log, r.Cut = nil, true
		return p, false
	}
	r.Cut = len(log.lines) < len(r.Log) || !last(r, p)
	if !r.Row || !slices.Equal(r.People, p.People) { // what bears no sum: what it was begun for, when it ended first
		r.Lacking = true
	}
	r.Kind, r.Log = log.g.ID, r.Log[:len(log.lines)]
	if r.Cut { // answers that were given behind what is left say nothing any more
		r.Drafts, r.Ended = nil, time.Time{}
	}
	return p, true
}

// last reports whether a log ends where it was left, as far as anything says so.
func last(r *store.Remains, p store.Projection) bool {
	end := len(r.Log)
	if slices.ContainsFunc(r.Drafts, func(d store.Kept) bool { return d.Seq > end }) {
		return false
	}
	same := bytes.Equal(p.Standings, r.Standings)
	if !r.Row {
		return same && !r.Cut
	}
	newest := func(l store.Line) bool { return r.Changed.Equal(l.At) } // behind it stand only names that were put right
	return slices.ContainsFunc(r.Log, newest) && (r.Standings == nil || same)
}

// readable returns the log as far as it can be read: by the rules of its kind, or, where that is
// lost, of the only kind whose rules it leads furthest with. nil: none.
func readable(r *store.Remains, games []scoring.Game) *Log {
	var best *Log
	if g, known := scoring.GameOf(games, r.Kind); known {
		games = []scoring.Game{g}
	}
	for _, g := range games {
		log := &Log{st: onlyLines{lines: r.Log}, g: g, id: r.ID, started: r.Started}
		var damaged *Damaged
		if err := log.reload(); errors.As(err, &damaged) && log.load(damaged.Whole) != nil {
			continue
		}
		switch {
		case best == nil || len(log.lines) > len(best.lines):
			best = log
		case len(log.lines) == len(best.lines):
			best = &Log{} // it could be either
		}
	}
	return best
}

// onlyLines is a disk that has a log.
type onlyLines struct {
	disk
	lines []store.Line
}

func (o onlyLines) LogAfter(_ string, seq int) ([]store.Line, error) { return o.lines[seq:], nil }
