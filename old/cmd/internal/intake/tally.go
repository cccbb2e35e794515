package intake

import (
	"errors"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/old/cmd/internal/papers"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// The outcome of an import in a sentence.

var (
	imported    = lang.Plural("intake.imported", "{many} game was imported", "{many} games were imported")
	notImported = lang.Plural("intake.not-imported", "{many} was not: {places}", "{many} were not: {places}")
	hereAlready = lang.Plural("intake.here-already", "{many} was here already", "{many} were here already")
	noneIn      = lang.Msg("intake.none-imported", "No game was imported")
	noneHere    = lang.Msg("intake.none-here", "0 were here already")
	allFit      = lang.Msg("intake.import-sum", "{in}; {here}.")
	someWrong   = lang.Msg("intake.import-wrong", "{in}, {not}; {here}.")
	noSheets    = lang.Msg("intake.no-sheets", "there is no sheet in {folder} ({all})")
	reading     = lang.Plural("intake.importing", "{many} sheet read", "{many} sheets read")
	thousands   = lang.Msg("intake.thousands", ",")
)

// refused counts the papers that were not imported.
type refused struct {
	Wrong, Unread int
	places        []lang.Text // the first of them
}

// shown is how many places are named.
const shown = 3

// refuse counts a paper that is not imported, and says what is wrong with it.
func (i *Intake) refuse(p papers.Paper, err error) {
	if len(i.places) < shown {
		i.places = append(i.places, p.Place())
	}
	var f *fault.Fault
	if errors.As(err, &f) {
		i.Wrong++
	} else {
		i.Unread++
	}
	var say lang.Text
	switch {
	case f != nil && p.Line > 0 && f.Say.Args["line"] != nil: // not JSON, so the fault has a line of the text
		say = lang.At(p.File, f.Say.With("line", p.Line))
	case f != nil:
		say = lang.At(p.Place(), f.Text())
	case errors.Is(err, papers.ErrNone):
		say = noSheets.With("folder", p.File, "all", "*"+strings.Join(papers.Endings, ", *"))
	default:
		say = papers.Unread(p.File, err).Say
	}
	i.Refused(say)
}

// Reading says how many papers have been read so far.
func (i *Intake) Reading() lang.Text {
	return i.tally(reading, i.In+i.Here+len(i.waiting)+i.Wrong+i.Unread)
}

// Sum says what became of all papers.
func (i *Intake) Sum() lang.Text {
	are, were := noneIn, noneHere
	if i.In > 0 {
		are = i.tally(imported, i.In)
	}
	if i.Here > 0 {
		were = i.tally(hereAlready, i.Here)
	}
	bad := i.Wrong + i.Unread
	if bad == 0 {
		return allFit.With("in", are, "here", were)
	}
	places := lang.Literal("{l}").With("l", lang.List(i.places))
	if bad > len(i.places) {
		places = lang.Literal("{a}, {b}, {c} …").With("a", i.places[0], "b", i.places[1], "c", i.places[2])
	}
	return someWrong.With("in", are, "here", were, "not", i.tally(notImported, bad).With("places", places))
}

// tally fills in {n} and, with separators between thousands, {many}.
func (i *Intake) tally(t lang.Text, n int) lang.Text {
	return t.With("n", n, "many", func(v *lang.Localizer) string {
		digits := strconv.Itoa(n)
		for at := len(digits) - 3; at > 0; at -= 3 {
			digits = digits[:at] + v.Say(thousands) + digits[at:]
		}
		return digits
	})
}
