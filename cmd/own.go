package cmd

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
)

// writer is the commit whose program wrote games.db, and can write all its games as score sheets.
const writer = "d34f9fa36635"

// older says once that a folder has the games of an earlier program, and how they come over.
func (a *app) older(f store.Folder) {
	told := false
	path := f.Older()
	if path == "" || completing(a.args) || store.Load(f.State("older"), &told) == nil && told {
		return
	}
	_ = store.Save(f.State("older"), true) // else it is said again
	fmt.Fprintf(a.Err, "%s\n  git checkout %s\n  go run ./cmd/tablemate export --all --format jsonl > games.jsonl\n%s\n  %s\n%s\n\n",
		a.say(lang.T("{file} holds games of an earlier tablemate. That program writes them to a file:").With("file", path)), writer,
		a.say(lang.T("This one takes them in:")), a.command("import", "games.jsonl"),
		a.wrapped(lang.T("Games under way are best finished there before. Score pads and photos stay behind. {file} stays as it is.").
			With("file", path)))
}

// find returns a game by its ID: one that comes along, or one of one's own.
func (a *app) find(id string, file *sheet.Value) (scoring.Game, error) {
	is := func(g scoring.Game) bool { return g.ID == id }
	if i := slices.IndexFunc(a.brought, is); i >= 0 && file == nil {
		return a.brought[i], nil
	}
	g, err := shelf.Find(id, file)
	if err == nil || file != nil {
		return g, err
	}
	if i := slices.IndexFunc(a.own(), is); i >= 0 {
		return a.brought[i], nil
	}
	return g, err
}

// games returns all games, in the order of menus.
func (a *app) games() []scoring.Game { return slices.Concat(shelf.All(), a.own()) }

// own returns the games of files of one's own. Files that cannot be used are named, and all others count.
func (a *app) own() []scoring.Game {
	if a.owned {
		return a.brought
	}
	a.owned = true
	for _, f := range a.folder().Own() {
		g, err := scoring.Game{}, f.Err
		if err == nil {
			g, err = shelf.Read(f.Text)
		}
		if err == nil && shelf.Taken(g.ID) {
			err = fault.New(lang.T("a game that comes with the program is called so; please choose another id"), "id")
		}
		if err != nil {
			a.warnOf(f.Path, err)
			continue
		}
		a.brought = append(a.brought, g)
	}
	return a.brought
}

// bring reads the game in a file, which counts as one of one's own.
func (a *app) bring(path string) (scoring.Game, error) {
	raw, err := a.read(path, largest)
	if err != nil {
		return scoring.Game{}, err
	}
	g, err := shelf.Read(raw)
	if err != nil {
		return g, &badSheet{err}
	}
	a.brought = append([]scoring.Game{g}, a.own()...)
	return g, nil
}

// game finds a game by its ID or its name, by a beginning of either that only one game has, or by a file that has it.
func (a *app) game(word string) (scoring.Game, error) {
	if strings.ContainsAny(word, `/\`) || slices.Contains(endings, strings.TrimPrefix(filepath.Ext(word), ".")) {
		return a.bring(word)
	}
	g, known := shelf.Named(a.lang, word, a.games())
	if !known {
		return g, cmdline.Refuse(lang.T("there is no game “{it}”; choose one of: {games}").With("it", word, "games", shelf.IDs()))
	}
	return g, nil
}

// completeGames completes the first argument to the ID of a game.
func (a *app) completeGames(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var out []cobra.Completion
	for _, g := range a.games() {
		if len(args) == 0 {
			out = append(out, cobra.CompletionWithDesc(g.ID, a.say(g.Name)))
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}
