package cmd

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
)

// arrows lists which of our packages imports which, from the top of the tower down. The list is exact: an import
// missing here fails, and so does one that nobody uses. GAME stands for a game's folder. A package comes before those
// it imports, so that no arrow leads up.
var arrows = []struct {
	room string
	down string
}{
	{"scripts/weigh", ""},
	{"cmd", "cmd/internal/machine cmd/internal/playable cmd/internal/kept cmd/internal/awake cmd/internal/cmdline cmd/internal/intake cmd/internal/play cmd/internal/history cmd/internal/phones cmd/internal/picture cmd/internal/papers cmd/internal/offer cmd/internal/handbook cmd/internal/keyboard cmd/internal/layout cmd/internal/output cmd/internal/prompt cmd/internal/screen cmd/internal/session cmd/internal/store cmd/internal/report cmd/internal/results scoring/shelf scoring setup internal/sheet internal/ask internal/fault internal/lang timer cmd/internal/color"},
	{"cmd/tests/evenings", ""},
	{"cmd/tests/files", ""},
	{"cmd/tests/windows", ""}, // only tests, which may import anything
	{"cmd/internal/ttytest/parlor", "cmd/internal/machine cmd/internal/play cmd/internal/phones cmd/internal/session cmd/internal/store cmd/internal/keyboard scoring/laws scoring/shelf scoring internal/lang"},
	{"cmd/internal/machine", "cmd/internal/awake cmd/internal/output cmd/internal/phones cmd/internal/prompt internal/lang"},
	{"cmd/internal/offer", "cmd/internal/playable cmd/internal/play cmd/internal/handbook cmd/internal/history cmd/internal/store scoring/shelf scoring setup internal/lang"},
	{"cmd/internal/playable", "cmd/internal/kept cmd/internal/cmdline cmd/internal/play cmd/internal/session cmd/internal/ownfiles cmd/internal/papers cmd/internal/store cmd/internal/report scoring/shelf scoring setup internal/ask internal/fault internal/lang"},
	{"cmd/internal/play", "cmd/internal/kept cmd/internal/awake cmd/internal/history cmd/internal/phones cmd/internal/handbook cmd/internal/layout cmd/internal/prompt cmd/internal/screen cmd/internal/session cmd/internal/store cmd/internal/report cmd/internal/results scoring setup internal/ask internal/fault internal/lang timer cmd/internal/color"},
	{"cmd/internal/kept", "cmd/internal/history cmd/internal/output cmd/internal/session cmd/internal/store scoring setup internal/fault internal/lang"},
	{"cmd/internal/history", "cmd/internal/session cmd/internal/store cmd/internal/report cmd/internal/results scoring setup internal/lang cmd/internal/color"},
	{"cmd/internal/intake", "cmd/internal/color cmd/internal/papers cmd/internal/session cmd/internal/store scoring internal/fault internal/lang"},
	{"cmd/internal/cmdline", "cmd/internal/keyboard cmd/internal/layout setup internal/lang"},
	{"cmd/internal/phones", "cmd/internal/color cmd/internal/report cmd/internal/picture internal/ask internal/fault internal/lang timer"},
	{"cmd/internal/session", "cmd/internal/store scoring setup internal/ask internal/fault internal/lang"},
	{"cmd/internal/screen", "cmd/internal/keyboard cmd/internal/layout internal/ask internal/fault internal/lang timer"},
	{"cmd/internal/prompt", "cmd/internal/keyboard cmd/internal/layout internal/ask internal/fault internal/lang"},
	{"cmd/internal/results", "cmd/internal/report cmd/internal/color cmd/internal/layout scoring setup internal/lang"},
	{"cmd/internal/report", "cmd/internal/color cmd/internal/layout scoring internal/lang"},
	{"cmd/internal/handbook", "cmd/internal/layout scoring internal/fault internal/lang"},
	{"cmd/internal/picture", "internal/fault internal/lang"},
	{"cmd/internal/papers", "internal/fault internal/lang"},
	{"cmd/internal/ownfiles", "scoring"},
	{"cmd/internal/output", "cmd/internal/layout"},
	{"cmd/internal/color", "setup internal/lang"},
	{"cmd/internal/layout", ""},
	{"cmd/internal/store", "timer"},
	{"cmd/internal/awake", ""},
	{"cmd/internal/keyboard", "internal/lang"},
	{"cmd/internal/ttytest", ""},
	{"scoring/laws", "scoring setup internal/asktest internal/sheet internal/ask internal/fault internal/lang"}, // for tests only: no package above imports it
	{"scoring/shelf", "scoring/GAME scoring/counted scoring setup internal/sheet internal/lang"},
	{"scoring/GAME", "scoring/counted scoring setup/GAME setup internal/sheet internal/ask internal/fault internal/lang timer"},
	{"scoring/counted", "scoring setup internal/sheet internal/ask internal/fault internal/lang timer"},
	{"scoring", "setup internal/sheet internal/ask internal/fault internal/lang"},
	{"setup/GAME", "setup internal/ask internal/fault internal/lang"},
	{"setup", "internal/ask internal/fault internal/lang"},
	{"internal/asktest", "internal/ask"},
	{"internal/sheet", "internal/fault internal/lang"},
	{"internal/ask", "internal/fault internal/lang"},
	{"internal/fault", "internal/lang"},
	{"internal/lang", ""},
	{"timer", ""},
}

