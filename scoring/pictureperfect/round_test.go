package pictureperfect

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
	lay "github.com/tablemate/tablemate/setup/pictureperfect"
)

// A real table, played with pieces: fourteen envelopes, each lying somewhere, and
// everybody's heap of decorations. It knows nothing of the rules under test; every
// piece is moved by hand, and the heaps are counted afterward.
type pieces struct {
	*rapid.T
	n, round int
	first    int // starting player of this round
	lies     [14]int
	bought   [14]int // the round in which it was bought
	heap     []int
	supply   int
}

const middleOfTable = -1

func layOut(t *rapid.T, n int, auction bool, first int) *pieces {
	p := &pieces{T: t, n: n, round: 1, first: first, heap: slices.Repeat([]int{10}, n)}
	each := []int{0, 0, 5, 4, 3, 2, 2}[n]
	for i := range p.lies {
		p.lies[i] = middleOfTable
		if i < n*each {
			p.lies[i] = i % n
		}
	}
	if auction && n == 2 {
		p.supply = 12
	}
	return p
}

func (p *pieces) at(place int) []int {
	var out []int
	for i, at := range p.lies {
		if at == place {
			out = append(out, i)
		}
	}
	return out
}

// some are k of the envelopes, or all where there are fewer.
func (p *pieces) some(of []int, k int) []int {
	if len(of) == 0 || k <= 0 {
		return nil
	}
	return rapid.Permutation(of).Draw(p.T, "which")[:min(k, len(of))]
}

func (p *pieces) pick(lo, hi int, what string) int { return rapid.IntRange(lo, hi).Draw(p.T, what) }

// normal plays one of the six normal cards, and returns whom a single envelope went to.
func (p *pieces) normal(card string) (to []int) {
	switch card {
	case "dance":
		put := make([]int, p.n)
		for seat := range p.n {
			for _, e := range p.some(p.at(seat), len(p.at(seat))-1) {
				p.lies[e] = middleOfTable
				put[seat]++
			}
		}
		for seat := range p.n {
			for _, e := range p.some(p.at(middleOfTable), put[seat]) {
				p.lies[e] = seat
			}
		}
	case "choose-your-partner":
		for i := range p.n {
			seat, took := (p.first+i)%p.n, 0
			for _, e := range p.some(p.at(middleOfTable), 2) {
				p.lies[e] = seat
				took++
			}
			for _, e := range p.some(p.at(seat), took) {
				p.lies[e] = middleOfTable
			}
		}
	case "gifts":
		return p.gifts()
	case "theft":
		was := p.lies
		for seat := range p.n {
			var had []int
			for e, at := range was {
				if at == (seat+1)%p.n {
					had = append(had, e)
				}
			}
			for _, e := range p.some(had, 1) {
				p.lies[e] = seat
			}
		}
	}
	return nil
}

func (p *pieces) gifts() (to []int) {
	was := p.lies
	for seat := range p.n {
		var had []int
		for e, at := range was {
			if at == seat {
				had = append(had, e)
			}
		}
		l, r := (seat+1)%p.n, (seat+p.n-1)%p.n
		give := p.some(had, 2)
		if len(give) > 0 {
			p.lies[give[0]] = l
		}
		if len(give) == 2 {
			p.lies[give[1]] = r
		}
		if len(give) == 1 && p.n > 2 {
			if to == nil {
				to = unknown(p.n)
			}
			to[seat] = []int{l, r}[p.pick(0, 1, "neighbor")]
			p.lies[give[0]] = to[seat]
		}
	}
	return to
}

// hand is an envelope given to its buyer, kept apart in this round.
func (p *pieces) hand(envelope, buyer int) { p.lies[envelope], p.bought[envelope] = buyer, p.round }

func (p *pieces) pays(from, to, n int) { p.heap[from] -= n; p.heap[to] += n }

// fresh are the envelopes of a seat that were not bought in this round.
func (p *pieces) fresh(seat int) []int {
	return slices.DeleteFunc(p.at(seat), func(e int) bool { return p.bought[e] == p.round })
}

// others bid from the seller's left on.
func (p *pieces) others(seller int) []int {
	var out []int
	for i := 1; i < p.n; i++ {
		out = append(out, (seller+i)%p.n)
	}
	return out
}

