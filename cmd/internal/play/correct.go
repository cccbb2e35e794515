package play

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// Corrections. Their rules:
//
//   - What a correction makes of the totals is shown before it is kept, and so is the first
//     later event that the rules then refuse, which may be told again with it. One undo takes
//     all of it back.
//   - One that is left half told is kept, and is offered again: to be told to its end, or
//     to be dropped. Nothing else changes until then.

// corrected is a correction told to its end, or the reason why not.
func (e *Evening) corrected(p *session.Proposal, err error) error {
	switch {
	case errors.Is(err, session.ErrHalf):
		return e.leaveHalf()
	case errors.Is(err, ask.ErrBack), errors.Is(err, ask.ErrNow):
		return e.leaveHalf() // something that is put in: there is nothing before it
	case err != nil || p == nil:
		return err
	}
	if t, is := tableOf(p.Put); is && len(p.Dropped) == 1 {
		return e.settleTable(p, t)
	}
	return e.settle(p)
}

// tableOf is the table that some items begin with, and whether they do: with it happens what latecomers begin with.
func tableOf(items []session.Item) (setup.Table, bool) {
	if len(items) == 0 {
		return setup.Table{}, false
	}
	t, is := items[0].Event.(setup.Table)
	return t, is
}

var (
	standsInTheWay = lang.Msg("play.stands-in-the-way", "With this change, the rules no longer allow what came later:")
	longerFirst    = lang.Msg("play.longer-first", "To keep all of it, leave everything as it was now and make the game longer first: “{more}” at its end, or {key} behind “?”. Then add this.")
	laterOnes      = lang.Plural("play.later-ones", "and {n} later one that depends on it.", "and {n} later ones that depend on it.")
	laterEvent     = lang.Msg("play.later-event", "- {event}. Why: {why}.")
	wouldChange    = lang.Msg("play.would-change", "With this change: {totals}")
	wouldWin       = lang.Msg("play.would-win", "Then {names} would win.")
	wouldGoOn      = lang.Msg("play.would-go-on", "Then the game would not be over.")

	inTheWay = lang.Msg("play.in-the-way", "What should happen?")
	leaveIt  = lang.Msg("play.leave-it", "Leave everything as it was")
	keepIt   = lang.Msg("play.keep-it", "Keep the change")
	takeBack = lang.Msg("play.take-back", "Make the change, and remove those")
	askAgain = lang.Msg("play.ask-again", "Make the change, and answer that one again")
)

// settle shows what a correction would do, and makes it if the table wants it. One that
// changes no total and stands in nobody's way is made at once.
func (e *Evening) settle(p *session.Proposal) error {
	notes := append(e.struck(p), e.difference(p)...)
	options := []lang.Text{keepIt, leaveIt}
	if len(p.Later) > 0 {
		notes = append(notes, standsInTheWay)
		first := p.Later[0] // the others may only follow from it
		notes = append(notes, laterEvent.With("event", strings.TrimSuffix(e.Voice.Say(e.s.Log.About(p.Was(), first.Item)), "."), "why", first.Why.Say))
		if n := len(p.Later) - 1; n > 0 {
			notes = append(notes, laterOnes.With("n", n))
		}
		notes, options = append(notes, e.makeRoom(p)...), []lang.Text{leaveIt, takeBack}
		if e.s.MayAsk(p) {
			options = append(options, askAgain)
		}
	}
	if len(notes) == 0 {
		return e.make(p)
	}
	suggested := 0
	if len(p.Put) == 0 { // an Enter too many removes nothing
		suggested = slices.IndexFunc(options, func(o lang.Text) bool { return o.ID == leaveIt.ID })
	}
	k, err := e.choose(p, ask.Question{ID: "play.in-the-way", Shape: ask.Pick{Options: options}, Text: inTheWay, Notes: notes}, suggested)
	switch leaves := errors.Is(err, ask.ErrBack) || errors.Is(err, ask.ErrNow); {
	case errors.Is(err, ask.ErrBack) && p.Base() != nil:
		return e.tellAgain(p.Base())
	case leaves && !e.reads():
		return e.leaveIt(p)
	case err != nil:
		return e.unsettled(err)
	case options[k].ID == leaveIt.ID:
		return e.leaveIt(p)
	case options[k].ID == askAgain.ID:
		return e.tellAgain(p)
	}
	return e.make(p)
}

