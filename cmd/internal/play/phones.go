package play

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/handbook"
	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/tty"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
	"github.com/tablemate/tablemate/timer"
)

// shared is the laptop's keyboard with phones beside it.
type shared struct {
	*phones.Both
	keys tty.Keyboard
}

// Watch shows a clock beside no game.
func (s shared) Watch(ctx context.Context, w *tty.Countdown) (string, error) {
	return s.keys.Watch(ctx, w)
}

// Share puts phones beside the keyboard.
func (s Setting) Share(h *phones.Hub) Setting {
	find := s.Find
	s.Keys = shared{&phones.Both{Keyboard: s.Keys, Hub: h, Lang: s.Lang}, s.Keys}
	s.Find = func(id string, file *sheet.Value) (scoring.Game, error) {
		g, err := find(id, file)
		g.Options = append(slices.Clip(g.Options), g.Phones...)
		return g, err
	}
	return s
}

// phones returns what asks phones too, or nil.
func (s Setting) phones() *phones.Both {
	if with, are := s.Keys.(shared); are {
		return with.Both
	}
	return nil
}

// put asks a question of the game.
func (m *match) put(g ask.Group, got ask.Got) error {
	b := m.phones()
	if b == nil {
		return m.Keys.Put(g, got)
	}
	if m.S.State() == nil {
		g = m.seen(b, g)
	}
	return b.Game(m.place(g), g, got)
}

// place says where in the game a group is asked.
func (m *match) place(g ask.Group) string { return fmt.Sprint(m.S.Head().ID, " ", m.S.Place(g.After)) }

// seen returns a question of a table that has not agreed yet, as it is with phones: names that came with a phone are
// suggested, phones may choose from those that the table named, and what phones can do is offered once there is one.
func (m *match) seen(b *phones.Both, g ask.Group) ask.Group {
	all := b.Hub.Phones()
	g.Asked = slices.Clone(g.Asked)
	q := &g.Asked[0]
	if w, is := q.Shape.(ask.Words); is && w.List && strings.HasPrefix(q.ID, setup.AskPlayers) && !q.In {
		g.Notes = append(slices.Clip(g.Notes), lang.T("Phones come in at {address}").With("address", b.Hub.Address()))
		var names []setup.Name
		if v, err := q.Read(q.Suggest); err == nil && m.S.Head().After != "" {
			for _, n := range v.IDs {
				names = append(names, setup.Name(n))
			}
		}
		for _, p := range all {
			if !slices.Contains(names, p.Name) {
				names = append(names, p.Name)
			}
		}
		if len(all) > 0 {
			q.Suggest = setup.Listed(names)
		}
	}
	if names := setup.Naming(*q); names != nil {
		b.Hub.Expect(names)
	}
	q.Keys = slices.DeleteFunc(slices.Clone(q.Keys), func(k ask.Option) bool {
		needs := slices.ContainsFunc(m.S.Game().Phones, func(o setup.Option) bool { return o.ID == k.ID })
		return needs && len(all) == 0
	})
	return g
}

// reveal says what phones and the board may know of the game as it stands. At its end they learn nothing before the
// laptop shows the result.
func (e *Evening) reveal() {
	b := e.phones()
	if b == nil {
		return
	}
	g, now := e.S.Game(), e.S.State()
	s := phones.Scene{Name: g.Name, Menu: e.words()}
	if now == nil {
		b.Hub.Show(s)
		return
	}
	f := scoring.Of(now)
	s.Table, s.Away, s.Begun = f.Table, f.Away, len(e.S.Items()) > 1 || e.S.Begun()
	v := e.view(e.finish.told == e.S.Mark())
	s.Board, s.Read = v.board, v.read
	if deals, does := now.(dealer); does {
		no := e.deal()
		s.Card = func(n setup.Name, l lang.Lang) *phones.CardDoc { return card(deals, n, no, l) }
	}
	b.Hub.Show(s)
}

// words returns the menu for whoever keeps the score on a phone.
func (e *Evening) words() func(lang.Lang) []phones.Option {
	type word struct {
		id        string
		text, why lang.Text
	}
	var all []word
	for _, c := range commands() {
		if c.word != "go on" {
			all = append(all, word{"?" + c.word, e.line(c), c.bar(e)})
		}
	}
	return func(l lang.Lang) (menu []phones.Option) {
		for _, w := range all {
			menu = append(menu, phones.Option{Line: w.id, Text: l.Say(w.text), Why: l.Say(w.why)})
		}
		return menu
	}
}

// A dealer is a state that deals cards to phones.
type dealer interface {
	Card(setup.Name) (spy bool, at lang.Text, ok bool)
	Places() []lang.Text // that a card may name
}

// card returns the card that was dealt to somebody.
func card(d dealer, n setup.Name, no string, l lang.Lang) *phones.CardDoc {
	spy, at, dealt := d.Card(n)
	if !dealt {
		return nil
	}
	text := lang.T("You are at: {place}").With("place", at)
	if spy {
		text = lang.T("You are the spy!")
	}
	c := &phones.CardDoc{No: no, Text: l.Say(text), Places: l.All(d.Places())}
	slices.SortFunc(c.Places, func(a, b string) int { return strings.Compare(lang.Plain(a), lang.Plain(b)) })
	return c
}

