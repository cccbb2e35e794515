package history

import (
	"errors"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/scoring"
)

// Finding an evening and its games. Only the logs of its own games are read. Of later games, and about as many earlier ones,
// only their times are looked at, however many games are kept.

// ErrNone means that there is no such evening.
var ErrNone = errors.New("history: nobody played then")

const (
	page    = 16                 // games looked at first
	longest = 2 * 24 * time.Hour // an evening that began on a day is found only if it ended within this time
)

// Find reads the last evening that began on a day, or, if day is zero, the one that many before the latest. day is the first
// moment of a day.
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

// Begun returns when the latest evenings began, the last one first. It reads no games.
func Begun(st *store.Store, most int) (out []time.Time, err error) {
	for r, err := range evenings(st, time.Time{}) {
		if err != nil || len(out) == most {
			return out, err
		}
		out = append(out, r.Began)
	}
	return out, nil
}

// evenings yields evenings that ended before a moment, or all if that is zero, the latest first. An evening is complete once
// an earlier one is found or no game is left: all games not yet looked at ended earlier.
func evenings(st *store.Store, from time.Time) iter.Seq2[group, error] {
	return func(yield func(group, error) bool) {
		var spans []span
		looked, whole := 0, 0
		for left := true; left; {
			more := max(page, looked) // larger and larger steps
			games, err := st.History.Ended(from, looked, more)
			if err != nil {
				yield(group{}, err)
				return
			}
			for _, g := range games {
				if s := spanOf(st, g); len(s.Moments) > 0 {
					spans = append(spans, s)
				}
			}
			looked, left = looked+len(games), len(games) == more
			all := grouped(spans)
			for ; whole < len(all)-1 || whole < len(all) && !left; whole++ {
				if !yield(all[whole], nil) {
					return
				}
			}
		}
	}
}

// spanOf returns when a game was played, until its end. For a short game it does not look at the single lines. A game that came
// from elsewhere, with its date unknown, counts from the first line told here, if there is one.
func spanOf(st *store.Store, g store.Game) span {
	end := g.Finished
	if g.Started.IsZero() {
		return span{g, later(st, g)}
	}
	if !end.IsZero() && end.Sub(g.Started) < Pause && !g.Started.After(end) {
		return span{g, []time.Time{g.Started, end}}
	}
	moments, err := st.Log.Moments(g.ID)
	if end.IsZero() && len(moments) > 0 {
		end = moments[len(moments)-1]
	}
	if err != nil || end.IsZero() { // damaged: it counts from its last change
		return span{g, []time.Time{g.Changed}}
	}
	moments = slices.DeleteFunc(append(moments, g.Started), func(at time.Time) bool { return !at.Before(end) })
	slices.SortFunc(moments, time.Time.Compare)
	return span{g, append(moments, end)}
}

// later returns when a game that was imported whole went on here, until its end.
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

// load reads the games of an evening. A game that began on an earlier one begins here when it was resumed.
func load(st *store.Store, games []scoring.Game, r group) Evening {
	var out []Game
	for _, played := range r.Games {
		g, log := read(st, games, played.Game)
		if log != nil {
			g.hows = log.Hows()
		}
		g.Began, g.Ended = played.Moments[0], played.end()
		if g.Began.Before(r.Began) {
			g.Began = r.Began
		}
		out = append(out, g)
	}
	return Of(games, out)
}

// called lists words for today, yesterday, and the days of the week from Sunday on, in either language.
var called = [][]string{
	{"today", "hoje"}, {"yesterday", "ontem"},
	{"sunday", "domingo"}, {"monday", "segunda"}, {"tuesday", "terça", "terca"}, {"wednesday", "quarta"},
	{"thursday", "quinta"}, {"friday", "sexta"}, {"saturday", "sábado", "sabado"},
}

// Day returns the first moment of a day written or named in either language, and whether the text is one. A weekday is the
// last one, which may be today.
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

// Since returns the first moment of a day, or of that many days up to today (30d), and whether the text is either.
func Since(text string, now time.Time) (time.Time, bool) {
	days, last := strings.CutSuffix(strings.ToLower(text), "d")
	n, err := strconv.Atoi(days)
	if !last || err != nil || n <= 0 || n >= 100_000 {
		return Day(text, now)
	}
	return before(now, n-1), true
}

// before returns the first moment of the day that many days ago.
func before(now time.Time, days int) time.Time {
	year, month, day := now.Local().Date()
	return time.Date(year, month, day-days, 0, 0, 0, 0, time.Local)
}
