package cmd

import (
	"fmt"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// A voice says things in the language of the run: results to the output, and all else beside it.
type voice struct {
	Env
	lang  lang.Lang
	plain bool // sentences were asked for
}

// warn prints an error beside the results.
func (v *voice) warn(err error) {
	say := "tablemate: " + fault.Said(v.lang, err)
	// A window would cut names at its edge.
	if v.Screen {
		say = report.Wrap(say, v.Width())
	}
	fmt.Fprintln(v.Err, say)
}

// warnOf prints an error in a file, or in a line of one.
func (v *voice) warnOf(place any, err error) {
	v.warn(&fault.Failed{Say: lang.At(place, lang.Literal(fault.Said(v.lang, err)))})
}

func (v *voice) say(t lang.Text) string { return v.lang.Say(t) }

// says returns sentences in a row.
func (v *voice) says(all ...lang.Text) string { return strings.Join(v.lang.All(all), " ") }

// wrapped returns sentences that fit the window.
func (v *voice) wrapped(all ...lang.Text) string { return report.Wrap(v.says(all...), v.Width()) }

// print prints a report.
func (v *voice) print(d report.Doc, f report.Format) error { return v.printer().Print(d, f) }

// printer returns the printer of reports to the output.
func (v *voice) printer() report.Printer {
	return report.Printer{W: v.Out, Width: v.Width(), Plain: v.Plain(v.plain, false), Color: v.Color(v.plain), Few: v.Few(), Lang: v.lang}
}

// tell prints lines as a result.
func (v *voice) tell(lines ...lang.Text) error {
	_, err := fmt.Fprintln(v.Out, strings.Join(v.lang.All(lines), "\n"))
	return err
}

// result prints where a game stands or how it ended.
func (v *voice) result(g scoring.Game, s scoring.State, with results.With, f report.Format) error {
	switch {
	case f == report.CSV && with.Why:
		return v.print(results.Ledger(v.lang, g, s), f)
	case f == report.CSV, f == report.Markdown, f == report.HTML:
		return v.print(results.Page(v.lang, g, s, with), f)
	}
	return v.print(results.Result(v.lang, g, s, with), f)
}
