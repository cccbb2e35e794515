package cmd

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/papers"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// What an import says: a line for each sheet that is wrong, how far it is, and what became of all.

var (
	imported      = lang.Plural("cmd.imported", "{many} game is in", "{many} games are in")
	notImported   = lang.Plural("cmd.not-imported", "{many} was not: {places}", "{many} were not: {places}")
	hereAlready   = lang.Plural("cmd.here-already", "{many} was here already", "{many} were here already")
	noneImported  = lang.Msg("cmd.none-imported", "No game is in")
	noneHere      = lang.Msg("cmd.none-here", "0 were here already")
	importSum     = lang.Msg("cmd.import-sum", "{in}; {here}.")
	importWrong   = lang.Msg("cmd.import-wrong", "{in}, {not}; {here}.")
	importStopped = lang.Msg("cmd.import-stopped", "Stopped. {sum}")
	noSheets      = lang.Msg("cmd.no-sheets", "there is no sheet in {folder} ({all})")
	importing     = lang.Plural("cmd.importing", "{many} sheet read", "{many} sheets read")
	thousands     = lang.Msg("cmd.thousands", ",")
)

// told is an end of which everything is said.
type told struct{ code int }

func (t *told) Error() string { return fmt.Sprint("cmd: told, exit ", t.code) }

// shown is how many places the last line names.
const shown = 3

// tell says what is wrong with a paper, in one line.
func (i *intake) tell(p papers.Paper, err error) {
	var say lang.Text
	var f *fault.Fault
	switch {
	case errors.As(err, &f) && p.Line > 0 && f.Say.Args["line"] != nil: // what is no JSON: its line is that of the file
		say = wrongSheet.With("place", p.File, "why", f.Say.With("line", p.Line))
	case f != nil:
		say = wrongSheet.With("place", p.Place(), "why", f.Text())
	case errors.Is(err, papers.ErrNone):
		say = noSheets.With("folder", p.File, "all", "*"+strings.Join(papers.Endings, ", *"))
	default:
		say = noFile.With("file", p.File, "why", fault.Why(err))
	}
	if f != nil {
		i.wrong++
	} else {
		i.unread++
	}
	i.places = append(i.places, p.Place())
	if len(i.places) > shown {
		i.places = i.places[:shown]
	}
	i.line.clear()
	fmt.Fprintln(i.Err, layout.OneLine(i.voice.Say(problem.With("what", say))))
}

// summary is what became of all.
func (i *intake) summary() lang.Text {
	in, here := noneImported, noneHere
	if i.in > 0 {
		in = i.counted(imported, i.in)
	}
	if i.here > 0 {
		here = i.counted(hereAlready, i.here)
	}
	bad := i.wrong + i.unread
	if bad == 0 {
		return importSum.With("in", in, "here", here)
	}
	places := lang.Literal("{l}").With("l", lang.List(i.places))
	if bad > len(i.places) {
		places = lang.Literal("{a}, {b}, {c} …").With("a", i.places[0], "b", i.places[1], "c", i.places[2])
	}
	return importWrong.With("in", in, "here", here, "not", i.counted(notImported, bad).With("places", places))
}

func (i *intake) reading() lang.Text {
	return i.counted(importing, i.in+i.here+i.wrong+i.unread+len(i.waiting))
}

// counted fills {n} and, with its thousands apart, {many}.
func (i *intake) counted(t lang.Text, n int) lang.Text {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + i.voice.Say(thousands) + digits[at:]
	}
	return t.With("n", n, "many", digits)
}
