package ask

import (
	"errors"
	"math"
	"math/bits"
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
)

// An Entry is a kept answer.
type Entry struct {
	ID   string `json:"id"`
	Who  string `json:"who,omitempty"`
	Line string `json:"line,omitempty"`
	Key  string `json:"key,omitempty"`
	By   string `json:"by,omitempty"`

	Words bool `json:"words,omitempty"` // Line is free text
}

// to reports whether an entry answers a question.
func (e Entry) to(q Question) bool { return e.ID == q.ID && e.Who == q.Who }

// A Dialog is the state of a dialog that is replayed rather than saved.
type Dialog struct {
	Seed uint64                                // of Toss
	Kept []Entry                               // the answers so far, as they are on the disk; the recorder gives them back silently
	Was  []Entry                               // the answers of the time when this was asked before: suggested, an Enter a group; no secrets
	Read bool                                  // read from the first answer on (a correction)
	Last bool                                  // with Read: from the last answer back
	Told bool                                  // the event happened, and is put right: groups are marked Told
	Keep func(from int, answers []Entry) error // puts answers on the disk: they replace those from that place on
}

// Run runs a dialog: f asks, and depends on nothing but the asker. Kept answers are fitted to f, group by group: those
// that f would not ask for, or refuses, are passed over, and stay on the disk until something else is answered. The others are
// given back silently, all else is asked of a. Back and Now within the dialog are followed here; Back from the first
// group, Now from one that is open, and every other Move, is returned. A changed answer makes those of later groups
// suggestions. A fault that f returns at its end is shown with the last group, which is put again.
func Run[E any](a Asker, d *Dialog, f func(Asker) (E, error)) (E, error) {
	r := &recorder{a: a, d: d, from: math.MaxInt}
	if d.Read && !d.Last {
		r.from = 0
	}
	last := d.Read && d.Last
	for {
		r.taken, r.group, r.next, r.toss, r.back = nil, 0, 0, 0, false
		e, err := f(r)
		switch {
		// Back within the dialog: f has unwound, and runs again up to the group before.
		case r.back:
		// The rules refuse the whole: the last group is put again, with the fault above it.
		case r.broken == nil && fault.Is(err) && r.group > 0:
			r.from, r.fault = r.group-1, err
		// A correction is read from its end, and every answer was kept. Without this nothing would be asked at all.
		case err == nil && last && !r.asked:
			r.from = r.group - 1
		default:
			return e, err
		}
		last = false
	}
}

// A recorder is the asker that f gets: it gives back kept answers, and keeps new ones.
type recorder struct {
	a Asker
	d *Dialog

	taken []Entry // the entries of d.Kept that f took in earlier groups
	next  int     // place in d.Kept from which on the next group's answers are looked for
	group int     // how many groups came by
	toss  int     // how many tosses came by
	back  bool    // f unwinds, and begins once more

	asked  bool  // somebody was
	from   int   // groups from this one on are read, though they are answered
	fault  error // shown with the next group
	broken error // the disk failed
}

// Put gives a group back from kept answers, or has it asked.
func (r *recorder) Put(g Group, got Got) error {
	switch {
	case r.back:
		return Back
	case r.broken != nil:
		return r.broken
	case len(g.Asked) == 0:
		return nil
	}
	p := &openGroup{r: r, g: g, got: got, no: r.group}
	p.g.After = r.next
	r.group++
	p.fit()
	if !p.whole() || p.no >= r.from {
		if err := p.put(); err != nil {
			return err
		}
	}
	r.taken = append(r.taken, p.entries(p.in)...)
	return nil
}

// An openGroup is a group under way: its kept answers, and those that are still asked for.
type openGroup struct {
	r   *recorder
	g   Group
	got Got
	no  int // of the group in the dialog
	in  given
}

// whole reports whether all is answered, or a Key ended it.
func (p *openGroup) whole() bool { return len(p.g.open(p.in)) == 0 }

// find returns the question that an entry answers and that is still open, or -1.
func (p *openGroup) find(e Entry) int {
	for i, q := range p.g.Asked {
		if e.to(q) && p.in.to(i) < 0 {
			return i
		}
	}
	return -1
}

// fit gives back kept answers, as far as the game takes them. Answers between them do not fit any more.
func (p *openGroup) fit() {
	r := p.r
	// Answers that no question of the group takes are passed over: they belong to a way that f does not go any more.
	for k := r.next; k < len(r.d.Kept) && !p.whole(); k++ {
		if i := p.find(r.d.Kept[k]); i >= 0 {
			e := r.d.Kept[k]
			p.in, r.next = append(p.in, Answer{To: i, Line: e.Line, Key: e.Key, By: e.By}), k+1
		}
	}
	if len(p.in) == 0 || p.got(p.in...) == nil {
		return
	}
	// Answers count together if the game takes them so. Else each is judged by itself: one that the rules now refuse must not
	// take the others with it.
	all := p.in
	p.in = nil
	for i := range all {
		if err := p.got(all[i]); err != nil {
			r.fault = err
			continue
		}
		p.in = append(p.in, all[i])
	}
}

// entries returns answers as they are kept.
func (p *openGroup) entries(in given) []Entry {
	out := make([]Entry, len(in))
	for i, a := range in {
		q := p.g.Asked[a.To]
		_, words := q.Shape.(Words)
		words = words || a.Key != "" && a.Line != ""
		out[i] = Entry{ID: q.ID, Who: q.Who, Line: a.Line, Key: a.Key, By: a.By, Words: words}
	}
	return out
}

