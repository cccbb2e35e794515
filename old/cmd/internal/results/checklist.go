package results

import (
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

var deck = lang.Msg("results.deck", "The deck, top card first: {deck}")

// Checklist returns what a game lays out, and the deck if one was drawn. Its JSON is the facts, its CSV the steps alone.
func Checklist(game lang.Text, l setup.Layout) report.Doc {
	d := report.Doc{Title: []lang.Text{game}, Data: &report.Grid{Columns: make([]report.Column, 2), Bare: true}, JSON: func(func(lang.Text) string) any { return l.Facts }}
	for i, s := range l.Steps {
		d.Items = append(d.Items, report.Item{Say: s.Text, Notes: s.Notes})
		d.Data.Rows = append(d.Data.Rows, report.Row{Cells: []report.Cell{strconv.Itoa(i + 1), joined(append([]lang.Text{s.Text}, s.Notes...), " ")}})
	}
	if len(l.Deck) > 0 {
		d.After = []report.After{{Say: deck.With("deck", joined(l.Deck, ", ")), Whole: true}}
	}
	return d
}

// joined returns several texts as one.
func joined(all []lang.Text, between string) lang.Text {
	places, args := make([]string, len(all)), []any{}
	for i, t := range all {
		places[i] = "{" + strconv.Itoa(i) + "}"
		args = append(args, strconv.Itoa(i), t)
	}
	return lang.Literal(strings.Join(places, between)).With(args...)
}