// tellAgain asks anew what a correction breaks first, and settles both together.
func (e *Evening) tellAgain(p *session.Proposal) error {
	defer func(was *session.Item) { e.broken = was }(e.broken)
	e.broken = &p.Later[0].Item
	for {
		q, err := e.s.Again(e.past, p)
		switch {
		case err == nil:
			e.broken = nil
			return e.settle(q)
		case errors.Is(err, ask.ErrBack), errors.Is(err, ask.ErrNow):
			e.broken = nil
			return e.settle(p)
		}
		if err := e.handle(err); err != nil || !e.s.Holds(p) {
			return err
		}
	}
}

// struck names what was counted under a name that is struck out; what the rules refuse for it is named anyway.
func (e *Evening) struck(p *session.Proposal) (notes []lang.Text) {
	names := scoring.Columns(p.Before)
	for i, to := range p.Columns() {
		if points := counted(p.Before, names[i]); to == scoring.Gone && len(points) > 0 && len(p.Later) == 0 {
			notes = append(notes, alsoStruck.With("it", names[i], "points", points))
		}
	}
	return notes
}

// makeRoom says how the game takes what is put in, where all that was planned happened
// already and there is more to plan.
func (e *Evening) makeRoom(p *session.Proposal) []lang.Text {
	full := slices.ContainsFunc(p.Later, func(r session.Refused) bool { return r.Why.Say.ID == scoring.Over.ID })
	more, _ := e.longer()
	if !full || len(p.Dropped) > 0 || more.Empty() {
		return nil
	}
	return []lang.Text{longerFirst.With("more", more, "key", keyTable)}
}

// unsettled is what becomes of a correction whose question was not answered: back is the
// last question of it again, and now asks what becomes of what is half told.
func (e *Evening) unsettled(err error) error {
	switch {
	case errors.Is(err, errElse), errors.Is(err, ask.ErrBack):
		return nil
	case errors.Is(err, ask.ErrNow):
		return e.leaveHalf()
	}
	return err
}

// reads reports whether a conversation is open to which one can go back.
func (e *Evening) reads() bool {
	_, reading := e.s.Reading()
	_, putting := e.s.PuttingIn()
	return reading || putting
}

// choose asks about a proposal; asides are served, and it is asked again as long as the
// game is still the one that it is about.
func (e *Evening) choose(p *session.Proposal, q ask.Question, suggested int) (int, error) {
	if suggested >= 0 {
		s := ask.One(suggested)
		q.Suggest = &s
	}
	for slot := e.s.Slot(); ; {
		r, err := e.now.Ask(q)
		var aside *ask.Aside
		if !errors.As(err, &aside) {
			return r.Value(), err
		}
		if err := e.handle(err); err != nil {
			return 0, err
		}
		if p != nil && !e.s.Holds(p) || e.s.Slot() != slot {
			return 0, errElse
		}
	}
}

// errElse: the table turned to something else meanwhile. What it was asked about is
// still kept, and offered again.
var errElse = errors.New("cmd: the table turned to something else")

// make makes a correction, and says what it changed.
func (e *Evening) make(p *session.Proposal) error {
	if err := e.s.Make(p); err != nil {
		return err
	}
	last := e.s.Log.Last()
	old, now := e.s.Log.Describe(last)
	switch {
	case len(last.Dropped) == 0:
		e.say(putIn.With("what", now))
	case len(last.Put) == 0:
		e.say(goneAgain.With("what", old))
	default:
		e.say(nowAgain.With("old", old, "now", now))
	}
	return nil
}

var putIn = lang.Msg("play.put-in", "Added: {what}")

// leaveIt drops a correction; the table is back at now.
func (e *Evening) leaveIt(p *session.Proposal) error {
	err := e.s.Leave(p)
	e.s.ToNow()
	return err
}

