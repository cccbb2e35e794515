package play

import (
	"slices"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// games looks into the games that are kept.
func (s Setting) games() history.Games {
	return history.Games{Folder: s.Folder, Cache: s.Cache, Build: s.Build, Find: s.Find, Lang: s.Lang, Now: s.Now}
}

// kept returns the games that are kept, what was changed last first, and what cannot be read.
func (s Setting) kept() (all []history.Row, broken []error) {
	l, err := s.games().Look()
	if err != nil {
		l.Broken = append(l.Broken, err)
	}
	slices.SortStableFunc(l.Rows, func(a, b history.Row) int { return b.Changed.Compare(a.Changed) })
	return l.Rows, l.Broken
}

// said says a game: “Dixit Odyssey: Ana, Bia and Caio”.
func said(g *session.Session) lang.Text {
	say := lang.T("{game}: {names}")
	if g.State() == nil {
		say = lang.T("{game}, not begun")
	}
	return say.With("game", g.Game().Name, "names", lang.Names(g.Table().Players))
}

// again returns a plan of the game that was finished last, of those that are kept, once more.
func (s Setting) again(w Wish, kept []history.Row) (plan, error) {
	last := slices.IndexFunc(kept, func(g history.Row) bool { return !g.Waits && (w.Game == "" || g.GameID == w.Game) })
	if last < 0 {
		return plan{}, &fault.Failed{Say: lang.T("no such game is finished yet; tablemate play begins a new one")}
	}
	g, err := session.Read(kept[last].Path, s.Find)
	if g == nil {
		return plan{}, err
	}
	p := rematch(g)
	p.was = s.called(p.was, g.Began())
	p.atOnce, p.was.Played = w.Next, w.ScoreOnly
	return p, nil
}

// rematch returns a plan of a game once more, with the people who are still there. Where somebody is named who begins, it
// is the next in turn.
func rematch(s *session.Session) plan {
	g, f := s.Game(), scoring.Of(s.State())
	t := scoring.Recalled(s.State())
	t.Played = false
	if g.First != nil && t.First != "" {
		t.First = f.Left(t.First)
	}
	if here := f.Present(); len(here) >= g.Min && len(here) < len(t.Players) {
		t.Players, t.Teams = here, nil
	}
	return plan{game: g, was: t, after: s.Head().ID}
}

// lastTable returns what to suggest to a table that plays a game: what the last one agreed on, or else the people who
// played something else.
func (s Setting) lastTable(g scoring.Game) (t setup.Table) {
	all, _ := s.kept() // what cannot be read suggests nothing
	all = slices.DeleteFunc(all, func(k history.Row) bool { return !k.Seated })
	slices.SortStableFunc(all, func(a, b history.Row) int { return b.Ended.Compare(a.Ended) }) // not when it was imported
	if len(all) == 0 {
		return t
	}
	same := slices.IndexFunc(all, func(k history.Row) bool { return k.GameID == g.ID })
	last, _ := session.Read(all[max(same, 0)].Path, s.Find)
	if last == nil || last.State() == nil {
		return t
	}
	t = scoring.Recalled(last.State())
	if same < 0 {
		t = setup.Table{Players: t.Players}
	}
	t.Played = false
	return s.called(t, last.Began())
}

// called returns a table with the names that its people have now, who had others at a time.
func (s Setting) called(t setup.Table, at time.Time) setup.Table {
	names := s.Folder.Names()
	now := func(n setup.Name) setup.Name { return setup.Name(names.Of(string(n), at)) }
	t.Players = slices.Clone(t.Players)
	for i, n := range t.Players {
		t.Players[i] = now(n)
	}
	t.First, t.Teams = now(t.First), teams(t, now)
	return t
}
