package history

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
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
	return load(st, games, all[back])
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
	return load(st, games, r)
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
		return Span{g.ID, since(st, g)}
	}
	if !end.IsZero() && end.Sub(g.Started) < Pause && !g.Started.After(end) {
		return Span{g.ID, []time.Time{g.Started, end}}
	}
	moments, err := st.Moments(g.ID)
	if end.IsZero() && len(moments) > 0 {
		end = moments[len(moments)-1]
	}
	if err != nil || end.IsZero() { // damaged: it ended when it was changed last
		return Span{g.ID, []time.Time{g.Changed}}
	}
	moments = slices.DeleteFunc(append(moments, g.Started), func(at time.Time) bool { return !at.Before(end) })
	slices.SortFunc(moments, time.Time.Compare)
	return Span{g.ID, append(moments, end)}
}

// since are the moments, until its end, at which a game went on that was taken in whole at another one.
func since(st *store.Store, g store.Game) []time.Time {
	moments, err := st.Moments(g.ID)
	if err != nil || len(moments) == 0 {
		return nil
	}
	taken := moments[0]
	return slices.DeleteFunc(moments, func(at time.Time) bool {
		return !at.After(taken) || !g.Finished.IsZero() && at.After(g.Finished)
	})
}

// load reads the games of an evening.
func load(st *store.Store, games []scoring.Game, r Run) (Evening, error) {
	var out []Game
	for _, span := range r.Games {
		g := Game{ID: span.ID, Began: span.Moments[0], Ended: span.end()}
		if g.Began.Before(r.Began) { // it was begun on another evening
			g.Began = r.Began
		}
		known, err := g.known(st, games)
		if err == nil && !known {
			err = g.read(st, games)
		}
		switch {
		case errors.Is(err, store.ErrDamaged), errors.Is(err, scoring.ErrUnknown):
			g.Damaged = true
		case err != nil:
			return Evening{}, err
		}
		out = append(out, g)
	}
	return Of(out), nil
}

// known takes from the file what is kept of a finished game beside its log, and reports whether that is all.
func (g *Game) known(st *store.Store, games []scoring.Game) (bool, error) {
	kept, err := st.Game(g.ID)
	of, played := scoring.GameOf(games, kept.Kind)
	if err != nil || !played || kept.Finished.IsZero() {
		return false, err
	}
	hows, err := st.Hows(kept)
	if err != nil || len(hows) < len(kept.People) {
		return false, err
	}
	g.Name, g.Hows = named(of, setup.Table{Players: kept.People, Choices: kept.Choices}), map[string]session.How{}
	for name, text := range hows {
		g.Hows[name], err = session.ReadHow(text)
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// read reads a game from its log.
func (g *Game) read(st *store.Store, games []scoring.Game) error {
	s, err := session.Open(st, games, g.ID, nil, nil)
	if err != nil {
		return err
	}
	t, _ := s.Log.Table()
	g.Name = named(s.Log.Game(), t)
	g.Hows, err = s.Log.Hows()
	return err
}

// named is a game with what a list of games says of its mode.
func named(g scoring.Game, t setup.Table) lang.Text {
	return setup.Tagged(g.Title(t), setup.Tags(g.Options, t))
}
