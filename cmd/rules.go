package cmd

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/handbook"
	"github.com/tablemate/tablemate/cmd/internal/prompt"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

var (
	wordWord   = lang.M("cmd.word-word", "WORD")
	shortRules = lang.M("cmd.short-rules", "Looks something up: a card, a point, a tie")
	nothing    = lang.M("cmd.no-rule", "nothing is called “{it}” in {game}")
	nearest    = lang.M("cmd.near-rules", "nothing is called “{it}” in {game}; perhaps: {near}")
	lookUp     = lang.M("cmd.look-up", "Look one up: tablemate rules {game} WORD")
)

func newRules(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "rules [" + a.voice.Say(wordGame) + " [" + a.voice.Say(wordWord) + "]]", Short: a.voice.Say(shortRules), ValidArgs: completions(a),
		Args:    words(0, 9, whichGame),
		Example: "  tablemate rules picture-perfect\n  tablemate rules picture-perfect theft",
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.printBooks()
			}
			g, err := gameNamed(a.voice, args[0])
			if err != nil {
				return err
			}
			return a.lookUpRule(g, strings.Join(args[1:], " "))
		},
	}
}

// printBooks lists what may be asked for.
func (a *app) printBooks() error {
	for _, g := range games {
		fmt.Fprintf(a.Out, "%s\n  tablemate rules %s\n", a.voice.Say(g.Name), g.ID)
	}
	_, err := fmt.Fprintf(a.Out, "\n%s\n", prompt.Wrap(a.voice.Say(lookUp.With("game", a.voice.Say(wordGame))), a.width()))
	return err
}

// lookUpRule prints what the reference of a game says about a word; without one, what it has.
func (a *app) lookUpRule(g scoring.Game, word string) error {
	books, err := a.books(g)
	if err != nil {
		return err
	}
	if strings.TrimSpace(word) == "" {
		return a.printContents(g, books[0])
	}
	found, near := handbook.Look(books, word)
	switch {
	case len(found) == 0 && len(near) == 0:
		return &failed{nothing.With("it", word, "game", g.Name), nil}
	case len(found) == 0:
		return &failed{nearest.With("it", word, "game", g.Name, "near", strings.Join(near, ", ")), nil}
	}
	for i, e := range found {
		if i > 0 {
			fmt.Fprintln(a.Out)
		}
		a.printEntry(e)
	}
	return nil
}

// books are the reference in the voice's language, then in the others.
func (a *app) books(g scoring.Game) ([]handbook.Handbook, error) {
	var books []handbook.Handbook
	for _, tag := range lang.Languages {
		b, err := handbook.Of(g, tag)
		if err != nil {
			return nil, err
		}
		if tag == a.voice.Tag() {
			books = append([]handbook.Handbook{b}, books...)
		} else {
			books = append(books, b)
		}
	}
	return books, nil
}

func (a *app) printContents(g scoring.Game, b handbook.Handbook) error {
	fmt.Fprintf(a.Out, "%s\n\n%s\n\n", b.Title, ansi.Wrap(b.Intro, a.width(), ""))
	for _, e := range b.Entries {
		fmt.Fprintf(a.Out, "  %s\n", e.Title)
	}
	_, err := fmt.Fprintf(a.Out, "\n%s\n", a.voice.Say(lookUp.With("game", g.ID)))
	return err
}

// printEntry prints Markdown as a person reads it: marks gone, lists indented.
func (a *app) printEntry(e handbook.Entry) {
	fmt.Fprintf(a.Out, "%s\n%s\n", e.Title, strings.Repeat("─", min(ansi.StringWidth(e.Title), a.width())))
	for _, line := range strings.Split(strings.TrimSpace(e.Body), "\n") {
		line = strings.NewReplacer("**", "", "`", "").Replace(line)
		indent := ""
		if strings.HasPrefix(line, "- ") {
			indent = "  "
		}
		fmt.Fprintln(a.Out, strings.ReplaceAll(ansi.Wrap(line, a.width()-len(indent), ""), "\n", "\n"+indent))
	}
}
