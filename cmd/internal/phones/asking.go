package phones

import (
	"errors"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
)

// An asking is one question at the laptop, and on the phones that may answer it there: those of who keeps the score, and
// that of its person. The first answer counts, and the other places give it up. What phones ask the table for is put in
// between, as soon as nobody types.
type asking struct {
	*Both
	shown ask.Question     // as the laptop shows it
	own   ask.Question     // as its one person answers it on a phone
	no    string           // of the slip of its one person; "": nobody has one
	late  <-chan time.Time // when it is given up; nil: never
	other func(said) error // hears what phones say to other questions, and replies; nil: all of that is late. An error ends the asking
	stale func() bool      // reports whether the laptop has to show another question; nil: it never has

	lead   string        // the number for who keeps the score
	at     chan struct{} // is closed to take from the keyboard what lies there; nil: nothing does
	back   chan put      // the answer that comes of that
	p      petition      // that the laptop is asked about just now
	ticked int           // lines of a list are left out of what is shown
	came   put           // what came of the question
	by     *said         // the phone that answered it; nil: the laptop did
	over   bool
}

// A put is what came of a question that was put at a keyboard.
type put struct {
	a     ask.Answer
	err   error
	panic any // what asking failed with
}

// ask asks until the question is answered, given up or stale; the last two are ask.ErrYielded.
func (d *asking) ask() put {
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
	done, back := make(chan struct{}), make(chan put, 1)
	d.at, d.back = done, back
	go func() {
		var came put
		defer func() {
			came.panic = recover()
			back <- came
		}()
		came.a, came.err = d.AskUntil(done, q)
	}()
}

// leave takes from the keyboard the question that lies there, and returns what came of it.
func (d *asking) leave() (came put) {
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
	case s := <-d.Hub.said:
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
		d.came, d.over = put{err: ask.ErrYielded}, true
	}
}

// typed takes what came from the laptop: what becomes of a petition, or the answer. A panic there goes on where the program
// can put the terminal in order.
func (d *asking) typed(came put) {
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
func (d *asking) decided(came put) bool {
	var aside *ask.Aside
	if came.err != nil && !errors.Is(came.err, ask.ErrBack) && !errors.Is(came.err, ask.ErrNow) && !errors.As(came.err, &aside) {
		return false
	}
	_ = d.Hub.Lobby.decide(d.p.id, came.err == nil && came.a.Value() == 0) // it may be gone meanwhile; what cannot be kept is so until the next start
	return true
}

// hear takes an answer from a phone, and tells that phone nil where it counts.
func (d *asking) hear(s said) {
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
			d.came, d.over = put{err: err}, true
		}
		return
	}
	a, instead := s.read(q)
	var f *fault.Fault
	if errors.As(instead, &f) {
		s.reply <- f
		return
	}
	if mine && instead == nil && d.Hub.gives(s, a, q.Place) != nil {
		s.reply <- errBusy
		return
	}
	d.stop()
	if d.over { // the laptop was first
		d.Hub.settle(s.no, nil)
		s.reply <- tooLate(d.came.err)
		return
	}
	d.came, d.by, d.over = put{a: a, err: instead}, &s, true
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
	var aside *ask.Aside
	if errors.As(err, &aside) {
		return errBusy
	}
	return errGone
}
