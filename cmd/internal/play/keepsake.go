package play

import (
	"errors"
	"io"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// Keepsake returns a game at which people sit, with its photos, to be sent around. The error is what the
// store says.
func (w Setting) Keepsake(s *session.Session) (report.Doc, error) {
	g := souvenir(s)
	g.Kept = Colors(w.Store)
	for seat, id := range Photographed(s) {
		if id == "" {
			continue
		}
		body, err := w.Store.Drafts.Picture(s.Log.ID(), id)
		switch {
		case errors.Is(err, store.ErrNone), errors.Is(err, store.ErrDamaged):
			body = nil
		case err != nil:
			return report.Doc{}, err
		}
		g.Photos = append(g.Photos, report.Photo{Name: g.Table.Players[seat], JPEG: body})
	}
	return results.Keepsake(g), nil
}

// souvenir returns a game without its photos.
func souvenir(s *session.Session) results.Game {
	t, _ := s.Log.Table()
	return results.Game{Name: s.Log.Game().Title(t), Tags: setup.Tags(s.Log.Game().Options, t), Day: s.Log.Started().Local(), Table: t, State: s.Log.State()}
}

var (
	toCopy   = lang.Msg("play.to-copy", "To be copied and sent:")
	goBack   = lang.Msg("play.copied", "Back to the result")
	isCopied = lang.Msg("play.is-copied", "Copied, if your terminal allows it. If not, select these lines:")
)

// copyResult returns the command that hands the result to the clipboard, as lines for a chat. Whether a terminal
// takes them it does not tell, so they are printed too, and not wrapped: marked with a mouse they are as
// they should be.
func copyResult(at *sitting) error {
	var b strings.Builder
	p := report.Printer{Out: &b, Voice: at.in.Voice}
	if err := p.Print(results.Keepsake(souvenir(at.s)), report.Chat); err != nil {
		return err
	}
	say := toCopy
	if at.in.Copy != nil {
		at.in.Copy(strings.TrimSpace(b.String()))
		say = isCopied
	}
	at.say(say)
	if _, err := io.WriteString(at.in.Out, "\n"+b.String()+"\n"); err != nil || at.in.Clear == nil || !at.finishedAlready() {
		return err
	}
	return orNothing(ask.Tell(at.now, "play.copied", goBack)) // or the result would push it out of the window
}
