package play

import (
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/dixit"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/pictureperfect"
)

// Each manual names every letter of the menu in its language.
func TestManualsNameEveryLetter(t *testing.T) {
	m := menu{at: &sitting{s: session.Start(&store.Store{}, pictureperfect.Game, ToPlay, time.Now, func() uint64 { return 1 })}}
	for tag, file := range map[string]string{"en": "docs/manual.md", "pt-BR": "docs/manual.pt-BR.md"} {
		raw, err := os.ReadFile("../../../" + file)
		laws.Need(t, err)
		_, row, _ := strings.Cut(string(raw), "\n| `?` | ")
		row, _, _ = strings.Cut(row, "\n")
		voice := lang.NewLocalizer(tag, Texts)
		for _, c := range m.commands() {
			if letter := voice.Say(c.key); !strings.Contains(row, "`"+letter+"` ") {
				t.Errorf("%s: %s, %s, is missing in %q", file, letter, c.id, row)
			}
		}
	}
}

// A step back inside a command leads to its question before, then to the menu, then to the question of the game. An
// unknown word is asked for again.
func TestBackInTheMenu(t *testing.T) {
	st := fileOf(t)
	one, back := func(n int) func(ask.Question) (ask.Answer, error) {
		return func(ask.Question) (ask.Answer, error) { return ask.One(n), nil }
	}, func(ask.Question) (ask.Answer, error) { return ask.Answer{}, ask.ErrBack }
	key := func(letter string) func(ask.Question) (ask.Answer, error) {
		return func(q ask.Question) (ask.Answer, error) { return q.Read(letter) }
	}
	word := func(w string) func(ask.Question) (ask.Answer, error) {
		return func(ask.Question) (ask.Answer, error) { return ask.Answer{Text: w}, nil }
	}
	menu := func(ask.Question) (ask.Answer, error) { return ask.Answer{}, &ask.Aside{} }
	guest := func(ask.Question) (ask.Answer, error) { return ask.Answer{Values: [][]int{{3}, {2}}}, nil }
	say := []func(ask.Question) (ask.Answer, error){
		word("Ana, Bia"), one(0), guest, menu, key("c"), one(0), back, back, key("l"), word("xyzzy"), back, back,
	}
	var asked []string
	host := asking(func(q ask.Question) (ask.Answer, error) {
		asked = append(asked, q.ID)
		if len(asked) > len(say) {
			return ask.Answer{}, ask.ErrQuit
		}
		return say[len(asked)-1](q)
	})
	s := session.Start(st, pictureperfect.Game, OnlyScore, time.Now, func() uint64 { return 3 })
	if err := New(settingOf(st, host, io.Discard), s).Run(); !errors.Is(err, ask.ErrQuit) {
		t.Fatal(err)
	}
	want := []string{
		"cmd.who-plays", "setup.agreed", "pp.guest", "pp.guest", "play.what-else", "play.which-item", "play.what-to-do", "play.which-item",
		"play.what-else", "play.which-word", "play.which-word", "play.what-else", "pp.guest",
	}
	if !slices.Equal(asked, want) {
		t.Errorf("%q\nwant %q", asked, want)
	}
}

// The next undo is described in the reader's language, since each phone has its own.
func TestUndoIsSaidInAnyLanguage(t *testing.T) {
	c := newClub(t, "")
	c.open()
	s := c.sits(dixit.Game, "Ana", "Bia", "Caio", "Davi")
	c.must(s.Do(scoring.Laid{}))
	c.must(s.Do(turn(0, 4)))
	all, at := s.Log.Items(), &sitting{s: s}
	answer := ask.Answered{Question: ask.Question{Head: ask.Head{Text: whatElse}, Shape: ask.Pick{Options: []lang.Text{timeWasUp}}}, Entry: ask.Entry{Answer: ask.One(0)}}
	for tag, want := range map[string][]string{"en": {"What would you like to do? Time was up", "turn 1 removed"}, "pt-BR": {"O que vocês querem fazer? O tempo acabou", "remoção: turno 1"}} {
		v := lang.NewLocalizer(tag, Texts, dixit.Texts)
		for i, deed := range []lang.Text{inWords(answer), at.deed(session.Deed{Change: &session.Entry{Dropped: all[len(all)-1:], Was: all}})} {
			if said := v.Say(deed); said != want[i] {
				t.Errorf("%s: %q, want %q", tag, said, want[i])
			}
		}
	}
}
