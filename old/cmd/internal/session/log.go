package session

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// A Log is one game as it is written: append-only lines, the events that they leave, and the state that those lead to.
// Nothing else writes lines.
type Log struct {
	st      disk
	g       scoring.Game
	now     func() time.Time
	random  func() uint64
	moved   func() // called when the log has moved on, or has become another game's
	purpose string // what the table began it for, in its own words
	id      string // "" until the first answer is kept
	started time.Time

	names []store.Naming // the renames that apply to it
	lines []line         // with the present names
	items []Item         // what the lines leave
	state scoring.State  // what the items lead to

	asked struct { // the line after which the next event is asked for, in a game with of lines
		id       string
		line, of int
	}
}

// A Damaged is the error for a game whose log cannot be read, or was altered.
type Damaged struct {
	Game  string
	Line  int // of the log, from 1; 0: no single one
	Whole int // how many lines can be read
	Why   error
}

func (d *Damaged) Error() string {
	return fmt.Sprintf("session: game %s, line %d: %v", d.Game, d.Line, d.Why)
}

// Unwrap returns store.ErrDamaged, scoring.ErrUnknown …
func (d *Damaged) Unwrap() error { return d.Why }

var errResult = fmt.Errorf("%w: the result that was kept is another one than that of the log", store.ErrDamaged)

// ID returns the game's id in the store, "" before the first answer was kept.
func (log *Log) ID() string { return log.id }

// Game returns the game that is played.
func (log *Log) Game() scoring.Game { return log.g }

// Purpose returns the purpose that Start was given.
func (log *Log) Purpose() string { return log.purpose }

// Started returns when the game was begun; zero: unknown.
func (log *Log) Started() time.Time { return log.started }

// Table returns the people who play and what they agreed on, and whether that is known yet.
func (log *Log) Table() (setup.Table, bool) {
	if len(log.items) == 0 {
		return setup.Table{}, false
	}
	return log.items[0].Event.(setup.Table).Clone(), true
}

// Items returns the events as they stand, the table first.
func (log *Log) Items() []Item { return slices.Clone(log.items) }

// Events returns the events as they stand, without the table.
func (log *Log) Events() []scoring.Event {
	var out []scoring.Event
	for _, it := range log.items[min(1, len(log.items)):] {
		out = append(out, it.Event)
	}
	return out
}

// Ended returns when the last event of a game happened, corrections aside; zero before there is a table.
func Ended(log *Log) time.Time {
	if len(log.items) == 0 {
		return time.Time{}
	}
	return log.lines[min(log.items[len(log.items)-1].Since, len(log.lines)-1)].at
}

// Lines returns how many lines of the log this window knows.
func (log *Log) Lines() int { return len(log.lines) }

// State returns where the game stands, nil before there is a table.
func (log *Log) State() scoring.State { return log.state }

// CatchUp reads what another window has written, and returns ErrMoved or what the store says.
func (log *Log) CatchUp() error { return log.refused(store.ErrMoved) }

// compare checks the log against the game's entry in the store, which was read before it: the log has at least so many
// lines, and they lead to the stored result.
func (log *Log) compare(kept store.Game) error {
	if kept.Lines > len(log.lines) {
		return &Damaged{log.id, len(log.lines) + 1, len(log.lines), fmt.Errorf("%w: %w", store.ErrDamaged, errGap)}
	}
	if log.state == nil || kept.Standings == nil || kept.Lines != len(log.lines) || kept.Wrong {
		return nil
	}
	p, err := log.snapshot().projection()
	if err == nil && !bytes.Equal(p.Standings, kept.Standings) {
		err = &Damaged{log.id, 0, len(log.lines), errResult}
	}
	return err
}

func (log *Log) reload() error {
	names, err := log.st.Names(log.id)
	if err != nil {
		return err
	}
	return log.load(math.MaxInt, names)
}

// load reads the log up to a line, and starts over if there are new renames.
func (log *Log) load(last int, names []store.Naming) error {
	lines := slices.Clone(log.lines)
	if !slices.Equal(names, log.names) {
		lines = nil
	}
	fresh, err := log.st.After(log.id, len(lines))
	if err != nil {
		return err
	}
	return log.take(lines, fresh[:min(len(fresh), max(0, last-len(lines)))], names)
}

// take decodes fresh lines behind others.
func (log *Log) take(lines []line, fresh []store.Line, names []store.Naming) error {
	var unread error
	for _, f := range fresh {
		l, err := line{}, fmt.Errorf("%w: %w", store.ErrDamaged, errGap)
		if f.Seq == len(lines)+1 {
			l, err = read(log.g, f, log.sum(lines))
		}
		if err != nil {
			unread = &Damaged{log.id, len(lines) + 1, len(lines), err}
			break
		}
		l.rename(f.Seq, names)
		lines = append(lines, l)
	}
	now, err := from(log.g, lines)
	if err != nil { // a line that leads nowhere comes before one that cannot be read
		return log.faulty(lines, err)
	}
	if unread != nil {
		return unread
	}
	log.names, log.lines, log.items, log.state = names, now.lines, now.items, now.state
	return nil
}

