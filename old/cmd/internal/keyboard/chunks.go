package keyboard

import (
	"io"
	"time"
)

// A chunkSource reads from a source that gives keys whole and cannot be interrupted, like the Windows console.
// So a goroutine waits, but only while a key is wanted; a key that it reads too late is the next key.
type chunkSource struct {
	from  io.Reader
	alarm chan struct{}
	got   chan chunk
	busy  bool // the goroutine is waiting
	rest  []byte
}

type chunk struct {
	b   []byte
	err error
}

func newChunkSource(from io.Reader) *chunkSource {
	return &chunkSource{from: from, alarm: make(chan struct{}, 1), got: make(chan chunk, 1)}
}

func (s *chunkSource) wake() {
	select {
	case s.alarm <- struct{}{}:
	default:
	}
}

// pending reports whether a byte is there.
func (s *chunkSource) pending() bool {
	if len(s.rest) == 0 && s.busy {
		select {
		case c := <-s.got:
			s.got <- c
			return true
		default:
		}
	}
	return len(s.rest) > 0
}

// read does not wait for the rest of a key: a key comes whole, with nothing after it.
func (s *chunkSource) read(wait time.Duration, begun bool) (byte, error) {
	if begun && wait >= 0 && !s.busy && len(s.rest) == 0 {
		return 0, errNoByte
	}
	var late <-chan time.Time
	if wait >= 0 {
		late = time.After(wait)
	}
	for len(s.rest) == 0 {
		if !s.busy {
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
			return 0, errWoken
		case <-late:
			return 0, errNoByte
		}
	}
	b := s.rest[0]
	s.rest = s.rest[1:]
	return b, nil
}
