//go:build unix

package prompt

import (
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// Typing a name moves to it, and the same letter again to the next one that begins with it. Enter takes it.
func TestTypedNames(t *testing.T) {
	places := []string{"Pirate Ship", "Polar Station", "Police Station", "Restaurant", "School", "Space Station", "Submarine", "Éden"}
	for word, want := range map[string]string{
		"polar": "Polar Station", "Police S": "Police Station", "pp": "Police Station", "ppp": "Pirate Ship", "sub": "Submarine", "sch": "School", "spa": "Space Station", "eden": "Éden", "é": "Éden",
		"polarr": "Restaurant", "polar station": "Polar Station", "r": "Restaurant", "s↑b": "Restaurant ✗ “b” is not on this list.", "sx": "School ✗ “x” is not on this list.",
	} {
		if got := pressed(ask.Question{Shape: ask.Pick{Options: lang.Names(places)}}, word); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}

// pressed returns what keys do in a list: the row of the cursor, whether it is taken (!), a request (?), or why
// it is refused (✗). A bar is a pause.
func pressed(q ask.Question, keys string) string {
	l := rows(q)
	l.page = 3
	for part := range strings.SplitSeq(keys, "|") {
		for _, k := range typed(part) {
			if why := l.press(k); why != goesOn {
				return became(l, why)
			}
		}
		if l.collecting() {
			return became(l, l.pause())
		}
	}
	return became(l, goesOn)
}

func became(l *picker, why outcome) string {
	at := l.rows[l.at].name
	switch why {
	case taken:
		return at + "!" + l.letter + l.want
	case barred, unready:
		return at + " ✗ " + l.why.String()
	case keyboard.More:
		return at + " ?" + l.want
	case keyboard.Undo:
		return at + " undone"
	}
	return at
}

// The key in front of a line picks it. A barred line says why and never gets the cursor, and a key without a
// line says so.
func TestKeyInFrontPicks(t *testing.T) {
	twelve := ask.Question{Shape: ask.Pick{Options: lang.Names([]string{"P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10", "P11", "P12"})}}
	stands, several := questions("quick"), questions("many")
	stands.Stands, several.Suggest = true, nil
	const down, up, end, home, pageDown = "↓", "↑", "⇲", "⇱", "⇟"
	for _, c := range []struct {
		q          ask.Question
		keys, want string
	}{
		{questions("pick"), "3", "Caio!"},
		{questions("pick"), "5", "Bia ✗ “5” is not on this list."},
		{questions("pick"), "%", "Bia ✗ “%” is not on this list."},
		{questions("pick"), "c", "Caio"},
		{questions("pick"), "x", "Bia ✗ “x” is not on this list."},
		{questions("pick"), down + down + down, "Ana"},
		{questions("pick"), up + up, "Davi"},
		{questions("keyed"), "x", "Bia!x"},
		{questions("keyed"), "a", "Bia ✗ “a” is not on this list."},
		{stands, "\x7f", "Bia"}, // nothing is undone while something is only read again
		{questions("quick"), "\x7f", "Bia undone"},
		{questions("games"), "\r", "Spyfall ✗ " + noneAt.String()},
		{questions("games"), down + "\r", "Score pad!"},
		{several, "\r", "Dance!"},
		{questions("barred"), "2", "Ana ✗ Bia is out"},
		{questions("barred"), down, "Caio"},
		{questions("barred"), "b", "Ana ✗ “b” is not on this list."},
		{questions("barred"), "1", "Ana!"},
		{questions("slap"), "w", "wrong slap!"},
		{questions("slap"), "e", "Ana ✗ “e” is not on this list."},
		{questions("slap"), "d", "Ana ✗ “d” is not on this list."},
		{questions("slap"), up, "wrong slap"},
		{questions("games"), "s", "Score pad"},
		{questions("games"), "sp", "Spyfall"},
		{questions("games"), "sk", "Another game!sk"},
		{questions("games"), "w", "Another game!w"},
		{questions("games"), "o", "Another game!"},
		{questions("games"), "9", "Spyfall ✗ “9” is not on this list."},
		{twelve, "3", "P3!"},
		{twelve, "1", "P1"},
		{twelve, "1\r", "P1!"},
		{twelve, "12", "P12!"},
		{twelve, "19", "P1 ✗ “19” is not on this list."},
		{twelve, "0", "P1 ✗ “0” is not on this list."},
		{twelve, pageDown + pageDown + home + end, "P12"},
	} {
		if got := pressed(c.q, c.keys); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.q.Text, c.keys, got, c.want)
		}
	}
}

// A menu takes words: letters typed fast are a word and nothing else, and a single letter picks after a pause
// or with Enter.
func TestMenuTakesWords(t *testing.T) {
	for keys, want := range map[string]string{
		"u": "Undo!", "u\r": "Undo!", "u1": "Undo!", "undo": "Undo!", "un|": "Undo!", "U": "Undo!",
		"r": "Go on ✗ nothing was undone", "redo": "Go on ✗ nothing was undone", "reveal": "Reveal the places!", "reveal\r": "Reveal the places!",
		"re": "Go on ✗ “re” fits more than one line.", "ph": "Phones ✗ “ph” fits more than one line.", "photos": "Photos!", "phòt": "Photos!",
		"evening": "Go on ?evening", "rules theft 2": "Go on ?rules theft 2", "x": "Go on ✗ “x” is not on this list.", "ux\x7f": "Undo!", "u↓": "Phones",
	} {
		q := questions("menu")
		q.Suggest = &ask.Answer{Values: [][]int{{0}}}
		if got := pressed(q, keys); got != want {
			t.Errorf("%q: %s, want %s", keys, got, want)
		}
	}
}
