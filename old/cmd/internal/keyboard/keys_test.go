package keyboard

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"
)

// typed is a source whose bytes are all there; at their end the input ends.
type typed struct{ left string }

func (s *typed) pending() bool { return s.left != "" }
func (s *typed) wake()         {}

func (s *typed) read(time.Duration, bool) (byte, error) {
	if s.left == "" {
		return 0, io.EOF
	}
	b := s.left[0]
	s.left = s.left[1:]
	return b, nil
}

// paused is a source that pauses at a dot, a bar or an underscore: 60, 400 and 1200 ms on a clock of its own.
type paused struct {
	typed
	waited time.Duration // of the pause that comes next
}

func (s *paused) read(wait time.Duration, begun bool) (byte, error) {
	for {
		length, paused := map[byte]time.Duration{'.': 60 * time.Millisecond, '|': 400 * time.Millisecond, '_': 1200 * time.Millisecond}[(s.left + " ")[0]]
		switch {
		case !paused:
			return s.typed.read(wait, begun)
		case wait >= 0 && s.waited+wait < length:
			s.waited += wait
			return 0, errNoByte
		}
		s.left, s.waited = s.left[1:], 0
	}
}

func TestPauses(t *testing.T) {
	for _, c := range []struct {
		bytes string
		want  string
	}{
		{"\x1b.[A", "up"}, // a slow line
		{"\x1b.[.A", "up"},
		{"\x1b.[.3.~", "delete"},
		{"\x1b.O.A", "up"},
		{"\x1b|[A", "esc [ A"}, // a person
		{"\x1b_x", "esc x"},
		{"\x1b|\x1b[A", "esc up"},
		{"\x1b|x[A", "esc x [ A"},
		{"\x1b[|A", "A"},
		{"\x1b[1;|5A", "5 A"},
		{"\x1b\x1b[A|x", "esc up x"},
		{"\x1bO|x", "x"},
		{"\x1b]11;rgb|x", "x"},
		{"\x1b]11;rgb\x03", "ctrl+c"},
		{"\xe2\x82|a", "a"},
		{"\xe2a", "a"},
		{"a\x1b", "a esc"},
		{"\r\nx\n\r", "enter x enter enter"},
		{"\x1b\r", "esc enter"},
		{"\x1bé", ""},
		{"\x1b[\r", "enter"},
		{"\x1b[[Ax", "x"},
		{"\x1b[200~q \x1b[201~m", "q space m"},
		{"\x1b[200~q|m", "q m"},
	} {
		if s := pressed(&Keyboard{src: &paused{typed: typed{c.bytes}}}); s != c.want {
			t.Errorf("%q: %s, want %s", c.bytes, s, c.want)
		}
	}
}

// wokenAt is a source that is woken at its third read, as when a question is given up.
type wokenAt struct {
	paused
	reads int
}

func (s *wokenAt) read(wait time.Duration, begun bool) (byte, error) {
	if s.reads++; s.reads == 3 {
		return 0, errWoken
	}
	return s.paused.read(wait, begun)
}

// A read that is woken in the middle of a key returns the key first.
func TestWokenAmongKeys(t *testing.T) {
	k := &Keyboard{src: &wokenAt{paused: paused{typed: typed{"\x1b[Ax"}}}}
	for _, want := range []string{"up", "woken", "x"} {
		if key, err := k.Next(t.Context(), -1); key.String() != want || err != nil {
			t.Errorf("%v %v, want %s", key, err, want)
		}
	}
}

// Pasted keys say so, and a paste without an end is over when nothing follows.
func TestPasted(t *testing.T) {
	k := &Keyboard{src: &paused{typed: typed{"a\x1b[200~q\rx\x1b[201~m\x1b[200~y|n"}}}
	var got strings.Builder
	for key, err := k.next(-1); err == nil; key, err = k.next(-1) {
		if key.Pasted {
			got.WriteByte('*')
		}
		got.WriteString(key.String())
	}
	if got.String() != "a*q*enter*xm*yn" {
		t.Errorf("%s", got.String())
	}
}

// In Latin-1 each byte is a letter; text that happens to be UTF-8 is read as UTF-8.
func TestLatin(t *testing.T) {
	for bytes, want := range map[string]string{
		"Jo\xe3o": "J o ã o", "Zo\xeb|": "Z o ë", "\xe9\xe8a": "é è a", "João": "J o ã o", "\xe2\x82|a": "â a", "\xffx": "ÿ x", "\xa3": "£",
	} {
		if s := pressed(&Keyboard{src: &paused{typed: typed{bytes}}, latin: true}); s != want {
			t.Errorf("%q: %s, want %s", bytes, s, want)
		}
	}
}

// pressed returns the names of the keys that a source gives until it ends.
func pressed(k *Keyboard) string {
	var got []string
	for {
		key, err := k.next(-1)
		if err != nil {
			return strings.Join(got, " ")
		}
		got = append(got, key.String())
	}
}

// A torn source pauses before the n-th byte if bit n of a mask is set.
type torn struct {
	typed
	pauses uint64
	at     int
	paused bool
}

