package play

import (
	"time"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
)

var (
	aRow        = lang.Msg("play.row", "{game} · {names} · {how} · {when}")
	settingUp   = lang.Msg("play.setting-up", "being set up")
	scoredParts = lang.Msg("play.scored-parts", "{n} scored")
	isDamaged   = lang.Msg("play.is-damaged", "cannot be read")
	over        = lang.Msg("play.over", "over")
	since       = lang.Msg("play.since", "since {when}")
	nobodyYet   = lang.Msg("play.nobody-yet", "nobody yet")
)

// Row is a kept game in one line: which, who, how far, since when.
func (w Setting) Row(g store.Game) lang.Text {
	name, how := lang.Literal(g.Kind), settingUp
	for _, known := range w.Games {
		if known.ID == g.Kind {
			name = known.Name
		}
	}
	names := nobodyYet
	if len(g.People) > 0 {
		names = lang.Literal("{l}").With("l", lang.Names(g.People))
	}
	switch s, err := session.Open(w.Store, w.Games, g.ID, w.Now, w.Random); {
	case err != nil:
		how = isDamaged
	case s.State() != nil:
		t, _ := s.Table()
		names = lang.Literal("{l}").With("l", lang.Names(t.Players))
		if n := len(s.State().Result().Parts); n > 0 {
			how = scoredParts.With("n", n)
		}
	}
	if !g.Finished.IsZero() && how.ID != isDamaged.ID {
		how = over
	}
	return aRow.With("game", name, "names", names, "how", how, "when", since.With("when", w.when(g.Started.Local())))
}

// when is a day and a time as they are written in the voice's language; today's day is
// left out.
func (w Setting) when(t time.Time) string {
	switch {
	case t.Format(time.DateOnly) == w.Now().Local().Format(time.DateOnly):
		return t.Format("15:04")
	case w.Voice.Tag() == "pt-BR":
		return t.Format("02/01/2006 15:04")
	}
	return t.Format("2006-01-02 15:04")
}
