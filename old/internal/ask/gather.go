package ask

import (
	"errors"
	"slices"
	"strconv"
)

// ErrBackAll goes back to before all questions of a group, even those already answered.
var ErrBackAll = errors.New("ask: back to before all of these")

// A Got receives the answer to the k-th question of a group, on the goroutine that called Gather. A
// *fault.Fault from it goes back to that person alone, whose question is put again; any other error ends the
// gathering. An answer counts once Got has returned nil, and may be replaced until all have answered.
type Got func(k int, r Answer) error

// InOrder gathers for an asker that can only ask one question after the other.
func InOrder(a interface {
	Ask(Question) (Answer, error)
}, qs []Question, got Got) error {
	for k, q := range qs {
		if q.In {
			continue
		}
		q.check = nil
		if _, err := until(a.Ask, q, func(r Answer) error { return got(k, r) }); err != nil {
			return err
		}
	}
	return nil
}

// To returns a question for several people as it is put to the k-th of them alone.
func (q Question) To(k int) Question {
	q.Head = q.Head.To(k)
	return q
}

// Gather replays the answers in the draft, in the order in which they came, and gathers the rest; a question
// marked In carries its answer. An answer is stored before its person learns that it counts. Changing an answer
// replaces that one only, since nobody's answer depends on another's.
func (m *recorder) Gather(qs []Question, got Got) error {
	start, at := m.next, make([]int, len(qs)) // at[k] is the index in the draft of the k-th answer
	for k := range at {
		at[k] = -1
	}
	for m.next < len(m.d.Entries) && firstOpen(qs, at) >= 0 { // the entries after these belong to another group
		k := slices.IndexFunc(qs, func(q Question) bool { return q.ID == m.d.Entries[m.next].ID })
		if k < 0 || at[k] >= 0 {
			break
		}
		here := m.next
		if _, err := Insist(m, qs[k], func(r Answer) error { return got(k, r) }); err != nil {
			return err
		}
		at[k] = here
	}
	if firstOpen(qs, at) < 0 {
		return nil
	}
	err := m.collect(qs, at, start, got)
	if errors.Is(err, ErrBackAll) {
		m.next, m.d.Given = start, m.d.Given[:start]
		return ErrBack
	}
	return err
}

// collect asks the table for the answers that are not in the draft; start is where the group begins there.
func (m *recorder) collect(qs []Question, at []int, start int, got Got) error {
	put, asked, before := make([]Question, len(qs)), make([]Question, len(qs)), make([]*Answer, len(qs))
	for k, q := range qs {
		switch {
		case at[k] >= 0:
			stood := m.d.Given[at[k]].Answer // a copy: phones read it while it changes
			q.In, q.Suggest = true, &stood
		case !q.In:
			q, before[k] = m.fresh(q)
		}
		q.check, q.Place = nil, strconv.Itoa(start)
		put[k], asked[k] = q, m.put(q)
	}
	m.d.Asked, m.d.Waits, m.d.Refused = put[firstOpen(qs, at)].ID, true, nil // a fault is for the person who gave the last answer
	defer func() { m.d.Waits = false }()
	return m.asker.Gather(asked, func(k int, r Answer) error {
		m.d.Waits = false // an error in the game is the game's own
		r = m.meant(r, before[k])
		if err := got(k, r); err != nil {
			m.d.Waits = true
			return err
		}
		err := m.place(put[k], at, k, r)
		if i := firstOpen(qs, at); i >= 0 {
			m.d.Asked = put[i].ID // one that is still open
		}
		m.d.Waits = true
		return err
	})
}

// firstOpen returns the first question of a group that has to be asked, or -1. at holds the index in the draft
// of each answer.
func firstOpen(qs []Question, at []int) int {
	for k, q := range qs {
		if at[k] < 0 && !q.In {
			return k
		}
	}
	return -1
}

// place stores the k-th answer of a group: at the end, or in place of that person's earlier one.
func (m *recorder) place(q Question, at []int, k int, r Answer) error {
	if at[k] < 0 {
		if err := m.store(q, r); err != nil {
			return err
		}
		at[k] = m.next - 1
		return nil
	}
	next := Draft{Seed: m.d.Seed, Entries: slices.Clone(m.d.Entries)}
	next.Entries[at[k]].Answer = r
	if err := m.keep(next); err != nil {
		return err
	}
	m.d.Draft, m.d.Given[at[k]].Answer = next, r
	return nil
}
