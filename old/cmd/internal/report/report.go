// Package report describes what is shown as one value, a Doc, and renders it: in a window, aloud, as Markdown, as CSV, and
// as files to send around. A renderer knows no game and no command, and computes nothing that the Doc does not say. JSON is
// a contract, so the maker of a Doc writes it.
package report

import (
	"embed"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// A Format is a way to render a Doc.
type Format string

// The formats of every report, the default first.
const (
	Table    Format = "table"
	Markdown Format = "markdown"
	CSV      Format = "csv"
	JSON     Format = "json"
)

// The formats of a game that is sent around.
const (
	HTML Format = "html"
	SVG  Format = "svg"
	Chat Format = "text"
)

// Formats lists the formats of every report.
var Formats = []string{string(Table), string(Markdown), string(CSV), string(JSON)}

// A Doc is a report. Its fields are in the order in which a window shows them, and empty ones are left out.
type Doc struct {
	Title    []lang.Text // the game, the day: joined in one line
	Lead     []lang.Text // sentences before all else
	Items    []Item      // a numbered list
	Grid     *Grid
	Data     *Grid // replaces Grid in CSV
	Track    *Track
	Notes    []lang.Text // what the signs in the grid mean
	Sections []Section
	Tie      Section   // how a tie was broken, step by step
	Outcome  lang.Text // the result in a sentence
	Ranking  []Standing
	After    []After
	Course   *Course
	Day      time.Time // the date of a page
	People   lang.Text // everybody who was there
	Photos   []Photo
	JSON     func(say func(lang.Text) string) any
}

// A Standing is a line of the standings with its person's mark.
type Standing struct {
	scoring.Standing
	Mark color.Mark
	Paid Line // what the last part paid them, and why; set only with Got
	Got  bool // they were there, and the payment may be told
	Bare bool // the game counts no points
}

// sum returns the points with a blank in front, or "" if the game counts none.
func (s Standing) sum() string {
	if s.Bare {
		return ""
	}
	return " " + strconv.Itoa(s.Points)
}

// An Item is an entry of a numbered list, with notes below it.
type Item struct {
	Say   lang.Text
	Notes []lang.Text
}

// An After is a sentence after all else.
type After struct {
	Say   lang.Text
	Item  bool // an entry of a list
	Whole bool // one line in Markdown
}

// A Section is a part of a report under a heading.
type Section struct {
	Head     lang.Text
	Mark     string // beside the heading on a page
	Grid     *Grid
	Lines    []Line
	Numbered bool
	Tight    bool // no blank line before it
}

// A Line is a sentence, or a payment with its reason.
type Line struct {
	Names  []string // who was paid; empty for a sentence
	Points int
	Say    lang.Text   // the sentence, or the reason
	More   []lang.Text // further reasons
	Brief  bool        // names and points come first: Ana and Bia +2 each: found it
	Where  lang.Text   // the place in the rulebook
}

// Reasons returns the reasons of a payment in a few words.
func (l Line) Reasons(say func(lang.Text) string) string {
	reasons := []string{say(l.Say)}
	for _, more := range l.More {
		reasons = append(reasons, say(more))
	}
	return strings.Join(reasons, layout.Dot)
}

// A Grid is a table. Every row has as many cells as there are columns.
type Grid struct {
	Columns  []Column
	Rows     []Row
	Across   bool      // people side by side if there is room, parts down
	Bare     bool      // CSV has no head
	Unsummed bool      // no points are counted, so there is no row of sums
	Flows    bool      // a window shows each row as its Said, wrapped at the dots
	Cut      lang.Text // says that the first {n} parts did not fit
	Heard    lang.Text // said aloud after the rows
}

// A Kind is the content of a column.
type Kind int

// The kinds of columns.
const (
	Word   Kind = iota
	Ranks       // of people
	People      // the subjects of the rows
	Parts       // rounds, guests, games: the first are dropped if there is no room
	Sums        // of the parts
	Signs       // drawn, without words
)

// A Column is the heading and the kind of its cells.
type Column struct {
	Kind   Kind
	Head   lang.Text
	Short  lang.Text // replaces Head where it does not fit, if set
	Mark   string    // beside the head; never cut
	Points lang.Text // the second heading of a Place in CSV
	Spare  int       // a list without room first drops the columns with the highest; 0 is never dropped
}

// A Row has the cells for one person or thing.
type Row struct {
	Cells []Cell
	Said  lang.Text // the row aloud; if empty, each head with its cell
}

// A Cell is an int, a lang.Text, a Name, a Place, or a string that people may have typed.
type Cell any

// A Name is a person in a cell, with a mark where people are marked.
type Name struct {
	Name string
	Mark *color.Mark // may be nil
}

// A Place is the result of a person in one game.
type Place struct {
	Rank, Points  int
	Played, Alone bool // a person who played alone has no rank
}

// A Track is the way to the end of a game.
type Track struct {
	Goal int       // the points that end the game, or 0
	Left lang.Text // says how much is left if points do not end it
}

// A Course is the running totals of a game.
type Course struct {
	Title  lang.Text
	Parts  []lang.Text
	Totals [][]int // by row, starting with 0
	Since  []int   // by row: the first part that it took part in
	Fewest bool    // the fewest points lead
}

// A Photo is a picture that a person took.
type Photo struct {
	Name string // the person
	JPEG []byte // nil if it can no longer be read
}

// A Printer prints reports to a writer.
type Printer struct {
	Out   io.Writer
	Voice *lang.Localizer
	Width int       // columns, 40 to 200; only windows use it
	Ink   color.Ink // how people are marked in a window
}

// Print renders a report in a format.
func (p Printer) Print(d Doc, f Format) error {
	var out string
	var err error
	switch f {
	case JSON:
		out, err = p.json(d.JSON(p.Voice.Say))
	case CSV:
		out = p.csv(d)
	case Markdown:
		out = p.markdown(d)
	case HTML:
		out, err = written("page.html", p.document(d))
	case SVG:
		out, err = written("picture.svg", p.document(d).picture())
	case Chat:
		out = p.document(d).chat()
	default:
		out = p.text(d)
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(p.Out, out)
	return err
}

// Words that head columns of numbers.
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
