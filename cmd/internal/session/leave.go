package session

import (
	"maps"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/scoring"
)

// MayLeave reports whether somebody may leave the turn that is half told. Not where others came in its middle: its people are
// those from before.
func (s *Session) MayLeave(who scoring.Name) bool {
	return s.Begun() && s.last().insertBefore == 0 && !likeNumber(who)
}

// Leave seats everybody as an event says, where somebody leaves in the middle of a turn. The turn goes on without them: what is
// theirs of its answers, or about them, goes. If nothing is left, the turn is told anew, and stands is false.
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

// Dropped reports whether a turn that was half told was given up for somebody who left: an undo leads back to it.
func (s *Session) Dropped() bool {
	return s.last().ended == inNext && s.last().by.ends(s.Items()[len(s.Items())-1:])
}

// without returns a dialog's answers but for those that are somebody's, or about them.
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

// midway reports whether somebody left in the middle of a turn with an item.
func (it Item) midway() bool {
	p, _ := it.Event.(scoring.People)
	return len(p.Midway) > 0
}

// midway returns a moment with the turn that goes on without those who leave it with an event.
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

// ends reports whether a line only seats people, and with that ends the turn that was half told: its undo leads back to all of it.
func (l Line) ends(fresh []Item) bool { return l.In == inNext && len(fresh) > 0 && tables(fresh) }
