package cmd

import (
	"strings"
	"testing"
)

// After the end the menu leads to another game, for which the people who sit there are suggested; both
// games are kept.
func TestAnotherGameAfterTheEnd(t *testing.T) {
	p := &parlor{dir: t.TempDir()}
	h := p.run("Ana, Bia\n\n3 1\nr\n?o\n1\n\n\n3 1\n", "play", "picture-perfect", "--score-only")
	if h.code != 0 && h.code != 1 || !strings.Contains(h.out, "Which game?") || !strings.Contains(h.out, "Clockwise: Ana and Bia") {
		t.Fatalf("%d %s\n%s", h.code, h.out, h.errs)
	}
	if list := p.run("", "games").out; strings.Count(list, "Ana and Bia") != 2 {
		t.Error(list)
	}
}
