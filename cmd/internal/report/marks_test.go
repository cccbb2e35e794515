package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// A letter is the shortest beginning that nobody before has, and it stays when somebody comes.
func TestLetters(t *testing.T) {
	for _, c := range []struct{ names, want string }{
		{"Ana Bia Caio", "A B C"},
		{"Ana Anita ana Anabela", "A An 3 4"},
		{"Élio Eva 🦊 👩‍👩‍👧 Zé", "É Ev 🦊 👩‍👩‍👧 Z"},
		{"Jose\u0301 joão 3 X x Xx", "J jo 3 X 5 Xx"},
		{"日本 日光", "日 日光"},
	} {
		names := strings.Fields(c.names)
		for n := range names {
			var got []string
			for _, m := range MarksOf(names[:n+1]) {
				got = append(got, m.Letter)
			}
			if want := strings.Fields(c.want)[:n+1]; !strings.EqualFold(strings.Join(got, " "), strings.Join(want, " ")) {
				t.Errorf("%s: %s, want %s", names[:n+1], got, want)
			}
		}
	}
}

// The first letter of a name is painted where the name is a word, once, and the text stays the same.
func TestPainter(t *testing.T) {
	m := MarksOf([]string{"Ana", "Ana Paula", "🦊", "Zé", "👩"})
	for said, want := range map[string]string{
		"Ana":                      "[A]na",
		"Ana Paula, Ana":           "[An]a Paula, [A]na",
		"Banana Anabel Ana's":      "Banana Anabel [A]na's",
		"🦊's story; (Zé)":          "[🦊]'s story; ([Z]é)",
		"\x1b[1mAna\x1b[0m bold":   "\x1b[1m[A]na\x1b[0m bold",
		"\x1b[2K\rB\x1b[1mAna":     "\x1b[2K\rB\x1b[1mAna",
		"👩‍👩‍👧 👩🏻 👩":               "👩‍👩‍👧 👩🏻 [👩]",
		"\x1b[1mA\x1b[0mna\nZé 13": "\x1b[1mA\x1b[0mna\n[Z]é 13",
	} {
		for _, few := range []bool{false, true} {
			got := m.Painter(few)(said)
			if ansi.Strip(got) != ansi.Strip(said) || ansi.StringWidth(got) != ansi.StringWidth(said) {
				t.Errorf("%q says %q", said, got)
			}
			for _, one := range m {
				got = strings.ReplaceAll(got, "\x1b["+one.code(few)+"m", "[")
			}
			if got = strings.ReplaceAll(got, unpainted, "]"); got != want {
				t.Errorf("%q: %q, want %q", said, got, want)
			}
		}
	}
}

// Every color has three to one against a white and a dark page, and the letter four and a half to one on it: on a page, and
// among the 256 colors of a terminal.
func TestContrast(t *testing.T) {
	for i, m := range palette {
		for _, c := range []struct {
			a, b  float64
			least float64
		}{
			{luminance(t, m.Color), luminance(t, "#ffffff"), 3}, {luminance(t, m.Color), luminance(t, "#101216"), 3},
			{luminance(t, m.Color), luminance(t, strings.Repeat(m.Ink[1:2], 6)), 4.5},
			{cube(t, m.many, 1), cube(t, m.many, 0), 4.5},
		} {
			if got := (max(c.a, c.b) + .05) / (min(c.a, c.b) + .05); got < c.least-.05 {
				t.Errorf("color %d, %s: %.2f to 1, want %.1f", i+1, m.Color, got, c.least)
			}
		}
	}
}

// luminance returns that of a color, by WCAG.
func luminance(t *testing.T, hex string) (sum float64) {
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	for i, weight := range []float64{.0722, .7152, .2126} {
		c := float64(n>>(8*i)&255) / 255
		if c <= .04045 {
			sum += weight * c / 12.92
		} else {
			sum += weight * math.Pow((c+.055)/1.055, 2.4)
		}
	}
	return sum
}

// cube returns the luminance of the letter (0) or the ground (1) in “38;5;231;48;5;160”.
func cube(t *testing.T, code string, which int) float64 {
	var ink, ground int
	if _, err := fmt.Sscanf(code, "38;5;%d;48;5;%d", &ink, &ground); err != nil {
		t.Fatal(err)
	}
	n := []int{ink, ground}[which]
	if n >= 232 {
		return luminance(t, strings.Repeat(fmt.Sprintf("%02x", 8+10*(n-232)), 3))
	}
	levels, hex := []int{0, 95, 135, 175, 215, 255}, ""
	for _, by := range []int{36, 6, 1} {
		hex += fmt.Sprintf("%02x", levels[(n-16)/by%6])
	}
	return luminance(t, hex)
}