// offered is one turn of an auction card.
func (p *pieces) offered(card string, seller int) Offer {
	o := Offer{Seat: seller}
	on := p.some(p.fresh(seller), 1)
	if card == "shared-auction" {
		on = p.some(p.at(middleOfTable), 1)
	}
	switch card {
	case "open-auction", "single-round-auction", "shared-auction":
		p.aloud(card, &o, on[0])
	case "fixed-price-auction":
		o.Price = p.pick(0, 12, "price")
		for _, seat := range p.others(seller) {
			if p.heap[seat] >= o.Price && p.pick(0, 1, "looks") == 1 {
				o.Viewers = append(o.Viewers, seat)
				p.pays(seat, seller, o.Price)
			}
		}
	default:
		p.secret(card == "unfair-secret-auction", &o, on[0])
	}
	return o
}

func (p *pieces) aloud(card string, o *Offer, envelope int) {
	best, by := 0, -1
	raise := func(seat int) bool {
		if p.heap[seat] <= best || p.pick(0, 2, "raises") == 0 {
			return false
		}
		best, by = p.pick(best+1, min(p.heap[seat], best+3), "bid"), seat
		o.Calls = append(o.Calls, Call{seat, best})
		return true
	}
	switch in := p.others(o.Seat); card {
	case "open-auction":
		for range p.pick(0, 8, "calls") {
			raise(in[p.pick(0, len(in)-1, "who")])
		}
	case "single-round-auction":
		for _, seat := range in {
			raise(seat)
		}
	case "shared-auction": // a queue: a raiser goes to its end, everybody else leaves it
		for len(in) > 1 || by < 0 && len(in) > 0 {
			seat := in[0]
			in = in[1:]
			if raise(seat) {
				in = append(in, seat)
			}
		}
	}
	switch {
	case by < 0:
		return
	case card == "shared-auction" && p.heap[o.Seat] >= best && p.pick(0, 1, "buys") == 1:
		o.Buys = true
		p.pays(o.Seat, by, best)
		p.hand(envelope, o.Seat)
		return
	}
	p.pays(by, o.Seat, best)
	p.hand(envelope, by)
}

func (p *pieces) secret(unfair bool, o *Offer, envelope int) {
	type hand struct{ seat, holds int }
	var hands []hand
	o.Bids = unknown(p.n)
	for _, seat := range p.others(o.Seat) {
		o.Bids[seat] = min(p.heap[seat], p.pick(0, 4, "hand"))
		hands = append(hands, hand{seat, o.Bids[seat]})
	}
	high := func(hs []hand) []hand { // the highest, the level ones with it
		most := slices.MaxFunc(hs, func(a, b hand) int { return a.holds - b.holds }).holds
		return slices.DeleteFunc(slices.Clone(hs), func(h hand) bool { return h.holds < most })
	}
	top := high(hands)
	if top[0].holds == 0 {
		return
	}
	if len(top) > 1 {
		o.Again = unknown(p.n)
		for i, h := range top {
			top[i].holds = min(p.heap[h.seat], h.holds+p.pick(0, 2, "more"))
			o.Again[h.seat] = top[i].holds
			k := slices.IndexFunc(hands, func(x hand) bool { return x.seat == h.seat })
			hands[k].holds = top[i].holds
		}
		if top = high(top); len(top) > 1 {
			return
		}
	}
	for _, h := range hands {
		if h.seat == top[0].seat {
			p.pays(h.seat, o.Seat, h.holds)
		} else if unfair {
			p.pays(h.seat, o.Seat, (h.holds-h.holds%2)/2)
		}
	}
	p.hand(envelope, top[0].seat)
}

// over is the end of a round: the poor are helped, the reference card goes left.
func (p *pieces) over(auction bool) {
	if auction {
		var poor []int
		for i := range p.n {
			if seat := (p.first + i) % p.n; len(p.at(seat)) == 0 && p.heap[seat] == 0 {
				poor = append(poor, seat)
			}
		}
		for _, one := range poor {
			for i := range p.n {
				if from := (p.first + i) % p.n; !slices.Contains(poor, from) && p.heap[from] > 0 {
					p.pays(from, one, 1)
				}
			}
		}
	}
	p.round++
	p.first = (p.first + 1) % p.n
}

