package counted_test

import (
	"reflect"
	"testing"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring/counted"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/setup"
)

// Any file is either refused or a game: its stored text is the same file, and people can play a round, read the handbook
// and see the checklist.
func FuzzGameFiles(f *testing.F) {
	a := laws.New(1, 1)
	for range 40 {
		f.Add([]byte(a.GameFile()))
	}
	for _, text := range []string{
		"game_file: 1\nid: ab\nname: {en: \"\\e[2J\"}\nplayers: 1-12\n", "&a [*a]", "{\"game_file\":1,\"players\":\"1-\"}", "game_file: 1\nid: x\nname: [[[[[[\n",
		"game_file: 1\nid: ab\nname: A\nplayers: 2\neach_round: [{name: <b>, each: 9999}, {name: b, each: 9999, of: [<b>]}]\nends: {exactly: 0, past: stay}\nrules: {\"# a {#b}\": \"## x {#y}\"}\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file, wrong := counted.Read(text)
		if wrong != nil {
			_ = lang.Sanitize(wrong.Error())
			return
		}
		again, wrong := counted.Read([]byte(file.Text))
		if wrong != nil || !reflect.DeepEqual(file, again) {
			t.Fatalf("%s\nis kept as\n%s\nand read again: %v", text, file.Text, wrong)
		}
		g := file.Game()
		for _, what := range laws.Missing(g) {
			t.Error(what)
		}
		table := setup.Table{Players: laws.People()[:g.MinPlayers]}
		a := laws.New(1, 2)
		s, err := g.New(table)
		for range 3 {
			if err != nil || s.Result().Finished() {
				break
			}
			e, wrong := g.Next(&laws.Leaver{Anybody: a, Left: 40, How: ask.ErrQuit}, s)
			if wrong != nil {
				break // it asks more than a person would answer
			}
			s, err = g.Apply(s, e)
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		g.Tell(s, counted.Round{Told: [][][]int{{{1}}}})
		s.Ledger()
	})
}
