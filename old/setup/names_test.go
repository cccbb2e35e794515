package setup

import (
	"strings"
	"testing"
)

func TestCheckNames(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  string // part of the fault; "" for none
	}{
		{[]string{"Ana", "Bia"}, ""},
		{[]string{"José", "Jose"}, ""},
		{[]string{strings.Repeat("á", 40), " " + strings.Repeat("b", 40) + " "}, ""},
		{[]string{"👩‍👩‍👧", "🇧🇷"}, ""},
		{[]string{"Ana", " "}, "[1]: a name is missing"},
		{[]string{strings.Repeat("x", 41)}, "[0]: “xxxxxxxxxxxx…” has 41 characters: at most 40"},
		{[]string{"a\x1b[2J"}, "control character U+001B"},
		{[]string{"a\u0085"}, "control character U+0085"},
		{[]string{"\tAna"}, "control character U+0009"},
		{[]string{"Ana", "ANA"}, "[1]: “ANA” is there twice (as “Ana”)"},
		{[]string{"Ana", " ana "}, "there twice"},
		{[]string{"José", "Jose\u0301"}, "there twice"},
		{[]string{"Strauß", "STRAUSS"}, "there twice"},
		{[]string{"ΣΊΣΥΦΟΣ", "σίσυφος"}, "there twice"},
		{[]string{"a\xff"}, "not valid text"},
	} {
		f := CheckNames(c.names)
		switch {
		case f == nil && c.want != "":
			t.Errorf("%q: no fault, want %q", c.names, c.want)
		case f != nil && (c.want == "" || !strings.Contains(f.Error(), c.want)):
			t.Errorf("%q: %v, want %q", c.names, f, c.want)
		}
	}
}

// The first version stored the origin of a table as a choice, and the person who began could be gone.
func TestTableOfTheFirstVersion(t *testing.T) {
	was := Table{Players: []string{"Ana", "Bia"}, First: 4, Choices: map[string]string{"walk": "no", "auction": "yes"}}
	now := was.FromFirstVersion()
	if !now.Played() || now.First != 0 || len(now.Choices) != 1 || now.Choices["auction"] != "yes" {
		t.Errorf("%+v", now)
	}
	if len(was.Choices) != 2 {
		t.Error("the table of then was changed")
	}
	live := Table{Players: []string{"Ana", "Bia"}, First: 1, Choices: map[string]string{"walk": "yes"}}.FromFirstVersion()
	if live.Played() || live.First != 1 || len(live.Choices) != 0 {
		t.Errorf("%+v", live)
	}
}
