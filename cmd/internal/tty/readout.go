package tty

import (
	"slices"
	"time"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// A readout tells a clock on plain lines: at the beginning, when something changes, and at some points on the way.
type readout struct {
	k     *Lines
	c     *watch
	begun bool
	left  time.Duration // when it was told or looked at last
	said  []string      // trouble that was told
}

// points are the remaining times that are told, beside each full minute.
var points = []time.Duration{30 * time.Second, 10 * time.Second}

// show tells the news.
func (r *readout) show() {
	c, k := r.c, r.k
	left := c.w.Clock.At(c.last)
	if !r.begun {
		k.Say(append(append([]string{k.l.Say(c.w.Text)}, k.l.All(c.w.Notes)...), c.keys("p")...)...)
	}
	trouble := c.trouble()
	for _, s := range trouble {
		if !slices.Contains(r.said, s) {
			k.Say(s)
		}
	}
	switch {
	case c.up && c.news:
		k.Say(r.named(lang.T("Time is up.")), k.l.Say(c.onward()))
	case c.up:
	case c.news && c.w.Clock.Runs:
		k.Say(r.named(lang.T("{time} left. The clock is running.").With("time", timer.Face(left))))
	case c.news:
		k.Say(r.named(lang.T("{time} left. Paused.").With("time", timer.Face(left))))
	case passed(r.left, left):
		k.Say(r.named(lang.T("{time} left.").With("time", timer.Face(left))))
	}
	if c.up && c.ring > 0 && k.typed {
		k.write("\a")
	}
	r.begun, r.left, r.said, c.news = true, left, trouble, false
}

// named puts the name of the bank's owner in front.
func (r *readout) named(t lang.Text) string {
	if r.c.several() {
		return r.c.w.Names[r.c.w.Clock.On] + ": " + r.k.l.Say(t)
	}
	return r.k.l.Say(t)
}

// passed reports whether the time was at a point between two looks, or much of it was taken.
func passed(before, after time.Duration) bool {
	from, to := timer.Seconds(before), timer.Seconds(after)
	if from-to >= timer.Seconds(step) || (from-1)/60 != (to-1)/60 {
		return true
	}
	return slices.ContainsFunc(points, func(p time.Duration) bool { return from > timer.Seconds(p) && to <= timer.Seconds(p) })
}
