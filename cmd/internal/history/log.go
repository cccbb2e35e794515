package history

import (
	"fmt"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// Log returns everything that was done in a game, corrections and undos included, a line each with its time.
func (h Games) Log(s *session.Session) report.Doc {
	g := h.Of(s)
	var list report.List
	for _, l := range s.Log() {
		head := fmt.Sprintf("%d. %s ", l.Line, l.At.Local().Format(time.DateTime))
		list.Items = append(list.Items, head+strings.Join(h.Lang.All(did(s.Game(), l)), " "))
	}
	return report.Doc{Title: h.Heading(g), Blocks: []report.Block{list}}
}

// did says what a line of a log did.
func did(g scoring.Game, l session.Logged) (say []lang.Text) {
	switch {
	case l.Undo > 0:
		return []lang.Text{lang.T("Undone: back to line {n}.").With("n", l.Undo)}
	case l.Redo > 0:
		return []lang.Text{lang.T("Done again: as after line {n}.").With("n", l.Redo)}
	}
	for _, d := range l.Dropped {
		say = append(say, lang.T("Taken out: {what}.").With("what", g.Tell(d.Before, d.Event)))
	}
	for _, p := range l.Put {
		say = append(say, lang.T("{what}.").With("what", g.Tell(p.Before, p.Event)))
	}
	return say
}
