//go:build unix

package tty

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/tablemate/tablemate/cmd/internal/keys"
	. "github.com/tablemate/tablemate/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// The keys of a turn of six: who tells, which card, five votes and Enter. Typed ahead in one write they leave a line
// each, and nothing else.
func TestTypedAhead(t *testing.T) {
	x := window(t, 80, 24, "turn")
	for n := range 20 {
		x.Wait(fmt.Sprintf("Turn %d\nWho tells? ›", n+1))
		x.Send("34" + "32156\r")
		left := "✓ Who tells? Caio\nGOT \"Caio\"\n✓ Which card was it? 4\nGOT \"4\"\n✓ Who votes for which card? Ana 3, Bia 2, Caio 1, Davi 5, Eva 6\n"
		x.Wait(fmt.Sprintf("Turn %d\n%sTurn %d\nWho tells? ›", n+1, left, n+2))
	}
	x.Golden("typed-ahead")
	x.Press(CtrlC, "MOVE leave")
	x.Exit()
	if h := x.History(); strings.Count(h, "›")+strings.Count(h, "menu") > 0 {
		t.Errorf("litter above:\n%s", h)
	}
}

// A line that lacks answers is typed on, any other that is refused makes room for the next key.
func TestRefused(t *testing.T) {
	x := window(t, 80, 24, "turn")
	x.Press("1", "Which card was it?")
	x.Press("9", "✗ there are 6 cards on the table: 1 to 6")
	x.Press("2", "Who votes")
	x.Press("42", "› 42\nAna 4, Bia 2")
	x.Press(Enter, "› 42\n✗ answers are missing: Caio, Davi and Eva")
	x.Press("15", "› 4215\nAna 4, Bia 2, Caio 1, Davi 5")
	x.Press("6"+Enter, "› 42156\n✗ Ana cannot vote for card 4")
	x.Golden("refused")
	x.Press(Backspace, "›\n< back · ? menu") // the line goes, not the answer before
	x.Press("3", "› 3\nAna 3")
	x.Press(Backspace+"22156"+Home+Right+Delete+Left+Delete+"3"+Right+"2", "› 31256\nAna 3, Bia 1, Caio 2, Davi 5, Eva 6")
	x.Press(Enter, "Turn 2")
	x.Press("x", "✗ “x” is not on the list.")
	x.Press(Enter+Enter, "✓ Who tells? Bia") // what was suggested still counts
	x.Press("34", "Who votes")
	x.Press("12?", "MOVE the table wants to move: ?")
	x.Exit()
}

// Where a word leads that is refused or taken away, nothing stays: Enter still takes what was suggested.
func TestRefusedWordLeadsNowhere(t *testing.T) {
	for _, away := range []string{Enter, Backspace + Backspace, keys.KillLine, "\x17"} {
		x := window(t, 80, 24, "turn")
		x.Press("ex", "Who tells? › ex…")
		x.Press(away, "▸ 2 Bia")
		x.Press("\x15"+Enter, "✓ Who tells? Bia")
		x.Send(CtrlC)
		x.Exit()
	}
}

// In a window that is too low for it, a secret without notes is asked all the same.
func TestLowWindow(t *testing.T) {
	x := window(t, 24, 6, "secret")
	x.Press("7"+Enter, "Your bid, Bia?")
}

// An Enter right behind what is on no list does not end a check list: nothing of it was ticked.
func TestNothingTicked(t *testing.T) {
	x := window(t, 80, 24, "pays")
	x.Press("0", "✗ “0” is not on the list.")
	x.Press(Enter+"1"+Enter, `GOT "[\"Ana\"]"`)
	if s := x.Screen(); strings.Contains(s, `GOT "[]"`) {
		t.Error(s)
	}
}

