package keys

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
)

// typed returns the keys that a terminal sent without a pause, however busy the machine is.
func typed(t *testing.T, in io.Reader) (got []string) {
	synctest.Test(t, func(t *testing.T) {
		k := New(in)
		for key, _, err := k.Next(context.Background(), nil); err == nil; key, _, err = k.Next(context.Background(), nil) {
			got = append(got, key)
		}
	})
	return got
}

func TestKeys(t *testing.T) {
	for sent, want := range map[string][]string{
		"aé日👨‍👩‍👧e\u0301":                     {"a", "é", "日", "👨‍👩‍👧", "e\u0301"},
		"\x1b[A\x1bOB\x1b[3~\x1b[7~":          {Up, Down, Remove, Home},
		"\r\n\r\n\n":                          {Enter, Enter, Enter},
		"\x1b":                                {Esc},
		"\x1b\x1b[D\x1b\x1by":                 {"y"},
		"\x1bx\x1b[1;5Dy":                     {"y"}, // Alt and Control
		"\x1b[200~ab\t1\r\nc\x1b[201~d":       {Pasted + "ab\t1\r\nc", "d"},
		"\x1b]11;rgb:0/0/0\x07\x1b[?1;2cq":    {"q"}, // a terminal's answers
		"\x03\x04\x1a\x08\x7f":                {Interrupt, Ending, Suspend, Backspace, Backspace},
		"\x00\x07\t\u202e\xff\xc3a":           {Tab, "a"},
		"\x1b[[E\x1b[[A\x1bOx\x1bO5Px":        {"x"}, // the Linux console, a keypad
		"\x1b[97;5ux\x1b[?1;2;3$yz\x1b[Iz":    {"x", "z", "z"},
		"\x17\x1b\x7f\x1b\x08":                {KillWord, KillWord, KillWord},
		"\x1b[1\x03\x1b[\x1b[Ax":              {Interrupt, Up, "x"}, // a code that is broken off
		"１２\u200b3\u2060\ufeff４\u00ad\u200d5": {"1", "2", "3", "4", "5"},
	} {
		if got := typed(t, strings.NewReader(sent)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", sent, got, want)
		}
		got := typed(t, iotest.OneByteReader(strings.NewReader(sent)))
		if one := strings.Join(want, ""); strings.Join(got, "") != one {
			t.Errorf("%q a byte at a time: %q", sent, got)
		}
	}
}

// Esc is a key when nothing follows for a moment, and the beginning of one when it does.
func TestEsc(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		k := New(r)
		go func() {
			for _, s := range []string{"\x1b", "[", "C", "\x1b"} {
				_, _ = io.WriteString(w, s)
				time.Sleep(insideKey / 2)
			}
			time.Sleep(insideKey)
			_, _ = io.WriteString(w, "[C")
			_ = w.Close()
		}()
		for _, want := range []string{Right, Esc, "[", "C"} {
			if got, _, err := k.Next(context.Background(), nil); got != want || err != nil {
				t.Fatalf("%q %v, want %q", got, err, want)
			}
		}
		if _, _, err := k.Next(context.Background(), nil); err != io.EOF {
			t.Error(err)
		}
	})
}

// No code of Esc and one more character types anything, leads anywhere or swallows what follows.
func TestEscAndOneMore(t *testing.T) {
	for c := range rune(0x80) {
		if strings.ContainsRune("[O]PX^_", c) { // the beginnings of longer codes
			continue
		}
		got := typed(t, strings.NewReader("\x1b"+string(c)+"7"))
		if c == 0x7f || c == 8 {
			got = slices.DeleteFunc(got, func(key string) bool { return key == KillWord })
		}
		if !slices.Equal(got, []string{"7"}) {
			t.Errorf("Esc and %q: %q", c, got)
		}
	}
}
