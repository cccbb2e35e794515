package cmd

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/internal/lang"
)

var (
	shortMan   = lang.Msg("cmd.short-man", "Writes the pages that man shows, in English and Portuguese")
	longMan    = lang.Msg("cmd.long-man", "Writes the pages that man shows, one of each command, in English and Portuguese, into a folder: man1/tablemate.1, pt_BR/man1/tablemate.1 and so on. In ~/.local/share/man most systems find them by themselves; in any other folder, man -M FOLDER tablemate reads them.\nWhere SOURCE_DATE_EPOCH is set (seconds since 1970) the pages bear that day.")
	exampleMan = lang.Msg("cmd.example-man", "tablemate man ~/.local/share/man\nman tablemate")
	whatFolder = lang.Msg("cmd.what-folder", "the folder to write into")
	manWritten = lang.Plural("cmd.man-written", "Wrote {n} page to {folder}. To read it there:", "Wrote {n} pages to {folder}. To read them there:")
	manPath    = lang.Msg("cmd.man-path", "Where man tablemate does not find it by itself, this line in ~/.profile helps:")
	manChapter = lang.Msg("cmd.man-chapter", "Tablemate Manual")
	manGame    = lang.Msg("cmd.man-game", "OPTIONS OF {game}")
	manKeys    = lang.Msg("cmd.man-keys", "KEYS")
	manCodes   = lang.Msg("cmd.man-codes", "EXIT STATUS")
	manEnv     = lang.Msg("cmd.man-env", "ENVIRONMENT")
	manFiles   = lang.Msg("cmd.man-files", "FILES")
	codeDone   = lang.Msg("cmd.code-done", "It is done.")
	codeFailed = lang.Msg("cmd.code-failed", "It could not be done: a file, a disk.")
	codeUsage  = lang.Msg("cmd.code-usage", "The command line is wrong.")
	codeSheet  = lang.Msg("cmd.code-sheet", "The score sheet is not valid or not legal.")
	codeStop   = lang.Msg("cmd.code-stop", "Stopped with Ctrl-C.")
	envData    = lang.Msg("cmd.env-data", "The folder in which games are kept, where --data names none.")
	envLang    = lang.Msg("cmd.env-lang", "The language, where --lang names none: English or Brazilian Portuguese.")
	envColor   = lang.Msg("cmd.env-color", "Where it is set, nothing is colored.")
	envAloud   = lang.Msg("cmd.env-aloud", "For screen readers: with 1, or anything but 0 and false, plain lines as with --plain, and sentences in place of tables, tracks and charts.")
	envLetters = lang.Msg("cmd.env-letters", "The letters that can be shown. Where they are those of ASCII, or not those of Unicode, everything is written in ASCII.")
	envTerm    = lang.Msg("cmd.env-term", "Where it is dumb, or empty (but for Windows), questions are plain lines and nothing is colored.")
	fileGames  = lang.Msg("cmd.file-games", "All games, in the user's data folder (on Linux ~/.local/share/tablemate).")
)

func newMan(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "man " + a.voice.Say(wordFolder), Long: a.voice.Say(longMan), Example: a.example(exampleMan),
		Args: cmdline.Words(1, 1, whatFolder),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(_ *cobra.Command, args []string) error {
			n := 0
			for _, tag := range lang.Languages {
				wrote, err := a.writeManual(args[0], tag)
				n += wrote
				if err != nil {
					return &failed{Say: noTarget.With("file", args[0], "why", targetReason(err)), Err: err}
				}
			}
			return a.tellManual(n, args[0])
		},
	}
}

// tellManual says where the pages are, and how they are read there.
func (a *app) tellManual(n int, folder string) error {
	at := folder
	if whole, err := filepath.Abs(folder); err == nil {
		at = whole
	}
	_, err := fmt.Fprintf(a.Out, "%s\n  man -M %s tablemate\n%s\n  export MANPATH=%s:\n",
		a.voice.Say(manWritten.With("n", n, "folder", folder)), play.Quoted(at), a.voice.Say(manPath), play.Quoted(at))
	return err
}

// writeManual writes the pages of a language, and says how many.
func (a *app) writeManual(folder, tag string) (n int, err error) {
	dir := filepath.Join(folder, "man1")
	if tag != lang.Languages[0] {
		dir = filepath.Join(folder, strings.ReplaceAll(tag, "-", "_"), "man1")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, err
	}
	voiced := &app{Env: a.Env, voice: lang.NewLocalizer(tag, catalogs()...)}
	m := cmdline.Manual{
		Voice: voiced.voice, Source: "tablemate " + Version, Date: a.dated(), Chapter: voiced.voice.Say(manChapter),
		More: voiced.more,
	}
	var write func(c *cobra.Command) error
	write = func(c *cobra.Command) error {
		var b bytes.Buffer
		if err := m.Write(&b, c); err != nil {
			return err
		}
		n++
		if err := os.WriteFile(filepath.Join(dir, cmdline.PageName(c)+".1"), b.Bytes(), 0o644); err != nil {
			return err
		}
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				if err := write(sub); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return n, write(newRoot(voiced, nil))
}

// dated is the day that pages bear.
func (a *app) dated() time.Time {
	if seconds, err := strconv.ParseInt(a.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		return time.Unix(seconds, 0)
	}
	return a.Now()
}

// more is what pages say besides a command and its flags: of setup, the flags of each game; of the whole program, what it ends
// with, and what it looks at.
func (a *app) more(c *cobra.Command) []cmdline.Part {
	switch {
	case !c.HasParent():
		return a.surroundings()
	case c.Name() != "setup":
		return nil
	}
	var out []cmdline.Part
	for _, g := range games {
		var own []*pflag.Flag
		for _, o := range g.Paper {
			own = append(own, setupOf(a, g).Flags().Lookup(o.ID))
		}
		if len(own) > 0 {
			out = append(out, cmdline.Part{Title: a.voice.Say(manGame.With("game", g.ID)), Flags: own})
		}
	}
	return out
}

func (a *app) surroundings() []cmdline.Part {
	items := func(words ...any) (out []cmdline.Item) {
		for i := 0; i < len(words); i += 2 {
			out = append(out, cmdline.Item{Word: words[i].(string), Say: strings.ReplaceAll(a.voice.Say(words[i+1].(lang.Text)), "`", "")})
		}
		return out
	}
	var keys []any
	for _, e := range keyboard.Table {
		keys = append(keys, strings.ReplaceAll(a.voice.Say(e.Named), "`", ""), e.Does)
	}
	return []cmdline.Part{
		{Title: a.voice.Say(manKeys), Say: items(keys...)},
		{Title: a.voice.Say(manCodes), Say: items("0", codeDone, "1", codeFailed, "2", codeUsage, "3", codeSheet, "130", codeStop)},
		{Title: a.voice.Say(manEnv), Say: items(
			"TABLEMATE_DATA", envData, "LC_ALL, LC_MESSAGES, LANG", envLang, "LC_ALL, LC_CTYPE, LANG", envLetters,
			"NO_COLOR", envColor, "TERM", envTerm, "ACCESSIBLE", envAloud,
		)},
		{Title: a.voice.Say(manFiles), Say: items("games.db", fileGames)},
	}
}