// A refusal is wrapped between words in a narrow window, whatever refuses, and the question stays in sight.
func TestRefusedNarrow(t *testing.T) {
	for _, c := range []struct{ program, keys, want string }{
		{"turn", "1242156" + Enter, "Who votes for which card?\nAna · Bia · Caio · Davi · Eva\n› 42156\n✗ Ana cannot vote for card 4: it is\ntheirs\n< back · ? menu"},
		{"turn", "12429" + Enter, "✗ Caio: there are 6 cards on the table:\n1 to 6"},
		{"cards", "13" + Enter, "Which card was it? › 13\n✗ there are 12 cards on the table: 1\nto 12\n< back · ? menu"},
		{"places", "extraordinary-id-x", "✗ “extraordinary-id-x” is not on the\nlist.\n< back · ? menu"},
		{"places", "b-place " + Enter, "Where was everybody? ›\n    1 A"},
		{"places", "b-place " + Enter, "✗ “b-place” fits more than one line:\ntype more of it, or its number"},
		{"pays", "be", "Who pays 3 decorations to Ben?"},
		{"pays", "be" + Enter, "✗ nobody pays themselves"},
		{"pays", "1345", "✗ 3 at most, please"},
	} {
		x := window(t, 40, 22, c.program)
		x.Wait("menu")
		x.Press(c.keys, c.want)
		x.Send(CtrlC)
		x.Exit()
	}
}

// Where nothing lies before a question no way back is offered; an answer that is not shown stays as it is with Enter.
func TestFirstAndLast(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {40, 22}} {
		x := window(t, size[0], size[1], "first")
		x.Wait("Which card was it? ›\n? menu")
		x.Press("7"+Enter, "Which card was it? ›\nEnter keeps it as it is · < back")
		x.Send(CtrlC)
		x.Exit()
	}
}

// An Enter at a list of numbers asks for a number.
func TestWhichOne(t *testing.T) {
	x := window(t, 80, 24, "twins")
	x.Wait("menu")
	x.Press(Enter, "✗ Which one? Type its number.\n")
	x.Send(CtrlC)
	x.Exit()
}

// What is typed on after answers were missing stands apart from what is there. Too many Backspaces undo nothing.
func TestTypedOn(t *testing.T) {
	x := window(t, 80, 24, "turn")
	x.Press("12", "Who votes")
	x.Press("3 1"+Enter, "› 3 1\n✗ answers are missing: Caio, Davi and Eva")
	x.Press("5 3", "› 3 1 5 3\nAna 3, Bia 1, Caio 5, Davi 3")
	x.Press(strings.Repeat(Backspace, 12), "›\n")
	x.Press("2", "› 2\nAna 2")
	x.Press(Backspace+Backspace+CtrlC, "MOVE the table wants to move: leave")
	x.Exit()
}

func TestLongList(t *testing.T) {
	x := window(t, 40, 12, "places")
	x.Wait("menu")
	x.Golden("places")
	x.Press("1", "Where was everybody? › 1…")
	x.Press("x", "✗ “1x” is not on the list.")
	x.Press("\x15"+"2", "› 2…")
	x.Golden("places-waiting")
	x.Press("9", `GOT "id29"`)
	x.Exit()

	for keys, want := range map[string]string{"1" + Enter: "id1", "4": "id4", "a-p" + Enter: "", "r" + Enter: "id18", Down + Enter: "id2", End + Up + Enter: "id29"} {
		x = window(t, 80, 24, "places")
		x.Wait("menu")
		x.Send(keys)
		if want == "" {
			x.Press("", "fits more than one line")
			x.Press(Down+Enter, `GOT "id2"`)
			x.Exit()
			continue
		}
		x.Wait(fmt.Sprintf("GOT %q", want))
		x.Exit()
	}

	x = window(t, 80, 24, "places")
	x.Press(Enter, "✗ Which one?") // nothing is suggested
	x.Press(CtrlD, "MOVE leave")
	x.Exit()
}

// Twelve cards: a key is an answer where nothing can follow.
func TestCards(t *testing.T) {
	for keys, want := range map[string]string{"7": "7", "12": "12", "1" + Enter: "1", "b": "11", "13" + Enter + "3": "3", "0" + "10": "10"} {
		x := window(t, 80, 24, "cards")
		x.Press(keys, fmt.Sprintf("GOT %q", want))
		x.Exit()
	}
}

