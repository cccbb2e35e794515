package scoring

// InColumns returns an event where what was counted in column i stands in column to[i], Gone for one that
// was struck out; nil: they stand where they stood.
func InColumns(e Event, to []int) Event {
	if e, ok := e.(interface{ InColumns(to []int) Event }); ok && to != nil {
		return e.InColumns(to)
	}
	return e
}

// InCircle returns an event with the seats, clockwise, as people sat when it happened; nil: nobody minds. One
// that says already how they sat, or does not depend on it, is as it was.
func InCircle(e Event, seats []int) Event {
	if e, ok := e.(interface{ InCircle(seats []int) Event }); ok && seats != nil {
		return e.InCircle(seats)
	}
	return e
}
