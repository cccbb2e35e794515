// Package handbook is the reference of a game, found by name and read in any language.
// It judges no rule: the text is the game's own.
package handbook

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// A Handbook is the reference of one game in one language: what a table looks up.
type Handbook struct {
	Title   string
	Intro   string  // Markdown, as an entry's body
	Entries []Entry // in the order of the book, at least one
}

// An Entry is one thing that the reference explains.
type Entry struct {
	ID    string   // the same in every language: small letters, digits and hyphens
	Title string   // its name
	Also  []string // other names that a table may look for
	// Body is Markdown: paragraphs and lists ("- "), each paragraph and each point on
	// one line, a blank line around lists. The last paragraph names the source.
	Body string
}

// The two marks of an entry, in each of lang.Languages: the line of other names
// (which is not printed) and the source (which is).
var (
	alsoMarks   = []string{"Also: ", "Também: "}
	sourceMarks = []string{"Source: ", "Fonte: "}
)

// Word returns an entry as one word that can be typed without quotes, and finds it: small letters and hyphens.
func (e Entry) Word() string {
	return strings.Join(words(strings.ToLower(e.Title)), "-")
}

// words returns the words of a text: only letters and digits are part of one.
func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// Of reads a game's handbook in the language of tag, one of lang.Languages. Its file has "# Title", an introduction, then for each entry
// "## Title {#id}", perhaps a line "Also: name, name", the body, and a last paragraph "Source: …"; that it has is tested of every game. The
// error says that there is no such file.
func Of(g scoring.Game, tag string) (Handbook, error) {
	raw, err := g.Handbook.ReadFile("handbook/" + tag + ".md")
	return read(string(raw)), err
}

// Entry finds an entry by its ID, and says whether there is one.
func (h Handbook) Entry(id string) (Entry, bool) {
	for _, e := range h.Entries {
		if e.ID == id {
			return e, true
		}
	}
	return Entry{}, false
}

// read reads the text of a file.
func read(text string) Handbook {
	parts := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n## ")
	title, intro, _ := strings.Cut(parts[0], "\n")
	h := Handbook{Title: strings.TrimPrefix(title, "# "), Intro: strings.TrimSpace(intro)}
	for _, part := range parts[1:] {
		head, body, _ := strings.Cut(part, "\n")
		title, id, _ := strings.Cut(strings.TrimSuffix(head, "}"), " {#")
		e := Entry{ID: id, Title: title}
		if rest, named := marked(body, alsoMarks); named {
			var names string
			names, body, _ = strings.Cut(rest, "\n")
			e.Also = strings.Split(names, ", ")
		}
		e.Body = strings.TrimSpace(body)
		h.Entries = append(h.Entries, e)
	}
	return h
}

// marked returns what follows one of the marks, and whether the text begins with one.
func marked(text string, marks []string) (string, bool) {
	for _, m := range marks {
		if rest, ok := strings.CutPrefix(text, m); ok {
			return rest, true
		}
	}
	return "", false
}

// How well a name fits what was looked for, the best first.
const (
	exactly     = iota
	titleIs     // the title is it, but for its article
	titleBegins // the title begins with it, its article apart
	titleSays   // every word of it is a word of the title
	beginning   // another name begins with it
	partOfTitle // every word of it begins a word of the title
	part        // … a word of another name
	misfit
)

// Look finds entries of the first book by a name of theirs in any of the books: the
// other ones are the same book in other languages, joined by ID. Accents, case and
// punctuation make no difference. An entry that is called exactly so comes alone
// (or with its namesakes); otherwise those with a title that is it, but for an article, or
// begins so, or has it as a word come first, then those with another name that begins so,
// then those with a name whose words begin so, a title before another name, each in the order of the book. Where no name
// fits, they are those whose source is a heading that begins so. When
// nothing fits, near are up to three names that differ by a slip, the nearest that
// there are; each finds its entry when it is looked up.
func Look(books []Handbook, word string) (found []Entry, near []string) {
	want := plain(word)
	if want == "" || len(books) == 0 {
		return nil, nil
	}
	fits := map[int][]Entry{}
	for _, e := range books[0].Entries {
		best := fit(books, e.ID, want)
		fits[best] = append(fits[best], e)
	}
	if len(fits[exactly]) > 0 {
		return fits[exactly], nil
	}
	for how := titleIs; how < misfit; how++ {
		found = append(found, fits[how]...)
	}
	for _, e := range books[0].Entries {
		if len(fits[misfit]) == len(books[0].Entries) && cites(books, e.ID, want) {
			found = append(found, e)
		}
	}
	if len(found) > 0 {
		return found, nil
	}
	return nil, nearest(books, want)
}

