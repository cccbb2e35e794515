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
		"aé日👨‍👩‍👧e\u0301":                  {"a", "é", "日", "👨‍👩‍👧", "e", "\u0301"},
		"\x1b[A\x1bOB\x1b[3~\x1b[7~":       {up, down, remove, home},
		"\r\n\r\n\n":                       {enter, enter, enter},
		"\x1b":                             {esc},
		"\x1b\x1b[D":                       {esc, left},
		"\x1bx\x1b[1;5Dy":                  {"y"}, // Alt and Control
		"\x1b[200~ab\x1b[201~":             {"a", "b"},
		"\x1b]11;rgb:0/0/0\x07\x1b[?1;2cq": {"q"}, // a terminal's answers
		"\x03\x04\x1a\x08\x7f":             {interrupt, ending, suspend, backspace, backspace},
		"\x00\x07\t\u202e\xff\xc3a":        {"a"},
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

// An Enter a moment after a key that was an answer belongs to it; later it does not.
func TestHabit(t *testing.T) {
	for after, want := range map[time.Duration]string{0: "x", habit: "x", habit + 1: enter} {
		synctest.Test(t, func(t *testing.T) {
			r, w := io.Pipe()
			k := &Terminal{keys: newKeys(r), picked: time.Now()}
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

// What is typed on after a letter that is on no list belongs to the same word, up to its Enter; after a moment it does not.
func TestWordThatIsOnNoList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		k := &Terminal{keys: newKeys(r), word: time.Now()}
		go func() {
			for _, key := range []string{"a", "1", " ", enter} {
				time.Sleep(habit)
				_, _ = io.WriteString(w, key)
			}
			time.Sleep(habit + 1)
			_, _ = io.WriteString(w, "b")
			_ = w.Close()
		}()
		if got, _, err := k.next(context.Background(), nil); got != "b" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
		for err := error(nil); err == nil; {
			_, _, err = k.keys.next(context.Background(), nil)
		}
	})
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
