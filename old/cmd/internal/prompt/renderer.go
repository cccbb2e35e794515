package prompt

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/old/cmd/internal/layout"
)

// A renderer puts the lines of a question on the terminal:
//
//   - The cursor waits, hidden, at the top left of the drawing. A window that changes its width may break lines
//     as it likes: the next drawing begins at the right place.
//   - The drawing never exceeds the window, so none of it scrolls away.
type renderer struct {
	mu   sync.Mutex
	out  io.Writer
	size func() (cols, rows int)

	shown  []string // on the terminal now
	window [2]int   // the columns and rows it was drawn for
	last   int      // how many lines were kept last
	trail  int      // how many were kept since a question last left none
}

// A styled is a text with its SGR code, or "". A live one changes as the person types; its text should be the
// longest it is likely to become.
type styled struct {
	text, code string
	live       func(typed string) string
}

// draw draws the lines of a question at once, with the foot below them if there is room.
func (s *renderer) draw(lines, foot []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	cols, high := s.size()
	for len(lines) > 0 && layout.Width(lines[len(lines)-1]) == 0 {
		lines = lines[:len(lines)-1]
	}
	if len(lines)+len(foot) < high {
		lines = append(lines, foot...)
	}
	if over := len(lines) - (high - 1); over > 0 { // in a low window the end is shown, or the row of the cursor
		if at := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, fullMark) || strings.Contains(l, hollowMark) }); at >= 0 && at < over {
			over = at
		}
		lines = lines[over:min(len(lines), over+high-1)]
	}
	if s.window == [2]int{cols, high} && slices.Equal(lines, s.shown) {
		return
	}
	var b strings.Builder
	b.WriteString("\x1b[?25l\r")
	b.WriteString(strings.Join(lines, "\x1b[0m\x1b[K\r\n"))
	b.WriteString("\x1b[0m\x1b[K\x1b[J\r")
	if n := len(lines) - 1; n > 0 {
		b.WriteString("\x1b[" + strconv.Itoa(n) + "A")
	}
	s.put(b.String())
	s.shown, s.window = lines, [2]int{cols, high}
}

// lose notes that the drawing is gone from the terminal.
func (s *renderer) lose() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown = nil
}

// said returns texts with the live ones as they are once so much is typed.
func said(texts []styled, typed string) []styled {
	texts = slices.Clone(texts)
	for i, t := range texts {
		if t.live != nil {
			texts[i].text = t.live(typed)
		}
	}
	return texts
}

func wrapped(texts []styled, width int) []string {
	var lines []string
	for _, t := range texts {
		for l := range strings.SplitSeq(layout.Flow(t.text, width, ""), "\n") {
			lines = append(lines, layout.Paint(t.code, l))
		}
	}
	return lines
}

// hung wraps a row of a list under its text. A code at its beginning holds for all of its lines.
func hung(row string, width int) []string {
	const lead = before + len("1  ")
	if layout.Width(row) <= width || width < 2*lead {
		return []string{layout.Cut(row, width)}
	}
	rest, code := ansi.TruncateLeft(row, lead, ""), ""
	if strings.HasPrefix(rest, "\x1b[") {
		code = rest[:strings.IndexByte(rest, 'm')+1]
	}
	lines := layout.Lines(rest, width-lead)
	for i, l := range lines[1:] {
		lines[i+1] = strings.Repeat(" ", lead) + code + l
	}
	lines[0] = ansi.Truncate(row, lead, "") + lines[0]
	return lines
}

const caretOn, caretOff = "\x1b[7m", "\x1b[27m"

// fit cuts a line to the width, keeping the character under the caret visible.
func fit(line string, width int) string {
	before, rest, ok := strings.Cut(line, caretOn)
	if !ok {
		return layout.Cut(line, width)
	}
	under, _, _ := strings.Cut(rest, caretOff)
	rest = caretOn + rest
	if layout.Width(before+rest) <= width {
		return before + rest
	}
	start := before
	for n := max(2, layout.Width(before+under)-width+1); layout.Width(start+under) >= width && n < layout.Width(before)+2; n++ {
		start = ansi.TruncateLeft(before, n, "…") // a wide character is cut as a whole
	}
	return layout.Cut(start+rest, width)
}

// keep replaces the drawing by lines that stay, and shows the cursor below them.
func (s *renderer) keep(lines ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	if s.shown != nil {
		b.WriteString("\r\x1b[J\x1b[?25h")
	}
	for _, l := range lines {
		b.WriteString(l + "\r\n")
	}
	s.shown, s.last, s.trail = nil, len(lines), s.trail+len(lines)
	if s.last == 0 {
		s.trail = 0
	}
	s.put(b.String())
}

// retract removes the lines that were kept last, or all of the trail. Nothing else may have been written since.
func (s *renderer) retract(all bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if all {
		s.last = s.trail
	}
	if s.last > 0 {
		s.put("\x1b[" + strconv.Itoa(s.last) + "A\r\x1b[J")
	}
	s.last, s.trail = 0, s.trail-s.last
}

func (s *renderer) put(text string) {
	if text != "" {
		_, _ = io.WriteString(s.out, text) // if the terminal is gone, the input ends too
	}
}

// tell writes codes that draw nothing.
func (s *renderer) tell(codes string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(codes)
}
