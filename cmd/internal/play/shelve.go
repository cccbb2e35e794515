package play

import (
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// shelvable reports whether the table made the rules that it played by, on a score pad, and did not keep them yet.
func (f *finish) shelvable() bool { return f.S.Game().Made(f.S.State()) != nil && !f.kept }

// shelve asks for a name, and puts the rules of the pad on the shelf.
func (f *finish) shelve() error {
	t := f.S.Table()
	q := ask.Question{Text: lang.T("What is the game called?"), Shape: ask.Words{Max: setup.NameLength}}
	for _, called := range setup.Tags(f.S.Game().Options, t) {
		q.Suggest = f.Lang.Say(called)
	}
	v, err := ask.Put(f.asker, q, nil)
	if err != nil {
		return on(err)
	}
	g, err := f.Shelve(t, v.Line)
	if err != nil {
		return err
	}
	f.kept = true
	f.say(lang.T("{game} is on the shelf. To play it:").With("game", g.Name))
	f.Keys.Say("  " + f.Command("play", g.ID))
	return nil
}
