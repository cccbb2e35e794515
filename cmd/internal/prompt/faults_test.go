//go:build unix

package prompt

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	tt "github.com/tablemate/tablemate/cmd/internal/ttytest"
)

// What promptui does wrong by itself, one test each, and what else a terminal can
// do to a question.

const ready = "? more"

func TestEnterDoesNotRace(t *testing.T) {
	const times = 60
	x := begun(t, 80, 24, "en", fmt.Sprintf("many:%d", times))
	for range times {
		x.Send("Ana" + tt.Enter + "7" + tt.Enter)
	}
	for range times {
		x.Send("3")
	}
	x.Ends(0)
	shown := x.History()
	for line, want := range map[string]int{
		"✔ Who is it?  Ana\n": times, "✔ How many points?  7\n": times, "✔ Who told the story?  Caio\n": times,
		"left behind: 0\n": 1, "and: 0": 1, "\n": 3*times + 1, // no goroutine is left by a line, one by a list
	} {
		if got := strings.Count(shown, line); got != want {
			t.Errorf("%q is there %d times, want %d", line, got, want)
		}
	}
}

func TestWideLineStaysOneLine(t *testing.T) {
	x := begun(t, 40, 12, "en", "ask:long,wide")
	x.Golden("long-40")
	x.Send(strings.Repeat("abcdefghi ", 7) + "END")
	x.Wait("END")
	x.Golden("long-typed-40")
	x.Send(tt.Home)
	x.Wait("› abc")
	x.Golden("long-home-40")
	x.Send(tt.Enter)
	x.Wait("▹ 1")
	x.Golden("wide-40")
	x.Send(tt.Down, tt.Down)
	x.Wait("▸ 3")
	x.Golden("wide-last-40")
	x.Send(tt.Enter)
	x.Exit()
	x.Golden("wide-done-40")
	if n := strings.Count(x.History(), "›"); n != 0 {
		t.Errorf("%d prompts are left\n%s", n, x.History())
	}
}