// cites reports whether a heading that an entry names as its source, in any of the books, begins with what is looked up.
func cites(books []Handbook, id, want string) bool {
	for _, b := range books {
		e, _ := b.Entry(id)
		source, _ := marked(e.Body[strings.LastIndex(e.Body, "\n")+1:], sourceMarks)
		for i, r := range source { // first comes the name of the book
			if strings.ContainsRune(",;:.(", r) && strings.HasPrefix(plain(source[i:])+" ", want+" ") {
				return true
			}
		}
	}
	return false
}

// fit returns how well an entry fits, by the best of its names in all books.
func fit(books []Handbook, id, want string) int {
	best := fitName(plain(id), want, false)
	for _, b := range books {
		e, _ := b.Entry(id)
		best = min(best, fitName(plain(e.Title), want, true))
		for _, n := range e.Also {
			best = min(best, fitName(plain(n), want, false))
		}
	}
	return best
}

// namesOf returns the title and the other names of an entry, in all books.
func namesOf(books []Handbook, id string) []string {
	var names []string
	for _, b := range books {
		if e, ok := b.Entry(id); ok {
			names = append(append(names, e.Title), e.Also...)
		}
	}
	return names
}

// articles may stand in front of a title, and are not looked up.
var articles = []string{"the ", "a ", "an ", "o ", "os ", "as "}

// fitName compares a title, or another name, and what is looked up, both plain already.
func fitName(name, want string, title bool) int {
	bare := name
	for _, a := range articles {
		if rest, ok := strings.CutPrefix(name, a); ok {
			bare = rest
		}
	}
	each := func(fits func(word, w string) bool) bool {
		return !slices.ContainsFunc(strings.Fields(want), func(w string) bool {
			return !slices.ContainsFunc(strings.Fields(name), func(word string) bool { return fits(word, w) })
		})
	}
	switch {
	case name == want:
		return exactly
	case title && bare == want:
		return titleIs
	case title && (strings.HasPrefix(name, want) || strings.HasPrefix(bare, want)):
		return titleBegins
	case title && each(func(word, w string) bool { return word == w }):
		return titleSays
	case strings.HasPrefix(name, want):
		return beginning
	case each(strings.HasPrefix) && title:
		return partOfTitle
	case each(strings.HasPrefix):
		return part
	}
	return misfit
}

// nearest returns the names, at most one an entry, that the fewest slips lead to: no more
// than one for every four letters, and three in all (two letters that changed places are
// two slips). A single word of a name will do, if it is long enough not to be like
// any other, but the whole name is nearer.
func nearest(books []Handbook, want string) []string {
	var near []string
	least := 2*min((utf8.RuneCountInString(want)+3)/4, 3) + 1
	for _, e := range books[0].Entries {
		name, far := closest(namesOf(books, e.ID), want)
		if far < least {
			near, least = nil, far
		}
		if far == least {
			if name != e.Title && !slices.Contains(e.Also, name) {
				name = e.Title // found by its name in another language
			}
			near = append(near, name)
		}
	}
	return near[:min(3, len(near))]
}

// closest returns the first of the names that is nearest, and how far it is: twice the
// slips, and one more for a single word of it.
func closest(names []string, want string) (string, int) {
	best, least := "", math.MaxInt
	for _, n := range names {
		far := 2 * levenshtein.ComputeDistance(plain(n), want)
		for _, w := range words(lang.Plain(n)) {
			if utf8.RuneCountInString(w) > 3 {
				far = min(far, 2*levenshtein.ComputeDistance(w, want)+1)
			}
		}
		if far < least {
			best, least = n, far
		}
	}
	return best, least
}

// plain returns a text as it is compared: small letters without accents, one blank
// between words, nothing but letters and digits.
func plain(s string) string { return strings.Join(words(lang.Plain(s)), " ") }
