//go:build unix

package prompt

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/keyboard"
	tt "github.com/tablemate/tablemate/old/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// In a narrow window the line above a question wraps, since the person on turn is named at its end.
func TestTheLineAboveIsWhole(t *testing.T) {
	x := NewTerminal(t.Context(), nil, io.Discard, func() (int, int) { return 40, 24 }, lang.NewLocalizer("en"), false)
	x.Above("Round 2 of 6 · Open Auction · Davi offers", "Ana leads with 3")
	if got, want := strings.Join(wrapped(x.top(), 39), "\n"), "Round 2 of 6 · Open Auction ·\nDavi offers"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// finished waits for the end of the program, and checks the answers.
func finished(t *testing.T, x *tt.Terminal, want string) {
	t.Helper()
	x.Ends(0)
	_, got, _ := strings.Cut("\n"+x.History(), "\n= ")
	if got = strings.ReplaceAll(got, "\n", ""); got != want {
		t.Errorf("answered %s, want %s\n%s", got, want, x.History())
	}
}

func TestQuestions(t *testing.T) {
	for _, c := range []struct {
		name, scene, keys, want string
	}{
		{"words", "ask:name", "Ana" + tt.Enter, `"Ana"`},
		{"suggested words", "ask:again", tt.Enter, `"João"`},
		{"suggestion mended", "ask:again", tt.Backspace + "ãozinho" + tt.Enter, `"Joããozinho"`},
		{"suggestion emptied", "ask:again", "\x15" + "Zé" + tt.Enter, `"Zé"`},
		{"suggestion sanitized", "ask:evil-again", tt.Enter, `"A[2Jna"`},
		{"number", "ask:points", "12" + tt.Enter, "[[12]]"},
		{"pick as suggested", "ask:pick", tt.Enter, "[[1]]"},
		{"pick by arrows", "ask:pick", tt.Down + tt.Down + tt.Up + tt.Down + tt.Enter, "[[3]]"},
		{"quick, an Enter too many", "ask:cards-quick", tt.Enter + "2", "[[1]]"},
		{"a suggestion gives way", "ask:again", "Zé" + tt.Enter, `"Zé"`},
		{"a key of the question", "ask:keyed", "X", `""x`},
		{"a key by arrows", "ask:keyed", tt.End + tt.Enter, `""x`},
		{"a key as suggested", "ask:keyed-again", tt.Enter, `""x`},
		{"many as suggested", "ask:many", tt.Enter, "[[1 0 1 0]]"},
		{"many switched", "ask:many", " " + tt.Down + " " + tt.Enter, "[[0 1 1 0]]"},
		{"copies as suggested", "ask:copies", tt.Enter, "[[1 2 0 0]]"},
		{"copies let go and taken by Space", "ask:copies", " " + tt.Down + "  " + tt.Enter, "[[0 1 0 0]]"},
		{"copies set", "ask:copies", "4" + tt.Down + "0" + tt.Down + tt.Down + "3" + tt.Enter, "[[4 0 0 3]]"},
		{"number as suggested", "ask:bid", tt.Enter, "[[3]]"},
		{"number by its key", "ask:bid", "p" + tt.Enter, `""p`},
		{"each", "ask:each", "32-0 +1" + tt.Enter, "[[3] [2] [] [0]]+1"},
		{"each by key", "ask:each", "r" + tt.Enter, `""r`},
		{"each as suggested", "ask:votes", tt.Enter, "[[0] [1 2] [3]]"},
		{"show", "ask:show", tt.Enter, `""`},
		{"show by space", "ask:show", " ", `""`},
		{"secret", "ask:secret", tt.Enter + "4" + tt.Enter, "[[4]]"},
		{"secret pick", "ask:secret-pick", " " + "b" + tt.Enter, "[[1]]"},
		{"shown alone", "ask:secret-show,secret-show-next", tt.Enter + tt.Enter + tt.Enter + tt.Enter, `"" | ""`},
		{"shown alone, back", "ask:secret-show,secret-show", "<" + tt.Enter + "<", "back | back"},
		{"back by sign", "ask:name,pick,show,secret", "<<<<", "back | back | back | back"},
		{"back by Esc", "ask:name", tt.Esc, "back"},
		{"back while a suggestion stands", "ask:again", "<", "back"},
		{"no back in the middle", "ask:name", "a<?" + tt.Enter, `"a<?"`},
		{"aside", "ask:name,pick,many,show,secret,again", "??????", "aside | aside | aside | aside | aside | aside"},
		{"end of input", "ask:name,pick,show", tt.CtrlD + tt.CtrlD + tt.CtrlD, "quit | quit | quit"},
		{"clock", "ask:watch", "", errKind.Error()},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := start(t, 80, 24, "en", c.scene)
			if c.keys != "" {
				x.Wait(ready)
			}
			x.Send(c.keys)
			finished(t, x, c.want)
		})
	}
}

// A person is typing for a while after the last key.
func TestWhoTypes(t *testing.T) {
	for ago, want := range map[time.Duration]bool{0: true, typing: false} {
		if x := (&Terminal{pressed: time.Now().Add(-ago)}); x.Typing() != want {
			t.Errorf("%v after a key: %v", ago, x.Typing())
		}
	}
}

// A head without enough room scrolls by whole paragraphs, below the line that says where the table is.
func TestStepsScrollByWhole(t *testing.T) {
	in, _, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	keys, err := keyboard.Open(in, false)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	ctx, cancel := context.WithCancel(t.Context())
	x := NewTerminal(ctx, keys, &out, func() (int, int) { return 30, 10 }, lang.NewLocalizer("en"), false)
	x.Above("Round 2", "")
	x.within = ctx
	cancel()
	var head []styled
	for k := range 6 {
		head = append(head, styled{text: fmt.Sprintf("%d. so long that it takes two lines here", k)})
	}
	_, _ = x.fill(&editor{}, head, nil, false)
	if got := out.String(); !strings.HasPrefix(got, belowGone+"Round 2\r\n0. so long") || !strings.Contains(got, "\x1b[?25l\r2. so long") || x.scrolled != 5 {
		t.Errorf("%q after %d lines", got, x.scrolled)
	}
}
