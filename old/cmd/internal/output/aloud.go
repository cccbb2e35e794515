package output

import "strings"

// aloud prepares a text to be heard: it removes signs that only catch the eye, and turns a dot between parts
// into a pause and an arrow into the word to. It makes no sentences of tables: reports do that themselves
// (lang.Localizer.Aloud).
func aloud(to string) func(string) string {
	return strings.NewReplacer(
		"✗ ", "", "✔ ", "", "↩ ", "", " ★", "", "★ ", "", " •••", "", "▸ ", "", "▹ ", "",
		" ·", ";", " → ", " "+to+" ", "→", " "+to+" ", "›", ">",
	).Replace
}