func TestTallListScrollsInside(t *testing.T) {
	x := begun(t, 40, 12, "en", "ask:name,cards")
	x.Send("Ana", tt.Enter)
	x.Wait("Which card?")
	x.Golden("tall-40")
	for range 9 {
		x.Send(tt.Down)
	}
	x.Wait("▸ 10")
	x.Golden("tall-down-40")
	x.Send(tt.Home)
	x.Wait("▸  1")
	x.Send(tt.End, tt.Enter)
	x.Exit()
	if got, want := x.History(), "✔ Who is it?  Ana\n✔ Which card?  Single\n= \"Ana\" | [[11]]"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestLongNotesScrollByOnce(t *testing.T) {
	x := begun(t, 40, 12, "en", "refuse:notes")
	x.Send("1")
	x.Wait("taken already")
	x.Golden("notes-refused-40")
	x.Send("2")
	x.Exit()
	if n := strings.Count(x.History(), "✔"); n != 1 {
		t.Errorf("%d answers are left\n%s", n, x.History())
	}
	if n := strings.Count(x.History(), "Who of you all"); n > 6 {
		t.Errorf("the notes are there %d/6 times\n%s", n, x.History())
	}
}

func TestTypedAhead(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:name,points,again,pick,each,many")
	x.Send("Ana\r12\nJosé\r\n332-0\r\r")
	finished(t, x, `"Ana" | [[12]] | "José" | [[2]] | [[3] [2] [] [0]] | [[1 0 1 0]]`)
}

func TestNoBell(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:name,pick")
	x.Send(tt.Backspace, tt.Up, tt.Down, tt.Left, tt.Enter)
	x.Wait("type something")
	x.Send("A", tt.Enter)
	x.Wait("Who told")
	x.Send(tt.Up, tt.Up, tt.Down, tt.Down, tt.Backspace, "?")
	finished(t, x, `"A" | aside`)
	if x.Bells() != 0 {
		t.Errorf("%d bells", x.Bells())
	}
}

func TestEditing(t *testing.T) {
	for _, c := range []struct{ name, keys, want string }{
		{"home and end", "na" + tt.Home + "A" + tt.End + "!", "Ana!"},
		{"other home and end", "na\x1b[1~A\x1b[4~!\x1bOH¡\x1bOF.", "¡Ana!."},
		{"Ctrl-A and Ctrl-E", "na\x01A\x05!", "Ana!"},
		{"Ctrl-U", "nobody\x15Ana", "Ana"},
		{"Ctrl-U in the middle", "nobodyAna" + tt.Left + tt.Left + tt.Left + "\x15", "Ana"},
		{"Ctrl-K", "Anabel" + tt.Left + tt.Left + tt.Left + "\x0b", "Ana"},
		{"Ctrl-W", "Ana de  Souza \x17\x17", "Ana"},
		{"Ctrl-D deletes forward", "Anna" + tt.Home + "\x06" + tt.CtrlD, "Ana"},
		{"arrows with modifiers", "na\x1b[1;5D\x1b[1;2DA", "Ana"},
		{"tab, F1, F5, Ctrl-R, Alt-x, Insert", "A\t\x1bOP\x1b[[A\x1b[15~\x12\x1bx\x1b[2~na", "Ana"},
		{"accents", "José" + tt.Backspace + "é", "José"},
		{"a composed letter is one", "e\u0301x" + tt.Left + tt.Left + tt.Delete, "x"},
		{"a family is one", "a👨‍👩‍👧b" + tt.Left + tt.Backspace, "ab"},
		{"a flag is one", "🇧🇷🇵🇹" + tt.Backspace, "🇧🇷"},
		{"wide letters", "日本🎲" + tt.Home + tt.Delete, "本🎲"},
		{"marks of a paste", "\x1b[200~Ana\x1b[201~", "Ana"},
		{"late answers of a terminal", "A\x1b[?2026;2$y\x1b[?2027;2$y\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[?0u\x1bP1+r4d73\x1b\\\x1bP>|ghostty 1.2.3\x1b\\\x1b[12;40R\x1b]11;rgb:ff\x07na", "Ana"},
		{"the mouse", "A\x1b[<0;3;4Mna", "Ana"},
		{"broken bytes", "A\xff\xc3n\xe2\x82a\xc2\x85", "Ana"},
		{"controls", "A\x00\x07\x0c\x0f\x1c\x1dna", "Ana"},
		{"nothing above, nothing below", tt.Up + "A" + tt.Down + "na", "Ana"},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := begun(t, 80, 24, "en", "ask:name")
			x.Send(c.keys + tt.Enter)
			finished(t, x, `"`+c.want+`"`)
		})
	}
}

func TestCaretIsSeen(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:name")
	x.Send("a👨‍👩‍👧b", tt.Left, tt.Left)
	x.Wait("a👨‍👩‍👧b")
	x.Send("c")
	x.Wait("ac👨‍👩‍👧b")
	if !strings.Contains(x.Bytes(), caretOn+"👨‍👩‍👧"+caretOff) {
		t.Errorf("the caret does not lie over the whole family: %q", x.Bytes())
	}
	x.Send(tt.Enter)
	finished(t, x, `"ac👨‍👩‍👧b"`)
}

func TestLineBreaksAndCodesInTexts(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:evil")
	x.Golden("evil-80")
	x.Send("2")
	finished(t, x, "[[1]]")
	if strings.Contains(x.Bytes(), "\x1b[31m") {
		t.Error("a code of an option reached the terminal")
	}
}

