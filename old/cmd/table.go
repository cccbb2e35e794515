package cmd

import (
	"context"
	"io"
	"strings"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/old/cmd/internal/output"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/screen"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/scoring/shelf"
)

// The table's view of the machine: what people see, and how they are asked.

// setting returns the surroundings of an evening. st is nil without a game.
func (a *app) setting(st *store.Store) play.Setting {
	out := a.Out
	if a.host != nil {
		out = a.host.Tee(out)
	}
	w := play.Setting{
		Host: a.host, Phones: a.host, Store: st, Games: a.shelf.All(), Files: shelf.Shipped, Own: a.shelf.Owned, Shelve: a.shelf.Shelve, Out: out, Width: a.Width, Voice: a.voice,
		Ink: a.ink(), Now: a.Now, Moment: a.moment, Random: a.Random, Data: a.kept.Data, Trace: a.writeTrace,
	}
	if a.live() {
		w.Copy, w.Clear = output.Clipboard(a.window, a.Getenv), func() { clearWindow(a) }
	}
	return w
}

// atTable runs do at a table, with the file of games open.
func (a *app) atTable(ctx context.Context, do func(*play.Program) error) error {
	return a.kept.During(ctx, func(st *store.Store) error {
		if err := a.asks(ctx); err != nil {
			return err
		}
		a.at = &play.Program{
			Setting: a.setting(st), Kept: &a.kept, Share: a.phones.share,
			Kind:  func(word string) (string, error) { return a.shelf.Kind(st, word) },
			Begun: func() { a.kept.CopyOfTheDay(ctx) },
			Turns: func() error { return turns(ctx, a, st, report.Table, nil) },
			Sheet: func() error { return sheetAlone(ctx, a) },
		}
		return a.at.Do(do)
	})
}

// clearWindow scrolls everything out of the window; it can be scrolled back.
func clearWindow(a *app) {
	_, rows := a.Size()
	_, _ = io.WriteString(a.window, strings.Repeat("\r\n", max(0, rows)))
}

// looksAt reports whether drawing on a terminal is seen by somebody.
func (a *app) looksAt(terminal bool) bool { return terminal && !a.plain && !a.Aloud() && !a.Dumb() }

// live reports whether somebody sits at a terminal that can be drawn on.
func (a *app) live() bool { return a.Keyboard != nil && a.looksAt(a.Screen) }

// ink returns the marks of people in print: none without a terminal that somebody sees, or without colors.
func (a *app) ink() color.Ink {
	if !a.looksAt(a.Screen) || a.Getenv("NO_COLOR") != "" {
		return color.None
	}
	return color.Painted
}

// asks prepares the host that asks questions, once for the life of the program.
func (a *app) asks(ctx context.Context) error {
	if a.host != nil {
		return nil
	}
	m := play.Machine{
		In: a.In, Typed: a.Keyboard != nil, Out: a.Out, Bell: a.Screen,
		Latin: output.LocaleOf(a.Getenv).Latin(), Width: a.Width, Voice: a.voice, Moment: a.moment,
	}
	if a.live() {
		keys, err := keyboard.Open(a.Keyboard, m.Latin)
		if err != nil {
			return err
		}
		m.Terminal = screen.Terminal{Keys: keys, Out: a.window, Size: a.Size, Color: a.Getenv("NO_COLOR") == ""}
	}
	a.host = a.phones.host(ctx, a, play.NewHost(ctx, m))
	return nil
}

// restore puts the terminal in order if questions were asked.
func (a *app) restore() {
	if a.host != nil {
		a.host.Restore()
	}
}
