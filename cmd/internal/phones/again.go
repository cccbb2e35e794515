package phones

import (
	"slices"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// Again returns the people who said on their phones that they are in for another game, in the order in which they came.
func (h *Hub) Again() (all []setup.Name) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, g := range h.lobby.named() {
		if g.again {
			all = append(all, g.Name)
		}
	}
	return all
}

// playAgain has somebody be in for another game, or takes that back. The laptop says so once.
func (h *Hub) playAgain(id string) (err error) {
	h.change(func() {
		g := h.lobby.find(id)
		if g == nil || g.Name == "" || !h.scene.Over || h.bye {
			err = errGone
			return
		}
		if g.again = !g.again; g.again {
			h.lobby.news = append(h.lobby.news, lang.T("{name} is in for another game.").With("name", g.Name))
		}
	})
	return err
}

// forgetAgain has nobody be in for another game: it goes on, or the next one has begun.
func (b *lobby) forgetAgain() {
	for _, g := range b.Guests {
		g.again = false
	}
}

// again returns the people who may play another game, with those marked who are in.
func (v viewer) again() (all []Person) {
	if v.bye {
		return nil
	}
	for _, one := range v.here() {
		g := v.lobby.by(setup.Name(one.Name))
		if slices.Contains(v.scene.Away, setup.Name(one.Name)) && (g == nil || !g.again) {
			continue // they went home
		}
		one.In = g != nil && g.again
		all = append(all, one)
	}
	return all
}
