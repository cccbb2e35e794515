package phones

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// A group is answered from two sides: at the laptop's keyboard, on a goroutine of its own, and by what phones send to the
// Hub. The goroutine of the game hears both and alone calls got, so that answers are judged one after the other. What the
// keyboard is asked is a turn: what is left of the group, or who answers at the laptop while only phones are asked. It ends
// as soon as a phone's answer makes it another one, or somebody comes.

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
	Lang lang.Lang    // of the laptop
	Met  []setup.Name // who came and does not sit at the table, as far as the game was told
	Code func()       // shows at the laptop where phones come in
}

// Newcomer ends a question of the game: somebody came who does not sit at the table.
const Newcomer ask.Move = "?newcomer"

// Put asks what is no question of the game: the laptop, and the scorekeeper's phone.
func (b *Both) Put(g ask.Group, got ask.Got) error {
	return (&asking{b: b, g: g, got: got, typed: map[int]bool{}}).run()
}

// Game asks a question of the game. place says where in the game it is asked, and is the same after a crash.
func (b *Both) Game(place string, g ask.Group, got ask.Got) error {
	a := &asking{b: b, g: g, got: got, typed: map[int]bool{}, laid: b.Hub.lay(place, g), calm: isWatch(g.Asked[0])}
	err := a.run()
	var to ask.Move
	b.Hub.lift(a.laid, errors.As(err, &to) && to != ask.Back)
	return err
}

// An asking is a group while it is asked.
type asking struct {
	b     *Both
	g     ask.Group // with what is in
	got   ask.Got
	laid  *laid        // on phones; nil: the laptop alone is asked
	calm  bool         // it is a clock: who comes does not interrupt it, and what ends it is asked about next
	typed map[int]bool // somebody with a phone answers at the laptop
	own   map[int]bool // what the keyboard took since it was asked: it goes on by itself
	ended bool         // a Key did, or the table leaves everything as it is
	keyed bool         // a Key did: what phones answered before may not count
	heard []int        // places of what came from phones
}

// A turn is what the keyboard is asked as long as nothing changes that.
type turn struct {
	ask.Group
	places []int  // of its questions in the whole group; nil: it is asked who answers at the laptop
	is     string // tells it from another one
	lead   *laid  // on the scorekeeper's phone
}

// A given is what the keyboard took.
type given struct {
	in    []ask.Answer
	reply chan error
}

func (a *asking) run() error {
	a.g.Asked = slices.Clone(a.g.Asked)
	for {
		if !a.calm {
			a.b.news()
		}
		if a.laid != nil && !a.calm && slices.ContainsFunc(a.b.Hub.Newcomers(), func(n setup.Name) bool { return !slices.Contains(a.b.Met, n) }) {
			return Newcomer
		}
		a.own = map[int]bool{}
		t := a.turn()
		a.g.Fault = nil // it is shown once
		t.lead = a.b.Hub.leads(t.Group)
		err := a.wait(t)
		switch {
		case err != nil:
			return err
		case a.whole():
			if !a.keyed {
				a.tell()
			}
			return nil
		}
	}
}

// whole reports whether all is answered.
func (a *asking) whole() bool {
	return a.ended || !a.g.Again && !slices.ContainsFunc(a.g.Asked, func(q ask.Question) bool { return !q.In })
}

// onPhone reports whether a question is a secret that somebody's phone asks for.
func (a *asking) onPhone(i int) bool {
	q := a.g.Asked[i]
	return q.Secret && !a.typed[i] && a.laid != nil && !a.g.Told && a.g.Sum == 0 && a.reaches(q)
}

// reaches reports whether somebody who may answer a question has a phone here.
func (a *asking) reaches(q ask.Question) bool {
	h := a.b.Hub
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.ContainsFunc(h.lobby.Guests, func(g *guest) bool { return owns(h.scene.Table, g.Name, q) })
}

