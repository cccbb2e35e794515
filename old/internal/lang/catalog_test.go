package lang

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A said is one message as it is written in the code.
type said struct{ id, one, other, at string }

// messages returns every lang.Msg and lang.Plural in a folder, tests excepted.
func messages(t *testing.T, dir string) []said {
	t.Helper()
	var out []said
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(set, f, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			name := ""
			switch fun := call.Fun.(type) {
			case *ast.SelectorExpr:
				if x, ok := fun.X.(*ast.Ident); ok && x.Name == "lang" {
					name = fun.Sel.Name
				}
			case *ast.Ident:
				if tree.Name.Name == "lang" {
					name = fun.Name
				}
			}
			if want := map[string]int{"Msg": 2, "Plural": 3}[name]; want != 0 && len(call.Args) == want {
				words := make([]string, want)
				for i, a := range call.Args {
					lit, ok := a.(*ast.BasicLit)
					if !ok {
						t.Errorf("%s: a message is not written out", set.Position(a.Pos()))
						return true
					}
					words[i], _ = strconv.Unquote(lit.Value)
				}
				s := said{id: words[0], other: words[want-1], at: set.Position(call.Pos()).String()}
				if name == "Plural" {
					s.one = words[1]
				}
				out = append(out, s)
			}
			return true
		})
	}
	return out
}

var place = regexp.MustCompile(`\{\w+\}`)

func placesOf(s string) []string {
	p := place.FindAllString(s, -1)
	slices.Sort(p)
	return slices.Compact(p)
}

// Every message has a translation in its own folder, with the same places, and every translation has a message.
func TestEveryMessageIsTranslated(t *testing.T) {
	root := "../.."
	ids := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if n := d.Name(); strings.HasPrefix(n, ".") && path != root || n == "testdata" {
			return filepath.SkipDir
		}
		checkFolder(t, path, ids)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(ids) < 100 {
		t.Errorf("only %d messages were found", len(ids))
	}
}

func checkFolder(t *testing.T, dir string, ids map[string]string) {
	found := messages(t, dir)
	catalog := map[string]json.RawMessage{}
	raw, err := os.ReadFile(filepath.Join(dir, "pt-BR.json"))
	if err == nil {
		err = json.Unmarshal(raw, &catalog)
	}
	if err != nil && (len(found) > 0 || !os.IsNotExist(err)) {
		t.Errorf("%s: %v", dir, err)
		return
	}
	here := map[string]string{}
	for _, m := range found {
		english := m.one + "|" + m.other
		if other, twice := ids[m.id]; twice && other != english {
			t.Errorf("%s: the id %q is there twice, with other words", m.at, m.id)
		}
		ids[m.id], here[m.id] = english, english
		checkMessage(t, m, catalog[m.id])
	}
	for id := range catalog {
		if _, ok := here[id]; !ok {
			t.Errorf("%s: %q translates nothing", dir, id)
		}
	}
}

func checkMessage(t *testing.T, m said, raw json.RawMessage) {
	var plain string
	var counted struct{ One, Other string }
	switch {
	case raw == nil:
		t.Errorf("%s: %q has no translation", m.at, m.id)
		return
	case m.one == "" && json.Unmarshal(raw, &plain) != nil || m.one != "" && json.Unmarshal(raw, &counted) != nil:
		t.Errorf("%s: %q: one form here, several there", m.at, m.id)
		return
	}
	for _, form := range [][2]string{{m.other, plain + counted.Other}, {m.one, counted.One}} {
		missing := form[0] != "" && strings.TrimSpace(form[1]) == ""
		if missing || form[0] == m.other && fmt.Sprint(placesOf(form[0])) != fmt.Sprint(placesOf(form[1])) {
			t.Errorf("%s: %q: %q and %q have not the same places", m.at, m.id, form[0], form[1])
		}
		for _, p := range placesOf(form[1]) {
			if !slices.Contains(placesOf(m.one+m.other), p) {
				t.Errorf("%s: %q: %s is filled by nobody", m.at, m.id, p)
			}
		}
	}
}
