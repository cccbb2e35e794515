package session

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/store"
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

// isAgain reports whether a slot holds what is asked again because of a correction.
func isAgain(slot string) bool { return strings.HasPrefix(slot, again+" ") }

func slotOf(what string, id int) string { return what + " " + strconv.Itoa(id) }

// A made is an event that a conversation came to, with how many of its answers had been
// given by then.
type made struct {
	event scoring.Event
	said  int
}

// A dialogFunc is a conversation that makes events, nearly always one.
type dialogFunc func(ask.Asker) ([]made, error)

// single is a conversation that makes one event.
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
	was   []ask.Answered // what is suggested
	ask   dialogFunc
	seats []int                   // of those whom it asks, as they sit now, by the seats of the table that it is told at; nil: the same
	then  func([]line) dialogFunc // ask, as it was after earlier lines; nil where it was not
	done  func([]made, ask.Draft) error
}

// A Broken is a conversation that the program cannot go on with: what was told so far
// makes it fail. Only Drop(Slot) helps; nothing else of the game is touched.
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

// Unwrap is why the draft cannot be read.
func (b *Broken) Unwrap() error { return b.Err }

// runDialog has a conversation and does what comes of it. A refusal at the very end, by the
// rules or by the disk, is put to the table at the last question, as any other is.
func (s *Session) runDialog(a ask.Asker, t dialog) error {
	d, err := s.openDialog(t)
	if err != nil {
		return err
	}
	s.open = d
	for {
		events, err := s.run(a, d, t)
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
			delete(s.dialogs, t.slot)
			return nil
		}
		if !errors.As(err, &f) || len(d.Entries) == 0 {
			return err
		}
		d.At = len(d.Entries) - 1
		d.Refused = f
	}
}

// Given are the answers of the conversation under way, before the question that waits.
func (s *Session) Given() []ask.Answered {
	if s.open == nil {
		return nil
	}
	return slices.Clone(s.open.Given)
}

// run has a conversation once. A panic of the game in it is a Broken; one of whoever
// asks goes on, for it is not the conversation's.
func (s *Session) run(a ask.Asker, d *ask.Dialog, t dialog) (events []made, err error) {
	defer func() {
		if v := recover(); v != nil {
			if d.Waits {
				panic(v)
			}
			delete(s.dialogs, t.slot)
			err = &Broken{Slot: t.slot, Panic: v, Trace: debug.Stack()}
		}
	}()
	return ask.RunDialog(&placed{a, s, t}, d, func(d ask.Draft) error { return s.keep(t.slot, d) }, t.ask)
}

// A placed asker completes the place of a question: which game, after which line, and in
// which conversation. Only what happens next has one: what is corrected is the scorekeeper's.
// It puts the questions of an old table to the seats that those people have now.
type placed struct {
	ask.Asker
	s *Session
	t dialog
}

func (p *placed) Ask(q ask.Question) (ask.Answer, error) {
	r, err := p.Asker.Ask(p.at(q))
	return there(r, p.t.seats), err
}

func (p *placed) Gather(qs []ask.Question, got ask.Got) error {
	qs = slices.Clone(qs)
	for k, q := range qs {
		qs[k] = p.at(q)
	}
	return p.Asker.Gather(qs, func(k int, r ask.Answer) error { return got(k, there(r, p.t.seats)) })
}

// Place is where in what is kept the next event is asked for.
func (log *Log) Prefix() string { return fmt.Sprintf("%s/%d/", log.id, len(log.lines)) }

func (p *placed) at(q ask.Question) ask.Question {
	if q = here(q, p.t.seats); p.s.Log.id == "" || len(p.s.Log.lines) == 0 || p.t.slot != slotNext {
		q.Place = ""
		return q
	}
	q.Place = p.s.Log.Prefix() + q.Place
	return q
}

// begunAt returns the line after which what happens next was begun.
func (s *Session) begunAt() int {
	r, known := s.reels[slotNext]
	if !known {
		r, _ = s.read(slotNext) // whoever asks next says what is wrong
	}
	if len(r.Said) > 0 {
		if begun := r.told(r.Said[0])[0]; s.Log.sameNext(begun) {
			return begun
		}
	}
	return len(s.Log.lines)
}

// openDialog is what a conversation goes on from. Where the table reads in it is known as
// long as nobody else told anything there.
func (s *Session) openDialog(t dialog) (*ask.Dialog, error) {
	d, err := s.kept(t)
	if err != nil {
		return nil, err
	}
	if open := s.dialogs[t.slot]; open != nil && same(open.Draft, d.Draft) {
		return open, nil
	}
	s.dialogs[t.slot] = d
	return d, nil
}

