package history

import (
	"errors"
	"iter"
	"slices"
	"strconv"
	"strings"
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

// Find reads the last evening that was begun on a day, given as its first moment; where that is zero, the one so many before the latest.
func Find(st *store.Store, games []scoring.Game, day time.Time, back int) (Evening, error) {
	next, from := day.AddDate(0, 0, 1), time.Time{}
	if !day.IsZero() {
		from = next.Add(longest)
	}
	for r, err := range evenings(st, from) {
		switch {
		case err != nil:
			return Evening{}, err
		case r.Began.Before(day):
			return Evening{}, ErrNone
		case day.IsZero() && back == 0, r.Began.Before(next):
			return load(st, games, r), nil
		}
		back--
	}
	return Evening{}, ErrNone
}

// Begun returns when the latest evenings began, at most so many, the last one first. What they were is not read.
func Begun(st *store.Store, most int) (out []time.Time, err error) {
	for r, err := range evenings(st, time.Time{}) {
		if err != nil || len(out) == most {
			return out, err
		}
		out = append(out, r.Began)
	}
	return out, nil
}

// evenings yields those that ended before a moment, zero: all, the latest one first. One is whole when there is another behind
// it, or no game is left: games that were not looked at ended before the last one that was.
func evenings(st *store.Store, from time.Time) iter.Seq2[Run, error] {
	return func(yield func(Run, error) bool) {
		var spans []Span
		looked, whole := 0, 0
		for left := true; left; {
			more := max(page, looked) // far back in larger steps
			games, err := st.History.Ended(from, looked, more)
			if err != nil {
				yield(Run{}, err)
				return
			}
			for _, g := range games {
				if s := span(st, g); len(s.Moments) > 0 {
					spans = append(spans, s)
				}
			}
			looked, left = looked+len(games), len(games) == more
			all := Evenings(spans)
			for ; whole < len(all)-1 || whole < len(all) && !left; whole++ {
				if !yield(all[whole], nil) {
					return
				}
			}
		}
	}
}

// span returns when a game was played, until its end: of a short one it is not read when each of its lines was told. One
// that came from elsewhere, whose day nobody knows, was played in the moments since, if there are any.
func span(st *store.Store, g store.Game) Span {
	end := g.Finished
	if g.Started.IsZero() {
		return Span{g, later(st, g)}
	}
	if !end.IsZero() && end.Sub(g.Started) < Pause && !g.Started.After(end) {
		return Span{g, []time.Time{g.Started, end}}
	}
	moments, err := st.Log.Moments(g.ID)
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

// later returns the moments, until its end, at which a game went on that was taken in whole at another one.
func later(st *store.Store, g store.Game) []time.Time {
	moments, err := st.Log.Moments(g.ID)
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
		g, log := read(st, games, span.Game)
		if log != nil {
			g.hows = log.Hows()
		}
		g.Began, g.Ended = span.Moments[0], span.end()
		if g.Began.Before(r.Began) {
			g.Began = r.Began
		}
		out = append(out, g)
	}
	return Of(games, out)
}

// called are the words for today and yesterday, and for the days of a week from Sunday on, in either language.
var called = [][]string{
	{"today", "hoje"}, {"yesterday", "ontem"},
	{"sunday", "domingo"}, {"monday", "segunda"}, {"tuesday", "terça", "terca"}, {"wednesday", "quarta"},
	{"thursday", "quinta"}, {"friday", "sexta"}, {"saturday", "sábado", "sabado"},
}

// Day returns the first moment of a day, as either language writes or calls it, and whether it is one. Of all Mondays it is the
// last, which may be today.
func Day(text string, now time.Time) (time.Time, bool) {
	word := strings.TrimSuffix(strings.ToLower(text), "-feira")
	for ago := range 7 {
		day := before(now, ago)
		if slices.Contains(called[2+day.Weekday()], word) || ago < 2 && slices.Contains(called[ago], word) {
			return day, true
		}
	}
	for _, layout := range []string{time.DateOnly, "2/1/2006"} {
		if day, err := time.ParseInLocation(layout, text, time.Local); err == nil {
			return day, true
		}
	}
	return time.Time{}, false
}

// Since returns the first moment of a day, or of so many last days (30d), and whether the text says either.
func Since(text string, now time.Time) (time.Time, bool) {
	days, last := strings.CutSuffix(strings.ToLower(text), "d")
	n, err := strconv.Atoi(days)
	if !last || err != nil || n <= 0 || n >= 100_000 {
		return Day(text, now)
	}
	return before(now, n-1), true
}

// before returns the first moment of the day so many days before today.
func before(now time.Time, days int) time.Time {
	year, month, day := now.Local().Date()
	return time.Date(year, month, day-days, 0, 0, 0, 0, time.Local)
}
