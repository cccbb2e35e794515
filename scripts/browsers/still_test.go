package browsers

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// spots notes where everything lies that can be tapped, what is unfolded, and the field that is typed in.
const spots = `(() => {
	const at = {};
	for (const e of document.querySelectorAll('main button, main input, main summary, main a')) {
		if (e.checkVisibility()) at[(e.closest('[data-k]:not(button):not(input)')?.dataset.k || '') + '|' + (e.dataset.k || e.textContent)] = e.getBoundingClientRect().top;
	}
	const f = document.activeElement;
	return {at, unfolded: [...document.querySelectorAll('details[open]')].map(d => d.dataset.k), field: [f.tagName, f.dataset.k, f.value, f.selectionStart, f.selectionEnd].join('|')};
})()`

type still struct {
	At       map[string]float64 `json:"at"`
	Unfolded []string           `json:"unfolded"`
	Field    string             `json:"field"`
}

func (s *screen) spots() (now still) {
	s.t.Helper()
	s.run(chromedp.Evaluate(spots, &now))
	return now
}

// stays compares what lies where on a phone before and after somebody else did something.
func (s *screen) stays(was still) {
	s.t.Helper()
	now := s.spots()
	for what, top := range was.At {
		if at, there := now.At[what]; !there || at-top > 4 || top-at > 4 {
			s.t.Errorf("%s: %s lay at %.0f, now at %.0f (there: %v)", s.name, what, top, at, there)
		}
	}
	if fmt.Sprint(now.Unfolded) != fmt.Sprint(was.Unfolded) || now.Field != was.Field {
		s.t.Errorf("%s: unfolded %v, now %v; field %q, now %q", s.name, was.Unfolded, now.Unfolded, was.Field, now.Field)
	}
}

// As long as a question stands nothing moves under a finger, nothing folds up, and no field loses its text, its selection or
// the focus, whoever answers and whoever comes meanwhile.
func TestNothingMoves(t *testing.T) {
	l, phones, _ := begins(t, "pad", "points?", []string{"Ana, Bia, Caio, Davi", ""}, "Ana", "Bia", "Caio")
	ana, bia, caio := phones[0], phones[1], phones[2]
	ana.keeps(l)
	bia.focus(".mine input")
	bia.types("123")
	bia.run(chromedp.Evaluate(`document.activeElement.setSelectionRange(1, 2)`, nil))
	bia.run(chromedp.Evaluate(`[...document.querySelectorAll('details')].forEach(d => { d.open = true; })`, nil))
	ana.focus("[data-k=Davi] input")
	ana.types("9")
	ana.run(chromedp.Evaluate(`[...document.querySelectorAll('details')].forEach(d => { d.open = true; })`, nil))
	onBia, onAna := bia.spots(), ana.spots()
	caio.focus(".mine input")
	caio.types("7")
	caio.press(enter)
	for _, s := range phones[:2] {
		s.until("sees that Caio is in", `[...document.querySelectorAll('.people .in')].some(e => e.textContent.includes('Caio'))`)
	}
	bia.stays(onBia)
	for what := range onAna.At { // Caio's own row has nothing to type in any more
		if len(what) > 4 && what[:4] == "Caio" {
			delete(onAna.At, what)
		}
	}
	ana.stays(onAna)
	late := open(t, "Davi", l.link(), looks[1])
	late.tap("Davi")
	bia.until("sees Davi", `true`)
	late.reads("Davi ·")
	bia.stays(onBia)
}

// The rules open at their top, over nothing else, and close where they were opened.
func TestRulesOpenAtTheTop(t *testing.T) {
	_, phones, _ := begins(t, "dixit", "Who thought of a clue first?", []string{"Ana, Bia, Caio, Davi", "", ""}, "Ana")
	ana := phones[0]
	ana.tap("More")
	ana.tap("Rules")
	ana.until("has the rules", `document.querySelector('.text')`)
	if !ana.is(`scrollY === 0 && document.querySelector('[data-k=page] button').getBoundingClientRect().top < 120`) {
		t.Error("they open elsewhere than at their top")
	}
	ana.tap("Close")
	ana.until("has closed them", `!document.querySelector('.text') && document.querySelector('.mine')`)
}

// A reveal has a page of its own, without a question, and a tap goes on.
func TestRevealHasItsPage(t *testing.T) {
	l, phones, _ := begins(t, "versus", "Who slapped?", []string{"Ana, Bia, Caio, Davi", "", ""}, "Ana")
	ana := phones[0]
	ana.keeps(l)
	ana.tap("Bia")
	ana.reads("second gem")
	ana.tap("Caio")
	ana.until("tells the slap alone", `document.querySelector('.told') && !document.querySelector('.lead') && !document.querySelector('table')`)
	ana.tap("Go on")
	ana.until("asks on", `document.querySelector('.lead')`)
	ana.look("asks on")
}

// A vote lies where a thumb is, in the lower half of the window, and stays there while others answer; so do “Change it” and
// “I'm in”.
func TestThumb(t *testing.T) {
	l := start(t, t.TempDir(), "play", "dixit")
	l.types("Ana, Bia, Caio, Davi", "t", "3", "", "", "")
	l.waits("Who thought of a clue first?")
	link := l.link()
	var all []*screen
	for i, name := range []string{"Ana", "Bia", "Caio", "Davi"} {
		s := open(t, name, link, []look{{390, 844, false, "en"}, {360, 640, true, "en"}}[i%2])
		s.tap(name)
		s.reads(name + " ·")
		all = append(all, s)
	}
	low := func(what string, s *screen) {
		s.until("has "+what+" in its lower half", `(all => all.length && all.every(b => (b.getBoundingClientRect().top + b.getBoundingClientRect().bottom) / 2 > innerHeight / 2 && b.getBoundingClientRect().bottom <= innerHeight))([...document.querySelectorAll('.low .mine .grid button, .low .mine > button, .low .again button')])`)
	}
	l.types("1")
	for i, s := range all {
		s.until("asks for the own card", `document.querySelectorAll('.mine .digits button').length > 2`)
		low("its own card", s)
		if i == 2 {
			was := all[3].spots()
			s.tap("3")
			all[3].until("sees it", `document.querySelectorAll('.people .in').length >= 3`)
			all[3].stays(was)
			continue
		}
		s.tap(fmt.Sprint(i + 1))
	}
	for _, s := range all[1:] {
		s.until("asks for the vote", `document.querySelector('.mine .digits') && !document.querySelector('.given')`)
		low("its vote", s)
	}
	for _, s := range all[1:] {
		s.tap("1")
	}
}
