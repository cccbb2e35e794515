package cmd

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/sheets"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

func newImport(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "import " + a.say(lang.T("FILE…")),
		Short: a.say(lang.T("Keeps games from score sheets, each game once")),
		Long: a.say(lang.T("Keeps games from score sheets: JSON, YAML, or JSON Lines with a sheet a line; - is standard input.")) + "\n" +
			a.says(lang.T("A game that is here already stays as it is, and a deleted one stays deleted."),
				lang.T("Sheets that say the same, day included, are one game: “played” tells evenings apart.")),
		Example: "  tablemate import evening.yaml\n  tablemate export --all --format jsonl | tablemate import - --data elsewhere",
		Args:    cmdline.Words(1, math.MaxInt), ValidArgsFunction: files("json", "yaml", "yml", "jsonl"),
		RunE: func(_ *cobra.Command, args []string) error { return a.keep(args) },
	}
}

// files completes files with certain endings.
func files(endings ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(endings, cobra.ShellCompDirectiveFilterFileExt)
}

// keep keeps the games of files. Files that cannot be read, and those that are no sheets, are named, and all others kept.
func (a *app) keep(files []string) error {
	in, err := sheets.NewImport(a.folder(), a.find, a.Now, a.Random)
	if err != nil {
		return err
	}
	var unread, stop error
	for _, file := range files {
		data, err := sheets.Read(a.In, file, sheets.LargestList)
		if err != nil {
			unread = err
			a.warn(err)
			continue
		}
		stop = in.File(file, data, func(place lang.Text, err error) { a.warnOf(place, err) })
		if stop != nil {
			break
		}
	}
	if err := a.folder().Sync(); err != nil {
		return err
	}
	var say []lang.Text
	if in.Kept > 0 {
		say = append(say, lang.N("{n} game is kept now.", "{n} games are kept now.").With("n", in.Kept))
	}
	if in.Known > 0 {
		say = append(say, lang.N("{n} was here already.", "{n} were here already.").With("n", in.Known))
	}
	if len(say) > 0 {
		fmt.Fprintln(a.Out, a.wrapped(say...))
	}
	switch {
	case stop != nil:
		return stop
	case in.Wrong > 0:
		return &badSheet{&fault.Failed{Say: lang.N("{n} sheet was not kept", "{n} sheets were not kept").With("n", in.Wrong)}}
	case unread != nil:
		return &fault.Failed{Say: lang.T("not all files could be read"), Err: unread}
	}
	return nil
}
