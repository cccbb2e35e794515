package phones

import (
	"errors"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
)

// A put is a question that lies at the keyboard.
type put struct {
	done chan struct{}
	back chan typedAt
	open bool // nobody took it back, and nothing came of it yet
}

// A typedAt is what came of a question.
type typedAt struct {
	a     ask.Answer
	err   error
	panic any // what asking failed with
}

// lay puts a question at a keyboard.
func lay(k Keyboard, q ask.Question) *put {
	p := &put{done: make(chan struct{}), back: make(chan typedAt, 1), open: true}
	go func() {
		var t typedAt
		defer func() {
			t.panic = recover()
			p.back <- t
		}()
		t.a, t.err = k.AskUntil(p.done, q)
	}()
	return p
}

// came is what came from the keyboard by itself. A panic there goes on where the program can put
// the terminal in order.
func (p *put) came(t typedAt) typedAt {
	p.open = false
	if t.panic != nil {
		panic(t.panic)
	}
	return t
}

// stop takes the question back, and returns what came of it.
func (p *put) stop() typedAt {
	close(p.done)
	return p.came(<-p.back)
}

// leave takes the question back where nobody did, whatever came of it.
func (p *put) leave() {
	if p.open {
		p.open = false
		close(p.done)
		<-p.back
	}
}

// A desk is one question at the laptop, and on the phones that may answer it there: those of who keeps the score, and
// that of its person. The first answer counts, and the other places give it up. What phones ask the table for is put in
// between, as soon as nobody types.
type desk struct {
	*Both
	q     ask.Question
	shown ask.Question     // as the laptop shows it
	no    string           // of the slip of its one person; "": nobody has one
	done  <-chan struct{}  // it is given up; nil: never
	other func(said) error // hears what phones say to other questions, and replies; nil: all of that is late. An error ends the asking
	stale func() bool      // reports whether the laptop has to show another question; nil: it never has
	lead  string           // the number for who keeps the score

	at     *put
	p      petition // that the laptop is asked about just now
	asks   bool     // it is
	ticked int      // lines of a list are left out of what is shown
	came   typedAt  // what came of the question
	by     *said    // the phone that answered it; nil: the laptop did
	over   bool
}

// ask asks until the question is answered, given up or stale; the last two are ask.ErrYielded.
func (d *desk) ask() typedAt {
	d.lead = d.Hub.lay(d.shown, scorekeeper)
	changed, stop := d.Hub.Changes()
	defer stop()
	for !d.over {
		d.put()
		d.wait(changed)
	}
	return d.came
}

// put puts at the laptop what it is asked now.
func (d *desk) put() {
	var q ask.Question
	d.p, d.asks = d.petition()
	q, d.ticked = d.Hub.left(d.shown, d.Covers())
	if d.asks {
		q = d.p.question()
	}
	d.at = lay(d.Keyboard, q)
}

// petition returns what a phone asks the table for, and whether the laptop is asked about that now.
func (d *desk) petition() (petition, bool) {
	p, asks := d.Hub.petition()
	return p, asks && (d.asks || !d.Typing())
}

// pause is how often it is looked whether somebody types still, where a phone asks for something.
const pause = 250 * time.Millisecond

// wait waits until the laptop has to show something else.
func (d *desk) wait(changed <-chan struct{}) {
	defer d.at.leave() // also where the game fails at an answer
	for d.at.open && !d.over {
		if d.stale != nil && d.stale() {
			d.yield()
			return
		}
		var again <-chan time.Time
		if _, asks := d.Hub.petition(); asks && !d.asks {
			again = time.After(pause)
		}
		select {
		case t := <-d.at.back:
			d.typed(d.at.came(t))
		case <-d.done:
			d.yield()
		case s := <-d.Hub.said:
			d.hear(s)
		case <-changed:
			d.look()
		case <-again:
			d.look()
		}
	}
}

// look takes from the laptop what lies there where it has to be something else.
func (d *desk) look() {
	_, done := d.Hub.left(d.shown, d.Covers())
	now, asks := d.petition()
	another := asks != d.asks || asks && now != d.p
	if !another && done == d.ticked {
		return
	}
	d.stop()
	if another && !d.over {
		d.Deafen() // what is typed just now was not meant for what comes
	}
}

// stop takes from the laptop what lies there; what was answered in the same moment counts.
func (d *desk) stop() {
	if t := d.at.stop(); !errors.Is(t.err, ask.ErrYielded) {
		d.typed(t)
	}
}

// yield gives the question up.
func (d *desk) yield() {
	d.stop()
	if !d.over {
		d.came, d.over = typedAt{err: ask.ErrYielded}, true
	}
}

// typed is what came from the laptop: what becomes of a petition, or the answer.
func (d *desk) typed(t typedAt) {
	if d.asks && d.decided(t) {
		return
	}
	d.came, d.over = t, true
	d.Hub.answered(nil)
}

// decided is what the laptop says to what a phone asked for: anything but yes is no, for now. false: it
// says nothing to it, and leaves.
func (d *desk) decided(t typedAt) bool {
	var aside *ask.Aside
	if t.err != nil && !errors.Is(t.err, ask.ErrBack) && !errors.Is(t.err, ask.ErrNow) && !errors.As(t.err, &aside) {
		return false
	}
	_ = d.Hub.Lobby.decide(d.p.id, t.err == nil && t.a.Value() == 0) // it may be gone meanwhile; what cannot be kept is so until the next start
	return true
}

// hear is what somebody said on a phone, who is told nil where it counts.
func (d *desk) hear(s said) {
	q := d.q
	switch {
	case s.no == d.lead:
		q = d.shown
	case s.no == d.no && d.no != "":
	case d.other == nil:
		s.reply <- errGone
		return
	default:
		if err := d.other(s); err != nil {
			d.came, d.over = typedAt{err: err}, true
		}
		return
	}
	a, instead := s.read(q)
	var f *fault.Fault
	if errors.As(instead, &f) {
		s.reply <- f
		return
	}
	d.stop()
	if d.over { // the laptop was first
		s.reply <- tooLate(d.came.err)
		return
	}
	d.came, d.by, d.over = typedAt{a: a, err: instead}, &s, true
	d.Hub.answered(&s)
	d.Deafen()
	s.reply <- nil
	if instead == nil && s.seat == scorekeeper && d.Told != nil {
		d.Told(d.shown, a)
	}
}

// tooLate is what a phone is told that was second: where the table only looks something up, it tries
// again, and its answer waits.
func tooLate(err error) error {
	var aside *ask.Aside
	if errors.As(err, &aside) {
		return errBusy
	}
	return errGone
}
