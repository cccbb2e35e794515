package cmd

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
)

func newShelf(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "shelf [" + a.say(lang.T("COMMAND")) + "]",
		Short:   a.say(lang.T("Lists all games that can be played, and your own")),
		Example: "  tablemate shelf\n  tablemate shelf show azul > ours.yaml",
		Args:    cmdline.Words(0, 0),
	}
	f := a.formatted(c)
	c.RunE = func(*cobra.Command, []string) error { return a.print(a.shelved(), *f) }
	c.AddCommand(
		&cobra.Command{
			Use: "show " + a.say(lang.T("GAME")), Short: a.say(lang.T("Prints the file of a game, to start from")),
			Example: "  tablemate shelf show azul > ours.yaml", Args: cmdline.Words(1, 1), ValidArgsFunction: a.completeGames,
			RunE: func(_ *cobra.Command, args []string) error { return a.showFile(args[0]) },
		},
		&cobra.Command{
			Use: "check " + a.say(lang.T("FILE")), Short: a.say(lang.T("Says whether a game file is right, and where it is not")),
			Example: "  tablemate shelf check golf.yaml", Args: cmdline.Words(1, 1), ValidArgsFunction: files(endings...),
			RunE: func(_ *cobra.Command, args []string) error { return a.checkFile(args[0]) },
		})
	return c
}

// shelved lists all games, and names the folder for files of one's own.
func (a *app) shelved() report.Doc {
	type entry struct {
		ID      string `json:"id"`
		Name    string `json:"name"`
		Players string `json:"players"`
		File    bool   `json:"file"` // it is in a file
	}
	data := struct {
		Games  []entry `json:"games"`
		Folder string  `json:"folder"`
	}{Folder: a.folder().Shelf()}
	t := report.Table{Columns: []string{a.say(lang.T("Game")), a.say(lang.T("ID")), a.say(lang.T("People"))}, Words: 3}
	for _, g := range a.rack().All() {
		it := entry{g.ID, a.say(g.Name), seats(g), g.File != nil}
		data.Games = append(data.Games, it)
		t.Rows = append(t.Rows, []string{it.Name, it.ID, it.Players})
	}
	say := lang.T("Files of your own lie in {folder}: what is put there is on the shelf.").With("folder", data.Folder)
	return report.Doc{Blocks: []report.Block{t, report.Text(a.say(say))}, Data: data}
}

// seats returns how many may play: 3-7.
func seats(g scoring.Game) string {
	if g.Min == g.Max {
		return strconv.Itoa(g.Min)
	}
	return fmt.Sprintf("%d-%d", g.Min, g.Max)
}

// showFile prints the file of a game as it is written.
func (a *app) showFile(word string) error {
	g, err := a.game(word)
	if err != nil {
		return err
	}
	text, found := a.rack().Text(g)
	if !found {
		return cmdline.Refuse(lang.T("{game} is not in a file: it comes with the program").With("game", g.Name))
	}
	_, err = a.Out.Write(lang.SafeJSON(text))
	return err
}

// wrongFile returns a fault of a game file with the file's name in front.
func wrongFile(l lang.Lang, path string, err error) error {
	return &badSheet{&fault.Failed{Say: lang.At(path, lang.Literal(fault.Said(l, err))), Err: err}}
}

// checkFile says that a game file is right, and whether its ID is taken on the shelf.
func (a *app) checkFile(path string) error {
	raw, err := a.read(path)
	if err != nil {
		return err
	}
	g, err := shelf.Read(raw)
	if err != nil {
		return wrongFile(a.lang, path, err)
	}
	say := lang.T("{file} is right: {game}, for {players} players")
	if shelf.Taken(g.ID) {
		say = lang.T("{file} is right: {game}, for {players} players. On the shelf it needs another id: {id} comes with the program")
	}
	return a.tell(say.With("file", path, "game", g.Name, "players", seats(g), "id", g.ID))
}