// sum returns the sum of the last of some lines.
func (log *Log) sum(lines []line) string {
	if len(lines) == 0 {
		return log.id
	}
	return lines[len(lines)-1].sum
}

// faulty finds the first line after which the log leads nowhere.
func (log *Log) faulty(lines []line, err error) error {
	for n := 1; n <= len(lines); n++ {
		if _, err := from(log.g, lines[:n]); err != nil {
			return &Damaged{log.id, n, n - 1, fmt.Errorf("%w: %w", store.ErrDamaged, err)}
		}
	}
	return &Damaged{log.id, 0, len(lines), err}
}

// play starts the game and applies the events. It skips and lists events that the rules refuse, so that everything in
// the way is known. If the rules panic on a damaged file, that is an error like any other.
func play(g scoring.Game, items []Item) (state scoring.State, refused []Refused, err error) {
	defer func() {
		if v := recover(); v != nil {
			state, refused, err = nil, nil, fmt.Errorf("session: the rules fail: %v", v)
		}
	}()
	state, err = g.New(items[0].Event.(setup.Table).Clone())
	if err != nil {
		return nil, nil, err
	}
	for _, it := range items[1:] {
		next, err := g.Apply(state, it.Event)
		var f *scoring.Fault
		switch {
		case errors.As(err, &f):
			refused = append(refused, Refused{it, f})
		case err != nil:
			return nil, nil, err
		default:
			state = next
		}
	}
	return state, refused, nil
}

// projection returns what the store shows of a game without knowing its rules.
func (t snapshot) projection() (store.Projection, error) {
	table, r := t.items[0].Event.(setup.Table), t.state.Result()
	b, err := json.Marshal(r.Standings())
	p := store.Projection{People: table.Players, Choices: t.g.Kept(table.Choices), Finished: r.Over, Standings: b}
	if err != nil || !p.Finished {
		return p, err
	}
	for _, h := range hows(t.g, table, t.state) {
		how, err := json.Marshal(h)
		if err != nil {
			return p, err
		}
		p.How = append(p.How, string(how))
	}
	return p, nil
}

// add appends a line, and is the only way into the log: first the rules, then the disk, then memory. It drops the
// drafts as well. The error is a *fault.Fault if the rules or the disk refuse it, or ErrMoved.
func (log *Log) add(l line, drafts []store.Drop) error {
	next, err := from(log.g, append(slices.Clip(log.lines), l))
	if err != nil {
		return err
	}
	p, err := next.projection()
	if err != nil {
		return err
	}
	p.Names = len(log.names)
	if err := log.ensure(); err != nil {
		return unwritten(err)
	}
	l.at = log.now()
	if len(log.lines) == 0 {
		l.file = log.g.Files.Own
	}
	body, sum, err := l.write(l.version(), log.sum(log.lines))
	if err != nil {
		return err
	}
	l.sum = sum
	if err := log.st.Append(log.id, len(log.lines), l.at, body, p, drafts...); err != nil {
		return log.refused(err)
	}
	next.lines[len(log.lines)] = l
	log.lines, log.items, log.state = next.lines, next.items, next.state
	log.moved()
	return nil
}

// changed returns a change as the next line, whose number gives the new items their ids.
func (log *Log) changed(c change) line {
	c.stays = true
	id := (len(log.lines) + 1) * perLine
	for _, part := range append([]change{c}, c.more...) {
		for k := range part.put {
			part.put[k].ID = id
			id++
		}
	}
	return line{kind: Changed, change: c}
}

// ensure creates the game in the store, once.
func (log *Log) ensure() error {
	if log.id != "" {
		return nil
	}
	id, err := log.st.Create(log.g.ID, log.purpose, log.started, func(n int) int { return int(log.random() % uint64(n)) })
	if err == nil {
		log.id = id
	}
	return err
}

// refused turns an error of the store into one of the session. An error that another try cannot cure is no Fault, or it
// would be put to the table again and again.
func (log *Log) refused(err error) error {
	switch {
	case errors.Is(err, store.ErrNone), errors.Is(err, store.ErrDamaged), errors.Is(err, store.ErrForeign):
		return err
	case !errors.Is(err, store.ErrMoved):
		return unwritten(err)
	}
	log.moved()
	if err := log.reload(); err != nil {
		return err
	}
	return ErrMoved
}

// unwritten returns an error of the disk as a Fault for the table, joined with the error itself.
func unwritten(err error) error {
	return errors.Join(fault.New(sayUnwritten.With("why", Explain(err))), err)
}

// chance returns the seed of a dialog that begins now, for the next event (0) or about an item. It derives from the
// table's seed, so neither a crash before the first answer, nor looking at something else, nor a redo rolls again.
func (log *Log) chance(id int) uint64 {
	x := log.lines[0].put[0].Said.Seed ^ uint64(moment(log.lines))<<32 ^ uint64(id)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9 // splitmix64
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// seed returns the seed of a dialog in which an item is told again: that of the dialog that made it.
func (log *Log) seed(it Item) uint64 { return cmp.Or(it.Said.Seed, log.chance(it.ID)) }