// put has the group asked, and follows where the table wants to go.
func (p *openGroup) put() error {
	r := p.r
	r.asked = true
	was := p.in
	err := p.ask()
	if errors.Is(err, Anew) {
		err = p.anew()
	}
	// An answer has put a Key away, so that the group is open again. A group that did not change would be asked for ever.
	for err == nil && !p.whole() && !slices.Equal(was, p.in) {
		was = p.in
		err = p.ask()
	}
	var to Move
	moves := errors.As(err, &to)
	switch {
	case r.broken != nil:
		return r.broken
	case err == nil && !p.whole():
		return errUnanswered
	case moves && to == Back && p.no > 0:
		r.from, r.back = p.no-1, true
	case moves && to == Now && p.whole():
		r.from = math.MaxInt
		return nil
	}
	return err
}

// anew takes back what was answered, and asks once more.
func (p *openGroup) anew() error {
	if err := p.keep(nil); err != nil {
		return err
	}
	return p.ask()
}

func (p *openGroup) ask() error {
	away := false
	defer func() { away = true }()
	return p.r.a.Put(p.shown(), func(in ...Answer) error {
		if away {
			return Gone
		}
		return p.take(in)
	})
}

// shown returns the group as it is put: with answers that are in, and with suggestions.
func (p *openGroup) shown() Group {
	g, d := p.g, p.r.d
	g.Again, g.Told, g.Asked = p.whole(), d.Told || g.Told, slices.Clone(g.Asked)
	g.Fault, p.r.fault = p.r.fault, nil
	for i := range g.Asked {
		q := &g.Asked[i]
		q.Secret = q.Secret && !g.Told
		// The first entry that fits counts: it is the youngest answer. So the loop goes backward, and overwrites.
		for _, e := range slices.Backward(slices.Concat(d.Kept[p.r.next:], d.Was)) {
			if _, err := q.Read(e.Line); err == nil && e.to(*q) {
				q.Suggest = e.Line
			}
		}
		if in := p.in.to(i); in >= 0 {
			q.In, q.Suggest = true, p.in[in].Line
		}
		if _, err := q.Read(q.Suggest); q.Secret || err != nil {
			q.Suggest = ""
		}
	}
	return g
}

// take judges answers and keeps them if they change anything. Answers to later groups are only suggested from then on.
func (p *openGroup) take(in []Answer) error {
	r := p.r
	if r.broken != nil {
		return r.broken
	}
	// A group that is read back and left as it was gives the same answers again. Nothing is written then.
	changes := slices.ContainsFunc(in, func(a Answer) bool { return !slices.Contains(p.in, a) })
	if len(in) > 0 && !changes {
		return nil
	}
	if err := p.got(in...); err != nil {
		return err
	}
	if len(in) == 0 {
		return nil
	}
	return p.keep(p.in.with(in))
}

// keep puts the group's answers on the disk.
func (p *openGroup) keep(next given) error {
	r := p.r
	kept, from := slices.Concat(r.taken, p.entries(next)), 0
	// Answers that are on the disk already, in the same place, are not written again.
	for from < min(len(kept), len(r.d.Kept)) && kept[from] == r.d.Kept[from] {
		from++
	}
	if r.d.Keep != nil {
		if err := r.d.Keep(from, slices.Clone(kept[from:])); err != nil {
			r.broken = err
			return err
		}
	}
	r.d.Was = slices.Concat(r.d.Kept[r.next:], r.d.Was)
	r.d.Kept, r.next = kept, len(kept)
	p.in = next
	return nil
}

// Numbered returns an asker that gives people, in the order of their coming, their numbers in all lists. It takes the
// asker that a dialog got from Run, so that Toss knows it, or any other.
func Numbered[S ~string](a Asker, people []S) Asker {
	n := numbered{Asker: a}
	for _, p := range people {
		n.people = append(n.people, string(p))
	}
	return n
}

type numbered struct {
	Asker
	people []string
}

// Put has a group asked in which everybody has their number.
func (n numbered) Put(g Group, got Got) error {
	g.People, g.Asked = n.people, slices.Clone(g.Asked)
	for i, q := range g.Asked {
		switch s := q.Shape.(type) {
		case Pick:
			s.Options = s.Numbered(n.people)
			g.Asked[i].Shape = s
		case Many:
			s.Options = s.Numbered(n.people)
			g.Asked[i].Shape = s
		}
	}
	return n.Asker.Put(g, got)
}

// Kept reports whether an answer to a question with this ID is on the disk. a is the asker that f got from Run, or else nothing is.
func Kept(a Asker, id string) bool {
	if of, is := a.(numbered); is {
		a = of.Asker
	}
	r, is := a.(*recorder)
	return is && slices.ContainsFunc(r.d.Kept, func(e Entry) bool { return e.ID == id })
}

// Toss returns a number from 0 to n-1, the same each time the dialog is replayed. a is the asker that f got from Run.
func Toss(a Asker, n int) int {
	if of, is := a.(numbered); is {
		a = of.Asker
	}
	r, is := a.(*recorder)
	if !is {
		panic("ask: Toss needs the asker that Run hands to a dialog")
	}
	r.toss++
	x := r.d.Seed + 0x9e3779b97f4a7c15*(uint64(r.toss)<<32+uint64(r.group)+1)
	// SplitMix64, begun at the place of the toss in the dialog: a replay comes to the same number, another toss to another.
	for _, by := range []uint64{0xbf58476d1ce4e5b9, 0x94d049bb133111eb} {
		x = (x ^ x>>30) * by
	}
	high, _ := bits.Mul64(x^x>>31, uint64(n))
	return int(high)
}
