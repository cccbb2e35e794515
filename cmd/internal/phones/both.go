package phones

import (
	"cmp"
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
	// Deafen drops what is typed just now: it was meant for a question that is gone.
	Deafen()
	// Covers reports whether a window is drawn on; else lines are printed.
	Covers() bool
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

	last string // the number of the question that a phone answered last
}

// A put is a question that lies at the keyboard.
type put struct {
	done chan struct{}
	back chan typed
	open bool // nobody took it back, and nothing came of it yet
}

type typed struct {
	a     ask.Answer
	err   error
	panic any // what asking failed with
}

// lay puts a question at a keyboard.
func lay(k Keyboard, q ask.Question) *put {
	p := &put{done: make(chan struct{}), back: make(chan typed, 1), open: true}
	go func() {
		var t typed
		defer func() {
			t.panic = recover()
			p.back <- t
		}()
		t.a, t.err = k.AskUntil(p.done, q)
	}()
	return p
}

// came is what came from the keyboard by itself. A panic there goes on where the program can put
// the terminal in order.
func (p *put) came(t typed) typed {
	p.open = false
	if t.panic != nil {
		panic(t.panic)
	}
	return t
}

// stop takes the question back, and returns what came of it.
func (p *put) stop() typed {
	close(p.done)
	return p.came(<-p.back)
}

// leave takes the question back where nobody did, whatever came of it.
func (p *put) leave() {
	if p.open {
		p.open = false
		close(p.done)
		<-p.back
	}
}

var (
	fromPhone = lang.Msg("phones.from", "✔ By phone: {names}")
	whoIsIn   = lang.Msg("phones.who-is-in", "Waiting for the phones. Whose answer is typed here?")
	isIn      = lang.Msg("phones.is-in", "✓ {who}")
	inAlready = lang.Msg("phones.in-already", "{who} has answered.")
	waitsFor  = lang.Msg("phones.waits-for", "… {who}")
	inOneLine = lang.Msg("phones.in-one-line", "Type all of them in one line")
	keyLine   = lang.Msg("phones.key-line", "l")
	noPhone   = lang.Msg("phones.no-phone", "… {who} (no phone)")
	onlyThis  = lang.Msg("phones.only-this", "Everybody is in. This is missing:")
	timesIn   = lang.Plural("phones.times-in", "{what}", "{n} × {what}")
	sleeps    = lang.Msg("phones.sleeps", "… {who} (phone asleep)")
)

// Ask puts one question wherever it may be answered.
func (b *Both) Ask(q ask.Question) (ask.Answer, error) {
	switch {
	case q.Place == "" || len(q.People) == 0 || slices.Min(q.People) < 0 || ask.Is[ask.Draw](q.Shape) || ask.Is[ask.Watch](q.Shape) || !b.anyPhone(q.People):
		return b.alone(q)
	case ask.As[ask.Show](q).Pictures && !q.Stands:
		return b.pictures(q)
	case len(q.People) == 1:
		return b.toOne(q)
	case ask.Is[ask.Each](q.Shape) && !q.Stands: // what was a line and is only read again is the laptop's
		return b.line(q)
	}
	return b.alone(q)
}

// alone asks at the laptop only. What has a place in the game comes after what lay on the phones;
// what has none is an aside, and they rest on.
func (b *Both) alone(q ask.Question) (ask.Answer, error) {
	if q.Place != "" {
		b.Hub.close()
	}
	return b.Keyboard.Ask(q)
}

// covered is a question as it is put at the laptop: what somebody answered on a phone, and why that was
// refused, is theirs.
func (b *Both) covered(q ask.Question) ask.Question {
	if len(q.People) != 1 || ask.Is[ask.Show](q.Shape) {
		return q
	}
	if q.Fault != nil && b.last == b.Hub.number(q) {
		q.Fault, q.Suggest = nil, nil
	}
	if q.Stands {
		q.Secret, q.Suggest = true, nil
	}
	if q.Secret {
		l := q.List()
		l.Barred = nil
		q = q.With(l)
	}
	return q
}

