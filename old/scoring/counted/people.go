package counted

import (
	"math"
	"slices"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// People who join a game of rounds late or leave it early. The table decides what latecomers begin with and whether people
// who left are still ranked; both are events, and neither is computed.

type (
	// A Start is what a person who joined late begins with.
	Start struct {
		Seat   int    `json:"seat"`
		Points int    `json:"points"`
		By     string `json:"by"` // how the table came to it: one of startings
	}
	// Running says whether people who left are ranked with the others, or out and so behind them.
	Running struct {
		In  []int `json:"in,omitempty"`  // seats, ascending
		Out []int `json:"out,omitempty"` // seats, ascending
	}
)

// Kind returns "start".
func (Start) Kind() string { return "start" }

// OfPeople marks it as an event about people.
func (Start) OfPeople() {}

// Kind returns "running".
func (Running) Kind() string { return "running" }

// A begun is a Start with the number of rounds before it.
type begun struct {
	Start
	after int
}

// A verdict is what the table said of a person who left.
type verdict int

const (
	unasked verdict = iota
	inRunning
	outOfIt
)

// startings lists the ways to choose what a latecomer begins with, and how each is said.
var startings = []struct {
	by  string
	say lang.Text
}{
	{"zero", lang.Msg("counted.start-zero", "0 points")},
	{"average", lang.Msg("counted.start-average", "{n}, the average of the others")},
	{"worst", lang.Msg("counted.start-worst", "{n}, like the person in last place")},
	{"number", lang.Plural("counted.start-number", "{n} point, as the table says", "{n} points, as the table says")},
}

var (
	asUsual    = lang.Plural("counted.start-usual", "{n} point, like everybody else", "{n} points, like everybody else")
	another    = lang.Msg("counted.start-another", "another number")
	askAnother = lang.Msg("counted.start-how-many", "How many points?")
	askStart   = lang.Msg("counted.start", "What does {name} begin with?")
	begins     = lang.Msg("counted.begins", "{name} begins with {it}")
	whyStart   = lang.Msg("counted.why-start", "begins with {it}")
	partStart  = lang.Msg("counted.part-start", "{name} joins")
	startTwice = lang.Msg("counted.start-twice", "{name} has begun already")
	noStarting = lang.Msg("counted.no-starting", "“{it}” is not one of: {allowed}")
	zeroPoints = lang.Msg("counted.zero-points", "a person who begins with zero has {lo} points, not {n}")

	askRunning = lang.Plural("counted.running", "{name} left before the end, with {n} point. In the running?", "{name} left before the end, with {n} points. In the running?")
	isIn       = lang.Msg("counted.is-in", "Yes, ranked with the others")
	isOut      = lang.Msg("counted.is-out", "No, behind everybody else")
	tellIn     = lang.Plural("counted.tell-in", "{names} left, and is in the running", "{names} left, and are in the running")
	tellOut    = lang.Plural("counted.tell-out", "{names} left, and is out of the running", "{names} left, and are out of the running")
	bothOf     = lang.Msg("counted.in-and-out", "{in}; {out}")
	nobodyLeft = lang.Msg("counted.nobody-left", "Nobody left before the end")
	allOut     = lang.Msg("counted.all-out", "somebody has to be in the running")
)

// starting returns how a way to begin is said; known is false if it is none.
func starting(by string) (say lang.Text, known bool) {
	for _, w := range startings {
		if w.by == by {
			return w.say, true
		}
	}
	return say, false
}

// Joining returns the question what a person who sat down late begins with, and the event for each option; no options
// before any round has been played.
func (s State) Joining(seat int) (h ask.Head, starts ask.Pick, options []scoring.Event) {
	in := slices.DeleteFunc(s.present(), func(other int) bool { return other == seat || !s.seen[other] })
	if s.file.EachRound == nil || s.counting() || s.Stopped || len(in) == 0 || scoring.CheckSeat(s.Table.Players, seat) != nil {
		return h, starts, nil
	}
	sum, worst, usual := 0, s.totals[in[0]], ""
	for _, other := range in {
		sum += s.totals[other]
		if n := s.totals[other]; n > worst == (s.file.Wins == Fewest) {
			worst = n
		}
	}
	if n := len(s.starts); n > 0 {
		usual = s.starts[n-1].By
	}
	if e, is := s.again.(Start); is {
		usual = e.By
	}
	h = ask.Head{ID: "pad.start", Text: askStart.With("name", s.Table.Players[seat]), Suggest: ask.Usual(0)}
	for i, n := range []int{s.file.Start.Of(len(s.Table.Players)), int(math.Round(float64(sum) / float64(len(in)))), worst, 0} {
		e := Start{seat, n, startings[i].by}
		if e.By == usual {
			h.Suggest = ask.Usual(i)
		}
		say := e.told()
		if e.numbered() {
			say = another
		}
		starts.Options, options = append(starts.Options, say), append(options, e)
	}
	return h, starts, options
}

// numbered reports whether the table names its own number.
func (e Start) numbered() bool { return e.By == startings[3].by }

// Whole asks for the number, if the table names its own.
func (e Start) Whole(a ask.Asker) (_ scoring.Event, err error) {
	if e.numbered() {
		e.Points, err = ask.Put(a, ask.Head{ID: askAnother.ID, Text: askAnother}, ask.Number{Lo: -MostPoints, Hi: MostPoints})
	}
	return e, err
}

// present returns the seats that play the next round.
func (s State) present() []int { return scoring.Present(len(s.Table.Players), s.Away) }

// askAgain asks again for an event about people; is is false if the event under way is another one.
func (t asking) askAgain() (e scoring.Event, is bool, err error) {
	switch e := t.s.again.(type) {
	case Start:
		h, starts, options := t.s.Joining(e.Seat)
		if options == nil {
			break
		}
		k, err := ask.Put(t.a, h, starts)
		if err != nil {
			return nil, true, err
		}
		whole, err := scoring.Whole(options[k], t.a)
		return whole, true, err
	case Running:
		if _, f := t.s.rule(e); f != nil {
			break
		}
		e, err := t.askRunning(scoring.Ascending(slices.Concat(e.In, e.Out)))
		return e, true, err
	}
	return nil, false, nil
}

// askRunning asks whether each person who left is still ranked.
func (t asking) askRunning(seats []int) (e Running, err error) {
	for _, seat := range seats {
		h := ask.Head{ID: "pad.running", Text: askRunning.With("name", t.s.Table.Players[seat], "n", t.s.totals[seat])}
		k, err := ask.Put(t.a, h, ask.Pick{Options: []lang.Text{isIn, isOut}})
		switch {
		case err != nil:
			return e, err
		case k == 0:
			e.In = append(e.In, seat)
		default:
			e.Out = append(e.Out, seat)
		}
	}
	return e, nil
}

// left returns the seats that played and left before the end, as long as the table has not said whether they are ranked.
func (s State) left() []int {
	return slices.DeleteFunc(scoring.Away(s), func(seat int) bool { return !s.seen[seat] || s.verdicts[seat] != unasked })
}

// rule returns the game with the table's word on people who left. It refuses a seat that the table does not have, and a
// word that leaves nobody ranked.
func (s State) rule(e Running) (State, *scoring.Fault) {
	if s.file.EachRound == nil {
		return s, fault.New(notRounds)
	}
	if f := scoring.CheckSeats(s.Table.Players, slices.Concat(e.In, e.Out)); f != nil {
		return s, f.Plain()
	}
	s.verdicts = slices.Clone(s.verdicts)
	for _, seat := range e.In {
		s.verdicts[seat] = inRunning
	}
	for _, seat := range e.Out {
		s.verdicts[seat] = outOfIt
	}
	if !slices.ContainsFunc(s.verdicts, func(v verdict) bool { return v != outOfIt }) {
		return s, fault.New(allOut)
	}
	return s, nil
}

// begin returns the game with what a latecomer begins with, in place of the usual start.
func (s State) begin(e Start) (State, *scoring.Fault) {
	if s.file.EachRound == nil {
		return s, fault.New(notRounds)
	}
	if f := scoring.CheckSeat(s.Table.Players, e.Seat, "name"); f != nil {
		return s, f
	}
	usual := s.file.Start.Of(len(s.Table.Players))
	_, known := starting(e.By)
	switch {
	case slices.ContainsFunc(s.starts, func(b begun) bool { return b.Seat == e.Seat }):
		return s, fault.New(startTwice.With("name", s.Table.Players[e.Seat]), "name")
	case !known:
		return s, fault.New(noStarting.With("it", e.By, "allowed", "zero, average, worst, number"), "by")
	case e.By == startings[0].by && e.Points != usual:
		return s, fault.New(zeroPoints.With("n", e.Points, "lo", usual), "points")
	}
	s.starts, s.totals = append(slices.Clip(s.starts), begun{e, s.rounds.Len()}), slices.Clone(s.totals)
	s.totals[e.Seat] += e.Points - usual
	return s, plain().check([]int{e.Points}).Under("points")
}

// Here drops the table's word on people who are back.
func (s State) Here(scoring.Here) (scoring.State, error) {
	s.verdicts = slices.Clone(s.verdicts)
	for _, seat := range s.present() {
		s.verdicts[seat] = unasked
	}
	return s, nil
}

// tellRunning says what was decided about people who left.
func tellRunning(players []string, e Running) lang.Text {
	in, out := tellIn.With("n", len(e.In), "names", scoring.Whos(players, e.In)), tellOut.With("n", len(e.Out), "names", scoring.Whos(players, e.Out))
	switch {
	case len(e.In)+len(e.Out) == 0:
		return nobodyLeft
	case len(e.In) == 0:
		return out
	case len(e.Out) == 0:
		return in
	}
	return bothOf.With("in", in, "out", out)
}

// told says what a person begins with.
func (e Start) told() lang.Text {
	say, known := starting(e.By)
	switch {
	case !known:
		say = lang.Literal("{n}")
	case e.By == startings[0].by && e.Points != 0:
		say = asUsual
	}
	return say.With("n", e.Points)
}
