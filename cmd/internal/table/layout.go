package table

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

var deck = lang.Msg("table.deck", "The deck, top card first: {deck}")

// Layout prints what a game lays out: JSON is the facts, CSV the checklist alone, the
// others the checklist under the game's name, and the deck that was drawn.
func (p Printer) Layout(game lang.Text, l setup.Layout, f Format) error {
	switch f {
	case JSON:
		return p.json(l.Facts)
	case CSV:
		lines := make([][]string, len(l.Steps))
		for i, s := range l.Steps {
			lines[i] = []string{strconv.Itoa(i + 1), p.step(s, " ")}
		}
		return p.csv(lines)
	case Markdown:
		return p.markdownLayout(game, l)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", p.Voice.Say(game))
	for i, s := range l.Steps {
		number := fmt.Sprintf("  %d. ", i+1)
		fmt.Fprintf(&b, "%s%s\n", number, layout.Hang(p.step(s, "\n"), p.Width, strings.Repeat(" ", len(number))))
	}
	if len(l.Deck) > 0 {
		fmt.Fprintf(&b, "\n%s\n", layout.Wrap(p.Voice.Say(p.deckText(l)), p.Width))
	}
	_, err := io.WriteString(p.Out, b.String())
	return err
}

// deckText is the deck that was drawn.
func (p Printer) deckText(l setup.Layout) lang.Text { return deck.With("deck", p.said(l.Deck, ", ")) }

// step is a line of the checklist with its notes.
func (p Printer) step(s setup.Step, between string) string {
	return p.said(append([]lang.Text{s.Text}, s.Notes...), between)
}

func (p Printer) said(texts []lang.Text, between string) string {
	said := make([]string, len(texts))
	for i, t := range texts {
		said[i] = p.Voice.Say(t)
	}
	return strings.Join(said, between)
}
