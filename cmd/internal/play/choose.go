package play

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// Which game: those in Go, what this table played lately, and behind one key all others.

var (
	whichOne  = lang.Msg("play.which", "Which game?")
	moreGames = lang.Msg("play.more-games", "Another game")
	byName    = lang.Msg("play.by-name", "The beginning of a name finds any game.")
	whichMore = lang.Msg("play.which-more", "Which one? (The beginning of its name is enough.)")
	notHere   = lang.Msg("play.not-here", "A game that is not here")
	keyOthers = "o"
)

// mostLately is how many games are listed that were played lately: one digit each, behind those in Go.
const mostLately = 4

// mostLooked is how many games are looked at for what was played, and what a table agreed on.
const mostLooked = 20

// A playable is a line of the list of games.
type playable struct {
	name  lang.Text
	game  scoring.Game // in Go; else it has its ID alone, and its file is read when it is chosen
	named string       // the name of a game played on a frame for others
	kept  string       // the id of a kept game that holds its file
}

// ChooseGame asks which game to begin, and suggests the one that was finished last; one that has
// nothing to lay out is not set up only.
func (w Setting) ChooseGame(purpose string) (Choice, error) {
	list := w.playable(purpose)
	last, _ := w.played(w.lastOver())
	usual := max(0, slices.IndexFunc(list, last.same))
	menu := ask.Menu[*playable]{}
	for i, it := range list {
		menu.Add(lang.Literal(strconv.Itoa(i+1)), it.name, &it)
	}
	menu.Add(lang.Literal(keyOthers), moreGames, nil)
	menu.Beyond = true
	it, err := ask.Put(w.Asker(), ask.Head{ID: "play.which", Text: whichOne, Written: []lang.Text{byName}, Suggest: ask.Usual(usual)}, menu)
	if err == nil && it == nil {
		it, err = w.chooseOther(list, purpose)
		if errors.Is(err, ask.ErrBack) {
			return w.ChooseGame(purpose)
		}
	}
	if err != nil {
		return Choice{Purpose: purpose}, err
	}
	g, err := w.whole(*it)
	return Choice{Game: g, Purpose: purpose, Named: it.named}, err
}

// playable returns the games in Go, and those that were played lately.
func (w Setting) playable(purpose string) (list []playable) {
	for _, g := range w.Games {
		if purpose != OnlySetUp || g.Setup.Lay != nil {
			list = append(list, playable{name: g.Name, game: g})
		}
	}
	all, _ := w.Store.History.List(store.Filter{Begun: true, Limit: mostLooked}) // what cannot be read was not played
	most := len(list) + mostLately
	for _, kept := range all {
		it, known := w.played(kept)
		_, inGo := scoring.GameOf(w.Games, kept.Kind)
		listed := inGo && (purpose == OnlySetUp || it.named == "" && it.game.ID == kept.Kind) || slices.ContainsFunc(list, it.same)
		if known && !listed && len(list) < most {
			list = append(list, it)
		}
	}
	return list
}

// played returns the line of what a kept game is of, and whether that is known.
func (w Setting) played(kept store.Game) (it playable, known bool) {
	g, known := scoring.Listed(w.Games, kept.Kind, kept.Choices)
	it = playable{name: g.Name, game: g, kept: kept.ID}
	if name := calledIn(g, kept.Choices); name != "" {
		it = w.onFrame(it, name)
	}
	return it, known
}

// onFrame returns the line of what was played on a frame for others under a name; where a file of the person's own is called so by
// now, that one is played.
func (w Setting) onFrame(it playable, name string) playable {
	own := w.Own()
	if i := slices.IndexFunc(own, w.isCalled(name)); i >= 0 {
		return playable{name: own[i].Name, game: own[i]}
	}
	it.named, it.name = name, lang.Literal(name)
	return it
}

// isCalled returns what reports whether a game has a name.
func (w Setting) isCalled(name string) func(scoring.Game) bool {
	return func(g scoring.Game) bool { return setup.Alike(w.Voice.Say(g.Name)) == setup.Alike(name) }
}