func (s *torn) read(wait time.Duration, begun bool) (byte, error) {
	if wait >= 0 && !s.paused && s.pauses>>(s.at%64)&1 != 0 {
		s.paused = true
		return 0, errNoByte
	}
	s.paused = false
	s.at++
	return s.typed.read(wait, begun)
}

// Whatever a terminal sends, and however it comes in pieces, reading it ends, plain text is what was typed, no
// control character becomes text, and Ctrl-C after a pause is heard.
func FuzzKeyboard(f *testing.F) {
	for i, s := range []string{"Ana\r", "\x1b[3~\x1bOH\x1b[1;5C", "\x1b]11;rgb\x1b\\x", "\x1bP1\x1b", "\xff\xc3\x28", "\x1b[M !!", "é日🎲\u202e\u2028", "\x1b[200~a\rb\x1b[201~",
		"\x1b[?1;2c", "\x1b[<0;1;1M", "a\x17\x15\x0b\x04\x01\x05", "\x1b[A\x1b[B \r12=3", "\x1b\x1b\x1b[", "\x1bOM\x1b[57414u", "\r\n\n\r", "👩\u200d👩\x7fe\u0301\x7f"} {
		f.Add(s, uint64(0))
		f.Add(s, uint64(1)<<i|2)
	}
	f.Fuzz(func(t *testing.T, s string, pauses uint64) {
		if len(s) > 200 {
			return
		}
		k := &Keyboard{src: &torn{typed: typed{s}, pauses: pauses}}
		text := ""
		for n := 0; ; n++ {
			key, err := k.next(-1)
			if err != nil {
				break
			}
			if n > 2*len(s) {
				t.Fatal("more keys than bytes")
			}
			if key.Kind == Character {
				if unicode.IsControl(key.Rune) || key.Rune == unicode.ReplacementChar {
					t.Fatalf("%q gives %q", s, key.Rune)
				}
				text += string(key.Rune)
			}
		}
		if plain := !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' }); plain && text != s {
			t.Fatalf("%q is read as %q", s, text)
		}
		k = &Keyboard{src: &paused{typed: typed{strings.NewReplacer("|", "", ".", "", "_", "").Replace(s) + "_\x03"}}}
		for {
			key, err := k.next(-1)
			if err != nil {
				t.Fatalf("behind %q no Ctrl-C is heard: %v", s, err)
			}
			if key.Kind == Interrupt && len(k.src.(*paused).left) == 0 {
				return
			}
		}
	})
}

// console returns a Keyboard on a console, and where to press its keys.
func console(t *testing.T) (*Keyboard, keys) {
	pressed := make(keys, 32)
	t.Cleanup(func() { close(pressed) })
	return &Keyboard{in: os.Stdin, src: newChunkSource(pressed)}, pressed
}

// slowly is a source whose keys come after a delay.
type slowly struct {
	typed
	comes time.Time
}

func (s *slowly) read(wait time.Duration, begun bool) (byte, error) {
	if left := time.Until(s.comes); left > 0 {
		if wait >= 0 && wait < left {
			time.Sleep(wait)
			return 0, errNoByte
		}
		time.Sleep(left)
	}
	return s.typed.read(wait, begun)
}

// An Enter typed along with the key of a line answers nothing else, however late the next question comes. Any
// other key counts, and so does an Enter that comes late enough for somebody to have read the question.
func TestPicked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			behind string
			comes  time.Duration
			waits  bool
			want   string
		}{
			{"\rx", 0, false, "x"}, {"\r\rx", 0, false, "enter x"}, {"5\r", 0, false, "5 enter"}, {"\rx", Burst / 2, false, "x"}, {"\rx", Burst, false, "enter x"},
			{"\rx", 2 * Burst, true, "x"}, {"\rx", 3 * Burst, true, "enter x"},
		} {
			src := &slowly{comes: time.Now().Add(c.comes), typed: typed{c.behind}}
			if c.comes > 0 {
				src.comes, src.left = time.Now().Add(c.comes), c.behind
			}
			k := &Keyboard{src: &later{src}}
			k.Picked(c.waits)
			if c.comes == 0 {
				time.Sleep(2 * Burst)
			}
			if s := pressed(k); s != c.want {
				t.Errorf("%q after %v: %s, want %s", c.behind, c.comes, s, c.want)
			}
		}
	})
}

// later has nothing pending before its keys come.
type later struct{ *slowly }

func (s *later) pending() bool { return time.Until(s.comes) <= 0 }

// A wait that is over, or given up, returns its own error; later keys belong to the next wait.
func TestGivenUp(t *testing.T) {
	errGivenUp := errors.New("given up")
	synctest.Test(t, func(t *testing.T) {
		k, keys := console(t)
		ctx, cancel := context.WithCancelCause(t.Context())
		if _, err := k.Next(ctx, time.Second); err != ErrLate {
			t.Error(err)
		}
		time.AfterFunc(time.Second, func() { cancel(errGivenUp) })
		if _, err := k.Next(ctx, -1); err != errGivenUp {
			t.Error(err)
		}
		keys <- "y"
		if key, err := k.Next(t.Context(), -1); key.Rune != 'y' || err != nil {
			t.Error(key, err)
		}
		k.src.wake()
		if key, err := k.Next(t.Context(), -1); key.Kind != Woken || err != nil {
			t.Error(key, err)
		}
	})
}
