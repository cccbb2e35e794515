//go:build unix

package tty

import (
	"context"
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/keys"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// table is the screen on which a known table is agreed on, with a letter a line.
func table() ask.Group {
	names := &ask.Words{List: true, Least: 2}
	keys := []ask.Option{{ID: "players", Key: "n", Words: names, Text: lang.T("Clockwise: {names}")}}
	for _, letter := range "dmtpsekacx" {
		keys = append(keys, ask.Option{ID: string(letter), Key: string(letter), Text: lang.T("another line")})
	}
	return one(ask.Question{Text: lang.T("Is this right?"), Suggest: "yes", Keys: keys, Shape: ask.Pick{Options: []ask.Option{{ID: "yes", Text: lang.T("Yes, begin")}}}})
}

// one returns a group of one question.
func one(q ask.Question) ask.Group {
	q.ID = "asked"
	return ask.Group{Asked: []ask.Question{q}}
}

// at types keys at a question, so far apart, and returns the answers that it takes.
func at(t *testing.T, g ask.Group, apart time.Duration, pressed ...string) (in []ask.Answer) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		f := form{l: lang.English, g: g, q: g.Asked[0], whole: g.Line(), got: func(...ask.Answer) error { return nil }}
		term := &Terminal{keys: keys.New(r), out: os.Stdout, l: lang.English}
		d := newView(term, f)
		p := &promptuiIO{t: term, ctx: context.Background(), press: d.press, held: func() bool { return d.held }}
		if d.list != nil {
			p.press = d.list.press
		}
		go func() {
			for _, key := range pressed {
				_, _ = io.WriteString(w, key)
				time.Sleep(apart)
			}
			time.Sleep(time.Minute)
			_ = w.Close()
		}()
		for !p.over {
			p.take(term.next(context.Background(), p.pause()))
		}
		if d.give == nil {
			t.Fatalf("%q: %v, %v", pressed, d.err, p.err)
		}
		var err error
		if in, err = d.give(); err != nil {
			t.Errorf("%q, %v apart: %v", pressed, apart, err)
		}
		for err := error(nil); err == nil; {
			_, _, err = term.keys.Next(context.Background(), nil)
		}
	})
	return in
}

// Names at the table's screen are the new table, whatever letter they begin with, however fast they are typed; a letter
// alone leads to its line.
func TestNamesOfANewTable(t *testing.T) {
	for letter := 'a'; letter <= 'z'; letter++ {
		for _, first := range []string{string(letter), strings.ToUpper(string(letter))} {
			for _, between := range []string{", ", " "} {
				typed := first + "da" + between + "Bia" + between + first + "ui"
				want := `["` + first + `da","Bia","` + first + `ui"]`
				for _, apart := range []time.Duration{0, 40 * time.Millisecond, 120 * time.Millisecond, 300 * time.Millisecond} {
					in := at(t, table(), apart, append(strings.Split(typed, ""), keys.Enter)...)
					if len(in) != 1 || in[0].Key != "players" || in[0].Line != want {
						t.Fatalf("%s, %v apart: %+v", typed, apart, in)
					}
				}
				for _, whole := range []string{typed, keys.PasteBegins + typed + keys.PasteEnds} {
					if in := at(t, table(), 0, whole, keys.Enter); len(in) != 1 || in[0].Line != want {
						t.Fatalf("%s, pasted: %+v", typed, in)
					}
				}
			}
		}
	}
	for _, keys := range [][]string{{"d"}, {"d", keys.Enter}} {
		if in := at(t, table(), 2*hold, keys...); len(in) != 1 || in[0].Key != "d" || in[0].Line != "" {
			t.Errorf("%q: %+v", keys, in)
		}
	}
	if in := at(t, table(), 0, keys.Enter); len(in) != 1 || in[0].Line != "yes" {
		t.Errorf("%+v", in)
	}
}
