package play

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// The choice of a game: those in Go, those this table played lately, and all others behind one key.

var (
	whichOne  = lang.Msg("play.which", "Which game?")
	moreGames = lang.Msg("play.more-games", "Another game")
	byName    = lang.Msg("play.by-name", "The beginning of a name finds any game.")
	whichMore = lang.Msg("play.which-more", "Which one? (The beginning of its name is enough.)")
	notHere   = lang.Msg("play.not-here", "A game that is not here")
	keyOthers = "o"
)

// mostLately limits the games listed because they were played lately. They come after those in Go, one digit each.
const mostLately = 4

// mostLooked limits the kept games that are searched for games played and choices made.
const mostLooked = 20

// chooseGame asks which game to begin, and suggests the one finished last. A game with nothing to lay out cannot be
// chosen for setting up only.
func (w Setting) chooseGame(purpose string) (Choice, error) {
	list := w.choices(purpose)
	last, _ := w.played(w.lastOver())
	usual := max(0, slices.IndexFunc(list, last.same))
	menu := ask.Menu[*Choice]{}
	for i, c := range list {
		menu.Add(lang.Literal(strconv.Itoa(i+1)), c.name(), &c)
	}
	menu.Add(lang.Literal(keyOthers), moreGames, nil)
	menu.Beyond = true
	chosen, err := ask.Put(w.Asker(), ask.Head{ID: "play.which", Text: whichOne, Written: []lang.Text{byName}, Suggest: ask.Usual(usual)}, menu)
	if err == nil && chosen == nil {
		chosen, err = w.chooseOther(list, purpose)
		if errors.Is(err, ask.ErrBack) {
			return w.chooseGame(purpose)
		}
	}
	if err != nil {
		return Choice{}, err
	}
	g, err := w.whole(*chosen)
	return Choice{Game: g, Purpose: purpose, Named: chosen.Named}, err
}

// choices returns the games in Go, followed by those played lately.
func (w Setting) choices(purpose string) (list []Choice) {
	for _, g := range w.Games {
		if purpose != OnlySetUp || g.Setup.Lay != nil {
			list = append(list, Choice{Game: g})
		}
	}
	all, _ := w.Store.History.List(store.Filter{Begun: true, Limit: mostLooked}) // an unreadable list counts as empty
	most := len(list) + mostLately
	for _, kept := range all {
		c, known := w.played(kept)
		_, inGo := scoring.GameOf(w.Games, kept.Kind)
		listed := inGo && (purpose == OnlySetUp || c.Named == "" && c.Game.ID == kept.Kind) || slices.ContainsFunc(list, c.same)
		if known && !listed && len(list) < most {
			list = append(list, c)
		}
	}
	return list
}

// played returns what a kept game played as a choice, and whether the program knows that game. If it was played on a
// frame for other games and a file of the user's own has that name by now, the file is chosen.
func (w Setting) played(kept store.Game) (c Choice, known bool) {
	g, known := scoring.Listed(w.Games, kept.Kind, kept.Choices)
	name := calledIn(g, kept.Choices)
	if name != "" {
		own := w.Own()
		if i := slices.IndexFunc(own, IsCalled(w.Voice, name)); i >= 0 {
			return Choice{Game: own[i]}, known
		}
	}
	return Choice{Game: g, Named: name, kept: kept.ID}, known
}

// IsCalled returns a predicate: it reports whether a game has this name in the language of v.
func IsCalled(v *lang.Localizer, name string) func(scoring.Game) bool {
	return func(g scoring.Game) bool { return setup.Alike(v.Say(g.Name)) == setup.Alike(name) }
}

func (c Choice) name() lang.Text {
	if c.Named != "" {
		return lang.Literal(c.Named)
	}
	return c.Game.Name
}

// same reports whether two choices mean the same game.
func (c Choice) same(other Choice) bool {
	return c.Game.ID == other.Game.ID && setup.Alike(c.Named) == setup.Alike(other.Named)
}

// calledIn returns the name of the game that a table played on a frame, or "" if it has none or g is no frame.
func calledIn(g scoring.Game, choices map[string]string) string {
	if g.Called == nil {
		return ""
	}
	name := g.Called(setup.Table{Choices: choices})
	if name.ID != "" || strings.Contains(name.Other, ",") { // without a name, Called lists what the table counts
		return ""
	}
	return name.String()
}

