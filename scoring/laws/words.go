package laws

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

	"github.com/tablemate/tablemate/scoring"
)

// words holds a game's folder to its two languages: its catalog, and a handbook with the same entries in both, each with its
// source at its end.
func words(t *testing.T, g scoring.Game) {
	t.Helper()
	Catalog(t, ".")
	var ids [2][]string
	for i, b := range []struct{ file, source string }{{"en", "Source: "}, {"pt-BR", "Fonte: "}} {
		raw, err := fs.ReadFile(g.Handbook, "handbook/"+b.file+".md")
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split(string(raw), "\n## ")
		if !strings.HasPrefix(parts[0], "# ") || !strings.Contains(parts[0], "\n\n") || len(parts) < 6 {
			t.Errorf("handbook/%s.md: a title, an introduction and five entries at least, please", b.file)
		}
		for _, part := range parts[1:] {
			title, body, _ := strings.Cut(part, "\n")
			_, id, named := strings.Cut(strings.TrimSuffix(title, "}"), " {#")
			paragraphs := strings.Split(strings.TrimSpace(body), "\n\n")
			if last := paragraphs[len(paragraphs)-1]; !named || len(paragraphs) < 2 || !strings.HasPrefix(last, b.source) {
				t.Errorf("handbook/%s.md, %s: no {#id}, no text, or no “%s…” at the end", b.file, title, b.source)
			}
			ids[i] = append(ids[i], id)
		}
	}
	if !slices.Equal(ids[0], ids[1]) {
		t.Errorf("handbook: %v in one language, %v in the other", ids[0], ids[1])
	}
}

// A Sentence is one sentence of a package, for one and for other numbers.
type Sentence struct{ One, Other string }

// UnmarshalJSON reads a translation, which is a string if it does not count.
func (s *Sentence) UnmarshalJSON(raw []byte) error {
	if raw[0] == '"' {
		return json.Unmarshal(raw, &s.Other)
	}
	type plain Sentence
	return json.Unmarshal(raw, (*plain)(s))
}

var place = regexp.MustCompile(`\{\w+\}`)

// places returns the {places} of a sentence but {n}, which a word may stand for.
func places(s string) string {
	all := place.FindAllString(s, -1)
	slices.Sort(all)
	return strings.Join(slices.DeleteFunc(slices.Compact(all), func(p string) bool { return p == "{n}" }), " ")
}

// Catalog holds the package in a folder to its pt.json: every sentence that the package says stands there with the same
// places, and none besides. It returns the entries that were read, by key.
func Catalog(t *testing.T, dir string) map[string]Sentence {
	t.Helper()
	said, registers := sentences(t, dir)
	raw, err := os.ReadFile(filepath.Join(dir, "pt.json"))
	if err != nil && len(said) == 0 {
		return nil
	}
	var pt map[string]Sentence
	if err := json.Unmarshal(raw, &pt); err != nil || !registers {
		t.Errorf("%s speaks; its pt.json: %v, handed to lang.Catalog: %v", dir, err, registers)
		return nil
	}
	for _, key := range slices.Sorted(maps.Keys(said)) {
		en, there := said[key], pt[key] != Sentence{}
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
	}
	for _, key := range slices.Sorted(maps.Keys(pt)) {
		if _, said := said[key]; !said {
			t.Errorf("%s: nobody says %q", dir, key)
		}
	}
	return pt
}

// sentences returns the sentences of the package in a folder, by key, and reports whether it hands a catalog over.
func sentences(t *testing.T, dir string) (said map[string]Sentence, registers bool) {
	said = map[string]Sentence{}
	files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			// The compiler says so.
			continue
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

func add(said map[string]Sentence, name string, words []string) {
	switch name {
	case "T":
		said[words[0]] = Sentence{Other: words[0]}
	case "N":
		said[words[1]] = Sentence{words[0], words[1]}
	case "In":
		said[words[0]+"|"+words[1]] = Sentence{Other: words[1]}
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
