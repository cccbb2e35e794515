package handbook

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
	"github.com/tablemate/tablemate/setup"
)

// Names come first, then the text; words in any form, without accents, begun, or with a slip of the finger; in both
// languages.
func TestFind(t *testing.T) {
	r := hearts(t)
	for words, want := range map[string]string{
		"Passing cards": "passing", "EXCHANGE": "passing", "passag": "passing", "passar": "passing", "passei": "passing",
		"the queen": "queen", "queens of spade": "queen", "moon": "scoring", "thirteen": "queen", "pontuacao": "scoring",
		"treze": "queen", "black lady": "queen", "counting": "scoring", "exchagne": "passing", "exchenge": "passing",
		"before the first trick": "passing", "antes da primeira vaza": "passing", "xyzzy": "", " - ": "", "the": "",
	} {
		if got := found(r.Find(lang.English, nil, words)); got != want {
			t.Errorf("%s: %q, want %q", words, got, want)
		}
	}
}

// Every entry of every game comes first for its title, and is among the first for each of its names.
func TestNames(t *testing.T) {
	for _, g := range shelf.Games {
		r := open(t, g)
		for l, b := range r.books {
			for _, e := range b.Entries {
				if f := r.Find(l, nil, e.Title); len(f.Entries) == 0 || f.Entries[0].ID != e.ID {
					t.Errorf("%s: the title “%s” finds %s", g.ID, e.Title, found(f))
				}
				for _, n := range e.names {
					if f := r.Find(l, nil, n); !strings.Contains(" "+found(f)+" ", " "+e.ID+" ") {
						t.Errorf("%s: “%s” does not find %s, but %s", g.ID, n, e.ID, found(f))
					}
				}
			}
		}
	}
}

func open(t *testing.T, g scoring.Game) *Reference {
	t.Helper()
	r, err := Open(g)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Nine in ten look-ups out of the printed books have the right entry first, and nearly all have it among the first three.
func TestLookups(t *testing.T) {
	file, err := os.Open("testdata/lookups.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	games := map[string]*Reference{}
	for _, g := range shelf.Games {
		if g.ID == "picture-perfect" || g.ID == "dixit" || g.ID == "spyfall" || g.ID == "versus" {
			games[g.ID] = open(t, g)
		}
	}
	all, first, near := 0, 0, 0
	for in := bufio.NewScanner(file); in.Scan(); {
		f := strings.Split(in.Text(), "|")
		if len(f) != 4 || strings.HasPrefix(f[0], "#") {
			continue
		}
		got := games[f[1]].Find(lang.Lang(f[0]), nil, f[2])
		at := slices.IndexFunc(got.Entries, func(e Entry) bool { return slices.Contains(strings.Split(f[3], "/"), e.ID) })
		all++
		if at == 0 {
			first++
		} else {
			t.Logf("%s: %s", in.Text(), found(got))
		}
		if at >= 0 {
			near++
		}
	}
	if all < 150 || first*100 < all*92 || near*100 < all*97 {
		t.Errorf("of %d look-ups %d have the right entry first, %d among the first three", all, first, near)
	}
}

// In a game the entries of its own way to play come before those of another.
func TestRunningGame(t *testing.T) {
	i := slices.IndexFunc(shelf.Games, func(g scoring.Game) bool { return g.ID == "dixit" })
	r := open(t, shelf.Games[i])
	for mode, want := range map[string]string{"base": "vote", "party": "party-vote", "team": "team-vote"} {
		for l, words := range map[lang.Lang]string{lang.English: "vote", lang.Portuguese: "votar na própria carta"} {
			got := r.Find(l, dixit(t, shelf.Games[i], mode), words)
			if got.Entries[0].ID != want {
				t.Errorf("%s, “%s”: %s comes first, not %s", mode, words, got.Entries[0].ID, want)
			}
		}
	}
}

// dixit returns a game of Dixit that begins, with six people.
func dixit(t *testing.T, g scoring.Game, mode string) scoring.State {
	t.Helper()
	table := setup.Table{Players: []setup.Name{"Ana", "Bia", "Caio", "Davi", "Eva", "Fabi"}}.With("mode", mode)
	if mode == "team" {
		table.Teams = []setup.Team{{Name: "A", Players: []setup.Name{"Ana", "Davi"}}, {Name: "B", Players: []setup.Name{"Bia", "Eva"}},
			{Name: "C", Players: []setup.Name{"Caio", "Fabi"}}}
	}
	s, err := g.Begin(table)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
