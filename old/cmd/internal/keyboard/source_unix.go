//go:build unix

package keyboard

import (
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/chzyer/readline"
	"golang.org/x/sys/unix"
)

// A fileSource reads a terminal on the goroutine that asks, and only while it asks, so that no leftover reader
// takes anybody else's key.
type fileSource struct {
	fd    int
	alarm [2]int // a pipe: a byte in it wakes a read
}

func newSource(in *os.File) (source, error) {
	s := &fileSource{fd: int(in.Fd())}
	if err := unix.Pipe(s.alarm[:]); err != nil {
		return nil, os.NewSyscallError("pipe", err)
	}
	for _, fd := range s.alarm {
		unix.CloseOnExec(fd)
		if err := unix.SetNonblock(fd, true); err != nil {
			return nil, os.NewSyscallError("fcntl", err)
		}
	}
	return s, nil
}

func (s *fileSource) wake() { _, _ = unix.Write(s.alarm[1], []byte{1}) }

// pending reports whether a byte is there.
func (s *fileSource) pending() bool {
	typed, _, err := waitInput(s.fd, s.alarm[0], 0)
	return typed && err == nil
}

func (s *fileSource) read(wait time.Duration, _ bool) (byte, error) {
	for {
		typed, woken, err := waitInput(s.fd, s.alarm[0], wait)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return 0, os.NewSyscallError("poll", err)
		case woken:
			var drop [64]byte
			_, _ = unix.Read(s.alarm[0], drop[:])
			return 0, errWoken
		case !typed:
			return 0, errNoByte
		}
		b, err := s.one()
		if err != errNoByte {
			return b, err
		}
	}
}

// waitInput waits until the keyboard or the alarm has something to read, forever if wait is negative. It uses
// select because poll refuses /dev/tty on macOS. A terminal that was hung up is read too, and reports that.
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

// one reads the byte that is there.
func (s *fileSource) one() (byte, error) {
	var b [1]byte
	n, err := unix.Read(s.fd, b[:])
	switch {
	case err == unix.EINTR || err == unix.EAGAIN:
		return 0, errNoByte
	case err == unix.EIO: // the terminal is gone
		return 0, io.EOF
	case err != nil:
		return 0, os.NewSyscallError("read", err)
	case n == 0:
		return 0, io.EOF
	}
	return b[0], nil
}

// listen calls wake when the window has a new size or the stopped program goes on; in the latter case it calls
// continued first. The reader under promptui listens for sizes too, and would race with itself at every prompt:
// it is registered once, and then ignored.
func listen(wake, continued func()) {
	readline.DefaultOnWidthChanged(func() {})
	signal.Reset(syscall.SIGWINCH)
	c := make(chan os.Signal, 2)
	signal.Notify(c, syscall.SIGWINCH, syscall.SIGCONT)
	go func() {
		for s := range c {
			if s == syscall.SIGCONT {
				continued()
			}
			wake()
		}
	}()
}

// stop stops the program as Ctrl-Z does, and returns when it goes on. If nobody could wake it, the system does
// not stop it, and stop returns soon.
func stop(goesOn <-chan struct{}) {
	if syscall.Kill(0, syscall.SIGTSTP) != nil {
		return
	}
	select {
	case <-goesOn:
	case <-time.After(300 * time.Millisecond):
	}
}
