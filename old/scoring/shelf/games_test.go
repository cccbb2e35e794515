package shelf_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/shelf"
	"github.com/tablemate/tablemate/old/setup"
)

const folder = "../counted/games/"

// worked holds the results of the worked examples, each counted by hand with its game's rulebook.
var worked = map[string]string{
	"azul":           "Ana 53, Bia 53, Caio 40; Ana by category",
	"carcassonne":    "Ana 82, Bia 74; Ana by points",
	"cascadia":       "Ana 78, Bia 80, Caio 78; Bia by points",
	"catan":          "Ana 9, Bia 10, Caio 6; Bia by points",
	"hearts":         "Ana 48, Bia 101, Caio 104, Davi 59; Ana by points",
	"kingdomino":     "Ana 51, Bia 51; Ana by asked",
	"seven-wonders":  "Ana 57, Bia 62, Caio 62; Bia by category",
	"skyjo":          "Ana 54, Bia 45, Caio 100; Bia by points",
	"sushi-go":       "Ana 64, Bia 61, Caio 54; Ana by points",
	"ticket-to-ride": "Ana 115, Bia 115, Caio 60; Bia by asked",
	"wingspan":       "Ana 85, Bia 85; Ana, Bia by shared",
	"wizard":         "Ana 100, Bia 30, Caio 10; Ana by points",
}

// Every shipped game reaches the result of its worked example on paper, and the sheet that it writes stands alone.
func TestWorkedExamples(t *testing.T) {
	for id, want := range worked {
		b, err := os.ReadFile(folder + "testdata/" + id + ".yaml")
		laws.Need(t, err)
		s, err := scoring.ReadSheet(b, shelf.Games)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		if got := said(s.State.Result()); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
		written, err := s.Game.WriteSheet(s.Table, s.Events, s.State, s.Played, lang.Text.String)
		if err != nil || !strings.Contains(string(written), `"game_file"`) {
			t.Errorf("%s: %v\n%s", id, err, written)
		}
		again, err := scoring.ReadSheet(written, shelf.Games)
		if err != nil || said(again.State.Result()) != want {
			t.Errorf("%s, written and read again: %v", id, err)
		}
	}
}

// said puts a result in one line.
func said(r scoring.Result) string {
	var all, winners []string
	for row, name := range r.Rows {
		all = append(all, fmt.Sprint(name, " ", r.Points[row]))
	}
	for _, row := range r.Winners {
		winners = append(winners, r.Rows[row])
	}
	return strings.Join(all, ", ") + "; " + strings.Join(winners, ", ") + " by " + string(r.DecidedBy)
}

// Lists show the shipped games, all of them, exactly as their files do; each has something to lay out and to look up.
func TestShippedGames(t *testing.T) {
	files, err := filepath.Glob(folder + "*.yaml")
	if err != nil || len(files) != len(shelf.Shipped) || len(worked) != len(files) {
		t.Fatalf("%d files, %d examples, %d listed", len(files), len(worked), len(shelf.Shipped))
	}
	for _, listed := range shelf.Shipped {
		g, err := scoring.OnShelf(shelf.Games, listed.ID)
		if err != nil {
			t.Error(err)
			continue
		}
		name, _ := json.Marshal(g.Name)
		if as, _ := json.Marshal(listed.Name); g.ID != listed.ID || string(name) != string(as) {
			t.Errorf("%s %s is listed as %s", g.ID, name, as)
		}
		if g.Setup.Lay == nil {
			t.Errorf("%s: nothing to lay out", g.ID)
		}
	}
}

// Every text of a shipped file exists in all languages, except names that a game has everywhere.
func TestShippedGamesSpeakAllLanguages(t *testing.T) {
	for _, listed := range shelf.Shipped {
		g, err := scoring.OnShelf(shelf.Games, listed.ID)
		laws.Need(t, err)
		var file any
		laws.Need(t, json.Unmarshal([]byte(g.Files.Own), &file))
		texts := 0
		each(file, "", func(path string, it any) {
			switch it := it.(type) {
			case map[string]any:
				_, en := it["en"]
				_, pt := it["pt-BR"]
				if en || pt {
					texts++
				}
				if en != pt {
					t.Errorf("%s%s: %v", g.ID, path, it)
				}
			case string:
				if regexp.MustCompile(`\.(do|ask|source|setup\[\d+\]|rules\.[^.]*)$`).MatchString(path) {
					t.Errorf("%s%s is said in one language", g.ID, path)
				}
			}
		})
		pt, err := g.Handbook.ReadFile("handbook/pt-BR.md")
		for title := range file.(map[string]any)["rules"].(map[string]any) {
			if named := strings.Contains(g.Files.Own, `"en":"`+title+`"`); !named && strings.Contains(string(pt), "## "+title+" {") || err != nil {
				t.Errorf("%s: the title %s is said in English: %v", g.ID, title, err)
			}
		}
		if texts < 8 {
			t.Errorf("%s: only %d texts", g.ID, texts)
		}
	}
}

