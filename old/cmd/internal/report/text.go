package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// Reports in a window, and aloud. Aloud the result comes first, each person is a sentence, and nothing is drawn.

var each = lang.Msg("report.each", "{names} {points} each")

// indent begins continued lines.
const indent = "  "

// A page is a report while it is written, in the columns of a window.
type page struct {
	Printer
	strings.Builder
}

func (p Printer) text(d Doc) string {
	w := &page{Printer: p}
	if p.Voice.Aloud {
		w.heard(d.Outcome)
	}
	if len(d.Title) > 0 {
		w.line(layout.Join(w.said(d.Title), p.Width, ""))
	}
	for _, t := range d.Lead {
		w.wrap(t)
	}
	if len(d.Items) > 0 {
		w.gap(len(d.Title)+len(d.Lead) > 0)
		w.items(d.Items)
	}
	if d.Track != nil || d.Grid != nil && len(d.Grid.Rows) > 0 {
		w.gap(len(d.Title)+len(d.Lead)+len(d.Items) > 0)
		w.shown(d)
	}
	w.notes(d.Notes)
	w.sections(d)
	if !d.Outcome.Empty() && !p.Voice.Aloud { // the ranking is repeated below it, where it cannot scroll away
		w.gap(true)
		w.wrap(d.Outcome)
		if d.Grid != nil && d.Grid.parts() > 0 {
			w.line(p.ranking(d.Ranking, false))
		}
	}
	w.after(d.After)
	if d.Course != nil {
		w.course(*d.Course, d.Ranking)
	}
	return w.String()
}

func (w *page) sections(d Doc) {
	all := d.Sections
	if len(d.Tie.Lines) > 0 {
		all = append(slices.Clone(all), d.Tie)
	}
	for _, s := range all {
		w.section(w.placed(s))
	}
}

func (w *page) after(all []After) {
	w.gap(len(all) > 0)
	for _, a := range all {
		if a.Item {
			w.line(layout.Flow(w.Voice.Say(a.Say), w.Width, indent))
		} else {
			w.wrap(a.Say)
		}
	}
}

func (w *page) line(s string) { w.WriteString(s + "\n") }

// gap leaves a blank line.
func (w *page) gap(yes bool) {
	if yes {
		w.WriteString("\n")
	}
}

func (w *page) wrap(t lang.Text) { w.line(layout.Wrap(w.Voice.Say(t), w.Width)) }

// hang writes a line with a sign in front, and its continuation indented.
func (w *page) hang(sign, s, under string) { w.line(sign + layout.Hang(s, w.Width, under)) }

func (p Printer) said(texts []lang.Text) (said []string) {
	for _, t := range texts {
		said = append(said, p.Voice.Say(t))
	}
	return said
}

// heard writes a text as a sentence with a full stop. It writes nothing for an empty text.
func (w *page) heard(t lang.Text) { w.ended(w.Voice.Say(t)) }

func (w *page) ended(s string) {
	if s == "" {
		return
	}
	if !strings.ContainsAny(s[len(s)-1:], ".!?") {
		s += "."
	}
	w.line(layout.Wrap(s, w.Width))
}

// items writes a numbered list. Lines with dots wrap at the dots.
func (w *page) items(all []Item) {
	for i, it := range all {
		number := fmt.Sprintf("%s%d. ", indent, i+1)
		under, say := strings.Repeat(" ", len(number)), w.Voice.Say(it.Say)
		if strings.Contains(say, layout.Dot) {
			w.line(number + layout.Flow(say, w.Width-len(under), under))
			continue
		}
		w.hang(number, strings.Join(append([]string{say}, w.said(it.Notes)...), "\n"), under)
	}
}

// shown writes a grid or a track, as a table or aloud.
func (w *page) shown(d Doc) {
	if d.Grid != nil && d.Grid.Flows {
		for _, r := range d.Grid.Rows {
			w.line(layout.Flow(w.Voice.Say(r.Said), w.Width, "      "))
		}
		return
	}
	switch {
	case w.Voice.Aloud:
		w.spoken(*d.Grid)
	case d.Track != nil:
		table := w.track(*d.Track, d.Ranking) // may write above the table
		w.WriteString(table)
	case d.Grid.Across && d.Grid.parts() == 0:
		w.WriteString(w.standings(d.Ranking))
	default:
		table, cut := w.fitted(*d.Grid)
		w.WriteString(table)
		if cut > 0 {
			w.wrap(d.Grid.Cut.With("n", cut))
		}
	}
}

// spoken writes a line for each row: its Said, or its first cell and then each other heading with its cell.
func (w *page) spoken(g Grid) {
	if len(g.Rows) > 0 && g.Rows[0].Said.Empty() {
		w.line(w.Voice.Say(g.Columns[0].Head) + ":")
	}
	if g.Across {
		g = g.byRank()
	}
	w.Ink = color.None
	for _, r := range g.Rows {
		if !r.Said.Empty() {
			w.ended(w.name(w.Voice.Say(r.Said)))
			continue
		}
		line, between := w.cell(r.Cells[0], both), ": "
		for k, c := range g.Columns[1:] {
			if head, cell := w.Voice.Say(c.Head), w.cell(r.Cells[k+1], both); head != "" && cell != "" && cell != Absent {
				line, between = line+between+head+" "+cell, ", "
			}
		}
		w.ended(line)
	}
	w.heard(g.Heard)
}

