//go:build unix

package screen

import (
	"os"
	"os/signal"
	"syscall"
)

// whenResumed tells each time the program goes on that somebody had stopped, until stop.
func whenResumed() (resumed <-chan os.Signal, stop func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGCONT)
	return c, func() { signal.Stop(c) }
}
