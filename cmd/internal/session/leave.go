package session

import (
	"maps"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/scoring"
)

// MayLeave reports whether somebody may leave in the middle of the turn that is half told. They may not if people came in its
// middle, since it belongs to the table from before, nor if their name may be a number in an answer.
func (s *Session) MayLeave(who scoring.Name) bool {
	return s.Begun() && s.last().insertBefore == 0 && !likeNumber(who)
}

// Leave seats everybody by an event with which somebody leaves in the middle of a turn. The turn goes on without that person's
// answers, and without the answers that name them. If no answer is left, the turn is told anew, and stands is false.
func (s *Session) Leave(who scoring.Name, e scoring.People) (stands bool, err error) {
	l := Line{In: inNext}
	if stands = len(s.last().drafts[inNext].without(who, s.Items()).entries) > 0; stands {
		l.In, e.Midway = "", []scoring.Name{who}
	}
	p, err := stored(e)
	if err != nil {
		return false, err
	}
	l.Put = []Put{p}
	return stands, s.write(l)
}

// Dropped reports whether the last line gave a half told turn up because somebody left. An undo leads back to the turn.
func (s *Session) Dropped() bool {
	return s.last().ended == inNext && s.last().by.ends(s.Items()[len(s.Items())-1:])
}

// without returns a draft without the answers that somebody gave, and without those that name them.
func (d draft) without(who scoring.Name, items []Item) draft {
	c := nameChange{names: map[scoring.Name]scoring.Name{who: ""}}
	_, now, _ := seated(items)
	for _, n := range now.Players {
		c.all = append(c.all, string(n))
	}
	rest := draft{seed: d.seed}
	for i, e := range d.entries {
		if c.entries([]ask.Entry{e})[0] == e {
			rest.entries, rest.lines = append(rest.entries, e), append(rest.lines, d.lines[i])
		}
	}
	return rest
}

// midway reports whether an item is a departure in the middle of a turn.
func (it Item) midway() bool {
	p, _ := it.Event.(scoring.People)
	return len(p.Midway) > 0
}

// midway returns a moment whose turn goes on without the people who leave it by an event.
func (m *moment) midway(e scoring.Event) *moment {
	now := *m
	p, _ := e.(scoring.People)
	for _, who := range p.Midway {
		d := now.drafts[inNext]
		now.drafts = maps.Clone(now.drafts)
		now.drafts[inNext] = d.without(who, now.items)
	}
	return &now
}

// ends reports whether a line ends the half told turn, though it only seats people. Its undo leads back to all of that turn.
func (l Line) ends(fresh []Item) bool { return l.In == inNext && len(fresh) > 0 && tables(fresh) }