func TestEndsInOrder(t *testing.T) {
	for _, c := range []struct {
		name  string
		scene string
		end   func(*tt.Terminal)
		code  int
	}{
		{"Ctrl-C at a line", "ask:name", func(x *tt.Terminal) { x.Send("An", tt.CtrlC) }, 130},
		{"Ctrl-C at a list", "ask:pick", func(x *tt.Terminal) { x.Send(tt.CtrlC) }, 130},
		{"Ctrl-C at a page", "ask:show", func(x *tt.Terminal) { x.Send(tt.CtrlC) }, 130},
		{"INT", "ask:name", func(x *tt.Terminal) { x.Signal(os.Interrupt) }, 130},
		{"TERM", "ask:pick", func(x *tt.Terminal) { x.Signal(syscall.SIGTERM) }, 143},
		{"HUP", "ask:name", func(x *tt.Terminal) { x.Signal(syscall.SIGHUP) }, 129},
		{"QUIT", "ask:show", func(x *tt.Terminal) { x.Signal(syscall.SIGQUIT) }, 131},
		{"panic", "panic", func(x *tt.Terminal) { x.Send("Ana", tt.Enter) }, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := begun(t, 60, 16, "en", c.scene)
			c.end(x)
			if code := x.Exit(); code != c.code {
				t.Errorf("code %d, want %d\n%s", code, c.code, x.History())
			}
			x.Sane()
			if s := x.History(); strings.Contains(s, ready) {
				t.Errorf("litter is left\n%s", s)
			}
			if c.code > 2 && !strings.HasSuffix(x.Screen(), "come back any time") {
				t.Errorf("the last line is missing\n%s", x.Screen())
			}
		})
	}
}

// The second one ends it anyway. Codes that put a window in order are written only where somebody drew one.
func TestSecondSignalEndsAnyway(t *testing.T) {
	for _, quiet := range []string{"", "1"} {
		x := begun(t, 60, 16, "en", "deaf", "TABLEMATE_QUIET="+quiet)
		x.Send("Ana", tt.Enter)
		x.Wait("busy")
		x.Signal(syscall.SIGTERM)
		x.Wait("told so")
		x.Signal(syscall.SIGTERM)
		x.Ends(143)
		for _, code := range []string{"\x1b[?1049l", "\x1b[?2004l", "\x1b[23;2t"} {
			if strings.Contains(x.Bytes(), code) != (quiet == "") {
				t.Errorf("quiet %q, %q: %q", quiet, code, x.Bytes())
			}
		}
	}
}

func TestResize(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:name,long,cards")
	x.Send("Ana", tt.Enter)
	x.Wait("Who of you all has taken a picture of yourself most recently, with whatever")
	x.Send("Bia")
	x.Wait("› Bia")
	x.Resize(40, 12)
	x.Wait("yourself most recently, with whatever\ndevice")
	x.Golden("resized-40")
	x.Resize(100, 30)
	x.Wait("with whatever device, wherever that\nwas")
	x.Golden("resized-100")
	x.Send(tt.Enter)
	x.Wait("12  Single\nthe key") // the last line of the screen: then it is drawn
	x.Resize(60, 12)
	x.Gone("Single") // it is drawn anew, and the row of the cursor is in sight
	x.Wait("▸  1")
	x.Send(tt.Down)
	x.Resize(100, 30) // and it has as many rows as there is room for
	x.Wait("▸  2  Day")
	x.Wait("12  Single")
	x.Send(tt.Enter)
	finished(t, x, `"Ana" | "Bia" | [[1]]`)
}

func TestWhatIsTypedIsSeenByName(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:each")
	x.Send("32")
	x.Wait("Ana 3 · Bia 2 · [Caio] · Davi")
	x.Send("-1 +2")
	x.Wait("Ana 3 · Bia 2 · Caio - · Davi 1")
	x.Send(strings.Repeat(tt.Backspace, 5))
	x.Wait("Ana 3 · Bia 2 · [Caio] · Davi")
}