// shuffle moves pieces about as no card does, and returns what the table then counts.
func (p *pieces) shuffle(auction bool) Counted {
	c := Counted{Envelopes: make([]int, p.n)}
	poor := p.pick(0, p.n, "poor one") // often somebody has nothing at all
	for e := range p.lies {
		if p.lies[e] = p.pick(middleOfTable, p.n-1, "lies"); p.lies[e] == poor {
			p.lies[e] = middleOfTable
		}
		p.bought[e] = 0
	}
	for seat := range p.n {
		c.Envelopes[seat] = len(p.at(seat))
	}
	if auction {
		p.supply += p.heap[0]
		p.heap[0] = 0
		for seat := range p.n {
			p.supply, p.heap[seat] = p.supply+p.heap[seat], 0
			if seat != poor {
				p.heap[seat] = min(p.supply, p.pick(0, 12, "heap"))
			}
			p.supply -= p.heap[seat]
		}
		c.Decorations = slices.Clone(p.heap)
	}
	return c
}

// matches counts everything that lies on the table.
func (p *pieces) matches(st scoring.State, all int, what any) {
	s := st.(State)
	b, ok := s.holdings, s.known
	envelopes, decorations := b.Middle, b.Supply
	for seat := range p.n {
		envelopes, decorations = envelopes+b.Envelopes[seat], decorations+b.Decorations[seat]
		held := p.at(seat)
		if b.Envelopes[seat] != len(held) || b.Offers(seat) != len(p.fresh(seat)) || b.Decorations[seat] != p.heap[seat] {
			p.Fatalf("after %+v, seat %d: %+v; on the table: %d envelopes, %d to offer, decorations %v", what, seat, b, len(held), len(p.fresh(seat)), p.heap)
		}
		if b.Envelopes[seat] < 0 || b.Decorations[seat] < 0 || b.Bought[seat] < 0 {
			p.Fatalf("below zero after %+v: %+v", what, b)
		}
	}
	if !ok || envelopes != 14 || decorations != all || b.Middle != len(p.at(middleOfTable)) || b.Supply != p.supply {
		p.Fatalf("after %+v: %d envelopes, %d decorations of %d, %+v", what, envelopes, decorations, all, b)
	}
	if s.Starter() != p.first {
		p.Fatalf("after %+v seat %d starts, not %d", what, s.Starter(), p.first)
	}
}

// evenings plays six rounds in any order of cards, with pieces and with the rules.
func evenings(t *rapid.T) (setup.Table, []scoring.Event, State) {
	n := rapid.IntRange(2, 6).Draw(t, "players")
	auction := rapid.IntRange(0, 4).Draw(t, "auction") > 0
	tb := setup.Table{Players: []string{"Ana", "Bia", "Caio", "Davi", "Eva", "Fábio"}[:n], Choices: map[string]string{lay.Auction: map[bool]string{true: setup.Yes, false: setup.No}[auction]}}
	tb.First = rapid.IntRange(0, n-1).Draw(t, "first")
	p := layOut(t, n, auction, tb.First)
	st, err := New(tb)
	if err != nil {
		t.Fatal(err)
	}
	var events []scoring.Event
	do := func(e scoring.Event) {
		if st, err = st.Apply(e); err != nil {
			t.Fatalf("%+v is refused: %v", e, err)
		}
		events = append(events, e)
	}
	all := n*10 + p.supply
	do(Laid{})
	p.matches(st, all, "laying out")
	for range 6 {
		if rapid.IntRange(0, 3).Draw(t, "counts") == 0 {
			do(p.shuffle(auction))
			p.matches(st, all, events[len(events)-1])
		}
		kinds := lay.Cards
		if !auction {
			kinds = kinds[:6]
		}
		card := rapid.SampledFrom(kinds).Draw(t, "card")
		if !card.Auction {
			to := p.normal(card.ID)
			p.over(auction)
			do(Turned{Card: card.ID, To: to})
			p.matches(st, all, events[len(events)-1])
			continue
		}
		if card.ID == "shared-auction" {
			for seat := range n {
				for _, e := range p.some(p.at(seat), 1) {
					p.lies[e] = middleOfTable
				}
			}
		}
		p.auction(card.ID, auction, do, func() State { return st.(State) }, all)
	}
	return tb, events, st.(State)
}

