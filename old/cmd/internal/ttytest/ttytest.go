//go:build unix

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

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
	"golang.org/x/term"
)

// Deadline is how long a test waits. Only failing tests reach it.
const Deadline = time.Minute

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
	PageUp    = "\x1b[5~"
	PageDown  = "\x1b[6~"
	CtrlC     = "\x03"
	CtrlD     = "\x04"
)

// A Terminal is a window with a program in it.
type Terminal struct {
	t        testing.TB
	cmd      *exec.Cmd
	pty, tty *os.File
	vt       *vt.SafeEmulator
	before   *term.State
	after    *term.State // when the program ended

	mu      sync.Mutex
	changed *sync.Cond
	hidden  bool // the cursor
	modes   map[ansi.Mode]bool
	bells   int
	raw     strings.Builder // everything written
	gone    bool            // all output has been read
	code    int
	ended   chan struct{}
	running sync.WaitGroup
}

// Start runs a program in a window of so many columns and rows. It is killed at the end of the test.
func Start(t testing.TB, cols, rows int, cmd *exec.Cmd) *Terminal {
	t.Helper()
	return StartAs(t, "xterm-256color", cols, rows, cmd)
}

// StartAs is Start on a terminal of this name (TERM).
func StartAs(t testing.TB, name string, cols, rows int, cmd *exec.Cmd) *Terminal {
	t.Helper()
	p, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	x := &Terminal{t: t, cmd: cmd, pty: p, tty: tty, vt: vt.NewSafeEmulator(cols, rows), modes: map[ansi.Mode]bool{}, ended: make(chan struct{})}
	x.changed = sync.NewCond(&x.mu)
	x.vt.SetCallbacks(vt.Callbacks{
		Bell:             func() { x.bells++ },
		CursorVisibility: func(seen bool) { x.hidden = !seen },
		EnableMode:       func(m ansi.Mode) { x.modes[m] = true },
		DisableMode:      func(m ansi.Mode) { x.modes[m] = false },
	})
	x.resize(cols, rows)
	x.before, err = term.GetState(int(tty.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true} // in a session of its own, as under a shell
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	cmd.Env = append(cmd.Env, "TERM="+name)
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
func (x *Terminal) answer() {
	buf := make([]byte, 256)
	for {
		n, err := x.vt.Read(buf)
		if err != nil {
			return
		}
		_, _ = x.pty.Write(buf[:n])
	}
}

// show puts the program's output on the screen.
func (x *Terminal) show() {
	buf := make([]byte, 32<<10)
	for {
		n, err := x.pty.Read(buf)
		x.mu.Lock()
		x.raw.Write(buf[:n])
		_, _ = x.vt.Write(buf[:n])
		x.gone = err != nil
		x.changed.Broadcast()
		x.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// await learns how the program ended, and how it left the terminal.
func (x *Terminal) await() {
	_ = x.cmd.Wait() // ProcessState says more
	x.after, _ = term.GetState(int(x.tty.Fd()))
	_ = x.tty.Close() // once nobody has it open, the output ends
	x.mu.Lock()
	x.code = x.cmd.ProcessState.ExitCode()
	if s, ok := x.cmd.ProcessState.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		x.code = 128 + int(s.Signal())
	}
	x.mu.Unlock()
	close(x.ended)
}

// close kills the program and frees the screen, which cleanups would keep in memory until all tests end.
func (x *Terminal) close() {
	_ = x.cmd.Process.Kill()
	<-x.ended
	_ = x.pty.Close()
	if in, ok := x.vt.InputPipe().(io.Closer); ok {
		_ = in.Close()
	}
	x.running.Wait()
	x.vt, x.raw = nil, strings.Builder{}
}

// Send types keys as fast as they can be taken.
func (x *Terminal) Send(keys ...string) {
	x.t.Helper()
	for _, k := range keys {
		if _, err := x.pty.Write([]byte(k)); err != nil {
			x.t.Fatalf("%q was not taken: %v\n%s", k, err, x.Screen())
		}
	}
}

// Press types keys and waits until the screen holds a text.
func (x *Terminal) Press(keys, text string) {
	x.t.Helper()
	x.Send(keys)
	x.Wait(text)
}

// Wait waits until the screen holds a text, which may span several lines.
func (x *Terminal) Wait(text string) {
	x.t.Helper()
	x.until("the screen never held "+text, func() bool { return strings.Contains(x.screen(), text) })
}

// Gone waits until the screen no longer holds a text.
func (x *Terminal) Gone(text string) {
	x.t.Helper()
	x.until("the screen still holds "+text, func() bool { return !strings.Contains(x.screen(), text) })
}

// Writes waits until the program has written a code so many times.
func (x *Terminal) Writes(code string, times int) {
	x.t.Helper()
	x.until("it was not written so often", func() bool { return strings.Count(x.raw.String(), code) >= times })
}

// until waits for ok, which is called under the lock.
func (x *Terminal) until(what string, ok func() bool) {
	x.t.Helper()
	if !x.reaches(ok, Deadline) {
		x.t.Fatalf("%s\n%s", what, x.Screen())
	}
}

func (x *Terminal) reaches(ok func() bool, within time.Duration) bool {
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
// Colors are not in it.
func (x *Terminal) Screen() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.screen()
}

func (x *Terminal) screen() string {
	return strings.TrimRight(strings.Join(x.lines(x.vt.Height(), x.vt.CellAt), "\n"), "\n")
}

// lines returns lines of cells without the blanks at their ends.
func (x *Terminal) lines(rows int, cell func(col, row int) *uv.Cell) (lines []string) {
	for row := range rows {
		var b strings.Builder
		for col := 0; col < x.vt.Width(); {
			c := cell(col, row)
			if c == nil || c.Content == "" {
				c = &uv.Cell{Content: " ", Width: 1}
			}
			b.WriteString(c.Content)
			col += max(1, c.Width)
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	return lines
}

// History returns the lines that have scrolled out at the top, and the screen.
func (x *Terminal) History() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return strings.Join(append(x.lines(x.vt.ScrollbackLen(), x.vt.ScrollbackCellAt), x.screen()), "\n")
}

// Bytes returns everything that the program has written, codes included.
func (x *Terminal) Bytes() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.raw.String()
}

// Bells returns how often the bell has rung.
func (x *Terminal) Bells() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.bells
}

// Resize changes the size of the window and tells the program.
func (x *Terminal) Resize(cols, rows int) {
	x.t.Helper()
	x.mu.Lock()
	x.vt.Resize(cols, rows)
	x.mu.Unlock()
	x.resize(cols, rows)
}

func (x *Terminal) resize(cols, rows int) {
	x.t.Helper()
	if err := pty.Setsize(x.pty, &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)}); err != nil {
		x.t.Fatal(err)
	}
}

