package cmd

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/cmd/internal/prompt"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
)

// A full writer has no room left.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// A command that cannot print its result fails.
func TestNothingIsLostSilently(t *testing.T) {
	p := &parlor.Home{Dir: t.TempDir()}
	if h := p.Run("Ana, Bia\n\n32\n", "play", "picture-perfect", "--score-only"); h.Code != exitDone {
		t.Fatalf("%+v", h)
	}
	for _, args := range []string{
		"games", "show", "show --log", "show --why", "export", "setup versus --players 4", "setup dixit --players 4 --format csv",
		"rules dixit", "rules dixit vote", "--help", "play --help", "--version", "resume",
	} {
		var errs bytes.Buffer
		code := Run(context.Background(), p.Env(strings.NewReader(""), full{}, &errs), append([]string{"--plain"}, strings.Fields(args)...))
		if code != exitFailed || !strings.Contains(errs.String(), "no space left") {
			t.Errorf("%s: code %d, %q", args, code, errs.String())
		}
	}
}

// A game is found by the beginning of its id, unless another id begins the same way.
func TestFoundByTheBeginningOfItsID(t *testing.T) {
	t.Parallel()
	p := &parlor.Home{Dir: t.TempDir()}
	first := map[byte][]string{}
	for n := 0; n < 60 && (len(first) == n || n < 2); n++ { // until two of them begin with the same letter
		if h := p.Run("Ana, Bia\n\n32\n", "play", "picture-perfect", "--score-only"); h.Code != exitDone {
			t.Fatalf("%+v", h)
		}
		id := strings.Fields(p.Run("", "games").Out)[0]
		first[id[0]] = append(first[id[0]], id)
	}
	for letter, ids := range first {
		for _, args := range [][]string{{"show"}, {"show", "--until", "2"}, {"export"}, {"resume"}} {
			h := p.Run("", append(args, string(letter))...)
			switch found := h.Code == exitDone; {
			case found != (len(ids) == 1):
				t.Errorf("%s %c: %+v with %v", args, letter, h, ids)
			case !found && (h.Code != exitFailed || !strings.Contains(h.Errs, "begins the id of more than one game: ") || !strings.Contains(h.Errs, ids[0]) || !strings.Contains(h.Errs, ids[1])):
				t.Errorf("%s %c: %+v", args, letter, h)
			}
			if h := p.Run("", append(args, strings.ToUpper(ids[0]))...); h.Code != exitDone {
				t.Errorf("%s: %+v", args, h)
			}
			if h := p.Run("", append(args, ids[0]+"x")...); h.Code != exitFailed || !strings.Contains(h.Errs, "there is no game") {
				t.Errorf("%s: %+v", args, h)
			}
		}
	}
}

// A program that is told to stop stops waiting, whatever it waits for, and its exit code says why.
func TestStopped(t *testing.T) {
	p := &parlor.Home{Dir: t.TempDir()}
	if h := p.Run("Ana, Bia\n\n32\n", "play", "picture-perfect", "--score-only"); h.Code != exitDone {
		t.Fatalf("%+v", h)
	}
	for _, c := range []struct {
		args  string
		waits bool // for the signal; otherwise the signal comes before it begins
	}{
		{"score", true}, {"resume", true}, {"play", true}, {"timer 5m", true}, {"games", false}, {"show", false}, {"resume", false},
	} {
		t.Run(c.args, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(context.Background())
			defer cancel(nil)
			in, typed := io.Pipe() // nobody ever types
			var out, errs bytes.Buffer
			if !c.waits {
				cancel(prompt.ErrInterrupt)
			}
			code := make(chan int)
			go func() {
				code <- Run(ctx, p.Env(in, &out, &errs), append([]string{"--plain"}, strings.Fields(c.args)...))
			}()
			if c.waits {
				cancel(&prompt.Signaled{Name: "terminated", Number: 15})
			}
			want := map[bool]int{true: 143, false: 130}[c.waits]
			if got := <-code; got != want || errs.Len() > 0 {
				t.Errorf("code %d, want %d\n%s%s", got, want, out.String(), errs.String())
			}
			_ = typed.Close()
		})
	}
}
