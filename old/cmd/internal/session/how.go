package session

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// A How is how a finished game went for one person, as the store keeps it for statistics. All of it follows from the
// log.
type How struct {
	Game   string            `json:"game"`             // scoring.Game.ID
	Mode   map[string]string `json:"mode,omitempty"`   // the choices that have a tag, since they change what points mean
	Called string            `json:"called,omitempty"` // scoring.Game.Called
	Name   *lang.Text        `json:"name,omitempty"`   // scoring.Game.Name, of a game of a file
	Fewest bool              `json:"fewest,omitempty"` // fewer points were better
	Rank   int               `json:"rank"`
	Points int               `json:"points"`
	Won    bool              `json:"won,omitempty"`
	Open   bool              `json:"open,omitempty"` // nobody has won yet: a tie for first place is to be settled
	Team   []string          `json:"team,omitempty"` // the people who shared the points
	Ahead  []string          `json:"ahead,omitempty"`
	Level  []string          `json:"level,omitempty"`
	Behind []string          `json:"behind,omitempty"` // the people ahead of them
	Counts scoring.Count     `json:"counts,omitempty"` // by scoring.Tally; zeros are left out
}

// Alone reports whether nobody else played, so there is no comparison with others.
func (h How) Alone() bool { return len(h.Team)+len(h.Ahead)+len(h.Level)+len(h.Behind) == 0 }

// hows returns how a game went, by seat.
func hows(g scoring.Game, t setup.Table, state scoring.State) []How {
	r := state.Result()
	rows, mode := rowsOf(t, r), tagged(g.Options, t)
	counts := state.Count()
	called := ""
	if g.Called != nil {
		called = g.Called(t).String()
	}
	var name *lang.Text
	if g.Files.Own != "" {
		name = &g.Name
	}
	out := make([]How, len(t.Players))
	for seat := range t.Players {
		row := rows[seat]
		h := How{Game: g.ID, Mode: mode, Called: called, Name: name, Fewest: r.Fewest, Rank: r.Ranks[row], Points: r.Points[row], Won: slices.Contains(r.Winners, row), Open: r.Needs != "", Counts: nonzero(counts[seat])}
		for other, name := range t.Players {
			switch is := rows[other]; {
			case other == seat:
			case is == row:
				h.Team = append(h.Team, name)
			case r.Ranks[is] > h.Rank:
				h.Ahead = append(h.Ahead, name)
			case r.Ranks[is] < h.Rank:
				h.Behind = append(h.Behind, name)
			default:
				h.Level = append(h.Level, name)
			}
		}
		out[seat] = h
	}
	return out
}

// rowsOf returns the row of the standings for each seat: its own, or its team's.
func rowsOf(t setup.Table, r scoring.Result) []int {
	rows := upTo(len(t.Players))
	if len(r.Rows) == len(t.Teams) {
		for row, team := range t.Teams {
			for _, seat := range team.Seats {
				rows[seat] = row
			}
		}
	}
	return rows
}

// tagged returns the choices of a table that lists of games show.
func tagged(options []setup.Option, t setup.Table) map[string]string {
	out := map[string]string{}
	for _, o := range options {
		if len(setup.Tags([]setup.Option{o}, t)) > 0 {
			out[o.ID] = t.Choices[o.ID]
		}
	}
	return out
}

// nonzero returns the counts that are not 0.
func nonzero(c scoring.Count) scoring.Count {
	out := maps.Clone(c)
	maps.DeleteFunc(out, func(_ string, n int) bool { return n == 0 })
	return out
}

// Hows returns how a game went, by name; it is empty unless the game is over.
func (log *Log) Hows() map[string]How {
	out := map[string]How{}
	if log.state == nil || !log.state.Result().Over {
		return out
	}
	t, _ := log.Table()
	for seat, h := range hows(log.g, t, log.state) {
		out[t.Players[seat]] = h
	}
	return out
}

// ReadHow decodes a How from the store.
func ReadHow(text string) (h How, err error) {
	err = json.Unmarshal([]byte(text), &h)
	return h, err
}

// refreshed is how many games are made again in one transaction.
const refreshed = 200

// Refresh makes again what the store does not know yet of who played what, for games that an older version of the
// program kept or that were undeleted. After every batch, did is called with the number of games so far, and may stop
// it. Unreadable games are left out. The error is store.ErrReadOnly if there are such games in a read-only file.
func Refresh(st *store.Store, games []scoring.Game, did func(n int) error) error {
	stale, err := st.History.Stale()
	if err != nil {
		return err
	}
	n := 0
	for ids := range slices.Chunk(stale, refreshed) {
		made, lines := map[string]store.Projection{}, map[string]int{}
		for _, id := range ids {
			s, err := Open(st, games, id, nil, nil)
			if err != nil || s.Log.state == nil {
				continue
			}
			p, err := s.Log.snapshot().projection()
			if err != nil {
				return err
			}
			p.Names = s.Log.Renames()
			made[id] = p
			lines[id] = len(s.Log.lines)
		}
		if err := st.History.Refresh(made, lines); err != nil {
			return err
		}
		n += len(ids)
		if err := did(n); err != nil {
			return err
		}
	}
	return nil
}
