package pictureperfect

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/pictureperfect"
)

// from asks for the next event of a table after some events.
func from(t *testing.T, tb setup.Table, done []scoring.Event, say ...asktest.Said) (scoring.Event, *asktest.Script) {
	t.Helper()
	_, told, script := laws.Answered(t, Game, play(t, tb, done...), 1, say...)
	return told[0], script
}

func bidders(n int) setup.Table {
	return setup.Table{Players: names4[:n], Choices: map[string]string{lay.Auction: setup.Yes}}
}

// In six rounds of a deck shuffled by hand nothing is counted: at the end the books are suggested, and Enter takes
// them.
func TestGuidedEveningCountsNothingTwice(t *testing.T) {
	tb := bidders(3).With(lay.Deck, lay.ByHand)
	round := func(card string, more ...asktest.Said) []asktest.Said {
		return append([]asktest.Said{{ID: "pp.round"}, {ID: "pp.which-card", Line: card}}, more...)
	}
	say := slices.Concat(
		[]asktest.Said{{ID: "pp.setup.laid-out"}},
		round("1", asktest.Said{ID: "pp.card"}),
		// Bia starts the second round. Open auction: Caio buys of Bia for 4, nobody of the others.
		round("7", asktest.Said{ID: "pp.auction"},
			asktest.Said{ID: "pp.turn"}, asktest.Said{ID: "pp.caller", Line: "1"}, asktest.Said{ID: "pp.call", Line: "3"},
			asktest.Said{ID: "pp.caller", Line: "3"}, asktest.Said{ID: "pp.call", Line: "4"}, asktest.Said{ID: "pp.caller", Line: "n"}, asktest.Said{ID: "pp.settled"},
			asktest.Said{ID: "pp.turn"}, asktest.Said{ID: "pp.caller", Line: "n"}, asktest.Said{ID: "pp.settled"},
			asktest.Said{ID: "pp.turn"}, asktest.Said{ID: "pp.caller", Line: "n"}, asktest.Said{ID: "pp.settled"}),
		round("2", asktest.Said{ID: "pp.card"}), round("3", asktest.Said{ID: "pp.card"}), round("4", asktest.Said{ID: "pp.card"}), round("6", asktest.Said{ID: "pp.card"}),
		[]asktest.Said{{ID: "pp.photos"}, {ID: "pp.guest", Line: "333"}, {ID: "pp.guest", Line: "-11"}, {ID: "pp.guest", Line: "1-1"}, {ID: "pp.guest", Line: "-1-"}, {ID: "pp.guest", Line: "r"},
			{ID: "pp.decorations"}})
	s, _ := evening(t, tb, say...)
	st := s.(State)
	if got := fmt.Sprint(st.left, st.rounds.holdings.Envelopes, st.rounds.holdings.Middle); got != "[10 14 6] [4 3 5] 2" {
		t.Error(got)
	}
	if r := s.Result(); r.DecidedBy != scoring.ByPoints || !slices.Equal(r.Points, []int{12, 15, 11}) {
		t.Errorf("%+v", r)
	}
	if got := fmt.Sprint(st.drawn()["exchange_cards"]); got != "[dance open-auction gifts revelations rumors theft]" {
		t.Error(got)
	}
}

// A tie that comes down to the envelopes takes them from the books, unless rounds were skipped.
func TestSuggestions(t *testing.T) {
	tb := setup.Table{Players: []string{"Ana", "Bia", "Caio"}}
	six := append([]scoring.Event{Laid{}, Counted{Envelopes: []int{5, 3, 4}}}, slices.Repeat([]scoring.Event{Turned{Card: "dance"}}, 6)...)
	tie := []scoring.Event{Photos{}, Guest{Fulfilled: []int{3, 0, 3}}, NoMoreGuests{}}
	e, _ := from(t, tb, append(slices.Clone(six), tie...), asktest.Said{ID: "pp.envelopes"})
	if !reflect.DeepEqual(e, Envelopes{[]int{5, Unknown, 4}}) {
		t.Error(e)
	}
	followed := append([]scoring.Event{Laid{}}, append(slices.Repeat([]scoring.Event{Turned{Card: "dance"}}, 6), scoring.Stop{})...)
	if r := play(t, bidders(2), followed...).Result(); !slices.Equal(r.Points, []int{5, 5}) {
		t.Errorf("what the books say is left pays: %v", r.Points)
	}
	off := append(slices.Clone(six), tie...) // a count that differs from the books decides who wins, so it is questioned
	e, asked := from(t, tb, off, asktest.Said{ID: "pp.envelopes", Line: "4 4"}, asktest.Said{ID: "pp.off-books", Line: "1"}, asktest.Said{ID: "pp.envelopes", Line: "4 5"}, asktest.Said{ID: "pp.off-books", Line: "2"})
	if want := "As recorded, it should be Ana 5 and Caio 4. Is this count right all the same?"; !reflect.DeepEqual(e, Envelopes{[]int{4, Unknown, 5}}) || asked.Seen[1].Text.String() != want {
		t.Error(e, asked.Seen[1].Text)
	}
	_, a := from(t, tb, append(slices.Clone(six[:5]), tie...), asktest.Said{ID: "pp.envelopes", Line: "1 2"})
	if a.Seen[0].Suggest != nil {
		t.Error("rounds were skipped: nothing is known", a.Seen[0].Suggest)
	}
}

