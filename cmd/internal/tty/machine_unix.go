//go:build unix

package tty

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/chzyer/readline"
)

// Signals that end the program, and those that make it draw again.
var (
	endings = []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}
	redraws = []os.Signal{syscall.SIGWINCH, syscall.SIGCONT}
)

// raise ends the program as a signal does, if there was one.
func raise(s os.Signal) {
	if s != nil {
		_ = syscall.Kill(syscall.Getpid(), s.(syscall.Signal))
		time.Sleep(time.Second) // the signal comes when it comes
	}
}

// modes are those of a terminal.
type modes = readline.State

// raw puts the terminal in raw mode. Line breaks that are printed still work as usual.
func (t *Terminal) raw() error {
	fd := int(t.in.Fd())
	if t.cooked == nil {
		cooked, err := readline.GetState(fd)
		if err != nil {
			return err
		}
		t.cooked = cooked
		// The reader under promptui listens for sizes too, and would race with itself at every question: it is registered
		// once, and then ignored.
		readline.DefaultOnWidthChanged(func() {})
		signal.Reset(syscall.SIGWINCH)
	}
	_, err := readline.MakeRaw(fd)
	return err
}

// cook puts the terminal back in the mode in which it was found.
func (t *Terminal) cook() error { return readline.Restore(int(t.in.Fd()), t.cooked) }

// stop stops the program as Ctrl-Z does. If nobody could wake it, the system does not stop it.
func (t *Terminal) stop() {
	_ = t.restore()
	_ = syscall.Kill(0, syscall.SIGTSTP)
	time.Sleep(50 * time.Millisecond) // the signal comes when it comes; if it does, this is past when the program goes on
	_ = t.raw()
	t.keys.Stir()
}
