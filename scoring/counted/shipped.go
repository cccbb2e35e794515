package counted

import (
	"embed"
	"strings"
)

//go:embed games/*.yaml
var games embed.FS

// Shipped returns the IDs of the games in files that come with the program, in the order of menus.
func Shipped() (ids []string) {
	entries, _ := games.ReadDir("games") // it is in the program
	for _, e := range entries {
		ids = append(ids, strings.TrimSuffix(e.Name(), ".yaml"))
	}
	return ids
}

// Text returns the file of a shipped game, exactly as it is written, and false if there is none.
func Text(id string) ([]byte, bool) {
	raw, err := games.ReadFile("games/" + id + ".yaml")
	return raw, err == nil
}