// difference is what a correction makes of the totals, and of who wins.
func (e *Evening) difference(p *session.Proposal) []lang.Text {
	was, now := p.Before.Result(), p.After.Result()
	var notes []lang.Text
	if changed := totals(was, now); len(changed) > 0 {
		notes = append(notes, wouldChange.With("totals", strings.Join(changed, " · ")))
	}
	winners := func(r scoring.Result) (names []string) {
		for _, row := range r.Winners {
			names = append(names, r.Rows[row])
		}
		return names
	}
	switch before, after := winners(was), winners(now); {
	case was.Over && !now.Over:
		notes = append(notes, wouldGoOn)
	case len(after) > 0 && !slices.Equal(before, after) && slices.Equal(was.Rows, now.Rows):
		notes = append(notes, wouldWin.With("names", lang.Names(after)))
	}
	return notes
}

// totals are the rows that have other points now: Ana 10 → 8.
func totals(was, now scoring.Result) []string {
	var out []string
	for row, name := range now.Rows {
		k := slices.Index(was.Rows, name)
		if k < 0 && len(was.Rows) == len(now.Rows) {
			k = row // a name put right
		}
		if k >= 0 && was.Points[k] != now.Points[row] { // whoever came just now has what was said
			out = append(out, name+" "+strconv.Itoa(was.Points[k])+" → "+strconv.Itoa(now.Points[row]))
		}
	}
	return out
}

var (
	halfHere     = lang.Msg("play.half-here", "This is still unfinished: {what}")
	halfCorrect  = lang.Msg("play.half-correct", "A correction was under way: {what}")
	halfPut      = lang.Msg("play.half-put", "Something forgotten was being added before: {what}")
	whatOfIt     = lang.Msg("play.what-of-it", "Go on with it?")
	tellItToEnd  = lang.Msg("play.tell-it-to-end", "Yes, finish it")
	dropIt       = lang.Msg("play.drop-it", "No, discard it: everything stays as it was")
	CannotGoOn   = lang.Msg("play.cannot-go-on", "The answers given here so far make the program fail, and it cannot go on with them. The rest of the game is not affected.")
	dropBroken   = lang.Msg("play.drop-broken", "Discard these answers, and ask again")
	leaveBroken  = lang.Msg("play.leave-broken", "Keep everything as it is, and leave")
	TraceIsThere = lang.Msg("play.trace-is-there", "What went wrong is written down in {file}.")
)

// leaveHalf asks what becomes of a correction that the table wants to leave.
func (e *Evening) leaveHalf() error {
	h, begun := e.s.AtHand()
	if !begun { // nothing of what is put in was told yet
		e.s.ToNow()
		return nil
	}
	return e.goOnOrDrop(h, halfHere, func() {})
}

// takeUp offers to go on with a correction that was left half told.
func (e *Evening) takeUp(h session.Half) error {
	say := halfCorrect
	if h.PutIn {
		say = halfPut
	}
	return e.goOnOrDrop(h, say, func() {
		e.s.GoOn(h)
		e.lost = true
	})
}

func (e *Evening) goOnOrDrop(h session.Half, note lang.Text, goOn func()) error {
	k, err := e.choose(nil, ask.Question{
		ID: "play.go-on-or-drop", Shape: ask.Pick{Options: []lang.Text{tellItToEnd, dropIt}}, Text: whatOfIt, Notes: []lang.Text{note.With("what", e.about(h.Item))},
	}, 0)
	switch {
	case errors.Is(err, errElse):
		return nil
	case errors.Is(err, ask.ErrBack), errors.Is(err, ask.ErrNow), err == nil && k == 0:
		goOn()
		return nil
	case err != nil:
		return err
	}
	return e.s.DropHalf(h)
}

// mend offers to drop a conversation that the program cannot go on with.
func (e *Evening) mend(b *session.Broken) error {
	var notes []lang.Text
	if b.Panic != nil {
		if file, err := e.Trace(b.Panic, b.Trace); err == nil {
			notes = append(notes, TraceIsThere.With("file", file))
		}
	}
	k, err := ask.PickOne(e.now, "play.broken", CannotGoOn, []lang.Text{dropBroken, leaveBroken}, 0)
	for _, n := range notes {
		e.say(n)
	}
	switch {
	case err != nil && !errors.Is(err, ask.ErrBack) && !errors.Is(err, ask.ErrNow):
		return err
	case err != nil || k == 1:
		return ask.ErrQuit
	}
	e.s.ToNow()
	return e.s.Drop(b.Slot)
}