// A table without the guide reaches the photos with one choice, at any time. A table with it has to confirm that
// rounds stay unplayed, and plays on if that was a slip.
func TestStraightToThePhotos(t *testing.T) {
	tb := bidders(4)
	photos, really := asktest.Said{ID: "pp.photos"}, asktest.Said{ID: "pp.skip", Line: "2"}
	for _, c := range []struct {
		name string
		done []scoring.Event
		say  []asktest.Said
		sure string // the question; "": there is none
	}{
		{"no guide was wanted", []scoring.Event{Laid{Alone: true}}, []asktest.Said{photos}, ""},
		{"at the first round", []scoring.Event{Laid{}}, []asktest.Said{{ID: "pp.round", Line: "f"}, {ID: "pp.skip"}, {ID: "pp.round", Line: "f"}, really, photos}, "6 rounds are not finished. Go straight to the final photos?"},
		{"at the third", []scoring.Event{Laid{}, Turned{Card: "dance"}, Turned{Card: "open-auction"}}, []asktest.Said{{ID: "pp.round", Line: "f"}, really, photos}, "4 rounds are not finished. Go straight to the final photos?"},
		{"in the middle of an auction", []scoring.Event{Laid{}, Opened{Card: "open-auction"}, Offer{Seat: 0}}, []asktest.Said{{ID: "pp.turn", Line: "F"}, really, photos}, "6 rounds are not finished. Go straight to the final photos?"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e, asked := from(t, tb, c.done, c.say...)
			if !reflect.DeepEqual(e, Photos{}) || c.sure != "" && asked.Seen[1].Text.String() != c.sure {
				t.Error(e, asked.Seen)
			}
			_, a := from(t, tb, append(slices.Clone(c.done), Photos{}, NoMoreGuests{}), asktest.Said{ID: "pp.decorations", Line: "1 1 1 1"}, asktest.Said{ID: "pp.decorations-rest", Line: "2"})
			if a.Seen[0].Suggest != nil {
				t.Error("nothing is known:", a.Seen[0].Suggest)
			}
		})
	}
}

// Digits typed for something else do not lead to the photos, and the list at the photos tells what may still be
// done.
func TestNoDigitLeadsToThePhotos(t *testing.T) {
	done := []scoring.Event{Laid{}, Opened{Card: "open-auction"}}
	_, a := from(t, bidders(3), done, asktest.Said{ID: "pp.turn", Line: "f"}, asktest.Said{ID: "pp.skip", Line: "2"}, asktest.Said{ID: "pp.photos"})
	if q := a.Seen[0]; len(q.List().Options) != 1 || len(q.Keys) != 2 {
		t.Errorf("%v %v", q.List().Options, q.Keys)
	}
	if want := "- a VIP card may still go into one of your own envelopes at this last look;"; !strings.Contains(asktest.Notes(a.Seen[2]), want) {
		t.Errorf("no %q in\n%s", want, asktest.Notes(a.Seen[2]))
	}
}

// A deck of the other variant is built anew before the first round, but stays once rounds were played with it.
func TestAnotherVariantHasAnotherDeck(t *testing.T) {
	plain, bids := []string{"dance", "theft"}, []string{"dance", "open-auction"}
	for _, table := range []struct {
		of         setup.Table
		old, built []string
	}{{bidders(3), plain, bids}, {setup.Table{Players: names4[:3]}, bids, plain}} {
		if e, _ := from(t, table.of, []scoring.Event{Laid{Deck: table.old}}, asktest.Said{ID: "pp.setup.laid-out"}); e.Kind() != (Laid{}).Kind() {
			t.Errorf("after %v: %#v", table.old, e)
		}
		from(t, table.of, []scoring.Event{Laid{Deck: table.old}, Laid{Deck: table.built}}, asktest.Said{ID: "pp.round"}, asktest.Said{ID: "pp.card"})
		from(t, table.of, []scoring.Event{Laid{Deck: table.old}, Turned{Card: "dance"}}, asktest.Said{ID: "pp.round", Line: "f"}, asktest.Said{ID: "pp.skip", Line: "2"}, asktest.Said{ID: "pp.photos"})
	}
}

