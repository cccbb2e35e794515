package tty

import "slices"

// An interrupted is a question that was left while it was typed at: for the menu, for a look back, or since a phone came or
// answered. When it is put again it goes on with its half typed line.
type interrupted struct {
	of    string   // the question (form.same); "" for none
	typed string   // the line or word
	ticks []string // of a check list: the IDs that were ticked
	taken bool     // on plain lines: Enter had been pressed
	shown []string // on plain lines: how it was said
}

// theClock stands for a clock that was taken away: no question has this key.
const theClock = "the clock"

// next returns the remains of the question that is put now. other reports that another one had gone away: keys of the first
// moment were meant for that one.
func (h *interrupted) next(f form) (was interrupted, other bool) {
	was, *h = *h, interrupted{}
	other = was.of != "" && was.of != f.same()
	if other {
		was = interrupted{shown: was.shown}
	}
	return was, other
}

// An unfinished holds questions that were left, the last one at the end.
type unfinished []interrupted

// mostUnfinished is how many questions may be left at a time: one in a menu in a correction in a turn is rare.
const mostUnfinished = 8

// take returns the remains of a question, and forgets them.
func (u *unfinished) take(of string) interrupted {
	i := slices.IndexFunc(*u, func(h interrupted) bool { return h.of == of })
	if i < 0 {
		return interrupted{}
	}
	was := (*u)[i]
	*u = slices.Delete(*u, i, i+1)
	return was
}

// keep takes down a question that is left, if anything was typed or ticked.
func (u *unfinished) keep(h interrupted) {
	if h.typed == "" && h.ticks == nil {
		return
	}
	*u = append(*u, h)
	if extra := len(*u) - mostUnfinished; extra > 0 {
		*u = slices.Delete(*u, 0, extra)
	}
}