func TestCheckList(t *testing.T) {
	x := window(t, 80, 24, "pays")
	x.Wait("menu")
	x.Press("2", "✗ nobody pays themselves")
	x.Press("134", "4 [x] Dan")
	x.Wait("3 [x] Cleo")
	x.Wait("1 [x] Ana")
	x.Golden("check-list")
	x.Press("5", "✗ 3 at most, please")
	x.Press("3"+Enter, `GOT "[\"Ana\",\"Dan\"]"`)

	x.Press("cl", "Ben? › cl…")
	x.Wait("3 [x] Cleo") // before Enter
	x.Press("eo, dan", "4 [x] Dan")
	x.Press(Enter, `GOT "[\"Cleo\",\"Dan\"]"`)

	x.Press("1 3", "3 [x] Cleo") // a blank only separates
	x.Wait("1 [x] Ana")
	x.Press(Enter, `GOT "[\"Ana\",\"Cleo\"]"`)

	x.Press("1zz", "✗ “zz” is not on the list.")
	x.Press(Enter, "✗ “zz” is not on the list: type")
	x.Press("a b"+Enter, "✗ nobody pays themselves") // of a word that is refused nothing is ticked
	x.Press(Down+Down+Down+" "+Enter, `GOT "[\"Ana\",\"Dan\"]"`)
	x.Press("x", `GOT "none"`)
	x.Press("<", "MOVE <")
	x.Exit()
}

// A suggestion far down is shown; Enter behind a number of a check list only ends the number.
func TestFarDown(t *testing.T) {
	x := window(t, 40, 10, "far")
	x.Wait("▸ 12 L-place 12")
	x.Press(Enter, "Which one of them?")
	x.Press("12", "[x]")
	x.Press("1"+Enter, "1 [x] A-place 1")
	x.Gone("…")
	x.Press(Enter, `GOT "[\"id1\"]"`)
	x.Exit()
}

// A letter acts alone, and an Enter typed along with it is no answer to the next question.
func TestLetters(t *testing.T) {
	x := window(t, 80, 24, "menu")
	x.Press("s", "GOT \"standings\"\nWhat now? ›")
	x.Press("a", "GOT \"again\"\nWhat now? ›")
	x.Press("s"+Enter+"a", "GOT \"again\"\n✓ What now? standings\nGOT \"standings\"\n✓ What now? once more\nGOT \"again\"\nWhat now? ›")
	x.Press("q", "✗ “q” is not on the list.")
	x.Press(Enter, "✗ “q” is not on the list: type") // the word takes its Enter with it
	x.Press(Enter, `GOT "go"`)
	x.Press(">", "MOVE >")
	x.Exit()
	for key, move := range map[string]string{"<": "<", Left: "<", Esc: "<", "?": "?", Backspace: "?undo"} {
		for _, program := range []string{"menu", "cards"} {
			x := window(t, 80, 24, program)
			x.Wait("menu")
			x.Press(key, "MOVE "+move)
			x.Exit()
		}
	}
}

// A name that is typed exactly is that one, in any script, though another differs by a mark alone.
func TestTwins(t *testing.T) {
	for _, env := range []string{"", "TTY_PLAIN=1"} {
		x := window(t, 80, 24, "twins", env)
		x.Wait("Who?")
		for i, name := range []string{"Luís", "luis", "กี", "กิ", "ばば", "はは", "jose"} {
			want := []string{"Luís", "Luis", "กี", "กิ", "ばば", "はは", "José"}[i]
			x.Press(name+Enter, `GOT "`+want+`"`)
		}
		x.Press(">"+Enter, "MOVE >")
		x.Exit()
	}
}

