package ask

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/internal/lang"
)

// A Draft is a conversation under way: what has been answered, and the seed of
// every chance in it. It is stored after each answer, so neither a crash nor
// going back loses an answer or rolls again.
type Draft struct {
	Seed uint64 `json:"seed"`
	Said []Said `json:"said,omitempty"`
}

// Said is one answer, with the ID of the question it belongs to.
type Said struct {
	ID     string `json:"id"`
	Answer Answer `json:"answer"`
}

// Talk runs f with the answers of d first, so that it asks only what is new, and
// returns what f made of it with the draft that made it. was is the draft behind
// an event that is being edited, if any: its answers are suggested. keep is called
// after each answer and has stored the draft when it returns nil; a *lang.Fault
// from it is put to the table at the same question, any other error ends the talk.
// ErrBack drops the last answer and runs f again; it is returned when there is none.
//
// Same draft, same f, same answers: same questions, same result.
func Talk[E any](a Asker, d, was Draft, keep func(Draft) error, f func(Asker) (E, error)) (E, Draft, error) {
	m := &memory{asker: a, d: d, was: was.Said, keep: keep}
	for {
		m.next, m.chance = 0, rand.New(rand.NewPCG(m.d.Seed, 0))
		e, err := f(m)
		if !errors.Is(err, ErrBack) || len(m.d.Said) == 0 {
			return e, m.d, err
		}
		m.was = slices.Concat(m.d.Said, m.was[min(len(m.d.Said), len(m.was)):])
		shorter := Draft{Seed: m.d.Seed, Said: slices.Clone(m.d.Said[:len(m.d.Said)-1])}
		if err := keep(shorter); err != nil {
			return e, m.d, err
		}
		m.d = shorter
	}
}

type memory struct {
	asker  Asker
	d      Draft
	was    []Said
	keep   func(Draft) error
	next   int // the place in d.Said of the next answer
	chance *rand.Rand
}

func (m *memory) Ask(q Question) (Answer, error) {
	if q.Kind == Draw {
		return One(m.chance.IntN(q.Hi + 1)), nil
	}
	if q.Fault != nil && m.next > 0 { // the answer before was refused: it does not count
		m.next--
	} else if m.next < len(m.d.Said) && m.d.Said[m.next].ID == q.ID {
		m.next++
		return m.d.Said[m.next-1].Answer, nil
	}
	said := m.d.Said[:m.next:m.next] // another question than then: the rest no longer fits
	if q.Fault == nil && q.Kind != Watch && !q.Secret && m.next < len(m.was) && m.was[m.next].ID == q.ID {
		q.Suggest = &m.was[m.next].Answer // what stood there before beats what the game would guess
	}
	for {
		r, err := m.asker.Ask(q)
		if err != nil {
			m.d.Said = said
			return r, err
		}
		next := Draft{Seed: m.d.Seed, Said: append(said, Said{q.ID, r})}
		err = m.keep(next)
		if err == nil {
			m.d = next
			m.next++
			return r, nil
		}
		var f *lang.Fault
		if !errors.As(err, &f) {
			m.d.Said = said
			return r, err
		}
		q.Fault, q.Suggest = f, &r
		if q.Secret {
			q.Suggest = nil
		}
	}
}

func seatKey(seat int) string { return strconv.Itoa(seat) }
