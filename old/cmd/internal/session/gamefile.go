package session

import (
	"encoding/json"
	"fmt"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// ofFile returns the game of a kept one that is not written in Go.
func ofFile(st *store.Store, games []scoring.Game, kept store.Game) (scoring.Game, error) {
	lines, err := st.Log.After(kept.ID, 0)
	if err != nil {
		return scoring.Game{}, err
	}
	draft, err := st.Drafts.Draft(kept.ID, slotTable)
	if err != nil {
		return scoring.Game{}, err
	}
	return gameOf(games, kept.Kind, lines, draft.Body)
}

// gameOf returns the game of a kind. A game of a file comes from the copy of that file in the first line of the log, or
// in the draft of the set-up while there is no table, so it stays what it was, whatever is on the shelf by now.
func gameOf(games []scoring.Game, kind string, lines []store.Line, draft []byte) (scoring.Game, error) {
	if g, known := scoring.GameOf(games, kind); known {
		return g, nil
	}
	file := ""
	if len(lines) > 0 {
		var w written
		var t setup.Table
		if err := json.Unmarshal(lines[0].Body, &w); err == nil && len(w.Put) > 0 {
			_ = json.Unmarshal(w.Put[0].Event, &t) // any other event holds no file
		}
		file = t.GameFile
	} else if kept, err := readTape(draft); err == nil {
		file = kept.File
	}
	if file == "" {
		return scoring.Game{}, fmt.Errorf("%w: %q", scoring.ErrUnknown, kind)
	}
	g, err := scoring.OfFile(games, file)
	if err != nil {
		err = fmt.Errorf("%w: %w", store.ErrDamaged, err)
	}
	return g, err
}