// What a sum comes to stands beside the keys while it is typed, also beyond the bounds; a line that has to add up says
// what is missing for the last person, and Enter takes it. What is typed in secret is not seen, and neither is its sum.
func TestASumIsSeenBeforeEnter(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:points,adds,hidden")
	x.Send("3*4+2")
	x.Wait("= 14 · Enter to confirm")
	x.Send("9")
	x.Wait("= 41 · Enter to confirm")
	x.Send(tt.Backspace, "+")
	x.Wait("› 3*4+2+\nEnter to confirm")
	x.Send(tt.Backspace, tt.Enter)
	x.Wait("✔ How many points?  3*4+2 = 14")
	x.Send("12+5 2*3 ")
	x.Wait("Ana 17 · Bia 6 · [Caio] · Davi")
	x.Send("1")
	x.Wait("Ana 17 · Bia 6 · Caio 1 · [Davi 2]")
	x.Wait("Enter takes 2 for Davi")
	x.Golden("adds-up-80")
	x.Send(" 1", tt.Enter)
	x.Wait("✗ that makes 25 in all, not 26 or 78: 1 is missing")
	x.Send(tt.Left, tt.Backspace, tt.Backspace, tt.Enter)
	x.Wait("The keyboard goes to")
	x.Send(tt.Enter)
	x.Wait("hearts?")
	x.Send("3+4")
	x.Wait("•••")
	if s := x.History(); strings.Contains(s, "= 7") {
		t.Errorf("a sum that is typed in secret is seen\n%s", s)
	}
	x.Send(tt.Enter)
	finished(t, x, "[[14]] | [[17] [6] [1] [2]] | [[7]]")
}

func TestKeyIsNobodysAnswer(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:each")
	x.Send("R")
	x.Wait("cards are fulfilled?\nnobody placed the rest\nfor example")
	x.Send(tt.Backspace, "3")
	x.Wait("Ana 3 · [Bia] · Caio · Davi")
}

func TestRefusedLineIsMended(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:each,points")
	x.Send("34-0", tt.Enter)
	x.Wait("Bia: “4” is not a number")
	x.Golden("each-refused-80")
	x.Send("320", tt.Enter) // all of it once more
	x.Wait("✗ Davi is missing: 3 of 4 answers")
	x.Send(tt.Left, "-", tt.Enter)
	x.Wait("How many points?")
	x.Send("x", tt.Enter)
	x.Wait("✗")
	x.Golden("number-refused-80")
	x.Send(tt.Backspace, "9", tt.Enter)
	finished(t, x, "[[3] [2] [] [0]] | [[9]]")
	if !strings.Contains(x.Bytes(), "3"+caretOn+"4"+caretOff+"-0") {
		t.Errorf("what is wrong is not marked: %q", x.Bytes())
	}
	if s := x.History(); strings.Contains(s, "✗") {
		t.Errorf("a refusal is left\n%s", s)
	}
}

// A reason goes as soon as the line is another one, also in a low window; what went by there goes by in no other.
func TestReasonGoes(t *testing.T) {
	x := begun(t, 40, 7, "en", "ask:each")
	x.Send("32", tt.Enter)
	x.Wait("✗ Caio is missing: 2 of 4 answers")
	x.Send("0")
	x.Gone("✗")
	x.Resize(80, 24)
	x.Send(tt.Enter)
	x.Wait("✗ Davi is missing: 3 of 4 answers")
	x.Send("0", tt.Enter)
	finished(t, x, "[[3] [2] [0] [0]]")
}

// The line that is typed stays in its row, whatever comes and goes above it: answers beside the names, the lines of a reason.
func TestTheLineStays(t *testing.T) {
	x := begun(t, 28, 24, "en", "ask:each")
	at := func() int {
		return slices.IndexFunc(strings.Split(x.Screen(), "\n"), func(l string) bool { return strings.HasPrefix(l, "›") })
	}
	for _, its := range []struct{ keys, seen string }{{"3", "Ana 3"}, {"2", "[Caio]"}} {
		was := at()
		x.Send(its.keys)
		x.Wait(its.seen)
		if is := at(); is != was {
			t.Errorf("%q: row %d became %d\n%s", its.keys, was, is, x.Screen())
		}
	}
	x.Send(tt.Enter)
	x.Wait("✗ Caio is missing: 2 of 4\nanswers")
	was := at()
	x.Send("0")
	x.Gone("✗")
	if is := at(); is != was {
		t.Errorf("row %d became %d\n%s", was, is, x.Screen())
	}
	x.Send("0", tt.Enter)
	finished(t, x, "[[3] [2] [0] [0]]")
}

