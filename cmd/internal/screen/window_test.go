//go:build unix

package screen

import (
	"context"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"

	"github.com/tablemate/tablemate/timer"
)

// torn is a terminal that takes nothing more.
type torn struct{ *os.File }

var errTorn = errors.New("the line is torn")

func (torn) Write([]byte) (int, error) { return 0, errTorn }

// A window that cannot be opened leaves the terminal as it was.
func TestNotTaken(t *testing.T) {
	p, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	defer tty.Close()
	before, err := term.GetState(int(tty.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	w := &window{Terminal: Terminal{In: tty, Out: torn{tty}, Getenv: variables("")}}
	if err := w.take(); !errors.Is(err, errTorn) {
		t.Errorf("%v", err)
	}
	if after, err := term.GetState(int(tty.Fd())); err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("it is left in another mode: %+v, it was %+v, %v", after, before, err)
	}
}

// A terminal that goes away is the end of the watching, also where no signal says so.
func TestTheTerminalGoesAway(t *testing.T) {
	p, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	began, closed, ended := make(chan bool, 1), make(chan bool), make(chan error, 1)
	go func() {
		o, err := fills(t.Context(), Terminal{In: tty, Out: tty, Getenv: variables("TERM=xterm")}, func() timer.Moment { return timer.Moment{} }, func(ctx context.Context, _ <-chan Typed, show func(picture)) Outcome {
			show(picture{draw: func(int, int) string { newest(began, true); <-closed; return "8:00" }}) // it is written, or read, behind the end
			<-ctx.Done()
			return Outcome{End: Stopped}
		})
		if o.End != Stopped {
			t.Error(o)
		}
		ended <- err
	}()
	for what, c := range []func() bool{func() bool { return <-began }, func() bool { _ = p.Close(); close(closed); return <-ended == nil }} {
		in := make(chan bool, 1)
		go func() { in <- c() }()
		select {
		case ok := <-in:
			if !ok {
				t.Error("it fails")
			}
		case <-time.After(20 * time.Second):
			t.Fatal("nobody notices", what)
		}
	}
}

// What draws hears of NO_COLOR in the one word that it takes for a yes, and of nothing that would force a color.
func TestEnviron(t *testing.T) {
	for said, want := range map[string]string{
		"": "", "TERM=xterm LANG=C": "TERM=xterm", "NO_COLOR=0 TERM=linux COLORTERM=": "TERM=linux NO_COLOR=1", "TERM=dumb CLICOLOR_FORCE=1": "TERM=dumb",
	} {
		if got := strings.Join(Terminal{Getenv: variables(said)}.environ(), " "); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}
