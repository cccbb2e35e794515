package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
)

var (
	shown    = regexp.MustCompile("(?s)```sh\n([^`]*)```\n(?:[^`]*?\n)??```text\n(.*?)```") // a command and what it prints
	commands = regexp.MustCompile(`(?m)^tablemate [^#\n]*`)
	examples = regexp.MustCompile("(?s)```json\n(.*?)```")
	linked   = regexp.MustCompile(`\]\(([^)#:{]+)(?:#[^)]*)?\)`)
)

// The READMEs show what their commands print. UPDATE=1 writes it anew.
func TestREADMEs(t *testing.T) {
	t.Chdir("..")
	for file, language := range map[string]string{"README.md": "en", "README.pt-BR.md": "pt-BR"} {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		data, n := t.TempDir(), 0
		now := shown.ReplaceAllFunc(raw, func(block []byte) []byte {
			n++
			parts := shown.FindSubmatchIndex(block)
			var out string
			for line := range strings.SplitSeq(strings.TrimSpace(string(block[parts[2]:parts[3]])), " && ") {
				out = runs(t, strings.Fields(line)[1:], data, language, 0)
			}
			return append(block[:parts[4]:parts[4]], strings.TrimPrefix(out, "\n")+"```"...)
		})
		switch {
		case n != 3:
			t.Errorf("%s shows the output of %d commands", file, n)
		case os.Getenv("UPDATE") != "":
			if err := os.WriteFile(file, now, 0o644); err != nil {
				t.Fatal(err)
			}
		case !bytes.Equal(now, raw):
			t.Errorf("%s shows other output than that of its commands:\n%s", file, now)
		}
		if words := len(bytes.Fields(now)); words > 750 {
			t.Errorf("%s has %d words", file, words)
		}
	}
}

// runs returns the output of a command.
func runs(t *testing.T, line []string, data, language string, want int) string {
	t.Helper()
	var out, faults strings.Builder
	env := environment(strings.NewReader(""), &out, &faults)
	env.Now = func() time.Time { return time.Date(2026, 11, 22, 11, 0, 0, 0, time.Local) }
	env.Getenv = func(name string) string {
		return map[string]string{"TABLEMATE_DATA": data, "TERM": "xterm", "LANG": strings.ReplaceAll(language, "-", "_") + ".UTF-8"}[name]
	}
	if code := Run(context.Background(), env, line); code != want {
		t.Errorf("%q ends with %d: %s", line, code, faults.String())
	}
	return out.String()
}

// The manuals name commands and flags that there are.
func TestManuals(t *testing.T) {
	for _, file := range []string{"../docs/manual.md", "../docs/manual.pt-BR.md", "../README.md", "../README.pt-BR.md"} {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range commands.FindAll(raw, -1) {
			first, _, _ := strings.Cut(string(line), " && ")
			words, _, _ := strings.Cut(first, ">")
			runs(t, append(strings.Fields(words)[1:], "--help"), t.TempDir(), "en", 0)
		}
	}
}

// Both languages show the same commands in the same order, with the same headings.
func TestBothLanguages(t *testing.T) {
	for en, pt := range map[string]string{"../README.md": "../README.pt-BR.md", "../docs/manual.md": "../docs/manual.pt-BR.md", "../docs/install.md": "../docs/install.pt-BR.md"} {
		var shapes [2][]string
		for i, file := range []string{en, pt} {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			code := false
			for line := range strings.Lines(string(raw)) {
				words := strings.Fields(line + " x")
				switch {
				case strings.HasPrefix(line, "```"):
					code = !code
				case strings.HasPrefix(line, "#"):
					shapes[i] = append(shapes[i], words[0])
				case code && (words[0] == "tablemate" || words[0] == "go"):
					shapes[i] = append(shapes[i], strings.Join(words[:2], " "))
				}
			}
		}
		if len(shapes[0]) < 8 || !slices.Equal(shapes[0], shapes[1]) {
			t.Errorf("%s has %q, %s has %q", en, shapes[0], pt, shapes[1])
		}
	}
}

// Every sheet in the documents can be scored.
func TestSheetsOfTheDocuments(t *testing.T) {
	raw, err := os.ReadFile("../docs/score-sheets.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, m := range examples.FindAllSubmatch(raw, -1) {
		s, err := scoring.ReadSheet(shelf.Find, m[1])
		if err != nil {
			t.Errorf("%v in\n%s", err, m[1])
			continue
		}
		seen[s.Game.ID]++
	}
	for game, n := range map[string]int{"picture-perfect": 2, "dixit": 3, "spyfall": 1, "versus": 1, "azul": 1, "golf": 1} {
		if seen[game] != n {
			t.Errorf("%d examples of %s, want %d", seen[game], game, n)
		}
	}
}

// The page about a new game is a game: its pieces are one package, which keeps the laws of every game, and its own rules.
func TestNewGame(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	page, err := os.ReadFile("../docs/new-game.md")
	if err != nil {
		t.Fatal(err)
	}
	pieces := func(language string) string {
		var all []string
		for _, m := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllSubmatch(page, -1) {
			all = append(all, string(m[1]))
		}
		return strings.Join(all, "\n")
	}
	code, dir := pieces("go"), t.TempDir()
	imports := "package skull\n"
	for _, path := range []string{"embed", "maps", "slices", "strconv", "testing", "internal/ask", "internal/fault", "internal/lang", "scoring", "scoring/laws", "setup"} {
		if !strings.Contains(code, filepath.Base(path)+".") {
			t.Errorf("%s is imported, and not shown", path)
		}
		if strings.Contains("internal scoring setup", strings.Split(path, "/")[0]) {
			path = "github.com/tablemate/tablemate/" + path
		}
		imports += "import " + strconv.Quote(path) + "\n"
	}
	here, err := filepath.Abs("../scoring/skull")
	if err != nil {
		t.Fatal(err)
	}
	// The package stands in the module without being written there, so that it needs no modules but ours, and a checkout
	// may be read only. Vet would change to its folder.
	var over struct{ Replace map[string]string }
	over.Replace = map[string]string{}
	for name, text := range map[string]string{
		"skull_test.go":  imports + strings.Replace(code, "\tHandbook: handbook,\n", "", 1), // a page is no handbook
		"pt.json":        pieces("json"),
		"rules.txt":      pieces("text"),
		"handbook/en.md": "",
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
		over.Replace[filepath.Join(here, name)] = path
	}
	list, err := json.Marshal(over)
	if err != nil {
		t.Fatal(err)
	}
	overlay, program := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "skull.exe")
	if err := os.WriteFile(overlay, list, 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", program, "../scoring/skull").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ran := exec.Command(program)
	ran.Dir = dir
	if out, err := ran.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// The documents link to files that there are.
func TestLinks(t *testing.T) {
	files, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, "../README.md", "../README.pt-BR.md", "../CONTRIBUTING.md") {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range linked.FindAllSubmatch(raw, -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), string(m[1]))); err != nil {
				t.Errorf("%s links to %s", file, m[1])
			}
		}
	}
}
