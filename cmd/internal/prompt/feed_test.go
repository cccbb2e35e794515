package prompt

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/manifoldco/promptui"
	"pgregory.net/rapid"

	"github.com/tablemate/tablemate/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// Whatever is pressed, promptui has in its line what the line here says: its own
// cursor, fed with the keys made for it, is the judge.
func TestLineAndPromptuiAgree(t *testing.T) {
	pieces := []rune("aé日🎲 \u0301\u200d👩🇧🇷")
	rapid.Check(t, func(t *rapid.T) {
		start := rapid.StringOfN(rapid.SampledFrom(pieces), 0, 6, -1).Draw(t, "start")
		l := &editor{before: start, touched: true}
		ui := promptui.NewCursor(start, caret, false)
		for range rapid.IntRange(1, 30).Draw(t, "keys") {
			k := keyboard.Key{Kind: rapid.SampledFrom([]keyboard.Kind{keyboard.Character, keyboard.Left, keyboard.Right, keyboard.Home, keyboard.End, keyboard.Backspace, keyboard.Delete, keyboard.KillBefore, keyboard.KillAfter, keyboard.KillWord, keyboard.EndOfInput}).Draw(t, "key")}
			if k.Kind == keyboard.Character {
				k.Rune = rapid.SampledFrom(pieces).Draw(t, "r")
			}
			out, why := l.press(k)
			for _, r := range out {
				switch s := string(r); s {
				case uiLeft, uiRight, uiBackspace:
					ui.Listen([]rune{}, 0, r)
				default:
					ui.Listen([]rune{r}, 0, r)
				}
			}
			if got := ui.Get(); got != l.before+l.after || ui.Position != len([]rune(l.before)) {
				t.Fatalf("promptui has %q at %d, the line %q|%q", got, ui.Position, l.before, l.after)
			}
			if why != goesOn && l.before+l.after != "" {
				t.Fatalf("%v ended a line with text in it", k)
			}
		}
	})
}

func TestVeryLongLineIsCut(t *testing.T) {
	l := &editor{}
	n := 0
	for range 2 * lineLimit {
		s, _ := l.press(keyboard.Key{Kind: keyboard.Character, Rune: 'x'})
		n += len(s)
	}
	if n != lineLimit || len(l.before) != lineLimit {
		t.Error(n, len(l.before))
	}
}

// No line is wider than the window, and the caret is always in sight.
func TestFit(t *testing.T) {
	pieces := []rune("aé日🎲 \u0301-")
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom(pieces), 0, 60, -1).Draw(t, "text")
		tail := rapid.StringOfN(rapid.SampledFrom(pieces), 0, 60, -1).Draw(t, "tail")
		under := rapid.SampledFrom([]string{" ", "x", "日", "🎲"}).Draw(t, "under")
		width := rapid.IntRange(6, 50).Draw(t, "width")
		got := fit("\x1b[1mlabel\x1b[0m › "+text+caretOn+under+caretOff+tail, width, 0)
		if w := ansi.StringWidth(got); w > width {
			t.Fatalf("%q is %d wide, not %d", got, w, width)
		}
		if !strings.Contains(got, caretOn) || !strings.Contains(ansi.Strip(got[strings.Index(got, caretOn):]), under) {
			t.Fatalf("%q lost the caret", got)
		}
		if w := ansi.StringWidth(fit(text+tail, width, 0)); w > width {
			t.Fatalf("%q is %d wide", text+tail, w)
		}
	})
}

