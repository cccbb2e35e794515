package report

import (
	"math"
	"strconv"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
)

// The picture: the final table, people by rank, above the chart. It has its own background, so it looks the same wherever
// it is opened.

// Measures of the picture, in its units.
const (
	edge      = 28.0 // the margin
	rowHigh   = 26.0
	textSize  = 15.0
	smallSize = 13.0
	titleSize = 24.0
	cellWide  = 34.0  // of a part
	leastWide = 720.0 // of the picture
	mostParts = 16    // more do not fit side by side, and are in the chart only
	mostHead  = 130.0 // of the parts' names, which are turned upright
)

// A picture is what the template draws.
type picture struct {
	W, H, Edge       float64
	Lang, Title, Day string
	Says             string
	TitleY, DayY     float64
	Won              []placed // lines
	Heads            []placed
	HeadY, headHigh  float64
	Rows             []pictureRow
	RankX, NameX     float64
	ChipX            float64 // of the tile behind the letter
	TotalX, RightX   float64
	TotalHead        string
	Chart            *lineChart
	ChartTitle       placed
	ChartY           float64
}

// A placed is a text with its position.
type placed struct {
	X, Y float64
	Text string
}

type pictureRow struct {
	Y, Line            float64
	Rank, Name, Points string
	Winner, Striped    bool
	Cells              []placed
	Letter             string
	Ground, Ink        string // of the tile and of its letter
}

func (d document) picture() picture {
	p := picture{Edge: edge, Lang: d.Lang(), Day: d.Date(), Says: d.says(), TotalHead: d.Say(Points), RankX: edge + 24, ChipX: edge + 34, NameX: edge + 60}
	p.columns(d)
	p.Title = cut(d.Name(), p.W-2*edge, titleSize)
	p.TitleY = edge + titleSize
	p.DayY = p.TitleY + 22
	y := p.DayY + 14
	for _, l := range wrap(d.Say(d.Outcome), p.W-2*edge, textSize+2) {
		y += 23
		p.Won = append(p.Won, placed{edge, y, l})
	}
	y = p.rows(d, y)
	p.Chart = d.chart(room{W: p.W - 2*edge, H: 330, Size: smallSize, labels: 300})
	if p.Chart != nil {
		p.ChartTitle = placed{edge, y + 30, p.Chart.Title}
		p.ChartY = y + 40
		y = p.ChartY + p.Chart.H
	}
	p.H = y + edge
	return p
}

// columns makes the picture wide enough for the longest name and all parts.
func (p *picture) columns(d document) {
	names := 0.0
	for _, r := range d.Ranking {
		name, room := d.XML(r.Name), 1.0
		if r.Winner {
			name, room = name+won, bold
		}
		names = max(names, wide(name, textSize)*room)
	}
	lines := d.Lines()
	parts := len(lines)
	if parts > mostParts {
		parts = 0
	}
	total := wide(p.TotalHead, smallSize) + 20
	p.W = math.Ceil(max(leastWide, p.NameX+names+12+float64(parts)*cellWide+total+edge))
	p.RightX = p.W - edge
	p.TotalX = p.RightX - 8
	for k := range parts {
		x := round(p.RightX - total - float64(parts-1-k)*cellWide)
		head := cut(lines[k][0], mostHead, smallSize)
		p.headHigh = max(p.headHigh, wide(head, smallSize))
		p.Heads = append(p.Heads, placed{X: x, Text: head})
	}
}

// bold is how much wider bold letters are.
const bold = 1.1

// won follows the name of a winner.
const won = " ★"

// rows lays out the table below y, and returns its lower edge.
func (p *picture) rows(d document, y float64) float64 {
	y += 14 + max(p.headHigh, smallSize)
	p.HeadY = y
	lines := d.Lines()
	for i, s := range d.Ranking {
		r := pictureRow{Y: y + rowHigh*float64(i) + 24, Line: y + rowHigh*float64(i) + 6, Rank: strconv.Itoa(s.Rank), Name: d.XML(s.Name), Points: strconv.Itoa(s.Points), Winner: s.Winner, Striped: i%2 == 0}
		if s.Bare {
			r.Points, p.TotalHead = "", ""
		}
		its := color.All[s.Mark.Color]
		r.Letter, r.Ground, r.Ink = s.Mark.Letter, its.Ground(), its.Letter()
		if s.Winner {
			r.Name += won
		}
		for k, head := range p.Heads {
			r.Cells = append(r.Cells, placed{X: head.X, Text: lines[k][s.Row+1]})
		}
		p.Rows = append(p.Rows, r)
	}
	return y + rowHigh*float64(len(p.Rows)) + 6
}

// Inner returns the width of the table.
func (p picture) Inner() float64 { return p.W - 2*p.Edge }