func (b *Both) anyPhone(seats []int) bool {
	return slices.ContainsFunc(seats, func(seat int) bool { has, _ := b.Hub.Lobby.phone(seat); return has })
}

// parts are a line of many people, a question each.
func parts(q ask.Question) []ask.Question {
	qs := make([]ask.Question, len(q.People))
	for k := range q.People {
		one := q.To(k)
		one.Suggest, one.Keys = nil, nil
		if each, ok := one.Shape.(ask.Each); ok {
			each.Plus, each.Example, each.Order = 0, nil, lang.Text{}
			one.Shape = each
		}
		qs[k] = one
	}
	return qs
}

// toOne puts one question at the laptop and on a phone; the first answer counts.
func (b *Both) toOne(q ask.Question) (ask.Answer, error) {
	no := b.Hub.open([]ask.Question{q})[0]
	for _, held := range b.Hub.held() {
		if a, err := held.read(q); err == nil {
			b.answered(held)
			return a, nil
		}
	}
	at := lay(b.Keyboard, b.covered(q))
	defer at.leave()
	for {
		select {
		case t := <-at.back:
			b.last = ""
			return b.away(at.came(t))
		case s := <-b.Hub.said:
			if s.no != no {
				s.reply <- errGone
				continue
			}
			answer, err := s.read(q)
			if err != nil {
				s.reply <- err
				continue
			}
			if t := at.stop(); !errors.Is(t.err, ask.ErrYielded) { // the keyboard was first
				a, err := b.away(t)
				s.reply <- tooLate(err)
				return a, err
			}
			b.Hub.mark(no, func(x *slip) { x.state, x.why = slipSent, nil })
			s.reply <- nil
			b.answered(s)
			return answer, nil
		}
	}
}

// answered is a question that a phone has answered.
func (b *Both) answered(s said) {
	b.last = s.no
	b.Hub.close()
	b.tell([]string{s.who}, true)
}

// line collects a line of many people: each gives their part on their phone, or all of it is typed
// at the laptop at once. A part is kept before its person learns that it counts.
func (b *Both) line(q ask.Question) (ask.Answer, error) {
	qs := parts(q)
	nos := b.Hub.open(qs)
	all := ask.Answer{By: ask.Scorekeeper, Values: make([][]int, len(qs))}
	g := gathering{Both: b, qs: qs, nos: nos, at: nobodyTypes, line: &q, plusNo: b.Hub.number(q) + "+"}
	kept := b.Hub.parts(append(slices.Clip(nos), g.plusNo))
	if p, ok := kept[g.plusNo]; ok && q.Fault == nil {
		g.plus = &p.Answer.Plus
	}
	for k, no := range nos {
		if p, ok := kept[no]; ok && q.Fault == nil && qs[k].Fits(p.Answer) {
			qs[k].In, all.Values[k] = true, p.Answer.Values[0]
			b.Hub.mark(no, func(x *slip) { x.state, x.gave = slipKept, &p.Answer })
		}
	}
	err := g.asOne(q, func(k int, a ask.Answer) { all.Values[k] = append(a.Values, nil)[0] })
	switch {
	case err == nil && g.whole != nil:
		return *g.whole, nil
	case g.plus != nil:
		all.Plus = *g.plus
	}
	return all, err
}

var photosIn = lang.Msg("phones.photos-in", "Photos: {names}")

// pictures collects a picture of everybody who gives one, until whoever keeps the score goes on.
func (b *Both) pictures(q ask.Question) (ask.Answer, error) {
	qs := make([]ask.Question, len(q.People))
	for k := range q.People {
		qs[k] = q.To(k)
		qs[k].Suggest = nil
	}
	nos := b.Hub.open(qs)
	all, kept := make([]string, len(qs)), b.Hub.parts(nos)
	for k, no := range nos {
		if p, ok := kept[no]; ok && qs[k].Fits(p.Answer) {
			qs[k].In, all[k] = true, p.Answer.Pictures[0]
		} else if q.Suggest != nil && q.Fits(*q.Suggest) && len(q.Suggest.Pictures) > 0 { // given before, and not taken again
			all[k] = q.Suggest.Pictures[k]
			qs[k].In = all[k] != ""
		}
		b.Hub.mark(no, func(x *slip) {
			x.line = cmp.Or(x.line, all[k])
			if qs[k].In { // or what was said meanwhile
				x.state = slipKept
			}
		})
	}
	g := gathering{Both: b, qs: qs, nos: nos, at: nobodyTypes, ends: &q}
	if err := g.asOne(q, func(k int, a ask.Answer) { all[k] = a.Pictures[0] }); err != nil {
		return ask.Answer{}, err
	}
	a := *g.whole
	if slices.ContainsFunc(all, func(id string) bool { return id != "" }) {
		a.Pictures = all
	}
	return a, nil
}