// The round tells who starts and what everybody can see, and asks for no secret.
func TestWhatARoundSays(t *testing.T) {
	_, a := from(t, bidders(2), []scoring.Event{Laid{Deck: []string{"dance", "theft"}}, Turned{Card: "dance"}}, asktest.Said{ID: "pp.round"}, asktest.Said{ID: "pp.card"})
	for _, want := range []string{"Anybody may leave their VIP card in one of them", "Envelopes: Ana 5, Bia 5; in the middle 4.", "Decorations: Ana 10, Bia 10; in the supply 12."} {
		if !strings.Contains(asktest.Notes(a.Seen[0]), want) {
			t.Errorf("no %q in\n%s", want, asktest.Notes(a.Seen[0]))
		}
	}
	if want := "Who takes from whom: Bia from Ana and Ana from Bia."; !strings.Contains(asktest.Notes(a.Seen[1]), want) {
		t.Errorf("no %q in\n%s", want, asktest.Notes(a.Seen[1]))
	}
	_, a = from(t, setup.Table{Players: names4, First: 3}, []scoring.Event{Laid{}}, asktest.Said{ID: "pp.round"}, asktest.Said{ID: "pp.which-card", Line: "Choose"}, asktest.Said{ID: "pp.card"})
	if q := a.Seen[1]; len(q.List().Options) != 6 {
		t.Errorf("without auctions there are six kinds: %v", q.List().Options)
	}
	if want := "In this order: Davi, Ana, Bia and Caio."; !strings.Contains(asktest.Notes(a.Seen[2]), want) {
		t.Errorf("no %q in\n%s", want, asktest.Notes(a.Seen[2]))
	}
	if strings.Contains(asktest.Notes(a.Seen[0]), "Decorations") {
		t.Error("without auctions nobody counts decorations")
	}
}

// For Gifts only players with a single envelope are asked, and nobody at a table of two.
func TestAskGifts(t *testing.T) {
	e, a := from(t, bidders(4), []scoring.Event{Laid{}, Counted{[]int{3, 1, 0, 1}, []int{10, 10, 10, 10}}},
		asktest.Said{ID: "pp.round"}, asktest.Said{ID: "pp.which-card", Line: "2"}, asktest.Said{ID: "pp.gift.1", Line: "1"}, asktest.Said{ID: "pp.gift.3", Line: "2"}, asktest.Said{ID: "pp.card"})
	if !reflect.DeepEqual(e, Turned{Card: "gifts", To: []int{Unknown, 2, Unknown, 2}}) {
		t.Error(e)
	}
	if got := asktest.Notes(a.Last("pp.card")); strings.Contains(got, "Envelopes:") {
		t.Errorf("the next question says who holds what:\n%s", got)
	}
	from(t, bidders(2), []scoring.Event{Laid{}, Counted{[]int{3, 1}, []int{10, 10}}}, asktest.Said{ID: "pp.round"}, asktest.Said{ID: "pp.which-card", Line: "2"}, asktest.Said{ID: "pp.card"})
}

// A call costs two keys at a terminal, one for the bidder and one for the bid; a bid of two digits costs one more.
func TestOpenCallingIsAKeyAndANumberACall(t *testing.T) {
	calls := []Call{{1, 1}, {2, 3}, {3, 4}, {1, 9}, {3, 10}, {1, 12}}
	say := []asktest.Said{{ID: "pp.turn"}}
	keys, digits := 0, 0
	for _, c := range calls {
		who := fmt.Sprint(c.By + 1)
		bid := fmt.Sprint(c.Bid)
		say = append(say, asktest.Said{ID: "pp.caller", Line: who}, asktest.Said{ID: "pp.call", Line: bid})
		keys, digits = keys+len(who)+len(bid), digits+len(bid)
	}
	done := []scoring.Event{Laid{}, Counted{[]int{3, 3, 3, 3}, []int{3, 16, 9, 12}}, Opened{Card: "open-auction"}}
	e, a := from(t, bidders(4), done, append(say, asktest.Said{ID: "pp.settled"})...) // nobody else can go higher, so it is sold
	if !reflect.DeepEqual(e, Offer{Seat: 0, Calls: calls}) {
		t.Error(e)
	}
	for i, q := range a.Seen[1 : len(a.Seen)-1] {
		if ask.Is[ask.Pick](q.Shape) && q.Suggest != nil {
			t.Errorf("call %d: %s is answered by an Enter too many: %+v", i/2, q.ID, q)
		}
	}
	if keys != len(calls)+digits {
		t.Errorf("%d keys for %d calls of %d digits", keys, len(calls), digits)
	}
	if q := a.Seen[7]; q.Text.String() != "Davi bids 4. Who goes higher?" || fmt.Sprint(q.List().Options) != "[Bia Caio Davi Nobody? Sold!]" || asktest.Notes(q) != "Decorations: Ana 3, Bia 16, Caio 9, Davi 12." {
		t.Errorf("%s %v %s", q.Text, q.List().Options, asktest.Notes(q))
	}
	if q := a.Seen[10]; ask.As[ask.Number](q).Lo != 10 || ask.As[ask.Number](q).Hi != 12 || q.Suggest.Value() != 10 || q.Text.String() != "How many does Davi bid? From 10 to 12" {
		t.Errorf("%+v", q)
	}
	q := a.Last("pp.settled")
	if want := "\nBia keeps it apart and closed until the next round, and cannot offer it in this one."; !strings.Contains(asktest.Notes(q), q.Phone.Others.String()+want) || q.Phone.Others.String() != "Bia has the highest bid: pays 12 decorations to Ana and takes the envelope." {
		t.Errorf("no %q in\n%s", want, asktest.Notes(q))
	}
}

