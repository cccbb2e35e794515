package phones

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Keyboard is who asks at the laptop.
type Keyboard interface {
	ask.Asker
	AskUntil(done <-chan struct{}, q ask.Question) (ask.Answer, error)
	// Forget drops what is typed just now: it was meant for a question that is gone.
	Forget()
}

// Both asks at the laptop and on the phones at once. Its rules:
//
//   - What is addressed to people lies on their phones and at the laptop, anything else at
//     the laptop only; the laptop can answer everything for anybody.
//   - The first answer counts; the other place gives the question up, and what was typed
//     there in that moment is dropped.
//   - What comes from a phone is not said aloud: the laptop tells only who answered.
//   - An aside at the laptop leaves the phones' questions lying.
type Both struct {
	Keyboard
	Hub *Hub
	Say func(lang.Text) // prints a line at the laptop
}

type typed struct {
	a     ask.Answer
	err   error
	panic any // what asking failed with
}

// raised goes on with a panic on the goroutine that asked, where the program can put the
// terminal in order.
func (t typed) raised() typed {
	if t.panic != nil {
		panic(t.panic)
	}
	return t
}

// put asks at the keyboard; stop takes the question back and returns what came of it.
func (b *Both) put(q ask.Question) (c <-chan typed, stop func() typed) {
	done, back := make(chan struct{}), make(chan typed, 1)
	go func() {
		var t typed
		defer func() {
			t.panic = recover()
			back <- t
		}()
		t.a, t.err = b.AskUntil(done, q)
	}()
	return back, func() typed { close(done); return (<-back).raised() }
}

var (
	fromPhone = lang.Msg("phones.from", "✔ By phone: {names}")
	whoIsIn   = lang.Msg("phones.who-is-in", "Waiting for the phones. Whose answer is typed here?")
	isIn      = lang.Msg("phones.is-in", "✓ {who}")
	inAlready = lang.Msg("phones.in-already", "{who} has answered.")
	waitsFor  = lang.Msg("phones.waits-for", "… {who}")
	noPhone   = lang.Msg("phones.no-phone", "… {who} (no phone)")
	sleeps    = lang.Msg("phones.sleeps", "… {who} (phone asleep)")
)

// Ask puts one question wherever it may be answered.
func (b *Both) Ask(q ask.Question) (ask.Answer, error) {
	switch {
	case q.Place == "" || len(q.People) == 0 || slices.Min(q.People) < 0 || q.Kind == ask.Draw || q.Kind == ask.Watch || !b.anyPhone(q.People):
		return b.alone(q)
	case len(q.People) == 1:
		return b.lay([]ask.Question{q}, q)
	case q.Kind == ask.Each:
		return b.lay(parts(q), q)
	}
	return b.alone(q)
}

// alone asks at the laptop only. What rests on the phones rests on: this may be an aside.
func (b *Both) alone(q ask.Question) (ask.Answer, error) { return b.Keyboard.Ask(q) }

func (b *Both) anyPhone(seats []int) bool {
	return slices.ContainsFunc(seats, func(seat int) bool { has, _ := b.Hub.phone(seat); return has })
}

// parts are a line of many people, a question each.
func parts(q ask.Question) []ask.Question {
	qs := make([]ask.Question, len(q.People))
	for k := range q.People {
		qs[k] = q.To(k)
		qs[k].Plus, qs[k].Suggest, qs[k].Keys, qs[k].Example, qs[k].Order = 0, nil, nil, nil, lang.Text{}
	}
	return qs
}

