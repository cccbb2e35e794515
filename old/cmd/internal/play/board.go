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

	"github.com/tablemate/tablemate/old/cmd/internal/kept"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/cmd/internal/phones"
	"github.com/tablemate/tablemate/old/cmd/internal/screen"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/timer"
)

// A sight is what an onlooker sees: the board, and the clock as its window last saved it.
type sight struct {
	phones.Board
	people []string
	clock  *timer.Snapshot // nil: no clock is shown
}

// A Gallery shows an onlooker a game that other windows play. Its rules:
//
//   - It only reads, and holds the file of games open no longer than one look takes, so players
//     who leave find nothing in their way.
//   - It opens the file only if the file has changed.
//   - Without an ID it follows the game that was changed last among those with people at the table.
//   - It shows a clock only while the dialog about the next event has reached it: not the clock
//     of a part that is over or was undone.
//   - A single failure may just be another window that opens or closes the file. The second in a
//     row is reported, and the last sight stays.
type Gallery struct {
	File string                       // the file of games
	ID   string                       // of a game, or its beginning; "": the game that was changed last
	Open func() (*store.Store, error) // opens the file for reading
	Find func(st *store.Store, id string) (*session.Session, error)
	Why  func(error) lang.Text // returns an error as a sentence
	Now  func() timer.Moment

	mark   store.Mark
	fresh  bool // lines written at the very moment of the mark may be unread
	failed bool // the last look failed
	sight  sight
}

var (
	noBoard   = lang.Msg("play.board-none", "No game is being played yet. The next one shows here once everybody sits.")
	emptySeat = lang.Msg("play.board-empty", "Nobody sits at this game yet. It shows here once everybody does.")
)

// Begin takes the first look. The error says why there is nothing to see.
func (g *Gallery) Begin() (err error) {
	g.mark, g.fresh = store.MarkOf(g.File), true
	g.sight, err = g.read()
	return err
}

// look returns the board as it stands now, and whether it differs from the one before.
func (g *Gallery) look() (sight, bool) {
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

func (g *Gallery) read() (sight, error) {
	st, err := g.Open()
	if err != nil {
		return sight{}, err
	}
	defer st.Close()
	id := g.ID
	if id == "" {
		id, err = kept.ChangedLast(st)
		if id == "" || err != nil {
			return sight{Board: phones.Board{OnTable: []lang.Text{noBoard}}}, err
		}
	}
	s, err := g.Find(st, id)
	switch {
	case errors.Is(err, store.ErrNone) && g.sight.Play != "": // it was forgotten, since nothing was entered in it
		return sight{Board: phones.Board{OnTable: []lang.Text{noBoard}}}, nil
	case err != nil:
		return sight{}, err
	}
	if g.ID != "" {
		g.ID = s.Log.ID() // it may have been only the beginning of an id
	}
	if s.Log.State() == nil {
		return sight{Board: phones.Board{OnTable: []lang.Text{emptySeat}}}, nil
	}
	b := sight{Board: BoardOf(s, Colors(st)), people: s.Log.State().Result().Rows}
	b.Photos = nil // they are for the table
	if part := s.Drafts.Watched(); part != "" {
		kept, was, err := st.Drafts.Clock(s.Log.ID(), part)
		if err != nil {
			return sight{}, err
		}
		if was {
			b.clock = &kept
		}
	}
	return b, nil
}

// lookEvery is the interval between two looks.
const lookEvery = time.Second

// follow shows the game and its clock once a second until ctx ends.
func (g *Gallery) follow(ctx context.Context, show func(s sight, c timer.Clock) error) error {
	for s := g.sight; ; s, _ = g.look() {
		if err := show(g.timed(s)); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(lookEvery):
		}
	}
}

// timed returns a sight with its clock as of now. A clock whose window is gone stands at the time it showed last.
func (g *Gallery) timed(s sight) (sight, timer.Clock) {
	if s.clock == nil {
		return s, timer.Clock{}
	}
	c := screen.Seen(*s.clock, g.Now())
	if s.clock.Runs && !c.Runs && s.clock.Left > 0 && s.Fault.Empty() {
		s.Fault = screen.WentAway
	}
	return s, c
}

// OnPage serves the game on the board's page, at an address that only this machine reaches, until ctx ends. It passes
// the address to told.
func (g *Gallery) OnPage(ctx context.Context, c phones.Config, told func(url string)) error {
	c.Boards, c.Addresses = true, func() []netip.Addr { return []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1})} }
	d, err := phones.Open(ctx, c)
	if err != nil {
		return err
	}
	defer d.Close()
	told(d.URL())
	var gone func() // removes the clock; nil: none is shown
	var was *phones.Board
	return g.follow(ctx, func(s sight, c timer.Clock) error {
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

// OnLines prints the game in plain lines of width columns, and again whenever something happens, until ctx ends.
func (g *Gallery) OnLines(ctx context.Context, out io.Writer, say func(lang.Text) string, width int) error {
	was := ""
	return g.follow(ctx, func(s sight, c timer.Clock) error {
		happened := s.lines(say, width, screen.Told(c.Runs, timer.Seconds(c.At(g.Now())), "")) // without the time left, which differs every second
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

// Print prints the game once, in plain lines of width columns.
func (g *Gallery) Print(out io.Writer, say func(lang.Text) string, width int) error {
	s, c := g.timed(g.sight)
	return g.print(out, say, width, s, c)
}

func (g *Gallery) print(out io.Writer, say func(lang.Text) string, width int, s sight, c timer.Clock) error {
	left := timer.Seconds(c.At(g.Now()))
	_, err := io.WriteString(out, s.lines(say, width, screen.Told(c.Runs, left, timer.Face(time.Duration(left)*time.Second))))
	return err
}

// lines returns the game as text. The standings come last so that they do not scroll away.
func (s sight) lines(say func(lang.Text) string, width int, clock lang.Text) string {
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
