package browsers

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// A key is pressed on a hardware keyboard: what the page cancels at keydown never reaches the field.
type key struct {
	name, text string
	code       int64
	modifiers  input.Modifier
}

var (
	backspace = key{"Backspace", "", 8, 0}
	enter     = key{"Enter", "\r", 13, 0}
	tab       = key{"Tab", "", 9, 0}
	space     = key{" ", " ", 32, 0}
	all       = key{"a", "", 65, input.ModifierCtrl}
)

func (s *screen) press(keys ...key) {
	s.t.Helper()
	for _, k := range keys {
		s.down(k)
		s.up(k)
	}
}

func (s *screen) down(k key) {
	s.t.Helper()
	down := input.DispatchKeyEvent(input.KeyDown).WithKey(k.name).WithText(k.text).WithWindowsVirtualKeyCode(k.code).WithModifiers(k.modifiers)
	if k == all {
		down = down.WithCommands([]string{"selectAll"})
	}
	s.run(down)
}

func (s *screen) up(k key) {
	s.t.Helper()
	s.run(input.DispatchKeyEvent(input.KeyUp).WithKey(k.name).WithWindowsVirtualKeyCode(k.code).WithModifiers(k.modifiers))
}

// types presses a key for each letter.
func (s *screen) types(text string) {
	s.t.Helper()
	for _, letter := range text {
		s.press(key{name: string(letter), text: string(letter), code: int64(strings.ToUpper(string(letter))[0])})
	}
}

// focus puts the caret into a field.
func (s *screen) focus(field string) {
	s.t.Helper()
	s.until("has "+field, fmt.Sprintf("(e => e && (e.focus(), true))(document.querySelector(%q))", field))
}

func (s *screen) holds(field, want string) {
	s.t.Helper()
	s.until(field+" holds "+want, fmt.Sprintf("document.querySelector(%q)?.value === %q", field, want))
}

// A number is typed on a hardware keyboard, corrected, pasted, committed by an input method, and left with Tab.
func TestTyped(t *testing.T) {
	_, phones, board := begins(t, "pad", "points?", []string{"Ana, Bia", ""}, "Ana", "Bia")
	ana, bia := phones[0], phones[1]
	const field = ".mine input"
	ana.focus(field)
	ana.types("149")
	ana.holds(field, "149")
	ana.press(backspace)
	ana.holds(field, "14")
	ana.press(all)
	ana.run(input.InsertText("25"))
	ana.holds(field, "25")
	ana.press(all, backspace)
	ana.run(input.ImeSetComposition("3", 1, 1), input.InsertText("3"))
	ana.holds(field, "3")
	ana.press(tab)
	if ana.is("document.activeElement.matches('.mine input')") {
		t.Error("Tab does not leave the field")
	}
	bia.focus(field)
	bia.types("-4")
	bia.holds(field, "-4")
	bia.press(enter)
	bia.until("is in", `document.querySelector('.given')`)
	ana.focus(field)
	ana.press(enter)
	board.until("has both", `[...document.querySelectorAll('.gain')].map(e => e.textContent).sort().join() === '+3,-4'`)
}

// A number pad has no minus: where a number may be negative a key beside the field turns its sign. Where it may not there is no
// such key, and a minus that comes from elsewhere is refused.
func TestMinus(t *testing.T) {
	l, phones, _ := begins(t, "hearts", "Round 1", []string{"Ana, Bia, Caio, Davi", "", ""}, "Ana")
	ana := phones[0]
	ana.keeps(l)
	const signs = `[...document.querySelectorAll('.row button')].filter(b => b.textContent === '±').length`
	ana.until("has four fields", `document.querySelectorAll('.row input[inputmode=tel]').length === 4`)
	if !ana.is(signs + ` === 0`) {
		t.Error("Hearts has no negative points, and a key for them")
	}
	for _, row := range []string{"Ana", "Bia", "Caio", "Davi"} {
		ana.focus("[data-k=" + row + "] input")
		ana.types(map[bool]string{true: "-4", false: "10"}[row == "Ana"])
	}
	ana.tap("Send")
	ana.until("is refused", `document.querySelector('.lead .status').textContent.trim().length > 3`)
	if !ana.is(`!document.querySelector('.row .in')`) {
		t.Errorf("a negative number is taken:\n%s", ana.text())
	}

	l = start(t, t.TempDir(), "play", "pad", "--addr", "192.168.77.1:8099")
	l.types("Ana, Bia", "")
	l.waits("points?")
	phones, board := come(t, l, "Ana", "Bia")
	for i, s := range phones {
		s.focus(".mine input")
		s.types([]string{"4", "7"}[i])
	}
	phones[0].tap("±")
	phones[0].holds(".mine input", "-4")
	for _, s := range phones {
		s.run(chromedp.Evaluate(`document.querySelector('.mine [data-k=send]').click()`, nil))
	}
	board.until("has both", `[...document.querySelectorAll('.gain')].map(e => e.textContent).sort().join() === '+7,-4'`)
}

// What the scorekeeper drafted for somebody who answered on their own phone since is sent no more.
func TestDraftOfOneWhoIsIn(t *testing.T) {
	l, phones, board := begins(t, "pad", "points?", []string{"Ana, Bia", ""}, "Ana", "Bia")
	ana, bia := phones[0], phones[1]
	ana.keeps(l)
	ana.tap("Answer for somebody else")
	ana.focus("[data-k=Bia] input")
	ana.types("99")
	bia.focus(".mine input")
	bia.types("10")
	bia.press(enter)
	bia.until("is in", `document.querySelector('.given')`)
	ana.until("sees that Bia is in", `!document.querySelector('[data-k=Bia] input')`)
	ana.focus("[data-k=Ana] input")
	ana.types("5")
	time.Sleep(100 * time.Millisecond)
	ana.tap("Send")
	board.until("has what Bia sent", `[...document.querySelectorAll('.gain')].map(e => e.textContent).sort().join() === '+10,+5'`)
}
