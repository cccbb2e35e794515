// Package cmd_test holds the layout of the module: who may import whom.
package cmd_test

import (
	"go/parser"
	"go/token"
	"io/fs"
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

// arrows lists which of our packages a package may import. A package that is not listed is not held to anything yet.
var arrows = map[string][]string{}

// oldProgram is what only the entry of the program may import.
const oldProgram = "old/"

func TestNobodyImportsTheOldProgram(t *testing.T) {
	for _, i := range imports(t) {
		if strings.HasPrefix(i.to, oldProgram) && i.from != "cmd/tablemate" {
			t.Errorf("%s imports %s", i.file, i.to)
		}
	}
}

func TestWhoMayImportWhom(t *testing.T) {
	for _, i := range imports(t) {
		if allowed, held := arrows[i.from]; held && !slices.Contains(allowed, i.to) {
			t.Errorf("%s imports %s", i.file, i.to)
		}
	}
}

// An anImport is an import of one of our packages by another one. Paths are relative to the module.
type anImport struct{ file, from, to string }

// imports returns the imports of our own packages in all Go files outside the old program, tests included.
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
		if d.IsDir() && (hidden || d.Name() == "testdata" || rel+"/" == oldProgram) {
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
			if to, ours := strings.CutPrefix(to, module); ours {
				out = append(out, anImport{file: rel, from: path.Dir(rel), to: to})
			}
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
