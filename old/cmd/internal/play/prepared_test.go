package play

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring/pad"
	"github.com/tablemate/tablemate/old/setup"
)

// A list sorted by name is answered in the game's order, and so are suggestions.
func TestAlphabet(t *testing.T) {
	q := ask.Question{Head: ask.Head{ID: "x"}, Shape: ask.Pick{Options: lang.Names([]string{"Praia", "Ábaco", "Banco", "(ninguém)"}), Sorted: 3, Album: []string{"p", "", "b", "n"}}}
	for shown, want := range map[int]int{0: 1, 1: 2, 2: 0, 3: 3} {
		suggested := ask.One(want)
		q.Suggest = &suggested
		host := asking(func(q ask.Question) (ask.Answer, error) {
			if !slices.Equal(ask.As[ask.Pick](q).Album, []string{"", "b", "p", "n"}) {
				t.Errorf("the pictures are %q", ask.As[ask.Pick](q).Album)
			}
			if q.Suggest.Value() != shown || q.List().Options[0].String() != "Ábaco" || q.List().Options[3].String() != "(ninguém)" || ask.As[ask.Pick](q).Sorted != 0 {
				t.Errorf("%v suggested of %v, want %d", q.Suggest.Values, q.List().Options, shown)
			}
			return ask.One(shown), nil
		})
		if r, err := (prepared{next: host, voice: lang.NewLocalizer("pt-BR")}).put(q); err != nil || r.Value() != want || suggested.Value() != want {
			t.Errorf("line %d is %v, %v; want %d", shown, r, err, want)
		}
	}
	q.Suggest, q.Keys = nil, []ask.Key{{Letter: "x"}}
	for _, r := range []ask.Answer{{Key: "x"}, {By: 2}} {
		host := asking(func(ask.Question) (ask.Answer, error) { return r, nil })
		if got, err := (prepared{next: host, voice: lang.NewLocalizer("en")}).put(q); err != nil || !got.Equal(r) {
			t.Errorf("%v, %v", got, err)
		}
	}
}

var (
	azul  = map[string]string{"name": "Azul", "style": "rounds"}
	skat  = map[string]string{"name": "Skat", "style": "rounds", "wins": "low"}
	plain = map[string]string{"style": "rounds"}
)

// offering returns an asker for a table that finds these choices of earlier tables.
func offering(a ask.Asker, all ...map[string]string) prepared {
	return prepared{next: a, where: nowhere, voice: lang.NewLocalizer("en"), tables: earlierTables{pad.Game, func(kind string) ([]map[string]string, error) {
		if kind != "pad" {
			return nil, errors.New("of another game")
		}
		return all, nil
	}, ""}}
}

func nowhere() lang.Text { return lang.Text{} }

func whatGame(suggest string) ask.Question {
	q := ask.Question{Head: ask.Head{ID: setup.AsksEarlier}, Shape: ask.Words{Blank: true}}
	if suggest != "" {
		q.Suggest, q.Stands = &ask.Answer{By: ask.Scorekeeper, Text: suggest}, true
	}
	return q
}

// The games of earlier tables are listed. A number or a name becomes an answer in full.
func TestEarlierTables(t *testing.T) {
	again := map[string]string{"name": " azul", "style": "rounds", "ends": "word"}
	several := []map[string]string{azul, again, {"style": "no such"}, skat, plain}
	const named = "Played here before (a number will do): 1 Azul · 2 Skat · 3 rounds of points"
	for _, c := range []struct {
		why           string
		known         []map[string]string
		suggest       string
		line, text    string
		noted, stands string
	}{
		{"nobody played yet", nil, "", "Azul", "Azul", "", ""},
		{"Enter is no name", several, "", "", "", named, ""},
		{"each once, by number", several, "", "2", setup.Chosen(skat), named, ""},
		{"a number that stands for none is a name", several, "", "4", "4", named, ""},
		{"another one", several, "", "Wingspan", "Wingspan", named, ""},
		{"by a name that was played", several, "", "SKAT", setup.Chosen(skat), named, ""},
		{"read again", several, setup.Chosen(skat), "", setup.Chosen(skat), named, "Skat"},
		{"read again, played nowhere else", nil, setup.Chosen(skat), "", setup.Chosen(skat), "", "Skat"},
		{"read again, a name", several, "Wingspan", "", "Wingspan", named, "Wingspan"},
		{"another one in its place", several, setup.Chosen(skat), "3", setup.Chosen(plain), named, "Skat"},
		{"only another name in its place", several, "Wingspan", "azul", "azul", named, "Wingspan"},
	} {
		script := asktest.NewScript(t, asktest.Said{ID: setup.AsksEarlier, Line: c.line})
		r, err := offering(script, c.known...).Ask(whatGame(c.suggest))
		if err != nil || r.Text != c.text {
			t.Errorf("%s: %q %v", c.why, r.Text, err)
		}
		q := script.Seen[0]
		if got := texts(q.Written); got != c.noted {
			t.Errorf("%s: %q", c.why, got)
		}
		if c.stands != "" && q.Suggest.Text != c.stands {
			t.Errorf("%s: %q stands", c.why, q.Suggest.Text)
		}
	}
}

func texts(notes []lang.Text) string {
	var all []string
	for _, n := range notes {
		all = append(all, n.String())
	}
	return strings.Join(all, "\n")
}

func TestEarlierTablesAreLetAlone(t *testing.T) {
	broken := errors.New("broken")
	fails := prepared{where: nowhere, voice: lang.NewLocalizer("en"), tables: earlierTables{pad.Game, func(string) ([]map[string]string, error) { return nil, broken }, ""}}
	if _, err := fails.Ask(whatGame("")); !errors.Is(err, broken) {
		t.Error(err)
	}
	fails.next = asktest.NewScript(t, asktest.Said{ID: "pad.round", Line: "x"})
	if _, err := fails.Ask(ask.Question{Head: ask.Head{ID: "pad.round"}}); err != nil {
		t.Error(err)
	}
	q := whatGame("much too long")
	q.Fault = errors.New("too long")
	script := asktest.NewScript(t, asktest.Said{ID: setup.AsksEarlier, Line: "short"})
	if r, err := offering(script, azul).Ask(q); err != nil || r.Text != "short" {
		t.Errorf("what was refused is mended where it was typed: %v %v", r, err)
	}
	back := asktest.NewScript(t, asktest.Said{ID: setup.AsksEarlier, Line: "<"})
	if _, err := offering(back, azul).Ask(whatGame("")); !errors.Is(err, ask.ErrBack) {
		t.Error(err)
	}
	many := slices.Repeat([]map[string]string{azul}, 3)
	for i := range 20 {
		many = append(many, map[string]string{"name": strings.Repeat("x", i+1), "style": "rounds"})
	}
	script = asktest.NewScript(t, asktest.Said{ID: setup.AsksEarlier, Line: "9"})
	if r, err := offering(script, many...).Ask(whatGame("")); err != nil || !strings.Contains(r.Text, `"xxxxxxxx"`) || strings.Count(texts(script.Seen[0].Written), "·") != 8 {
		t.Error(r, err)
	}
}
