package play

import (
	"errors"
	"maps"
	"reflect"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/screen"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/cmd/internal/table"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Gallery is where who looks on sees a game that other windows play. Its rules:
//
//   - It only reads, and holds the file of games open for no longer than a look takes: who
//     plays and leaves finds nothing in the way.
//   - The file is opened only where it has changed, and a game read anew only where a line or an
//     answer came.
//   - Without an ID it follows the game that was changed last among those somebody sits at.
//   - A clock is shown where the conversation about what comes next has come to it. What is
//     kept of the clock of a part that is over, or was taken back, is not.
//   - One failure may be no more than another window that opens or closes the file just then.
//     The second in a row is told, and what was seen last stays.
type Gallery struct {
	File string                                                     // of games
	ID   string                                                     // of a game, or how it begins; "": the one that was changed last
	Open func() (*store.Store, error)                               // to be read
	Find func(st *store.Store, id string) (*session.Session, error) // opens a game
	Say  func(lang.Text) string
	Why  func(error) string // an error in a sentence
	Ink  color.Ink

	mark   store.Mark
	fresh  bool // what was written in the instant of the mark may not have been read
	failed int  // looks in a row
	seen   version
	kept   color.Kept
	part   string // whose clock is at hand; "": none
	told   screen.Board
	board  screen.Board
}

// A version is another one after every line and every answer of a game.
type version struct {
	id      string // "": there is no game
	lines   int
	changed time.Time
}

var (
	noBoard   = lang.Msg("play.board-none", "No game is being played yet. The next one shows here once everybody sits.")
	emptySeat = lang.Msg("play.board-empty", "Nobody sits at this game yet. It shows here once everybody does.")
)

// Begin is the first look. The error is why there is nothing to be seen.
func (g *Gallery) Begin() (screen.Board, error) {
	g.mark, g.fresh = store.MarkOf(g.File), true
	b, err := g.read()
	g.board = b
	return b, err
}

// Look is the board as it stands now, and whether it is another one than at the look before.
func (g *Gallery) Look() (screen.Board, bool) {
	mark := store.MarkOf(g.File)
	if mark == g.mark && !g.fresh && g.failed == 0 {
		return g.board, false
	}
	g.mark, g.fresh = mark, mark != g.mark
	b, err := g.read()
	switch {
	case err == nil:
		g.failed = 0
	case g.failed == 0:
		g.failed = 1
		return g.board, false
	default:
		b = g.board
		b.Fault = g.Why(err)
	}
	news := !reflect.DeepEqual(b, g.board)
	g.board = b
	return b, news
}

func (g *Gallery) read() (screen.Board, error) {
	st, err := g.Open()
	if err != nil {
		return screen.Board{}, err
	}
	defer st.Close()
	now, err := g.which(st)
	switch {
	case err != nil:
		return screen.Board{}, err
	case now.id == "":
		return screen.Board{Wait: g.Say(noBoard)}, nil
	case now.lines == 0:
		return screen.Board{Wait: g.Say(emptySeat)}, nil
	}
	if kept := Colors(st); now != g.seen || !maps.Equal(kept, g.kept) {
		s, err := g.Find(st, now.id)
		if err != nil {
			return screen.Board{}, err
		}
		g.seen, g.kept, g.part, g.told = now, kept, s.Watched(), g.said(s, kept)
	}
	b := g.told
	if g.part != "" {
		kept, was, err := st.Clock(now.id, g.part)
		if err != nil {
			return screen.Board{}, err
		}
		if stands := snapshot(kept); was {
			b.Clock = &stands
		}
	}
	return b, nil
}

// which is the game that is shown.
func (g *Gallery) which(st *store.Store) (version, error) {
	if g.ID != "" && g.seen.id == "" { // it may be only how an id begins
		s, err := g.Find(st, g.ID)
		if err != nil {
			return version{}, err
		}
		g.ID = s.ID()
	}
	var shown []store.Game
	var err error
	if g.ID == "" {
		shown, err = st.List(store.Filter{Begun: true, Limit: 1})
	} else {
		shown = make([]store.Game, 1)
		shown[0], err = st.Game(g.ID)
	}
	switch {
	case errors.Is(err, store.ErrNone) || err == nil && len(shown) == 0:
		return version{}, nil
	case err != nil:
		return version{}, err
	}
	return version{shown[0].ID, shown[0].Lines, shown[0].Changed}, nil
}

// said is all of a game that its log tells, in the words of who looks.
func (g *Gallery) said(s *session.Session, kept color.Kept) screen.Board {
	told, result := BoardOf(s, kept), s.State().Result()
	b := screen.Board{ID: s.ID(), Game: g.line(told.Game), Where: g.line(told.Where), Goal: told.Goal, Over: told.Over}
	for _, row := range told.Rows {
		b.Places = append(b.Places, screen.Place{Rank: row.Rank, Mark: row.Mark.Before(g.Ink), Name: g.line(lang.Literal(row.Name)), Points: row.Points, Winner: row.Winner})
	}
	if b.Reason = g.Say(told.Reason); told.Over {
		b.Reason = g.Say(table.Outcome(result))
	}
	for _, t := range lastPart(s, result, paidFor) { // from afar nobody looks anything up
		b.Last = append(b.Last, g.Say(t))
	}
	for _, t := range told.OnTable {
		b.OnTable = append(b.OnTable, g.Say(t))
	}
	return b
}

func (g *Gallery) line(t lang.Text) string { return layout.OneLine(g.Say(t)) }
