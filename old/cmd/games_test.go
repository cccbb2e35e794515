package cmd

import (
	"go/ast"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
)

// No game is left out: each checks the laws in its own folder, and a list in a test that names most games names all of
// them.
func TestNoGameIsLeftOut(t *testing.T) {
	t.Parallel()
	var folders []string
	for _, i := range imports(t, "../scoring/shelf/games.go") {
		if name, _ := room(i); name == "scoring/GAME" {
			folders = append(folders, i)
			if own := filepath.Join("..", "scoring", path.Base(i), "laws_test.go"); !slices.Contains(imports(t, own), parlor.Module+"scoring/laws") {
				t.Errorf("%s does not check the laws", own)
			}
		}
	}
	if len(folders) != len(games) {
		t.Errorf("shelf/games.go imports %v for %d games", folders, len(games))
	}
	for _, p := range packages(t) {
		for _, f := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
			ast.Inspect(parse(t, filepath.Join(p.Dir, f)), func(n ast.Node) bool {
				if named := gamesNamed(n); 2*named > len(games) && named < len(games) {
					t.Errorf("%s/%s has a list of %d games, and not of every one", strings.TrimPrefix(p.ImportPath, parlor.Module), f, named)
				}
				return true
			})
		}
	}
}

// gamesNamed counts the games in a list such as []scoring.Game{dixit.Game}.
func gamesNamed(n ast.Node) (named int) {
	list, ok := n.(*ast.CompositeLit)
	if !ok {
		return 0
	}
	for _, one := range list.Elts {
		if s, ok := one.(*ast.SelectorExpr); ok && s.Sel.Name == "Game" {
			named++
		}
	}
	return named
}