// Letters that begin no line lead on to the list behind the last one, and are typed there.
func TestAWordLeadsOn(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:games,cards-quick")
	x.Send("theft")
	x.Wait("▸  6  Theft")
	x.Send(tt.Enter)
	finished(t, x, "[[2]] | [[5]]")
}

// What is to be read is turned over page by page in a low window, and stands above once.
func TestPagesAreTurned(t *testing.T) {
	x := begun(t, 30, 10, "en", "ask:show,name")
	if s := x.Screen(); !strings.HasPrefix(s, "There are 84 of them.\n") || strings.Contains(s, "Shuffle") {
		t.Errorf("%s", s)
	}
	x.Send(tt.Enter)
	x.Wait("Shuffle the cards\n›")
	x.Send(tt.Enter)
	x.Wait("Who is it? ›")
	if s := x.History(); strings.Count(s, "There are 84") != 1 || strings.Count(s, "whoever else was in") != 1 {
		t.Errorf("%s", s)
	}
	x.Send("Ana", tt.Enter)
	finished(t, x, `"" | "Ana"`)
}

// What was typed ahead of a refusal was not meant for the line that is mended.
func TestRefusalDropsWhatWasTypedAhead(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:points,name")
	x.Send("99\rAna\r")
	x.Wait("› 99")
	x.Wait("✗")
	x.Send(tt.Backspace, tt.Enter)
	x.Wait("Who is it?")
	x.Send("Bia", tt.Enter)
	finished(t, x, `[[9]] | "Bia"`)
}

func TestGameRefuses(t *testing.T) {
	x := begun(t, 80, 24, "en", "refuse:name")
	x.Send("Ana", tt.Enter)
	x.Wait("✗ that one is taken already")
	x.Wait("› Ana")
	if s := x.Screen(); strings.Contains(s, "✔") {
		t.Errorf("a refused answer looks taken\n%s", s)
	}
	x.Send("\x1b[Cbel", tt.Enter) // an arrow mends what was refused
	finished(t, x, `"Anabel"`)
	if s := x.History(); strings.Count(s, "✔") != 1 {
		t.Errorf("%s", s)
	}
}

// Of a screen that comes again with what was changed only the last answer stays, and nothing of what a line of it asked.
func TestAScreenIsChangedInPlace(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:name,screen,name,points,screen")
	x.Send("Bia", tt.Enter)
	x.Wait("All as you want it?")
	x.Send("t")
	x.Wait("Who is it? ›")
	x.Send("Caio", tt.Enter)
	x.Wait("How many points")
	x.Send("7", tt.Enter)
	x.Wait("All as you want it?")
	x.Send(tt.Enter)
	finished(t, x, `"Bia" | [[1]] | "Caio" | [[7]] | [[0]]`)
	if s := x.History(); strings.Count(s, "✔") != 2 || !strings.Contains(s, "Bia\n✔ All as you want it?  Yes") {
		t.Errorf("%s", s)
	}
}

// Where an answer is missing, the next key goes on writing.
func TestMissingAnswerIsAdded(t *testing.T) {
	for typed, missing := range map[string]string{"32-": "0", "3 2 -": "0"} {
		x := begun(t, 80, 24, "en", "ask:each")
		x.Send(typed, tt.Enter)
		x.Wait("✗ Davi is missing: 3 of 4 answers")
		x.Send(missing, tt.Enter)
		finished(t, x, "[[3] [2] [] [0]]")
	}
}

// What was typed stands there again after whatever the table wanted first, a refused line too; a secret does not.
func TestTypedLineComesBack(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:each,points,each,each,many,many,secret,secret")
	x.Send("32", "?")
	x.Wait("How many points?")
	x.Send("7", tt.Enter)
	x.Wait("Ana 3 · Bia 2 · [Caio] · Davi")
	x.Send("-", tt.Enter)
	x.Wait("✗")
	x.Send("<")
	x.Gone("✗")
	x.Wait("› 32-")
	x.Send("0", tt.Enter)
	x.Wait("▸ 1  [x] Dance")
	x.Send("2", "?")
	x.Wait("2  [x] Day")
	x.Send(tt.Enter)
	x.Wait("goes to Bia")
	x.Send(tt.Enter)
	x.Wait("Who is the spy?\nBia\n›")
	x.Send("7", "?")
	x.Wait("goes to Bia")
	x.Send(tt.Enter)
	x.Wait("Who is the spy?\nBia\n›")
	x.Send("5", tt.Enter)
	finished(t, x, "aside | [[7]] | back | [[3] [2] [] [0]] | aside | [[1 1 1 0]] | aside | [[5]]")
}

