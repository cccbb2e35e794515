//go:build unix

package tty

import (
	"testing"
	"time"

	. "github.com/tablemate/tablemate/cmd/internal/ttytest"

	"github.com/tablemate/tablemate/cmd/internal/keys"
)

// Half a line, a word and ticks are there again after the menu, after a window of another size, and after Ctrl-Z.
func TestHalfALine(t *testing.T) {
	x := window(t, 80, 24, "elsewhere")
	x.Press("3 2 ", "› 3 2\nAna 3, Bia 2")
	x.Press("?", "What would you like?")
	x.Press("1", "› 3 2\nAna 3, Bia 2")
	x.Resize(40, 22)
	x.Wait("› 3 2\nAna 3, Bia 2")
	x.Send(CtrlZ)
	x.Wrote("Ana 3, Bia 2", 4)
	x.Press("1 5 6"+Enter, "TAKEN")
	x.Press("2", "2 [x] Bia")
	x.Press("ca", "› ca…")
	x.Press("?", "What would you like?")
	x.Press("2", "› ca…")
	x.Wait("2 [x] Bia")
	x.Wait("3 [x] Caio")
	x.Press("i"+Enter, "TAKEN\nWhere?")
	x.Press("b-", "› b-…")
	x.Press("?", "What would you like?")
	x.Press("2", "› b-…")
	x.Press("p"+Enter, "Where? B-place 2")
	x.Exit()
}

// A word that fits nothing takes its Enter with it: no default, no neighbor, no tick.
func TestRefusedWord(t *testing.T) {
	x := window(t, 80, 24, "menu")
	x.Press("no", "✗ “no” is not on the list.")
	x.Press(Enter, "✗ “no” is not on the list: type")
	x.Press("s", "GOT \"standings\"")
	x.Press("<", "MOVE <")
	x.Exit()
	x = window(t, 80, 24, "pays")
	x.Press("bia", "✗ “bia” is not on the list.")
	x.Press(Enter, "✗ “bia” is not on the list: type")
	x.Press("zoe, ana"+Enter, "✗ “zoe")
	x.Press("dan"+Enter, `GOT "[\"Dan\"]"`)
	x.Press("<", "MOVE <")
	x.Exit()
	x = window(t, 80, 24, "cards")
	x.Press("x"+Enter, "✗ “x” is not")
	x.Press(Enter, "✗ “x” is not")
	x.Press("7", `GOT "7"`)
	x.Exit()
}

// What is pasted answers one question: tabs and line ends are blanks, and lines that are too many are told and left out.
func TestPasted(t *testing.T) {
	x := window(t, 80, 24, "turn")
	x.Press("34", "Who votes")
	x.Press(keys.PasteBegins+"3\t2\r\n1\t5\t6\r\n4 4 4 4 4\r\n"+keys.PasteEnds, "› 3 2 1 5 6\nAna 3, Bia 2, Caio 1, Davi 5, Eva 6\nOnly one question is answered: “4 4 4 4 4” was pasted too, and is left out.")
	x.Press(Enter, "Turn 2\nWho tells? ›")
	x.Press("34", "Who votes")
	x.Press("3\t2", "› 3 2\nAna 3, Bia 2") // a terminal that marks no pastes
	x.Press("\x17\x1b\x7f３２", "› 32\nAna 3, Bia 2")
	x.Press(keys.PasteBegins+"\u200b1\ufeff56"+keys.PasteEnds+Enter, "Turn 3")
	x.Press(keys.PasteBegins+"Caio\n"+keys.PasteEnds, "Who tells? › Caio…")
	x.Press(Enter, "Which card was it?")
	x.Send(CtrlC)
	x.Exit()
	x = window(t, 80, 24, "table")
	x.Press(keys.PasteBegins+"Nat\nDuda\nBia"+keys.PasteEnds, "› Nat Duda Bia…")
	x.Wait("Nat, Duda and Bia")
	x.Press(" Ed\x17Edu"+Enter, `"Edu\"]players`)
	x.Send(CtrlC)
	x.Exit()
}

// Codes of keys that mean nothing type nothing and lead nowhere.
func TestUnknownKeys(t *testing.T) {
	x := window(t, 80, 24, "menu")
	for _, code := range []string{"\x1b[[E", "\x1bOx", "\x1b[1;5D", "\x1b[15~", "\x1b\x00", "\x1b\r", "\x1b\x1b[D", "\x1b[97;5u", "\x1b[I", "\x1b\x7f", "\x17"} {
		x.Send(code)
	}
	x.Press("s", "GOT \"standings\"\nWhat now? ›")
	x.Press(">", "MOVE >")
	x.Exit()
}

// A second Enter right behind the first one does not turn over the next card too; one a while later, or another key, does.
func TestSecondEnter(t *testing.T) {
	x := window(t, 80, 24, "deck")
	x.Press(Enter+Enter+Enter, "Round 2?")
	time.Sleep(keys.Calm + 100*time.Millisecond)
	x.Gone("Round 3?")
	x.Press(Enter+Enter+"1", "Round 4?")
	x.Press(CtrlC, "MOVE leave")
	x.Exit()
}

// An Enter too many behind the one that hides a card does not show the next person's.
func TestHidden(t *testing.T) {
	x := window(t, 80, 24, "hidden")
	x.Press(Enter, "Ana is the spy.")
	x.Press(Up+Enter, "The keyboard goes to Bia.")
	x.Press(Enter+Enter+CtrlC, "MOVE leave")
	x.Gone("Bia is the spy")
	x.Exit()
}

// Letters that came in one piece are a word, also where its first letter acts alone: at a list, at a line and at a clock. A
// digit in front of letters is typed ahead.
func TestBurst(t *testing.T) {
	x := window(t, 80, 24, "menu")
	x.Press("standby", "What now? › standby…\n")
	x.Wait("✗ “standby” is not on the list.")
	x.Press(keys.KillLine+"s", `GOT "standings"`)
	x.Press(keys.KillLine+"again", "What now? › again…")
	x.Press(CtrlC, "MOVE leave")
	x.Exit()
	x = window(t, 80, 24, "far")
	x.Press("3 wonders", "Where? › 3 wonders…")
	x.Press(keys.KillLine+"3x", `GOT "id3"`)
	x.Send(CtrlC)
	x.Exit()
	x = window(t, 80, 24, "owners")
	x.Press("over", "› over")
	x.Press(keys.KillLine+"o", `GOT "out"`)
	x.Exit()
	x = window(t, 80, 24, "clock")
	x.Wait("accuse")
	x.Press("maybe"+Enter+"again"+Enter+" ", "Space pauses")
	x.Press("\x03", "CLOCK")
	x.Exit()
	x = window(t, 80, 24, "vanished")
	x.Press("yes"+Enter, "accuse")
	x.Press("a"+Enter+"a"+CtrlC, `CLOCK "" the table wants to move: leave`)
	x.Exit()
}
