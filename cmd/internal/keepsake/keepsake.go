// Package keepsake is what a table sends around after a game: a page, a picture, some lines for
// a chat. Each is whole in itself: it fetches nothing, runs nothing, and whatever people typed is
// text in it. It computes nothing that the rules have not said.
package keepsake

import (
	"embed"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A Game is what a keepsake is made of.
type Game struct {
	Name   lang.Text
	Tags   []lang.Text // what was agreed, in a word each: Party, with auctions
	Day    time.Time   // when it began, where it was played
	Table  setup.Table
	State  scoring.State
	Photos []Photo
	Kept   color.Kept // who has which color
}

// A Photo is a picture that somebody gave.
type Photo struct {
	Name string // whose it is
	JPEG []byte // nil: it cannot be read any more
}

// A writer says one game in one language.
type writer struct {
	Game
	voice  *lang.Localizer
	result scoring.Result
	ledger []scoring.Line
	paid   [][]int // by part and row
	marks  []color.Mark
}

func newWriter(g Game, voice *lang.Localizer) writer {
	w := writer{Game: g, voice: voice, result: g.State.Result(), ledger: g.State.Ledger()}
	w.paid = scoring.Paid(w.ledger, len(w.result.Parts), len(w.result.Rows))
	w.marks = color.Marks(w.result.Rows, g.Kept)
	return w
}

// say is a text as it may stand in any document: in one line, and only what may stand in XML.
func (w writer) say(t lang.Text) string {
	return strings.Map(func(r rune) rune {
		if r == 0xFFFE || r == 0xFFFF || unicode.Is(unicode.Cs, r) {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(layout.OneLine(w.voice.Say(t)), "\uFFFD"))
}

func (w writer) name(s string) string { return w.say(lang.Literal(s)) }

// title is the game and what was agreed.
func (w writer) title() string {
	words := []string{w.say(w.Name)}
	for _, t := range w.Tags {
		words = append(words, w.say(t))
	}
	return strings.Join(words, ", ")
}

// outcome is who won and what decided it, or that nothing is decided.
func (w writer) outcome() string { return w.say(results.Outcome(w.result)) }

// cell is what a row got in a part, as the table of the game shows it.
func (w writer) cell(part, row int) string {
	if cells := w.result.Parts[part].Cells; row < len(cells) && cells[row] != "" {
		return w.say(lang.Literal(cells[row]))
	}
	return strconv.Itoa(w.paid[part][row])
}

// part is the name of a part, with its mark.
func (w writer) part(k int) string {
	p := w.result.Parts[k]
	return strings.TrimSpace(w.say(p.Name) + " " + p.Mark)
}

// people are who played; teams with who is in them.
func (w writer) people() string {
	if len(w.Table.Teams) == 0 {
		return w.say(lang.Literal("{l}").With("l", lang.Names(w.Table.Players)))
	}
	teams := make([]string, len(w.Table.Teams))
	for i, t := range w.Table.Teams {
		teams[i] = w.say(team.With("name", t.Name, "names", lang.Names(setup.Named(w.Table.Players, t.Seats))))
	}
	return strings.Join(teams, layout.Dot)
}

var team = lang.Msg("keepsake.team", "{name} ({names})")

// told is every point of a part.
func (w writer) told(part int) []scoring.Line {
	return slices.DeleteFunc(slices.Clone(w.ledger), func(l scoring.Line) bool { return l.Part != part })
}

//go:embed page.html page.css picture.svg chart.svg
var sources embed.FS

// templates are read when the first one is wanted.
var templates = sync.OnceValues(func() (*template.Template, error) {
	css, err := sources.ReadFile("page.css")
	if err != nil {
		return nil, err
	}
	return template.New("").Funcs(template.FuncMap{
		"css": func() template.CSS { return template.CSS(css) + template.CSS(color.CSS()) }, //nolint:gosec // our own
	}).ParseFS(sources, "page.html", "picture.svg", "chart.svg")
})

// write fills a template. Errors are those of out.
func write(out io.Writer, name string, data any) error {
	t, err := templates()
	if err != nil {
		return err
	}
	return t.ExecuteTemplate(out, name, data)
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "keepsake", Files: files}
