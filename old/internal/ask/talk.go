package ask

import (
	"errors"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/old/internal/fault"
)

// A Draft is a dialog as it is stored: its answers, and the seed of all its chance. It is stored after each
// answer, so that neither a crash nor going back loses an answer or rolls again.
type Draft struct {
	Seed    uint64  `json:"seed"`
	Entries []Entry `json:"said,omitempty"`
}

// An Entry is one answer, with the ID of its question.
type Entry struct {
	ID     string `json:"id"`
	Answer Answer `json:"answer"`
}

// A Dialog is a conversation in progress: its draft, and the place where the table reads.
//
//   - The first At answers are replayed in silence. Those after them are put to the table again to be read:
//     Enter leaves each as it is, and going back or forward only moves At. None of that is stored.
//   - A different answer replaces the one at its place and drops all after it, which are then suggested from
//     Was.
type Dialog struct {
	Draft
	At    int
	Was   []Answered // suggested where the draft has no answer, if they fit
	Asked string     // the ID of the question that was put last
	Waits bool       // it is waiting for the table right now
	Given []Answered // the answers before the question that was put last, in order

	Refused *fault.Fault // put with the next question: the result of the dialog could not be carried out

	Put  func(Question) Question // changes a question on its way to the table; nil: it is put as it is
	Took func(Answer) Answer     // translates the table's answer; nil: it is taken as it is
}

// RunDialog has a conversation: it runs f, replays the answers of d so that f asks only what is new or read
// again, and returns the result of f. It calls keep with the draft after each new answer; keep has stored it
// when it returns nil. A *fault.Fault from keep is shown to the table with the same question, any other error
// ends the dialog. d is up to date even if an error is returned.
//
// At the first question ErrBack is returned; at any other, f is run again.
//
// The same draft, f and answers give the same questions and the same result.
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

// record returns an asker that answers from a dialog as far as it goes, and then asks the table.
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
	next   int               // the index in d.Entries of the next answer
	chance Asker
}

// Ask answers from the draft as far as it goes, then from the table.
func (m *recorder) Ask(q Question) (Answer, error) {
	check := q.check
	q.check = nil
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

// reread replays an answer of the draft, or puts its question to the table to be read.
func (m *recorder) reread(q Question, check Check, stored Answer) (Answer, error) {
	var refused *fault.Fault
	isRefused := check != nil && errors.As(check(stored), &refused) // it was stored unchecked, or the game has changed since
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
	q.Stands = true // if it is left as it is, it still counts, and nothing is stored
	return m.hear(q, check, &stored, true)
}

// give hands an answer to the game.
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

// fresh prepares a question that has no answer yet, and returns the answer that used to stand there.
func (m *recorder) fresh(q Question) (Question, *Answer) {
	before := m.before(q)
	switch {
	case before == nil:
	case q.Secret:
		q.Stands = true
	default:
		q.Suggest = before // the earlier answer is a better guess than the game's
	}
	return q.Fitted(), before
}

// before returns the answer that stood here before an earlier one was changed, if it still fits: the one at
// this place, or the next one to the same question.
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

// hear asks the table until the check accepts the answer and it is stored, in place of everything from here on.
// If counts is set, the answer in stood is in the draft already, and leaving it as it is stores nothing.
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

// meant translates the table's answer. It may be to leave the one in stood as it is.
func (m *recorder) meant(r Answer, stood *Answer) Answer {
	r = m.took(r)
	if r.Same && stood != nil {
		return *stood
	}
	return r
}

// refused returns the question to be put again, with the reason.
func (q Question) refused(f *fault.Fault, r Answer) Question {
	q.Fault, q.Suggest = f, &r
	if q.Secret {
		q.Suggest = nil
	}
	return q
}

// store stores an answer in place of everything from here on, which is only suggested from then on.
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

// Stand returns how many answers of the dialog behind a stand so far.
func Stand(a Asker) int { return a.(*recorder).next }

// Replay runs f with nothing but the answers of a draft. It returns the questions that they answered, in order,
// and the result of f; whole is false if f asked for more, or refused.
func Replay[E any](d Draft, f func(Asker) (E, error)) (answered []Answered, e E, whole bool) {
	m := record(Func(nobody), &Dialog{Draft: d, At: len(d.Entries)}, nil)
	e, err := f(m)
	return m.d.Given, e, err == nil && m.next == len(d.Entries)
}