// What was refused gives way to the first letter; the wishes are obeyed there, and
// wherever they cannot be part of an answer.
func TestTypingAfterARefusal(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:points")
	x.Send("99", tt.Enter)
	x.Wait("✗")
	x.Send("2", tt.Enter)
	finished(t, x, `[[2]]`)
	for keys, want := range map[string]string{"<": "back", "?": "aside", ">": "forward"} {
		x := begun(t, 80, 24, "en", "ask:points")
		x.Send("9", keys)
		finished(t, x, want)
	}
}

func TestSecretStaysSecret(t *testing.T) {
	x := start(t, 80, 24, "en", "ask:secret,secret-pick,name")
	x.Wait("goes to Bia")
	x.Golden("secret-turn-80")
	x.Send(tt.Enter)
	x.Wait("Who is the spy?")
	x.Send("x", tt.Enter)
	x.Wait("that does not fit")
	x.Send("7")
	x.Wait("•")
	x.Golden("secret-typed-80")
	x.Send(tt.Enter)
	x.Wait("goes to Caio")
	x.Send(tt.Enter)
	x.Wait("▹ 1")
	x.Send("4")
	x.Wait("Who is it?")
	if s := x.History(); strings.Contains(s, "7") || strings.Contains(s, "Davi") {
		t.Errorf("the secret is out\n%s", s)
	}
	if strings.Contains(x.Bytes(), "7\x1b") || regexp.MustCompile(`spy\? › .*7`).MatchString(x.Bytes()) {
		t.Errorf("the secret was out for a moment: %q", x.Bytes())
	}
	x.Send("A", tt.Enter)
	finished(t, x, `[[7]] | [[3]] | "A"`)
}

// A hidden answer is typed at once, unseen, and only its person stays to be read; a key is no answer.
func TestHiddenLeavesNoTrace(t *testing.T) {
	x := start(t, 80, 24, "en", "ask:covered,covered,name")
	x.Wait("Which card?")
	x.Send("o", tt.Enter)
	x.Wait("✔ Which card?  somebody else")
	x.Send("7")
	x.Wait("› •")
	x.Send(tt.Enter)
	x.Wait("Who is it?")
	if s := x.History(); strings.Contains(s, "7") || !strings.Contains(s, "✔ Which card?  Bia •••") {
		t.Errorf("it stays\n%s", s)
	}
	if strings.Contains(x.Bytes(), "› 7") || strings.Contains(x.Bytes(), "7\x1b") {
		t.Errorf("it was seen for a moment: %q", x.Bytes())
	}
	x.Send("A", tt.Enter)
	x.Wait("A")
}

// What only one person may see stands there while that person has the keyboard, and neither before nor
// after: not when they go back either, and not where there is no room for it.
func TestShownAloneIsGone(t *testing.T) {
	for _, rows := range []int{24, 6} {
		x := start(t, 40, rows, "en", "ask:secret-show,secret-show-next,name")
		for k, name := range []string{"Bia", "Caio"} {
			x.Wait("goes to " + name)
			if s := x.History(); strings.Contains(s, "Beach") {
				t.Errorf("%d rows: out before %s has the keyboard\n%s", rows, name, s)
			}
			x.Send(tt.Enter)
			x.Wait("You are at: Beach")
			if k == 0 && rows == 24 {
				x.Golden("shown-alone-40")
			}
			x.Send([]string{tt.Enter, "<"}[k])
		}
		x.Wait("Who is it?")
		if s := x.History(); strings.Contains(s, "Beach") || strings.Contains(s, "Only you") || !strings.Contains(s, "↩ Caio •••") {
			t.Errorf("%d rows: it stays\n%s", rows, s)
		}
		if rows == 24 {
			x.Golden("shown-alone-gone-40")
		}
		x.Send("A", tt.Enter)
		finished(t, x, `"" | back | "A"`)
	}
}

