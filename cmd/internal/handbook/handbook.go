// Package handbook looks things up in a game's reference, in either language. It knows no rule: the text belongs to the
// game.
package handbook

import (
	"cmp"
	_ "embed"
	"io/fs"
	"slices"
	"strconv"
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
	Mode  string   // the choice of the table that it is about: “mode=party”; "" for all
	Body  []string // paragraphs and items of lists (“- ”); the last one names the source

	names []string // its title, and the words by which the printed book and people call it
}

// Read reads a game's reference. A file is “# Title”, an introduction, and for each entry “## Title {#id}” or
// “## Title {#id mode=party}”, lines “Also: name, name” that may be missing, paragraphs and lists, and a last paragraph
// “Source: …”.
func Read(l lang.Lang, g scoring.Game) (Book, error) {
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
	id, mode, _ := strings.Cut(id, " ")
	e := Entry{ID: id, Mode: mode, Title: title, names: []string{title}}
	for line := range strings.SplitSeq(body, "\n") {
		also, is := strings.CutPrefix(line, "Also: ")
		if !is {
			also, is = strings.CutPrefix(line, "Também: ")
		}
		switch {
		case is:
			e.names = append(e.names, strings.Split(also, ", ")...)
		case line != "":
			e.Body = append(e.Body, line)
		}
	}
	return e
}

// item begins an item of a list.
const item = "- "

// text returns the body without its source.
func (e Entry) text() []string { return e.Body[:max(len(e.Body)-1, 0)] }

// cited returns the headings of the printed rules under which an entry lies.
func (e Entry) cited() []string {
	source := pages.Replace(strings.Join(e.Body[max(len(e.Body)-1, 0):], ""))
	source, _, _ = strings.Cut(source, ". ")
	headings := strings.FieldsFunc(source, func(r rune) bool { return strings.ContainsRune(",:;.", r) })
	if len(headings) < 3 {
		return nil
	}
	// In front stand “Source” and the book.
	return slices.DeleteFunc(headings[2:], func(s string) bool { return strings.ContainsFunc(s, unicode.IsDigit) })
}

// pages keeps the point of “p. 8” from ending the sentence.
var pages = strings.NewReplacer("p. ", "", "pág. ", "")

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

// A Reference is the text about a game in every language, made searchable once.
type Reference struct {
	game    scoring.Game
	books   map[lang.Lang]Book
	indexes map[lang.Lang]*index
}

// Open reads a game's reference and makes it searchable.
func Open(g scoring.Game) (*Reference, error) {
	r := &Reference{game: g, books: map[lang.Lang]Book{}, indexes: map[lang.Lang]*index{}}
	for l, t := range tongues() {
		b, err := Read(l, g)
		if err != nil {
			return nil, err
		}
		r.books[l], r.indexes[l] = b, newIndex(t, b.Entries)
	}
	return r, nil
}

// A Finding is the answer to a look-up.
type Finding struct {
	Entries []Entry // the best first, three at most
	Clear   bool    // the first one is clearly the best
	Near    bool    // not all of the words are known in one language
}

// Find looks words up. The table may know a card by its name in the other language, so both are searched. Entries about
// another way to play than that of the running game come later; without a game, than the usual one.
func (r *Reference) Find(l lang.Lang, running scoring.State, words string) Finding {
	best, fits := map[string]hit{}, r.fits(running)
	f := Finding{Near: true}
	for other, x := range r.indexes {
		hits, all := x.search(words, fits)
		f.Near = f.Near && !all
		for _, h := range hits {
			if other != l {
				h.score *= abroad
			}
			if h.score > best[h.id].score {
				best[h.id] = h
			}
		}
	}
	score := func(e Entry) float64 { return best[e.ID].score }
	f.Entries = slices.Clone(r.books[l].Entries)
	slices.SortStableFunc(f.Entries, func(a, b Entry) int { return cmp.Compare(score(b), score(a)) })
	enough := score(f.Entries[0]) * worthShowing
	f.Entries = slices.DeleteFunc(f.Entries, func(e Entry) bool { return score(e) == 0 || score(e) < enough })
	f.Clear = len(f.Entries) == 1 && !f.Near || len(f.Entries) > 1 && !f.Near && score(f.Entries[1]) < nearlyBest*score(f.Entries[0])
	f.Entries = f.Entries[:min(len(f.Entries), most)]
	return f
}

