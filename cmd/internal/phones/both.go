package phones

import (
	"slices"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
)

// Ask puts one question wherever it may be answered.
func (b *Both) Ask(q ask.Question) (ask.Answer, error) {
	q.Hidden = Hides(q)
	line, photos := ask.Is[ask.Each](q.Shape) && len(q.People) > 1, ask.As[ask.Show](q).Pictures
	switch {
	case q.Place == "" || len(q.People) == 0 || slices.Min(q.People) < 0 || ask.Is[ask.Watch](q.Shape) || !b.anyPhone(q.People):
		return b.alone(q)
	case (line || photos) && !q.Stands: // read again, they are the laptop's
		return b.together(q)
	case len(q.People) == 1:
		return b.toOne(q)
	}
	return b.alone(q)
}

// AskWhile asks whoever keeps the score, as long as the question is the right one, and until it is late: then it is given
// up with ask.ErrYielded.
func (b *Both) AskWhile(q ask.Question, right func() bool, late <-chan time.Time) (ask.Answer, error) {
	d := asking{Both: b, shown: q, late: late, stale: func() bool { return !right() }}
	came := d.ask()
	return came.a, came.err
}

// alone asks the scorekeeper. A question with a place in the game comes after those that lay on the phones;
// one without is an aside, and they rest on.
func (b *Both) alone(q ask.Question) (ask.Answer, error) {
	if q.Place != "" {
		b.Hub.passed()
	}
	along := b.along == q.ID && q.Suggest != nil && q.Fault == nil && !q.Stands
	b.along = ""
	if along {
		if b.Told != nil {
			b.Told(q, *q.Suggest)
		}
		return *q.Suggest, nil
	}
	d := asking{Both: b, shown: q}
	came := d.ask()
	return came.a, came.err
}

// toOne puts one question at the laptop and on a phone; the first answer counts.
func (b *Both) toOne(q ask.Question) (ask.Answer, error) {
	nos, held := b.Hub.layAll([]ask.Question{q})
	for _, s := range held {
		a, err := s.read(q)
		if err == nil {
			b.Hub.Lobby.gave(s.no)
			b.Hub.answered(&s)
			b.Deafen()
			b.byPhone(s)
			return a, nil
		}
		b.Hub.settle(s.no, err)
	}
	d := asking{Both: b, shown: b.covered(q), own: q, no: nos[0]}
	t := d.ask()
	if d.by != nil && d.by.seat != scorekeeper {
		b.byPhone(*d.by)
		return t.a, nil
	}
	b.last = ""
	b.away(t.err)
	return t.a, t.err
}

var _ ask.Asker = (*Both)(nil)