func TestLend(t *testing.T) {
	x := begun(t, 80, 24, "en", "lend")
	x.Send("Ana", tt.Enter)
	x.Wait("the clock runs")
	for _, k := range []string{"1", "2", "3"} {
		x.Send(k)
		x.Wait("the clock runs 123"[:len("the clock runs ")+int(k[0]-'0')])
	}
	x.Send("q")
	x.Wait("How many points?")
	x.Send("12", tt.Enter)
	finished(t, x, "Ana 123q 12")
}

func TestDiscard(t *testing.T) {
	x := begun(t, 80, 24, "en", "discard")
	x.Send("Ana\r99\r")
	x.Wait("How many points?")
	x.Send("7", tt.Enter)
	finished(t, x, "[[7]]")
}

// A shell that nobody can wake the program from is where this runs: Ctrl-Z must
// not leave the terminal, or the program, behind.
func TestCtrlZ(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:name")
	x.Send("An\x1aa", tt.Enter)
	finished(t, x, `"Ana"`)
}

// Under a shell it stops, gives the shell its terminal, and asks again afterward.
func TestCtrlZUnderAShell(t *testing.T) {
	cmd := exec.Command("sh", "-c", `set -m; "$0"; stty -a | tr ' ;' '\n\n' | grep -x -e echo -e icanon -e -echo -e -icanon | tr '\n' ' '; read go; fg`, os.Args[0])
	cmd.Env = append(os.Environ(), "TABLEMATE_SCENE=ask:name", "TABLEMATE_LANG=en", "GORACE=exitcode=66 atexit_sleep_ms=0")
	x := tt.Start(t, 80, 24, cmd)
	x.Wait(ready)
	x.Send("An\x1a")
	x.Wait("icanon echo")
	if s := x.Screen(); strings.Contains(s, ready) {
		t.Errorf("the question is left under the shell\n%s", s)
	}
	x.Send("\n")
	x.Wait("› An")
	x.Send("a", tt.Enter)
	finished(t, x, `"Ana"`)
}

func TestWithoutColor(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:pick,many,each,show", "NO_COLOR=1")
	x.Send("9")
	x.Wait("✗ “9” is not on this list.")
	x.Send(tt.Enter) // something else was meant than what is suggested
	x.Wait("✗ Enter takes nothing yet")
	x.Send("2", tt.Enter, "x", tt.Enter)
	x.Wait("✗ Ana")
	x.Send(tt.Backspace, "8", tt.Backspace, "3333", tt.Enter, tt.Enter)
	finished(t, x, `[[1]] | [[1 0 1 0]] | [[3] [3] [3] [3]] | ""`)
	for _, code := range regexp.MustCompile(`\x1b\[[0-9;]*m`).FindAllString(x.Bytes(), -1) {
		if code != "\x1b[0m" && code != caretOn && code != caretOff {
			t.Fatalf("%q is a color", code)
		}
	}
}

// How every kind of question looks, in both languages and two widths.
func TestGolden(t *testing.T) {
	for _, tag := range []string{"en", "pt-BR"} {
		for _, cols := range []int{80, 40} {
			for _, scene := range []string{"again", "pick", "quick", "keyed", "many", "copies", "each", "votes", "numbers", "chips", "show", "secret"} {
				t.Run(fmt.Sprint(scene, "-", cols, "-", tag), func(t *testing.T) {
					x := start(t, cols, 20, tag, "ask:name,"+scene)
					x.Wait("›")
					x.Send("日本 Zé", tt.Enter)
					x.Wait("✔ Who is it?  日本 Zé")
					x.Golden(fmt.Sprint(scene, "-", cols, "-", tag))
					x.Send(tt.CtrlC)
					x.Exit()
				})
			}
		}
	}
}
