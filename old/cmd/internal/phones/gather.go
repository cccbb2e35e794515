package phones

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var (
	whoIsIn   = lang.Msg("phones.who-is-in", "Waiting for the phones. Whose answer is typed here?")
	isIn      = lang.Msg("phones.is-in", "✓ {who}")
	inAlready = lang.Msg("phones.in-already", "{who} has answered.")
	waitsFor  = lang.Msg("phones.waits-for", "… {who}")
	inOneLine = lang.Msg("phones.in-one-line", "Type all of them in one line")
	noPhone   = lang.Msg("phones.no-phone", "… {who} (no phone)")
	onlyThis  = lang.Msg("phones.only-this", "Everybody is in. This is missing:")
	wouldDrop = lang.Plural("phones.would-drop", "{who} has answered: press it again to drop that answer", "{who} have answered: press it again to drop their answers")
	timesIn   = lang.Plural("phones.times-in", "{what}", "{n} × {what}")
	sleeps    = lang.Msg("phones.sleeps", "… {who} (phone asleep)")
	photosIn  = lang.Msg("phones.photos-in", "Photos: {names}")
)

// A gathering is a group of questions that are being asked, each on its own person's phone.
type gathering struct {
	*Both
	qs     []ask.Question
	nos    []string
	got    ask.Got
	at     int                    // index of the person whose answer is typed at the laptop
	listed ask.Menu[func() error] // the list there, with an action for each line
	phoned []string
	late   bool // the last answer came by phone
	quiet  bool // nobody may learn who is asked

	whole  ask.Question // the single question that they are parts of; empty for a group
	typed  *ask.Answer  // an answer to all of it
	gave   []ask.Answer // each person's answer to their part; nil for a group
	plus   *int         // what follows the line, once the scorekeeper has said it
	plusNo string       // the number it is saved under
	warned string       // the letter that was pressed once, and would drop answers
}

// Values of gathering.at when the laptop is not one person's.
const (
	nobodyTypes = -1
	allInOne    = -2 // all of it is typed in one line
)

// Gather collects answers from all phones at once. The laptop lists who is missing, and can answer for anybody.
func (b *Both) Gather(qs []ask.Question, got ask.Got) error {
	var seats []int
	for _, q := range qs {
		if q.Place != "" && len(q.People) == 1 && q.People[0] >= 0 {
			seats = append(seats, q.People[0])
		}
	}
	if len(seats) < len(qs) || !b.anyPhone(seats) {
		return ask.InOrder(ask.Func(b.alone), qs, got)
	}
	g := gathering{Both: b, qs: slices.Clone(qs), got: got, at: nobodyTypes, quiet: quietly(qs)}
	return g.collect()
}

// together collects what is one question to the table. Each person gives their part of a line on their phone, or all of
// it is typed at the laptop. Photos come in until the scorekeeper goes on. A part is saved before its person learns
// that it counts.
func (b *Both) together(q ask.Question) (ask.Answer, error) {
	g := gathering{Both: b, qs: parts(q), at: nobodyTypes, whole: q, gave: make([]ask.Answer, len(q.People)), plusNo: b.Hub.number(q) + "+"}
	g.got = func(k int, a ask.Answer) error {
		if f := g.checkSum(k, a); f != nil {
			return f
		}
		if err := g.Hub.keepPart(Part{g.nos[k], a}); err != nil {
			return fault.New(words["busy"])
		}
		return nil
	}
	err := g.collect()
	if errors.Is(err, ask.ErrBackAll) {
		err = ask.ErrBack
	}
	return g.answer(), err
}

// parts splits a question for several people into one for each.
func parts(q ask.Question) []ask.Question {
	qs := make([]ask.Question, len(q.People))
	for k := range q.People {
		one := q.To(k)
		one.Suggest, one.Keys = nil, nil
		if q.Fault != nil && q.Suggest != nil && k < len(q.Suggest.Values) { // to be corrected
			one.Suggest = new(q.Suggest.Of(k))
		}
		if each, ok := one.Shape.(ask.Each); ok {
			each.Plus, each.Sum, each.Example, each.Order = 0, nil, nil, lang.Text{}
			one.Shape = each
		}
		qs[k] = one
	}
	return qs
}

