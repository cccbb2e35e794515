package counted_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/counted"
	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/scoring/shelf"
	"github.com/tablemate/tablemate/setup"
)

// file returns the game file at a path.
func file(t *testing.T, path string) *counted.File {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := counted.Read(raw)
	if err != nil {
		t.Fatal(path, err)
	}
	return f
}

// Every form pays its points with their reasons, and refuses answers that cannot be.
func TestRules(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.yaml")
	for _, path := range files {
		laws.Rules(t, file(t, path).Game(), strings.Replace(path, ".yaml", ".txt", 1))
	}
	if len(files) < 8 {
		t.Error(files)
	}
}

// The laws of every game hold for every file that comes along, every form, and the pad.
func TestLaws(t *testing.T) {
	if os.Getenv("GATE")+os.Getenv("EVENINGS")+os.Getenv("EVENING") == "" {
		t.Setenv("EVENINGS", "5") // a file
	}
	shipped, _ := filepath.Glob("../shelf/games/*.yaml")
	forms, _ := filepath.Glob("testdata/*.yaml")
	for _, path := range append(shipped, forms...) {
		t.Run(filepath.Base(path), func(t *testing.T) { laws.Check(t, file(t, path).Game()) })
	}
	t.Run("pad", func(t *testing.T) { laws.Check(t, counted.Pad, shelf.Find) })
}

const head = "game_file: 1\nid: small\nname: Small\nplayers: 2-4\n"

// A fault of a file has its line, column and path. A line of faults.txt is a file, “|” between its lines, behind
// the usual four unless it begins with “!”; and the fault.
func TestFaults(t *testing.T) {
	raw, err := os.ReadFile("testdata/faults.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(raw)) {
		text, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ⇒ ")
		text, whole := strings.CutPrefix(text, "!")
		text = strings.ReplaceAll(text, " | ", "\n")
		if !whole {
			text = head + text
		}
		if _, got := counted.Read([]byte(text)); got == nil || got.Error() != want {
			t.Errorf("%s\n%v\nnot %s", text, got, want)
		}
		n++
	}
	if n < 60 {
		t.Errorf("only %d files", n)
	}
	for _, long := range []string{strings.Repeat("# sixteen bytes\n", 4097), `{"id": "` + strings.Repeat("a", 70_000) + `"}`} {
		if _, err := counted.Read([]byte(long)); err == nil || !strings.Contains(err.Error(), "64 kB at most") {
			t.Errorf("%d bytes: %v", len(long), err)
		}
	}
}

