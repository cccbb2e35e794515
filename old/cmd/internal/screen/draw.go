package screen

import (
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/timer"
)

// From the top, the window shows the subject of the clock and its notes, the digits, the state with the bar,
// and the keys. The digits are as large as the window allows; in a small one, notes are dropped before keys,
// and the first note before the last.

var (
	itRuns   = lang.Msg("screen.runs", "The clock is running")
	itStands = lang.Msg("screen.paused", "Paused")
	itWaits  = lang.Msg("screen.waits", "Not started yet")
	lastMin  = lang.Msg("screen.last-minute", "The last minute")
	lastTen  = lang.Msg("screen.last-seconds", "The last ten seconds")
	timeIsUp = lang.Msg("screen.time-up", "TIME IS UP")
	shout    = lang.Msg("screen.shout", "TIME!")
	itRises  = lang.Msg("screen.rises", "The stopwatch is running")
	markPast = lang.Msg("screen.mark-past", "{time} is past.")
	noBell   = lang.Msg("screen.muted", "{state} · muted")
	parted   = lang.Msg("screen.jumped", "The computer slept, or its clock was changed. This is the last time seen.")
	WentAway = lang.Msg("screen.away", "The program was closed; this is the time it last showed.")
	notKept  = lang.Msg("screen.not-kept", "The clock could not be saved: {why}")
	notYet   = lang.Msg("screen.not-yet", "The clock is not saved yet: the disk takes its time.")
	tooLong  = lang.Msg("screen.too-long", "That was {time} ago: more than is left.")
	tooShort = lang.Msg("screen.too-short", "No more than {time} is left: - takes nothing.")

	stoodStill = lang.Msg("screen.stood-still", "This window stood still for {time}; the clock went on.")
	wasUp      = lang.Msg("screen.was-up", "Time was up {time} ago.")
	callEarly  = lang.Msg("screen.early", "{what}? Only Enter does it.")

	keyPause  = lang.Msg("screen.key-pause", "p  pause")
	keyStart  = lang.Msg("screen.key-start", "p  start")
	keyOn     = lang.Msg("screen.key-on", "p  resume")
	keyAdd    = lang.Msg("screen.key-add", "+ -  30 seconds")
	keyMute   = lang.Msg("screen.key-mute", "m  mute")
	keyBell   = lang.Msg("screen.key-bell", "m  unmute")
	keyQuit   = lang.Msg("screen.key-quit", "q  leave")
	keyBack   = lang.Msg("screen.key-back", "<  back")
	keyMore   = lang.Msg("screen.key-more", "?  more")
	keyAgain  = lang.Msg("screen.key-again", "Enter  {what}, as before")
	keyEnter  = lang.Msg("screen.key-enter", "Enter  continue")
	keyGive   = lang.Msg("screen.key-give", "d  give back {time}")
	keyDeduct = lang.Msg("screen.key-deduct", "d  deduct {time}")
)

// SGR codes for strong, warned and urgent text. Each comes with a word.
const (
	strong = "1"
	warned = "1;33"
	urgent = "1;31"
)

// An alarm says how little time is left. Each has its own shape, so that it can be seen from afar and without
// color, and takes no room: in the last minute the digits are inverted; in the last seconds, shown as a bare
// number, the whole window is, every other second. Exclamation marks before the words say the same. A stopwatch
// has the last alarm at its mark, and the first from then on.
type alarm int

const (
	calm alarm = iota
	lastMinute
	lastOnes
)

func (c Clock) alarm(p frame) alarm {
	behind := c.mark() - p.seconds
	switch {
	case c.Rises && (!c.past(p) || p.up), !c.Rises && (p.up || p.seconds > firstWarning):
		return calm
	case c.Rises && behind >= lastWarning, !c.Rises && p.seconds > lastWarning:
		return lastMinute
	}
	return lastOnes
}

// past reports whether a stopwatch has reached its mark.
func (c Clock) past(p frame) bool { return c.Rises && p.seconds <= c.mark() }

// reads returns the time left, or passed, as text.
func (c Clock) reads(p frame) string {
	seconds := p.seconds
	if c.Rises {
		seconds = c.elapsed(p)
	}
	return timer.FaceBelow(seconds)
}

// face returns the time in large digits: a bare number in the last seconds.
func (c Clock) face(p frame) string {
	if p.runs && !c.Rises && c.alarm(p) == lastOnes && p.seconds >= 0 {
		return strconv.Itoa(p.seconds)
	}
	return c.reads(p)
}

// markFace returns the mark of a stopwatch, elapsed the seconds it has counted.
func (c Clock) markFace() string    { return timer.Face(c.Limit) }
func (c Clock) elapsed(p frame) int { return timer.Seconds(timer.Longest) - p.seconds }

// inverted reports whether the whole window has light and dark swapped.
func (c Clock) inverted(p frame) bool {
	return p.up && !p.dark || p.runs && c.alarm(p) == lastOnes && p.seconds%2 == 1
}

