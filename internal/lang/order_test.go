package lang

import (
	"slices"
	"testing"
)

func TestOrder(t *testing.T) {
	v := NewLocalizer("en")
	texts := Names([]string{"Zoo", "Estação Polar", "Escola", "Exército", "estúdio", "Estação Espacial", "Élan", "Zoo"})
	if got := v.Order(texts); !slices.Equal(got, []int{6, 2, 5, 1, 4, 3, 0, 7}) {
		t.Errorf("%v", got)
	}
	if got := v.Say(Literal("{all}").With("all", Sorted(texts[:3]))); got != "Escola, Estação Polar and Zoo" {
		t.Errorf("%s", got)
	}
}