// turn returns what the keyboard is asked: everything, but secrets that phones ask for.
func (a *asking) turn() (t turn) {
	t.Group = a.g
	t.Asked = nil
	secret := a.hidden()
	for i, q := range a.g.Asked {
		if a.onPhone(i) || secret && q.In && !a.own[i] && !a.g.Again {
			continue
		}
		switch {
		case a.own[i]:
			q.In = false
		case q.In && q.Who != "" && len(a.g.Asked) > 1 && !a.g.Again: // a vote is not shown before all have voted
			q.Suggest = ""
		}
		t.Asked, t.places = append(t.Asked, q), append(t.places, i)
		t.is += fmt.Sprint(i, q.In, q.Suggest, " ")
	}
	if len(t.Asked) == 0 {
		t = a.waiting()
	}
	return t
}

// hidden reports whether phones ask for a secret.
func (a *asking) hidden() bool {
	for i := range a.g.Asked {
		if a.onPhone(i) {
			return true
		}
	}
	return false
}

// What the keyboard may answer while only phones are asked.
const (
	wait  = "wait"
	whose = "whose "
)

// waiting returns what the keyboard is asked while only phones are: nobody who does not answer holds up the table.
func (a *asking) waiting() (t turn) {
	on := ask.Option{ID: wait, Key: "w", Text: lang.T("wait for the phones")}
	var names []string
	var here ask.Options // each keeps its number while others answer
	for i, q := range a.g.Asked {
		if !q.In || a.g.Again {
			names = append(names, q.Who)
			here = append(here, ask.Option{ID: whose + strconv.Itoa(i), No: i + 1, Who: q.Who, Text: lang.T("{name} answers here").With("name", q.Who)})
		}
	}
	t.Text = lang.T("Waiting for {names}").With("names", lang.Names(names))
	if a.g.Again {
		t.Text, on.Text = lang.T("Everybody's answer is in"), lang.T("leave it as it is")
	}
	t.Notes, t.is = a.g.Notes, "wait "+fmt.Sprint(names)
	t.Asked = []ask.Question{{Text: t.Text, Suggest: wait, Shape: ask.Pick{Options: append(ask.Options{on}, here.Numbered(a.g.People)...)}}}
	return t
}

// leads lays what the keyboard is asked on the scorekeeper's phone.
func (h *Hub) leads(g ask.Group) *laid {
	at := &laid{Group: g}
	h.change(func() {
		h.turns++
		at.no = h.number([]string{"lead"}, h.turns)
		h.lead = at
	})
	return at
}

// wait asks until an answer changes what the keyboard is asked, or ends the group. The error is that of the group.
func (a *asking) wait(t turn) (err error) {
	ctx, cancel := context.WithCancel(context.Background())
	keys, done := make(chan given), make(chan struct{})
	var verdict error // once done is closed
	go func() {
		defer close(done)
		verdict = a.b.PutUntil(ctx, t.Group, func(in ...ask.Answer) error {
			k := given{in, make(chan error, 1)}
			select {
			case keys <- k:
				return <-k.reply
			case <-ctx.Done():
				return ask.Gone
			}
		})
	}()
	defer func() {
		cancel()
		<-done
		var to ask.Move // which came in the same moment, and is nobody's to lose
		if err == nil && errors.As(verdict, &to) && to != ask.Gone && (to == ask.Leave || !a.whole()) {
			err = to
		}
	}()
	for !a.whole() {
		changed := a.b.Hub.changed()
		if !a.calm && a.b.Hub.hasNews() || a.turn().is != t.is {
			return nil
		}
		select {
		case k := <-keys:
			err := a.take(k.in, t.places)
			k.reply <- err
			if err == nil {
				a.took(k.in, t)
				t.is = a.turn().is
			}
			if serious(err) {
				return err
			}
		case <-done:
			a.ended = a.ended || a.g.Again && verdict == nil && t.places != nil
			return verdict
		case s := <-a.b.Hub.said:
			if err, ends := a.hear(t, s); ends {
				return err
			}
		case <-changed:
		}
	}
	return nil
}

