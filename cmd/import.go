package cmd

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

func newImport(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "import " + a.say(lang.T("FILE…")),
		Short: a.say(lang.T("Keeps games from score sheets, each game once")),
		Long: a.wrapped(lang.T("Keeps games from score sheets: JSON, YAML, or JSON Lines with a sheet a line; - is standard input.")) + "\n" +
			a.wrapped(lang.T("A game that is here already stays as it is, and a deleted one stays deleted."),
				lang.T("Sheets that say the same, day included, are one game: “played” tells evenings apart.")),
		Example: "  tablemate import evening.yaml\n  tablemate export --all --format jsonl | tablemate import - --data elsewhere",
		Args:    words(1, math.MaxInt), ValidArgsFunction: sheetFiles,
		RunE: func(_ *cobra.Command, files []string) error {
			known, err := a.marks()
			if err != nil {
				return err
			}
			i := importing{app: a, folder: a.folder(), known: known}
			return i.files(files)
		},
	}
}

// sheetFiles completes files that may hold sheets.
func sheetFiles(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return []string{"json", "yaml", "yml", "jsonl"}, cobra.ShellCompDirectiveFilterFileExt
}

// importing keeps games from sheets.
type importing struct {
	*app
	folder   store.Folder
	known    map[string]bool // by mark
	in, here int             // how many were kept, and how many were known
	wrong    int             // how many sheets are wrong
}

// files keeps the games of files. A broken sheet is named, and all others are kept.
func (i *importing) files(files []string) error {
	var unread, stop error
	for _, file := range files {
		data, err := i.read(file, math.MaxInt)
		if err != nil {
			unread = errors.Join(unread, err)
			fmt.Fprintln(i.Err, "tablemate: "+fault.Said(i.lang, err))
			continue
		}
		if stop = i.papers(file, store.Papers(file, data)); stop != nil {
			break
		}
	}
	if err := i.folder.Sync(); err != nil {
		return err
	}
	if say := i.sum(); len(say) > 0 {
		fmt.Fprintln(i.Out, i.wrapped(say...))
	}
	switch {
	case stop != nil:
		return stop
	case i.wrong > 0:
		return &badSheet{&fault.Failed{Say: lang.N("{n} sheet was not kept", "{n} sheets were not kept").With("n", i.wrong)}}
	case unread != nil:
		return &fault.Failed{Say: lang.T("not all files could be read"), Err: unread}
	}
	return nil
}

// papers keeps the games of one file. An error ends the import: the disk's.
func (i *importing) papers(file string, all []store.Paper) error {
	where := lang.Literal(file)
	if file == input {
		where = lang.T("standard input")
	}
	for _, p := range all {
		place := where
		if p.Line > 0 {
			place = lang.T("{file}, line {n}").With("file", where, "n", p.Line)
		}
		s, err := i.sheet(p)
		if err != nil {
			i.wrong++
			fmt.Fprintln(i.Err, "tablemate: "+i.say(lang.At(place, lang.Literal(fault.Said(i.lang, err)))))
			continue
		}
		if err := i.keep(s); err != nil {
			return err
		}
	}
	return nil
}

func (i *importing) sheet(p store.Paper) (scoring.Sheet, error) {
	if len(p.Text) > largest {
		return scoring.Sheet{}, errLarge
	}
	return scoring.ReadSheet(i.find, p.Text)
}

// keep keeps a game unless it is there.
func (i *importing) keep(s scoring.Sheet) error {
	m, err := mark(s)
	if err != nil {
		return err
	}
	if i.known[m] {
		i.here++
		return nil
	}
	at, err := time.Parse(time.RFC3339, s.Played)
	if err != nil {
		at = i.Now()
	}
	chance := rand.New(rand.NewPCG(i.Random(), i.Random()))
	for {
		id := i.folder.NewID(chance.IntN)
		err := session.Add(i.folder.Game(id), session.Head{ID: id, Seed: i.Random()}, s, at)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		if err == nil {
			i.known[m] = true
			i.in++
		}
		return err
	}
}

// sum says what became of all sheets.
func (i *importing) sum() (say []lang.Text) {
	if i.in > 0 {
		say = append(say, lang.N("{n} game is kept now.", "{n} games are kept now.").With("n", i.in))
	}
	if i.here > 0 {
		say = append(say, lang.N("{n} was here already.", "{n} were here already.").With("n", i.here))
	}
	return say
}
