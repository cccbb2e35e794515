package screen

import (
	"testing"

	"github.com/tablemate/tablemate/old/internal/lang"
)

func TestWindowTitle(t *testing.T) {
	c := round(seat().now)
	c.Voice = lang.NewLocalizer("en")
	c.Text = lang.Literal("Round 2. Bia asks.")
	for _, x := range []struct {
		p    frame
		want string
	}{
		{frame{seconds: 372, runs: true}, "6:12 · Round 2"},
		{frame{seconds: 9, runs: true}, "0:09 · Round 2"},
		{frame{seconds: 372}, "6:12 · Paused · Round 2"},
		{frame{up: true}, "TIME IS UP · Round 2"},
	} {
		if got := c.title(x.p); got != x.want {
			t.Errorf("%q, want %q", got, x.want)
		}
	}
	c.Text = lang.Literal("")
	if got := c.title(frame{seconds: 90, runs: true}); got != "1:30" {
		t.Errorf("without a label: %q", got)
	}
	c.Text = lang.Literal("a\x1b]0;b\a\u202ec\u009d")
	if got := c.title(frame{seconds: 90, runs: true}); got != "1:30 · a]0;bc" {
		t.Errorf("%q", got)
	}
}

// Digits of each size appear in the smallest window that holds them, and the steps are so small that a
// television is filled.
func TestEachSize(t *testing.T) {
	if scales[0].rows < 18 || len(scales) < 11 {
		t.Errorf("%d sizes up to %v", len(scales), scales[0])
	}
	for i, s := range scales {
		cols, rows := 13*s.cols, high*s.rows
		if got := fitting("8:00", 1, nil, cols, rows); len(got) != rows || len([]rune(got[0])) != cols {
			t.Errorf("%v: %d rows", s, len(got))
		}
		smaller := 1
		if i+1 < len(scales) {
			smaller = high * scales[i+1].rows
		}
		if got := fitting("8:00", 1, nil, cols-1, rows); len(got) > rows || len(got) == rows && smaller != rows {
			t.Errorf("%v without a column: %d rows", s, len(got))
		}
		if i > 0 && s.rows >= 5 && s.rows*5 < scales[i-1].rows*4 {
			t.Errorf("between %v and %v much of a window stays empty", s, scales[i-1])
		}
	}
	for _, w := range [][2]int{{200, 56}, {240, 67}, {320, 90}, {480, 135}} {
		if digits := fitting("8:00", 1, nil, w[0]-2, w[1]-10); len([]rune(digits[0]))*5 < w[0]*4 {
			t.Errorf("%v: the digits take %d columns", w, len([]rune(digits[0])))
		}
	}
}
