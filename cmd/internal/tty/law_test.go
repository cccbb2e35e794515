//go:build unix

package tty

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/keys"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// seeds is how many random questions are typed at; GATE=1 tries more.
func seeds() uint64 {
	if os.Getenv("GATE") != "" {
		return 50_000
	}
	return 1_000
}

// anything are keys of all kinds, and texts that somebody might paste.
var anything = []string{
	"1", "2", "3", "4", "12", "1", "2", "a", "b", "e", "n", "x", "an", "bia", "Zo", "é", "日", "👨‍👩‍👧", " ", ",", "-", "+", ":", "0", "9", "?", "<", ">", "",
	keys.Enter, keys.Enter, keys.Enter, keys.Esc, keys.Tab, keys.Up, keys.Down, keys.Left, keys.Right, keys.Home, keys.End, keys.PageUp, keys.PageDown, keys.Backspace, keys.Backspace, keys.Remove, keys.KillLine, keys.KillWord, keys.Redraw,
	keys.Pasted + "Ana\r\nBia\t2", keys.Pasted + "3 2 1\n4 4 4\n", keys.Pasted + "\n\n", keys.Pasted,
}

// someQuestion returns a random group that one form puts.
func someQuestion(r *rand.Rand) ask.Group {
	names := slices.Clone(people[:r.IntN(5)+2])
	if r.IntN(4) == 0 {
		names = strings.Fields("Ana Bia Caio Davi Eva Fabi Gil Hugo Nat Nina Xena Zoé")
	}
	options := ask.Options(ask.Names(names)).Numbered(names)
	if r.IntN(3) == 0 {
		options = slices.Delete(options, 0, 1) // somebody cannot be the answer
	}
	if r.IntN(4) == 0 {
		options[len(options)-1].Why = lang.T("nobody pays themselves")
	}
	shapes := []ask.Shape{
		ask.Pick{Options: options}, ask.Many{Options: options}, ask.Many{Options: options, Most: 1}, ask.Number{Hi: 9}, ask.Number{Lo: 1, Hi: 12, Cards: true},
		ask.Number{Lo: -5, Hi: 30}, ask.Number{Hi: 6, Blank: true}, ask.Words{}, ask.Words{List: true, Least: 2},
	}
	shape := shapes[r.IntN(len(shapes))]
	q := ask.Question{ID: "asked", Text: lang.T("What?"), Shape: shape}
	if r.IntN(3) == 0 {
		q.Keys = []ask.Option{{ID: "none", Key: "n", None: true, Text: lang.T("nobody")}, {ID: "x", Key: "x", Text: lang.T("wrong numbers")}}
	}
	if _, pick := shape.(ask.Pick); pick && r.IntN(4) == 0 {
		q.Keys = append(q.Keys, ask.Option{ID: "players", Key: "p", Words: &ask.Words{List: true, Least: 2}, Text: lang.T("Clockwise")})
	}
	if r.IntN(3) == 0 {
		q.Suggest = []string{names[1], "3", `["` + names[1] + `"]`}[r.IntN(3)]
	}
	g := ask.Group{Text: q.Text, Asked: []ask.Question{q}}
	switch shape.(type) {
	case ask.Pick, ask.Number:
		for _, who := range names {
			if one := q; r.IntN(2) == 0 {
				one.Who, one.Keys = who, nil
				g.Asked = append(g.Asked, one)
			}
		}
	}
	return g
}

