package pictureperfect

import (
	"reflect"
	"testing"

	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

func TestReseat(t *testing.T) {
	old := setup.Table{Players: []string{"Ana", "Bia", "Caio"}}
	now := setup.Table{Players: []string{"Caio", "Novo", "Ana"}}
	to := []int{2, -1, 0} // Bia was never there, and somebody else was
	for _, c := range []struct{ e, want scoring.Event }{
		{Laid{Deck: []string{"dance"}}, Laid{Deck: []string{"dance"}}},
		{Turned{Card: "dance"}, Turned{Card: "dance"}},
		{Turned{Card: "gifts", To: []int{1, Unknown, 0}}, Turned{Card: "gifts", To: []int{2, Unknown, -2}}},
		{Counted{Envelopes: []int{1, 2, 3}}, Counted{Envelopes: []int{3, 0, 1}}},
		{Counted{Envelopes: []int{1, 2, 3}, Decorations: []int{4, 5, 6}}, Counted{Envelopes: []int{3, 0, 1}, Decorations: []int{6, 0, 4}}},
		{Offer{Seat: 1, Calls: []Call{{0, 2}, {2, 3}}}, Offer{Seat: scoring.Gone, Calls: []Call{{2, 2}, {0, 3}}}},
		{Offer{Seat: 0, Price: 2, Viewers: []int{2, 1}}, Offer{Seat: 2, Price: 2, Viewers: []int{0, scoring.Gone}}},
		{Offer{Seat: 2, Bids: []int{1, 1, Unknown}, Again: []int{2, 1, Unknown}}, Offer{Seat: 0, Bids: []int{Unknown, Unknown, 1}, Again: []int{Unknown, Unknown, 2}}},
		{Photos{}, Photos{}},
		{Photos{[]string{"a", "b", ""}}, Photos{[]string{"", "", "a"}}},
		{Photos{[]string{"", "b", "c"}}, Photos{[]string{"c", "", ""}}},
		{Photos{[]string{"", "b", ""}}, Photos{}}, // its player is gone
		{Guest{Name: "dog", VIPs: 1, Fulfilled: []int{1, 2, NotPlaced}}, Guest{Name: "dog", VIPs: 1, Fulfilled: []int{NotPlaced, NotPlaced, 1}}},
		{Decorations{[]int{1, 2, 3}}, Decorations{[]int{3, 0, 1}}},
		{Envelopes{[]int{1, 2, Unknown}}, Envelopes{[]int{Unknown, Unknown, 1}}},
		{Vote{For: []int{2, 1, Unknown}, Secret: true}, Vote{For: []int{Unknown, Unknown, 0}, Secret: true}},
		{Vote{For: []int{1, 0, 2}}, Vote{For: []int{0, Unknown, -2}}}, // a vote for a player who is gone is not a vote for nobody
	} {
		if got := Game.Move(c.e, old, now, to); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v: %+v, want %+v", c.e, got, c.want)
		}
	}
}