func TestSecrets(t *testing.T) {
	x := window(t, 80, 24, "secret")
	x.Press("17", "The keyboard goes to Ana. Everybody else looks away.\nYour bid, Ana? › ••")
	x.Golden("secret")
	x.Press(Enter, "✓ Ana\nThe keyboard goes to Bia.")
	x.Press("31"+Enter, "✗ a whole number from 0 to 30, please")
	x.Press("5"+Enter, "✓ Ana\n✓ Bia\nThe keyboard goes to Caio.")
	x.Press("0"+Enter, `GOT "17" "5" "0"`)
	x.Exit()

	x = window(t, 80, 24, "secret") // nothing that is typed ahead answers
	x.Press("17"+Enter+"5"+Enter+"6"+Enter, "✓ Ana\nThe keyboard goes to Bia.")
	x.Press("4"+Enter, "The keyboard goes to Caio.")
	x.Press("0"+Enter, `GOT "17" "4" "0"`)
	x.Exit()
	d := &questionView{f: form{q: ask.Question{Secret: true, Shape: ask.Number{Lo: 1, Hi: 6}}}}
	if d.alone("3") != actsWithEnter {
		t.Error("a secret needs no Enter")
	}

	x = window(t, 80, 24, "vote")                                                                     // nor is one key an answer, and none shows
	x.Wait("All draw a card.\nThe keyboard goes to Ana. Everybody else looks away.\nYour vote, Ana?") // the note is for all
	x.Press("2", "Your vote, Ana? › •\n    1 Ana\n    2 Bia")
	x.Press(Backspace+"3", "› •\n    1 Ana")
	x.Press(Enter, "✓ Ana\nThe keyboard goes to Bia.")
	x.Press("9"+Enter, "✗ that is not on the list: type")
	x.Press("ca"+Enter, `GOT "Caio" "Caio"`)
	x.Exit()

	x = window(t, 80, 24, "deal")
	x.Wait("The keyboard goes to Ana.")
	x.Press(Enter, "Ana is the spy.")
	x.Press(Enter, "✓ Ana\nThe keyboard goes to Bia.")
	x.Gone("Ana is the spy")
	x.Press(Enter, "Bia is the spy.")
	x.Golden("deal")
	x.Press(Enter, `GOT "seen" "seen"`)
	x.Exit()
}

func TestPartlyAnswered(t *testing.T) {
	x := window(t, 80, 24, "rest")
	x.Wait("menu")
	x.Golden("rest")
	x.Press("123"+Enter, "GOT [{1 1   false} {2 2   false} {4 3   false}]\nEND <nil>")
	x.Exit()

	x = window(t, 80, 24, "again")
	x.Wait("Enter keeps: Ana 1, Bia 2, Caio 3, Davi 4, Eva 5")
	x.Golden("again")
	x.Press(Enter, "GOT []\nEND <nil>")
	x.Exit()
}

// Wide letters, forty columns: nothing wraps, and editing goes by what looks like one letter.
func TestNarrow(t *testing.T) {
	x := window(t, 40, 22, "page")
	x.Wait("it is laid out")
	x.Golden("page")
	x.Press(Enter, "evening?")
	x.Press(strings.Repeat("日本🎲", 12), "…")
	x.Golden("wide")
	x.Press(Backspace+Backspace+"é👨‍👩‍👧"+Left+Left+"x"+End+"y", "日xé👨‍👩‍👧y")
	x.Press(Backspace+Backspace+Backspace+Backspace+Delete+"z"+Enter, "z\"")
	x.Exit()
	said := strings.Join(strings.Fields(x.Screen()), "")
	if !strings.HasSuffix(said, `GOT"`+strings.Repeat("日本🎲", 11)+`日z"`) {
		t.Error(said)
	}
}

// What does not fit into the window is read an Enter at a time: nothing scrolls out of it unread.
func TestLongPage(t *testing.T) {
	x := window(t, 40, 22, "long")
	seen := ""
	for _, last := range []string{"word", "5. Everybody takes 6 cards and\n{nothing} else.\n\n  ▸ read on", "14. Everybody", "23. Everybody"} {
		x.Wait(last)
		x.Wait("▸ read on")
		seen += x.Screen()
		x.Send(Enter)
	}
	x.Wait("▸ 1 yes")
	seen += x.Screen()
	if n := strings.Count(seen, "word"); n != 200 {
		t.Errorf("%d words of 200 were in the window", n)
	}
	for i := range 30 {
		if !strings.Contains(seen, fmt.Sprintf("%d. Everybody takes %d", i+1, i+2)) {
			t.Errorf("line %d was never in the window:\n%s", i+1, seen)
		}
	}
	x.Golden("long")
	x.Press(Enter, `GOT "yes"`)
	x.Exit()
	if strings.Contains(x.Screen(), "✓") {
		t.Errorf("where there was nothing to choose a line is left:\n%s", x.Screen())
	}
	if x.History() != "" {
		t.Errorf("out of the window went\n%s", x.History())
	}
	x = window(t, 80, 60, "long")
	x.Press(Enter, `GOT "yes"`)
	x.Exit()
}

