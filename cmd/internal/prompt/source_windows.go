package prompt

import (
	"io"
	"os"
	"syscall"
	"time"

	"github.com/chzyer/readline"
	"golang.org/x/sys/windows"
)

// A source reads the console through the reader of readline, which gives one key
// at a time. The console cannot be told to stop waiting, so a goroutine waits,
// and only while a key is wanted.
type source struct {
	from  io.Reader
	woken func() error
	alarm chan struct{}
	got   chan chunk
	busy  bool
	rest  []byte
}

type chunk struct {
	b   []byte
	err error
}

func newSource(in *os.File, woken func() error) (*source, error) {
	s := &source{from: in, woken: woken, alarm: make(chan struct{}, 1), got: make(chan chunk, 1)}
	if readline.IsTerminal(int(in.Fd())) {
		s.from = readline.Stdin
	}
	return s, nil
}

func (s *source) wake() {
	select {
	case s.alarm <- struct{}{}:
	default:
	}
}

func (s *source) read(wait time.Duration) (byte, error) {
	for len(s.rest) == 0 {
		if err := s.woken(); err != nil {
			return 0, err
		}
		if !s.busy {
			if wait >= 0 { // a key comes whole: nothing follows what was read
				return 0, errNoByte
			}
			s.busy = true
			go func() {
				b := make([]byte, 64)
				n, err := s.from.Read(b)
				s.got <- chunk{b[:n], err}
			}()
		}
		select {
		case c := <-s.got:
			s.busy = false
			if len(c.b) == 0 && c.err != nil {
				return 0, c.err
			}
			s.rest = c.b
		case <-s.alarm:
		}
	}
	b := s.rest[0]
	s.rest = s.rest[1:]
	return b, nil
}

// watchSize does nothing here: the size is asked for at each drawing.
func watchSize(func()) {}

// stopHere does nothing: a console has no Ctrl-Z of that kind.
func stopHere() {}

// ending are the signals that end a program whose terminal must be put in order.
var ending = []os.Signal{os.Interrupt, syscall.SIGTERM}

// dieOf ends the program as the signal would have, had nobody listened.
func dieOf(os.Signal) {
	if p, err := os.FindProcess(os.Getpid()); err == nil {
		_ = p.Kill()
	}
}

// prepare makes the console understand escape codes.
func prepare(out io.Writer) {
	f, ok := out.(*os.File)
	if !ok {
		return
	}
	var mode uint32
	if windows.GetConsoleMode(windows.Handle(f.Fd()), &mode) == nil {
		_ = windows.SetConsoleMode(windows.Handle(f.Fd()), mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING)
	}
}
