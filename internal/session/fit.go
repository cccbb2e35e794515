package session

import (
	"errors"
	"slices"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A draft answers questions about one state. When the game was changed under it (an
// earlier round corrected, say), its answers are taken over as long as the same questions
// are put to the same seats with the same choices; from the first other question on
// they are only suggested. A half-taken vote survives a corrected name, and nobody is
// given an answer that somebody else gave.

var errNobody = errors.New("session: nobody is asked")

// fit is how many answers of a draft are still answers. was gives an old name its new one.
func fit(d ask.Draft, then, now maker, renamed map[string]string) int {
	old, fresh := answered(d, then), answered(d, now)
	n := 0
	for n < min(len(old), len(fresh)) && sameQuestion(old[n], fresh[n], renamed) {
		n++
	}
	return n
}

// answered is the questions that a draft answers.
func answered(d ask.Draft, f maker) []ask.Question {
	l := &listener{}
	_, _, _ = ask.Talk(l, d, ask.Draft{}, func(ask.Draft) error { return errNobody }, func(a ask.Asker) (scoring.Event, error) {
		l.Asker = a
		return f(repeater{l})
	})
	return l.heard
}

// A listener sits on both sides of ask.Talk: it hears the questions that the draft
// answers, and answers none itself.
type listener struct {
	ask.Asker
	heard []ask.Question
}

func (l *listener) Ask(ask.Question) (ask.Answer, error) { return ask.Answer{}, errNobody }

type repeater struct{ *listener }

func (r repeater) Ask(q ask.Question) (ask.Answer, error) {
	if q.Fault != nil && len(r.heard) > 0 { // the answer before is refused now
		r.heard = r.heard[:len(r.heard)-1]
	}
	a, err := r.Asker.Ask(q)
	if err == nil && q.Kind != ask.Draw {
		r.heard = append(r.heard, q)
	}
	return a, err
}

func sameQuestion(a, b ask.Question, renamed map[string]string) bool {
	return a.ID == b.ID && a.Kind == b.Kind && slices.Equal(a.People, b.People) &&
		a.Secret == b.Secret && a.Blank == b.Blank && a.Lo == b.Lo && a.Hi == b.Hi && a.Most == b.Most && a.Plus == b.Plus &&
		slices.EqualFunc(a.Options, b.Options, func(x, y lang.Text) bool {
			s := x.String()
			if name, ok := renamed[s]; ok {
				s = name
			}
			return s == y.String()
		})
}

// renamed is the names at the table after line seq, each with the name that the seat has now.
func (s *Session) renamed(seq int) map[string]string {
	items, _, err := s.from(s.lines[:min(seq, len(s.lines))])
	if err != nil || len(items) == 0 {
		return nil
	}
	old, now := items[0].Event.(setup.Table).Players, s.items[0].Event.(setup.Table).Players
	names := map[string]string{}
	for i := range min(len(old), len(now)) {
		names[old[i]] = now[i]
	}
	return names
}
