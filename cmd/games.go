package cmd

import (
	"context"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/handbook"
	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/intake"
	"github.com/tablemate/tablemate/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/cmd/internal/offer"
	"github.com/tablemate/tablemate/cmd/internal/papers"
	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/picture"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/prompt"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/screen"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
	"github.com/tablemate/tablemate/setup"
)

// games are all the games that the program knows.
var games = shelf.Games

// catalogs returns the translations of everything that may be said.
func catalogs() []lang.Catalog {
	all := []lang.Catalog{
		Texts, lang.Texts, ask.Texts, sheet.Texts, setup.Texts, scoring.Texts,
		play.Texts, session.Texts, prompt.Texts, report.Texts, results.Texts, screen.Texts, handbook.Texts,
		fault.Texts, phones.Texts, picture.Texts, papers.Texts, offer.Texts, cmdline.Texts, history.Texts, intake.Texts, color.Texts, keyboard.Texts,
	}
	for _, g := range games {
		all = append(all, g.Texts, g.Setup.Texts)
	}
	return all
}

// gameOrCalled finds a game as gameNamed does, and where there is none, what tables here played on a frame for others: named is
// what they called it then.
func gameOrCalled(ctx context.Context, a *app, word string) (g scoring.Game, named string, err error) {
	g, err = gameNamed(a.voice, word)
	if err == nil {
		return g, "", nil
	}
	st, lost := a.openToRead(ctx)
	if lost != nil {
		return g, "", err
	}
	defer st.Close()
	for _, frame := range games {
		if frame.Called == nil {
			continue
		}
		all, _ := st.History.Choices(frame.ID) // what cannot be read was not played
		if choices := play.CalledSo(frame, all, word); choices != nil {
			return frame, a.voice.Say(frame.Called(setup.Table{Choices: choices})), nil
		}
	}
	return g, "", err
}

// gameNamed finds a game by its id, its name in the voice's language, or the
// beginning of either.
func gameNamed(v *lang.Localizer, word string) (scoring.Game, error) {
	if g, known := scoring.GameNamed(games, word, v.Say); known {
		return g, nil
	}
	var names []string
	for _, g := range games {
		names = append(names, g.ID, v.Say(g.Name))
	}
	if near := cmdline.Near(word, names); near != "" {
		return scoring.Game{}, &usage{Say: nearGame.With("it", word, "near", near)}
	}
	return scoring.Game{}, &usage{Say: noGame.With("it", word, "games", strings.Join(gameIDs(), ", "))}
}

var (
	noGame   = lang.Msg("cmd.no-game", "there is no game “{it}”; choose one of: {games}")
	nearGame = lang.Msg("cmd.near-game", "there is no game “{it}”; did you mean {near}?")
)

var (
	onAFrame  = lang.Msg("cmd.on-a-frame", "{named} is played here on the {game}.")
	wordGame  = lang.Msg("cmd.word-game", "GAME")
	whichGame = lang.Msg("cmd.which-game", "which game ({games})")
)

func gameIDs() []string {
	ids := make([]string, len(games))
	for i, g := range games {
		ids[i] = g.ID
	}
	return ids
}