// kept is a conversation as it stands on the disk, or, where nothing of it is kept, the
// part that is read again.
func (s *Session) kept(t dialog) (*ask.Dialog, error) {
	d := &ask.Dialog{Draft: ask.Draft{Seed: t.seed}, Was: t.was}
	if len(t.read.Entries) > 0 {
		d.Draft = t.read
	}
	d.At = len(d.Entries)
	if s.Log.id == "" {
		return d, nil
	}
	r, err := s.read(t.slot)
	if err != nil {
		return nil, err
	}
	if len(r.Said) == 0 {
		return d, nil
	}
	if len(t.read.Entries) > 0 { // what stood is suggested, as it was before the table left
		said, _, _ := replay(t.read, t.ask)
		d.Was = over(said, t.was)
	}
	d.Draft, d.Was = r.draft(), s.replaced(t, r, d.Was)
	if d.At = len(d.Entries); !s.Log.sameMoment(r.last()[0]) {
		s.adapt(d, t, r.last()[0])
	}
	return d, nil
}

// replaced is what a conversation suggests: was, and over it the answers that others took the place of.
func (s *Session) replaced(t dialog, r reel, was []ask.Answered) []ask.Answered {
	d := ask.Draft{Seed: r.Seed}
	for i, st := range r.Said {
		if st.At > 0 && !st.Alone {
			was = over(s.saidAfter(t, d, r.told(r.Said[i-1])[0]), was)
		}
		d.Entries = st.put(d.Entries)
	}
	return was
}

// saidAfter is what a draft that was kept after line seq says to the questions of a conversation now.
func (s *Session) saidAfter(t dialog, d ask.Draft, seq int) []ask.Answered {
	if s.Log.sameMoment(seq) {
		said, _, _ := replay(d, t.ask)
		return said
	}
	then := s.before(t, seq)
	if then == nil {
		return nil
	}
	old, _, _ := replay(d, then)
	out, _ := carry(d.Seed, old, s.Log.Renamed(seq), t.ask)
	return out
}

// adapt makes a draft fit a game that was changed under it (an earlier round corrected,
// say): its answers are taken over as long as the same questions are put to the same
// people with the same choices; what else they still say is suggested. A half-taken vote
// survives a corrected name, and nobody is given an answer that somebody else gave.
func (s *Session) adapt(d *ask.Dialog, t dialog, seq int) {
	stored, fits := d.Draft, 0
	if then := s.before(t, seq); then != nil {
		old, _, _ := replay(stored, then)
		if now, _, _ := replay(stored, t.ask); len(now) == len(stored.Entries) && sameTalk(now, old, s.Log.Renamed(seq)) {
			fits, d.Was = len(stored.Entries), over(now, d.Was)
		} else {
			out, n := carry(stored.Seed, old, s.Log.Renamed(seq), t.ask)
			fits, d.Was = n, over(out, d.Was)
		}
	}
	d.Entries = stored.Entries[:fits:fits]
	if _, _, whole := replay(d.Draft, t.ask); fits > 0 && whole { // it lacks nothing any more: the table says so itself
		fits--
		d.Entries = stored.Entries[:fits:fits]
	}
	d.At = fits
}

// sameTalk reports whether two conversations put the same questions to the same people so far, and showed
// everybody the same in secret: then nobody has to look again.
func sameTalk(now, old []ask.Answered, renamed map[string]string) bool {
	return slices.EqualFunc(now, old, func(a, b ask.Answered) bool {
		return a.SameAs(b.Question, renamed) && (!ask.Is[ask.Show](a.Shape) || !a.Secret || a.Text.String() == b.Text.String())
	})
}

// over are answers in place of as many others.
func over(said, was []ask.Answered) []ask.Answered {
	return slices.Concat(said, was[min(len(said), len(was)):])
}

// replay is ask.Replay; nothing where the game fails at what was told.
func replay(d ask.Draft, f dialogFunc) (said []ask.Answered, events []made, whole bool) {
	defer func() {
		if recover() != nil {
			said, events, whole = nil, nil, false
		}
	}()
	return ask.Replay(d, f)
}

// carry takes answers over to a conversation that is another one than it was.
func carry(seed uint64, old []ask.Answered, renamed map[string]string, f dialogFunc) (out []ask.Answered, fits int) {
	defer func() {
		if recover() != nil {
			out, fits = nil, 0
		}
	}()
	return ask.CarryAll(seed, old, renamed, f)
}

func (s *Session) before(t dialog, seq int) dialogFunc {
	if t.then == nil || seq > len(s.Log.lines) || t.slot == slotNext && !s.Log.sameNext(seq) { // or it is about another event
		return nil
	}
	return t.then(s.Log.lines[:seq])
}

