package report

import (
	_ "embed"
	"html/template"
	"strings"

	"github.com/tablemate/tablemate/internal/lang"
)

//go:embed page.html
var pageSource string

// A pageBlock is a block as the template needs it: at most one of its fields is filled.
type pageBlock struct {
	Head, Lead string
	Text       []string
	List       *List
	Table      *pageTable
	Podium     *Podium
	Chart      template.HTML

	Opens, Closes bool // it is the first, or the last, of several folded lists
}

func (b pageBlock) folded() bool { return b.List != nil && b.List.Folded }

type pageTable struct {
	Words int
	Many  bool // it needs small letters on paper, and scrolls on a phone
	Lines [][]string
	Marks []Mark // the marks of the columns; the zero Mark of a column that is nobody's
}

// manyCells is how many columns fit side by side on a phone.
const manyCells = 5

// page returns a report as a page: to be sent, read on a phone or printed. It loads nothing and runs nothing, and names
// are in it as text alone.
func page(d Doc, l lang.Lang) (string, error) {
	t, err := template.New("page").Parse(pageSource)
	if err != nil {
		return "", err
	}
	var blocks []pageBlock
	for _, b := range d.Blocks {
		blocks = append(blocks, pageBlockOf(b, d.Marks))
	}
	for i, b := range blocks {
		blocks[i].Opens = b.folded() && !blocks[max(0, i-1)].folded()
		blocks[i].Closes = b.folded() && !blocks[min(i+1, len(blocks)-1)].folded()
	}
	if n := len(blocks); n > 0 && blocks[n-1].folded() {
		blocks[n-1].Closes = true
	}
	var out strings.Builder
	err = t.Execute(&out, map[string]any{"Lang": string(l), "Title": lang.Sanitize(d.Title), "Blocks": blocks})
	return out.String(), err
}

func pageBlockOf(b Block, m Marks) pageBlock {
	switch b := b.(type) {
	case Head:
		return pageBlock{Head: lang.Sanitize(string(b))}
	case Lead:
		return pageBlock{Lead: lang.Sanitize(string(b))}
	case Winner:
		return pageBlock{Lead: lang.Sanitize(string(b))}
	case Podium:
		return podiumBlock(b)
	case Chart:
		if len(b.Lines) == 0 {
			return pageBlock{}
		}
		return pageBlock{Chart: b.SVG()}
	case Text:
		if b == "" {
			return pageBlock{}
		}
		return pageBlock{Text: strings.Split(lang.Sanitize(string(b)), "\n")}
	case Table:
		t := &pageTable{Words: b.Words, Many: len(b.Columns) > manyCells, Lines: b.lines(b.Columns)}
		for _, column := range b.Columns {
			mark, _ := m.Of(column)
			t.Marks = append(t.Marks, mark)
		}
		return pageBlock{Table: t}
	}
	l := b.(List)
	if l.Head == "" && len(l.Items) == 0 {
		return pageBlock{}
	}
	clean := List{Head: lang.Sanitize(l.Head), Numbered: l.Numbered, Folded: l.Folded}
	for _, item := range l.Items {
		clean.Items = append(clean.Items, lang.Sanitize(item))
	}
	return pageBlock{List: &clean}
}

// podiumBlock returns a podium, or its list where nobody won.
func podiumBlock(b Podium) pageBlock {
	if len(b.Steps) == 0 {
		return pageBlockOf(b.List, nil)
	}
	return pageBlock{Podium: &b}
}
