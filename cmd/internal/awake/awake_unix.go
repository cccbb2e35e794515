//go:build unix

package awake

import (
	"io"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// patience is how long a system may take to say no.
const patience = time.Second

// System holds the machine awake with a program of the system: systemd-inhibit, or caffeinate on macOS. What that holds it for is a
// cat behind a pipe that this program alone can write to. Nobody does: when it is closed, by a release or because the program is gone,
// cat ends, and the inhibitor with it.
func System(why string) (release func(), held func() bool) {
	holder := []string{"systemd-inhibit", "--what=idle:sleep", "--mode=block", "--who=tablemate", "--why=" + why}
	if runtime.GOOS == "darwin" {
		holder = []string{"caffeinate", "-i"}
	}
	holder = append(holder, "sh", "-c", "echo; exec cat") // the line says that it is held
	c := exec.Command(holder[0], holder[1:]...)
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no key reaches it, and it asks nobody for a password
	in, noIn := c.StdinPipe()
	out, noOut := c.StdoutPipe()
	if noIn != nil || noOut != nil || c.Start() != nil { // that closes both
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
		case <-time.After(patience): // it is slow, and has not said no
			return true
		}
	}
}
