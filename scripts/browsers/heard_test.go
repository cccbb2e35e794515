package browsers

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// A part is a node of the accessibility tree: what a screen reader says of it.
type part struct {
	role, name, states string
	within             []string // the names of the groups around it, and the roles of live regions
}

// An axNode is a node as Chromium sends it: the library stumbles over values that are newer than it.
type axNode struct {
	ID         string   `json:"nodeId"`
	Ignored    bool     `json:"ignored"`
	Role       axValue  `json:"role"`
	Name       axValue  `json:"name"`
	Properties []axProp `json:"properties"`
	Children   []string `json:"childIds"`
}

type axProp struct {
	Name  string  `json:"name"`
	Value axValue `json:"value"`
}

type axValue struct {
	Value any `json:"value"`
}

func (v axValue) String() string {
	if v.Value == nil {
		return ""
	}
	return fmt.Sprint(v.Value)
}

// hears returns what a screen reader finds, in its order.
func (s *screen) hears() (all []part) {
	s.t.Helper()
	var tree struct {
		Nodes []axNode `json:"nodes"`
	}
	s.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		return cdp.Execute(ctx, "Accessibility.getFullAXTree", nil, &tree)
	}))
	by := map[string]axNode{}
	for _, n := range tree.Nodes {
		by[n.ID] = n
	}
	var walk func(n axNode, within []string)
	walk = func(n axNode, within []string) {
		p := part{role: n.Role.String(), name: n.Name.String(), within: within}
		for _, prop := range n.Properties {
			p.states += fmt.Sprint(prop.Name, "=", prop.Value, " ")
		}
		if !n.Ignored {
			all = append(all, p)
			if p.role == "group" || p.role == "status" {
				within = append(slices.Clip(within), p.role+" "+p.name)
			}
		}
		for _, id := range n.Children {
			if child, there := by[id]; there {
				walk(child, within)
			}
		}
	}
	walk(tree.Nodes[0], nil)
	return all
}

// says waits until a live region says a phrase.
func (s *screen) says(phrase string) {
	s.t.Helper()
	var said []string
	for range 100 {
		said = nil
		for _, p := range s.hears() {
			if slices.ContainsFunc(p.within, func(in string) bool { return strings.HasPrefix(in, "status") }) {
				said = append(said, p.name)
			}
		}
		if strings.Contains(strings.Join(said, " "), phrase) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.t.Errorf("%s is never told %q, but %q", s.name, phrase, said)
}

// A live region says each question, that an answer is in, what was revealed, and that the laptop is gone.
func TestHeard(t *testing.T) {
	l, phones, _ := begins(t, "dixit", "Who thought of a clue first?", []string{"Ana, Bia, Caio, Davi", "", ""}, "Ana", "Bia", "Caio", "Davi")
	ana, caio := phones[0], phones[2]
	l.types("Ana")
	ana.says("You tell. Which card is yours?")
	caio.says("Ana narra. Qual carta é a sua?")
	for i, s := range phones {
		s.tap([]string{"1", "2", "3", "4"}[i])
		if i == 0 {
			ana.says("✓ In")
		}
	}
	caio.says("carta")
	for i, s := range phones[1:] {
		s.tap([]string{"1", "1", "3"}[i])
	}
	ana.says("Ana's story was card 1")
	ana.says("+3")
	if !ana.is(`document.querySelector('.told ul li').textContent.includes('card\u00a01')`) {
		t.Error("a number breaks off its name")
	}
	l.kill()
	ana.says("No connection to the laptop.")
}

// Rows are groups with the person's name, their buttons say it too, and the chosen one is pressed.
func TestHeardRows(t *testing.T) {
	l, phones, _ := begins(t, "picture-perfect --score-only", "Guest 1", []string{"Ana, Bia, Caio, Davi", "1", ""}, "Ana")
	ana := phones[0]
	ana.keeps(l)
	ana.row("Bia", "2")
	ana.until("has chosen", `document.querySelector('[data-k=Bia] .chosen')`)
	pressed := map[string]string{}
	for _, p := range ana.hears() {
		who, number, row := strings.Cut(p.name, ": ")
		if p.role != "button" || !row || number == "0" && who == "" {
			continue
		}
		if !slices.Contains(p.within, "group "+who) {
			t.Errorf("%q is in %q", p.name, p.within)
		}
		if strings.Contains(p.states, "pressed=true") {
			pressed[who] += number
		}
	}
	if pressed["Bia"] != "2" || pressed["Ana"]+pressed["Caio"]+pressed["Davi"] != "" {
		t.Errorf("pressed: %v", pressed)
	}
}

// Whoever holds their card hears it; nobody hears it before, or after.
func TestHeardCard(t *testing.T) {
	l, phones, _ := begins(t, "spyfall", "laid out?", []string{"Ana, Bia, Caio", "c", "2", ""}, "Ana", "Bia", "Caio")
	l.types("", "")
	ana := phones[0]
	ana.until("has a card", `document.querySelector('.hold')`)
	card := func() (said string) {
		for _, p := range ana.hears() {
			if strings.HasPrefix(p.name, "You are") {
				said = strings.Join(p.within, ", ") + p.name
			}
		}
		return said
	}
	if said := card(); said != "" {
		t.Errorf("before: %s", said)
	}
	ana.run(chromedp.Evaluate(`document.querySelector('.hold').focus()`, nil))
	ana.down(space)
	ana.says("You are ")
	if said := card(); !strings.HasPrefix(said, "status") {
		t.Errorf("held: %q", said)
	}
	ana.up(space)
	ana.until("is silent", `!document.querySelector('#live').textContent`)
	if said := card(); said != "" {
		t.Errorf("after: %s", said)
	}
	ana.press(tab)
	if ana.is(`document.activeElement.matches('.hold')`) {
		t.Error("Tab does not leave the card")
	}
}

// Tab goes through the page from its top to its bottom, and through all of it. After a vote by keyboard the focus is on what
// comes next.
func TestFocusOrder(t *testing.T) {
	l, phones, _ := begins(t, "pad", "points?", []string{"Ana, Bia", ""}, "Ana", "Bia")
	ana, bia := phones[0], phones[1]
	ana.keeps(l)
	ana.tap("Answer for somebody else")
	ana.run(chromedp.Evaluate(`document.activeElement.blur(); scrollTo(0, 0)`, nil))
	var order, page []int // places in the document of what has the focus, and of all that can have it
	for range 60 {
		ana.press(tab)
		var at int
		ana.run(chromedp.Evaluate(`[...document.querySelectorAll('main *')].indexOf(document.activeElement)`, &at))
		if at < 0 || slices.Contains(order, at) {
			break
		}
		order = append(order, at)
	}
	ana.run(chromedp.Evaluate(`[...document.querySelectorAll('main *')].flatMap((e, i) => e.matches('button:enabled, input, summary, a') && e.checkVisibility() ? i : [])`, &page))
	if !slices.Equal(order, page) {
		t.Errorf("Tab goes through %v of %v", order, page)
	}
	var tops []float64
	ana.run(chromedp.Evaluate(`[...document.querySelectorAll('main > section')].filter(e => e.checkVisibility() && e.textContent).map(e => e.getBoundingClientRect().top)`, &tops))
	if !slices.IsSorted(tops) {
		t.Errorf("parts of the page lie in another order than they are read: %v", tops)
	}
	bia.focus(".mine input")
	bia.types("7")
	bia.press(enter)
	bia.until("is in", `document.querySelector('.given')`)
	bia.until("has the focus in its question", `document.activeElement.closest('.mine')`)
}
