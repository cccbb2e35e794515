package session

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// Slots in which drafts are kept.
const (
	slotTable = "table"
	slotNext  = "next"
	editing   = "edit"
	inserting = "insert"
	again     = "again"
)

func slotOf(what string, id int) string { return what + " " + strconv.Itoa(id) }

// parseSlot returns what a slot holds, and the item that it is about, 0 for none.
func parseSlot(slot string) (what string, id int) {
	what, number, _ := strings.Cut(slot, " ")
	id, _ = strconv.Atoi(number) // slots are written by slotOf alone
	return what, id
}

// An outcome is an event that a dialog came to, with the number of its answers by then.
type outcome struct {
	event scoring.Event
	said  int
}

// A dialogFunc is a dialog that makes events, nearly always one.
type dialogFunc func(ask.Asker) ([]outcome, error)

// single returns a dialog that makes one event.
func single(f func(ask.Asker) (scoring.Event, error)) dialogFunc {
	return func(a ask.Asker) ([]outcome, error) {
		e, err := f(a)
		return []outcome{{e, ask.Stand(a)}}, err
	}
}

// items returns the events, each with the part of the dialog that made it. If that part ends with the confirmation of
// the table's choices, only the confirmation is kept with the event.
func items(events []outcome, d ask.Draft) []Item {
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

// A dialog is a conversation, the slot where it is kept, and what comes of it.
type dialog struct {
	slot  string
	seed  uint64         // of its chance, if there is no draft yet
	read  ask.Draft      // the answers of the part that is read, which stand until one is changed
	was   []ask.Answered // the answers that are suggested
	ask   dialogFunc
	seats []int                              // present seats of the people whom it asks, by their seats at its table; nil: the same
	about func(snapshot) (dialogFunc, []int) // makes ask and seats for a game as it stands; nil: unknown
	done  func([]outcome, ask.Draft) error
}

// A Broken is the error for a dialog that cannot continue, since the answers so far make the program panic. Only
// Drop(Slot) helps, and nothing else in the game is affected.
type Broken struct {
	Slot  string
	Panic any    // what went wrong; nil: the draft cannot be read
	Trace []byte // the stack
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

// runDialog runs a dialog to its end and does what it comes to. If the rules or the disk refuse that, the last question
// is put again with the reason.
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

// Given returns the answers of the running dialog, before the question that waits.
func (drafts *Drafts) Given() []ask.Answered {
	if drafts.open == nil {
		return nil
	}
	return slices.Clone(drafts.open.Given)
}

// run runs a dialog once. A panic of the game in it becomes a Broken; a panic of the asker goes on, since it is not the
// dialog's.
func (drafts *Drafts) run(a ask.Asker, d *ask.Dialog, t dialog) (events []outcome, err error) {
	defer func() {
		if v := recover(); v != nil {
			if d.Waits {
				panic(v)
			}
			delete(drafts.dialogs, t.slot)
			err = &Broken{Slot: t.slot, Panic: v, Trace: debug.Stack()}
		}
	}()
	d.Put, d.Took = func(q ask.Question) ask.Question { return drafts.log.placed(q, t) }, func(r ask.Answer) ask.Answer { return seatedThen(r, t.seats) }
	return ask.RunDialog(a, d, func(d ask.Draft) error { return drafts.keep(t.slot, d) }, t.ask)
}

// Prefix returns the beginning of the places of the next event's questions. A correction of earlier events leaves it
// unchanged, so answers that are in stay in.
func (log *Log) Prefix() string {
	if n := len(log.lines); log.asked.of != n || log.asked.id != log.id {
		log.asked.id, log.asked.line, log.asked.of = log.id, n, n
		for log.asked.line > 1 && log.sameNext(log.asked.line-1) {
			log.asked.line--
		}
	}
	return fmt.Sprintf("%s/%d/", log.id, log.asked.line)
}

// placed completes the place of a question with the game, the line and the dialog, and moves it from an old table to
// the present seats. Only questions of the next event have a place: corrections belong to the scorekeeper.
func (log *Log) placed(q ask.Question, t dialog) ask.Question {
	q = seatedNow(q, t.seats)
	if log.id == "" || len(log.lines) == 0 || t.slot != slotNext {
		q.Place = ""
		return q
	}
	q.Place = log.Prefix() + q.Place
	return q
}

// replay is ask.Replay, but returns nothing if the game panics.
func replay(d ask.Draft, f dialogFunc) (said []ask.Answered, events []outcome, whole bool) {
	defer func() { _ = recover() }()
	return ask.Replay(d, f)
}

// carry takes answers over to a dialog that has changed, and returns none if the game panics.
func carry(seed uint64, old []ask.Answered, renamed map[string]string, f dialogFunc) (out []ask.Answered, fits int) {
	defer func() { _ = recover() }()
	return ask.CarryAll(seed, old, renamed, f)
}
