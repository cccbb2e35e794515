package tty

import (
	"context"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/cmd/internal/keys"
)

// A promptuiIO is promptui's input and output while one question is up. It makes up for what promptui and the reader under
// it do at a terminal:
//
//   - A Read returns one key, so that keys typed ahead stay for the next question. The key that ends the question is
//     the end of the input: then the reader has stopped before Run goes on, and nothing is drawn twice.
//   - A Write that is no frame of promptui is the reader's own redrawing, and dropped; so are bells, and promptui's own
//     showing and hiding of the cursor. Lines are cut to the window, since a wrapped one would be counted wrong.
//   - Below each frame stand lines that promptui knows nothing of: the answers by name, a refusal, the keys.
type promptuiIO struct {
	t     *Terminal
	ctx   context.Context
	press func(key string) (feed string, over bool) // returns promptui's keys for a key, and whether it ends the question; "": a pause
	held  func() bool                               // a key waits for the next one: press is told of a pause
	below func() []string

	mu    sync.Mutex // promptui reads and writes on several goroutines
	feed  string
	over  bool
	err   error // the end of the input, or of ctx
	crash any   // a panic on the goroutine of the reader
}

// clearLine is the code that promptui puts in front of a line.
const clearLine = "\x1b[2K\r"

// same is a key that changes nothing: promptui draws again.
const same = "\a"

func (f *promptuiIO) Read(p []byte) (n int, err error) {
	for f.feed == "" {
		if f.over {
			return 0, io.EOF
		}
		f.take(f.t.next(f.ctx, f.pause()))
	}
	n = copy(p, f.feed)
	f.feed = f.feed[n:]
	return n, nil
}

// hold is how long a letter that acts alone waits where it may be the first one of a name. Hardly anybody types slower.
const hold = 500 * time.Millisecond

// pause returns the end of the time for which a key waits, or nil if none waits.
func (f *promptuiIO) pause() <-chan time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.held() {
		return nil
	}
	return time.After(time.Until(f.t.pressed.Add(hold)))
}

// take hands on a key. A panic ends the question, to go on where the question was asked.
func (f *promptuiIO) take(key string, at time.Time, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	defer func() {
		if f.crash = recover(); f.crash != nil {
			f.over = true
		}
	}()
	if err != nil {
		f.err, f.over = err, true
		return
	}
	if key != "" && key != keys.Redraw {
		f.t.pressed = at
	}
	f.feed, f.over = f.press(key)
}

func (f *promptuiIO) Write(b []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := string(b)
	if !strings.HasPrefix(s, clearLine) && !strings.HasPrefix(s, "\x1b[1A") {
		return len(b), nil
	}
	columns, _ := f.t.size()
	var out strings.Builder
	for line := range strings.SplitAfterSeq(strings.ReplaceAll(s, "\x1b[1B", "\n"), "\n") {
		line, ends := strings.CutSuffix(strings.ReplaceAll(line, "\a", ""), "\n")
		text := strings.LastIndex(line, clearLine) + len(clearLine)
		if text < len(clearLine) { // only moves
			text = len(line)
		}
		out.WriteString(line[:text] + tail(line[text:], columns-1))
		if ends {
			out.WriteString("\n")
		}
	}
	out.WriteString("\r\x1b[J")
	lines := f.below()
	for _, line := range lines {
		out.WriteString(line + "\n")
	}
	if len(lines) > 0 {
		out.WriteString(ansi.CursorUp(len(lines)))
	}
	f.t.write(out.String())
	return len(b), nil
}

func (f *promptuiIO) Close() error { return nil }

// tail cuts a line to width columns. The typed text stands at its end, behind a mark, and stays.
func tail(line string, width int) string {
	wide := ansi.StringWidth(line)
	switch {
	case wide <= width:
		return line
	case strings.Contains(line, caretOn):
		return "…" + ansi.TruncateLeft(line, wide-width+1, "")
	}
	return cut(line, width)
}
