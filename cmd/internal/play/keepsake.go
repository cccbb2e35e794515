package play

import (
	"errors"
	"io"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/keepsake"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// Keepsake is a game at which people sit, with its photos, to be sent around. The error is what the
// store says.
func (w Setting) Keepsake(s *session.Session) (keepsake.Game, error) {
	g := souvenir(s)
	g.Kept = Colors(w.Store)
	for seat, id := range Photographed(s) {
		if id == "" {
			continue
		}
		body, err := w.Store.Picture(s.ID(), id)
		switch {
		case errors.Is(err, store.ErrNone), errors.Is(err, store.ErrDamaged):
			body = nil
		case err != nil:
			return g, err
		}
		g.Photos = append(g.Photos, keepsake.Photo{Name: g.Table.Players[seat], JPEG: body})
	}
	return g, nil
}

// souvenir is a game without its photos.
func souvenir(s *session.Session) keepsake.Game {
	t, _ := s.Table()
	return keepsake.Game{Name: s.Game().Title(t), Tags: setup.Tags(s.Game().Options, t), Day: s.Started().Local(), Table: t, State: s.State()}
}

var (
	toCopy   = lang.Msg("play.to-copy", "To be copied and sent:")
	goBack   = lang.Msg("play.copied", "Back to the result")
	isCopied = lang.Msg("play.is-copied", "Copied, if your terminal allows it. If not, select these lines:")
)

// copy is the command that hands the result to the clipboard, as lines for a chat. Whether a terminal
// takes them it does not tell, so they are printed too, and not wrapped: marked with a mouse they are as
// they should be.
func (e *Evening) copy(string) error {
	var b strings.Builder
	if err := keepsake.Text(&b, souvenir(e.s), e.Voice); err != nil {
		return err
	}
	say := toCopy
	if e.Copy != nil {
		e.Copy(strings.TrimSpace(b.String()))
		say = isCopied
	}
	e.say(say)
	if _, err := io.WriteString(e.Out, "\n"+b.String()+"\n"); err != nil || e.Clear == nil || !e.finishedAlready() {
		return err
	}
	return e.orNothing(ask.Tell(e.now, "play.copied", goBack)) // or the result would push it out of the window
}
