package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/kept"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var (
	shortMan   = lang.Msg("cmd.short-man", "Writes the pages that man shows, in English and Portuguese")
	longMan    = lang.Msg("cmd.long-man", "Writes the pages that man shows, one of each command, in English and Portuguese, into a folder: man1/tablemate.1, pt_BR/man1/tablemate.1 and so on. In ~/.local/share/man most systems find them by themselves; in any other folder, man -M FOLDER tablemate reads them.\nIf SOURCE_DATE_EPOCH is set (seconds since 1970), the pages bear that day.")
	exampleMan = lang.Msg("cmd.example-man", "tablemate man ~/.local/share/man\nman tablemate")
	whatFolder = lang.Msg("cmd.what-folder", "the folder to write into")
	manWritten = lang.Plural("cmd.man-written", "Wrote {n} page to {folder}. To read it there:", "Wrote {n} pages to {folder}. To read them there:")
	manPath    = lang.Msg("cmd.man-path", "If man tablemate does not find it by itself, this line in ~/.profile helps:")
	manChapter = lang.Msg("cmd.man-chapter", "Tablemate Manual")
	manGame    = lang.Msg("cmd.man-game", "OPTIONS OF {game}")
)

// newMan returns the command that writes the manual pages. whole builds the entire program for a voice.
func newMan(a *app, whole func(*app) *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "man " + a.voice.Say(wordFolder), Long: a.voice.Say(longMan), Example: a.example(exampleMan),
		Args: cmdline.Words(1, 1, whatFolder),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(_ *cobra.Command, args []string) error {
			n := 0
			for _, tag := range lang.Languages {
				wrote, err := writeManual(a, args[0], tag, whole)
				n += wrote
				if err != nil {
					return kept.Unwritten(args[0], err)
				}
			}
			return tellManual(a, n, args[0])
		},
	}
}

// tellManual says where the pages are, and how to read them there.
func tellManual(a *app, n int, folder string) error {
	at := folder
	if whole, err := filepath.Abs(folder); err == nil {
		at = whole
	}
	_, err := fmt.Fprintf(a.Out, "%s\n  man -M %s tablemate\n%s\n  export MANPATH=%s:\n",
		a.voice.Say(manWritten.With("n", n, "folder", folder)), kept.Quoted(at), a.voice.Say(manPath), kept.Quoted(at))
	return err
}

// writeManual writes the pages of one language, and returns their number.
func writeManual(a *app, folder, tag string, whole func(*app) *cobra.Command) (n int, err error) {
	dir := filepath.Join(folder, "man1")
	if tag != lang.Languages[0] {
		dir = filepath.Join(folder, strings.ReplaceAll(tag, "-", "_"), "man1")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, err
	}
	voiced := newApp(a.Env, lang.NewLocalizer(tag, Catalogs()...))
	return cmdline.Manual{
		Voice: voiced.voice, Source: "tablemate " + cmdline.Version, Date: dated(a.Env), Chapter: voiced.voice.Say(manChapter),
		More: func(c *cobra.Command) []cmdline.Part { return more(voiced, c) },
	}.WriteAll(dir, whole(voiced))
}

func dated(e Env) time.Time {
	if seconds, err := strconv.ParseInt(e.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		return time.Unix(seconds, 0)
	}
	return e.Now()
}

// more returns the extra sections of a page: for setup, the flags of each game; for the program, its exit codes, files
// and variables.
func more(a *app, c *cobra.Command) []cmdline.Part {
	switch {
	case !c.HasParent():
		return cmdline.Surroundings(a.voice)
	case c.Name() != "setup":
		return nil
	}
	var out []cmdline.Part
	for _, g := range games {
		var own []*pflag.Flag
		for _, o := range g.Setup.Paper {
			own = append(own, setupOf(a, g).Flags().Lookup(o.ID))
		}
		if len(own) > 0 {
			out = append(out, cmdline.Part{Title: a.voice.Say(manGame.With("game", g.ID)), Flags: own})
		}
	}
	return out
}
