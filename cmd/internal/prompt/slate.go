package prompt

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/cmd/internal/layout"
)

// A renderer is what promptui writes on in place of the terminal. It follows the few
// codes that promptui uses, so it knows the lines that promptui means, and puts
// them on the terminal itself:
//
//   - every line is cut to the window, the caret stays in sight;
//   - the cursor waits, hidden, at the top left of what is drawn. A window that
//     changes its width may break lines as it likes: drawing again begins at the
//     right place;
//   - what is drawn never exceeds the window, so nothing of it scrolls away;
//   - bells, and the line that the reader under promptui keeps, are not drawn.
//
// It is safe for several goroutines; promptui writes from two.
type renderer struct {
	mu   sync.Mutex
	out  io.Writer
	size func() (cols, rows int)

	head   []styled // above promptui's lines, wrapped
	foot   []styled // below them, wrapped
	wraps  bool     // promptui's lines are wrapped too, not cut: it is a list
	marked int      // so many bytes from the caret on stand out with it
	rows   []string // promptui's lines
	at     int      // the one that its cursor is in
	part   string   // the beginning of a code or character that is not whole
	frozen bool

	shown      []string // what stands on the terminal now
	last       int      // how many lines were kept last
	cols, high int      // the window it was drawn for
}

// styled is a text with its SGR code, "" for none. A live one is another text whenever
// something is typed.
type styled struct {
	text, code string
	live       func(typed string) string
}

// begin gives promptui a clean slate. What is shown stays until its first line comes.
func (s *renderer) begin(head, foot []styled, wraps bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.head, s.foot, s.wraps, s.marked = head, foot, wraps, 0
	s.rows, s.at, s.part, s.frozen = []string{""}, 0, "", false
}

// mark lets so many bytes from the caret on stand out with it.
func (s *renderer) mark(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.marked = n
}

// typed makes the live texts of the head those of what is typed.
func (s *renderer) typed(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, h := range s.head {
		if h.live != nil {
			s.head[i].text = h.live(line)
		}
	}
}

// freeze ends drawing until the next begin or thaw.
func (s *renderer) freeze() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.frozen = true
}

// Write takes what promptui writes.
func (s *renderer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := s.part + string(p)
	s.part = ""
	for text != "" {
		n := s.follow(text)
		if n == 0 {
			s.part = text
			break
		}
		text = text[n:]
	}
	if !s.frozen {
		s.draw(false)
	}
	return len(p), nil
}

// Close does nothing: the terminal stays.
func (s *renderer) Close() error { return nil }

// follow takes one code or stretch of text and says how long it is, 0 when the
// rest of it has not come yet.
func (s *renderer) follow(text string) int {
	switch text[0] {
	case '\n':
		s.down()
		return 1
	case '\r', '\b', 7:
		return 1
	case 27:
		return s.code(text)
	}
	n := strings.IndexAny(text, "\n\r\b\a\x1b")
	if n < 0 {
		n = len(text)
	}
	s.rows[s.at] += text[:n]
	return n
}

func (s *renderer) code(text string) int {
	n := 2
	for n < len(text) && (text[n] < 0x40 || text[n] > 0x7e) {
		n++
	}
	if n >= len(text) {
		return 0
	}
	switch code := text[2 : n+1]; {
	case code == "2K":
		s.rows[s.at] = ""
	case code == "J":
		s.rows = s.rows[:s.at+1]
		s.rows[s.at] = ""
	case code[len(code)-1] == 'A':
		s.at = max(0, s.at-times(code))
	case code[len(code)-1] == 'B':
		for range times(code) {
			s.down()
		}
	case code[len(code)-1] == 'm':
		s.rows[s.at] += text[:n+1]
	}
	return n + 1
}

func times(code string) int {
	n, err := strconv.Atoi(code[:len(code)-1])
	if err != nil {
		return 1
	}
	return min(n, 1000)
}

func (s *renderer) down() {
	if s.at++; s.at == len(s.rows) {
		s.rows = append(s.rows, "")
	}
}

// draw puts head, promptui's lines and foot on the terminal in one piece. The
// line that the cursor of promptui is in belongs to the reader under it.
func (s *renderer) draw(again bool) {
	cols, high := s.size()
	lines := s.lines(cols, high)
	if s.at == 0 && !again {
		return // promptui has not written yet
	}
	if !again && slices.Equal(lines, s.shown) && cols == s.cols && high == s.high {
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
	s.shown, s.cols, s.high = lines, cols, high
}

func (s *renderer) lines(cols, high int) []string {
	width := cols - 1
	lines := wrapped(s.head, width)
	for i, r := range s.rows[:s.at] {
		switch {
		case i == 0 && s.wraps:
			lines = append(lines, layout.Lines(r, width)...)
		case s.wraps:
			lines = append(lines, hung(r, width)...)
		default:
			lines = append(lines, fit(r, width, s.marked))
		}
	}
	for len(lines) > 0 && layout.Width(lines[len(lines)-1]) == 0 {
		lines = lines[:len(lines)-1]
	}
	foot := wrapped(s.foot, width)
	if len(lines)+len(foot) < high {
		lines = append(lines, foot...)
	}
	if over := len(lines) - (high - 1); over > 0 { // the window became lower: the end stays, or the row of the cursor
		if at := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, fullMark) || strings.Contains(l, hollowMark) }); at >= 0 && at < over {
			over = at
		}
		lines = lines[over:min(len(lines), over+high-1)]
	}
	return lines
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

// hung is a row of a list, wrapped under its text. A code that it begins with holds for all of its lines.
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

// fit cuts a line to the width. A caret in it lies over a whole character as it
// is seen, not over a part, or over all that is marked, and stays in sight.
func fit(line string, width, marked int) string {
	before, rest, ok := strings.Cut(line, caretOn)
	if !ok {
		return layout.Cut(line, width)
	}
	rest = strings.Replace(rest, caretOff, "", 1)
	under := firstCluster(rest)
	if marked > len(under) && marked <= len(rest) {
		under = rest[:marked]
	}
	rest = caretOn + under + caretOff + rest[len(under):]
	if layout.Width(before+rest) <= width {
		return before + rest
	}
	start := before
	for n := max(2, layout.Width(before+under)-width+1); layout.Width(start+under) >= width && n < layout.Width(before)+2; n++ {
		start = ansi.TruncateLeft(before, n, "…") // a wide letter is cut as a whole
	}
	return layout.Cut(start+rest, width)
}

// redraw draws again if the window has another size.
func (s *renderer) redraw() {
	s.mu.Lock()
	defer s.mu.Unlock()
	cols, high := s.size()
	if s.shown != nil && !s.frozen && (cols != s.cols || high != s.high) {
		s.draw(true)
	}
}

// thaw goes on after freeze and draws once more, whatever happened to the screen.
func (s *renderer) thaw() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.frozen = false
	s.draw(true)
}

// keep takes away what is drawn and writes lines in its place that stay. The
// cursor is seen again, at the beginning of the line below.
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
	s.shown, s.last = nil, len(lines)
	s.put(b.String())
}

// retract takes back the lines that were kept last; nothing else may have been
// written since.
func (s *renderer) retract() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last > 0 {
		s.put("\x1b[" + strconv.Itoa(s.last) + "A\r\x1b[J")
	}
	s.last = 0
}

func (s *renderer) put(text string) {
	if text != "" {
		_, _ = io.WriteString(s.out, text) // a terminal that is gone ends the input too
	}
}

// tell writes codes that draw nothing.
func (s *renderer) tell(codes string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(codes)
}
