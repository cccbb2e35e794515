package play

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/asktest"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring/pad"
	"github.com/tablemate/tablemate/scoring/versus"
	"github.com/tablemate/tablemate/setup"
)

var (
	azul  = map[string]string{"name": "Azul", "style": "rounds"}
	skat  = map[string]string{"name": "Skat", "style": "rounds", "wins": "low"}
	plain = map[string]string{"style": "rounds"}
)

// offering is a table before which earlier ones agreed on all of this.
func offering(a ask.Asker, all ...map[string]string) prepared {
	return prepared{next: a, where: nowhere, tables: earlierTables{pad.Game, func(kind string) ([]map[string]string, error) {
		if kind != "pad" {
			return nil, errors.New("of another game")
		}
		return all, nil
	}, ""}}
}

func nowhere() lang.Text { return lang.Text{} }

func whatGame(suggest string) ask.Question {
	q := ask.Question{ID: setup.AsksEarlier, Shape: ask.Words{Blank: true}}
	if suggest != "" {
		q.Suggest, q.Stands = &ask.Answer{By: ask.Scorekeeper, Text: suggest}, true
	}
	return q
}

// What earlier tables played is listed; what is chosen is an answer in full.
func TestEarlierTables(t *testing.T) {
	const list, words = "play.earlier", setup.AsksEarlier
	again := map[string]string{"name": " azul", "style": "rounds", "ends": "word"}
	several := []map[string]string{azul, again, {"style": "no such"}, skat, plain}
	for _, c := range []struct {
		why     string
		known   []map[string]string
		suggest string
		said    []asktest.Said
		text    string
		listed  string
	}{
		{"nobody played yet", nil, "", []asktest.Said{{ID: words, Line: "Azul"}}, "Azul", ""},
		{"the latest one with Enter", several, "", []asktest.Said{{ID: list}}, setup.Chosen(azul), "Azul, Skat, rounds of points, another game"},
		{"each once, by key", several, "", []asktest.Said{{ID: list, Line: "2"}}, setup.Chosen(skat), ""},
		{"another one", several, "", []asktest.Said{{ID: list, Line: "a"}, {ID: words, Line: "Wingspan"}}, "Wingspan", ""},
		{"another one, by a name that was played", several, "", []asktest.Said{{ID: list, Line: "a"}, {ID: words, Line: "SKAT"}}, setup.Chosen(skat), ""},
		{"another one, and back", several, "", []asktest.Said{{ID: list, Line: "a"}, {ID: words, Line: "<"}, {ID: list, Line: "3"}}, setup.Chosen(plain), ""},
		{"read again", several, setup.Chosen(skat), []asktest.Said{{ID: list}}, setup.Chosen(skat), "Skat, Azul, rounds of points, another game"},
		{"read again, gone from the list", nil, setup.Chosen(skat), []asktest.Said{{ID: list}}, setup.Chosen(skat), "Skat, another game"},
		{"read again, a name", several, "Wingspan", []asktest.Said{{ID: list}, {ID: words}}, "Wingspan", ""},
		{"another one in its place, without a name", several, setup.Chosen(skat), []asktest.Said{{ID: list, Line: "a"}, {ID: words}}, "", ""},
	} {
		script := asktest.NewScript(t, c.said...)
		r, err := offering(script, c.known...).Ask(whatGame(c.suggest))
		if err != nil || r.Text != c.text {
			t.Errorf("%s: %q %v", c.why, r.Text, err)
		}
		if last := script.Seen[len(script.Seen)-1]; c.suggest == setup.Chosen(skat) && last.ID == words && (last.Stands || last.Suggest != nil) {
			t.Errorf("%s: what stood is something else, and does not stand here", c.why)
		}
		var listed []string
		for _, o := range script.Seen[0].List().Options {
			listed = append(listed, o.String())
		}
		if got := strings.Join(listed, ", "); c.listed != "" && got != c.listed {
			t.Errorf("%s: %s", c.why, got)
		}
	}
}

func TestEarlierTablesAreLetAlone(t *testing.T) {
	broken := errors.New("broken")
	fails := prepared{where: nowhere, tables: earlierTables{pad.Game, func(string) ([]map[string]string, error) { return nil, broken }, ""}}
	if _, err := fails.Ask(whatGame("")); !errors.Is(err, broken) {
		t.Error(err)
	}
	for _, q := range []ask.Question{{ID: "pad.round"}, whatGame("")} {
		fails.next, fails.tables.game = asktest.NewScript(t, asktest.Said{ID: q.ID, Line: "x"}), versus.Game // which has no such question
		if _, err := fails.Ask(q); err != nil {
			t.Error(err)
		}
	}
	q := whatGame("much too long")
	q.Fault = errors.New("too long")
	script := asktest.NewScript(t, asktest.Said{ID: setup.AsksEarlier, Line: "short"})
	if r, err := offering(script, azul).Ask(q); err != nil || r.Text != "short" {
		t.Errorf("what was refused is mended where it was typed: %v %v", r, err)
	}
	back := asktest.NewScript(t, asktest.Said{ID: "play.earlier", Line: "<"})
	if _, err := offering(back, azul).Ask(whatGame("")); !errors.Is(err, ask.ErrBack) {
		t.Error(err)
	}
	many := slices.Repeat([]map[string]string{azul}, 3)
	for i := range 20 {
		many = append(many, map[string]string{"name": strings.Repeat("x", i+1), "style": "rounds"})
	}
	script = asktest.NewScript(t, asktest.Said{ID: "play.earlier", Line: "9"})
	if r, err := offering(script, many...).Ask(whatGame("")); err != nil || !strings.Contains(r.Text, `"xxxxxxxx"`) || len(script.Seen[0].List().Options) != 10 {
		t.Error(r, err)
	}
}
