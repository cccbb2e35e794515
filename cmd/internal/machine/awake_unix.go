//go:build unix

package machine

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
)

// Awake keeps the machine awake until release, with a program of the system. That program holds it for as long as a cat
// runs, which reads from a pipe that only this process can write to, and never does: when the pipe closes, because of
// release or because this process is gone, cat ends, and the hold with it. Where there is no such program, nothing is held.
func Awake(why string) (release func()) {
	holder := []string{"systemd-inhibit", "--what=idle:sleep", "--mode=block", "--who=tablemate", "--why=" + why, "cat"}
	if runtime.GOOS == "darwin" {
		holder = []string{"caffeinate", "-i", "cat"}
	}
	c := exec.Command(holder[0], holder[1:]...)
	// In a session of its own no key reaches the program, and without a terminal it cannot ask for a password.
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	in, err := c.StdinPipe()
	// A failed start closes the pipe as well.
	if err != nil || c.Start() != nil {
		return func() {}
	}
	go func() { _ = c.Wait() }()
	return sync.OnceFunc(func() { _ = in.Close() })
}