// chooseOther asks by name for one of the games that the first list lacks.
func (w Setting) chooseOther(listed []Choice, purpose string) (*Choice, error) {
	var rest []Choice
	var names []lang.Text
	for _, g := range slices.Concat(w.Files, w.Own()) {
		if c := (Choice{Game: g}); !slices.ContainsFunc(listed, c.same) {
			rest, names = append(rest, c), append(names, g.Name)
		}
	}
	order := w.Voice.Order(names)
	rest, names = ordered(rest, order), ordered(names, order)
	if i := slices.IndexFunc(w.Games, func(g scoring.Game) bool { return g.Called != nil }); i >= 0 && purpose != OnlySetUp {
		rest, names = append(rest, Choice{Game: w.Games[i]}), append(names, notHere)
	}
	k, err := ask.PickOne(w.Asker(), "play.which-more", whichMore, names, -1)
	if err != nil {
		return nil, err
	}
	return &rest[k], nil
}

// whole returns a choice's game with its file read: from the shelf or, if it is gone from there, from a kept game.
func (w Setting) whole(c Choice) (scoring.Game, error) {
	g, err := scoring.OnShelf(w.Games, c.Game.ID)
	if err != nil && c.kept != "" {
		if s, lost := session.Open(w.Store, w.Games, c.kept, w.Now, w.Random); lost == nil {
			return s.Log.Game(), nil
		}
	}
	return g, err
}

var (
	keyShelve = lang.Literal("f")
	shelveIt  = lang.Msg("play.shelve", "Put “{name}” on the shelf, as a game of its own")
	IsShelved = lang.Msg("play.is-shelved", "{game} is on the shelf. To play it:")
)

// unshelved returns the game played at this table on a frame, and its file, if it has a name that nothing on the shelf
// has. Otherwise file is "".
func (at *sitting) unshelved() (name, file string) {
	t, _ := at.s.Log.Table()
	g := at.s.Log.Game()
	name = calledIn(g, t.Choices)
	if name == "" || at.in.Shelve == nil || slices.ContainsFunc(slices.Concat(at.in.Games, at.in.Files, at.in.Own()), IsCalled(at.in.Voice, name)) {
		return "", ""
	}
	return name, g.File(t)
}

func (at *sitting) shelve(file string) error {
	g, err := at.in.Shelve(file)
	if err != nil {
		return err
	}
	at.advise(IsShelved.With("game", g.Name), []string{"play", g.ID})
	return nil
}

// CalledHere returns the names of the games played on frames, the latest first.
func CalledHere(games []scoring.Game, st *store.Store) (names []string) {
	for _, g := range games {
		if g.Called == nil {
			continue
		}
		all, _ := st.History.Choices(g.ID) // unreadable choices count as none
		for _, choices := range all {
			if name := calledIn(g, choices); name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// About says what the program does.
var About = lang.Msg("play.about", "Tablemate keeps score at a real table, sets up games and settles ties.\nAlone, it carries on with an unfinished game or begins a new one.")

// lastOver returns the game that was finished last, or a zero Game.
func (w Setting) lastOver() (g store.Game) {
	if id, err := w.Store.History.LastOver(""); err == nil && id != "" { // an unreadable game is not offered
		g, _ = w.Store.History.Game(id)
	}
	return g
}

// Asker returns an asker for questions outside a game. The menu has nothing to offer there, so "?" prints what the
// program does.
func (w Setting) Asker() ask.Asker {
	return ask.Func(func(q ask.Question) (ask.Answer, error) {
		for {
			r, err := w.Host.Ask(q)
			var aside *ask.Aside
			if !errors.As(err, &aside) {
				return r, err
			}
			fmt.Fprintln(w.Out, layout.Wrap(w.Voice.Say(About), w.Width()))
		}
	})
}

// unfinished returns up to most games that are not over, or that are over but still lack a fact. The one changed last
// comes first, and those without a table come last.
func (w Setting) unfinished(most int) ([]store.Game, error) {
	open, err := w.Store.History.List(store.Filter{Open: true, Begun: true, Limit: most})
	if err != nil {
		return nil, err
	}
	latest, err := w.Store.History.List(store.Filter{Begun: true, Limit: most})
	told := w.Reporter()
	open = append(open, slices.DeleteFunc(latest, func(g store.Game) bool { return g.Finished.IsZero() || !told.Read(g).Waits })...)
	slices.SortStableFunc(open, func(a, b store.Game) int { return b.Changed.Compare(a.Changed) })
	open = open[:min(len(open), most)]
	if err != nil || len(open) == most {
		return open, err
	}
	fresh, err := w.Store.History.List(store.Filter{Open: true, Unbegun: true, Limit: most - len(open)})
	return append(open, fresh...), err
}
