package phones

import (
	"errors"
	"slices"

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
func (b *Both) byPhone(s said) {
	b.last = s.no
	b.Hub.close()
	b.Say(fromPhone.With("names", lang.Names([]string{s.who})))
}

// away takes the questions from the phones, or lets them rest where the table only looks
// something up.
func (b *Both) away(err error) {
	var aside *ask.Aside
	if errors.As(err, &aside) {
		b.Hub.rest()
	} else {
		b.Hub.close()
	}
}
