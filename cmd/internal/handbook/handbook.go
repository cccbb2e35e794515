// Package handbook looks things up in a game's reference, in either language. It knows no rule: the text belongs to the
// game.
package handbook

import (
	_ "embed"
	"io/fs"
	"slices"
	"strings"
	"unicode"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// A Book is the reference of one game in one language.
type Book struct {
	Title   string
	Intro   string
	Entries []Entry // in the order of the book
}

// An Entry explains one thing.
type Entry struct {
	ID    string // the same in every language
	Title string
	Body  []string // paragraphs and items of lists (“- ”); the last one names the source

	names [][]string // the words of all its names in all languages, to compare
}

// Read reads a game's reference. A file is “# Title”, an introduction, and for each entry “## Title {#id}”, a line
// “Also: name, name” that may be missing, paragraphs and lists, and a last paragraph “Source: …”.
func Read(l lang.Lang, g scoring.Game) (Book, error) {
	b, err := read(l, g)
	if err != nil {
		return b, err
	}
	for _, other := range []lang.Lang{lang.English, lang.Portuguese} {
		too, err := read(other, g)
		if err != nil || other == l {
			continue
		}
		for _, e := range too.Entries { // the table may know a card by its name in the other language
			if at := slices.IndexFunc(b.Entries, func(mine Entry) bool { return mine.ID == e.ID }); at >= 0 {
				b.Entries[at].names = append(b.Entries[at].names, e.names...)
			}
		}
	}
	return b, nil
}

func read(l lang.Lang, g scoring.Game) (Book, error) {
	if g.Handbook == nil {
		return Book{}, fault.New(lang.T("{game} has no reference here").With("game", g.Name))
	}
	raw, err := fs.ReadFile(g.Handbook, "handbook/"+string(l)+".md")
	if err != nil {
		return Book{}, err
	}
	text := strings.NewReplacer("\r\n", "\n", "**", "", "`", "").Replace(string(raw))
	parts := strings.Split(text, "\n## ")
	title, intro, _ := strings.Cut(parts[0], "\n")
	b := Book{Title: strings.TrimPrefix(title, "# "), Intro: strings.TrimSpace(intro)}
	for _, part := range parts[1:] {
		b.Entries = append(b.Entries, entry(part))
	}
	return b, nil
}

func entry(part string) Entry {
	head, body, _ := strings.Cut(part, "\n")
	title, id, _ := strings.Cut(strings.TrimSuffix(head, "}"), " {#")
	e := Entry{ID: id, Title: title, names: [][]string{plain(title), plain(id)}}
	for line := range strings.SplitSeq(body, "\n") {
		also, is := strings.CutPrefix(line, "Also: ")
		if !is {
			also, is = strings.CutPrefix(line, "Também: ")
		}
		switch {
		case is:
			for name := range strings.SplitSeq(also, ", ") {
				e.names = append(e.names, plain(name))
			}
		case line != "":
			e.Body = append(e.Body, line)
		}
	}
	return e
}

// item begins an item of a list.
const item = "- "

// Find returns what a book says about a few words: entries of exactly that name alone; else those whose names have all
// the words, and then, of those that only have them somewhere in their text, the paragraphs in which they stand. Words
// may be their beginnings; accents, case and punctuation do not count. A heading of the printed rules is found if
// nothing else is.
func (b Book) Find(words string) []Entry {
	want := plain(words)
	if len(want) == 0 {
		return nil
	}
	exact := slices.DeleteFunc(slices.Clone(b.Entries), func(e Entry) bool {
		return !slices.ContainsFunc(e.names, func(n []string) bool { return slices.Equal(n, want) })
	})
	if len(exact) > 0 {
		return exact
	}
	var named, said, cited []Entry
	for _, e := range b.Entries {
		switch {
		case slices.ContainsFunc(e.names, func(n []string) bool { return has(n, want) }):
			named = append(named, e)
		case has(plain(strings.Join(e.text(), " ")), want):
			said = append(said, e.about(want))
		case has(plain(e.source()), want):
			cited = append(cited, e)
		}
	}
	if len(named)+len(said) == 0 {
		return cited
	}
	return append(named, said...)
}

// text returns the body without its source.
func (e Entry) text() []string { return e.Body[:max(len(e.Body)-1, 0)] }

func (e Entry) source() string { return strings.Join(e.Body[max(len(e.Body)-1, 0):], "") }

// about returns the entry with only those paragraphs that have the wanted words, each with the list that follows it, and
// its source. If no paragraph has all of them, it is whole.
func (e Entry) about(want []string) Entry {
	var some, now []string
	keep := func() {
		if has(plain(strings.Join(now, " ")), want) {
			some = append(some, now...)
		}
	}
	for _, p := range e.text() {
		if !strings.HasPrefix(p, item) {
			keep()
			now = nil
		}
		now = append(now, p)
	}
	keep()
	if len(some) > 0 {
		e.Body = append(some, e.source())
	}
	return e
}

// plain returns the words of a text, to compare.
func plain(s string) []string {
	return strings.FieldsFunc(lang.Plain(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// has reports whether each wanted word begins one of the words.
func has(words, want []string) bool {
	return !slices.ContainsFunc(want, func(w string) bool {
		return !slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(word, w) })
	})
}

// Contents returns the table of contents.
func (b Book) Contents() report.Doc {
	titles := report.List{}
	for _, e := range b.Entries {
		titles.Items = append(titles.Items, e.Title)
	}
	return report.Doc{Title: b.Title, Blocks: []report.Block{report.Text(b.Intro), titles}}
}

// Doc returns entries in full.
func Doc(entries []Entry) report.Doc {
	var d report.Doc
	for _, e := range entries {
		d.Blocks = append(d.Blocks, report.Head(e.Title))
		list := report.List{Bullets: true}
		for _, p := range append(e.Body, "") {
			if of, is := strings.CutPrefix(p, item); is {
				list.Items = append(list.Items, of)
				continue
			}
			d.Blocks = append(d.Blocks, list, report.Text(p))
			list.Items = nil
		}
	}
	return d
}

// LookUp returns what a game's reference says about some words, or its contents if there are none. It is a fault if
// nothing is there.
func LookUp(l lang.Lang, g scoring.Game, words string) (report.Doc, error) {
	b, err := Read(l, g)
	if err != nil {
		return report.Doc{}, err
	}
	if strings.TrimSpace(words) == "" {
		return b.Contents(), nil
	}
	found := b.Find(words)
	if len(found) == 0 {
		return report.Doc{}, fault.New(lang.T("there is nothing about “{it}” in {game}").With("it", words, "game", g.Name))
	}
	return Doc(found), nil
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
