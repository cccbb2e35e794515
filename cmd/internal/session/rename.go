package session

import (
	"slices"
	"time"

	"github.com/tablemate/tablemate/setup"
)

// Rename puts a name right, as a change at a time that can be undone like any other; the game is no newer for
// it. It reports whether somebody of that name, written exactly so, sits there.
func (s *Session) Rename(was, now string, at time.Time) (bool, error) {
	t, ok := s.Log.Table()
	seat := slices.Index(t.Players, was)
	if !ok || seat < 0 {
		return false, nil
	}
	t.Players[seat] = now
	p, err := s.Reseat(t, nil)
	if err != nil {
		return true, err
	}
	return true, s.change(line{kind: Changed, at: at, change: p.change, mute: true}, p.slots)
}

// Unrename takes back a Rename that is the last thing that stands, and reports whether it was.
func (s *Session) Unrename(at time.Time) (bool, error) {
	done, _, err := standing(s.Log.lines)
	if n := len(done); err != nil || n == 0 || !s.Log.lines[done[n-1]].at.Equal(at) {
		return false, err
	}
	return true, s.Log.add(line{kind: Undone, mute: true}, nil)
}

// Did reports whether a line of the log has a time.
func (log *Log) Did(at time.Time) bool {
	return slices.ContainsFunc(log.lines, func(l line) bool { return l.at.Equal(at) })
}

// SitsWith reports whether a game has somebody else than was who is called alike.
func SitsWith(people []string, was, now string) bool {
	return slices.ContainsFunc(people, func(n string) bool { return n != was && setup.Alike(n) == setup.Alike(now) })
}