// The renderer keeps the lines that promptui means, however its writes are cut.
func TestSlateFollowsPieces(t *testing.T) {
	frames := "\x1b[?25l\x1b[2K\rone\n\x1b[2K\rtwo é\n\x1b[J\x1b[2K\r \b\x07x\x1b[1A\x1b[2K\r\x1b[1A\x1b[2K\r\x1b[2K\rONE\n\x1b[2K\rTWO é日\n"
	rapid.Check(t, func(t *rapid.T) {
		s := &renderer{out: io.Discard, size: func() (int, int) { return 80, 24 }}
		s.begin(nil, nil, false)
		for rest := frames; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			_, _ = s.Write([]byte(rest[:n]))
			rest = rest[n:]
		}
		if got := strings.Join(s.rows[:s.at], "|"); got != "ONE|TWO é日" {
			t.Fatalf("%q", got)
		}
	})
}

// Backspace undoes the last thing where the next one is asked for; where something is only
// read again there is nothing on the screen that it would undo.
func TestBackspaceUndoesNothingThatIsRead(t *testing.T) {
	next := ask.Question{Shape: ask.Pick{Quick: true, Options: lang.Names([]string{"Ana", "Bia"})}}
	again := next
	again.Stands = true
	for _, c := range []struct {
		name string
		q    ask.Question
		want outcome
		keys string
	}{
		{"the next slap", next, tookBack, keysUndo.With("keys", keysPick).String()},
		{"one that stands", again, goesOn, keysPick.String()},
	} {
		l := rows(c.q)
		if _, why := l.press(keyboard.Key{Kind: keyboard.Backspace}); why != c.want || keysOf(c.q, l).String() != c.keys {
			t.Errorf("%s: %v, %v", c.name, why, keysOf(c.q, l))
		}
	}
}

// Space lets go of a row however many copies of it are taken, and takes one otherwise.
func TestSpaceFlips(t *testing.T) {
	l := &picker{rows: []row{{mark: "1", name: "Ana"}}, copies: []int{3}, most: 4}
	for _, want := range []int{0, 1, 0} {
		if l.press(keyboard.Key{Kind: keyboard.Character, Rune: ' '}); l.copies[0] != want {
			t.Errorf("%d copies, want %d", l.copies[0], want)
		}
	}
}

// An Enter too many takes no row that was neither suggested nor chosen.
func TestEnterTakesNothingByItself(t *testing.T) {
	two := []row{{mark: "1", name: "Ana"}, {mark: "2", name: "Bia", option: 1}}
	for name, c := range map[string]struct {
		l    *picker
		want outcome
	}{
		"a list":               {&picker{rows: two, page: 2}, goesOn},
		"a row is suggested":   {&picker{rows: two, page: 2, moved: true}, taken},
		"several may be taken": {&picker{rows: two, page: 2, copies: []int{0, 0}}, taken},
	} {
		if _, got := c.l.press(keyboard.Key{Kind: keyboard.Enter}); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	l := &picker{rows: two, page: 2}
	if _, got := l.press(keyboard.Key{Kind: keyboard.Down}); got != goesOn {
		t.Error(got)
	}
	if _, got := l.press(keyboard.Key{Kind: keyboard.Enter}); got != taken || l.at != 1 {
		t.Error(got, l.at)
	}
}

// In a list of several people a number takes who sits there, or lets go; who cannot be named
// is not taken, and a longer number takes the place of its first digit.
func TestNumbersTakeSeats(t *testing.T) {
	q := ask.Question{
		Shape: ask.Many{Options: lang.Names([]string{"Ana", "Caio", "Luís"}), Marks: []lang.Text{lang.Literal("1"), lang.Literal("3"), lang.Literal("12")}, Barred: []ask.Barred{{Mark: lang.Literal("2"), Text: lang.Literal("Bia"), Why: lang.Literal("Bia is out")}}},
	}
	for keys, want := range map[string][]int{"3": {0, 1, 0}, "33": {0, 0, 0}, "2": {0, 0, 0}, "1": {1, 0, 0}, "12": {0, 0, 1}, "123": {0, 1, 1}, "13": {1, 1, 0}} {
		l := rows(q)
		for _, r := range keys {
			l.press(keyboard.Key{Kind: keyboard.Character, Rune: r})
		}
		if got := l.taken(); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", keys, got, want)
		}
	}
}
