package ask

import (
	"testing"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A refused line comes back with the mistake in brackets, or a bar where the next key goes on.
func TestMend(t *testing.T) {
	guests := Question{Head: Head{People: []int{0, 1, 2, 3}, Names: four}, Shape: Each{Hi: 3, Blank: true, Plus: 4}}
	votes := Question{Head: Head{People: []int{0, 1, 2}, Names: four[:3]}, Shape: Each{Lo: 1, Hi: 12, Most: 2}}
	pad := Question{Head: Head{People: []int{0, 1}, Names: four[:2]}, Shape: Each{Lo: -99, Hi: 9999}}
	names := Question{Shape: Words{}}
	ofCaio := fault.New(lang.Msg("x", "{who} may not").With("who", "Caio"))
	ofAll := fault.New(lang.Msg("x", "too few"))
	for _, c := range []struct {
		q     Question
		typed string
		why   error // nil: that of Read
		want  string
	}{
		{guests, "212", nil, "212|"},
		{guests, "2 1 2", nil, "2 1 2 |"},
		{guests, "2,1", nil, "2,1 |"},
		{guests, "212 +1", nil, "212| +1"},
		{guests, "29-0", nil, "2[9]-0"},
		{guests, "2 9 - 0 +1", nil, "2 [9] - 0 +1"},
		{guests, "32101", nil, "3210[1]"},
		{guests, "3 2 1 0 1 1", nil, "3 2 1 0 [1 1]"},
		{guests, "3210 +9", nil, "3210 [+9]"},
		{guests, "3210 +4", ofAll, "3210 [+4]"},
		{guests, "3210", ofCaio, "32[1]0"},
		{guests, "3210", ofAll, "[3210]"},
		{votes, "1.2 13 4", nil, "1.2 [13] 4"},
		{votes, "1.24.4c", nil, "1.2[4.4]c"},
		{pad, "7", nil, "7 |"},
		{pad, "71031", nil, "[71031]"},
		{names, "Ana, Bia, ana", fault.New(lang.Msg("x", "{name} twice").With("name", "ana")), "Ana, Bia, [ana]"},
		{names, "Ana, Bia", ofAll, "[Ana, Bia]"},
		{names, "Ana", ofAll, "[Ana]"},
		{Question{Shape: Number{Hi: 9}}, "99", nil, "[99]"},
	} {
		why := c.why
		if why == nil {
			_, why = c.q.Read(c.typed)
		}
		text, from, to := c.q.Mend(c.typed, why)
		got := text[:from] + "[" + text[from:to] + "]" + text[to:]
		if from == to {
			got = text[:from] + "|" + text[to:]
		}
		if got != c.want {
			t.Errorf("%q, %v: %s, want %s", c.typed, why, got, c.want)
		}
	}
}
