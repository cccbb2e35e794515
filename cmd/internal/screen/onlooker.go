package screen

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// Who looks on sees a board that other windows change. It is looked at each second, and drawn
// when it has changed: a clock that another window keeps runs on in between, and where a game
// ends while somebody looks, its places are told from the last to the first.

// pace is how long a place stands before the next better one is told.
const pace = 1500 * time.Millisecond

// An Onlooker shows a board, asks nothing and keeps nothing.
type Onlooker struct {
	Board Board // as it stands at first
	// Look is the board as it stands now, and whether it is another one. It is called each
	// second, on another goroutine.
	Look func() (b Board, news bool)

	Voice *lang.Localizer // of nobody else while this is shown
	Now   func() timer.Moment
}

// OnTerminal fills the window with the board until somebody leaves: Quit or Interrupted; where
// ctx is over, Stopped. in is the terminal, as it was found; it is left so. Errors are those
// of the terminal.
func (o Onlooker) OnTerminal(ctx context.Context, in Terminal) (End, error) {
	end, err := fills(ctx, in, o.Now, func(ctx context.Context, typed <-chan Typed, show func(picture)) Outcome {
		return Outcome{End: o.run(ctx, typed, func(s sight) { show(picture{draw: s.draw}) })}
	})
	return end.End, err
}

// OnLines prints the board on plain lines of width columns, and again whenever it has
// changed, until ctx is over. Errors are those of out.
func (o Onlooker) OnLines(ctx context.Context, out io.Writer, width int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	was, err := "", error(nil)
	o.run(ctx, nil, func(s sight) {
		s.first = 0
		if text := s.plain(max(20, width), false); err == nil && text != was {
			if was != "" {
				_, err = fmt.Fprintln(out)
			}
			if was = text; err == nil {
				_, err = io.WriteString(out, s.plain(max(20, width), true))
			}
			if err != nil {
				cancel()
			}
		}
	})
	return err
}

// Print prints the board once, on plain lines of width columns.
func (o Onlooker) Print(out io.Writer, width int) error {
	l := newLooking(o)
	_, err := io.WriteString(out, l.sight(o.Now()).plain(max(20, width), true))
	return err
}

// A looking is an onlooker at work.
type looking struct {
	Onlooker
	news  bool // the board was not shown yet
	was   tick
	ranks []int        // that are told one by one, the last first; none: all are shown
	begun timer.Moment // when they were hidden
}

func newLooking(o Onlooker) *looking { return &looking{Onlooker: o, news: true} }

// run shows what has changed until somebody leaves.
func (o Onlooker) run(ctx context.Context, typed <-chan Typed, show func(sight)) End {
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	news := o.looks(within)
	l := newLooking(o)
	wake := time.NewTimer(0)
	defer wake.Stop()
	for {
		now := l.Now()
		if s := l.sight(now); l.news || s.tick != l.was {
			l.news, l.was = false, s.tick
			show(s)
		}
		wake.Reset(l.wait(now))
		select {
		case <-ctx.Done():
			return Stopped
		case k := <-typed:
			if end, leaves := l.press(k); leaves {
				return end
			}
		case seen := <-news:
			if seen.panicked != "" {
				panic(seen.panicked)
			}
			l.take(seen.board, l.Now())
		case <-wake.C:
		}
	}
}

// A glance is what came of a look.
type glance struct {
	board    Board
	news     bool
	panicked string // it must be told where the terminal can be put in order
}

