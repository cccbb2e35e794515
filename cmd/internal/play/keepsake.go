package play

import (
	"errors"

	"github.com/tablemate/tablemate/cmd/internal/keepsake"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/setup"
)

// Keepsake is a game at which people sit, with its photos, to be sent around. The error is what the
// store says.
func (w Setting) Keepsake(s *session.Session) (keepsake.Game, error) {
	g := souvenir(s)
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
	return keepsake.Game{Name: s.Game().Name, Tags: setup.Tags(s.Game().Options, t), Day: s.Started().Local(), Table: t, State: s.State()}
}
