package phones

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// A group is answered from two sides: at the laptop's keyboard, on a goroutine of its own, and on phones, which send to the
// Hub. The goroutine of the game hears both as events, one after the other, and alone calls got. The keyboard is asked one
// turn: the rest of the group, or which people answer at the laptop while only phones are asked. A turn ends as soon as an
// answer from a phone makes it another one, or somebody comes.

// A Keyboard is the laptop's.
type Keyboard interface {
	ask.Asker
	PutUntil(ctx context.Context, g ask.Group, got ask.Got) error // ends with ask.Gone
	Say(paragraphs ...string)
	Width() int
	Close() error
}

// A Both asks the laptop and the phones together. It alone calls got, on the goroutine of the game.
type Both struct {
	Keyboard
	Hub  *Hub
	Lang lang.Lang         // of the laptop
	Met  []setup.Name      // people with a phone who do not sit at the table, as far as the game was told
	Code func()            // shows the code; may be nil
	Wind func(want string) // changes the clock that is asked about, while the keyboard does not show it; nil: there is none

	anew   bool   // a phone took a word back: the question before is asked as if nobody had answered it
	chosen string // the place at which a key was chosen by itself
}

// Newcomer ends a question of the game: somebody came who does not sit at the table.
const Newcomer ask.Move = "?newcomer"

// Put asks the laptop and the scorekeeper's phone a question beside the game.
func (b *Both) Put(g ask.Group, got ask.Got) error {
	why := lang.T("The laptop is asked something.")
	if what := orElse(g.Text, g.Asked[0].Text); !what.Empty() {
		why = lang.T("At the laptop: {what}").With("what", what)
	}
	// Questions of the game stay on phones, which send their answers again later.
	b.Hub.change(func() { b.Hub.aside = why })
	return newConversation(b, g, got).run()
}

// Game asks a question of the game. place says where in the game it is asked, and is the same after a crash.
func (b *Both) Game(place string, g ask.Group, got ask.Got) error {
	if a, is := keyFor(g); is && !g.Again && !g.Told && b.chosen != place && b.Hub.most() {
		b.chosen = place // an undo of it stands
		return got(a)
	}
	anew := b.anew && g.Again && !g.Told
	if b.anew = false; anew {
		return ask.Anew
	}
	c := newConversation(b, g, got)
	c.posted = b.Hub.post(place, g)
	err := c.run()
	var to ask.Move
	b.Hub.lift(c.posted, errors.As(err, &to))
	return err
}

// keyFor returns the key that a group chooses for a table with phones, if there is one.
func keyFor(g ask.Group) (ask.Answer, bool) {
	for i, q := range g.Asked {
		if k := slices.IndexFunc(q.Keys, func(k ask.Option) bool { return k.Phones }); k >= 0 {
			return ask.Answer{To: i, Key: q.Keys[k].ID}, true
		}
	}
	return ask.Answer{}, false
}

// A Conversation is a group while it is asked.
type Conversation struct {
	both    *Both
	group   ask.Group // with the answers that are in
	got     ask.Got
	posted  *PostedGroup // for phones; nil: the laptop alone is asked
	state   state
	wrong   bool         // all is answered and does not go together: anybody may change theirs
	here    map[int]bool // questions that people with a phone answer at the laptop
	typed   map[int]bool // questions that the keyboard took in this turn: it goes on with the rest by itself
	heard   []int        // places of answers that came from phones
	lead    *PostedGroup // the keyboard's turn
	winding *Submission  // a change of the clock, which waits until the keyboard has put the clock away
}

// A state is how far a conversation has come.
type state int

const (
	open    state = iota // something is missing
	settled              // all is answered, or the table leaves everything as it is
	keyed                // a Key ended it: answers that phones gave before may not count
)

func newConversation(b *Both, g ask.Group, got ask.Got) *Conversation {
	g.Asked = slices.Clone(g.Asked)
	c := &Conversation{both: b, group: g, got: got, wrong: g.Again && g.Fault != nil && !g.Told, here: map[int]bool{}}
	c.settle()
	return c
}

// settle notes that all is answered. A group that is read back is settled by the table alone.
func (c *Conversation) settle() {
	missing := slices.ContainsFunc(c.group.Asked, func(q ask.Question) bool { return !q.In })
	if c.state == open && !c.group.Again && !missing {
		c.state = settled
	}
}

// watches reports whether it is about a clock: people who come do not interrupt it, and the event that ends it is asked about
// next.
func (c *Conversation) watches() bool { return c.posted != nil && isWatch(c.group.Asked[0]) }

