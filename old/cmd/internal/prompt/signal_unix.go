//go:build unix

package prompt

import (
	"io"
	"os"
	"os/signal"
	"syscall"
)

// ending holds the signals that end a program whose terminal must be restored.
var ending = []os.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGINT}

// dieOf ends the program as the signal would have done.
func dieOf(s os.Signal) {
	signal.Reset(s)
	if n, ok := s.(syscall.Signal); ok {
		_ = syscall.Kill(syscall.Getpid(), n)
	}
}

// prepare does nothing: the terminal understands escape codes.
func prepare(io.Writer) {}
