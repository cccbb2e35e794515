package ask

import (
	"errors"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/internal/fault"
)

// A Draft is a conversation as it is kept: its answers, and the seed of
// every chance in it. It is stored after each answer, so neither a crash nor going back
// loses an answer or rolls again.
type Draft struct {
	Seed    uint64  `json:"seed"`
	Entries []Entry `json:"said,omitempty"`
}

// Entry is one answer, with the ID of the question it belongs to.
type Entry struct {
	ID     string `json:"id"`
	Answer Answer `json:"answer"`
}

// A Dialog is a conversation under way: its draft, and where in it the table reads.
//
//   - The first At answers are given again in silence. Those behind are put to the
//     table again, to be read: Enter leaves each as it is, and going back or forward
//     only moves At. Nothing of that is kept anywhere.
//   - An answer that is different takes the place of the one that was there and of all
//     behind it; those are then only suggested, from Was.
type Dialog struct {
	Draft
	At    int
	Was   []Answered // suggested where the draft has no answer, as far as they fit
	Asked string     // the ID of the question that was put last
	Waits bool       // it waits for the table just now
	Given []Answered // the answers before the question that was put last, in order

	Refused *fault.Fault // is put with the next question: what came of the dialog could not be done

	Put  func(Question) Question // how the table is asked a question of it; nil: as it stands
	Took func(Answer) Answer     // what the table's answer means in it; nil: the same
}

// RunDialog has a conversation: it runs f with the answers of d first, so that f asks only
// questions that are new or read again, and returns what f made of it. keep is called with the
// draft after each new answer, and has stored it when it returns nil; a *fault.Fault
// from it is put to the table at the same question, any other error ends the talk. d is
// brought up to date also where an error is returned.
//
// ErrBack at the first question is returned; at any other, f is run again.
//
// Same draft, same f, same answers: same questions, same result.
func RunDialog[E any](a Asker, d *Dialog, keep func(Draft) error, f func(Asker) (E, error)) (E, error) {
	m := record(a, d, keep)
	m.stood = func() []Answered { answered, _, _ := Replay(d.Draft, f); return answered }
	for {
		d.Given = nil
		m.next, m.chance = 0, Chance(d.Seed, 0)
		d.At = min(d.At, len(d.Entries))
		e, err := f(m)
		if !errors.Is(err, ErrBack) || m.next == 0 {
			return e, err
		}
		d.At = m.next - 1
	}
}

// record returns an asker that answers from a dialog as far as that goes, and then asks the table.
func record(a Asker, d *Dialog, keep func(Draft) error) *recorder {
	m := &recorder{asker: a, d: d, keep: keep, put: d.Put, took: d.Took, chance: Chance(d.Seed, 0)}
	if m.put == nil {
		m.put = func(q Question) Question { return q }
	}
	if m.took == nil {
		m.took = func(r Answer) Answer { return r }
	}
	return m
}

type recorder struct {
	asker  Asker
	d      *Dialog
	put    func(Question) Question
	took   func(Answer) Answer
	keep   func(Draft) error
	stood  func() []Answered // the whole draft with its questions
	next   int               // the place in d.Entries of the next answer
	chance Asker
}

// Ask answers from the draft as far as that goes, else from the table. A Fault in the
// question means that the answer before was refused by whoever asks, and does not count.
func (m *recorder) Ask(q Question) (Answer, error) {
	check := q.check
	q.check = nil
	if q.Fault != nil && m.next > 0 {
		m.next--
		m.d.At, m.d.Given = min(m.d.At, m.next), m.d.Given[:m.next]
		return m.ask(q, check)
	}
	if Is[Draw](q.Shape) {
		return m.chance.Ask(q)
	}
	if m.next < len(m.d.Entries) {
		if stored := m.d.Entries[m.next]; stored.ID == q.ID && q.Fits(stored.Answer) {
			return m.reread(q, check, stored.Answer)
		}
	}
	return m.ask(q, check)
}

// reread gives an answer of the draft again, or puts its question to the table to be read.
func (m *recorder) reread(q Question, check Check, stored Answer) (Answer, error) {
	var refused *fault.Fault
	isRefused := check != nil && errors.As(check(stored), &refused) // it was kept before anybody looked, or the game was changed since
	if !isRefused && m.next < m.d.At {
		return m.give(q, stored), nil
	}
	if !q.Secret {
		q.Suggest = &stored
	}
	if isRefused {
		q.Fault = refused
		return m.ask(q, check)
	}
	q.Stands = true // left as it is, it counts on, and nothing is kept
	return m.hear(q, check, &stored, true)
}

