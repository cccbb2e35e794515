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

	"github.com/tablemate/tablemate/timer"
)

// OnTerminal fills the window with the clock until something ends it. in and out are
// the terminal, as it was found; they are left so. When ctx is over the clock is
// stopped and the outcome is Stopped. Errors are those of the terminal; the clock is
// stopped then too, and the outcome says how it stands.
func (c Clock) OnTerminal(ctx context.Context, in *os.File, out io.Writer) (Outcome, error) {
	c.speaks = new(sync.Mutex)
	l := newLoop(c)
	return fills(ctx, in, out, c.Now, func(ctx context.Context, typed <-chan Typed, show func(picture)) Outcome {
		return l.run(ctx, func() <-chan Typed { return typed }, func(p frame) { show(c.picture(p)) })
	})
}

// A watching watches until something ends it; it is told what is typed, and shows what is seen.
type watching func(ctx context.Context, typed <-chan Typed, show func(picture)) Outcome

// fills fills the window with what is watched. now is when a key was pressed.
func fills(ctx context.Context, in *os.File, out io.Writer, now func() timer.Moment, watch watching) (Outcome, error) {
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	keys := make(chan Typed, 256)
	m := &model{press: func(name string) {
		select {
		case keys <- Typed{Text: name, At: now()}:
		default: // nobody types so fast
		}
	}}
	seen, over := make(chan picture, 1), make(chan struct{})
	ended := make(chan ending, 1)
	go func() {
		ended <- watch.guarded(within, keys, func(p picture) { newest(seen, p) })
		close(over)
	}()
	err := m.run(within, in, out, seen, over)
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

// run draws what is seen until the loop is over. When the program goes on after somebody
// stopped it, the shell had the terminal meanwhile: it is given back, and taken anew.
func (m *model) run(ctx context.Context, in *os.File, out io.Writer, seen <-chan picture, over <-chan struct{}) error {
	resumed, stop := whenResumed()
	defer stop()
	for {
		p := tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithoutSignalHandler(), tea.WithFPS(10))
		done, fed := make(chan struct{}), make(chan bool)
		go func() { fed <- m.feed(p, seen, resumed, over, done) }()
		_, err := p.Run()
		close(done)
		if again := <-fed; err != nil || !again {
			return err
		}
	}
}

// feed hands the pictures to a program until it is done, the last one of the program before
// it first, and ends it where another one has to follow: then again.
func (m *model) feed(p *tea.Program, seen <-chan picture, resumed <-chan os.Signal, over, done <-chan struct{}) (again bool) {
	if m.last != nil {
		p.Send(*m.last)
	}
	for {
		select {
		case pic := <-seen:
			m.last = &pic
			p.Send(pic)
			continue
		case <-resumed:
			again = true
		case <-over:
		case <-done:
			return false
		}
		p.Quit()
		<-done
		return again
	}
}

// newest puts a picture in place of one that nobody has drawn yet: the loop never
// waits for the terminal.
func newest(seen chan picture, p picture) {
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

// guarded watches and catches a panic, which must wait for the terminal.
func (w watching) guarded(ctx context.Context, typed <-chan Typed, show func(picture)) (e ending) {
	defer func() {
		if r := recover(); r != nil {
			e.panicked = fmt.Sprintf("%v\n\n%s", r, debug.Stack())
		}
	}()
	return ending{Outcome: w(ctx, typed, show)}
}

// A picture is what stands in the window, whatever its size.
type picture struct {
	draw  func(cols, rows int) string
	bells int // how often the bell has rung
}

func (c Clock) picture(p frame) picture {
	return picture{func(cols, rows int) string { return c.draw(p, cols, rows) }, p.bells}
}

// A model is what bubbletea draws: the last picture, in a window of this size.
type model struct {
	press      func(name string)
	last       *picture // that was handed over; pic where it has arrived
	pic        *picture
	cols, rows int
}

func (m *model) Init() tea.Cmd { return nil }

func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.cols, m.rows = msg.Width, msg.Height
	case tea.KeyPressMsg:
		m.press(msg.String())
	case picture:
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
		v = tea.NewView(m.pic.draw(m.cols, m.rows))
	}
	v.AltScreen = true
	return v
}
