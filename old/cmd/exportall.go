package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var (
	allByLines = lang.Msg("cmd.all-by-lines", "{a} and {b} go together, without an ID, --until or --photos")
	leftOut    = lang.Msg("cmd.left-out", "Left out: {what} ({why})")
	outDeleted = lang.Msg("cmd.out-deleted", "deleted")
	outPad     = lang.Msg("cmd.out-pad", "a score pad")
	outOfIt    = lang.Msg("cmd.out-of-it", "somebody left and is out of the running")
)

// errLeftOut marks what has no place in JSON Lines: that a game is left out is no failure.
var errLeftOut = errors.New("cmd: left out")

// checkAll refuses --all and JSON Lines without each other, and beside what is said of one game.
func (o exportOptions) checkAll(words []string, f report.Format) error {
	one := len(words) > 0 || o.until != 0 || o.photos != ""
	if o.all != (f == asLines) || o.all && one {
		return &usage{Say: allByLines.With("a", "--all", "b", "--format "+string(asLines))}
	}
	return nil
}

// exportAll writes the sheet of each kept game on a line, the game that changed last at the end, and names those that
// are left out.
func exportAll(ctx context.Context, a *app) error {
	st, err := a.kept.OpenToRead(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	games, err := st.History.List(store.Filter{Begun: true})
	if err != nil {
		return err
	}
	deleted, err := st.History.List(store.Filter{Begun: true, Deleted: true})
	if err != nil {
		return err
	}
	unread := false
	for _, g := range slices.Backward(slices.Concat(deleted, games)) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := exportLine(a, st, g); err != nil {
			p := a.setting(st).Reporter()
			fmt.Fprintln(a.Err, a.voice.Say(leftOut.With("what", p.Named(p.Read(g)), "why", a.kept.Explain(err))))
			unread = unread || !errors.Is(err, errLeftOut)
		}
	}
	if unread {
		return &reported{exitFailed}
	}
	return nil
}

// exportLine writes the sheet of a game on a line.
func exportLine(a *app, st *store.Store, g store.Game) error {
	switch {
	case !g.Deleted.IsZero():
		return &failed{Say: outDeleted, Err: errLeftOut}
	case g.Kind == "pad":
		return &failed{Say: outPad, Err: errLeftOut}
	}
	s, err := a.kept.Seated(st, g.ID, 0)
	if err != nil {
		return err
	}
	line, err := sheetLine(play.Setting{Store: st, Voice: a.voice}, s, g.Changed)
	if err == nil {
		_, err = a.Out.Write(append(lang.SafeJSON(line), '\n'))
	}
	return err
}

// sheetLine returns the sheet of a game on a line. It always says whether the game is over, and when it was played: if
// nobody knows, when it changed last. A game file in it has no clock.
func sheetLine(w play.Setting, s *session.Session, changed time.Time) ([]byte, error) {
	text, err := w.Sheet(s)
	if err != nil {
		return nil, err
	}
	sheet, file := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(text), &sheet); err != nil {
		return nil, err
	}
	if sheet["out"] != nil {
		return nil, &failed{Say: outOfIt, Err: errLeftOut}
	}
	if sheet["played"] == nil {
		sheet["played"] = json.RawMessage(strconv.Quote(changed.Format(time.RFC3339)))
	}
	sheet["over"] = json.RawMessage(strconv.FormatBool(s.Log.State().Result().Over))
	if sheet["game_file"] != nil {
		if err := json.Unmarshal(sheet["game_file"], &file); err != nil {
			return nil, err
		}
		delete(file, "clock")
		if sheet["game_file"], err = json.Marshal(file); err != nil {
			return nil, err
		}
	}
	return json.Marshal(sheet)
}
