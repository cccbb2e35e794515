//go:build unix && !darwin

package keyboard

import (
	"time"

	"golang.org/x/sys/unix"
)

// waitInput waits until the keyboard or the alarm has something to read. A negative wait is
// for ever.
func waitInput(fd, alarm int, wait time.Duration) (typed, woken bool, err error) {
	both := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}, {Fd: int32(alarm), Events: unix.POLLIN}}
	limit := -1
	if wait >= 0 {
		limit = int(wait.Milliseconds())
	}
	_, err = unix.Poll(both, limit)
	return both[0].Revents != 0, both[1].Revents != 0, err // a terminal that was hung up is read too, and says so
}
