// Command weigh prints how heavy the code is, each figure beside its bar, and fails where a figure is above it. It reads every
// Go file below the current folder, and counts what only tests use separately.
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

// A bar is the most that a figure may be. A bar is lowered when its figure goes down, and never raised.
type bar struct {
	figure string
	most   int
	got    func(*house) (n int, where string)
}

var bars = []bar{
	{"lines of Go outside tests", 54400, func(h *house) (int, string) { return total(h.lines), largest(h.lines) }},
	{"lines of tests", 46050, func(h *house) (int, string) { return h.tests, "" }},
	{"lines of package cmd", 2580, func(h *house) (int, string) { return h.lines["cmd"], "" }},
	{"methods of a type", 45, heaviest(func(h *house) map[string]int { return h.methods })},
	{"fields of a struct", 24, heaviest(func(h *house) map[string]int { return h.fields })},
	{"lines of a function", 56, heaviest(func(h *house) map[string]int { return h.functions })},
	{"types that implement Ask", 10, func(h *house) (int, string) { return len(h.askers), list(h.askers) }},
	{"assignments in the head of an if or switch", 0, func(h *house) (int, string) { return len(h.hidden), list(h.hidden) }},
	{"files of cmd whose names run in circles", 0, circles("cmd")},
	{"files of phones whose names run in circles", 0, circles("cmd/internal/phones")},
	{"files of play whose names run in circles", 0, circles("cmd/internal/play")},
	{"percent of function comments that say what something is", 1, func(h *house) (int, string) { return 100 * h.things / max(1, h.told), "" }},
	{"lines of comments with a who or what without a noun", 25, func(h *house) (int, string) { return total(h.headless), largest(h.headless) }},
}

func main() {
	h := &house{
		lines: map[string]int{}, headless: map[string]int{}, methods: map[string]int{}, fields: map[string]int{}, functions: map[string]int{},
		askers: map[string]bool{}, hidden: map[string]bool{}, files: map[string]map[string]*ast.File{},
	}
	if err := filepath.WalkDir(".", h.read); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	code := 0
	var out strings.Builder // in one piece, so that a reader of the first lines breaks no pipe
	for _, b := range bars {
		n, where := b.got(h)
		sign := " "
		if n > b.most {
			sign, code = "!", 1
		}
		fmt.Fprintf(&out, "%s %6d of %6d  %s  %s\n", sign, n, b.most, b.figure, where)
	}
	fmt.Print(out.String())
	os.Exit(code)
}

// A house is what all files contain: numbers by package, type or function.
type house struct {
	lines, headless, methods, fields, functions map[string]int
	askers, hidden                              map[string]bool
	tests, told, things                         int
	files                                       map[string]map[string]*ast.File // by package
}

var (
	forTests = regexp.MustCompile(`_test\.go$|^scripts/|/ttytest/|/asktest/|/laws/`)
	isThing  = regexp.MustCompile(`^\S+ (is|are|was|were) `)
	headless = regexp.MustCompile(`(?i)(^|[.:;,] )(who|what|whoever|whatever) (\w+ )?(is|are|was|has|have|plays|asks|sits|stands|comes|leaves|reads|hears)`)
)

// read weighs one file.
func (h *house) read(name string, d fs.DirEntry, err error) error {
	switch {
	case err != nil:
		return err
	case d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata"):
		return filepath.SkipDir
	case d.IsDir() || filepath.Ext(name) != ".go":
		return nil
	}
	source, err := os.ReadFile(name)
	name = filepath.ToSlash(name)
	n := strings.Count(string(source), "\n")
	if err != nil || forTests.MatchString(name) {
		h.tests += n
		return err
	}
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, name, source, parser.ParseComments)
	if err != nil {
		return err
	}
	folder := path.Dir(name)
	h.lines[folder] += n
	if h.files[folder] == nil {
		h.files[folder] = map[string]*ast.File{}
	}
	h.files[folder][path.Base(name)] = f
	for _, group := range f.Comments {
		for _, line := range group.List {
			if headless.MatchString(strings.TrimPrefix(strings.TrimPrefix(line.Text, "//"), " ")) {
				h.headless[folder]++
			}
		}
	}
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

// head records an assignment to an outer variable in front of a condition.
func (h *house) head(set *token.FileSet, init ast.Stmt) {
	if a, ok := init.(*ast.AssignStmt); ok && a.Tok == token.ASSIGN {
		h.hidden[set.Position(a.Pos()).String()] = true
	}
}

// function weighs a function or method.
func (h *house) function(folder string, f *ast.FuncDecl, lines int) {
	name := folder + "." + f.Name.Name
	if f.Recv != nil {
		on := receiver(f.Recv.List[0].Type)
		h.methods[folder+"."+on]++
		name = folder + "." + on + "." + f.Name.Name
		if f.Name.Name == "Ask" && f.Type.Params.NumFields() > 0 {
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

// receiver returns the type of a method's receiver.
func receiver(t ast.Expr) string {
	switch x := t.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}

// circles returns a figure: the files of a package whose package-level names lead back to themselves.
func circles(folder string) func(*house) (int, string) {
	return func(h *house) (int, string) {
		homes, leads := map[string]string{}, map[string][]string{}
		for file, f := range h.files[folder] {
			for name := range f.Scope.Objects {
				homes[name] = file
			}
		}
		for file, f := range h.files[folder] {
			for _, id := range f.Unresolved {
				if home := homes[id.Name]; home != "" && home != file {
					leads[file] = append(leads[file], home)
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

// reaches reports whether one file leads to another, in one step or more.
func reaches(leads map[string][]string, from, to string, seen map[string]bool) bool {
	return slices.ContainsFunc(leads[from], func(next string) bool {
		if seen[next] {
			return next == to
		}
		seen[next] = true
		return next == to || reaches(leads, next, to, seen)
	})
}

// heaviest returns a figure: the largest of some numbers.
func heaviest(of func(*house) map[string]int) func(*house) (int, string) {
	return func(h *house) (n int, where string) {
		for _, k := range of(h) {
			n = max(n, k)
		}
		return n, largest(of(h))
	}
}

func total(m map[string]int) (n int) {
	for _, k := range m {
		n += k
	}
	return n
}

// largest returns the four largest numbers, with their names.
func largest(m map[string]int) string {
	names := slices.SortedFunc(maps.Keys(m), func(a, b string) int { return cmp.Or(m[b]-m[a], strings.Compare(a, b)) })
	var said []string
	for _, name := range names[:min(4, len(names))] {
		said = append(said, fmt.Sprint(name, " ", m[name]))
	}
	return strings.Join(said, ", ")
}

func list(m map[string]bool) string { return strings.Join(slices.Sorted(maps.Keys(m)), ", ") }
