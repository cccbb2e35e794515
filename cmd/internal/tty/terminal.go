package tty

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/cmd/internal/keys"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Terminal asks in a window, one question after the other. From its beginning to Close the terminal is in raw mode,
// even between questions, so that keys typed ahead are neither lost nor echoed.
type Terminal struct {
	in     *os.File
	out    *os.File
	l      lang.Lang
	color  bool
	names  func(string) string // paints the names in a text; nil before they are known
	skip   func()              // what Space does where nothing is typed; nil: nothing
	keys   *keys.Reader
	cooked *modes
	deafen func() os.Signal // ends the listening to signals

	asking  bool      // a question is up
	later   []Drawing // paragraphs said meanwhile
	page    []Drawing // paragraphs above the question, to be drawn again in a window of another size
	pressed time.Time // when the last key came
	alone   bool      // a clock, or a paragraph with its question, has the screen
	left    bool      // the input has ended, or somebody left
	ignore  keys.Ignore
	gone    string // the question that went away last, since a phone answered; "" if none did
	entered form   // the question that was answered last
	half    unfinished

	surprise time.Duration // for how long keys are ignored once a question has gone
	calm     time.Duration // for how long a second Enter turns nothing over
}

// kept is how many paragraphs are drawn again.
const kept = 60

// NewTerminal takes a terminal.
func NewTerminal(in, out *os.File, l lang.Lang, color bool) (*Terminal, error) {
	t := &Terminal{in: in, out: out, l: l, color: color, surprise: keys.Surprise, calm: keys.Calm}
	if err := t.raw(); err != nil {
		return nil, err
	}
	t.keys = keys.New(keys.Source(in))
	t.deafen = listen(t.wake, t.keys.End, func() { _ = t.restore() })
	t.write(keys.MarkPastes + "\x1b[J") // below the cursor a program that was killed may have left its picture
	return t, nil
}

// Close puts the terminal back as it was.
func (t *Terminal) Close() error {
	s := t.deafen()
	err := t.restore()
	raise(s)
	return err
}

// wake draws again: the window has another size, or the program was stopped, and others had the terminal.
func (t *Terminal) wake() {
	_ = t.raw()
	t.write(keys.MarkPastes + "\x1b[?25l")
	t.keys.Stir()
}

// restore puts the terminal in the mode in which it was found, with a visible cursor and no color.
func (t *Terminal) restore() error {
	if t.alone {
		t.write(otherScreen)
	}
	t.write(keys.PlainPastes + "\x1b[0m\x1b[?25h\x1b[?7h")
	return t.cook()
}

// Width returns the columns of the window.
func (t *Terminal) Width() int {
	columns, _ := t.size()
	return columns
}

func (t *Terminal) size() (columns, rows int) { return size(t.out) }

// write prints a text, and names in their colors. A window that is gone ends the input too.
func (t *Terminal) write(s string) {
	if t.color && t.names != nil {
		s = t.names(s)
	}
	_, _ = io.WriteString(t.out, s)
}

// Paint has names painted from now on.
func (t *Terminal) Paint(names func(string) string) { t.names = names }

// Skip has something done at each Space where nothing is typed.
func (t *Terminal) Skip(do func()) { t.skip = do }

// say returns a text in the language of the window.
func (t *Terminal) say(text lang.Text) string { return t.l.Say(text) }

// bold and dim color a text, if there are colors.
func (t *Terminal) bold(s string) string { return t.paint("1", s) }
func (t *Terminal) dim(s string) string  { return t.paint("2", s) }

// key colors what can be pressed. done and wrong color the sign in front of an answer and of a refusal.
func (t *Terminal) key(s string) string   { return t.paint("1;38;5;32", s) }
func (t *Terminal) done(s string) string  { return t.paint("38;5;29", "✓") + " " + s }
func (t *Terminal) wrong(s string) string { return t.paint("38;5;160", "✗") + " " + s }

