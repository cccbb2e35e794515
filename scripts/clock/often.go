//go:build ignore

// Often is what the clock is compared with: a live program that redraws ten times a
// second, by habit. It counts down from the time that it is given, and ends.
package main

import (
	"fmt"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
)

type tick time.Time

type countdown struct{ ends time.Time }

func next() tea.Cmd {
	return tea.Tick(100*time.Millisecond, func(t time.Time) tea.Msg { return tick(t) })
}

func (c countdown) Init() tea.Cmd { return next() }

func (c countdown) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	t, ok := msg.(tick)
	switch {
	case !ok:
		return c, nil
	case time.Time(t).After(c.ends):
		return c, tea.Quit
	}
	return c, next()
}

func (c countdown) View() tea.View {
	v := tea.NewView(fmt.Sprintf("\n\n  %.1f seconds left\n", time.Until(c.ends).Seconds()))
	v.AltScreen = true
	return v
}

func main() {
	d, err := time.ParseDuration(os.Args[1])
	if err == nil {
		_, err = tea.NewProgram(countdown{time.Now().Add(d)}).Run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
