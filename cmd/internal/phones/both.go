package phones

import (
	"errors"
	"slices"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Keyboard is who asks at the laptop.
type Keyboard interface {
	// AskUntil asks, but gives the question up with ask.ErrYielded soon after done is closed.
	AskUntil(done <-chan struct{}, q ask.Question) (ask.Answer, error)
	// Deafen drops what is typed just now: it was meant for a question that is gone.
	Deafen()
	// Typing reports whether somebody types just now, so that another question would take what is meant for this one.
	Typing() bool
	// Covers reports whether a window is drawn on; else lines are printed.
	Covers() bool
}

// Both asks at the laptop and on phones at once. It is one asker, and the last one before the keyboard, because the first
// answer counts wherever it is given. Its rules:
//
//   - A question at the laptop lies on the scorekeepers' phones too, as it stands there; one that is addressed to
//     people lies on theirs as well. The laptop can answer everything for anybody.
//   - The first answer counts; the other places give the question up, and what was typed
//     there in that moment is dropped.
//   - What comes from a phone of one's own is not said aloud: the laptop tells only who answered. One question back and a
//     wish for something else are the same on the phone of who keeps the score as at the keyboard.
//   - An aside at the laptop leaves the phones' questions lying.
type Both struct {
	Keyboard
	Hub  *Hub
	Say  func(lang.Text)                // prints a line at the laptop
	Told func(ask.Question, ask.Answer) // leaves at the laptop what whoever keeps the score answered on a phone

	last  string // the number of the question that a phone of one's own answered last
	along string // the ID of a question that was answered along with the one before
}

var fromPhone = lang.Msg("phones.from", "✔ By phone: {names}")

var _ ask.Asker = (*Both)(nil)

// Ask puts one question wherever it may be answered.
func (b *Both) Ask(q ask.Question) (ask.Answer, error) {
	q.Hidden = Hides(q)
	line, photos := ask.Is[ask.Each](q.Shape) && len(q.People) > 1, ask.As[ask.Show](q).Pictures
	switch {
	case q.Place == "" || len(q.People) == 0 || slices.Min(q.People) < 0 || ask.Is[ask.Watch](q.Shape) || !b.anyPhone(q.People):
		return b.alone(q)
	case (line || photos) && !q.Stands: // read again, they are the laptop's
		return b.together(q)
	case len(q.People) == 1:
		return b.toOne(q)
	}
	return b.alone(q)
}

// AskWhile asks whoever keeps the score, as long as the question is the right one, and until it is late: then it is given
// up with ask.ErrYielded.
func (b *Both) AskWhile(q ask.Question, right func() bool, late <-chan time.Time) (ask.Answer, error) {
	d := asking{Both: b, shown: q, late: late, stale: func() bool { return !right() }}
	came := d.ask()
	return came.a, came.err
}

// alone asks the scorekeeper. A question with a place in the game comes after those that lay on the phones;
// one without is an aside, and they rest on.
func (b *Both) alone(q ask.Question) (ask.Answer, error) {
	if q.Place != "" {
		b.Hub.passed()
	}
	along := b.along == q.ID && q.Suggest != nil && q.Fault == nil && !q.Stands
	b.along = ""
	if along {
		if b.Told != nil {
			b.Told(q, *q.Suggest)
		}
		return *q.Suggest, nil
	}
	d := asking{Both: b, shown: q}
	came := d.ask()
	return came.a, came.err
}

// toOne puts one question at the laptop and on a phone; the first answer counts.
func (b *Both) toOne(q ask.Question) (ask.Answer, error) {
	nos, held := b.Hub.layAll([]ask.Question{q})
	for _, s := range held {
		a, err := s.read(q)
		if err == nil {
			b.Hub.Lobby.handedOver(s.no)
			b.Hub.answered(&s)
			b.Deafen()
			b.byPhone(s)
			return a, nil
		}
		b.Hub.settle(s.no, err)
	}
	d := asking{Both: b, shown: b.covered(q), own: q, no: nos[0]}
	t := d.ask()
	if d.by != nil && d.by.seat != scorekeeper {
		b.byPhone(*d.by)
		return t.a, nil
	}
	b.last = ""
	b.withdraw(t.err)
	return t.a, t.err
}

// covered returns a question as it is put at the laptop: what somebody answered on a phone, and why that was
// refused, is theirs.
func (b *Both) covered(q ask.Question) ask.Question {
	if len(q.People) != 1 || ask.Is[ask.Show](q.Shape) {
		return q
	}
	if q.Fault != nil && b.last == b.Hub.number(q) {
		q.Fault, q.Suggest = nil, nil
	}
	if q.Stands {
		q.Secret, q.Suggest = true, nil
	}
	if q.Secret {
		l := q.List()
		l.Barred = nil
		q = q.With(l)
	}
	return q
}

// Hides reports whether the laptop tells no answer to a question before the part is told: whose card lies where. Who votes on a
// phone sits in front of it, wherever the answer came from.
func Hides(q ask.Question) bool {
	return len(q.People) > 0 && q.People[0] >= 0 && ask.As[ask.Each](q).Cards
}

func (b *Both) anyPhone(seats []int) bool {
	return slices.ContainsFunc(seats, func(seat int) bool { has, _ := b.Hub.Lobby.phone(seat); return has })
}

// byPhone ends a question that a phone of one's own has answered.
func (b *Both) byPhone(s submission) {
	b.last = s.no
	b.Hub.close()
	b.Say(fromPhone.With("names", lang.Names([]string{s.who})))
}

// away takes the questions from the phones, or lets them rest where the table only looks
// something up.
func (b *Both) withdraw(err error) {
	if _, aside := errors.AsType[*ask.Aside](err); aside {
		b.Hub.rest()
	} else {
		b.Hub.close()
	}
}

// An asking is one question at the laptop, and on the phones that may answer it there: those of who keeps the score, and
// that of its person. The first answer counts, and the other places give it up. What phones ask the table for is put in
// between, as soon as nobody types.
type asking struct {
	*Both
	shown ask.Question           // as the laptop shows it
	own   ask.Question           // as its one person answers it on a phone
	no    string                 // of the slip of its one person; "": nobody has one
	late  <-chan time.Time       // when it is given up; nil: never
	other func(submission) error // hears what phones say to other questions, and replies; nil: all of that is late. An error ends the asking
	stale func() bool            // reports whether the laptop has to show another question; nil: it never has

	lead   string        // the number for who keeps the score
	at     chan struct{} // is closed to take from the keyboard what lies there; nil: nothing does
	back   chan result   // the answer that comes of that
	p      petition      // that the laptop is asked about just now
	ticked int           // lines of a list are left out of what is shown
	came   result        // what came of the question
	by     *submission   // the phone that answered it; nil: the laptop did
	over   bool
}

// A put is what came of a question that was put at a keyboard.
type result struct {
	a     ask.Answer
	err   error
	panic any // what asking failed with
}

// ask asks until the question is answered, given up or stale; the last two are ask.ErrYielded.
func (d *asking) ask() result {
	d.lead = d.Hub.lay(d.shown, scorekeeper)
	changed, stop := d.Hub.Changes()
	defer stop()
	defer d.leave() // also where the game fails at an answer
	for !d.over {
		if d.at == nil {
			d.put()
		}
		d.wait(changed)
	}
	return d.came
}

// put puts at the laptop what it is asked now.
func (d *asking) put() {
	var q ask.Question
	d.p = d.petition()
	q, d.ticked = d.Hub.left(d.shown, d.Covers())
	if d.p.id != "" {
		q = d.p.question()
	}
	done, back := make(chan struct{}), make(chan result, 1)
	d.at, d.back = done, back
	go func() {
		var came result
		defer func() {
			came.panic = recover()
			back <- came
		}()
		came.a, came.err = d.AskUntil(done, q)
	}()
}

// leave takes from the keyboard the question that lies there, and returns what came of it.
func (d *asking) leave() (came result) {
	if d.at != nil {
		close(d.at)
		came = <-d.back
	}
	d.at = nil
	return came
}

// petition returns what a phone asks the table for, and the laptop is asked about now.
func (d *asking) petition() petition {
	if d.p.id == "" && d.Typing() {
		return petition{}
	}
	return d.Hub.petition()
}

// pause is how often it is looked whether somebody types still, where a phone asks for something.
const pause = 250 * time.Millisecond

// wait waits for the next thing that happens.
func (d *asking) wait(changed <-chan struct{}) {
	if d.stale != nil && d.stale() {
		d.yield()
		return
	}
	var again <-chan time.Time
	if d.p.id == "" && d.Hub.petition().id != "" {
		again = time.After(pause)
	}
	select {
	case came := <-d.back:
		d.at = nil
		d.typed(came)
	case <-d.late:
		d.yield()
	case s := <-d.Hub.submitted:
		d.hear(s)
	case <-changed:
		d.look()
	case <-again:
		d.look()
	}
}

// look takes from the laptop what lies there where it has to be something else.
func (d *asking) look() {
	_, done := d.Hub.left(d.shown, d.Covers())
	another := d.petition().id != d.p.id
	if !another && done == d.ticked {
		return
	}
	d.stop()
	if another && !d.over {
		d.Deafen() // keys typed just now were not meant for the next question
	}
}

// stop takes from the laptop the question that lies there; an answer given in the same moment counts.
func (d *asking) stop() {
	if came := d.leave(); !errors.Is(came.err, ask.ErrYielded) {
		d.typed(came)
	}
}

// yield gives the question up.
func (d *asking) yield() {
	d.stop()
	if !d.over {
		d.came, d.over = result{err: ask.ErrYielded}, true
	}
}

// typed takes what came from the laptop: what becomes of a petition, or the answer. A panic there goes on where the program
// can put the terminal in order.
func (d *asking) typed(came result) {
	if came.panic != nil {
		panic(came.panic)
	}
	if d.p.id != "" && d.decided(came) {
		return
	}
	d.came, d.over = came, true
	d.Hub.answered(nil)
}

// decided takes what the laptop says to what a phone asked for: anything but yes is no, for now. It returns false where
// the table leaves, which says nothing to it.
func (d *asking) decided(came result) bool {
	_, aside := errors.AsType[*ask.Aside](came.err)
	if came.err != nil && !aside && !errors.Is(came.err, ask.ErrBack) && !errors.Is(came.err, ask.ErrNow) {
		return false
	}
	_ = d.Hub.Lobby.decide(d.p.id, came.err == nil && came.a.Value() == 0) // it may be gone meanwhile; what cannot be kept is so until the next start
	return true
}

// hear takes an answer from a phone, and tells that phone nil where it counts.
func (d *asking) hear(s submission) {
	q, mine := d.shown, d.no != "" && s.no == d.no
	switch {
	case mine:
		q = d.own
	case s.no == d.lead:
	case d.other == nil:
		s.reply <- errGone
		return
	default:
		if err := d.other(s); err != nil {
			d.came, d.over = result{err: err}, true
		}
		return
	}
	a, instead := s.read(q)
	if f, ok := errors.AsType[*fault.Fault](instead); ok {
		s.reply <- f
		return
	}
	if mine && instead == nil && d.Hub.holdForGame(s, a, q.Place) != nil {
		s.reply <- errBusy
		return
	}
	d.stop()
	if d.over { // the laptop was first
		d.Hub.settle(s.no, nil)
		s.reply <- tooLate(d.came.err)
		return
	}
	d.came, d.by, d.over = result{a: a, err: instead}, &s, true
	if instead == nil {
		d.along = s.along
	}
	d.Hub.answered(&s)
	d.Deafen()
	s.reply <- nil
	if instead == nil && s.seat == scorekeeper && d.Told != nil {
		d.Told(d.shown, a)
	}
}

// tooLate returns what a phone is told that was second: where the table only looks something up, it tries
// again, and its answer waits.
func tooLate(err error) error {
	if _, aside := errors.AsType[*ask.Aside](err); aside {
		return errBusy
	}
	return errGone
}