func (t *Terminal) paint(code, s string) string {
	if !t.color || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// Say prints paragraphs; while a question is up, once it is gone.
func (t *Terminal) Say(paragraphs ...string) {
	for _, p := range paragraphs {
		t.Show(func(int) string { return p })
	}
}

// Show prints a paragraph; while a question is up, once it is gone.
func (t *Terminal) Show(draw Drawing) {
	if t.asking {
		t.later = append(t.later, draw)
		return
	}
	t.page = append(t.page, draw)
	t.print(draw)
	if n := len(t.page); n > kept {
		t.page = slices.Clone(t.page[n-kept:])
	}
}

// print writes a paragraph. The terminal itself breaks a path that is longer than the window, and copies it whole.
func (t *Terminal) print(draw Drawing) {
	columns := t.Width()
	if p := draw(columns); p != "" {
		t.write(report.Wrap(p, columns-1) + "\n")
	}
}

// again draws what stands above the question in a window of another size.
func (t *Terminal) again() {
	columns, rows := t.size()
	first, used := len(t.page), 0
	for first > 0 && used < rows/2 {
		first--
		used += len(wrap(t.page[first](columns), columns-1))
	}
	if t.alone {
		t.write(ownScreen)
	}
	t.write("\x1b[2J\x1b[H")
	for _, p := range t.page[first:] {
		t.print(p)
	}
}

// next returns the next key that counts, or "" if late comes first.
func (t *Terminal) next(ctx context.Context, late <-chan time.Time) (key string, at time.Time, err error) {
	for {
		key, at, err = t.keys.Next(ctx, late)
		switch {
		case key == keys.Suspend:
			t.stop()
		case err != nil, key == keys.Interrupt, key == keys.Redraw, key == "", !t.ignore.Dropped(key, at):
			return key, at, err
		}
	}
}

// Put asks a group.
func (t *Terminal) Put(g ask.Group, got ask.Got) error {
	return t.PutUntil(context.Background(), g, got)
}

// PutUntil asks a group until ctx is done.
func (t *Terminal) PutUntil(ctx context.Context, g ask.Group, got ask.Got) error {
	return forms(t.l, g, got, func(f form) error { return t.put(ctx, f) })
}

// PutAlone asks a group below a paragraph that has the screen to itself: once it is left, nothing of it stands in the window.
func (t *Terminal) PutAlone(ctx context.Context, paragraph string, g ask.Group, got ask.Got) error {
	columns, rows := t.size()
	before := t.page
	t.page, t.alone = nil, true
	t.again()
	t.Say(paragraph)
	err := t.PutUntil(ctx, g, got)
	said := t.page[1:]
	t.write(otherScreen)
	t.page, t.alone = before, false
	if c, r := t.size(); c != columns || r != rows {
		t.again()
	}
	for _, draw := range said {
		t.Show(draw)
	}
	return err
}

// replaces ignores keys that may still be on their way to another question, which was on the screen a moment ago.
func (t *Terminal) replaces(same string) {
	if t.gone != "" && t.gone != same {
		t.ignore = keys.IgnoreAll(time.Now(), t.surprise)
	}
	t.gone = ""
}

// errAgain means that a question must be drawn anew.
var errAgain = errors.New("tty: the window has changed")

// put asks until an answer is taken.
func (t *Terminal) put(ctx context.Context, f form) error {
	if t.left {
		return ask.Leave
	}
	if f.secret() {
		// Keys typed ahead were meant for another question, and must not answer in somebody's name.
		t.keys.Drop()
	}
	t.replaces(f.same())
	if f.turnsOver(t.entered) {
		t.ignore = keys.IgnoreSecond(t.pressed, t.calm)
	}
	t.entered = form{}
	was := t.half.take(f.same())
	f, err := t.readOut(ctx, f)
	if err != nil {
		t.half.keep(was)
		return err
	}
	d := newView(t, f)
	d.resume(was)
	in, err := d.run(ctx)
	for ; err == errAgain; in, err = d.run(ctx) {
		t.again()
	}
	switch {
	case err == nil:
		t.entered = f
		if !t.alone {
			t.leave(f, in)
		}
	case err == ask.Gone:
		t.gone = f.same()
		t.half.keep(d.interrupted())
	// Half a secret is not kept: the next person at the keyboard may be somebody else.
	case !f.secret():
		t.half.keep(d.interrupted())
	}
	for _, draw := range t.later {
		t.Show(draw)
	}
	t.later = nil
	return err
}

// readOut shows notes that would not fit above a question, as many as fit at a time, and returns the question with the rest.
func (t *Terminal) readOut(ctx context.Context, f form) (form, error) {
	for {
		columns, rows := t.size()
		d := newView(t, f)
		notes, asked, _ := f.above(t)
		options, _ := f.options()
		under := len(asked) + 1 + min(len(options), fewest) + len(d.hint(columns-1)) + 1
		if len(f.g.Notes) == 0 || len(notes) <= max(rows-under, 1) {
			return f, nil
		}
		page := f.notice("", lang.T("read on"))
		// A notice needs four rows of its own: label, option, hint, and the line behind them.
		n := t.fitting(f.g.Notes, rows-4)
		if n == 0 {
			long := wrap(t.say(f.g.Notes[0]), columns-1)
			f.g.Notes = slices.Insert(slices.Clone(f.g.Notes), 0, literal(long[:rows-4]))
			f.g.Notes[1], n = literal(long[rows-4:]), 1
		}
		page.g.Notes, f.g.Notes = f.g.Notes[:n], f.g.Notes[n:]
		if err := t.put(ctx, page); err != nil {
			return f, err
		}
	}
}

// fitting returns how many notes fit into so many rows. The last one stays with the question.
func (t *Terminal) fitting(notes []lang.Text, rows int) (n int) {
	for n < len(notes)-1 {
		rows -= len(wrap(t.say(notes[n]), t.Width()-1))
		if rows < 0 {
			break
		}
		n++
	}
	return n
}

// fewest is how many options of a list have room below long notes.
const fewest = 5

// literal returns lines as a note.
func literal(lines []string) lang.Text { return lang.Literal(strings.Join(lines, "\n")) }

// leave leaves one line of a question that was answered.
func (t *Terminal) leave(f form, in []ask.Answer) {
	said := f.said(in)
	if said == "" {
		return
	}
	columns := t.Width() - 1
	line := t.done(said)
	if room := columns - ansi.StringWidth(line) - 1; room > 12 && !f.secret() {
		line = t.done(cut(strings.ReplaceAll(f.text(), "\n", " "), room) + " " + t.bold(said))
	}
	t.Say(line)
}

// ended returns the error of a question whose input has ended.
func (t *Terminal) ended(err error) error {
	if err == io.EOF {
		t.left = true
		return ask.Leave
	}
	return ask.Gone
}