// restore takes up the parts saved when the same question was put before, but none if the line was refused.
func (g *gathering) restore() {
	kept := g.Hub.parts(append(slices.Clip(g.nos), g.plusNo))
	if g.whole.Fault != nil && !g.photos() {
		return
	}
	if p, ok := kept[g.plusNo]; ok {
		g.plus = &p.Answer.Plus
	}
	was := g.whole.Suggest
	for k, no := range g.nos {
		p, ok := kept[no]
		switch {
		case ok && g.qs[k].Fits(p.Answer):
			g.accept(k, p.Answer, onlyPicture(p.Answer))
		case g.photos() && was != nil && g.whole.Fits(*was) && len(was.Pictures) > 0 && was.Pictures[k] != "": // given before, and not taken again
			g.accept(k, ask.Answer{Pictures: was.Pictures[k : k+1]}, was.Pictures[k])
		}
	}
}

// checkSum refuses the last part of a line that does not add up. The people who are in may change theirs.
func (g *gathering) checkSum(k int, a ask.Answer) *fault.Fault {
	var rows [][]int
	for i, one := range g.qs {
		gave := g.gave[i]
		if i == k {
			gave = a
		} else if !one.In {
			return nil
		}
		rows = append(rows, gave.Values...)
	}
	return ask.As[ask.Each](g.whole).Adds(rows)
}

// onlyPicture returns the id of the picture in an answer, or "" if it has none.
func onlyPicture(a ask.Answer) string {
	if len(a.Pictures) == 0 {
		return ""
	}
	return a.Pictures[0]
}

// answer returns everybody's parts as one answer, or the answer typed for all of them.
func (g *gathering) answer() ask.Answer {
	all := ask.Answer{By: ask.Scorekeeper}
	switch {
	case g.typed != nil:
		all = *g.typed
		all.Pictures = nil // the suggested ones may have been replaced since
	case g.plus != nil:
		all.Plus = *g.plus
	}
	for _, a := range g.gave {
		switch {
		case g.photos():
			all.Pictures = append(all.Pictures, onlyPicture(a))
		case g.typed == nil:
			all.Values = append(all.Values, append(a.Values, nil)[0])
			all.Typed = append(all.Typed, append(a.Typed, "")[0])
		}
	}
	if !slices.ContainsFunc(all.Pictures, func(id string) bool { return id != "" }) {
		all.Pictures = nil
	}
	if len(all.Reckoned()) == 0 {
		all.Typed = nil
	}
	return all
}

// photos reports whether people may give photos until the scorekeeper goes on.
func (g *gathering) photos() bool { return ask.As[ask.Show](g.whole).Pictures }

func (g *gathering) missing() bool {
	return g.typed == nil && (g.photos() || g.asksPlus() && g.plus == nil || g.open())
}

// open reports whether somebody has not answered.
func (g *gathering) open() bool {
	return slices.ContainsFunc(g.qs, func(q ask.Question) bool { return !q.In })
}

// asksPlus reports whether the scorekeeper has to say what follows the line.
func (g *gathering) asksPlus() bool {
	line := ask.As[ask.Each](g.whole)
	return line.Plus > 0 && !line.NoPlus.Empty()
}

// collect asks until everybody is in, and says who answered by phone.
func (g *gathering) collect() error {
	var held []submission
	g.nos, held = g.Hub.layAll(g.qs)
	if g.gave != nil {
		g.restore()
	}
	err := g.run(held)
	if err != nil || g.typed != nil || len(g.phoned) == 0 {
		return err
	}
	if !g.quiet {
		g.Say(fromPhone.With("names", lang.Names(g.phoned)))
	}
	if g.late { // so that the table reads it before the next key counts
		g.Deafen()
	}
	return nil
}

