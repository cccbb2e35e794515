package play

import "testing"

func TestQuoted(t *testing.T) {
	for path, want := range map[string]string{
		"/home/ana/games":    "/home/ana/games",
		"/home/ana/my games": "'/home/ana/my games'",
		"it's":               `'it'\''s'`,
		"a;b":                "'a;b'",
		"$x":                 "'$x'",
	} {
		if got := Quoted(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