// tooLate is what a phone is told that was second: where the table only looks something up, it tries
// again, and its answer waits.
func tooLate(err error) error {
	var aside *ask.Aside
	if errors.As(err, &aside) {
		return errBusy
	}
	return errGone
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
	var seats []int
	for _, q := range qs {
		if q.Place == "" || len(q.People) != 1 || q.People[0] < 0 {
			return b.Keyboard.Gather(qs, got)
		}
		seats = append(seats, q.People[0])
	}
	if !b.anyPhone(seats) {
		return b.Keyboard.Gather(qs, got)
	}
	g := gathering{Both: b, qs: slices.Clone(qs), nos: b.Hub.open(qs), got: got, at: nobodyTypes, quiet: quietly(qs)}
	return g.collect()
}

// tell says who answered by phone. Where the question went away under somebody's hands, the table
// reads it before the next key counts.
func (b *Both) tell(who []string, deaf bool) {
	b.Say(fromPhone.With("names", lang.Names(who)))
	if deaf {
		b.Deafen()
	}
}

// A gathering is a group of questions under way.
type gathering struct {
	*Both
	qs     []ask.Question
	nos    []string
	got    ask.Got
	at     int                    // whose question is put at the laptop
	listed ask.Menu[func() error] // the list there, with what its lines do
	phoned []string
	late   bool // the last answer came by phone
	quiet  bool // nobody may learn who is asked

	line   *ask.Question // that may be typed whole; nil: there is none
	ends   *ask.Question // whose answer ends it, whoever is in; nil: it ends when all are
	whole  *ask.Answer   // what was typed
	plus   *int          // what follows the line, once whoever keeps the score has said it
	plusNo string        // under which that is kept
}

// Who types at the laptop, where it is no one person.
const (
	nobodyTypes = -1
	allInOne    = -2 // all of it in one line
)

func (g *gathering) missing() bool {
	return g.whole == nil && (g.ends != nil || g.asksPlus() && g.plus == nil || slices.ContainsFunc(g.qs, func(q ask.Question) bool { return !q.In }))
}

// asksPlus reports whether whoever keeps the score has to say what follows the line.
func (g *gathering) asksPlus() bool {
	if g.line == nil {
		return false
	}
	line := ask.As[ask.Each](*g.line)
	return line.Plus > 0 && !line.NoPlus.Empty()
}

// collect asks until everybody is in, takes the questions from the phones, and says who answered there.
func (g *gathering) collect() error {
	ended := false
	defer func() {
		if !ended { // the game failed at an answer
			g.Hub.close()
		}
	}()
	err := g.run()
	ended = true
	_, err = g.away(typed{err: err})
	switch {
	case err != nil || g.whole != nil || len(g.phoned) == 0:
	case g.quiet && g.late:
		g.Deafen()
	case g.quiet:
	default:
		g.tell(g.phoned, g.late)
	}
	return err
}

// quietly reports whether some of a group are asked once more, and nobody may learn who they are.
func quietly(qs []ask.Question) bool {
	return slices.ContainsFunc(qs, func(q ask.Question) bool { return q.In && q.Suggest == nil })
}

