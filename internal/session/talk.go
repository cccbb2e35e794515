package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/store"
	"github.com/tablemate/tablemate/scoring"
)

// Slots in which a draft is kept.
const (
	slotTable = "table"
	slotNext  = "next"
	editing   = "edit"
	inserting = "insert"
)

func slotOf(what string, id int) string { return what + " " + strconv.Itoa(id) }

// A maker is a conversation that makes an event.
type maker func(ask.Asker) (scoring.Event, error)

// A talk is one of those, with the place where it is kept and what comes of it.
type talk struct {
	slot string
	was  ask.Draft // of the event that is edited
	seed uint64    // of the chance in it, where there is no draft yet
	ask  maker
	then func([]line) maker // ask, as it was after earlier lines; nil where it was not
	done func(scoring.Event, ask.Draft) error
}

// hold has a conversation and does what comes of it. A refusal at the very end, by the
// rules or by the disk, is put to the table at the last question, as any other is.
func (s *Session) hold(a ask.Asker, t talk) (scoring.Event, error) {
	d, was, err := s.draft(t)
	if err != nil {
		return nil, err
	}
	keep := func(d ask.Draft) error { return s.keep(t.slot, d) }
	asker := a
	for {
		e, said, err := ask.Talk(asker, d, was, keep, t.ask)
		if err != nil {
			return nil, err
		}
		err = t.done(e, said)
		var f *lang.Fault
		if err == nil {
			return e, nil
		}
		if !errors.As(err, &f) || len(said.Said) == 0 {
			return nil, err
		}
		n := len(said.Said) - 1
		asker = &refuser{a, f, said.Said[n]}
		d = ask.Draft{Seed: said.Seed, Said: said.Said[:n:n]}
	}
}

// A refuser puts the first question with a fault, then any other as it is.
type refuser struct {
	ask.Asker
	fault *lang.Fault
	said  ask.Said
}

func (r *refuser) Ask(q ask.Question) (ask.Answer, error) {
	if r.fault != nil && q.Fault == nil {
		q.Fault = r.fault
		if q.ID == r.said.ID && !q.Secret && q.Kind != ask.Watch {
			q.Suggest = &r.said.Answer
		}
	}
	r.fault = nil
	return r.Asker.Ask(q)
}

// keep stores a draft before the next question is put.
func (s *Session) keep(slot string, d ask.Draft) error {
	var body []byte
	if len(d.Said) > 0 {
		var err error
		if body, err = json.Marshal(d); err != nil {
			return fmt.Errorf("session: draft: %w", err)
		}
	}
	if err := s.ensure(); err != nil {
		return unwritten(err)
	}
	there, err := s.st.Draft(s.id, slot)
	if err == nil {
		err = s.st.Keep(s.id, len(s.lines), slot, there.Number, body, s.now())
	}
	if err != nil {
		return s.refused(err)
	}
	return nil
}

// draft is what a conversation goes on from, and what it suggests.
func (s *Session) draft(t talk) (d, was ask.Draft, err error) {
	d, was = ask.Draft{Seed: t.seed}, t.was
	if s.id == "" {
		return d, was, nil
	}
	kept, err := s.st.Draft(s.id, t.slot)
	if err != nil || kept.Body == nil {
		return d, was, err
	}
	if err := json.Unmarshal(kept.Body, &d); err != nil {
		return d, was, fmt.Errorf("session: draft %q: %w: %w", t.slot, store.ErrDamaged, err)
	}
	if kept.Seq == len(s.lines) {
		return d, was, nil
	}
	fits := 0
	if then := s.before(t, kept.Seq); then != nil {
		fits = fit(d, then, t.ask, s.renamed(kept.Seq))
	}
	was.Said = slices.Concat(d.Said, was.Said[min(len(d.Said), len(was.Said)):])
	d.Said = d.Said[:fits:fits]
	return d, was, nil
}

func (s *Session) before(t talk, seq int) maker {
	if t.then == nil || seq > len(s.lines) {
		return nil
	}
	return t.then(s.lines[:seq])
}

// Pending is the slots of conversations under way, the one begun first first: "table",
// "next", "edit ID", "insert ID". Those about events that are no longer there are left
// out, and so is everything while the store cannot be read.
func (s *Session) Pending() []string {
	if s.id == "" {
		return nil
	}
	slots, err := s.st.Drafts(s.id)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(slots, func(slot string) bool {
		_, id, about := strings.Cut(slot, " ")
		n, err := strconv.Atoi(id)
		return about && (err != nil || place(s.items, n) < 0) || slot == slotTable && len(s.items) > 0
	})
}

// Drop gives up a conversation under way. Without the set-up there is no game: a game
// that has nothing else is forgotten.
func (s *Session) Drop(slot string) error {
	if s.id == "" {
		return nil
	}
	if len(s.lines) > 0 || slot != slotTable {
		return s.keep(slot, ask.Draft{})
	}
	switch err := s.st.Forget(s.id); {
	case errors.Is(err, store.ErrPlayed):
		return s.refused(store.ErrMoved)
	case err != nil:
		return unwritten(err)
	}
	s.id, s.seed = "", 0
	return nil
}

// firstSeed is the seed of the set-up: drawn once, whatever the table looks at in between.
func (s *Session) firstSeed() uint64 {
	for s.seed == 0 {
		s.seed = s.random()
	}
	return s.seed
}

// chance is the seed of a conversation that begins after a line, of the next event (0)
// or about an item. It comes from the seed of the table, so that neither a crash before
// the first answer nor looking at something else rolls again.
func (s *Session) chance(seq, id int) uint64 {
	x := s.lines[0].put[0].Said.Seed ^ uint64(seq)<<32 ^ uint64(id)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9 // splitmix64
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
