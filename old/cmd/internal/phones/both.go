package phones

import (
	"errors"
	"slices"
	"time"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A Keyboard asks at the laptop.
type Keyboard interface {
	// AskUntil asks, but gives up with ask.ErrYielded soon after done is closed.
	AskUntil(done <-chan struct{}, q ask.Question) (ask.Answer, error)
	// Deafen drops keys that are being typed, since they were meant for a question that is gone.
	Deafen()
	// Typing reports whether somebody is typing, so that another question would get keys meant for this one.
	Typing() bool
	// Covers reports whether questions are drawn in a window rather than printed as lines.
	Covers() bool
}

// Both asks at the laptop and on phones at once. It is a single asker, and the last one before the keyboard, because
// the first answer counts wherever it is given. Its rules:
//
//   - A question at the laptop is on the scorekeeper's phones too, in the same words. If it has people, it is on their
//     phones as well. The laptop can answer everything for anybody.
//   - The first answer counts. The other places give the question up, and drop what is being typed there.
//   - An answer from a person's own phone is not shown: the laptop says only who answered. Going back or asking for
//     something else works the same on the scorekeeper's phone as at the keyboard.
//   - An aside at the laptop leaves the questions on the phones.
type Both struct {
	Keyboard
	Hub  *Hub
	Say  func(lang.Text)                // prints a line at the laptop
	Told func(ask.Question, ask.Answer) // shows at the laptop what the scorekeeper answered on a phone

	last  string // number of the question last answered by its own person's phone
	along string // ID of the question answered along with the one before
}

var fromPhone = lang.Msg("phones.from", "✔ By phone: {names}")

var _ ask.Asker = (*Both)(nil)

// Ask puts a question wherever it may be answered.
func (b *Both) Ask(q ask.Question) (ask.Answer, error) {
	q.Hidden = Hides(q)
	line, photos := ask.Is[ask.Each](q.Shape) && len(q.People) > 1, ask.As[ask.Show](q).Pictures
	switch {
	case q.Place == "" || len(q.People) == 0 || slices.Min(q.People) < 0 || ask.Is[ask.Watch](q.Shape) || !b.anyPhone(q.People):
		return b.alone(q)
	case (line || photos) && !q.Stands: // read again, they are for the laptop alone
		return b.together(q)
	case len(q.People) == 1:
		return b.toOne(q)
	}
	return b.alone(q)
}

// AskWhile asks the scorekeeper as long as the question is the right one, and until late at most. After that it returns
// ask.ErrYielded.
func (b *Both) AskWhile(q ask.Question, right func() bool, late <-chan time.Time) (ask.Answer, error) {
	d := asking{Both: b, shown: q, late: late, stale: func() bool { return !right() }}
	came := d.ask()
	return came.a, came.err
}

// alone asks the scorekeeper. A question of the game clears the phones; one without a place is an aside, during which
// their questions rest.
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

// toOne puts a question at the laptop and on one person's phone. The first answer counts.
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

// covered returns a question as the laptop shows it, without the answer that came from its person's phone, or the
// reason it was refused.
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

// Hides reports whether the laptop must not show an answer before the others are in, because it tells whose card lies
// where. People who vote on their phones sit in front of it, whichever way the answer came.
func Hides(q ask.Question) bool {
	return len(q.People) > 0 && q.People[0] >= 0 && ask.As[ask.Each](q).Cards
}

func (b *Both) anyPhone(seats []int) bool {
	return slices.ContainsFunc(seats, func(seat int) bool { has, _ := b.Hub.Lobby.phone(seat); return has })
}

// byPhone closes a question that its own person's phone has answered.
func (b *Both) byPhone(s submission) {
	b.last = s.no
	b.Hub.close()
	b.Say(fromPhone.With("names", lang.Names([]string{s.who})))
}

// withdraw takes the questions from the phones, or lets them rest if the table only looks something up.
func (b *Both) withdraw(err error) {
	if _, aside := errors.AsType[*ask.Aside](err); aside {
		b.Hub.rest()
	} else {
		b.Hub.close()
	}
}

// An asking is one question at the laptop, and on the phones that may answer it: the scorekeeper's and its own
// person's. The first answer counts, and the other places give it up. Petitions of phones are put in between, as soon
// as nobody is typing.
type asking struct {
	*Both
	shown ask.Question           // as the laptop shows it
	own   ask.Question           // as its own person answers it
	no    string                 // number of its own person's slip; "" if there is none
	late  <-chan time.Time       // fires when the question is to be given up; may be nil
	other func(submission) error // takes answers to other questions, and replies to them; an error ends the asking. Without it, all those are too late
	stale func() bool            // reports whether the laptop has to show another question; may be nil

	lead   string        // number of the scorekeeper's slip
	at     chan struct{} // closed to take the question from the keyboard; nil if none is there
	back   chan result   // the keyboard's answer
	p      petition      // the petition that is put at the laptop now
	ticked int           // how many ticked lines the laptop leaves out
	came   result        // the answer, once there is one
	by     *submission   // the submission that answered; nil if the laptop did
	over   bool
}

// A result is the outcome of a question put at the keyboard.
type result struct {
	a     ask.Answer
	err   error
	panic any // the panic that asking ended in
}

// ask asks until the question is answered, given up or stale. The error of the last two is ask.ErrYielded.
func (d *asking) ask() result {
	d.lead = d.Hub.lay(d.shown, scorekeeper)
	changed, stop := d.Hub.changes()
	defer stop()
	defer d.leave() // also if the game panics at an answer
	for !d.over {
		if d.at == nil {
			d.put()
		}
		d.wait(changed)
	}
	return d.came
}

// put puts the current question or petition at the laptop.
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

// leave takes the question from the keyboard, and returns what came of it.
func (d *asking) leave() (came result) {
	if d.at != nil {
		close(d.at)
		came = <-d.back
	}
	d.at = nil
	return came
}

// petition returns the petition to put at the laptop now.
func (d *asking) petition() petition {
	if d.p.id == "" && d.Typing() {
		return petition{}
	}
	return d.Hub.petition()
}

// pause is how often to look whether somebody is still typing while a petition waits.
const pause = 250 * time.Millisecond

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

// look takes the question from the laptop if it has changed.
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

// stop takes the question from the laptop, unless it was answered just then.
func (d *asking) stop() {
	if came := d.leave(); !errors.Is(came.err, ask.ErrYielded) {
		d.typed(came)
	}
}

func (d *asking) yield() {
	d.stop()
	if !d.over {
		d.came, d.over = result{err: ask.ErrYielded}, true
	}
}

// typed takes the laptop's result as the answer, or as the decision on a petition. It passes a panic on to this
// goroutine, on which the program can restore the terminal.
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

// decided takes the laptop's decision on a petition: anything but yes is a no for now. It returns false if the table is
// leaving, which decides nothing.
func (d *asking) decided(came result) bool {
	_, aside := errors.AsType[*ask.Aside](came.err)
	if came.err != nil && !aside && !errors.Is(came.err, ask.ErrBack) && !errors.Is(came.err, ask.ErrNow) {
		return false
	}
	_ = d.Hub.Lobby.decide(d.p.id, came.err == nil && came.a.Value() == 0) // it may be gone by now; a failed save lasts until the next start
	return true
}

// hear takes a submission, and replies to its phone: nil if it counts.
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

// tooLate returns the reply to a phone that came second. If the table only looks something up, the phone tries again
// and its answer is held.
func tooLate(err error) error {
	if _, aside := errors.AsType[*ask.Aside](err); aside {
		return errBusy
	}
	return errGone
}
