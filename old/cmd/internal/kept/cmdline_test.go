package kept

import "testing"

func TestQuoted(t *testing.T) {
	for system, words := range map[string]map[string]string{
		"linux": {
			"/home/ana/games":    "/home/ana/games",
			"/home/ana/my games": "'/home/ana/my games'",
			"it's":               `'it'\''s'`,
			"a;b":                "'a;b'",
			"$x":                 "'$x'",
			`a\b`:                `'a\b'`,
		},
		"windows": {
			`C:\Users\ana\games`:   `C:\Users\ana\games`,
			`C:\Users\ana\my save`: `"C:\Users\ana\my save"`,
			"it's":                 `"it's"`,
			"a&b":                  `"a&b"`,
			"$x":                   "'$x'",
			"it's $5":              "'it''s $5'",
		},
	} {
		for word, want := range words {
			if got := quoted(system, word); got != want {
				t.Errorf("%s: %s: %s, want %s", system, word, got, want)
			}
		}
	}
}
