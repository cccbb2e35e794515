package screen

import (
	"strings"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/timer"
)

// Turn clocks and sand glasses are not paused by Space and Enter.

var (
	isOn    = lang.Msg("screen.is-on", "It is {name}'s turn")
	isEmpty = lang.Msg("screen.is-empty", "{name} has no time left")
	onLeft  = lang.Msg("screen.on-left", "It is {name}'s turn: {time} left.")
	onOver  = lang.Msg("screen.on-over", "It is {name}'s turn: {time} over.")
	onSoFar = lang.Msg("screen.on-so-far", "It is {name}'s turn: {time} so far.")
	ranOut  = lang.Msg("screen.ran-out", "{name} has no time left; the clock goes on below zero.")
	allLeft = lang.Msg("screen.all-left", "Paused. Left: {all}.")
	allUsed = lang.Msg("screen.all-used", "Paused. So far: {all}.")

	keyPass   = lang.Msg("screen.key-pass", "Enter  on to {name}")
	keyAnew   = lang.Msg("screen.key-anew", "Enter  start again")
	keyReturn = lang.Msg("screen.key-return", "<  back to {name}")
	keyOut    = lang.Msg("screen.key-out", "o  {name} is out")
	keyEnd    = lang.Msg("screen.key-end", "q  end")
)

// turnKeys holds the keys of these clocks alone, which come before all others.
var turnKeys = []clockKey{
	{"space enter", Clock.saysPass, (*loop).pass},
	{"backspace <", Clock.saysReturn, (*loop).giveBack},
	{"o", Clock.saysOut, (*loop).putOut},
}

func (c Clock) saysPass(p frame) lang.Text {
	switch {
	case p.turns != nil:
		return keyPass.With("name", p.turns.People[p.turns.Next()])
	case c.Sand:
		return keyAnew
	}
	return lang.Text{}
}

func (c Clock) saysReturn(p frame) lang.Text {
	if p.turns != nil {
		if before, had := p.turns.Return(); had {
			return keyReturn.With("name", frame{turns: &before}.name())
		}
	}
	return lang.Text{}
}

func (c Clock) saysOut(p frame) lang.Text {
	if p.turns != nil {
		if _, may := p.turns.Leave(0); may {
			return keyOut.With("name", p.name())
		}
	}
	return lang.Text{}
}

// pass hands the turn on and starts the clock, or starts a sand glass over.
func (l *loop) pass(_ string, at timer.Moment) {
	l.pic.away, l.pic.jumped = 0, false
	if l.Turns == nil {
		l.set(timer.New(l.Limit).Start(at), at)
		return
	}
	passed := timer.Longest - l.clock.At(at)
	l.clock = l.clock.Start(at)
	l.moved(l.Turns.Pass(passed), at)
}

func (l *loop) giveBack(_ string, at timer.Moment) {
	before, _ := l.Turns.Return()
	l.moved(before, at)
}

func (l *loop) putOut(_ string, at timer.Moment) {
	after, _ := l.Turns.Leave(timer.Longest - l.clock.At(at))
	l.moved(after, at)
}

// moved takes over the new turns. They are on the disk before anybody hears of them, unless the disk is slow.
func (l *loop) moved(t timer.Turns, at timer.Moment) {
	l.Turns, l.pic.turns = &t, &t
	l.pic.seconds = l.seconds(at)
	l.set(l.clock, at)
	l.settle()
}

// offTurn reports whether a key comes from the phone of a person who is not on turn, or not any more.
func (l *loop) offTurn(seat int) bool {
	if l.Turns == nil || seat == 0 {
		return false
	}
	_, on := l.Turns.Shares(0)
	return seat-1 != on
}

// reads returns the time on the face. On a turn clock it is that of the person on turn.
func (l *loop) reads(now timer.Moment) time.Duration {
	if l.Turns == nil {
		return l.clock.At(now)
	}
	all, on := l.Turns.Shares(timer.Longest - l.clock.At(now))
	return l.Turns.Reads(all[on])
}

func (l *loop) seconds(now timer.Moment) int { return timer.Below(l.reads(now)) }

// seen returns the snapshot to save now.
func (l *loop) seen(now timer.Moment) timer.Snapshot {
	s := l.clock.Seen(now)
	s.Turns = l.Turns
	return s
}

// name returns the name of the person on turn.
func (p frame) name() string {
	_, on := p.turns.Shares(0)
	return p.turns.People[on]
}

// about returns the current subject of the clock.
func (c Clock) about(p frame) lang.Text {
	if p.turns == nil {
		return c.Text
	}
	return isOn.With("name", p.name())
}

// isOut replaces the time of a person who is out.
const isOut = "–"

// faces returns everybody's time, and whose turn it is.
func (c Clock) faces(p frame) (faces []string, on int) {
	all, on := p.turns.Shares(0) // within a turn only the time of the person on turn changes
	for i, s := range all {
		face := p.turns.Face(s)
		switch {
		case i == on:
			face = c.reads(p)
		case s.Out:
			face = isOut
		}
		faces = append(faces, face)
	}
	return faces, on
}

// mostRows is how many lines everybody's time may take before names are cut.
const mostRows = 4

// row returns everybody's time.
func (c Clock) row(p frame, width int) (lines []string) {
	if p.turns == nil {
		return nil
	}
	faces, on := c.faces(p)
	n := (len(faces) + mostRows - 1) / mostRows
	room := (width - (n-1)*layout.Width(layout.Dot)) / n
	for _, cut := range []bool{false, true} {
		var parts []string
		for i, name := range p.turns.People {
			face := " " + faces[i]
			if i == on {
				name = "▸" + name
			}
			if cut {
				name = layout.Cut(name, max(2, room-layout.Width(face)))
			}
			parts = append(parts, name+face)
		}
		lines = layout.Pack(parts, width)
		if len(lines) <= mostRows {
			break
		}
	}
	return lines
}

// turnsSaid returns what to say about a turn clock when its picture changes.
func (c Clock) turnsSaid(was *frame, p frame) (out []lang.Text) {
	faces, on := c.faces(p)
	say, face := onLeft, strings.TrimPrefix(faces[on], "-")
	switch {
	case c.Rises:
		say = onSoFar
	case p.seconds < 0:
		say = onOver
	}
	who := say.With("name", p.name(), "time", face)
	switch moved := was == nil || was.turns != p.turns || was.runs != p.runs; {
	case moved && p.runs:
		return []lang.Text{who}
	case moved:
		var all lang.List
		for i, name := range p.turns.People {
			if faces[i] != isOut {
				all = append(all, lang.Literal("{name} {time}").With("name", name, "time", faces[i]))
			}
		}
		paused := allLeft
		if c.Rises {
			paused = allUsed
		}
		return []lang.Text{paused.With("all", all), who}
	case !c.Rises && was.seconds > 0 && p.seconds <= 0:
		return []lang.Text{ranOut.With("name", p.name())}
	case p.seconds > was.seconds || passes(was.seconds, p.seconds):
		return []lang.Text{who}
	}
	return nil
}