// deal tells what was dealt from what was dealt before.
func (m *match) deal() string { return fmt.Sprint(m.S.Head().ID, " ", parts(m.S.State())) }

// handOut shows their card at the laptop to those who have no phone here: once a round, and after resume once more.
func (e *Evening) handOut() error {
	deals, does := e.S.State().(dealer)
	if !does || e.dealt == e.deal() {
		return nil
	}
	laptop := e.Setting
	if with, are := e.Keys.(shared); are {
		laptop.Keys = with.keys
	}
	for _, n := range e.S.Table().Players {
		c := card(deals, n, "", e.Lang)
		if c == nil {
			continue
		}
		e.dealt = e.deal()
		if b := e.phones(); b != nil && b.Hub.Has(n) {
			continue
		}
		if b := e.phones(); b != nil {
			b.Hub.Rest()
		}
		page := setup.Confirm(lang.T("hide it again"))
		_, err := laptop.ask(ask.Question{Who: string(n), Secret: true, Text: lang.Literal(c.Text), Shape: page}, nil)
		switch err {
		case nil:
		case ask.Back: // they have looked
			return nil
		default:
			return err
		}
	}
	return nil
}

// A view is a game as it stands, for phones. Nothing in it changes: requests look at it at any time.
type view struct {
	g           scoring.Game
	before, now scoring.State
	last        lang.Text // what paid points last; empty: nothing yet
	mark        int
	over        bool
	held        bool // it is over, and the laptop has not said so yet
	link        string
}

// view finds what was told last. A result that the laptop has not shown yet is not told.
func (m *match) view(told bool) view {
	v := view{g: m.S.Game(), now: m.S.State(), mark: m.S.Mark()}
	items := m.S.Items()
	v.over = !v.g.Waits(v.now)
	switch last := len(items) - 1; {
	case v.over && told:
		v.link = results.BGStats(v.g, v.now, m.S.Head().ID, items[last].At)
	case v.over && last > 0:
		v.now, v.over, v.held, items = m.S.Before(items[last].ID), false, true, items[:last]
	}
	after := v.now
	for _, it := range slices.Backward(items) {
		before := m.S.Before(it.ID)
		if before != nil && parts(after) > parts(before) {
			v.before, v.last, v.mark = before, v.g.Tell(before, it.Event), it.ID
			break
		}
		after = before
	}
	return v
}

func (v view) board(l lang.Lang) phones.Board {
	b := phones.Board{Game: l.Say(v.g.Name), Where: results.Missing(l, v.g, v.now), Shown: v.mark, Over: v.over, Link: v.link}
	switch {
	case v.over:
		b.Where = results.Outcome(l, v.g, v.now)
	case v.held:
		b.Where = ""
	}
	for _, r := range results.Board(l, v.g, v.before, v.now) {
		b.Rows = append(b.Rows, phones.Row{
			Rank: r.Rank, Name: string(r.Row), Points: r.Points, Gain: r.Gain, Why: r.Why, Won: v.over && r.Won, Total: r.Total})
	}
	if v.before != nil {
		b.Told = l.All(v.last.Parts()) // one after the other
	}
	return b
}

// read returns what a phone wants to read.
func (v view) read(what string, l lang.Lang) (title, text string) {
	p := report.Printer{Plain: true, Lang: l}
	switch what {
	case "why":
		return l.Say(lang.T("Every point and its reason")), p.Text(results.Why(l, v.g, v.now))
	case "rules":
		book, err := handbook.Read(l, v.g)
		if err != nil {
			return "", ""
		}
		return l.Say(v.g.Name), p.Text(handbook.Doc(book.Entries))
	}
	return "", ""
}

// newcomers asks whether people whose phones came, and who do not sit at the table, join in. One yes will do.
func (e *Evening) newcomers() error {
	b := e.phones()
	if b == nil {
		return nil
	}
	b.Met = b.Hub.Newcomers()
	for _, n := range b.Met {
		switch {
		case e.met[n]:
		case e.S.State() == nil: // the names that the table agrees on say whether they play
			e.met[n] = true
		case e.live():
			if err := e.meet(n); err != nil {
				return err
			}
		}
	}
	return nil
}

// live reports whether the game goes on, and nothing earlier is put right.
func (e *Evening) live() bool { return e.S.Game().Waits(e.S.State()) && !e.fix.underWay() }

