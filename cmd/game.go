package cmd

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/rack"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
)

// lastDatabaseCommit is the last commit whose program kept games in games.db. That program can write them all as score
// sheets.
const lastDatabaseCommit = "d34f9fa36635"

// older says once that a folder has the games of an earlier program, and how they come over.
func (a *app) older(f store.Folder) {
	told := false
	path := f.Older()
	if path == "" || store.Load(f.State("older"), &told) == nil && told {
		return
	}
	// If it cannot be kept, the next run says it again.
	_ = store.Save(f.State("older"), true)
	fmt.Fprintf(a.Err, "%s\n  git checkout %s\n  go run ./cmd/tablemate export --all --format jsonl > games.jsonl\n%s\n  %s\n%s\n\n",
		a.say(lang.T("{file} holds games of an earlier tablemate. That program writes them to a file:").With("file", path)), lastDatabaseCommit,
		a.say(lang.T("This one takes them in:")), a.command("import", "games.jsonl"),
		a.wrapped(lang.T("Games under way are best finished there before. Score pads and photos stay behind. {file} stays as it is.").
			With("file", path)))
}

// rack returns all games.
func (a *app) rack() *rack.Rack {
	if a.games == nil {
		a.games = &rack.Rack{Folder: a.folder(), Warn: func(path string, err error) { a.warnOf(path, err) }}
	}
	return a.games
}

// find returns a game by its ID.
func (a *app) find(id string, file *sheet.Value) (scoring.Game, error) {
	return a.rack().Find(id, file)
}

// game finds a game by its ID or its name, by a beginning of either that only one game has, or by a file that has it.
func (a *app) game(word string) (scoring.Game, error) {
	if strings.ContainsAny(word, `/\`) || slices.Contains(endings, strings.TrimPrefix(filepath.Ext(word), ".")) {
		text, err := a.read(word)
		if err != nil {
			return scoring.Game{}, err
		}
		g, err := a.rack().Bring(text)
		if err != nil {
			err = wrongFile(a.lang, word, err)
		}
		return g, err
	}
	g, known := shelf.Named(a.lang, word, a.rack().All())
	if !known {
		return g, cmdline.Refuse(lang.T("there is no game “{it}”; tablemate play pad scores any other, and there are {games}").
			With("it", word, "games", a.gameWords()))
	}
	return g, nil
}

// gameWords returns a word for each game that comes with the program: its ID, or its name in the language where that is another.
func (a *app) gameWords() (all lang.List) {
	for _, g := range shelf.All() {
		word := strings.ReplaceAll(lang.Plain(a.say(g.Name)), " ", "-")
		if a.lang == lang.English || strings.HasPrefix(word, g.ID) {
			word = g.ID
		}
		all = append(all, word)
	}
	return all
}

// completeGames completes the first argument to the ID of a game, or to a file that has one if no ID begins so.
func (a *app) completeGames(_ *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var out []cobra.Completion
	for _, g := range a.rack().All() {
		if strings.HasPrefix(g.ID, begun) {
			out = append(out, cobra.CompletionWithDesc(g.ID, a.say(g.Name)))
		}
	}
	if out == nil {
		return endings, cobra.ShellCompDirectiveFilterFileExt
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}
