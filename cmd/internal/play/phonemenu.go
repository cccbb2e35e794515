package play

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/reach"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// missing reports whether somebody at the table has no phone here.
func (a *audience) missing() bool {
	return slices.ContainsFunc(a.ev.game.Table().Players, func(n setup.Name) bool { return !a.ev.room.shared.Hub.Has(n) })
}

// greet says where phones come in, with the code as long as somebody has no phone here.
func (a *audience) greet() {
	r, b := a.ev.room, a.ev.room.shared
	if b == nil || a.ev.game.State() == nil {
		return
	}
	if a.missing() {
		r.showCode(b.Hub)
		return
	}
	r.sayAddress(b.Hub)
}

// welcome greets a table that has just agreed. In a window the code has the screen to itself, until Enter or until
// everybody is in; where a phone keeps the score already, nobody has to come to the laptop for that.
func (a *audience) welcome() error {
	r, b := a.ev.room, a.ev.room.shared
	if b == nil || r.Print.Plain || !a.missing() || slices.ContainsFunc(b.Hub.Phones(), func(p phones.Phone) bool { return p.Keeps }) {
		a.greet()
		return nil
	}
	a.reveal() // phones choose among the names of the table
	defer r.sayAddress(b.Hub)
	return a.showPage()
}

// remind gives the address for phones once more, after the checklist has pushed the code off the screen.
func (a *audience) remind() {
	r, b := a.ev.room, a.ev.room.shared
	switch {
	case b == nil || !a.missing():
	case r.Print.Plain:
		r.showCode(b.Hub)
	default:
		r.sayAddress(b.Hub)
	}
}

// showPage shows the code whole, with nothing below it but its address. Enter ends the page, and so does the last person
// of the table to come in.
func (a *audience) showPage() error {
	r, hub := a.ev.room, a.ev.room.shared.Hub
	ctx, stop := context.WithCancel(a.ev.ctx)
	defer stop()
	if a.missing() {
		go a.until(ctx, stop)
	}
	code := strings.TrimRight(reach.Picture(hub.Address(), r.Print.Color), "\n")
	q := ask.Question{Text: lang.T("Phones come in at {address}").With("address", hub.Address()), Suggest: setup.Yes, Shape: setup.Confirm(lang.T("Go on"))}
	err := r.Keys.PutAlone(ctx, code, ask.Group{NoMenu: true, Text: q.Text, Asked: []ask.Question{q}}, func(...ask.Answer) error { return nil })
	switch to, _ := follow(err); {
	case to == ends && (err != ask.Gone || a.ev.ctx.Err() != nil):
		return err
	case to == fails, to == goesBack:
		return err
	}
	return nil // everybody is in, or the table looks elsewhere: the code is in the menu
}

// look is how often the page of the code looks whether everybody is in.
const look = 200 * time.Millisecond

// until ends the page of the code when everybody is in.
func (a *audience) until(ctx context.Context, everybodyIn func()) {
	tick := time.NewTicker(look)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if !a.missing() {
				everybodyIn()
				return
			}
		}
	}
}

// choose shows the code, gives help for phones that do not open it, and asks about one phone.
func (a *audience) choose() error {
	hub := a.ev.room.shared.Hub
	all := hub.Phones()
	if a.ev.room.Print.Plain {
		a.ev.room.showCode(hub)
	} else if err := a.showPage(); err != nil {
		return err
	} else {
		a.ev.room.sayAddress(hub)
	}
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

// onePhone has the table free a phone's name, or let it keep the score.
func (a *audience) onePhone(p phones.Phone) error {
	hub := a.ev.room.shared.Hub
	keep, kept := lang.T("It keeps the score: everything is asked on it too"), lang.T("{name}'s phone keeps the score.")
	if p.Keeps {
		keep, kept = lang.T("It no longer keeps the score"), lang.T("{name}'s phone no longer keeps the score.")
	}
	return choose(a.ev.room, ask.Question{Text: lang.T("What about {name}'s phone?").With("name", p.Name)}, []offer{
		numbered("keep", keep, func() error {
			hub.Keep(p.Name, !p.Keeps)
			a.ev.room.say(kept.With("name", p.Name))
			return nil
		}),
		numbered("free", lang.T("Free the name: another phone may take it"), func() error {
			hub.Free(p.Name)
			a.ev.room.say(lang.T("{name} is free for another phone.").With("name", p.Name))
			return nil
		}),
	})
}