func (p *pieces) auction(card string, auction bool, do func(scoring.Event), now func() State, all int) {
	// who can offer is only known when their turn comes; the round is over when nobody can any more
	can := func(seat int) bool {
		return len(p.fresh(seat)) > 0 && card != "shared-auction" || card == "shared-auction" && len(p.at(middleOfTable)) > 0
	}
	order := make([]int, 0, p.n)
	for i := range p.n {
		order = append(order, (p.first+i)%p.n)
	}
	do(Opened{Card: card})
	for k, seat := range order {
		if !can(seat) {
			continue
		}
		if active, ok := now().Active(); !ok || active != seat {
			p.Fatalf("%s: the turn is %d's (%v), not %d's", card, active, ok, seat)
		}
		o := p.offered(card, seat)
		if !slices.ContainsFunc(order[k+1:], can) {
			p.over(auction)
			do(o)
			p.matches(now(), all, o)
			return
		}
		do(o)
		p.matches(now(), all, o)
	}
	if _, ok := now().Active(); ok {
		p.Fatalf("%s: nobody can offer anything, but it is somebody's turn", card)
	}
	p.over(auction)
	p.matches(now(), all, card)
}

// Envelopes are always 14, decorations are never lost, nobody is below zero, and every
// auction settles as it does with real pieces.
func TestEveningsWithPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, _, s := evenings(t)
		if !s.followed() || s.Round() != 6 {
			t.Fatalf("six rounds were followed: round %d, known %v", s.Round(), s.known)
		}
	})
}

// The ledgers stand in the export, add up there, and change nothing of its result.
func TestLedgersInTheExport(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb, events, s := evenings(t)
		cut := rapid.IntRange(1, len(events)).Draw(t, "cut")
		events = events[:cut]
		if rapid.Bool().Draw(t, "photos") {
			events = append(events, Photos{}, Guest{Fulfilled: make([]int, len(tb.Players))}, NoMoreGuests{})
			if s.auction() {
				events = append(events, Decorations{make([]int, len(tb.Players))})
			}
		}
		st, _, err := Game.Fold(tb, events)
		if err != nil {
			t.Fatal(err)
		}
		sheet, err := Game.WriteSheet(tb, events, st, timeOfNoGame, func(t lang.Text) string { return t.String() })
		if err != nil {
			t.Fatal(err)
		}
		_, back, err := scoring.ReadSheet(sheet, []scoring.Game{Game})
		if err != nil {
			t.Fatalf("%v\n%s", err, sheet)
		}
		if a, b := st.Result().Points, back.Result().Points; !slices.Equal(a, b) {
			t.Fatalf("%v, read again %v\n%s", a, b, sheet)
		}
		var got struct {
			Setup struct {
				Envelopes, Decorations map[string]int
				Middle                 *int `json:"envelopes_middle"`
				Supply                 int  `json:"decoration_supply"`
			}
		}
		if err := json.Unmarshal(sheet, &got); err != nil {
			t.Fatal(err)
		}
		now := st.(State)
		if want := now.known && (!now.photographed() || now.turned == 6); (got.Setup.Middle != nil) != want {
			t.Fatalf("the books are known: %v, the sheet says\n%s", want, sheet)
		} else if !want {
			return
		}
		envelopes, decorations := *got.Setup.Middle, got.Setup.Supply
		for _, name := range tb.Players {
			envelopes, decorations = envelopes+got.Setup.Envelopes[name], decorations+got.Setup.Decorations[name]
		}
		if envelopes != 14 || now.auction() && decorations != now.AllDecorations() {
			t.Fatalf("%d envelopes, %d decorations in\n%s", envelopes, decorations, sheet)
		}
	})
}

// An envelope bought in this round cannot be offered in it; in the next it can.
func TestBoughtIsNotOfferedInTheSameRound(t *testing.T) {
	tb := setup.Table{Players: []string{"Ana", "Bia", "Caio"}, Choices: map[string]string{lay.Auction: setup.Yes}}
	s := play(t, tb, Laid{}, Counted{[]int{2, 0, 1}, []int{10, 10, 10}}, Opened{Card: "open-auction"},
		Offer{Seat: 0, Calls: []Call{{1, 4}}}).(State)
	if b := s.holdings; b.Envelopes[1] != 1 || b.Offers(1) != 0 {
		t.Errorf("%+v", b)
	}
	if seat, _ := s.Active(); seat != 2 {
		t.Errorf("Bia has only what she bought: it is Caio's turn, not seat %d's", seat)
	}
	if _, err := s.Apply(Offer{Seat: 1}); err == nil || err.Error() != "seat: it is Caio's turn, not Bia's" {
		t.Error(err)
	}
	next, err := s.Apply(Offer{Seat: 2})
	if err != nil {
		t.Fatal(err)
	}
	if s = next.(State); s.Round() != 2 || s.holdings.Offers(1) != 1 || s.Starter() != 1 {
		t.Errorf("round %d: %+v", s.Round(), s.holdings)
	}
}

