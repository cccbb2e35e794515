package handbook

import (
	"embed"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

var (
	nothing   = lang.Msg("handbook.nothing", "there is nothing about “{it}” in {game}")
	perhaps   = lang.Msg("handbook.nearest", "there is nothing about “{it}” in {game}; perhaps: {near}")
	meant     = lang.Msg("handbook.meant", "There is nothing about “{it}” in {game}; this is about “{near}”:")
	lookUpAny = lang.Msg("handbook.look-up-any", "To look something up: tablemate rules GAME WORD")
	lookUp    = lang.Msg("handbook.look-up", "To look something up: tablemate rules {game} WORD")
)

// A Printer prints entries.
type Printer struct {
	Out   io.Writer
	Voice *lang.Localizer
	Width int // columns
}

// LookUp prints what a game's reference says about a word, in the voice's language or any other, or the table of contents if
// there is no word. If nothing fits and one name is near, it prints that entry; if several are, a *fault.Fault names them.
func (p Printer) LookUp(g scoring.Game, word string) error {
	if strings.TrimSpace(word) == "" {
		err := p.Contents(g)
		if err == nil {
			fmt.Fprintf(p.Out, "\n%s\n", p.Voice.Say(lookUp.With("game", g.ID)))
		}
		return err
	}
	books, err := p.books(g)
	if err != nil {
		return err
	}
	found, near := Look(books, word)
	if len(near) == 1 {
		found, _ = Look(books, near[0])
		fmt.Fprintf(p.Out, "%s\n\n", layout.Wrap(p.Voice.Say(meant.With("it", word, "game", g.Name, "near", near[0])), p.Width))
	}
	switch {
	case len(found) == 0 && len(near) == 0:
		return fault.New(nothing.With("it", word, "game", g.Name))
	case len(found) == 0:
		return fault.New(perhaps.With("it", word, "game", g.Name, "near", strings.Join(near, ", ")))
	}
	if utf8.RuneCountInString(plain(word)) < short && len(found) > few {
		p.titles(found)
		return nil
	}
	for i, e := range found {
		if i > 0 {
			fmt.Fprintln(p.Out)
		}
		p.entry(e)
	}
	return nil
}

// books returns the reference in the voice's language first, then in the others.
func (p Printer) books(g scoring.Game) ([]Handbook, error) {
	var books []Handbook
	for _, tag := range lang.Languages {
		b, err := Of(g, tag)
		if err != nil {
			return nil, err
		}
		if tag == p.Voice.Tag() {
			books = append([]Handbook{b}, books...)
		} else {
			books = append(books, b)
		}
	}
	return books, nil
}

// Contents prints the table of contents of a game's reference.
func (p Printer) Contents(g scoring.Game) error {
	b, err := Of(g, p.Voice.Tag())
	if err != nil {
		return err
	}
	fmt.Fprintf(p.Out, "%s\n\n%s\n\n", b.Title, layout.Wrap(b.Intro, p.Width))
	p.titles(b.Entries)
	return nil
}

// Plain returns Markdown without its marks.
func Plain(body string) string {
	return strings.NewReplacer("**", "", "`", "").Replace(strings.TrimSpace(body))
}

// titles prints the titles alone.
func (p Printer) titles(all []Entry) {
	for _, e := range all {
		fmt.Fprintf(p.Out, "  %s\n", e.Title)
	}
}

// A word shorter than short occurs in many entries: if more than few fit, only their titles are printed.
const (
	short = 3
	few   = 5
)

// entry prints Markdown as plain text, with indented lists.
func (p Printer) entry(e Entry) {
	fmt.Fprintln(p.Out, e.Title)
	if !p.Voice.Aloud {
		fmt.Fprintln(p.Out, strings.Repeat("─", min(layout.Width(e.Title), p.Width)))
	}
	for _, line := range strings.Split(Plain(e.Body), "\n") {
		indent := ""
		if strings.HasPrefix(line, "- ") {
			indent = "  "
		}
		fmt.Fprintln(p.Out, layout.Hang(line, p.Width, indent))
	}
}

// Games prints the games that have a reference.
func (p Printer) Games(all []scoring.Game) error {
	for _, g := range all {
		fmt.Fprintf(p.Out, "%-15s  %s\n", g.ID, p.Voice.Say(g.Name))
	}
	_, err := fmt.Fprintf(p.Out, "\n%s\n", layout.Wrap(p.Voice.Say(lookUpAny), p.Width))
	return err
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "handbook", Files: files}