// Every game that comes along reaches the result of its worked example, counted by hand with its rulebook, and the sheet
// that it writes stands alone.
func TestWorkedExamples(t *testing.T) {
	for id, want := range map[string]string{
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
	} {
		raw, err := os.ReadFile("../shelf/games/testdata/" + id + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		doc, got := scored(t, raw)
		if got != want {
			t.Errorf("%s: %s, not %s", id, got, want)
		}
		if _, got := scored(t, doc); got != want || !strings.Contains(string(doc), `"game_file":{"game_file":1,`) {
			t.Errorf("%s, written and read again: %s\n%s", id, got, doc)
		}
	}
	if len(shelf.Shipped()) != 12 {
		t.Error(shelf.Shipped())
	}
}

// scored scores a sheet, writes it anew, and puts its result in one line.
func scored(t *testing.T, raw []byte) (doc []byte, result string) {
	t.Helper()
	s, err := scoring.ReadSheet(shelf.Find, raw)
	if err != nil {
		t.Fatalf("%v\n%s", err, raw)
	}
	state, err := s.Score()
	if err != nil {
		t.Fatal(err)
	}
	doc, err = s.Write()
	if err != nil {
		t.Fatal(err)
	}
	r := s.Game.Result(state)
	var all, winners []string
	for _, row := range r.Rows {
		all = append(all, fmt.Sprint(row, " ", r.Points[row]))
	}
	for _, row := range r.Winners {
		winners = append(winners, string(row))
	}
	return doc, strings.Join(all, ", ") + "; " + strings.Join(winners, ", ") + " by " + r.DecidedBy + r.Needs
}

// Every text of a shipped file is in both languages, but the names that a game has everywhere.
func TestShippedSpeakBothLanguages(t *testing.T) {
	alone := regexp.MustCompile(`(?m)[{,-] *(do|ask|source): [^{\n]`)
	for _, id := range shelf.Shipped() {
		raw, _ := shelf.Text(id)
		f := file(t, "../shelf/games/"+id+".yaml")
		if en, pt := strings.Count(string(raw), "en: "), strings.Count(string(raw), "pt-BR: "); en != pt || en < 8 {
			t.Errorf("%s: %d texts in English, %d in Portuguese", id, en, pt)
		}
		if text := alone.Find(raw); text != nil {
			t.Errorf("%s: a text in one language: %q", id, text)
		}
		if l, err := f.Game().Layout(setup.Table{Players: make([]setup.Name, f.Players.Lo)}); err != nil || len(l.Steps) == 0 {
			t.Errorf("%s: nothing to lay out: %v", id, err)
		}
	}
}

// The files of the page are right, and mean what the page says.
func TestThePage(t *testing.T) {
	page, err := os.ReadFile("../../docs/game-files.md")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, block := range strings.Split(string(page), "```yaml\n")[1:] {
		text, _, _ := strings.Cut(block, "```")
		f, err := counted.Read([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		l, _ := f.Game().Begin(setup.Table{Players: []setup.Name{"Ana", "Bia", "Caio"}})
		if _, err := f.Game().Apply(l, counted.Counting{}); (err == nil) != (f.ID == "seven-duels") {
			t.Errorf("%s: %v", f.ID, err)
		}
		n++
	}
	if n != 2 {
		t.Errorf("%d files on the page", n)
	}
}

// Sheets may say that people came late, that a game ended before its time, and which file it is out of.
func TestSheets(t *testing.T) {
	game := func(file, more string) string {
		return "game: small\nplayers: [Ana, Bia, Caio]\ngame_file: {game_file: 1, id: small, name: Small, players: 2-4, " + file + "}\n" + more
	}
	rounds, both := "each_round: [{name: a}], ends: {after: 2}, start: 3", "each_round: [{name: a}], at_end: [{name: b}, {name: c}], ends: {after: 2}"
	two := "rounds: [{a: {Ana: 1, Bia: 2}}, {a: {Ana: 1, Bia: 2, Caio: 4}}]\n"
	for _, c := range []struct{ doc, want string }{
		{game(rounds, two), "Ana 5, Bia 7, Caio 7; Bia, Caio by shared"},
		{game(rounds, two+"starts: [{name: Caio, after: 1, points: 9, by: luck}]"), "Ana 5, Bia 7, Caio 13; Caio by points"},
		{game(rounds, two+"starts: [{name: Caio, after: 3, points: 9}]"), "starts[0].after: 3 is out of range: 0 to 2"},
		{game(rounds, two+"starts: [{name: Caio, after: 0, points: 9}, {name: Caio, after: 1, points: 9}]"), "starts[1].name: Caio has begun already"},
		{game(rounds, two+"starts: [{name: Eva, after: 0, points: 9}]"), "starts[0].name: “Eva” is not at the table"},
		{game(rounds, two+"starts: [{name: Caio, after: 0, points: 100000}]"), "starts[0].points: 100000 is out of range"},
		{game(rounds, two+"out: [Caio]"), "out: unknown key; the keys known here are: "},
		{game(rounds, two+"at_end: {}"), "at_end: this game has no such key"},
		{game(rounds, two+"winners: []"), "winners: this game has no such key"},
		{game(rounds, two+"over: false"), "over: false says that the game goes on"},
		{game(rounds, "over: true"), "rounds: this key is missing"},
		{game(rounds, "rounds: [{a: {Ana: 1}}]\nover: true"), "Ana 4, Bia 3, Caio 3; Ana by points"},
		{game(both, two), "Ana 2, Bia 4, Caio 4;  by "},
		{game(both, two+"at_end: {b: {Ana: 9, Bia: 0, Caio: 0}}"), "Ana 11, Bia 4, Caio 4;  by "},
		{game(both, two+"at_end: {b: {Ana: 9, Bia: 0, Caio: 0}}\nover: true"), "Ana 11, Bia 4, Caio 4; Ana by points"},
		{game(both, two+"at_end: {b: {Ana: 9, Bia: 0, Caio: 0}, c: {Ana: 0, Bia: 0, Caio: 8}}"), "Ana 11, Bia 4, Caio 12; Caio by points"},
		{game(both, "rounds: [{a: {Ana: 1}}]\nat_end: {b: {Ana: 9}, c: {Ana: 1}}"), "at_end.b: rounds are still to be played"},
		{game(both, "rounds: [{a: {Ana: 1}}]\nat_end: {b: {Ana: 9}, c: {Ana: 1}}\nover: true"), "Ana 11, Bia 0, Caio 0; Ana by points"},
		{game("each_round: [{name: a}], at_end: [{name: b}]", "rounds: []\nat_end: {b: {Ana: 9, Bia: 1}}"), "Ana 9, Bia 1, Caio 0;  by "},
		{game("each_round: [{name: a}], at_end: [{name: b}]", "rounds: []\nat_end: {b: {Ana: 9, Bia: 1}}\nover: true"), "Ana 9, Bia 1, Caio 0; Ana by points"},
		{game("at_end: [{name: b, each: 2}], ties: [{ask: x}]", "at_end: {b: {Ana: 1, Bia: 1, Caio: 0}}"), "Ana 2, Bia 2, Caio 0;  by asked"},
		{game("at_end: [{name: b, each: 2}], ties: [{ask: x}]", "at_end: {b: {Ana: 1, Bia: 1, Caio: 0}}\nties: {x: {Ana: 1, Bia: 0}}"), "Ana 2, Bia 2, Caio 0; Ana by asked"},
		{game("at_end: [{name: b, each: 2}], ties: [{ask: x}]", "at_end: {b: {Ana: 1, Bia: 2, Caio: 0}}\nties: {x: {Ana: 1.5}}"), "ties.x.Ana: expected a whole number"},
		{game("at_end: [{name: b, each: 2}], ties: [{ask: x}]", "at_end: {b: {Ana: 1, Bia: 1, Caio: 1}}\nties: {x: {Ana: 2, Bia: 2, Caio: 1}}"), "Ana 2, Bia 2, Caio 2; Ana, Bia by shared"},
		{game("each_round: [{name: a, sum: 5, whole: [0, 9]}]", "rounds: [{a: {Ana: 5, Bia: 1, Caio: -1}}]\nover: true"), "Ana 5, Bia 1, Caio -1; Ana by points"},
		{game("each_round: [{name: a}], at_end: [{name: b}], ends: {at: 5}", "rounds: [{a: {Ana: 5, Bia: 1}}]\nat_end: {b: {Ana: -3, Bia: 0}}"), "Ana 2, Bia 1, Caio 0; Ana by points"},
		{game("wins: word", "winners: [Bia, Ana]"), "Ana 0, Bia 0, Caio 0; Ana, Bia by word"},
		{game("wins: word", "rounds: []"), "rounds: this game has no such key"},
		{game("wins: word, clock: {round: 3m}", ""), "game_file.clock: unknown key; the keys known here are: "},
		{game("wins: word, start: 4", ""), "game_file.start: with wins: word"},
		{strings.Replace(game("wins: word", ""), "game: small", "game: large", 1), "game_file.id: the file is for “small”, but the sheet is for “large”"},
		{"game: pad\nplayers: [Ana, Bia]\nstyle: rounds\nrounds: [[1, 2]]", "game_file: this key is missing: a sheet of the score pad"},
		{"game: pad\nplayers: [Ana, Bia]\nrounds: [{a: {Ana: 1, Bia: 2}}]\nover: true\ngame_file: {game_file: 1, id: pad, name: X, players: 1-9, each_round: [{name: a}]}", "Ana 1, Bia 2; Bia by points"},
		{"game: chess\nplayers: [Ana, Bia]", "game: “chess” is not a game here"},
		{"game: Foto Perfeita\nplayers: [Ana, Bia]", "game: “Foto Perfeita” is written picture-perfect"},
		{"game: Picture Perfect\nplayers: [Ana, Bia]", "game: “Picture Perfect” is written picture-perfect"},
		{"game: dix\nplayers: [Ana, Bia]", "game: “dix” is written dixit"},
	} {
		if _, err := scoring.ReadSheet(shelf.Find, []byte(c.doc)); err != nil {
			if !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%s\n%v\nnot %s", c.doc, err, c.want)
			}
			continue
		}
		doc, got := scored(t, []byte(c.doc))
		if _, again := scored(t, doc); got != c.want || again != got {
			t.Errorf("%s\n%s, again %s\nnot %s", c.doc, got, again, c.want)
		}
	}
}

// Evenings as they are typed: each line of keys is one event, with its meaning.
func TestQuestions(t *testing.T) {
	for _, c := range []struct {
		game  scoring.Game
		keys  string
		event string
		said  string // shown or refused
	}{
		{file(t, "testdata/sums.yaml").Game(), "20 3 0|20 6 - |4 4 0|4 1|4 0", `round {"hearts":{"Ana":20,"Bia":6},"kings":{"Ana":4,"Bia":0}}`, "that makes 23, not 26: 3 missing; “0” is left over after Bia: 2 answers, please; that makes 5, not 4, 8"},
		{file(t, "testdata/sums.yaml").Game(), "26 0 0|4 0 1|4 0 4", `round {"hearts":{"Ana":26,"Bia":0,"Caio":0},"kings":{"Ana":4,"Bia":0,"Caio":4}}`, "that makes 5, not 4, 8"},
		{file(t, "testdata/bids.yaml").Game(), "1 1 2|1 1 0|1 1 0|1 0", `round {"tricks":{"Ana":[1,1],"Bia":[1,0],"Caio":[0,0]}}`, "The bids: Ana 1, Bia 1 and Caio 0."},
		{file(t, "testdata/rounds.yaml").Game(), "3 - 2|0 -1|0 3|n|1 caio", `round {"ace":null,"chips":{"Ana":3,"Caio":2},"clean":{"Ana":true,"Caio":true},"rank":{"Ana":0,"Caio":3}}`, "Ana deals."},
		{file(t, "testdata/rounds.yaml").Game(), "- - -|12+5 - -|3*2|1|-", `round {"ace":"Ana","chips":{"Ana":17},"clean":{"Ana":false},"rank":{"Ana":6}}`, "nobody plays this round"},
		{file(t, "testdata/count.yaml").Game(), "e", `counting {}`, "Round 1: how many points?"},
		{file(t, "testdata/both.yaml").Game(), "e", `counting {}`, "Round 1: how many points?"}, // before its five rounds
		{file(t, "testdata/mark.yaml").Game(), "7 8 -", `round {"darts":{"Ana":7,"Bia":8}}`, "Round 1, darts: how many?"},
		{file(t, "../shelf/games/kingdomino.yaml").Game(), "3x2 4*1|0|x|2X2,1x1", `count {"kingdom":{"Ana":[[3,2],[4,1]],"Bia":[],"Caio":[[2,2],[1,1]]}}`, "pairs like 3x2, please"},
		{file(t, "../shelf/games/seven-wonders.yaml").Game(), "-6 3 18", `count {"war":{"Ana":-6,"Bia":3,"Caio":18}}`, "war: how many points?"},
		{file(t, "testdata/by-word.yaml").Game(), "|1 3", `won {"winners":["Ana","Caio"]}`, "name somebody, or n for nobody"},
		{file(t, "testdata/by-word.yaml").Game(), "n", `won {"winners":[]}`, ""},
		{file(t, "testdata/by-together.yaml").Game(), "y", `won {"winners":["Ana","Bia","Caio"]}`, ""},
		{file(t, "testdata/by-together.yaml").Game(), "n", `won {"winners":[]}`, ""},
		{counted.Pad, "12 5 -", `round {"points":{"Ana":12,"Bia":5}}`, "Round 1: how many points?"},
		{counted.Pad, "e", `stop {}`, ""},
	} {
		s, err := c.game.Begin(setup.Table{Players: []scoring.Name{"Ana", "Bia", "Caio"}, First: "Ana", Played: true})
		if err != nil {
			t.Fatal(err)
		}
		h := &laws.Hand{Lines: strings.Split(c.keys, "|")}
		e, err := c.game.Next(s, h, nil)
		if err != nil || written(t, e) != c.event || len(h.Lines) > 0 {
			t.Errorf("%s, %s: %v %v, not %s; refused %q", c.game.ID, c.keys, e, err, c.event, h.Refused)
			continue
		}
		if said := strings.ReplaceAll(strings.Join(append(h.Shown, strings.Join(h.Refused, "; ")), "\n"), "\u00a0", " "); !strings.Contains(said, c.said) {
			t.Errorf("%s, %s: no %q in %s", c.game.ID, c.keys, c.said, said)
		}
		if strings.Contains(c.event, "null") || strings.Contains(c.event, " {}") || c.game.ID == "by-word" && c.keys == "n" {
			continue // a letter is not suggested
		}
		again, err := c.game.Next(s, &laws.Hand{Lines: slices.Repeat([]string{""}, 20)}, e) // Enter after Enter
		if err != nil || written(t, again) != c.event {
			t.Errorf("%s: asked again %v %v, not %s", c.game.ID, again, err, c.event)
		}
	}
}

// Questions later in a game name the right people, and so do their refusals.
func TestLaterQuestions(t *testing.T) {
	level := []string{
		`round {"chips": {"Ana": 90, "Bia": 90, "Caio": 0}, "rank": {"Ana": 1, "Bia": 1, "Caio": 0}, "ace": null, "clean": {"Ana": true, "Bia": true, "Caio": true}}`,
	}
	for _, c := range []struct {
		file   string
		before []string
		keys   string
		event  string
		said   string
	}{
		{"rounds", level, "3 2", `asked {"cards in hand":{"Ana":3,"Bia":2}}`, "Ana and Bia are level. cards in hand: how many?"},
		{"count", []string{`round {"laps": {"Ana": 1, "Caio": 1}}`, `counting {}`}, "3x1|0", `count {"land":{"Ana":[[3,1]],"Caio":[]}}`, "fields times crowns"},
		{"odd", nil, "1 2 3|0 0 0|1 2 1|1 3 1", `round {"gains":{"Ana":1,"Bia":2,"Caio":3},"ladder":{"Ana":0,"Bia":0,"Caio":0},"rooms":{"Ana":1,"Bia":3,"Caio":1}}`, "Bia: 2 is none of 1, 3"},
		{"last", []string{`count {"thief": null}`}, "1 - 2|1 0 2", `count {"gold":{"Ana":1,"Bia":0,"Caio":2}}`, "gold: how many?"},
	} {
		g := file(t, "testdata/"+c.file+".yaml").Game()
		s := begun(t, g)
		for _, line := range c.before {
			kind, doc, _ := strings.Cut(line, " ")
			e, err := laws.Decode(g, kind, []byte(doc))
			if err != nil {
				t.Fatal(err)
			}
			if s, err = g.Apply(s, e); err != nil {
				t.Fatal(err)
			}
		}
		h := &laws.Hand{Lines: strings.Split(c.keys, "|")}
		e, err := g.Next(s, h, nil)
		if err != nil || written(t, e) != c.event || len(h.Lines) > 0 {
			t.Errorf("%s, %s: %v %v, not %s; refused %q", c.file, c.keys, e, err, c.event, h.Refused)
		}
		if said := strings.Join(append(h.Shown, h.Refused...), "\n"); !strings.Contains(said, c.said) {
			t.Errorf("%s, %s: no %q in %s", c.file, c.keys, c.said, said)
		}
	}
}

// A tie is settled step by step, and a missing number is no step of it.
func TestTieSteps(t *testing.T) {
	g := file(t, "testdata/count.yaml").Game()
	s := begun(t, g)
	count, _ := laws.Decode(g, "count", []byte(`{"gold": {"Ana": 1, "Bia": 3, "Caio": 3}}`))
	s, err := g.Fold(s, []scoring.Event{count, scoring.Stop{}})
	if steps := g.Result(s).Steps; err != nil || len(steps) != 1 {
		t.Errorf("%v: steps %v, but science was told of nobody", err, steps)
	}
}

// A text is that of the first language where English is missing; lines of the setup are for some numbers of people; no
// text of a file makes a heading of the reference.
func TestTexts(t *testing.T) {
	f, err := counted.Read([]byte("game_file: 1\nid: texts\nname: {pt-BR: Textos, de: Texte}\nplayers: 1-4\nwins: word\n" +
		"setup: [all, {for: 2-3, do: 'lay {n}', n: {2: 5, 3: 7}}]\nrules: {a: \"b\\n# c\"}\n"))
	if err != nil {
		t.Fatal(err)
	}
	g := f.Game()
	if en, pt := lang.English.Say(g.Name), lang.Portuguese.Say(g.Name); en != "Texte" || pt != "Textos" {
		t.Error(en, pt)
	}
	for people, want := range map[int]string{1: "all", 3: "all; lay 7", 4: "all"} {
		l, err := g.Layout(setup.Table{Players: make([]setup.Name, people)})
		var lines []string
		for _, s := range l.Steps {
			lines = append(lines, lang.English.Say(s.Text))
		}
		if got := strings.Join(lines, "; "); err != nil || got != want {
			t.Errorf("for %d: %s, not %s; %v", people, got, want, err)
		}
	}
	if book, _ := fs.ReadFile(g.Handbook, "handbook/en.md"); strings.Contains(string(book), "\n# c") {
		t.Error(string(book))
	}
}

func written(t *testing.T, e scoring.Event) string {
	t.Helper()
	raw, err := sheet.Write(e)
	if err != nil {
		t.Fatal(err)
	}
	return e.Kind() + " " + string(raw)
}

// The next dealer sits on the left of the last one, and is there.
func TestDealer(t *testing.T) {
	g := file(t, "../shelf/games/hearts.yaml").Game()
	s, _ := g.Begin(setup.Table{Players: []scoring.Name{"Ana", "Bia", "Caio", "Davi"}, First: "Caio", Played: true})
	for _, c := range []struct {
		event scoring.Event
		deals string
	}{
		{nil, "Caio deals."},
		{round("Ana", "Caio", "Davi"), "Davi deals."},
		{round("Bia", "Caio", "Ana"), "Bia deals."}, // Davi sat out, so Ana dealt
		{scoring.People{Players: []scoring.Name{"Ana", "Bia", "Caio", "Davi"}, Absent: scoring.Absent{Away: []scoring.Name{"Bia"}}}, "Caio deals."},
		{scoring.People{Players: []scoring.Name{"Ana", "Bia", "Eva", "Caio", "Davi"}, Absent: scoring.Absent{Away: []scoring.Name{"Bia"}}}, "Eva deals."},
	} {
		var err error
		if c.event != nil {
			if s, err = g.Apply(s, c.event); err != nil {
				t.Fatal(err)
			}
		}
		h := &laws.Hand{}
		_, _ = g.Next(s, h, nil)
		if said := strings.Join(h.Shown, "\n"); !strings.Contains(said, c.deals) {
			t.Errorf("%v: %s", c.event, said)
		}
	}
}

// round returns a round of Hearts of some people, the first of whom has all points.
func round(in ...scoring.Name) counted.Round {
	doc := `{"points": {`
	for i, n := range in {
		doc += fmt.Sprintf("%q: %d,", n, 26*max(0, 1-i))
	}
	e, _ := laws.Decode(file0, "round", []byte(strings.TrimSuffix(doc, ",")+"}}"))
	return e.(counted.Round)
}

var file0 = counted.Pad // any game: a round is read alike

// Newcomers begin with the points that everybody begins with, or with others, which the sheet says.
func TestLate(t *testing.T) {
	g := file(t, "testdata/mark.yaml").Game()
	late := func(begin map[scoring.Name]int) string {
		s := scoring.Sheet{Game: g, Table: setup.Table{Players: []scoring.Name{"Ana", "Bia"}}}
		one, _ := laws.Decode(g, "round", []byte(`{"darts": {"Ana": 20, "Bia": 21}}`))
		two, _ := laws.Decode(g, "round", []byte(`{"darts": {"Ana": 1, "Eva": 2}}`))
		s.Events = []scoring.Event{one, scoring.People{Players: []scoring.Name{"Eva", "Ana", "Bia"}, Begin: begin}, two, scoring.Stop{}}
		doc, err := s.Write()
		if err != nil {
			t.Fatal(err)
		}
		_, got := scored(t, doc)
		starts, _, _ := strings.Cut(string(doc), `,"over"`)
		_, starts, _ = strings.Cut(starts, `"starts":`)
		return got + " " + starts
	}
	if got := late(nil); got != "Eva 28, Ana 9, Bia 9; Ana, Bia by shared " {
		t.Error(got)
	}
	if got := late(map[scoring.Name]int{"Eva": 7}); got != `Eva 5, Ana 9, Bia 9; Eva by points [{"name":"Eva","after":1,"points":7}]` {
		t.Error(got)
	}
	if begun(t, file(t, "../shelf/games/wingspan.yaml").Game()).Fixed().Empty() || !begun(t, g).Fixed().Empty() {
		t.Error("who may come")
	}
}

// A total is right wherever it is counted, or refused: an int has 32 bits on some systems.
func TestTotals(t *testing.T) {
	const gold, interest, debt = "{name: n, each: 9999}", "{name: s, each: 3, of: [n]}", "{name: m, each: -9999}"
	const tooMany = "more than a billion points cannot be counted"
	for _, c := range []struct{ fields, rounds, want string }{
		{gold, `{"n": {"Ana": 50000, "Bia": 1}}; {"n": {"Ana": 50000, "Bia": 0}}`, "Ana 999900000, Bia 9999"},
		{gold, `{"n": {"Ana": 50000, "Bia": 1}}; {"n": {"Ana": 50011, "Bia": 0}}`, "n: " + tooMany},
		{gold, `{"n": {"Ana": 99999, "Bia": 1}}; {"n": {"Ana": 99999, "Bia": 1}}; {"n": {"Ana": 99999, "Bia": 1}}`, "n: " + tooMany},
		{gold + ", " + debt, `{"n": {"Ana": 99999, "Bia": 1}, "m": {"Ana": 99999, "Bia": 1}}`, "m: " + tooMany},
		{gold + ", " + interest, `{"n": {"Ana": 25002, "Bia": 0}}`, "Ana 999979992, Bia 0"},
		{gold + ", " + interest, `{"n": {"Ana": 25003, "Bia": 0}}`, "s: " + tooMany},
		{gold + ", {name: s, each: 9999, of: [n]}", `{"n": {"Ana": 99999, "Bia": 0}}`, "s.Ana: " + tooMany},
	} {
		f, err := counted.Read([]byte(head + "each_round: [" + c.fields + "]\nends: word\n"))
		if err != nil {
			t.Fatal(c.fields, err)
		}
		g := f.Game()
		s, err := g.Begin(setup.Table{Players: []scoring.Name{"Ana", "Bia"}})
		for doc := range strings.SplitSeq(c.rounds, "; ") {
			if err == nil {
				var e scoring.Event
				if e, err = laws.Decode(g, "round", []byte(doc)); err == nil {
					s, err = g.Apply(s, e)
				}
			}
		}
		got := fmt.Sprint(err)
		if err == nil {
			points := g.Result(s).Points
			got = fmt.Sprintf("Ana %d, Bia %d", points["Ana"], points["Bia"])
		}
		if got != c.want {
			t.Errorf("%s\n%s\n%s, not %s", c.fields, c.rounds, got, c.want)
		}
	}
}

func begun(t *testing.T, g scoring.Game) scoring.State {
	t.Helper()
	s, err := g.Begin(setup.Table{Players: []scoring.Name{"Ana", "Bia", "Caio"}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A table's choices at the pad make a file, and a shelf takes it under a name.
func TestPadFile(t *testing.T) {
	for _, c := range []struct {
		choices map[string]string
		want    string
	}{
		{nil, `"wins":"most","each_round":[{"name":{"en":"points","pt-BR":"pontos"}}]}`},
		{map[string]string{"ends": "target", "target": "70", "wins": "fewest"}, `"wins":"fewest","each_round":[{"name":{"en":"points","pt-BR":"pontos"}}],"ends":{"at":70}}`},
		{map[string]string{"ends": "rounds"}, `"ends":{"after":10}}`},
		{map[string]string{"counts": "together", "style": "rounds"}, `"players":"1-12","wins":"together"}`},
		{map[string]string{"style": "categories", "categories": "birds, eggs", "tie": "of eggs", "wins": "fewest"},
			`"wins":"fewest","at_end":[{"name":"birds"},{"name":"eggs"}],"ties":[{"field":"eggs","wins":"fewest"}]}`},
		{map[string]string{"style": "categories"}, `"at_end":[{"name":{"en":"points","pt-BR":"pontos"}}]}`},
		{map[string]string{"name": "Our: game"}, `"name":"Our: game","players"`},
	} {
		f, err := counted.PadFile(setup.Table{Choices: c.choices}, "pad", "")
		if err != nil {
			t.Fatal(err)
		}
		if raw, _ := f.Game().File.MarshalJSON(); !strings.Contains(string(raw), c.want) {
			t.Errorf("%v: %s, not %s", c.choices, raw, c.want)
		}
	}
	for name, want := range map[string]string{"Seven Duels!": "seven-duels", "7 Édens": "edens", "É": "our-game", "Pad": "pad-2", "Azul": "azul-3", strings.Repeat("ab ", 40): "ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab"} {
		if got := counted.ShelfID(name, []string{"azul", "azul-2"}); got != want {
			t.Errorf("%s: %s, not %s", name, got, want)
		}
	}
	g := counted.Pad
	for counts, want := range map[string]bool{"points": true, "word": false, "together": false} {
		if s, err := g.Begin(setup.Table{Players: []scoring.Name{"Ana", "Bia"}, Choices: map[string]string{"counts": counts}}); err != nil || s.MayStart() != want {
			t.Errorf("%s: who comes late begins with points: %v %v", counts, !want, err)
		}
	}
	s, err := g.Begin(setup.Table{Players: []scoring.Name{"Ana", "Bia"}, Choices: map[string]string{"ends": "rounds", "rounds": "1"}})
	if err != nil {
		t.Fatal(err)
	}
	s, err = g.Apply(s, scoring.Choices{Choices: map[string]string{"rounds": "2"}})
	if r := g.Result(s); err != nil || lang.English.Say(r.Missing) != "2 rounds to go." {
		t.Error(r.Missing, err)
	}
}

// Any file is refused, or is a game that can be begun, looked up and played.
func FuzzGameFiles(f *testing.F) {
	for _, dir := range []string{"../shelf/games/*.yaml", "testdata/*.yaml"} {
		paths, _ := filepath.Glob(dir)
		for _, path := range paths {
			raw, _ := os.ReadFile(path)
			f.Add(raw)
		}
	}
	f.Add([]byte(head + "each_round: [{name: <b>, each: 9999}, {name: b, each: 9999, of: [<b>]}]\nends: {exactly: 0, past: stay}\nrules: {\"# a {#b}\": \"## x {#y}\"}\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		file, err := counted.Read(raw)
		if err != nil {
			return
		}
		g := file.Game()
		doc, _ := g.File.MarshalJSON()
		if _, err := counted.Read(doc); err != nil && len(doc) <= 64<<10 {
			t.Fatalf("%v in %s", err, doc)
		}
		for _, name := range []string{"handbook/en.md", "handbook/pt-BR.md"} {
			if _, err := fs.ReadFile(g.Handbook, name); err != nil {
				t.Fatal(err)
			}
		}
		var table setup.Table
		for i := range g.Min {
			table.Players = append(table.Players, scoring.Name(fmt.Sprint("p", i)))
		}
		s, err := g.Begin(table)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			e, err := g.Next(s, laws.Player{Rand: rand.New(rand.NewPCG(1, 1))}, nil)
			if err != nil || e == nil {
				break // it asks for more than chance finds
			}
			if s, err = g.Apply(s, e); err != nil {
				t.Fatalf("%v in %s", err, raw)
			}
			g.Result(s)
		}
	})
}

// The titles of rules that come along are Portuguese in Portuguese.
func TestTitles(t *testing.T) {
	for _, id := range shelf.Shipped() {
		g, err := shelf.Find(id, nil)
		if err != nil {
			t.Fatal(err)
		}
		titles := map[string][]string{}
		for _, file := range []string{"handbook/en.md", "handbook/pt-BR.md"} {
			text, _ := fs.ReadFile(g.Handbook, file)
			titles[file] = regexp.MustCompile(`(?m)^## .* \{#rule-`).FindAllString(string(text), -1)
		}
		for i, title := range titles["handbook/en.md"] {
			japanese := strings.Contains(title, "maki") || strings.Contains(title, "sashimi") // in any language
			if titles["handbook/pt-BR.md"][i] == title && !japanese {
				t.Errorf("%s: %s in Portuguese, too", id, title)
			}
		}
	}
}
