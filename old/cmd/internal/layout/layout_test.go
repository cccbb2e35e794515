package layout

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"one two three", 7, "one two\nthree"},
		{"one\ntwo  ", 7, "one\ntwo"},
		{"one two ", 7, "one two"},
		{"one\n\ntwo", 7, "one\n\ntwo"},
		{"incomprehensible", 7, "incompr\nehensib\nle"},
		{"日本 日本", 5, "日本\n日本"},
		{"Ana\u00a01, Bia\u00a02", 10, "Ana\u00a01,\nBia\u00a02"}, // a number stays with its name
		{"Envelopes: Ana 3, Dan 3; in the middle 2.", 23, "Envelopes: Ana 3,\nDan 3; in the middle 2."},
		{"known: 1 Ana · 2 Bia", 9, "known:\n1 Ana ·\n2 Bia"},
		{"from -99 to --all", 7, "from\n-99 to\n--all"},
		{"one two-three", 8, "one two-\nthree"},
		{"one two-", 7, "one two\n-"}, // a hyphen that was left over
		{"\x1b[1mone two\x1b[0m three", 7, "\x1b[1mone two\x1b[0m\nthree"},
		{"", 5, ""},
		{"a日 -a", 3, "a日\n-a"}, // a blank that was left over makes no line
		{"xy", 0, "x\ny"},
		{"xy", -3, "x\ny"},
	} {
		if got := Wrap(c.text, c.width); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

func TestHang(t *testing.T) {
	for _, c := range []struct {
		text   string
		width  int
		indent string
		want   string
	}{
		{" +3  Ana: told the story", 10, "", " +3  Ana:\ntold the\nstory"},
		{" +3  Ana: told the story", 15, "     ", " +3  Ana:\n     told the\n     story"},
		{"one\n\ntwo", 15, "  ", "one\n\n  two"},
		{"日本 日本", 7, "日", "日本\n日日本"},
		{"one two", 4, "│", "one\n│two"},
	} {
		if got := Hang(c.text, c.width, c.indent); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

func TestFlow(t *testing.T) {
	for _, c := range []struct {
		text   string
		width  int
		indent string
		want   string
	}{
		{"one · two · three", 17, "", "one · two ·\nthree"}, // a dot might have followed
		{"one · two · three", 19, "", "one · two · three"},
		{"one · two · three", 11, "", "one · two ·\nthree"},
		{"one · two · three", 10, "", "one ·\ntwo ·\nthree"},
		{"one · two · three", 10, "  ", "one ·\n  two ·\n  three"},
		{"one · two two two · three", 8, "", "one ·\ntwo two\ntwo ·\nthree"},
		{"one two · three\nfour", 12, "", "one two ·\nthree\nfour"},
		{"日本 · 日本", 9, "", "日本 ·\n日本"},
		{"one two", 5, "", "one\ntwo"},
		{"one two · three", 8, "", "one\ntwo ·\nthree"},                          // no dot alone
		{"aaaa bbbb cccc d · x · y", 14, "  ", "aaaa bbbb\n  cccc d · x ·\n  y"}, // a wrapped part goes on
		{"0 one two · three", 9, "  ", "0 one\n  two ·\n  three"},
		{"", 5, "  ", ""},
	} {
		if got := Flow(c.text, c.width, c.indent); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

// A name may contain a dot, at which nothing is broken.
func TestJoin(t *testing.T) {
	if got := Join([]string{"1 Ana 5", "2 x · yy 3"}, 16, "  "); got != "1 Ana 5 ·\n  2 x · yy 3" {
		t.Errorf("%q", got)
	}
}

func TestPack(t *testing.T) {
	got := Pack([]string{"one", "three four", "two", "incomprehensible"}, 12)
	if want := []string{"one · two", "three four", "incomprehen…"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Pack([]string{"日本", "日本"}, 11); !slices.Equal(got, []string{"日本 · 日本"}) {
		t.Errorf("%q", got)
	}
	if got := Pack(nil, 12); got != nil {
		t.Errorf("%q", got)
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		line  string
		width int
		want  string
	}{
		{"one two", 7, "one two"},
		{"one two", 6, "one t…"},
		{"日本日", 5, "日本…"},
		{"日本日", 4, "日…"},
		{"\x1b[1mone two\x1b[0m", 4, "\x1b[1mone…\x1b[0m"},
		{"one", 1, "…"},
		{"one", 0, ""},
		{"one", -1, ""},
	} {
		if got := Cut(c.line, c.width); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.line, c.width, got, c.want)
		}
	}
}

func TestOneLineAndPaint(t *testing.T) {
	if got := OneLine("one\ntwo\n\nthree"); got != "one two  three" {
		t.Errorf("%q", got)
	}
	if got := Paint("1;31", "one"); got != "\x1b[1;31mone\x1b[0m" || Width(got) != 3 {
		t.Errorf("%q", got)
	}
	if got := Paint("", "one"); got != "one" {
		t.Errorf("%q", got)
	}
	if got := Width("a日é🎲"); got != 6 {
		t.Error(got)
	}
}

var (
	pieces = []string{"a", "b", " ", "é", "e\u0301", "日", "🎲", "🎲\u200d🎲", "-", Dot, "\n", "\u3000", "\u00a0"}
	texts  = rapid.Map(rapid.SliceOf(rapid.SampledFrom(pieces)), func(p []string) string { return strings.Join(p, "") })
	widths = rapid.IntRange(2, 30)
)

// letters returns what wrapping may not lose: everything but blanks, the indent and dots.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '·' {
			return -1
		}
		return r
	}, ansi.Strip(s))
}

