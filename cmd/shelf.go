package cmd

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/kept"
	"github.com/tablemate/tablemate/cmd/internal/offer"
	"github.com/tablemate/tablemate/cmd/internal/ownfiles"
	"github.com/tablemate/tablemate/cmd/internal/papers"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
	"github.com/tablemate/tablemate/setup"
)

// The shelf: all that can be played, and the files of a person's own games.

var (
	shortShelf   = lang.Msg("cmd.short-shelf", "Lists all games that can be played; keeps your own")
	longShelf    = lang.Msg("cmd.long-shelf", "Lists all games that can be played: those of the program, those that come with it as files, your own, and what was played on the score pad here.\n\nYour own are files, which anybody can write: docs/game-files.md says how. They lie in “shelf”, in the folder of --data.")
	shortAdd     = lang.Msg("cmd.short-shelf-add", "Puts a game file among your own; - is standard input")
	shortShowIt  = lang.Msg("cmd.short-shelf-show", "Prints the file of a game")
	shortCheck   = lang.Msg("cmd.short-shelf-check", "Says whether a game file is right, and where it is not")
	shortRemove  = lang.Msg("cmd.short-shelf-remove", "Takes a game of your own off the shelf")
	exampleShelf = lang.Msg("cmd.example-shelf", "tablemate shelf\ntablemate shelf show azul")
	exampleAdd   = lang.Msg("cmd.example-shelf-add", "tablemate shelf add golf.yaml\ntablemate export kobe --format game | tablemate shelf add -")
	examplePrint = lang.Msg("cmd.example-shelf-show", "tablemate shelf show azul\ntablemate shelf show azul > ours.yaml")
	exampleCheck = lang.Msg("cmd.example-shelf-check", "tablemate shelf check golf.yaml")
	exampleGone  = lang.Msg("cmd.example-shelf-remove", "tablemate shelf remove golf")
	aGameFile    = lang.Msg("cmd.a-game-file", "which game file")
	isOnShelf    = lang.Msg("cmd.is-on-shelf", "{game} is on the shelf. To play it:")
	isNewer      = lang.Msg("cmd.is-newer", "{game} is on the shelf, in place of the file that was there; games that were begun keep that one. To play it:")
	isRight      = lang.Msg("cmd.is-right", "{file} is right: {game}, for {players} players")
	isRemoved    = lang.Msg("cmd.is-removed", "{game} is off the shelf; what was played of it is still kept.")
	notYours     = lang.Msg("cmd.not-yours", "{game} comes with the program, and stays")
	noneOwn      = lang.Msg("cmd.none-own", "there is no game “{it}” of your own; “{shelf}” lists what there is")
	hasNoFile    = lang.Msg("cmd.has-no-file", "{game} has rules of its own in the program, and no file")

	headGame    = lang.Msg("cmd.head-game", "Game")
	headPlayers = lang.Msg("cmd.head-players", "Players")
	headFrom    = lang.Msg("cmd.head-from", "Where from")
	headWord    = lang.Msg("cmd.head-word", "To play it")
	fromCode    = lang.Msg("cmd.from-code", "with its rules, in the program")
	fromShipped = lang.Msg("cmd.from-shipped", "a file that comes with the program")
	fromOwn     = lang.Msg("cmd.from-own", "your own file")
	fromPad     = lang.Msg("cmd.from-pad", "played on the score pad here")
	fromBroken  = lang.Msg("cmd.from-broken", "your own file, and it is wrong")
)

func newShelf(a *app) *cobra.Command {
	c := &cobra.Command{Use: "shelf [" + a.voice.Say(wordCommand) + "]", Long: a.voice.Say(longShelf), Example: a.example(exampleShelf), Args: cmdline.NoArgs()}
	format := formatFlag(a, c, flagFormat, report.Formats)
	c.RunE = func(c *cobra.Command, _ []string) error { return listShelf(c.Context(), a, *format) }
	for _, sub := range []struct {
		use            string
		word           lang.Text
		short, example lang.Text
		offers         cobra.CompletionFunc
		run            func(a *app, word string) error
	}{
		{"add", wordFile, shortAdd, exampleAdd, offer.Files(1, "json", "yaml", "yml"), addFile},
		{"show", wordGame, shortShowIt, examplePrint, a.shell().OfFiles(), showFile},
		{"check", wordFile, shortCheck, exampleCheck, offer.Files(1, "json", "yaml", "yml"), checkFile},
		{"remove", wordGame, shortRemove, exampleGone, a.shell().OfOwn(), removeFile},
	} {
		which := aGameFile
		if sub.word.ID == wordGame.ID {
			which = whichGame.With("games", a.voice.Say(anyOfShelf.With("shelf", a.command("shelf"))))
		}
		c.AddCommand(&cobra.Command{
			Use: sub.use + " " + a.voice.Say(sub.word), Short: a.voice.Say(sub.short), Example: a.example(sub.example),
			Args: cmdline.Words(1, 1, which), ValidArgsFunction: sub.offers, DisableFlagsInUseLine: true,
			RunE: func(_ *cobra.Command, args []string) error { return sub.run(a, args[0]) },
		})
	}
	return c
}

// anOnShelf is a game that can be played, as the list has it.
type anOnShelf struct {
	ID      string `json:"id,omitempty"`
	Name    string `json:"name"`
	Least   int    `json:"min_players,omitempty"`
	Most    int    `json:"max_players,omitempty"`
	From    string `json:"from"` // program, file, own or pad
	Problem string `json:"problem,omitempty"`
	from    lang.Text
}

