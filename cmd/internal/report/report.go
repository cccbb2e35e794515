// Package report prints what the program has to say afterwards: blocks of plain strings in one language, as a table for
// a terminal, as sentences, or in a format for other programs. It knows no game.
package report

import "io"

// A Doc is a report.
type Doc struct {
	Title  string
	Blocks []Block
	Data   any // what JSON prints
}

// A Block is a Text, a List or a Table.
type Block interface{ block() }

type (
	// Text is a paragraph.
	Text string
	// List is lines under a head.
	List struct {
		Head     string
		Numbered bool
		Items    []string
	}
	// Table is rows under columns; the first Words columns hold words, all others numbers.
	Table struct {
		Head    string
		Columns []string
		Rows    [][]string
		Foot    [][]string
		Words   int
	}
)

func (Text) block()  {}
func (List) block()  {}
func (Table) block() {}

// A Printer prints reports to one place.
type Printer struct {
	W     io.Writer
	Width int  // columns of the terminal; 0: no limit
	Plain bool // sentences in place of tables
	Color bool
}

// Print prints a report: "table", "json"; later "markdown", "csv", "html".
func (p Printer) Print(d Doc, format string) error { panic("unwritten") }