// each visits a JSON value and everything in it.
func each(v any, path string, see func(path string, it any)) {
	see(path, v)
	switch v := v.(type) {
	case map[string]any:
		for key, it := range v {
			each(it, path+"."+key, see)
		}
	case []any:
		for i, it := range v {
			each(it, fmt.Sprintf("%s[%d]", path, i), see)
		}
	}
}

// Every file on the page for authors is valid, and so is each form that it lists.
func TestFilesOfThePage(t *testing.T) {
	page, err := os.ReadFile("../../docs/game-files.md")
	laws.Need(t, err)
	blocks := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(blocks) != 2 {
		t.Fatalf("%d files on the page", len(blocks))
	}
	for _, b := range blocks {
		if _, err := shelf.Read(b[1]); err != nil {
			t.Errorf("%v in\n%s", err, b[1])
		}
	}
	if golf, err := os.ReadFile("../../docs/games/golf.yaml"); err != nil || string(golf) != blocks[0][1] {
		t.Errorf("the first file is another one than docs/games/golf.yaml: %v", err)
	}
	_, forms, _ := strings.Cut(string(page), "## What a field may be")
	rows := regexp.MustCompile("(?m)^\\| `([a-z]+: .*?)`[ ,|]").FindAllStringSubmatch(forms, -1)
	var kinds []string
	for _, row := range rows {
		kind, _, _ := strings.Cut(row[1], ":")
		kinds = append(kinds, kind)
		if _, err := shelf.Read("game_file: 1\nid: it\nname: It\nplayers: 2\nat_end:\n  - {name: it, " + row[1] + "}\n"); err != nil {
			t.Errorf("%s: %v", row[1], err)
		}
	}
	if !slices.Equal(kinds, []string{"each", "table", "times", "sets", "most", "bid", "one", "yes"}) {
		t.Errorf("the page lists %v", kinds)
	}
	for _, more := range regexp.MustCompile("`(\\{name: .*?\\})`").FindAllStringSubmatch(forms, -1) {
		if _, err := shelf.Read("game_file: 1\nid: it\nname: It\nplayers: 2\nat_end: [{name: ones}, {name: twos}, " + more[1] + "]\n"); err != nil {
			t.Errorf("%s: %v", more[1], err)
		}
	}
}

// A person's own file is found by its ID, unless a shipped game has that ID. A broken one says so in a sheet, too.
func TestOwnFiles(t *testing.T) {
	file, err := os.ReadFile("../../docs/games/golf.yaml")
	laws.Need(t, err)
	mine := shelf.With(func(id string) (scoring.Game, error) {
		switch id {
		case "golf", "azul":
			return shelf.Read(string(file))
		case "broken":
			return shelf.Read("game_file: 2")
		}
		return scoring.Game{}, scoring.ErrUnknown
	})
	for sheet, wrong := range map[string]string{
		`{"game": "golf", "players": ["Ana", "Bia"], "rounds": []}`:                                                                                                                 "",
		`{"game": "chess", "players": ["Ana", "Bia"], "rounds": []}`:                                                                                                                "game: the text “chess” is not one of: picture-perfect, ",
		`{"game": "broken", "players": ["Ana"]}`:                                                                                                                                    "game: game_file: line 1, column 12: 2 is out of range: from 1 to 1",
		`{"game": "dixit", "players": ["Ana", "Bia", "Caio"], "game_file": {"game_file": 1}, "rounds": []}`:                                                                         "game_file: unknown key",
		`{"game": "golf", "players": ["Ana", "Bia"], "game_file": {"game_file": 1, "id": "duel", "name": "Duel", "players": 2, "wins": "word"}, "winners": []}`:                     "game_file.id: the file is for “duel”, but the sheet is for “golf”",
		`{"game": "duel", "players": ["Ana", "Bia"], "game_file": {"game_file": 1, "id": "duel", "name": "Duel", "players": 2, "wins": "never"}, "winners": []}`:                    "game_file.wins: ",
		`{"game": "duel", "players": ["Ana", "Bia"], "game_file": {"game_file": 1, "id": "duel", "name": "Duel", "players": 2, "at_end": [{"name": "a", "each": 1, "of": ["b"]}]}}`: "game_file.at_end[0].of[0]: no field “b”",
		`{"game": "azul", "players": ["Ana", "Bia"], "game_file": {"game_file": 1, "id": "azul", "name": "Ours", "players": 2, "wins": "word"}, "winners": ["Ana"]}`:                "",
	} {
		s, err := scoring.ReadSheet([]byte(sheet), mine)
		if wrong == "" && err != nil || wrong != "" && (err == nil || !strings.HasPrefix(err.Error(), wrong)) {
			t.Errorf("%s: %v", sheet, err)
		}
		if strings.Contains(sheet, "Ours") && s.Game.Name.String() != "Ours" {
			t.Errorf("the file in the sheet is another one: %s", s.Game.Name)
		}
	}
	if g, err := scoring.OnShelf(mine, "azul"); err != nil || g.Name.String() != "Azul" {
		t.Errorf("%s %v", g.Name, err)
	}
}

