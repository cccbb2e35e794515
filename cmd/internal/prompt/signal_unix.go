//go:build unix

package prompt

import (
	"io"
	"os"
	"os/signal"
	"syscall"
)

// ending are the signals that end a program whose terminal must be put in order.
var ending = []os.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGINT}

// dieOf ends the program as the signal would have, had nobody listened.
func dieOf(s os.Signal) {
	signal.Reset(s)
	if n, ok := s.(syscall.Signal); ok {
		_ = syscall.Kill(syscall.Getpid(), n)
	}
}

// prepare makes the screen understand escape codes; here it does already.
func prepare(io.Writer) {}
