//go:build unix

package screen

import (
	"os"
	"os/signal"
	"syscall"
)

// whenResized tells each time the window has another size, until stop.
func whenResized() (resized <-chan os.Signal, stop func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGWINCH)
	return c, func() { signal.Stop(c) }
}
