package lang

import (
	"slices"
	"testing"
	"time"
)

func TestSay(t *testing.T) {
	points := Plural("x.points", "{n} point", "{n} points")
	pt := NewLocalizer("pt-BR", Texts)
	en := NewLocalizer("en")
	for _, c := range []struct {
		v    *Localizer
		t    Text
		want string
	}{
		{en, points.With("n", 1), "1 point"},
		{en, points.With("n", 0), "0 points"},
		{en, Msg("x.a", "{who} has {what}").With("who", "{what}", "what", points.With("n", 2)), "{what} has 2 points"},
		{en, Literal("{l}").With("l", Names([]string{"Ana", "Bia", "Caio"})), "Ana, Bia and Caio"},
		{pt, Literal("{l}").With("l", Names([]string{"Ana", "Bia", "Caio"})), "Ana, Bia e Caio"},
		{pt, points.With("n", 2), "2 points"},
		{en, Literal("{who}\x1b[2J").With("who", "Ana\u202e\u0085 x\n"), "Ana x\n[2J"},
		{en, Capital(Msg("x.a", "{it}: who?").With("it", "éclair")), "Éclair: who?"},
		{en, Literal("עדי"), "עדי"},
		{en, Literal("a {b"), "a {b"},
		{en, Literal("a { {b}").With("b", 1), "a { 1"},
	} {
		if got := c.v.Say(c.t); got != c.want {
			t.Errorf("%+v: %q, want %q", c.t, got, c.want)
		}
	}
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		want   string
		wishes []string
	}{
		{"pt-BR", []string{"", "pt_BR.UTF-8", "en_US"}},
		{"pt-BR", []string{"pt_PT"}},
		{"en", []string{"C.UTF-8", "pt_BR"}},
		{"en", []string{"POSIX"}},
		{"en", []string{"de_DE@euro"}},
		{"en", nil},
	} {
		if got := Match(c.wishes...); got != c.want {
			t.Errorf("%q: %s", c.wishes, got)
		}
	}
}

// Escaped JSON reads as the same document, and moves no cursor when it is printed.
func TestSafeJSON(t *testing.T) {
	for doc, want := range map[string]string{
		"{\n  \"a\": \"é日\"\n}":    "{\n  \"a\": \"é日\"\n}",
		"\"\u009b31m\u202ex\x7f\"": `"\u009b31m\u202ex\u007f"`,
		"\"🎲\u2066\"":              `"🎲\u2066"`,
	} {
		if got := string(SafeJSON([]byte(doc))); got != want {
			t.Errorf("%q is %q, want %q", doc, got, want)
		}
	}
}

// Sanitize drops whatever acts on a terminal, and nothing else.
func TestSanitize(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a\x1b[2Jb\u202ec\td\x7f\u0085e\nf", "a[2Jbc de\nf"},
		{"👨\u200d👩 é \u05e2\u05d3\u05d9", "👨\u200d👩 é \u05e2\u05d3\u05d9"}, // joined emoji, an accent, Hebrew
		{"\r\b\a\x00\u009b31m\u2066x\u2069\u200e\u200f\u061c", "31mx"},
		{"", ""},
	} {
		if got := Sanitize(c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestDays(t *testing.T) {
	at := time.Date(2026, 3, 7, 21, 5, 0, 0, time.UTC)
	for tag, want := range map[string][2]string{"en": {"2026-03-07", "2026-03-07 21:05"}, "pt-BR": {"07/03/2026", "07/03/2026 21:05"}} {
		v := NewLocalizer(tag)
		if got := [2]string{v.Day(at), v.DayAndTime(at)}; got != want {
			t.Errorf("%s: %q, want %q", tag, got, want)
		}
	}
}

func TestOrder(t *testing.T) {
	v := NewLocalizer("en")
	texts := Names([]string{"Zoo", "Estação Polar", "Escola", "Exército", "estúdio", "Estação Espacial", "Élan", "Zoo"})
	if got := v.Order(texts); !slices.Equal(got, []int{6, 2, 5, 1, 4, 3, 0, 7}) {
		t.Errorf("%v", got)
	}
	if got := v.Say(Literal("{all}").With("all", Sorted(texts[:3]))); got != "Escola, Estação Polar and Zoo" {
		t.Errorf("%s", got)
	}
}
