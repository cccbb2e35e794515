package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/sheets"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// The formats of an exported game, the default first.
const (
	asSheet = "sheet"
	asPage  = "html"
	asChat  = "text"
	asLink  = "bgstats"
	asLines = "jsonl"
)

func newExport(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "export [" + a.say(lang.T("ID")) + "]",
		Short:   a.say(lang.T("Writes a game to keep or to send: sheet, page, lines for a chat")),
		Example: "  tablemate export kobe > evening.json\n  tablemate export --format html > evening.html\n  tablemate export --all --format jsonl > all.jsonl",
		Args:    cmdline.Words(0, 1), ValidArgsFunction: ids(a.kept),
	}
	say := lang.T("sheet (its facts, as JSON), html (a page to send or print), text (lines for a chat), bgstats (a link that adds it to that app), jsonl (with --all)")
	f := cmdline.OneOf(c, "format", a.say(say), asSheet, asSheet, asPage, asChat, asLink, asLines)
	all := c.Flags().Bool("all", false, a.say(lang.T("the sheets of all games, one a line, for import")))
	c.RunE = func(_ *cobra.Command, args []string) error {
		switch {
		case *all != (*f == asLines) || *all && len(args) > 0:
			return cmdline.Refuse(lang.T("--all and --format jsonl go together, and with no ID"))
		case *all:
			return a.exportAll()
		}
		s, err := a.open(args, history.Decided)
		if err != nil {
			return err
		}
		return a.export(s, *f)
	}
	return c
}

// export writes a game in one of the formats for one.
func (a *app) export(s *session.Session, f string) error {
	if f == asSheet {
		raw, err := sheets.Write(a.folder(), s)
		if err != nil {
			return err
		}
		var out bytes.Buffer
		if err := json.Indent(&out, raw, "", "  "); err != nil {
			return err
		}
		_, err = fmt.Fprintln(a.Out, out.String())
		return err
	}
	state, with, err := a.standing(s)
	if err != nil {
		return err
	}
	out := ""
	switch f {
	case asPage:
		with.Why = true
		return a.result(s.Game(), state, with, report.HTML)
	case asChat:
		out = results.Chat(a.lang, s.Game(), state, with)
	case asLink:
		g := a.kept().GameOf(s)
		if !g.Decided {
			return &fault.Failed{Say: lang.T("the game {id} is not over yet: BG Stats takes in games that are").With("id", g.ID)}
		}
		when := g.Ended
		// A sheet may name no day. BG Stats needs one: the day on which the game came here.
		if when.IsZero() {
			when = g.Kept
		}
		out = results.BGStats(s.Game(), state, g.ID+"-"+g.Kept.UTC().Format("20060102"), when)
	}
	_, err = fmt.Fprintln(a.Out, out)
	return err
}

// exportAll writes the score sheet of every kept game, a line each. Games that cannot be read are named, and the
// others written.
func (a *app) exportAll() error {
	write := func(line []byte) error {
		_, err := a.Out.Write(line)
		return err
	}
	left, err := sheets.WriteAll(a.folder(), a.find, write, func(path string, err error) { a.warnOf(path, err) })
	if err == nil && left > 0 {
		err = &fault.Failed{Say: lang.N("{n} game was left out", "{n} games were left out").With("n", left)}
	}
	return err
}
