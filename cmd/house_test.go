// Package cmd_test holds the layout of the module: the imports that each package may have.
package cmd_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	module = "github.com/tablemate/tablemate/"
	root   = ".."
)

// arrows lists which of our packages a package may import; imports lead down, and no package is missing. GAME stands for
// a game's folder: games know nothing of each other. Tests may import what they like.
var arrows = map[string]string{
	"cmd/tablemate": "cmd",
	"cmd": "cmd/internal/board cmd/internal/people cmd/internal/rack cmd/internal/handbook cmd/internal/history cmd/internal/machine cmd/internal/phones cmd/internal/play cmd/internal/report cmd/internal/results " +
		"cmd/internal/cmdline cmd/internal/session cmd/internal/sheets cmd/internal/store cmd/internal/tty scoring/shelf scoring setup internal/sheet " + words,
	"cmd/internal/play": "cmd/internal/board cmd/internal/handbook cmd/internal/history cmd/internal/people cmd/internal/phones cmd/internal/reach cmd/internal/report cmd/internal/results cmd/internal/session " +
		"cmd/internal/store cmd/internal/tty internal/sheet scoring setup timer " + words,
	"cmd/internal/board":    "cmd/internal/handbook cmd/internal/phones cmd/internal/report cmd/internal/results cmd/internal/session scoring setup internal/lang",
	"cmd/internal/cmdline":  "cmd/internal/report internal/fault internal/lang",
	"cmd/internal/rack":     "cmd/internal/store scoring/shelf scoring setup internal/sheet internal/fault internal/lang",
	"cmd/internal/people":   "cmd/internal/history cmd/internal/store scoring setup internal/fault internal/lang",
	"cmd/internal/sheets":   "cmd/internal/session cmd/internal/store scoring setup internal/fault internal/lang",
	"cmd/internal/machine":  "internal/lang",
	"cmd/internal/results":  "cmd/internal/report scoring setup internal/sheet internal/lang",
	"cmd/internal/handbook": "cmd/internal/report scoring internal/fault internal/lang",
	"cmd/internal/history":  "cmd/internal/report cmd/internal/session cmd/internal/store scoring setup internal/fault internal/lang",
	"cmd/internal/report":   "internal/lang",
	"cmd/internal/session":  "cmd/internal/store scoring setup internal/sheet " + words,
	"cmd/internal/phones":   "cmd/internal/page cmd/internal/reach setup " + words,
	"cmd/internal/reach":    "internal/fault internal/lang",
	"cmd/internal/page":     "internal/lang",
	"cmd/internal/store":    "internal/fault internal/lang",
	"cmd/internal/keys":     "internal/ask internal/lang",
	"cmd/internal/digits":   "",
	"cmd/internal/tty":      "cmd/internal/digits cmd/internal/keys cmd/internal/report timer " + words,
	"cmd/internal/ttytest":  "",
	"scoring/shelf":         "scoring/GAME scoring setup internal/sheet internal/fault internal/lang",
	"scoring/GAME":          "scoring setup timer internal/sheet " + words,
	"scoring/laws":          "scoring setup internal/sheet " + words,
	"scoring":               "setup internal/sheet " + words,
	"setup":                 "timer " + words,
	"internal/sheet":        "internal/fault internal/lang",
	"internal/ask":          "internal/fault internal/lang",
	"internal/fault":        "internal/lang",
	"internal/lang":         "",
	"timer":                 "",
}

// words are the packages that every package needs that asks or refuses.
const words = "internal/ask internal/fault internal/lang"

// room returns the name of a package in the list of arrows.
func room(pkg string) string {
	game, is := strings.CutPrefix(pkg, "scoring/")
	if is && game != "shelf" && game != "laws" {
		return "scoring/GAME"
	}
	return pkg
}

func TestWhoMayImportWhom(t *testing.T) {
	used := map[string]bool{}
	for _, i := range imports(t) {
		if strings.HasPrefix(i.from, "scripts/") || strings.HasSuffix(i.file, "_test.go") {
			continue
		}
		allowed, listed := arrows[room(i.from)]
		if !listed {
			t.Errorf("%s is on no list", i.from)
		}
		if i.ours && !slices.Contains(strings.Fields(allowed), room(i.to)) {
			t.Errorf("%s imports %s", i.file, i.to)
		}
		used[room(i.from)+" "+room(i.to)] = true
	}
	for from, allowed := range arrows {
		for _, to := range strings.Fields(allowed) {
			if !used[from+" "+to] {
				t.Errorf("%s may import %s, and does not", from, to)
			}
		}
	}
}

// The rules, the questions, the clock are pure: they reach no machine and no chance but what they are given.
func TestRulesArePure(t *testing.T) {
	impure := []string{"os", "os/exec", "os/signal", "net", "net/http", "math/rand", "math/rand/v2", "crypto/rand", "syscall"}
	pure := []string{"setup", "timer", "scoring", "scoring/GAME", "scoring/shelf", "internal/ask", "internal/sheet"}
	for _, i := range imports(t) {
		if slices.Contains(pure, room(i.from)) && slices.Contains(impure, i.to) && !strings.HasSuffix(i.file, "_test.go") {
			t.Errorf("%s imports %s", i.file, i.to)
		}
	}
}

// All games have the same files, so that a reader of one finds their way in the others.
func TestGamesAreLaidOutAlike(t *testing.T) {
	for _, game := range []string{"counted", "dixit", "pictureperfect", "spyfall", "versus"} {
		for file, want := range map[string]string{game: ") Paper() ", "rules": ") Play(", "ask": ") Next("} {
			raw, err := os.ReadFile(filepath.Join(root, "scoring", game, file+".go"))
			if err != nil || !strings.Contains(string(raw), "func (s State"+want) || file == "ask" && !strings.Contains(string(raw), "func (s State) Tell(") {
				t.Errorf("scoring/%s: %s.go lacks %q (%v)", game, file, want, err)
			}
		}
	}
}

// An anImport is an import by one of our packages. Paths of ours are relative to the module.
type anImport struct {
	file, from, to string
	ours           bool
}

// imports returns the imports in all Go files, tests included.
func imports(t *testing.T) (out []anImport) {
	t.Helper()
	seen := 0
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		hidden := strings.HasPrefix(d.Name(), ".") && rel != "."
		if d.IsDir() && (hidden || d.Name() == "testdata" || rel == "vendor") {
			return filepath.SkipDir
		}
		if d.IsDir() || path.Ext(rel) != ".go" {
			return nil
		}
		seen++
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range tree.Imports {
			to, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			to, ours := strings.CutPrefix(to, module)
			out = append(out, anImport{file: rel, from: path.Dir(rel), to: to, ours: ours})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 3 {
		t.Fatalf("only %d Go files were found", seen)
	}
	return out
}
