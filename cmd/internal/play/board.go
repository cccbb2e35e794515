package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/kept"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/screen"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// A Sight is what somebody sees who looks on: the board, and the clock as the window that keeps it saved it last.
type Sight struct {
	phones.Board
	people []string
	clock  *timer.Snapshot // nil: none is at hand
}

// A Gallery is where who looks on sees a game that other windows play. Its rules:
//
//   - It only reads, and holds the file of games open for no longer than a look takes: who
//     plays and leaves finds nothing in the way.
//   - The file is opened only where it has changed.
//   - Without an ID it follows the game that was changed last among those somebody sits at.
//   - A clock is shown where the dialog about the next event has come to it. The clock that is kept
//     of a part that is over, or was taken back, is not.
//   - One failure may be no more than another window that opens or closes the file just then.
//     The second in a row is told, and what was seen last stays.
type Gallery struct {
	File string                                                     // of games
	ID   string                                                     // of a game, or how it begins; "": the one that was changed last
	Open func() (*store.Store, error)                               // to be read
	Find func(st *store.Store, id string) (*session.Session, error) // opens a game
	Why  func(error) lang.Text                                      // an error in a sentence
	Now  func() timer.Moment

	mark   store.Mark
	fresh  bool // lines written in the instant of the mark may not have been read
	failed bool // at the look before
	sight  Sight
}

var (
	noBoard   = lang.Msg("play.board-none", "No game is being played yet. The next one shows here once everybody sits.")
	emptySeat = lang.Msg("play.board-empty", "Nobody sits at this game yet. It shows here once everybody does.")
)

// Begin looks for the first time. The error is why there is nothing to be seen.
func (g *Gallery) Begin() (Sight, error) {
	g.mark, g.fresh = store.MarkOf(g.File), true
	b, err := g.read()
	g.sight = b
	return b, err
}

// Look returns the board as it stands now, and whether it is another one than at the look before.
func (g *Gallery) Look() (Sight, bool) {
	mark := store.MarkOf(g.File)
	if mark == g.mark && !g.fresh && !g.failed {
		return g.sight, false
	}
	g.mark, g.fresh = mark, mark != g.mark
	b, err := g.read()
	again := g.failed
	g.failed = err != nil
	switch {
	case err != nil && !again:
		return g.sight, false
	case err != nil:
		b = g.sight
		b.Fault = g.Why(err)
	}
	news := !reflect.DeepEqual(b, g.sight)
	g.sight = b
	return b, news
}

func (g *Gallery) read() (Sight, error) {
	st, err := g.Open()
	if err != nil {
		return Sight{}, err
	}
	defer st.Close()
	id := g.ID
	if id == "" {
		id, err = kept.ChangedLast(st)
		if id == "" || err != nil {
			return Sight{Board: phones.Board{OnTable: []lang.Text{noBoard}}}, err
		}
	}
	s, err := g.Find(st, id)
	switch {
	case errors.Is(err, store.ErrNone) && g.sight.Play != "": // nothing was told of it, and it was forgotten
		return Sight{Board: phones.Board{OnTable: []lang.Text{noBoard}}}, nil
	case err != nil:
		return Sight{}, err
	}
	if g.ID != "" {
		g.ID = s.Log.ID() // it may have been only how an id begins
	}
	if s.Log.State() == nil {
		return Sight{Board: phones.Board{OnTable: []lang.Text{emptySeat}}}, nil
	}
	b := Sight{Board: BoardOf(s, Colors(st)), people: s.Log.State().Result().Rows}
	b.Photos = nil // they are at the table
	if part := s.Drafts.Watched(); part != "" {
		kept, was, err := st.Drafts.Clock(s.Log.ID(), part)
		if err != nil {
			return Sight{}, err
		}
		if was {
			b.clock = &kept
		}
	}
	return b, nil
}

// look is how often somebody who looks on looks.
const look = time.Second

// follow shows the game, and how its clock stands, each second until ctx ends.
func (g *Gallery) follow(ctx context.Context, show func(s Sight, c timer.Clock) error) error {
	for s := g.sight; ; s, _ = g.Look() {
		if err := show(g.timed(s)); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(look):
		}
	}
}

