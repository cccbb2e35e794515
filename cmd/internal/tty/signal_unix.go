//go:build unix

package tty

import (
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/chzyer/readline"
)

// source returns what keys are read from.
func source(in *os.File) io.Reader { return in }

// raw puts the terminal in raw mode. Line breaks that are printed still work as usual.
func (t *Terminal) raw() error {
	fd := int(t.in.Fd())
	if t.cooked == nil {
		cooked, err := readline.GetState(fd)
		if err != nil {
			return err
		}
		t.cooked = cooked
	}
	_, err := readline.MakeRaw(fd)
	return err
}

// listen draws again when the window has another size or the stopped program goes on, and restores the terminal before
// a signal ends the program. The reader under promptui listens for sizes too, and would race with itself at every
// question: it is registered once, and then ignored.
func listen(t *Terminal) (end func()) {
	readline.DefaultOnWidthChanged(func() {})
	signal.Reset(syscall.SIGWINCH)
	c := make(chan os.Signal, 4)
	signal.Notify(c, syscall.SIGWINCH, syscall.SIGCONT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGINT)
	go func() {
		for s := range c {
			switch s {
			case syscall.SIGWINCH:
				t.keys.stir()
			case syscall.SIGCONT:
				_ = t.raw()
				t.write("\x1b[?25l")
				t.keys.stir()
			default:
				_ = t.restore()
				signal.Reset(s)
				_ = syscall.Kill(syscall.Getpid(), s.(syscall.Signal))
			}
		}
	}()
	return sync.OnceFunc(func() { signal.Stop(c); close(c) })
}

// stop stops the program as Ctrl-Z does. If nobody could wake it, the system does not stop it.
func (t *Terminal) stop() {
	_ = t.restore()
	_ = syscall.Kill(0, syscall.SIGTSTP)
	time.Sleep(50 * time.Millisecond) // the signal comes when it comes; if it does, this is past when the program goes on
	_ = t.raw()
	t.keys.stir()
}