// asOne collects the parts of what to the table is one question. Each is kept before take gets it.
func (g *gathering) asOne(q ask.Question, take func(k int, a ask.Answer)) error {
	g.got = func(k int, a ask.Answer) error {
		if err := g.Hub.keepPart(Part{g.nos[k], q.Names[k], a}); err != nil {
			return fault.New(words["busy"])
		}
		take(k, a)
		return nil
	}
	err := g.collect()
	if errors.Is(err, ask.ErrBackAll) {
		err = ask.ErrBack
	}
	return err
}

// run asks until everybody is in.
func (g *gathering) run() error {
	changed, stop := g.Hub.Changes()
	defer stop()
	for _, s := range g.Hub.held() {
		err := g.heard(s)
		var f *fault.Fault
		switch {
		case errors.As(err, &f):
			g.Hub.mark(s.no, func(x *slip) { x.line, x.why = "", f })
		case err != nil:
			return err
		}
	}
	for g.missing() {
		q, listed := g.status()
		g.listed = listed
		switch g.at {
		case nobodyTypes:
		case allInOne:
			q = *g.line
		default:
			q = g.covered(g.qs[g.at])
		}
		if err := g.once(q, changed); err != nil {
			return err
		}
	}
	return nil
}

// once shows a question at the laptop until it is answered or has to be another one.
func (g *gathering) once(q ask.Question, changed <-chan struct{}) error {
	at := lay(g.Keyboard, q)
	defer at.leave()
	giveUp := func() error {
		if t := at.stop(); !errors.Is(t.err, ask.ErrYielded) {
			return g.typed(t)
		}
		return nil
	}
	for {
		select {
		case t := <-at.back:
			return g.typed(at.came(t))
		case <-changed: // somebody comes, or falls asleep
			if now, _ := g.status(); g.at == nobodyTypes && !sameList(q, now) {
				return giveUp()
			}
		case s := <-g.Hub.said:
			err := g.replied(s)
			var f *fault.Fault
			switch {
			case err != nil && !errors.As(err, &f) && !errors.Is(err, errGone):
				return err
			case err == nil && (g.at == nobodyTypes || !g.missing()):
				return giveUp()
			}
		}
	}
}

// replied is heard, and its person is told; also where the game fails at it.
func (g *gathering) replied(s said) (err error) {
	err = errGone
	defer func() { s.reply <- err }()
	err = g.heard(s)
	return err
}

func sameList(a, b ask.Question) bool {
	return fmt.Sprint(a.List(), a.Notes) == fmt.Sprint(b.List(), b.Notes)
}

// heard is an answer from a phone: it counts once the game and the disk have it.
func (g *gathering) heard(s said) error {
	k := slices.Index(g.nos, s.no)
	if k < 0 || k == g.at {
		return errGone
	}
	a, err := s.read(g.qs[k])
	if err != nil {
		return err
	}
	if err := g.got(k, a); err != nil {
		return err
	}
	g.in(k, a)
	if !slices.Contains(g.phoned, s.who) {
		g.phoned = append(g.phoned, s.who)
	}
	g.late = true
	return nil
}

func (g *gathering) in(k int, a ask.Answer) {
	g.qs[k].In = true
	g.Hub.mark(g.nos[k], func(s *slip) { s.state, s.gave, s.why = slipKept, &a, nil })
}

// typed is what came from the laptop: whose answer is typed there, or that answer.
func (g *gathering) typed(t typed) error {
	switch {
	case g.at == nobodyTypes && errors.Is(t.err, ask.ErrBack):
		return ask.ErrBackAll
	case errors.Is(t.err, ask.ErrBack): // the keyboard comes back unused
		g.types(nobodyTypes)
	case t.err != nil:
		return t.err
	case g.at == allInOne || g.ends != nil:
		g.whole = &t.a
	case g.at == nobodyTypes:
		return g.listed.Of(t.a)()
	default:
		return g.typedFor(g.at, t.a)
	}
	return nil
}

// types is who types at the laptop from now on.
func (g *gathering) types(at int) {
	if g.at >= 0 {
		back := slipOpen
		if g.qs[g.at].In {
			back = slipKept
		}
		g.Hub.mark(g.nos[g.at], func(s *slip) { s.state = back })
	}
	g.at = at
	if at >= 0 {
		g.Hub.mark(g.nos[at], func(s *slip) { s.state = slipHere })
	}
}