// pending is the slots of conversations under way, in the order in which they were begun.
func (s *Session) pending() []string {
	var slots []string
	for _, r := range s.tapes() {
		if len(r.Said) > 0 || r.damaged {
			slots = append(slots, r.slot)
		}
	}
	return slots
}

// tapes are all conversations of which something is kept, in the order in which they were begun. Those about
// events that are no longer there are left out, and so is everything while the store cannot be read.
func (s *Session) tapes() []reel {
	if s.Log.id == "" {
		return nil
	}
	slots, err := s.Log.st.Drafts(s.Log.id)
	if err != nil {
		return nil
	}
	var all []reel
	for _, slot := range slots {
		_, id, about := strings.Cut(slot, " ")
		n, err := strconv.Atoi(id)
		if about && (err != nil || indexOf(s.Log.items, n) < 0) || slot == slotTable && len(s.Log.items) > 0 {
			continue
		}
		r, err := s.peek(slot)
		r.damaged = err != nil
		all = append(all, r)
	}
	return all
}

// Begun reports whether something of the next event, or of the set-up where nobody sits yet, was answered already.
func (s *Session) Begun() bool { return slices.Contains(s.pending(), s.ahead().slot) }

// Told is how many answers of what Begun speaks of stand, as the game is now.
func (s *Session) Told() int {
	if !s.Begun() {
		return 0
	}
	d, err := s.openDialog(s.ahead())
	if err != nil {
		return 0 // whoever asks next says so
	}
	return len(d.Entries)
}

// A Half is a correction that was left before its end.
type Half struct {
	Item  Item // that is corrected, or before which something is put in
	PutIn bool

	slot string
}

// Unfinished is the correction that was begun first and is not at its end, and whether
// there is one.
func (s *Session) Unfinished() (Half, bool) {
	for _, slot := range s.pending() {
		what, id, about := strings.Cut(slot, " ")
		if n, err := strconv.Atoi(id); about && err == nil && what != again {
			return Half{s.Log.items[indexOf(s.Log.items, n)], what == inserting, slot}, true
		}
	}
	return Half{}, false
}

// GoOn turns to a correction that was left.
func (s *Session) GoOn(h Half) {
	if h.PutIn {
		s.PutIn(h.Item.ID)
	} else {
		s.Open(h.Item.ID)
	}
}

// DropHalf gives a correction up that was left; all stays as it was.
func (s *Session) DropHalf(h Half) error {
	s.ToNow()
	return errors.Join(s.dropAgain(), s.Drop(h.slot))
}

// dropAgain gives up what was asked again because of a correction.
func (s *Session) dropAgain() error {
	for _, r := range s.tapes() {
		if isAgain(r.slot) {
			if err := s.Drop(r.slot); err != nil {
				return err
			}
		}
	}
	return nil
}

// AtHand is the correction, or what is put in, at which the table is; ok is false where
// nothing of it was answered yet.
func (s *Session) AtHand() (h Half, ok bool) {
	i := indexOf(s.Log.items, s.place.id)
	if i < 0 {
		return h, false
	}
	return Half{s.Log.items[i], s.place.put, s.Slot()}, slices.Contains(s.pending(), s.Slot())
}

// Discard gives the game up before anybody sits at it.
func (s *Session) Discard() error { return s.Drop(slotTable) }

// Drop gives up a conversation under way. Without the set-up there is no game: a game
// that has nothing else is forgotten.
func (s *Session) Drop(slot string) error {
	if s.Log.id == "" {
		return nil
	}
	delete(s.dialogs, slot)
	if len(s.Log.lines) > 0 || slot != slotTable {
		return s.dropSlot(slot)
	}
	switch err := s.Log.st.DeleteUnstarted(s.Log.id); {
	case errors.Is(err, store.ErrPlayed):
		return s.Log.refused(store.ErrMoved)
	case err != nil:
		return unwritten(err)
	}
	s.Log.id, s.seed = "", 0
	s.forget()
	return nil
}

// dropSlot empties a slot, whatever it holds now.
func (s *Session) dropSlot(slot string) error {
	r, err := s.peek(slot)
	var broken *Broken
	if err != nil && !errors.As(err, &broken) {
		return unwritten(err)
	}
	if err == nil && len(r.Said)+len(r.Undone) == 0 {
		return nil
	}
	return s.write(r, tape{})
}

// firstSeed is the seed of the set-up: drawn once, whatever the table looks at in between.
func (s *Session) firstSeed() uint64 {
	for s.seed == 0 {
		s.seed = s.Log.random()
	}
	return s.seed
}
