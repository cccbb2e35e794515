package screen

import (
	"context"
	"io"
	"slices"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var (
	isLeft   = lang.Plural("screen.left", "{time} left.", "{time} left.")
	goesOn   = lang.Plural("screen.goes-on", "{time} left. The clock is running.", "{time} left. The clock is running.")
	stands   = lang.Plural("screen.stands", "{time} left. Paused.", "{time} left. Paused.")
	soFar    = lang.Msg("screen.so-far", "{time} so far.")
	risesOn  = lang.Msg("screen.rises-on", "{time} so far. The stopwatch is running.")
	risesNot = lang.Msg("screen.rises-not", "{time} so far. Paused.")
	bellOff  = lang.Msg("screen.bell-off", "Muted.")
	bellOn   = lang.Msg("screen.bell-on", "The bell is on.")
	timeUp   = lang.Msg("screen.is-up", "Time is up.")
	noMeans  = lang.Msg("screen.no-key", "“{it}” means nothing here.")
	keyFar   = lang.Msg("screen.key-far", "Enter  time so far")
	keyHow   = lang.Msg("screen.key-how", "Enter  time left")
)

// OnLines shows the clock on plain lines of at most width columns: at the start, at each full minute, at ten
// seconds, at the end, and whenever something changes. Keys are typed as lines: one of the letters named at the
// start. typed returns the channel of the next line, each time anew; nil: nobody types. bell rings the bell. A
// clock on lines does not linger when time is up. Errors are those of out.
func (c Clock) OnLines(ctx context.Context, out io.Writer, width int, typed func() <-chan Typed, bell bool) (Outcome, error) {
	if !c.Sand || typed == nil {
		c.Linger = 0
	}
	l := newLoop(c)
	if typed == nil {
		typed = func() <-chan Typed { return nil }
	}
	w := &lines{out: out, width: max(20, width), clock: c, bell: bell}
	w.begin(l.pic, typed() != nil)
	o := l.run(ctx, typed, w.show)
	if o.End == TimeUp && o.Left == 0 {
		w.say(timeUp)
		w.ring()
	}
	return o, w.err
}

// lines prints the differences between pictures.
type lines struct {
	out   io.Writer
	width int
	clock Clock
	bell  bool
	was   *frame
	err   error
}

func (w *lines) say(t lang.Text) {
	for _, line := range w.clock.wrapped(w.width, t) {
		w.write(line + "\n")
	}
}

func (w *lines) ring() {
	if w.bell && (w.was == nil || !w.was.muted) {
		w.write("\a")
	}
}

// write keeps the first error, and writes nothing after it.
func (w *lines) write(s string) {
	if w.err == nil {
		_, w.err = io.WriteString(w.out, s)
	}
}

// begin prints the subject of the clock, and the keys if somebody types.
func (w *lines) begin(p frame, typed bool) {
	for _, n := range w.clock.Notes {
		w.say(n)
	}
	w.say(w.clock.Text)
	if typed {
		keys := w.clock.keyTexts(p, false)
		if w.clock.Stood == 0 && w.clock.Turns == nil && !w.clock.Sand {
			how := keyHow
			if w.clock.Rises {
				how = keyFar
			}
			keys = append(keys, w.clock.say(how))
		}
		for _, line := range layout.Pack(keys, w.width) {
			w.say(lang.Literal(line))
		}
	}
}

func (w *lines) show(p frame) {
	was := w.was
	w.was = &p
	if was != nil && was.unknownCount != p.unknownCount {
		w.say(noMeans.With("it", p.unknown))
	}
	for _, t := range w.clock.trouble(p) {
		same := func(other lang.Text) bool { return other.String() == t.String() }
		if was == nil || !slices.ContainsFunc(w.clock.trouble(*was), same) {
			w.say(t)
		}
	}
	if was != nil && was.muted != p.muted {
		w.say(map[bool]lang.Text{true: bellOff, false: bellOn}[p.muted])
	}
	if p.up && was != nil && !was.up && w.clock.Sand {
		w.say(timeUp)
		w.ring()
	}
	left := lang.Literal(w.clock.reads(p))
	isLeft, goesOn, stands := isLeft, goesOn, stands
	if w.clock.Rises {
		isLeft, goesOn, stands = soFar, risesOn, risesNot
	}
	switch {
	case p.up:
		return
	case p.turns != nil:
		for _, t := range w.clock.turnsSaid(was, p) {
			w.say(t)
		}
	case was != nil && was.runs == p.runs && was.asked == p.asked:
		if w.clock.past(p) && !w.clock.past(*was) {
			w.say(markPast.With("time", w.clock.markFace()))
		}
		if p.seconds > was.seconds || !p.runs && p.seconds != was.seconds || passes(was.seconds, p.seconds) {
			w.say(isLeft.With("n", p.seconds, "time", left))
		}
	case p.runs:
		w.say(goesOn.With("n", p.seconds, "time", left))
	default:
		w.say(stands.With("n", p.seconds, "time", left))
	}
	if was != nil && p.bells > was.bells {
		w.ring()
	}
}

// passes reports whether a full minute or the last ten seconds lie between two looks, or time was taken.
func passes(before, after int) bool {
	if before-after >= int(step/time.Second) {
		return true
	}
	return before > lastWarning && after <= lastWarning || (before-1)/60 != (after-1)/60 && after > 0
}
