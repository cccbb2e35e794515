package play

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
)

var (
	headID      = lang.Msg("play.head-id", "ID")
	headWhen    = lang.Msg("play.head-when", "Date")
	headGame    = lang.Msg("play.head-game", "Game")
	headMode    = lang.Msg("play.head-mode", "Mode")
	headPeople  = lang.Msg("play.head-people", "People")
	headWinner  = lang.Msg("play.head-winner", "Winner")
	headMinutes = lang.Msg("play.head-minutes", "Minutes")
	headHow     = lang.Msg("play.head-how", "State")
)

// listed is a kept game in JSON.
type listed struct {
	ID       string   `json:"id"`
	Game     string   `json:"game"`
	Mode     []string `json:"mode,omitempty"`
	Players  []string `json:"players"`
	Over     bool     `json:"over"`
	Winners  []string `json:"winners"`
	Started  string   `json:"started,omitempty"` // of one whose day is known
	Finished string   `json:"finished,omitempty"`
	Deleted  string   `json:"deleted,omitempty"`
	Minutes  int      `json:"minutes,omitempty"`
}

// List prints games until ctx ends: a row each in words, or with a column for everything.
func (w Setting) List(ctx context.Context, all []store.Game, f report.Format) error {
	if f == report.Table {
		for _, g := range all {
			row := w.Row(g)
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			fmt.Fprintln(w.Out, layout.Flow(seen(g.ID)+"  "+w.Voice.Say(row), w.Width(), "      "))
		}
		return nil
	}
	g, asJSON := &report.Grid{}, []listed{}
	for _, head := range []lang.Text{headID, headWhen, headGame, headMode, headPeople, headWinner, headMinutes, headHow} {
		g.Columns = append(g.Columns, report.Column{Head: head})
	}
	for _, game := range all {
		e := w.entry(game)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		asJSON, g.Rows = append(asJSON, w.listed(e)), append(g.Rows, report.Row{Cells: w.cells(e)})
	}
	d := report.Doc{Grid: g, JSON: func(func(lang.Text) string) any { return asJSON }}
	return report.Printer{Out: w.Out, Voice: w.Voice, Width: w.Width()}.Print(d, f)
}

func (w Setting) cells(e entry) []report.Cell {
	l := w.listed(e)
	when, took, day := e.Started, "", ""
	if !e.Finished.IsZero() {
		when = e.Finished
	}
	if l.Minutes > 0 {
		took = strconv.Itoa(l.Minutes)
	}
	if !e.Started.IsZero() {
		day = when.Local().Format("2006-01-02 15:04")
	}
	return []report.Cell{e.ID, day, e.name, strings.Join(l.Mode, ", "), strings.Join(e.people, ", "), strings.Join(e.winners, ", "), took, e.how}
}

func (w Setting) listed(e entry) listed {
	l := listed{
		ID: e.ID, Game: e.Kind, Players: append([]string{}, e.people...), Over: e.over, Winners: append([]string{}, e.winners...),
		Started: stamp(e.Started), Finished: stamp(e.Finished), Deleted: stamp(e.Deleted), Minutes: minutes(e.Game),
	}
	for _, tag := range e.tags {
		l.Mode = append(l.Mode, w.Voice.Say(tag))
	}
	return l
}

// stamp is a time as programs read it; "" where there is none.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Local().Format(time.RFC3339)
}
