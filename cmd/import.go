package cmd

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/intake"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/offer"
	"github.com/tablemate/tablemate/cmd/internal/papers"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

var (
	shortImport   = lang.Msg("cmd.short-import", "Takes score sheets in among the kept games")
	longImport    = lang.Msg("cmd.long-import", "Takes score sheets in among the kept games, where they can be shown, corrected, carried on with and counted like any other.\n\nA FILE is a sheet (JSON or YAML), JSON Lines (.jsonl, a sheet a line), a folder with all such files in it and below, or - for standard input.\n\nThe same game is never taken twice, however its sheet is written, and not if it was played here and exported either; one that was deleted stays deleted. Two sheets that say the very same, day included, are one game: so write “played” into sheets of different evenings. Without it the day of a game is unknown, and it is listed by when it was taken in.")
	exampleImport = lang.Msg("cmd.example-import", "tablemate import evening.yaml\ntablemate import sheets all.jsonl")
	wordSheets    = lang.Msg("cmd.word-sheets", "FILE…")
	whichSheets   = lang.Msg("cmd.which-sheets", "which file or folder; - is standard input")
	imported      = lang.Plural("cmd.imported", "{many} game was imported", "{many} games were imported")
	notImported   = lang.Plural("cmd.not-imported", "{many} was not: {places}", "{many} were not: {places}")
	hereAlready   = lang.Plural("cmd.here-already", "{many} was here already", "{many} were here already")
	noneImported  = lang.Msg("cmd.none-imported", "No game was imported")
	noneHere      = lang.Msg("cmd.none-here", "0 were here already")
	importSum     = lang.Msg("cmd.import-sum", "{in}; {here}.")
	importWrong   = lang.Msg("cmd.import-wrong", "{in}, {not}; {here}.")
	importStopped = lang.Msg("cmd.import-stopped", "Stopped. {sum}")
	noSheets      = lang.Msg("cmd.no-sheets", "there is no sheet in {folder} ({all})")
	importing     = lang.Plural("cmd.importing", "{many} sheet read", "{many} sheets read")
	thousands     = lang.Msg("cmd.thousands", ",")
)

func newImport(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "import " + a.voice.Say(wordSheets), Long: a.voice.Say(longImport),
		Example: a.example(exampleImport),
		Args:    cmdline.Words(1, math.MaxInt, whichSheets), ValidArgsFunction: offer.Files(offer.Anywhere, "json", "yaml", "yml", "jsonl"),
		RunE: func(c *cobra.Command, args []string) error { return takeIn(c.Context(), a, args) },
	}
}

// takeIn takes the sheets of files and folders in, names each that is wrong, and says what became of all.
func takeIn(ctx context.Context, a *app, args []string) error {
	st, err := a.kept.Open(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	i := &intake.Intake{Store: st, Games: a.games(), Now: a.Now, Random: a.Random}
	for _, tag := range lang.Languages {
		i.Voices = append(i.Voices, lang.NewLocalizer(tag, catalogs()...))
	}
	var r refused
	line := a.progress()
	i.Refused = func(p papers.Paper, err error) {
		line.Clear()
		fmt.Fprintln(a.Err, layout.OneLine(a.voice.Say(problem.With("what", r.why(p, err)))))
	}
	err = i.Take(ctx, papers.All(args, a.In), func() {
		line.Show(func() string { return a.voice.Say(tally(a.voice, importing, i.In+i.Here+i.Waiting()+r.wrong+r.unread)) })
	})
	line.Clear()
	sum := r.sum(a.voice, i.In, i.Here)
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(a.Out, a.voice.Say(importStopped.With("sum", sum)))
	case err == nil || i.In > 0:
		fmt.Fprintln(a.Out, a.voice.Say(sum))
	}
	switch {
	case err != nil:
		return err
	case r.unread > 0:
		return &told{exitFailed}
	case r.wrong > 0:
		return &told{exitSheet}
	}
	return nil
}

// refused are papers that were not taken in.
type refused struct {
	wrong, unread int
	places        []lang.Text // of some of them
}

// shown is how many places the last line names.
const shown = 3

// why counts a paper, and says what is wrong with it.
func (r *refused) why(p papers.Paper, err error) lang.Text {
	if len(r.places) < shown {
		r.places = append(r.places, p.Place())
	}
	var f *fault.Fault
	if errors.As(err, &f) {
		r.wrong++
	} else {
		r.unread++
	}
	switch {
	case f != nil && p.Line > 0 && f.Say.Args["line"] != nil: // the text is no JSON: its line is that of the file
		return wrongSheet.With("place", p.File, "why", f.Say.With("line", p.Line))
	case f != nil:
		return wrongSheet.With("place", p.Place(), "why", f.Text())
	case errors.Is(err, papers.ErrNone):
		return noSheets.With("folder", p.File, "all", "*"+strings.Join(papers.Endings, ", *"))
	}
	return noFile.With("file", p.File, "why", fault.Why(err))
}

// sum says what became of all papers.
func (r *refused) sum(voice *lang.Localizer, in, here int) lang.Text {
	are, were := noneImported, noneHere
	if in > 0 {
		are = tally(voice, imported, in)
	}
	if here > 0 {
		were = tally(voice, hereAlready, here)
	}
	bad := r.wrong + r.unread
	if bad == 0 {
		return importSum.With("in", are, "here", were)
	}
	places := lang.Literal("{l}").With("l", lang.List(r.places))
	if bad > len(r.places) {
		places = lang.Literal("{a}, {b}, {c} …").With("a", r.places[0], "b", r.places[1], "c", r.places[2])
	}
	return importWrong.With("in", are, "here", were, "not", tally(voice, notImported, bad).With("places", places))
}

// tally fills {n} and, with its thousands apart, {many}.
func tally(voice *lang.Localizer, t lang.Text, n int) lang.Text {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + voice.Say(thousands) + digits[at:]
	}
	return t.With("n", n, "many", digits)
}
