package play

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/cmd/internal/table"
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
func (w Setting) List(ctx context.Context, all []store.Game, f table.Format) error {
	if f == table.Table {
		for _, g := range all {
			row := w.Row(g)
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			fmt.Fprintln(w.Out, layout.Flow(seen(g.ID)+"  "+w.Voice.Say(row), w.Width(), "      "))
		}
		return nil
	}
	columns := []table.Column{{Head: headID}, {Head: headWhen}, {Head: headGame}, {Head: headMode}, {Head: headPeople}, {Head: headWinner}, {Head: headMinutes}, {Head: headHow}}
	asJSON := []listed{}
	for _, g := range all {
		e := w.entry(g)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		asJSON = append(asJSON, w.listed(e))
		for k, cell := range w.cells(e) {
			columns[k].Cells = append(columns[k].Cells, cell)
		}
	}
	p := table.Printer{Out: w.Out, Voice: w.Voice, Width: w.Width()}
	if f == table.JSON {
		return p.JSON(asJSON)
	}
	return p.List(columns, f)
}

func (w Setting) cells(e entry) []string {
	l := w.listed(e)
	when, took := e.Started, ""
	if !e.Finished.IsZero() {
		when = e.Finished
	}
	if l.Minutes > 0 {
		took = strconv.Itoa(l.Minutes)
	}
	day := when.Local().Format("2006-01-02 15:04")
	if e.Started.IsZero() {
		day = ""
	}
	return []string{
		e.ID, day, w.Voice.Say(e.name), strings.Join(l.Mode, ", "),
		strings.Join(e.people, ", "), strings.Join(e.winners, ", "), took, w.Voice.Say(e.how),
	}
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
