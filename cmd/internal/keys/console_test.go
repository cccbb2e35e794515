package keys

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
)

// Keys that are held, as consoles report them.
const (
	leftCtrl = 0x08
	altGr    = leftCtrl | rightAlt
	numLock  = 0x20
)

// press is a key that goes down and up again.
func press(virtual, char uint16, state uint32) []keyRecord {
	return []keyRecord{{true, 1, virtual, char, state}, {false, 1, virtual, char, state}}
}

// writes are the records of a text, as a console reports a paste, or an emoji that was chosen: in halves where a character
// needs two.
func writes(units ...uint16) (all []keyRecord) {
	for _, u := range units {
		all = append(all, press(0, u, 0)...)
	}
	return all
}

// TestConsole has recordings of a console on Windows, and the keys that they are.
func TestConsole(t *testing.T) {
	down := func(virtual, char uint16, state uint32) []keyRecord { return press(virtual, char, state)[:1] }
	up1 := func(virtual, char uint16, state uint32) []keyRecord { return press(virtual, char, state)[1:] }
	for name, c := range map[string]struct {
		records [][]keyRecord
		want    string
	}{
		"letters":                {[][]keyRecord{press('A', 'a', 0), press('A', 'A', anyShift), press('1', '1', numLock)}, "a A 1"},
		"accents":                {[][]keyRecord{press(0xba, 'ç', 0), down(0xde, 0, 0), press('A', 'ã', 0)}, "ç ã"},
		"enter, esc, back":       {[][]keyRecord{press(0x0d, '\r', 0), press(0x1b, 0x1b, 0), press(vkBack, '\b', 0)}, "\r \x1b \x7f"},
		"ctrl with letters":      {[][]keyRecord{down(0x11, 0, leftCtrl), press('C', 3, leftCtrl), press('U', 0x15, leftCtrl), up1(0x11, 0, 0)}, "\x03 \x15"},
		"back with ctrl":         {[][]keyRecord{press(vkBack, 0x7f, leftCtrl)}, "\x7f"},
		"arrows":                 {[][]keyRecord{press(0x26, 0, notNumPad), press(0x28, 0, notNumPad), press(0x25, 0, notNumPad), press(0x27, 0, notNumPad)}, "\x1b[A \x1b[B \x1b[D \x1b[C"},
		"above the arrows":       {[][]keyRecord{press(0x24, 0, notNumPad), press(0x23, 0, notNumPad), press(0x2e, 0, notNumPad), press(0x21, 0, notNumPad), press(0x22, 0, notNumPad)}, "\x1b[H \x1b[F \x1b[3~ \x1b[5~ \x1b[6~"},
		"pad without num lock":   {[][]keyRecord{press(0x24, 0, 0), press(0x28, 0, 0)}, "\x1b[H \x1b[B"},
		"with ctrl and shift":    {[][]keyRecord{press(0x25, 0, leftCtrl|notNumPad), press(0x2e, 0, leftCtrl|notNumPad), press(vkTab, '\t', anyShift), press(0x26, 0, anyShift|notNumPad)}, "\x1b[1;5D \x1b[3;5~ \x1b[Z \x1b[1;2A"},
		"function keys and F10":  {[][]keyRecord{press(0x70, 0, 0), press(0x79, 0, 0), press(0x5b, 0, 0), press(0x14, 0, 0)}, ""},
		"alt alone":              {[][]keyRecord{down(vkMenu, 0, leftAlt), up1(vkMenu, 0, 0), press('1', '1', 0)}, "1"},
		"alt to another window":  {[][]keyRecord{down(vkMenu, 0, leftAlt), press('1', '1', 0), press('?', '?', anyShift)}, "1 ?"},
		"ctrl to another window": {[][]keyRecord{down(0x11, 0, leftCtrl), press('A', 'a', 0)}, "a"},
		"alt with a letter":      {[][]keyRecord{press('B', 'b', leftAlt), press(vkBack, '\b', leftAlt)}, "\x1bb \x1b\x7f"},
		"altgr":                  {[][]keyRecord{down(0x11, 0, leftCtrl), down(vkMenu, 0, altGr), press('W', '?', altGr), press('Q', '/', altGr), press('L', 'ł', altGr), press('E', '€', altGr|numLock), up1(vkMenu, 0, 0)}, "? / ł €"},
		"altgr with shift":       {[][]keyRecord{press('L', 'Ł', altGr|anyShift)}, "Ł"},
		"ctrl and left alt":      {[][]keyRecord{press('Q', '@', leftCtrl|leftAlt)}, "@"},
		"a character by number":  {[][]keyRecord{down(vkMenu, 0, leftAlt), press(vkNumPad0, 0, leftAlt|numLock), press(0x62, 0, leftAlt|numLock), press(0x63, 0, leftAlt|numLock), press(0x63, 0, leftAlt|numLock), up1(vkMenu, 'é', 0)}, "é"},
		"the same, no num lock":  {[][]keyRecord{down(vkMenu, 0, leftAlt), press(0x2d, 0, leftAlt), press(0x28, 0, leftAlt), press(vkClear, 0, leftAlt), up1(vkMenu, 'é', 0)}, "é"},
		"an arrow with alt":      {[][]keyRecord{press(0x26, 0, leftAlt|notNumPad)}, "\x1b[1;3A"},
		"an emoji":               {[][]keyRecord{writes(0xd83d, 0xde00), writes('x')}, "😀 x"},
		"an emoji, all down":     {[][]keyRecord{down(0, 0xd83c, 0), down(0, 0xdfb2, 0), up1(0, 0xd83c, 0), up1(0, 0xdfb2, 0)}, "🎲"},
		"half an emoji":          {[][]keyRecord{writes(0xd83d, 'a', 0xde00, 'b')}, "a b"},
		"a key that is held":     {[][]keyRecord{{{true, 3, 'X', 'x', 0}}, {{true, 2, 0x28, 0, notNumPad}}}, "x x x \x1b[B \x1b[B"},
		"pasted lines":           {[][]keyRecord{writes('A', 'n', 'a', '\r', 'B')}, "A n a \r B"},
	} {
		var typing consoleTyping
		var got []string
		for _, k := range slices.Concat(c.records...) {
			if b := typing.bytes(k); b != "" {
				one := b[:len(b)/max(1, int(k.repeat))]
				got = append(got, slices.Repeat([]string{one}, max(1, int(k.repeat)))...)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q, want %q", name, s, c.want)
		}
	}
}

// The bytes of a console mean the same as those of a terminal elsewhere, and another size of its window draws anew.
func TestConsoleKeys(t *testing.T) {
	r, w := io.Pipe()
	k := New(r)
	go func() {
		var typing consoleTyping
		for _, p := range slices.Concat(
			press(vkMenu, 0, leftAlt), press('1', '1', 0), press('W', '?', altGr), press('L', 'ł', altGr),
			press(0x24, 0, notNumPad), press(0x23, 0, notNumPad), press(0x2e, 0, notNumPad), press(0x21, 0, notNumPad), writes(0xd83d, 0xde00),
		) {
			if _, err := io.WriteString(w, typing.bytes(p)); err != nil {
				return
			}
		}
		_, _ = io.WriteString(w, resized+"x")
		_ = w.Close()
	}()
	for _, want := range []string{"1", "?", "ł", Home, End, Remove, PageUp, "😀", Redraw, "x"} {
		if key, _, err := k.Next(context.Background(), nil); key != want || err != nil {
			t.Errorf("%q, want %q (%v)", key, want, err)
		}
	}
	if _, _, err := k.Next(context.Background(), nil); err != io.EOF {
		t.Error(err)
	}
}