// Only players who can go higher are listed. A player who passes drops out, the highest bidder is refused, and the
// last one left buys.
func TestOpenCallingListsWhoCan(t *testing.T) {
	done := []scoring.Event{Laid{}, Counted{[]int{3, 3, 3, 3}, []int{4, 2, 10, 24}}, Opened{Card: "open-auction"}}
	e, a := from(t, bidders(4), done, asktest.Said{ID: "pp.turn"},
		asktest.Said{ID: "pp.caller", Line: "davi"}, asktest.Said{ID: "pp.call", Line: "2"}, asktest.Said{ID: "pp.caller", Line: "4"},
		asktest.Said{ID: "pp.caller", Line: "3"}, asktest.Said{ID: "pp.call", Line: "p"}, asktest.Said{ID: "pp.settled"})
	if !reflect.DeepEqual(e, Offer{Seat: 0, Calls: []Call{{3, 2}}}) {
		t.Error(e)
	}
	if got := a.Seen[4].Fault; got == nil || got.Error() != "Davi already has the highest bid, 2" {
		t.Error(got)
	}
	for i, want := range map[int]string{1: "[Bia Caio Davi Nobody]", 3: "[Caio Davi Nobody? Sold!]"} {
		if got := fmt.Sprint(a.Seen[i].List().Options); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// Single round: everybody in turn; a player who cannot go higher is passed over.
func TestAskSingleRound(t *testing.T) {
	done := []scoring.Event{Laid{}, Counted{[]int{3, 3, 3, 3}, []int{4, 10, 2, 24}}, Opened{Card: "single-round-auction"}}
	e, a := from(t, bidders(4), done, asktest.Said{ID: "pp.turn"}, asktest.Said{ID: "pp.bid.1", Line: "3"}, asktest.Said{ID: "pp.bid.3", Line: "3"}, asktest.Said{ID: "pp.bid.3", Line: "0"}, asktest.Said{ID: "pp.settled"})
	if !reflect.DeepEqual(e, Offer{Seat: 0, Calls: []Call{{1, 3}}}) {
		t.Error(e)
	}
	if f := a.Seen[3].Fault; f == nil || f.Error() != "Davi bids 3: the minimum is now 4" {
		t.Error(f)
	}
}

// If only one bid is possible, the question names it.
func TestTheOnlyBid(t *testing.T) {
	done := []scoring.Event{Laid{}, Counted{[]int{3, 3, 3, 3}, []int{20, 9, 10, 1}}}
	_, a := from(t, bidders(4), append(slices.Clip(done), Opened{Card: "single-round-auction"}),
		asktest.Said{ID: "pp.turn"}, asktest.Said{ID: "pp.bid.1", Line: "9"}, asktest.Said{ID: "pp.bid.2", Line: "0"}, asktest.Said{ID: "pp.settled"})
	if q := a.Last("pp.bid.2"); q.Suggest != nil {
		t.Errorf("an Enter too many is a pass: %+v", q.Suggest)
	}
	if got := a.Last("pp.bid.1").Text.String() + " / " + a.Last("pp.bid.2").Text.String(); got != "Bia: 1 to 9, or 0 to pass / Caio: 10, or 0 to pass" {
		t.Error(got)
	}
	_, a = from(t, bidders(4), append(slices.Clip(done), Opened{Card: "open-auction"}),
		asktest.Said{ID: "pp.turn"}, asktest.Said{ID: "pp.caller", Line: "2"}, asktest.Said{ID: "pp.call", Line: "9"}, asktest.Said{ID: "pp.caller", Line: "3"}, asktest.Said{ID: "pp.call"},
		asktest.Said{ID: "pp.settled"})
	if got := a.Last("pp.call").Text.String(); got != "How many does Caio bid? It can only be 10" {
		t.Error(got)
	}
}

// An envelope bought in an auction may be opened in the next round; a Fixed Price Auction sells none.
func TestBoughtMayBeOpened(t *testing.T) {
	for card, want := range map[string]bool{"dance": false, "open-auction": true, "secret-auction": true, "fixed-price-auction": false} {
		_, a := from(t, bidders(4), []scoring.Event{Laid{}, Turned{Card: card}}, asktest.Said{ID: "pp.round", Line: "f"}, asktest.Said{ID: "pp.skip", Line: "2"}, asktest.Said{ID: "pp.photos"})
		if got := strings.Contains(asktest.Notes(a.Seen[0]), "bought in the last auction may be opened now"); got != want {
			t.Errorf("%s: %v, want %v", card, got, want)
		}
		if said := asktest.Notes(a.Seen[2]); strings.Count(said, "VIP") != 1 {
			t.Errorf("the last look is told more than once:\n%s", said)
		}
	}
}

// Shared: round and round until all but one have passed; then the active player sells, or buys if they can pay.
func TestAskShared(t *testing.T) {
	open := func(ana int) []scoring.Event {
		return []scoring.Event{Laid{}, Counted{[]int{3, 3, 3}, []int{ana, 10, 10}}, Opened{Card: "shared-auction"}}
	}
	bids := []asktest.Said{{ID: "pp.turn"}, {ID: "pp.bid.1", Line: "2"}, {ID: "pp.bid.2", Line: "3"}, {ID: "pp.bid.1", Line: "5"}, {ID: "pp.bid.2", Line: "0"}}
	want := Offer{Seat: 0, Calls: []Call{{1, 2}, {2, 3}, {1, 5}}}
	e, a := from(t, bidders(3), open(4), append(slices.Clone(bids), asktest.Said{ID: "pp.settled"})...)
	if !reflect.DeepEqual(e, want) || !strings.Contains(asktest.Notes(a.Last("pp.settled")), "Ana cannot pay as much and must sell: Bia pays 5") {
		t.Error(e, asktest.Notes(a.Last("pp.settled")))
	}
	e, _ = from(t, bidders(3), open(5), append(slices.Clone(bids), asktest.Said{ID: "pp.sell-or-buy", Line: "1"}, asktest.Said{ID: "pp.settled"})...)
	if !reflect.DeepEqual(e, want) {
		t.Error(e)
	}
	want.Buys = true
	e, _ = from(t, bidders(3), open(5), append(slices.Clone(bids), asktest.Said{ID: "pp.sell-or-buy", Line: "2"}, asktest.Said{ID: "pp.settled"})...)
	if !reflect.DeepEqual(e, want) {
		t.Error(e)
	}
}

// Fixed price: only players who can pay are offered a look.
func TestAskFixedPrice(t *testing.T) {
	done := []scoring.Event{Laid{}, Counted{[]int{3, 3, 3, 3}, []int{4, 10, 2, 24}}, Opened{Card: "fixed-price-auction"}}
	e, a := from(t, bidders(4), done, asktest.Said{ID: "pp.turn"}, asktest.Said{ID: "pp.price", Line: "3"}, asktest.Said{ID: "pp.viewers", Line: "2 4"}, asktest.Said{ID: "pp.settled"})
	if !reflect.DeepEqual(e, Offer{Seat: 0, Price: 3, Viewers: []int{1, 3}}) {
		t.Error(e)
	}
	if q := a.Last("pp.viewers"); len(q.List().Options) != 2 {
		t.Error(q.List().Options)
	}
	from(t, bidders(4), done, asktest.Said{ID: "pp.turn"}, asktest.Said{ID: "pp.price", Line: "25"}, asktest.Said{ID: "pp.settled"})
}

// Secret bids are given unseen and shown together, and tied players bid again, at least as high. A player with
// only one possible bid is not asked.
func TestAskSecret(t *testing.T) {
	done := []scoring.Event{Laid{}, Counted{[]int{3, 3, 3, 3}, []int{4, 10, 8, 0}}, Opened{Card: "unfair-secret-auction"}}
	e, a := from(t, bidders(4), done, asktest.Said{ID: "pp.turn"}, asktest.Said{ID: "pp.secret-bid.1", Line: "8"}, asktest.Said{ID: "pp.secret-bid.2", Line: "8"},
		asktest.Said{ID: "pp.level"}, asktest.Said{ID: "pp.second-bid.1", Line: "9"}, asktest.Said{ID: "pp.settled"})
	if !reflect.DeepEqual(e, Offer{Seat: 0, Bids: []int{Unknown, 8, 8, 0}, Again: []int{Unknown, 9, 8, Unknown}}) {
		t.Error(e)
	}
	for _, q := range a.Seen {
		if strings.Contains(q.ID, "-bid.") && (!q.Secret || q.Suggest != nil || len(q.People) != 1) {
			t.Errorf("%+v is not secret", q)
		}
	}
	if q := a.Last("pp.second-bid.1"); ask.As[ask.Number](q).Lo != 8 || ask.As[ask.Number](q).Hi != 10 {
		t.Errorf("the second bid goes from %d to %d", ask.As[ask.Number](q).Lo, ask.As[ask.Number](q).Hi)
	}
	want := "The bids: Bia 8, Caio 8 and Davi 0.\nThe second bids: Bia 9 and Caio 8.\nBia has the highest bid: pays 9 decorations to Ana and takes the envelope.\nCaio bid 8, loses, and pays half of it, rounded down, to Ana: 4."
	if got := asktest.Notes(a.Last("pp.settled")); !strings.HasPrefix(got, want) {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// From the hands: all bids on one line.
func TestAskSecretFromTheHands(t *testing.T) {
	done := []scoring.Event{Laid{}, Counted{[]int{3, 3, 3, 3}, []int{4, 10, 8, 10}}}
	e, _ := from(t, bidders(4), done, asktest.Said{ID: "pp.round"}, asktest.Said{ID: "pp.which-card", Line: "11"}, asktest.Said{ID: "pp.auction-secret", Line: "2"})
	if !reflect.DeepEqual(e, Opened{Card: "secret-auction", Hands: true}) {
		t.Fatal(e)
	}
	e, a := from(t, bidders(4), append(done, e), asktest.Said{ID: "pp.turn"}, asktest.Said{ID: "pp.secret-bids", Line: "39a"}, asktest.Said{ID: "pp.secret-bids", Line: "488"},
		asktest.Said{ID: "pp.level"}, asktest.Said{ID: "pp.second-bids", Line: "7"}, asktest.Said{ID: "pp.second-bids", Line: "9"}, asktest.Said{ID: "pp.settled"})
	if !reflect.DeepEqual(e, Offer{Seat: 0, Bids: []int{Unknown, 4, 8, 8}, Again: []int{Unknown, Unknown, 8, 9}}) {
		t.Error(e)
	}
	if f := a.Seen[2].Fault; f == nil || f.Error() != "Caio bids 9, but holds only 8" {
		t.Error(f)
	}
	if f := a.Seen[5].Fault; f == nil || f.Error() != "Davi bids 7: the second bid cannot be lower than the first, 8" {
		t.Error(f)
	}
}

// The table counts by hand at a round, in the middle of an auction, or before one if the books are lost. It is
// asked about decorations that nobody owns.
func TestCounting(t *testing.T) {
	laid := []scoring.Event{Laid{}}
	e, a := from(t, bidders(3), laid, asktest.Said{ID: "pp.round", Line: "c"}, asktest.Said{ID: "pp.count-envelopes", Line: "5 5 5"}, asktest.Said{ID: "pp.count-envelopes", Line: "5 3 4"},
		asktest.Said{ID: "pp.count-decorations", Line: "10 10 9"}, asktest.Said{ID: "pp.count-rest", Line: "1"}, asktest.Said{ID: "pp.count-decorations", Line: "11 10 9"})
	if !reflect.DeepEqual(e, Counted{[]int{5, 3, 4}, []int{11, 10, 9}}) {
		t.Error(e)
	}
	if q := a.Seen[1]; !reflect.DeepEqual(q.Suggest, ask.Usual(4, 4, 4)) {
		t.Error(q.Suggest)
	}
	e, _ = from(t, bidders(3), append(laid, Opened{Card: "open-auction"}), asktest.Said{ID: "pp.turn", Line: "c"}, asktest.Said{ID: "pp.count-envelopes"},
		asktest.Said{ID: "pp.count-decorations", Line: "10 10 9"}, asktest.Said{ID: "pp.count-rest", Line: "2"})
	if !reflect.DeepEqual(e, Counted{[]int{4, 4, 4}, []int{10, 10, 9}}) {
		t.Error(e)
	}
	aside := []scoring.Event{Laid{}, Counted{[]int{4, 4, 4}, []int{10, 10, 9}}}
	e, _ = from(t, bidders(3), aside, asktest.Said{ID: "pp.round", Line: "c"}, asktest.Said{ID: "pp.count-envelopes"}, asktest.Said{ID: "pp.count-decorations", Line: "9 10 10"})
	if !reflect.DeepEqual(e, Counted{[]int{4, 4, 4}, []int{9, 10, 10}}) {
		t.Error("the one that nobody owns is known already:", e)
	}
	e, a = from(t, bidders(2), append(laid, Turned{Card: "open-auction"}), asktest.Said{ID: "pp.round"}, asktest.Said{ID: "pp.which-card", Line: "7"},
		asktest.Said{ID: "pp.auction-uncounted"}, asktest.Said{ID: "pp.count-envelopes", Line: "6 4"}, asktest.Said{ID: "pp.count-decorations", Line: "9 9"})
	if !reflect.DeepEqual(e, Counted{[]int{6, 4}, []int{9, 9}}) {
		t.Error(e)
	}
	if q := a.Seen[3]; q.Suggest != nil || !strings.Contains(asktest.Notes(a.Seen[0]), "Nobody knows any more") {
		t.Error("nothing is known:", q.Suggest, asktest.Notes(a.Seen[0]))
	}
	e, _ = from(t, setup.Table{Players: names4}, laid, asktest.Said{ID: "pp.round", Line: "c"}, asktest.Said{ID: "pp.count-envelopes", Line: "1 2 3 4"})
	if !reflect.DeepEqual(e, Counted{Envelopes: []int{1, 2, 3, 4}}) {
		t.Error(e)
	}
}

// Each event of the rounds is told in a line.
func TestTellRounds(t *testing.T) {
	s := play(t, bidders(3), Laid{}, Turned{Card: "dance"})
	for _, c := range []struct {
		e    scoring.Event
		want string
	}{
		{Turned{Card: "gifts"}, "Round 2: Gifts"},
		{Opened{Card: "secret-auction"}, "Round 2: Secret Auction"},
		{Offer{Seat: 2}, "Round 2: Caio offers an envelope"}, // which the rules refuse here
		{Counted{Envelopes: []int{1, 2, 3}}, "Counted: envelopes Ana 1, Bia 2, Caio 3"},
		{Counted{Envelopes: []int{1, Unknown, 3, 4}}, "Counted: envelopes Ana 1, Bia –, Caio 3"},
		{Counted{[]int{1, 2, 3}, []int{9, 10, 11}}, "Counted: envelopes Ana 1, Bia 2, Caio 3; decorations Ana 9, Bia 10, Caio 11"},
	} {
		if got := Game.Tell(s, c.e).String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// A turn tells who has nothing to offer, and the last one ends the round.
func TestTurnsOfAnAuction(t *testing.T) {
	done := []scoring.Event{Laid{}, Counted{[]int{3, 0, 1}, []int{10, 10, 0}}, Opened{Card: "open-auction"}, Offer{Seat: 0, Calls: []Call{{1, 10}}}}
	_, a := from(t, bidders(3), done, asktest.Said{ID: "pp.turn"}, asktest.Said{ID: "pp.caller", Line: "1"}, asktest.Said{ID: "pp.call", Line: "2"}, asktest.Said{ID: "pp.settled"})
	if got := Game.Where(play(t, bidders(3), done...)).String(); got != "Round 1 of 6 · Open Auction · Caio offers" {
		t.Error(got)
	}
	for _, want := range []string{"Nothing to offer: Bia.", "Caio puts up one envelope; there is only one."} {
		if !strings.Contains(asktest.Notes(a.Seen[0]), want) {
			t.Errorf("no %q in\n%s", want, asktest.Notes(a.Seen[0]))
		}
	}
	if want := "The auction is over. Ana passes the reference card to Bia."; !strings.Contains(asktest.Notes(a.Seen[3]), want) {
		t.Errorf("no %q in\n%s", want, asktest.Notes(a.Seen[3]))
	}
}

// Questions tell the table the truth: a gift is demanded once, when it is booked; players who are passed over are
// named, with the reason; nobody gets the card after the last round.
func TestWhatIsDemandedIsSo(t *testing.T) {
	poor := []scoring.Event{Laid{}, Counted{[]int{0, 9}, []int{0, 20}}, Turned{Card: "dance"}, Opened{Card: "shared-auction"}}
	owned := func(card string, n ...int) []scoring.Event {
		return []scoring.Event{Laid{}, Counted{[]int{3, 3, 3, 3}[:len(n)], n}, Opened{Card: card}}
	}
	said := func(id, line string) asktest.Said { return asktest.Said{ID: id, Line: line} }
	turn, settled := said("pp.turn", ""), said("pp.settled", "")
	const gift, raise, none = "has neither", "has only", "has no decorations and cannot bid."
	for _, c := range []struct {
		name          string
		n             int
		done          []scoring.Event
		say           []asktest.Said
		at, want, not string
	}{
		{"a gift of the round before", 2, poor, []asktest.Said{turn, said("pp.bid.0", "1"), said("pp.sell-or-buy", "1"), settled}, "pp.settled", "takes the envelope", gift},
		{"a count that ends an auction", 2, poor, []asktest.Said{said("pp.turn", "c"), said("pp.count-envelopes", "0 14"), said("pp.count-decorations", "0 20"), said("pp.nobody-offers", "")},
			"pp.nobody-offers", "Ana has neither an envelope nor a decoration left: Bia gives one decoration.", ""},
		{"single round: nobody can follow", 4, owned("single-round-auction", 3, 9, 2, 0), []asktest.Said{turn, said("pp.bid.1", "9"), settled},
			"pp.settled", "Caio has only 2 and cannot go higher.\nDavi has no decorations and cannot bid.\nBia has the highest bid", ""},
		{"single round: who has bid is not poor", 4, owned("single-round-auction", 3, 2, 9, 9), []asktest.Said{turn, said("pp.bid.1", "2"), said("pp.bid.2", "3"), said("pp.bid.3", "0"), settled}, "pp.settled", "Caio has the highest", raise},
		{"shared: passed over in turn", 3, owned("shared-auction", 3, 0, 9), []asktest.Said{turn, said("pp.bid.2", "2"), said("pp.sell-or-buy", "1"), settled}, "pp.bid.2", "Bia " + none, ""},
		{"shared: before selling", 3, owned("shared-auction", 9, 2, 9), []asktest.Said{turn, said("pp.bid.1", "2"), said("pp.bid.2", "3"), said("pp.sell-or-buy", "1"), settled}, "pp.sell-or-buy", "Bia has only 2 and cannot go higher.", ""},
		{"secret: empty hands", 3, owned("secret-auction", 3, 0, 9), []asktest.Said{turn, said("pp.secret-bid.2", "2"), settled}, "pp.secret-bid.2", "Bia " + none, ""},
		{"secret: nobody can bid at all", 3, owned("secret-auction", 3, 0, 0), []asktest.Said{turn, settled}, "pp.settled", "Bia " + none + "\nCaio " + none, ""},
		{"secret: who is level and has no more", 4, owned("secret-auction", 3, 2, 5, 5), []asktest.Said{turn, said("pp.secret-bid.1", "2"), said("pp.secret-bid.2", "2"), said("pp.secret-bid.3", "2"),
			said("pp.level", ""), said("pp.second-bid.2", "3"), said("pp.second-bid.3", "4"), settled},
			"pp.level", "Tied at 2: Caio and Davi bid once more, at least as high. Tied again, and Ana keeps the envelope.\nBia has only 2 and stays at 2.", ""},
		{"secret: one alone can raise", 3, owned("secret-auction", 3, 2, 5), []asktest.Said{turn, said("pp.secret-bid.1", "2"), said("pp.secret-bid.2", "2"), said("pp.level", ""), said("pp.second-bid.2", "3"), settled},
			"pp.level", "Tied at 2: Caio bids once more", ""},
		{"secret: all who are level have no more", 3, owned("secret-auction", 3, 2, 2), []asktest.Said{turn, said("pp.secret-bid.1", "2"), said("pp.secret-bid.2", "2"), settled},
			"pp.settled", "Bia has only 2 and stays at 2.\nCaio has only 2 and stays at 2.", "bid once more"},
		{"a player with nothing left", 3, []scoring.Event{Laid{}, Counted{[]int{0, 0, 1}, []int{0, 15, 15}}, Opened{Card: "secret-auction"}}, []asktest.Said{turn, said("pp.secret-bid.1", "2"), settled},
			"pp.settled", "Ana has neither an envelope nor a decoration left: Bia and Caio give one decoration each, 2 in all.", ""},
		{"nobody has an envelope", 3, []scoring.Event{Laid{}, Counted{[]int{0, 0, 0}, []int{0, 15, 15}}}, []asktest.Said{said("pp.round", ""), said("pp.which-card", "7"), said("pp.auction", ""), said("pp.nobody-offers", "")},
			"pp.nobody-offers", "Nobody has an envelope to offer", ""},
		{"a dance", 4, []scoring.Event{Laid{}, Counted{[]int{3, 1, 0, 4}, []int{10, 10, 10, 10}}}, []asktest.Said{said("pp.round", ""), said("pp.which-card", "1"), said("pp.card", "")},
			"pp.card", "Into the middle: Ana 2, Bia 0, Caio 0, Davi 3.", ""},
		{"gifts of two", 2, []scoring.Event{Laid{}}, []asktest.Said{said("pp.round", ""), said("pp.which-card", "2"), said("pp.card", "")}, "pp.card", "With two players both go to the other one.", ""},
		{"rumors", 2, []scoring.Event{Laid{}}, []asktest.Said{said("pp.round", ""), said("pp.which-card", "4"), said("pp.card", "")}, "pp.card", "VIP cards go only into envelopes of one's own.", ""},
		{"cards that are gone", 2, []scoring.Event{Laid{}, Turned{Card: "dance"}, Turned{Card: "theft"}}, []asktest.Said{said("pp.round", ""), said("pp.which-card", "2"), said("pp.card", "")},
			"pp.which-card", "Turned over already: Dance and Theft.\nRound 3: which card is it?", ""},
		{"the last round, by the table", 2, append([]scoring.Event{Laid{}}, slices.Repeat([]scoring.Event{Turned{Card: "dance"}}, 5)...),
			[]asktest.Said{said("pp.round", ""), said("pp.which-card", "7"), said("pp.auction", "2"), said("pp.card", "")}, "pp.card", "That was the last round. Done?", "counts"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, a := from(t, bidders(c.n), c.done, c.say...)
			q := a.Last(c.at)
			got := asktest.Notes(q) + "\n" + q.Text.String()
			if !strings.Contains(got, c.want) || c.not != "" && strings.Contains(got, c.not) {
				t.Errorf("%s\nwant %q, and not %q", got, c.want, c.not)
			}
		})
	}
}
