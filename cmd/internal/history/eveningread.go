package history

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/scoring"
)

// Which evening, and its games. Only its own games are read. When the others were played is looked at for
// those of later evenings that are passed over, and about as many before it, however many are kept.

// ErrNone: there is no such evening.
var ErrNone = errors.New("history: nobody played then")

const (
	page    = 16                 // so many games are looked at first
	longest = 2 * 24 * time.Hour // an evening that was begun on a day and is asked for by it ended so soon after it
)

// Latest is the evening that ended last, or the one so many before it.
func Latest(st *store.Store, games []scoring.Game, back int) (Evening, error) {
	all, err := evenings(st, time.Time{}, func(all []Run) bool { return len(all) > back+1 })
	switch {
	case err != nil:
		return Evening{}, err
	case len(all) <= back:
		return Evening{}, ErrNone
	}
	return load(st, games, all[back]), nil
}

// Begun is when the latest evenings began, at most so many, the last one first. What they were is not read.
func Begun(st *store.Store, most int) ([]time.Time, error) {
	all, err := evenings(st, time.Time{}, func(all []Run) bool { return len(all) > most })
	var out []time.Time
	for _, r := range all[:min(len(all), most)] {
		out = append(out, r.Began)
	}
	return out, err
}

// On is the last evening that was begun on a day, given as its first moment.
func On(st *store.Store, games []scoring.Game, day time.Time) (Evening, error) {
	r, err := on(st, day)
	if err != nil {
		return Evening{}, err
	}
	return load(st, games, r), nil
}

func on(st *store.Store, day time.Time) (Run, error) {
	next := day.AddDate(0, 0, 1)
	all, err := evenings(st, next.Add(longest), func(all []Run) bool { return all[len(all)-1].Began.Before(day) })
	for _, r := range all {
		if !r.Began.Before(day) && r.Began.Before(next) {
			return r, err
		}
	}
	return Run{}, cmp.Or(err, ErrNone)
}

// evenings goes back from a moment, zero: from the last game, until enough of them are known. All but the
// last one are whole then, and that one too where no game is left: whatever was not looked at ended before
// the last one that was.
func evenings(st *store.Store, from time.Time, enough func([]Run) bool) ([]Run, error) {
	var spans []Span
	for looked := 0; ; {
		more := max(page, looked) // far back in larger steps
		games, err := st.Ended(from, looked, more)
		if err != nil {
			return nil, err
		}
		for _, g := range games {
			if s := span(st, g); len(s.Moments) > 0 {
				spans = append(spans, s)
			}
		}
		looked += len(games)
		if all := Evenings(spans); len(games) < more || len(all) > 0 && enough(all) {
			return all, nil
		}
	}
}

// span is when a game was played, until its end: of a short one it is not read when each of its lines was told. One
// that came from elsewhere, whose day nobody knows, was played in the moments since, if there are any.
func span(st *store.Store, g store.Game) Span {
	end := g.Finished
	if g.Started.IsZero() {
		return Span{g, later(st, g)}
	}
	if !end.IsZero() && end.Sub(g.Started) < Pause && !g.Started.After(end) {
		return Span{g, []time.Time{g.Started, end}}
	}
	moments, err := st.Moments(g.ID)
	if end.IsZero() && len(moments) > 0 {
		end = moments[len(moments)-1]
	}
	if err != nil || end.IsZero() { // damaged: it ended when it was changed last
		return Span{g, []time.Time{g.Changed}}
	}
	moments = slices.DeleteFunc(append(moments, g.Started), func(at time.Time) bool { return !at.Before(end) })
	slices.SortFunc(moments, time.Time.Compare)
	return Span{g, append(moments, end)}
}

// later are the moments, until its end, at which a game went on that was taken in whole at another one.
func later(st *store.Store, g store.Game) []time.Time {
	moments, err := st.Moments(g.ID)
	if err != nil || len(moments) == 0 {
		return nil
	}
	taken := moments[0]
	return slices.DeleteFunc(moments, func(at time.Time) bool {
		return !at.After(taken) || !g.Finished.IsZero() && at.After(g.Finished)
	})
}

// load reads the games of an evening. One that was begun on another evening began here when it was taken up again.
func load(st *store.Store, games []scoring.Game, r Run) Evening {
	var out []Game
	for _, span := range r.Games {
		g := read(st, games, span.Game)
		g.Began, g.Ended = span.Moments[0], span.end()
		if g.Began.Before(r.Began) {
			g.Began = r.Began
		}
		out = append(out, g)
	}
	return Of(games, out)
}
