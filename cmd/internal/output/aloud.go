package output

import "strings"

// aloud changes a text for who hears what others see: signs that only catch an eye are gone, a dot between the parts of a
// line is a pause, an arrow the word to. It does not make sentences of tables: whoever draws one does not draw it then
// (lang.Localizer.Aloud).
func aloud(to string) func(string) string {
	return strings.NewReplacer(
		"✗ ", "", "✔ ", "", "↩ ", "", " ★", "", "★ ", "", " •••", "", "▸ ", "", "▹ ", "",
		" ·", ";", " → ", " "+to+" ", "→", " "+to+" ", "›", ">",
	).Replace
}