// Whatever is typed, pasted or pressed, nothing breaks, and what is recorded is what stood on the screen before the key
// that took it; a line means the same as on plain lines.
func TestWhatIsRecordedWasShown(t *testing.T) {
	taken := 0
	for seed := range seeds() {
		r := rand.New(rand.NewPCG(seed, 52))
		g := someQuestion(r)
		f := form{l: lang.English, g: g, q: g.Asked[0], whole: g.Line(), got: func(...ask.Answer) error { return nil }}
		d := newView(&Terminal{keys: keys.New(strings.NewReader("")), out: os.Stdout, l: lang.English, pressed: time.Unix(0, 0)}, f)
		press := d.press
		if d.list != nil {
			press = d.list.press
			d.list.size = 5
		}
		var pressed []string
		for range r.IntN(30) {
			key := anything[r.IntN(len(anything))]
			if key == "" && !d.held {
				continue
			}
			if len(key) > 1 && !strings.HasPrefix(key, keys.Pasted) && key[0] != '\x1b' && key != keys.Redraw {
				pressed = append(pressed, strings.Split(key, "")[1:]...)
				key = key[:1]
			}
			pressed = append(pressed, key)
		}
		for _, key := range pressed {
			if key == "" && !d.held {
				continue
			}
			shown := shownBefore(d, key)
			if _, over := press(key); !over {
				continue
			}
			if d.give == nil { // it leads elsewhere
				d.err = nil
				continue
			}
			in, err := d.give()
			d.give = nil
			if err != nil {
				if !fault.Is(err) {
					t.Fatalf("seed %d: %q: %v", seed, pressed, err)
				}
				d.refuse(err)
				continue
			}
			taken++
			if said := g.Said(lang.English, in...); shown != "" && said != shown {
				t.Fatalf("seed %d: %q at %+v: recorded %q, shown was %q", seed, pressed, g, said, shown)
			}
			if d.list == nil {
				if plain, err := f.take(d.typed); err != nil || !slices.Equal(plain, in) {
					t.Fatalf("seed %d: %q is %v on plain lines, %v, and %v in a window", seed, d.typed, plain, err, in)
				}
			}
			break
		}
	}
	if taken < int(seeds())/5 {
		t.Errorf("only %d answers of %d questions were taken", taken, seeds())
	}
}

// shownBefore returns what the screen says that Enter records, or "" if the key is none or it says nothing.
func shownBefore(d *questionView, key string) string {
	l := d.list
	switch {
	case key != keys.Enter:
		return ""
	case l == nil:
		return d.heard()
	case l.many:
		on, err := l.judged()
		if err != nil {
			return ""
		}
		return d.f.g.Said(d.f.l, ask.Answer{Line: l.line(on)})
	case l.typed == "" && l.cursorShown:
		return l.options[l.at].Name(d.f.l)
	case d.f.words():
		return d.f.g.Heard(d.f.l, l.typed)
	case l.typed != "" && !d.f.isKey(l.typed):
		return l.options[l.at].Name(d.f.l)
	}
	return ""
}

// Space where nothing is typed ends what others watch, at any question, and is neither an answer nor a part of one. At a check
// list it ticks.
func TestSpaceAnswersNothing(t *testing.T) {
	names := ask.Options{{ID: "Ana"}, {ID: "Bia"}}
	for _, shape := range []ask.Shape{ask.Pick{Options: names}, ask.Number{Hi: 9}, ask.Words{Max: 20}, ask.Many{Options: names}} {
		q := ask.Question{ID: "it", Text: lang.Literal("?"), Shape: shape}
		f := form{l: lang.English, g: ask.Group{Text: q.Text, Asked: []ask.Question{q}}, q: q, got: func(...ask.Answer) error { return nil }}
		skipped := 0
		d := newView(&Terminal{keys: keys.New(strings.NewReader("")), out: os.Stdout, l: lang.English, pressed: time.Unix(0, 0), skip: func() { skipped++ }}, f)
		press, typed := d.press, d.line.string
		if d.list != nil {
			press, typed, d.list.size = d.list.press, func() string { return d.list.typed }, 5
		}
		_, over := press(" ")
		if _, many := shape.(ask.Many); over || d.give != nil || d.err != nil || typed() != "" || (skipped == 1) == many {
			t.Errorf("%T: over %v, %d times, %q is typed", shape, over, skipped, typed())
		}
		press("z")
		if press(" "); skipped > 1 {
			t.Errorf("%T: behind a letter it is one of a name", shape)
		}
	}
}