// No layout is wider than requested, has a blank at the end of a line, or loses text.
func TestFitsAndLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, width := texts.Draw(t, "text"), widths.Draw(t, "width")
		indent := strings.Repeat(" ", rapid.IntRange(0, width-2).Draw(t, "indent"))
		for name, got := range map[string]string{
			"Lines": strings.Join(Lines(text, width), "\n"),
			"Wrap":  Wrap(text, width),
			"Hang":  Hang(text, width, indent),
			"Flow":  Flow(text, width, indent),
		} {
			for l := range strings.SplitSeq(got, "\n") {
				if Width(l) > width {
					t.Fatalf("%s: %q in %d: %q", name, text, width, got)
				}
				if strings.TrimRightFunc(l, unicode.IsSpace) != l {
					t.Fatalf("%s: a blank at the end of %q", name, l)
				}
			}
			if letters(got) != letters(text) {
				t.Fatalf("%s: %q became %q", name, text, got)
			}
		}
	})
}

// Wrapping again, or in a wider window, changes nothing.
func TestWrapIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, width := texts.Draw(t, "text"), widths.Draw(t, "width")
		got := Wrap(text, width)
		if again := Wrap(got, width+rapid.IntRange(0, 9).Draw(t, "wider")); again != got {
			t.Fatalf("%q in %d: %q, and then %q", text, width, got, again)
		}
	})
}

// A line that is cut keeps its beginning, and one that fits is left alone.
func TestCutFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line, width := OneLine(texts.Draw(t, "line")), rapid.IntRange(1, 30).Draw(t, "width")
		got := Cut(line, width)
		if Width(got) > width || Width(line) <= width && got != line {
			t.Fatalf("%q in %d: %q", line, width, got)
		}
		if kept, cut := strings.CutSuffix(got, "…"); Width(line) > width && (!cut || !strings.HasPrefix(line, kept) || Width(got) < width-1) {
			t.Fatalf("%q in %d: %q", line, width, got)
		}
	})
}

// Every part is on one line, in full if it fits, and no line is wider than requested.
func TestPackFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.StringMatching(`[a-z日]{1,12}`)).Draw(t, "parts")
		width := widths.Draw(t, "width")
		lines := Pack(parts, width)
		for _, l := range lines {
			if Width(l) > width {
				t.Fatalf("%q in %d: %q", parts, width, lines)
			}
		}
		got := strings.Split(strings.Join(lines, Dot), Dot)
		for i := range parts {
			parts[i] = Cut(parts[i], width)
		}
		slices.Sort(parts)
		if slices.Sort(got); len(parts) > 0 && !slices.Equal(got, parts) {
			t.Fatalf("%q in %d: %q", parts, width, lines)
		}
	})
}
