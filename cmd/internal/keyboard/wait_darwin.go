package keyboard

import (
	"time"

	"golang.org/x/sys/unix"
)

// waitInput waits until the keyboard or the alarm has something to read. A negative wait is
// for ever. Poll would know descriptors beyond 1023 too, but on macOS it refuses
// /dev/tty.
func waitInput(fd, alarm int, wait time.Duration) (typed, woken bool, err error) {
	var both unix.FdSet
	both.Set(fd)
	both.Set(alarm)
	var limit *unix.Timeval
	if wait >= 0 {
		t := unix.NsecToTimeval(wait.Nanoseconds())
		limit = &t
	}
	_, err = unix.Select(max(fd, alarm)+1, &both, nil, nil, limit)
	return both.IsSet(fd), both.IsSet(alarm), err
}
