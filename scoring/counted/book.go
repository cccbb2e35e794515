package counted

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/tablemate/tablemate/internal/lang"
)

// A book is the reference of a game: how it is counted, from the fields of its file, and then the file's own entries.
type book struct{ *File }

// Open opens nothing: a book is read whole.
func (b book) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
}

// ReadFile returns the book in the language of the file name, such as handbook/en.md.
func (b book) ReadFile(name string) ([]byte, error) {
	tag := strings.TrimSuffix(strings.TrimPrefix(name, "handbook/"), ".md")
	l, known := lang.Known(tag)
	if !known || string(l) != tag {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	source := b.Source.Text
	if source.Empty() {
		source = lang.T("the file of the game")
	}
	cited := l.Say(lang.T("Source: {it}.").With("it", strings.TrimRight(l.Say(source), ".")))
	var out strings.Builder
	entry := func(id, title, body string) {
		fmt.Fprintf(&out, "\n## %s {#%s}\n\n%s\n\n%s\n", oneLine(title), id, plainBody(body), oneLine(cited))
	}
	fmt.Fprintf(&out, "# %s\n\n%s\n", oneLine(l.Say(b.Name.Text)), l.Say(b.people()))
	entry("counted", l.Say(lang.T("How it is counted")), strings.Join(l.All(b.inShort()), "\n\n"))
	for i, r := range b.Rules {
		entry(fmt.Sprint("rule-", i+1), l.Say(b.title(r)), l.Say(r.Text.Text))
	}
	return []byte(out.String()), nil
}

// people says how many people the game is for.
func (f *File) people() lang.Text {
	if f.Players.Lo == f.Players.Hi {
		return lang.N("For {n} person.", "For {n} people.").With("n", f.Players.Lo)
	}
	return lang.T("For {lo} to {hi} people.").With("lo", f.Players.Lo, "hi", f.Players.Hi)
}

// title returns the title of an entry: the name of a field where it is called like one, else as it stands there, or as a
// catalog translates it.
func (f *File) title(r Rule) lang.Text {
	if it := f.field(r.Title); it != nil {
		return it.Name.Text
	}
	return lang.Text{Other: r.Title}
}

// inShort says the rules of counting and of winning.
func (f *File) inShort() (out []lang.Text) {
	if names := fieldNames(f.EachRound); names != nil {
		out = append(out, lang.T("Every round: {fields}.").With("fields", names))
	}
	if names := fieldNames(f.AtEnd); names != nil {
		out = append(out, lang.T("At the end: {fields}.").With("fields", names))
	}
	wins := lang.T("The most points win.")
	switch f.Wins {
	case Fewest:
		wins = lang.T("The fewest points win.")
	case Together:
		wins = lang.T("All play together, against the game.")
	case ByWord:
		wins = lang.T("The table says who has won.")
	}
	return append(out, wins)
}

func fieldNames(fields Fields) (names lang.List) {
	for _, f := range fields {
		names = append(names, f.Name.Text)
	}
	return names
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
