package screen

import (
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/internal/lang"
)

// variables are those that are written down here, as Getenv.
func variables(said string) func(string) string {
	return func(name string) string {
		for _, v := range strings.Fields(said) {
			if is, value, _ := strings.Cut(v, "="); is == name {
				return value
			}
		}
		return ""
	}
}

// Who gets a notification, and whom progress is told: a terminal that takes the one for the other gets neither.
func TestKnown(t *testing.T) {
	for _, c := range []struct {
		environ string
		want    able
	}{
		{"", able{}},
		{"TERM=dumb TERM_PROGRAM=ghostty", able{}},
		{"TERM=linux", able{}},
		{"TERM=xterm-256color", able{titles: true}},
		{"TERM=xterm-256color TMUX=/tmp/tmux-0/default,1,0 TERM_PROGRAM=ghostty", able{titles: true}},
		{"TERM=tmux-256color", able{titles: true}},
		{"TERM=screen STY=1.x", able{titles: true}},
		{"TERM=xterm-kitty VTE_VERSION=8200", able{titles: true, notes: true}},
		{"TERM=xterm KITTY_WINDOW_ID=1", able{titles: true, notes: true}},
		{"TERM=foot", able{titles: true, notes: true}},
		{"TERM=xterm-256color TERM_PROGRAM=WezTerm", able{titles: true, notes: true}},
		{"TERM=xterm-256color TERM_PROGRAM=iTerm.app TERM_PROGRAM_VERSION=3.6.5", able{titles: true, notes: true}},
		{"TERM=xterm-256color TERM_PROGRAM=iTerm.app TERM_PROGRAM_VERSION=3.6.6", able{true, true, true}},
		{"TERM=xterm-ghostty TERM_PROGRAM=ghostty TERM_PROGRAM_VERSION=1.1.3", able{titles: true, notes: true}},
		{"TERM=xterm-ghostty TERM_PROGRAM=ghostty TERM_PROGRAM_VERSION=1.2.0-dev", able{true, true, true}},
		{"TERM=xterm-256color TERM_PROGRAM=Apple_Terminal", able{titles: true}},
		{"TERM=xterm-256color TERM_PROGRAM=vscode", able{titles: true}},
		{"TERM=xterm-256color WT_SESSION=1", able{titles: true, progress: true}},
		{"TERM=xterm ConEmuANSI=ON", able{titles: true, progress: true}},
		{"TERM=xterm-256color VTE_VERSION=7600", able{titles: true}},
		{"TERM=xterm-256color VTE_VERSION=8000", able{titles: true, progress: true}},
	} {
		if got := known(variables(c.environ)); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.environ, got, c.want)
		}
	}
}

// What is told, and when: what has changed, progress again before a terminal believes that it stands still, and at the end
// that there is none.
func TestTrim(t *testing.T) {
	begin := time.Unix(1_800_000_000, 0)
	x := trim{able: able{true, true, true}}
	for i, c := range []struct {
		after time.Duration
		show  surround
		want  string
	}{
		{0, surround{title: "8:00", far: "1;0"}, "\x1b[22;2t\x1b]2;8:00\x1b\\\x1b]9;4;1;0\x1b\\"},
		{time.Second, surround{title: "7:59", far: "1;0"}, "\x1b]2;7:59\x1b\\"},
		{2 * time.Second, surround{title: "7:59", far: "1;0"}, ""},
		{3 * time.Second, surround{title: "7:59", far: "4;1"}, "\x1b]9;4;4;1\x1b\\"},
		{14 * time.Second, surround{title: "7:59", far: "4;1"}, "\x1b]9;4;4;1\x1b\\"},
		{15 * time.Second, surround{title: "up", note: "up", far: "0;0"}, "\x1b]2;up\x1b\\\x1b]9;up\x1b\\\x1b]9;4;0;0\x1b\\"},
		{16 * time.Second, surround{title: "up", note: "up", far: "0;0"}, ""},
		{17 * time.Second, surround{title: "0:30", far: "4;90"}, "\x1b]2;0:30\x1b\\\x1b]9;4;4;90\x1b\\"},
		{18 * time.Second, surround{title: "up", note: "up", far: "0;0"}, "\x1b]2;up\x1b\\\x1b]9;up\x1b\\\x1b]9;4;0;0\x1b\\"},
	} {
		if got := x.changes(c.show, begin.Add(c.after)); got != c.want {
			t.Errorf("%d: %q, want %q", i, got, c.want)
		}
	}
	if got := x.ends(); got != "\x1b]9;4;0;0\x1b\\\x1b]2;\x1b\\\x1b[23;2t" {
		t.Errorf("at the end %q", got)
	}
	none := trim{}
	if got := none.changes(surround{"8:00", "up", "1;0"}, begin) + none.ends(); got != "" {
		t.Errorf("nobody is known to understand %q", got)
	}
}

