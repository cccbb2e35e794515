package screen

import (
	"cmp"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// What a terminal shows around the window: its title, a notification of the desktop (OSC 9) when time is up, and how far
// the clock is, in a tab or a task bar (OSC 9;4). The same number means both, and a terminal that knows only one takes
// the other for it: a notification a second. So nobody gets either who is not known to understand it.

// able is what a terminal is known to understand.
type able struct{ titles, notes, progress bool }

// known returns what the variables of a terminal say about it.
func known(getenv func(string) string) (a able) {
	kind, program := getenv("TERM"), getenv("TERM_PROGRAM")
	within := func(name string) bool { return strings.HasPrefix(kind, name) }
	a.titles = kind != "" && kind != "dumb" && kind != "linux"
	switch {
	case !a.titles, getenv("TMUX") != "", getenv("STY") != "", within("tmux"), within("screen"): // what is between swallows it
	case program == "iTerm.app":
		a.notes, a.progress = true, since(getenv("TERM_PROGRAM_VERSION"), 3, 6, 6)
	case program == "ghostty":
		a.notes, a.progress = true, since(getenv("TERM_PROGRAM_VERSION"), 1, 2)
	case getenv("KITTY_WINDOW_ID") != "", within("xterm-kitty"), within("xterm-ghostty"), within("foot"), program == "WezTerm":
		a.notes = true
	case program == "Apple_Terminal", program == "vscode":
	case getenv("WT_SESSION") != "", getenv("ConEmuANSI") == "ON":
		a.progress = true
	case getenv("VTE_VERSION") != "":
		n, _ := strconv.Atoi(getenv("VTE_VERSION"))
		a.progress = n >= 8000
	}
	return a
}

// since reports whether a version, 3.6.6 say, is at least one with these numbers.
func since(version string, numbers ...int) bool {
	parts := strings.FieldsFunc(version, func(r rune) bool { return r < '0' || r > '9' })
	for i, n := range numbers {
		have := 0
		if i < len(parts) {
			have, _ = strconv.Atoi(parts[i])
		}
		if c := cmp.Compare(have, n); c != 0 {
			return c > 0
		}
	}
	return true
}

// A surround is what is shown around a picture.
type surround struct {
	title string
	note  string // is told once, when it comes; empty: nothing
	far   string // state and percent, as OSC 9;4 has them; empty: nothing
}

// The states of OSC 9;4.
const (
	noProgress = "0;0"
	goesAhead  = "1;"
	isPaused   = "4;"
)

// around returns what a clock shows around its window.
func (c Clock) around(p frame) surround {
	about := c.about()
	state := strings.TrimSpace(c.reads(p) + " · " + about)
	var out surround
	switch text := c.say(timeIsUp) + " · " + about; {
	case p.up:
		state, out.note = text, text
	case !p.runs:
		state = c.reads(p) + " · " + c.say(itStands) + " · " + about
	}
	if c.past(p) {
		out.note = c.say(markPast.With("time", c.markFace())) + " · " + about
	}
	out.title, out.note = tidy(state), tidy(out.note)
	out.far = c.far(p)
	return out
}

// far returns how much of a clock has passed.
func (c Clock) far(p frame) string {
	passed, whole := p.whole-time.Duration(p.seconds)*time.Second, p.whole
	if c.Rises {
		passed, whole = time.Duration(c.elapsed(p))*time.Second, c.Limit
	}
	switch {
	case p.up, whole <= 0:
		return noProgress
	case p.runs:
		return goesAhead + strconv.Itoa(percent(passed, whole))
	}
	return isPaused + strconv.Itoa(percent(passed, whole))
}

func percent(part, whole time.Duration) int {
	return int(min(max(100*float64(part)/float64(whole), 0), 100))
}

// about returns what the clock is about in a few words: its first sentence.
func (c Clock) about() string {
	s, _, _ := strings.Cut(c.say(c.Text), ". ")
	return strings.TrimSuffix(s, ".")
}

// tidy returns a line for a terminal: nothing in it can end it, and no sign hangs at its ends.
func tidy(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s)
	return strings.Trim(s, " ·")
}

// osc returns a command to the terminal. It ends without a bell, which an old one would ring.
func osc(command string) string { return "\x1b]" + command + "\x1b\\" }

// refresh is how long a terminal may believe that progress stands still; then some take it away.
const refresh = 10 * time.Second

// A trim is what a window has been told to show around it.
type trim struct {
	able
	now  surround
	told time.Time // when progress was told last
	ours bool      // the title is ours, and another one is kept below it
}

// changes returns what to write so that this is shown.
func (t *trim) changes(s surround, now time.Time) string {
	var b strings.Builder
	if t.titles && s.title != t.now.title {
		if !t.ours {
			t.ours = true
			b.WriteString("\x1b[22;2t")
		}
		b.WriteString(osc("2;" + s.title))
	}
	if t.notes && s.note != "" && t.now.note == "" {
		b.WriteString(osc("9;" + s.note))
	}
	if t.progress && s.far != "" && (s.far != t.now.far || now.Sub(t.told) >= refresh) {
		t.told = now
		b.WriteString(osc("9;4;" + s.far))
	}
	t.now = s
	return b.String()
}

// ends returns what to write so that nothing of it is left.
func (t *trim) ends() string {
	var b strings.Builder
	if !t.told.IsZero() {
		b.WriteString(osc("9;4;" + noProgress))
	}
	if t.ours {
		b.WriteString(osc("2;") + "\x1b[23;2t") // none first, where titles are not kept
	}
	return b.String()
}
