package scoring

import "github.com/tablemate/tablemate/setup"

// Before returns the state before an event that happened already, as it is asked about once more: what was
// settled before the first question stands, be it by chance or by turns (who told the story, who dealt, which
// category it was), whatever was corrected before it since. e is nil where something forgotten is put in: that
// happened without the program, and nothing is drawn for it. A game without such things has nothing to say to it.
func Before(s State, e Event) State {
	if s, ok := s.(interface{ Before(Event) State }); ok {
		return s.Before(e)
	}
	return s
}

// NextFirst is the seat that begins the next game at a table where this one came to s: of those who
// are still there, the one whose turn to begin it is.
func (g Game) NextFirst(t setup.Table, s State) int {
	next := t.First + 1
	if g.Next != nil {
		next = g.Next(s)
	}
	return NextPresent(len(t.Players), Away(s), next)
}