type pkg struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Imports    []string

	TestGoFiles, XTestGoFiles []string
}

// goList returns go list's description of all packages.
var goList = sync.OnceValues(func() ([]byte, error) {
	c := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,Imports,TestGoFiles,XTestGoFiles", "./...")
	c.Dir = ".."
	return c.Output()
})

func packages(t *testing.T) []pkg {
	t.Helper()
	out, err := goList()
	parlor.Check(t, err)
	var all []pkg
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p pkg
		parlor.Check(t, d.Decode(&p))
		all = append(all, p)
	}
	return all
}

// room returns the name of a package in the list of arrows, and its game.
func room(path string) (name, game string) {
	path = strings.TrimPrefix(path, parlor.Module)
	for _, floor := range []string{"scoring/", "setup/"} {
		if g, ok := strings.CutPrefix(path, floor); ok && !slices.Contains([]string{"scoring/laws", "scoring/shelf", "scoring/counted"}, path) {
			return floor + "GAME", g
		}
	}
	return path, ""
}

func TestWhoMayImportWhom(t *testing.T) {
	used := map[string][]string{}
	for _, p := range packages(t) {
		name, game := room(p.ImportPath)
		used[name] = append(used[name], "")
		for _, i := range p.Imports {
			if !strings.HasPrefix(i, parlor.Module) {
				continue
			}
			other, of := room(i)
			used[name] = append(used[name], other)
			if of != "" && of != game && name != "scoring/shelf" {
				t.Errorf("%s imports the game %s", p.ImportPath, of)
			}
		}
	}
	floor := map[string]int{}
	for i, a := range arrows {
		floor[a.room] = i
	}
	for _, a := range arrows {
		allowed := strings.Fields(a.down)
		for _, other := range used[a.room] {
			if other != "" && !slices.Contains(allowed, other) {
				t.Errorf("%s imports %s", a.room, other)
			}
		}
		for _, other := range allowed {
			if !slices.Contains(used[a.room], other) {
				t.Errorf("%s may import %s, and does not", a.room, other)
			}
			if at, known := floor[other]; !known || at <= floor[a.room] {
				t.Errorf("%s lies above %s", other, a.room)
			}
		}
	}
	for name := range used {
		if _, known := floor[name]; !known {
			t.Errorf("%s is no room of the house", name)
		}
	}
}

// The rules are pure: no machine, no time of day, and no import that could reach either.
func TestRulesArePure(t *testing.T) {
	t.Parallel()
	engine := []string{"ask.Question", "ask.Answer", "ask.Insist"} // added to a question by the engine
	impure := []string{"os", "io", "net", "database/sql", "os/exec", "net/http", "math/rand", "math/rand/v2", "crypto/rand"}
	for _, p := range packages(t) {
		name, _ := room(p.ImportPath)
		if !slices.Contains([]string{"setup", "setup/GAME", "scoring", "scoring/GAME", "scoring/counted", "internal/ask", "timer"}, name) {
			continue
		}
		for _, i := range p.Imports {
			drawn := name == "internal/ask" && i == "math/rand/v2" // chance from a stored seed
			if slices.Contains(impure, i) && !drawn {
				t.Errorf("%s imports %s", p.ImportPath, i)
			}
		}
		for _, f := range p.GoFiles {
			for _, use := range selectors(t, filepath.Join(p.Dir, f)) {
				if use == "time.Now" || use == "time.Since" {
					t.Errorf("%s: %s calls %s", p.ImportPath, f, use)
				}
				if name != "internal/ask" && slices.Contains(engine, use) {
					t.Errorf("%s: %s names %s: a game asks by heads and kinds", p.ImportPath, f, use)
				}
			}
		}
	}
}

// Only one room names the machine, and only main.go ends the program.
func TestOnePlaceEach(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	variables := []string{"os.Getenv", "os.Environ", "os.LookupEnv"}
	machine := append([]string{"os.Stdin", "os.Stdout", "os.Stderr", "time.Now"}, variables...)
	for _, p := range packages(t) {
		name, _ := room(p.ImportPath)
		tests := strings.HasPrefix(name, "cmd/internal/ttytest")
		below := strings.HasPrefix(name, "cmd/internal/") && !tests && name != "cmd/internal/machine"
		for _, f := range p.GoFiles {
			for _, use := range selectors(t, filepath.Join(p.Dir, f)) {
				if use == "os.Exit" && name != "scripts/weigh" && !tests {
					t.Errorf("%s/%s ends the program", name, f)
				}
				if name == "cmd" && slices.Contains(machine, use) || below && slices.Contains(variables, use) {
					t.Errorf("%s/%s names %s", name, f, use)
				}
			}
		}
	}
}

func parse(t *testing.T, file string) *ast.File {
	t.Helper()
	src, err := os.ReadFile(file)
	parlor.Check(t, err)
	tree, err := parser.ParseFile(token.NewFileSet(), file, src, 0)
	parlor.Check(t, err)
	return tree
}

// selectors returns every package.Name used in a file.
func selectors(t *testing.T, file string) []string {
	var out []string
	ast.Inspect(parse(t, file), func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Obj == nil {
				out = append(out, x.Name+"."+s.Sel.Name)
			}
		}
		return true
	})
	return out
}

func imports(t *testing.T, file string) []string {
	var out []string
	for _, i := range parse(t, file).Imports {
		out = append(out, strings.Trim(i.Path.Value, `"`))
	}
	return out
}
