// Countdown is what the clock is compared with: the smallest countdown on a terminal with bubbletea and its timer. It ends when
// time is up.
package main

import (
	"fmt"
	"os"
	"time"

	"charm.land/bubbles/v2/timer"
	tea "charm.land/bubbletea/v2"
)

type countdown struct{ timer.Model }

func (c countdown) Init() tea.Cmd { return c.Model.Init() }

func (c countdown) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, up := msg.(timer.TimeoutMsg); up {
		return c, tea.Quit
	}
	var cmd tea.Cmd
	c.Model, cmd = c.Model.Update(msg)
	return c, cmd
}

func (c countdown) View() tea.View {
	v := tea.NewView(c.Model.View())
	v.AltScreen = true
	return v
}

func main() {
	d, err := time.ParseDuration(os.Args[1])
	if err == nil {
		_, err = tea.NewProgram(countdown{timer.New(d)}).Run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
