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

	tt "github.com/tablemate/tablemate/old/cmd/internal/ttytest"
)

// The faults of promptui, one test each, and other things that a terminal can do to a question.

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
		"left behind: 0\n": 1, "and: 0": 1, "\n": 3*times + 1, // neither a line nor a list leaks a goroutine
	} {
		if got := strings.Count(shown, line); got != want {
			t.Errorf("%q is there %d times, want %d", line, got, want)
		}
	}
}

func TestWideLineStaysOneLine(t *testing.T) {
	x := begun(t, 40, 12, "en", "ask:long,wide")
	x.Golden("long-40")
	x.Press(strings.Repeat("abcdefghi ", 7)+"END", "END")
	x.Golden("long-typed-40")
	x.Press(tt.Home, "› abc")
	x.Golden("long-home-40")
	x.Press(tt.Enter, "▹ 1")
	x.Golden("wide-40")
	x.Press(tt.Down+tt.Down, "▸ 3")
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
	x.Press("Ana"+tt.Enter, "Which card?")
	x.Golden("tall-40")
	for range 9 {
		x.Send(tt.Down)
	}
	x.Wait("▸ 10")
	x.Golden("tall-down-40")
	x.Press(tt.Home, "▸  1")
	x.Send(tt.End, tt.Enter)
	x.Exit()
	if got, want := x.History(), "✔ Who is it?  Ana\n✔ Which card?  Single\n= \"Ana\" | [[11]]"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestLongNotesScrollByOnce(t *testing.T) {
	x := begun(t, 40, 12, "en", "refuse:notes")
	x.Press("1", "taken already")
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
	x.Press(tt.Backspace+tt.Up+tt.Down+tt.Left+tt.Enter, "type something")
	x.Press("A"+tt.Enter, "Who told")
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
	x.Press("a👨‍👩‍👧b"+tt.Left+tt.Left, "a👨‍👩‍👧b")
	x.Press("c", "ac👨‍👩‍👧b")
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

// A second signal ends it anyway. Codes that restore the screen are written only if something was drawn.
func TestSecondSignalEndsAnyway(t *testing.T) {
	for _, quiet := range []string{"", "1"} {
		x := begun(t, 60, 16, "en", "deaf", "TABLEMATE_QUIET="+quiet)
		x.Press("Ana"+tt.Enter, "busy")
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
	x.Press("Ana"+tt.Enter, "Who of you all has taken a picture of yourself most recently, with whatever")
	x.Press("Bia", "› Bia")
	x.Resize(40, 12)
	x.Wait("yourself most recently, with whatever\ndevice")
	x.Golden("resized-40")
	x.Resize(100, 30)
	x.Wait("with whatever device, wherever that\nwas")
	x.Golden("resized-100")
	x.Press(tt.Enter, "12  Single\nthe key") // the last line: everything is drawn
	x.Resize(60, 12)
	x.Gone("Single") // it is redrawn with the row of the cursor in sight
	x.Wait("▸  1")
	x.Send(tt.Down)
	x.Resize(100, 30) // with as many rows as there is room for
	x.Wait("▸  2  Day")
	x.Wait("12  Single")
	x.Send(tt.Enter)
	finished(t, x, `"Ana" | "Bia" | [[1]]`)
}

func TestWhatIsTypedIsSeenByName(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:each")
	x.Press("32", "Ana 3 · Bia 2 · [Caio] · Davi")
	x.Press("-1 +2", "Ana 3 · Bia 2 · Caio - · Davi 1")
	x.Press(strings.Repeat(tt.Backspace, 5), "Ana 3 · Bia 2 · [Caio] · Davi")
}

// The value of a sum is next to the keys while it is typed, even out of bounds. A line that has to add up shows
// what is left for the last person, and Enter takes it. Neither a secret nor its sum is shown.
func TestASumIsSeenBeforeEnter(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:points,adds,hidden")
	x.Press("3*4+2", "= 14 · Enter to confirm")
	x.Press("9", "= 41 · Enter to confirm")
	x.Press(tt.Backspace+"+", "› 3*4+2+\nEnter to confirm")
	x.Press(tt.Backspace+tt.Enter, "✔ How many points?  3*4+2 = 14")
	x.Press("12+5 2*3 ", "Ana 17 · Bia 6 · [Caio] · Davi")
	x.Press("1", "Ana 17 · Bia 6 · Caio 1 · [Davi 2]")
	x.Wait("Enter takes 2 for Davi")
	x.Golden("adds-up-80")
	x.Press(" 1"+tt.Enter, "✗ that makes 25 in all, not 26 or 78: 1 is missing")
	x.Press(tt.Left+tt.Backspace+tt.Backspace+tt.Enter, "The keyboard goes to")
	x.Press(tt.Enter, "hearts?")
	x.Press("3+4", "•••")
	if s := x.History(); strings.Contains(s, "= 7") {
		t.Errorf("a sum that is typed in secret is seen\n%s", s)
	}
	x.Send(tt.Enter)
	finished(t, x, "[[14]] | [[17] [6] [1] [2]] | [[7]]")
}

func TestKeyIsNobodysAnswer(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:each")
	x.Press("R", "cards are fulfilled?\nnobody placed the rest\nfor example")
	x.Press(tt.Backspace+"3", "Ana 3 · [Bia] · Caio · Davi")
}

func TestRefusedLineIsMended(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:each,points")
	x.Press("34-0"+tt.Enter, "Bia: “4” is not a number")
	x.Golden("each-refused-80")
	x.Send("320", tt.Enter) // the whole line again
	x.Wait("✗ Davi is missing: 3 of 4 answers")
	x.Press(tt.Left+"-"+tt.Enter, "How many points?")
	x.Press("x"+tt.Enter, "✗")
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

// A reason disappears as soon as the line changes, even in a low window.
func TestReasonGoes(t *testing.T) {
	x := begun(t, 40, 7, "en", "ask:each")
	x.Press("32"+tt.Enter, "✗ Caio is missing: 2 of 4 answers")
	x.Send("0")
	x.Gone("✗")
	x.Resize(80, 24)
	x.Press(tt.Enter, "✗ Davi is missing: 3 of 4 answers")
	x.Send("0", tt.Enter)
	finished(t, x, "[[3] [2] [0] [0]]")
}

// The line being typed stays in its row when answers next to the names, or the lines of a reason, come and go
// above it.
func TestTheLineStays(t *testing.T) {
	x := begun(t, 28, 24, "en", "ask:each")
	at := func() int {
		return slices.IndexFunc(strings.Split(x.Screen(), "\n"), func(l string) bool { return strings.HasPrefix(l, "›") })
	}
	for _, its := range []struct{ keys, seen string }{{"3", "Ana 3"}, {"2", "[Caio]"}} {
		was := at()
		x.Press(its.keys, its.seen)
		if is := at(); is != was {
			t.Errorf("%q: row %d became %d\n%s", its.keys, was, is, x.Screen())
		}
	}
	x.Press(tt.Enter, "✗ Caio is missing: 2 of 4\nanswers")
	was := at()
	x.Send("0")
	x.Gone("✗")
	if is := at(); is != was {
		t.Errorf("row %d became %d\n%s", was, is, x.Screen())
	}
	x.Send("0", tt.Enter)
	finished(t, x, "[[3] [2] [0] [0]]")
}

// Letters that begin no line go to the list behind the last one.
func TestAWordLeadsOn(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:games,cards-quick")
	x.Press("theft", "▸  6  Theft")
	x.Send(tt.Enter)
	finished(t, x, "[[2]] | [[5]]")
}

// In a low window a text is turned page by page, and scrolls by once.
func TestPagesAreTurned(t *testing.T) {
	x := begun(t, 30, 10, "en", "ask:show,name")
	if s := x.Screen(); !strings.HasPrefix(s, "There are 84 of them.\n") || strings.Contains(s, "Shuffle") {
		t.Errorf("%s", s)
	}
	x.Press(tt.Enter, "Shuffle the cards\n›")
	x.Press(tt.Enter, "Who is it? ›")
	if s := x.History(); strings.Count(s, "There are 84") != 1 || strings.Count(s, "whoever else was in") != 1 {
		t.Errorf("%s", s)
	}
	x.Send("Ana", tt.Enter)
	finished(t, x, `"" | "Ana"`)
}

// Keys typed ahead of a refusal were not meant for the line that is edited.
func TestRefusalDropsWhatWasTypedAhead(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:points,name")
	x.Press("99\rAna\r", "› 99")
	x.Wait("✗")
	x.Press(tt.Backspace+tt.Enter, "Who is it?")
	x.Send("Bia", tt.Enter)
	finished(t, x, `[[9]] | "Bia"`)
}

func TestGameRefuses(t *testing.T) {
	x := begun(t, 80, 24, "en", "refuse:name")
	x.Press("Ana"+tt.Enter, "✗ that one is taken already")
	x.Wait("› Ana")
	if s := x.Screen(); strings.Contains(s, "✔") {
		t.Errorf("a refused answer looks taken\n%s", s)
	}
	x.Send("\x1b[Cbel", tt.Enter) // an arrow edits the refused line
	finished(t, x, `"Anabel"`)
	if s := x.History(); strings.Count(s, "✔") != 1 {
		t.Errorf("%s", s)
	}
}

// Of a screen that comes again with each change only the last answer stays, and no answer asked by one of its
// lines.
func TestAScreenIsChangedInPlace(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:name,screen,name,points,screen")
	x.Press("Bia"+tt.Enter, "All as you want it?")
	x.Press("t", "Who is it? ›")
	x.Press("Caio"+tt.Enter, "How many points")
	x.Press("7"+tt.Enter, "All as you want it?")
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
		x.Press(typed+tt.Enter, "✗ Davi is missing: 3 of 4 answers")
		x.Send(missing, tt.Enter)
		finished(t, x, "[[3] [2] [] [0]]")
	}
}

// A line that was left for something else comes back, even a refused one; a secret does not.
func TestTypedLineComesBack(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:each,points,each,each,many,many,secret,secret")
	x.Press("32?", "How many points?")
	x.Press("7"+tt.Enter, "Ana 3 · Bia 2 · [Caio] · Davi")
	x.Press("-"+tt.Enter, "✗")
	x.Send("<")
	x.Gone("✗")
	x.Wait("› 32-")
	x.Press("0"+tt.Enter, "▸ 1  [x] Dance")
	x.Press("2?", "2  [x] Day")
	x.Press(tt.Enter, "goes to Bia")
	x.Press(tt.Enter, "Who is the spy?\nBia\n›")
	x.Press("7?", "goes to Bia")
	x.Press(tt.Enter, "Who is the spy?\nBia\n›")
	x.Send("5", tt.Enter)
	finished(t, x, "aside | [[7]] | back | [[3] [2] [] [0]] | aside | [[1 1 1 0]] | aside | [[5]]")
}

// The first letter replaces a refused line. Keys that lead elsewhere work there, and wherever they cannot be
// part of an answer.
func TestTypingAfterARefusal(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:points")
	x.Press("99"+tt.Enter, "✗")
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
	x.Press(tt.Enter, "Who is the spy?")
	x.Press("x"+tt.Enter, "that does not fit")
	x.Press("7", "•")
	x.Golden("secret-typed-80")
	x.Press(tt.Enter, "goes to Caio")
	x.Press(tt.Enter, "▹ 1")
	x.Press("4", "Who is it?")
	if s := x.History(); strings.Contains(s, "7") || strings.Contains(s, "Davi") {
		t.Errorf("the secret is out\n%s", s)
	}
	if strings.Contains(x.Bytes(), "7\x1b") || regexp.MustCompile(`spy\? › .*7`).MatchString(x.Bytes()) {
		t.Errorf("the secret was out for a moment: %q", x.Bytes())
	}
	x.Send("A", tt.Enter)
	finished(t, x, `[[7]] | [[3]] | "A"`)
}

// A hidden answer is typed unseen, and only the name of its person stays. A letter is shown.
func TestHiddenLeavesNoTrace(t *testing.T) {
	x := start(t, 80, 24, "en", "ask:covered,covered,name")
	x.Wait("Which card?")
	x.Press("o"+tt.Enter, "✔ Which card?  somebody else")
	x.Press("7", "› •")
	x.Press(tt.Enter, "Who is it?")
	if s := x.History(); strings.Contains(s, "7") || !strings.Contains(s, "✔ Which card?  Bia •••") {
		t.Errorf("it stays\n%s", s)
	}
	if strings.Contains(x.Bytes(), "› 7") || strings.Contains(x.Bytes(), "7\x1b") {
		t.Errorf("it was seen for a moment: %q", x.Bytes())
	}
	x.Press("A"+tt.Enter, "A")
}

// A text for one person is on the screen while that person has the keyboard, and neither before nor after: not
// when they go back either, and not where there is no room for it.
func TestShownAloneIsGone(t *testing.T) {
	for _, rows := range []int{24, 6} {
		x := start(t, 40, rows, "en", "ask:secret-show,secret-show-next,name")
		for k, name := range []string{"Bia", "Caio"} {
			x.Wait("goes to " + name)
			if s := x.History(); strings.Contains(s, "Beach") {
				t.Errorf("%d rows: out before %s has the keyboard\n%s", rows, name, s)
			}
			x.Press(tt.Enter, "You are at: Beach")
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
	x.Press("Ana"+tt.Enter, "the clock runs")
	for _, k := range []string{"1", "2", "3"} {
		x.Press(k, "the clock runs 123"[:len("the clock runs ")+int(k[0]-'0')])
	}
	x.Press("q", "How many points?")
	x.Send("12", tt.Enter)
	finished(t, x, "Ana 123q 12")
}

func TestDiscard(t *testing.T) {
	x := begun(t, 80, 24, "en", "discard")
	x.Press("Ana\r99\r", "How many points?")
	x.Send("7", tt.Enter)
	finished(t, x, "[[7]]")
}

// No shell could wake this program: Ctrl-Z must neither stop it nor leave the terminal behind.
func TestCtrlZ(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:name")
	x.Send("An\x1aa", tt.Enter)
	finished(t, x, `"Ana"`)
}

// Under a shell it stops, returns the shell's terminal, and asks again afterward.
func TestCtrlZUnderAShell(t *testing.T) {
	cmd := exec.Command("sh", "-c", `set -m; "$0"; stty -a | tr ' ;' '\n\n' | grep -x -e echo -e icanon -e -echo -e -icanon | tr '\n' ' '; read go; fg`, os.Args[0])
	cmd.Env = append(os.Environ(), "TABLEMATE_SCENE=ask:name", "TABLEMATE_LANG=en", "GORACE=exitcode=66 atexit_sleep_ms=0")
	x := tt.Start(t, 80, 24, cmd)
	x.Wait(ready)
	x.Press("An\x1a", "icanon echo")
	if s := x.Screen(); strings.Contains(s, ready) {
		t.Errorf("the question is left under the shell\n%s", s)
	}
	x.Press("\n", "› An")
	x.Send("a", tt.Enter)
	finished(t, x, `"Ana"`)
}

func TestWithoutColor(t *testing.T) {
	x := begun(t, 80, 24, "en", "ask:pick,many,each,show", "NO_COLOR=1")
	x.Press("9", "✗ “9” is not on this list.")
	x.Send(tt.Enter) // the person meant something other than the suggestion
	x.Wait("✗ Enter takes nothing yet")
	x.Press("2"+tt.Enter+"x"+tt.Enter, "✗ Ana")
	x.Send(tt.Backspace, "8", tt.Backspace, "3333", tt.Enter, tt.Enter)
	finished(t, x, `[[1]] | [[1 0 1 0]] | [[3] [3] [3] [3]] | ""`)
	for _, code := range regexp.MustCompile(`\x1b\[[0-9;]*m`).FindAllString(x.Bytes(), -1) {
		if code != "\x1b[0m" && code != caretOn && code != caretOff {
			t.Fatalf("%q is a color", code)
		}
	}
}

// Every kind of question, in both languages and two widths.
func TestGolden(t *testing.T) {
	for _, tag := range []string{"en", "pt-BR"} {
		for _, cols := range []int{80, 40} {
			for _, scene := range []string{"again", "pick", "quick", "keyed", "many", "copies", "each", "votes", "numbers", "chips", "show", "secret"} {
				t.Run(fmt.Sprint(scene, "-", cols, "-", tag), func(t *testing.T) {
					x := start(t, cols, 20, tag, "ask:name,"+scene)
					x.Wait("›")
					x.Press("日本 Zé"+tt.Enter, "✔ Who is it?  日本 Zé")
					x.Golden(fmt.Sprint(scene, "-", cols, "-", tag))
					x.Send(tt.CtrlC)
					x.Exit()
				})
			}
		}
	}
}
