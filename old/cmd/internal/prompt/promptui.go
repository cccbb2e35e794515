package prompt

import (
	"bytes"
	"io"
	"strings"
	"sync"

	"github.com/manifoldco/promptui"
	"github.com/manifoldco/promptui/list"
)

// Promptui draws a line, one frame at a time. It gets the text to show and no keys at all: its input ends at
// once, and the first thing it has written by then is the frame. So none of it runs while a person thinks, and
// nothing is drawn twice. For a list it decides which rows are visible; its Select is not run, because every
// run leaks a goroutine (FillableStdin in the reader under it).

// A frame is promptui's input and output.
type frame struct {
	mu   sync.Mutex // the reader under promptui has a goroutine of its own
	text []byte
}

// clearLine begins each line of promptui.
const clearLine = "\x1b[2K\r"

// Write keeps the first lines; later ones only erase them.
func (f *frame) Write(b []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.text == nil && bytes.HasPrefix(b, []byte(clearLine)) {
		f.text = bytes.Clone(b)
	}
	return len(b), nil
}

func (f *frame) Read([]byte) (int, error) { return 0, io.EOF }

func (f *frame) Close() error { return nil }

func (f *frame) lines() (lines []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for line := range strings.Lines(string(f.text)) {
		lines = append(lines, strings.TrimSuffix(strings.TrimPrefix(line, clearLine), "\n"))
	}
	return lines
}

// drawn returns the lines of a prompt with the text in it.
func (l *editor) drawn() []string {
	var f frame
	ui := promptui.Prompt{
		Label: l.label, Default: l.shown(), AllowEdit: true, Stdin: &f, Stdout: &f,
		Pointer:   func([]rune) []rune { return nil }, // the text has its own caret
		Templates: &promptui.PromptTemplates{Prompt: "{{ . }}", Valid: "{{ . }}", Invalid: "{{ . }}", Success: "{{ . }}"},
	}
	_, _ = ui.Run() // the error is the end of the input
	return f.lines()
}

// drawn returns the lines of a list: its label and the rows of a page, with an arrow if there are more.
func (l *picker) drawn() []string {
	if l.list == nil || l.listed != l.page {
		rows := make([]int, len(l.rows))
		for i := range rows {
			rows[i] = i
		}
		l.list, _ = list.New(rows, l.page) // there is a row, and room for one
		l.listed = l.page
	}
	l.list.SetCursor(l.at)
	shown, _ := l.list.Items()
	lines := []string{l.label}
	for i, item := range shown {
		more := "  "
		switch {
		case i == 0 && l.list.CanPageUp():
			more = "↑ "
		case i > 0 && i == len(shown)-1 && l.list.CanPageDown():
			more = "↓ "
		}
		lines = append(lines, more+l.row(item.(int)))
	}
	return lines
}
