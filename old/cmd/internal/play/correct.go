package play

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// Corrections. Their rules:
//
//   - Before a correction is kept, the table sees what it does to the totals and the first later
//     event that the rules then refuse, which may be answered again along with it. One undo takes
//     all of it back.
//   - An unfinished correction is kept, and offered again: to be finished or discarded. Until then
//     nothing else changes.

// Corrections ask what to do with a change to past events. They lie between the loop and the sitting, which does not
// know them.
type corrections struct {
	at    *sitting
	serve func(error) error // the loop's answer to an aside
}

var (
	standsInTheWay = lang.Msg("play.stands-in-the-way", "With this change, the rules no longer allow what came later:")
	longerFirst    = lang.Msg("play.longer-first", "To keep all of it, leave everything as it was now and make the game longer first: “{more}” at its end, or {key} behind “?”. Then add this.")
	laterOnes      = lang.Plural("play.later-ones", "and {n} later one that depends on it.", "and {n} later ones that depend on it.")
	laterEvent     = lang.Msg("play.later-event", "- {event}. Why: {why}.")
	wouldChange    = lang.Msg("play.would-change", "With this change: {totals}")
	wouldWin       = lang.Msg("play.would-win", "Then {names} would win.")
	wouldGoOn      = lang.Msg("play.would-go-on", "Then the game would not be over.")

	alsoStruck = lang.Msg("play.also-struck", "“{it}” is struck out: {points}")

	inTheWay = lang.Msg("play.in-the-way", "What should happen?")
	leaveIt  = lang.Msg("play.leave-it", "Leave everything as it was")
	keepIt   = lang.Msg("play.keep-it", "Keep the change")
	takeBack = lang.Msg("play.take-back", "Make the change, and remove those")
	askAgain = lang.Msg("play.ask-again", "Make the change, and answer that one again")
)

var keyTable = lang.Msg("play.key-table", "n")

// settle shows what a correction would do, and makes it if the table agrees. A correction that changes no total and
// breaks no later event is made at once.
func (c corrections) settle(p *session.Proposal) error {
	notes := append(c.struck(p), c.difference(p)...)
	options := []lang.Text{keepIt, leaveIt}
	if len(p.Later) > 0 {
		notes = append(notes, standsInTheWay)
		first := p.Later[0] // the others may only follow from it
		notes = append(notes, laterEvent.With("event", strings.TrimSuffix(c.at.in.Voice.Say(c.at.s.Log.About(p.Was, first.Item)), "."), "why", first.Why.Say))
		if n := len(p.Later) - 1; n > 0 {
			notes = append(notes, laterOnes.With("n", n))
		}
		notes, options = append(notes, c.makeRoom(p)...), []lang.Text{leaveIt, takeBack}
		if c.at.s.MayAsk(p) {
			options = append(options, askAgain)
		}
	}
	if len(notes) == 0 {
		return c.make(p)
	}
	suggested := 0
	if len(p.Put) == 0 { // one Enter too many removes nothing
		suggested = slices.IndexFunc(options, func(o lang.Text) bool { return o.ID == leaveIt.ID })
	}
	k, err := c.choose(p, ask.Head{ID: "play.in-the-way", Text: inTheWay, Notes: notes}, options, suggested)
	_, reads := c.at.s.Place.At()
	switch leaves := errors.Is(err, ask.ErrBack) || errors.Is(err, ask.ErrNow); {
	case errors.Is(err, ask.ErrBack) && p.Base != nil:
		return c.tellAgain(p.Base)
	case leaves && !reads: // there is no question to go back to
		return c.at.s.Leave(p)
	case err != nil:
		return c.unsettled(err)
	case options[k].ID == leaveIt.ID:
		return c.at.s.Leave(p)
	case options[k].ID == askAgain.ID:
		return c.tellAgain(p)
	}
	return c.make(p)
}

// tellAgain asks again about the first event that a correction breaks, and settles both together.
func (c corrections) tellAgain(p *session.Proposal) error {
	defer func(was *session.Item) { c.at.broken = was }(c.at.broken)
	c.at.broken = &p.Later[0].Item
	for {
		q, err := c.at.s.Again(c.at.past, p)
		switch {
		case err == nil:
			c.at.broken = nil
			return c.settle(q)
		case errors.Is(err, ask.ErrBack), errors.Is(err, ask.ErrNow):
			c.at.broken = nil
			return c.settle(p)
		}
		if err := c.serve(err); err != nil || !c.at.s.Holds(p) {
			return err
		}
	}
}