// run asks until everybody is in. It takes the questions from the phones in the end, even if the game panics at an
// answer.
func (g *gathering) run(held []submission) (err error) {
	defer func() { g.withdraw(err) }()
	for _, s := range held {
		err := g.hear(s)
		if _, refused := errors.AsType[*fault.Fault](err); err != nil && !refused {
			return err
		}
		g.Hub.settle(s.no, err)
	}
	for g.missing() {
		var q ask.Question
		q, g.listed = g.atLaptop()
		d := asking{Both: g.Both, shown: q, other: g.reply, stale: func() bool { return g.stale(q) }}
		if t := d.ask(); !errors.Is(t.err, ask.ErrYielded) {
			if err := g.wasTyped(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// stale reports whether the laptop has to show another question than this one.
func (g *gathering) stale(shown ask.Question) bool {
	if g.at != nobodyTypes || !g.missing() {
		return !g.missing()
	}
	now, _ := g.atLaptop()
	return fmt.Sprint(now.List(), now.Notes, now.Written) != fmt.Sprint(shown.List(), shown.Notes, shown.Written)
}

// reply takes an answer and replies to its phone, even if the game panics at it. It returns only errors that end the
// gathering.
func (g *gathering) reply(s submission) error {
	verdict := errGone
	defer func() { s.reply <- verdict }()
	verdict = g.hear(s)
	if _, refused := errors.AsType[*fault.Fault](verdict); refused || errors.Is(verdict, errGone) {
		return nil
	}
	return verdict
}

// hear takes an answer from a phone. It counts once the game and the disk have it.
func (g *gathering) hear(s submission) error {
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
	g.accept(k, a, s.line)
	if !slices.Contains(g.phoned, s.who) {
		g.phoned = append(g.phoned, s.who)
	}
	g.late = true
	return nil
}

// accept notes an answer. line is how a phone sent it.
func (g *gathering) accept(k int, a ask.Answer, line string) {
	g.qs[k].In = true
	if g.gave != nil {
		g.gave[k] = a
	}
	g.Hub.mark(g.nos[k], func(s *slip) { s.state, s.gave, s.why, s.line = slipKept, &a, nil, line })
	if g.gave != nil && !g.whole.Secret {
		g.suggestRest()
	}
}

// suggestRest suggests the missing value to the last person of a line that has to add up.
func (g *gathering) suggestRest() {
	var rows [][]int
	last := slices.IndexFunc(g.qs, func(q ask.Question) bool { return !q.In })
	for k, q := range g.qs {
		if k != last && !q.In {
			return
		}
		rows = append(rows, g.gave[k].Values...)
	}
	if n, ok := ask.As[ask.Each](g.whole).Left(rows); ok && last >= 0 {
		g.qs[last].Suggest = ask.Usual(n)
		g.Hub.mark(g.nos[last], func(s *slip) { s.q.Suggest = ask.Usual(n) })
	}
}

// wasTyped takes the laptop's result: somebody's answer, or whose answer is typed there next.
func (g *gathering) wasTyped(t result) error {
	switch {
	case g.at == nobodyTypes && errors.Is(t.err, ask.ErrBack):
		return ask.ErrBackAll
	case errors.Is(t.err, ask.ErrBack): // the laptop is not needed after all
		g.lendLaptop(nobodyTypes)
	case t.err != nil:
		return t.err
	case g.at == allInOne || g.photos():
		g.typed = &t.a
	case g.at == nobodyTypes:
		return g.listed.Of(t.a)()
	default:
		return g.typedFor(g.at, t.a)
	}
	return nil
}

// lendLaptop gives the laptop to one person, to all of them in one line, or to nobody.
func (g *gathering) lendLaptop(at int) {
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

// typedFor takes the answer typed for one person.
func (g *gathering) typedFor(k int, a ask.Answer) error {
	err := g.got(k, a)
	if f, refused := errors.AsType[*fault.Fault](err); refused {
		g.qs[k].Fault = f
		return nil
	}
	if err != nil {
		return err
	}
	g.accept(k, a, "")
	g.at, g.late = nobodyTypes, false
	return nil
}

// atLaptop returns what the laptop is asked now: one person's question, all of it, or the list of who is in, with the
// action of each of its lines.
func (g *gathering) atLaptop() (q ask.Question, list ask.Menu[func() error]) {
	switch {
	case g.at == allInOne:
		return g.whole, list
	case g.at >= 0:
		q = g.covered(g.qs[g.at])
		q.Hidden = true
		if g.gave != nil { // its own text addresses all of them
			say := q.Phone.One
			if say.Empty() {
				say = q.Text
			}
			q.Text, q.Phone.Text = lang.At(q.Names[0], say), lang.Text{}
		}
		return q, list
	case g.photos():
		return g.album(), list
	}
	return g.status()
}

// album returns the question that ends the photos, naming the people whose photos are in.
func (g *gathering) album() ask.Question {
	q := g.whole
	if names := g.answered(); len(names) > 0 {
		q.Notes = append(slices.Clip(q.Notes), photosIn.With("names", lang.Names(names)))
	}
	return q
}

// status returns the list of everybody by seat number, with what only the scorekeeper can say.
func (g *gathering) status() (q ask.Question, list ask.Menu[func() error]) {
	q, list.Quick = ask.Question{Head: ask.Head{ID: WhoIsIn, Text: whoIsIn}}, true
	q.Phone.Text = words["wait"]
	if len(g.qs) > 0 {
		q.Place = g.qs[0].Place
		if others := g.qs[0].Phone.Others; !others.Empty() {
			q.Phone.Text = others
		}
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
			if !g.qs[k].In || g.quiet { // they may have answered in that very moment
				g.lendLaptop(k)
			}
			return nil
		})
	}
	if g.gave != nil {
		g.ofLine(&q, &list)
	}
	q.Shape = list.Pick
	return q, list
}

// ofLine adds to the list what may be said of a line besides its parts.
func (g *gathering) ofLine(q *ask.Question, list *ask.Menu[func() error]) {
	q.Written, q.Phone.Text = slices.Concat([]lang.Text{lang.Capital(g.whole.Text)}, g.whole.Notes, g.whole.Written), covered(g.whole, scorekeeper).Text
	q.Phone.Notes = slices.Concat(g.whole.Notes, g.whole.Phone.Notes)
	if g.asksPlus() && g.plus == nil && !g.open() {
		q.Text, q.Phone.Text, q.Phone.Notes = onlyThis, ask.As[ask.Each](g.whole).AskPlus, nil
	}
	q.Fault = g.whole.Fault
	if g.asksPlus() {
		g.offerPlus(list)
	}
	for _, k := range g.whole.Keys {
		list.Add(lang.Literal(k.Letter), k.Text, func() error {
			if who := g.answered(); len(who) > 0 && g.warned != k.Letter {
				g.warned, g.whole.Fault = k.Letter, fault.New(wouldDrop.With("n", len(who), "who", lang.Names(who)))
				return nil
			}
			g.typed = &ask.Answer{By: ask.Scorekeeper, Key: k.Letter}
			return nil
		})
	}
	list.Add(keyLine, inOneLine, func() error { g.lendLaptop(allInOne); return nil })
}

// answered returns the names of the people whose part is in.
func (g *gathering) answered() (names []string) {
	for _, q := range g.qs {
		if q.In {
			names = append(names, q.Names[0])
		}
	}
	return names
}

// offerPlus adds to the list what may follow a line: nothing, or one, and one more with every press.
func (g *gathering) offerPlus(list *ask.Menu[func() error]) {
	line, now := ask.As[ask.Each](g.whole), 0
	none, some := line.NoPlus, line.OnePlus
	switch {
	case g.plus == nil:
	case *g.plus == 0:
		none = isIn.With("who", none)
	default:
		now = *g.plus
		some = isIn.With("who", timesIn.With("n", now, "what", some))
	}
	says := func(n int) func() error {
		return func() error {
			if err := g.Hub.keepPart(Part{No: g.plusNo, Answer: ask.Answer{Plus: n}}); err != nil {
				g.whole.Fault = fault.New(words["busy"])
				return nil
			}
			g.plus, g.late = &n, false
			return nil
		}
	}
	list.Add(lang.Literal("0"), none, says(0))
	list.Add(lang.Literal("+"), some, says(min(now+1, line.Plus)))
}
