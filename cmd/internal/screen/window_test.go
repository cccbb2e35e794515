//go:build unix

package screen

import (
	"errors"
	"os"
	"reflect"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/term"
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
	w := &window{in: tty, out: torn{tty}}
	if err := w.take(); !errors.Is(err, errTorn) {
		t.Errorf("%v", err)
	}
	if after, err := term.GetState(int(tty.Fd())); err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("it is left in another mode: %+v, it was %+v, %v", after, before, err)
	}
}
