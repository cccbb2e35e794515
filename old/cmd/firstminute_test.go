package cmd

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
)

// From its command line to the first question of play, a table answers this many lines and no more, in every game and
// every way to begin. The screen of what is agreed is always among them, once.
func TestTheFirstMinute(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	const names, agreed = "Ana, Bia, Caio, Davi", "all as you want it?"
	for _, g := range []struct {
		id, first, scored, sheet string
		number                   string   // that the menu of games has for it, or the beginning of its name, or what leads there, with a blank between
		asked                    []string // the lines that have no suggestion
		page                     []string // the list for setting up
	}{
		{
			"dixit", "Who thought of a clue first?", "which card was it?",
			`{"game": "dixit", "players": ["Ana", "Bia", "Caio", "Davi"], "over": true, "rounds": [{"storyteller": "Ana", "storyteller_card": 2, "cards": {"1": "Bia", "2": "Ana"}, "votes": {"Bia": [2], "Caio": [1], "Davi": [2]}}]}`,
			"2", nil, []string{""},
		},
		{
			"picture-perfect", "The exchange card\n", "Guest 1\n",
			`{"game": "picture-perfect", "players": ["Ana", "Bia", "Caio", "Davi"], "auction": false, "guests": [{"name": "Guest 1", "vips": 0, "fulfilled": {"Ana": 3}}]}`,
			"1", []string{"1"}, []string{""},
		},
		{
			"spyfall", "Everybody has looked?", "is scored now.",
			`{"game": "spyfall", "players": ["Ana", "Bia", "Caio", "Davi"], "over": true, "rounds": [{"spy": "Caio", "ending": {"type": "accusation", "accuser": "Ana", "suspect": "Caio"}}]}`,
			"3", nil, []string{""},
		},
		{
			"versus", "Who slapped?", "Who slapped?",
			`{"game": "versus", "players": ["Ana", "Bia", "Caio", "Davi"], "over": true, "events": [{"type": "slap", "by": "Ana", "gives": "Bia"}]}`,
			"4", nil, []string{""},
		},
		{
			"pad", "Round 1: how many points?", "Round 1: how many points?",
			`{"game": "pad", "players": ["Ana", "Bia", "Caio", "Davi"], "style": "rounds", "rounds": [[9, 4, 1, 2]], "over": true}`,
			"score", nil, nil,
		},
		{
			"azul", "Track: how many points?", "Track: how many points?",
			`{"game": "azul", "players": ["Ana", "Bia", "Caio", "Davi"], "over": true}`,
			"o 2", nil, []string{""},
		},
	} {
		before := &parlor.Home{Dir: t.TempDir()}
		before.Run(g.sheet, "import", "-")
		enter := []string{""}
		begun := slices.Concat(g.asked, enter, g.page)
		for _, c := range []struct {
			way   string
			known bool // the table played it before: a sheet was imported
			lines []string
			args  []string
			most  int // lines, apart from asked
			first string
		}{
			{"new", false, slices.Concat([]string{names}, begun), []string{"play", g.id}, 4, g.first},
			{"known", true, slices.Concat(enter, begun), []string{"play", g.id}, 3, g.first},
			{"aloud", true, slices.Concat(enter, begun), []string{"play", g.id}, 3, g.first},
			{"again", true, begun, []string{"play", g.id, "--again"}, 2, g.first},
			{"again, next", true, begun, []string{"play", "--again", "--next"}, 2, g.first},
			{"scored", false, slices.Concat([]string{names}, enter), []string{"play", g.id, "--score-only"}, 2, g.scored},
			{"menu", false, slices.Concat([]string{"n"}, strings.Fields(g.number), []string{names}, begun), nil, 5 + len(strings.Fields(g.number)), g.first},
			{"menu, as last time", true, slices.Concat([]string{"n", ""}, enter, begun), nil, 5, g.first},
			{"menu, again", true, slices.Concat(enter, begun), nil, 3, g.first},
		} {
			p := &parlor.Home{Dir: t.TempDir()}
			if c.known {
				parlor.Check(t, os.CopyFS(p.Dir, os.DirFS(before.Dir)))
			}
			if c.way == "aloud" {
				p.Vars = map[string]string{"ACCESSIBLE": "1"}
			}
			h := p.Run(typed(c.lines), c.args...)
			if n := strings.Count(h.Out, agreed); n != 1 || strings.Contains(h.Out, "✗") || strings.Contains(h.Out, ": –") || strings.Count(h.Out, c.first) != 1 || len(c.lines)-len(g.asked) > c.most {
				t.Errorf("%s, %s: %d lines, the screen %d times\n%s%s", g.id, c.way, len(c.lines), n, h.Out, h.Errs)
			}
		}
	}
}

// After the end, the menu leads to another game, which suggests the same people. Both games are kept.
func TestAnotherGameAfterTheEnd(t *testing.T) {
	p := &parlor.Home{Dir: t.TempDir()}
	h := p.Run("Ana, Bia\n\n3 1\nr\n?o\n1\n\n\n3 1\n", "play", "picture-perfect", "--score-only")
	if h.Code != 0 && h.Code != 1 || !strings.Contains(h.Out, "Which game?") || !strings.Contains(h.Out, "Clockwise: Ana and Bia") {
		t.Fatalf("%d %s\n%s", h.Code, h.Out, h.Errs)
	}
	if list := p.Run("", "games").Out; strings.Count(list, "Ana and Bia") != 2 {
		t.Error(list)
	}
}

// typed returns lines as a keyboard sends them.
func typed(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}
