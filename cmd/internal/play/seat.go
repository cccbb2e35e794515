package play

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"slices"

	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/people"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// evening opens the game of a plan.
func (r *Room) evening(ctx context.Context, p plan) (*Evening, error) {
	if p.id != "" {
		g, err := r.open(p.id)
		if err != nil {
			return nil, err
		}
		e := newEvening(ctx, r, g, setup.Table{Played: g.Head().Scored})
		if err := e.putRight(); err != nil {
			return nil, err
		}
		e.greet()
		e.phones.greet()
		return e, nil
	}
	g, err := r.create(p)
	if err != nil {
		return nil, err
	}
	e := newEvening(ctx, r, g, p.was)
	if p.atOnce {
		if err := e.begin(); err != nil && !fault.Is(err) { // a table that does not fit is asked about
			return nil, err
		}
		e.phones.greet()
	}
	return e, nil
}

// begin begins a game at once, without a question: the table is as suggested, and has just laid the same out. A deck that
// the program draws is another one each time, and is shown.
func (e *Evening) begin() error {
	if err := e.game.Do(e.was); err != nil {
		return err
	}
	if g := e.game.Game(); g.Walk == nil && e.was.Again && g.SettingUp(e.game.State()) {
		return e.game.Do(scoring.Laid{})
	}
	return nil
}

// create makes the file of a new game.
func (r *Room) create(p plan) (*session.Session, error) {
	chance := rand.New(rand.NewPCG(r.Seed(), r.Seed()))
	for {
		id := r.Folder.NewID(chance.IntN)
		h := session.Head{ID: id, GameID: p.game.ID, Seed: r.Seed(), File: p.game.File, After: p.after, Scored: p.was.Played}
		g, err := session.Create(r.Folder.Game(id), r.Find, h, r.Now)
		if !errors.Is(err, fs.ErrExist) {
			return g, err
		}
	}
}

// open opens a game to go on with. Of a damaged one the table decides.
func (r *Room) open(id string) (*session.Session, error) {
	path := r.Folder.Where(id)
	g, err := session.Open(path, r.Find, r.Now)
	var damaged *store.Damaged
	switch {
	case err == nil:
		return g, nil
	case errors.Is(err, store.ErrBusy):
		say := lang.T("Another window has this game. It can be looked at: {command}").With("command", r.Command("show", id))
		return nil, &fault.Failed{Say: say, Err: err}
	case g == nil || g.State() == nil || !errors.As(err, &damaged):
		return nil, err
	}
	r.say(lang.T("Line {line} of this game's file is damaged, so it ends before that. A copy of the whole file is kept if you go on from there.").
		With("line", damaged.Line))
	r.standings(g.Game(), g.State())
	if err := r.sure(lang.T("Go on from there?")); err != nil {
		return nil, err
	}
	copied, err := store.Mend(path, r.Now())
	if err != nil {
		return nil, err
	}
	r.say(lang.T("The copy: {file}").With("file", copied))
	return session.Open(path, r.Find, r.Now)
}

// lastTable returns the table to suggest for a game: that of the last time it was played, or else only the people of the
// latest game.
func (r *Room) lastTable(g scoring.Game) (t setup.Table) {
	all := r.kept().Rows // a file that cannot be read suggests nothing
	seated := slices.IndexFunc(all, func(k history.Row) bool { return k.Seated })
	if seated < 0 {
		return t
	}
	// The same game brings its options along; of any other game only the people are the same.
	same := slices.IndexFunc(all, func(k history.Row) bool { return k.Seated && k.GameID == g.ID })
	last, _ := session.Read(all[max(same, seated)].Path, r.Find)
	if last == nil || last.State() == nil {
		return t
	}
	t = scoring.Recalled(last.State())
	if same < 0 {
		t = setup.Table{Players: t.Players}
	}
	t.Played = false
	return people.Lately(r.called(t, last.Began()), all[:max(same, 0)])
}