// notes explains the signs. Aloud there are none, and nothing is said of the sign for an absent person.
func (w *page) notes(notes []lang.Text) {
	for _, t := range notes {
		mark, note := "* ", w.Voice.Say(t)
		switch {
		case w.Voice.Aloud && strings.HasPrefix(note, Absent):
			continue
		case w.Voice.Aloud:
			mark = ""
		}
		w.hang(mark, note, indent)
	}
}

func (w *page) section(head string, s Section) {
	w.gap(!s.Tight && (head != "" || s.Grid != nil))
	switch {
	case s.Tight:
		w.line(layout.Cut(head, w.Width))
	case s.Numbered:
		w.hang("", head, indent)
	case head != "":
		w.line(layout.Wrap(head, w.Width))
	}
	if s.Grid != nil {
		w.shown(Doc{Grid: s.Grid})
	}
	for i, l := range s.Lines {
		switch {
		case s.Numbered:
			number := fmt.Sprintf("%s%d. ", indent, i+1)
			w.hang(number, w.told(l), strings.Repeat(" ", len(number)))
		case l.Brief:
			w.line(w.brief(l))
		case len(l.Names) > 0:
			w.hang("", w.told(l), "      ")
		case head != "":
			w.hang("", indent+w.told(l), "    ")
		default:
			w.wrap(l.Say)
		}
	}
}

// told returns a sentence, or points, name and reason, followed by the place in the rulebook.
func (p Printer) told(l Line) string {
	s := p.Voice.Say(l.Say)
	if len(l.Names) > 0 {
		s = fmt.Sprintf("%+4d  %s: %s", l.Points, p.name(l.Names[0]), s)
	}
	if !l.Where.Empty() {
		s += " — " + p.Voice.Say(l.Where)
	}
	return s
}

// brief returns a payment in a line: Davi +6: found it 3 · single vote 1 · fooled Bia and Caio 2.
func (p Printer) brief(l Line) string {
	names := make([]string, len(l.Names))
	for i, name := range l.Names {
		names[i] = layout.Cut(p.name(name), p.Width/2)
	}
	who, points := lang.Names(names), fmt.Sprintf("%+d", l.Points)
	line := p.Voice.List(who) + " " + points
	if len(who) > 1 {
		line = p.Voice.Say(each.With("names", who, "points", points))
	}
	if l.Say.Empty() {
		return layout.Join([]string{line}, p.Width, indent)
	}
	parts := append([]string{line + ": " + p.Voice.Say(l.Say)}, p.said(l.More)...)
	return layout.Join(parts, p.Width, indent)
}

// placed moves the place in the rulebook of the first line up into the heading. Only lines with another place keep theirs.
func (p Printer) placed(s Section) (head string, out Section) {
	head = p.Voice.Say(s.Head)
	if head == "" || len(s.Lines) == 0 || s.Lines[0].Where.Empty() {
		return head, s
	}
	where := p.Voice.Say(s.Lines[0].Where)
	s.Lines = slices.Clone(s.Lines)
	for i := range s.Lines {
		if p.Voice.Say(s.Lines[i].Where) == where {
			s.Lines[i].Where = lang.Text{}
		}
	}
	return head + " — " + where, s
}

// ranking returns the standings in running text: 1. Davi 32 · 2. Caio 29. Names are cut so that none is wrapped apart from
// its number. With letters, each person's letter follows in parentheses.
func (p Printer) ranking(all []Standing, letters bool) string {
	items := make([]string, len(all))
	for i, s := range all {
		rank, end := strconv.Itoa(s.Rank)+". "+s.Mark.Before(p.Ink), s.sum()
		if letters {
			end += " (" + s.Mark.Letter + ")"
		}
		room := p.Width - layout.Width(indent+rank+end+" ·")
		items[i] = rank + layout.Cut(p.name(s.Name), room) + end
	}
	return layout.Join(items, p.Width, indent)
}

// Glance returns in a line or two what the last part paid everybody and the totals; without a grid, everybody's points; or
// "" if there is neither.
func (p Printer) Glance(d Doc) string {
	p.Ink = color.None
	const dot = " ·"
	switch {
	case d.Grid != nil && d.Grid.Across:
		last := len(d.Grid.Columns) - 2 // the total follows
		items := make([]string, len(d.Grid.Rows))
		for i, r := range d.Grid.Rows {
			gain := p.cell(r.Cells[last], both)
			if n, is := r.Cells[last].(int); is {
				gain = fmt.Sprintf("%+d", n)
			}
			items[i] = p.glanced(p.cell(r.Cells[1], both), fmt.Sprintf(" %d (%s)", r.Cells[last+1], gain), dot)
		}
		return p.headed(layout.Cut(p.Voice.Say(d.Grid.Columns[last].Head), p.Width-1)+":", items, dot)
	case len(d.Ranking) > 0:
		items := make([]string, len(d.Ranking))
		for i, s := range d.Ranking {
			items[i] = p.glanced(p.name(s.Name), s.sum(), layout.Dot)
		}
		return p.headed(p.Voice.Say(d.Title[0]), items, layout.Dot)
	}
	return ""
}

// glanced returns a name and its end, the name cut so that they stay in one line.
func (p Printer) glanced(name, end, dot string) string {
	return layout.Cut(name, p.Width-layout.Width(indent+end+dot)) + end
}

// headed returns items behind a heading. The heading gets its own line if the first item would wrap.
func (p Printer) headed(head string, items []string, dot string) string {
	if layout.Width(head+" "+items[0]+dot) > p.Width {
		items[0] = indent + items[0]
		return layout.Wrap(head, p.Width) + "\n" + layout.Join(items, p.Width, indent)
	}
	items[0] = head + " " + items[0]
	return layout.Join(items, p.Width, indent)
}