// Signal sends a signal to the program.
func (x *Terminal) Signal(s os.Signal) {
	x.t.Helper()
	if err := x.cmd.Process.Signal(s); err != nil {
		x.t.Fatal(err)
	}
}

// Shell does what a shell does to the window of a stopped program: it restores the original mode and the first
// screen, and shows a prompt.
func (x *Terminal) Shell(prompt string) {
	x.t.Helper()
	if err := term.Restore(int(x.tty.Fd()), x.before); err != nil {
		x.t.Fatal(err)
	}
	if _, err := x.tty.WriteString(ansi.ResetModeAltScreenSaveCursor + ansi.ShowCursor + prompt); err != nil {
		x.t.Fatal(err)
	}
}

// Exit waits for the end of the program and its output, and returns its code, or 128 plus the signal that ended
// it.
func (x *Terminal) Exit() int {
	x.t.Helper()
	select {
	case <-x.ended:
	case <-time.After(Deadline):
		x.t.Fatalf("the program does not end\n%s", x.Screen())
	}
	x.until("the output does not end", func() bool { return x.gone })
	return x.code
}

// Ends fails unless the program ends with a code and leaves the terminal Sane.
func (x *Terminal) Ends(code int) {
	x.t.Helper()
	if is := x.Exit(); is != code {
		x.t.Errorf("code %d, want %d\n%s", is, code, x.Screen())
	}
	x.Sane()
}

// Golden waits until the screen equals testdata/NAME.golden, and fails with both if it does not. With -update it
// writes the file.
func (x *Terminal) Golden(name string) {
	x.t.Helper()
	if *update {
		x.settle()
		Golden(x.t, name+".golden", x.Screen()+"\n")
		return
	}
	b, err := os.ReadFile(filepath.Join("testdata", name+".golden"))
	if err != nil {
		x.t.Fatal(err)
	}
	want := strings.TrimSuffix(string(b), "\n")
	if !x.reaches(func() bool { return x.screen() == want }, 5*time.Second) && x.Screen() != want {
		x.t.Errorf("%s: the screen is\n%s\nwant\n%s", name, frame(x.Screen()), frame(want))
	}
}

// settle waits until nothing has been written for a while. It is only for writing golden files, which a person
// looks through.
func (x *Terminal) settle() {
	for {
		n := len(x.Bytes())
		time.Sleep(300 * time.Millisecond)
		if len(x.Bytes()) == n {
			return
		}
	}
}

func frame(s string) string { return "│" + strings.ReplaceAll(s, "\n", "\n│") }

// Sane waits for the end of the program, and fails unless it left the terminal as it found it: the mode, a
// visible cursor, wrapped lines, the first screen, no mouse and no marks around pasted text.
func (x *Terminal) Sane() {
	x.t.Helper()
	x.Exit()
	if !reflect.DeepEqual(x.before, x.after) {
		x.t.Errorf("the terminal is left in another mode: %+v, it was %+v", x.after, x.before)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.hidden {
		x.t.Error("the cursor is left hidden")
	}
	for m, on := range x.modes {
		if on != defaultOn(m) {
			x.t.Errorf("mode %v is left %v", m, on)
		}
	}
}

func defaultOn(m ansi.Mode) bool {
	return m == ansi.ModeAutoWrap || m == ansi.ModeTextCursorEnable
}
