package play

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/people"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// A Wish is a game to begin, as far as the command line names it.
type Wish struct {
	Game      string // its ID; "": the table chooses
	Again     bool   // once more the game finished last, or the last Game
	Next      bool   // with Again: the next person begins, without a question
	ScoreOnly bool   // it was played already
}

// Play begins a game. It returns nil when the table left by the menu, and ask.Leave after Ctrl-C and at the end of the
// input. So do Menu and Resume.
func (r *Room) Play(ctx context.Context, w Wish) error {
	r.direct = w.Again || w.Game != ""
	if w.Again {
		p, err := r.again(w, r.kept()) // a file that cannot be read was not finished here
		if err != nil {
			return err
		}
		return unlessLeft(r.play(ctx, p))
	}
	return unlessLeft(r.begin(ctx, w.Game, w.ScoreOnly))
}

// Resume goes on with a game: by its ID or the beginning of it, or the latest, unfinished ones before all others. Of the
// latest it passes over those that cannot be read, and says so.
func (r *Room) Resume(ctx context.Context, word string) error {
	if word == "" {
		word = r.latest()
	}
	id, err := r.Folder.Find(word)
	if err != nil {
		return err
	}
	return unlessLeft(r.play(ctx, plan{id: id}))
}

// latest returns the ID of the game to go on with if nobody names one; "" if there is none. Files that cannot be read are
// named to the table.
func (r *Room) latest() string {
	kept := r.kept()
	for _, err := range kept.Broken {
		r.Keys.Say(fault.Said(r.Lang, err))
	}
	for _, open := range kept.Newest(func(g history.Row) bool { return g.Waits }) {
		return open.ID
	}
	for _, over := range kept.Newest(func(history.Row) bool { return true }) {
		r.say(lang.T("No game is open. This was the last one:"))
		return over.ID
	}
	return ""
}

// play plays games, one after the other, until the table leaves. The error is ask.Back if it did not begin the first.
func (r *Room) play(ctx context.Context, p plan) error {
	for {
		e, err := r.evening(ctx, p)
		if err != nil {
			return err
		}
		err = e.Run()
		next := e.end.next
		// The game is closed before the next one opens, which may be the same file again.
		if closed := e.close(); closed != nil {
			return closed
		}
		switch {
		case err == errNext && next.game.ID == "":
			next, err = r.other(next)
			if err != nil {
				return err
			}
		case err == ask.Back && p.after != "": // the rematch was not begun
			next = plan{id: p.after}
		case err != errNext:
			return err
		}
		p = next
	}
}

// other returns the plan of another game that the table chooses, for the same people; of the one before if it goes back.
func (r *Room) other(p plan) (plan, error) {
	g, err := r.whichOf("")
	if err == ask.Back {
		return plan{id: p.after}, nil
	}
	t := r.lastTable(g)
	if !slices.Equal(t.Players, p.was.Players) {
		t.Players, t.First, t.Teams = p.was.Players, "", nil
	}
	p.game, p.was = g, t
	return p, err
}

// remembered is how long a table knows how it laid everything out.
const remembered = 5 * time.Hour

// mostOpen is how many unfinished games the start menu lists.
const mostOpen = 3

// Menu runs the program as it is started without a command. A step back from the first question of a choice leads back to
// the menu.
func (r *Room) Menu(ctx context.Context) error {
	for {
		offers := r.offers(ctx)
		q := ask.Question{Text: lang.T("What shall we do?"), Suggest: offers[0].ID, Shape: ask.Pick{Options: options(offers)}}
		v, err := ask.All(r, ask.Group{First: true, Asked: []ask.Question{q}}, nil)
		if err != nil {
			return unlessLeft(err)
		}
		err = chosen(offers, v[0].Line).do()
		switch to, _ := follow(err); to {
		case leaves, ends:
			return unlessLeft(err)
		case fails: // the table chooses something else
			r.Keys.Say(fault.Aloud(r.Lang, err))
		}
	}
}

