package cmd

import (
	"embed"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/handbook"
	"github.com/tablemate/tablemate/old/cmd/internal/history"
	"github.com/tablemate/tablemate/old/cmd/internal/intake"
	"github.com/tablemate/tablemate/old/cmd/internal/kept"
	"github.com/tablemate/tablemate/old/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/old/cmd/internal/offer"
	"github.com/tablemate/tablemate/old/cmd/internal/papers"
	"github.com/tablemate/tablemate/old/cmd/internal/phones"
	"github.com/tablemate/tablemate/old/cmd/internal/picture"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/playable"
	"github.com/tablemate/tablemate/old/cmd/internal/prompt"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/results"
	"github.com/tablemate/tablemate/old/cmd/internal/screen"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/internal/sheet"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/shelf"
	"github.com/tablemate/tablemate/old/setup"
)

// games are all the games in Go.
var games = shelf.Games

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "cmd", Files: files}

// Catalogs returns the translations of all packages.
func Catalogs() []lang.Catalog {
	all := []lang.Catalog{
		Texts, lang.Texts, ask.Texts, sheet.Texts, setup.Texts, scoring.Texts,
		play.Texts, kept.Texts, session.Texts, prompt.Texts, report.Texts, results.Texts, screen.Texts, handbook.Texts,
		fault.Texts, phones.Texts, picture.Texts, papers.Texts, playable.Texts, offer.Texts, cmdline.Texts, history.Texts, intake.Texts, color.Texts, keyboard.Texts, shelf.Texts,
	}
	for _, g := range games {
		all = append(all, g.Texts, g.Setup.Texts)
	}
	return all
}

var (
	onAFrame  = lang.Msg("cmd.on-a-frame", "{named} is played here on the {game}.")
	wordGame  = lang.Msg("cmd.word-game", "GAME")
	whichGame = lang.Msg("cmd.which-game", "which game ({games})")
)
