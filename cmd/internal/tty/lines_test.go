//go:build unix

package tty

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// on runs a program on plain lines.
func on(program, typed string) string {
	var out strings.Builder
	k := NewLines(strings.NewReader(typed), &out, lang.English, 60, false)
	defer k.Close()
	programs[program](k)
	return out.String()
}

func TestLines(t *testing.T) {
	const places = "1 Ana\n2 Bia\n3 Caio\n4 Davi\n5 Eva\n6 Zoé 日本🎲\n"
	for _, c := range []struct{ program, typed, want string }{
		{"turn", "ca\n7\n4\n42\n42156\n 32156\n?  Why\n", "Turn 1\nWho tells?\n" + places + `Enter: Bia.
✓ Caio
GOT "Caio"
Which card was it?
✗ there are 6 cards on the table: 1 to 6
Which card was it?
GOT "4"
Who votes for which card?
Ana · Bia · Caio · Davi · Eva
✗ answers are missing: Caio, Davi and Eva
Who votes for which card?
✗ Ana cannot vote for card 4: it is theirs
Who votes for which card?
✓ Ana 3, Bia 2, Caio 1, Davi 5, Eva 6
Turn 2
Who tells?
` + places + `Enter: Bia.
MOVE ?why
`},
		{"secret", "12+5\n3\n31\n<\n4\n0", `The keyboard goes to Ana. Everybody else looks away.
Your bid, Ana?
✓ Ana
The keyboard goes to Bia. Everybody else looks away.
Your bid, Bia?
✓ Bia
The keyboard goes to Caio. Everybody else looks away.
Your bid, Caio?
✗ a whole number from 0 to 30, please
Your bid, Caio?
The keyboard goes to Bia. Everybody else looks away.
Your bid, Bia?
✓ Bia
The keyboard goes to Caio. Everybody else looks away.
Your bid, Caio?
✓ Caio
GOT "12+5" "4" "0"
`},
		{"vote", "2\n3\n", `All draw a card.
The keyboard goes to Ana. Everybody else looks away.
Your vote, Ana?
` + places + `✓ Ana
The keyboard goes to Bia. Everybody else looks away.
Your vote, Bia?
` + places + `✓ Bia
GOT "Bia" "Caio"
`},
		{"deal", "\n\n\n\n", `The keyboard goes to Ana. Everybody else looks away.
Enter: show it.
Ana is the spy.
Enter: hide it again.
✓ Ana
The keyboard goes to Bia. Everybody else looks away.
Enter: show it.
Bia is the spy.
Enter: hide it again.
✓ Bia
GOT "seen" "seen"
`},
		{"pays", "ben\n1, cleo\n>\n", `Who pays 3 decorations to Ben?
1 Ana
3 Cleo
4 Dan
5 Eva
x nobody
Enter: nothing.
✗ nobody pays themselves
Who pays 3 decorations to Ben?
✓ Ana and Cleo
GOT "[\"Ana\",\"Cleo\"]"
Who pays 3 decorations to Ben?
1 Ana
3 Cleo
4 Dan
5 Eva
x nobody
Enter: nothing.
MOVE >
`},
		{"again", "\n", `Who votes for which card?
Ana · Bia · Caio · Davi · Eva
Enter keeps: Ana 1, Bia 2, Caio 3, Davi 4, Eva 5.
GOT []
✓ Ana 1, Bia 2, Caio 3, Davi 4, Eva 5
END <nil>
`},
		{"page", "\nzo\u202eé\u0007\t日\n", `Lay out the board in the middle of the table.
Give each of you 7 cards.
The smallest of you begins.
Enter: it is laid out.
GOT "on"
And your name, please, as it shall stand on the screen all
evening?
GOT "zoé 日"
`},
		{"slap", "1 zo 3\n", `Who wins the gem, and who is penalized?
gem · penalty · cards
1 Ana · 2 Bia · 3 Caio · 4 Davi · 5 Eva · 6 Zoé 日本🎲
✓ gem Ana, penalty Zoé 日本🎲, cards 3
GOT "Ana" "Zoé 日本🎲" "3" ""
`},
		{"cards", "", "Which card was it?\nMOVE leave\n"},
		{"taken", "12\nyes\n", "Which card?\nFIRST the table wants to move: gone\nAnd now?\nGOT \"yes\"\n"},
		{"notes", "12\nyes\n", "The deck lies face down.\nWaiting for Ana and Ben\nFIRST the table wants to move: gone\nWaiting for Ben\nGOT \"yes\"\n"},
		{"half", "yes\n", "And now?\nFIRST the table wants to move: gone\nBen's phone is here.\nGOT \"yes\"\n"},
	} {
		if got := on(c.program, c.typed); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.program, got, c.want)
		}
	}
}

// At a terminal a secret is pushed out of the window before anybody looks again, and what was typed ahead is no secret.
func TestLinesWiped(t *testing.T) {
	in, typist := io.Pipe()
	out := &prompted{on: "Your bid", lines: []string{"12\n7\n7\n", "3\n", "0\n"}, typist: typist}
	k := NewLines(in, out, lang.English, 60, true)
	out.ahead = func() int { return len(k.lines) }
	secret(k)
	typist.Close()
	if strings.Count(out.said.String(), strings.Repeat("\n", wiped)+"✓ ") != 3 || k.Close() != nil || !strings.Contains(out.said.String(), `GOT "12" "3" "0"`) {
		t.Errorf("%q", out.said.String())
	}
}

// prompted has lines typed, the next one each time that some words are printed.
type prompted struct {
	said   strings.Builder
	on     string
	lines  []string
	typist io.Writer
	ahead  func() int
}

func (p *prompted) Write(b []byte) (int, error) {
	if strings.Contains(string(b), p.on) {
		_, _ = io.WriteString(p.typist, p.lines[0])
		for p.ahead() < strings.Count(p.lines[0], "\n") {
			runtime.Gosched()
		}
		p.lines = p.lines[1:]
	}
	return p.said.Write(b)
}

// A pipe that is closed at the other end ends the next question, and Close says so.
func TestLinesBroken(t *testing.T) {
	k := NewLines(strings.NewReader("1\n1\n"), broken{}, lang.English, 60, false)
	err := k.Put(one(ask.Question{Text: lang.T("Which card?"), Shape: ask.Number{Hi: 9}}), func(...ask.Answer) error { return nil })
	if closed := k.Close(); err != ask.Leave || !errors.Is(closed, errBroken) {
		t.Error(err, closed)
	}
}

var errBroken = errors.New("broken")

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }
