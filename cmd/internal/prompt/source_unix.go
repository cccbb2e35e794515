//go:build unix

package prompt

import (
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/chzyer/readline"
	"golang.org/x/sys/unix"
)

// A source reads a terminal on the goroutine that asks, and only while it asks:
// no reader is left behind that could take a key from somebody else.
type source struct {
	fd    int
	alarm [2]int // a pipe: a byte in it wakes a read
	woken func() error
}

// newSource reads in; woken is asked before each wait and after each wake, and
// its error ends the read.
func newSource(in *os.File, woken func() error) (*source, error) {
	s := &source{fd: int(in.Fd()), woken: woken}
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

// wake makes a read that waits ask woken again.
func (s *source) wake() { _, _ = unix.Write(s.alarm[1], []byte{1}) }

func (s *source) hear(wait time.Duration) (byte, error) { return s.read(wait) }

func (s *source) read(wait time.Duration) (byte, error) {
	for {
		if err := s.woken(); err != nil {
			return 0, err
		}
		typed, woken, err := waitInput(s.fd, s.alarm[0], wait)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return 0, os.NewSyscallError("poll", err)
		case woken:
			var drop [64]byte
			_, _ = unix.Read(s.alarm[0], drop[:])
			continue
		case !typed:
			return 0, errNoByte
		}
		b, err := s.one()
		if err != errNoByte {
			return b, err
		}
	}
}

// one reads the byte that is there.
func (s *source) one() (byte, error) {
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

// watchSize calls changed whenever the window has another size. The reader under
// promptui listens to the same signal and, told so by every prompt anew, races
// with itself: it is let in once, and then no longer served.
func watchSize(changed func()) {
	readline.DefaultOnWidthChanged(func() {})
	signal.Reset(syscall.SIGWINCH)
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGWINCH)
	go func() {
		for range c {
			changed()
		}
	}()
}

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
