//go:build unix

package screen

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// whenResumed tells each time the program goes on that somebody had stopped, until stop.
func whenResumed() (resumed <-chan os.Signal, stop func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGCONT)
	return c, func() { signal.Stop(c) }
}

// stopHere stops the program as Ctrl-Z does and returns when it goes on. Where nobody could wake it, the
// system does not stop it, and it goes on at once.
func stopHere(resumed <-chan os.Signal) {
	if syscall.Kill(0, syscall.SIGTSTP) != nil {
		return
	}
	select {
	case <-resumed:
	case <-time.After(300 * time.Millisecond):
	}
}
