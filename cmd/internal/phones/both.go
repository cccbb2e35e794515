package phones

import (
	"errors"
	"slices"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
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
//   - What the laptop is asked lies on the phones of who keeps the score too, as it stands there; what is addressed to
//     people lies on their phones as well. The laptop can answer everything for anybody.
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

	last string // the number of the question that a phone of one's own answered last
}

var fromPhone = lang.Msg("phones.from", "✔ By phone: {names}")

// Ask puts one question wherever it may be answered.
func (b *Both) Ask(q ask.Question) (ask.Answer, error) {
	if q.Place == "" || len(q.People) == 0 || slices.Min(q.People) < 0 || ask.Is[ask.Draw](q.Shape) || ask.Is[ask.Watch](q.Shape) || !b.anyPhone(q.People) {
		return b.alone(q)
	}
	each, photos := ask.Is[ask.Each](q.Shape), ask.As[ask.Show](q).Pictures
	switch {
	case photos && !q.Stands:
		return b.together(q)
	case len(q.People) == 1:
		return b.toOne(q)
	case each && !q.Stands: // what was a line and is only read again is the laptop's
		return b.together(q)
	}
	return b.alone(q)
}

// AskWhile asks whoever keeps the score, as long as the question is the right one, and until it is late: then it is given
// up with ask.ErrYielded.
func (b *Both) AskWhile(q ask.Question, right func() bool, late <-chan time.Time) (ask.Answer, error) {
	d := asking{Both: b, q: q, shown: q, late: late, stale: func() bool { return !right() }}
	came := d.ask()
	return came.a, came.err
}

// alone asks whoever keeps the score. What has a place in the game comes after what lay on the phones;
// what has none is an aside, and they rest on.
func (b *Both) alone(q ask.Question) (ask.Answer, error) {
	if q.Place != "" {
		b.Hub.close()
	}
	d := asking{Both: b, q: q, shown: q}
	came := d.ask()
	return came.a, came.err
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

func (b *Both) anyPhone(seats []int) bool {
	return slices.ContainsFunc(seats, func(seat int) bool { has, _ := b.Hub.Lobby.phone(seat); return has })
}

// toOne puts one question at the laptop and on a phone; the first answer counts.
func (b *Both) toOne(q ask.Question) (ask.Answer, error) {
	nos, held := b.Hub.layAll([]ask.Question{q})
	for _, s := range held {
		if a, err := s.read(q); err == nil {
			b.Hub.answered(&s)
			b.Deafen()
			return a, b.byPhone(s)
		}
	}
	d := asking{Both: b, q: q, shown: b.covered(q), no: nos[0]}
	t := d.ask()
	if d.by != nil && d.by.seat != scorekeeper {
		return t.a, b.byPhone(*d.by)
	}
	b.last = ""
	return t.a, b.away(t.err)
}

// byPhone ends a question that a phone of one's own has answered.
func (b *Both) byPhone(s said) error {
	b.last = s.no
	b.Hub.close()
	b.Say(fromPhone.With("names", lang.Names([]string{s.who})))
	return nil
}

// away takes the questions from the phones, or lets them rest where the table only looks
// something up.
func (b *Both) away(err error) error {
	var aside *ask.Aside
	if errors.As(err, &aside) {
		b.Hub.rest()
	} else {
		b.Hub.close()
	}
	return err
}

var _ ask.Asker = (*Both)(nil)
