package handbook

import (
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
Also: pass, exchange, before the first trick

Three cards to the **left**.

Source: Book, Passing.

## Scoring {#scoring}
Also: points

A heart is one point. Once a round:

- all hearts and the queen: that is shooting the moon
- nothing else

Another paragraph.

Source: Book, Scoring and counting, p. 8.

## The queen {#queen}
Also: queen of spades

Thirteen points.

Source: Book, The black lady.
`

const ptBook = `# Copas

Sobre.

## A passagem {#passing}
Também: passar, antes da primeira vaza

Três cartas.

Fonte: Livro.

## A pontuação {#scoring}

Uma copa é um ponto.

Fonte: Livro, Contagem.

## A dama {#queen}

Treze pontos.

Fonte: Livro.
`

func hearts(t *testing.T) *Reference {
	t.Helper()
	r, err := Open(scoring.Game{Name: lang.Literal("Hearts"),
		Handbook: fstest.MapFS{"handbook/en.md": {Data: []byte(enBook)}, "handbook/pt-BR.md": {Data: []byte(ptBook)}}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// found returns the IDs of the entries of an answer.
func found(f Finding) string {
	var ids []string
	for _, e := range f.Entries {
		ids = append(ids, e.ID)
	}
	return strings.Join(ids, " ")
}

// An entry that is clearly the best is whole, with its source; the others are named below it.
func TestWhole(t *testing.T) {
	d, err := hearts(t).LookUp(lang.English, nil, "moon")
	if err != nil {
		t.Fatal(err)
	}
	want := "Scoring\n───────\nA heart is one point. Once a round:\n\n" +
		"  - all hearts and the queen: that is shooting the moon\n  - nothing else\n\nAnother paragraph.\n\nSource: Book, Scoring and counting, p. 8."
	if said := (report.Printer{Width: 60}).Text(d); said != want {
		t.Errorf("%s\nwant\n%s", said, want)
	}
}

// Where several are near, each has the line that has most of the words.
func TestNearest(t *testing.T) {
	d, err := hearts(t).LookUp(lang.English, nil, "left or points")
	if err != nil {
		t.Fatal(err)
	}
	said := report.Printer{Width: 60}.Text(d)
	for _, want := range []string{"Nearest to “left or points”:", "Passing cards", "Three cards to the left.", "Scoring", "A heart is one point."} {
		if !strings.Contains(said, want) {
			t.Errorf("%s\nlacks %s", said, want)
		}
	}
}

func TestLookUp(t *testing.T) {
	r := hearts(t)
	d, err := r.LookUp(lang.English, nil, " ")
	if err != nil || d.Title != "Hearts" || len(d.Blocks) != 2 {
		t.Errorf("without words: %+v, %v", d, err)
	}
	if _, err := r.LookUp(lang.Portuguese, nil, "xyzzy"); err == nil || !strings.Contains(err.Error(), "nothing about “xyzzy”") {
		t.Errorf("nothing is near xyzzy: %v", err)
	}
	if _, err := Open(scoring.Game{Name: lang.Literal("It")}); err == nil {
		t.Error("a game without a reference has one")
	}
}

// Both languages of every reference have the same entries.
func TestEntriesInBothLanguages(t *testing.T) {
	for _, g := range shelf.Games {
		var all [2][]string
		for i, l := range []lang.Lang{lang.English, lang.Portuguese} {
			b, err := Read(l, g)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range b.Entries {
				all[i] = append(all[i], e.ID+" "+e.Mode)
			}
		}
		if en, pt := strings.Join(all[0], "\n"), strings.Join(all[1], "\n"); en != pt {
			t.Errorf("%s: %s\nand\n%s", g.ID, en, pt)
		}
	}
}
