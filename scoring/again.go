package scoring

// Before is the state before an event that happened already, as it is asked about once more: what chance
// made of it stands. e is nil where something forgotten is put in: that happened without the
// program, and nothing is drawn for it. A game that draws nothing has nothing to say to it.
func Before(s State, e Event) State {
	if s, ok := s.(interface{ Before(Event) State }); ok {
		return s.Before(e)
	}
	return s
}
