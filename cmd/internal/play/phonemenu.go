package play

import (
	"slices"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// greetPhones says where phones come in, with the code as long as somebody has no phone here.
func (e *Evening) greetPhones() {
	b := e.phones()
	if b == nil || e.S.State() == nil {
		return
	}
	if slices.ContainsFunc(e.S.Table().Players, func(n setup.Name) bool { return !b.Hub.Has(n) }) {
		e.code(b.Hub)
		return
	}
	e.sayAddress(b.Hub)
}

// code shows where phones come in.
func (s Setting) code(h *phones.Hub) {
	if !s.Print.Plain {
		s.Keys.Say(strings.TrimRight(phones.Picture(h.Address(), s.Print.Color), "\n"))
	}
	s.sayAddress(h)
}

// sayAddress says where phones come in, and that the menu has other addresses if there are any.
func (s Setting) sayAddress(h *phones.Hub) {
	s.say(lang.T("Phones come in at {address}").With("address", h.Address()))
	s.say(lang.T("The board for a large screen: {address}").With("address", h.Address()+"/board"))
	if len(h.Others()) > 0 {
		s.say(lang.T("It does not open? This computer is in several networks: ? f shows the next code."))
	}
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
	pick := ask.Pick{Options: []ask.Option{{ID: asIs, Key: "g", Text: lang.T("Go on")}}}
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
		keep = lang.T("It no longer keeps the score")
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