// listShelf prints all that can be played.
func listShelf(ctx context.Context, a *app, f report.Format) error {
	var all []anOnShelf
	add := func(g scoring.Game, from string, say lang.Text) {
		all = append(all, anOnShelf{ID: g.ID, Name: a.voice.Say(g.Name), Least: g.MinPlayers, Most: g.MaxPlayers, From: from, from: say})
	}
	for _, g := range games {
		add(g, "program", fromCode)
	}
	for _, s := range shelf.Shipped {
		g, err := scoring.OnShelf(games, s.ID)
		if err != nil {
			return err
		}
		add(g, "file", fromShipped)
	}
	mine := owned(a)
	for _, g := range mine {
		add(g, "own", fromOwn)
	}
	for _, file := range a.own().All() {
		if _, err := ofFile(file); err != nil {
			all = append(all, anOnShelf{Name: file.Path, From: "own", Problem: a.sentence(err), from: fromBroken})
		}
	}
	for _, name := range onPads(ctx, a) {
		if !slices.ContainsFunc(mine, func(g scoring.Game) bool { return setup.Alike(a.voice.Say(g.Name)) == setup.Alike(name) }) {
			all = append(all, anOnShelf{Name: name, From: "pad", from: fromPad})
		}
	}
	err := a.page().Print(playables(all), f)
	for _, it := range all {
		if it.Problem != "" {
			fmt.Fprintln(a.Err, a.voice.Say(problem.With("what", it.Problem)))
		}
	}
	return err
}

// onPads returns what was played here on a frame for other games, the latest first; nothing where no file of games can be read.
func onPads(ctx context.Context, a *app) []string {
	st, err := a.kept.OpenToRead(ctx)
	if err != nil {
		return nil
	}
	defer st.Close()
	return play.CalledHere(games, st)
}

// playables returns the list as it is printed.
func playables(all []anOnShelf) report.Doc {
	g := &report.Grid{}
	for i, head := range []lang.Text{headGame, headWord, headPlayers, headFrom} {
		g.Columns = append(g.Columns, report.Column{Head: head, Spare: max(0, i-1)})
	}
	for _, it := range all {
		word, people := it.ID, ""
		if it.From == "pad" {
			word = kept.Quoted(it.Name)
		}
		if it.Most > 0 {
			people = numbers(it.Least, it.Most)
		}
		g.Rows = append(g.Rows, report.Row{Cells: []report.Cell{it.Name, word, people, it.from}})
	}
	return report.Doc{Grid: g, JSON: func(func(lang.Text) string) any { return all }}
}

// numbers says from how many people to how many a game is for.
func numbers(lo, hi int) string {
	if lo == hi {
		return strconv.Itoa(lo)
	}
	return strconv.Itoa(lo) + "–" + strconv.Itoa(hi)
}

// given reads a game file at a path, or standard input.
func given(a *app, path string) (f ownfiles.File, err error) {
	if path == papers.Input {
		f = a.own().From(path, a.In)
	} else {
		f = a.own().Open(path)
	}
	_, err = ofFile(f)
	return f, err
}

// addFile puts a file among the person's own.
func addFile(a *app, path string) error {
	f, err := given(a, path)
	if err != nil {
		return err
	}
	if _, taken := scoring.GameOf(slices.Concat(games, shelf.Shipped), f.Game.ID); taken {
		f.Err = fault.New(takenID.With("it", f.Game.ID), "id")
		_, err := ofFile(f)
		return err
	}
	before, err := a.own().Add(f)
	if err != nil {
		return kept.Unwritten(a.own().Dir, err)
	}
	say := isOnShelf
	if before {
		say = isNewer
	}
	a.line(say.With("game", f.Game.Name))
	fmt.Fprintln(a.Out, "  "+a.command("play", f.Game.ID))
	return nil
}

// shelve puts a game file that was made here among the person's own.
func shelve(a *app, file string) (scoring.Game, error) {
	lines, err := ownfiles.Lines(file)
	if err != nil {
		return scoring.Game{}, err
	}
	f := a.own().From("", strings.NewReader(lines))
	if f.Err != nil {
		return f.Game, f.Err
	}
	if _, err := a.own().Add(f); err != nil {
		return f.Game, fault.New(kept.Unwritten(a.own().Dir, err).Say) // and the table goes on
	}
	return f.Game, nil
}

// showFile prints the file of a game as it is written.
func showFile(a *app, word string) error {
	a.asData()
	g, err := a.gameNamed(word)
	if err != nil {
		return err
	}
	if g.Files.Own == "" {
		return &failed{Say: hasNoFile.With("game", g.Name)}
	}
	text, shipped := shelf.File(g.ID)
	if f, err := a.own().Find(g.ID); !shipped && err == nil {
		text = f.Text
	}
	_, err = a.Out.Write(lang.SafeJSON([]byte(text)))
	return err
}

// checkFile says whether a file is right.
func checkFile(a *app, path string) error {
	f, err := given(a, path)
	if err == nil {
		a.line(isRight.With("file", f.Path, "game", f.Game.Name, "players", numbers(f.Game.MinPlayers, f.Game.MaxPlayers)))
	}
	return err
}

// removeFile takes a game of the person's own off the shelf.
func removeFile(a *app, id string) error {
	if g, ships := scoring.GameOf(slices.Concat(games, shelf.Shipped), id); ships {
		return &failed{Say: notYours.With("game", g.Name)}
	}
	f, err := a.own().Find(id)
	if f.Path == "" {
		return &failed{Say: noneOwn.With("it", id, "shelf", a.command("shelf")), Err: err}
	}
	if err := a.own().Remove(id); err != nil {
		return papers.Unread(f.Path, err)
	}
	name := f.Game.Name
	if name.Empty() {
		name = lang.Literal(id)
	}
	a.line(isRemoved.With("game", name))
	return nil
}

var anyOfShelf = lang.Msg("cmd.any-of-shelf", "“{shelf}” lists them")