// timed returns a sight with its clock as it stands now. One whose keeper is gone stands as it was seen last.
func (g *Gallery) timed(s Sight) (Sight, timer.Clock) {
	if s.clock == nil {
		return s, timer.Clock{}
	}
	c := screen.Seen(*s.clock, g.Now())
	if s.clock.Runs && !c.Runs && s.clock.Left > 0 && s.Fault.Empty() {
		s.Fault = screen.WentAway
	}
	return s, c
}

// OnPage shows the game on the page of the board, at an address that only this machine reaches, until ctx ends. told
// hears the address.
func (g *Gallery) OnPage(ctx context.Context, c phones.Config, told func(url string)) error {
	c.Boards, c.Addresses = true, func() []netip.Addr { return []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1})} }
	d, err := phones.Open(ctx, c)
	if err != nil {
		return err
	}
	defer d.Close()
	told(d.URL())
	var gone func() // takes the clock away; nil: there is none
	var was *phones.Board
	return g.follow(ctx, func(s Sight, c timer.Clock) error {
		if was == nil || !reflect.DeepEqual(s.Board, *was) {
			d.Show(s.people, nil, "", s.Board)
			was = &s.Board
		}
		switch {
		case s.clock != nil && !s.Over && gone == nil:
			gone = d.Watch(phones.Clock{}, nil)
		case (s.clock == nil || s.Over) && gone != nil:
			gone()
			gone = nil
		}
		d.Tick(c.Seen(g.Now()))
		return nil
	})
}

// OnLines prints the game on plain lines of width columns, and again whenever something happened, until ctx ends.
func (g *Gallery) OnLines(ctx context.Context, out io.Writer, say func(lang.Text) string, width int) error {
	was := ""
	return g.follow(ctx, func(s Sight, c timer.Clock) error {
		happened := s.lines(say, width, screen.Told(c.Runs, timer.Seconds(c.At(g.Now())), "")) // the time that is left is another one each second
		if happened == was {
			return nil
		}
		if was != "" {
			fmt.Fprintln(out)
		}
		was = happened
		return g.print(out, say, width, s, c)
	})
}

// Print prints the game as it stands, on plain lines of width columns.
func (g *Gallery) Print(out io.Writer, say func(lang.Text) string, width int) error {
	s, c := g.timed(g.sight)
	return g.print(out, say, width, s, c)
}

func (g *Gallery) print(out io.Writer, say func(lang.Text) string, width int, s Sight, c timer.Clock) error {
	left := timer.Seconds(c.At(g.Now()))
	_, err := io.WriteString(out, s.lines(say, width, screen.Told(c.Runs, left, timer.Face(time.Duration(left)*time.Second))))
	return err
}

// lines returns the game as text. The standings come last, because they must not scroll away.
func (s Sight) lines(say func(lang.Text) string, width int, clock lang.Text) string {
	where := s.Where
	if s.Over {
		where = isOver
	}
	all := []string{strings.TrimSuffix(say(s.Game)+layout.Dot+say(where), layout.Dot)}
	for _, t := range append(slices.Clone(s.Told), s.OnTable...) {
		all = append(all, say(t))
	}
	if s.clock != nil && !s.Over {
		all = append(all, say(clock))
	}
	for _, r := range s.Rows {
		line := fmt.Sprintf("%d %s %d", r.Rank, layout.OneLine(say(lang.Literal("{name}").With("name", r.Name))), r.Points) + map[bool]string{true: " ★"}[r.Winner]
		if r.Got {
			line += strings.TrimRight(fmt.Sprintf("  %+d  %s", r.Paid.Points, r.Paid.Reasons(say)), " ")
		}
		all = append(all, line)
	}
	all = append(all, say(s.Outcome))
	if !s.Fault.Empty() {
		all = append(all, "✗ "+say(s.Fault))
	}
	var b strings.Builder
	for _, line := range all {
		if line != "" {
			fmt.Fprintln(&b, layout.Hang(line, max(20, width), "  "))
		}
	}
	return b.String()
}
