package tty

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/cmd/internal/digits"
	"github.com/tablemate/tablemate/cmd/internal/keys"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// A clock has a screen of its own, so that the window shows its old content again afterwards.
const (
	ownScreen   = "\x1b[?1049h\x1b[2J"
	otherScreen = "\x1b[?1049l"
)

// Watch shows a clock that fills the window.
func (t *Terminal) Watch(ctx context.Context, w *Countdown) (string, error) {
	if t.left {
		return "", ask.Leave
	}
	t.replaces(theClock)
	t.alone = true
	t.write("\x1b[?25l" + ownScreen)
	resized := false
	defer func() {
		t.alone = false
		t.write(otherScreen)
		if resized {
			t.again()
		}
	}()
	c := &watch{l: t.l, w: w}
	var was []string
	option, err := c.run(ctx, func(ctx context.Context, late <-chan time.Time) (string, error) {
		if c.word {
			t.ignore = keys.IgnoreWord(t.pressed)
		}
		c.word = false
		key, at, err := t.next(ctx, late)
		switch {
		case err != nil:
			return "", t.ended(err)
		case key == keys.Redraw:
			was, resized = nil, true
			t.write(ownScreen)
		}
		if key != "" {
			t.pressed = at
		}
		if c.word = t.keys.BeginsWord(key); c.word || strings.HasPrefix(key, keys.Pasted) { // it was meant for a line
			return keys.Redraw, nil
		}
		return key, nil
	}, func() { was = t.drawClock(c, was) })
	switch err {
	case nil:
		t.ignore = keys.IgnoreEnter(t.pressed)
	case ask.Gone: // a phone stopped it: keys of that moment were meant for the clock
		t.gone = theClock
	}
	return option, err
}

// drawClock draws the lines of a clock that differ from those that stand there, and returns all of them.
func (t *Terminal) drawClock(c *watch, was []string) []string {
	lines := t.face(c)
	var b strings.Builder
	for i, line := range lines {
		if i >= len(was) || was[i] != line {
			fmt.Fprintf(&b, "\x1b[%d;1H%s\x1b[K", i+1, line)
		}
	}
	if len(lines) < len(was) {
		b.WriteString("\x1b[J")
	}
	if c.up && c.ring > 0 {
		b.WriteString("\a")
	}
	t.write(b.String())
	return lines
}

// face lays out a clock: its title, the digits, the bar, the keys. In a low window notes go first.
func (t *Terminal) face(c *watch) []string {
	columns, rows := t.size()
	width := columns - 1
	var top, foot []string
	add := func(to *[]string, paint func(string) string, text string) {
		if text == "" {
			return
		}
		for _, line := range wrap(text, width) {
			*to = append(*to, center(paint(line), width))
		}
	}
	plain := func(s string) string { return s }
	add(&top, t.bold, t.say(c.w.Text))
	for _, n := range c.w.Notes {
		if !c.up {
			add(&top, plain, t.say(n))
		}
	}
	add(&foot, plain, c.banks())
	left := timer.Seconds(c.w.Clock.At(c.last))
	if !c.w.Clock.Runs && !c.up {
		add(&foot, t.bold, t.say(lang.T("Paused")))
	}
	for _, s := range c.trouble() {
		add(&foot, plain, s)
	}
	foot = append(foot, digits.Bar(left, timer.Seconds(c.w.Whole), width))
	if c.up {
		add(&foot, t.dim, t.say(c.onward()))
	} else {
		add(&foot, t.dim, dots(c.keys(t.say(lang.T("Space")))...))
	}
	paint := t.bold
	if t.color && left <= 10 && !c.up {
		paint = func(s string) string { return t.paint("1;7", s) }
	}
	face := timer.Face(c.w.Clock.At(c.last))
	if c.up {
		face = t.say(lang.T("TIME!"))
	}
	room := rows - len(foot) - 2
	top = top[:min(len(top), max(0, room-digits.Rows))]
	large := digits.Big(face, width, room-len(top))
	lines := append(top, "")
	for _, line := range large {
		lines = append(lines, center(paint(line), width))
	}
	return append(append(lines, ""), foot...)
}

// center puts a line in the middle of width columns.
func center(line string, width int) string {
	return strings.Repeat(" ", max(0, width-ansi.StringWidth(line))/2) + line
}

// banks says how much everybody has left.
func (c *watch) banks() string {
	var all []string
	for i, name := range c.w.Names {
		s := name + " " + timer.Face(c.w.Clock.Bank(i, c.last))
		if i == c.w.Clock.On {
			s = "▸ " + s
		}
		all = append(all, s)
	}
	return strings.Join(all, " · ")
}

// onward names the keys that count when time is up.
func (c *watch) onward() lang.Text {
	switch {
	case c.several():
		return lang.T("Enter passes it on")
	case c.w.Again:
		return lang.T("Space begins again · Enter goes on")
	}
	return lang.T("Enter goes on · + 30 seconds")
}
