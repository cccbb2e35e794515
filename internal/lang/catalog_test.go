package lang_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A sentence is what a package says: its English, for one and for other numbers.
type sentence struct{ One, Other string }

// UnmarshalJSON reads a translation, which is a string if it does not count.
func (s *sentence) UnmarshalJSON(raw []byte) error {
	if raw[0] == '"' {
		return json.Unmarshal(raw, &s.Other)
	}
	type plain sentence
	return json.Unmarshal(raw, (*plain)(s))
}

var place = regexp.MustCompile(`\{\w+\}`)

// places returns the {places} of a sentence but {n}, which a word may stand for.
func places(s string) string {
	all := place.FindAllString(s, -1)
	slices.Sort(all)
	return strings.Join(slices.DeleteFunc(slices.Compact(all), func(p string) bool { return p == "{n}" }), " ")
}

// TestCatalogs checks that every sentence of every package stands in its pt.json with the same places, and none besides.
func TestCatalogs(t *testing.T) {
	root := filepath.Join("..", "..")
	everywhere := map[string]sentence{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if n := d.Name(); path == filepath.Join(root, "old") || n == "testdata" || n == "node_modules" || len(n) > 2 && n[0] == '.' {
			return filepath.SkipDir
		}
		checkPackage(t, path, everywhere)
		return nil
	})
	if err != nil || len(everywhere) == 0 {
		t.Fatal(err, len(everywhere))
	}
}

func checkPackage(t *testing.T, dir string, everywhere map[string]sentence) {
	said, registers := sentences(t, dir)
	raw, err := os.ReadFile(filepath.Join(dir, "pt.json"))
	if err != nil && len(said) == 0 {
		return
	}
	var pt map[string]sentence
	if err := json.Unmarshal(raw, &pt); err != nil || !registers {
		t.Errorf("%s speaks; its pt.json: %v, handed to lang.Catalog: %v", dir, err, registers)
		return
	}
	for _, key := range slices.Sorted(maps.Keys(said)) {
		en, there := said[key], pt[key] != sentence{}
		got := pt[key]
		switch {
		case !there:
			t.Errorf("%s: no Portuguese for %q", dir, key)
		case (en.One == "") != (got.One == ""):
			t.Errorf("%s: %q counts in one language alone", dir, key)
		case places(en.Other) != places(got.Other), places(en.One) != places(got.One):
			t.Errorf("%s: other places in %q", dir, got)
		case strings.Contains(got.Other, "{n}") && !strings.Contains(en.Other+en.One, "{n}") && en.One == "":
			t.Errorf("%s: {n} in %q, which does not count", dir, got)
		}
		if was, twice := everywhere[key]; twice && was != got {
			t.Errorf("%s: %q is %q here and %q elsewhere", dir, key, got, was)
		}
		everywhere[key] = got
	}
	for _, key := range slices.Sorted(maps.Keys(pt)) {
		if _, said := said[key]; !said {
			t.Errorf("%s: nobody says %q", dir, key)
		}
	}
}

// sentences returns what the package in a folder says, by key, and whether it hands a catalog over.
func sentences(t *testing.T, dir string) (said map[string]sentence, registers bool) {
	said = map[string]sentence{}
	files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			continue // the compiler says so
		}
		own := file.Name.Name == "lang"
		ast.Inspect(file, func(n ast.Node) bool {
			if f, is := n.(*ast.FuncDecl); is && own && slices.Contains([]string{"T", "N", "In"}, f.Name.Name) {
				return false
			}
			call, is := n.(*ast.CallExpr)
			if !is {
				return true
			}
			name := called(call, own)
			registers = registers || name == "Catalog"
			if want := map[string]int{"T": 1, "N": 2, "In": 2}[name]; want > 0 {
				words, ok := literals(call.Args)
				if !ok || len(words) != want {
					t.Errorf("%s: a sentence that is no literal", set.Position(call.Pos()))
					return true
				}
				add(said, name, words)
			}
			return true
		})
	}
	return said, registers
}

func add(said map[string]sentence, name string, words []string) {
	switch name {
	case "T":
		said[words[0]] = sentence{Other: words[0]}
	case "N":
		said[words[1]] = sentence{words[0], words[1]}
	case "In":
		said[words[0]+"|"+words[1]] = sentence{Other: words[1]}
	}
}

// called returns the name of a function of package lang that is called, or "".
func called(call *ast.CallExpr, own bool) string {
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		if x, is := f.X.(*ast.Ident); is && x.Name == "lang" {
			return f.Sel.Name
		}
	case *ast.Ident:
		if own {
			return f.Name
		}
	}
	return ""
}

func literals(args []ast.Expr) (words []string, ok bool) {
	for _, a := range args {
		lit, is := a.(*ast.BasicLit)
		if !is || lit.Kind != token.STRING {
			return nil, false
		}
		word, err := strconv.Unquote(lit.Value)
		if err != nil {
			return nil, false
		}
		words = append(words, word)
	}
	return words, true
}
