package play

import (
	"errors"
	"io"
	"strings"

	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/results"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

// Keepsake returns a game with its photos, to be sent around. The game must have a table. The error is the store's.
func (w Setting) Keepsake(s *session.Session) (report.Doc, error) {
	g := souvenir(s)
	g.Kept = Colors(w.Store)
	for _, p := range Photographed(s) {
		body, err := w.Store.Drafts.Picture(s.Log.ID(), p.ID)
		switch {
		case errors.Is(err, store.ErrNone), errors.Is(err, store.ErrDamaged):
			body = nil
		case err != nil:
			return report.Doc{}, err
		}
		g.Photos = append(g.Photos, report.Photo{Name: p.Name, JPEG: body})
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

// copyResult hands the result to the clipboard, as lines for a chat. A terminal does not say whether it took them, so
// they are printed as well, unwrapped, so that they can be selected with a mouse.
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
	return leaveCommand(ask.Tell(at.now, "play.copied", goBack)) // otherwise the result would push it out of the window
}

// Sheet returns the score sheet of a game. Scoring the sheet gives the game's own result.
func (w Setting) Sheet(s *session.Session) (string, error) {
	t, _ := s.Log.Table()
	b, err := s.Log.Game().WriteSheet(t, s.Log.Events(), s.Log.State(), s.Log.Started(), w.Voice.Say)
	return string(b), err
}

var notOverYet = lang.Msg("play.not-over-yet", "The game {id} is not over yet: BG Stats takes in games that are.")

// Link returns the link by which BG Stats imports a game, on a line.
func (w Setting) Link(s *session.Session) (string, error) {
	link := BGStats(s)
	if link == "" {
		return "", &fault.Failed{Say: notOverYet.With("id", s.Log.ID())}
	}
	return link + "\n", nil
}
