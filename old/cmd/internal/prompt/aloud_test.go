package prompt

import "testing"

// A listener hears what is wrong, the question again, and what Enter takes; what is chosen is a word. The signs are
// changed behind it (output.Edge).
func TestLinesAloud(t *testing.T) {
	for question, want := range map[string]string{
		"pick": "Who told the story?\n1  Ana\n2  Bia\n3  Caio\nx  nobody\nEnter takes: Bia.\n› " +
			"✗ “9” is not on the list: type a number from 1 to 3, or how\na line begins\nWho told the story?\nEnter takes: Bia.\n› ",
		"copies": "How many?\n1  Ana, taken 2 times\n2  Bia\n3  Caio, taken\n" +
			"type the changes, all in one line: 3 switches line 3, 3=2\ntakes two of it, 4 at most; Enter leaves it as it is\n› " +
			"✗ “9” does not fit: type 3 to switch line 3, or 3=2 for two\nof it (4 at most)\nHow many?\n› ",
		"words": "Who is it?\n› ",
	} {
		l, out := lines("9\n", "en")
		l.voice.Aloud = true
		_, _ = l.Ask(lineQuestions()[question])
		if out.String() != want {
			t.Errorf("%s:\n%q\nwant\n%q", question, out.String(), want)
		}
	}
}
