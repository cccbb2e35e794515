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
	if q.Kind != ask.Pick || q.Sorted == 0 {
		return b.Asker.Ask(q)
	}
	order := b.voice.Order(q.Options[:q.Sorted])
	for i := q.Sorted; i < len(q.Options); i++ {
		order = append(order, i)
	}
	shown := q
	shown.Sorted, shown.Options = 0, make([]lang.Text, len(order))
	for i, at := range order {
		shown.Options[i] = q.Options[at]
	}
	if q.Album != nil {
		shown.Album = make([]string, len(order))
		for i, at := range order {
			shown.Album[i] = q.Album[at]
		}
	}
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
