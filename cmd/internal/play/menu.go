package play

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// The questions before there is a game: what to do, and with which.

var (
	aboutUs   = lang.Msg("play.about", "Tablemate keeps score at a real table, sets up games and settles ties.\nAlone, it carries on with an unfinished game or begins a new one.")
	welcome   = lang.Msg("play.welcome", "What shall we do?")
	carryOn   = lang.Msg("play.carry-on", "Carry on: {what}")
	onceMore  = lang.Msg("play.once-more", "Again: {game} · {names}")
	newGame   = lang.Msg("play.new-game", "New game")
	onlyClock = lang.Msg("play.only-clock", "Only a clock")
	setUpOnly = lang.Msg("play.set-up-only", "Only set up a game")
	scoreOnly = lang.Msg("play.score-only", "Score a game already played")
	fromSheet = lang.Msg("play.from-sheet", "Score a sheet: a file")
)

// mostOpen unfinished games are offered at the start.
const mostOpen = 3

// What the table wants besides what a game is begun for.
const (
	OnceMore   = "again"
	OnlyClock  = "clock"
	StoodClock = "turns" // to go on with the clock of several people
	FromSheet  = "sheet"
)

// A Choice is what the table wants to do: carry on with a kept game, or begin one.
type Choice struct {
	ID      string       // of the game to carry on with, or to play once more; "": a new one
	Game    scoring.Game // the new one
	Named   string       // the game played on it, where it is a frame for others; "": that is asked
	Purpose string       // its purpose, or the wish in its place
}

// Choose asks what to do; which game a new one is, is not asked here. The letters of the lines are the same in all languages. The
// error is an ask.ErrQuit, or ask.ErrBack where the table goes back.
func (w Setting) Choose() (c Choice, err error) {
	open, err := w.Unfinished(mostOpen)
	if err != nil {
		return c, err
	}
	var list ask.Menu[Choice]
	told := w.Reporter()
	offer := func(key string, text lang.Text, c Choice) { list.Add(lang.Literal(key), text, c) }
	for i, g := range open {
		offer(strconv.Itoa(i+1), carryOn.With("what", told.Row(told.Read(g))), Choice{ID: g.ID})
	}
	if all, err := w.Stood(); err == nil && len(all) > 0 { // what cannot be read is not offered
		offer("c", stoodOn.With("names", lang.Names(all[0].Turns.People)), Choice{Purpose: StoodClock})
	}
	last := w.lastOver()
	if g, known := scoring.Listed(w.Games, last.Kind, last.Choices); known && len(last.People) > 0 {
		t := setup.Table{Players: last.People, Choices: last.Choices}
		offer("a", onceMore.With("game", setup.Tagged(g.Title(t), setup.Tags(g.Options, t)), "names", lang.Names(last.People)), Choice{ID: last.ID, Purpose: OnceMore})
	}
	offer("n", newGame, Choice{Purpose: ToPlay})
	offer("t", onlyClock, Choice{Purpose: OnlyClock})
	offer("s", setUpOnly, Choice{Purpose: OnlySetUp})
	offer("p", scoreOnly, Choice{Purpose: OnlyScore})
	offer("f", fromSheet, Choice{Purpose: FromSheet})
	return ask.Put(w.Asker(), ask.Head{ID: "play.welcome", Text: welcome, Suggest: ask.Usual(0)}, list)
}

// lastOver returns the game that was finished last, or none.
func (w Setting) lastOver() (g store.Game) {
	if id, err := w.Store.History.LastOver(""); err == nil && id != "" { // what cannot be read is not offered
		g, _ = w.Store.History.Game(id)
	}
	return g
}

// Asker asks where there is no game yet that anything else could be done about: who wants that is told what the program does.
func (w Setting) Asker() ask.Asker {
	return ask.Func(func(q ask.Question) (ask.Answer, error) {
		for {
			r, err := w.Host.Ask(q)
			var aside *ask.Aside
			if !errors.As(err, &aside) {
				return r, err
			}
			fmt.Fprintln(w.Out, layout.Wrap(w.Voice.Say(aboutUs), w.Width()))
		}
	})
}

// Unfinished returns games that are not over, and those of the latest that are but still wait for something, so many
// at most, the one changed last first; those at which nobody sat down yet come last.
func (w Setting) Unfinished(most int) ([]store.Game, error) {
	open, err := w.Store.History.List(store.Filter{Open: true, Begun: true, Limit: most})
	if err != nil {
		return nil, err
	}
	latest, err := w.Store.History.List(store.Filter{Begun: true, Limit: most})
	open = append(open, slices.DeleteFunc(latest, func(g store.Game) bool { return !w.waits(g) })...)
	slices.SortStableFunc(open, func(a, b store.Game) int { return b.Changed.Compare(a.Changed) })
	open = open[:min(len(open), most)]
	if err != nil || len(open) == most {
		return open, err
	}
	fresh, err := w.Store.History.List(store.Filter{Open: true, Unbegun: true, Limit: most - len(open)})
	return append(open, fresh...), err
}

// waits reports whether a game is over, and its tie waits for what settles it, or a correction for its end.
func (w Setting) waits(g store.Game) bool {
	if g.Finished.IsZero() {
		return false
	}
	s, err := session.Open(w.Store, w.Games, g.ID, w.Now, w.Random)
	if err != nil || s.Log.State() == nil { // what cannot be read waits for nothing
		return false
	}
	_, half := s.Drafts.Unfinished()
	return half || s.Log.State().Result().Needs != ""
}
