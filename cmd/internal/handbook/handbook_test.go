package handbook

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
)

const enBook = `# Hearts

About it.

## Passing cards {#passing}
Also: pass, exchange

Three cards to the **left**.

Source: Book, Passing.

## Scoring {#scoring}
Also: points

A heart is one point. Once a round:

- all hearts and the queen: that is shooting the moon
- nothing else

Another paragraph.

Source: Book, Scoring.

## The queen {#queen}
Also: queen of spades

Thirteen points.

Source: Book, Points.
`

const ptBook = `# Copas

Sobre.

## A passagem {#passing}
Também: passar

Três cartas.

Fonte: Livro.
`

func book(t *testing.T) Book {
	t.Helper()
	g := scoring.Game{Handbook: fstest.MapFS{"handbook/en.md": {Data: []byte(enBook)}, "handbook/pt-BR.md": {Data: []byte(ptBook)}}}
	b, err := Read(lang.English, g)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Names come first, exactly or by their beginnings, in any language; then the text; then headings of the printed rules.
func TestFind(t *testing.T) {
	b := book(t)
	for words, want := range map[string]string{
		"Passing cards": "passing", "EXCHANGE": "passing", "passag": "passing", "passar": "passing", "quee": "queen scoring",
		"the queen": "queen", "queen spade": "queen", "moon": "scoring", "thirteen": "queen", "heart point": "scoring",
		"book":  "passing scoring queen",
		"point": "scoring queen", "xyzzy": "", " - ": "",
	} {
		var ids []string
		for _, e := range b.Find(words) {
			ids = append(ids, e.ID)
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("%s: %q, want %q", words, got, want)
		}
	}
}

// A word in the text is shown in its paragraph, with the list that follows, and with its source.
func TestFoundInText(t *testing.T) {
	said := report.Printer{Width: 60}.Text(Doc(book(t).Find("moon")))
	want := "Scoring\n───────\nA heart is one point. Once a round:\n\n" +
		"  - all hearts and the queen: that is shooting the moon\n  - nothing else\n\nSource: Book, Scoring."
	if said != want {
		t.Errorf("%s\nwant\n%s", said, want)
	}
	if found := book(t).Find("heart another"); len(found) != 1 || len(found[0].Body) != 5 {
		t.Errorf("words from two paragraphs: %+v", found)
	}
}

// Every entry of every game is found by each of its names.
func TestShelf(t *testing.T) {
	for _, g := range shelf.Games {
		for _, l := range []lang.Lang{lang.English, lang.Portuguese} {
			b, err := Read(l, g)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range b.Entries {
				for _, n := range e.names {
					if !slices.ContainsFunc(b.Find(strings.Join(n, " ")), func(found Entry) bool { return found.ID == e.ID }) {
						t.Errorf("%s, %s: “%s” does not find %s", g.ID, l, n, e.ID)
					}
				}
			}
		}
	}
}

func TestLookUp(t *testing.T) {
	g := shelf.Games[0]
	d, err := LookUp(lang.English, g, " ")
	if err != nil || d.Title == "" || len(d.Blocks) != 2 {
		t.Errorf("%+v, %v", d, err)
	}
	if _, err := LookUp(lang.Portuguese, g, "xyzzy"); err == nil || !strings.Contains(err.Error(), "nothing about “xyzzy”") {
		t.Error(err)
	}
	if _, err := LookUp(lang.English, scoring.Game{Name: lang.Literal("It")}, ""); err == nil {
		t.Error("a game without a reference has one")
	}
}