// begins reports whether a group is the first of a turn, of which nothing is told yet, or asked while the table still agrees.
// Later, and where somebody at the laptop may be about to type a secret, people who come wait for the end of the turn.
func (c *Conversation) begins() bool {
	agrees := func(q ask.Question) bool { return len(q.Names) > 0 }
	told := func(q ask.Question) bool { return q.In || q.Secret }
	first := c.group.After == 0 && !slices.ContainsFunc(c.group.Asked, told)
	return c.posted != nil && (first || slices.ContainsFunc(c.group.Asked, agrees))
}

// run takes turns with the keyboard until the group is answered or the table goes elsewhere.
func (c *Conversation) run() error {
	for {
		if !c.watches() {
			c.both.news()
			if c.begins() && slices.ContainsFunc(c.both.Hub.Newcomers(), func(n setup.Name) bool { return !slices.Contains(c.both.Met, n) }) {
				return Newcomer
			}
		}
		c.typed = map[int]bool{}
		t := c.turn()
		c.group.Fault = nil // it is shown once
		t.lead = c.both.Hub.ask(t.Group, c.lead)
		c.lead = t.lead
		if err := c.ask(t); err != nil {
			return err
		}
		c.wind()
		switch c.state {
		case settled:
			c.tell()
			return nil
		case keyed:
			return nil
		}
	}
}

// wind changes the clock as the scorekeeper's phone wants. The keyboard does not show it at that moment.
func (c *Conversation) wind() {
	if s := c.winding; s != nil {
		c.winding = nil
		c.both.Wind(s.Want)
		s.verdict <- nil
	}
}

// The events that a conversation hears.
type (
	// typed has answers from the keyboard.
	typed struct {
		answers []ask.Answer
		verdict chan error
	}
	// putAway says that the keyboard is done: nil, or where the table goes.
	putAway struct{ err error }
	// stirred says that something changed among the phones: somebody sat down, left, or goes by another name.
	stirred struct{}
)

// An asked keyboard asks one turn on a goroutine of its own.
type askedKeyboard struct {
	typed  chan typed
	done   chan struct{}
	err    error // of the keyboard, once done is closed
	cancel context.CancelFunc
}

func (b *Both) keyboard(g ask.Group) *askedKeyboard {
	ctx, cancel := context.WithCancel(context.Background())
	k := &askedKeyboard{typed: make(chan typed), done: make(chan struct{}), cancel: cancel}
	go func() {
		defer close(k.done)
		k.err = b.PutUntil(ctx, g, func(in ...ask.Answer) error {
			e := typed{in, make(chan error, 1)}
			select {
			case k.typed <- e:
				return <-e.verdict
			case <-ctx.Done():
				return ask.Gone
			}
		})
	}()
	return k
}

// next waits for an event. changed is closed when something changes among the phones.
func (c *Conversation) next(k *askedKeyboard, changed <-chan struct{}) any {
	select {
	case e := <-k.typed:
		return e
	case <-k.done:
		return putAway{k.err}
	case s := <-c.both.Hub.submissions:
		return s
	case <-changed:
		return stirred{}
	}
}

// ask asks one turn, until an event makes it another one or ends the group. The error is that of the group.
func (c *Conversation) ask(t turn) (err error) {
	k := c.both.keyboard(t.Group)
	defer func() {
		k.cancel()
		<-k.done
		// The table may have left in the moment in which something else ended the turn: that is nobody's to lose.
		var to ask.Move
		if err == nil && errors.As(k.err, &to) && to != ask.Gone && (to == ask.Leave || c.state == open) {
			err = to
		}
	}()
	for c.state == open && c.winding == nil {
		changed := c.both.Hub.changed()
		if !c.watches() && c.hasNews() || c.turn().key != t.key {
			return nil
		}
		switch e := c.next(k, changed).(type) {
		case typed:
			if err := c.hearKeys(e, &t); err != nil {
				return err
			}
		case Submission:
			if over, err := c.hearPhone(e, t); over || err != nil {
				return err
			}
		case putAway:
			if e.err == nil && c.group.Again && !t.key.waits {
				c.state = settled // it was read back, and stays
			}
			return e.err
		case stirred: // the next look finds its meaning
		}
	}
	return nil
}

// hearKeys takes typed answers. The error ends the group.
func (c *Conversation) hearKeys(e typed, t *turn) error {
	err := c.take(e.answers, *t, "")
	e.verdict <- err
	if err == nil {
		for _, one := range e.answers {
			if !t.key.waits && one.To < len(t.places) {
				c.typed[t.places[one.To]] = true
				c.group.Notes = nil // they stand once above a group, and not above each secret
			}
		}
		t.key = c.turn().key
	}
	if serious(err) {
		return err
	}
	return nil
}