// offers returns the lines of the start menu, the most likely first.
func (r *Room) offers(ctx context.Context) (all []offer) {
	// Files that cannot be read are named by the commands that list games; here they would stand above every start.
	kept := r.kept()
	for _, o := range r.unfinished(kept) {
		id := o.id
		all = append(all, lettered(strconv.Itoa(len(all)+1), o.say, func() error { return r.play(ctx, plan{id: id}) }))
	}
	if p, err := r.again(Wish{}, kept); err == nil {
		say := lang.T("Again: {game} · {names}").With("game", p.game.Name, "names", lang.Names(p.was.Players))
		p.after = "" // there is no evening to come back to
		all = append(all, lettered("a", say, func() error { return r.play(ctx, p) }))
	}
	return append(all,
		lettered("n", lang.T("New game"), func() error { return r.begin(ctx, "", false) }),
		lettered("p", lang.T("Score a game already played"), func() error { return r.begin(ctx, "", true) }),
		lettered("s", lang.T("Score a sheet: a file"), r.scoreSheet),
		lettered("l", lang.T("Only set up a game"), r.setUp),
		lettered("t", lang.T("Only a clock"), func() error { return r.onlyClock(ctx) }),
		lettered("q", lang.T("Leave"), func() error { return errLeft }))
}

// An unfinished game is one to carry on with, as a line says it.
type unfinished struct {
	id    string
	say   lang.Text
	began time.Time
}

// unfinished returns the latest games to carry on with. Those whose lines would be alike are told apart by day and time.
func (r *Room) unfinished(kept history.Listing) (open []unfinished) {
	alike := map[string]int{}
	for _, k := range kept.Newest(func(g history.Row) bool { return g.Waits }) {
		if len(open) == mostOpen {
			break
		}
		if g, _ := session.Read(k.Path, r.Find); g != nil {
			say := lang.T("Carry on: {what}").With("what", said(g))
			alike[r.Lang.Say(say)]++
			open = append(open, unfinished{k.ID, say, g.Began()})
		}
	}
	for i, o := range open {
		if alike[r.Lang.Say(o.say)] > 1 {
			began := o.began.Local()
			when := lang.Literal(r.Lang.Day(began) + began.Format(" 15:04"))
			open[i].say = lang.T("{line} · {when}").With("line", o.say, "when", when)
		}
	}
	return open
}

// begin begins a game: by its ID, or one that the table chooses. A step back from the table's first question leads to the
// choice.
func (r *Room) begin(ctx context.Context, id string, played bool) error {
	for {
		g, err := r.whichOf(id)
		if err != nil {
			return err
		}
		t := r.lastTable(g)
		t.Played = played
		if err = r.play(ctx, plan{game: g, was: t}); err != ask.Back || id != "" {
			return err
		}
	}
}

// whichOf returns a game: by its ID, or as the table chooses.
func (r *Room) whichOf(id string) (scoring.Game, error) {
	if id != "" {
		return r.Find(id, nil)
	}
	v, err := r.ask(whichGame(r.Games), nil)
	if err != nil {
		return scoring.Game{}, err
	}
	return r.Find(v.Line, nil)
}

// scoreSheet scores a sheet in a file.
func (r *Room) scoreSheet() error {
	var g scoring.Game
	var st scoring.State
	_, err := r.ask(ask.Question{Text: lang.T("Which file?"), Shape: ask.Words{Max: 1000}}, func(v ask.Value) (err error) {
		g, st, err = r.Score(v.Line)
		if err != nil {
			err = fault.New(lang.Literal(fault.Said(r.Lang, err)))
		}
		return err
	})
	if err == nil {
		r.show(results.Result(r.Lang, g, st, results.With{Title: r.Lang.Say(g.Name), Why: true}))
	}
	return err
}

// again returns a plan of the game that was finished last, of those that are kept, once more.
func (r *Room) again(w Wish, kept history.Listing) (plan, error) {
	finished := kept.Newest(func(g history.Row) bool { return !g.Waits && (w.Game == "" || g.GameID == w.Game) })
	if len(finished) == 0 {
		return plan{}, &fault.Failed{Say: lang.T("no such game is finished yet; tablemate play begins a new one")}
	}
	last := finished[0]
	g, err := session.Read(last.Path, r.Find)
	if g == nil {
		return plan{}, err
	}
	p := rematch(g)
	since := slices.IndexFunc(kept.Rows, func(g history.Row) bool { return g.ID == last.ID })
	p.was = people.Lately(r.called(p.was, g.Began()), kept.Rows[:since])
	p.atOnce, p.was.Played = w.Next, w.ScoreOnly
	p.was.Again = p.was.Again && r.Now().Sub(last.Ended) < remembered
	if begins, says := g.State().(interface{ Begins() scoring.Name }); says && w.Next && p.was.First == "" {
		p.was.First = begins.Begins()
	}
	return p, nil
}
