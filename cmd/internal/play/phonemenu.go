package play

import (
	"slices"

	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// greet says where phones come in, with the code as long as somebody has no phone here.
func (a *audience) greet() {
	r, b := a.ev.room, a.ev.room.shared
	if b == nil || a.ev.game.State() == nil {
		return
	}
	if slices.ContainsFunc(a.ev.game.Table().Players, func(n setup.Name) bool { return !b.Hub.Has(n) }) {
		r.showCode(b.Hub)
		return
	}
	r.sayAddress(b.Hub)
}

// choose shows the code and what helps when it does not open, and asks about a phone.
func (a *audience) choose() error {
	hub := a.ev.room.shared.Hub
	a.ev.room.showCode(hub)
	all := hub.Phones()
	if len(all) < len(a.ev.game.Table().Players) || len(all) == 0 {
		a.ev.room.say(phones.Unopened)
	}
	const goOn = "g"
	list := []offer{lettered(goOn, lang.T("Go on"), func() error { return nil })}
	for _, p := range all {
		say := lang.T("{name}'s phone")
		if p.Keeps {
			say = lang.T("{name}'s phone, which keeps the score")
		}
		list = append(list, numbered("of "+string(p.Name), say.With("name", p.Name), func() error { return a.onePhone(p) }))
	}
	for _, address := range hub.Others() {
		say := lang.T("The code for this computer's other address, {address}").With("address", address)
		list = append(list, numbered("at "+address, say, func() error { return a.reach(address) }))
	}
	if len(list) == 1 {
		return nil
	}
	return choose(a.ev.room, ask.Question{Text: lang.T("What about the phones?"), Suggest: goOn}, list)
}

// reach has phones come in at another address, and shows its code.
func (a *audience) reach(address string) error {
	err := a.ev.room.shared.Hub.Reach(address)
	if err == nil {
		a.ev.room.showCode(a.ev.room.shared.Hub)
	}
	return err
}

// onePhone asks what is done with somebody's phone.
func (a *audience) onePhone(p phones.Phone) error {
	hub, keep := a.ev.room.shared.Hub, lang.T("It keeps the score: everything is asked on it too")
	if p.Keeps {
		keep = lang.T("It no longer keeps the score")
	}
	return choose(a.ev.room, ask.Question{Text: lang.T("What about {name}'s phone?").With("name", p.Name)}, []offer{
		numbered("keep", keep, func() error {
			hub.Keep(p.Name, !p.Keeps)
			return nil
		}),
		numbered("free", lang.T("Free the name: another phone may take it"), func() error {
			hub.Free(p.Name)
			a.ev.room.say(lang.T("{name} is free for another phone.").With("name", p.Name))
			return nil
		}),
	})
}
