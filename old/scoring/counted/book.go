package counted

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/tablemate/tablemate/old/internal/lang"
)

// The handbook of a game: how it is counted, from the fields of its file, and then the file's own entries.

var (
	bookTitle  = lang.Msg("counted.book-title", "How it is counted")
	bookPeople = lang.Msg("counted.book-people", "For {lo} to {n} people.")
	bookSame   = lang.Plural("counted.book-same", "For {n} person.", "For {n} people.")
	bookMost   = lang.Msg("counted.book-most", "The most points win.")
	bookAll    = lang.Msg("counted.book-together", "All play together, against the game.")
	bookWord   = lang.Msg("counted.book-word", "The table says who has won.")
	bookRound  = lang.Msg("counted.book-round", "Every round: {fields}.")
	bookEnd    = lang.Msg("counted.book-end", "At the end: {fields}.")
	bookSource = lang.Msg("counted.book-source", "Source: {it}.")
	bookFile   = lang.Msg("counted.book-file", "the file of the game")
)

// A book is a handbook generated from a game file.
type book struct{ *File }

// ReadFile returns the handbook in the language of the file name, such as handbook/en.md.
func (b book) ReadFile(name string) ([]byte, error) {
	tag := strings.TrimSuffix(strings.TrimPrefix(name, "handbook/"), ".md")
	known, ok := lang.Known(tag)
	if !ok || known != tag {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	v := lang.NewLocalizer(tag, lang.Texts, Texts)
	source := b.Source
	if source.Empty() {
		source = bookFile
	}
	var out strings.Builder
	entry := func(id, title, body string) {
		fmt.Fprintf(&out, "\n## %s {#%s}\n\n%s\n\n%s\n", oneLine(title), id, plainBody(body), oneLine(v.Say(bookSource.With("it", strings.TrimRight(v.Say(source), ".")))))
	}
	fmt.Fprintf(&out, "# %s\n\n%s\n", oneLine(v.Say(b.Name)), v.Say(b.people()))
	entry("counted", v.Say(bookTitle), strings.Join(b.inShort(v), "\n\n"))
	for i, r := range b.Rules {
		entry(fmt.Sprint("rule-", i+1), v.Say(b.ruleTitle(r)), v.Say(r.Text))
	}
	return []byte(out.String()), nil
}

// people says how many people the game is for.
func (f *File) people() lang.Text {
	if f.Players.Lo == f.Players.Hi {
		return bookSame.With("n", f.Players.Lo)
	}
	return bookPeople.With("lo", f.Players.Lo, "n", f.Players.Hi)
}

// headings lists common titles of entries that are not about a field. They are translated.
var headings = []lang.Text{
	lang.Msg("counted.head-ties", "Ties"), lang.Msg("counted.head-end", "The end"), lang.Msg("counted.head-play", "The play"), lang.Msg("counted.head-rounds", "The rounds"),
	lang.Msg("counted.head-doubling", "Doubling"), lang.Msg("counted.head-passing", "Passing cards"), lang.Msg("counted.head-three", "Three in a column"),
	lang.Msg("counted.head-trump", "Trump"), lang.Msg("counted.head-wizards", "Wizards and jesters"),
}

// ruleTitle returns the title of an entry: the translated name of a field if it has one as its title.
func (f *File) ruleTitle(r Rule) lang.Text {
	for _, fields := range [][]Field{f.EachRound, f.AtEnd} {
		for _, field := range fields {
			if field.Key() == r.Title {
				return field.Name
			}
		}
	}
	for _, h := range headings {
		if h.Other == r.Title {
			return h
		}
	}
	return lang.Literal(r.Title)
}

// inShort returns what is counted, in paragraphs.
func (f *File) inShort(v *lang.Localizer) (out []string) {
	for _, part := range []struct {
		say    lang.Text
		fields []Field
	}{{bookRound, f.EachRound}, {bookEnd, f.AtEnd}} {
		var names lang.List
		for _, field := range part.fields {
			names = append(names, field.Name)
		}
		if names != nil {
			out = append(out, v.Say(part.say.With("fields", names)))
		}
	}
	wins := map[Way]lang.Text{Most: bookMost, Fewest: lowWins, Together: bookAll, Word: bookWord}
	return append(out, v.Say(wins[f.Wins]))
}

// oneLine puts a text in one line, without the markup of a heading.
func oneLine(s string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "{#", "{ #")
}

// plainBody returns a text in which no line is a heading.
func plainBody(s string) string {
	s = strings.TrimSpace(s)
	return strings.TrimPrefix(strings.ReplaceAll("\n"+strings.ReplaceAll(s, "\r", ""), "\n#", "\n #"), "\n")
}
