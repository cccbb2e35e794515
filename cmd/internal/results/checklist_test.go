package results

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// laid is a game with more than nine things to lay out, and a deck that was drawn.
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
			var out bytes.Buffer
			p := report.Printer{Out: &out, Voice: lang.NewLocalizer(tag, report.Texts, Texts), Width: width}
			for _, f := range report.Formats {
				from := out.Len()
				if err := p.Print(Checklist(report.Total, laid()), report.Format(f)); err != nil {
					t.Fatal(err)
				}
				for _, line := range strings.Split(out.String()[from:], "\n") {
					if w := ansi.StringWidth(line); w > width && report.Format(f) == report.Table {
						t.Errorf("%d columns in a window of %d: %s", w, width, line)
					}
				}
			}
			golden(t, fmt.Sprintf("layout-%s-%d.golden", tag, width), out.String())
		}
	}
}

// Where nothing was drawn nothing is said of a deck.
func TestLayoutWithoutDeck(t *testing.T) {
	l := laid()
	l.Deck = nil
	var out bytes.Buffer
	if err := (report.Printer{Out: &out, Voice: lang.NewLocalizer("en"), Width: 80}).Print(Checklist(report.Total, l), report.Table); err != nil || strings.Contains(out.String(), "deck") {
		t.Error(err, out.String())
	}
}
