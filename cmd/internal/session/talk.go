package session

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// Slots in which a draft is kept.
const (
	slotTable = "table"
	slotNext  = "next"
	editing   = "edit"
	inserting = "insert"
	again     = "again"
)

func slotOf(what string, id int) string { return what + " " + strconv.Itoa(id) }

// cut returns what a slot holds, and the item that it is about; 0: it is about none.
func cut(slot string) (what string, id int) {
	what, number, _ := strings.Cut(slot, " ")
	id, _ = strconv.Atoi(number) // nobody else writes slots
	return what, id
}

// A made is an event that a conversation came to, with how many of its answers had been
// given by then.
type made struct {
	event scoring.Event
	said  int
}

// A dialogFunc is a conversation that makes events, nearly always one.
type dialogFunc func(ask.Asker) ([]made, error)

// single returns a conversation that makes one event.
func single(f func(ask.Asker) (scoring.Event, error)) dialogFunc {
	return func(a ask.Asker) ([]made, error) {
		e, err := f(a)
		return []made{{e, ask.Stand(a)}}, err
	}
}

// items returns the events with the part of the conversation that made each. Where that ends with what
// a table agreed on, nothing before it is read again.
func items(events []made, d ask.Draft) []Item {
	var out []Item
	from := 0
	for _, m := range events {
		to := min(max(m.said, from), len(d.Entries))
		if last := to - 1; last >= from && d.Entries[last].ID == setup.AsksAgreed {
			from = last
		}
		out = append(out, Item{Event: m.event, Said: ask.Draft{Seed: d.Seed, Entries: slices.Clone(d.Entries[from:to])}})
		from = to
	}
	return out
}

// A dialog is a conversation with the place where it is kept and what comes of it.
type dialog struct {
	slot  string
	seed  uint64         // of the chance in it, where there is no draft yet
	read  ask.Draft      // of the part that is read again; its answers stand, as long as none is changed
	was   []ask.Answered // the answers that are suggested
	ask   dialogFunc
	seats []int                          // of those whom it asks, as they sit now, by the seats of the table that it is told at; nil: the same
	about func(told) (dialogFunc, []int) // ask and seats, of the game as it is told; nil where nobody knows
	done  func([]made, ask.Draft) error
}

// A Broken is a conversation that the program cannot go on with: the answers so far
// make it fail. Only Drop(Slot) helps; nothing else of the game is touched.
type Broken struct {
	Slot  string
	Panic any    // what went wrong; nil: the draft cannot be read
	Trace []byte // where
	Err   error
}

func (b *Broken) Error() string {
	if b.Err != nil {
		return b.Err.Error()
	}
	return fmt.Sprintf("session: draft %q: %v", b.Slot, b.Panic)
}

// Unwrap returns why the draft cannot be read.
func (b *Broken) Unwrap() error { return b.Err }

// runDialog has a conversation and does what comes of it. A refusal at the very end, by the
// rules or by the disk, is put to the table at the last question, as any other is.
func (drafts *Drafts) runDialog(a ask.Asker, t dialog) error {
	d, err := drafts.openDialog(t)
	if err != nil {
		return err
	}
	drafts.open = d
	for {
		events, err := drafts.run(a, d, t)
		if errors.Is(err, ask.ErrNow) && t.slot == slotNext {
			d.At = len(d.Entries)
			continue
		}
		if err != nil {
			return err
		}
		err = t.done(events, d.Draft)
		var f *fault.Fault
		if err == nil {
			delete(drafts.dialogs, t.slot)
			return nil
		}
		if !errors.As(err, &f) || len(d.Entries) == 0 {
			return err
		}
		d.At = len(d.Entries) - 1
		d.Refused = f
	}
}

// Given returns the answers of the conversation under way, before the question that waits.
func (drafts *Drafts) Given() []ask.Answered {
	if drafts.open == nil {
		return nil
	}
	return slices.Clone(drafts.open.Given)
}

// run has a conversation once. A panic of the game in it is a Broken; one of whoever
// asks goes on, for it is not the conversation's.
func (drafts *Drafts) run(a ask.Asker, d *ask.Dialog, t dialog) (events []made, err error) {
	defer func() {
		if v := recover(); v != nil {
			if d.Waits {
				panic(v)
			}
			delete(drafts.dialogs, t.slot)
			err = &Broken{Slot: t.slot, Panic: v, Trace: debug.Stack()}
		}
	}()
	d.Put, d.Took = func(q ask.Question) ask.Question { return drafts.log.placed(q, t) }, func(r ask.Answer) ask.Answer { return there(r, t.seats) }
	return ask.RunDialog(a, d, func(d ask.Draft) error { return drafts.keep(t.slot, d) }, t.ask)
}

// Prefix returns where in what is kept the next event is asked for: how the place of its questions begins. It is the same after
// a correction of what came before: an answer that is in stays in.
func (log *Log) Prefix() string {
	if n := len(log.lines); log.asked.of != n || log.asked.id != log.id {
		log.asked.id, log.asked.line, log.asked.of = log.id, n, n
		for log.asked.line > 1 && log.sameNext(log.asked.line-1) {
			log.asked.line--
		}
	}
	return fmt.Sprintf("%s/%d/", log.id, log.asked.line)
}

// placed completes the place of a question: which game, after which line, and in
// which conversation. Only the next event has one: corrections are the scorekeeper's.
// The question of an old table goes to the seats that those people have now.
func (log *Log) placed(q ask.Question, t dialog) ask.Question {
	q = here(q, t.seats)
	if log.id == "" || len(log.lines) == 0 || t.slot != slotNext {
		q.Place = ""
		return q
	}
	q.Place = log.Prefix() + q.Place
	return q
}

// replay is ask.Replay; nothing where the game fails at what was told.
func replay(d ask.Draft, f dialogFunc) (said []ask.Answered, events []made, whole bool) {
	defer func() { _ = recover() }()
	return ask.Replay(d, f)
}

// carry takes answers over to a conversation that is another one than it was; none where the game fails at them.
func carry(seed uint64, old []ask.Answered, renamed map[string]string, f dialogFunc) (out []ask.Answered, fits int) {
	defer func() { _ = recover() }()
	return ask.CarryAll(seed, old, renamed, f)
}
