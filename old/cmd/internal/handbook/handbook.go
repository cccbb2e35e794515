// Package handbook finds entries of a game's reference by name, and prints them in either language. It knows no rule: the
// text belongs to the game.
package handbook

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// A Handbook is the reference of one game in one language.
type Handbook struct {
	Title   string
	Intro   string  // Markdown like Entry.Body
	Entries []Entry // in the order of the book, at least one
}

// An Entry explains one thing.
type Entry struct {
	ID    string // lower-case letters, digits and hyphens; the same in every language
	Title string
	Also  []string // other names
	// Body is Markdown: paragraphs and lists ("- "). Each paragraph and each item is one line, with a blank line around lists.
	// The last paragraph names the source.
	Body string
}

// The marks of an entry's other names, which are not printed, and of its source, which is: in each of lang.Languages.
var (
	alsoMarks   = []string{"Also: ", "Também: "}
	sourceMarks = []string{"Source: ", "Fonte: "}
)

// Word returns the title as one word that a shell takes without quotes: lower-case letters, digits and hyphens. Looking it up
// finds the entry.
func (e Entry) Word() string {
	return strings.Join(words(strings.ToLower(e.Title)), "-")
}

// words returns the runs of letters and digits in a text.
func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// Of reads a game's handbook in the language of tag, one of lang.Languages. A file consists of "# Title", an introduction,
// and then for each entry "## Title {#id}", an optional line "Also: name, name", the body, and a last paragraph "Source: …".
// Tests hold every game to that form. The error says that the file is missing.
func Of(g scoring.Game, tag string) (Handbook, error) {
	raw, err := g.Handbook.ReadFile("handbook/" + tag + ".md")
	return read(string(raw)), err
}

// Entry returns the entry with an ID, and whether there is one.
func (h Handbook) Entry(id string) (Entry, bool) {
	for _, e := range h.Entries {
		if e.ID == id {
			return e, true
		}
	}
	return Entry{}, false
}

// read parses a handbook.
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

// marked returns the text behind one of the marks, and whether it begins with one.
func marked(text string, marks []string) (string, bool) {
	for _, m := range marks {
		if rest, ok := strings.CutPrefix(text, m); ok {
			return rest, true
		}
	}
	return "", false
}

// How well a name fits the wanted words, the best first.
const (
	exactly     = iota
	titleIs     // the title without its article is the same
	titleBegins // the title begins with it, with or without its article
	titleSays   // every word of it is a word of the title
	beginning   // another name begins with it
	partOfTitle // every word of it begins a word of the title
	part        // every word of it begins a word of another name
	misfit
)

// Look finds entries of the first book by their names in any of the books, which are the same book in other languages.
// Accents, case and punctuation do not count. Entries with exactly that name come alone. Otherwise all that fit come in the
// order of the constants above, and within each in the order of the book. If no name fits, Look returns the entries whose
// source is a heading that begins with the word.
//
// If nothing fits, near has up to three names that are a slip or more away, the closest that there are. Each of them finds
// its entry.
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
	if len(found) == 0 {
		found = slices.DeleteFunc(fits[misfit], func(e Entry) bool { return !cites(books, e.ID, want) })
	}
	if len(found) == 0 {
		near = nearest(books, want)
	}
	return found, near
}

// cites reports whether the source of an entry, in any of the books, names a heading that begins with the wanted words.
func cites(books []Handbook, id, want string) bool {
	for _, b := range books {
		e, _ := b.Entry(id)
		source, _ := marked(e.Body[strings.LastIndex(e.Body, "\n")+1:], sourceMarks)
		for i, r := range source { // skips the name of the book
			if strings.ContainsRune(",;:.(", r) && strings.HasPrefix(plain(source[i:])+" ", want+" ") {
				return true
			}
		}
	}
	return false
}

// fit returns how well the best name of an entry fits, in any of the books.
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

// namesOf returns the title and the other names of an entry in all books.
func namesOf(books []Handbook, id string) []string {
	var names []string
	for _, b := range books {
		if e, ok := b.Entry(id); ok {
			names = append(append(names, e.Title), e.Also...)
		}
	}
	return names
}

// articles may begin a title, and need not be typed.
var articles = []string{"the ", "a ", "an ", "o ", "os ", "as "}

// fitName returns how well a name fits. Both texts are plain already.
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

// nearest returns the names that are the fewest slips away, at most one for each entry. It accepts a slip for every four
// letters, but no more than three; two swapped letters are two slips. A single long word of a name may match instead of the
// whole name, which is nearer.
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
				name = e.Title // the name is from another language
			}
			near = append(near, name)
		}
	}
	return near[:min(3, len(near))]
}

// closest returns the first of the nearest names, and its distance: twice the slips, plus one for a single word of it.
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

// plain returns a text for comparison: lower case, no accents, only letters and digits, one blank between words.
func plain(s string) string { return strings.Join(words(lang.Plain(s)), " ") }
