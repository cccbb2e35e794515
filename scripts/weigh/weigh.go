// Command weigh prints how heavy the house is, each figure beside the bar that it must not pass, and
// fails where one is passed. It reads every Go file of the folder that it is started in; what only
// tests use is weighed apart.
package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A bar is what one figure may be at most. It is lowered when the figure has gone down, never raised.
type bar struct {
	figure string
	most   int
	got    func(*house) (n int, where string)
}

var bars = []bar{
	{"lines of Go outside tests", 49500, func(h *house) (int, string) { return total(h.lines), largest(h.lines, 5) }},
	{"lines of tests", 42800, func(h *house) (int, string) { return h.tests, "" }},
	{"lines of package cmd", 3900, func(h *house) (int, string) { return h.lines["cmd"], "" }},
	{"methods of a type", 45, func(h *house) (int, string) { return most(h.methods), largest(h.methods, 5) }},
	{"fields of a struct", 24, func(h *house) (int, string) { return most(h.fields), largest(h.fields, 5) }},
	{"lines of a function", 56, func(h *house) (int, string) { return most(h.functions), largest(h.functions, 3) }},
	{"types that implement Ask", 10, func(h *house) (int, string) { return len(h.askers), list(h.askers) }},
	{"assignments in the head of an if or switch", 0, func(h *house) (int, string) { return len(h.hidden), list(h.hidden) }},
	{"files of cmd whose names run in circles", 0, circles("cmd")},
	{"files of phones whose names run in circles", 0, circles("cmd/internal/phones")},
	{"files of play whose names run in circles", 0, circles("cmd/internal/play")},
	{"percent of function comments that say what something is", 3, func(h *house) (int, string) { return 100 * h.things / max(1, h.told), "" }},
}

func main() {
	h, err := weigh(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	passed := false
	for _, b := range bars {
		n, where := b.got(h)
		sign := " "
		if n > b.most {
			sign, passed = "!", true
		}
		fmt.Printf("%s %6d of %6d  %s\n", sign, n, b.most, b.figure)
		if where != "" {
			fmt.Printf("                    %s\n", where)
		}
	}
	if passed {
		os.Exit(1)
	}
}

// A house is what was found in all files: numbers by package, type or function.
type house struct {
	lines, methods, fields, functions map[string]int
	askers, hidden                    map[string]bool
	tests, told, things               int
	names                             map[string]map[string][]string // package, file: what it takes from other files
	homes                             map[string]map[string]string   // package, name: the file that declares it
}

// weigh reads all Go files below a folder.
func weigh(root string) (*house, error) {
	h := &house{
		lines: map[string]int{}, methods: map[string]int{}, fields: map[string]int{}, functions: map[string]int{},
		askers: map[string]bool{}, hidden: map[string]bool{},
		names: map[string]map[string][]string{}, homes: map[string]map[string]string{},
	}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(name) != ".go":
			return nil
		}
		return h.read(filepath.ToSlash(name))
	})
	return h, err
}

var (
	forTests = regexp.MustCompile(`_test\.go$|^scripts/|/ttytest/|/asktest/|/laws/`)
	isThing  = regexp.MustCompile(`^\S+ (is|are|was|were) `)
)

// read weighs one file.
func (h *house) read(name string) error {
	source, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	n := strings.Count(string(source), "\n")
	if forTests.MatchString(name) {
		h.tests += n
		return nil
	}
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, name, source, parser.ParseComments)
	if err != nil {
		return err
	}
	folder := path.Dir(name)
	h.lines[folder] += n
	h.declared(folder, path.Base(name), f)
	ast.Inspect(f, func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.TypeSpec:
			if s, ok := x.Type.(*ast.StructType); ok {
				h.fields[folder+"."+x.Name.Name] = s.Fields.NumFields()
			}
		case *ast.IfStmt:
			h.head(set, x.Init)
		case *ast.SwitchStmt:
			h.head(set, x.Init)
		case *ast.FuncDecl:
			h.function(folder, x, set.Position(x.End()).Line-set.Position(x.Pos()).Line+1)
		}
		return true
	})
	return nil
}

// head notes a statement before a condition that changes what was declared outside.
func (h *house) head(set *token.FileSet, init ast.Stmt) {
	if a, ok := init.(*ast.AssignStmt); ok && a.Tok == token.ASSIGN {
		h.hidden[set.Position(a.Pos()).String()] = true
	}
}

// function weighs a function or method.
func (h *house) function(folder string, f *ast.FuncDecl, lines int) {
	name := folder + "." + f.Name.Name
	if on := receiver(f); on != "" {
		h.methods[folder+"."+on]++
		name = folder + "." + on + "." + f.Name.Name
		if f.Name.Name == "Ask" && asksOne(f) {
			h.askers[folder+"."+on] = true
		}
	}
	h.functions[name] = lines
	if f.Doc != nil {
		h.told++
		if isThing.MatchString(f.Doc.Text()) {
			h.things++
		}
	}
}

// receiver returns the name of the type that a method belongs to; "" for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	t := f.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// declared notes what a file declares at package level, and what it takes from elsewhere.
func (h *house) declared(folder, file string, f *ast.File) {
	if h.homes[folder] == nil {
		h.homes[folder], h.names[folder] = map[string]string{}, map[string][]string{}
	}
	for name := range f.Scope.Objects {
		h.homes[folder][name] = file
	}
	for _, id := range f.Unresolved {
		h.names[folder][file] = append(h.names[folder][file], id.Name)
	}
}

// circles returns what finds the files of a package that lead back to themselves, as far as names at package level go.
func circles(folder string) func(*house) (int, string) {
	return func(h *house) (int, string) {
		leads := map[string]map[string]bool{}
		for file, names := range h.names[folder] {
			leads[file] = map[string]bool{}
			for _, name := range names {
				if home := h.homes[folder][name]; home != "" && home != file {
					leads[file][home] = true
				}
			}
		}
		round := map[string]bool{}
		for file := range leads {
			if reaches(leads, file, file, map[string]bool{}) {
				round[file] = true
			}
		}
		return len(round), list(round)
	}
}

// reaches reports whether one file leads to another over at least one step.
func reaches(leads map[string]map[string]bool, from, to string, seen map[string]bool) bool {
	for next := range leads[from] {
		if next == to {
			return true
		}
		if !seen[next] {
			seen[next] = true
			if reaches(leads, next, to, seen) {
				return true
			}
		}
	}
	return false
}

func total(m map[string]int) (n int) {
	for _, k := range m {
		n += k
	}
	return n
}

func most(m map[string]int) (n int) {
	for _, k := range m {
		n = max(n, k)
	}
	return n
}

// largest returns the k largest, each with its number.
func largest(m map[string]int, k int) string {
	names := slices.SortedFunc(maps.Keys(m), func(a, b string) int { return cmp.Or(m[b]-m[a], strings.Compare(a, b)) })
	var said []string
	for _, name := range names[:min(k, len(names))] {
		said = append(said, fmt.Sprint(name, " ", m[name]))
	}
	return strings.Join(said, ", ")
}

func list(m map[string]bool) string { return strings.Join(slices.Sorted(maps.Keys(m)), ", ") }

// asksOne reports whether a function takes one question: a game's Ask takes whoever asks.
func asksOne(f *ast.FuncDecl) bool {
	if f.Type.Params.NumFields() == 0 {
		return false
	}
	switch t := f.Type.Params.List[0].Type.(type) {
	case *ast.Ident:
		return t.Name == "Question"
	case *ast.SelectorExpr:
		return t.Sel.Name == "Question"
	}
	return false
}