// give returns an answer on its way to the game.
func (m *recorder) give(q Question, r Answer) Answer {
	m.next++
	m.d.Given = append(m.d.Given, Answered{q, Entry{q.ID, r}})
	return r
}

// ask puts a question that has no answer yet.
func (m *recorder) ask(q Question, check Check) (Answer, error) {
	q, before := m.fresh(q)
	return m.hear(q, check, before, false)
}

// fresh returns a question that has no answer yet as it is put, with the answer that stood there
// before.
func (m *recorder) fresh(q Question) (Question, *Answer) {
	before := m.before(q)
	switch {
	case before == nil:
	case q.Secret:
		q.Stands = true
	default:
		q.Suggest = before // what stood there before beats what the game would guess
	}
	return q.Fitted(), before
}

// before returns the answer that stood here before another one was changed, if it still fits:
// that at this place, or the next one to the same question.
func (m *recorder) before(q Question) *Answer {
	if q.Fault != nil {
		return nil
	}
	for i := m.next; i < len(m.d.Was); i++ {
		if was, ok := q.Carry(m.d.Was[i], nil); ok {
			return &was
		}
	}
	return nil
}

// hear asks the table until the check has nothing against the answer and it is kept, in place of all that stood from here on.
// stood is the one that may be left as it is; where it counts, that is not kept once more.
func (m *recorder) hear(q Question, check Check, stood *Answer, counts bool) (Answer, error) {
	put := q
	put.Place = strconv.Itoa(m.next)
	if m.d.Refused != nil && q.Fault == nil {
		put.Fault = m.d.Refused
	}
	m.d.Refused = nil
	table := func(q Question) (Answer, error) {
		m.d.Asked, m.d.Waits = q.ID, true
		r, err := m.asker.Ask(m.put(q))
		m.d.Waits = false
		return m.meant(r, stood), err
	}
	r, err := until(table, put, func(r Answer) error {
		if check != nil {
			if err := check(r); err != nil {
				return err
			}
		}
		if counts && r.Equal(*stood) {
			return nil
		}
		return m.store(q, r)
	})
	if err == nil && counts && r.Equal(*stood) {
		m.d.At = m.next + 1
		return m.give(q, *stood), nil
	}
	return r, err
}

// meant returns what an answer of the table means; stood is the one that it may leave as it is.
func (m *recorder) meant(r Answer, stood *Answer) Answer {
	r = m.took(r)
	if r.Same && stood != nil {
		return *stood
	}
	return r
}

// refused returns the question once more, with the reason.
func (q Question) refused(f *fault.Fault, r Answer) Question {
	q.Fault, q.Suggest = f, &r
	if q.Secret {
		q.Suggest = nil
	}
	return q
}

// store keeps an answer in place of all that stood from here on, which is only suggested
// from then on.
func (m *recorder) store(q Question, r Answer) error {
	was := m.d.Was
	if m.next < len(m.d.Entries) {
		stood := m.stood()
		was = slices.Concat(stood, was[min(len(stood), len(was)):])
	}
	next := Draft{Seed: m.d.Seed, Entries: append(m.d.Entries[:m.next:m.next], Entry{q.ID, r})}
	if err := m.keep(next); err != nil {
		return err
	}
	m.d.Was, m.d.Draft, m.d.At = was, next, m.next+1
	m.give(q, r)
	return nil
}

var errSilent = errors.New("ask: nobody is asked")

func nobody(Question) (Answer, error) { return Answer{}, errSilent }

// Stand returns how many answers of a dialog stand by now, where a is the asker that it was given.
func Stand(a Asker) int {
	if m, ok := a.(*recorder); ok {
		return m.next
	}
	return 0
}

// Replay runs f with the answers of a draft alone. It returns the questions that they
// answered, in order, and what f made of them; whole is false where f wanted more, or
// refused.
func Replay[E any](d Draft, f func(Asker) (E, error)) (answered []Answered, e E, whole bool) {
	m := record(Func(nobody), &Dialog{Draft: d, At: len(d.Entries)}, nil)
	e, err := f(m)
	return m.d.Given, e, err == nil && m.next == len(d.Entries)
}
