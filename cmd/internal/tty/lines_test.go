package tty

import (
	"strings"
	"testing"

	"github.com/tablemate/tablemate/internal/lang"
)

func TestLines(t *testing.T) {
	for _, p := range []struct{ program, typed string }{{"turn", "ca\n4\n42\n32156\n?why\n"}, {"secret", "12+5\n3\n31\n0\n"}, {"pays", "ben\n1, cleo\n"}, {"menu", "s\n\n"}, {"words", "Ana, Bia,\nAna, Bia\n"}} {
		var out strings.Builder
		k := NewLines(strings.NewReader(p.typed), &out, lang.English, 60, false)
		programs[p.program](k)
		k.Close()
		t.Logf("%s\n%s", p.program, out.String())
	}
}
