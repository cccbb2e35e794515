package play

import (
	"context"
	"slices"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/tty"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
	"github.com/tablemate/tablemate/timer"
)

// Clock runs a clock beside no game until its time is up, and the machine stays awake. With names it is passed on until the
// table ends it or nobody has time left, and then it prints everybody's time. A table that leaves before the end is an ask.Move.
func (r *Room) Clock(ctx context.Context, length time.Duration, names []string) error {
	now := timer.Reader(r.Now)
	w := &tty.Countdown{
		Names: names, Now: now, Whole: length, Again: len(names) == 0,
		Save: func(timer.Seen, bool) error { return nil }, // it is gone with the program
	}
	w.Clock = timer.New(slices.Repeat([]time.Duration{length}, max(len(names), 1))...).Start(now())
	if w.Again {
		_, err := r.showClock(ctx, w)
		return err
	}
	w.Options = []ask.Option{{ID: "end", Key: "e", Text: lang.T("end the clock")}}
	if _, err := r.showClock(ctx, w); err != nil {
		return err
	}
	return r.Print.Print(took(r.Lang, w), report.Terminal)
}

// showClock shows a clock, and keeps the machine from falling asleep meanwhile.
func (r *Room) showClock(ctx context.Context, w *tty.Countdown) (option string, err error) {
	defer r.Awake(r.Lang.Say(lang.T("A clock is running")))()
	return r.Keys.Watch(ctx, w)
}

// took returns how much time everybody took.
func took(l lang.Lang, w *tty.Countdown) report.Doc {
	table := report.Table{Columns: l.All([]lang.Text{lang.T("Name"), lang.T("Time"), lang.T("Left")}), Words: 1}
	for i, n := range w.Names {
		bank := w.Clock.Bank(i, w.Now())
		table.Rows = append(table.Rows, []string{n, timer.Face(w.Whole + w.Given[i] - bank), timer.Face(bank)})
	}
	return report.Doc{Blocks: []report.Block{table}}
}

// onlyClock asks for a length of time, and runs a clock.
func (r *Room) onlyClock(ctx context.Context) error {
	var length time.Duration
	_, err := r.ask(ask.Question{Text: lang.T("How many minutes? (8, 90s, 1h30)"), Shape: ask.Words{}}, func(v ask.Value) (err error) {
		length, err = setup.Length(v.Line)
		return err
	})
	if err != nil {
		return err
	}
	err = r.Clock(ctx, length, nil)
	if err == ask.Leave { // the clock, not the program
		err = nil
	}
	return err
}
