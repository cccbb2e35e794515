package results

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

// laid is a layout of more than nine steps, with a deck that was drawn.
func laid() setup.Layout {
	l := setup.Layout{
		Facts: struct {
			Players int      `json:"players"`
			Deck    []string `json:"deck"`
		}{4, []string{"first", "<second>"}},
		Steps: []setup.Step{
			{Text: lang.Literal("Shuffle the {n} cards, deal 6 to everybody, and lay the others into the middle, as a pile.").With("n", 84)},
			{Text: lang.Literal("Everybody takes a board:"), Notes: []lang.Text{lang.Literal("日本 太郎: \"red\", or blue"), lang.Literal("Zoé 🎲: whatever is left over once all of the others have taken theirs")}},
		},
		Deck: []lang.Text{lang.Literal("Choose your Partner"), lang.Literal("Single Round Auction"), notOver},
	}
	for len(l.Steps) < 10 {
		l.Steps = append(l.Steps, setup.Step{Text: lang.Literal("And so on, around the table, until everybody has got one of each kind.")})
	}
	return l
}

func TestLayoutGolden(t *testing.T) {
	for _, tag := range lang.Languages {
		for _, width := range []int{40, 80} {
			var out strings.Builder
			for _, f := range report.Formats {
				text := printed(t, tag, width, Checklist(report.Total, laid()), report.Format(f))
				if report.Format(f) == report.Table {
					fits(t, text, width)
				}
				out.WriteString(text)
			}
			ttytest.Golden(t, fmt.Sprintf("layout-%s-%d.golden", tag, width), out.String())
		}
	}
}

// Without a drawn deck, nothing is said of one.
func TestLayoutWithoutDeck(t *testing.T) {
	l := laid()
	l.Deck = nil
	if out := printed(t, "en", 80, Checklist(report.Total, l), report.Table); strings.Contains(out, "deck") {
		t.Error(out)
	}
}
