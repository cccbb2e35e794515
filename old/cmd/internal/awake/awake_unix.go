//go:build unix

package awake

import (
	"io"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// patience is how long the system may take to say no.
const patience = time.Second

// System keeps the machine awake with a program of the system: systemd-inhibit, or caffeinate on macOS. That program
// holds it for as long as a cat runs, which reads from a pipe that only this process can write to, and never does. When
// the pipe closes, because of a release or because this process is gone, cat ends and the inhibitor with it.
func System(why string) (release func(), held func() bool) {
	holder := []string{"systemd-inhibit", "--what=idle:sleep", "--mode=block", "--who=tablemate", "--why=" + why}
	if runtime.GOOS == "darwin" {
		holder = []string{"caffeinate", "-i"}
	}
	holder = append(holder, "sh", "-c", "echo; exec cat") // the line tells that it is held
	c := exec.Command(holder[0], holder[1:]...)
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no key reaches it, and it asks nobody for a password
	in, noIn := c.StdinPipe()
	out, noOut := c.StdoutPipe()
	if noIn != nil || noOut != nil || c.Start() != nil { // a failed start closes the pipes
		return func() {}, func() bool { return false }
	}
	first := make(chan bool, 1)
	go func() {
		n, _ := io.ReadFull(out, make([]byte, 1))
		first <- n > 0
		_, _ = io.Copy(io.Discard, out)
		_ = c.Wait()
	}()
	return func() { _ = in.Close() }, func() bool {
		select {
		case ok := <-first:
			return ok
		case <-time.After(patience): // it is slow, but has not said no
			return true
		}
	}
}
