package scoring

// A Past is an immutable list of what has happened so far. And returns a longer one that shares all before it, so that
// a state does not cost more the longer a game gets.
type Past[T any] struct{ last *link[T] }

type link[T any] struct {
	it     T
	before *link[T]
	number int // from 1
}

// And returns the past with one more item.
func (p Past[T]) And(it T) Past[T] { return Past[T]{&link[T]{it, p.last, p.Len() + 1}} }

// Len returns the number of items.
func (p Past[T]) Len() int {
	if p.last == nil {
		return 0
	}
	return p.last.number
}

// Last returns the last item; ok is false if there is none.
func (p Past[T]) Last() (it T, ok bool) {
	if p.last == nil {
		return it, false
	}
	return p.last.it, true
}

// All returns the items from the first to the last.
func (p Past[T]) All() []T {
	out := make([]T, p.Len())
	for l := p.last; l != nil; l = l.before {
		out[l.number-1] = l.it
	}
	return out
}
