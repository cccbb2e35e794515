package cmd

import (
	"fmt"

	"github.com/tablemate/tablemate/cmd/internal/store"
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
	if path == "" || store.Load(f.State("older"), &told) == nil && told {
		return
	}
	_ = store.Save(f.State("older"), true, true) // else it is said again
	fmt.Fprintf(a.Err, "%s\n  git checkout %s\n  go run ./cmd/tablemate export --all --format jsonl > games.jsonl\n%s\n  %s\n%s\n\n",
		a.say(lang.T("{file} holds games of an earlier tablemate. That program writes them to a file:").With("file", path)), writer,
		a.say(lang.T("This one takes them in:")), a.command("import", "games.jsonl"),
		a.wrapped(lang.T("Games under way are best finished there before. Score pads and photos stay behind. {file} stays as it is.").
			With("file", path)))
}

// find returns a game by its ID.
func (a *app) find(id string, file *sheet.Value) (scoring.Game, error) { return shelf.Find(id, file) }

// games returns all games, in the order of menus.
func (a *app) games() []scoring.Game { return shelf.All() }