// same reports whether two lines are the same game.
func (p playable) same(other playable) bool {
	return p.game.ID == other.game.ID && setup.Alike(p.named) == setup.Alike(other.named)
}

// calledIn returns the name of what a table played on a frame for others; "" where that has none, or the game is none.
func calledIn(g scoring.Game, choices map[string]string) string {
	if g.Called == nil {
		return ""
	}
	name := g.Called(setup.Table{Choices: choices})
	if name.ID != "" || strings.Contains(name.Other, ",") { // the list of what the table counts stands in its place
		return ""
	}
	return name.String()
}

// chooseOther asks for one of the games that are not on the first list, by name.
func (w Setting) chooseOther(listed []playable, purpose string) (*playable, error) {
	var rest []playable
	for _, g := range slices.Concat(w.Files, w.Own()) {
		if it := (playable{name: g.Name, game: g}); !slices.ContainsFunc(listed, it.same) {
			rest = append(rest, it)
		}
	}
	var names []lang.Text
	for _, it := range rest {
		names = append(names, it.name)
	}
	rest, names = ordered(rest, w.Voice.Order(names)), ordered(names, w.Voice.Order(names))
	if i := slices.IndexFunc(w.Games, func(g scoring.Game) bool { return g.Called != nil }); i >= 0 && purpose != OnlySetUp {
		rest, names = append(rest, playable{game: w.Games[i]}), append(names, notHere)
	}
	k, err := ask.PickOne(w.Asker(), "play.which-more", whichMore, names, -1)
	if err != nil {
		return nil, err
	}
	return &rest[k], nil
}

// whole returns the game of a line, its file read: the one on the shelf or, where there is none any more, the one that a kept game holds.
func (w Setting) whole(it playable) (scoring.Game, error) {
	g, err := scoring.OnShelf(w.Games, it.game.ID)
	if err != nil && it.kept != "" {
		if s, lost := session.Open(w.Store, w.Games, it.kept, w.Now, w.Random); lost == nil {
			return s.Log.Game(), nil
		}
	}
	return g, err
}

var (
	keyShelve = lang.Literal("f")
	shelveIt  = lang.Msg("play.shelve", "Put “{name}” on the shelf, as a game of its own")
	isShelved = lang.Msg("play.is-shelved", "{game} is on the shelf. To play it:")
)

// unshelved returns what was played at this table on a frame for other games, and its file, where it has a name that nothing on
// the shelf has; no file where there is nothing to put there.
func (at *sitting) unshelved() (name, file string) {
	t, _ := at.s.Log.Table()
	g := at.s.Log.Game()
	name = calledIn(g, t.Choices)
	if name == "" || at.in.Shelve == nil || slices.ContainsFunc(slices.Concat(at.in.Games, at.in.Files, at.in.Own()), at.in.isCalled(name)) {
		return "", ""
	}
	return name, g.File(t)
}

// shelve puts the file of what was played on the shelf.
func (at *sitting) shelve(file string) error {
	g, err := at.in.Shelve(file)
	if err != nil {
		return err
	}
	at.say(isShelved.With("game", g.Name))
	fmt.Fprintln(at.in.Out, "  "+at.in.Command("play", g.ID))
	return nil
}

// KeptLast returns the game of a kind as the kept one holds it that was changed last, and whether there is one.
func (w Setting) KeptLast(kind string) (g scoring.Game, kept bool) {
	all, err := w.Store.History.List(store.Filter{Kind: kind, Limit: 1})
	if err != nil || len(all) == 0 {
		return g, false
	}
	s, err := session.Open(w.Store, w.Games, all[0].ID, w.Now, w.Random)
	if err != nil {
		return g, false
	}
	return s.Log.Game(), true
}

// CalledHere returns what was played on frames for other games, by name, the latest first.
func CalledHere(games []scoring.Game, st *store.Store) (names []string) {
	for _, g := range games {
		if g.Called == nil {
			continue
		}
		all, _ := st.History.Choices(g.ID) // what cannot be read was not played
		for _, choices := range all {
			if name := calledIn(g, choices); name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}
