package phones

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
)

// An answer sent while the table looks something up is saved before its phone learns that it was sent, and handed over
// when its question is put again, even after a crash. If that never happens, its person is told, at the latest with the
// next question. The answer of one person alone is saved in the same way, from the moment its phone hears that it
// counts until the game has saved it.

// hold saves an answer to a question that rests, and returns errHeld. It returns nil if the question does not rest.
func (h *Hub) hold(t submission) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	i := slices.IndexFunc(h.slips, func(s *slip) bool { return s.no == t.no })
	if !h.resting || i < 0 || t.seat == scorekeeper {
		return nil
	}
	a, err := t.read(h.slips[i].q)
	if err == nil {
		err = h.Lobby.keepHeld(t, a, h.slips[i].q.Place, false)
	}
	if err != nil {
		return err
	}
	h.slips[i].state = slipHeld
	return errHeld
}

// holdForGame saves an answer that is on its way to the game, because its phone hears that it counts before the game
// has saved it.
func (h *Hub) holdForGame(t submission, a ask.Answer, place string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.Lobby.keepHeld(t, a, place, true)
}

// keepHeld saves an answer in place of any earlier one to the same question. handed marks it as handed over. Its error
// is errBusy, for a disk that fails.
func (l *Lobby) keepHeld(t submission, a ask.Answer, place string, handed bool) error {
	before := l.e.Held
	others := slices.DeleteFunc(slices.Clone(before), func(one Held) bool { return one.No == t.no })
	l.e.Held = append(others, Held{Part: Part{t.no, a}, Who: t.who, Line: t.line, Place: place, handed: handed})
	if err := l.store(); err != nil {
		l.e.Held = before
		return errBusy
	}
	return nil
}

// takeUp returns the answers that wait for questions being put now. The others are lost: their people are told with the
// question they are asked now, or above the page until they are asked one.
func (l *Lobby) takeUp(slips []*slip) (waited []submission) {
	l.filterHeld(func(one *Held) bool {
		same := slices.IndexFunc(slips, func(s *slip) bool { return s.no == one.No })
		asked := slices.IndexFunc(slips, func(s *slip) bool { return s.seat < len(l.names) && l.names[s.seat] == one.Who })
		switch {
		case one.handed:
			return false
		case same >= 0 && !one.Lost:
			s := slips[same]
			s.state = slipHeld
			waited = append(waited, submission{no: s.no, seat: s.seat, who: one.Who, line: one.Line, read: one.read})
		case asked >= 0:
			slips[asked].why = fault.New(words["again"])
			return false
		default:
			one.Lost = true
		}
		return true
	})
	return waited
}

// read returns the answer, if it still fits the question.
func (one Held) read(q ask.Question) (ask.Answer, error) {
	if !q.Fits(one.Answer) {
		return one.Answer, fault.New(badAnswer)
	}
	return one.Answer, nil
}

// filterHeld keeps only the held answers that are wanted. A change that fails to save lasts until the next start.
func (l *Lobby) filterHeld(wanted func(*Held) bool) {
	was := l.e.Held
	l.e.Held = nil
	for _, one := range was {
		if wanted(&one) {
			l.e.Held = append(l.e.Held, one)
		}
	}
	if !slices.EqualFunc(was, l.e.Held, func(a, b Held) bool { return a.No == b.No && a.Lost == b.Lost }) {
		_ = l.store()
	}
}

// handedOver marks an answer as handed over to the game, which saves it before anything else is put.
func (l *Lobby) handedOver(no string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.filterHeld(func(one *Held) bool { one.handed = one.handed || one.No == no; return true })
}

// settle ends the wait of an answer that was handed over. why is the reason it was refused, or nil if it counts.
func (h *Hub) settle(no string, why error) {
	h.mark(no, func(s *slip) {
		if why != nil {
			s.state, s.why = slipOpen, why
		}
	})
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Lobby.filterHeld(func(one *Held) bool { return one.No != no })
}
