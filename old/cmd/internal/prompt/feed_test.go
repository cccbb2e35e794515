package prompt

import (
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"github.com/tablemate/tablemate/old/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// Whatever keys are pressed, a line holds whole characters, and a list has its cursor on a row and no more
// copies than allowed.
func TestAnyKeys(t *testing.T) {
	pieces := []rune("aé日🎲 \u0301\u200d👩🇧🇷12<?+-")
	list := ask.Question{Shape: ask.Many{Most: 3, Options: lang.Names([]string{"Ana", "Bia", "Caio"}), Marks: lang.Names([]string{"1", "3", "12"})}}
	rapid.Check(t, func(t *rapid.T) {
		line, l := &editor{touched: true, words: true}, rows(list)
		l.page = 2
		for range rapid.IntRange(1, 40).Draw(t, "keys") {
			k := keyboard.Key{Kind: keyboard.Kind(rapid.IntRange(int(keyboard.Character), int(keyboard.KillWord)).Draw(t, "kind")), Rune: rapid.SampledFrom(pieces).Draw(t, "r")}
			was := line.typed()
			why := line.press(k)
			l.press(k)
			if !utf8.ValidString(line.before) || !utf8.ValidString(line.after) || l.at < 0 || l.at >= len(l.rows) {
				t.Fatalf("%v makes a line of %q|%q, and is at row %d", k, line.before, line.after, l.at)
			}
			if taken := l.taken(); slices.Min(taken) < 0 || slices.Max(taken) > 3 {
				t.Fatalf("%v takes %v", k, taken)
			}
			if _, back := leadsBack(was); why != goesOn && why != taken && was != "" && !back {
				t.Fatalf("%v ended a line with text in it", k)
			}
		}
		got := strings.NewReplacer(caretOn, "", caretOff, "").Replace(strings.Join(line.drawn(), "|"))
		if strings.TrimRight(got, " ") != strings.TrimRight(line.typed(), " ") {
			t.Fatalf("promptui draws %q of %q", got, line.typed())
		}
	})
}

func TestVeryLongLineIsCut(t *testing.T) {
	l := &editor{}
	for range 2 * lineLimit {
		l.press(keyboard.Key{Kind: keyboard.Character, Rune: 'x'})
	}
	if len(l.typed()) != lineLimit {
		t.Error(len(l.typed()))
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
		got := fit("\x1b[1mlabel\x1b[0m › "+text+caretOn+under+caretOff+tail, width)
		if w := ansi.StringWidth(got); w > width {
			t.Fatalf("%q is %d wide, not %d", got, w, width)
		}
		if !strings.Contains(got, caretOn) || !strings.Contains(ansi.Strip(got[strings.Index(got, caretOn):]), under) {
			t.Fatalf("%q lost the caret", got)
		}
		if w := ansi.StringWidth(fit(text+tail, width)); w > width {
			t.Fatalf("%q is %d wide", text+tail, w)
		}
	})
}

// In a list of several people a number toggles the person at that seat. A barred person is not taken, and a
// longer number replaces its first digit.
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

// Typing after a refusal starts the line over, unless it adds something; editing keys keep it.
func TestRefusedLineIsTypedAgain(t *testing.T) {
	names := ask.Question{Shape: ask.Words{}}
	votes := ask.Question{Head: ask.Head{People: []int{0, 1, 2}, Names: []string{"Ana", "Bia", "Caio"}}, Shape: ask.Each{Hi: 3}}
	tooFew, twice := fault.New(lang.Msg("x", "too few")), fault.New(lang.Msg("x", "{name} twice").With("name", "Ana"))
	_, wrong := votes.Read("192")
	for _, c := range []struct {
		q           ask.Question
		line        string
		why         error
		typed, want string
	}{
		{names, "Ana, Bia", tooFew, "Ana, Bia, Caio", "Ana, Bia, Caio"},
		{names, "Ana, Bia", tooFew, ", Caio", "Ana, Bia, Caio"},
		{names, "Ana, Bia, Ana", twice, "Ana, Bia", "Ana, Bia"},
		{names, "Ana, Bia, Ana", twice, "\x15Bia", "Bia"},
		{names, "Ana, Bia, Ana", twice, "⇲\x7f\x7f\x7fCaio", "Ana, Bia, Caio"},
		{votes, "192", wrong, "123", "123"},
		{votes, "192", wrong, "\x153", "3"},
	} {
		l := mended(c.q, c.line, c.why)
		for _, k := range typed(c.typed) {
			l.press(k)
		}
		if l.typed() != c.want {
			t.Errorf("%q, then %q: %q, want %q", c.line, c.typed, l.typed(), c.want)
		}
	}
}

// A lone < is nobody's name, in a new line or a refused one.
func TestBackFromALineOfNames(t *testing.T) {
	for line, want := range map[string]struct {
		typed string
		why   outcome
	}{
		"Ana, <":    {"Ana", keyboard.Back},
		"Ana Bia <": {"Ana Bia", keyboard.Back},
		"Ana, Bo<":  {"Ana, Bo<", taken},
		"a < b":     {"a < b", taken},
		"Ana, Bia":  {"Ana, Bia", taken},
	} {
		l, why := &editor{words: true}, goesOn
		for _, k := range typed(line + "\r") {
			why = l.press(k)
		}
		if why != want.why || l.typed() != want.typed {
			t.Errorf("%q: %v, %q", line, why, l.typed())
		}
	}
	l := mended(ask.Question{Shape: ask.Words{}}, "Ana, Ana", fault.New(lang.Msg("x", "{name} twice").With("name", "Ana")))
	if why := l.press(keyboard.Key{Kind: keyboard.Character, Rune: '<'}); why != keyboard.Back || l.typed() != "Ana, Ana" {
		t.Errorf("%v, %q", why, l.typed())
	}
}

// However often a list is drawn, it leaks nothing.
func TestArrowsLeaveNothing(t *testing.T) {
	l := rows(ask.Question{Shape: ask.Pick{Options: lang.Names([]string{"Ana", "Bia", "Caio", "Dora", "Ed", "Fay"})}})
	l.code = func(string) string { return "" }
	was := runtime.NumGoroutine()
	for range 1000 {
		l.press(keyboard.Key{Kind: keyboard.Down})
		if lines := l.lines(40, 5); len(lines) < 3 {
			t.Fatal(lines)
		}
	}
	if now := runtime.NumGoroutine(); now > was {
		t.Errorf("%d goroutines more", now-was)
	}
}

// typed returns the keys of a text: characters, and signs for other keys.
func typed(signs string) (keys []keyboard.Key) {
	other := map[rune]keyboard.Kind{'\r': keyboard.Enter, '\x7f': keyboard.Backspace, '\x15': keyboard.KillBefore, '↑': keyboard.Up, '↓': keyboard.Down, '⇲': keyboard.End, '⇱': keyboard.Home, '⇟': keyboard.PageDown}
	for _, r := range signs {
		k := keyboard.Key{Kind: keyboard.Character, Rune: r}
		if kind, is := other[r]; is {
			k = keyboard.Key{Kind: kind}
		}
		keys = append(keys, k)
	}
	return keys
}