// struck lists the points under each name that is struck out. If the rules refuse the change, the refusal names them
// already.
func (c corrections) struck(p *session.Proposal) (notes []lang.Text) {
	names := p.Before.Columns()
	for i, to := range p.Columns() {
		if points := counted(p.Before, names[i]); to == scoring.Gone && len(points) > 0 && len(p.Later) == 0 {
			notes = append(notes, alsoStruck.With("it", names[i], "points", points))
		}
	}
	return notes
}

// makeRoom says how to add something to a game whose planned rounds have all been played, if it can be made longer.
func (c corrections) makeRoom(p *session.Proposal) []lang.Text {
	full := slices.ContainsFunc(p.Later, func(r session.Refused) bool { return r.Why.Say.ID == scoring.Over.ID })
	more, _ := c.at.longer()
	if !full || len(p.Dropped) > 0 || more.Empty() {
		return nil
	}
	return []lang.Text{longerFirst.With("more", more, "key", keyTable)}
}

var notFinished = lang.Msg("play.not-finished", "The change before this one was not finished: none of it was done.")

// unsettled handles a correction whose question was left: ErrBack leads to its last question, and ErrNow asks what to
// do with the unfinished rest.
func (c corrections) unsettled(err error) error {
	switch {
	case errors.Is(err, errElse):
		c.at.say(notFinished)
		return nil
	case errors.Is(err, ask.ErrBack):
		return nil
	case errors.Is(err, ask.ErrNow):
		return c.leaveHalf()
	}
	return err
}

// choose asks about a proposal. Asides are served, and the question stands there again for as long as the proposal
// still fits the game.
func (c corrections) choose(p *session.Proposal, h ask.Head, options []lang.Text, suggested int) (int, error) {
	if suggested >= 0 {
		h.Suggest = ask.Usual(suggested)
	}
	var k int
	err := c.insist(p, func() (err error) {
		k, err = ask.Put(c.at.now, h, ask.Pick{Options: options})
		return err
	})
	return k, err
}

// insist puts a question about a correction until it is answered, and serves every aside in between.
func (c corrections) insist(p *session.Proposal, put func() error) error {
	for slot := c.at.s.Place.Slot(); ; {
		err := put()
		var aside *ask.Aside
		if !errors.As(err, &aside) {
			return err
		}
		if err := c.serve(err); err != nil {
			return err
		}
		if p != nil && !c.at.s.Holds(p) || c.at.s.Place.Slot() != slot {
			return errElse
		}
	}
}

// errElse reports that the table turned to something else. The correction in question is still kept, and offered again.
var errElse = errors.New("play: the table turned to something else")

func (c corrections) make(p *session.Proposal) error {
	if err := c.at.s.Make(p); err != nil {
		return err
	}
	c.at.tellChange(putIn)
	return nil
}

var putIn = lang.Msg("play.put-in", "Added: {what}")

// difference says how a correction changes the totals and the winners.
func (c corrections) difference(p *session.Proposal) []lang.Text {
	was, now := p.Before.Result(), p.After.Result()
	var notes []lang.Text
	if changed := totals(was, now); len(changed) > 0 {
		notes = append(notes, wouldChange.With("totals", strings.Join(changed, " · ")))
	}
	switch before, after := setup.Named(was.Rows, was.Winners), setup.Named(now.Rows, now.Winners); {
	case was.Over && !now.Over:
		notes = append(notes, wouldGoOn)
	case len(after) > 0 && !slices.Equal(before, after) && slices.Equal(was.Rows, now.Rows):
		notes = append(notes, wouldWin.With("names", lang.Names(after)))
	}
	return notes
}

