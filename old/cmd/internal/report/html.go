package report

import (
	"embed"
	"encoding/base64"
	"html/template"
	"strings"
	"sync"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// Files to send around: a page and a picture. Both are self-contained: they load nothing, run nothing, and contain what
// people typed as text only. The page suits telephones and desktops, screen readers, and light and dark modes. On paper it
// is one sheet, without what is folded away.

var words = map[string]lang.Text{
	"ranking": lang.Msg("report.ranking", "Ranking"), "rank": Rank, "name": Player, "points": Points, "winner": Winner, "total": Total,
	"parts": lang.Msg("report.part-table", "Part by part"), "part": Part, "why": lang.Msg("report.every-why", "Every point and its reason"),
	"photos": lang.Msg("report.photos", "Photos"),
}

var (
	photoOf   = lang.Msg("report.photo-of", "Photo of {name}")
	lostPhoto = lang.Msg("report.lost-photo", "{name}: this photo cannot be read any more")
	chartSays = lang.Msg("report.chart-says", "Running totals after each part. At the end: {ranking}.")
)

// A document is a Doc whose texts are safe in any kind of document.
type document struct {
	Doc
	voice *lang.Localizer
	turned
	Seats []Standing // the ranking in the order of the seats
}

func (p Printer) document(d Doc) document {
	p.Ink = color.None
	out := document{Doc: d, voice: p.Voice, turned: p.turned(*d.Grid), Seats: make([]Standing, len(d.Ranking))}
	for _, s := range d.Ranking {
		out.Seats[s.Row] = s
	}
	return out
}

// Counted reports whether points are counted.
func (d document) Counted() bool { return !d.Ranking[0].Bare }

// XML returns a text in one line, of characters that XML allows.
func (d document) XML(s string) string {
	return strings.NewReplacer("\uFFFE", "\uFFFD", "\uFFFF", "\uFFFD").Replace(layout.OneLine(lang.Sanitize(s)))
}

// Say returns a text in one line, of characters that XML allows.
func (d document) Say(t lang.Text) string { return d.XML(d.voice.Say(t)) }

// Word returns one of the template's own words.
func (d document) Word(id string) string { return d.Say(words[id]) }

// Lang returns the language of the page.
func (d document) Lang() string { return d.voice.Tag() }

// Name returns the title of the page.
func (d document) Name() string { return d.Say(d.Title[0]) }

// Date returns the date of the page.
func (d document) Date() string { return d.voice.Day(d.Day) }

// Lines returns a row for each part: its name and mark, then its cells.
func (d document) Lines() [][]string {
	lines := d.rows()
	lines = lines[1 : len(lines)-2]
	for _, line := range lines {
		for k := range line {
			line[k] = d.XML(line[k])
		}
	}
	return lines
}

// Chart returns the course of the game, or nil.
func (d document) Chart() *lineChart { return d.chart(room{W: 400, H: 270, Size: 12, labels: 150}) }

// Columns that fit side by side on a telephone and on a desktop, and rows that fit on paper at normal size.
const (
	fewColumns  = 4
	manyColumns = 8
	fewRows     = 24
)

// Kind returns the classes in the style sheet for the size of the table of parts.
func (d document) Kind() (kind string) {
	if len(d.Seats) > fewColumns {
		kind += " many"
	}
	if len(d.Seats) > manyColumns {
		kind += " most"
	}
	if len(d.Lines()) > fewRows {
		kind += " long"
	}
	return kind
}

type figure struct {
	Name, Alt, Lost string
	Src             template.URL
}

// Figures returns the photos of the page.
func (d document) Figures() (out []figure) {
	for _, p := range d.Photos {
		if p.JPEG == nil {
			out = append(out, figure{Lost: d.Say(lostPhoto.With("name", p.Name))})
			continue
		}
		src := "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(p.JPEG)
		out = append(out, figure{Name: d.XML(p.Name), Alt: d.Say(photoOf.With("name", p.Name)), Src: template.URL(src)}) //nolint:gosec // of letters and digits only
	}
	return out
}

//go:embed page.html page.css picture.svg chart.svg
var sources embed.FS

// templates parses the templates on first use.
var templates = sync.OnceValue(func() *template.Template {
	css, _ := sources.ReadFile("page.css") // it is embedded
	return template.Must(template.New("").Funcs(template.FuncMap{
		"css": func() template.CSS { return template.CSS(css) + template.CSS(color.CSS()) }, //nolint:gosec // our own
	}).ParseFS(sources, "page.html", "picture.svg", "chart.svg"))
})

// written executes a template.
func written(name string, data any) (string, error) {
	var b strings.Builder
	err := templates().ExecuteTemplate(&b, name, data)
	return b.String(), err
}