// serious reports whether an error of got ends the group: the disk failed.
func serious(err error) bool { return err != nil && !fault.Is(err) && err != ask.Gone }

// hearPhone takes a submission. over: the keyboard is asked something else, or the group ends with an error.
func (c *Conversation) hearPhone(s Submission, t turn) (over bool, _ error) {
	leads := s.guest.Keeps && t.lead.earlier(s.submissionBody) != nil
	if s.Want != "" && c.both.Wind != nil && !leads { // stands has seen that it is for the clock
		c.winding = &s
		return true, nil
	}
	in, of, err := c.read(s, t, leads)
	var to ask.Move
	if errors.As(err, &to) {
		s.verdict <- nil
		return true, to
	}
	if err == nil {
		err = c.take(in, of, s.guest.Name)
	}
	switch {
	case serious(err) && err != errGone && err != errBusy:
		s.verdict <- errBusy
		return true, err
	case err == ask.Gone:
		err = errGone
	}
	s.verdict <- err
	if err != nil {
		return false, nil
	}
	if of.key.waits {
		return true, nil
	}
	for _, one := range in {
		c.heard = append(c.heard, of.places[one.To])
	}
	// Like the keyboard, a change leaves the rest as it is.
	if (leads || c.wrong) && c.group.Again && c.state == open {
		c.state = settled
	}
	return false, nil
}

// read returns a submission as answers to a turn: the keyboard's, or all that phones are asked.
func (c *Conversation) read(s Submission, t turn, leads bool) ([]ask.Answer, turn, error) {
	if leads {
		if was := t.lead.earlier(s.submissionBody); was != t.lead {
			in, err := t.lead.still(s, was)
			return in, t, err
		}
		in, err := t.lead.answers(s, -1)
		return in, t, err
	}
	if c.posted == nil || c.group.Again && !c.wrong {
		return nil, t, errBusy
	}
	to := c.own(s)
	if to < 0 && c.posted.retracts(s.guest, s.submissionBody) {
		c.both.anew = true
		return nil, t, ask.Back
	}
	if to < 0 || s.Want != "" {
		return nil, t, errGone
	}
	var whole turn
	for i := range c.group.Asked {
		whole.places = append(whole.places, i)
	}
	in, err := c.posted.answers(s, to)
	return in, whole, err
}

// own returns the place of the question that a phone answers, or -1: it may have been freed meanwhile.
func (c *Conversation) own(s Submission) int {
	h := c.both.Hub
	h.mu.Lock()
	defer h.mu.Unlock()
	if g := h.lobby.find(s.guest.ID); g == nil || g.Name != s.guest.Name {
		return -1
	}
	return c.posted.find(h.scene.Table, s.guest, s.Token)
}

// hasNews reports whether the laptop has something to say about phones.
func (c *Conversation) hasNews() bool {
	h := c.both.Hub
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.lobby.news) > 0
}

// take has got judge and keep answers to a turn. by is the owner of the phone that sent them.
func (c *Conversation) take(in []ask.Answer, t turn, by setup.Name) error {
	if t.key.waits {
		for _, one := range in {
			i, err := strconv.Atoi(strings.TrimPrefix(one.Line, whose))
			switch {
			case err == nil:
				c.here[i] = true
			case one.Line == wait && c.group.Again:
				c.state = settled
			}
		}
		return nil
	}
	in = slices.Clone(in)
	for k := range in {
		in[k].To = t.places[in[k].To]
		in[k].Up = in[k].Up || by != "" && c.watches() && c.both.Hub.up()
	}
	if err := c.got(in...); err != nil {
		return err
	}
	for _, one := range in {
		c.group.Asked[one.To] = c.group.Asked[one.To].Answered(one)
		if one.Key != "" {
			c.state = keyed
		}
	}
	c.settle()
	if c.posted != nil {
		c.both.Hub.change(func() { c.posted.took(in, by) })
	}
	return nil
}

// tell says at the laptop what phones answered. Secrets stay on the phones.
func (c *Conversation) tell() {
	var all lang.List
	for k, i := range c.heard {
		q := c.group.Asked[i]
		if q.Secret || c.watches() || slices.Contains(c.heard[:k], i) || !q.In || q.Suggest == "" {
			continue
		}
		all = append(all, strings.TrimSpace(q.Who+" "+q.Say(c.both.Lang, q.Suggest)))
	}
	if len(all) > 0 {
		c.both.Say("✓ " + c.both.Lang.Say(lang.T("On the phone: {answers}").With("answers", all)))
	}
}
