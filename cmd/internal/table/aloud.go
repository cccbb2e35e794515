package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// Where the voice is aloud, nobody sees a table: each person is a sentence, the place and the points first; the
// course of a game is who was in front, and since when.

var (
	spoken      = lang.Plural("table.aloud", "{name}, {place}, {n} point", "{name}, {place}, {n} points")
	spokenGoal  = lang.Plural("table.aloud-goal", "The game ends at {n} point.", "The game ends at {n} points.")
	spokenTurns = lang.Msg("table.aloud-course", "In front: {turns}.")
	spokenTurn  = lang.Msg("table.aloud-turn", "after {part} {names}")
	anyPlace    = lang.Msg("table.place-any", "place {n}")

	namedPlaces = []lang.Text{
		lang.Msg("table.place-1", "first"), lang.Msg("table.place-2", "second"), lang.Msg("table.place-3", "third"), lang.Msg("table.place-4", "fourth"),
		lang.Msg("table.place-5", "fifth"), lang.Msg("table.place-6", "sixth"), lang.Msg("table.place-7", "seventh"), lang.Msg("table.place-8", "eighth"),
		lang.Msg("table.place-9", "ninth"), lang.Msg("table.place-10", "tenth"), lang.Msg("table.place-11", "eleventh"), lang.Msg("table.place-12", "twelfth"),
	}
)

// Place is a rank, from 1, as a word.
func Place(rank int) lang.Text {
	if rank < 1 || rank > len(namedPlaces) {
		return anyPlace.With("n", rank)
	}
	return namedPlaces[rank-1]
}

// sentence prints a line that is wrapped, and ends it.
func (p Printer) sentence(s string) error {
	if s == "" {
		return nil
	}
	if !strings.ContainsAny(s[len(s)-1:], ".!?") {
		s += "."
	}
	_, err := fmt.Fprintln(p.Out, layout.Wrap(s, p.Width))
	return err
}

// spokenResult is a result as sentences: everybody's place and points, and what each part paid them.
func (p Printer) spokenResult(s scoring.State) error {
	r := s.Result()
	g := p.grid(r, s.Ledger())
	for _, at := range r.Standings() {
		var paid []string
		for k, line := range g.parts {
			if cell := line[at.Row+1]; cell != "" && cell != nothingPaid {
				said := r.Parts[k].Name
				if !r.Parts[k].Said.Empty() {
					said = r.Parts[k].Said
				}
				paid = append(paid, p.Voice.Say(said)+": "+cell)
			}
		}
		said := p.spokenStanding(at)
		if len(paid) > 0 {
			said += ". " + strings.Join(paid, ", ")
		}
		if err := p.sentence(said); err != nil {
			return err
		}
	}
	return nil
}

// nothingPaid is the cell of who was not there.
const nothingPaid = "–"

func (p Printer) spokenStanding(s scoring.Standing) string {
	return p.Voice.Say(spoken.With("name", p.name(s.Name), "place", Place(s.Rank), "n", s.Points))
}

// spokenStandings are everybody's place and points, and the end that they play for.
func (p Printer) spokenStandings(r scoring.Result) error {
	for _, s := range r.Standings() {
		if err := p.sentence(p.spokenStanding(s)); err != nil {
			return err
		}
	}
	if r.Goal > 0 {
		return p.sentence(p.Voice.Say(spokenGoal.With("n", r.Goal)))
	}
	return p.sentence(p.Voice.Say(r.Left))
}

// spokenCourse is who was in front, a part each time that somebody else was.
func (p Printer) spokenCourse(s scoring.State) error {
	r := s.Result()
	sums := make([]int, len(r.Rows))
	var turns []string
	was := ""
	for k, paid := range scoring.Paid(s.Ledger(), len(r.Parts), len(r.Rows)) {
		for row, n := range paid {
			sums[row] += n
		}
		best := slices.Max(sums)
		if r.Fewest {
			best = slices.Min(sums)
		}
		var first []int
		for row, n := range sums {
			if n == best {
				first = append(first, row)
			}
		}
		if names := p.Voice.Say(lang.Literal("{l}").With("l", scoring.Whos(r.Rows, first))); names != was {
			turns, was = append(turns, p.Voice.Say(spokenTurn.With("part", r.Parts[k].Name, "names", names))), names
		}
	}
	return p.sentence(p.Voice.Say(spokenTurns.With("turns", strings.Join(turns, "; "))))
}

// spokenList is what its rows are, and a line a row: what it is about, and what stands under each other head.
func (p Printer) spokenList(columns []Column) error {
	if _, err := fmt.Fprintf(p.Out, "%s:\n", p.Voice.Say(columns[0].Head)); err != nil {
		return err
	}
	for row, about := range columns[0].Cells {
		line, between := p.name(about), ": "
		for _, c := range columns[1:] {
			if head, cell := p.Voice.Say(c.Head), p.name(c.Cells[row]); head != "" && cell != "" && cell != nothingPaid {
				line, between = line+between+head+" "+cell, ", "
			}
		}
		if err := p.sentence(line); err != nil {
			return err
		}
	}
	return nil
}
