//go:build unix

// Package ttytest runs a program in a window, for tests: a pseudo-terminal with an emulator behind it. Tests wait for
// texts on the screen, never for time.
package ttytest

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
	"golang.org/x/term"
)

// Keys as a terminal sends them.
const (
	Enter     = "\r"
	Esc       = "\x1b"
	Backspace = "\x7f"
	Delete    = "\x1b[3~"
	Up        = "\x1b[A"
	Down      = "\x1b[B"
	Right     = "\x1b[C"
	Left      = "\x1b[D"
	Home      = "\x1b[H"
	End       = "\x1b[F"
	CtrlC     = "\x03"
	CtrlD     = "\x04"
	CtrlZ     = "\x1a"
)

// deadline is how long a test waits. Only failing tests reach it.
const deadline = time.Minute

// A Window has a program in it.
type Window struct {
	t             testing.TB
	cmd           *exec.Cmd
	pty, tty      *os.File
	screen        *vt.SafeEmulator
	before, after *term.State
	running       sync.WaitGroup
	ended         chan struct{}

	mu      sync.Mutex
	changed *sync.Cond
	raw     strings.Builder // everything written
	hidden  bool            // the cursor
	bells   int
	gone    bool // all output has been read
}

// Start runs a program in a window of so many columns and rows. It is killed at the end of the test.
func Start(t testing.TB, columns, rows int, cmd *exec.Cmd) *Window {
	t.Helper()
	p, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	x := &Window{t: t, cmd: cmd, pty: p, tty: tty, screen: vt.NewSafeEmulator(columns, rows), ended: make(chan struct{})}
	x.changed = sync.NewCond(&x.mu)
	x.screen.SetCallbacks(vt.Callbacks{Bell: func() { x.bells++ }, CursorVisibility: func(seen bool) { x.hidden = !seen }})
	x.size(columns, rows)
	x.before, err = term.GetState(int(tty.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	// A shell gives a program a session of its own, too.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	// Windows are drawn also for a developer who wants plain lines.
	cmd.Env = append(cmd.Env, "TERM=xterm-256color", "ACCESSIBLE=")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	x.running.Go(x.answer)
	x.running.Go(x.show)
	x.running.Go(x.await)
	t.Cleanup(x.close)
	return x
}

// answer sends the emulator's answers to queries back to the program.
func (x *Window) answer() { _, _ = io.Copy(x.pty, x.screen) }

// show puts the program's output on the screen. The emulator draws what it has: a character that comes in two pieces waits
// for its other one, up to the next byte that ends it for sure.
func (x *Window) show() {
	buf := make([]byte, 32<<10)
	var rest []byte
	for {
		n, err := x.pty.Read(buf)
		x.mu.Lock()
		x.raw.Write(buf[:n])
		rest = append(rest, buf[:n]...)
		whole := len(rest)
		for err == nil && whole > 0 && rest[whole-1] >= utf8.RuneSelf {
			whole--
		}
		_, _ = x.screen.Write(rest[:whole])
		rest = append(rest[:0], rest[whole:]...)
		x.gone = err != nil
		x.changed.Broadcast()
		x.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// await learns how the program left the terminal.
func (x *Window) await() {
	// ProcessState says more than the error.
	_ = x.cmd.Wait()
	x.after, _ = term.GetState(int(x.tty.Fd()))
	// The output ends once nobody has the terminal open.
	_ = x.tty.Close()
	close(x.ended)
}

func (x *Window) close() {
	_ = x.cmd.Process.Kill()
	<-x.ended
	_ = x.pty.Close()
	if in, ok := x.screen.InputPipe().(io.Closer); ok {
		_ = in.Close()
	}
	x.running.Wait()
}

// Send types keys as fast as they can be taken.
func (x *Window) Send(keys ...string) {
	x.t.Helper()
	for _, k := range keys {
		if _, err := x.pty.Write([]byte(k)); err != nil {
			x.t.Fatalf("%q was not taken: %v\n%s", k, err, x.Screen())
		}
	}
}

// Press types keys and waits until the screen holds a text.
func (x *Window) Press(keys, text string) {
	x.t.Helper()
	x.Send(keys)
	x.Wait(text)
}

// Wait waits until the screen holds a text, which may span several lines.
func (x *Window) Wait(text string) {
	x.t.Helper()
	x.until("the screen never held "+text, func() bool { return strings.Contains(x.text(), text) })
}

// Gone waits until the screen no longer holds a text.
func (x *Window) Gone(text string) {
	x.t.Helper()
	x.until("the screen still holds "+text, func() bool { return !strings.Contains(x.text(), text) })
}

// Wrote waits until the program has written a text so many times, on the screen or gone from it.
func (x *Window) Wrote(text string, times int) {
	x.t.Helper()
	x.until("it was not written: "+text, func() bool { return strings.Count(x.raw.String(), text) >= times })
}

// Count returns how often a text was written.
func (x *Window) Count(text string) int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return strings.Count(x.raw.String(), text)
}

// until waits for ok, which is called under the lock.
func (x *Window) until(what string, ok func() bool) {
	x.t.Helper()
	if !x.reaches(ok, deadline) {
		x.t.Fatalf("%s\n%s", what, x.Screen())
	}
}

func (x *Window) reaches(ok func() bool, within time.Duration) bool {
	late := false
	timer := time.AfterFunc(within, func() {
		x.mu.Lock()
		late = true
		x.changed.Broadcast()
		x.mu.Unlock()
	})
	defer timer.Stop()
	x.mu.Lock()
	defer x.mu.Unlock()
	for !ok() {
		if late || x.gone {
			return false
		}
		x.changed.Wait()
	}
	return true
}

// Screen returns the text in the window now, without blanks at the ends of lines and empty lines at the end.
func (x *Window) Screen() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.text()
}

func (x *Window) text() string { return x.lines(x.screen.Height(), x.screen.CellAt) }

// History returns the lines that have scrolled out at the top.
func (x *Window) History() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.lines(x.screen.ScrollbackLen(), x.screen.ScrollbackCellAt)
}

func (x *Window) lines(rows int, cell func(column, row int) *uv.Cell) string {
	var lines []string
	for row := range rows {
		var b strings.Builder
		for column := 0; column < x.screen.Width(); {
			c := cell(column, row)
			if c == nil || c.Content == "" {
				c = &uv.Cell{Content: " ", Width: 1}
			}
			b.WriteString(c.Content)
			column += max(1, c.Width)
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// Bells returns how often the bell has rung.
func (x *Window) Bells() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.bells
}

// Resize changes the size of the window and tells the program.
func (x *Window) Resize(columns, rows int) {
	x.t.Helper()
	x.mu.Lock()
	x.screen.Resize(columns, rows)
	x.mu.Unlock()
	x.size(columns, rows)
}

func (x *Window) size(columns, rows int) {
	x.t.Helper()
	if err := pty.Setsize(x.pty, &pty.Winsize{Cols: uint16(columns), Rows: uint16(rows)}); err != nil {
		x.t.Fatal(err)
	}
}

// Signal sends a signal to the program.
func (x *Window) Signal(s os.Signal) {
	x.t.Helper()
	if err := x.cmd.Process.Signal(s); err != nil {
		x.t.Fatal(err)
	}
}

// Exit waits for the end of the program and returns its code, or 128 plus the signal that ended it. It fails unless the
// terminal is left as it was found: its mode, a visible cursor.
func (x *Window) Exit() int {
	x.t.Helper()
	select {
	case <-x.ended:
	case <-time.After(deadline):
		x.t.Fatalf("the program does not end\n%s", x.Screen())
	}
	x.until("the output does not end", func() bool { return x.gone })
	code := x.cmd.ProcessState.ExitCode()
	s, ok := x.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if ok && s.Signaled() {
		code = 128 + int(s.Signal())
	}
	if !reflect.DeepEqual(x.before, x.after) && code != 128+int(syscall.SIGKILL) {
		x.t.Errorf("the terminal is left in another mode: %+v, it was %+v", x.after, x.before)
	}
	if x.hidden && code != 128+int(syscall.SIGKILL) {
		x.t.Error("the cursor is left hidden")
	}
	return code
}

// Golden waits until the screen equals testdata/NAME.golden, and fails if it never does. With UPDATE=1 it writes the
// file; a person looks through it.
func (x *Window) Golden(name string) {
	x.t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if os.Getenv("UPDATE") != "" {
		for last := ""; last != x.Screen(); {
			last = x.Screen()
			time.Sleep(300 * time.Millisecond)
		}
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			x.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(x.Screen()+"\n"), 0o644); err != nil {
			x.t.Fatal(err)
		}
		return
	}
	b, err := os.ReadFile(path)
	if err != nil {
		x.t.Fatal(err)
	}
	want := strings.TrimSuffix(string(b), "\n")
	if !x.reaches(func() bool { return x.text() == want }, deadline/6) && x.Screen() != want {
		framed := func(s string) string { return "│" + strings.ReplaceAll(s, "\n", "\n│") }
		x.t.Errorf("%s: the screen is\n%s\nwant\n%s", name, framed(x.Screen()), framed(want))
	}
}
