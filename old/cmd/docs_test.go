package cmd

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/scoring"
)

// Every example in the documents can be scored, and each game has one.
func TestSheetsOfTheDocuments(t *testing.T) {
	raw, err := os.ReadFile("../docs/score-sheets.md")
	parlor.Check(t, err)
	seen := map[string]int{}
	for _, m := range regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(string(raw), -1) {
		s, err := scoring.ReadSheet([]byte(m[1]), games)
		if err != nil {
			t.Errorf("%v in\n%s", err, m[1])
			continue
		}
		if seen[s.Game.ID]++; len(s.State.Result().Parts) == 0 && !s.State.Result().Finished() { // or the table says who has won
			t.Errorf("nothing is scored in\n%s", m[1])
		}
	}
	for _, g := range games {
		if seen[g.ID] == 0 {
			t.Errorf("no example of %s", g.ID)
		}
	}
	if seen["dixit"] != 3 {
		t.Errorf("%d examples of dixit's three sheets", seen["dixit"])
	}
}

// The documents name files and tests that exist.
func TestDocumentsNameWhatIsThere(t *testing.T) {
	for _, doc := range []string{"../../README.md", "../../README.pt-BR.md", "../../CONTRIBUTING.md", "../docs/manual.md", "../docs/manual.pt-BR.md", "../docs/design.md", "../docs/inside.md", "../docs/stored-format.md", "../docs/new-game.md", "../docs/game-files.md", "../docs/score-sheets.md"} {
		raw, err := os.ReadFile(doc)
		parlor.Check(t, err)
		for _, m := range regexp.MustCompile("\\]\\(([^)#]+)\\)|`((?:old|cmd|internal|scoring|setup|timer|docs|scripts|\\.ci)/[A-Za-z0-9_./-]*)`").FindAllStringSubmatch(string(raw), -1) {
			path := strings.TrimRight(m[1]+m[2], "/")
			if strings.HasPrefix(path, "http") || slices.ContainsFunc([]string{"GAME", "*", "NAME"}, func(s string) bool { return strings.Contains(path, s) }) {
				continue
			}
			if _, err := os.Stat(strings.TrimSuffix(doc[:strings.LastIndexByte(doc, '/')+1], "docs/") + path); err != nil {
				if _, err := os.Stat("../docs/" + path); err != nil {
					t.Errorf("%s names %s", doc, path)
				}
			}
		}
	}
}
