package tty

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/keys"
)

// An Enter a moment after a key that was an answer belongs to it; later it does not, and nor does another key.
func TestHabit(t *testing.T) {
	for after, want := range map[time.Duration]string{0: "x", keys.Habit: "x", keys.Habit + 1: keys.Enter} {
		synctest.Test(t, func(t *testing.T) {
			r, w := io.Pipe()
			k := &Terminal{keys: keys.New(r), ignore: keys.IgnoreEnter(time.Now())}
			go func() {
				time.Sleep(after)
				_, _ = io.WriteString(w, keys.Enter)
				_, _ = io.WriteString(w, "x")
				_ = w.Close()
			}()
			if got, _, err := k.next(context.Background(), nil); got != want || err != nil {
				t.Errorf("Enter after %v: %q, %v", after, got, err)
			}
			for err := error(nil); err == nil; {
				_, _, err = k.keys.Next(context.Background(), nil)
			}
		})
	}
}

// A run of Backspaces undoes nothing where it has emptied the line; one a while later, or after another key, does.
func TestIgnoredBackspace(t *testing.T) {
	at := time.Now()
	i := keys.IgnoreBackspace(at)
	for _, c := range []struct {
		after time.Duration
		key   string
		want  bool
	}{{0, keys.Backspace, true}, {keys.Habit, keys.Backspace, true}, {keys.Habit - 1, keys.Backspace, true}, {keys.Habit + 1, keys.Backspace, false}} {
		at = at.Add(c.after)
		if got := i.Dropped(c.key, at); got != c.want {
			t.Errorf("%q after %v: %v", c.key, c.after, got)
		}
	}
	i = keys.IgnoreBackspace(at)
	if i.Dropped("3", at) || i.Dropped(keys.Backspace, at) {
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