// looks at the board each second, off the loop.
func (o Onlooker) looks(ctx context.Context) <-chan glance {
	out := make(chan glance)
	go func() {
		for {
			select {
			case <-time.After(often):
			case <-ctx.Done():
				return
			}
			seen := o.glance()
			if !seen.news && seen.panicked == "" {
				continue
			}
			select {
			case out <- seen:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

func (o Onlooker) glance() (seen glance) {
	defer func() {
		if r := recover(); r != nil {
			seen.panicked = fmt.Sprintf("%v\n\n%s", r, debug.Stack())
		}
	}()
	seen.board, seen.news = o.Look()
	return seen
}

// press does what a key means.
func (l *looking) press(k Typed) (end End, leaves bool) {
	switch strings.ToLower(k.Text) {
	case "q", "esc":
		return Quit, true
	case "ctrl+c":
		return Interrupted, true
	case "enter", "space":
		l.ranks = nil // nobody has to wait for the winner
	}
	return Quit, false
}

// take is another board. A game that ended while it was looked at is told from its last place.
func (l *looking) take(b Board, now timer.Moment) {
	ended := b.Over && !l.Board.Over && b.ID == l.Board.ID
	l.Board, l.news = b, true
	switch {
	case ended:
		ranks := make([]int, len(b.Places))
		for i, p := range b.Places {
			ranks[i] = p.Rank
		}
		l.ranks, l.begun = FromTheLast(ranks), now
	case !b.Over || b.ID == "":
		l.ranks = nil
	}
}

// FromTheLast is the order in which an end is told: the last rank first, equal ones at once.
func FromTheLast(ranks []int) []int {
	ranks = slices.Clone(ranks)
	slices.Sort(ranks)
	ranks = slices.Compact(ranks)
	slices.Reverse(ranks)
	return ranks
}

// told is how many of the ranks are told.
func (l *looking) told(now timer.Moment) int { return int((now.Steady - l.begun.Steady) / pace) }

// sight is the board as it stands at a moment.
func (l *looking) sight(now timer.Moment) sight {
	s := sight{Board: l.Board, say: l.Voice.Say}
	if c := l.Board.Clock; c != nil {
		clock := seenFrom(*c, now)
		s.seconds, s.runs = timer.Seconds(clock.At(now)), clock.Runs
		s.silent = c.Runs && !clock.Runs && c.Left > 0
	}
	switch n := l.told(now); {
	case n > len(l.ranks):
		l.ranks = nil
	case len(l.ranks) > 0 && n == 0:
		s.first = none
	case len(l.ranks) > 0:
		s.first = l.ranks[n-1]
	}
	return s
}

// wait is how long nothing changes by itself.
func (l *looking) wait(now timer.Moment) time.Duration {
	d := time.Hour
	if c := l.Board.Clock; c != nil {
		if next := seenFrom(*c, now).Next(now); next > 0 {
			d = next
		}
	}
	if len(l.ranks) > 0 {
		d = min(d, l.begun.Steady+time.Duration(l.told(now)+1)*pace-now.Steady)
	}
	return d
}

// plain is the board as text; the standings come last, because they must not scroll away. counts: with what is left on
// the clock, which is another text each second.
func (s sight) plain(width int, counts bool) string {
	var b strings.Builder
	say := func(texts ...string) {
		for _, t := range texts {
			if t != "" {
				fmt.Fprintln(&b, layout.Hang(t, width, "  "))
			}
		}
	}
	if s.Wait != "" {
		say(s.Wait, marked("✗ ", s.Fault))
		return b.String()
	}
	where := s.Where
	if s.Over {
		where = s.say(boardOver)
	}
	say(strings.TrimSuffix(s.Game+layout.Dot+where, layout.Dot))
	say(s.Last...)
	say(s.OnTable...)
	if s.Clock != nil && !s.Over {
		say(s.clockLine(counts))
	}
	for _, p := range s.Places {
		say(fmt.Sprintf("%d %s %d", p.Rank, p.Name, p.Points) + map[bool]string{true: " ★"}[p.Winner])
	}
	say(s.Reason)
	say(marked("✗ ", s.Fault))
	return b.String()
}

// clockLine is how the clock stands, in a sentence.
func (s sight) clockLine(counts bool) string {
	left := ""
	if counts {
		left = timer.Face(time.Duration(s.seconds) * time.Second)
	}
	switch {
	case s.seconds == 0:
		return s.say(timeUp)
	case s.runs:
		return s.say(goesOn.With("n", s.seconds, "time", left))
	}
	return s.say(stands.With("n", s.seconds, "time", left))
}

// marked is a text behind a sign, nothing where there is none.
func marked(sign, text string) string {
	if text == "" {
		return ""
	}
	return sign + text
}