// A pad's agreement is a game file: its own sheet, rewritten for that file, has the same result.
func TestAPadIsAFile(t *testing.T) {
	for _, c := range []struct{ pad, id, file string }{
		{`{"game": "pad", "players": ["Ana", "Bia"], "name": "Canastra", "style": "rounds", "wins": "low", "ends": "target", "target": 20, "rounds": [[9, 4], [11, 12]]}`,
			"canastra", `"rounds": [{"points": {"Ana": 9, "Bia": 4}}, {"points": {"Ana": 11, "Bia": 12}}]`},
		{`{"game": "pad", "players": ["Ana", "Bia"], "name": "7 é demais", "style": "rounds", "ends": "rounds", "rounds_planned": 2, "rounds": [[9, 4], [1, 12]]}`,
			"game-7-e-demais", `"rounds": [{"points": {"Ana": 9, "Bia": 4}}, {"points": {"Ana": 1, "Bia": 12}}]`},
		{`{"game": "pad", "players": ["Ana", "Bia"], "name": "Azul", "style": "categories", "tie": "rows", "categories": [{"name": "track", "points": [9, 4]}, {"name": "rows", "points": [2, 7]}]}`,
			"azul-ours", `"at_end": {"track": {"Ana": 9, "Bia": 4}, "rows": {"Ana": 2, "Bia": 7}}`},
		{`{"game": "pad", "players": ["Ana", "Bia"], "style": "categories", "wins": "low", "tie": "b", "categories": [{"name": "a", "points": [9, 4]}, {"name": "b", "points": [2, 7]}]}`,
			"our-game", `"at_end": {"a": {"Ana": 9, "Bia": 4}, "b": {"Ana": 2, "Bia": 7}}`},
	} {
		was, err := scoring.ReadSheet([]byte(c.pad), shelf.Games)
		laws.Need(t, err)
		file := was.Game.File(was.Table)
		is, err := scoring.ReadSheet([]byte(`{"game": "`+c.id+`", "players": ["Ana", "Bia"], "game_file": `+file+`, `+c.file+`}`), shelf.Games)
		if err != nil {
			t.Errorf("%s: %v in\n%s", c.pad, err, file)
			continue
		}
		if got, want := said(is.State.Result()), said(was.State.Result()); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
	pad, _ := scoring.GameOf(shelf.Games, "pad")
	if file := pad.File(setup.Table{Players: []string{"Ana"}, Choices: map[string]string{"clock": "3m"}}); !strings.Contains(file, `"clock":{"round":"3m"}`) {
		t.Errorf("the clock of a pad is not in its file: %s", file)
	}
}

// Only Picture Perfect asks people for pictures, so only its menu offers to save them.
func TestWhoTakesPictures(t *testing.T) {
	for _, g := range shelf.Games {
		s, err := g.New(setup.Table{Players: []string{"Ana", "Bia", "Caio", "Davi"}})
		if err != nil || s.TakesPictures() != (g.ID == "picture-perfect") {
			t.Errorf("%s: %v", g.ID, err)
		}
	}
}
