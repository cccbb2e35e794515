package session

import (
	"time"

	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// Add keeps the game of a score sheet, whole, as store.Add does. h needs the ID and the seed alone.
func Add(path string, h Head, s scoring.Sheet, at time.Time) error {
	at = at.Truncate(time.Second)
	h.V, h.GameID, h.File, h.Setup, h.Played, h.Sheet = format, s.Game.ID, s.Game.File, s.Setup, s.Played, true
	all := []Line{{At: at, Game: &h}}
	for _, e := range append([]scoring.Event{s.Table}, s.Events...) {
		p, err := stored(e)
		if err != nil {
			return err
		}
		all = append(all, Line{At: at, Put: []Put{p}})
	}
	var lines [][]byte
	for _, l := range all {
		raw, err := sheet.Write(l)
		if err != nil {
			return err
		}
		lines = append(lines, raw)
	}
	return store.Add(path, lines)
}

// Sheet returns the game as it stands as a score sheet; of no game as long as the table has not agreed.
func (s *Session) Sheet() scoring.Sheet {
	if s.State() == nil {
		return scoring.Sheet{}
	}
	out := scoring.Sheet{Game: s.game, Setup: s.head.Setup, Played: s.head.Played}
	out.Table = s.Items()[0].Event.(setup.Table)
	for _, it := range s.Items()[1:] {
		if !it.renames {
			out.Events = append(out.Events, it.Event)
		}
	}
	p := s.Span()
	if was, _, _ := scoring.When(s.head.Played); !s.head.Sheet || !p.Ended.Equal(was) {
		out.Played = p.Ended.Format(time.RFC3339)
	}
	return out
}

// Began returns when the game's file was begun.
func (s *Session) Began() time.Time { return s.moments[0].by.At }
