package session

import "github.com/tablemate/tablemate/internal/ask"

// Watched is the part whose clock the conversation about what comes next has come to, be it
// running, stopped by an answer, or up; "" where that has come to none. Nobody is asked, and
// nothing is kept.
func (s *Session) Watched() (part string) {
	if s.Log.state == nil {
		return ""
	}
	t := s.nextTalk()
	d, err := s.kept(t)
	if err != nil {
		return ""
	}
	replay(d.Draft, func(a ask.Asker) ([]made, error) { return t.ask(&noticing{a, &part}) })
	return part
}

// A noticing asker notes whose clock was asked for last.
type noticing struct {
	ask.Asker
	part *string
}

func (n *noticing) Ask(q ask.Question) (ask.Answer, error) {
	if clock, ok := q.Shape.(ask.Watch); ok {
		*n.part = clock.Part
	}
	return n.Asker.Ask(q)
}