// meet asks whether somebody new joins in, who plays from the next turn on.
func (e *Evening) meet(n setup.Name) error {
	if why := fixed(e); !why.Empty() {
		e.say(lang.T("{name} would like to join in, but {why}.").With("name", n, "why", why))
		return nil
	}
	f := scoring.Of(e.S.State())
	text := lang.T("{name} is here with a phone. Does {name} join in?").With("name", n)
	v, err := e.ask(ask.Question{Text: text, Suggest: setup.Yes, Shape: setup.YesOrNo(lang.T("Yes"), lang.T("No"))}, nil)
	if err != nil && err != ask.Back {
		return err
	}
	e.met[n] = true
	if err != nil || v.Line != setup.Yes {
		return nil
	}
	err = seating{e.match}.seat(scoring.People{Players: append(slices.Clone(f.Table.Players), n), Absent: scoring.Absent{Away: f.Away}})
	if fault.Is(err) {
		e.say(lang.T("Not done: {why}").With("why", lang.Literal(fault.Aloud(e.Lang, err))))
		return nil
	}
	e.reveal()
	return err
}

// greetPhones shows the code as long as somebody has no phone here.
func (e *Evening) greetPhones() {
	b := e.phones()
	if b == nil || e.S.State() == nil {
		return
	}
	for _, n := range e.S.Table().Players {
		if !b.Hub.Has(n) {
			e.code(b.Hub)
			return
		}
	}
}

// code shows where phones come in.
func (s Setting) code(h *phones.Hub) {
	if !s.Print.Plain {
		s.Keys.Say(strings.TrimRight(phones.Picture(h.Address(), s.Print.Color), "\n"))
	}
	s.say(lang.T("Phones come in at {address}").With("address", h.Address()))
	s.say(lang.T("The board for a large screen: {address}").With("address", h.Address()+"/board"))
}

// What is done with a phone.
const (
	freeIt = "free"
	keepIt = "keep"
	asIs   = "as it is"
)

// doPhones shows the code and what helps when it does not open, and asks about a phone.
func (e *Evening) doPhones(string) error {
	b := e.phones()
	e.code(b.Hub)
	all := b.Hub.Phones()
	if len(all) < len(e.S.Table().Players) || len(all) == 0 {
		e.say(phones.Unopened)
	}
	pick := ask.Pick{Options: []ask.Option{{ID: asIs, Key: lang.Literal("g"), Text: lang.T("Go on")}}}
	for _, p := range all {
		say := lang.T("{name}'s phone")
		if p.Keeps {
			say = lang.T("{name}'s phone, which keeps the score")
		}
		pick.Options = append(pick.Options, ask.Option{ID: "of " + string(p.Name), Text: say.With("name", p.Name)})
	}
	for _, a := range b.Hub.Others() {
		pick.Options = append(pick.Options, ask.Option{ID: "at " + a, Text: lang.T("The code for this computer's other address, {address}").With("address", a)})
	}
	if len(pick.Options) == 1 {
		return nil
	}
	v, err := e.ask(ask.Question{Text: lang.T("What about the phones?"), Suggest: asIs, Shape: pick}, nil)
	if err != nil || v.Line == asIs {
		return err
	}
	if address, another := strings.CutPrefix(v.Line, "at "); another {
		err := b.Hub.Reach(address)
		if err == nil {
			e.code(b.Hub)
		}
		return err
	}
	n := setup.Name(strings.TrimPrefix(v.Line, "of "))
	return e.onePhone(n, slices.Contains(all, phones.Phone{Name: n, Keeps: true}))
}

// onePhone asks what is done with somebody's phone.
func (e *Evening) onePhone(n setup.Name, keeps bool) error {
	hub, keep := e.phones().Hub, lang.T("It keeps the score: everything is asked on it too")
	if keeps {
		keep = lang.T("It keeps the score no more")
	}
	v, err := e.ask(ask.Question{Text: lang.T("What about {name}'s phone?").With("name", n), Shape: ask.Pick{Options: []ask.Option{
		{ID: keepIt, Text: keep}, {ID: freeIt, Text: lang.T("Free the name: another phone may take it")},
	}}}, nil)
	switch {
	case err != nil:
		return err
	case v.Line == freeIt:
		hub.Free(n)
		e.say(lang.T("{name} is free for another phone.").With("name", n))
	default:
		hub.Keep(n, !keeps)
	}
	return nil
}

// barPhones says why phones cannot be looked at.
func barPhones(e *Evening) (why lang.Text) {
	if e.phones() == nil {
		why = lang.T("Phones come in with --share.")
	}
	return why
}

// show shows the clock of a question at the laptop, and on phones.
func (c *besideClock) show(ctx context.Context, w *tty.Countdown, g ask.Group, got ask.Got) error {
	laptop := face{c.Keys, c.Setting, w}
	b := c.phones()
	if b == nil {
		return laptop.PutUntil(ctx, g, got)
	}
	save := w.Save
	w.Save = func(s timer.Seen, changed bool) error {
		now := w.Now()
		b.Hub.Tick(&phones.Clock{Left: w.Clock.At(now), At: now.Wall, Runs: w.Clock.Runs})
		return save(s, changed)
	}
	defer b.Hub.Tick(nil)
	with := *b
	with.Keyboard = laptop
	err := with.Game(c.place(g), g, got)
	if err == nil && w.Clock.Runs { // a phone stopped it
		w.Clock = w.Clock.Stop(w.Now())
		_ = w.Save(w.Clock.Seen(w.Now()), true) // that it stopped is in the game's file
	}
	return err
}