// lay puts one question at the laptop and, in parts, on phones: a line is typed whole, or comes
// together from the phones, whichever is whole first.
func (b *Both) lay(qs []ask.Question, q ask.Question) (ask.Answer, error) {
	nos := b.Hub.open(qs)
	in := b.kept(qs, nos)
	c, stop := b.put(q)
	for slices.Contains(in, nil) {
		select {
		case t := <-c:
			return b.away(t.raised())
		case s := <-b.Hub.said:
			k := slices.Index(nos, s.no)
			if k < 0 {
				s.reply <- errGone
				continue
			}
			s.reply <- b.take(&s, in, k)
		}
	}
	if t := stop(); !errors.Is(t.err, ask.ErrYielded) { // typed in the same moment: the keyboard was first
		return b.away(t)
	}
	b.Hub.close()
	return b.whole(in), nil
}

// take is a part that came from a phone. One of several is kept before its person learns that it
// counts; a whole answer goes to who asked.
func (b *Both) take(s *said, in []*said, k int) error {
	if len(in) > 1 {
		if err := b.Hub.keepPart(*s); err != nil {
			return err
		}
	}
	in[k] = s
	b.Hub.mark(s.no, func(x *slip) { x.sent, x.kept = len(in) == 1, len(in) > 1 })
	return nil
}

// kept are the parts that came before the program was ended.
func (b *Both) kept(qs []ask.Question, nos []string) []*said {
	in := make([]*said, len(qs))
	if len(qs) == 1 {
		return in
	}
	parts := b.Hub.parts(nos)
	for k, no := range nos {
		if p, ok := parts[no]; ok && qs[k].Fits(p.Answer) && qs[k].Fault == nil {
			in[k] = &said{no: no, a: p.Answer, who: p.Who}
			b.Hub.mark(no, func(x *slip) { x.kept = true })
		}
	}
	return in
}

// whole is what came from the phones as one answer.
func (b *Both) whole(in []*said) ask.Answer {
	var who []string
	for _, s := range in {
		who = append(who, s.who)
	}
	b.tell(who)
	if len(in) == 1 {
		return in[0].a
	}
	all := ask.Answer{By: in[0].a.By}
	for _, s := range in {
		all.Values = append(all.Values, append(s.a.Values, nil)[0])
	}
	return all
}

// away takes the questions from the phones, or lets them rest where the table only looks
// something up.
func (b *Both) away(t typed) (ask.Answer, error) {
	var aside *ask.Aside
	if errors.As(t.err, &aside) {
		b.Hub.rest()
	} else {
		b.Hub.close()
	}
	return t.a, t.err
}

// Gather collects from all phones at once. The laptop shows who is missing, and takes the
// answer of anybody.
func (b *Both) Gather(qs []ask.Question, got ask.Got) error {
	for _, q := range qs {
		if q.Place == "" || len(q.People) != 1 || q.People[0] < 0 {
			return b.Keyboard.Gather(qs, got)
		}
	}
	if !slices.ContainsFunc(qs, func(q ask.Question) bool { has, _ := b.Hub.phone(q.People[0]); return has }) {
		return b.Keyboard.Gather(qs, got)
	}
	g := gathering{b, slices.Clone(qs), b.Hub.open(qs), got, nobodyTypes, nil}
	err := g.run()
	_, err = b.away(typed{err: err})
	if err == nil && len(g.phoned) > 0 {
		b.tell(g.phoned)
	}
	return err
}

// tell says who answered by phone, and lets the table read it before the next key counts.
func (b *Both) tell(who []string) {
	b.Say(fromPhone.With("names", lang.Names(who)))
	b.Forget()
}

// A gathering is a group of questions under way.
type gathering struct {
	*Both
	qs     []ask.Question
	nos    []string
	got    ask.Got
	at     int // whose question is put at the laptop
	phoned []string
}

const nobodyTypes = -1

func (g *gathering) missing() bool {
	return slices.ContainsFunc(g.qs, func(q ask.Question) bool { return !q.In })
}

// run asks until everybody is in.
func (g *gathering) run() error {
	changed, stop := g.Hub.Changes()
	defer stop()
	for g.missing() {
		q := g.status()
		if g.at != nobodyTypes {
			q = g.qs[g.at]
		}
		if err := g.once(q, changed); err != nil {
			return err
		}
	}
	return nil
}

