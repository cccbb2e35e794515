package keepsake

import (
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/internal/lang"
)

// The page. Its rules:
//
//   - It is one file: no script, and nothing that would have to be fetched.
//   - It is read on a telephone as well as on a desk, by eyes and by ears, by day and by night.
//   - On paper it is a sheet: what is folded is left out there.

var (
	ranking   = lang.Msg("keepsake.ranking", "Ranking")
	rankHead  = lang.Msg("keepsake.rank", "Rank")
	nameHead  = lang.Msg("keepsake.name", "Name")
	pointHead = lang.Msg("keepsake.points", "Points")
	winner    = lang.Msg("keepsake.winner", "wins")
	tieSteps  = lang.Msg("keepsake.tie-steps", "The tie, step by step")
	partTable = lang.Msg("keepsake.part-table", "Part by part")
	partHead  = lang.Msg("keepsake.part", "Part")
	totalRow  = lang.Msg("keepsake.total", "Total")
	everyWhy  = lang.Msg("keepsake.every-why", "Every point and its reason")
	photoHead = lang.Msg("keepsake.photos", "Photos")
	photoOf   = lang.Msg("keepsake.photo-of", "Photo of {name}")
	lostPhoto = lang.Msg("keepsake.lost-photo", "{name}: this photo cannot be read any more")
)

// A page is what the template shows, in words that were said already.
type page struct {
	w        writer
	Lang     string
	Title    string
	Day, ISO string
	People   string
	Outcome  string
	Places   []place
	Steps    []ruled
	Readings []string
	Chart    *chart
	Parts    []part
	Photos   []photo
}

// A place is a row of the standings.
type place struct {
	Row          int
	Name         string
	Mark         color.Mark
	Rank, Points int
	Winner       bool
}

// A ruled sentence has its place in the rulebook.
type ruled struct{ Say, Where string }

// A part is what it paid, in the order of the rows.
type part struct {
	Name  string
	Cells []string
	Lines []point
}

// A point is a line of the ledger.
type point struct {
	ruled
	Points string
	Name   string
}

type photo struct {
	Name, Alt, Lost string
	Src             template.URL
}

// Word is something that the template says by itself.
func (p page) Word(id string) string {
	return p.w.say(map[string]lang.Text{
		"ranking": ranking, "rank": rankHead, "name": nameHead, "points": pointHead, "winner": winner, "tie": tieSteps,
		"parts": partTable, "part": partHead, "total": totalRow, "why": everyWhy, "photos": photoHead,
	}[id])
}

// Rows are the names and totals of the standings in seat order.
func (p page) Rows() []place {
	rows := slices.Clone(p.Places)
	slices.SortFunc(rows, func(a, b place) int { return a.Row - b.Row })
	return rows
}

// So many people have room side by side on a telephone, and on a desk, and so many parts on paper
// in letters of the usual size.
const (
	fewColumns  = 4
	manyColumns = 8
	fewRows     = 24
)

// Kind is how large the table of parts is, as the style sheet calls it.
func (p page) Kind() (kind string) {
	if len(p.Places) > fewColumns {
		kind += " many"
	}
	if len(p.Places) > manyColumns {
		kind += " most"
	}
	if len(p.Parts) > fewRows {
		kind += " long"
	}
	return kind
}

// HTML writes the page. Errors are those of out.
func HTML(out io.Writer, g Game, voice *lang.Localizer) error {
	w := newWriter(g, voice)
	p := page{
		w: w, Lang: voice.Tag(), Title: w.title(), Day: w.voice.Day(w.Day), ISO: w.Day.Format(time.DateOnly), People: w.people(), Outcome: w.outcome(),
		Places: w.places(), Chart: w.chart(frame{W: 400, H: 270, size: 12, labels: 150}),
	}
	for _, s := range w.result.Steps {
		p.Steps = append(p.Steps, ruled{w.say(s.Say), w.say(s.Where)})
	}
	for _, r := range w.result.Readings {
		p.Readings = append(p.Readings, w.say(r))
	}
	for k := range w.result.Parts {
		p.Parts = append(p.Parts, w.pagePart(k))
	}
	for _, pic := range g.Photos {
		p.Photos = append(p.Photos, w.photo(pic))
	}
	return write(out, "page.html", p)
}

func (w writer) places() (out []place) {
	for _, s := range w.result.Standings() {
		out = append(out, place{s.Row, w.name(s.Name), w.marks[s.Row], s.Rank, s.Points, s.Winner})
	}
	return out
}

func (w writer) pagePart(k int) part {
	p := part{Name: w.part(k)}
	for row := range w.result.Rows {
		p.Cells = append(p.Cells, w.cell(k, row))
	}
	for _, l := range w.told(k) {
		p.Lines = append(p.Lines, point{ruled{w.say(l.Why), w.say(l.Where)}, fmt.Sprintf("%+d", l.Points), w.name(w.result.Rows[l.Row])})
	}
	return p
}

func (w writer) photo(p Photo) photo {
	if p.JPEG == nil {
		return photo{Lost: w.say(lostPhoto.With("name", p.Name))}
	}
	src := "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(p.JPEG)
	return photo{Name: w.name(p.Name), Alt: w.say(photoOf.With("name", p.Name)), Src: template.URL(src)} //nolint:gosec // of letters and digits only
}