// totals lists the rows whose points change: Ana 10 → 8.
func totals(was, now scoring.Result) []string {
	var out []string
	for row, name := range now.Rows {
		k := slices.Index(was.Rows, name)
		if k < 0 && len(was.Rows) == len(now.Rows) {
			k = row // a corrected name
		}
		if k >= 0 && was.Points[k] != now.Points[row] { // a newcomer's points were announced already
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

// leaveHalf asks what to do with a correction that the table wants to leave.
func (c corrections) leaveHalf() error {
	if !c.at.s.Place.Begun() { // nothing of the insertion was entered yet
		c.at.s.Place.ToNow()
		return nil
	}
	h, _ := c.at.s.Place.At()
	return c.goOnOrDrop(h, halfHere, func() {})
}

// takeUp offers to go on with an unfinished correction.
func (c corrections) takeUp(h session.Half) error {
	say := halfCorrect
	if h.PutIn {
		say = halfPut
	}
	return c.goOnOrDrop(h, say, func() {
		c.at.s.Place.GoOn(h)
		c.at.lost = true
	})
}

func (c corrections) goOnOrDrop(h session.Half, note lang.Text, goOn func()) error {
	about := note.With("what", c.at.about(h.Item))
	k, err := c.choose(nil, ask.Head{ID: "play.go-on-or-drop", Text: whatOfIt, Notes: []lang.Text{about}}, []lang.Text{tellItToEnd, dropIt}, 0)
	switch {
	case errors.Is(err, errElse):
		return nil
	case errors.Is(err, ask.ErrBack), errors.Is(err, ask.ErrNow), err == nil && k == 0:
		goOn()
		return nil
	case err != nil:
		return err
	}
	return c.at.s.DropHalf(h)
}

// mend offers to discard a dialog that the program cannot replay.
func (c corrections) mend(b *session.Broken) error {
	var file string
	var lost error
	if b.Panic != nil {
		file, lost = c.at.in.Trace(b.Panic, b.Trace)
	}
	k, err := ask.PickOne(c.at.now, "play.broken", CannotGoOn, []lang.Text{dropBroken, leaveBroken}, 0)
	if b.Panic != nil && lost == nil {
		c.at.say(TraceIsThere.With("file", file))
	}
	switch {
	case err != nil && !errors.Is(err, ask.ErrBack) && !errors.Is(err, ask.ErrNow):
		return err
	case err != nil || k == 1:
		return ask.ErrQuit
	}
	c.at.s.Place.ToNow()
	return c.at.s.Drafts.Drop(b.Slot)
}

// counted returns the points that a named part paid, for everybody who got any.
func counted(s scoring.State, part string) (points lang.List) {
	r := s.Result()
	k := slices.IndexFunc(r.Parts, func(p scoring.Part) bool { return p.Name.String() == part })
	for _, l := range s.Ledger() {
		if l.Part == k {
			points = append(points, hasPoints.With("name", r.Rows[l.Row], "n", l.Points))
		}
	}
	return points
}

var hasPoints = lang.Literal("{name}\u00a0{n}")

var (
	whichItem = lang.Msg("play.which-item", "What should be corrected?")
	putRight  = lang.Msg("play.put-right", "Answer it again")
	putBefore = lang.Msg("play.put-before", "Add something forgotten before it")
	takeAway  = lang.Msg("play.take-away", "Remove it")
	nothingIt = lang.Msg("play.nothing-changed", "Nothing: go back")
)

// correct changes or removes any past event, the table included, or inserts one before it.
func (c corrections) correct() error {
	items := c.at.s.Log.Items()
	options := c.at.s.Log.Abouts(items)
	slices.Reverse(options) // the latest first, as it is wrong most often
	at, err := ask.PickOne(c.at.now, "play.which-item", whichItem, options, 0)
	if err != nil {
		return leaveCommand(err)
	}
	it := items[len(items)-1-at]
	if it.ID == items[0].ID {
		return changeTable(c.at)
	}
	k, err := ask.PickOne(c.at.now, "play.what-to-do", c.at.about(it), []lang.Text{putRight, putBefore, takeAway, nothingIt}, 0)
	switch {
	case errors.Is(err, ask.ErrBack):
		return c.correct()
	case err != nil:
		return leaveCommand(err)
	}
	switch k {
	case 0:
		c.at.s.Place.Open(it.ID)
	case 1:
		c.at.s.Place.PutIn(it.ID)
	case 2:
		p, err := c.at.s.Remove(it.ID)
		return c.corrected(p, err)
	}
	return nil
}