// once shows a question at the laptop until it is answered or has to be another one.
func (g *gathering) once(q ask.Question, changed <-chan struct{}) error {
	c, stop := g.put(q)
	giveUp := func() error {
		t := stop()
		if errors.Is(t.err, ask.ErrYielded) {
			return nil
		}
		return g.typed(t)
	}
	for {
		select {
		case t := <-c:
			return g.typed(t.raised())
		case <-changed: // somebody comes, or falls asleep
			if now := g.status(); g.at == nobodyTypes && !sameList(q, now) {
				return giveUp()
			}
		case s := <-g.Hub.said:
			err := g.heard(s)
			s.reply <- err
			var f *fault.Fault
			switch {
			case err != nil && !errors.As(err, &f) && !errors.Is(err, errGone):
				stop()
				return err
			case err == nil && (g.at == nobodyTypes || !g.missing()):
				return giveUp()
			}
		}
	}
}

func sameList(a, b ask.Question) bool {
	return fmt.Sprint(a.Options, a.Barred) == fmt.Sprint(b.Options, b.Barred)
}

// heard is an answer from a phone: it counts once the game and the disk have it.
func (g *gathering) heard(s said) error {
	k := slices.Index(g.nos, s.no)
	if k < 0 || k == g.at {
		return errGone
	}
	if err := g.got(k, s.a); err != nil {
		return err
	}
	if g.in(k); !slices.Contains(g.phoned, s.who) {
		g.phoned = append(g.phoned, s.who)
	}
	return nil
}

func (g *gathering) in(k int) {
	g.qs[k].In = true
	g.Hub.mark(g.nos[k], func(s *slip) { s.kept, s.sent, s.here, s.why = true, false, false, nil })
}

// typed is what came from the laptop: whose answer is typed there, or that answer.
func (g *gathering) typed(t typed) error {
	k := g.at
	switch {
	case k == nobodyTypes && errors.Is(t.err, ask.ErrBack):
		return ask.ErrBackAll
	case k != nobodyTypes && errors.Is(t.err, ask.ErrBack): // the keyboard comes back unused
		g.at = nobodyTypes
		g.Hub.mark(g.nos[k], func(s *slip) { s.here = false })
		return nil
	case t.err != nil:
		return t.err
	case k == nobodyTypes:
		g.at = g.open()[t.a.Value()]
		g.Hub.mark(g.nos[g.at], func(s *slip) { s.here = true })
		return nil
	}
	var f *fault.Fault
	switch err := g.got(k, t.a); {
	case errors.As(err, &f):
		g.qs[k].Fault = f
		return nil
	case err != nil:
		return err
	}
	g.in(k)
	g.at = nobodyTypes
	return nil
}

// open are the questions that nobody has answered.
func (g *gathering) open() []int {
	var open []int
	for k, q := range g.qs {
		if !q.In {
			open = append(open, k)
		}
	}
	return open
}

// status is what the laptop shows meanwhile: everybody, with the number of the seat.
func (g *gathering) status() ask.Question {
	q := ask.Question{ID: "phones.who-is-in", Kind: ask.Pick, Quick: true, Text: whoIsIn}
	for _, one := range g.qs {
		seat, name := one.People[0], one.Names[0]
		mark := lang.Literal(strconv.Itoa(seat + 1))
		if one.In {
			q.Barred = append(q.Barred, ask.Barred{Before: len(q.Options), Mark: mark, Text: isIn.With("who", name), Why: inAlready.With("who", name)})
			continue
		}
		say := waitsFor
		switch has, awake := g.Hub.phone(seat); {
		case !has:
			say = noPhone
		case !awake:
			say = sleeps
		}
		q.Marks, q.Options = append(q.Marks, mark), append(q.Options, say.With("who", name))
	}
	return q
}

var _ ask.Asker = (*Both)(nil)
