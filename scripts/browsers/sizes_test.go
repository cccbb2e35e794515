package browsers

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// sizes are a small phone, one that lies, and both when everything on them is twice as large: then half as many points are
// left for the page.
var sizes = []look{{320, 568, true, "pt-BR"}, {844, 390, false, "en"}, {195, 422, true, "en"}, {422, 195, false, "pt-BR"}}

// sized opens a phone of each size, and takes a name on each.
func sized(t *testing.T, l *laptop, names ...string) (all []*screen) {
	t.Helper()
	for i, name := range names {
		s := open(t, fmt.Sprintf("%s-%dx%d", name, sizes[i].wide, sizes[i].high), l.link(), sizes[i])
		s.reads(name)
		s.look("size-join")
		s.tap(name)
		s.reads(name + " ·")
		all = append(all, s)
	}
	return all
}

// unfolds opens all that is folded on a page.
func (s *screen) unfolds() {
	s.t.Helper()
	s.run(chromedp.Evaluate(`[...document.querySelectorAll('details')].forEach(d => { d.open = true; })`, nil))
}

// Each page of a turn fits each size: nothing lies beside the window or is cut, and what a finger has to hit is large enough.
func TestSizes(t *testing.T) {
	l := start(t, t.TempDir(), "play", "dixit")
	l.types("Ana, Bia, Caio, Maria Antonieta", "t", "3", "", "")
	l.waits("Who thought of a clue first?")
	all := sized(t, l, "Ana", "Bia", "Caio", "Maria Antonieta")
	for _, s := range all {
		s.unfolds()
		s.look("size-first")
	}
	l.types("Ana")
	for i, s := range all {
		s.until("asks for the own card", `document.querySelectorAll('.mine .digits button').length > 2`)
		s.look("size-own")
		s.tap([]string{"1", "2", "3", "4"}[i])
	}
	for i, s := range all[1:] {
		s.until("asks for the vote", `document.querySelector('.mine .digits')`)
		s.look("size-vote")
		s.tap([]string{"1", "1", "3"}[i])
	}
	for _, s := range all {
		s.until("tells the turn", `document.querySelector('.told')`)
		s.look("size-told")
	}
	l.waits("The game is over.")
	l.types("1")
	for _, s := range all {
		s.until("shows the end", `document.querySelector('.moment')`)
		s.unfolds()
		s.look("size-end")
	}
}

// So do cards, the clock, the places to strike out, and the phone that keeps the score.
func TestSizesOfTheClock(t *testing.T) {
	l := start(t, t.TempDir(), "play", "spyfall")
	l.types("Ana, Bia, Caio, Davi", "c", "2", "")
	l.waits("laid out?")
	all := sized(t, l, "Ana", "Bia", "Caio", "Davi")
	for _, s := range all {
		s.look("size-laid-out")
	}
	l.types("", "")
	l.waits("looked at their card")
	for i, s := range all {
		s.until("has a card", `document.querySelector('.hold')`)
		s.unfolds()
		s.look("size-card")
		l.types("?phones")
		l.waits("What about the phones?")
		l.types([]string{"2", "3", "4", "5"}[i])
		l.waits("It keeps the score")
		l.types("1")
		s.until("keeps the score", `document.querySelector('.lead')`)
		s.unfolds()
		s.look("size-keeper")
	}
	l.types("")
	for _, s := range all {
		s.until("has the clock", `document.querySelector('.clock')`)
		s.look("size-clock")
	}
	l.types("v")
	for _, s := range all {
		s.until("votes", `document.querySelector('.mine .grid')`)
		s.look("size-spyfall-vote")
	}
}