// A note stays with what is asked.
func TestFitting(t *testing.T) {
	notes := []lang.Text{lang.Literal("a\nb"), lang.Literal("c"), lang.Literal("d")}
	for rows, want := range map[int]int{1: 0, 2: 1, 3: 2, 9: 2} {
		if got := (&Terminal{out: os.Stdout}).fitting(notes, rows); got != want {
			t.Errorf("%d rows: %d notes, want %d", rows, got, want)
		}
	}
}

// A refusal below a list never pushes out what stands above it.
func TestBelow(t *testing.T) {
	one := ask.Question{Shape: ask.Pick{Options: places(1)}}
	d := &questionView{t: &Terminal{out: os.Stdout}, f: form{q: one, g: ask.Group{Asked: []ask.Question{one}}}, list: &list{size: 3}, head: 16}
	_, rows := d.t.size()
	d.why = strings.Repeat("no ", 400)
	if n := len(d.below()); n == 0 || d.head+1+d.list.size+n >= rows {
		t.Errorf("%d lines below %d of %d", n, d.head+1+d.list.size, rows)
	}
	if d.f.whole = true; d.f.sole() {
		t.Error("a line is a page")
	}
}

// What is shown is what is kept, whatever was edited.
func TestEditing(t *testing.T) {
	x := window(t, 100, 24, "words")
	some := []string{"a", "é", "日", "👨‍👩‍👧", " ", Left, Left, Right, Home, End, Backspace, Delete, "\x15"}
	random := rand.New(rand.NewPCG(7, 1))
	e := editor{}
	press := func(key string) {
		if does := editing.deed(key); does != doType {
			e.edit(does)
			return
		}
		e.insert(key)
	}
	for n := range 30 {
		mark, all := fmt.Sprintf(".%d.", n), ""
		for range 25 {
			key := some[random.IntN(len(some))]
			if len(e.text) == 0 && (key == Left || key == Backspace || key == " ") {
				continue // they do something else there
			}
			press(key)
			all += key
		}
		x.Send(all + End + mark)
		press(keys.End)
		for _, r := range mark {
			press(string(r))
		}
		x.Wait("› " + strings.TrimRight(e.string(), " "))
		x.Send("\x15")
		press("\x15")
	}
	x.Send(CtrlC)
	x.Exit()
}

// A letter acts at once in a line of numbers, and only there.
func TestLineWithKey(t *testing.T) {
	x := window(t, 80, 24, "owners")
	x.Wait("menu")
	x.Golden("owners")
	x.Press("1o", "Ana 1, Bia somebody is out")
	x.Press("\x15o", `GOT "out"`)
	x.Exit()
}

func TestSlap(t *testing.T) {
	x := window(t, 40, 22, "slap")
	x.Press("bi 6 3", "cards 3") // a name and places
	x.Golden("slap")
	x.Press(Enter, "cards 3\nGOT \"Bia\"")
	x.Exit()
}

func TestResize(t *testing.T) {
	x := window(t, 80, 24, "turn")
	x.Press("34", "Who votes")
	x.Press("321", "› 321")
	x.Resize(40, 22)
	x.Wait("Ana 3, Bia 2, Caio 1")
	x.Golden("resized")
	x.Press("56"+Enter, "Turn 2")
	x.Resize(90, 30)
	x.Press("3", "Which card was it?")
	x.Send(CtrlC)
	x.Exit()

	x = window(t, 80, 24, "page")
	x.Wait("menu")
	x.Resize(40, 22)
	x.Wait("middle of the\ntable.\nGive each of you 7 cards.\nThe smallest of you begins.\n\n  ▸ it is laid out\n< back · ? menu")
	x.Press(CtrlC, "MOVE leave")
	x.Send(CtrlC)
	x.Exit()
}

// A drawing is as wide as the window, also in one that became narrower under a clock.
func TestDrawnAnew(t *testing.T) {
	x := window(t, 80, 24, "drawn")
	drawn := func(columns int) string { return "|" + strings.Repeat("-", columns-3) + "|\n" }
	x.Wait(drawn(80) + "Which card")
	for _, columns := range []int{40, 90, 21, 60} {
		x.Resize(columns, 30)
		x.Wait(drawn(columns) + "Which card")
	}
	x.Press("3", "r begins again")
	x.Resize(33, 22)
	x.Wait("q leaves")
	x.Press("q", drawn(33)+"✓ Which")
	x.Press("4", `GOT "4"`)
	x.Exit()
}