// waits reports whether an offered clock has not begun.
func (c Clock) waits(p frame) bool {
	return c.Waits && !p.runs && p.seconds == timer.Seconds(c.Limit)
}

// marked puts the sign of an alarm before words.
func (a alarm) marked(words string) string {
	return strings.TrimSpace(strings.Repeat("!", int(a)) + " " + words)
}

// state returns the state of the clock in words, and their SGR code.
func (c Clock) state(p frame) (lang.Text, string) {
	text, code := itRuns, strong
	alarm := c.alarm(p)
	switch {
	case p.up:
		text, code = timeIsUp, urgent
	case c.waits(p):
		text = itWaits
	case !p.runs:
		text = itStands
	case c.past(p):
		text, code = markPast.With("time", c.markFace()), urgent
	case c.Rises:
		text = itRises
	case p.turns != nil && p.seconds <= 0:
		text, code = isEmpty.With("name", p.name()), urgent
	case alarm == lastOnes:
		text, code = lastTen, urgent
	case alarm == lastMinute:
		text, code = lastMin, warned
	}
	if p.muted {
		text = noBell.With("state", text)
	}
	return text, code
}

// replies returns the trouble, and for a window also that a key means nothing here.
func (c Clock) replies(p frame) []lang.Text {
	out := c.trouble(p)
	if p.unknown != "" {
		out = append(out, noMeans.With("it", p.unknown))
	}
	return out
}

// trouble returns the rest that the table must know: the reason why the clock stands, and things that went wrong.
func (c Clock) trouble(p frame) []lang.Text {
	var out []lang.Text
	switch {
	case p.jumped:
		out = append(out, parted)
	case p.away > 0:
		out = append(out, WentAway)
	}
	if p.away > 0 && !p.deducts {
		out = append(out, tooLong.With("time", timer.Face(p.away)))
	}
	if p.up && p.late > 0 {
		out = append(out, wasUp.With("time", timer.Face(p.late)))
	}
	if p.still > 0 {
		out = append(out, stoodStill.With("time", timer.Face(p.still)))
	}
	if p.short {
		out = append(out, tooShort.With("time", timer.Face(step)))
	}
	if p.early {
		out = append(out, callEarly.With("what", c.Early))
	}
	if p.why != "" {
		out = append(out, lang.Literal("✗ "+p.why))
	}
	if p.unkept != "" {
		out = append(out, lang.Literal("✗ {say}").With("say", notKept.With("why", p.unkept)))
	}
	return out
}

// keyTexts returns the keys that mean something now, in the order in which they are shown.
func (c Clock) keyTexts(p frame, tight bool) []string {
	texts, last := append(c.liveKeys(p), c.saysMute(p)), keyQuit
	if c.Table {
		texts = append(texts, keyBack, keyMore)
	}
	if c.Turns != nil {
		last = keyEnd
	}
	var out []string
	for _, t := range append(texts, last) {
		said := c.say(t)
		if tight {
			said = strings.Replace(said, "  ", " ", 1)
		}
		if !t.Empty() {
			out = append(out, said)
		}
	}
	return out
}

// liveKeys returns the keys that act on the time, and the options.
func (c Clock) liveKeys(p frame) (out []lang.Text) {
	for _, k := range turnKeys {
		out = append(out, k.says(c, p))
	}
	if p.up && !c.Sand {
		out = append(out, keyEnter)
	}
	out = append(out, c.saysPause(p), c.saysDeduct(p))
	if named := c.named(); !p.up {
		for i, k := range c.letters() {
			out = append(out, lang.Literal("{key}  {what}").With("key", k, "what", named[i]))
		}
		if c.Stood > 0 && !p.early {
			out = append(out, keyAgain.With("what", named[c.Stood-1]))
		}
	}
	return append(out, c.saysAdd(p))
}

// draw returns the whole window.
func (c Clock) draw(p frame, cols, rows int) string {
	cols, rows = max(cols, 10), max(rows, 3)
	width := cols - 2
	face := c.face(p)
	text, code := c.state(p)
	state := c.say(text)
	if p.runs {
		state = c.alarm(p).marked(state)
	}
	c.Text = c.about(p)
	said := c.wrapped(width, c.Text)

	if p.up { // they are about what may be done while there is time
		c.Notes = nil
	}
	var title, digits, foot, keys []string
	room := 0 // for the title and the notes
	row := c.row(p, width)
	for _, r := range c.reserves(len(said), width) {
		foot = append(append(c.wrapped(width, c.replies(p)...), row...), c.meter(p, state, code, width, r.tight)...)
		keys = layout.Pack(c.keyTexts(p, r.tight), width)
		free := rows - len(foot) - len(keys) - r.title - r.notes
		digits = fitting(face, 1, []string{face}, width, free)
		if p.up {
			digits = fitting(c.say(shout), 2, digits, width, free)
		}
		room = rows - len(digits) - len(foot) - len(keys)
		title = said[:min(len(said), r.title)]
		if len(digits) > 1 {
			break
		}
	}
	if len(title) == 1 && len(said) > 1 {
		title = []string{layout.Cut(c.say(c.Text), width)}
	}
	title = title[:min(len(title), max(0, room))]
	notes := c.lastNotes(room-len(title), width)
	for i, line := range title {
		title[i] = layout.Paint(strong, line)
	}
	if p.runs && c.alarm(p) == lastMinute {
		code += ";7"
	}
	for i, line := range digits {
		if layout.Width(line)+2 <= width {
			line = " " + line + " "
		}
		digits[i] = layout.Paint(code, line)
	}
	return page([][]string{append(title, notes...), digits, foot, keys}, c.inverted(p), cols, rows)
}

