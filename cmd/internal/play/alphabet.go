package play

import (
	"slices"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// An alphabet shows options that the table hunts for by name in the order of their names, in
// the language of the table. What is answered, kept and suggested is the game's own order, so
// that it means the same in any language.
type alphabet struct {
	ask.Asker
	voice *lang.Localizer
}

func (b alphabet) Ask(q ask.Question) (ask.Answer, error) {
	list := ask.As[ask.Pick](q)
	if list.Sorted == 0 {
		return b.Asker.Ask(q)
	}
	order := b.voice.Order(list.Options[:list.Sorted])
	for i := list.Sorted; i < len(list.Options); i++ {
		order = append(order, i)
	}
	shown := q
	list.Sorted, list.Options, list.Album = 0, ordered(list.Options, order), ordered(list.Album, order)
	shown.Shape = list
	if was := q.Suggest; was != nil && slices.Contains(order, was.Value()) {
		moved := *was
		moved.Values = [][]int{{slices.Index(order, was.Value())}}
		shown.Suggest = &moved
	}
	r, err := b.Asker.Ask(shown)
	if at := r.Value(); err == nil && at >= 0 && at < len(order) {
		r.Values = [][]int{{order[at]}}
	}
	return r, err
}

// ordered returns what stands at several places, in their order; nil of nothing.
func ordered[T any](all []T, order []int) []T {
	if all == nil {
		return nil
	}
	out := make([]T, len(order))
	for i, at := range order {
		out[i] = all[at]
	}
	return out
}
