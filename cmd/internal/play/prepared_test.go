package play

import (
	"slices"
	"testing"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// What is shown by name is answered as the game lists it, and so is what is suggested.
func TestAlphabet(t *testing.T) {
	q := ask.Question{Head: ask.Head{ID: "x"}, Shape: ask.Pick{Options: lang.Names([]string{"Praia", "Ábaco", "Banco", "(ninguém)"}), Sorted: 3, Album: []string{"p", "", "b", "n"}}}
	for shown, want := range map[int]int{0: 1, 1: 2, 2: 0, 3: 3} {
		suggested := ask.One(want)
		q.Suggest = &suggested
		host := asking(func(q ask.Question) (ask.Answer, error) {
			if !slices.Equal(ask.As[ask.Pick](q).Album, []string{"", "b", "p", "n"}) {
				t.Errorf("the pictures are %q", ask.As[ask.Pick](q).Album)
			}
			if q.Suggest.Value() != shown || q.List().Options[0].String() != "Ábaco" || q.List().Options[3].String() != "(ninguém)" || ask.As[ask.Pick](q).Sorted != 0 {
				t.Errorf("%v suggested of %v, want %d", q.Suggest.Values, q.List().Options, shown)
			}
			return ask.One(shown), nil
		})
		if r, err := (prepared{next: host, voice: lang.NewLocalizer("pt-BR")}).put(q); err != nil || r.Value() != want || suggested.Value() != want {
			t.Errorf("line %d is %v, %v; want %d", shown, r, err, want)
		}
	}
	q.Suggest, q.Keys = nil, []ask.Key{{Letter: "x"}}
	for _, r := range []ask.Answer{{Key: "x"}, {By: 2}} {
		host := asking(func(ask.Question) (ask.Answer, error) { return r, nil })
		if got, err := (prepared{next: host, voice: lang.NewLocalizer("en")}).put(q); err != nil || !got.Equal(r) {
			t.Errorf("%v, %v", got, err)
		}
	}
}