func TestAround(t *testing.T) {
	c := round(seat().now)
	c.Voice = lang.NewLocalizer("en")
	c.Text = lang.Literal("Round 2. Bia asks.")
	whole := 8 * time.Minute
	for _, x := range []struct {
		p    frame
		want surround
	}{
		{frame{seconds: 372, runs: true, whole: whole}, surround{"6:12 · Round 2", "", "1;22"}},
		{frame{seconds: 9, runs: true, whole: whole}, surround{"0:09 · Round 2", "", "1;98"}},
		{frame{seconds: 372, whole: whole}, surround{"6:12 · Paused · Round 2", "", "4;22"}},
		{frame{up: true, whole: whole}, surround{"TIME IS UP · Round 2", "TIME IS UP · Round 2", "0;0"}},
	} {
		if got := c.around(x.p); got != x.want {
			t.Errorf("%+v, want %+v", got, x.want)
		}
	}
	c.Text = lang.Literal("")
	if got := c.around(frame{seconds: 90, runs: true, whole: whole}).title; got != "1:30" {
		t.Errorf("without a label: %q", got)
	}
	c.Text = lang.Literal("a\x1b]0;b\a\u202ec\u009d")
	if got := c.around(frame{seconds: 90, runs: true, whole: whole}).title; got != "1:30 · a]0;bc" {
		t.Errorf("%q", got)
	}
}

// Each size of digits is taken from the smallest window on that holds it, and they lie so close to each other that a
// television is filled.
func TestEachSize(t *testing.T) {
	if scales[0].rows < 18 || len(scales) < 11 {
		t.Errorf("%d sizes up to %v", len(scales), scales[0])
	}
	for i, s := range scales {
		cols, rows := span("8:00", s), high*s.rows
		if got := fitting("8:00", cols, rows); len(got) != rows || len([]rune(got[0])) != cols {
			t.Errorf("%v: %d rows", s, len(got))
		}
		smaller := 1
		if i+1 < len(scales) {
			smaller = high * scales[i+1].rows
		}
		if got := fitting("8:00", cols-1, rows); len(got) > rows || len(got) == rows && smaller != rows {
			t.Errorf("%v without a column: %d rows", s, len(got))
		}
		if i > 0 && s.rows >= 5 && s.rows*5 < scales[i-1].rows*4 {
			t.Errorf("between %v and %v much of a window stays empty", s, scales[i-1])
		}
	}
	for _, w := range [][2]int{{200, 56}, {240, 67}, {320, 90}, {480, 135}} {
		c := round(seat().now)
		page := c.draw(frame{seconds: 480, runs: true, whole: c.Limit}, w[0], w[1])
		widest := 0
		for line := range strings.Lines(page) {
			widest = max(widest, strings.Count(line, "█"))
		}
		if digits := fitting("8:00", w[0]-2, w[1]-10); len([]rune(digits[0]))*5 < w[0]*4 || widest == 0 {
			t.Errorf("%v: the digits take %d columns", w, len([]rune(digits[0])))
		}
	}
}