// serious reports whether an error of got ends the group: the disk failed.
func serious(err error) bool { return err != nil && !fault.Is(err) && err != ask.Gone }

// take has got judge and keep answers to questions at these places of the group; nil: to the question who answers here.
func (a *asking) take(in []ask.Answer, places []int) error {
	if places == nil {
		for _, one := range in {
			i, err := strconv.Atoi(strings.TrimPrefix(one.Line, whose))
			switch {
			case err == nil:
				a.typed[i] = true
			case one.Line == wait:
				a.ended = a.g.Again
			}
		}
		return nil
	}
	in = slices.Clone(in)
	for k := range in {
		in[k].To = places[in[k].To]
	}
	if err := a.got(in...); err != nil {
		return err
	}
	for _, one := range in {
		a.g.Asked[one.To] = a.g.Asked[one.To].Answered(one)
		a.keyed = a.keyed || one.Key != ""
		a.ended = a.ended || a.keyed
	}
	if a.laid != nil {
		a.b.Hub.took(a.laid, in)
	}
	return nil
}

// took notes what came from the keyboard itself, which goes on with what is left.
func (a *asking) took(in []ask.Answer, t turn) {
	for _, one := range in {
		if t.places != nil && one.To < len(t.places) {
			a.own[t.places[one.To]] = true
			a.g.Notes = nil // once a group, and not with each secret
		}
	}
}

// hear takes what a phone sent. ends: the keyboard is asked something else, or the group ends with an error.
func (a *asking) hear(t turn, s said) (err error, ends bool) {
	in, places, err := a.sent(t, s)
	var to ask.Move
	if errors.As(err, &to) {
		s.reply <- nil
		return to, true
	}
	if err == nil {
		err = a.take(in, places)
	}
	switch {
	case serious(err) && err != errGone:
		s.reply <- errBusy
		return err, true
	case err == ask.Gone:
		err = errGone
	}
	s.reply <- err
	if err != nil {
		return nil, false
	}
	if places == nil {
		return nil, true
	}
	for _, one := range in {
		a.heard = append(a.heard, places[one.To])
	}
	if s.No == t.lead.no { // like the keyboard, it leaves the rest as it is
		a.ended = a.ended || a.g.Again
	}
	return nil, false
}

// sent returns what a phone sent as answers to questions at these places: to what the keyboard is asked, or to what lies on
// phones.
func (a *asking) sent(t turn, s said) (in []ask.Answer, places []int, err error) {
	if s.No == t.lead.no && s.guest.Keeps {
		in, err = t.lead.answers(s, -1)
		return in, t.places, err
	}
	if a.laid == nil {
		return nil, nil, errBusy
	}
	to := a.b.Hub.own(a.laid, s)
	if to < 0 || s.Want != "" {
		return nil, nil, errGone
	}
	for i := range a.g.Asked {
		places = append(places, i)
	}
	in, err = a.laid.answers(s, to)
	return in, places, err
}

// own returns the place of the question that a phone answers, or -1: it may have been freed meanwhile.
func (h *Hub) own(a *laid, s said) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	if g := h.lobby.find(s.guest.ID); g == nil || g.Name != s.guest.Name {
		return -1
	}
	return a.find(h.scene.Table, s.guest, s.No)
}

// tell says at the laptop what phones answered. Secrets stay on the phones.
func (a *asking) tell() {
	var all lang.List
	for k, i := range a.heard {
		q := a.g.Asked[i]
		if q.Secret || a.calm || slices.Contains(a.heard[:k], i) || !q.In || q.Suggest == "" {
			continue
		}
		all = append(all, strings.TrimSpace(q.Who+" "+q.Say(a.b.Lang, q.Suggest)))
	}
	if len(all) > 0 {
		a.b.Say("✓ " + a.b.Lang.Say(lang.T("On the phone: {answers}").With("answers", all)))
	}
}
