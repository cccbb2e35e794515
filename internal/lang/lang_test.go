package lang

import "testing"

func TestSay(t *testing.T) {
	points := N("x.points", "{n} point", "{n} points")
	pt := NewVoice("pt-BR", Texts)
	en := NewVoice("en")
	for _, c := range []struct {
		v    *Voice
		t    Text
		want string
	}{
		{en, points.With("n", 1), "1 point"},
		{en, points.With("n", 0), "0 points"},
		{en, M("x.a", "{who} has {what}").With("who", "{what}", "what", points.With("n", 2)), "{what} has 2 points"},
		{en, As("{l}").With("l", Names([]string{"Ana", "Bia", "Caio"})), "Ana, Bia and Caio"},
		{pt, As("{l}").With("l", Names([]string{"Ana", "Bia", "Caio"})), "Ana, Bia e Caio"},
		{pt, points.With("n", 2), "2 points"},
		{en, As("{who}\x1b[2J").With("who", "Ana\u202e\u0085 x\n"), "Ana x\n[2J"},
		{en, As("עדי"), "עדי"},
		{en, As("a {b"), "a {b"},
		{en, As("a { {b}").With("b", 1), "a { 1"},
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