// A phone that answers first takes the question away, and the next key goes to the next question.
func TestTakenAway(t *testing.T) {
	x := window(t, 80, 24, "taken")
	x.Press("12"+Enter, "FIRST the table wants to move: gone\nAnd now? ›")
	x.Press("yes"+Enter, `GOT "yes"`)
	x.Exit()
	x = window(t, 80, 24, "deaf")
	x.Press("12"+Enter, "FIRST the table wants to move: gone\nAnd now?")
	x.Press("1"+Enter+"q"+CtrlC, "MOVE leave") // what was meant for the question before
	x.Exit()
	x = window(t, 80, 24, "stopped")
	x.Wait("FIRST the table wants to move: gone\nAnd now?")
	x.Press("1"+Enter+"q"+CtrlC, "MOVE leave")
	x.Exit()
	x = window(t, 80, 24, "half")
	x.Press("yes"+Enter, "Ben's phone is here.\nAnd now? › yes")
	x.Press(Backspace+Enter, `GOT "ye"`)
	x.Exit()
}

// However the program ends, the terminal is as it was; a signal lets the table read how to come back.
func TestEnds(t *testing.T) {
	for _, plain := range []string{"", "yes"} {
		for program, text := range map[string]string{"turn": "Who tells?", "clock": "accuse"} {
			last := map[string]string{"turn": "\nMOVE leave", "clock": "leave"}[program] // on a line of its own
			for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
				if signal.Ignored(s) { // as under nohup: then the program ignores it as well
					continue
				}
				x := window(t, 80, 24, program, "TTY_PLAIN="+plain)
				x.Wait(text)
				x.Signal(s)
				if code := x.Exit(); code != 128+int(s) {
					t.Errorf("%s at %s: %d", s, program, code)
				}
				x.Wait(last)
				if x.Count("\x1b[?1049h") != x.Count("\x1b[?1049l") {
					t.Error("the clock's screen is left")
				}
			}
		}
	}
	x := window(t, 80, 24, "stuck")
	x.Wait("menu")
	x.Signal(syscall.SIGTERM)
	x.Wait("MOVE leave")
	x.Signal(syscall.SIGTERM)
	if code := x.Exit(); code != 128+int(syscall.SIGTERM) {
		t.Errorf("a second signal: %d", code)
	}
	x = window(t, 80, 24, "crash")
	x.Send("a" + Enter)
	x.Wrote("panic: a bug", 1)
	if x.Exit() != 2 {
		t.Error("no panic")
	}
}

// A stopped program gives the terminal back, and draws again when it goes on.
func TestStopped(t *testing.T) {
	for program, text := range map[string]string{"turn": "Who tells?", "clock": "Paused"} {
		x := window(t, 80, 24, program)
		x.Wait(text)
		x.Send(CtrlZ) // nobody could wake it: the system does not stop it
		x.Wrote("\x1b[?25h", 1)
		x.Wrote(text, 2)
		x.Signal(syscall.SIGSTOP)
		x.Signal(syscall.SIGCONT)
		x.Wrote(text, 3)
		x.Send(CtrlC)
		x.Exit()
	}
}

func TestNoColor(t *testing.T) {
	x := window(t, 80, 24, "turn", "NO_COLOR=1")
	x.Press("34321", "Caio 1")
	x.Send(CtrlC)
	x.Exit()
	for _, code := range []string{"\x1b[1m", "\x1b[2m"} {
		if x.Count(code) > 0 {
			t.Errorf("%q was written", code)
		}
	}
}

// People who answer a line about each other stand there once, in the order of the answers, with their numbers.
func TestOneListOfPeople(t *testing.T) {
	for more, want := range map[int]string{0: "3 Caio · 1 Ana · 2 Bia|", 1: "Caio · Ana · Bia|1 Ana · 2 Bia · 3 Caio · 4 Davi"} {
		f := form{l: lang.English, whole: true}
		for _, i := range []int{2, 0, 1} {
			f.g.Asked = append(f.g.Asked, ask.Question{ID: "vote", Who: people[i], Shape: ask.Pick{Options: ask.Names(people[:3+more])}})
		}
		got := f.names() + "|" + strings.Join(f.choices(), "|")
		if got = strings.ReplaceAll(got, "\u00a0", " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
