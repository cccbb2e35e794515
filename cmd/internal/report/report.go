// Package report is what is shown, as one value, and the ways to show it: in a window, aloud, as Markdown and as CSV. A
// Doc says what there is to be seen; a renderer knows no game and no command, and computes nothing that a Doc does not
// say. JSON is a contract and is written by whoever makes the Doc.
package report

import (
	"embed"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// A Format is how a Doc is written.
type Format string

// The formats, the default first.
const (
	Table    Format = "table"
	Markdown Format = "markdown"
	CSV      Format = "csv"
	JSON     Format = "json"
)

// The formats in which a game is sent around.
const (
	HTML Format = "html"
	SVG  Format = "svg"
	Chat Format = "text"
)

// Formats are those of everything.
var Formats = []string{string(Table), string(Markdown), string(CSV), string(JSON)}

// A Doc is something to be shown, in the order in which a window shows it. An empty part is not shown.
type Doc struct {
	Title    []lang.Text // which game, what day: parts of one line
	Lead     []lang.Text // sentences before everything else
	Items    []Item      // numbered from 1
	Grid     *Grid
	Data     *Grid // stands in the place of the grid where a program reads it
	Track    *Track
	Notes    []lang.Text // what the signs in the grid mean
	Sections []Section
	Tie      Section   // how a tie was settled, step by step
	Outcome  lang.Text // the result, in a sentence
	Ranking  []Standing
	After    []After
	Course   *Course
	Day      time.Time // that a page is about
	People   lang.Text // those who were there
	Photos   []Photo
	JSON     func(say func(lang.Text) string) any
}

// A Standing is a line of the standings with what marks its person.
type Standing struct {
	scoring.Standing
	Mark color.Mark
	Paid Line // what the last part paid them, and why
	Got  bool // something or nothing: Paid says it; else it is not told, or they were not there
	Bare bool // no points are counted in this game
}

// sum returns the points behind a name, with a blank before them; empty where none are counted.
func (s Standing) sum() string {
	if s.Bare {
		return ""
	}
	return " " + strconv.Itoa(s.Points)
}

// An Item is a line of a numbered list, and what stands under it.
type Item struct {
	Say   lang.Text
	Notes []lang.Text
}

// An After is a sentence behind everything else.
type After struct {
	Say   lang.Text
	Item  bool // one of a list of such
	Whole bool // in one line where no window is
}

// A Section is what stands under a heading.
type Section struct {
	Head     lang.Text
	Mark     string // beside the heading of a page
	Grid     *Grid
	Lines    []Line
	Numbered bool
	Tight    bool // nothing stands before it: no line is left free
}

// A Line is a sentence, or what somebody got and why.
type Line struct {
	Names  []string // whom it was paid to; nobody: it is a sentence
	Points int
	Say    lang.Text   // the sentence, or the reason
	More   []lang.Text // further reasons
	Brief  bool        // the names and points come first: Ana and Bia +2 each: found it
	Where  lang.Text   // the place in the rulebook
}

// Reasons returns why they got it, in a few words.
func (l Line) Reasons(say func(lang.Text) string) string {
	reasons := []string{say(l.Say)}
	for _, more := range l.More {
		reasons = append(reasons, say(more))
	}
	return strings.Join(reasons, layout.Dot)
}

// A Grid is rows below each other. The cells of a row are as many as the columns.
type Grid struct {
	Columns  []Column
	Rows     []Row
	Across   bool      // people stand side by side where there is room, and their parts down the page
	Bare     bool      // CSV has no head
	Unsummed bool      // no points are counted: the row of sums is left out
	Flows    bool      // a window shows the rows as they are said, each broken at its dots
	Cut      lang.Text // says that the first {n} parts have no room
	Heard    lang.Text // said aloud behind the rows
}

// A Kind is what stands in a column.
type Kind int

// The kinds of columns.
const (
	Word   Kind = iota
	Ranks       // of people
	People      // who the rows are about
	Parts       // a round, a guest, a game: the first ones give way where there is no room
	Sums        // of the parts
	Signs       // drawn, and without words
)

// A Column is what stands above cells, and what they are.
type Column struct {
	Kind   Kind
	Head   lang.Text
	Short  lang.Text // the head where the full one has no room; empty: the same
	Mark   string    // beside the head, and never cut
	Points lang.Text // the head of the points of a Place where a program reads them
	Spare  int       // where a list has no room, the columns with the most go first; 0: it stays
}

// A Row is the cells about one person or thing.
type Row struct {
	Cells []Cell
	Said  lang.Text // the row aloud; empty: each head with its cell
}

// A Cell is a string that may be anything that people typed, a lang.Text, a number, a Name or a Place.
type Cell any

// A Name is a person in a cell, with what marks them where people are marked.
type Name struct {
	Name string
	Mark *color.Mark // nil: nothing
}

// A Place is how somebody came out of a game.
type Place struct {
	Rank, Points  int
	Played, Alone bool // a place among others is none for somebody who played alone
}

// A Track is the ranking as it stands between the beginning and the end.
type Track struct {
	Goal int       // the points at which it ends; 0: points do not end it
	Left lang.Text // says how much is left where they do not
}

// A Course is how the running totals went.
type Course struct {
	Title  lang.Text
	Parts  []lang.Text
	Totals [][]int // by row, from 0 on
	Since  []int   // by row: the first part that it had a share in
	Fewest bool    // the fewest are in front
}

// A Photo is a picture that somebody gave.
type Photo struct {
	Name string // whose it is
	JPEG []byte // nil: it cannot be read any more
}

// A Printer is where and how a Doc is printed.
type Printer struct {
	Out   io.Writer
	Voice *lang.Localizer
	Width int       // columns, 40 to 200; only windows mind it
	Ink   color.Ink // how people are marked in a window
}

// Print prints a Doc.
func (p Printer) Print(d Doc, f Format) error {
	var out string
	var err error
	switch f {
	case JSON:
		out, err = p.json(d.JSON(p.Voice.Say))
	case CSV:
		out, err = p.csv(d)
	case Markdown:
		out, err = p.markdown(d)
	case HTML:
		out, err = written("page.html", p.document(d))
	case SVG:
		out, err = written("picture.svg", p.document(d).picture())
	case Chat:
		out = p.document(d).chat()
	default:
		out, err = p.text(d)
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(p.Out, out)
	return err
}

// Words that stand above numbers.
var (
	Number = lang.Msg("report.number", "#")
	Rank   = lang.Msg("report.rank", "Rank")
	Player = lang.Msg("report.player", "Name")
	Points = lang.Msg("report.points", "Points")
	Part   = lang.Msg("report.part", "Part")
	Total  = lang.Msg("report.total", "Total")
	Winner = lang.Msg("report.winner", "wins")
)

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "report", Files: files}
