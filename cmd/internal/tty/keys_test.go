package tty

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

// typed returns the keys that a terminal sent.
func typed(in io.Reader) (got []string) {
	for k := newKeys(in); ; {
		key, _, err := k.next(context.Background(), nil)
		if err != nil {
			return got
		}
		got = append(got, key)
	}
}

func TestKeys(t *testing.T) {
	for sent, want := range map[string][]string{
		"aé日👨‍👩‍👧e\u0301":                     {"a", "é", "日", "👨‍👩‍👧", "e\u0301"},
		"\x1b[A\x1bOB\x1b[3~\x1b[7~":          {up, down, remove, home},
		"\r\n\r\n\n":                          {enter, enter, enter},
		"\x1b":                                {esc},
		"\x1b\x1b[D\x1b\x1by":                 {"y"},
		"\x1bx\x1b[1;5Dy":                     {"y"}, // Alt and Control
		"\x1b[200~ab\t1\r\nc\x1b[201~d":       {paste + "ab\t1\r\nc", "d"},
		"\x1b]11;rgb:0/0/0\x07\x1b[?1;2cq":    {"q"}, // a terminal's answers
		"\x03\x04\x1a\x08\x7f":                {interrupt, ending, suspend, backspace, backspace},
		"\x00\x07\t\u202e\xff\xc3a":           {tab, "a"},
		"\x1b[[E\x1b[[A\x1bOx\x1bO5Px":        {"x"}, // the Linux console, a keypad
		"\x1b[97;5ux\x1b[?1;2;3$yz\x1b[Iz":    {"x", "z", "z"},
		"\x17\x1b\x7f\x1b\x08":                {killWord, killWord, killWord},
		"\x1b[1\x03\x1b[\x1b[Ax":              {interrupt, up, "x"}, // a code that is broken off
		"１２\u200b3\u2060\ufeff４\u00ad\u200d5": {"1", "2", "3", "4", "5"},
	} {
		if got := typed(strings.NewReader(sent)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", sent, got, want)
		}
		got := typed(iotest.OneByteReader(strings.NewReader(sent)))
		if one := strings.Join(want, ""); strings.Join(got, "") != one {
			t.Errorf("%q a byte at a time: %q", sent, got)
		}
	}
}

// Esc is a key when nothing follows for a moment, and the beginning of one when it does.
func TestEsc(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		k := newKeys(r)
		go func() {
			for _, s := range []string{"\x1b", "[", "C", "\x1b"} {
				_, _ = io.WriteString(w, s)
				time.Sleep(insideKey / 2)
			}
			time.Sleep(insideKey)
			_, _ = io.WriteString(w, "[C")
			_ = w.Close()
		}()
		for _, want := range []string{right, esc, "[", "C"} {
			if got, _, err := k.next(context.Background(), nil); got != want || err != nil {
				t.Fatalf("%q %v, want %q", got, err, want)
			}
		}
		if _, _, err := k.next(context.Background(), nil); err != io.EOF {
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
		got := typed(strings.NewReader("\x1b" + string(c) + "7"))
		if c == 0x7f || c == 8 {
			got = slices.DeleteFunc(got, func(key string) bool { return key == killWord })
		}
		if !slices.Equal(got, []string{"7"}) {
			t.Errorf("Esc and %q: %q", c, got)
		}
	}
}

// An Enter a moment after a key that was an answer belongs to it; later it does not, and nor does another key.
func TestHabit(t *testing.T) {
	for after, want := range map[time.Duration]string{0: "x", habit: "x", habit + 1: enter} {
		synctest.Test(t, func(t *testing.T) {
			r, w := io.Pipe()
			k := &Terminal{keys: newKeys(r), ignore: ignoreEnter(time.Now())}
			go func() {
				time.Sleep(after)
				_, _ = io.WriteString(w, enter)
				_, _ = io.WriteString(w, "x")
				_ = w.Close()
			}()
			if got, _, err := k.next(context.Background(), nil); got != want || err != nil {
				t.Errorf("Enter after %v: %q, %v", after, got, err)
			}
			for err := error(nil); err == nil; {
				_, _, err = k.keys.next(context.Background(), nil)
			}
		})
	}
}

// A run of Backspaces undoes nothing where it has emptied the line; one a while later, or after another key, does.
func TestIgnoredBackspace(t *testing.T) {
	at := time.Now()
	i := ignoreBackspace(at)
	for _, c := range []struct {
		after time.Duration
		key   string
		want  bool
	}{{0, backspace, true}, {habit, backspace, true}, {habit - 1, backspace, true}, {habit + 1, backspace, false}} {
		at = at.Add(c.after)
		if got := i.dropped(c.key, at); got != c.want {
			t.Errorf("%q after %v: %v", c.key, c.after, got)
		}
	}
	i = ignoreBackspace(at)
	if i.dropped("3", at) || i.dropped(backspace, at) {
		t.Error("another key does not end the run")
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		width      int
		text, want string
	}{
		{20, "a  table\n1    2", "a  table\n1    2"},
		{12, "Who told? Ana 3, Bia -2, Caio 10", "Who told?\nAna 3,\nBia -2,\nCaio 10"},
		{10, dots("a b c", "d - e", "f"), "a b c ·\nd - e · f"},
		{8, "日本日本日本", "日本日本\n日本"},
		{14, "no game: sushi-go, picture-perfect", "no game:\nsushi-go,\npicture-perfec\nt"},
		{27, "tablemate resume k-obe --data x", "tablemate resume k-obe\n--data x"},
		{12, "  go on with it", "  go on with\n  it"},
		{6, "extraordinary", "extrao\nrdinar\ny"},
	} {
		if got := strings.Join(wrap(c.text, c.width), "\n"); got != c.want {
			t.Errorf("%q\nwant %q", got, c.want)
		}
	}
}
