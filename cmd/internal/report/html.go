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
}

type pageTable struct {
	Words int
	Many  bool // it needs small letters on paper, and scrolls on a phone
	Lines [][]string
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
		blocks = append(blocks, pageBlockOf(b))
	}
	var out strings.Builder
	err = t.Execute(&out, map[string]any{"Lang": string(l), "Title": lang.Sanitize(d.Title), "Blocks": blocks})
	return out.String(), err
}

func pageBlockOf(b Block) pageBlock {
	switch b := b.(type) {
	case Head:
		return pageBlock{Head: lang.Sanitize(string(b))}
	case Lead:
		return pageBlock{Lead: lang.Sanitize(string(b))}
	case Text:
		if b == "" {
			return pageBlock{}
		}
		return pageBlock{Text: strings.Split(lang.Sanitize(string(b)), "\n")}
	case Table:
		return pageBlock{Table: &pageTable{b.Words, len(b.Columns) > manyCells, b.lines(b.Columns)}}
	}
	l := b.(List)
	if l.Head == "" && len(l.Items) == 0 {
		return pageBlock{}
	}
	clean := List{Head: lang.Sanitize(l.Head), Numbered: l.Numbered}
	for _, item := range l.Items {
		clean.Items = append(clean.Items, lang.Sanitize(item))
	}
	return pageBlock{List: &clean}
}
