package screen

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"

	tea "charm.land/bubbletea/v2"
)

// OnTerminal fills the window with the clock until something ends it. in and out are
// the terminal, as it was found; they are left so. When ctx is over the clock is
// stopped and the outcome is Stopped. Errors are those of the terminal; the clock is
// stopped then too, and the outcome says how it stands.
func (c Clock) OnTerminal(ctx context.Context, in *os.File, out io.Writer) (Outcome, error) {
	c.speaks = new(sync.Mutex)
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	keys := make(chan Typed, 256)
	m := &model{clock: c, press: func(name string) {
		select {
		case keys <- Typed{Text: name, At: c.Now()}:
		default: // nobody types so fast
		}
	}}
	p := tea.NewProgram(m, tea.WithContext(within), tea.WithInput(in), tea.WithOutput(out), tea.WithoutSignalHandler(), tea.WithFPS(10))
	seen := make(chan frame, 1)
	go func() {
		for {
			select {
			case pic := <-seen:
				p.Send(pic)
			case <-within.Done():
				return
			}
		}
	}()
	l, ended := newLoop(c), make(chan ending, 1)
	go func() {
		ended <- l.guarded(within, func() <-chan Typed { return keys }, func(p frame) { newest(seen, p) })
		p.Quit()
	}()
	_, err := p.Run()
	cancel()
	e := <-ended
	if e.panicked != "" {
		panic(e.panicked) // the terminal is in order now
	}
	if err == nil || ctx.Err() != nil && !errors.Is(err, tea.ErrProgramPanic) {
		return e.Outcome, nil
	}
	return e.Outcome, fmt.Errorf("screen: %w", err)
}

// newest puts a picture in place of one that nobody has drawn yet: the loop never
// waits for the terminal.
func newest(seen chan frame, p frame) {
	select {
	case <-seen:
	default:
	}
	seen <- p
}

type ending struct {
	Outcome
	panicked string
}

// guarded runs the loop and catches its panic, which must wait for the terminal.
func (l *loop) guarded(ctx context.Context, typed func() <-chan Typed, show func(frame)) (e ending) {
	defer func() {
		if r := recover(); r != nil {
			e.panicked = fmt.Sprintf("%v\n\n%s", r, debug.Stack())
		}
	}()
	return ending{Outcome: l.run(ctx, typed, show)}
}

// A model is what bubbletea draws: the last picture, in a window of this size.
type model struct {
	clock      Clock
	press      func(name string)
	pic        *frame
	cols, rows int
}

func (m *model) Init() tea.Cmd { return nil }

func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.cols, m.rows = msg.Width, msg.Height
	case tea.KeyPressMsg:
		m.press(msg.String())
	case frame:
		rings := m.pic != nil && msg.bells > m.pic.bells
		m.pic = &msg
		if rings {
			return m, tea.Raw("\a")
		}
	}
	return m, nil
}

func (m *model) View() tea.View {
	v := tea.NewView("")
	if m.pic != nil && m.cols > 0 {
		v = tea.NewView(m.clock.draw(*m.pic, m.cols, m.rows))
	}
	v.AltScreen = true
	return v
}
