package screen

import (
	"context"
	"errors"
	"io"
	"os"
	"syscall"
	"time"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"

	"github.com/tablemate/tablemate/cmd/internal/tty"
)

// A window is the terminal while something fills it. It is drawn where there is another picture or
// another size, and between two of these nothing wakes the program.
type window struct {
	Terminal
	press func(name string)
	pic   *picture // what stands in it; nil: nothing yet
	halts bool     // Ctrl-Z was pressed

	con  uv.Console
	scr  *uv.TerminalScreen
	trim trim
}

// How long is waited at the end: for the reader of the keys, and for answers of the terminal since it was asked, which
// somebody else would take for keys.
const (
	slow = 500 * time.Millisecond
	late = time.Second
)

// run draws what is seen until the watching is over. When the program goes on after somebody
// stopped it, the shell had the terminal meanwhile: it is given back, and taken anew. For Ctrl-Z
// it is given back first.
func (w *window) run(ctx context.Context, seen <-chan picture, over <-chan struct{}) error {
	resumed, stop := tty.WhenResumed()
	defer stop()
	for {
		again, err := w.fill(ctx, seen, resumed, over)
		if err != nil || !again {
			return err
		}
		if w.halts {
			w.halts = false
			tty.StopHere(resumed)
		}
	}
}

// fill takes the terminal, and gives it back whatever happens meanwhile. again: it has to be taken
// anew.
func (w *window) fill(ctx context.Context, seen <-chan picture, resumed <-chan os.Signal, over <-chan struct{}) (again bool, err error) {
	if err := w.take(); err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, w.give()) }()
	keys, stopKeys, err := w.reads()
	if err != nil {
		return false, err
	}
	defer stopKeys()
	defer w.hears(keys)
	resized, stopSizes := whenResized()
	defer stopSizes()
	for {
		select {
		case <-ctx.Done():
			return false, nil
		case <-over:
			return false, nil
		case <-resumed:
			return true, nil
		case <-resized:
			err = w.resize()
		case pic := <-seen:
			err = w.show(pic)
		case e := <-keys:
			err = w.happens(e)
		}
		if err != nil || w.halts {
			return w.halts, err
		}
	}
}

// take makes the terminal give every key at once, and opens a page of its own. Where it fails, nothing is taken.
func (w *window) take() error {
	out, ok := w.Out.(uv.File)
	if !ok {
		out = w.In // the same terminal
	}
	environ := w.environ()
	w.con = uv.NewConsole(w.In, out, environ)
	if _, err := w.con.MakeRaw(); err != nil {
		return err
	}
	w.scr = uv.NewTerminalScreen(struct{ io.Writer }{w.Out}, environ) // no file: tabs and backspaces are left alone
	w.scr.SetColorProfile(colorprofile.Detect(out, environ))
	w.scr.EnterAltScreen()
	w.scr.EnableBracketedPaste()
	_, _ = w.scr.WriteString(w.trim.begins(w.Getenv, time.Now()))
	if w.pic != nil {
		w.surround(*w.pic)
	}
	if err := w.resize(); err != nil {
		return errors.Join(err, w.give())
	}
	return nil
}

// give leaves the terminal as it was found.
func (w *window) give() error {
	_, _ = w.scr.WriteString(w.trim.ends())
	w.scr.Reset()
	err := w.scr.Flush()
	w.owes("")
	return errors.Join(err, w.con.Restore())
}

// resize draws for the size that the window has now.
func (w *window) resize() error {
	cols, rows, err := w.con.GetSize()
	if err != nil {
		return err
	}
	w.scr.Resize(cols, rows)
	return w.draw()
}

// show draws another picture, and rings where that one does.
func (w *window) show(pic picture) error {
	if w.pic != nil && pic.bells > w.pic.bells {
		_, _ = w.scr.WriteString("\a")
	}
	w.surround(pic)
	w.pic = &pic
	return w.draw()
}

func (w *window) surround(pic picture) {
	codes := w.trim.changes(pic.surround, time.Now())
	w.owes(w.trim.ends()) // before it is written: whatever ends the program may come in between
	_, _ = w.scr.WriteString(codes)
}

func (w *window) owes(codes string) {
	if w.Owes != nil {
		w.Owes(codes)
	}
}

func (w *window) draw() error {
	if w.pic == nil {
		return w.scr.Flush()
	}
	return w.scr.Display(uv.NewStyledString(w.pic.draw(w.scr.Width(), w.scr.Height())))
}

// happens does what an event of the terminal means.
func (w *window) happens(e uv.Event) error {
	switch e := e.(type) {
	case uv.KeyPressEvent:
		if w.halts = e.String() == "ctrl+z"; !w.halts {
			w.press(e.String())
		}
	case uv.WindowSizeEvent: // where no signal says so
		return w.resize()
	case error:
		return e
	default:
		w.trim.hears(e)
	}
	return nil
}

// hears waits for what the terminal has not answered yet. A terminal that answers nothing is waited for once.
func (w *window) hears(keys <-chan uv.Event) {
	for !w.trim.asked.IsZero() {
		select {
		case e := <-keys:
			w.trim.hears(e)
			if _, failed := e.(error); !failed {
				continue
			}
		case <-time.After(late - time.Since(w.trim.asked)):
		}
		return
	}
}

// reads reads the keys until stop, which waits until nothing is read any more. A failure is the
// last event; the end of the keys is io.EOF.
func (w *window) reads() (events <-chan uv.Event, stop func(), err error) {
	in, err := uv.NewCancelReader(w.In)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	all, done := make(chan uv.Event), make(chan struct{})
	go func() {
		defer close(done)
		err := keysOf(in, w.Getenv("TERM")).StreamEvents(ctx, all)
		if err == nil {
			err = io.EOF
		}
		select {
		case all <- err:
		case <-ctx.Done():
		}
	}()
	return all, func() {
		cancel()
		in.Cancel()
		for enough := time.After(slow); ; {
			select {
			case <-all: // a key that came with the end
				continue
			case <-done:
			case <-enough:
			}
			_ = in.Close()
			return
		}
	}, nil
}

// isGone reports whether a terminal is gone, whoever noticed first: a read at its end, or a read or a
// write that the system refuses.
func isGone(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, syscall.EIO) }

// keysOf makes keys of what a terminal of this kind (TERM) sends.
func keysOf(in io.Reader, kind string) *uv.TerminalReader {
	r := uv.NewTerminalReader(in, kind)
	r.EscTimeout = tty.AfterEsc
	return r
}
