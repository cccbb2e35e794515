package cmdline

import (
	"strings"

	"github.com/tablemate/tablemate/old/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var (
	manKeys    = lang.Msg("cmdline.man-keys", "KEYS")
	manCodes   = lang.Msg("cmdline.man-codes", "EXIT STATUS")
	manEnv     = lang.Msg("cmdline.man-env", "ENVIRONMENT")
	manFiles   = lang.Msg("cmdline.man-files", "FILES")
	codeDone   = lang.Msg("cmdline.code-done", "It is done.")
	codeFailed = lang.Msg("cmdline.code-failed", "It could not be done: a file, a disk.")
	codeUsage  = lang.Msg("cmdline.code-usage", "The command line is wrong.")
	codeSheet  = lang.Msg("cmdline.code-sheet", "The score sheet is not valid or not legal.")
	codeStop   = lang.Msg("cmdline.code-stop", "Stopped with Ctrl-C.")
	envData    = lang.Msg("cmdline.env-data", "The folder in which games are kept, if --data names none.")
	envLang    = lang.Msg("cmdline.env-lang", "The language, if --lang names none: English or Brazilian Portuguese.")
	envColor   = lang.Msg("cmdline.env-color", "If it is set, nothing is colored.")
	envAloud   = lang.Msg("cmdline.env-aloud", "For screen readers: with 1, or anything but 0 and false, plain lines as with --plain, and sentences in place of tables, tracks and charts.")
	envLetters = lang.Msg("cmdline.env-letters", "The letters that can be shown. If they are those of ASCII, or not those of Unicode, everything is written in ASCII.")
	envTerm    = lang.Msg("cmdline.env-term", "If it is dumb, or empty (except on Windows), questions are plain lines and nothing is colored.")
	fileGames  = lang.Msg("cmdline.file-games", "All games, in the user's data folder (on Linux ~/.local/share/tablemate).")
)

// Surroundings returns the sections of the whole program's page: keys, exit codes, environment and files.
func Surroundings(v *lang.Localizer) []Part {
	items := func(words ...any) (out []Item) {
		for i := 0; i < len(words); i += 2 {
			out = append(out, Item{Word: words[i].(string), Say: strings.ReplaceAll(v.Say(words[i+1].(lang.Text)), "`", "")})
		}
		return out
	}
	var keys []any
	for _, e := range keyboard.Table {
		keys = append(keys, strings.ReplaceAll(v.Say(e.Named), "`", ""), e.Does)
	}
	return []Part{
		{Title: v.Say(manKeys), Say: items(keys...)},
		{Title: v.Say(manCodes), Say: items("0", codeDone, "1", codeFailed, "2", codeUsage, "3", codeSheet, "130", codeStop)},
		{Title: v.Say(manEnv), Say: items(
			"TABLEMATE_DATA", envData, "LC_ALL, LC_MESSAGES, LANG", envLang, "LC_ALL, LC_CTYPE, LANG", envLetters,
			"NO_COLOR", envColor, "TERM", envTerm, "ACCESSIBLE", envAloud,
		)},
		{Title: v.Say(manFiles), Say: items("games.db", fileGames)},
	}
}