// Counting in the middle of an auction: what was bought stays so as far as it is held,
// and whoever can offer something now has a turn.
func TestCountedInTheMiddleOfAnAuction(t *testing.T) {
	tb := setup.Table{Players: []string{"Ana", "Bia", "Caio"}, Choices: map[string]string{lay.Auction: setup.Yes}}
	auction := []scoring.Event{Laid{}, Counted{[]int{2, 0, 1}, []int{10, 10, 10}}, Opened{Card: "open-auction"}, Offer{Seat: 0, Calls: []Call{{1, 4}}}}
	for _, c := range []struct {
		held   []int
		bought []int
		active int
	}{
		{[]int{1, 0, 1}, []int{0, 0, 0}, 2},
		{[]int{1, 1, 1}, []int{0, 1, 0}, 2},
		{[]int{1, 2, 1}, []int{0, 1, 0}, 1},
	} {
		s := play(t, tb, append(slices.Clone(auction), Counted{c.held, []int{10, 10, 10}})...).(State)
		if seat, _ := s.Active(); seat != c.active || !slices.Equal(s.holdings.Bought, c.bought) {
			t.Errorf("%v: seat %d, bought %v", c.held, seat, s.holdings.Bought)
		}
	}
	over := play(t, tb, append(slices.Clone(auction), Counted{[]int{1, 1, 0}, []int{10, 10, 10}})...).(State)
	if _, ok := over.Active(); ok || over.Round() != 2 || over.Starter() != 1 {
		t.Error("nobody is left who could offer anything: the round is over")
	}
}

// Handbook, Auctions: who has neither envelopes nor decorations at the end of a round
// gets one decoration of everybody else; players without decorations give none.
func TestRescue(t *testing.T) {
	tb := setup.Table{Players: []string{"Ana", "Bia", "Caio", "Davi"}, Choices: map[string]string{lay.Auction: setup.Yes}}
	s := play(t, tb, Laid{}, Counted{[]int{0, 3, 0, 4}, []int{0, 37, 0, 0}}, Turned{Card: "rumors"}).(State)
	if got := fmt.Sprint(s.holdings.Decorations, s.holdings.Supply, s.helped); got != "[1 35 1 0] 3 [{0 [1]} {2 [1]}]" {
		t.Error(got)
	}
	without := play(t, setup.Table{Players: tb.Players}, Laid{}, Counted{Envelopes: []int{0, 3, 0, 4}}, Turned{Card: "rumors"}).(State)
	if without.helped != nil {
		t.Error("without auctions decorations stay where they are:", without.helped)
	}
}

// Games that were kept before the program led auctions: a card turned over there is a
// whole round, and nobody knows what it moved.
func TestRoundsWithoutTheAuctioneer(t *testing.T) {
	tb := setup.Table{Players: []string{"Ana", "Bia"}, Choices: map[string]string{lay.Auction: setup.Yes}}
	deck := []string{"dance", "secret-auction", "theft", "open-auction", "gifts", "unfair-secret-auction"}
	events := []scoring.Event{Laid{Deck: deck}}
	for _, id := range deck {
		events = append(events, Turned{Card: id})
	}
	s := play(t, tb, append(events, Photos{})...).(State)
	if s.known || s.followed() || s.turned != 6 || len(s.ledgers()) != 0 {
		t.Errorf("%+v", s)
	}
	counted := append(slices.Clone(events[:3]), Counted{[]int{6, 4}, []int{12, 14}}, Turned{Card: "theft"})
	if s = play(t, tb, counted...).(State); !s.known || s.holdings.Middle != 4 || s.holdings.Supply != 6 {
		t.Errorf("%+v", s.holdings)
	}
	single := play(t, setup.Table{Players: []string{"Ana", "Bia", "Caio"}}, Laid{}, Counted{Envelopes: []int{1, 2, 3}}, Turned{Card: "gifts"}).(State)
	if single.known {
		t.Error("whom Ana's single envelope went to was never said")
	}
}