// A reserve is the space for the head of the window, which the digits must leave.
type reserve struct {
	title, notes int  // lines
	tight        bool // the bar and the state share a line
}

// reserves returns the reserves to try, the most generous first. The last note, which says what may still be
// done, counts most.
func (c Clock) reserves(title, width int) []reserve {
	notes := len(c.wrapped(width, c.Notes...))
	note := 0
	if n := len(c.Notes); n > 0 {
		note = len(c.wrapped(width, c.Notes[n-1]))
	}
	all := []reserve{{title, min(notes, 3), false}, {title, min(note, 3), true}, {min(title, 1), min(note, 2), true}}
	if note > 2 {
		all = append(all[:2], reserve{0, 3, true}, all[2])
	}
	return append(all, reserve{min(title, 1), min(note, 1), true}, reserve{min(title, 1), 0, true}, reserve{0, 0, true})
}

// meter returns the state of the clock, in words and as a bar.
func (c Clock) meter(p frame, state, code string, width int, tight bool) []string {
	left, whole := p.seconds, timer.Seconds(p.whole)
	if c.Rises {
		left, whole = c.elapsed(p), timer.Seconds(c.Limit)
	}
	beside, words := width-layout.Width(state)-2, layout.Paint(code, layout.Cut(state, width))
	switch {
	case c.Rises && c.Limit == 0, tight && beside < 4: // nothing to measure, or no room
		return []string{words}
	case tight:
		return []string{bar(left, whole, beside) + "  " + words}
	}
	return []string{words, bar(left, whole, width)}
}

// fitting returns a text in the largest letters that fit, at least so many columns a cell, or instead.
func fitting(text string, least int, instead []string, cols, rows int) []string {
	wide := layout.Width(big(text, scale{1, 1})[0])
	for _, s := range scales {
		if s.cols >= least && wide*s.cols <= cols && high*s.rows <= rows {
			return big(text, s)
		}
	}
	return instead
}

// lastNotes returns the last notes that n lines hold, all but the very last whole.
func (c Clock) lastNotes(n, width int) []string {
	var lines []string
	for i := len(c.Notes) - 1; i >= 0; i-- {
		note := c.wrapped(width, c.Notes[i])
		switch {
		case len(note)+len(lines) <= n:
			lines = append(note, lines...)
			continue
		case len(lines) == 0 && n > 0:
			lines = note[:n]
			lines[n-1] = layout.Cut(lines[n-1]+"…", width)
		}
		break
	}
	return lines
}

// page stacks the parts with the free space between them, each line centered. lit swaps light and dark in the
// whole window.
func page(parts [][]string, lit bool, cols, rows int) string {
	used := 0
	for _, p := range parts {
		used += len(p)
	}
	free := max(0, rows-used)
	var lines []string
	for i, p := range parts {
		if i > 0 {
			gap := free / (len(parts) - i)
			lines = append(lines, make([]string, gap)...)
			free -= gap
		}
		lines = append(lines, p...)
	}
	lines = lines[:min(len(lines), rows)]
	for i, l := range lines {
		lines[i] = center(l, cols, lit)
	}
	return strings.Join(lines, "\n")
}

func center(line string, cols int, lit bool) string {
	left := max(0, cols-layout.Width(line)) / 2
	line = strings.Repeat(" ", left) + line
	if lit {
		line = layout.Paint("7", ansi.Strip(line)+strings.Repeat(" ", max(0, cols-layout.Width(line))))
	}
	return line
}

// wrapped returns the lines of texts; an empty text has none.
func (c Clock) wrapped(width int, texts ...lang.Text) []string {
	var lines []string
	for _, t := range texts {
		if s := c.say(t); s != "" {
			lines = append(lines, layout.Lines(s, width)...)
		}
	}
	return lines
}

// title returns the title of the window: the time, the state, and the first sentence of the subject, without
// a separator at either end. The voice leaves no other control character that could end the title's sequence.
func (c Clock) title(p frame) string {
	about, _, _ := strings.Cut(layout.OneLine(c.say(c.about(p))), ". ")
	state := c.reads(p)
	switch {
	case p.up:
		state = c.say(timeIsUp)
	case !p.runs:
		state += " · " + c.say(itStands)
	}
	return strings.Trim(state+" · "+strings.TrimSuffix(about, "."), " ·")
}