// typedFor is what was typed for one person.
func (g *gathering) typedFor(k int, a ask.Answer) error {
	var f *fault.Fault
	switch err := g.got(k, a); {
	case errors.As(err, &f):
		g.qs[k].Fault = f
		return nil
	case err != nil:
		return err
	}
	g.in(k, a)
	g.at, g.late = nobodyTypes, false
	return nil
}

// WhoIsIn names the list of who is in, which is no question of the game.
const WhoIsIn = "phones.who-is-in"

// status is what the laptop shows meanwhile: everybody, with the number of the seat, and what only
// whoever keeps the score can say. do is what each line of it does.
func (g *gathering) status() (q ask.Question, list ask.Menu[func() error]) {
	if g.ends != nil {
		return g.photos(), list
	}
	q = ask.Question{ID: WhoIsIn, Text: whoIsIn, Shape: ask.Pick{Quick: true}}
	if len(g.qs) > 0 {
		q.Place = g.qs[0].Place
	}
	for k, one := range g.qs {
		seat, name := one.People[0], one.Names[0]
		mark := lang.Literal(strconv.Itoa(seat + 1))
		if one.In && !g.quiet {
			list.Barred = append(list.Barred, ask.Barred{Before: len(list.Options), Mark: mark, Text: isIn.With("who", name), Why: inAlready.With("who", name)})
			continue
		}
		say := waitsFor
		switch has, awake := g.Hub.Lobby.phone(seat); {
		case !has:
			say = noPhone
		case !awake:
			say = sleeps
		}
		list.Add(mark, say.With("who", name), func() error {
			if !g.qs[k].In || g.quiet { // they may have answered in the same moment
				g.types(k)
			}
			return nil
		})
	}
	if g.line == nil {
		return q.With(list.List), list
	}
	if g.asksPlus() && g.plus == nil && !slices.ContainsFunc(g.qs, func(q ask.Question) bool { return !q.In }) {
		q.Text = onlyThis
	}
	q.Fault, q.Notes = g.line.Fault, append([]lang.Text{g.line.Text}, g.line.Notes...)
	g.offerPlus(&list)
	for _, k := range g.line.Keys {
		list.Add(lang.Literal(k.Letter), k.Text, func() error {
			g.whole = &ask.Answer{By: ask.Scorekeeper, Key: k.Letter}
			return nil
		})
	}
	list.Add(keyLine, inOneLine, func() error { g.types(allInOne); return nil })
	return q.With(list.List), list
}

// photos is the question that ends it, with whose photos are there.
func (g *gathering) photos() ask.Question {
	q, names := *g.ends, lang.List(nil)
	for _, one := range g.qs {
		if one.In {
			names = append(names, lang.Literal(one.Names[0]))
		}
	}
	if len(names) > 0 {
		q.Notes = append(slices.Clip(q.Notes), photosIn.With("names", names))
	}
	return q
}

// offerPlus lists what may follow a line: nothing, or one, and one more with every press.
func (g *gathering) offerPlus(list *ask.Menu[func() error]) {
	if !g.asksPlus() {
		return
	}
	line := ask.As[ask.Each](*g.line)
	none, some := line.NoPlus, line.OnePlus
	switch {
	case g.plus == nil:
	case *g.plus == 0:
		none = isIn.With("who", none)
	default:
		some = isIn.With("who", timesIn.With("n", *g.plus, "what", some))
	}
	says := func(n int) func() error {
		return func() error {
			if err := g.Hub.keepPart(Part{No: g.plusNo, Answer: ask.Answer{Plus: n}}); err != nil {
				g.line.Fault = fault.New(words["busy"])
				return nil
			}
			g.plus, g.late = &n, false
			return nil
		}
	}
	now := 0
	if g.plus != nil {
		now = *g.plus
	}
	list.Add(lang.Literal("0"), none, says(0))
	list.Add(lang.Literal("+"), some, says(min(now+1, line.Plus)))
}

var _ ask.Asker = (*Both)(nil)
