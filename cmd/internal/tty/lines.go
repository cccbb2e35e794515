package tty

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/keys"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// Lines asks on plain lines: for screen readers, pipes, and terminals without codes. A question is sentences, an answer
// a line. It redraws nothing.
type Lines struct {
	out    io.Writer
	l      lang.Lang
	width  int
	typed  bool             // somebody types: lines are echoed by a terminal
	lines  chan string      // lines typed ahead, too; closed at the end of the input
	back   chan struct{}    // closed by Close
	over   chan struct{}    // closed when a signal ends the program
	deafen func() os.Signal // ends the listening to signals
	half   interrupted
	err    error // of out
}

// NewLines reads answers from in, and writes sentences of at most width columns to out. typed says that somebody types
// at a terminal.
func NewLines(in io.Reader, out io.Writer, l lang.Lang, width int, typed bool) *Lines {
	k := &Lines{out: out, l: l, width: max(20, width), typed: typed, lines: make(chan string, ahead), back: make(chan struct{}), over: make(chan struct{})}
	k.deafen = listen(func() {}, func() { close(k.over) }, func() {})
	go k.read(in, k.lines)
	return k
}

// ahead is how many lines may be typed ahead.
const ahead = 100

// drop forgets lines that somebody typed ahead. A line from a pipe was never meant for another question.
func (k *Lines) drop() {
	for k.typed && k.lines != nil {
		select {
		case _, more := <-k.lines:
			if !more {
				k.lines = nil
			}
		default:
			return
		}
	}
}

// read hands the lines of in to a channel of its own: the field goes once a signal has come. A last line without an end counts.
func (k *Lines) read(in io.Reader, to chan<- string) {
	defer close(to)
	for r := bufio.NewReader(in); ; {
		line, err := r.ReadString('\n')
		if err != nil && line == "" {
			return
		}
		line = strings.Map(func(r rune) rune {
			if r == '\t' {
				return ' '
			}
			if !keys.Printable(string(r)) {
				return -1
			}
			return r
		}, line)
		select {
		case to <- strings.TrimSpace(line):
		case <-k.back:
			return
		}
	}
}

// Close ends the reading. The error is the first one of printing.
func (k *Lines) Close() error {
	close(k.back)
	raise(k.deafen())
	return k.err
}

// Paint does nothing: plain lines have no colors.
func (k *Lines) Paint(func(string) string) {}

// Skip does nothing: plain lines have no keys.
func (k *Lines) Skip(func()) {}

// Width returns the columns of a line.
func (k *Lines) Width() int { return k.width }

// Say prints paragraphs.
func (k *Lines) Say(paragraphs ...string) {
	for _, p := range paragraphs {
		if p == "" {
			continue
		}
		k.write(report.Wrap(p, k.width) + "\n")
	}
}

// Show prints a paragraph.
func (k *Lines) Show(draw Drawing) { k.Say(draw(k.width)) }

// write keeps the first error, which ends the next question.
func (k *Lines) write(s string) {
	if k.err == nil {
		_, k.err = io.WriteString(k.out, s)
	}
}

// Put asks a group.
func (k *Lines) Put(g ask.Group, got ask.Got) error { return k.PutUntil(context.Background(), g, got) }

// PutUntil asks a group until ctx is done.
func (k *Lines) PutUntil(ctx context.Context, g ask.Group, got ask.Got) error {
	return forms(k.l, g, got, func(f form) error { return k.put(ctx, f) })
}

// PutAlone asks a group below a paragraph.
func (k *Lines) PutAlone(ctx context.Context, paragraph string, g ask.Group, got ask.Got) error {
	k.Say(paragraph)
	return k.PutUntil(ctx, g, got)
}

func (k *Lines) put(ctx context.Context, f form) error {
	if f.g.Fault != nil {
		k.refuse(f.g.Fault)
	}
	was, other := k.half.next(f)
	if f.secret() || other {
		k.drop()
	}
	question := k.question(f)
	if !slices.Equal(question, was.shown) { // else it stands there still, or its notes do
		notes := 0
		for notes < min(len(f.g.Notes), len(was.shown)) && question[notes] == was.shown[notes] {
			notes++
		}
		k.Say(question[notes:]...)
	}
	for {
		typed := was.typed
		if !was.taken {
			var err error
			if typed, err = k.line(ctx); err != nil {
				if err == ask.Gone {
					k.half = interrupted{of: f.same(), shown: question}
				}
				return err
			}
		}
		was.taken = false
		in, err := f.take(typed)
		if err == nil {
			k.confirm(f, typed, in)
			return nil
		}
		if err == ask.Gone {
			k.half = interrupted{of: f.same(), typed: typed, taken: true, shown: question}
		}
		if !fault.Is(err) {
			return err
		}
		k.refuse(err)
		k.Say(f.text())
	}
}

