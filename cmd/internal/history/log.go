package history

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// Log returns everything that was done in a game, corrections and undos included, a line each with its time.
func (h Games) Log(s *session.Session) report.Doc {
	g := h.GameOf(s)
	var list report.List
	for _, l := range s.Log() {
		head := fmt.Sprintf("%d. %s ", l.Line, l.At.Local().Format(time.DateTime))
		list.Items = append(list.Items, head+strings.Join(h.Lang.All(did(s.Game(), l)), " "))
	}
	return report.Doc{Title: h.Heading(g), Blocks: []report.Block{list}}
}

// did says the effect of a line of a log.
func did(g scoring.Game, l session.LogLine) (say []lang.Text) {
	switch {
	case l.Undo > 0:
		return []lang.Text{lang.T("Undone: back to line {n}.").With("n", l.Undo)}
	case l.Redo > 0:
		return []lang.Text{lang.T("Done again: as after line {n}.").With("n", l.Redo)}
	}
	if len(l.Dropped) == 1 && len(l.Put) == 1 {
		return corrected(g, l.Dropped[0], l.Put[0])
	}
	for _, d := range l.Dropped {
		say = append(say, lang.T("Taken out: {what}.").With("what", g.Tell(d.Before, d.Event)))
	}
	for _, p := range l.Put {
		say = append(say, lang.T("{what}.").With("what", g.Tell(p.Before, p.Event)))
	}
	return say
}

// corrected says how an event was, and how it is now; of a table only the differences.
func corrected(g scoring.Game, was, now session.LogEvent) []lang.Text {
	before, after := g.Tell(was.Before, was.Event), g.Tell(now.Before, now.Event)
	if t, is := was.Event.(setup.Table); is {
		to, _ := now.Event.(setup.Table)
		before, after = agreed(g, t, to), agreed(g, to, t)
	}
	return []lang.Text{lang.T("Before: {what}.").With("what", before), lang.T("Now: {what}.").With("what", after)}
}

// agreed says the options that differ from those of another table.
func agreed(g scoring.Game, t, other setup.Table) lang.Text {
	var say []lang.Text
	add := func(it, not lang.Text) {
		if lang.English.Say(it) != lang.English.Say(not) {
			say = append(say, it)
		}
	}
	add(g.Tell(nil, t), g.Tell(nil, other))
	if g.First != nil {
		add(g.First.Line.With("name", t.First), g.First.Line.With("name", other.First))
	}
	for _, o := range g.Options {
		if o.Asked(t) {
			add(o.Said(t), o.Said(other))
		}
	}
	for _, team := range t.Teams {
		if !slices.ContainsFunc(other.Teams, func(it setup.Team) bool { return it.Name == team.Name }) {
			add(team.Said(), lang.Text{})
		}
	}
	return lang.Join(", ", say)
}