// The bounds of an answer.
const (
	most         = 3    // how many entries there are at most
	worthShowing = 0.3  // the part of the best score that an entry needs to be near
	nearlyBest   = 0.75 // the part of the best score that no other entry has where the best one is clear
	abroad       = 0.9  // the part of its score that an entry keeps where the words are those of the other language
)

// fits returns how much entries about a way to play count at a table.
func (r *Reference) fits(running scoring.State) func(mode string) float64 {
	var f scoring.Frame
	f.Table.Players = make([]scoring.Name, r.game.Min)
	// Without a game the way to play is a guess: entries about another one lose little.
	other := 0.85
	if running != nil {
		f, other = scoring.FrameOf(running), 0.5
	}
	agreed := map[string]bool{"": true}
	for _, o := range r.game.Options {
		if o.Values != nil {
			agreed[o.ID+"="+f.Table.Choice(o.ID, o.Usual(f.Table))] = true
		}
	}
	return func(mode string) float64 {
		if agreed[mode] {
			return 1
		}
		return other
	}
}

// A Topical state says which entry the table is at, such as that of the card that was turned over last; "" for none.
type Topical interface{ Topic() string }

// Entries returns the entries that some words find; without words all of them, the one that the table is at first, then
// those about its own way to play.
func (r *Reference) Entries(l lang.Lang, running scoring.State, words string) []Entry {
	if strings.TrimSpace(words) != "" {
		return r.Find(l, running, words).Entries
	}
	topic := ""
	if at, does := running.(Topical); does {
		topic = at.Topic()
	}
	fits := r.fits(running)
	all := slices.Clone(r.books[l].Entries)
	rank := func(e Entry) float64 {
		if e.ID == topic {
			return 2
		}
		return fits(e.Mode)
	}
	slices.SortStableFunc(all, func(a, b Entry) int { return cmp.Compare(rank(b), rank(a)) })
	return all
}

// Text returns an entry without its title.
func Text(e Entry) report.Doc { return report.Doc{Blocks: Doc([]Entry{e}).Blocks[1:]} }

// Choice returns the entry that a number means.
func (f Finding) Choice(typed string) (e Entry, is bool) {
	n, err := strconv.Atoi(typed)
	if err != nil || n < 1 || n > len(f.Entries) {
		return e, false
	}
	return f.Entries[n-1], true
}

// Titles returns the titles of the entries, a line each with its number.
func (f Finding) Titles() string {
	var lines []string
	for i, e := range f.Entries {
		lines = append(lines, strconv.Itoa(i+1)+" "+e.Title)
	}
	return strings.Join(lines, "\n")
}

// LookUp looks words up: an entry that is clearly the best is returned whole, else the nearest ones with a line each;
// without words, the contents. It is a fault if nothing is near.
func (r *Reference) LookUp(l lang.Lang, running scoring.State, words string) (report.Doc, error) {
	if strings.TrimSpace(words) == "" {
		return r.books[l].Contents(), nil
	}
	f := r.Find(l, running, words)
	if len(f.Entries) == 0 {
		return report.Doc{}, fault.New(lang.T("there is nothing about “{it}” in {game}").With("it", words, "game", r.game.Name))
	}
	if f.Clear {
		d := Doc(f.Entries[:1])
		if also := titles(f.Entries[1:]); also != "" {
			d.Blocks = append(d.Blocks, report.Text(l.Say(lang.T("See also: {entries}").With("entries", also))))
		}
		return d, nil
	}
	list := report.List{Head: l.Say(lang.T("Nearest to “{it}”:").With("it", words)), Numbered: true}
	for _, e := range f.Entries {
		list.Items = append(list.Items, e.Title+"\n"+r.indexes[l].line(e, words))
	}
	return report.Doc{Blocks: []report.Block{list}}, nil
}

func titles(entries []Entry) string {
	var all []string
	for _, e := range entries {
		all = append(all, e.Title)
	}
	return strings.Join(all, " · ")
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