func TestRoundRefusals(t *testing.T) {
	tb := setup.Table{Players: []string{"Ana", "Bia", "Caio"}, Choices: map[string]string{lay.Auction: setup.Yes}}
	laid := []scoring.Event{Laid{}}
	open := append(laid, Opened{Card: "open-auction"})
	for _, c := range []struct {
		name string
		done []scoring.Event
		e    scoring.Event
		want string
	}{
		{"a card of no kind", laid, Turned{Card: "polka"}, "card: “polka” is not an exchange card"},
		{"another card than the drawn one", []scoring.Event{Laid{Deck: []string{"dance"}}}, Turned{Card: "theft"}, "card: Theft is not the next card of the deck"},
		{"a seventh card", append(laid, slices.Repeat([]scoring.Event{Turned{Card: "dance"}}, 6)...), Turned{Card: "dance"}, "card: all 6 exchange cards have already been turned over"},
		{"a card in the middle of an auction", open, Turned{Card: "dance"}, "card: the auction is not over yet: it is Ana's turn"},
		{"an auction in the middle of an auction", open, Opened{Card: "open-auction"}, "card: the auction is not over yet: it is Ana's turn"},
		{"an auction of a normal card", laid, Opened{Card: "dance"}, "card: Dance is not an auction of this table"},
		{"an auction before anything is counted", append(laid, Turned{Card: "open-auction"}), Opened{Card: "open-auction"}, "card: the envelopes and decorations have to be counted first"},
		{"an offer without an auction", laid, Offer{Seat: 0}, "no auction is under way"},
		{"an offer from nowhere", open, Offer{Seat: 7}, "seat: this names somebody who is not at this table"},
		{"an offer out of turn", open, Offer{Seat: 2}, "seat: it is Ana's turn, not Caio's"},
		{"a gift to oneself", laid, Turned{Card: "gifts", To: []int{0, Unknown, Unknown}}, "to.Ana: Ana gives to the left or to the right neighbor"},
		{"gifts of two", laid, Turned{Card: "gifts", To: []int{1, 2}}, "to: 2 values for 3 players"},
		{"fifteen envelopes counted", laid, Counted{[]int{5, 5, 5}, []int{10, 10, 10}}, "envelopes: 15 envelopes in all: there are only 14"},
		{"envelopes below nothing", laid, Counted{[]int{5, -1, 5}, []int{10, 10, 10}}, "envelopes.Bia: -1: there cannot be fewer than 0"},
		{"too many decorations counted", laid, Counted{[]int{4, 4, 4}, []int{10, 10, 11}}, "decorations: 31 decorations in all: there are only 30 in the game"},
		{"decorations not counted", laid, Counted{Envelopes: []int{4, 4, 4}}, "decorations: 0 values for 3 players"},
		{"counting after the photos", append(laid, Photos{}), Counted{[]int{4, 4, 4}, []int{10, 10, 10}}, "the photos were taken: nothing moves any more"},
		{"an offer after the photos", append(open, Photos{}), Offer{Seat: 0}, "no auction is under way"},
		{"a card after the photos", append(laid, Photos{}), Turned{Card: "dance"}, "card: the photos were taken: no more cards are turned over"},
		{"no card of the deck after the photos", []scoring.Event{Laid{Deck: []string{"dance"}}, Photos{}}, Turned{Card: "theft"}, "card: the photos were taken: no more cards are turned over"},
		{"a card after the last guest", append(laid, NoMoreGuests{}), Turned{Card: "polka"}, "card: the photos were taken: no more cards are turned over"},
	} {
		s := play(t, tb, c.done...)
		before := fmt.Sprintf("%+v", s)
		if _, err := s.Apply(c.e); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
		if fmt.Sprintf("%+v", s) != before {
			t.Errorf("%s changed the state", c.name)
		}
	}
	plain := play(t, setup.Table{Players: tb.Players}, Laid{})
	if _, err := plain.Apply(Opened{Card: "open-auction"}); err == nil || err.Error() != "card: Open Auction is an auction card, and this table plays without auctions" {
		t.Error("an auction without the variant:", err)
	}
}
