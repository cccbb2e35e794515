package scoring

// A Past is what has happened so far, in order. It is never changed: And returns a longer
// one, which shares its beginning, so that a state costs no more the longer a game is.
type Past[T any] struct{ last *link[T] }

type link[T any] struct {
	it     T
	before *link[T]
	number int // from 1
}

// And returns the past with one more.
func (p Past[T]) And(it T) Past[T] { return Past[T]{&link[T]{it, p.last, p.Len() + 1}} }

// Len returns how many there are.
func (p Past[T]) Len() int {
	if p.last == nil {
		return 0
	}
	return p.last.number
}

// Last returns the last one; ok is false where nothing has happened yet.
func (p Past[T]) Last() (it T, ok bool) {
	if p.last == nil {
		return it, false
	}
	return p.last.it, true
}

// All returns all of them, the first one first.
func (p Past[T]) All() []T {
	out := make([]T, p.Len())
	for l := p.last; l != nil; l = l.before {
		out[l.number-1] = l.it
	}
	return out
}
