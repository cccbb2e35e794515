package digits

import (
	"strings"
	"testing"
)

// A face is drawn as large as its place allows, a blank between its digits, and stands as it is where it is too large.
func TestBig(t *testing.T) {
	for _, c := range []struct {
		columns, rows int
		want          string
	}{
		{8, 5, "1:0"}, {9, 4, "1:0"},
		{9, 5, `
 █    ███
██  █ █ █
 █    █ █
 █  █ █ █
███   ███`},
		// Twice as wide, a cell is as high as before; four times as wide, twice as high.
		{18, 5, `
  ██        ██████
████    ██  ██  ██
  ██        ██  ██
  ██    ██  ██  ██
██████      ██████`},
		{36, 9, `
  ██        ██████
████    ██  ██  ██
  ██        ██  ██
  ██    ██  ██  ██
██████      ██████`},
	} {
		got := Big("1:0", c.columns, c.rows)
		if drawn := strings.Join(got, "\n"); drawn != strings.TrimPrefix(c.want, "\n") {
			t.Errorf("%d columns, %d rows:\n%s\nnot%s", c.columns, c.rows, drawn, c.want)
		}
	}
	large := Big("1:0", 36, 10)
	if len(large) != 10 || large[0] != "    ████                ████████████" || large[1] != large[0] {
		t.Errorf("36 columns, 10 rows:\n%s", strings.Join(large, "\n"))
	}
}

// A bar is full at the beginning and empty at the end alone.
func TestBar(t *testing.T) {
	for left, want := range map[int]string{0: "░░░░", 1: "█░░░", 50: "██░░", 51: "███░", 99: "████", 100: "████"} {
		if got := Bar(left, 100, 4); got != want {
			t.Errorf("%d of 100: %s, not %s", left, got, want)
		}
	}
	if got := Bar(0, 0, 4); got != "░░░░" {
		t.Errorf("nothing of nothing: %s", got)
	}
}
