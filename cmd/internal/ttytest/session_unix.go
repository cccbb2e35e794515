//go:build unix

package ttytest

import (
	"errors"
	"os/exec"
	"syscall"
)

// session makes the window the program's own, as a shell's is.
func session() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true, Setctty: true} }

// signaled returns the signal that ended a program.
func signaled(err error) (int, bool) {
	var e *exec.ExitError
	if !errors.As(err, &e) {
		return 0, false
	}
	s, ok := e.Sys().(syscall.WaitStatus)
	if !ok || !s.Signaled() {
		return 0, false
	}
	return int(s.Signal()), true
}