// refuse says why an answer was not taken.
func (k *Lines) refuse(err error) { k.Say("✗ " + fault.Aloud(k.l, err)) }

// confirm repeats the answers by name, if the line does not say them itself.
func (k *Lines) confirm(f form, typed string, in []ask.Answer) {
	said := f.said(in)
	if f.secret() && k.typed && said != "" {
		k.write(strings.Repeat("\n", wiped))
	}
	if said != "" && said != typed {
		k.Say("✓ " + said)
	}
}

// wiped is how many lines push a secret out of any window.
const wiped = 60

// question returns the paragraphs of a question: notes, the sentence, names, options, letters, the effect of Enter.
func (k *Lines) question(f form) []string {
	said := k.l.All(f.g.Notes) // they are for all
	if f.secret() && !f.page() {
		said = append(said, f.hand())
	}
	said = append(append(said, f.text(), f.names()), append(f.choices(), f.example())...)
	options, marks := f.options()
	for i, o := range options {
		if o.Why.Empty() && !f.page() { // a barred option is refused with its reason
			said = append(said, marks[i]+" "+o.Name(k.l))
		}
	}
	for _, o := range f.keys() {
		said = append(said, o.Key+" "+o.Name(k.l))
	}
	if says := f.onEnter(); says != "" {
		said = append(said, says+".")
	}
	return said
}

// line returns the next line. Moves are errors.
func (k *Lines) line(ctx context.Context) (string, error) {
	switch {
	case k.err != nil: // nobody hears the questions; Close says why
		return "", ask.Leave
	case k.lines == nil:
		return "", ask.Leave
	case k.typed:
		k.write("> ")
	}
	line, err := k.next(ctx, nil)
	switch {
	case err == io.EOF:
		return "", ask.Leave
	case err == ask.Leave && k.typed:
		k.write("\n")
		return "", err
	case err != nil:
		return "", err
	case line == "<":
		return "", ask.Back
	case line == ">":
		return "", ask.Now
	case strings.HasPrefix(line, "?"):
		return "", command(line)
	}
	return line, nil
}

// command returns the move of a line that begins with a question mark.
func command(line string) ask.Move {
	return ask.Move("?" + strings.ToLower(strings.TrimSpace(line[1:])))
}

// next waits for a line. late, if it comes first, returns errLate. The error is a Move, or once the end of the input.
func (k *Lines) next(ctx context.Context, late <-chan time.Time) (string, error) {
	select {
	case <-ctx.Done():
		return "", ask.Gone
	case <-k.over:
		k.lines = nil
		return "", ask.Leave
	case <-late:
		return "", errLate
	case line, more := <-k.lines:
		if !more {
			k.lines = nil
			return "", io.EOF
		}
		return line, nil
	}
}

var errLate = errors.New("tty: nobody typed a line")

// Watch says now and then how much time is left. Keys are typed as lines.
func (k *Lines) Watch(ctx context.Context, w *Countdown) (string, error) {
	c := &watch{l: k.l, w: w}
	told := readout{k: k, c: c}
	option, err := c.run(ctx, func(ctx context.Context, late <-chan time.Time) (string, error) {
		if k.lines == nil && c.up && c.ring == 0 { // nobody can notice
			return keys.Enter, nil
		}
		line, err := k.next(ctx, late)
		switch {
		case err == errLate, err == io.EOF && w.Again: // a timer goes on by itself
			return "", nil
		case err == io.EOF:
			return "", ask.Leave
		case err != nil:
			return "", err
		case line == "":
			return keys.Enter, nil
		case line[0] == '?':
			return string(command(line)), nil
		}
		return strings.ToLower(line), nil
	}, told.show)
	if err == ask.Gone { // a phone stopped it
		k.half = interrupted{of: theClock}
	}
	return option, err
}
