// Package table prints standings, ledgers and what is to be laid out: on a terminal, as
// Markdown, CSV and JSON. It computes nothing that the rules have not said.
package table

import (
	"embed"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// A Format is how a result is written.
type Format string

// The formats, the default first.
const (
	Table    Format = "table"
	Markdown Format = "markdown"
	CSV      Format = "csv"
	JSON     Format = "json"
)

// Formats are all of them.
var Formats = []string{string(Table), string(Markdown), string(CSV), string(JSON)}

// A Printer is where and how tables are printed.
type Printer struct {
	Out   io.Writer
	Voice *lang.Localizer
	Width int        // columns, 40 to 200; only the table format minds it
	Ink   color.Ink  // how people are marked; only the table format minds it
	Kept  color.Kept // who has which color
}

var (
	total     = lang.Msg("table.total", "Total")
	rank      = lang.Msg("table.rank", "Rank")
	number    = lang.Msg("table.number", "#")
	player    = lang.Msg("table.player", "Name")
	part      = lang.Msg("table.part", "Part")
	why       = lang.Msg("table.why", "Why")
	where     = lang.Msg("table.where", "Where it says so")
	points    = lang.Msg("table.points", "Points")
	earlier   = lang.Msg("table.earlier", "before")
	wins      = lang.Plural("table.wins", "{names} wins with {n} point.", "{names} wins with {n} points.")
	share     = lang.Plural("table.share", "{names} share the victory with {n} point each.", "{names} share the victory with {n} points each.")
	together  = lang.Msg("table.together", "{names} share the victory.")
	nobodyWon = lang.Msg("table.nobody-wins", "Nobody wins.")
	notOver   = lang.Msg("table.not-over", "The game is not over.")
	winnerTag = lang.Msg("table.winner", "wins")
	tieSteps  = lang.Msg("table.tie-steps", "The tie, step by step")
)

// Result prints where a game stands, in full: what every part paid, totals, ranks,
// and why it was decided so.
func (p Printer) Result(s scoring.State, f Format) error {
	r := s.Result()
	switch f {
	case JSON:
		return p.json(sheetResult(r, s.Ledger()))
	case CSV:
		return p.csv(p.grid(r, s.Ledger()).rows())
	case Markdown:
		return p.markdownResult(s)
	}
	if p.Voice.Aloud {
		return errors.Join(p.verdict(r), p.spokenResult(s), p.notes(r), p.tie(r))
	}
	return errors.Join(p.board(s), p.notes(r), p.tie(r), p.verdict(r))
}

// Explained prints where a game stands with every point, its reason and its place in
// the rulebook: JSON has them in the key "ledger", CSV is the ledger alone.
func (p Printer) Explained(s scoring.State, f Format) error {
	r := s.Result()
	switch f {
	case JSON:
		w := sheetResult(r, s.Ledger())
		for _, l := range s.Ledger() {
			w.Ledger = append(w.Ledger, ledgerLine{l.Part, r.Rows[l.Row], l.Points, p.Voice.Say(l.Why), p.Voice.Say(l.Where)})
		}
		return p.json(w)
	case CSV:
		lines := [][]string{{p.Voice.Say(part), p.Voice.Say(player), p.Voice.Say(points), p.Voice.Say(why), p.Voice.Say(where)}}
		for _, l := range s.Ledger() {
			lines = append(lines, []string{p.Voice.Say(r.Parts[l.Part].Name), p.name(r.Rows[l.Row]), strconv.Itoa(l.Points), p.Voice.Say(l.Why), p.Voice.Say(l.Where)})
		}
		return p.csv(lines)
	case Markdown:
		return p.markdownExplained(s)
	}
	if p.Voice.Aloud {
		return errors.Join(p.verdict(r), p.spokenStandings(r), p.notes(r), p.Why(s))
	}
	return errors.Join(p.board(s), p.notes(r), p.Why(s), p.verdict(r))
}

// board is the table of a result: parts and totals, or the standings alone where nothing
// was paid yet.
func (p Printer) board(s scoring.State) error {
	r := s.Result()
	if len(r.Parts) == 0 {
		return p.Standings(r)
	}
	return p.fitted(p.grid(r, s.Ledger()), r)
}

// Outcome is the sentence that says how a game stands.
func Outcome(r scoring.Result) lang.Text {
	switch {
	case !r.Reason.Empty():
		return r.Reason
	case !r.Over || r.Needs != "":
		return notOver
	case len(r.Winners) == 0:
		return nobodyWon
	}
	for _, row := range r.Winners {
		if r.Points[row] != r.Points[r.Winners[0]] { // they played together, each with points of their own
			return together.With("names", scoring.Whos(r.Rows, r.Winners))
		}
	}
	return r.Won(wins, share)
}

// grid is a result as text: a head, a line a part, the totals and the ranks. The
// first column names the parts, the others are the rows of the result in seat order.
type grid struct {
	head         []string
	parts        [][]string
	marks        []string // beside the names of the parts; never cut
	total, ranks []string
}

// rows are all rows, the head first, and the parts with their marks.
func (g grid) rows() [][]string {
	out := [][]string{g.head}
	for k, line := range g.parts {
		line = slices.Clone(line)
		line[0] = marked(line[0], g.marks[k], 1000)
		out = append(out, line)
	}
	return append(out, g.total, g.ranks)
}

// marked is a part's name with its mark, the name cut to fit both. What tells one part
// from the next is its number: of Guest 12 with a mark stays G12 +2.
func marked(name, mark string, width int) string {
	if mark != "" {
		mark = " " + mark
	}
	room := width - layout.Width(mark)
	word, number := name, ""
	if i := strings.LastIndexByte(name, ' '); i > 0 && strings.Trim(name[i+1:], "0123456789") == "" {
		word, number = name[:i], name[i+1:]
	}
	switch {
	case layout.Width(name) <= room:
		return name + mark
	case number == "":
		return layout.Cut(name, max(room, 1)) + mark
	case !strings.Contains(word, " "):
		return initial(word) + number + mark
	}
	return layout.Cut(word, max(room-1-len(number), 1)) + " " + number + mark
}

// initial is the first character of a word.
func initial(word string) string {
	first, _ := ansi.FirstGraphemeCluster(word, ansi.GraphemeWidth)
	return first
}

func (p Printer) grid(r scoring.Result, ledger []scoring.Line) grid {
	g := grid{head: []string{""}, total: []string{p.Voice.Say(total)}, ranks: []string{p.Voice.Say(rank)}}
	paid := scoring.Paid(ledger, len(r.Parts), len(r.Rows))
	for i, name := range r.Rows {
		g.head = append(g.head, p.name(name))
		g.total = append(g.total, strconv.Itoa(r.Points[i]))
		g.ranks = append(g.ranks, strconv.Itoa(r.Ranks[i]))
	}
	for k, part := range r.Parts {
		line := []string{p.Voice.Say(part.Name)}
		g.marks = append(g.marks, part.Mark)
		for i := range r.Rows {
			cell := strconv.Itoa(paid[k][i])
			if i < len(part.Cells) && part.Cells[i] != "" {
				cell = part.Cells[i]
			}
			line = append(line, cell)
		}
		g.parts = append(g.parts, line)
	}
	return g
}

// marks are those of the rows of a result.
func (p Printer) marks(r scoring.Result) []color.Mark { return color.Marks(r.Rows, p.Kept) }

// lead is how many columns stand before a name.
func (p Printer) lead() int { return layout.Width(color.Mark{Letter: "A"}.Before(p.Ink)) }

// name is a name as it may be printed: nothing in it moves the cursor.
func (p Printer) name(s string) string { return layout.OneLine(lang.Sanitize(s)) }

func (p Printer) csv(lines [][]string) error {
	for _, line := range lines {
		for k, cell := range line {
			line[k] = harmless(cell)
		}
	}
	return csv.NewWriter(p.Out).WriteAll(lines)
}

// harmless is a cell that no spreadsheet takes for a formula, in wide characters neither (owasp.org, CSV Injection). Numbers stay numbers.
func harmless(cell string) string {
	first, _ := utf8.DecodeRuneInString(cell)
	if cell == "" || !strings.ContainsRune("=+-@＝＋－＠\t\r", first) {
		return cell
	}
	if _, err := strconv.Atoi(cell); err == nil {
		return cell
	}
	return "'" + cell
}

// render draws one table: the first column to the left, numbers to the right.
func (p Printer) render(head []string, lines [][]string, foot []string, align []tw.Align, options ...tablewriter.Option) error {
	if align == nil {
		align = slices.Repeat([]tw.Align{tw.AlignRight}, len(head))
		align[0] = tw.AlignLeft
	}
	cell := tw.CellConfig{
		Formatting: tw.CellFormatting{AutoFormat: tw.Off, AutoWrap: tw.WrapNone},
		Alignment:  tw.CellAlignment{PerColumn: align},
	}
	options = append([]tablewriter.Option{tablewriter.WithConfig(tablewriter.Config{Header: cell, Row: cell, Footer: cell})}, options...)
	var out strings.Builder
	var hidden standIns
	t := tablewriter.NewTable(&out, options...)
	t.Header(hidden.row(head))
	for _, line := range lines {
		if err := t.Append(hidden.row(line)); err != nil {
			return err
		}
	}
	if foot != nil {
		t.Footer(hidden.row(foot))
	}
	if err := t.Render(); err != nil {
		return err
	}
	_, err := io.WriteString(p.Out, hidden.show(out.String()))
	return err
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "table", Files: files}
